//! A table that somebody has made in a spreadsheet: CSV with commas, semicolons or tabulators, in UTF-8 or as French
//! spreadsheets write it.

use super::files::{name, read};
use crate::lang::{Problem, shown};
use std::path::Path;

/// No table is longer, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// A table as it was read.
pub struct TableFile {
    /// The file, for messages.
    pub file: String,
    /// The headings.
    pub headings: Vec<String>,
    /// The rows that are not empty, each with its line, from 1.
    pub rows: Vec<(usize, Vec<String>)>,
}

impl TableFile {
    /// Reads a file, or the standard input for `-`.
    ///
    /// # Errors
    /// When it cannot be read, has no rows, or a row with more cells than there are headings.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let file = name(path);
        let text = decoded(&read(path, MOST_BYTES)?);
        let delimiter = delimiter(text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default());
        let mut reader = ::csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .flexible(true)
            .has_headers(false)
            .trim(::csv::Trim::All)
            .from_reader(text.as_bytes());
        let mut rows = Vec::new();
        for record in reader.records() {
            // What is text can be read, however odd it is.
            let record = record.map_err(|_| Problem::TableEmpty { file: file.clone() })?;
            let line = record.position().map_or(0, |position| position.line() as usize);
            let cells: Vec<String> = record.iter().map(str::to_owned).collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                rows.push((line, cells));
            }
        }
        if rows.len() < 2 {
            return Err(Problem::TableEmpty { file });
        }
        let (_, headings) = rows.remove(0);
        for (line, cells) in &mut rows {
            while cells.len() > headings.len() && cells.last().is_some_and(String::is_empty) {
                cells.pop();
            }
            if cells.len() > headings.len() {
                let problem = Problem::TableWide { cells: cells.len(), headings: headings.len() };
                return Err(at(&file, *line, headings.len() + 1, problem));
            }
            cells.resize(headings.len(), String::new());
        }
        Ok(Self { file, headings, rows })
    }
}

/// What is wrong with a cell: its line and its column, from 1.
pub fn at(file: &str, line: usize, column: usize, problem: Problem) -> Problem {
    Problem::InTable { file: file.to_owned(), line, column, problem: Box::new(problem) }
}

/// The text of a file; what is no UTF-8 was written by a spreadsheet in Western Europe.
fn decoded(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// What stands between the cells of a line: semicolons and tabulators are nothing else.
fn delimiter(headings: &str) -> u8 {
    [b';', b'\t'].into_iter().find(|&sign| headings.bytes().any(|byte| byte == sign)).unwrap_or(b',')
}

/// A cell as messages show it.
pub fn cell(text: &str) -> String {
    shown(text)
}
