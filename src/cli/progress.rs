//! The progress of a run on the standard error, one line at any width. Silent when that is no terminal.
//!
//! The line is some columns narrower than the terminal is. In the margin beside it there is room for a `^C` that the
//! terminal echoes, which would else begin another line, where it could not be taken away any more.

use super::console::Console;
use super::pace::Pace;
use crate::lang::Glossary;
use crate::lang::progress::{Progress as Line, line};
use crate::topics::topic;
use pioche_engine::sim::{Aim, Experiment, MOST_DEALS, Plan, Progress};
use pioche_engine::stats::{Confidence, Method};
use std::io::{self, IsTerminal, Write as _};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Columns that stay free.
const MARGIN: u16 = 3;
/// Time between two pictures of a line, and two estimates.
const PAUSE: Duration = Duration::from_millis(125);

/// The last line of the terminal, which is drawn again and again, and leaves nothing behind.
pub struct Footer {
    /// Nobody sees it: there is no terminal, or no wish.
    pub hidden: bool,
    console: Console,
    /// When it was drawn last, and its columns.
    drawn: Mutex<Option<(Instant, usize)>>,
}

impl Footer {
    pub fn new(console: &Console) -> Self {
        Self { hidden: console.quiet || !io::stderr().is_terminal(), console: *console, drawn: Mutex::default() }
    }

    /// Draws a line of at most so many columns, unless one was drawn a moment ago.
    pub fn draw(&self, line: impl FnOnce(usize) -> String) {
        if self.hidden {
            return;
        }
        if self.console.interrupt.load(Ordering::Relaxed) {
            // Chunks that were begun still end: they draw nothing any more.
            return self.clear();
        }
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.is_none_or(|(when, _)| when.elapsed() >= PAUSE) {
            let text = line(columns().saturating_sub(MARGIN).max(1).into());
            put(&format!("{}{text}", erased(*drawn)));
            *drawn = Some((Instant::now(), text.chars().count()));
        }
    }

    /// Takes the line away.
    pub fn clear(&self) {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.is_some() {
            put(&erased(drawn.take()));
        }
    }
}

impl Drop for Footer {
    fn drop(&mut self) {
        self.clear();
    }
}

/// What takes a line away, with the rows that a terminal which has become narrower broke it into.
fn erased(drawn: Option<(Instant, usize)>) -> String {
    let rows = drawn.map_or(0, |(_, width)| width.saturating_sub(1) / usize::from(columns().max(1)));
    if rows > 0 { format!("\r\u{1b}[{rows}A\u{1b}[J") } else { "\r\u{1b}[J".to_owned() }
}

fn columns() -> u16 {
    terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| width.0)
}

/// At once: nobody is to see half of a line.
fn put(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

pub struct Bar {
    footer: Footer,
    /// Whether no number of deals ends the run.
    open: bool,
    how: (Method, Confidence),
    since: Instant,
    shown: Mutex<(Line, Pace)>,
}

impl Bar {
    /// The line for `deals` deals of a plan.
    pub fn new(
        console: &Console,
        question: &dyn Experiment,
        (plan, deals): (&Plan, u64),
        run: (usize, usize),
        (confidence, method): (Confidence, Method),
    ) -> Self {
        let lang = console.lang;
        let (title, settings) = topic(question.topic()).map_or_else(
            || (question.name(), Vec::new()),
            |topic| {
                let phrase = |(key, value): &(&str, String)| topic.words.phrase(lang, key, value);
                let phrases =
                    question.options().iter().flatten().map(phrase).filter(|phrase| !phrase.is_empty()).collect();
                (topic.words.title.of(lang).to_owned(), phrases)
            },
        );
        let (settings, unit) = (settings.join(" · "), question.about().unit.word());
        let open = plan.ceiling().is_none();
        let deals = (!open).then_some(deals);
        let line = Line { run, title, settings, unit, done: 0, deals, rate: None, estimate: None };
        let shown = Mutex::new((line, Pace::default()));
        Self { footer: Footer::new(console), open, how: (method, confidence), since: Instant::now(), shown }
    }

    /// Takes note of a chunk.
    pub fn tick(&self, progress: &Progress<'_>) {
        self.footer.draw(|columns| {
            let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
            let (line, pace) = &mut *shown;
            line.done = progress.done;
            line.rate = pace.rate(self.since.elapsed().as_secs_f64(), progress.done as f64);
            if let Some(aim) = (progress.aim)().filter(|_| self.open && line.rate.is_some()) {
                line.deals = expected(line.done, &aim);
            }
            if let Some(share) = (progress.proportions)().first() {
                let interval = share.interval(self.how.0, self.how.1);
                line.estimate = Some([share.estimate(), interval.low, interval.high]);
            }
            line.line(self.footer.console.lang, columns)
        });
    }

    pub fn finish(&self) {
        self.footer.clear();
    }
}

/// How many deals a precision is likely to take, when `done` made the intervals what they are: widths fall as the
/// square root of the deals grows. Unknown when that is more than anybody can play.
fn expected(done: u64, aim: &Aim) -> Option<u64> {
    let deals = done as f64 * (aim.widest / aim.asked).max(1.0).powi(2);
    (deals < MOST_DEALS as f64).then_some(deals as u64)
}

/// The line of a film that is painted.
pub struct Painting {
    footer: Footer,
    title: String,
}

impl Painting {
    pub fn new(console: &Console, title: &str) -> Self {
        Self { footer: Footer::new(console), title: title.to_owned() }
    }

    /// So many pictures of so many are painted.
    pub fn tick(&self, done: usize, all: usize) {
        let (lang, share) = (self.footer.console.lang, done as f64 / all.max(1) as f64);
        let parts = [(1, self.title.clone()), (0, lang.percent(share, 0)), (2, format!("{done}/{all}"))];
        self.footer.draw(|columns| line(&parts, share, columns));
    }
}
