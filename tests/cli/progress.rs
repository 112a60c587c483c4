//! Tests in a pseudo-terminal: a game by lines, and the progress line, which is one line at any width, in the user's
//! language, and cleared at the end.

use crate::program::folder;
use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{Eof, Expect, Needle};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use vt100::Parser;

/// Reads the output up to a text or the end, for at most two minutes. It sleeps between reads to leave a processor to
/// the program.
fn awaited(session: &mut OsSession, needle: impl Needle) -> String {
    for _ in 0..24_000 {
        let found = session.check(&needle).expect("it is written");
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
    let mut rows: Vec<String> = terminal
        .screen()
        .rows(0, columns)
        .map(|row| row.trim_end().to_owned())
        .collect();
    while rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    rows
}

/// Starts the program in a terminal with this many columns.
fn seated(columns: u16, folder: &Path, args: &str) -> OsSession {
    seated_at("xterm-256color", columns, folder, args)
}

/// Starts the program in a terminal of a kind with this many columns.
fn seated_at(kind: &str, columns: u16, folder: &Path, args: &str) -> OsSession {
    // The pseudo-terminal may get its size after the shell has started.
    let size = format!("40 {columns}");
    let wide = format!(
        "until [ \"$(stty size)\" = '{size}' ]; do :; done; exec {} {args}",
        env!("CARGO_BIN_EXE_pioche")
    );
    let mut program = Command::new("sh");
    program
        .args(["-c", &wide])
        .current_dir(folder)
        .env("TERM", kind)
        .env_remove("LC_ALL");
    let mut session = OsSession::spawn(program).expect("a pseudo-terminal");
    session
        .get_process_mut()
        .set_window_size(columns, 40)
        .expect("a window");
    session
}

/// Asserts that each drawing is one line, some columns narrower than the terminal. Returns the lines and the final text
/// on the terminal.
fn drawn(columns: u16, written: &str) -> (Vec<String>, Vec<String>) {
    const CLEARED: &str = "\r\u{1b}[2K";
    let (mut terminal, mut lines) = (terminal(columns), Vec::new());
    for picture in written.split_inclusive(CLEARED) {
        let (line, cleared) = picture
            .strip_suffix(CLEARED)
            .map_or((picture, ""), |line| (line, CLEARED));
        terminal.process(line.as_bytes());
        let seen = rows(&terminal, columns);
        if !cleared.is_empty() && !seen.is_empty() {
            assert_eq!(seen.len(), 1, "{columns}: {seen:?}");
            assert!(
                seen[0].chars().count() <= usize::from(columns - 3),
                "{seen:?}"
            );
            lines.extend(seen);
        }
        terminal.process(cleared.as_bytes());
    }
    (lines, rows(&terminal, columns))
}

#[test]
fn run_progress_is_one_line_at_any_width_then_erased() {
    let (english, french) = (
        "2 of 6 · Alak · 5 cells · line",
        "2 sur 6 · Alak · 5 cases · ligne",
    );
    for (columns, lang, second, words) in [
        (8, "en", "%", ""),
        (20, "en", "2 of 6", ""),
        (40, "fr", "2 sur 6", ""),
        (80, "en", "━", "━"),
        (200, "en", "2 of 6", english),
        (200, "fr", "2 sur 6", french),
    ] {
        let command = format!("simulate alak --cells 4..9 --deals 300k --threads 1 --lang {lang}");
        let mut session = seated(columns, Path::new("."), &command);
        let before = awaited(&mut session, second);
        std::thread::sleep(Duration::from_millis(100));
        session.send("\u{3}").expect("typed");
        let written = before.clone() + &awaited(&mut session, Eof);
        assert!(matches!(
            session.get_process().wait(),
            Ok(WaitStatus::Exited(_, 130))
        ));
        let (lines, _) = drawn(columns, &before);
        assert!(lines.iter().all(|line| line.contains('%')), "{lines:?}");
        let mut shown = terminal(columns);
        shown.process(written.as_bytes());
        let left = rows(&shown, columns).join("\n");
        assert!(!left.contains(second) || columns == 8, "{columns}: {left}");
        assert!(
            !left.contains('━') && !left.contains("^C"),
            "{columns}: {left}"
        );
        assert!(written.contains(words), "{written}");
    }
}

/// Returns the percentage in a progress line.
fn percent(line: &str) -> u32 {
    let word = line
        .split_whitespace()
        .find_map(|word| word.strip_suffix('%'))
        .expect("a percentage");
    word.parse().expect("a number")
}

/// The percentage of several runs is that of the whole command, and no time is left at its end.
#[test]
fn progress_of_several_runs_is_that_of_the_command() {
    let folder = folder();
    let players = "--players minimax:1,random --threads 1 --lang en";
    for command in [
        format!("simulate nim --matches 32..34 --takes 8,9 --deals 400k {players}"),
        format!("simulate nim --matches 32..34 --takes 8,9 --precision 0.001 {players}"),
    ] {
        let mut session = seated(100, folder.path(), &command);
        let written = awaited(&mut session, Eof);
        let (lines, _) = drawn(100, &written);
        let shares: Vec<u32> = lines.iter().map(|line| percent(line)).collect();
        assert!(lines.len() > 2, "{command}: {lines:?}");
        assert!(
            command.contains("--precision") || shares.is_sorted(),
            "{command}: {lines:?}"
        );
        for (line, share) in lines.iter().zip(&shares) {
            for (run, range) in [
                ("1 of 3", 0..=34),
                ("2 of 3", 32..=67),
                ("3 of 3", 65..=100),
            ] {
                assert!(
                    !line.contains(run) || range.contains(share),
                    "{command}: {line}"
                );
            }
            assert!(*share < 100 || !line.contains("left"), "{command}: {line}");
        }
    }
}

/// A study shows a progress line while it plays, then its answer as without a terminal.
#[test]
fn study_shows_a_progress_line_then_its_answer() {
    let folder = folder();
    let study = "study --out s --scale 0.02 --chapter alliances --threads 1 --lang en";
    let mut session = seated(80, folder.path(), study);
    let written = awaited(&mut session, Eof);
    let (lines, left) = drawn(80, &written);
    let has_line = |part: &str| lines.iter().any(|line| line.contains(part));
    assert!(has_line(" of 8"), "{lines:?}");
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left[0].starts_with("Study finished in ") && left[0].ends_with(": s/index.html"));
}

#[test]
fn line_based_game_works_at_terminal() {
    let mut game = seated(
        80,
        Path::new("."),
        "play nim --matches 5 --takes 2,3 --players human,human --lang fr",
    );
    game.set_expect_timeout(Some(Duration::from_secs(30)));
    game.expect("|||||").expect("the matches are drawn");
    game.send_line("4").expect("typed");
    game.expect("4").expect("the refusal names it");
    game.send_line("3").expect("typed");
    game.expect("2 allumettes sur")
        .expect("two matches are left");
    game.send_line("2").expect("typed");
    game.expect("La partie est remportée par le joueur 2.")
        .expect("player 2 wins");
    awaited(&mut game, Eof);
    assert!(matches!(
        game.get_process().wait(),
        Ok(WaitStatus::Exited(_, 0))
    ));
}

/// A terminal without escape sequences gets plain lines: no bar, no colours, and at the end the answer alone.
#[test]
fn dumb_terminal_gets_no_escape_sequence() {
    let here = Path::new(".");
    for (kind, is_dumb) in [("dumb", true), ("xterm", false)] {
        let command = "simulate nim --deals 400k --players minimax:1,random --threads 1";
        let mut session = seated_at(kind, 80, here, command);
        let written = awaited(&mut session, Eof);
        assert!(written.contains("Player 1 wins"), "{kind}: {written}");
        assert_eq!(written.contains('\u{1b}'), !is_dumb, "{kind}: {written}");
        assert_eq!(written.contains('━'), !is_dumb, "{kind}: {written}");
        let mut session = seated_at(kind, 80, here, "simulate nim --deals 1G --threads 1");
        std::thread::sleep(Duration::from_millis(300));
        session.send("\u{3}").expect("typed");
        let written = awaited(&mut session, Eof);
        assert_eq!(written.contains('\u{1b}'), !is_dumb, "{kind}: {written}");
        let mut session = seated_at(kind, 80, here, "simulate nim --help");
        let written = awaited(&mut session, Eof);
        assert_eq!(written.contains('\u{1b}'), !is_dumb, "{kind}: {written}");
    }
}

#[test]
#[ignore = "it waits for two lines of progress, 20 seconds"]
fn dumb_terminal_gets_a_line_every_ten_seconds() {
    for (lang, unit) in [("en", "left"), ("fr", "encore")] {
        let command = format!("simulate alak --cells 9 --deals 1G --threads 1 --lang {lang}");
        let mut session = seated_at("dumb", 80, Path::new("."), &command);
        let started = Instant::now();
        let first = awaited(&mut session, "\n");
        let first_seconds = started.elapsed().as_secs();
        let second = awaited(&mut session, "\n");
        let second_seconds = started.elapsed().as_secs();
        session.send("\u{3}").expect("typed");
        awaited(&mut session, Eof);
        assert!((9..13).contains(&first_seconds), "{first_seconds}: {first}");
        assert!(
            (19..25).contains(&second_seconds),
            "{second_seconds}: {second}"
        );
        for line in [first, second] {
            assert!(line.contains('%') && line.contains("Alak"), "{line}");
            assert!(line.contains(unit) && line.contains("/s"), "{line}");
            assert!(!line.contains('\u{1b}') && !line.contains('━'), "{line}");
        }
    }
}
