//! Tables of data, from which CSV, JSON and spreadsheets are written.

use pioche_engine::sim::{Column, FieldValue, Row, Summary};
use pioche_engine::stats::Proportion;

/// A table with named columns.
#[derive(Clone, Debug, PartialEq)]
pub struct DataTable {
    pub columns: Vec<&'static str>,
    /// The rows; each has as many cells as there are columns.
    pub rows: Vec<Vec<DataCell>>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum DataCell {
    Text(String),
    Count(u64),
    /// A probability, a share or a mean.
    Real(f64),
    /// An unknown value.
    Empty,
}

impl DataCell {
    /// Converts a number; `None` gives an empty cell.
    pub fn real(number: Option<f64>) -> Self {
        number.map_or(Self::Empty, Self::Real)
    }

    /// Converts a count; `None` gives an empty cell.
    pub fn count(number: Option<u64>) -> Self {
        number.map_or(Self::Empty, Self::Count)
    }
}

/// Writes a list as `2+3`, since spreadsheets read `2,3` as a number.
impl From<&FieldValue> for DataCell {
    fn from(value: &FieldValue) -> Self {
        match value {
            FieldValue::Number(count) => Self::Count(*count),
            FieldValue::Word(word) => Self::Text(word.clone()),
            FieldValue::List(_) => Self::Text(value.to_string().replace(',', "+")),
        }
    }
}

/// Returns the cell of a row of a run in a column.
pub fn row_cell(summary: &Summary, row: &Row, column: Column) -> DataCell {
    let estimate = &row.estimate;
    match column {
        Column::Setting(key) | Column::RowName(key) => {
            row.key.get(key).map_or(DataCell::Empty, DataCell::from)
        }
        Column::Deals => DataCell::Count(summary.deals),
        Column::Count => DataCell::count(estimate.count),
        Column::Frequency => DataCell::real(
            estimate
                .count
                .map(|count| Proportion::new(count, summary.deals).estimate()),
        ),
        Column::Wins => DataCell::count(estimate.proportion.map(|share| share.count)),
        Column::Probability | Column::Estimate => DataCell::Real(estimate.value),
        Column::Low => DataCell::real(estimate.interval.map(|interval| interval.low)),
        Column::High => DataCell::real(estimate.interval.map(|interval| interval.high)),
        Column::Exact => DataCell::real(estimate.exact),
    }
}
