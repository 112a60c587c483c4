//! The progress of long work: one line on the standard error at any width, none without a terminal that can draw it again.

use super::console::Console;
use super::signals::STOP_REQUESTED;
use super::terminal::is_dumb_terminal;
use console::Term;
use pioche_engine::sim::Experiment;
use pioche_games::find_topic;
use pioche_report::Glossary;
use pioche_report::lang::{percent, time_left, tr};
use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The shortest time between two drawings of the line.
const REDRAW_INTERVAL: Duration = Duration::from_millis(125);
/// Free columns to the right of the line for the `^C` that a terminal echoes. Without them it would wrap to a second
/// row, which is not cleared.
const RIGHT_MARGIN: usize = 3;
/// The width of the bar, on a terminal of at least three times this width.
const BAR_WIDTH: usize = 20;

/// The progress line of a task of one or more runs. It is cleared when it is dropped.
pub struct ProgressLine {
    /// `None` if no line is drawn.
    terminal: Option<Term>,
    run_count: usize,
    /// The number of the current run, from 0.
    run: Cell<usize>,
    title: RefCell<String>,
    /// The amount of work of the current run, if known.
    total: Cell<Option<u64>>,
    /// The share of the work at the time from which the remaining time is estimated.
    start: Cell<(f64, Instant)>,
    last_drawn: Cell<Option<Instant>>,
}

impl ProgressLine {
    /// Creates the line of a task; `total` is the amount of work, if known.
    pub fn new(console: &Console, title: &str, total: Option<u64>) -> Self {
        let is_hidden = console.quiet || is_dumb_terminal();
        Self {
            terminal: Some(Term::buffered_stderr()).filter(|term| term.is_term() && !is_hidden),
            run_count: 1,
            run: Cell::new(0),
            title: RefCell::new(title.to_owned()),
            total: Cell::new(total),
            start: Cell::new((0.0, Instant::now())),
            last_drawn: Cell::new(None),
        }
    }

    /// Creates the line of some runs, which count as equally long.
    pub fn of_runs(console: &Console, run_count: usize) -> Self {
        let mut line = Self::new(console, "", None);
        line.run_count = run_count;
        line
    }

    /// Starts a run of a line of runs: its number, from 0, its experiment, its number of deals if known, and those that
    /// were played before, which do not count for the remaining time.
    pub fn start_run(
        &self,
        run: usize,
        experiment: &dyn Experiment,
        deals: Option<u64>,
        initial_deals: u64,
    ) {
        let mut title = run_title(experiment);
        if self.run_count > 1 {
            let run_count = self.run_count;
            title = tr!("{run} of {run_count}", run = run + 1, run_count) + " · " + &title;
        }
        self.title.replace(title);
        self.run.set(run);
        self.total.set(deals);
        if initial_deals > 0 {
            self.start.set((self.share(initial_deals), Instant::now()));
        }
    }

    /// Sets the amount of work of the current run.
    pub fn set_total(&self, total: Option<u64>) {
        self.total.set(total);
    }

    /// Returns the share of the whole work after an amount of the current run.
    fn share(&self, done: u64) -> f64 {
        let total = self.total.get();
        let run_share = total.map_or(0.0, |total| done.min(total) as f64 / total.max(1) as f64);
        (self.run.get() as f64 + run_share) / self.run_count as f64
    }

    /// Sets the amount of the current run that is done, and draws the line unless it was drawn just before.
    pub fn set_done(&self, done: u64) {
        let Some(terminal) = &self.terminal else {
            return;
        };
        let last_drawn = self.last_drawn.get();
        let is_recent = last_drawn.is_some_and(|time| time.elapsed() < REDRAW_INTERVAL);
        // Chunks still end after a signal, but the line is not drawn any more.
        if is_recent || STOP_REQUESTED.load(Ordering::Relaxed) {
            return;
        }
        self.last_drawn.set(Some(Instant::now()));
        let columns = usize::from(terminal.size().1);
        let line = self.line(self.share(done), columns >= 3 * BAR_WIDTH);
        let width = columns.saturating_sub(RIGHT_MARGIN);
        let line: String = line.chars().take(width).collect();
        let drawn = terminal
            .clear_line()
            .and_then(|()| terminal.write_str(&line));
        // A terminal that cannot be written gets no line.
        let _ = drawn.and_then(|()| terminal.flush());
    }

    /// Returns the bar, the percentage, which is 100 only at the end, the remaining time, and the title.
    fn line(&self, share: f64, has_bar: bool) -> String {
        let mut parts = vec![percent((share * 100.0).floor() / 100.0, 0)];
        let (start_share, start) = self.start.get();
        if share > start_share && share < 1.0 {
            let seconds = start.elapsed().as_secs_f64();
            parts.push(time_left(
                (seconds * (1.0 - share) / (share - start_share)).ceil(),
            ));
        }
        parts.push(self.title.borrow().clone());
        let text = parts.join(" · ");
        if !has_bar {
            return text;
        }
        let done = (share * BAR_WIDTH as f64) as usize;
        let bar = "━".repeat(done) + &"─".repeat(BAR_WIDTH - done);
        format!("{bar} {text}")
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let (Some(terminal), Some(_)) = (&self.terminal, self.last_drawn.get()) {
            let _ = terminal.clear_line().and_then(|()| terminal.flush());
        }
    }
}

/// Returns the parts of the title of a run, separated by ` · `.
fn run_title(experiment: &dyn Experiment) -> String {
    let Some(topic) = find_topic(experiment.topic()) else {
        return experiment.name();
    };
    let mut title = vec![topic.title.translated().to_owned()];
    for field in experiment.settings() {
        title.push(topic.setting_phrase(field.key(), &field.value));
    }
    title.retain(|phrase| !phrase.is_empty());
    title.join(" · ")
}
