//! Tidy CSV for programs, or in the French form of a spreadsheet.

use super::data_table::{DataCell, DataTable};
use crate::lang::group_thousands;

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
