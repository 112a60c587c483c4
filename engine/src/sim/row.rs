//! The cells of tables, and rows by name: some cells, by the names of their columns.

use crate::words::Unknown;
use std::fmt;
use std::str::FromStr;

/// One cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A word.
    Text(String),
    /// A count.
    Count(u64),
    /// A probability, share or mean.
    Real(f64),
    /// Nothing is known.
    Empty,
}

impl Cell {
    /// The value of a setting: a count, a word, or a list that no spreadsheet takes for a number.
    pub fn setting(value: &str) -> Self {
        value.parse().map_or_else(|_| Self::Text(in_cell(value)), Self::Count)
    }

    /// A word.
    pub fn text(word: impl ToString) -> Self {
        Self::Text(word.to_string())
    }

    /// What names a row as a text.
    pub fn name(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Count(count) => Some(count.to_string()),
            Self::Real(_) | Self::Empty => None,
        }
    }
}

/// A value as it stands in a cell. A list such as `2,3` is written `2+3`: a spreadsheet would take it for a number.
pub fn in_cell(value: &str) -> String {
    let list = value.contains(',') && value.chars().all(|sign| sign.is_ascii_digit() || sign == ',');
    if list { value.replace(',', "+") } else { value.to_owned() }
}

/// A row by some of its cells: `nb_tas_max=2`, `comparison=alternating-fixed outcome=endless`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row(Vec<(String, String)>);

impl Row {
    /// The row with these cells.
    pub fn new<K: Into<String>, V: Into<String>>(cells: impl IntoIterator<Item = (K, V)>) -> Self {
        Self(cells.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    }

    /// Its cells.
    pub fn cells(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The cell of this column.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.cells().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Whether it names another one, whose cells are all there are.
    pub fn names(&self, whole: &Self) -> bool {
        self.cells().all(|(key, value)| whole.get(key) == Some(value))
    }

    /// The last of some rows that it names: what a run was asked for stands after what it is compared with.
    pub fn last_of(&self, rows: &[Self]) -> Option<usize> {
        rows.iter().rposition(|row| self.names(row))
    }
}

/// Some rows of a table, by their cells in one column: `nb_tas_max=2,4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    column: String,
    cells: Vec<String>,
}

impl Choice {
    /// The rows with these cells in a column.
    pub fn new(column: impl Into<String>, cells: Vec<String>) -> Self {
        Self { column: column.into(), cells }
    }

    /// The column.
    pub fn column(&self) -> &str {
        &self.column
    }

    /// The cells.
    pub fn cells(&self) -> &[String] {
        &self.cells
    }

    /// Whether it holds all rows of another choice.
    pub fn covers(&self, other: &Self) -> bool {
        self.column == other.column && other.cells.iter().all(|cell| self.cells.contains(cell))
    }
}

/// `nb_tas_max=2,4`.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.column, self.cells.join(","))
    }
}

impl FromStr for Choice {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let unknown = || Unknown::new(text, "choice of rows such as nb_tas_max=2,4");
        let (column, cells) = text.split_once('=').ok_or_else(unknown)?;
        Ok(Self::new(column, cells.split(',').map(str::to_owned).collect()))
    }
}

/// `nb_tas_max=2`.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<String> = self.cells().map(|(key, value)| format!("{key}={value}")).collect();
        f.write_str(&cells.join(" "))
    }
}
