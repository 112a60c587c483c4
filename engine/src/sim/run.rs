//! What a run has counted.

use super::plan::{Plan, Precision};
use super::ranges::Ranges;
use super::stop::Stopped;
use crate::stats::{Layout, Tally};
use std::ops::Range;

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
    /// Whether all deals of its plan were played.
    pub fn is_whole(&self) -> bool {
        self.done == Ranges::of(0..self.plan.deals)
    }

    /// A run of a plan that has played nothing yet.
    pub fn nothing(plan: Plan, layout: Layout) -> Self {
        Self { plan, done: Ranges::default(), tally: Tally::empty(layout), stopped: Stopped::Interrupted }
    }

    /// The same run under a plan that asks for at least as much, to be gone on with; `None` when a run of that plan
    /// would not have come by here: of another experiment or seed, with deals outside of `part` or holes, or with a stop
    /// rule that could have ended it before.
    pub fn under(self, plan: Plan, part: &Range<u64>) -> Option<Self> {
        let same = self.plan.experiment == plan.experiment && self.plan.seed == plan.seed;
        let begun = self.done.prefix_of(part).is_some();
        let passes = |asked: &Precision| self.plan.precision.as_ref().is_some_and(|own| asked.implies(own));
        let passed = self.tally.deals == 0 || plan.precision.as_ref().is_none_or(passes);
        (same && begun && passed).then_some(Self { plan, stopped: Stopped::Interrupted, ..self })
    }
}
