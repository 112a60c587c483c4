//! Boards that are drawn as lines of text.

/// The largest number of cells of a board, and of lines and columns of a drawing.
const MAX_CELLS: usize = 64;
/// The signs for no cell.
const GAPS: [char; 2] = [' ', '.'];

/// A drawn board and its pegs: `o` for a peg, `x` for an empty cell, a blank or `.` for no cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    /// The lines from the first to the last cell, separated by `/`, with `.` for no cell.
    pub rows: String,
    /// The row and the column of each cell, from 0.
    pub cells: Vec<(i8, i8)>,
    /// The set of the cells that have a peg: cell i is bit i.
    pub pegs: u64,
}

/// The reason why a drawing is not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawingError {
    /// An unknown character, or more than 64 cells, at this line and column, which count from 1.
    #[error("line {0}, column {1}: expected o, x, a blank or a dot, and at most 64 cells")]
    Character(usize, usize),
    /// No cell has a peg.
    #[error("there is no peg (o)")]
    NoPeg,
}

impl Drawing {
    /// Parses the lines of a drawing.
    pub fn parse(text: &str) -> Result<Self, DrawingError> {
        check_characters(text)?;
        let rows = rows_without_margins(text);
        let mut cells = Vec::new();
        let mut pegs = 0;
        for (row, line) in rows.split('/').enumerate() {
            for (column, character) in line.chars().enumerate() {
                if character != '.' {
                    pegs |= u64::from(character == 'o') << cells.len();
                    cells.push((row as i8, column as i8));
                }
            }
        }
        if pegs == 0 {
            return Err(DrawingError::NoPeg);
        }
        Ok(Self { rows, cells, pegs })
    }
}

fn check_characters(text: &str) -> Result<(), DrawingError> {
    let mut cell_count = 0;
    for (line, characters) in (1..).zip(text.lines()) {
        for (column, character) in (1..).zip(characters.trim_end().chars()) {
            let is_cell = matches!(character, 'o' | 'x');
            cell_count += usize::from(is_cell);
            let is_too_large = cell_count.max(line).max(column) > MAX_CELLS;
            if is_too_large || !(is_cell || GAPS.contains(&character)) {
                return Err(DrawingError::Character(line, column));
            }
        }
    }
    Ok(())
}

fn rows_without_margins(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.trim_end().trim_end_matches(GAPS))
        .collect();
    let margin = lines.iter().filter_map(|line| line.find(['o', 'x'])).min();
    let rows: Vec<&str> = lines
        .iter()
        .map(|line| line.get(margin.unwrap_or(0)..).unwrap_or_default())
        .collect();
    rows.join("/").trim_matches('/').replace(' ', ".")
}
