//! Tests in a pseudo-terminal: a game by lines, and the progress line, which is one line at any width, in the user's
//! language, and cleared at the end.

use crate::program::{folder, stdout};
use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{Eof, Expect, Needle};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use vt100::Parser;

/// Reads the output up to a text or the end, for at most two minutes. It sleeps between reads to leave a processor to
/// the program.
fn awaited(session: &mut OsSession, needle: impl Needle) -> String {
    for _ in 0..24_000 {
        let found = session
            .check(&needle)
            .unwrap_or_else(|error| panic!("{error}"));
        if !found.is_empty() {
            return String::from_utf8_lossy(found.as_bytes()).into_owned();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("it is not written");
}

/// Creates a terminal with this many columns and enough rows not to scroll.
fn terminal(columns: u16) -> Parser {
    let [rows, columns] = [100, columns].map(|size| size.try_into().expect("a size"));
    Parser::new(rows, columns, 0)
}

/// Returns the text on a terminal, without the empty rows at its end.
fn rows(terminal: &Parser, columns: u16) -> Vec<String> {
    let rows = terminal.screen().rows(0, columns);
    let mut rows: Vec<String> = rows.map(|row| row.trim_end().to_owned()).collect();
    while rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    rows
}

/// Starts the program in a terminal of a kind with this many columns.
fn seated(kind: &str, columns: u16, folder: &Path, args: &str) -> OsSession {
    // The pseudo-terminal may get its size after the shell has started.
    let size = format!("40 {columns}");
    let wait = format!("until [ \"$(stty size)\" = '{size}' ]; do :; done");
    let line = format!("{wait}; exec {} {args}", env!("CARGO_BIN_EXE_pioche"));
    let mut program = Command::new("sh");
    program.args(["-c", &line]).current_dir(folder);
    program.env("TERM", kind).env_remove("LC_ALL");
    let mut session = OsSession::spawn(program).expect("a pseudo-terminal");
    let process = session.get_process_mut();
    process.set_window_size(columns, 40).expect("a window");
    session
}

/// Asserts that each drawing is one line, some columns narrower than the terminal. Returns the lines and the final text
/// on the terminal.
fn drawn(columns: u16, written: &str) -> (Vec<String>, Vec<String>) {
    const CLEARED: &str = "\r\u{1b}[2K";
    let mut terminal = terminal(columns);
    let mut lines = Vec::new();
    let mut drawings = written.split(CLEARED).peekable();
    while let Some(drawing) = drawings.next() {
        terminal.process(drawing.as_bytes());
        if drawings.peek().is_some() {
            let seen = rows(&terminal, columns);
            assert!(seen.len() <= 1, "{columns}: {seen:?}");
            let width = seen.iter().map(|line| line.chars().count()).max();
            assert!(width <= Some(usize::from(columns - 3)), "{seen:?}");
            lines.extend(seen);
            terminal.process(CLEARED.as_bytes());
        }
    }
    (lines, rows(&terminal, columns))
}

#[test]
fn run_progress_is_one_line_at_any_width_then_erased() {
    for (columns, lang, text) in [
        (8, "en", "%"),
        (20, "en", " s left"),
        (40, "fr", "encore"),
        (80, "en", "━"),
        (200, "en", "2 of 2 · Alak · 20 cells · line"),
        (200, "fr", "2 sur 2 · Alak · 20 cases · ligne"),
    ] {
        // The second run is too long to end.
        let command = format!("simulate alak --cells 2,20 --deals 2M --threads 1 --lang {lang}");
        let mut session = seated("xterm-256color", columns, Path::new("."), &command);
        let before = awaited(&mut session, text);
        session.send("\u{3}").expect("typed");
        let written = before.clone() + &awaited(&mut session, Eof);
        let status = session.get_process().wait();
        assert!(
            matches!(status, Ok(WaitStatus::Exited(_, 130))),
            "{status:?}"
        );
        let (lines, _) = drawn(columns, &before);
        assert!(lines.iter().all(|line| line.contains('%')), "{lines:?}");
        let mut shown = terminal(columns);
        shown.process(written.as_bytes());
        let left = rows(&shown, columns).join("\n");
        for erased in [text, "━", "^C"] {
            assert!(!left.contains(erased) || columns == 8, "{columns}: {left}");
        }
    }
}

/// The percentage of several runs is that of the whole command, and no time is left at its end.
#[test]
fn progress_of_several_runs_is_that_of_the_command() {
    let folder = folder();
    let players = "--players minimax:1,random --threads 1 --lang en";
    for size in ["--deals 400k", "--precision 0.001"] {
        let command = format!("simulate nim --matches 32..34 --takes 8,9 {size} {players}");
        let mut session = seated("xterm-256color", 100, folder.path(), &command);
        let written = awaited(&mut session, Eof);
        let (lines, _) = drawn(100, &written);
        let mut former_share = 0;
        for line in &lines {
            let mut words = line.split_whitespace();
            let share = words.find_map(|word| word.strip_suffix('%'));
            let share: u32 = share.expect("a percentage").parse().expect("a number");
            assert!(
                share >= former_share || size.contains("precision"),
                "{lines:?}"
            );
            for (run, range) in [
                ("1 of 3", 0..=34),
                ("2 of 3", 32..=67),
                ("3 of 3", 65..=100),
            ] {
                assert!(
                    !line.contains(run) || range.contains(&share),
                    "{command}: {line}"
                );
            }
            assert!(share < 100 || !line.contains("left"), "{command}: {line}");
            former_share = share;
        }
        assert!(lines.len() > 2, "{command}: {lines:?}");
    }
}

/// A study shows a progress line while it plays, then its answer as without a terminal.
#[test]
fn study_shows_a_progress_line_then_its_answer() {
    let folder = folder();
    let study = "study --out s --scale 0.1 --chapter alliances --threads 1 --lang en";
    let mut session = seated("xterm-256color", 80, folder.path(), study);
    let written = awaited(&mut session, Eof);
    let (lines, left) = drawn(80, &written);
    assert!(lines.iter().any(|line| line.contains(" of 8")), "{lines:?}");
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left[0].starts_with("Study finished in ") && left[0].ends_with(": s/index.html"));
}

#[test]
fn line_based_game_works_at_terminal() {
    let game = "play nim --matches 5 --takes 2,3 --players human,human --lang fr";
    let mut session = seated("xterm", 80, Path::new("."), game);
    for (typed, text) in [
        ("4", "seulement 2 ou 3"),
        ("3", "2 allumettes sur"),
        ("2", "La partie est remportée par le joueur 2."),
    ] {
        awaited(&mut session, "retirez-vous");
        session.send_line(typed).expect("typed");
        awaited(&mut session, text);
    }
    awaited(&mut session, Eof);
    let status = session.get_process().wait();
    assert!(matches!(status, Ok(WaitStatus::Exited(_, 0))), "{status:?}");
}

/// A terminal without escape sequences gets plain lines: no bar, no colours, and at the end the answer alone.
#[test]
fn dumb_terminal_gets_no_escape_sequence() {
    for (kind, is_dumb) in [("dumb", true), ("xterm", false)] {
        for command in [
            "simulate nim --deals 400k --players minimax:1,random --threads 1 --lang en",
            "simulate nim --help --lang en",
        ] {
            let mut session = seated(kind, 80, Path::new("."), command);
            let written = awaited(&mut session, Eof);
            assert!(written.contains("layer 1"), "{kind}: {written}");
            assert_eq!(written.contains('\u{1b}'), !is_dumb, "{kind}: {written}");
            let has_bar = command.contains("400k") && !is_dumb;
            assert_eq!(written.contains('━'), has_bar, "{kind}: {written}");
        }
    }
}

/// A pipe has the width of the variable `COLUMNS`, if it is a number.
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
        "pioche simulate alliances --deals 500 --improve exchange",
        "pioche simulate alliances --deals 500 --chart c.svg --force",
        "pioche simulate nim --deals 3x",
        "pioche help columns",
        "printf 'help\\nq\\n' | pioche play nim --matches 9 --players human,human",
    ] {
        let default_width = width("", command);
        assert!(default_width > Some(60), "{command}: {default_width:?}");
        assert!(width("60", command) <= Some(60), "{command}");
        assert_eq!(width("x", command), default_width, "{command}");
    }
}
