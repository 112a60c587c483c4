//! Tests of what is removed from the folders of `study` and `--out`: only unchanged files that pioche wrote there.

use crate::program::{
    SMALL_STUDY, SMALL_STUDY_FILES, answer, contents, folder, names, pioche, stderr,
};
use std::fs;
use std::path::Path;

const OTHER_SEED: &str = "--seed 2 --force";

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
    let output = pioche(here, &format!("{SMALL_STUDY} {OTHER_SEED}"));
    let message = stderr(&output);
    assert!(output.status.success(), "{message}");
    assert!(study.join("tallies/mine.tally").exists());
    assert!(study.join("thesis.docx").exists());
    assert!(message.contains("removed from s: "), "{message}");
    assert!(message.contains("tallies/nim-"), "{message}");
    assert!(!message.contains("mine.tally") && !message.contains("thesis"));
}

#[cfg(unix)]
#[test]
fn forced_study_follows_no_links() {
    let folder = folder();
    let here = folder.path();
    copy_study(&here.join("s"));
    fs::rename(here.join("s/tallies"), here.join("elsewhere")).expect("a folder");
    std::os::unix::fs::symlink("../elsewhere", here.join("s/tallies")).expect("a link");
    let before = names(&here.join("elsewhere"));
    answer(here, &format!("{SMALL_STUDY} {OTHER_SEED}"));
    let after = names(&here.join("elsewhere"));
    assert!(before.iter().all(|name| after.contains(name)), "{after:?}");
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
    fs::write(here.join("d/alliances-gain.pdf"), "edited").expect("room");
    let command = "simulate alliances --deals 100 --out d --force";
    let output = pioche(here, command);
    let message = stderr(&output);
    assert!(message.contains("removed from d: "), "{message}");
    assert!(message.contains("alliances-gain.png"), "{message}");
    let left = names(&here.join("d"));
    assert!(!left.contains(&gain_chart), "{left:?}");
    for kept in [
        "alliances-notes.txt",
        "alliances-gain.pdf",
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
