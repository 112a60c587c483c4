//! The tables of hand-ins: headings and rows, found among cells whatever the form of the file.
//!
//! A table with headings is taken as it is, also below a title, beside an index, or with rows for columns.

use super::cell::{Cell, CellRow, GridForm};
use super::cells::{Grid, MAX_COLUMNS, decode_text, text_grids, too_many_columns};
use super::headings::{ColumnRole, Statistic};
use super::labels::RowNames;
use super::workbook;
use crate::cli::files::{display_name, read_limited};
use crate::lang::{Problem, Sentence, problem};
use std::path::Path;

/// The largest size of a file, in bytes.
const MAX_BYTES: u64 = 16 << 20;
/// The number of first rows among which headings are looked for.
pub const HEADING_ROWS: usize = 20;

/// A file of a student, as cells.
pub struct HandIn {
    pub file_name: String,
    grids: Vec<Grid>,
}

/// A table: headings and rows, each with a cell for each heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub file_name: String,
    place_name: String,
    pub headings: Vec<String>,
    heading_line: usize,
    pub rows: Vec<CellRow>,
    /// True if other rows than these did not occur.
    pub is_complete: bool,
    /// The meaning that numbers without headings were taken to have.
    pub read_as: Option<Sentence>,
}

impl HandIn {
    /// Reads a file, or the standard input for `-`. Fails when it cannot be read or has no cells.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        Self::parse(display_name(path), read_limited(path, MAX_BYTES)?)
    }

    /// Parses the bytes of a file.
    pub fn parse(file_name: String, bytes: Vec<u8>) -> Result<Self, Problem> {
        let grids = if workbook::is_workbook(&bytes) {
            workbook::sheet_grids(&file_name, bytes)?
        } else {
            text_grids(&file_name, &decode_text(bytes))?
        };
        if grids.iter().all(|grid| grid.rows.is_empty()) {
            return Err(Problem::empty_table(&file_name));
        }
        Ok(Self { file_name, grids })
    }

    /// Returns the table with headings that the topic knows, and their number; `None` if there is no such table.
    pub fn find_headed_table(&self, names: &RowNames) -> Option<(Table, usize)> {
        self.grids
            .iter()
            .find_map(|grid| names.find_headed_table(self, grid))
    }

    /// Returns the table of cells without headings, by their content; `None` if there is none. Fails when numbers can be read
    /// in two ways, or cannot occur.
    pub fn find_bare_table(&self, names: &RowNames) -> Result<Option<Table>, Problem> {
        for grid in &self.grids {
            if let Some(table) = names.find_bare_table(self, grid)? {
                return Ok(Some(table));
            }
        }
        Ok(None)
    }

    /// Returns the first rows as a table, for messages about its headings. Fails when it has no row below the first.
    pub fn plain_table(&self) -> Result<Table, Problem> {
        let is_table = |grid: &&Grid| grid.form != GridForm::Sentences;
        let grid = self.grids.iter().find(is_table).unwrap_or(&self.grids[0]);
        match grid.rows.split_first() {
            Some((headings, rows)) if !rows.is_empty() => Ok(self.table(grid, headings, rows)),
            _ => Err(Problem::empty_table(&self.file_name)),
        }
    }

    pub fn table(&self, grid: &Grid, headings: &CellRow, rows: &[CellRow]) -> Table {
        Table {
            file_name: self.file_name.clone(),
            place_name: grid.place_name.clone(),
            headings: headings
                .cells
                .iter()
                .map(|cell| cell.text.clone())
                .collect(),
            heading_line: headings.line,
            rows: rows.to_vec(),
            is_complete: grid.form == GridForm::Dictionary,
            read_as: None,
        }
    }
}

impl Table {
    /// Adds a column with the same cell in each row.
    pub fn add_column(&mut self, heading: &str, cell: &Cell) {
        let width = self.headings.len();
        self.headings.push(heading.to_owned());
        for row in &mut self.rows {
            row.cells.resize(width.max(row.filled_len()), Cell::empty());
            row.cells.push(cell.clone());
        }
    }

    /// Fails when the table has too many columns, or a row more cells than there are headings. Fills short rows.
    pub fn checked(mut self) -> Result<Self, Problem> {
        if self.headings.len() > MAX_COLUMNS {
            return Err(too_many_columns(&self.file_name));
        }
        if self.rows.is_empty() {
            return Err(Problem::empty_table(&self.file_name));
        }
        let headings = self.headings.len();
        for row in &mut self.rows {
            let cells = row.filled_len();
            if cells > headings {
                let problem = problem!(
                    "{cells} cellules pour {headings} titres ; avec des virgules décimales, les \
                     colonnes se séparent par des « ; »",
                    "{cells} cells under {headings} headings; with decimal commas, columns are \
                     separated by “;”"
                );
                let line = row.line;
                return Err(self.problem_at(line, headings + 1, problem));
            }
            row.cells.resize(headings, Cell::empty());
        }
        Ok(self)
    }

    /// Adds the file, the line and the column (both from 1) to a problem.
    pub fn problem_at(&self, line: usize, column: usize, problem: Problem) -> Problem {
        Problem::at_position(&self.place_name, (line, column), problem.0.fr, problem.0.en)
    }

    /// Adds the file, the line of the headings and a column (from 1) to a problem.
    pub fn heading_problem(&self, column: usize, problem: Problem) -> Problem {
        self.problem_at(self.heading_line, column, problem)
    }
}

impl RowNames {
    /// Returns the table with headings that the topic knows best, and their number.
    fn find_headed_table(&self, hand_in: &HandIn, grid: &Grid) -> Option<(Table, usize)> {
        if grid.form == GridForm::Sentences {
            return None;
        }
        let transposed;
        let mut best = self.headed_rows(grid);
        let mut source = grid;
        let columns = grid
            .rows
            .iter()
            .map(|row| row.cells.len())
            .max()
            .unwrap_or(0);
        if best.is_none() && grid.rows.len() <= MAX_COLUMNS && columns <= 1000 {
            transposed = grid.transposed();
            best = self.headed_rows(&transposed);
            source = &transposed;
        }
        let (place, score) = best?;
        let mut headings = source.rows[place].clone();
        let rows = &source.rows[place + 1..];
        let roles: Vec<ColumnRole> = headings.cells.iter().map(|cell| self.role(cell)).collect();
        let has = |test: fn(&ColumnRole) -> bool| roles.iter().any(test);
        if has(|role| matches!(role, ColumnRole::Statistic(_))) && rows.len() == 1 {
            for (cell, role) in headings.cells.iter_mut().zip(&roles) {
                match role {
                    // Below a mean, a maximum of piles is the largest number of piles.
                    ColumnRole::RowName => *cell = Cell::decimal(Statistic::Largest.key()),
                    ColumnRole::Count => *cell = Cell::decimal("deals"),
                    _ => {}
                }
            }
        }
        let width = headings.cells.len();
        let is_index = |(number, row): (usize, &CellRow)| {
            row.cells.len() == width + 1 && row.cells[0].text == number.to_string()
        };
        if grid.form == GridForm::Table && (0..).zip(rows).all(is_index) {
            headings.cells.insert(0, Cell::empty());
        }
        let mut table = hand_in.table(source, &headings, rows);
        let has_games = has(|role| matches!(role, ColumnRole::Deals));
        if let Some(games) = self
            .stated_games(&source.rows[..place])
            .filter(|_| !has_games)
        {
            table.add_column("deals", &games);
        }
        Some((table, score))
    }

    /// Returns the row with the most known headings and their number, if they name rows or statistics and numbers.
    fn headed_rows(&self, grid: &Grid) -> Option<(usize, usize)> {
        let mut best = None;
        for (place, row) in grid.rows.iter().enumerate().take(HEADING_ROWS) {
            let roles: Vec<ColumnRole> = row.cells.iter().map(|cell| self.role(cell)).collect();
            let has = |test: fn(&ColumnRole) -> bool| roles.iter().any(test);
            let has_statistics = has(|role| matches!(role, ColumnRole::Statistic(_)));
            let has_numbers =
                has(|role| matches!(role, ColumnRole::Value { .. } | ColumnRole::Count));
            let has_names = has(|role| matches!(role, ColumnRole::RowName));
            let score = roles
                .iter()
                .filter(|role| !matches!(role, ColumnRole::Ignored));
            let score = score.count();
            let has_figures = row.cells.iter().any(|cell| cell.number().is_some());
            let is_table =
                !has_figures && has_statistics || !has_figures && has_names && has_numbers;
            if is_table && grid.rows.len() > place + 1 && best.is_none_or(|(_, most)| score > most)
            {
                best = Some((place, score));
            }
        }
        best
    }
}
