//! The plan of a run. Together with the value version it determines every byte of the tally.

use super::table::RowSelection;
use crate::rng::Seed;
use crate::stats::{Confidence, ProportionMethod};
use std::fmt;
use std::ops::Range;

/// A stop rule: the run ends early when its intervals are narrow enough.
#[derive(Clone, Debug, PartialEq)]
pub struct StopRule {
    /// The largest half-width that the intervals may have.
    pub half_width: f64,
    /// The rows to which it applies; `None` for all measures that the experiment marks as
    /// [`is_stop_criterion`](super::Measure::is_stop_criterion).
    pub rows: Option<RowSelection>,
    /// The confidence level of the intervals.
    pub confidence: Confidence,
    /// The method of the intervals of probabilities.
    pub method: ProportionMethod,
}

impl StopRule {
    /// Returns the method and the level of its intervals.
    pub fn interval_spec(&self) -> (ProportionMethod, Confidence) {
        (self.method, self.confidence)
    }

    /// True if every run that has met this stop rule has also met `easier`.
    pub fn implies(&self, easier: &Self) -> bool {
        let has_all_rows = match (&self.rows, &easier.rows) {
            (None, None) => true,
            (Some(rows), Some(easier_rows)) => rows.is_superset(easier_rows),
            _ => false,
        };
        has_all_rows
            && self.half_width <= easier.half_width
            && self.interval_spec() == easier.interval_spec()
    }
}

/// The plan of a run: an experiment, a seed, a number of deals and perhaps a stop rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The name of the experiment.
    pub experiment: String,
    /// The master seed.
    pub seed: Seed,
    /// The number of deals; their numbers are 0 to `deals` (excluded).
    pub deals: u64,
    /// The stop rule that may end the run early; `None` for a fixed number of deals.
    pub stop_rule: Option<StopRule>,
}

/// The largest number of deals of a plan; that of a plan that only its stop rule ends.
pub const MAX_DEALS: u64 = 1_000_000_000_000_000;

/// The number of deals of a block. Parts of a plan begin at multiples of it, so that engines simulate whole blocks.
const BLOCK_DEALS: u64 = 64;

/// The number of deals after which the stop rule is evaluated first.
pub(super) const FIRST_STOP_CHECK: u64 = 4096;

impl Plan {
    /// Returns the number of deals after which a run ends at the latest; `None` when only its stop rule ends it.
    pub fn deal_limit(&self) -> Option<u64> {
        (self.stop_rule.is_none() || self.deals < MAX_DEALS).then_some(self.deals)
    }

    /// Returns the deals of part `part_number` (from 1) of `part_count`. The sizes of the parts differ by at most one block of 64
    /// deals.
    ///
    /// The parts cover the plan without gaps:
    ///
    /// ```
    /// use pioche_engine::experiments::{Experiment, Shuffle};
    /// use pioche_engine::sim::Seed;
    ///
    /// let plan = Shuffle::new(52, 7).plan(Seed(1), 1000);
    /// assert_eq!([1, 2, 3].map(|number| plan.part_deals(number, 3)), [0..320, 320..640, 640..1000]);
    /// ```
    pub fn part_deals(&self, part_number: u64, part_count: u64) -> Range<u64> {
        let blocks = u128::from(self.deals.div_ceil(BLOCK_DEALS));
        let part_end = |part: u64| {
            let block = blocks * u128::from(part) / u128::from(part_count.max(1));
            u64::try_from(block)
                .unwrap_or(u64::MAX)
                .saturating_mul(BLOCK_DEALS)
                .min(self.deals)
        };
        part_end(part_number.saturating_sub(1))..part_end(part_number)
    }
}

/// Writes `0.001 0.95 wilson`, or `0.001 0.95 wilson nb_tas_max=2,4`.
impl fmt::Display for StopRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {}",
            self.half_width,
            self.confidence.level(),
            self.method
        )?;
        self.rows
            .as_ref()
            .map_or(Ok(()), |rows| write!(f, " {rows}"))
    }
}

/// Writes `alliances cards=32 improve=none, seed 1, deals 1000`, for messages.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, seed {}, deals {}",
            self.experiment, self.seed, self.deals
        )?;
        self.stop_rule
            .as_ref()
            .map_or(Ok(()), |stop_rule| write!(f, ", precision {stop_rule}"))
    }
}
