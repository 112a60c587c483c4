//! The progress of long work: one line on the standard error at any width, none without a terminal.

use super::console::Console;
use crate::lang::Glossary;
use crate::lang::glossary::count_with_unit;
use crate::lang::time_left;
use crate::topics::find_topic;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use pioche_engine::sim::Experiment;
use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The shortest time between two drawings of the line; indicatif alone draws in bursts.
const REDRAW_INTERVAL: Duration = Duration::from_millis(125);
/// Free columns to the right of the line for the `^C` that a terminal echoes. Without them it would wrap to a second
/// row, which is not cleared.
const RIGHT_MARGIN: u16 = 3;
/// The time after which the rate and the remaining time are shown.
const RATE_WARMUP: Duration = Duration::from_secs(1);

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
    console: Console,
    /// The unit of the amount; `None` if the line shows no rate.
    unit: Option<&'static str>,
    last_drawn: Cell<Option<Instant>>,
}

impl ProgressLine {
    /// Creates the line of a task; ` · ` separates the parts of `title`. `total` is the amount of work, if known.
    pub fn new(console: &Console, title: &str, total: Option<u64>) -> Self {
        let target = if console.quiet || !io::stderr().is_terminal() {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::term_like(Box::new(NarrowTerm(Term::buffered_stderr())))
        };
        let bar = ProgressBar::with_draw_target(total, target)
            .with_prefix(title.to_owned())
            .with_style(bar_style(0));
        Self {
            bar,
            console: *console,
            unit: None,
            last_drawn: Cell::new(None),
        }
    }

    /// Creates the line of an experiment; `position` is its number and the number of experiments.
    pub fn for_experiment(
        console: &Console,
        experiment: &dyn Experiment,
        run_position: (usize, usize),
        total: Option<u64>,
    ) -> Self {
        let lang = console.lang;
        let mut title = if run_position.1 == 1 {
            Vec::new()
        } else {
            vec![run_position_text(console, run_position)]
        };
        match find_topic(experiment.topic()) {
            None => title.push(experiment.name()),
            Some(topic) => {
                title.push(topic.glossary.title.in_lang(lang).to_owned());
                let settings = experiment.command_line_options();
                let phrases = settings.iter().flatten().map(|field| {
                    topic
                        .glossary
                        .setting_phrase(lang, field.key, &field.value.to_string())
                });
                title.extend(phrases.filter(|phrase| !phrase.is_empty()));
            }
        }
        Self {
            unit: Some(experiment.info().unit),
            ..Self::new(console, &title.join(" · "), total)
        }
    }

    pub fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    pub fn set_title(&self, title: &str) {
        drop(self.bar.clone().with_prefix(title.to_owned()));
    }

    pub fn set_total(&self, total: Option<u64>) {
        total.map_or_else(
            || self.bar.unset_length(),
            |total| self.bar.set_length(total),
        );
    }

    /// Sets the amount done by an earlier run, which does not count for the rate.
    pub fn set_initial_position(&self, done: u64) {
        if done > 0 {
            drop(self.bar.clone().with_position(done));
            // The estimate restarts from the current position, so the position must be set first.
            self.bar.tick();
            self.bar.reset_eta();
        }
    }

    /// Sets the amount done. Returns true if the line was drawn.
    pub fn set_position(&self, done: u64) -> bool {
        // Chunks still end after a signal, but the line is not drawn any more.
        let just_drawn = self
            .last_drawn
            .get()
            .is_some_and(|drawn| drawn.elapsed() < REDRAW_INTERVAL);
        if self.is_hidden() || just_drawn || self.console.interrupt.load(Ordering::Relaxed) {
            return false;
        }
        self.last_drawn.set(Some(Instant::now()));
        let columns =
            terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| width.0);
        let length: usize = match columns {
            _ if self.bar.length().is_none() => 0,
            ..30 => 0,
            30..60 => 10,
            60.. => 20,
        };
        self.bar.set_style(bar_style(length));
        let text = self.line_text(
            done,
            usize::from(columns.saturating_sub(RIGHT_MARGIN)).saturating_sub(length + 1),
        );
        // Only the position draws the line.
        drop(self.bar.clone().with_message(text));
        self.bar.set_position(done);
        true
    }

    /// Returns the parts of the line that fit, the more important ones first.
    fn line_text(&self, done: u64, max_width: usize) -> String {
        let (lang, bar) = (self.console.lang, &self.bar);
        let percent = |share| lang.percent(share, 0);
        let mut parts = vec![match bar.length() {
            Some(total) => {
                let share = (done as f64 / total.max(1) as f64).min(1.0);
                format!("{:>1$}", percent(share), percent(1.0).chars().count())
            }
            None => count_with_unit(lang, self.unit.unwrap_or_default(), done),
        }];
        if bar.elapsed() >= RATE_WARMUP {
            parts.extend(
                Some(bar.eta())
                    .filter(|eta| !eta.is_zero())
                    .map(|eta| time_left(lang, eta.as_secs_f64().ceil())),
            );
            parts.extend(
                self.unit
                    .map(|_| format!("{}/s", lang.integer(bar.per_sec() as u64))),
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

pub fn run_position_text(console: &Console, (run, of): (usize, usize)) -> String {
    console
        .lang
        .either(format!("{run} sur {of}"), format!("{run} of {of}"))
}
