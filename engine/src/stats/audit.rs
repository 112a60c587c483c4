//! Whether counts can be those of any run: what a tally read from a file is held to.
//!
//! An experiment says what it counts, in the order of its layout: how many values, within which bounds, and which
//! counts agree. The first histogram or record that contradicts the others is named.

use super::tally::{Histogram, Tally};
use std::ops::RangeInclusive;

/// What contradicts the number of deals, its own bounds, or the counts before it: its place in the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// A histogram.
    Histogram(usize),
    /// A record.
    Record(usize),
}

/// Asks a tally questions.
#[derive(Clone, Copy, Debug)]
pub struct Audit<'a> {
    tally: &'a Tally,
}

impl<'a> Audit<'a> {
    /// Of this tally.
    pub const fn of(tally: &'a Tally) -> Self {
        Self { tally }
    }

    /// The number of deals.
    pub const fn deals(self) -> u64 {
        self.tally.deals
    }

    /// A histogram counts so many values, all of them within the bounds.
    ///
    /// # Errors
    /// When it does not.
    pub fn counts(self, histogram: usize, total: u64, bounds: RangeInclusive<u64>) -> Result<(), Contradiction> {
        let sum = self.total(histogram)?;
        let mut counts = (0..).zip(self.histogram(histogram).counts());
        let inside = counts.all(|(value, &count)| count == 0 || bounds.contains(&value));
        agree(inside && sum == total, Contradiction::Histogram(histogram))
    }

    /// How many values a histogram counts.
    ///
    /// # Errors
    /// When they are more than can be counted.
    pub fn total(self, histogram: usize) -> Result<u64, Contradiction> {
        let counts = self.histogram(histogram).counts();
        let sum = counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        sum.ok_or(Contradiction::Histogram(histogram))
    }

    /// A record holds this value, or nobody when there is none.
    ///
    /// # Errors
    /// When it holds another one.
    pub fn record(self, record: usize, value: Option<u64>) -> Result<(), Contradiction> {
        let held = self.tally.extremes[record].get().map(|(held, _)| held);
        agree(held == value, Contradiction::Record(record))
    }

    /// A histogram.
    pub fn histogram(self, place: usize) -> &'a Histogram {
        &self.tally.histograms[place]
    }
}

/// Something holds, or this contradicts it.
///
/// # Errors
/// When it does not hold.
pub const fn agree(holds: bool, otherwise: Contradiction) -> Result<(), Contradiction> {
    if holds { Ok(()) } else { Err(otherwise) }
}
