//! The progress of long work on the standard error: one line at any width, none when that is no terminal.

use super::console::Console;
use crate::lang::glossary::unit_count;
use crate::lang::time::time_left;
use crate::lang::{Glossary, either};
use crate::topics::topic;
use pioche_engine::sim::Experiment;
use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The shortest time between two drawings of the line.
const PAUSE: Duration = Duration::from_millis(125);
/// Columns beside the line, where a `^C` that the terminal echoes has room. It would otherwise begin another row, which
/// stays.
const MARGIN: u16 = 3;
/// The time after which the rate and the time left are known.
const KNOWN: Duration = Duration::from_secs(1);
/// Clears the row of the cursor.
const CLEAR: &str = "\r\x1b[2K";

/// The line of one piece of work. It is cleared when it is dropped.
pub struct ProgressLine {
    console: Console,
    is_hidden: bool,
    /// The title, ` · ` between its parts.
    title: RefCell<String>,
    /// The amount of work, where that is known.
    total: Cell<Option<u64>>,
    /// The unit of the amount, if the line shows a rate.
    unit: Option<&'static str>,
    /// The time and the amount from which the rate is measured.
    start: Cell<(Instant, u64)>,
    drawn: Cell<Option<Instant>>,
}

impl ProgressLine {
    /// The line of work with this title, ` · ` between its parts; `total` is its amount, where that is known.
    pub fn new(console: &Console, title: &str, total: Option<u64>) -> Self {
        Self {
            console: *console,
            is_hidden: console.quiet || !io::stderr().is_terminal(),
            title: RefCell::new(title.to_owned()),
            total: Cell::new(total),
            unit: None,
            start: Cell::new((Instant::now(), 0)),
            drawn: Cell::new(None),
        }
    }

    /// The line of the run of a question, the first of `run` of the second.
    pub fn of_run(console: &Console, question: &dyn Experiment, run: (usize, usize), total: Option<u64>) -> Self {
        let lang = console.lang;
        let mut title = if run.1 == 1 { Vec::new() } else { vec![place(console, run)] };
        match topic(question.topic()) {
            None => title.push(question.name()),
            Some(topic) => {
                title.push(topic.words.title.in_lang(lang).to_owned());
                let settings = question.options();
                let phrases = settings
                    .iter()
                    .flatten()
                    .map(|field| topic.words.phrase(lang, field.key, &field.value.to_string()));
                title.extend(phrases.filter(|phrase| !phrase.is_empty()));
            }
        }
        let mut line = Self::new(console, &title.join(" · "), total);
        line.unit = Some(question.info().unit);
        line
    }

    pub fn is_hidden(&self) -> bool {
        self.is_hidden
    }

    pub fn title(&self, title: &str) {
        self.title.replace(title.to_owned());
    }

    pub fn total(&self, total: Option<u64>) {
        self.total.set(total);
    }

    /// The amount that was done before: it says nothing about the rate.
    pub fn skip(&self, done: u64) {
        self.start.set((Instant::now(), done));
    }

    /// Takes note of the amount that is done. Returns whether the line was drawn.
    pub fn set(&self, done: u64) -> bool {
        // After a signal nothing is drawn any more, although chunks still end.
        let just_drawn = self.drawn.get().is_some_and(|drawn| drawn.elapsed() < PAUSE);
        if self.is_hidden || just_drawn || self.console.interrupt.load(Ordering::Relaxed) {
            return false;
        }
        self.drawn.set(Some(Instant::now()));
        let columns = terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| width.0);
        let share = self.total.get().map(|total| (done as f64 / total.max(1) as f64).min(1.0));
        let bar = match (share, columns) {
            (None, _) | (_, ..30) => String::new(),
            (Some(share), _) => {
                let length: usize = if columns < 60 { 10 } else { 20 };
                let filled = (length as f64 * share) as usize;
                format!("{}{} ", "━".repeat(filled), "─".repeat(length - filled))
            }
        };
        let room = usize::from(columns.saturating_sub(MARGIN)).saturating_sub(bar.chars().count());
        let text = self.text((done, share), room);
        let mut stderr = io::stderr();
        let _ = stderr.write_all(format!("{CLEAR}{bar}{text}").as_bytes()).and_then(|()| stderr.flush());
        true
    }

    /// The parts of the line that there is room for, the more important ones first.
    fn text(&self, (done, share): (u64, Option<f64>), room: usize) -> String {
        let lang = self.console.lang;
        let percent = |share| lang.percent(share, 0);
        let mut text = match share {
            Some(share) => format!("{:>1$}", percent(share), percent(1.0).chars().count()),
            None => unit_count(lang, self.unit.unwrap_or_default(), done),
        };
        let (since, before) = self.start.get();
        let rate = done.saturating_sub(before) as f64 / since.elapsed().as_secs_f64();
        let mut parts = Vec::new();
        if since.elapsed() >= KNOWN {
            let rest = self.total.get().map(|total| total.saturating_sub(done) as f64 / rate);
            parts.extend(rest.filter(|rest| *rest > 0.0).map(|rest| time_left(lang, rest.ceil())));
            parts.extend(self.unit.map(|_| format!("{}/s", lang.integer(rate as u64))));
        }
        parts.extend(self.title.borrow().split(" · ").map(str::to_owned));
        for part in parts {
            if text.chars().count() + 3 + part.chars().count() <= room {
                text = format!("{text} · {part}");
            }
        }
        text
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.drawn.get().is_some() {
            let _ = io::stderr().write_all(CLEAR.as_bytes());
        }
    }
}

pub fn place(console: &Console, (run, of): (usize, usize)) -> String {
    either!(console.lang, "{run} sur {of}", "{run} of {of}")
}
