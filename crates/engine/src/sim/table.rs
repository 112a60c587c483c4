//! The table of a run: its columns, and selections of rows.

use super::settings::{Field, Setting, field_value};
use crate::parse::ParseValueError;
use std::fmt;
use std::str::FromStr;

/// The description of an experiment: topic, unit, columns and cost.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentInfo {
    /// The first word of the experiment's name, and the name of its command.
    pub topic: &'static str,
    /// The plural noun of the simulated units: `deals` or `games`.
    pub unit: &'static str,
    /// The columns of the table beside those of the settings, in order.
    pub columns: Vec<Column>,
    /// The numbers of deals that one thread takes at a time. Values do not depend on them.
    pub chunk_sizes: ChunkSizes,
    /// The number of deals that gives a useful answer in a few seconds.
    pub default_deals: u64,
}

/// The numbers of deals that one thread takes at a time.
///
/// A run begins with the smallest chunks. They grow with the deals that it has played, so that a run of slow deals can soon
/// be interrupted and loses few of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkSizes {
    least: u64,
    most: u64,
}

impl ChunkSizes {
    const CHUNKS_PLAYED: u64 = 8;

    /// Creates sizes that grow from `least` to about `most`, both at least 1. An engine that plays blocks of deals together
    /// needs a multiple of the block as `least`.
    pub fn growing(least: u64, most: u64) -> Self {
        let least = least.max(1);
        Self {
            least,
            most: most.max(least),
        }
    }

    /// Creates a size that stays the same.
    pub fn constant(size: u64) -> Self {
        Self::growing(size, size)
    }

    /// Creates the sizes of an engine that plays blocks of 64 deals, each of about `nanoseconds_per_deal`: chunks of about 1
    /// to 10 milliseconds.
    pub fn of_blocks(nanoseconds_per_deal: f64) -> Self {
        const BLOCK: u64 = 64;
        let deals = |nanoseconds: f64| {
            let blocks = (nanoseconds / nanoseconds_per_deal / BLOCK as f64) as u64;
            BLOCK * blocks.clamp(1, 4096)
        };
        Self::growing(deals(1e6), deals(1e7))
    }

    /// The smallest size.
    pub const fn least(self) -> u64 {
        self.least
    }

    /// The sizes of engines that play the same chunks one after the other.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self::growing(self.least.max(other.least), self.most.min(other.most))
    }

    /// The end of the chunk that begins at `start`, in a run that began at `first_deal`. It is a multiple of the
    /// smallest size.
    pub fn chunk_end(self, first_deal: u64, start: u64) -> u64 {
        let size = ((start - first_deal) / Self::CHUNKS_PLAYED).clamp(self.least, self.most);
        (start.saturating_add(size) / self.least)
            .max(start / self.least + 1)
            .saturating_mul(self.least)
    }
}

/// A column of the table of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// A setting, by its key.
    Setting(&'static str),
    /// The column that names a row within one run: `outcome`, `statistic` or `max_piles`.
    RowName(&'static str),
    /// The number of simulated deals.
    Deals,
    /// The number of deals with exactly the last value of the row.
    Count,
    /// The share of deals with exactly the last value of the row.
    Frequency,
    /// The number of deals with any value of the row.
    Wins,
    /// The estimate of a row that is a probability.
    Probability,
    /// The estimate of a row that can be a mean, a share or another number.
    Estimate,
    /// The lower end of the interval.
    Low,
    /// The upper end of the interval.
    High,
    /// The exact value; empty where it is unknown.
    Exact,
}

impl Column {
    /// The name in CSV files and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Setting(name) | Self::RowName(name) => name,
            Self::Deals => "deals",
            Self::Count => "count",
            Self::Frequency => "frequency",
            Self::Wins => "wins",
            Self::Probability => "probability",
            Self::Estimate => "estimate",
            Self::Low => "ci_low",
            Self::High => "ci_high",
            Self::Exact => "exact",
        }
    }

    /// The name of a row of a table of outcomes.
    pub const OUTCOME: Setting = Setting::new::<String>("outcome");

    /// The columns of a table of outcomes: the count, the probability and its interval.
    pub const OUTCOME_COLUMNS: [Self; 7] = [
        Self::Deals,
        Self::RowName(Self::OUTCOME.key),
        Self::Count,
        Self::Probability,
        Self::Low,
        Self::High,
        Self::Exact,
    ];
}

/// The method of the interval of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntervalMethod {
    /// The exact interval of Clopper and Pearson, for a share.
    Exact,
    /// Student's interval, for a mean.
    Student,
    /// The interval between two of the values in order, for a quantile.
    OrderStatistics,
}

string_enum!(
    IntervalMethod,
    "interval method",
    [
        Exact "exact",
        Student "student",
        OrderStatistics "order-statistics"
    ]
);

/// A selection of rows by their values in one column: `nb_tas_max=2,4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowSelection {
    /// The name of the column.
    pub column: String,
    /// The values, as text, in the order of the table.
    pub values: Vec<String>,
}

impl RowSelection {
    /// The column by which a selection names means that are no rows, by their names in JSON.
    pub const STATISTIC: &str = "statistic";

    /// True if it selects all rows of another selection.
    pub fn is_superset(&self, other: &Self) -> bool {
        self.column == other.column && other.values.iter().all(|value| self.values.contains(value))
    }

    /// True if a row with these fields is selected.
    pub fn has_row(&self, row_fields: &[Field]) -> bool {
        field_value(row_fields, &self.column)
            .is_some_and(|value| self.values.contains(&value.to_string()))
    }
}

impl fmt::Display for RowSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.column, self.values.join(","))
    }
}

impl FromStr for RowSelection {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let (column, values) = text.split_once('=').ok_or_else(|| {
            ParseValueError::new(text, "selection of rows such as nb_tas_max=2,4")
        })?;
        Ok(Self {
            column: column.to_owned(),
            values: values.split(',').map(str::to_owned).collect(),
        })
    }
}
