//! The terminal that progress is drawn on: the standard error, some columns narrower than it is.
//!
//! What is drawn is filled up to its width. In the margin beside it there is room for a `^C` that the terminal echoes,
//! which would else begin another line, where it could not be taken away any more.

use super::console::Console;
use indicatif::{ProgressDrawTarget, TermLike};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};
use std::sync::{Mutex, PoisonError};

/// Columns that stay free.
const MARGIN: u16 = 3;
/// How often is drawn, in a second.
const OFTEN: u8 = 8;

/// Where progress is drawn, unless nobody wants to see it or could.
pub fn target(console: &Console) -> ProgressDrawTarget {
    if console.quiet || !io::stderr().is_terminal() {
        return ProgressDrawTarget::hidden();
    }
    ProgressDrawTarget::term_like_with_hz(Box::new(Beside(Mutex::default())), OFTEN)
}

/// The columns that may be drawn on.
pub fn columns() -> u16 {
    size().0.saturating_sub(MARGIN).max(1)
}

fn size() -> (u16, u16) {
    terminal_size::terminal_size_of(io::stderr()).map_or((80, 24), |(width, height)| (width.0, height.0))
}

/// The standard error without its margin; what is written waits for the next flush.
#[derive(Debug)]
struct Beside(Mutex<String>);

impl Beside {
    fn put(&self, text: &str) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
        Ok(())
    }

    /// Moves the cursor; by nothing is by one, for a terminal.
    fn moved(&self, by: usize, way: char) -> io::Result<()> {
        let mut text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if by > 0 {
            let _ = write!(text, "\u{1b}[{by}{way}");
        }
        Ok(())
    }
}

impl TermLike for Beside {
    fn width(&self) -> u16 {
        columns()
    }

    fn height(&self) -> u16 {
        size().1
    }

    fn move_cursor_up(&self, by: usize) -> io::Result<()> {
        self.moved(by, 'A')
    }

    fn move_cursor_down(&self, by: usize) -> io::Result<()> {
        self.moved(by, 'B')
    }

    fn move_cursor_right(&self, by: usize) -> io::Result<()> {
        self.moved(by, 'C')
    }

    fn move_cursor_left(&self, by: usize) -> io::Result<()> {
        self.moved(by, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.put(text)?;
        self.put("\n")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.put(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.put("\r\u{1b}[2K")
    }

    fn flush(&self) -> io::Result<()> {
        let text = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let mut stderr = io::stderr().lock();
        stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush())
    }
}
