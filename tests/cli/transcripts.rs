//! Compares outputs with the transcripts in `tests/data`: `$ ` is a command, followed by its output, `% ` one that prepares files.
//! The commands of both languages are those of the English file. `PIOCHE_GOLDEN=write cargo test transcripts` rewrites them.

use crate::program::{folder, names, shell, stderr, stdout};
use pioche_testing::assert_golden;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Output;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

/// A function of the shell that says whether two commands have the same output.
const SAME: &str =
    "same() { eval \"$1\" > .one 2>&1; eval \"$2\" > .two 2>&1; cmp .one .two && echo same; }";

/// Runs the commands of a transcript in both languages at the same time, and checks each output.
fn replay(name: &str, check: fn(&Path, &str, &Output)) {
    std::thread::scope(|scope| {
        for lang in ["en", "fr"] {
            scope.spawn(move || replay_in(name, lang, check));
        }
    });
}

/// Runs the commands of a transcript in a language, and checks each output.
fn replay_in(name: &str, lang: &str, check: fn(&Path, &str, &Output)) {
    let folder = folder();
    let script = fs::read_to_string(format!("{DATA}/{name}.en.txt")).expect("a transcript");
    let run = |command: &str| {
        let environment = format!("export DATA='{DATA}' LANG={lang}_{lang}.UTF-8; {SAME}");
        shell(folder.path(), &format!("{environment}; {command}"))
    };
    let mut text = String::new();
    let mut former_line = "";
    for line in script.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            let output = run(command);
            check(folder.path(), command, &output);
            let _ = write!(text, "{line}\n{}{}", stdout(&output), stderr(&output));
            if !text.ends_with('\n') {
                text.push('\n');
            }
            if let Some(code @ 1..) = output.status.code() {
                let _ = writeln!(text, "= exit code {code}");
            }
            text.push('\n');
        } else if let Some(command) = line.strip_prefix("% ") {
            let output = run(command);
            assert!(output.status.success(), "{command}: {}", stderr(&output));
            let _ = writeln!(text, "{line}\n");
        } else if line.starts_with("# ") && former_line.is_empty() {
            let _ = writeln!(text, "{line}\n");
        }
        former_line = line;
    }
    assert_golden(&format!("{name}.{lang}.txt"), &text);
}

/// Returns the number of lines that a text takes on a terminal with 80 columns.
fn height(text: &str) -> usize {
    let rows = |line: &str| line.chars().count().saturating_sub(1) / 80 + 1;
    text.lines().map(rows).sum()
}

/// Returns the lines with more than 80 characters, without commands, which are not wrapped, so that they can be copied.
fn wide_lines(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|line| !line.starts_with("pioche "));
    lines.filter(|line| line.chars().count() > 80).collect()
}

/// The answer to one question of each topic and verb fits 80 columns and 24 lines.
#[test]
fn answers_fit_a_small_terminal() {
    replay("glance", |_, command, output| {
        let text = stdout(output);
        assert!(height(&text) <= 24, "{command}: {text}");
        if command.contains("solve alak") || command.contains("solve nim") {
            assert_eq!(wide_lines(&text), [""; 0], "{command}");
        }
    });
}

/// One command for each kind of answer and remark. Tables are at most 80 columns wide.
#[test]
fn answers_and_remarks_match_transcripts() {
    replay("said", |_, command, output| {
        let has_table = ["pioche simulate", "pioche report", "pioche show shuffle"]
            .iter()
            .any(|start| command.starts_with(start));
        if has_table {
            assert_eq!(wide_lines(&stdout(output)), [""; 0], "{command}");
        }
    });
}

/// Single games, each with the values of a handout or of a game played by hand. JSON and decks have no language.
#[test]
fn games_match_transcripts() {
    replay_in("games", "en", |_, _, _| ());
}

/// Data files, and outputs that are equal: those of a run and of its tally, of a whole and of its parts.
#[test]
fn files_match_transcripts() {
    replay_in("files", "en", |_, _, _| ());
}

/// Tables of programs and spreadsheets, right and wrong ones, and how they are read.
#[test]
fn comparisons_match_transcripts() {
    replay_in("compared", "en", |_, _, _| ());
}

/// Each mistake gives one sentence, exit code 2, no answer and no file.
#[test]
fn each_error_prints_one_sentence() {
    replay("refused", |here, command, output| {
        let message = stderr(output);
        assert_eq!(output.status.code(), Some(2), "{command}: {message}");
        assert_eq!(stdout(output), "", "{command}");
        assert_eq!(message.lines().count(), 1, "{command}: {message}");
        assert!(message.starts_with("pioche"), "{command}: {message}");
        // The prepared files have no ending.
        let files = names(here).into_iter();
        let files: Vec<String> = files.filter(|name| name.contains('.')).collect();
        assert_eq!(files, [""; 0], "{command}");
    });
}

/// Each exercise of the handouts has a command, whose output has the words after `> `, with columns of any width.
#[test]
fn every_exercise_of_the_handouts_has_a_command() {
    let folder = folder();
    let single_spaces = |text: &str| {
        let words = text.split(' ').filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join(" ")
    };
    let mut handouts = [0; 5];
    let text = fs::read_to_string(format!("{DATA}/handouts.txt")).expect("the exercises");
    let (_, exercises) = text.split_once("\n\n").expect("a description");
    for exercise in exercises.split("\n\n") {
        let (titles, command) = exercise.split_once("\n$ ").expect("a command");
        for title in titles.lines() {
            handouts[title[..3].parse::<usize>().expect("a handout")] += 1;
        }
        let mut lines = command.lines();
        let output = shell(folder.path(), lines.next().expect("a command"));
        let text = format!(
            "{}{}",
            stdout(&output).replace('\u{a0}', " "),
            stderr(&output)
        );
        let mut code = 0;
        for line in lines {
            match line.split_at(2) {
                ("= ", number) => code = number.parse().expect("a code"),
                (_, words) => assert!(
                    single_spaces(&text).contains(&single_spaces(words)),
                    "{command}: {text}"
                ),
            }
        }
        assert!(command.contains("\n> "), "{command}: no words");
        assert_eq!(output.status.code(), Some(code), "{command}: {text}");
    }
    assert!(!handouts.contains(&0), "{handouts:?}");
}

/// The READMEs, each with its language.
const READMES: [(&str, &str, &str); 2] = [
    ("README.md", include_str!("../../README.md"), "en"),
    ("LISEZMOI.md", include_str!("../../LISEZMOI.md"), "fr"),
];

/// Each block of a README with a command has its output. With `PIOCHE_GOLDEN=write` the READMEs are rewritten.
#[test]
fn readme_outputs_match_commands() {
    for (name, readme, _) in READMES {
        let folder = folder();
        let mut blocks: Vec<String> = readme.split("```").map(str::to_owned).collect();
        for block in &mut blocks {
            if let Some(text) = block.strip_prefix("text\n$ ") {
                let command = text.lines().next().expect("a command");
                let output = stdout(&shell(folder.path(), command));
                *block = format!("text\n$ {command}\n{output}");
            }
        }
        let text = blocks.join("```");
        assert!(text.contains("text\n$ pioche "), "{name}: no output");
        assert!(text.lines().count() <= 110, "{name}: at most 110 lines");
        assert_golden(&format!("../../{name}"), &text);
    }
}

/// Each command in the running text and in the table of a README succeeds, with few deals; those with the name of a file are
/// left out. The files that a README links to exist.
#[test]
fn readme_commands_succeed_and_its_links_exist() {
    for (name, readme, lang) in READMES {
        let folder = folder();
        let mut count = 0;
        for command in readme.split('`').skip(1).step_by(2) {
            let command = command.replace('\n', " ");
            let is_left_out = ["FI", "…", "pioche play", "pioche merge"];
            if !command.starts_with("pioche ")
                || is_left_out.iter().any(|word| command.contains(word))
            {
                continue;
            }
            let is_run = command.starts_with("pioche simulate") && !command.contains("--help");
            let deals = if is_run { "--deals 640" } else { "" };
            let output = shell(folder.path(), &format!("{command} {deals} --lang {lang}"));
            assert!(
                output.status.success(),
                "{name}: {command}: {}",
                stderr(&output)
            );
            count += 1;
        }
        assert!(count >= 9, "{name}: {count} commands");
        assert!(folder.path().join("alliances.png").exists(), "{name}");
        let links = readme.split("](").skip(1);
        let links = Vec::from_iter(links.filter_map(|text| text.split(')').next()));
        assert!(
            links.contains(&"tests/independent/deck.py"),
            "{name}: {links:?}"
        );
        for link in links {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(link);
            assert!(path.exists(), "{name}: {link}");
        }
    }
}
