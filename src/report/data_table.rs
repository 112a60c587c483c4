//! Tables of data, from which CSV, JSON and spreadsheets are written, and their CSV: tidy for programs, or in the French
//! form of a spreadsheet.

use crate::lang::group_thousands;
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CsvStyle {
    /// Comma, decimal point, UTF-8, line feeds.
    #[default]
    Plain,
    ExcelFr,
}

pub fn csv(table: &DataTable, style: CsvStyle) -> Vec<u8> {
    let (start, delimiter, terminator) = match style {
        CsvStyle::Plain => ("", b',', ::csv::Terminator::Any(b'\n')),
        CsvStyle::ExcelFr => ("\u{feff}", b';', ::csv::Terminator::CRLF),
    };
    let mut writer = ::csv::WriterBuilder::new()
        .delimiter(delimiter)
        .terminator(terminator)
        .from_writer(start.as_bytes().to_vec());
    if !table.columns.is_empty() {
        writer
            .write_record(&table.columns)
            .expect("writing to a Vec cannot fail");
    }
    for row in &table.rows {
        writer
            .write_record(row.iter().map(|cell| format_cell(cell, style)))
            .expect("writing to a Vec cannot fail");
    }
    writer.into_inner().expect("writing to a Vec cannot fail")
}

/// A spreadsheet keeps all digits of whole numbers up to this; random seeds are larger.
const MAX_EXACT_INTEGER: u64 = 1_000_000_000_000_000;

pub fn format_cell(cell: &DataCell, style: CsvStyle) -> String {
    match cell {
        DataCell::Text(text) => text.clone(),
        // A spreadsheet reads grouped digits such as `18_446_744` as text; all options accept them.
        DataCell::Count(count) if style == CsvStyle::ExcelFr && *count > MAX_EXACT_INTEGER => {
            group_thousands(&count.to_string(), '_')
        }
        DataCell::Count(count) => count.to_string(),
        // The shortest decimal form that parses to the same number.
        DataCell::Real(real) if style == CsvStyle::ExcelFr => real.to_string().replace('.', ","),
        DataCell::Real(real) => real.to_string(),
        DataCell::Empty => String::new(),
    }
}
