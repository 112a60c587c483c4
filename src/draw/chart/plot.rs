//! A plot in its panel: axes by plotters' mesh, and bars, bands, lines, points and a mark on top.

use super::axis::{AxisScale, FONT_SIZE, bar_spacing, position_key};
use super::figure::{Axis, Plot, Point, SeriesKind};
use super::legend::Legend;
use super::palette::{INK, RULE, SeriesStyle, mark, mix_colours};
use super::sheet::{Area, LINE, PlotResult, RIM, block, cap, letters, line, marker, pen, size, steps, vertical_block};
use crate::draw::font::Weight;
use crate::draw::text::{Align, TextBlock};
use crate::lang::Lang;
use plotters::coord::cartesian::Cartesian2d;
use plotters::prelude::*;
use std::collections::BTreeMap;

const LABEL: f64 = 8.0;
const TICK: f64 = 3.0;
const SMALL_TICK: f64 = 1.8;

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
        let least = Self { left: 20.0, top: 5.0, right: 3.0, bottom: 20.0 };
        let again = (0..4).flat_map(|_| plots);
        again.fold(least, |insets, (plot, names)| {
            let ((x, y), (below, upwards)) = (insets.axes(plot, size, lang), insets.labels(plot, size));
            let mark = plot.mark.as_ref().map_or(0.0, |mark| mark_label(&mark.label, size.0).height());
            Self {
                left: insets.left.max(axis_width(&y, &upwards)),
                // Half a label of the vertical axis extends above the plot.
                top: insets.top.max(5.0 + mark + legend_height(names)),
                right: insets.right.max(x.overhang(insets.inner(size).0)),
                bottom: insets.bottom.max(TICK + 14.5 + below.height()),
            }
        })
    }

    /// Returns the width and height of the plot area.
    fn inner(&self, (width, height): (f64, f64)) -> (f64, f64) {
        ((width - self.left - self.right).max(20.0), (height - self.top - self.bottom).max(20.0))
    }

    fn axes(&self, plot: &Plot, size: (f64, f64), lang: Lang) -> (AxisScale, AxisScale) {
        // Keeps markers off the vertical axis.
        let margin = if SeriesStyle::all(plot).iter().any(|style| style.marker.is_some()) { 0.02 } else { 0.0 };
        let (wide, high) = self.inner(size);
        (AxisScale::horizontal(plot, wide, lang, margin), AxisScale::vertical(plot, high, lang))
    }

    /// Returns the names of the horizontal and the vertical axis.
    fn labels(&self, plot: &Plot, size: (f64, f64)) -> (TextBlock, TextBlock) {
        let name = |axis: &Axis, room: f64| TextBlock::fit(&axis.label, LABEL, Weight::Book, room.max(60.0), 2);
        let (wide, high) = self.inner(size);
        (name(&plot.x, wide), name(&plot.y, high))
    }
}

fn axis_width(axis: &AxisScale, label: &TextBlock) -> f64 {
    2.0 * TICK + axis.widest() + 4.0 + label.height()
}

/// Returns the height of a legend above a plot.
pub(super) fn legend_height(names: &Legend) -> f64 {
    if names.height > 0.0 { names.height + 6.0 } else { 0.0 }
}

fn mark_label(label: &str, width: f64) -> TextBlock {
    TextBlock::fit(label, FONT_SIZE, Weight::Book, 0.6 * width, 2)
}

pub(super) fn draw<'a>(panel: &Area<'a>, plot: &Plot, insets: Insets, lang: Lang, names: &Legend) -> PlotResult {
    let room = size(panel);
    let (axes, inner) = (insets.axes(plot, room, lang), insets.inner(room));
    let (x, y) = axes.clone();
    let mut chart: Chart<'a> = ChartBuilder::on(panel)
        .margin_top(steps(insets.top))
        .margin_right(steps(insets.right))
        .set_label_area_size(LabelAreaPosition::Left, steps(insets.left))
        .set_label_area_size(LabelAreaPosition::Bottom, steps(insets.bottom))
        .build_cartesian_2d(x, y)?;
    chart.configure_mesh().disable_axes().disable_x_mesh().bold_line_style(pen(RULE, 0.5)).draw()?;
    let left = insets.left.min(room.0 - names.width).max(0.0);
    names.draw(panel, (left, 0.0))?;
    bars(&mut chart, plot, &axes, inner)?;
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(pen(INK, LINE))
        .label_style(letters(FONT_SIZE, Weight::Book, INK))
        // Plotters centres the labels by the height of lower-case letters.
        .y_label_offset(steps(0.11 * FONT_SIZE))
        .set_all_tick_mark_size(steps(TICK))
        .draw()?;
    let left = chart.x_range().start;
    let small = |height: f64| {
        EmptyElement::at((left, height)) + PathElement::new([(-steps(SMALL_TICK), 0), (0, 0)], pen(INK, LINE))
    };
    chart.draw_series(axes.1.small_ticks(inner.1).into_iter().map(small))?;
    let (below, name) = insets.labels(plot, room);
    let half = below.width() / 2.0;
    let middle = (insets.left + inner.0 / 2.0).min(room.0 - half).max(half);
    block(panel, &below, (middle, room.1 - insets.bottom + TICK + 14.0), INK, Align::Middle)?;
    vertical_block(panel, &name, (insets.left - axis_width(&axes.1, &name), insets.top + inner.1 / 2.0), INK)?;
    draw_mark(&mut chart, panel, plot, insets)?;
    lines(&mut chart, plot, &axes.1, inner.1)
}

/// Draws bars, single or stacked, and levels.
fn bars<'a>(
    chart: &mut Chart<'a>,
    plot: &Plot,
    (x, y): &(AxisScale, AxisScale),
    (wide, high): (f64, f64),
) -> PlotResult {
    const WIDEST: f64 = 44.0;
    let values = x.range().end - x.range().start;
    let half = bar_spacing(plot).map_or(0.0, |spacing| (0.8 * spacing).min(WIDEST / wide * values)) / 2.0;
    let mut piles = BTreeMap::<u64, f64>::new();
    for (series, style) in plot.series.iter().zip(SeriesStyle::all(plot)) {
        for point in &series.points {
            let (left, right) = (point.x - half, point.x + half);
            let below = if series.kind == SeriesKind::Stacked {
                piles.entry(position_key(point.x)).or_default()
            } else {
                &mut 0.0
            };
            let (foot, top) = (*below, *below + point.y);
            *below = top;
            let tall = (y.share(top) - y.share(foot)).abs() * high;
            match series.kind {
                SeriesKind::Bars | SeriesKind::Stacked if tall > 0.0 => {
                    chart.draw_series([Rectangle::new([(left, foot), (right, top)], style.fill())])?;
                }
                SeriesKind::Levels => {
                    chart.draw_series([PathElement::new(
                        [(left, point.y), (right, point.y)],
                        pen(style.colour, style.width),
                    )])?;
                }
                _ => {}
            }
            if series.kind == SeriesKind::Stacked && tall > 1.0 {
                chart.draw_series([PathElement::new([(left, top), (right, top)], pen(WHITE, 0.4))])?;
            }
            if series.kind == SeriesKind::Bars {
                whisker(chart, point, INK, (0.6 * half / values * wide).min(1.9))?;
            }
        }
    }
    Ok(())
}

/// Draws the interval of a point as a thin line with caps; `half` is half the width of a cap in points.
fn whisker<'a>(chart: &mut Chart<'a>, point: &Point, colour: RGBColor, half: f64) -> PlotResult {
    let Some((low, high)) = point.interval else { return Ok(()) };
    let ends = [(point.x, low), (point.x, high)];
    chart.draw_series([PathElement::new(ends, pen(colour, LINE))])?;
    ends.into_iter().try_for_each(|end| chart.plotting_area().draw(&cap(end, colour, half)))
}

/// Draws lines with their bands, then points with their whiskers.
fn lines<'a>(chart: &mut Chart<'a>, plot: &Plot, y: &AxisScale, high: f64) -> PlotResult {
    const CAP: f64 = 1.7;
    let styles = SeriesStyle::all(plot);
    let of = |kind| plot.series.iter().zip(&styles).filter(move |(series, _)| series.kind == kind);
    for (series, style) in of(SeriesKind::Line) {
        // A band is interrupted at points without an interval.
        for part in series.points.split(|point| point.interval.is_none()).filter(|part| !part.is_empty()) {
            if let [lone] = part {
                whisker(chart, lone, style.colour, CAP)?;
                continue;
            }
            let upper = part.iter().map(|point| (point.x, point.ends().1));
            let lower = part.iter().rev().map(|point| (point.x, point.ends().0));
            chart.draw_series([Polygon::new(upper.chain(lower).collect::<Vec<_>>(), style.colour.mix(0.24))])?;
        }
    }
    let area = &chart.plotting_area().clone();
    for (series, style) in of(SeriesKind::Line) {
        line(area, style, series.points.iter().map(|point| (point.x, point.y)).collect())?;
        let marked = style.marker.is_some() || series.points.len() == 1;
        // Near the horizontal axis a rim would cut the axis.
        let rim = |point: &Point| if y.share(point.y) * high < 2.5 { 0.0 } else { RIM };
        let mut markers = series.points.iter().filter(|_| marked);
        markers.try_for_each(|point| area.draw(&marker((point.x, point.y), style, rim(point))))?;
    }
    for (series, style) in of(SeriesKind::Points) {
        series.points.iter().try_for_each(|point| whisker(chart, point, style.colour, CAP))?;
        series.points.iter().try_for_each(|point| area.draw(&marker((point.x, point.y), style, 0.0)))?;
    }
    Ok(())
}

/// Draws a vertical line across the plot with its label above.
fn draw_mark(chart: &mut Chart, panel: &Area, plot: &Plot, insets: Insets) -> PlotResult {
    let Some(of) = &plot.mark else { return Ok(()) };
    let (colour, room) = (mark(plot), size(panel));
    let (wide, high) = insets.inner(room);
    let across = PathElement::new([(0, steps(-3.0)), (0, steps(high))], pen(colour, 0.8));
    chart.draw_series([EmptyElement::at((of.at, chart.y_range().end)) + across])?;
    let name = mark_label(&of.label, room.0);
    let (along, half) = (chart.x_range(), name.width() / 2.0);
    let middle = insets.left + (of.at - along.start) / (along.end - along.start) * wide;
    let middle = middle.min(room.0 - half).max(half);
    block(panel, &name, (middle, insets.top - 4.0 - name.height()), mix_colours(colour, INK, 0.35), Align::Middle)
}
