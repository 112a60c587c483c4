//! The schema of a tally: its histograms with their bounds, and its records.

use std::ops::RangeInclusive;

/// The histograms and records that an experiment counts, in the order of its tallies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TallySchema {
    /// The histograms.
    pub histograms: Vec<HistogramSpec>,
    /// The records, each with its name in tallies. A tally holds a record as a value and the number of a deal.
    pub records: Vec<(&'static str, RecordKind)>,
}

/// The bounds of a histogram, and the column of its values in the rows of deals.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The two histograms whose values it counts together; `None` for a histogram of single values.
    pub pair: Option<HistogramPair>,
}

/// Two histograms whose values are counted together: the entry of the values `a` and `b` is `a * row_len + b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistogramPair {
    /// The indices of both histograms in the tally.
    pub histograms: [usize; 2],
    /// The number of values of the second histogram.
    pub row_len: usize,
}

impl HistogramPair {
    /// The entry of two values.
    pub const fn entry(self, values: [usize; 2]) -> usize {
        values[0] * self.row_len + values[1]
    }

    /// The values of an entry.
    pub const fn values(self, entry: usize) -> [usize; 2] {
        [entry / self.row_len, entry % self.row_len]
    }
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

impl RecordKind {
    /// The kind of record in a list of histograms that begins with others, `count` of them.
    #[must_use]
    pub(crate) const fn after_histograms(self, count: usize) -> Self {
        match self {
            Self::Lowest(histogram) => Self::Lowest(count + histogram),
            Self::Highest(histogram) => Self::Highest(count + histogram),
            Self::FirstWithValue(histogram, value) => {
                Self::FirstWithValue(count + histogram, value)
            }
        }
    }
}

impl HistogramSpec {
    /// Creates a histogram of numbers with a value for each deal; its column has its name.
    pub fn new(name: &'static str, bounds: RangeInclusive<u64>) -> Self {
        Self {
            name,
            bounds,
            has_all_deals: true,
            column: name,
            value_offset: 0,
            words: &[],
            pair: None,
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
}
