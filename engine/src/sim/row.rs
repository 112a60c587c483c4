//! The rows of the table of a run: a key and an estimate.

use super::field::{Field, FieldValue};
use crate::parse::ParseValueError;
use crate::stats::{Interval, Proportion, ProportionMethod};
use std::fmt;
use std::str::FromStr;

/// A row of the table of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The fields that name the row.
    pub key: RowKey,
    /// The estimate with its interval and the exact value.
    pub estimate: RowEstimate,
    /// True if tables leave the row out: no row from here to the end has a deal or a positive exact value.
    pub is_trailing_empty: bool,
}

/// The estimate of one row.
#[derive(Clone, Debug, PartialEq)]
pub struct RowEstimate {
    /// The number of deals with exactly the last value of the row; `None` unless it is a share of a histogram.
    pub count: Option<u64>,
    /// The counts behind a share; `None` for a mean or a number.
    pub proportion: Option<Proportion>,
    /// The estimate.
    pub value: f64,
    /// The interval of the estimate, where there is one.
    pub interval: Option<Interval>,
    /// The method of the interval; `None` for a number that never has one.
    pub method: Option<IntervalMethod>,
    /// The exact value, where it is known.
    pub exact: Option<f64>,
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
}

string_enum!(IntervalMethod, "interval method", [Exact "exact", Wilson "wilson", Student "student"]);

impl From<ProportionMethod> for IntervalMethod {
    fn from(method: ProportionMethod) -> Self {
        match method {
            ProportionMethod::Exact => Self::Exact,
            ProportionMethod::Wilson => Self::Wilson,
        }
    }
}

/// The fields that name a row, in the order of the columns: `cards=32 improve=none nb_tas_max=2`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RowKey(pub Vec<Field>);

impl RowKey {
    /// Returns the value of a field.
    pub fn get(&self, key: &str) -> Option<&FieldValue> {
        self.0
            .iter()
            .find(|field| field.key == key)
            .map(|field| &field.value)
    }
}

impl fmt::Display for RowKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<String> = self
            .0
            .iter()
            .map(|field| format!("{}={}", field.key, field.value))
            .collect();
        f.write_str(&fields.join(" "))
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
        row_fields
            .iter()
            .find(|field| field.key == self.column)
            .is_some_and(|field| self.values.contains(&field.value.to_string()))
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
