//! A run: a plan, the deals that were simulated, and their counts.

use super::plan::{Plan, Precision};
use super::ranges::Ranges;
use super::stop::Stopped;
use crate::stats::{Layout, Tally};
use std::ops::Range;

/// A run of an experiment, complete or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The plan.
    pub plan: Plan,
    /// The deals that were simulated.
    pub done: Ranges,
    /// The counts.
    pub tally: Tally,
    /// The reason why the run ended.
    pub stopped: Stopped,
}

impl Run {
    /// True if all deals of the plan were simulated.
    pub fn is_whole(&self) -> bool {
        self.done == Ranges::from(0..self.plan.deals)
    }

    /// Returns a run of a plan without any deal, to be continued by [`Experiment::resume`](super::Experiment::resume).
    pub fn empty(plan: Plan, layout: Layout) -> Self {
        Self { plan, done: Ranges::default(), tally: Tally::empty(layout), stopped: Stopped::Interrupted }
    }

    /// Returns the run with a plan that asks for at least as much, to be continued.
    ///
    /// Returns `None` when a run of that plan would not pass through these counts: the experiment or the seed differs,
    /// the deals are not the first ones of `part`, or a stop rule could have ended the run earlier.
    pub fn with_plan(self, plan: Plan, part: &Range<u64>) -> Option<Self> {
        let same = self.plan.experiment == plan.experiment && self.plan.seed == plan.seed;
        let begun = self.done.prefix_of(part).is_some();
        let passes = |asked: &Precision| self.plan.precision.as_ref().is_some_and(|own| asked.implies(own));
        let passed = self.tally.deals == 0 || plan.precision.as_ref().is_none_or(passes);
        (same && begun && passed).then_some(Self { plan, stopped: Stopped::Interrupted, ..self })
    }
}
