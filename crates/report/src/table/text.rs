//! The writer of tables for a terminal.

use super::Table;
use crate::lang::{insert_no_break_spaces, wrap_parts};
use comfy_table::{CellAlignment, LineStyle, Table as Grid, TableStyle};

/// A table style with a line below the headings and no other lines.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

const CELL_PADDING: usize = 2;

/// Wraps a text to the width of a terminal.
pub fn wrapped_paragraph(text: &str, terminal_columns: usize) -> String {
    wrap_parts(
        insert_no_break_spaces(text).split(' '),
        " ",
        terminal_columns,
    )
}

impl Table {
    /// The number of lines above the rows.
    pub const HEADING_LINES: usize = 2;

    /// Formats the table for a terminal with this many columns; each line ends with a line feed. The first column is
    /// left-aligned, the others right-aligned. A wider table is folded: the remaining columns follow below, with the names of
    /// the rows repeated.
    pub fn terminal_text(&self, terminal_columns: usize) -> String {
        let folds = self.column_folds(terminal_columns);
        let parts = folds.iter().map(|columns| self.unfolded_text(columns));
        parts.collect::<Vec<_>>().join("\n")
    }

    /// Returns the table with headings in two lines where that makes a column narrower.
    #[must_use]
    pub(crate) fn with_broken_headings(&self) -> Self {
        let mut table = self.clone();
        for (column, heading) in table.headings.iter_mut().enumerate() {
            if heading.label.chars().count() > self.cell_width(column) {
                heading.label = broken_heading(&heading.label);
            }
        }
        table
    }

    /// Returns the width of a column with the blanks before it.
    fn column_width(&self, column: usize) -> usize {
        let heading_lines = self.headings[column].label.lines();
        let heading = heading_lines.map(|line| line.chars().count()).max();
        self.cell_width(column).max(heading.unwrap_or(0)) + CELL_PADDING
    }

    /// Returns the width of the widest cell of a column.
    fn cell_width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        let widths = cells.map(|cell| cell.terminal_text().chars().count());
        widths.max().unwrap_or(0)
    }

    /// Returns true if all columns fit side by side on a terminal with this many columns.
    pub(crate) fn fits(&self, terminal_columns: usize) -> bool {
        let widths = (0..self.headings.len()).map(|column| self.column_width(column));
        widths.sum::<usize>() <= terminal_columns + 1
    }

    /// Returns the groups of columns that are written side by side. Each group contains the columns that name the rows.
    fn column_folds(&self, terminal_columns: usize) -> Vec<Vec<usize>> {
        let names: Vec<usize> = (0..self.name_columns).collect();
        let name_width: usize = names.iter().map(|&column| self.column_width(column)).sum();
        let mut folds = vec![names.clone()];
        let mut used = name_width;
        for column in self.name_columns..self.headings.len() {
            let width = self.column_width(column);
            let fold = folds.len() - 1;
            // There is no padding before the first column.
            if used + width > terminal_columns + 1 && folds[fold].len() > names.len() {
                folds.push([&names[..], &[column]].concat());
                used = name_width;
            } else {
                folds[fold].push(column);
            }
            used += width;
        }
        folds
    }

    /// Formats some columns side by side.
    fn unfolded_text(&self, columns: &[usize]) -> String {
        let mut grid = Grid::new();
        let headings = columns.iter().map(|&column| &self.headings[column].label);
        grid.load_style(STYLE).set_header(headings);
        for row in &self.rows {
            grid.add_row(columns.iter().map(|&column| row[column].terminal_text()));
        }
        for (index, column) in grid.column_iter_mut().enumerate() {
            column.set_padding((1, 0));
            if index > 0 {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        grid.lines()
            .map(|line| format!("{}\n", line.trim_end()))
            .collect()
    }
}

/// Breaks a heading at the space that gives the narrowest two lines.
pub(crate) fn broken_heading(heading: &str) -> String {
    let width = |place: &usize| {
        let rest = heading[place + 1..].chars().count();
        heading[..*place].chars().count().max(rest)
    };
    let spaces = heading.match_indices(' ').map(|(place, _)| place);
    match spaces.min_by_key(width) {
        Some(place) => format!("{}\n{}", &heading[..place], &heading[place + 1..]),
        None => heading.to_owned(),
    }
}
