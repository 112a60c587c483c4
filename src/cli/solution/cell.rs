//! A cell of a hand-in, with its type.

use crate::lang::parse_number::{
    CommaMeaning, NumberError, ParsedNumber, parse_count, parse_number,
};
use crate::lang::{Problem, problem};

/// The largest length of a number.
const MAX_DIGITS: usize = 64;

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellValue {
    Empty,
    Number(ParsedNumber),
    /// A text, with the reason why it is no number.
    Text(NumberError),
    Date,
}

/// A cell with its text and its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub text: String,
    pub value: CellValue,
}

impl Cell {
    pub fn new(text: &str, comma: CommaMeaning) -> Self {
        let text = text.trim();
        let value = if text.is_empty() {
            CellValue::Empty
        } else if text.len() > MAX_DIGITS {
            CellValue::Text(NumberError::NotANumber)
        } else {
            match parse_number(text, comma) {
                Ok(number) => CellValue::Number(number),
                Err(error) => CellValue::Text(error),
            }
        };
        let text = text.to_owned();
        Self { text, value }
    }

    /// Returns the cell of a text in which a comma is a decimal sign.
    pub fn decimal(text: &str) -> Self {
        Self::new(text, CommaMeaning::Decimal)
    }

    /// Returns a cell of words, which are not read as a number.
    pub fn words(text: &str) -> Self {
        Self {
            text: text.trim().to_owned(),
            value: CellValue::Text(NumberError::NotANumber),
        }
    }

    pub fn empty() -> Self {
        Self::decimal("")
    }

    pub fn date(text: String) -> Self {
        let value = CellValue::Date;
        Self { text, value }
    }

    pub fn is_empty(&self) -> bool {
        self.value == CellValue::Empty
    }

    pub fn is_text(&self) -> bool {
        matches!(self.value, CellValue::Text(_))
    }

    pub fn number(&self) -> Option<ParsedNumber> {
        match self.value {
            CellValue::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns a whole number in a range, also one with decimals such as `25.0`.
    pub fn count(&self, min: u64, max: u64) -> Result<u64, Problem> {
        match self.number() {
            Some(ParsedNumber::Real { value, .. }) if value.fract() == 0.0 && value >= 0.0 => {
                parse_count(&value.to_string(), min, max)
            }
            _ => parse_count(&self.text, min, max),
        }
    }

    /// Returns the number. Fails when the cell holds none.
    pub fn expect_number(&self) -> Result<ParsedNumber, Problem> {
        let text = &self.text;
        match self.value {
            CellValue::Number(number) => Ok(number),
            CellValue::Text(error) => Err(error.into_problem(text)),
            CellValue::Empty => Err(NumberError::NotANumber.into_problem(text)),
            CellValue::Date => Err(problem!(
                "« {text} » est une date, non un nombre : le tableur a changé ce qui a été tapé",
                "“{text}” is a date, not a number: the spreadsheet changed what was typed"
            )),
        }
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
    pub fn of_texts(line: usize, texts: &[&str]) -> Self {
        let cells = texts.iter().map(|text| Cell::decimal(text)).collect();
        Self { line, cells }
    }

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
