//! The progress of long work: one line on the standard error at any width, none without a terminal that can draw it again.

use super::console::Console;
use super::signals::STOP_REQUESTED;
use super::terminal::is_dumb_terminal;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use pioche_engine::sim::Experiment;
use pioche_games::find_topic;
use pioche_report::Glossary;
use pioche_report::lang::{percent, time_left, tr};
use std::cell::{Cell, RefCell};
use std::io;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The shortest time between two drawings of the line; indicatif alone draws in bursts.
const REDRAW_INTERVAL: Duration = Duration::from_millis(125);
/// Free columns to the right of the line for the `^C` that a terminal echoes. Without them it would wrap to a second
/// row, which is not cleared.
const RIGHT_MARGIN: u16 = 3;
/// The width of the bar, on a terminal of at least three times this width.
const BAR_WIDTH: usize = 20;
/// The number of parts of a run in which the line is measured.
const RUN_PARTS: u64 = 10_000;

/// The standard error without its right margin.
#[derive(Debug)]
struct NarrowTerm(Term);

impl TermLike for NarrowTerm {
    fn width(&self) -> u16 {
        self.0.size().1.saturating_sub(RIGHT_MARGIN).max(1)
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_up(lines)
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_down(lines)
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_right(columns)
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_left(columns)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The progress line of a task of one or more runs. It is cleared when it is dropped.
pub struct ProgressLine {
    bar: ProgressBar,
    run_count: usize,
    /// The number of the current run, from 0.
    run: Cell<usize>,
    title: RefCell<String>,
    /// The amount of work of the current run, if known.
    total: Cell<Option<u64>>,
    last_drawn: Cell<Option<Instant>>,
}

impl ProgressLine {
    /// Creates the line of a task; `total` is the amount of work, if known.
    pub fn new(console: &Console, title: &str, total: Option<u64>) -> Self {
        let line = Self::of_runs(console, 1);
        line.title.replace(title.to_owned());
        line.set_total(total);
        line
    }

    /// Creates the line of some runs, which count as equally long.
    pub fn of_runs(console: &Console, run_count: usize) -> Self {
        let terminal = Term::buffered_stderr();
        let is_hidden = console.quiet || !terminal.is_term() || is_dumb_terminal();
        let target = if is_hidden {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::term_like(Box::new(NarrowTerm(terminal)))
        };
        Self {
            bar: ProgressBar::with_draw_target(Some(RUN_PARTS * run_count as u64), target),
            run_count,
            run: Cell::new(0),
            title: RefCell::default(),
            total: Cell::new(None),
            last_drawn: Cell::new(None),
        }
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
            drop(self.bar.clone().with_position(self.position(initial_deals)));
            self.bar.reset_eta();
        }
    }

    /// Sets the amount of work of the current run.
    pub fn set_total(&self, total: Option<u64>) {
        self.total.set(total);
    }

    /// Returns the position of the line after an amount of the current run.
    fn position(&self, done: u64) -> u64 {
        let run_share = match self.total.get() {
            Some(total) => done.min(total) as f64 / total.max(1) as f64,
            None => 0.0,
        };
        ((self.run.get() as f64 + run_share) * RUN_PARTS as f64) as u64
    }

    /// Sets the amount of the current run that is done, and draws the line unless it was drawn just before.
    pub fn set_done(&self, done: u64) {
        let last_drawn = self.last_drawn.get();
        let is_recent = last_drawn.is_some_and(|time| time.elapsed() < REDRAW_INTERVAL);
        // Chunks still end after a signal, but the line is not drawn any more.
        if self.bar.is_hidden() || is_recent || STOP_REQUESTED.load(Ordering::Relaxed) {
            return;
        }
        self.last_drawn.set(Some(Instant::now()));
        let position = self.position(done);
        let has_bar = usize::from(Term::stderr().size().1) >= 3 * BAR_WIDTH;
        let template = if has_bar {
            "{bar:20} {wide_msg}"
        } else {
            "{wide_msg}"
        };
        let style = ProgressStyle::with_template(template).expect("the template is well formed");
        self.bar.set_style(style.progress_chars("━──"));
        // Only the position draws the line.
        drop(self.bar.clone().with_message(self.line_text(position)));
        self.bar.set_position(position);
    }

    /// Returns the percentage, which is 100 only at the end, the remaining time, and the title.
    fn line_text(&self, position: u64) -> String {
        let whole = self.bar.length().unwrap_or(RUN_PARTS);
        let mut parts = vec![percent((position * 100 / whole) as f64 / 100.0, 0)];
        // The estimate is that of the previous drawing.
        let time = self.bar.eta();
        if !time.is_zero() && position < whole {
            parts.push(time_left(time.as_secs_f64().ceil()));
        }
        parts.push(self.title.borrow().clone());
        parts.join(" · ")
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
