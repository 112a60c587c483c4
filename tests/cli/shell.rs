//! Tests of completions, manual pages, help by name, suggestions for unknown words, and examples.

use crate::program::{answer, folder, pioche, stderr, stdout};
use crate::topics::SMALL_RUNS;
use std::process::{Command as Process, Stdio};

#[test]
fn completion_scripts_contain_verbs_for_every_shell() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = answer(folder.path(), &format!("completions {shell}"));
        for word in [
            "simulate",
            "own-group",
            "max-plies",
            "completions",
            "solitaire",
        ] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // The values of an open list are offered too.
        let offered = ["perfect,random", "perfect\\,random"]
            .iter()
            .any(|value| script.contains(value));
        assert!(offered || shell == "powershell", "{shell}");
    }
    assert_eq!(
        pioche(folder.path(), "completions tcsh").status.code(),
        Some(2)
    );
}

/// Bash loads its completions and proposes matching words.
#[test]
fn bash_loads_completions_and_proposes_words() {
    let folder = folder();
    std::fs::write(
        folder.path().join("script"),
        answer(folder.path(), "completions bash"),
    )
    .unwrap();
    let ask = "source ./script; COMP_WORDS=(pioche simulate al); COMP_CWORD=2; _pioche pioche al simulate; echo ${COMPREPLY[@]}";
    let Ok(output) = Process::new("bash")
        .current_dir(folder.path())
        .args(["-c", ask])
        .output()
    else {
        return;
    };
    assert_eq!(stdout(&output), "alliances alak\n", "{}", stderr(&output));
    let ask = "source ./script; COMP_WORDS=(pioche simulate bataille --shuffle u); COMP_CWORD=4; _pioche pioche u --shuffle; echo ${COMPREPLY[@]}";
    let Ok(output) = Process::new("bash")
        .current_dir(folder.path())
        .args(["-c", ask])
        .output()
    else {
        return;
    };
    assert_eq!(stdout(&output), "uniform\n", "{}", stderr(&output));
    // The completions do not depend on the language.
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script =
            |lang: &str| answer(folder.path(), &format!("completions {shell} --lang {lang}"));
        assert_eq!(script("fr"), script("en"), "{shell}");
    }
}

#[cfg(unix)]
#[test]
fn closed_output_pipe_is_not_an_error() {
    for verb in [
        &["completions", "zsh"][..],
        &["man"],
        &["help", "simulate", "alliances"],
    ] {
        let mut program = Process::new(env!("CARGO_BIN_EXE_pioche"));
        let program = program
            .env_clear()
            .args(verb)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = program.spawn().expect("the program runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(
            (output.status.code(), stderr(&output)),
            (Some(0), String::new()),
            "{verb:?}"
        );
    }
}

#[test]
fn manual_pages_are_there_for_every_command() {
    let folder = folder();
    let page = |args: &str| answer(folder.path(), &format!("man {args}"));
    for (page, words) in [
        (
            page(""),
            [".SH \"NAME\"", "pioche \\- Probabilities of", "EXIT CODES"],
        ),
        (
            page("simulate nim"),
            [
                ".TH \"PIOCHE-SIMULATE-NIM\" \"1\" \"\" \"pioche 0",
                "PRECISION",
                "2..30",
            ],
        ),
    ] {
        for word in words {
            assert!(page.contains(word), "{word}: {page}");
        }
    }
    assert_eq!(page("simulate nim --lang fr"), page("simulate nim"));
    let output = pioche(folder.path(), "man simulate chess");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("alliances, solitaire, alak"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn help_command_equals_help_flag() {
    let folder = folder();
    let here = folder.path();
    for (by_name, by_flag) in [
        ("help", "--help"),
        ("help simulate alliances", "simulate alliances --help"),
        (
            "--lang fr help simulate reussite",
            "--lang fr simulate reussite --help",
        ),
    ] {
        assert_eq!(answer(here, by_name), answer(here, by_flag));
    }
}

/// Tables fit a terminal of 80 columns, or are folded.
#[test]
fn tables_fit_80_columns() {
    let folder = folder();
    let others = [
        "alliances --improve exchange",
        "alliances --player greedy",
        "bataille --values 11..12",
        "shuffle --riffles 1..3",
        "alak --cells 4..5",
        "nim --matches 9..11",
    ];
    for command in SMALL_RUNS
        .iter()
        .map(|(_, command)| command.clone())
        .chain(others.map(str::to_owned))
    {
        for lang in ["en", "fr"] {
            let table = answer(
                folder.path(),
                &format!("simulate {command} --deals 500 --lang {lang}"),
            );
            // Commands are not wrapped, so that they can be copied.
            let rows = table.lines().filter(|line| !line.starts_with("pioche "));
            let long: Vec<&str> = rows.filter(|line| line.chars().count() > 80).collect();
            assert!(long.is_empty(), "{command} {lang}: {long:#?}");
        }
    }
}
