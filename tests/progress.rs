//! The line of progress at a real terminal, as a terminal shows it: one line at any width, in the reader's words, and
//! nothing of it left behind; and the time left that it tells.

use crate::cli::outputs::file_name;
use crate::cli::pace::{Pace, WRITING, Work, takes};
use crate::tests::cli::folder;
use crate::tests::study_cli::{PLAYED, same};
use crate::tests::terminal::awaited;
use crate::topics::{TOPICS, scaled};
use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{Eof, Expect};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use vt100::Parser;

/// A terminal of so many columns, on which nothing goes out of sight.
fn terminal(columns: u16) -> Parser {
    let [rows, columns] = [100, columns].map(|size| size.try_into().expect("a size"));
    Parser::new(rows, columns, 0)
}

/// What a terminal shows, without the empty rows at its end.
fn rows(terminal: &Parser, columns: u16) -> Vec<String> {
    let mut rows: Vec<String> = terminal.screen().rows(0, columns).map(|row| row.trim_end().to_owned()).collect();
    while rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    rows
}

/// The program at a terminal of so many columns.
fn seated(columns: u16, folder: &Path, args: &str) -> OsSession {
    // The pseudo-terminal gets a size of its own when it is made, perhaps after the shell has begun.
    let size = format!("40 {columns}");
    let wide =
        format!("until [ \"$(stty size)\" = '{size}' ]; do :; done; exec {} {args}", env!("CARGO_BIN_EXE_pioche"));
    let mut program = Command::new("sh");
    program.args(["-c", &wide]).current_dir(folder).env("TERM", "xterm-256color").env_remove("LC_ALL");
    let mut session = OsSession::spawn(program).expect("a pseudo-terminal");
    session.get_process_mut().set_window_size(columns, 40).expect("a window");
    session
}

/// Holds each picture of what was written to one whole line, some columns narrower than the terminal; gives the lines,
/// and what stands there at the end.
fn drawn(columns: u16, written: &str) -> (Vec<String>, Vec<String>) {
    let (mut terminal, mut lines) = (terminal(columns), Vec::new());
    for picture in written.split_inclusive("\r\u{1b}[J") {
        let (line, erased) = picture.strip_suffix("\r\u{1b}[J").map_or((picture, ""), |line| (line, "\r\u{1b}[J"));
        terminal.process(line.as_bytes());
        let seen = rows(&terminal, columns);
        if !erased.is_empty() && !seen.is_empty() {
            assert_eq!(seen.len(), 1, "{columns}: {seen:?}");
            assert!(seen[0].chars().count() <= usize::from(columns), "{seen:?}");
            lines.extend(seen);
        }
        terminal.process(erased.as_bytes());
    }
    (lines, rows(&terminal, columns))
}

#[test]
fn a_run_is_one_line_at_any_width_and_leaves_nothing_behind() {
    for (lang, second, words) in [
        ("en", "2 of 6", ["Alak", "5 cells", "random against random", " games", "P = "]),
        ("fr", "2 sur 6", ["Alak", "5 cases", "au hasard contre au hasard", " parties sur ", "P = "]),
    ] {
        for columns in [20, 80, 200] {
            let command = format!("simulate alak --cells 4..9 --deals 300k --threads 1 --lang {lang}");
            let mut session = seated(columns, Path::new("."), &command);
            let before = awaited(&mut session, second);
            std::thread::sleep(Duration::from_millis(100));
            session.send("\u{3}").expect("typed");
            let written = before.clone() + &awaited(&mut session, Eof);
            assert!(matches!(session.get_process().wait(), Ok(WaitStatus::Exited(_, 130))));
            let (lines, _) = drawn(columns, &before);
            assert!(lines.iter().all(|line| line.contains('%')), "{lines:?}");
            let mut shown = terminal(columns);
            shown.process(written.as_bytes());
            let left = rows(&shown, columns).join("\n");
            assert!(!left.contains(second) && !left.contains("/s") && !left.contains("^C"), "{columns}: {left}");
            assert!(words.iter().all(|word| columns < 200 || written.contains(word)), "{written}");
        }
    }
}

/// From the first command that anybody types to its end: one line, then the answer, nothing twice, as without a terminal;
/// and by one thread the same study to the byte.
#[test]
fn a_study_is_one_line_and_then_its_answer() {
    let folder = folder();
    let (_, piped) = &*PLAYED;
    let (findings, done) = piped.trim_end().rsplit_once('\n').expect("lines");
    assert!(done.starts_with("The study is done, in ") && done.ends_with(" s: s/index.html"), "{done}");
    let mut session = seated(80, folder.path(), "study --out t --scale 0.001 --threads 1 --lang en");
    let written = awaited(&mut session, Eof);
    let (lines, left) = drawn(80, &written);
    assert!(lines.len() > 5 && lines.iter().all(|line| line.contains('%') && line.contains(" of ")), "{lines:?}");
    let (last, told) = left.split_last().expect("lines");
    assert!(told.join(" ").split_whitespace().eq(findings.split_whitespace()), "{told:?}");
    assert!(last.ends_with(" s: t/index.html"), "{last}");
    same(&folder.path().join("t"));
}

/// Studies as one was played, on machines of other speeds: from the tenth second on the time left is told within a factor
/// of two, and a second.
#[test]
fn the_time_left_of_a_study_is_right_within_a_factor_of_two() {
    let recorded = include_str!("data/study-times.txt").lines().filter(|line| !line.starts_with('#'));
    let recorded: Vec<Vec<&str>> = recorded.map(|line| line.split(' ').collect()).collect();
    // What joined the study since then was not timed.
    let timed = |name: &str| recorded.iter().any(|row| row[0] == name);
    let runs = || {
        let all = TOPICS.iter().flat_map(|topic| (topic.study)());
        all.map(|(question, deals)| (file_name(&question.name()), question, deals)).filter(|(name, ..)| timed(name))
    };
    let names: Vec<String> = runs().map(|(name, ..)| name).collect();
    assert_eq!(names, recorded.iter().map(|row| row[0]).collect::<Vec<_>>(), "the study has lost runs, or their order");
    for (column, scale) in [(1, 1.0), (2, 0.001)] {
        let expected: Vec<f64> =
            runs().map(|(_, question, deals)| takes(question.as_ref(), scaled(deals, scale), 2.0)).collect();
        let took: Vec<f64> = recorded.iter().map(|row| row[column].parse().expect("seconds")).collect();
        for slower in [0.5, 1.0, 3.0, 20.0] {
            let all = (took.iter().sum::<f64>() + 2.5) * slower;
            let mut work = Work { all: expected.iter().sum::<f64>() + WRITING, ..Work::default() };
            let mut seconds = 0.0;
            for (expected, took) in expected.iter().zip(&took) {
                work.done += expected;
                seconds += took * slower;
                let (rest, told) = (all - seconds, work.left(seconds));
                let right = |told: f64| told < 2.0 * rest + 1.0 && rest < 2.0 * told + 1.0;
                assert!(seconds < 10.0 || told.is_some_and(right), "{scale} {slower} {seconds}: {told:?} for {rest}");
            }
        }
    }
}

/// A run that is slow at first is soon told at the speed that it has then; nothing is told of what was not seen.
#[test]
fn a_pace_forgets_the_first_moments() {
    let mut pace = Pace::default();
    let done = |seconds: f64| if seconds < 1.5 { 500.0 * seconds } else { 750.0 + 1e6 * (seconds - 1.5) };
    for tenth in 0..600_u16 {
        let seconds = f64::from(tenth) / 10.0;
        match pace.rate(seconds, done(seconds)) {
            None => assert!(seconds < 1.0),
            Some(rate) => assert!(seconds < 4.0 || (0.5e6..2e6).contains(&rate), "{seconds}: {rate}"),
        }
    }
    assert_eq!(Pace::default().rate(5.0, 1e9), None);
}
