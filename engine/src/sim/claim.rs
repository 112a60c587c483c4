//! What somebody claims of a run, and whether its intervals contradict it.

use super::experiment::Experiment;
use super::run::Run;
use super::summary::{Answer, Summary};
use crate::stats::{Confidence, Estimate, Interval, Method};

/// What a claim is about, in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A row of its table, by its place among the [rows](Experiment::rows).
    Row(usize),
    /// A share that it tells besides.
    Share(String),
    /// The mean of a quantity.
    Mean(String),
}

/// Where a number is claimed to lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Not below.
    pub low: f64,
    /// Not above.
    pub high: f64,
    /// Whether the bounds themselves are left out.
    pub open: bool,
}

impl Bounds {
    /// Whether an interval and these bounds have a number in common.
    pub fn meet(&self, interval: Interval) -> bool {
        if self.open {
            interval.low < self.high && self.low < interval.high
        } else {
            interval.low <= self.high && self.low <= interval.high
        }
    }
}

impl Subject {
    /// What a run says of it; an estimate without an interval, such as the mean of equal values, is its own.
    pub fn found(
        &self,
        question: &dyn Experiment,
        (run, summary): (&Run, &Summary),
        how: (Method, Confidence),
    ) -> Option<Estimate> {
        let found = match self {
            Self::Row(place) => question.measured()[*place].found(&run.tally, how)?,
            Self::Share(name) => {
                let share = summary.proportion(name)?;
                Estimate { value: share.proportion.estimate(), interval: share.interval }
            }
            Self::Mean(name) => {
                let quantity = summary.quantity(name)?;
                quantity.moments.known(how.1)
            }
        };
        let Estimate { value, interval } = found;
        let alone = Interval { low: value, high: value };
        let interval = if interval.low.is_finite() && interval.high.is_finite() { interval } else { alone };
        (!value.is_nan()).then_some(Estimate { value, interval })
    }
}

impl Answer {
    /// The answer to a claim that a number lies between these bounds.
    pub fn to(claim: &str, bounds: Bounds, found: Option<Estimate>, confidence: Confidence) -> Self {
        let holds = found.is_none_or(|found| bounds.meet(found.interval));
        Self { claim: claim.to_owned(), found, confidence, holds }
    }
}
