//! The schema of a tally: its histograms with their bounds, its records, and the check of a tally against them.

use crate::stats::{ExtremeKind, Histogram, Tally, TallyLayout};
use std::ops::RangeInclusive;

/// The first part of a tally that is inconsistent with the number of deals, its own bounds or an earlier part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TallyContradiction {
    /// The index of a histogram.
    Histogram(usize),
    /// The index of a record.
    Record(usize),
}

/// The histograms and records that an experiment counts, in the order of its tallies.
#[derive(Clone, Debug, Default)]
pub struct TallySchema {
    /// The histograms.
    pub histograms: Vec<HistogramSpec>,
    /// The records, each with its name in tallies. A tally holds a record as a value and the number of a deal.
    pub records: Vec<(&'static str, RecordKind)>,
}

/// The bounds of a histogram, and the column of its values in the rows of deals.
#[derive(Clone, Debug)]
pub struct HistogramSpec {
    /// The name in tallies.
    pub name: &'static str,
    /// The values that it may hold.
    pub bounds: RangeInclusive<u64>,
    /// True if each deal has a value in it.
    pub has_all_deals: bool,
    /// The name of the column.
    pub column: &'static str,
    /// The number that is added to a value in the column.
    pub value_offset: i64,
    /// The words of the values in the column, from value 0 on; empty for numbers.
    pub words: &'static [&'static str],
}

/// The deal that a record holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// The first deal with the lowest value of a histogram.
    Lowest(usize),
    /// The first deal with the highest value of a histogram.
    Highest(usize),
    /// The first deal with this value of a histogram; it is stored with value 0.
    FirstWithValue(usize, usize),
}

impl HistogramSpec {
    /// Creates a histogram of numbers with a value for each deal, whose column has its name.
    pub fn new(name: &'static str, bounds: RangeInclusive<u64>) -> Self {
        Self {
            name,
            bounds,
            has_all_deals: true,
            column: name,
            value_offset: 0,
            words: &[],
        }
    }

    /// Creates a histogram of numbers with a value for some deals only.
    pub fn partial(name: &'static str, bounds: RangeInclusive<u64>) -> Self {
        Self {
            has_all_deals: false,
            ..Self::new(name, bounds)
        }
    }
}

impl TallySchema {
    /// Creates a schema from histograms and records.
    pub fn new(histograms: Vec<HistogramSpec>, records: &[(&'static str, RecordKind)]) -> Self {
        Self {
            histograms,
            records: records.to_vec(),
        }
    }

    /// Returns the layout of the tallies: the names of the histograms and records.
    pub fn layout(&self) -> TallyLayout {
        let extreme_kind = |record| {
            if matches!(record, RecordKind::Highest(_)) {
                ExtremeKind::Highest
            } else {
                ExtremeKind::Lowest
            }
        };
        TallyLayout {
            histograms: self
                .histograms
                .iter()
                .map(|histogram| histogram.name)
                .collect(),
            extremes: self
                .records
                .iter()
                .map(|&(name, record)| (name, extreme_kind(record)))
                .collect(),
        }
    }

    /// Checks that each histogram of a tally is within its bounds, with one value for each deal, or at most one if it is
    /// partial.
    ///
    /// # Errors
    /// The first histogram that is not.
    pub fn check_histograms(&self, tally: &Tally) -> Result<(), TallyContradiction> {
        for (index, spec) in self.histograms.iter().enumerate() {
            let histogram = &tally.histograms[index];
            let is_valid = spec.bounds_hold(histogram)
                && checked_total(histogram).is_some_and(|total| {
                    total == tally.deals || (total < tally.deals && !spec.has_all_deals)
                });
            ensure(is_valid, TallyContradiction::Histogram(index))?;
        }
        Ok(())
    }

    /// Checks the records of a tally against its histograms.
    ///
    /// # Errors
    /// The first record that is inconsistent with its histogram.
    pub fn check_records(&self, tally: &Tally) -> Result<(), TallyContradiction> {
        for (index, (_, record)) in self.records.iter().enumerate() {
            let record_value = tally.extremes[index].value_and_deal.map(|(value, _)| value);
            let histogram_value = match *record {
                RecordKind::Lowest(histogram) => tally.histograms[histogram].lowest_value(),
                RecordKind::Highest(histogram) => tally.histograms[histogram].highest_value(),
                RecordKind::FirstWithValue(histogram, value) => {
                    (tally.histograms[histogram].count(value) > 0).then_some(0)
                }
            };
            ensure(
                record_value == histogram_value,
                TallyContradiction::Record(index),
            )?;
        }
        Ok(())
    }
}

impl HistogramSpec {
    fn bounds_hold(&self, histogram: &Histogram) -> bool {
        (0..)
            .zip(histogram.counts())
            .all(|(value, &count)| count == 0 || self.bounds.contains(&value))
    }
}

/// The number of values of a histogram; `None` beyond 2^64.
fn checked_total(histogram: &Histogram) -> Option<u64> {
    let mut counts = histogram.counts().iter();
    counts.try_fold(0_u64, |sum, &count| sum.checked_add(count))
}

/// Returns `Err(error)` unless `holds`.
fn ensure(holds: bool, error: TallyContradiction) -> Result<(), TallyContradiction> {
    if holds { Ok(()) } else { Err(error) }
}
