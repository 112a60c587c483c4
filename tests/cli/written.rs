//! Tests of what is removed from the folders of `study` and `--out`: only unchanged files that pioche wrote there.

use crate::program::{
    SMALL_STUDY, SMALL_STUDY_FILES, answer, contents, folder, names, pioche, refused, shell, stderr,
};
use std::fs;
use std::path::Path;

/// A study of one chapter of the small study.
const NIM_STUDY: &str = "study --out s --scale 0.001 --chapter nim --lang en";

/// Copies the small study to a folder.
fn copy_study(copy: &Path) {
    for (file, bytes) in contents(&SMALL_STUDY_FILES.0) {
        let path = copy.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("room");
    }
}

#[test]
fn forced_study_keeps_files_that_it_did_not_write() {
    let folder = folder();
    let here = folder.path();
    let study = here.join("s");
    copy_study(&study);
    answer(
        here,
        "simulate nim --deals 100 --seed 1 --tally s/tallies/mine.tally --quiet",
    );
    // A file of the study that was edited is the user's.
    fs::write(study.join("nim.csv"), "edited").expect("room");
    let marker = fs::read_to_string(study.join("study.json")).expect("a marker");
    let listed = "\"files\": {\n    \"thesis.docx\": null,";
    fs::write(
        study.join("study.json"),
        marker.replace("\"files\": {", listed),
    )
    .expect("room");
    fs::write(study.join("thesis.docx"), "mine").expect("room");
    fs::write(study.join("solitaire.csv"), "edited").expect("room");
    let output = pioche(here, &format!("{NIM_STUDY} --seed 2 --force"));
    let message = stderr(&output);
    assert!(output.status.success(), "{message}");
    assert!(study.join("tallies/mine.tally").exists());
    assert!(study.join("thesis.docx").exists());
    let kept = fs::read(study.join("solitaire.csv")).expect("it is kept");
    assert_eq!(kept, b"edited");
    assert!(!study.join("solitaire-summary.csv").exists());
    assert!(message.contains("removed from s: "), "{message}");
    assert!(message.contains("tallies/solitaire-"), "{message}");
    assert!(!message.contains("mine.tally") && !message.contains("thesis"));
    let replaced = "Replaced in s, though pioche had not written them so: nim.csv\n";
    assert!(message.contains(replaced), "{message}");
    // The next run of the same study finds nothing to replace or to remove.
    let again = stderr(&pioche(here, &format!("{NIM_STUDY} --seed 2 --force")));
    assert!(
        !again.contains("Replaced") && !again.contains("removed"),
        "{again}"
    );
}

/// Without `--force`, a study replaces only what pioche wrote there, and says which file it did not.
#[test]
fn study_refuses_to_replace_files_of_others() {
    let folder = folder();
    let here = folder.path();
    let study = here.join("s");
    copy_study(&study);
    let tallies = names(&study.join("tallies"));
    let tally = format!("tallies/{}", tallies[0]);
    for (file, options) in [
        ("nim.csv", ""),
        ("README.md", ""),
        ("index.html", ""),
        ("brief.html", "--brief"),
        ("nim-shares.svg", ""),
        (tally.as_str(), ""),
    ] {
        let path = study.join(file);
        let former = fs::read(&path).ok();
        fs::write(&path, "mine").expect("room");
        refused(here, &format!("{SMALL_STUDY} {options} --quiet"), file);
        assert_eq!(fs::read(&path).expect("it is kept"), b"mine", "{file}");
        match former {
            Some(bytes) => fs::write(&path, bytes).expect("room"),
            None => fs::remove_file(&path).expect("a file"),
        }
    }
    answer(here, SMALL_STUDY);
}

/// A link in the folder may lead elsewhere: nothing is written through it, even with `--force`.
#[cfg(unix)]
#[test]
fn folders_follow_no_links() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let here = folder.path();
    copy_study(&here.join("s"));
    fs::rename(here.join("s/tallies"), here.join("elsewhere")).expect("a folder");
    symlink("../elsewhere", here.join("s/tallies")).expect("a link");
    let before = contents(&here.join("elsewhere"));
    refused(
        here,
        &format!("{SMALL_STUDY} --seed 2 --force"),
        "s/tallies",
    );
    assert_eq!(contents(&here.join("elsewhere")), before);
    fs::remove_file(here.join("s/tallies")).expect("a link");
    fs::rename(here.join("elsewhere"), here.join("s/tallies")).expect("a folder");
    answer(here, "simulate nim --deals 100 --out d --quiet");
    for (file, command) in [
        ("s/nim.csv", SMALL_STUDY),
        (
            "s/nim-shares.svg",
            "study --out s --scale 0.001 --chapter nim --force",
        ),
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
            assert!(is_whole || file == ".pioche.json", "{file} at {limit}");
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

#[test]
fn out_folder_holds_one_run_of_a_game() {
    let folder = folder();
    let here = folder.path();
    answer(here, "simulate nim --deals 100 --out d --quiet");
    answer(
        here,
        "simulate alliances --improve exchange --cards 32,36 --deals 100 --out d --quiet",
    );
    let first_names = names(&here.join("d"));
    let gain_chart = "alliances-gain.png".to_owned();
    assert!(first_names.contains(&gain_chart), "{first_names:?}");
    fs::write(here.join("d/alliances-notes.txt"), "mine").expect("room");
    fs::write(here.join("d/alliances-gain.svg"), "edited").expect("room");
    let command = "simulate alliances --deals 100 --out d --force";
    let output = pioche(here, command);
    let message = stderr(&output);
    assert!(message.contains("removed from d: "), "{message}");
    assert!(message.contains("alliances-gain.png"), "{message}");
    let left = names(&here.join("d"));
    assert!(!left.contains(&gain_chart), "{left:?}");
    for kept in [
        "alliances-notes.txt",
        "alliances-gain.svg",
        "alliances.csv",
        "alliances.tally",
        "nim.csv",
        "nim.tally",
    ] {
        assert!(left.contains(&kept.to_owned()), "{kept}: {left:?}");
    }
    assert!(!left.contains(&"alliances-32-exchange.tally".to_owned()));
    // The same command again removes nothing.
    assert!(!stderr(&pioche(here, command)).contains("removed"));
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
