//! Tests of the folders of `--out`: files are replaced with `--force` only, and none is removed or lost.

use crate::program::{answer, contents, folder, pioche, refused, shell, stderr};
use std::fs;

/// A link in the folder may lead elsewhere: nothing is written through it, even with `--force`.
#[cfg(unix)]
#[test]
fn folders_follow_no_links() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let here = folder.path();
    answer(here, "simulate nim --deals 100 --out d --quiet");
    for (file, command) in [
        ("d/nim.csv", "simulate nim --deals 100 --out d --force"),
        ("d/nim.tally", "simulate nim --deals 100 --out d --resume"),
    ] {
        fs::rename(here.join(file), here.join("precious")).expect("a file");
        symlink("../precious", here.join(file)).expect("a link");
        let before = fs::read(here.join("precious")).expect("a file");
        refused(here, &format!("{command} --quiet"), file);
        assert_eq!(fs::read(here.join("precious")).expect("a file"), before);
        fs::remove_file(here.join(file)).expect("a link");
        fs::rename(here.join("precious"), here.join(file)).expect("a file");
    }
}

/// Writes that fail at any length, over the files of a former run: each former file or its replacement is there.
#[cfg(unix)]
#[test]
fn failed_writes_lose_no_file() {
    let folder = folder();
    let here = folder.path();
    let former_run = "simulate nim --matches 5,6 --out d --deals 1000 --quiet";
    let run = "simulate nim --matches 5,6 --out d --deals 2000 --quiet --force";
    answer(here, former_run);
    let former = contents(&here.join("d"));
    answer(here, run);
    let replacement = contents(&here.join("d"));
    for limit in [1, 2, 4, 8, 16, 32, 64] {
        fs::remove_dir_all(here.join("d")).expect("a folder");
        answer(here, former_run);
        let output = shell(here, &format!("ulimit -f {limit}; $PIOCHE {run}"));
        let left = contents(&here.join("d"));
        for (file, bytes) in &former {
            let is_whole = left.get(file) == Some(bytes) || left.get(file) == replacement.get(file);
            assert!(is_whole, "{file} at {limit}");
        }
        assert!(left.keys().eq(former.keys()), "{:?}", left.keys());
        if output.status.success() {
            assert_eq!(left, replacement);
        }
        // The next run goes on from there.
        answer(here, run);
        assert_eq!(contents(&here.join("d")), replacement, "after {limit}");
    }
}

/// A folder with files is refused without `--force`, which replaces files of the same names and removes none.
#[test]
fn out_folder_with_files_needs_force() {
    let folder = folder();
    let here = folder.path();
    let run = "simulate nim --deals 100 --out d --quiet";
    answer(here, run);
    let former = contents(&here.join("d"));
    for command in [
        run,
        "simulate alliances --deals 100 --out d",
        "report d/nim.tally --out d",
    ] {
        refused(here, command, "d");
        assert_eq!(contents(&here.join("d")), former);
    }
    fs::write(here.join("d/nim-notes.txt"), "mine").expect("room");
    answer(
        here,
        "simulate nim --matches 5,6 --deals 100 --out d --quiet --force",
    );
    let left = contents(&here.join("d"));
    assert_eq!(left["nim-notes.txt"], b"mine");
    assert_eq!(left["nim.tally"], former["nim.tally"]);
    assert_ne!(left["nim.csv"], former["nim.csv"]);
    // A folder that stays empty is removed.
    refused(here, "simulate nim --csv d/nim.csv --out e", "d/nim.csv");
    assert!(!here.join("e").exists());
}

#[test]
fn report_of_parts_names_the_merge() {
    let folder = folder();
    let here = folder.path();
    for part in [1, 2] {
        let options = format!("--deals 1000 --shard {part}/2 --tally p{part} --quiet");
        answer(here, &format!("simulate nim {options}"));
    }
    let message = stderr(&pioche(here, "report p1 p2"));
    assert!(
        message.contains("pioche merge p1 p2 --tally all.tally"),
        "{message}"
    );
    answer(here, "merge p1 p2 --tally all.tally");
    let message = stderr(&pioche(here, "report all.tally"));
    assert!(!message.contains("merge"), "{message}");
}

/// A signal at any moment after the last deal: the answer has all examples, or the exit code says that it does not.
#[cfg(unix)]
#[test]
fn signal_during_search_for_examples_is_told() {
    use crate::program::{signal, started};
    use std::thread::sleep;
    use std::time::Duration;
    let folder = folder();
    let here = folder.path();
    let run = "simulate bataille --deals 20000 --tally t --threads 1";
    answer(here, &format!("{run} --quiet"));
    let command = format!("{run} --resume --json j.json --force");
    answer(here, &format!("{command} --quiet"));
    let whole = fs::read(here.join("j.json")).expect("the answer");
    let mut told = 0;
    for delay in 0..24 {
        let _ = fs::remove_file(here.join("j.json"));
        let child = started(here, &command);
        sleep(Duration::from_millis(4 * delay));
        signal(&child, "-TERM");
        let output = child.wait_with_output().expect("it ends");
        if output.status.success() {
            let found = fs::read(here.join("j.json")).expect("the answer");
            assert!(found == whole, "after {} ms", 4 * delay);
        } else {
            told += 1;
        }
    }
    assert!(told > 0);
}
