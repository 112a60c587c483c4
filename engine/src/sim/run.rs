//! A run: a plan, the deals that were simulated, and their counts.

use super::plan::Plan;
use super::ranges::RangeSet;
use super::stop::StopReason;
use crate::stats::{Tally, TallyLayout};
use std::ops::Range;

/// A run of an experiment, complete or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The plan.
    pub plan: Plan,
    /// The deals that were simulated.
    pub done: RangeSet,
    /// The counts.
    pub tally: Tally,
    /// The reason why the run ended.
    pub stop_reason: StopReason,
}

impl Run {
    /// True if all deals of the plan were simulated.
    pub fn has_all_deals(&self) -> bool {
        self.done == RangeSet::from(0..self.plan.deals)
    }

    /// Returns a run of a plan without any deal, to be continued by [`Experiment::resume`](super::Experiment::resume).
    pub fn empty(plan: Plan, layout: TallyLayout) -> Self {
        Self {
            plan,
            done: RangeSet::default(),
            tally: Tally::empty(layout),
            stop_reason: StopReason::Interrupted,
        }
    }

    /// Returns the run with a plan that asks for at least as much, to be continued.
    ///
    /// Returns `None` when a run of that plan would not pass through these counts: the experiment or the seed differs,
    /// the deals are not the first ones of `part`, or a stop rule could have ended the run earlier.
    pub fn with_plan(self, plan: Plan, part: &Range<u64>) -> Option<Self> {
        let has_same_deals = self.plan.experiment == plan.experiment && self.plan.seed == plan.seed;
        let has_first_deals = self.done.end_if_prefix_of(part).is_some();
        let could_have_ended = match (&plan.stop_rule, &self.plan.stop_rule) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(stop_rule), Some(former_rule)) => !stop_rule.implies(former_rule),
        };
        let is_passed = self.tally.deals == 0 || !could_have_ended;
        (has_same_deals && has_first_deals && is_passed).then_some(Self {
            plan,
            stop_reason: StopReason::Interrupted,
            ..self
        })
    }
}
