//! Compares all texts in both languages with the files in `tests/data`. A line that begins with `$ ` is a command,
//! followed by its output; `% ` prepares files. With PIOCHE_GOLDEN=write the files are rewritten.

use crate::program::{folder, names, shell, stderr, stdout};
use std::fmt::Write;
use std::path::Path;
use std::process::Output;

/// Runs the commands of a file in each language, and calls `check` with each command and its output. The languages run
/// at the same time.
fn replayed(name: &str, check: impl Fn(&Path, &str, &Output) + Sync) {
    let commands = std::thread::scope(|scope| {
        let languages = ["en", "fr"].map(|lang| {
            let check = &check;
            scope.spawn(move || replayed_in(name, lang, check))
        });
        languages.map(|thread| thread.join().expect("the texts are equal"))
    });
    assert!(
        commands[0].len() > 10 && commands[0] == commands[1],
        "{name}: the same commands in both languages"
    );
}

/// Runs the commands of a file in a language, and returns them.
fn replayed_in(name: &str, lang: &str, check: &impl Fn(&Path, &str, &Output)) -> Vec<String> {
    let folder = folder();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{name}.{lang}.txt"));
    let known = std::fs::read_to_string(&path).expect("the file is there");
    let mut anew = String::new();
    let mut commands = Vec::new();
    let run = |line: &str| {
        shell(
            folder.path(),
            &format!("export LANG={lang}_{lang}.UTF-8; {line}"),
        )
    };
    for line in known.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            let output = run(command);
            check(folder.path(), command, &output);
            let _ = write!(anew, "{line}\n{}{}", stdout(&output), stderr(&output));
            if let Some(code @ 1..) = output.status.code() {
                let _ = writeln!(anew, "= exit code {code}");
            }
            anew.push('\n');
            commands.push(line.to_owned());
        } else if let Some(command) = line.strip_prefix("% ") {
            assert!(run(command).status.success(), "{command}");
            let _ = writeln!(anew, "{line}\n");
        } else if line.starts_with("# ") {
            let _ = writeln!(anew, "{line}\n");
        }
    }
    if std::env::var_os("PIOCHE_GOLDEN").is_some_and(|wish| wish == "write") {
        std::fs::write(&path, &anew).expect("the file is written");
    }
    assert!(
        std::fs::read_to_string(&path).is_ok_and(|known| known == anew),
        "{name}.{lang}.txt is not:\n{anew}"
    );
    commands
}

/// Returns the number of lines that a text takes on a terminal with `columns` columns.
fn height(text: &str, columns: usize) -> usize {
    text.lines()
        .map(|line| line.chars().count().saturating_sub(1) / columns + 1)
        .sum()
}

/// The answer to one question of each topic and verb fits 80 columns and 24 lines.
#[test]
fn answers_fit_a_small_terminal() {
    replayed("glance", |_, question, output| {
        let told = stdout(output);
        assert!(
            height(&told, 80) <= 24,
            "{question}: {} lines\n{told}",
            height(&told, 80)
        );
        let solved = question.contains("solve alak") || question.contains("solve nim");
        assert!(
            !solved || told.lines().all(|line| line.chars().count() <= 80),
            "{told}"
        );
    });
}

/// Answers about single games, each with the values of a handout or of a game played by hand. JSON and decks have no language.
#[test]
fn games_match_golden_texts() {
    replayed_in("games", "en", &|_, _, _| ());
}

/// One command for each kind of answer and remark.
#[test]
fn answers_and_remarks_match_golden_texts() {
    replayed("said", |_, _, _| ());
}

/// Each mistake gives one sentence, exit code 2, no answer and no file.
#[test]
fn each_error_prints_one_sentence() {
    replayed("refused", |here, command, output| {
        let message = stderr(output);
        assert_eq!(
            (output.status.code(), stdout(output).as_str()),
            (Some(2), ""),
            "{command}: {message}"
        );
        assert!(
            message.starts_with("pioche") && message.lines().count() == 1,
            "{command}: {message}"
        );
        let unfinished = |name: &String| name.starts_with(".pioche") || name.contains('.');
        assert!(
            !names(here).iter().any(unfinished),
            "{command} leaves {:?}",
            names(here)
        );
    });
}
