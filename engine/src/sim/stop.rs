//! When a run ends: a pure function of the tally, looked at on a schedule counted in deals.
//!
//! A run that stops by what it sees is not the sample of a fixed size that its intervals are made for. What that does to
//! them is measured (`cargo test coverage_of_stopped -- --ignored`): 20,000 runs that stop at a width, for each of six
//! probabilities from one in 20,000 to 1/2. Of the 95 % intervals (Clopper-Pearson) of runs that stopped, 94.5 % to 99.5 %
//! held the probability, of runs of as many deals, fixed before, 95.2 % to 99.5 %. None of the six holds less often than
//! 94 %, at a level of 1 % for all of them; rare outcomes are held most often. Digits are not called certain by these
//! intervals, but by wider ones, which share the error among all looks.

use super::plan::{Goal, Plan};
use super::row::Row;
use crate::stats::{Confidence, Estimate, digits};

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// All deals of the plan were played.
    Deals,
    /// Every interval was narrow enough.
    Precision,
    /// The digits that were asked for are certain.
    Digits,
    /// The user interrupted the run.
    Interrupted,
    /// The part of the plan that was asked for was played; other parts are missing.
    Part,
}

words!(
    Stopped,
    "end of a run",
    [Deals "deals", Precision "precision", Digits "digits", Interrupted "interrupted", Part "part"]
);

impl Goal {
    /// How a run that has reached it has ended.
    pub const fn stopped(&self) -> Stopped {
        match self {
            Self::HalfWidth(_) => Stopped::Precision,
            Self::Digits { .. } => Stopped::Digits,
        }
    }
}

/// The aim of a run with a stop rule, and how near it came.
#[derive(Clone, Debug, PartialEq)]
pub enum Aim {
    /// Every interval is to be narrow.
    HalfWidth {
        /// The half-width that was asked for.
        asked: f64,
        /// The half-width of the widest interval that the run had to make so narrow, at its end.
        widest: f64,
    },
    /// One row is to have certain digits.
    Digits {
        /// How many.
        asked: u32,
        /// The row.
        row: Row,
        /// What is known of it, with an interval that allows for all looks at the run so far; no interval where the exact
        /// value is known.
        found: Estimate,
    },
}

impl Aim {
    /// Whether the run came as near as was asked.
    pub fn is_reached(&self) -> bool {
        self.excess() <= 1.0
    }

    /// About how many times too wide an interval is; at most 1 when the aim is reached.
    pub fn excess(&self) -> f64 {
        match self {
            Self::HalfWidth { asked, widest } if widest <= asked => 1.0,
            Self::HalfWidth { asked, widest } => (widest / asked).max(1.0 + f64::EPSILON),
            Self::Digits { asked, found, .. } => digits::excess(found.value, found.interval, *asked),
        }
    }
}

/// The first look at the intervals.
const FIRST_LOOK: u64 = 4096;

/// The numbers of deals at which the stop rule looks: an eighth more each time, so that a run overshoots by little and looks
/// rarely.
fn looks() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(FIRST_LOOK), |look| look.checked_add((look / 8).max(FIRST_LOOK)))
}

/// The number of deals at which the stop rule looks first after `done` deals, wherever a run goes on.
pub fn next_look(plan: &Plan, done: u64) -> u64 {
    let look = plan.precision.as_ref().and_then(|_| looks().find(|&look| look > done));
    look.map_or(plan.deals, |look| look.min(plan.deals))
}

/// The confidence with which the interval of a look after `done` deals is made, so that those of all looks together hold
/// what they estimate with the confidence of the run: look j may err with 1/(j (j + 1)) of what the whole run may.
pub fn at_look(confidence: Confidence, done: u64) -> Confidence {
    let number = 1.0 + looks().take_while(|&look| look < done).count() as f64;
    let error = (1.0 - confidence.level()) / (number * (number + 1.0));
    Confidence::new(1.0 - error).unwrap_or(confidence)
}

/// Whether the stop rule looks after `done` deals.
pub fn is_look(plan: &Plan, done: u64) -> bool {
    done > 0 && next_look(plan, done - 1) == done
}
