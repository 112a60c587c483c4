//! The progress of long work: one line on the standard error at any width, none without a terminal that can draw it again.

use super::console::Console;
use super::signals::STOP_REQUESTED;
use super::terminal::is_dumb_terminal;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use pioche_engine::sim::Experiment;
use pioche_games::find_topic;
use pioche_report::Glossary;
use pioche_report::lang::glossary::unit_noun;
use pioche_report::lang::{Text, integer, percent, quantity, time_left, tr};
use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// The shortest time between two drawings of the line; indicatif alone draws in bursts.
const REDRAW_INTERVAL: Duration = Duration::from_millis(125);
/// Free columns to the right of the line for the `^C` that a terminal echoes. Without them it would wrap to a second
/// row, which is not cleared.
const RIGHT_MARGIN: u16 = 3;
/// The time after which the rate and the remaining time are shown.
const RATE_WARMUP: Duration = Duration::from_secs(1);
/// The time of a run besides its deals, for the start, the end and saving, in seconds.
const RUN_OVERHEAD_SECONDS: f64 = 0.02;

#[derive(Debug)]
struct NarrowTerm(Term);

impl TermLike for NarrowTerm {
    fn width(&self) -> u16 {
        self.0.size().1.saturating_sub(RIGHT_MARGIN).max(1)
    }

    fn height(&self) -> u16 {
        self.0.size().0
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

/// The progress line of one task. It is cleared when it is dropped.
pub struct ProgressLine {
    bar: ProgressBar,
    /// The unit of the amount; `None` if the line shows no rate.
    unit: Option<Text>,
    /// The expected time of each run, in milliseconds, in which a line of several runs is measured.
    run_times: Vec<u64>,
    /// The part of the line that the current run takes; `None` if the line is measured in the work itself.
    run_span: Cell<Option<(u64, u64)>>,
    /// The amount of work of the current run, if known.
    total: Cell<Option<u64>>,
    last_drawn: Cell<Option<Instant>>,
}

impl ProgressLine {
    /// Creates the line of a task; ` · ` separates the parts of `title`. `total` is the amount of work, if known.
    pub fn new(console: &Console, title: &str, total: Option<u64>) -> Self {
        let is_hidden = console.quiet || !io::stderr().is_terminal() || is_dumb_terminal();
        let target = if is_hidden {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::term_like(Box::new(NarrowTerm(Term::buffered_stderr())))
        };
        Self {
            bar: ProgressBar::with_draw_target(total, target).with_prefix(title.to_owned()),
            unit: None,
            run_times: Vec::new(),
            run_span: Cell::new(None),
            total: Cell::new(total),
            last_drawn: Cell::new(None),
        }
    }

    /// Creates the line of runs with these experiments and numbers of deals. One run is measured in deals, several by
    /// their expected time. A number is `None` if the run ends at a precision; such runs count as equally long.
    pub fn of_runs(
        console: &Console,
        runs: &[(&dyn Experiment, Option<u64>)],
        threads: Option<usize>,
    ) -> Self {
        if let [(experiment, deals)] = runs {
            let unit = Some(unit_noun(experiment.info().unit));
            return Self {
                unit,
                ..Self::new(console, "", *deals)
            };
        }
        let mut run_times = Vec::new();
        for (experiment, deals) in runs {
            let seconds = deals.map_or(1.0, |deals| expected_seconds(*experiment, deals, threads));
            run_times.push((seconds * 1000.0) as u64);
        }
        Self {
            run_times: run_times.clone(),
            ..Self::new(console, "", Some(run_times.into_iter().sum()))
        }
    }

    /// Starts a run of a line of runs: its number, from 0, its experiment, its number of deals if known, and those that
    /// were played before, which do not count for the rate.
    pub fn start_run(
        &self,
        index: usize,
        experiment: &dyn Experiment,
        deals: Option<u64>,
        initial_deals: u64,
    ) {
        let run_count = self.run_times.len();
        let mut title = run_title(experiment);
        if run_count > 1 {
            let run = index + 1;
            title = tr!("{run} of {run_count}", run, run_count) + " · " + &title;
            let start = self.run_times[..index].iter().sum();
            self.run_span.set(Some((start, self.run_times[index])));
        }
        drop(self.bar.clone().with_prefix(title));
        self.total.set(deals);
        if initial_deals > 0 {
            drop(self.bar.clone().with_position(self.position(initial_deals)));
            // The estimate restarts from the current position, so the position must be set first.
            self.bar.tick();
            self.bar.reset_eta();
        }
    }

    /// Sets the amount of work of the current run.
    pub fn set_total(&self, total: Option<u64>) {
        self.total.set(total);
        if let (None, Some(total)) = (self.run_span.get(), total) {
            self.bar.set_length(total);
        }
    }

    /// Returns the position of the line after an amount of the work of the current run.
    fn position(&self, done: u64) -> u64 {
        let Some((start, time)) = self.run_span.get() else {
            return done;
        };
        let total = self.total.get();
        start
            + total.map_or(0, |total| {
                (time as f64 * completed_share(done, total)) as u64
            })
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
        let columns = Term::stderr().size().1.saturating_sub(RIGHT_MARGIN);
        let bar_width = if columns < 60 || self.bar.length().is_none() {
            0
        } else {
            20
        };
        let template = if bar_width == 0 {
            "{wide_msg}"
        } else {
            "{bar:20} {wide_msg}"
        };
        let style = ProgressStyle::with_template(template).expect("the template is well formed");
        self.bar.set_style(style.progress_chars("━──"));
        let position = self.position(done);
        let text = self.line_text(position, usize::from(columns).saturating_sub(bar_width + 1));
        // Only the position draws the line.
        drop(self.bar.clone().with_message(text));
        self.bar.set_position(position);
    }

    /// Returns the parts of the line that fit, the more important ones first.
    fn line_text(&self, position: u64, max_width: usize) -> String {
        let bar = &self.bar;
        let mut text = match bar.length() {
            Some(total) => {
                let width = percent(1.0, 0).chars().count();
                format!("{:>width$}", percent(completed_share(position, total), 0))
            }
            None => quantity(position, self.unit.unwrap_or(Text(""))),
        };
        let mut parts = Vec::new();
        if bar.elapsed() >= RATE_WARMUP {
            // The estimate is that of the previous drawing.
            let is_complete = bar.length().is_some_and(|total| position >= total);
            if !bar.eta().is_zero() && !is_complete {
                parts.push(time_left(bar.eta().as_secs_f64().ceil()));
            }
            if self.unit.is_some() {
                parts.push(format!("{}/s", integer(bar.per_sec() as u64)));
            }
        }
        parts.extend(bar.prefix().split(" · ").map(str::to_owned));
        for part in parts {
            if text.chars().count() + 3 + part.chars().count() <= max_width {
                text = format!("{text} · {part}");
            }
        }
        text
    }
}

/// Estimates the duration of a run, in seconds.
fn expected_seconds(experiment: &dyn Experiment, deals: u64, threads: Option<usize>) -> f64 {
    let thread_count = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    RUN_OVERHEAD_SECONDS
        + deals as f64 * experiment.info().nanoseconds_per_deal / thread_count as f64 / 1e9
}

/// Returns the share of work that is done, in whole percent, rounded down: 1 only at the end.
fn completed_share(done: u64, total: u64) -> f64 {
    let percent = u128::from(done.min(total)) * 100 / u128::from(total.max(1));
    percent as f64 / 100.0
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

#[cfg(test)]
mod tests {
    use super::completed_share;

    #[test]
    fn share_is_1_only_at_the_end() {
        for (done, total, share) in [
            (0, 0, 0.0),
            (0, 300, 0.0),
            (299, 300, 0.99),
            (300, 300, 1.0),
            (301, 300, 1.0),
            (u64::MAX - 1, u64::MAX, 0.99),
        ] {
            assert_eq!(completed_share(done, total), share, "{done} of {total}");
        }
    }
}
