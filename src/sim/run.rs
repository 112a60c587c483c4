//! What a run has counted.

use super::plan::Plan;
use super::stop::Stopped;
use crate::stats::Tally;
use std::ops::Range;

/// What a run has counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// What it was asked to do.
    pub plan: Plan,
    /// The deals that were played.
    pub done: Range<u64>,
    /// The counts.
    pub tally: Tally,
    /// Why it ended.
    pub stopped: Stopped,
}
