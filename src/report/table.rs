//! Tables for people: on a terminal, or in Markdown.

use comfy_table::{CellAlignment, LineStyle, Table as Grid, TableStyle};

/// A line under the headings, and nothing else.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// How a heading is set on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// No colours.
    Plain,
    /// With the terminal's bold face.
    Ansi,
}

impl Paint {
    /// A heading.
    pub fn heading(self, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Ansi => format!("\u{1b}[1m{text}\u{1b}[0m"),
        }
    }
}

/// A table whose first column is left-aligned, all others right-aligned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The headings.
    pub headings: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Columns {
    /// For a terminal; each line ends with a line feed.
    pub fn terminal(&self) -> String {
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
