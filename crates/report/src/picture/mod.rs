//! Pictures of results: a [`Picture`] answers one question in one panel and gives the bytes of an SVG or PNG file.
//!
//! There are three kinds: a [`List`] of settings, a [`Plot`] over numbers, and a grid ([`Strips`] of cells or a
//! [`Board`]). The module computes no statistics and knows no game: the caller supplies all texts and numbers, and only
//! the labels of ticks are formatted here. The same picture gives the same bytes on every machine.

mod axis;
mod choice;
mod drawing;
mod grid;
mod labels;
mod list;
mod plot;
mod sheet;
#[cfg(test)]
mod tests;

pub use choice::question_picture;
pub use drawing::{DrawnPicture, PictureError};

use std::path::Path;

/// A picture: one question, one panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The finding, at most two lines on a page.
    pub title: String,
    /// The game, the settings that do not change, the number of deals, and the level of the intervals.
    pub subtitle: String,
    /// False for a picture without its title and subtitle, which then only describe it.
    pub has_heading: bool,
    /// A grey line at the foot; empty for none.
    pub note: String,
    /// The data, by the kind of picture.
    pub content: PictureContent,
    /// The width in millimetres. Below 110 the layout is narrow; letters have the same size at every width.
    pub width_mm: u16,
}

impl Picture {
    /// The width of a page, in millimetres.
    pub const PAGE_WIDTH_MM: u16 = 160;

    /// Creates a picture for paper, as wide as a page, without a subtitle or a note.
    pub fn new(title: impl Into<String>, content: impl Into<PictureContent>) -> Self {
        Self {
            title: title.into(),
            subtitle: String::new(),
            has_heading: true,
            note: String::new(),
            content: content.into(),
            width_mm: Self::PAGE_WIDTH_MM,
        }
    }
}

/// The data of a picture, by its kind.
#[derive(Clone, Debug, PartialEq)]
pub enum PictureContent {
    /// A row for each setting.
    List(List),
    /// Lines over numbers.
    Plot(Plot),
    /// Rows of cells.
    Strips(Strips),
    /// The holes of a board.
    Board(Board),
}

/// Implements the conversion of each kind to a [`PictureContent`].
macro_rules! impl_from_kinds {
    ($($kind:ident),*) => {
        $(impl From<$kind> for PictureContent {
            fn from(content: $kind) -> Self {
                Self::$kind(content)
            }
        })*
    };
}
impl_from_kinds!(List, Plot, Strips, Board);

/// The form of numbers on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFormat {
    /// Percent: 0.225 is written 22.5%.
    Percent,
    /// Decimal numbers, with the decimals that the ticks need.
    Decimal,
    /// Whole numbers; ticks are at whole numbers only.
    Integer,
}

/// A row for each setting: its name, a dot with its interval on a common axis, and numbers at the right.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// The quantity, above the axis.
    pub axis_label: String,
    /// The form of the numbers on the axis.
    pub format: NumberFormat,
    /// The headings of the cells; a line break divides one in two lines. The first column is the value.
    pub columns: Vec<String>,
    /// The rows, from top to bottom.
    pub rows: Vec<ListRow>,
}

/// A row of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListRow {
    /// The heading above the first row of its group; empty for none.
    pub group: String,
    /// The setting.
    pub name: String,
    /// True for the usual setting, which has bold letters and a larger dot.
    pub is_usual: bool,
    /// The value; `None` for an interval without a dot.
    pub value: Option<f64>,
    /// The lower and the upper end of the interval.
    pub interval: Option<(f64, f64)>,
    /// The numbers as text, one for each column. A narrow picture shows the first two.
    pub cells: Vec<String>,
}

/// Lines over numbers. Both axes are linear, and the vertical one begins at 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The name of the horizontal axis.
    pub x_label: String,
    /// The name of the vertical axis, which stands above it.
    pub y_label: String,
    /// The form of the numbers on the vertical axis.
    pub y_format: NumberFormat,
    /// The lines, at most four.
    pub lines: Vec<Line>,
    /// A dashed horizontal line for comparison, such as 50%.
    pub level: Option<f64>,
    /// A dashed vertical line for comparison, with its name.
    pub reference: Option<(f64, String)>,
}

impl Plot {
    /// The largest number of lines that can be told apart.
    pub const MAX_LINES: usize = 4;
}

/// A line of a plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// The name, which stands at the line; empty for a single line.
    pub name: String,
    /// True for the usual setting, which has the heaviest line.
    pub is_usual: bool,
    /// True for the distribution of a counted quantity, whose value holds up to the next point. Otherwise the points are
    /// settings, and only consecutive integers are joined.
    pub is_curve: bool,
    /// The points from left to right.
    pub points: Vec<Point>,
}

/// A point of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// The value on the horizontal axis.
    pub x: f64,
    /// The value on the vertical axis.
    pub y: f64,
    /// The lower and the upper end of the interval of `y`.
    pub interval: Option<(f64, f64)>,
    /// The number at the mark; empty for none.
    pub text: String,
    /// True for a number that is drawn even where there is no room, such as one in the title.
    pub is_required: bool,
    /// True for a hollow mark, such as that of a lost position.
    pub is_hollow: bool,
}

impl Point {
    /// Creates a point without an interval and a number.
    pub fn new(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            ..Self::default()
        }
    }
}

/// Rows of cells with a text in each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strips {
    /// The name of the columns, above them.
    pub column_label: String,
    /// The headings of the columns.
    pub columns: Vec<String>,
    /// The rows, from top to bottom.
    pub rows: Vec<StripRow>,
}

impl Strips {
    /// Arranges cells, each with the names of its row and of its column; the last one of a place is drawn.
    pub fn new(
        column_label: String,
        columns: Vec<String>,
        cells: Vec<(String, String, ShadedCell)>,
    ) -> Self {
        let mut rows: Vec<StripRow> = Vec::new();
        for (name, column, cell) in cells {
            let known_row = rows.iter().position(|row| row.name == name);
            let row = known_row.unwrap_or_else(|| {
                let cells = vec![None; columns.len()];
                rows.push(StripRow { name, cells });
                rows.len() - 1
            });
            if let Some(place) = columns.iter().position(|other| *other == column) {
                rows[row].cells[place] = Some(cell);
            }
        }
        Self {
            column_label,
            columns,
            rows,
        }
    }
}

/// A row of cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StripRow {
    /// The name at the left.
    pub name: String,
    /// The cells, one for each column; `None` where there is none.
    pub cells: Vec<Option<ShadedCell>>,
}

/// A text on a shade.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShadedCell {
    /// The text; may be empty.
    pub text: String,
    /// The shade from 0 (lightest) to 1 (darkest).
    pub shade: f64,
}

/// The holes of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// The holes, in any order.
    pub holes: Vec<BoardHole>,
}

/// A hole of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardHole {
    /// The column, from 0 at the left.
    pub x: f64,
    /// The row, from 0 at the top.
    pub y: f64,
    /// The text and the shade.
    pub cell: ShadedCell,
    /// A small second line, such as the number of the hole; may be empty.
    pub name: String,
}

/// The format of a file of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Pixels, in print quality.
    Png,
    /// A drawing with its letters as text.
    Svg,
}

impl PictureFormat {
    /// All formats, in the order of the help.
    pub const ALL: [Self; 2] = [Self::Png, Self::Svg];

    /// Returns the format of a path by its extension, in upper or lower case; SVG without a known one.
    pub fn from_path(path: &Path) -> Self {
        let extension = path.extension().unwrap_or_default();
        if extension.eq_ignore_ascii_case("png") {
            Self::Png
        } else {
            Self::Svg
        }
    }

    /// Returns the ending of file names, without its point.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }
}
