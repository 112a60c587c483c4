//! The sheet that plotters draws on, in steps of 1/24 printed point, and elements that plotters lacks: text blocks,
//! markers.

use super::figure::SeriesKind;
use super::palette::SeriesStyle;
use crate::draw::font::{FAMILY, Weight};
use crate::draw::text::{Align, LEADING, TextBlock};
use plotters::coord::{CoordTranslate, Shift};
use plotters::element::DynElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A part of the sheet, with coordinates in whole steps or in the values of a plot.
pub(super) type Area<'a, C = Shift> = DrawingArea<SVGBackend<'a>, C>;
pub(super) type PlotResult<T = ()> =
    Result<T, DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>>;

pub(super) const POINTS_PER_MM: f64 = 72.0 / 25.4;
const STEPS_PER_POINT: f64 = 24.0;
/// The width of axes and whiskers, in points.
pub(super) const AXIS_LINE_WIDTH: f64 = 0.6;
/// The width of the white rim of markers on lines, in points.
pub(super) const MARKER_RIM_WIDTH: f64 = 0.45;

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
    let side = match align {
        Align::Start => HPos::Left,
        Align::Middle => HPos::Center,
        Align::End => HPos::Right,
    };
    let style = text_style(block.size, block.weight, colour).pos(Pos::new(side, VPos::Top));
    let mut lines = block.lines.iter().zip(line_tops(block));
    lines.try_for_each(|(line, top)| {
        area.draw_text(line, &style, (points_to_steps(x), points_to_steps(y + top)))
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

/// Returns a marker with a white rim of this width, which separates it from lines below.
pub(super) fn marker<'a, C: Clone + 'a>(
    at: C,
    style: &SeriesStyle,
    rim: f64,
) -> DynElement<'a, SVGBackend<'a>, C> {
    const RADIUS: f64 = 1.9;
    let layers = [
        (RADIUS + rim, WHITE.filled()),
        (RADIUS, style.colour.filled()),
    ];
    match style.marker {
        None | Some([]) => {
            let [lower, upper] =
                layers.map(|(radius, style)| Circle::new((0, 0), points_to_steps(radius), style));
            (EmptyElement::at(at) + lower + upper).into_dyn()
        }
        Some(corners) => {
            let outline = |(radius, style): (f64, ShapeStyle)| {
                let corners = corners
                    .iter()
                    .map(|(x, y)| (points_to_steps(x * radius), points_to_steps(y * radius)));
                Polygon::new(corners.collect::<Vec<_>>(), style)
            };
            let [lower, upper] = layers.map(outline);
            (EmptyElement::at(at) + lower + upper).into_dyn()
        }
    }
}

pub(super) fn whisker_cap<'a, C: Clone + 'a>(
    at: C,
    colour: RGBColor,
    half_width: f64,
) -> DynElement<'a, SVGBackend<'a>, C> {
    (EmptyElement::at(at)
        + PathElement::new(
            [
                (points_to_steps(-half_width), 0),
                (points_to_steps(half_width), 0),
            ],
            stroke_style(colour, AXIS_LINE_WIDTH),
        ))
    .into_dyn()
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
        SeriesKind::Line | SeriesKind::BarLevelMarks => {
            draw_line(area, style, vec![(x, y), (right, y)])?
        }
        SeriesKind::Bars | SeriesKind::StackedBars => area.draw(&Rectangle::new(
            [(x, y - half), (right, y + half)],
            style.bar_fill(),
        ))?,
        SeriesKind::Points => {}
    }
    match style.marker {
        Some(_) => area.draw(&marker(
            ((x + right) / 2, y),
            style,
            if style.kind == SeriesKind::Line {
                MARKER_RIM_WIDTH
            } else {
                0.0
            },
        )),
        None => Ok(()),
    }
}

/// Draws on a white sheet of this size in points. Returns the SVG.
pub(super) fn draw_svg(
    width: f64,
    height: f64,
    paint: impl FnOnce(&Area) -> PlotResult,
) -> PlotResult<String> {
    let mut svg = String::new();
    let wide = points_to_steps(width) as u32;
    let high = points_to_steps(height) as u32;
    {
        let root = SVGBackend::with_string(&mut svg, (wide, high)).into_drawing_area();
        root.fill(&WHITE)?;
        paint(&root)?;
    }
    // Properties that plotters cannot write: the printed size, round line joins, and translucent fills without groups.
    let [wide_mm, high_mm] = [width, height].map(|points| points / POINTS_PER_MM);
    let printed = format!("width=\"{wide_mm:.3}mm\" height=\"{high_mm:.3}mm\"");
    Ok(svg
        .replacen(&format!("width=\"{wide}\" height=\"{high}\""), &printed, 1)
        .replace("<polyline ", "<polyline stroke-linejoin=\"round\" ")
        .replace(" opacity=\"1\"", "")
        .replace(" opacity=", " fill-opacity="))
}
