//! The program without features, for a cluster: it has the commands that simulate, solve and show, and no others.

use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pioche"))
        .args(arguments.split(' '))
        .args(["--lang", "en", "--quiet"])
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

fn answer(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Parts of a run are merged and reported as one run, with a chart.
#[test]
fn shards_are_merged_and_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let simulate = "simulate alliances --deals 4k --seed 1";
    for part in 1..=2 {
        answer(
            here,
            &format!("{simulate} --shard {part}/2 --tally part{part}"),
        );
    }
    answer(here, "merge part1 part2 --tally whole");
    let report = answer(here, "report whole --format csv --chart win.png");
    assert_eq!(report, answer(here, &format!("{simulate} --format csv")));
    let picture = std::fs::read(here.join("win.png")).expect("a picture");
    assert!(picture.starts_with(b"\x89PNG"));
}

/// Each command about one game answers.
#[test]
fn games_are_shown_and_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    for command in [
        "show alliances --deal 3",
        "show bataille --format json",
        "show shuffle --riffles 2",
        "show solitaire",
        "solve nim --matches 0..5",
        "solve alak --cells 4",
        "deal --cards 32",
    ] {
        assert!(!answer(folder.path(), command).is_empty(), "{command}");
    }
}

/// What a feature gives is no command without it.
#[test]
fn commands_of_features_need_them() {
    let folder = tempfile::tempdir().expect("a folder");
    for (command, has_feature) in [
        ("play --help", cfg!(feature = "play")),
        ("study --help", cfg!(feature = "study")),
    ] {
        let output = run(folder.path(), command);
        let expected_code = if has_feature { 0 } else { 2 };
        assert_eq!(output.status.code(), Some(expected_code), "{command}");
    }
}
