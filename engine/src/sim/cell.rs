//! The cells of tables.

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
