//! What a run is asked to do: together with the value version this fixes every byte of its tally.

use super::row::Choice;
use crate::rng::Seed;
use crate::stats::{Confidence, Method};
use std::fmt;
use std::ops::Range;

/// Stop early when intervals are narrow enough.
#[derive(Clone, Debug, PartialEq)]
pub struct Precision {
    /// The half-width that each interval may have at most.
    pub half_width: f64,
    /// The rows whose intervals count; `None` means all shares that the experiment marks as
    /// [`stops`](super::Measure::stops).
    pub rows: Option<Choice>,
    /// The level of the intervals.
    pub confidence: Confidence,
    /// Their method.
    pub method: Method,
}

impl Precision {
    /// How its intervals are made.
    pub fn how(&self) -> (Method, Confidence) {
        (self.method, self.confidence)
    }

    /// Whether every run that has reached it has reached `easier`, too.
    pub fn implies(&self, easier: &Self) -> bool {
        let covers = match (&self.rows, &easier.rows) {
            (None, None) => true,
            (Some(rows), Some(fewer)) => rows.covers(fewer),
            _ => false,
        };
        covers && self.half_width <= easier.half_width && self.how() == easier.how()
    }
}

/// The plan of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The experiment's name.
    pub experiment: String,
    /// The master seed.
    pub seed: Seed,
    /// Deals 0, 1, … up to this number are played.
    pub deals: u64,
    /// When to stop before that.
    pub precision: Option<Precision>,
}

/// The most deals of a run: as many as a run with a precision may play that was given no other limit.
pub const MOST_DEALS: u64 = 1_000_000_000_000_000;

/// Deals of a block: parts of a plan begin at its multiples, so that engines play whole blocks.
const BLOCK: u64 = 64;

impl Plan {
    /// The deals after which it ends for certain; `None` when only its precision ends it.
    pub fn ceiling(&self) -> Option<u64> {
        (self.precision.is_none() || self.deals < MOST_DEALS).then_some(self.deals)
    }

    /// The deals of part `number`, from 1, of `parts` parts: all of them as large, but for a block.
    pub fn part(&self, number: u64, parts: u64) -> Range<u64> {
        let blocks = u128::from(self.deals.div_ceil(BLOCK));
        let border = |before: u64| {
            let block = blocks * u128::from(before) / u128::from(parts.max(1));
            u64::try_from(block).unwrap_or(u64::MAX).saturating_mul(BLOCK).min(self.deals)
        };
        border(number.saturating_sub(1))..border(number)
    }
}

/// `0.001 0.95 wilson`, or `0.001 0.95 wilson nb_tas_max=2,4`.
impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.half_width, self.confidence.level(), self.method)?;
        self.rows.as_ref().map_or(Ok(()), |rows| write!(f, " {rows}"))
    }
}

/// `alliances cards=32 improve=none, seed 1, deals 1000`, in the words of tally files.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, seed {}, deals {}", self.experiment, self.seed, self.deals)?;
        self.precision.as_ref().map_or(Ok(()), |precision| write!(f, ", precision {precision}"))
    }
}
