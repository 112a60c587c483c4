//! A run: a plan, the deals that were simulated, and their counts.
//!
//! The plan and the value version determine every byte of the tally. Runs of the parts of a plan can be
//! [merged](Run::merge).

use super::table::RowSelection;
use crate::parse::ParseValueError;
use crate::rng::Seed;
use crate::stats::tally::CountOverflow;
use crate::stats::{Confidence, Tally, TallySchema};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A stop rule: the run ends early when its intervals are narrow enough.
#[derive(Clone, Debug, PartialEq)]
pub struct StopRule {
    /// The largest half-width of its intervals.
    pub precision: f64,
    /// The rows to which it applies; `None` for all rows that tables show and the experiment marks as
    /// [`is_stop_criterion`](super::Measure::is_stop_criterion). It never applies to an impossible event, with the exact
    /// value 0.
    pub rows: Option<RowSelection>,
    /// The number of deals after which it is evaluated first, if a run got it only then; 0 for a rule from the start.
    pub first_check: u64,
    /// The confidence level of the intervals.
    pub confidence: Confidence,
}

impl StopRule {
    /// True if counts that meet this stop rule also meet `easier`.
    pub fn implies(&self, easier: &Self) -> bool {
        let has_all_rows = match (&self.rows, &easier.rows) {
            (None, None) => true,
            (Some(rows), Some(easier_rows)) => rows.is_superset(easier_rows),
            _ => false,
        };
        has_all_rows && self.precision <= easier.precision && self.confidence == easier.confidence
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

pub(super) const FIRST_STOP_CHECK: u64 = 4096;

impl Plan {
    /// The number of deals after which a run ends at the latest; `None` when only its stop rule ends it.
    pub fn deal_limit(&self) -> Option<u64> {
        (self.stop_rule.is_none() || self.deals < MAX_DEALS).then_some(self.deals)
    }

    /// The deals of part `part_number` (from 1) of `part_count`. The sizes of the parts differ by at most one block of 64
    /// deals.
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

pub(super) const EXACT_METHOD: &str = "exact";

/// Writes `0.001 0.95 exact`, or `0.001 0.95 exact nb_tas_max=2,4 from 50000`.
impl fmt::Display for StopRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {EXACT_METHOD}",
            self.precision,
            self.confidence.level()
        )?;
        if let Some(rows) = &self.rows {
            write!(f, " {rows}")?;
        }
        if self.first_check > 0 {
            write!(f, " from {}", self.first_check)?;
        }
        Ok(())
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

/// The reason why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// All deals of the plan were simulated.
    Deals,
    /// Every interval was narrow enough.
    Precision,
    /// The user interrupted the run.
    Interrupted,
    /// The requested part of the plan was simulated; other parts are missing.
    Part,
}

string_enum!(
    StopReason,
    "end of a run",
    [Deals "deals", Precision "precision", Interrupted "interrupted", Part "part"]
);

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

    /// The number of deals of a command that reproduces the run; for a part of a plan, that of the whole plan.
    pub fn reproduced_deals(&self) -> u64 {
        if self.stop_reason == StopReason::Part {
            self.plan.deals
        } else {
            self.done.deal_count()
        }
    }

    /// A run of a plan without any deal, to be continued by [`Experiment::resume`](super::Experiment::resume).
    pub fn empty(plan: Plan, schema: TallySchema) -> Self {
        Self {
            plan,
            done: RangeSet::default(),
            tally: Tally::empty(schema),
            stop_reason: StopReason::Interrupted,
        }
    }

    /// The run with another plan, to be continued. If a stop rule of the plan could have ended the run earlier, it
    /// is evaluated first after the deals of this run: the plan of the result has this number as
    /// [`first_check`](StopRule::first_check), and carried out from its start, it gives the same counts.
    ///
    /// Returns `None` when the experiment or the seed differs, or when the deals are not the first ones of `part`.
    pub fn with_plan(self, mut plan: Plan, part: &Range<u64>) -> Option<Self> {
        let has_same_deals = self.plan.experiment == plan.experiment && self.plan.seed == plan.seed;
        let has_first_deals = self.done.end_if_prefix_of(part).is_some();
        if !has_same_deals || !has_first_deals {
            return None;
        }
        if let Some(stop_rule) = &mut plan.stop_rule {
            stop_rule.first_check = stop_rule.first_check.max(self.first_check_of(stop_rule));
        }
        Some(Self {
            plan,
            stop_reason: StopReason::Interrupted,
            ..self
        })
    }

    /// Adds a run of the same plan that has no deal in common with this one.
    ///
    /// # Errors
    /// When the other run does not fit. This run is then not to be used any more.
    pub fn merge(&mut self, other: &Self) -> Result<(), MergeError> {
        if other.plan.experiment != self.plan.experiment {
            return Err(MergeError::PlanMismatch);
        }
        if other.plan.stop_rule.is_some() {
            return Err(MergeError::HasStopRule);
        }
        if other.plan.seed != self.plan.seed {
            return Err(MergeError::SeedMismatch);
        }
        if other.plan.deals != self.plan.deals {
            return Err(MergeError::PlanMismatch);
        }
        let union = self.done.disjoint_union(&other.done);
        self.done = union.map_err(MergeError::Overlap)?;
        self.tally.merge(&other.tally)?;
        self.stop_reason = if self.has_all_deals() {
            StopReason::Deals
        } else {
            StopReason::Part
        };
        Ok(())
    }

    /// The number of deals after which a stop rule is evaluated first when the run continues with it; 0 if it
    /// cannot have ended the run earlier.
    fn first_check_of(&self, stop_rule: &StopRule) -> u64 {
        if self.tally.deals <= FIRST_STOP_CHECK {
            return 0;
        }
        match &self.plan.stop_rule {
            Some(former_rule) if stop_rule.implies(former_rule) => former_rule.first_check,
            Some(_) | None => self.tally.deals,
        }
    }
}

/// A set of deal numbers, held as the fewest possible ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RangeSet(Vec<Range<u64>>);

impl RangeSet {
    /// The number of deals.
    pub fn deal_count(&self) -> u64 {
        self.0.iter().map(|range| range.end - range.start).sum()
    }

    /// True if the set holds this deal.
    pub fn contains(&self, deal: u64) -> bool {
        self.0.iter().any(|range| range.contains(&deal))
    }

    /// True if the set holds every deal of another.
    pub fn is_superset(&self, other: &Self) -> bool {
        let holds = |part: &Range<u64>| {
            self.0
                .iter()
                .any(|range| range.start <= part.start && part.end <= range.end)
        };
        other.0.iter().all(holds)
    }

    /// The number after the last deal; 0 for the empty set.
    pub fn end(&self) -> u64 {
        self.0.last().map_or(0, |range| range.end)
    }

    /// The number after the last deal if the set consists of the first deals of `part`; `None` for any other
    /// set. The empty set gives the start of `part`.
    pub fn end_if_prefix_of(&self, part: &Range<u64>) -> Option<u64> {
        match &self.0[..] {
            [] => Some(part.start),
            [range] if range.start == part.start && range.end <= part.end => Some(range.end),
            _ => None,
        }
    }

    /// The ranges, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = &Range<u64>> {
        self.0.iter()
    }

    /// The deals below `end` that are not in the set.
    pub fn gaps(&self, end: u64) -> Self {
        let starts = std::iter::once(0).chain(self.0.iter().map(|range| range.end));
        let ends = self.0.iter().map(|range| range.start).chain([end]);
        let gaps = starts
            .zip(ends)
            .map(|(gap_start, gap_end)| gap_start..gap_end.min(end));
        Self(gaps.filter(|gap| !gap.is_empty()).collect())
    }

    /// The union of two disjoint sets.
    ///
    /// # Errors
    /// The start of the first range that overlaps another.
    pub fn disjoint_union(&self, other: &Self) -> Result<Self, u64> {
        let mut ranges: Vec<Range<u64>> = self.0.iter().chain(&other.0).cloned().collect();
        ranges.sort_by_key(|range| range.start);
        let mut union: Vec<Range<u64>> = Vec::with_capacity(ranges.len());
        for range in ranges {
            match union.last_mut() {
                Some(last) if range.start < last.end => return Err(range.start),
                Some(last) if range.start == last.end => last.end = range.end,
                _ => union.push(range),
            }
        }
        Ok(Self(union))
    }
}

impl From<Range<u64>> for RangeSet {
    fn from(range: Range<u64>) -> Self {
        Self(if range.is_empty() {
            Vec::new()
        } else {
            vec![range]
        })
    }
}

fn parse_ranges(text: &str) -> Option<Vec<Range<u64>>> {
    let mut ranges: Vec<Range<u64>> = Vec::new();
    if text == "none" {
        return Some(ranges);
    }
    for word in text.split(' ') {
        let (start, end) = word.split_once("..")?;
        let range = start.parse().ok()?..end.parse().ok()?;
        if range.is_empty() || ranges.last().is_some_and(|last| range.start <= last.end) {
            return None;
        }
        ranges.push(range);
    }
    Some(ranges)
}

/// Writes `0..64 128..192`, or `none`.
impl fmt::Display for RangeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        let words: Vec<String> = self.0.iter().map(|range| format!("{range:?}")).collect();
        f.write_str(&words.join(" "))
    }
}

impl FromStr for RangeSet {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        parse_ranges(text).map(Self).ok_or_else(|| {
            let expected = "list of ranges in ascending order, with deals left out between them";
            ParseValueError::new(text, expected)
        })
    }
}

/// The reason why a run cannot be merged with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// The experiment or the number of deals differs.
    #[error("another plan")]
    PlanMismatch,
    /// The seed differs.
    #[error("another seed")]
    SeedMismatch,
    /// The run has a stop rule, so its length depends on its counts.
    #[error("the run has a stop rule")]
    HasStopRule,
    /// Both runs hold the deal with this number.
    #[error("deal {0} is in both runs")]
    Overlap(u64),
    /// The counts exceed 64 bits.
    #[error(transparent)]
    Overflow(#[from] CountOverflow),
}
