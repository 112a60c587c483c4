//! What a chart shows, described without any language, game or statistics: the caller brings every string and number.

mod plot;
mod shaded;

pub use plot::{Axis, Direction, Format, Kind, Legend, Mark, Plot, Point, Range, Scale, Series, Style};
pub use shaded::{Board, Cell, Grid, Hole, Key, Shade};

use super::number::NumberFormat;

/// A whole picture: a heading and one to four panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The heading, wrapped when it is long.
    pub title: String,
    /// Grey lines under the title: number of deals, seed, level of the intervals.
    pub subtitle: Vec<String>,
    /// A small remark under the panels.
    pub note: Option<String>,
    /// One to four panels.
    pub panels: Vec<Panel>,
    /// How the panels stand.
    pub arrangement: Arrangement,
    /// The printed size, or `None` for 160 mm by what the panels need.
    pub size: Option<Size>,
    /// How numbers are written on the axes.
    pub numbers: NumberFormat,
}

impl Figure {
    /// A figure of automatic size and arrangement, without subtitle and note.
    pub fn new(title: impl Into<String>, numbers: NumberFormat, panels: Vec<Panel>) -> Self {
        let (subtitle, arrangement) = (Vec::new(), Arrangement::Auto);
        Self { title: title.into(), subtitle, note: None, panels, arrangement, size: None, numbers }
    }
}

/// A printed size, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// From left to right, 60 to 400 mm.
    pub width: f64,
    /// From top to bottom, 40 to 600 mm.
    pub height: f64,
}

/// How several panels stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// Up to two side by side, three or four two by two.
    #[default]
    Auto,
    /// All side by side.
    Row,
    /// One above the other.
    Column,
    /// Two by two.
    Square,
}

/// One drawing of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// A heading of its own.
    pub title: Option<String>,
    /// What is drawn.
    pub content: Content,
}

impl Panel {
    /// A panel without heading.
    pub fn new(content: impl Into<Content>) -> Self {
        Self { title: None, content: content.into() }
    }

    /// The same panel with a heading.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }
}

/// The kinds of drawings.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Series against two axes.
    Plot(Plot),
    /// A table of coloured cells.
    Grid(Grid),
    /// Circles at given places.
    Board(Board),
}

impl From<Plot> for Content {
    fn from(plot: Plot) -> Self {
        Self::Plot(plot)
    }
}

impl From<Grid> for Content {
    fn from(grid: Grid) -> Self {
        Self::Grid(grid)
    }
}

impl From<Board> for Content {
    fn from(board: Board) -> Self {
        Self::Board(board)
    }
}
