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
}

/// The descriptions are in the language asked; the words that are completed are the same.
#[test]
fn completions_describe_words_in_both_languages() {
    let folder = folder();
    let script = |shell: &str, lang: &str| {
        answer(folder.path(), &format!("completions {shell} --lang {lang}"))
    };
    assert_eq!(script("bash", "fr"), script("bash", "en"));
    for shell in ["zsh", "fish", "powershell"] {
        let french = script(shell, "fr");
        let english = script(shell, "en");
        assert_eq!(french.lines().count(), english.lines().count(), "{shell}");
        for (line, fr, en) in [
            (
                "quiet",
                "ni progression ni remarques",
                "progress and remarks",
            ),
            ("version", "Affiche la version", "Print version"),
            ("simulate", "Joue de nombreuses parties", "Play many games"),
            ("nb-tas-max", "tas permis", "piles allowed"),
        ] {
            let has = |script: &str, text: &str| {
                let mut lines = script.lines().filter(|text| text.contains(line));
                lines.any(|described| described.contains(text))
            };
            assert!(has(&french, fr) && !has(&french, en), "{shell}: {line}");
            assert!(has(&english, en) && !has(&english, fr), "{shell}: {line}");
        }
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
    let french = page("simulate nim --lang fr");
    for words in [
        ".TH \"PIOCHE-SIMULATE-NIM\" \"1\" \"\" \"pioche 0",
        ".SH \"NOM\"",
        ".SH \"JEU\"",
        ".SH \"SORTIES\"",
        ".SH \"EXEMPLES\"",
        "N\\*(Aqaffiche ni progression",
    ] {
        assert!(french.contains(words), "{words}: {french}");
    }
    for words in [
        "NAME",
        "GAME",
        "EXAMPLES",
        "default",
        "Possible values",
        "Print",
    ] {
        assert!(!french.contains(words), "{words}: {french}");
    }
    let program = page("--lang fr");
    assert!(program.contains("<\\fIcommand\\fR>"), "{program}");
    assert!(program.contains(".SH \"EXEMPLES, CODES DE SORTIE, ENVIRONNEMENT\""));
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
        "alliances --player perfect",
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

/// A pipe has the width of the variable `COLUMNS`, if it is a number.
#[cfg(unix)]
#[test]
fn pipes_keep_to_columns() {
    let folder = folder();
    let width = |columns: &str, command: &str| {
        let line = format!("export COLUMNS={columns}; {command} 2>&1");
        let text = stdout(&crate::program::shell(folder.path(), &line));
        // Commands are not wrapped, so that they can be copied.
        let lines = text.lines().filter(|line| !line.starts_with("pioche "));
        lines.map(|line| line.chars().count()).max()
    };
    for command in [
        "$PIOCHE simulate alliances --deals 500 --improve exchange",
        "$PIOCHE simulate alliances --deals 500 --chart c.svg --force",
        "$PIOCHE simulate nim --dealss 3",
        "$PIOCHE simulate nim --help",
        "$PIOCHE help columns",
        "printf 'help\\nq\\n' | $PIOCHE play nim --matches 9 --players human,human",
    ] {
        let default_width = width("", command);
        assert!(default_width > Some(60), "{command}: {default_width:?}");
        assert!(width("60", command) <= Some(60), "{command}");
        for columns in ["x", "-3", "''"] {
            assert_eq!(
                width(columns, command),
                default_width,
                "{columns}: {command}"
            );
        }
    }
}
