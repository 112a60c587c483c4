//! What a chart shows, described without any language, game or statistics: the caller brings every string and number.

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

/// Series against two axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What is drawn, the first at the bottom.
    pub series: Vec<Series>,
    /// Lines at a value of one axis.
    pub marks: Vec<Mark>,
    /// Where the series are named.
    pub legend: Legend,
}

impl Plot {
    /// A plot without marks, its legend placed automatically.
    pub fn new(x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Self { x, y, series, marks: Vec::new(), legend: Legend::Auto }
    }
}

/// Where the series of a plot are named. No choice hides data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Legend {
    /// Nothing for a lone series; one row for the figure when all its plots have the same series; else at the ends of
    /// the curves, in a free place of the plot, or above it, the first that is possible.
    #[default]
    Auto,
    /// No names.
    None,
    /// In a row above the plot.
    Above,
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it measures; may be empty.
    pub label: String,
    /// How values become lengths.
    pub scale: Scale,
    /// How values are written.
    pub format: Format,
    /// From where to where.
    pub range: Range,
    /// Names of the values 0, 1, 2, …, written instead of numbers; empty for numbers.
    pub names: Vec<String>,
}

impl Axis {
    /// A linear axis with automatic range.
    pub fn new(label: impl Into<String>, format: Format) -> Self {
        Self { label: label.into(), scale: Scale::Linear, format, range: Range::Auto, names: Vec::new() }
    }

    /// An axis whose values 0, 1, 2, … have names.
    pub fn named(label: impl Into<String>, names: Vec<String>) -> Self {
        Self { names, ..Self::new(label, Format::Integer) }
    }

    /// The same axis with logarithmic scale.
    pub fn log(self) -> Self {
        Self { scale: Scale::Log10, ..self }
    }

    /// The same axis from `low` to `high`.
    pub fn fixed(self, low: f64, high: f64) -> Self {
        Self { range: Range::Fixed(low, high), ..self }
    }
}

/// How values become lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// In proportion.
    #[default]
    Linear,
    /// By the decimal logarithm. Bars and ends of intervals at 0 or below are cut at the lower edge; any other value
    /// at 0 or below is refused.
    Log10,
}

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A share of 1 in percent: 0.225 is written 22.5 %.
    Percent,
    /// Whole numbers; no tick stands between two of them.
    Integer,
    /// As many decimals as the ticks need.
    Decimal,
}

/// From where to where an axis goes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Range {
    /// What the data need, rounded.
    #[default]
    Auto,
    /// From the first to the second, which is larger. What lies outside is cut off.
    Fixed(f64, f64),
}

/// A line across the plot at one value, named outside of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The axis of the value.
    pub on: Direction,
    /// The value.
    pub at: f64,
    /// Its name.
    pub label: String,
    /// Its colour; automatic is dark, or a colour of its own beside a lone series.
    pub style: Style,
}

impl Mark {
    /// A vertical line at a value of the horizontal axis.
    pub fn x(at: f64, label: impl Into<String>) -> Self {
        Self { on: Direction::X, at, label: label.into(), style: Style::Auto }
    }

    /// A horizontal line at a value of the vertical axis.
    pub fn y(at: f64, label: impl Into<String>) -> Self {
        Self { on: Direction::Y, at, label: label.into(), style: Style::Auto }
    }
}

/// One of the axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The horizontal axis.
    X,
    /// The vertical axis.
    Y,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub label: String,
    /// Colour, marker and dashes.
    pub style: Style,
    /// How its points are drawn.
    pub kind: Kind,
    /// The points; a line joins them in this order.
    pub points: Vec<Point>,
}

impl Series {
    /// A series of automatic style.
    pub fn new(label: impl Into<String>, kind: Kind, points: Vec<Point>) -> Self {
        Self { label: label.into(), style: Style::Auto, kind, points }
    }

    /// The same series in another style.
    pub fn styled(self, style: Style) -> Self {
        Self { style, ..self }
    }
}

/// Colour, marker and dashes of a series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// The style with the number of the series in its panel.
    #[default]
    Auto,
    /// The style with this number, from 0: the same number looks the same in every panel.
    Index(usize),
    /// A thin black line: what is known exactly.
    Exact,
    /// Grey: for comparison.
    Muted,
}

/// How the points of a series are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A line; intervals make a translucent band.
    Line,
    /// Markers; intervals are whiskers.
    Points,
    /// Bars from zero, those of several series side by side; intervals are whiskers.
    Bars,
    /// A filled histogram whose steps touch, each centred on its point.
    Steps,
    /// Bars piled on each other, one series on the next; values are not negative, intervals are not drawn.
    Stacked,
}

/// A point, with or without interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Along the horizontal axis.
    pub x: f64,
    /// Along the vertical axis.
    pub y: f64,
    /// The interval of `y`: its low and its high end.
    pub interval: Option<(f64, f64)>,
}

impl Point {
    /// A point without interval.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, interval: None }
    }

    /// A point with an interval from `low` to `high`.
    pub const fn between(x: f64, y: f64, low: f64, high: f64) -> Self {
        Self { x, y, interval: Some((low, high)) }
    }
}

/// A table of coloured cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// What the columns are; may be empty.
    pub column_label: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// What the rows are; may be empty.
    pub row_label: String,
    /// The heads of the rows, top row first.
    pub rows: Vec<String>,
    /// The cells of each row, from the left.
    pub cells: Vec<Vec<Cell>>,
    /// What the colours mean.
    pub key: Key,
}

/// A cell of a grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// What is written in it; may be empty.
    pub text: String,
    /// Its colour.
    pub shade: Shade,
}

/// The colour of a cell or of a hole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Shade {
    /// None.
    #[default]
    Blank,
    /// From 0 (lightest) to 1 (darkest).
    Share(f64),
    /// The colour with this number, lightened.
    Category(usize),
}

/// What the colours of a grid or a board mean.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Key {
    /// Not said.
    #[default]
    None,
    /// Names of shades.
    Names(Vec<(Shade, String)>),
    /// A bar from the lightest to the darkest colour.
    Bar {
        /// What it measures; may be empty.
        label: String,
        /// Places from 0 to 1 with what is written there.
        ticks: Vec<(f64, String)>,
    },
}

/// Circles at given places, for instance the holes of a solitaire board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// The circles.
    pub holes: Vec<Hole>,
    /// Pairs of circles, by their index, that a thin line joins.
    pub lines: Vec<(usize, usize)>,
    /// What the colours mean.
    pub key: Key,
}

/// A circle of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hole {
    /// To the right, in any unit.
    pub x: f64,
    /// Downwards, in the same unit.
    pub y: f64,
    /// What is written in it.
    pub text: String,
    /// A small second line, for instance the number of the hole; may be empty.
    pub name: String,
    /// Its colour.
    pub shade: Shade,
}
