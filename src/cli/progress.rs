//! The progress of a run on the standard error, one line at any width. Silent when that is no terminal.
//!
//! What is drawn is filled up to its width, some columns narrower than the terminal is. In the margin beside it there is
//! room for a `^C` that the terminal echoes, which would else begin another line, where it could not be taken away any
//! more.

use super::console::Console;
use crate::lang::Glossary;
use crate::lang::progress::Progress as Line;
use crate::topics::topic;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use pioche_engine::sim::{Aim, Experiment, MOST_DEALS, Plan, Progress};
use pioche_engine::stats::{Confidence, Method};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two estimates.
const PAUSE: Duration = Duration::from_millis(250);

pub struct Bar {
    bar: ProgressBar,
    console: Console,
    /// Whether no number of deals ends the run.
    open: bool,
    confidence: Confidence,
    method: Method,
    shown: Mutex<Shown>,
}

struct Shown {
    line: Line,
    /// When the first deals were counted, and how many there were.
    begun: Option<(Instant, u64)>,
    estimated: Instant,
}

impl Bar {
    /// The line for `deals` deals of a plan.
    pub fn new(
        console: &Console,
        question: &dyn Experiment,
        (plan, deals): (&Plan, u64),
        place: (usize, usize),
        (confidence, method): (Confidence, Method),
    ) -> Self {
        let bar = ProgressBar::with_draw_target(Some(deals), target(console));
        bar.set_style(ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_bar()));
        let lang = console.lang;
        let (title, settings) = topic(question.topic()).map_or_else(
            || (question.name(), Vec::new()),
            |topic| {
                let phrase = |(key, value): &(&str, String)| topic.words.phrase(lang, key, value);
                let phrases = question.options().iter().map(phrase).filter(|phrase| !phrase.is_empty()).collect();
                (topic.words.title.of(lang).to_owned(), phrases)
            },
        );
        let settings = settings.join(" · ");
        let unit = question.about().unit.word();
        let line = Line { run: place, title, settings, unit, done: 0, deals, rate: None, estimate: None };
        let shown = Mutex::new(Shown { line, begun: None, estimated: Instant::now() });
        Self { bar, console: *console, open: plan.ceiling().is_none(), confidence, method, shown }
    }

    /// Takes note of a chunk.
    pub fn tick(&self, progress: &Progress<'_>) {
        if self.bar.is_hidden() {
            return;
        }
        if self.console.interrupt.load(Ordering::Relaxed) {
            // Chunks that were begun still end: they draw nothing any more.
            return self.finish();
        }
        let Ok(mut shown) = self.shown.lock() else { return };
        shown.line.done = progress.done;
        match shown.begun {
            None => shown.begun = Some((Instant::now(), progress.done)),
            Some((begun, before)) => {
                let seconds = begun.elapsed().as_secs_f64();
                shown.line.rate = (seconds > 0.0).then(|| progress.done.saturating_sub(before) as f64 / seconds);
            }
        }
        // Intervals cost more than a chunk of a fast game: not after each.
        if shown.estimated.elapsed() >= PAUSE {
            shown.estimated = Instant::now();
            self.estimate(&mut shown.line, progress);
        }
        self.bar.set_message(shown.line.line(self.console.lang, columns().into()));
    }

    fn estimate(&self, line: &mut Line, progress: &Progress<'_>) {
        if let Some(aim) = (progress.aim)().filter(|_| self.open) {
            line.deals = expected(line.done, &aim);
        }
        if let Some(share) = (progress.proportions)().first() {
            let interval = share.interval(self.method, self.confidence);
            line.estimate = Some([share.estimate(), interval.low, interval.high]);
        }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How many deals a precision is likely to take, when `done` made the intervals what they are: widths fall as the
/// square root of the deals grows.
fn expected(done: u64, aim: &Aim) -> u64 {
    (done as f64 * aim.excess().max(1.0).powi(2)).min(MOST_DEALS as f64) as u64
}

pub struct Painting(ProgressBar);

impl Painting {
    pub fn new(console: &Console, title: &str) -> Self {
        let bar = ProgressBar::with_draw_target(None, target(console));
        let style = ProgressStyle::with_template("{prefix} [{wide_bar}] {human_pos}/{human_len} · {eta}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("━━ "));
        bar.set_prefix(title.to_owned());
        Self(bar)
    }

    /// So many pictures of so many are painted.
    pub fn tick(&self, done: usize, all: usize) {
        self.0.set_length(all as u64);
        self.0.set_position(done as u64);
    }
}

impl Drop for Painting {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

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
