//! What a run has counted.

use super::plan::Plan;
use super::ranges::Ranges;
use super::stop::Stopped;
use crate::stats::{Layout, Tally};

/// What a run has counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// What it was asked to do.
    pub plan: Plan,
    /// The deals that were played.
    pub done: Ranges,
    /// The counts.
    pub tally: Tally,
    /// Why it ended.
    pub stopped: Stopped,
}

impl Run {
    /// A run of a plan that has played nothing yet.
    pub fn nothing(plan: Plan, layout: Layout) -> Self {
        Self { plan, done: Ranges::default(), tally: Tally::empty(layout), stopped: Stopped::Interrupted }
    }
}
