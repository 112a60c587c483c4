//! The line of progress at a real terminal: one line at any width, in the reader's words, and nothing of it left behind.

use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{Eof, Expect};
use std::process::Command;
use std::time::Duration;

/// What a terminal of so many columns shows: each line as it stands now, a longer one going on below.
struct Screen {
    columns: usize,
    lines: Vec<Vec<char>>,
    column: usize,
    /// How many lines were too long.
    wrapped: usize,
}

impl Screen {
    fn of(columns: usize, output: &str) -> Self {
        let mut screen = Self { columns, lines: vec![vec![]], column: 0, wrapped: 0 };
        let mut signs = output.chars();
        while let Some(sign) = signs.next() {
            match sign {
                '\r' => screen.column = 0,
                '\n' => screen.lines.push(vec![]),
                '\u{1b}' => screen.control(&mut signs),
                sign if sign.is_control() => {}
                sign => screen.put(sign),
            }
        }
        screen
    }

    fn put(&mut self, sign: char) {
        if self.column == self.columns {
            (self.column, self.wrapped) = (0, self.wrapped + 1);
            self.lines.push(vec![]);
        }
        let line = self.lines.last_mut().expect("a line");
        line.resize(line.len().max(self.column + 1), ' ');
        line[self.column] = sign;
        self.column += 1;
    }

    /// Lines are cleared whole, or from the cursor on; the cursor never goes to another line.
    fn control(&mut self, signs: &mut impl Iterator<Item = char>) {
        let end = |sign: &char| sign.is_ascii_alphabetic();
        let mut text = String::new();
        for sign in signs.by_ref() {
            text.push(sign);
            if end(&sign) {
                break;
            }
        }
        let line = self.lines.last_mut().expect("a line");
        match text.as_str() {
            "[2K" => line.clear(),
            "[K" | "[0K" | "[J" | "[0J" => line.truncate(self.column),
            moved => assert!(!moved.ends_with(['A', 'B', 'H', 'F', 'E']), "the cursor moves: {moved}"),
        }
    }

    fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{}\n", line.iter().collect::<String>().trim_end())).collect()
    }
}

/// A run of a sweep at a terminal of so many columns, left with `^C` once the second run has begun: all that was written
/// before, and all of it.
fn interrupted(columns: u16, lang: &str, second: &str) -> (String, String) {
    let simulation = format!("simulate alak --cells 4..9 --deals 2M --threads 1 --lang {lang}");
    // The pseudo-terminal gets a size of its own when it is made, perhaps after the shell has begun.
    let mut program = Command::new("sh");
    let wide = format!("sleep 1; stty echo cols {columns} rows 24; exec {} {simulation}", env!("CARGO_BIN_EXE_pioche"));
    program.args(["-c", &wide]).env("TERM", "xterm-256color").env_remove("LC_ALL");
    let mut session = OsSession::spawn(program).expect("a pseudo-terminal");
    session.set_expect_timeout(Some(Duration::from_secs(120)));
    let found = session.expect(second).expect("the second run begins");
    let before = String::from_utf8_lossy(found.as_bytes()).into_owned();
    std::thread::sleep(Duration::from_millis(100));
    session.send("\u{3}").expect("typed");
    let rest = session.expect(Eof).expect("the program ends");
    let rest = String::from_utf8_lossy(rest.as_bytes()).into_owned();
    assert!(matches!(session.get_process().wait(), Ok(WaitStatus::Exited(_, 130))));
    (before.clone(), before + &rest)
}

#[test]
fn it_is_one_line_at_any_width_and_leaves_nothing_behind() {
    for (lang, second, words) in [
        ("en", "2 of 6", ["Alak", "5 cells", "random against random", " games", "/s", "P = "]),
        ("fr", "2 sur 6", ["Alak", "5 cases", "au hasard contre au hasard", " parties sur ", "/s", "P = "]),
    ] {
        for columns in [20, 80, 200] {
            let (before, all) = interrupted(columns, lang, second);
            let under_way = Screen::of(columns.into(), &before);
            assert_eq!((under_way.lines.len(), under_way.wrapped), (1, 0), "{columns}: {}", under_way.text());
            assert!(before.contains('%') && !before.contains("alak cells"), "{before}");
            let left = Screen::of(columns.into(), &all);
            assert!(!left.text().contains(second) && !left.text().contains("/s"), "{columns}: {}", left.text());
            assert!(!left.text().contains("^C"), "{columns}: {}", left.text());
            if columns == 200 {
                for word in words {
                    assert!(all.contains(word), "{word}: {all}");
                }
            }
        }
    }
}
