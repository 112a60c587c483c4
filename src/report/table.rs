//! Tables for people: on a terminal, or in Markdown.

use crate::lang::{Lang, folded, typeset};
use comfy_table::{CellAlignment, LineStyle, Table as Grid, TableStyle};
use std::collections::{BTreeMap, BTreeSet};

/// A line under the headings, and nothing else.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

const AROUND: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Plain,
    Ansi,
}

impl Paint {
    pub fn heading(self, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Ansi => format!("\u{1b}[1m{text}\u{1b}[0m"),
        }
    }
}

/// A text in lines of a terminal, broken between words.
pub fn paragraph(text: &str, columns: usize) -> String {
    folded(typeset(text).split(' '), " ", columns)
}

/// A table whose first column is left-aligned, all others right-aligned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub names: usize,
    pub headings: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Columns {
    /// For a terminal of so many columns; each line ends with a line feed. A table that is wider is folded: columns that
    /// have no room stand below, beside the names of the rows again. A single row stands upright then.
    pub fn terminal(&self, columns: usize) -> String {
        let folds = self.folds(columns);
        if let ([row], true) = (self.rows.as_slice(), folds.len() > 1) {
            let cells = self.headings.iter().zip(row).skip(1).map(|(name, cell)| vec![name.clone(), cell.clone()]);
            let headings = vec![self.headings[0].clone(), row[0].clone()];
            return Self { names: 1, headings, rows: cells.collect() }.whole();
        }
        let parts: Vec<String> = folds.iter().map(|columns| self.only(columns).whole()).collect();
        parts.join("\n")
    }

    /// Returns its first rows, of each group as many, that take at most so many lines; at least three rows, and one of each
    /// group. The rows of a group have the same first `group` columns.
    pub fn first(&self, lines: usize, columns: usize, group: usize) -> Self {
        let groups: BTreeSet<&[String]> = self.rows.iter().map(|row| &row[..group]).collect();
        let with_folds = |folds: usize| {
            // Each part has two lines of headings, and an empty one before the next.
            let rows = ((lines + 1) / folds).saturating_sub(3).max(3).max(groups.len());
            self.of_each_group(rows, rows / groups.len().max(1), group)
        };
        // Fewer rows may be narrower, so that they need fewer parts.
        let folds = self.folds(columns).len();
        (1..folds)
            .map(with_folds)
            .zip(1..)
            .find(|(first, folds)| first.folds(columns).len() <= *folds)
            .map_or_else(|| with_folds(folds), |(first, _)| first)
    }

    /// Returns its first rows, at most `each` of a group.
    fn of_each_group(&self, rows: usize, each: usize, group: usize) -> Self {
        let mut met: BTreeMap<&[String], usize> = BTreeMap::new();
        let first = self.rows.iter().filter(|row| {
            let met = met.entry(&row[..group]).or_default();
            *met += 1;
            *met <= each
        });
        Self { rows: first.take(rows).cloned().collect(), ..self.clone() }
    }

    /// The columns that stand side by side, those that name a row always.
    fn folds(&self, columns: usize) -> Vec<Vec<usize>> {
        let cells = |column: usize| self.rows.iter().filter_map(move |row| row.get(column));
        let width = |column: usize| {
            let signs = |text: &String| text.chars().count();
            cells(column).chain(self.headings.get(column)).map(signs).max().unwrap_or(0) + AROUND
        };
        let names: Vec<usize> = (0..self.names).collect();
        let first: usize = names.iter().map(|&column| width(column)).sum();
        let (mut folds, mut used) = (vec![names.clone()], first);
        for column in self.names..self.headings.len() {
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

    fn only(&self, columns: &[usize]) -> Self {
        let of =
            |row: &Vec<String>| columns.iter().map(|&column| row.get(column).cloned().unwrap_or_default()).collect();
        // A row that says nothing here, such as a share that has no spread, is left out.
        let told = |row: &&Vec<String>| {
            columns.iter().skip(self.names).any(|&column| row.get(column).is_some_and(|cell| !cell.is_empty()))
        };
        let rows = self.rows.iter().filter(|row| columns.len() == self.headings.len() || told(row));
        Self { names: self.names, headings: of(&self.headings), rows: rows.map(of).collect() }
    }

    fn whole(&self) -> String {
        let mut grid = Grid::new();
        grid.load_style(STYLE).set_header(&self.headings);
        grid.add_rows(&self.rows);
        for column in grid.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        grid.lines().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// For a Markdown page; each line ends with a line feed.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule: Vec<String> =
            (0..self.headings.len()).map(|column| if column == 0 { ":--" } else { "--:" }.to_owned()).collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}{}{rows}", line(&self.headings), line(&rule))
    }
}

pub fn percent_decimals(half_width: f64) -> usize {
    decimals(100.0 * half_width)
}

/// Decimals that an interval of this half-width bears: its last digit is neither more than a fifth nor less than a
/// fiftieth of it.
pub fn decimals(half_width: f64) -> usize {
    if half_width > 0.0 { (-(half_width / 5.0).log10()).ceil().clamp(0.0, 10.0) as usize } else { 2 }
}

/// A number that is known: a probability as a percentage.
pub fn exactly(exact: f64, percent: bool, lang: Lang) -> String {
    if percent { lang.percent(exact, 4) } else { lang.decimal(exact, 6) }
}
