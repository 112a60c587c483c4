//! A plot in its panel: axes by plotters' mesh, and bars, bands, lines, points and a mark on them.

use super::axis::{LETTERS, Span, pile, slot};
use super::figure::{Axis, Kind, Plot, Point};
use super::legend::Legend;
use super::look::{INK, Look, RULE, mark, mixed};
use super::sheet::{Area, Drawn, LINE, RIM, block, cap, letters, line, marker, pen, size, steps, upwards};
use crate::draw::font::Weight;
use crate::draw::text::{Align, Block};
use crate::lang::Lang;
use plotters::coord::cartesian::Cartesian2d;
use plotters::prelude::*;
use std::collections::BTreeMap;

const LABEL: f64 = 8.0;
const TICK: f64 = 3.0;
const SMALL_TICK: f64 = 1.8;

type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Span, Span>>;

/// Distances from the edges of a panel to the plot proper, in points.
#[derive(Clone, Copy)]
pub(super) struct Insets {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Insets {
    /// What the labels of some plots and the names of their series take in panels of one size. Labels break the more, the
    /// less room others leave them: so they are laid out again and again, from the least on.
    pub fn of(plots: &[(&Plot, &Legend)], size: (f64, f64), lang: Lang) -> Self {
        let least = Self { left: 20.0, top: 5.0, right: 3.0, bottom: 20.0 };
        let again = (0..4).flat_map(|_| plots);
        again.fold(least, |insets, (plot, names)| {
            let ((x, y), (below, upwards)) = (insets.axes(plot, size, lang), insets.labels(plot, size));
            let mark = plot.mark.as_ref().map_or(0.0, |mark| named(&mark.label, size.0).height());
            Self {
                left: insets.left.max(beside(&y, &upwards)),
                // Half a label of the vertical axis stands above the plot.
                top: insets.top.max(5.0 + mark + above(names)),
                right: insets.right.max(x.overhang(insets.inner(size).0)),
                bottom: insets.bottom.max(TICK + 14.5 + below.height()),
            }
        })
    }

    /// The size of the plot proper.
    fn inner(&self, (width, height): (f64, f64)) -> (f64, f64) {
        ((width - self.left - self.right).max(20.0), (height - self.top - self.bottom).max(20.0))
    }

    fn axes(&self, plot: &Plot, size: (f64, f64), lang: Lang) -> (Span, Span) {
        // Markers do not stand on the vertical axis.
        let margin = if Look::all(plot).iter().any(|look| look.marker.is_some()) { 0.02 } else { 0.0 };
        let (wide, high) = self.inner(size);
        (Span::along(plot, wide, lang, margin), Span::upwards(plot, high, lang))
    }

    /// The names of the horizontal and of the vertical axis.
    fn labels(&self, plot: &Plot, size: (f64, f64)) -> (Block, Block) {
        let name = |axis: &Axis, room: f64| Block::fit(&axis.label, LABEL, Weight::Book, room.max(60.0), 2);
        let (wide, high) = self.inner(size);
        (name(&plot.x, wide), name(&plot.y, high))
    }
}

fn beside(axis: &Span, label: &Block) -> f64 {
    2.0 * TICK + axis.widest() + 4.0 + label.height()
}

/// The height that names of the series take above a plot.
pub(super) fn above(names: &Legend) -> f64 {
    if names.height > 0.0 { names.height + 6.0 } else { 0.0 }
}

fn named(label: &str, width: f64) -> Block {
    Block::fit(label, LETTERS, Weight::Book, 0.6 * width, 2)
}

pub(super) fn draw<'a>(panel: &Area<'a>, plot: &Plot, insets: Insets, lang: Lang, names: &Legend) -> Drawn {
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
        .label_style(letters(LETTERS, Weight::Book, INK))
        // Plotters centres them by the height of small letters.
        .y_label_offset(steps(0.11 * LETTERS))
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
    upwards(panel, &name, (insets.left - beside(&axes.1, &name), insets.top + inner.1 / 2.0), INK)?;
    marked(&mut chart, panel, plot, insets)?;
    lines(&mut chart, plot, &axes.1, inner.1)
}

/// Bars, single or piled, and the levels across them.
fn bars<'a>(chart: &mut Chart<'a>, plot: &Plot, (x, y): &(Span, Span), (wide, high): (f64, f64)) -> Drawn {
    const WIDEST: f64 = 44.0;
    let values = x.range().end - x.range().start;
    let half = slot(plot).map_or(0.0, |slot| (0.8 * slot).min(WIDEST / wide * values)) / 2.0;
    let mut piles = BTreeMap::<u64, f64>::new();
    for (series, look) in plot.series.iter().zip(Look::all(plot)) {
        for point in &series.points {
            let (left, right) = (point.x - half, point.x + half);
            let below = if series.kind == Kind::Stacked { piles.entry(pile(point.x)).or_default() } else { &mut 0.0 };
            let (foot, top) = (*below, *below + point.y);
            *below = top;
            let tall = (y.share(top) - y.share(foot)).abs() * high;
            match series.kind {
                Kind::Bars | Kind::Stacked if tall > 0.0 => {
                    chart.draw_series([Rectangle::new([(left, foot), (right, top)], look.fill())])?;
                }
                Kind::Levels => {
                    chart.draw_series([PathElement::new(
                        [(left, point.y), (right, point.y)],
                        pen(look.colour, look.width),
                    )])?;
                }
                _ => {}
            }
            if series.kind == Kind::Stacked && tall > 1.0 {
                chart.draw_series([PathElement::new([(left, top), (right, top)], pen(WHITE, 0.4))])?;
            }
            if series.kind == Kind::Bars {
                whisker(chart, point, INK, (0.6 * half / values * wide).min(1.9))?;
            }
        }
    }
    Ok(())
}

/// The interval of a point as a thin line with caps of some half width.
fn whisker<'a>(chart: &mut Chart<'a>, point: &Point, colour: RGBColor, half: f64) -> Drawn {
    let Some((low, high)) = point.interval else { return Ok(()) };
    let ends = [(point.x, low), (point.x, high)];
    chart.draw_series([PathElement::new(ends, pen(colour, LINE))])?;
    ends.into_iter().try_for_each(|end| chart.plotting_area().draw(&cap(end, colour, half)))
}

/// Lines with their bands, then points with their whiskers.
fn lines<'a>(chart: &mut Chart<'a>, plot: &Plot, y: &Span, high: f64) -> Drawn {
    const CAP: f64 = 1.7;
    let looks = Look::all(plot);
    let of = |kind| plot.series.iter().zip(&looks).filter(move |(series, _)| series.kind == kind);
    for (series, look) in of(Kind::Line) {
        // A band ends where points without interval begin.
        for part in series.points.split(|point| point.interval.is_none()).filter(|part| !part.is_empty()) {
            if let [lone] = part {
                whisker(chart, lone, look.colour, CAP)?;
                continue;
            }
            let upper = part.iter().map(|point| (point.x, point.ends().1));
            let lower = part.iter().rev().map(|point| (point.x, point.ends().0));
            chart.draw_series([Polygon::new(upper.chain(lower).collect::<Vec<_>>(), look.colour.mix(0.24))])?;
        }
    }
    let area = &chart.plotting_area().clone();
    for (series, look) in of(Kind::Line) {
        line(area, look, series.points.iter().map(|point| (point.x, point.y)).collect())?;
        let marked = look.marker.is_some() || series.points.len() == 1;
        // A rim would cut the horizontal axis.
        let rim = |point: &Point| if y.share(point.y) * high < 2.5 { 0.0 } else { RIM };
        let mut markers = series.points.iter().filter(|_| marked);
        markers.try_for_each(|point| area.draw(&marker((point.x, point.y), look, rim(point))))?;
    }
    for (series, look) in of(Kind::Points) {
        series.points.iter().try_for_each(|point| whisker(chart, point, look.colour, CAP))?;
        series.points.iter().try_for_each(|point| area.draw(&marker((point.x, point.y), look, 0.0)))?;
    }
    Ok(())
}

/// A vertical line across the plot, named above it.
fn marked(chart: &mut Chart, panel: &Area, plot: &Plot, insets: Insets) -> Drawn {
    let Some(of) = &plot.mark else { return Ok(()) };
    let (colour, room) = (mark(plot), size(panel));
    let (wide, high) = insets.inner(room);
    let across = PathElement::new([(0, steps(-3.0)), (0, steps(high))], pen(colour, 0.8));
    chart.draw_series([EmptyElement::at((of.at, chart.y_range().end)) + across])?;
    let name = named(&of.label, room.0);
    let (along, half) = (chart.x_range(), name.width() / 2.0);
    let middle = insets.left + (of.at - along.start) / (along.end - along.start) * wide;
    let middle = middle.min(room.0 - half).max(half);
    block(panel, &name, (middle, insets.top - 4.0 - name.height()), mixed(colour, INK, 0.35), Align::Middle)
}
