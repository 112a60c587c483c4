//! The writer of tables for a terminal.

use super::{Cell, Table};
use crate::lang::{Lang, insert_no_break_spaces, wrap_parts};
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

impl Table {
    /// The number of lines above the rows.
    pub const HEADING_LINES: usize = 2;

    /// Formats the table for a terminal with this many columns; each line ends with a line feed. The first column is
    /// left-aligned, the others right-aligned. A wider table is folded: the remaining columns follow below, with the names of
    /// the rows repeated. A single row is then written vertically.
    pub fn terminal_text(&self, lang: Lang, terminal_columns: usize) -> String {
        let folds = self.column_folds(lang, terminal_columns);
        if let ([row], true) = (self.rows.as_slice(), folds.len() > 1) {
            return self.vertical(row, lang).unfolded_text(lang);
        }
        let parts: Vec<String> = folds
            .iter()
            .map(|columns| self.with_columns(columns).unfolded_text(lang))
            .collect();
        parts.join("\n")
    }

    /// Returns the table of a single row, with a line for each of its columns after the first.
    fn vertical(&self, row: &[Cell], lang: Lang) -> Self {
        let heading_text = |index: usize| self.headings[index].label.in_lang(lang).to_owned();
        let mut lines = Vec::new();
        for (index, cell) in row.iter().enumerate().skip(1) {
            lines.push(vec![heading_text(index), cell.in_lang(lang)]);
        }
        Self::of_texts(1, vec![heading_text(0), row[0].in_lang(lang)], lines)
    }

    /// Removes the column with this heading in a language. Returns true if there was one.
    pub(crate) fn remove_column(&mut self, heading: &str, lang: Lang) -> bool {
        let mut headings = self.headings.iter();
        let Some(place) = headings.position(|known| known.label.in_lang(lang) == heading) else {
            return false;
        };
        self.headings.remove(place);
        for row in &mut self.rows {
            row.remove(place);
        }
        true
    }

    /// Returns true if all columns fit side by side on a terminal with this many columns.
    pub(crate) fn fits(&self, lang: Lang, terminal_columns: usize) -> bool {
        self.column_folds(lang, terminal_columns).len() == 1
    }

    /// Returns the first rows, equally many of each group, that take at most this many lines; at least three rows, and
    /// one of each group. The rows of a group agree in their first `group_columns` columns.
    pub(crate) fn first_rows_of_groups(
        &self,
        max_lines: usize,
        (lang, terminal_columns): (Lang, usize),
        group_columns: usize,
    ) -> Self {
        let groups: Vec<Vec<String>> = self.group_names(group_columns, lang);
        let group_count = groups.iter().collect::<BTreeSet<_>>().len();
        let with_folds = |folds: usize| {
            // An empty line precedes each part but the first.
            let rows = ((max_lines + 1) / folds)
                .saturating_sub(Self::HEADING_LINES + 1)
                .max(3)
                .max(group_count);
            self.first_rows_per_group(rows, rows / group_count.max(1), &groups)
        };
        // Fewer rows may be narrower, so that they need fewer parts.
        let folds = self.column_folds(lang, terminal_columns).len();
        (1..folds)
            .map(with_folds)
            .zip(1..)
            .find(|(first, folds)| first.column_folds(lang, terminal_columns).len() <= *folds)
            .map_or_else(|| with_folds(folds), |(first, _)| first)
    }

    /// Returns the texts of the first columns of each row.
    fn group_names(&self, columns: usize, lang: Lang) -> Vec<Vec<String>> {
        let texts = |row: &Vec<Cell>| {
            row[..columns]
                .iter()
                .map(|cell| cell.in_lang(lang))
                .collect()
        };
        self.rows.iter().map(texts).collect()
    }

    /// Returns the first rows, at most `each` of a group.
    fn first_rows_per_group(&self, rows: usize, each: usize, groups: &[Vec<String>]) -> Self {
        let mut group_sizes: BTreeMap<&[String], usize> = BTreeMap::new();
        let first = self.rows.iter().zip(groups).filter(|(_, group)| {
            let size = group_sizes.entry(group).or_default();
            *size += 1;
            *size <= each
        });
        Self {
            rows: first.take(rows).map(|(row, _)| row.clone()).collect(),
            ..self.clone()
        }
    }

    /// Returns the groups of columns that are written side by side. Each group contains the columns that name the rows.
    fn column_folds(&self, lang: Lang, terminal_columns: usize) -> Vec<Vec<usize>> {
        let width = |column: usize| {
            let heading = self.headings[column].label.in_lang(lang).chars().count();
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            let widest_cell = cells.map(|cell| cell.in_lang(lang).chars().count()).max();
            heading.max(widest_cell.unwrap_or(0)) + CELL_PADDING
        };
        let names: Vec<usize> = (0..self.name_columns).collect();
        let name_width: usize = names.iter().map(|&column| width(column)).sum();
        let mut folds = vec![names.clone()];
        let mut used = name_width;
        for column in self.name_columns..self.headings.len() {
            let fold = folds.len() - 1;
            if used + width(column) > terminal_columns && folds[fold].len() > names.len() {
                folds.push(names.iter().copied().chain([column]).collect());
                used = name_width + width(column);
            } else {
                folds[fold].push(column);
                used += width(column);
            }
        }
        folds
    }

    fn with_columns(&self, columns: &[usize]) -> Self {
        let cell = |row: &[Cell], column: usize| row.get(column).cloned().unwrap_or(Cell::Empty);
        // Rows without a value here, such as the spread of a share, are left out.
        let has_value = |row: &&Vec<Cell>| {
            columns.len() == self.headings.len()
                || columns.iter().skip(self.name_columns).any(|&column| {
                    let is_empty =
                        |cell: &Cell| matches!(cell, Cell::Text(text) if text.is_empty());
                    row.get(column)
                        .is_some_and(|cell| *cell != Cell::Empty && !is_empty(cell))
                })
        };
        let cells_of_row =
            |row: &Vec<Cell>| columns.iter().map(|&column| cell(row, column)).collect();
        Self {
            name_columns: self.name_columns,
            headings: columns
                .iter()
                .map(|&column| self.headings[column].clone())
                .collect(),
            rows: self
                .rows
                .iter()
                .filter(has_value)
                .map(cells_of_row)
                .collect(),
        }
    }

    fn unfolded_text(&self, lang: Lang) -> String {
        let mut grid = Grid::new();
        let headings = self.headings.iter();
        grid.load_style(STYLE)
            .set_header(headings.map(|heading| heading.label.in_lang(lang)));
        for row in &self.rows {
            grid.add_row(row.iter().map(|cell| cell.in_lang(lang)));
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
