//! What a chart shows, described without any game or statistics: the caller brings every string and number.

use crate::lang::Lang;

/// A whole picture: a heading and one to twelve panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The heading, wrapped when it is long.
    pub title: String,
    /// Grey lines under the title: number of deals, seed, level of the intervals.
    pub subtitle: Vec<String>,
    /// One to twelve panels: up to three side by side, four two by two.
    pub panels: Vec<Panel>,
    pub size: Size,
    /// The language of the numbers on the axes.
    pub lang: Lang,
}

impl Figure {
    pub fn new(title: impl Into<String>, lang: Lang, panels: Vec<Panel>) -> Self {
        Self { title: title.into(), subtitle: Vec::new(), panels, size: Size::Page, lang }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// 160 mm wide, as high as it needs to be.
    #[default]
    Page,
    /// Sixteen to nine, with larger letters: a slide, or a picture beside a post.
    Social,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    pub title: Option<String>,
    pub content: Content,
}

impl Panel {
    pub fn new(content: impl Into<Content>) -> Self {
        Self { title: None, content: content.into() }
    }

    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    Plot(Plot),
    /// A table of coloured cells.
    Grid(Grid),
    /// Circles at given places, for instance the holes of a solitaire board.
    Board(Vec<Hole>),
}

impl From<Plot> for Content {
    fn from(plot: Plot) -> Self {
        Self::Plot(plot)
    }
}

/// Series against two axes, which reach as far as what is drawn.
///
/// A lone series is not named. Several are named once for the figure when all its plots have the same; else in a free
/// corner of a single plot, or above each.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    pub x: Axis,
    pub y: Axis,
    pub scale: Scale,
    pub series: Vec<Series>,
    /// A line across it.
    pub mark: Option<Mark>,
}

impl Plot {
    pub fn new(x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Self { x, y, scale: Scale::Linear, series, mark: None }
    }

    pub fn log(self) -> Self {
        Self { scale: Scale::Log10, ..self }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it measures; may be empty.
    pub label: String,
    pub format: Format,
    /// What it reaches in any case: a low and a high value.
    pub holds: Option<(f64, f64)>,
}

impl Axis {
    pub fn new(label: impl Into<String>, format: Format) -> Self {
        Self { label: label.into(), format, holds: None }
    }

    pub fn holding(self, low: f64, high: f64) -> Self {
        Self { holds: Some((low, high)), ..self }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    #[default]
    Linear,
    /// By the decimal logarithm. Bars and ends of intervals at 0 or below end at the lower edge; any other value at 0 or
    /// below is refused.
    Log10,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A share of 1 in percent: 0.225 is written 22.5 %.
    Percent,
    /// Whole numbers; no tick stands between two of them.
    Integer,
    /// As many decimals as the ticks need.
    Decimal,
}

/// A vertical line at a value of the horizontal axis, named above the plot. Beside a lone series it has a colour of its
/// own.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub at: f64,
    pub label: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub label: String,
    pub style: Style,
    pub kind: Kind,
    /// The points; a line joins them in this order.
    pub points: Vec<Point>,
}

impl Series {
    pub fn new(label: impl Into<String>, kind: Kind, points: Vec<Point>) -> Self {
        Self { label: label.into(), style: Style::Auto, kind, points }
    }

    pub fn styled(self, style: Style) -> Self {
        Self { style, ..self }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// The style with the number of the series in its panel.
    #[default]
    Auto,
    /// The style with this number, from 0: the same number looks the same in every panel.
    Index(usize),
    /// Grey: for comparison.
    Muted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A line; intervals make a translucent band.
    Line,
    /// Markers; intervals are whiskers.
    Points,
    /// Bars from zero; intervals are whiskers.
    Bars,
    /// Bars piled on each other, one series on the next; values are not negative, intervals are not drawn.
    Stacked,
    /// Short lines as wide as a bar: levels that bars are compared with.
    Levels,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    /// The interval of `y`: its low and its high end.
    pub interval: Option<(f64, f64)>,
}

impl Point {
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, interval: None }
    }

    pub const fn between(x: f64, y: f64, low: f64, high: f64) -> Self {
        Self { x, y, interval: Some((low, high)) }
    }

    /// The ends of its interval, or its own value twice.
    pub(in crate::draw) fn ends(&self) -> (f64, f64) {
        self.interval.unwrap_or((self.y, self.y))
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// What the columns are; may be empty.
    pub column_label: String,
    pub columns: Vec<String>,
    /// The heads of the rows, top row first.
    pub rows: Vec<String>,
    /// The cells of each row, from the left.
    pub cells: Vec<Vec<Cell>>,
    pub key: Vec<(Shade, String)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub text: String,
    pub shade: Shade,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shade {
    /// From 0 (lightest) to 1 (darkest).
    Share(f64),
    /// The colour with this number, lightened.
    Category(usize),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Hole {
    /// To the right, in any unit.
    pub x: f64,
    /// Downwards, in the same unit.
    pub y: f64,
    pub text: String,
    /// A small second line, for instance the number of the hole; may be empty.
    pub name: String,
    pub shade: Shade,
}
