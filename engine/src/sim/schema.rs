//! The schema of a tally: its histograms with their bounds, its records, and the check of a tally against them; and the rows
//! of deals, as CSV, with a column for each histogram.

use crate::stats::{DealValue, ExtremeKind, Histogram, Tally, TallyLayout};
use std::fmt::Write;
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

/// The bounds and the total of a histogram, and the column of its values in the rows of deals.
#[derive(Clone, Debug)]
pub struct HistogramSpec {
    /// The name in tallies.
    pub name: &'static str,
    /// The values that it may hold.
    pub bounds: RangeInclusive<u64>,
    /// The constraint on the number of its values.
    pub total: TotalConstraint,
    /// The name of the column.
    pub column: &'static str,
    /// The number that is added to a value in the column.
    pub value_offset: i64,
    /// The words of the values in the column, from value 0 on; empty for numbers.
    pub words: &'static [&'static str],
}

/// The number of values that a histogram must hold.
#[derive(Clone, Debug)]
pub enum TotalConstraint {
    /// Exactly one value for each deal.
    AllDeals,
    /// Exactly one value for each deal that is not in the histogram of this index.
    DealsNotIn(usize),
    /// Exactly one value for each deal that has one of these values in the histogram of this index.
    DealsWith(usize, RangeInclusive<usize>),
    /// At most one value for each deal.
    AtMostDeals,
    /// No value.
    Empty,
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
    /// Creates a histogram with one value for each deal.
    pub fn new(name: &'static str, bounds: RangeInclusive<u64>) -> Self {
        Self {
            name,
            bounds,
            total: TotalConstraint::AllDeals,
            column: name,
            value_offset: 0,
            words: &[],
        }
    }

    /// Sets the constraint on the number of its values.
    #[must_use]
    pub fn with_total(self, total: TotalConstraint) -> Self {
        Self { total, ..self }
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

    /// Checks that each histogram of a tally is within its bounds and has the right total.
    ///
    /// # Errors
    /// The first histogram that violates its specification.
    pub fn check_histograms(&self, tally: &Tally) -> Result<(), TallyContradiction> {
        for (index, spec) in self.histograms.iter().enumerate() {
            let histogram = &tally.histograms[index];
            let is_valid = spec.bounds_hold(histogram)
                && checked_total(histogram).is_some_and(|total| spec.total.holds(total, tally));
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

impl TotalConstraint {
    /// Returns true if a histogram of a tally may hold `total` values.
    fn holds(&self, total: u64, tally: &Tally) -> bool {
        match self {
            Self::AllDeals => total == tally.deals,
            Self::DealsNotIn(index) => {
                let complement = checked_total(&tally.histograms[*index]);
                complement.and_then(|complement| complement.checked_add(total)) == Some(tally.deals)
            }
            Self::DealsWith(index, values) => {
                let counts = values
                    .clone()
                    .map(|value| tally.histograms[*index].count(value));
                total == counts.sum::<u64>()
            }
            Self::AtMostDeals => total <= tally.deals,
            Self::Empty => total == 0,
        }
    }
}

/// The number of values of a histogram; `None` beyond 2^64.
fn checked_total(histogram: &Histogram) -> Option<u64> {
    let mut counts = histogram.counts().iter();
    counts.try_fold(0_u64, |sum, &count| sum.checked_add(count))
}

/// Returns `Err(error)` unless `holds`.
pub fn ensure(holds: bool, error: TallyContradiction) -> Result<(), TallyContradiction> {
    if holds { Ok(()) } else { Err(error) }
}

/// The form of the rows of deals, and the function that writes them.
pub struct DealRows<'a> {
    /// The histograms with their columns.
    pub schema: TallySchema,
    /// The columns after the number of the deal. A column without a histogram is empty.
    pub columns: Vec<&'static str>,
    /// The text before the number of the deal: the cells that are equal in all rows.
    pub prefix: String,
    /// The separator of cells.
    pub separator: char,
    /// The end of a row.
    pub line_end: &'static str,
    /// A function that writes the next rows, in ascending order of deals. It is called by one thread at a time.
    pub write: &'a (dyn Fn(&str) + Sync),
}

impl DealRows<'_> {
    /// Writes the rows of the deals with these values.
    pub fn write_values(&self, mut values: Vec<DealValue>) {
        values.sort_unstable();
        let mut rows = String::new();
        let spec = |cell: &DealValue| &self.schema.histograms[cell.histogram];
        for cells in values.chunk_by(|first, second| first.deal == second.deal) {
            let _ = write!(rows, "{}{}", self.prefix, cells[0].deal);
            for column in &self.columns {
                rows.push(self.separator);
                let Some(cell) = cells.iter().find(|cell| spec(cell).column == *column) else {
                    continue;
                };
                let _ = match spec(cell).words.get(cell.value) {
                    Some(word) => rows.write_str(word),
                    None => write!(rows, "{}", cell.value as i64 + spec(cell).value_offset),
                };
            }
            rows.push_str(self.line_end);
        }
        (self.write)(&rows);
    }
}
