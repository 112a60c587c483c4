//! The writer of CSV: tidy for programs, or in the French form of a spreadsheet.

use super::{Cell, Heading, Table};
use crate::lang::{Lang, group_thousands, in_language};
use std::fmt::Write;

/// The form of CSV files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CsvStyle {
    /// Comma, decimal point, UTF-8, line feeds.
    #[default]
    Plain,
    /// Semicolon, decimal comma, French headings, UTF-8 with a byte order mark, CRLF; French spreadsheets read it.
    ExcelFr,
}

impl CsvStyle {
    /// Calls a function that makes a table, in French for a French spreadsheet.
    pub fn in_language<T>(self, make: impl FnOnce() -> T) -> T {
        match self {
            Self::Plain => make(),
            Self::ExcelFr => in_language(Lang::Fr, make),
        }
    }
}

impl Table {
    /// Returns the table as CSV with headings; those of a French spreadsheet have the labels of the table.
    pub fn csv(&self, style: CsvStyle) -> Vec<u8> {
        // Excel needs a mark before the headings to read UTF-8.
        let mark = match style {
            CsvStyle::Plain => "",
            CsvStyle::ExcelFr => "\u{feff}",
        };
        let mut bytes = mark.as_bytes().to_vec();
        let heading_cell = |heading: &Heading| match style {
            CsvStyle::Plain => Cell::Text(heading.name.clone()),
            CsvStyle::ExcelFr => Cell::Text(heading.label.clone()),
        };
        let heading_cells: Vec<Cell> = self.headings.iter().map(heading_cell).collect();
        bytes.extend(csv_rows([heading_cells.as_slice()].into_iter(), style));
        bytes.extend(csv_rows(self.rows.iter().map(Vec::as_slice), style));
        bytes
    }
}

/// Returns rows of equally many cells as CSV without headings.
pub fn csv_rows<'a>(rows: impl Iterator<Item = &'a [Cell]>, style: CsvStyle) -> Vec<u8> {
    const ONE_LENGTH: &str = "writing to a Vec cannot fail, and all rows have equally many cells";
    let (delimiter, terminator) = match style {
        CsvStyle::Plain => (b',', ::csv::Terminator::Any(b'\n')),
        CsvStyle::ExcelFr => (b';', ::csv::Terminator::CRLF),
    };
    let mut writer = ::csv::WriterBuilder::new()
        .delimiter(delimiter)
        .terminator(terminator)
        .from_writer(Vec::new());
    let mut text = String::new();
    for row in rows {
        for cell in row {
            text.clear();
            push_cell(&mut text, cell, style);
            writer.write_field(&text).expect(ONE_LENGTH);
        }
        writer.write_record(None::<&[u8]>).expect(ONE_LENGTH);
    }
    writer.into_inner().expect(ONE_LENGTH)
}

/// The largest whole number that every spreadsheet keeps with all its digits: Excel has 15. Random seeds are larger.
const MAX_EXACT_INTEGER: i128 = 1_000_000_000_000_000;

/// Returns the shortest decimal form that parses to the same number, with an exponent below 10^-15.
fn format_real(real: f64) -> String {
    if real != 0.0 && real.abs() < 1e-15 {
        format!("{real:e}")
    } else {
        real.to_string()
    }
}

/// True for a text that a spreadsheet would read as a formula.
fn starts_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

fn push_cell(text: &mut String, cell: &Cell, style: CsvStyle) {
    let is_french = style == CsvStyle::ExcelFr;
    // Writing to a string never fails.
    let _ = match cell {
        Cell::Text(word) | Cell::Word(word, _) if starts_formula(word) => write!(text, "'{word}"),
        Cell::Text(word) | Cell::Word(word, _) => text.write_str(word),
        // A spreadsheet reads grouped digits such as `18_446_744` as text; all options accept them.
        Cell::Integer(number) if is_french && *number > MAX_EXACT_INTEGER => {
            text.write_str(&group_thousands(&number.to_string(), '_'))
        }
        Cell::Integer(number) => write!(text, "{number}"),
        Cell::Real(real) | Cell::Probability(real) if is_french => {
            text.write_str(&format_real(*real).replace('.', ","))
        }
        Cell::Real(real) | Cell::Probability(real) => text.write_str(&format_real(*real)),
        Cell::Empty => Ok(()),
    };
}
