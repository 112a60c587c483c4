//! A plot in its panel: axes by plotters' mesh, and bars, bands, lines, points and a mark on top.

use super::axis::{AxisScale, FONT_SIZE, bar_spacing, position_key};
use super::figure::{Axis, ChartPoint, Plot, Series, SeriesKind};
use super::labels::PlotLabels;
use super::sheet::{
    AXIS_LINE_WIDTH, Area, GREY, GRID_COLOUR, INK, Legend, PlotResult, SeriesStyle, draw_line,
    draw_text_block, draw_vertical_text_block, marker, points_to_steps, series_entries,
    size_in_points, stroke_style, text_style,
};
use crate::draw::text::{Align, TextBlock, Weight};
use crate::lang::Lang;
use plotters::coord::cartesian::Cartesian2d;
use plotters::prelude::*;
use std::collections::BTreeMap;

const LABEL_SIZE: f64 = 8.0;
/// The length of an axis with a name of up to four lines, in points.
const SHORT_AXIS: f64 = 80.0;
const TICK_LENGTH: f64 = 3.0;
/// The width of intervals, in points.
const WHISKER_WIDTH: f64 = 1.0;

type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<AxisScale, AxisScale>>;

/// The distances from the edges of a panel to the plot area, in points.
#[derive(Clone, Copy)]
pub(super) struct Insets {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Insets {
    /// Computes common insets for some plots in panels of one size. More inset leaves less room, which breaks more
    /// labels and needs more inset, so the computation starts from the smallest insets and is iterated.
    pub fn fit(plots: &[(&Plot, &Legend)], size: (f64, f64), lang: Lang) -> Self {
        let smallest_insets = Self {
            left: 20.0,
            top: 5.0,
            right: 3.0,
            bottom: 20.0,
        };
        let plots = (0..4).flat_map(|_| plots);
        plots.fold(smallest_insets, |insets, (plot, names)| {
            let (x, y) = insets.axes(plot, size, lang);
            let (below, upwards) = insets.axis_labels(plot, size);
            Self {
                left: insets.left.max(axis_width(&y, &upwards)),
                top: insets.top.max(height_above_plot(plot, names, size.0)),
                right: insets
                    .right
                    .max(x.last_label_overhang(insets.plot_size(size).0))
                    .max(if names.is_column {
                        names.width + COLUMN_GAP
                    } else {
                        0.0
                    }),
                bottom: insets.bottom.max(TICK_LENGTH + 14.5 + below.height()),
            }
        })
    }

    /// Returns the position of the legend of a plot in its panel: beside the plot, or next to it above, where it begins at the
    /// plot if it has room.
    pub fn legend_position(&self, plot: &Plot, legend: &Legend, panel_width: f64) -> (f64, f64) {
        if legend.is_column {
            return (panel_width - legend.width, self.top);
        }
        let left = self.left.min(panel_width - legend.width).max(0.0);
        let top = self.top - height_above_plot(plot, legend, panel_width);
        (left, top.max(0.0))
    }

    /// Places the labels in a plot of a panel of this size.
    fn labels(&self, plot: &Plot, size: (f64, f64), has_names: bool, lang: Lang) -> PlotLabels {
        let (x, y) = self.axes(plot, size, lang);
        let (width, height) = self.plot_size(size);
        PlotLabels::place(plot, (width, height), has_names, |point| {
            (
                x.fraction(point.x) * width,
                (1.0 - y.fraction(point.y)) * height,
            )
        })
    }

    /// Returns the insets with the largest top and bottom of some insets.
    pub fn with_common_heights(self, insets: &[Self]) -> Self {
        let largest = |side: fn(&Self) -> f64| insets.iter().map(side).fold(0.0, f64::max);
        Self {
            top: largest(|insets| insets.top),
            bottom: largest(|insets| insets.bottom),
            ..self
        }
    }

    fn plot_size(&self, (width, height): (f64, f64)) -> (f64, f64) {
        (
            (width - self.left - self.right).max(20.0),
            (height - self.top - self.bottom).max(20.0),
        )
    }

    fn axes(&self, plot: &Plot, size: (f64, f64), lang: Lang) -> (AxisScale, AxisScale) {
        // Keeps markers off the vertical axis.
        let margin = if SeriesStyle::for_plot(plot)
            .iter()
            .any(|style| style.marker.is_some())
        {
            0.02
        } else {
            0.0
        };
        let (plot_width, plot_height) = self.plot_size(size);
        (
            AxisScale::horizontal(plot, plot_width, lang, margin),
            AxisScale::vertical(plot, plot_height, lang),
        )
    }

    fn axis_labels(&self, plot: &Plot, size: (f64, f64)) -> (TextBlock, TextBlock) {
        // A short axis has more lines in place of smaller letters.
        let name = |axis: &Axis, room: f64| {
            let max_lines = if room < SHORT_AXIS { 4 } else { 2 };
            let width = room.max(60.0);
            TextBlock::wrap_or_shrink(&axis.label, LABEL_SIZE, Weight::Regular, width, max_lines)
        };
        let (plot_width, plot_height) = self.plot_size(size);
        (name(&plot.x, plot_width), name(&plot.y, plot_height))
    }
}

/// Returns the height of the legend and the label of the vertical line, and of half a label of the vertical axis, which
/// extends above the plot.
fn height_above_plot(plot: &Plot, legend: &Legend, panel_width: f64) -> f64 {
    let line = plot.reference_line.as_ref();
    let line_label = line.map(|line| reference_line_label(&line.label, panel_width));
    5.0 + line_label.map_or(0.0, |label| label.height()) + legend_height(legend)
}

fn axis_width(axis: &AxisScale, label: &TextBlock) -> f64 {
    2.0 * TICK_LENGTH + axis.max_label_width() + 4.0 + label.height()
}

/// Returns the height of a legend above a plot.
pub(super) fn legend_height(legend: &Legend) -> f64 {
    if legend.height > 0.0 && !legend.is_column {
        legend.height + 6.0
    } else {
        0.0
    }
}

fn reference_line_label(label: &str, width: f64) -> TextBlock {
    TextBlock::wrap_or_shrink(label, FONT_SIZE, Weight::Regular, 0.6 * width, 2)
}

/// More lines than this are named in a legend.
const MAX_NAMED_LINES: usize = 8;
/// The space beside a column of names, in points.
const COLUMN_GAP: f64 = 8.0;

/// Returns the legend of a plot in a panel of this size: the names of stacked bars in a column beside them, and those of lines
/// above if they do not fit beside the lines.
pub(super) fn plot_legend(plot: &Plot, size: (f64, f64), lang: Lang) -> Legend {
    let mut entries = series_entries(plot);
    let insets = Insets::fit(&[(plot, &Legend::default())], size, lang);
    let is_stacked = |series: &Series| series.kind == SeriesKind::StackedBars;
    if plot.series.iter().any(is_stacked) {
        let above = entries.clone();
        entries.reverse();
        let column = Legend::column(entries, 0.5 * size.0);
        if column.height <= insets.plot_size(size).1 && column.width <= 0.35 * size.0 {
            return column;
        }
        return Legend::from_entries(above, size.0);
    }
    let has_room = entries.len() <= MAX_NAMED_LINES
        && !insets
            .labels(plot, size, has_names(plot), lang)
            .has_collision;
    if has_room {
        return Legend::default();
    }
    Legend::from_entries(entries, size.0)
}

/// Returns true if the series of a plot have names: a single one has none.
fn has_names(plot: &Plot) -> bool {
    plot.series.len() > 1
}

/// Draws a plot; the names of its lines are in it, or in a legend above it.
pub(super) fn draw_plot<'a>(
    panel: &Area<'a>,
    plot: &Plot,
    insets: Insets,
    has_legend: bool,
    lang: Lang,
) -> PlotResult {
    let size = size_in_points(panel);
    let axes = insets.axes(plot, size, lang);
    let inner = insets.plot_size(size);
    let (x, y) = axes.clone();
    let mut chart: Chart<'a> = ChartBuilder::on(panel)
        .margin_top(points_to_steps(insets.top))
        .margin_right(points_to_steps(insets.right))
        .set_label_area_size(LabelAreaPosition::Left, points_to_steps(insets.left))
        .set_label_area_size(LabelAreaPosition::Bottom, points_to_steps(insets.bottom))
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .disable_axes()
        .disable_x_mesh()
        .bold_line_style(stroke_style(GRID_COLOUR, 0.5))
        .draw()?;
    draw_bars(&mut chart, plot, &axes, inner)?;
    draw_axes(&mut chart)?;
    draw_axis_labels(panel, plot, &axes.1, insets)?;
    draw_reference_line(&mut chart, panel, plot, insets)?;
    draw_bands(&mut chart, plot)?;
    draw_lines(&chart, plot)?;
    draw_points(&mut chart, plot)?;
    let labels = insets.labels(plot, size, has_names(plot) && !has_legend, lang);
    labels.draw(panel, (insets.left, insets.top))
}

/// Draws the axes and their ticks with labels.
fn draw_axes(chart: &mut Chart) -> PlotResult {
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(stroke_style(INK, AXIS_LINE_WIDTH))
        .label_style(text_style(FONT_SIZE, Weight::Regular, INK))
        // Plotters centres the labels by the height of lower-case letters.
        .y_label_offset(points_to_steps(0.11 * FONT_SIZE))
        .set_all_tick_mark_size(points_to_steps(TICK_LENGTH))
        .draw()?;
    Ok(())
}

/// Draws the name of the horizontal axis below it and that of the vertical axis `y` beside it.
fn draw_axis_labels(panel: &Area, plot: &Plot, y: &AxisScale, insets: Insets) -> PlotResult {
    let room = size_in_points(panel);
    let inner = insets.plot_size(room);
    let (x_label, y_label) = insets.axis_labels(plot, room);
    let half = x_label.width() / 2.0;
    let middle = (insets.left + inner.0 / 2.0).min(room.0 - half).max(half);
    draw_text_block(
        panel,
        &x_label,
        (middle, room.1 - insets.bottom + TICK_LENGTH + 14.0),
        INK,
        Align::Middle,
    )?;
    draw_vertical_text_block(
        panel,
        &y_label,
        (
            insets.left - axis_width(y, &y_label),
            insets.top + inner.1 / 2.0,
        ),
        INK,
    )
}

/// Draws bars, single or stacked, and levels.
fn draw_bars<'a>(
    chart: &mut Chart<'a>,
    plot: &Plot,
    (x, y): &(AxisScale, AxisScale),
    (plot_width, plot_height): (f64, f64),
) -> PlotResult {
    const WIDEST: f64 = 44.0;
    let values = x.range().end - x.range().start;
    let widest = WIDEST / plot_width * values;
    let half = bar_spacing(plot).map_or(0.0, |spacing| (0.8 * spacing).min(widest)) / 2.0;
    let mut totals = BTreeMap::<u64, f64>::new();
    for (series, style) in plot.series.iter().zip(SeriesStyle::for_plot(plot)) {
        for point in &series.points {
            let bar_left = point.x - half;
            let bar_right = point.x + half;
            let total = if series.kind == SeriesKind::StackedBars {
                totals.entry(position_key(point.x)).or_default()
            } else {
                &mut 0.0
            };
            let bottom = *total;
            let top = *total + point.y;
            *total = top;
            let height = (y.fraction(top) - y.fraction(bottom)).abs() * plot_height;
            match series.kind {
                SeriesKind::Bars | SeriesKind::StackedBars if height > 0.0 => {
                    chart.draw_series([Rectangle::new(
                        [(bar_left, bottom), (bar_right, top)],
                        style.bar_fill(),
                    )])?;
                }
                SeriesKind::BarLevelMarks => {
                    chart.draw_series([PathElement::new(
                        [(bar_left, point.y), (bar_right, point.y)],
                        stroke_style(style.colour, style.width),
                    )])?;
                }
                _ => {}
            }
            if series.kind == SeriesKind::StackedBars && height > 1.0 {
                chart.draw_series([PathElement::new(
                    [(bar_left, top), (bar_right, top)],
                    stroke_style(WHITE, 0.4),
                )])?;
            }
            if series.kind == SeriesKind::Bars {
                draw_whisker(chart, point, INK)?;
            }
        }
    }
    Ok(())
}

/// Draws the interval of a point as a thin line.
fn draw_whisker<'a>(chart: &mut Chart<'a>, point: &ChartPoint, colour: RGBColor) -> PlotResult {
    if let Some((low, high)) = point.interval {
        let stroke = stroke_style(colour, WHISKER_WIDTH);
        chart.draw_series([PathElement::new([(point.x, low), (point.x, high)], stroke)])?;
    }
    Ok(())
}

/// Returns the series of a kind with their styles.
fn series_of_kind(plot: &Plot, kind: SeriesKind) -> Vec<(&Series, SeriesStyle)> {
    let mut series_of_kind = Vec::new();
    for (series, style) in plot.series.iter().zip(SeriesStyle::for_plot(plot)) {
        if series.kind == kind {
            series_of_kind.push((series, style));
        }
    }
    series_of_kind
}

/// Draws the intervals of lines as bands, interrupted at points without an interval.
fn draw_bands<'a>(chart: &mut Chart<'a>, plot: &Plot) -> PlotResult {
    for (series, style) in series_of_kind(plot, SeriesKind::Line) {
        for part in series.points.split(|point| point.interval.is_none()) {
            match part {
                [] => {}
                [lone] => draw_whisker(chart, lone, style.colour)?,
                _ => {
                    chart
                        .draw_series([Polygon::new(band_outline(part), style.colour.mix(0.24))])?;
                }
            }
        }
    }
    Ok(())
}

/// Returns the upper ends of some intervals from left to right, then the lower ends from right to left.
fn band_outline(points: &[ChartPoint]) -> Vec<(f64, f64)> {
    let upper = points
        .iter()
        .map(|point| (point.x, point.interval_ends().1));
    let lower = points
        .iter()
        .rev()
        .map(|point| (point.x, point.interval_ends().0));
    upper.chain(lower).collect()
}

/// Draws lines with their markers.
fn draw_lines(chart: &Chart, plot: &Plot) -> PlotResult {
    let area = chart.plotting_area();
    let mut lines = series_of_kind(plot, SeriesKind::Steps);
    lines.extend(series_of_kind(plot, SeriesKind::Line));
    for (series, style) in lines {
        let positions = series.points.iter().map(|point| (point.x, point.y));
        draw_line(area, &style, positions.collect())?;
        if style.marker.is_none() && series.points.len() > 1 {
            continue;
        }
        for point in &series.points {
            area.draw(&marker((point.x, point.y), &style))?;
        }
    }
    Ok(())
}

/// Draws single points on their whiskers.
fn draw_points<'a>(chart: &mut Chart<'a>, plot: &Plot) -> PlotResult {
    for (series, style) in series_of_kind(plot, SeriesKind::Points) {
        for point in &series.points {
            draw_whisker(chart, point, style.colour)?;
        }
        for point in &series.points {
            chart
                .plotting_area()
                .draw(&marker((point.x, point.y), &style))?;
        }
    }
    Ok(())
}

/// Draws a vertical line across the plot with its label above.
fn draw_reference_line(chart: &mut Chart, panel: &Area, plot: &Plot, insets: Insets) -> PlotResult {
    let Some(line) = &plot.reference_line else {
        return Ok(());
    };
    let size = size_in_points(panel);
    let (width, height) = insets.plot_size(size);
    let stroke = PathElement::new(
        [(0, points_to_steps(-3.0)), (0, points_to_steps(height))],
        stroke_style(GREY, 0.8),
    );
    chart.draw_series([EmptyElement::at((line.x, chart.y_range().end)) + stroke])?;
    let name = reference_line_label(&line.label, size.0);
    let range = chart.x_range();
    let half = name.width() / 2.0;
    let line_x = insets.left + (line.x - range.start) / (range.end - range.start) * width;
    let middle = line_x.min(size.0 - half).max(half);
    draw_text_block(
        panel,
        &name,
        (middle, insets.top - 4.0 - name.height()),
        GREY,
        Align::Middle,
    )
}
