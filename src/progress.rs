//! The progress of long work: one line on the standard error at any width, none without a terminal. A terminal that knows
//! no escape sequences gets a new line every ten seconds.

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
use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// The shortest time between two drawings of the line; indicatif alone draws in bursts.
const REDRAW_INTERVAL: Duration = Duration::from_millis(125);
/// The time between two lines on a terminal that cannot draw a line again.
const PRINT_INTERVAL: Duration = Duration::from_secs(10);
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
    display: ProgressDisplay,
    /// The unit of the amount; `None` if the line shows no rate.
    unit: Option<Text>,
    /// The time of the last drawing, or of the start of printed lines.
    last_drawn: Cell<Option<Instant>>,
    /// The expected duration of each run, in seconds, of a line of runs.
    durations: Vec<f64>,
    /// The current step.
    step: RefCell<Step>,
}

impl ProgressLine {
    /// Creates the line of a task; ` · ` separates the parts of `title`. `total` is the amount of work, if known.
    pub fn new(console: &Console, title: &str, total: Option<u64>) -> Self {
        let display = ProgressDisplay::of_stderr(console);
        let target = match display {
            ProgressDisplay::RedrawnLine => {
                ProgressDrawTarget::term_like(Box::new(NarrowTerm(Term::buffered_stderr())))
            }
            ProgressDisplay::Hidden | ProgressDisplay::PrintedLines => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(total, target)
            .with_prefix(title.to_owned())
            .with_style(bar_style(0));
        Self {
            bar,
            display,
            unit: None,
            last_drawn: Cell::new((display == ProgressDisplay::PrintedLines).then(Instant::now)),
            durations: Vec::new(),
            step: RefCell::new(Step {
                seconds: None,
                total,
            }),
        }
    }

    /// Creates a line that shows the rate of work in this unit.
    pub fn with_unit(console: &Console, unit: Text, total: Option<u64>) -> Self {
        Self {
            unit: Some(unit),
            ..Self::new(console, "", total)
        }
    }

    /// Creates a line that measures work by its expected time, in seconds.
    fn with_seconds(console: &Console, seconds: f64) -> Self {
        Self::new(console, "", Some(milliseconds(seconds)))
    }

    /// Creates the line of runs with these experiments and numbers of deals. One run is measured in deals, several by
    /// their expected time. A number is `None` if the run ends at a precision; such runs count as equally long.
    pub fn of_runs(
        console: &Console,
        runs: &[(&dyn Experiment, Option<u64>)],
        threads: Option<usize>,
    ) -> Self {
        let durations: Vec<f64> = runs
            .iter()
            .map(|(experiment, deals)| {
                deals.map_or(1.0, |deals| expected_seconds(*experiment, deals, threads))
            })
            .collect();
        let line = if let [(experiment, deals)] = runs {
            let unit = unit_noun(experiment.info().unit);
            Self::with_unit(console, unit, *deals)
        } else {
            Self::with_seconds(console, durations.iter().sum())
        };
        Self { durations, ..line }
    }

    /// Starts a run of a line of runs: its number, from 0, its experiment, its number of deals if known, and those that
    /// were played before.
    pub fn start_run(
        &self,
        index: usize,
        experiment: &dyn Experiment,
        deals: Option<u64>,
        initial_deals: u64,
    ) {
        let run_count = self.durations.len();
        let title = run_title(experiment, (index + 1, run_count));
        self.set_title(&title);
        let start_seconds: f64 = self.durations[..index].iter().sum();
        let end_seconds = start_seconds + self.durations[index];
        self.step.replace(Step {
            seconds: (run_count > 1).then_some(start_seconds..end_seconds),
            total: deals,
        });
        self.set_initial_done(initial_deals);
    }

    fn is_hidden(&self) -> bool {
        self.display == ProgressDisplay::Hidden
    }

    pub fn set_title(&self, title: &str) {
        drop(self.bar.clone().with_prefix(title.to_owned()));
    }

    /// Sets the amount of work of the step.
    pub fn set_total(&self, total: Option<u64>) {
        let mut step = self.step.borrow_mut();
        step.total = total;
        if step.seconds.is_none() {
            total.map_or_else(
                || self.bar.unset_length(),
                |total| self.bar.set_length(total),
            );
        }
    }

    /// Sets the amount of the step that an earlier command has done, which does not count for the rate.
    fn set_initial_done(&self, done: u64) {
        if done == 0 {
            return;
        }
        let position = self.step.borrow().position(done);
        drop(self.bar.clone().with_position(position));
        // The estimate restarts from the current position, so the position must be set first.
        self.bar.tick();
        self.bar.reset_eta();
        self.set_done(done);
    }

    /// Sets the amount of the step that is done. Returns true if the line was drawn.
    pub fn set_done(&self, done: u64) -> bool {
        // Chunks still end after a signal, but the line is not drawn any more.
        let interval = match self.display {
            ProgressDisplay::PrintedLines => PRINT_INTERVAL,
            ProgressDisplay::Hidden | ProgressDisplay::RedrawnLine => REDRAW_INTERVAL,
        };
        let is_recent = self
            .last_drawn
            .get()
            .is_some_and(|drawn| drawn.elapsed() < interval);
        if self.is_hidden() || is_recent || STOP_REQUESTED.load(Ordering::Relaxed) {
            return false;
        }
        self.last_drawn.set(Some(Instant::now()));
        let position = self.step.borrow().position(done);
        let columns =
            terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| width.0);
        let text_width = usize::from(columns.saturating_sub(RIGHT_MARGIN));
        if self.display == ProgressDisplay::PrintedLines {
            self.bar.set_position(position);
            let text = self.line_text(position, text_width);
            let _ = writeln!(io::stderr().lock(), "{text}");
            return true;
        }
        let bar_width: usize = match (self.bar.length(), columns) {
            (None, _) | (_, ..30) => 0,
            (_, 30..60) => 10,
            (_, 60..) => 20,
        };
        self.bar.set_style(bar_style(bar_width));
        let text = self.line_text(position, text_width.saturating_sub(bar_width + 1));
        // Only the position draws the line.
        drop(self.bar.clone().with_message(text));
        self.bar.set_position(position);
        true
    }

    /// Returns the parts of the line that fit, the more important ones first; `done` is the position of the line.
    fn line_text(&self, done: u64, max_width: usize) -> String {
        let bar = &self.bar;
        let percent = |share| percent(share, 0);
        let mut parts = vec![match bar.length() {
            Some(total) => {
                let share = completed_share(done, total);
                format!("{:>1$}", percent(share), percent(1.0).chars().count())
            }
            None => quantity(done, self.unit.unwrap_or(Text(""))),
        }];
        if bar.elapsed() >= RATE_WARMUP {
            // The estimate is that of the previous drawing.
            let is_complete = bar.length().is_some_and(|total| done >= total);
            parts.extend(
                Some(bar.eta())
                    .filter(|eta| !eta.is_zero() && !is_complete)
                    .map(|eta| time_left(eta.as_secs_f64().ceil())),
            );
            parts.extend(
                self.unit
                    .map(|_| format!("{}/s", integer(bar.per_sec() as u64))),
            );
        }
        parts.extend(bar.prefix().split(" · ").map(str::to_owned));
        let mut text = parts.remove(0);
        for part in parts {
            if text.chars().count() + 3 + part.chars().count() <= max_width {
                text = format!("{text} · {part}");
            }
        }
        text
    }
}

/// The way in which progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProgressDisplay {
    Hidden,
    /// A line that is drawn again and again.
    RedrawnLine,
    /// A new line from time to time.
    PrintedLines,
}

impl ProgressDisplay {
    /// Returns the way for the standard error.
    fn of_stderr(console: &Console) -> Self {
        if console.quiet || !io::stderr().is_terminal() {
            Self::Hidden
        } else if is_dumb_terminal() {
            Self::PrintedLines
        } else {
            Self::RedrawnLine
        }
    }
}

/// A part of a line: a run, whose work is its deals.
struct Step {
    /// The part of the line that the step takes, in seconds; `None` if it takes the whole line, in its own unit.
    seconds: Option<Range<f64>>,
    /// The amount of work of the step, if known.
    total: Option<u64>,
}

impl Step {
    /// Returns the position of the line after an amount of the work of the step.
    fn position(&self, done: u64) -> u64 {
        let Some(seconds) = &self.seconds else {
            return done;
        };
        let share = self.total.map_or(0.0, |total| completed_share(done, total));
        milliseconds(seconds.start + share * (seconds.end - seconds.start))
    }
}

/// Estimates the duration of a run, in seconds.
fn expected_seconds(experiment: &dyn Experiment, deals: u64, threads: Option<usize>) -> f64 {
    let thread_count = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    RUN_OVERHEAD_SECONDS
        + deals as f64 * experiment.info().nanoseconds_per_deal / thread_count as f64 / 1e9
}

/// Converts seconds to the unit of a line that measures work by its expected time.
fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1000.0) as u64
}

/// Returns the share of work that is done, in whole percent, rounded down: 1 only at the end.
fn completed_share(done: u64, total: u64) -> f64 {
    let percent = u128::from(done.min(total)) * 100 / u128::from(total.max(1));
    percent as f64 / 100.0
}

/// Returns the parts of the title of a run, separated by ` · `; `run_position` is its number, from 1, and the number of
/// runs.
fn run_title(experiment: &dyn Experiment, run_position: (usize, usize)) -> String {
    let mut title = Vec::new();
    if run_position.1 > 1 {
        title.push(run_position_text(run_position));
    }
    let Some(topic) = find_topic(experiment.topic()) else {
        title.push(experiment.name());
        return title.join(" · ");
    };
    title.push(topic.title.translated().to_owned());
    for field in experiment.settings() {
        title.push(topic.setting_phrase(field.key(), &field.value));
    }
    title.retain(|phrase| !phrase.is_empty());
    title.join(" · ")
}

/// Returns the style of a bar of this many columns and the text; without a bar for 0.
fn bar_style(length: usize) -> ProgressStyle {
    let template = if length == 0 {
        "{wide_msg}".to_owned()
    } else {
        format!("{{bar:{length}}} {{wide_msg}}")
    };
    ProgressStyle::with_template(&template)
        .expect("the template is well formed")
        .progress_chars("━──")
}

fn run_position_text((run, of): (usize, usize)) -> String {
    tr!("{run} of {of}", run, of)
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
