//! The table of a run: its columns, the named values that its rows hold, and selections of rows.

use crate::parse::ParseValueError;
use crate::stats::ProportionMethod;
use std::fmt;
use std::str::FromStr;

/// A value of a [`Field`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FieldValue {
    /// A whole number.
    Number(u64),
    /// A word, such as `delta_swap` or `riffle:7`; `none` stands for a setting that is not used.
    Word(String),
    /// A list of whole numbers, such as the takes of Nim.
    List(Vec<u32>),
}

impl FieldValue {
    /// Creates a word from the text form of `value`.
    pub fn from_display(value: impl ToString) -> Self {
        Self::Word(value.to_string())
    }

    /// Returns the number; `None` for a word or a list.
    pub const fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Word(_) | Self::List(_) => None,
        }
    }

    /// True for the word `none`.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::Word(word) if word == "none")
    }
}

/// Writes `32`, `delta_swap` or `2,3`: the form of plans, tallies and options.
impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(count) => count.fmt(f),
            Self::Word(word) => f.write_str(word),
            Self::List(numbers) => {
                let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
                f.write_str(&texts.join(","))
            }
        }
    }
}

impl From<u64> for FieldValue {
    fn from(count: u64) -> Self {
        Self::Number(count)
    }
}

impl From<u8> for FieldValue {
    fn from(count: u8) -> Self {
        Self::Number(count.into())
    }
}

impl From<u32> for FieldValue {
    fn from(count: u32) -> Self {
        Self::Number(count.into())
    }
}

impl From<usize> for FieldValue {
    fn from(count: usize) -> Self {
        Self::Number(count as u64)
    }
}

impl From<&str> for FieldValue {
    fn from(word: &str) -> Self {
        Self::from_display(word)
    }
}

/// A named value: a setting of an experiment, or a part of the key of a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The name in plans, tallies and columns.
    pub key: &'static str,
    /// The value.
    pub value: FieldValue,
}

impl Field {
    /// Creates a field from a number or a word.
    pub fn new(key: &'static str, value: impl Into<FieldValue>) -> Self {
        Self {
            key,
            value: value.into(),
        }
    }
}

/// Returns the text of a value in a name, with underscores for spaces and control characters.
pub(super) fn name_text(value: &FieldValue) -> String {
    value
        .to_string()
        .replace(|c: char| c.is_whitespace() || c.is_control(), "_")
}

/// The description of an experiment: topic, unit, columns and cost.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentInfo {
    /// The first word of the experiment's name, and the name of its command.
    pub topic: &'static str,
    /// The plural noun of the simulated units: `deals` or `games`.
    pub unit: &'static str,
    /// The columns of the table beside those of the settings, in order.
    pub columns: Vec<Column>,
    /// The largest number of deals in a chunk: about ten milliseconds of work. Values do not depend on it.
    pub max_chunk_size: u64,
    /// The number of deals that gives a useful answer in a few seconds.
    pub default_deals: u64,
    /// The approximate time of one deal on one core, in nanoseconds: for estimates of the time left, never for values.
    pub nanoseconds_per_deal: f64,
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
    /// Returns the name in CSV files and JSON.
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

    /// The columns of a table of outcomes: the count, the probability and its interval.
    pub const OUTCOME_COLUMNS: [Self; 7] = [
        Self::Deals,
        Self::RowName("outcome"),
        Self::Count,
        Self::Probability,
        Self::Low,
        Self::High,
        Self::Exact,
    ];
}

/// Returns the value of the field with this key.
pub fn field_value<'a>(fields: &'a [Field], key: &str) -> Option<&'a FieldValue> {
    fields
        .iter()
        .find(|field| field.key == key)
        .map(|field| &field.value)
}

/// The method of the interval of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntervalMethod {
    /// The exact interval of Clopper and Pearson, for a share.
    Exact,
    /// Wilson's score interval, for a share.
    Wilson,
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
        Wilson "wilson",
        Student "student",
        OrderStatistics "order-statistics"
    ]
);

impl From<ProportionMethod> for IntervalMethod {
    fn from(method: ProportionMethod) -> Self {
        match method {
            ProportionMethod::Exact => Self::Exact,
            ProportionMethod::Wilson => Self::Wilson,
        }
    }
}

/// A selection of rows by their values in one column: `nb_tas_max=2,4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowSelection {
    /// The name of the column.
    pub column: String,
    /// The values, as text, in the order of the table.
    pub values: Vec<String>,
}

impl RowSelection {
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
