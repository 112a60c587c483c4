//! The data of a chart and its checks, without any game or statistics: the caller supplies all texts and numbers.

use crate::draw::render::DrawError;
use crate::lang::Lang;

/// The largest number of panels of a figure.
pub const MAX_PANELS: usize = 12;

/// A figure: a heading and one to twelve panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The heading; a long one is wrapped.
    pub title: String,
    /// The grey lines under the title: number of deals, seed, level of the intervals.
    pub subtitle: Vec<String>,
    /// False for a figure without its title and subtitle, which then only describe it.
    pub has_heading: bool,
    /// The panels, 1 to 12, in up to three columns. Rows have about the same length: four panels are drawn in two rows.
    pub panels: Vec<Panel>,
    /// The width in millimetres; the figure is as high as necessary, and letters have the same size at every width.
    pub width_mm: u16,
    /// The language of the numbers on the axes.
    pub lang: Lang,
}

impl Figure {
    /// The width of a page, in millimetres.
    pub const PAGE_WIDTH_MM: u16 = 160;

    /// Creates a figure without a subtitle, as wide as a page.
    pub fn new(title: impl Into<String>, lang: Lang, panels: Vec<Panel>) -> Self {
        Self {
            title: title.into(),
            subtitle: Vec::new(),
            has_heading: true,
            panels,
            width_mm: Self::PAGE_WIDTH_MM,
            lang,
        }
    }
}

/// A part of a figure with a heading of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The heading; `None` for a panel that needs none.
    pub title: Option<String>,
    /// The data, by the kind of chart.
    pub content: PanelContent,
}

impl Panel {
    /// Creates a panel without a heading.
    pub fn new(content: impl Into<PanelContent>) -> Self {
        Self {
            title: None,
            content: content.into(),
        }
    }

    /// Sets the heading.
    pub fn with_title(self, title: impl Into<String>) -> Self {
        Self {
            title: Some(title.into()),
            ..self
        }
    }

    /// Returns the names of the axes of a plot, which say what it shows.
    pub(super) fn quantity(&self) -> Option<[&str; 2]> {
        match &self.content {
            PanelContent::Plot(plot) => Some([&plot.x.label, &plot.y.label]),
            _ => None,
        }
    }
}

/// The data of a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum PanelContent {
    /// Series in a plane with two axes.
    Plot(Plot),
    /// Estimates one below another.
    Estimates(EstimateList),
    /// A table of coloured cells.
    Heatmap(Heatmap),
    /// Circles at given positions, such as the holes of a solitaire board.
    Board(Vec<BoardHole>),
}

impl From<Plot> for PanelContent {
    fn from(plot: Plot) -> Self {
        Self::Plot(plot)
    }
}

/// Series in a plane with two axes, which cover the data.
///
/// A single series has no label. The labels of several series are shown once if all plots of the figure have the same
/// ones; otherwise above each plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    pub(crate) y_scale: Scale,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
    /// A line for comparison.
    pub reference_line: Option<ReferenceLine>,
}

impl Plot {
    /// Creates a plot with a linear vertical axis, without a line for comparison.
    pub fn new(x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Self {
            x,
            y,
            y_scale: Scale::Linear,
            series,
            reference_line: None,
        }
    }

    /// Makes the vertical axis logarithmic.
    pub fn with_log_scale(self) -> Self {
        Self {
            y_scale: Scale::Log10,
            ..self
        }
    }
}

/// An axis of a plot, or that of a list of estimates.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The name of the axis; may be empty.
    pub label: String,
    /// The form of the numbers at the ticks.
    pub format: NumberFormat,
    /// A range that the axis covers even without data in it.
    pub required_range: Option<(f64, f64)>,
    /// A value that has a tick, such as the one of the handout.
    pub asked_value: Option<f64>,
}

impl Axis {
    /// Creates an axis that covers the data.
    pub fn new(label: impl Into<String>, format: NumberFormat) -> Self {
        Self {
            label: label.into(),
            format,
            required_range: None,
            asked_value: None,
        }
    }

    /// Adds a tick at this value.
    pub fn with_asked_value(self, value: f64) -> Self {
        Self {
            asked_value: Some(value),
            ..self
        }
    }

    /// Makes the axis cover this range, even without data in it.
    pub fn with_required_range(self, low: f64, high: f64) -> Self {
        Self {
            required_range: Some((low, high)),
            ..self
        }
    }
}

/// The scale of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences have equal lengths.
    #[default]
    Linear,
    /// Decimal logarithm. Bars and ends of intervals at 0 or below are cut at the lower edge; any other value at 0 or
    /// below is an error.
    Log10,
}

/// The form of numbers on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFormat {
    /// Percent: 0.225 is written 22.5 %.
    Percent,
    /// Whole numbers; ticks are at whole numbers only.
    Integer,
    /// Decimal numbers, with the decimals that the ticks need.
    Decimal,
}

/// A vertical line at a value of the horizontal axis, with a label above the plot. With a single series it has a colour
/// of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceLine {
    /// The value on the horizontal axis.
    pub x: f64,
    /// The label above the plot.
    pub label: String,
}

/// Points that are drawn in one style, with a label in the legend.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The label in the legend; empty for a single series.
    pub label: String,
    /// The colour and the dashes.
    pub style: StyleChoice,
    /// The form: line, points or bars.
    pub kind: SeriesKind,
    /// The points, in the order in which a line connects them.
    pub points: Vec<ChartPoint>,
    /// True for the series of the usual setting, which has the heaviest line.
    pub(crate) is_main: bool,
    /// Texts at points of the series, such as its value at the place that was asked for.
    pub notes: Vec<(ChartPoint, String)>,
}

impl Series {
    /// Creates a series with the style of its place, without notes.
    pub fn new(label: impl Into<String>, kind: SeriesKind, points: Vec<ChartPoint>) -> Self {
        Self {
            label: label.into(),
            style: StyleChoice::Auto,
            kind,
            points,
            is_main: false,
            notes: Vec::new(),
        }
    }

    /// Sets whether the series is that of the usual setting.
    pub fn main_if(self, is_main: bool) -> Self {
        Self { is_main, ..self }
    }

    /// Adds a text at each point with this horizontal position, but on the axis.
    pub fn with_note(mut self, x: f64, text: impl Fn(&ChartPoint) -> String) -> Self {
        let has_note = |point: &&ChartPoint| point.x == x && point.y != 0.0;
        for point in self.points.iter().filter(has_note) {
            self.notes.push((*point, text(point)));
        }
        self
    }

    /// Sets the style.
    pub fn with_style(self, style: StyleChoice) -> Self {
        Self { style, ..self }
    }
}

/// The choice of a style among those of charts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StyleChoice {
    /// The style with the index of the series in its panel.
    #[default]
    Auto,
    /// The style with this index, from 0; an index has the same style in every panel.
    Index(usize),
    /// The colour of the outcome with this index: player 1, player 2, draw, endless, unresolved.
    Outcome(usize),
    /// Grey, for comparison.
    Muted,
}

/// The form in which the points of a series are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesKind {
    /// A line; intervals are drawn as a translucent band.
    Line,
    /// A line without markers, such as the corners of a step function.
    Steps,
    /// Markers; intervals are drawn as whiskers.
    Points,
    /// Bars from zero; intervals are drawn as whiskers.
    Bars,
    /// Stacked bars, one series on the next. Values must not be negative; intervals are not drawn.
    StackedBars,
    /// Short horizontal lines as wide as a bar, for comparison with bars.
    BarLevelMarks,
}

/// A point of a series, perhaps with an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartPoint {
    /// The value on the horizontal axis.
    pub x: f64,
    /// The value on the vertical axis.
    pub y: f64,
    /// The lower and the upper end of the interval of `y`.
    pub interval: Option<(f64, f64)>,
}

impl ChartPoint {
    /// Creates a point without an interval.
    pub const fn new(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            interval: None,
        }
    }

    pub(crate) const fn with_interval(x: f64, y: f64, low: f64, high: f64) -> Self {
        Self {
            x,
            y,
            interval: Some((low, high)),
        }
    }

    /// Returns the ends of the interval, or `y` twice without one.
    pub(crate) fn interval_ends(&self) -> (f64, f64) {
        self.interval.unwrap_or((self.y, self.y))
    }
}

impl From<EstimateList> for PanelContent {
    fn from(list: EstimateList) -> Self {
        Self::Estimates(list)
    }
}

/// Estimates one below another, each between its name and its number.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimateList {
    /// The horizontal axis of the values.
    pub(crate) axis: Axis,
    /// The scale of the axis. A value that is not positive is drawn at the end of a logarithmic one.
    pub scale: Scale,
    /// True if values are drawn as bars from 0.
    pub has_bars: bool,
    /// The names of the columns of numbers, each with the style of its points; empty for a single column.
    pub columns: Vec<(String, StyleChoice)>,
    /// The rows, from top to bottom.
    pub rows: Vec<EstimateRow>,
}

impl EstimateList {
    /// Creates a list with a point in each row, on a linear axis.
    pub fn new(axis: Axis, rows: Vec<EstimateRow>) -> Self {
        Self {
            axis,
            scale: Scale::Linear,
            has_bars: false,
            columns: Vec::new(),
            rows,
        }
    }
}

/// A row of a list of estimates.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimateRow {
    /// The name of the estimates; may be empty.
    pub label: String,
    /// True for the row of the usual setting, which has bold letters.
    pub is_main: bool,
    /// The estimates, one in each column.
    pub estimates: Vec<ListedEstimate>,
}

/// An estimate in a row of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedEstimate {
    /// The index of the column of numbers.
    pub column: usize,
    /// The estimate and its interval. Its horizontal position is not used.
    pub point: ChartPoint,
    /// The style of its point or bar.
    pub style: StyleChoice,
    /// The number, perhaps with its interval, as text.
    pub text: String,
}

/// A table of coloured cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heatmap {
    /// The name of the columns; may be empty.
    pub column_label: String,
    /// The headings of the columns, from left to right.
    pub column_headings: Vec<String>,
    /// The headings of the rows, top row first.
    pub row_headings: Vec<String>,
    /// The cells of each row, from left to right.
    pub cells: Vec<Vec<HeatmapCell>>,
    /// The colours that are explained below the table, with their meaning.
    pub legend: Vec<(Shade, String)>,
}

/// A cell of a table of coloured cells.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatmapCell {
    /// The text inside; may be empty.
    pub text: String,
    /// The colour of the background.
    pub shade: Shade,
}

/// The colour of a cell or a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shade {
    /// A colour of the scale from 0 (lightest) to 1 (darkest).
    Intensity(f64),
    /// The lightened colour of the outcome with this index.
    Category(usize),
}

/// A circle of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardHole {
    /// The horizontal position, in any unit; it grows to the right.
    pub x: f64,
    /// The vertical position in the same unit; it grows downwards.
    pub y: f64,
    /// The text inside; may be empty.
    pub text: String,
    /// A small second line, such as the number of the hole; may be empty.
    pub name: String,
    /// The colour of the background.
    pub shade: Shade,
}

/// The reason why a figure could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum ChartError {
    /// No panel, or more than [`MAX_PANELS`]: their number.
    #[error("a figure has 1 to 12 panels, not {0}")]
    PanelCount(usize),
    /// A value that cannot be drawn: not finite, beyond 10^15, 0 or negative on a logarithmic axis, negative in a
    /// stack, or the ends of an interval in the wrong order. The fields are the panel, the place and the value.
    #[error("panel {0}, {1}: {2} cannot be drawn")]
    InvalidValue(usize, String, f64),
    /// The drawing could not become a picture.
    #[error(transparent)]
    Drawing(#[from] DrawError),
}

pub(super) fn validate_figure(figure: &Figure) -> Result<(), ChartError> {
    if !(1..=MAX_PANELS).contains(&figure.panels.len()) {
        return Err(ChartError::PanelCount(figure.panels.len()));
    }
    for (index, panel) in figure.panels.iter().enumerate() {
        for (place, numbers) in named_numbers(&panel.content) {
            let is_bad = |number: &f64| !number.is_finite() || number.abs() > 1e15;
            if let Some(number) = numbers.into_iter().find(is_bad) {
                return Err(ChartError::InvalidValue(index, place, number));
            }
        }
    }
    Ok(())
}

/// Returns the numbers that a panel draws, with the names of their series, rows or places. A value that cannot be drawn
/// is NaN.
fn named_numbers(content: &PanelContent) -> Vec<(String, Vec<f64>)> {
    let mut named_numbers = Vec::new();
    match content {
        PanelContent::Plot(plot) => {
            let ranges = [plot.x.required_range, plot.y.required_range];
            let ends = ranges.into_iter().flatten();
            let mut axis_values: Vec<f64> = ends.flat_map(|(low, high)| [low, high]).collect();
            axis_values.extend(plot.reference_line.iter().map(|line| line.x));
            named_numbers.push(("an axis or a mark".to_owned(), axis_values));
            for series in &plot.series {
                let min_y = min_drawable_y(series.kind, plot.y_scale);
                let points = series.points.iter();
                let numbers = points.flat_map(|point| drawn_numbers(point, min_y));
                named_numbers.push((format!("{:?}", series.label), numbers.collect()));
            }
        }
        PanelContent::Estimates(list) => {
            for row in &list.rows {
                for estimate in &row.estimates {
                    let numbers = drawn_numbers(&estimate.point, f64::NEG_INFINITY);
                    named_numbers.push((format!("{:?}", row.label), numbers.to_vec()));
                }
            }
        }
        PanelContent::Heatmap(_) | PanelContent::Board(_) => {}
    }
    named_numbers
}

fn min_drawable_y(kind: SeriesKind, y_scale: Scale) -> f64 {
    match kind {
        SeriesKind::StackedBars => 0.0,
        SeriesKind::Line | SeriesKind::Steps | SeriesKind::Points | SeriesKind::BarLevelMarks
            if y_scale == Scale::Log10 =>
        {
            f64::MIN_POSITIVE
        }
        _ => f64::NEG_INFINITY,
    }
}

/// Returns the numbers of a point. A value that cannot be drawn becomes NaN.
fn drawn_numbers(point: &ChartPoint, min_y: f64) -> [f64; 4] {
    let (low, high) = point.interval_ends();
    let y = if point.y < min_y { f64::NAN } else { point.y };
    let high = if low > high { f64::NAN } else { high };
    [point.x, y, low, high]
}
