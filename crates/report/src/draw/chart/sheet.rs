//! The sheet that plotters draws on, in steps of 1/24 printed point: text blocks, markers, colours, line styles, legends.
//!
//! The palette is that of Okabe and Ito, reordered so that the first four colours also differ in grey print.

use super::axis::FONT_SIZE;
use super::figure::{Plot, Series, SeriesKind, Shade, StyleChoice};
use crate::draw::text::{Align, FAMILY, LEADING, TextBlock, Weight, escape_xml};
use plotters::coord::{CoordTranslate, Shift};
use plotters::element::DynElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, RGBColor, ShapeStyle, WHITE};

/// A part of the sheet, with coordinates in whole steps or in the values of a plot.
pub(super) type Area<'a, C = Shift> = DrawingArea<SVGBackend<'a>, C>;
pub(super) type PlotResult<T = ()> =
    Result<T, DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>>;

pub(super) const POINTS_PER_MM: f64 = 72.0 / 25.4;
const STEPS_PER_POINT: f64 = 24.0;
/// The width of axes and whiskers, in points.
pub(super) const AXIS_LINE_WIDTH: f64 = 0.6;

/// Converts points to the whole steps of the sheet.
pub(super) fn points_to_steps(points: f64) -> i32 {
    (points * STEPS_PER_POINT).round() as i32
}

pub(super) fn size_in_points(area: &Area) -> (f64, f64) {
    let (width, height) = area.dim_in_pixel();
    (
        f64::from(width) / STEPS_PER_POINT,
        f64::from(height) / STEPS_PER_POINT,
    )
}

/// Returns a line style of this colour and width in points, at least one step wide.
pub(super) fn stroke_style(colour: RGBColor, width: f64) -> ShapeStyle {
    colour.stroke_width(points_to_steps(width).max(1) as u32)
}

/// Returns a text style. The font size of plotters is that of a line of 1.24 em.
pub(super) fn text_style(size: f64, weight: Weight, colour: RGBColor) -> TextStyle<'static> {
    let style = if weight == Weight::Bold {
        FontStyle::Bold
    } else {
        FontStyle::Normal
    };
    FontDesc::new(
        FontFamily::from(FAMILY),
        f64::from(points_to_steps(size)) * 1.24,
        style,
    )
    .color(&colour)
}

/// Draws lines of text below the top edge `y`.
pub(super) fn draw_text_block(
    area: &Area,
    block: &TextBlock,
    (x, y): (f64, f64),
    colour: RGBColor,
    align: Align,
) -> PlotResult {
    let horizontal = match align {
        Align::Start => HPos::Left,
        Align::Middle => HPos::Center,
        Align::End => HPos::Right,
    };
    let style = text_style(block.size, block.weight, colour).pos(Pos::new(horizontal, VPos::Top));
    let mut lines = block.lines.iter().zip(line_tops(block));
    lines.try_for_each(|(line, top)| {
        // A search does not find words between other spaces.
        let line = line.replace('\u{a0}', " ");
        area.draw_text(
            &line,
            &style,
            (points_to_steps(x), points_to_steps(y + top)),
        )
    })
}

/// Draws lines of text that run upwards, to the right of `x` and centred on `y`.
pub(super) fn draw_vertical_text_block(
    area: &Area,
    block: &TextBlock,
    (x, y): (f64, f64),
    colour: RGBColor,
) -> PlotResult {
    let style = text_style(block.size, block.weight, colour)
        .pos(Pos::new(HPos::Center, VPos::Top))
        .transform(FontTransform::Rotate270);
    let mut lines = block.lines.iter().zip(line_tops(block));
    lines.try_for_each(|(line, top)| {
        area.draw_text(line, &style, (points_to_steps(x + top), points_to_steps(y)))
    })
}

/// Returns the distance of each line from the top of the block, in points. Plotters draws the baseline 0.76 em below
/// that position.
fn line_tops(block: &TextBlock) -> impl Iterator<Item = f64> {
    (0..block.lines.len()).map(|line| (line as f64 * LEADING + 0.22) * block.size)
}

/// Draws one line of text with its capitals centred on a position.
pub(super) fn draw_centred_label(
    area: &Area,
    text: &str,
    (size, weight): (f64, Weight),
    at: (f64, f64),
    colour: RGBColor,
) -> PlotResult {
    let block = TextBlock::wrap_or_shrink(text, size, weight, f64::INFINITY, 1);
    draw_text_block(
        area,
        &block,
        (at.0, at.1 - 0.62 * size),
        colour,
        Align::Middle,
    )
}

/// Draws a line through some positions, with the dashes of a style.
pub(super) fn draw_line<'a, C>(
    area: &Area<'a, C>,
    style: &SeriesStyle,
    places: Vec<C::From>,
) -> PlotResult
where
    C: CoordTranslate,
    C::From: Clone + 'static,
{
    let pen = stroke_style(style.colour, style.width);
    match style.dashes {
        Some((stroke, gap)) => {
            let mut dashed =
                DashedLineSeries::new(places, points_to_steps(stroke), points_to_steps(gap), pen)
                    .into_iter();
            dashed.try_for_each(|line| area.draw(&line))
        }
        None => LineSeries::new(places, pen).try_for_each(|line| area.draw(&line)),
    }
}

pub(super) fn marker<'a, C: Clone + 'a>(
    at: C,
    style: &SeriesStyle,
) -> DynElement<'a, SVGBackend<'a>, C> {
    let fill = style.colour.filled();
    match style.marker {
        None | Some([]) => (EmptyElement::at(at)
            + Circle::new((0, 0), points_to_steps(style.radius), fill))
        .into_dyn(),
        Some(corners) => {
            let step = |corner: &f64| points_to_steps(corner * style.radius);
            let corners: Vec<(i32, i32)> =
                corners.iter().map(|(x, y)| (step(x), step(y))).collect();
            (EmptyElement::at(at) + Polygon::new(corners, fill)).into_dyn()
        }
    }
}

pub(super) fn draw_legend_symbol(
    area: &Area,
    style: &SeriesStyle,
    (x, y): (i32, i32),
    width: f64,
) -> PlotResult {
    let right = x + points_to_steps(width);
    let half = points_to_steps(3.1);
    match style.kind {
        SeriesKind::Line | SeriesKind::Steps | SeriesKind::BarLevelMarks => {
            draw_line(area, style, vec![(x, y), (right, y)])?
        }
        SeriesKind::Bars | SeriesKind::StackedBars => area.draw(&Rectangle::new(
            [(x, y - half), (right, y + half)],
            style.bar_fill(),
        ))?,
        SeriesKind::Points => {}
    }
    match style.marker {
        Some(_) => area.draw(&marker(((x + right) / 2, y), style)),
        None => Ok(()),
    }
}

/// A drawing before rendering, with letters as text and whole coordinates (24 per point).
#[derive(Clone, Debug)]
pub struct ChartDrawing {
    /// The printed size, in millimetres.
    pub size_mm: (f64, f64),
    /// The largest coordinates.
    pub size: (u32, u32),
    /// The elements within that of the drawing, a line each.
    pub elements: String,
}

impl ChartDrawing {
    /// Returns an SVG file with a title and a description for readers of screens. It names the font of the layout, then one
    /// of the same widths.
    pub fn described_svg(&self, title: &str, description: &str) -> String {
        let head = format!(
            "<title>{}</title><desc>{}</desc>",
            escape_xml(title),
            escape_xml(description)
        );
        self.document()
            .replacen("<svg ", "<svg role=\"img\" ", 1)
            .replacen('>', &format!(">{head}"), 1)
            .replace(
                &format!("font-family=\"{FAMILY}\""),
                &format!("font-family=\"DejaVu Sans, Verdana, {FAMILY}\""),
            )
    }

    /// Returns an SVG file, which needs the font.
    pub(crate) fn document(&self) -> String {
        let Self {
            size_mm: (width_mm, height_mm),
            size: (width, height),
            elements,
        } = self;
        format!(
            "<svg width=\"{width_mm:.3}mm\" height=\"{height_mm:.3}mm\" viewBox=\"0 0 {width} {height}\" \
             xmlns=\"http://www.w3.org/2000/svg\">{elements}</svg>\n"
        )
    }
}

/// Draws on a white sheet of this size in points.
pub(super) fn draw_svg(
    width: f64,
    height: f64,
    paint: impl FnOnce(&Area) -> PlotResult,
) -> PlotResult<ChartDrawing> {
    let mut svg = String::new();
    let size = (
        points_to_steps(width) as u32,
        points_to_steps(height) as u32,
    );
    {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&WHITE)?;
        paint(&root)?;
    }
    let elements = svg.split_once('>').map_or("", |(_, elements)| elements);
    // Properties that plotters cannot write: round line joins, and translucent fills without groups.
    let elements = joined_lines(elements)
        .replace("</svg>\n", "")
        .replace("<path ", "<path stroke-linejoin=\"round\" ")
        .replace(" opacity=\"1\"", "")
        .replace(" opacity=", " fill-opacity=");
    Ok(ChartDrawing {
        size_mm: (width / POINTS_PER_MM, height / POINTS_PER_MM),
        size,
        elements,
    })
}

/// Writes successive lines of one style as one path: plotters draws each dash of a line as a line of its own.
fn joined_lines(elements: &str) -> String {
    let polyline = |line: &str| {
        let attributes = line.strip_prefix("<polyline ")?.strip_suffix(" \"/>")?;
        let (style, points) = attributes.split_once("points=\"")?;
        Some((style.to_owned(), points.to_owned()))
    };
    let mut joined = String::with_capacity(elements.len());
    let lines: Vec<&str> = elements.lines().collect();
    for group in lines.chunk_by(|one, next| {
        let style = polyline(one).map(|(style, _)| style);
        style.is_some() && style == polyline(next).map(|(style, _)| style)
    }) {
        let Some((style, _)) = polyline(group[0]) else {
            joined += group[0];
            joined.push('\n');
            continue;
        };
        let lines = group.iter().filter_map(|line| polyline(line));
        let path: Vec<String> = lines.map(|(_, points)| format!("M{points}")).collect();
        joined += &format!("<path {style}d=\"{}\"/>\n", path.concat());
    }
    joined
}

pub(super) const INK: RGBColor = RGBColor(0x1a, 0x1a, 0x1a);
pub(super) const GREY: RGBColor = RGBColor(0x59, 0x59, 0x59);
pub(super) const GRID_COLOUR: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
const MUTED: RGBColor = RGBColor(0x8c, 0x8c, 0x8c);

pub(super) const SERIES_COLOURS: [RGBColor; 8] = [
    RGBColor(0x00, 0x72, 0xb2), // blue
    RGBColor(0xe6, 0x9f, 0x00), // orange
    RGBColor(0x4a, 0x1a, 0x54), // plum
    RGBColor(0xd5, 0x5e, 0x00), // vermilion
    RGBColor(0x00, 0x9e, 0x73), // green
    RGBColor(0x56, 0xb4, 0xe9), // sky blue
    RGBColor(0xcc, 0x79, 0xa7), // rose
    RGBColor(0x7f, 0x7f, 0x7f), // grey
];

/// The colours of outcomes: player 1, player 2, draw, endless, unresolved.
const OUTCOME_COLOURS: [RGBColor; 5] = [
    SERIES_COLOURS[0],
    SERIES_COLOURS[1],
    RGBColor(0xcc, 0xcc, 0xcc),
    SERIES_COLOURS[2],
    SERIES_COLOURS[6],
];

impl StyleChoice {
    /// Returns the colour of the series at this position of a plot.
    pub(super) fn colour(self, position: usize) -> RGBColor {
        match self {
            Self::Auto => SERIES_COLOURS[position % SERIES_COLOURS.len()],
            Self::Index(index) => SERIES_COLOURS[index % SERIES_COLOURS.len()],
            Self::Outcome(index) => OUTCOME_COLOURS[index % OUTCOME_COLOURS.len()],
            Self::Muted => MUTED,
        }
    }

    /// Returns the index of the markers and dashes of the series at this position of a plot.
    fn index(self, position: usize) -> usize {
        match self {
            Self::Auto => position,
            Self::Index(index) | Self::Outcome(index) => index,
            Self::Muted => 1,
        }
    }
}

/// The colours of a scale from the lightest to the darkest, evenly spaced. A single hue keeps their order in grey
/// print.
const SHADE_SCALE: [RGBColor; 5] = [
    RGBColor(0xf2, 0xf7, 0xfc),
    RGBColor(0xc3, 0xdc, 0xf0),
    RGBColor(0x79, 0xb5, 0xdf),
    RGBColor(0x2a, 0x7a, 0xb9),
    RGBColor(0x08, 0x37, 0x6b),
];

/// The strokes and gaps of dashed lines, in points: of the second and the third of every three lines without markers.
const LINE_DASHES: [Option<(f64, f64)>; 3] = [None, Some((5.0, 1.6)), Some((1.3, 1.3))];
/// The width of lines, and that of the usual setting, in points.
const LINE_WIDTH: f64 = 1.0;
const MAIN_LINE_WIDTH: f64 = 1.9;

/// The corners of the markers, in radii; the first marker is a circle.
const MARKER_SHAPES: [&[(f64, f64)]; 5] = [
    &[],
    &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
    &[(0.0, -1.2), (1.12, 0.8), (-1.12, 0.8)],
    &[(0.0, -1.28), (1.28, 0.0), (0.0, 1.28), (-1.28, 0.0)],
    &[(0.0, 1.2), (1.12, -0.8), (-1.12, -0.8)],
];

pub(super) fn mix_colours(one: RGBColor, other: RGBColor, other_share: f64) -> RGBColor {
    let mix =
        |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * other_share).round() as u8;
    RGBColor(
        mix(one.0, other.0),
        mix(one.1, other.1),
        mix(one.2, other.2),
    )
}

/// The text colours on shades. A page that swaps the background and text colours on dark screens keeps these.
const DARK_TEXT: RGBColor = RGBColor(0x11, 0x11, 0x11);
const LIGHT_TEXT: RGBColor = RGBColor(0xfe, 0xfe, 0xfe);

/// Returns the colour of text on a background colour.
pub(super) fn text_colour_on(RGBColor(red, green, blue): RGBColor) -> RGBColor {
    let grey = 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
    if grey < 0.56 * 255.0 {
        LIGHT_TEXT
    } else {
        DARK_TEXT
    }
}

pub(super) fn shade_colour(shade: Shade) -> RGBColor {
    match shade {
        Shade::Intensity(share) => {
            let at = share.clamp(0.0, 1.0) * (SHADE_SCALE.len() - 1) as f64;
            let low = (at as usize).min(SHADE_SCALE.len() - 2);
            mix_colours(SHADE_SCALE[low], SHADE_SCALE[low + 1], at - low as f64)
        }
        Shade::Category(index) => mix_colours(StyleChoice::Outcome(index).colour(0), WHITE, 0.18),
    }
}

/// Returns a colour for letters on white: dark enough to be read, with the hue of a series.
pub(super) fn text_ink(colour: RGBColor) -> RGBColor {
    const MAX_GREY: f64 = 112.0;
    let grey =
        0.299 * f64::from(colour.0) + 0.587 * f64::from(colour.1) + 0.114 * f64::from(colour.2);
    let black = (grey - MAX_GREY) / (grey - f64::from(INK.0));
    mix_colours(colour, INK, black.max(0.0))
}

/// The style of a series. Five markers or dashes and eight colours give 40 styles before one repeats.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct SeriesStyle {
    pub colour: RGBColor,
    pub kind: SeriesKind,
    /// The corners of the markers; `None` for no marker, an empty list for a circle.
    pub marker: Option<&'static [(f64, f64)]>,
    /// The lengths of strokes and gaps in points; `None` for a solid line.
    pub dashes: Option<(f64, f64)>,
    /// The width of a line in points.
    pub width: f64,
    /// The radius of the markers in points.
    pub radius: f64,
}

impl SeriesStyle {
    /// Returns the styles of the series of a plot. Several lines have dashes instead of markers if one of them has many points
    /// or the plot also has single points.
    pub fn for_plot(plot: &Plot) -> Vec<Self> {
        /// Lines with more points than this have no markers.
        const MAX_MARKERS: usize = 60;
        /// Lines with more points than this have small markers.
        const MAX_LARGE_MARKERS: usize = 16;
        let point_counts = plot.series.iter().map(|series| match series.kind {
            SeriesKind::Line | SeriesKind::Steps => series.points.len(),
            SeriesKind::Points => usize::MAX,
            _ => 0,
        });
        let max_points = point_counts.max().unwrap_or(0);
        let is_dense = max_points > MAX_MARKERS;
        let style = |(number, series): (usize, &Series)| {
            let kind = series.kind;
            let mut style = Self::of_point(series.style, number);
            style.kind = kind;
            let has_dashes =
                series.style == StyleChoice::Muted || (is_dense && plot.series.len() > 1);
            let is_line = matches!(kind, SeriesKind::Line | SeriesKind::Steps);
            if is_line && has_dashes && !series.is_main {
                style.dashes = LINE_DASHES[series.style.index(number) % LINE_DASHES.len()];
            }
            let has_markers = kind == SeriesKind::Points
                || (kind == SeriesKind::Line && !is_dense && !has_dashes);
            if !has_markers {
                style.marker = None;
            }
            if is_line && max_points > MAX_LARGE_MARKERS {
                style.radius = 1.2;
            }
            if series.is_main {
                style.width = MAIN_LINE_WIDTH;
                style.radius *= 1.3;
            }
            if kind == SeriesKind::BarLevelMarks {
                style.colour = INK;
                style.width = 0.8;
            }
            style
        };
        plot.series.iter().enumerate().map(style).collect()
    }

    /// Returns the style of a single point at this position among others.
    pub fn of_point(choice: StyleChoice, position: usize) -> Self {
        Self {
            colour: choice.colour(position),
            kind: SeriesKind::Points,
            marker: Some(MARKER_SHAPES[choice.index(position) % MARKER_SHAPES.len()]),
            dashes: None,
            width: LINE_WIDTH,
            radius: 1.9,
        }
    }

    /// Returns the colour of bars. It is lighter than that of lines, so that dark whiskers stand out.
    pub fn bar_fill(&self) -> ShapeStyle {
        mix_colours(self.colour, WHITE, 0.18).filled()
    }
}

const SYMBOL_WIDTH: f64 = 15.0;
const LABEL_GAP: f64 = 4.0;
const ENTRY_GAP: f64 = 13.0;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum LegendSymbol {
    Series(SeriesStyle),
    Shade(RGBColor),
}

/// Labels with samples, in points.
#[derive(Default)]
pub(super) struct Legend {
    entries: Vec<PlacedEntry>,
    pub width: f64,
    pub height: f64,
    /// True for a column of names, which stands beside a plot.
    pub is_column: bool,
}

/// A label with its sample, at a position from the upper left corner of the legend.
struct PlacedEntry {
    symbol: LegendSymbol,
    label: TextBlock,
    x: f64,
    y: f64,
}

/// Returns the labels of a plot's series; none for a single series. Empty labels are left out.
pub(super) fn series_entries(plot: &Plot) -> Vec<(LegendSymbol, String)> {
    if plot.series.len() <= 1 {
        return Vec::new();
    }
    plot.series
        .iter()
        .zip(SeriesStyle::for_plot(plot))
        .filter(|(series, _)| !series.label.trim().is_empty())
        .map(|(series, style)| (LegendSymbol::Series(style), series.label.clone()))
        .collect()
}

pub(super) fn shade_entries(key: &[(Shade, String)]) -> Vec<(LegendSymbol, String)> {
    key.iter()
        .map(|(value, name)| (LegendSymbol::Shade(shade_colour(*value)), name.clone()))
        .collect()
}

impl Legend {
    /// Returns a column of entries of at most this width.
    pub fn column(entries: Vec<(LegendSymbol, String)>, max_width: f64) -> Self {
        let mut column = Self {
            is_column: true,
            ..Self::default()
        };
        for entry in entries {
            let mut single = Self::from_entries(vec![entry], max_width);
            column.width = column.width.max(single.width);
            for placed in &mut single.entries {
                placed.y += column.height;
            }
            column.height += single.height + 2.0;
            column.entries.append(&mut single.entries);
        }
        column
    }

    /// Fills rows of width `max_width` from left to right.
    pub fn from_entries(entries: Vec<(LegendSymbol, String)>, max_width: f64) -> Self {
        let mut legend = Self::default();
        let mut x = 0.0;
        let mut y = 0.0;
        for (symbol, name) in entries {
            let label = TextBlock::wrap_or_shrink(
                &name,
                FONT_SIZE,
                Weight::Regular,
                max_width - SYMBOL_WIDTH - LABEL_GAP,
                2,
            );
            let entry_width = SYMBOL_WIDTH + LABEL_GAP + label.width();
            if x > 0.0 && x + entry_width > max_width {
                x = 0.0;
                y = legend.height + 1.3;
            }
            legend.width = legend.width.max(x + entry_width);
            legend.height = legend.height.max(y + label.height());
            legend.entries.push(PlacedEntry {
                symbol,
                label,
                x,
                y,
            });
            x += entry_width + ENTRY_GAP;
        }
        legend
    }

    pub fn draw(&self, area: &Area, (left, top): (f64, f64)) -> PlotResult {
        for entry in &self.entries {
            let symbol_left = left + entry.x;
            let label_top = top + entry.y;
            let at = (
                points_to_steps(symbol_left),
                points_to_steps(label_top + 0.66 * entry.label.size),
            );
            match &entry.symbol {
                LegendSymbol::Series(style) => draw_legend_symbol(area, style, at, SYMBOL_WIDTH)?,
                LegendSymbol::Shade(colour) => {
                    let half = points_to_steps(3.1);
                    let right = at.0 + points_to_steps(SYMBOL_WIDTH);
                    let corners = [(at.0, at.1 - half), (right, at.1 + half)];
                    area.draw(&Rectangle::new(corners, colour.filled()))?;
                }
            }
            let label_left = symbol_left + SYMBOL_WIDTH + LABEL_GAP;
            draw_text_block(
                area,
                &entry.label,
                (label_left, label_top),
                INK,
                Align::Start,
            )?;
        }
        Ok(())
    }
}
