//! Quantiles of counted values, with intervals that hold for every distribution.
//!
//! If X(1) <= X(2) <= ... <= X(n) are the values in order, the number of values below the quantile of a probability p is at
//! most a binomial count of n trials with success p, and the number of values up to it at least such a count. So the
//! interval from X(l) to X(u) contains the quantile with the level 1 - a, at least, if a binomial count is below l with
//! probability at most a / 2, and u or more with probability at most a / 2 (David and Nagaraja, *Order Statistics*, 7.1).

use super::binomial::{Tail, binomial_tail};
use super::interval::{Confidence, Interval};
use super::tally::Histogram;
use std::ops::Range;

/// A quantile of the values of a histogram.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantile {
    /// The probability: 0.5 for the median.
    pub probability: f64,
    /// The quantile: halfway between two neighbouring values if it lies between them.
    pub value: f64,
    /// The interval between two of the values; `None` when there are too few.
    pub interval: Option<Interval>,
}

impl Quantile {
    /// The quantile of a probability between 0 and 1, for a histogram with entries `v` for the values
    /// `v + value_offset`; `None` for an empty one.
    pub fn new(
        histogram: &Histogram,
        value_offset: i64,
        probability: f64,
        confidence: Confidence,
    ) -> Option<Self> {
        let total = histogram.total();
        if total == 0 {
            return None;
        }
        // Ranks are counted from 1.
        let value = |rank: u64| {
            let entry = histogram.value_at_rank(rank - 1).unwrap_or_default();
            (entry as i64 + value_offset) as f64
        };
        let place = total as f64 * probability;
        let lower_rank = (place.ceil() as u64).clamp(1, total);
        let upper_rank = (place.floor() as u64 + 1).clamp(1, total);
        let interval = interval_ranks(total, probability, confidence).map(|[low, high]| Interval {
            low: value(low),
            high: value(high),
        });
        Some(Self {
            probability,
            value: f64::midpoint(value(lower_rank), value(upper_rank)),
            interval,
        })
    }
}

/// The ranks of the ends of the interval; `None` when there are too few values.
fn interval_ranks(total: u64, probability: f64, confidence: Confidence) -> Option<[u64; 2]> {
    let tail = (1.0 - confidence.level()) / 2.0;
    let is_low = |rank| binomial_tail(rank - 1, total, probability, Tail::Lower) <= tail;
    let is_high = |rank| binomial_tail(rank, total, probability, Tail::Upper) <= tail;
    let low = first_with(1..total + 1, |rank| !is_low(rank)) - 1;
    let high = first_with(1..total + 1, is_high);
    (low >= 1 && high <= total).then_some([low, high])
}

/// The first number of a range with a property which all later ones have, too; the end of the range if none has
/// it.
fn first_with(range: Range<u64>, has_property: impl Fn(u64) -> bool) -> u64 {
    let mut low = range.start;
    let mut high = range.end;
    while low < high {
        let middle = low.midpoint(high);
        if has_property(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    high
}
