//! Tables for people: on a terminal, or in Markdown.

use crate::lang::Lang;
use comfy_table::{CellAlignment, LineStyle, Table as Grid, TableStyle};

/// A line under the headings, and nothing else.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

const COLUMNS: usize = 80;
/// Those around a cell.
const AROUND: usize = 3;

/// How a heading is set on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Plain,
    /// With the terminal's bold face.
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

/// Texts in as few lines of a terminal as they fit, `between` two of them that share one. One that is wider stands
/// alone.
pub fn folded<'a>(parts: impl IntoIterator<Item = &'a str>, between: &str) -> String {
    let width = |text: &str| text.chars().count();
    let (mut text, mut used) = (String::new(), 0);
    for part in parts {
        let longer = used + width(between) + width(part);
        if used == 0 {
            (text, used) = (text + part, width(part));
        } else if longer > COLUMNS {
            (text, used) = (text + "\n" + part, width(part));
        } else {
            (text, used) = (text + between + part, longer);
        }
    }
    text
}

/// A text in lines of a terminal, broken between words.
pub fn paragraph(text: &str) -> String {
    folded(text.split(' '), " ")
}

/// A table whose first column is left-aligned, all others right-aligned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub headings: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Columns {
    /// For a terminal of 80 columns; each line ends with a line feed. A table that is wider is folded: columns that have
    /// no room stand below, beside the first one again.
    pub fn terminal(&self) -> String {
        let folds = self.folds();
        let parts: Vec<String> = folds.iter().map(|columns| self.only(columns).whole()).collect();
        parts.join("\n")
    }

    /// The columns that stand side by side, the first one always.
    fn folds(&self) -> Vec<Vec<usize>> {
        let cells = |column: usize| self.rows.iter().filter_map(move |row| row.get(column));
        let width = |column: usize| {
            let signs = |text: &String| text.chars().count();
            cells(column).chain(self.headings.get(column)).map(signs).max().unwrap_or(0) + AROUND
        };
        let first = width(0);
        let (mut folds, mut used) = (vec![vec![0]], first);
        for column in 1..self.headings.len() {
            let fold = folds.len() - 1;
            if used + width(column) > COLUMNS && folds[fold].len() > 1 {
                folds.push(vec![0, column]);
                used = first + width(column);
            } else {
                folds[fold].push(column);
                used += width(column);
            }
        }
        folds
    }

    /// Some of its columns.
    fn only(&self, columns: &[usize]) -> Self {
        let of =
            |row: &Vec<String>| columns.iter().map(|&column| row.get(column).cloned().unwrap_or_default()).collect();
        // A row that says nothing here, such as a share that has no spread, is left out.
        let told = |row: &&Vec<String>| {
            columns.iter().skip(1).any(|&column| row.get(column).is_some_and(|cell| !cell.is_empty()))
        };
        let rows = self.rows.iter().filter(|row| columns.len() == self.headings.len() || told(row));
        Self { headings: of(&self.headings), rows: rows.map(of).collect() }
    }

    /// All columns side by side.
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

/// Decimals that a percentage needs so that its last digit is about a tenth of the interval's half-width.
pub fn percent_decimals(half_width: f64) -> usize {
    decimals(100.0 * half_width)
}

/// Decimals that a number needs so that its last digit is about a tenth of the interval's half-width.
pub fn decimals(half_width: f64) -> usize {
    if half_width > 0.0 { (1.0 - half_width.log10().floor()).clamp(1.0, 8.0) as usize } else { 2 }
}

/// A number that is known: a probability as a percentage.
pub fn exactly(exact: f64, percent: bool, lang: Lang) -> String {
    if percent { lang.percent(exact, 4) } else { lang.decimal(exact, 6) }
}
