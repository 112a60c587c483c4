//! The progress of a run on the standard error: rate, time left, the current estimate. Silent when that is no terminal.

use super::console::Console;
use crate::lang::{Remark, Say};
use crate::sim::{Plan, Precision, Progress};
use crate::stats::{Confidence, Method, Proportion};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time between two estimates.
const PAUSE: Duration = Duration::from_millis(250);

/// A bar for one run.
pub struct Bar {
    bar: ProgressBar,
    console: Console,
    /// What ends the run when no number of deals does.
    precision: Option<Precision>,
    confidence: Confidence,
    method: Method,
    estimated: Mutex<Instant>,
}

impl Bar {
    /// A bar for `deals` deals of a plan.
    pub fn new(console: &Console, plan: &Plan, deals: u64, confidence: Confidence, method: Method) -> Self {
        let target = if console.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(8) };
        let bar = ProgressBar::with_draw_target(Some(deals), target);
        let style =
            ProgressStyle::with_template("{prefix} [{wide_bar}] {human_pos}/{human_len} · {per_sec} · {eta} · {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("━━ "));
        bar.set_prefix(plan.experiment.clone());
        let precision = plan.precision.filter(|_| plan.ceiling().is_none());
        Self { bar, console: *console, precision, confidence, method, estimated: Mutex::new(Instant::now()) }
    }

    /// Takes note of a chunk.
    pub fn tick(&self, progress: &Progress<'_>) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(progress.done);
        // Intervals cost more than a chunk of a fast game: not after each.
        let Ok(mut estimated) = self.estimated.lock() else { return };
        if estimated.elapsed() >= PAUSE {
            *estimated = Instant::now();
            let proportions = (progress.proportions)();
            if let Some(precision) = self.precision {
                self.bar.set_length(expected(progress.done, precision, &proportions));
            }
            if let Some(share) = proportions.first() {
                let interval = share.interval(self.method, self.confidence);
                let estimate = Remark::Estimate { share: share.estimate(), low: interval.low, high: interval.high };
                self.bar.set_message(estimate.say(self.console.lang));
            }
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How many deals a precision is likely to take, when `done` made the intervals what they are: widths fall as the
/// square root of the deals grows.
fn expected(done: u64, precision: Precision, proportions: &[Proportion]) -> u64 {
    let ratio = precision.widest(proportions) / precision.half_width;
    (done as f64 * ratio.max(1.0).powi(2)) as u64
}

/// A bar for the pictures of a film.
#[cfg(feature = "charts")]
pub struct Painting(ProgressBar);

#[cfg(feature = "charts")]
impl Painting {
    /// A bar named `title`.
    pub fn new(console: &Console, title: &str) -> Self {
        let target = if console.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(8) };
        let bar = ProgressBar::with_draw_target(None, target);
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

#[cfg(feature = "charts")]
impl Drop for Painting {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
