//! Tables: of runs, exact answers, deals and comparisons. A table has a writer for the terminal, for CSV and for JSON.

mod csv;
mod text;

pub use csv::{CsvStyle, csv_rows};
pub(crate) use text::broken_heading;
pub use text::wrapped_paragraph;

use crate::Glossary;
use crate::lang::{big_integer, decimal};
use crate::number::PageNumber;
use pioche_engine::sim::FieldValue;
use serde_json::{Map, Value, json};

/// A table with typed cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The number of columns on the left that name the rows; a folded text repeats them.
    pub name_columns: usize,
    /// The headings of all columns.
    pub headings: Vec<Heading>,
    /// The rows; each has a cell for every column.
    pub rows: Vec<Vec<Cell>>,
}

/// The heading of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The name in CSV and JSON, the same in both languages.
    pub name: String,
    /// The words on the terminal; the French ones also head French spreadsheets.
    pub label: String,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A text that is the same in files and on the terminal, such as a list of moves.
    Text(String),
    /// A word of files, and the text that people read.
    Word(String, String),
    /// A whole number.
    Integer(i128),
    /// A number, such as a mean or a bound.
    Real(f64),
    /// An exact probability, in per cent on the terminal.
    Probability(f64),
    /// An unknown value.
    Empty,
}

impl Table {
    /// Creates a table for files, whose columns have these names.
    pub fn new(names: &[&str], rows: Vec<Vec<Cell>>) -> Self {
        Self {
            name_columns: 1,
            headings: names.iter().copied().map(Heading::untranslated).collect(),
            rows,
        }
    }

    /// Creates a table of texts in one language, for the terminal.
    pub fn of_texts(name_columns: usize, headings: Vec<String>, rows: Vec<Vec<String>>) -> Self {
        let text_row = |row: Vec<String>| row.into_iter().map(Cell::Text).collect();
        Self {
            name_columns,
            headings: headings.into_iter().map(Heading::untranslated).collect(),
            rows: rows.into_iter().map(text_row).collect(),
        }
    }

    /// Creates a table of texts from its columns, each with its heading and equally many cells.
    pub(crate) fn of_columns(name_columns: usize, columns: Vec<(String, Vec<String>)>) -> Self {
        let mut headings = Vec::new();
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (heading, cells) in columns {
            headings.push(heading);
            rows.resize(cells.len(), Vec::new());
            for (row, cell) in rows.iter_mut().zip(cells) {
                row.push(cell);
            }
        }
        Self::of_texts(name_columns, headings, rows)
    }

    /// Takes the words of the headings from a glossary.
    #[must_use]
    pub fn with_words(mut self, glossary: &dyn Glossary) -> Self {
        for heading in &mut self.headings {
            heading.label = glossary.translate(&heading.name);
        }
        self
    }

    /// Returns the rows as JSON objects; the keys are the names of the columns.
    pub fn json_rows(&self) -> Vec<Map<String, Value>> {
        let mut objects = Vec::new();
        for row in &self.rows {
            let names = self.headings.iter().map(|heading| heading.name.clone());
            objects.push(names.zip(row.iter().map(Cell::json)).collect());
        }
        objects
    }
}

impl Heading {
    /// Creates a heading from its name in files and the words that people read.
    pub fn new(name: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            label: label.into(),
        }
    }

    /// Creates a heading that is the same in files and in both languages.
    pub fn untranslated(name: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            label: name.clone(),
            name,
        }
    }
}

impl Cell {
    /// Converts a number; `None` gives an empty cell.
    pub fn real(number: Option<f64>) -> Self {
        number.map_or(Self::Empty, Self::Real)
    }

    /// Converts a whole number; `None` gives an empty cell.
    pub fn integer(number: Option<impl Into<i128>>) -> Self {
        number.map_or(Self::Empty, |number| Self::Integer(number.into()))
    }

    /// Converts the digits of a whole number of any size.
    pub fn from_digits(digits: &str) -> Self {
        digits
            .parse()
            .map_or_else(|_| Self::from(digits), Self::Integer)
    }

    /// Returns the text on a terminal.
    pub fn terminal_text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Word(_, label) => label.clone(),
            Self::Integer(number) => {
                let sign = if *number < 0 { "−" } else { "" };
                format!("{sign}{}", big_integer(&number.unsigned_abs().to_string()))
            }
            Self::Real(real) => decimal(*real, 6),
            Self::Probability(probability) => PageNumber::exact(*probability).cell_text(),
            Self::Empty => String::new(),
        }
    }

    /// Returns the value in JSON; an integer beyond 64 bits is a text.
    pub fn json(&self) -> Value {
        match self {
            Self::Text(text) | Self::Word(text, _) => json!(text),
            Self::Integer(number) => match (u64::try_from(*number), i64::try_from(*number)) {
                (Ok(number), _) => json!(number),
                (_, Ok(number)) => json!(number),
                _ => json!(number.to_string()),
            },
            Self::Real(real) | Self::Probability(real) => json!(real),
            Self::Empty => Value::Null,
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Self {
        Self::Integer(number.into())
    }
}

/// Writes a list as `2, 3`, since spreadsheets read `2,3` as a number.
impl From<&FieldValue> for Cell {
    fn from(value: &FieldValue) -> Self {
        match value {
            FieldValue::Number(count) => Self::Integer((*count).into()),
            FieldValue::Word(word) => Self::Text(word.clone()),
            FieldValue::List(_) => Self::Text(value.to_string().replace(',', ", ")),
        }
    }
}
