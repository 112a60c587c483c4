//! Tables as text, for a terminal or in Markdown.

use crate::lang::{insert_no_break_spaces, wrap_parts};
use comfy_table::{CellAlignment, LineStyle, Table as Grid, TableStyle};
use std::collections::{BTreeMap, BTreeSet};

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

/// A table with a left-aligned first column; all others are right-aligned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextTable {
    /// The number of columns on the left that name the rows; a folded table repeats them.
    pub row_header_columns: usize,
    /// The headings of all columns.
    pub headings: Vec<String>,
    /// The rows; each has a text for every column.
    pub rows: Vec<Vec<String>>,
}

impl TextTable {
    /// The number of lines above the rows.
    pub const HEADING_LINES: usize = 2;

    /// Formats the table for a terminal with this many columns; each line ends with a line feed. A wider table is
    /// folded: the remaining columns follow below, with the names of the rows repeated. A single row is then written
    /// vertically.
    pub fn terminal_text(&self, terminal_columns: usize) -> String {
        let folds = self.column_folds(terminal_columns);
        if let ([row], true) = (self.rows.as_slice(), folds.len() > 1) {
            let cells = self
                .headings
                .iter()
                .zip(row)
                .skip(1)
                .map(|(name, cell)| vec![name.clone(), cell.clone()]);
            let headings = vec![self.headings[0].clone(), row[0].clone()];
            return Self {
                row_header_columns: 1,
                headings,
                rows: cells.collect(),
            }
            .unfolded_text();
        }
        let parts: Vec<String> = folds
            .iter()
            .map(|terminal_columns| self.with_columns(terminal_columns).unfolded_text())
            .collect();
        parts.join("\n")
    }

    /// Removes the column with this heading. Returns true if there was one.
    pub(crate) fn remove_column(&mut self, heading: &str) -> bool {
        let Some(place) = self.headings.iter().position(|name| name == heading) else {
            return false;
        };
        self.headings.remove(place);
        for row in &mut self.rows {
            row.remove(place);
        }
        true
    }

    /// Returns true if all columns fit side by side on a terminal with this many columns.
    pub(crate) fn fits(&self, terminal_columns: usize) -> bool {
        self.column_folds(terminal_columns).len() == 1
    }

    /// Returns the first rows, equally many of each group, that take at most this many lines; at least three rows, and
    /// one of each group. The rows of a group agree in their first `group_columns` columns.
    pub(crate) fn first_rows_of_groups(
        &self,
        max_lines: usize,
        terminal_columns: usize,
        group_columns: usize,
    ) -> Self {
        let groups: BTreeSet<&[String]> =
            self.rows.iter().map(|row| &row[..group_columns]).collect();
        let with_folds = |folds: usize| {
            // An empty line precedes each part but the first.
            let rows = ((max_lines + 1) / folds)
                .saturating_sub(Self::HEADING_LINES + 1)
                .max(3)
                .max(groups.len());
            self.first_rows_per_group(rows, rows / groups.len().max(1), group_columns)
        };
        // Fewer rows may be narrower, so that they need fewer parts.
        let folds = self.column_folds(terminal_columns).len();
        (1..folds)
            .map(with_folds)
            .zip(1..)
            .find(|(first, folds)| first.column_folds(terminal_columns).len() <= *folds)
            .map_or_else(|| with_folds(folds), |(first, _)| first)
    }

    /// Returns the first rows, at most `each` of a group.
    fn first_rows_per_group(&self, rows: usize, each: usize, group: usize) -> Self {
        let mut group_sizes: BTreeMap<&[String], usize> = BTreeMap::new();
        let first = self.rows.iter().filter(|row| {
            let size = group_sizes.entry(&row[..group]).or_default();
            *size += 1;
            *size <= each
        });
        Self {
            rows: first.take(rows).cloned().collect(),
            ..self.clone()
        }
    }

    /// Returns the groups of columns that are written side by side. Each group contains the columns that name the rows.
    fn column_folds(&self, columns: usize) -> Vec<Vec<usize>> {
        let cells = |column: usize| self.rows.iter().filter_map(move |row| row.get(column));
        let width = |column: usize| {
            let signs = |text: &String| text.chars().count();
            cells(column)
                .chain(self.headings.get(column))
                .map(signs)
                .max()
                .unwrap_or(0)
                + CELL_PADDING
        };
        let names: Vec<usize> = (0..self.row_header_columns).collect();
        let first: usize = names.iter().map(|&column| width(column)).sum();
        let mut folds = vec![names.clone()];
        let mut used = first;
        for column in self.row_header_columns..self.headings.len() {
            let fold = folds.len() - 1;
            if used + width(column) > columns && folds[fold].len() > names.len() {
                folds.push(names.iter().copied().chain([column]).collect());
                used = first + width(column);
            } else {
                folds[fold].push(column);
                used += width(column);
            }
        }
        folds
    }

    fn with_columns(&self, columns: &[usize]) -> Self {
        let cells = |row: &Vec<String>| {
            columns
                .iter()
                .map(|&column| row.get(column).cloned().unwrap_or_default())
                .collect()
        };
        // Rows without a value here, such as the spread of a share, are left out.
        let has_value = |row: &&Vec<String>| {
            columns
                .iter()
                .skip(self.row_header_columns)
                .any(|&column| row.get(column).is_some_and(|cell| !cell.is_empty()))
        };
        let rows = self
            .rows
            .iter()
            .filter(|row| columns.len() == self.headings.len() || has_value(row));
        Self {
            row_header_columns: self.row_header_columns,
            headings: cells(&self.headings),
            rows: rows.map(cells).collect(),
        }
    }

    fn unfolded_text(&self) -> String {
        let mut grid = Grid::new();
        grid.load_style(STYLE).set_header(&self.headings);
        grid.add_rows(&self.rows);
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
