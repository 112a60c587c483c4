//! The cells of a hand-in, with their types, in rows and grids.

use crate::lang::Problem;
use crate::lang::parse_number::{
    CommaMeaning, NumberError, ParsedNumber, parse_count, parse_number,
};

/// The largest length of a number.
const MAX_DIGITS: usize = 64;

/// A cell with its text and its number, or the reason why it has none.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub text: String,
    number: Result<ParsedNumber, NumberError>,
}

impl Cell {
    pub fn new(text: &str, comma: CommaMeaning) -> Self {
        let text = text.trim();
        if text.len() > MAX_DIGITS {
            return Self::words(text);
        }
        Self {
            text: text.to_owned(),
            number: parse_number(text, comma),
        }
    }

    /// Returns the cell of a text in which a comma is a decimal sign.
    pub fn decimal(text: &str) -> Self {
        Self::new(text, CommaMeaning::Decimal)
    }

    /// Returns a cell of words, which are not read as a number.
    pub fn words(text: &str) -> Self {
        Self {
            text: text.trim().to_owned(),
            number: Err(NumberError::NotANumber),
        }
    }

    pub fn empty() -> Self {
        Self::words("")
    }

    pub fn date(text: String) -> Self {
        Self {
            text,
            number: Err(NumberError::Date),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns whether the cell has a text that is no number.
    pub fn is_text(&self) -> bool {
        self.number.is_err() && !self.is_empty()
    }

    pub fn number(&self) -> Option<ParsedNumber> {
        self.number.ok()
    }

    /// Returns a whole number in a range, also one with decimals such as `25.0`.
    pub fn count(&self, min: u64, max: u64) -> Result<u64, Problem> {
        match self.number {
            Ok(ParsedNumber::Real { value, .. }) if value.fract() == 0.0 && value >= 0.0 => {
                parse_count(&value.to_string(), min, max)
            }
            _ => parse_count(&self.text, min, max),
        }
    }

    /// Returns the number. Fails when the cell holds none.
    pub fn expect_number(&self) -> Result<ParsedNumber, Problem> {
        self.number.map_err(|error| error.into_problem(&self.text))
    }
}

/// The cells of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellRow {
    /// The line of the text, or the row of the sheet, from 1.
    pub line: usize,
    pub cells: Vec<Cell>,
}

impl CellRow {
    /// Returns the number of cells up to the last one that is not empty.
    pub fn filled_len(&self) -> usize {
        let last = self.cells.iter().rposition(|cell| !cell.is_empty());
        last.map_or(0, |last| last + 1)
    }
}

/// The form of the text of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridForm {
    /// Cells that a sign, a rule or a sheet separates.
    Table,
    /// Words and numbers in turn, in the order of the sentence.
    Sentences,
    /// Keys with their values, which are all that there are.
    Dictionary,
}

/// The rows of a file that are not empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    pub file_name: String,
    /// The file and, for a workbook, the sheet, as messages name them.
    pub place_name: String,
    pub form: GridForm,
    pub rows: Vec<CellRow>,
}

impl Grid {
    /// Returns a grid of the same file with other rows.
    pub fn with_rows(&self, rows: Vec<CellRow>) -> Self {
        Self {
            file_name: self.file_name.clone(),
            place_name: self.place_name.clone(),
            form: self.form,
            rows,
        }
    }

    /// Returns a grid with rows for columns. The line of a row is that of the first cell.
    pub fn transposed(&self) -> Self {
        let columns = self.rows.iter().map(|row| row.cells.len()).max();
        let empty = Cell::empty();
        let column = |place: usize| CellRow {
            line: self.rows.first().map_or(1, |row| row.line),
            cells: self
                .rows
                .iter()
                .map(|row| row.cells.get(place).unwrap_or(&empty).clone())
                .collect(),
        };
        self.with_rows((0..columns.unwrap_or(0)).map(column).collect())
    }
}
