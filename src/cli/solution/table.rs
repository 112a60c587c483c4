//! The tables of hand-ins: columns and rows, found among cells whatever the form of the file.
//!
//! A table with headings is taken as it is, also below a title, beside an index, or with rows for columns.

use super::cell::{Cell, CellRow, Grid, GridForm};
use super::cells::{MAX_COLUMNS, too_many_columns};
use super::headings::{
    COUNT, ColumnRole, Statistic, first_heading, is_share, recognized_headings, value_headings,
};
use super::labels::RowNames;
use crate::lang::parse_number::ParsedNumber;
use crate::lang::{Problem, Sentence, problem, safe_excerpt};
use crate::topics::Topic;
use crate::topics::setting::OptionSpec;

/// The number of first rows among which headings are looked for.
pub const HEADING_ROWS: usize = 20;
/// The largest number of columns that are taken for rows.
const MAX_TRANSPOSED_COLUMNS: usize = 1000;

/// A table: columns, and rows with a cell for each column.
#[derive(Clone, Debug)]
pub struct Table {
    /// The rows below the headings, with the names of their file and sheet.
    pub grid: Grid,
    headings: CellRow,
    pub columns: Vec<ColumnRole>,
    /// The meaning that numbers without headings were taken to have.
    pub read_as: Option<Sentence>,
}

/// Returns the table with headings that the topic knows, and their number; `None` if there is no such table.
pub fn find_headed_table(grids: &[Grid], names: &RowNames) -> Option<(Table, usize)> {
    grids.iter().find_map(|grid| names.find_headed_table(grid))
}

/// Returns the table of cells without headings, by their content; `None` if there is none. Fails when numbers can be read
/// in two ways, or cannot occur.
pub fn find_bare_table(grids: &[Grid], names: &RowNames) -> Result<Option<Table>, Problem> {
    for grid in grids {
        if let Some(table) = names.find_bare_table(grid)? {
            return Ok(Some(table));
        }
    }
    Ok(None)
}

/// Returns the first row as headings and the others as a table, for messages about the headings. Fails without a row below
/// the first.
pub fn plain_table(grids: &[Grid], topic: &'static Topic) -> Result<Table, Problem> {
    let is_table = |grid: &&Grid| grid.form != GridForm::Sentences;
    let grid = grids.iter().find(is_table).unwrap_or(&grids[0]);
    match grid.rows.split_first() {
        Some((headings, rows)) if !rows.is_empty() => {
            let roles = RowNames::new(topic, Vec::new()).roles(headings);
            Ok(Table::new(
                grid.with_rows(rows.to_vec()),
                headings.clone(),
                roles,
            ))
        }
        _ => Err(Problem::empty_table(&grid.file_name)),
    }
}

/// Returns whether the first cells of rows number them from 0 on, or from 1 on as in R.
pub fn has_index<'a>(rows: impl IntoIterator<Item = &'a CellRow>) -> bool {
    let mut first = None;
    (0..).zip(rows).all(|(place, row)| {
        let number = row
            .cells
            .first()
            .and_then(|cell| cell.text.parse::<usize>().ok());
        number.is_some_and(|number| {
            let first = *first.get_or_insert(number);
            first <= 1 && number == first + place
        })
    })
}

impl Table {
    pub fn new(grid: Grid, headings: CellRow, columns: Vec<ColumnRole>) -> Self {
        Self {
            grid,
            headings,
            columns,
            read_as: None,
        }
    }

    /// Returns the column with a role.
    pub fn column(&self, test: impl Fn(&ColumnRole) -> bool) -> Option<usize> {
        self.columns.iter().position(test)
    }

    /// Returns the columns of settings.
    pub fn settings(&self) -> impl Iterator<Item = (usize, &'static OptionSpec)> {
        let columns = self.columns.iter().enumerate();
        columns.filter_map(|(place, role)| match role {
            ColumnRole::Setting(opt) => Some((place, *opt)),
            _ => None,
        })
    }

    /// Adds a column with the number of games of all rows.
    pub fn add_games(&mut self, games: &Cell) {
        let width = self.columns.len();
        self.columns.push(ColumnRole::Deals);
        for row in &mut self.grid.rows {
            row.cells.resize(width.max(row.filled_len()), Cell::empty());
            row.cells.push(games.clone());
        }
    }

    /// Returns the cells of a row that are not empty, with their columns.
    pub fn filled_cells<'a>(
        &'a self,
        row: &'a CellRow,
    ) -> impl Iterator<Item = (usize, &'a ColumnRole, &'a Cell)> {
        let cells = self.columns.iter().zip(&row.cells).enumerate();
        cells
            .map(|(place, (column, cell))| (place, column, cell))
            .filter(|(_, _, cell)| !cell.is_empty())
    }

    /// Fails when the table has too many columns, a column twice or a required one not at all, or a row with more cells than
    /// there are headings. Fills short rows.
    pub fn checked(mut self, topic: &'static Topic) -> Result<Self, Problem> {
        let width = self.columns.len();
        if width > MAX_COLUMNS {
            return Err(too_many_columns(&self.grid.file_name));
        }
        if self.grid.rows.is_empty() {
            return Err(Problem::empty_table(&self.grid.file_name));
        }
        for row in &mut self.grid.rows {
            let cells = row.filled_len();
            if cells > width {
                let problem = problem!(
                    "{cells} cellules pour {width} titres ; avec des virgules décimales, les \
                     colonnes se séparent par des « ; »",
                    "{cells} cells under {width} headings; with decimal commas, columns are \
                     separated by “;”"
                );
                let line = row.line;
                return Err(self.problem_at(line, width, problem));
            }
            row.cells.resize(width, Cell::empty());
        }
        self.check_columns(topic)?;
        Ok(self)
    }

    /// Fails when a required column is missing or a column is duplicated.
    fn check_columns(&self, topic: &'static Topic) -> Result<(), Problem> {
        let has = |test: fn(&ColumnRole) -> bool| self.column(test).is_some();
        let has_values = has(|column| matches!(column, ColumnRole::Value { .. }));
        let has_counts = has(|column| matches!(column, ColumnRole::Count { .. }));
        if !has(ColumnRole::is_statistic) {
            if !has_values && !has_counts {
                let value = first_heading(value_headings(topic));
                return Err(self.missing_column_problem(topic, value));
            }
            if !has(|column| matches!(column, ColumnRole::RowName { .. })) {
                let row = topic.simulate.row_option.key();
                return Err(self.missing_column_problem(topic, row));
            }
        }
        for (place, column) in self.columns.iter().enumerate() {
            // Counts beside probabilities are not read.
            let name = column
                .unique_name(topic)
                .filter(|name| *name != COUNT || !has_values);
            let Some(name) = name else {
                continue;
            };
            let mut before = self.columns[..place].iter();
            if before.any(|other| other.unique_name(topic) == Some(name)) {
                let problem = problem!(
                    "la colonne « {name} » apparaît deux fois",
                    "the column “{name}” appears twice"
                );
                return Err(self.problem_at(self.headings.line, place, problem));
            }
        }
        Ok(())
    }

    fn missing_column_problem(&self, topic: &'static Topic, column: &str) -> Problem {
        let file = &self.grid.file_name;
        let headings = self.headings.cells.iter().take(12);
        let headings: Vec<String> = headings.map(|cell| safe_excerpt(&cell.text)).collect();
        let headings = headings.join(", ");
        let accepted_headings = recognized_headings(topic);
        let topic_name = topic.name;
        problem!(
            "{file} n'a pas de colonne « {column} » ; ses titres sont : {headings} ; titres \
             reconnus : {accepted_headings} ; exemple : pioche check-solution {topic_name} --template",
            "{file} has no column “{column}”; its headings are: {headings}; recognised headings: \
             {accepted_headings}; example: pioche check-solution {topic_name} --template"
        )
    }

    /// Adds the file, the line (from 1) and the column (from 0) to a problem.
    pub fn problem_at(&self, line: usize, column: usize, problem: Problem) -> Problem {
        let position = (line, column + 1);
        Problem::at_position(&self.grid.place_name, position, problem.0.fr, problem.0.en)
    }
}

/// Returns whether numbers are whole and too large to be percentages.
fn are_counts<'a>(cells: impl Iterator<Item = &'a Cell>) -> bool {
    let mut largest = 0;
    for cell in cells.filter(|cell| !cell.is_empty()) {
        let Some(ParsedNumber::Integer(number)) = cell.number() else {
            return false;
        };
        largest = largest.max(number);
    }
    largest > 100
}

impl RowNames {
    /// Returns the roles of headings. Shares beside counts or other values are not read.
    fn roles(&self, headings: &CellRow) -> Vec<ColumnRole> {
        let cells = headings.cells.iter();
        let mut roles: Vec<ColumnRole> = cells.map(|cell| self.role(cell)).collect();
        let is_value = |role: &ColumnRole| matches!(role, ColumnRole::Value { .. });
        let is_better = |(cell, role): (&Cell, &ColumnRole)| {
            matches!(role, ColumnRole::Count { .. }) || is_value(role) && !is_share(&cell.text)
        };
        if headings.cells.iter().zip(&roles).any(is_better) {
            for (cell, role) in headings.cells.iter().zip(&mut roles) {
                if is_value(role) && is_share(&cell.text) {
                    *role = ColumnRole::Ignored;
                }
            }
        }
        // Cumulative counts beside counts are not read.
        if roles.contains(&ColumnRole::Count { is_of_wins: false }) {
            for role in &mut roles {
                if *role == (ColumnRole::Count { is_of_wins: true }) {
                    *role = ColumnRole::Ignored;
                }
            }
        }
        roles
    }

    /// Returns the table with headings that the topic knows best, and their number.
    fn find_headed_table(&self, grid: &Grid) -> Option<(Table, usize)> {
        if grid.form == GridForm::Sentences {
            return None;
        }
        let transposed;
        let mut best = self.headed_rows(grid);
        let mut source = grid;
        let columns = grid.rows.iter().map(|row| row.cells.len()).max();
        let can_be_transposed = grid.rows.len() <= MAX_COLUMNS
            && columns.is_none_or(|columns| columns <= MAX_TRANSPOSED_COLUMNS);
        if best.is_none() && can_be_transposed {
            transposed = grid.transposed();
            best = self.headed_rows(&transposed);
            source = &transposed;
        }
        let (place, score) = best?;
        let rows = &source.rows[place + 1..];
        let mut headings = source.rows[place].clone();
        let mut roles = self.roles(&headings);
        let has_statistics = roles.iter().any(ColumnRole::is_statistic);
        for role in roles
            .iter_mut()
            .filter(|_| has_statistics && rows.len() == 1)
        {
            *role = match *role {
                // Below a mean, a maximum of piles is the largest number of piles.
                ColumnRole::RowName { .. } => ColumnRole::Statistic(Statistic::Largest),
                ColumnRole::Count { .. } => ColumnRole::Deals,
                other => other,
            };
        }
        let width = roles.len();
        let has_cell_more = rows.iter().all(|row| row.cells.len() == width + 1);
        if grid.form == GridForm::Table && has_cell_more && has_index(rows) {
            headings.cells.insert(0, Cell::empty());
            roles.insert(0, ColumnRole::Ignored);
        }
        // Counts have the heading of shares, too.
        for (column, role) in roles.iter_mut().enumerate() {
            let is_share_heading = is_share(&headings.cells[column].text);
            let cells = rows.iter().filter_map(|row| row.cells.get(column));
            if is_share_heading && matches!(role, ColumnRole::Value { .. }) && are_counts(cells) {
                *role = ColumnRole::Count { is_of_wins: false };
            }
        }
        let mut table = Table::new(source.with_rows(rows.to_vec()), headings, roles);
        let has_games = table.column(|role| matches!(role, ColumnRole::Deals));
        if has_games.is_none()
            && let Some(games) = self.stated_games(&source.rows[..place])
        {
            table.add_games(&games);
        }
        Some((table, score))
    }

    /// Returns the row with the most known headings and their number, if they name rows or statistics and numbers.
    fn headed_rows(&self, grid: &Grid) -> Option<(usize, usize)> {
        let mut best = None;
        for (place, row) in grid.rows.iter().enumerate().take(HEADING_ROWS) {
            let roles: Vec<ColumnRole> = row.cells.iter().map(|cell| self.role(cell)).collect();
            let has = |test: fn(&ColumnRole) -> bool| roles.iter().any(test);
            let has_numbers =
                has(|role| matches!(role, ColumnRole::Value { .. } | ColumnRole::Count { .. }));
            let has_names = has(|role| matches!(role, ColumnRole::RowName { .. }));
            let is_known = |role: &&ColumnRole| !matches!(role, ColumnRole::Ignored);
            let score = roles.iter().filter(is_known).count();
            let has_figures = row.cells.iter().any(|cell| cell.number().is_some());
            let is_table =
                !has_figures && (has(ColumnRole::is_statistic) || has_names && has_numbers);
            if is_table && grid.rows.len() > place + 1 && best.is_none_or(|(_, most)| score > most)
            {
                best = Some((place, score));
            }
        }
        best
    }
}
