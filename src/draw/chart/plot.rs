//! A plot in its panel: axes by plotters' mesh, and bars, bands, lines, points and a mark on them.

use super::axis::{LETTERS, Span, pile, slot};
use super::figure::{Kind, Plot, Point};
use super::legend::{Legend, Run, entries};
use super::look::{INK, Look, RULE, mark, mixed};
use super::sheet::{Area, Drawn, LEVEL, LINE, RIM, block, cap, letters, line, marker, pen, size, steps, upwards};
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

/// Where the names of the series stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// Above all plots of the figure, or nowhere.
    Elsewhere,
    /// In a free corner.
    Corner,
    /// Above the plot.
    Above,
}

/// Distances from the edges of a panel to the plot proper, in points.
#[derive(Clone, Copy)]
pub(super) struct Insets {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Insets {
    /// What the labels of a plot take in a panel of this size, found by laying them out for a guess twice.
    pub fn of(plot: &Plot, size: (f64, f64), lang: Lang, naming: Naming) -> Self {
        // Half a label of the vertical axis stands above the plot.
        let mut insets = Self { left: 40.0, top: 5.0, right: 6.0, bottom: 30.0 };
        insets.top += plot.mark.as_ref().map_or(0.0, |mark| named(&mark.label, size.0).height());
        insets.top += above(plot, size.0, naming);
        for _ in 0..2 {
            let (x, y) = insets.axes(plot, size, lang);
            let (left, right) = x.overhang(insets.inner(size).0);
            insets.left = insets.beside(plot, &y, size).max(left);
            insets.right = right.max(3.0);
            insets.bottom = TICK + 14.5 + insets.below(plot, size).height();
        }
        insets
    }

    /// The larger of each.
    pub fn max(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// The size of the plot proper.
    fn inner(&self, (width, height): (f64, f64)) -> (f64, f64) {
        ((width - self.left - self.right).max(20.0), (height - self.top - self.bottom).max(20.0))
    }

    fn axes(&self, plot: &Plot, size: (f64, f64), lang: Lang) -> (Span, Span) {
        let margin = |look: Look| match (look.kind, look.marker) {
            (Kind::Points, _) => 0.024,
            (Kind::Line, Some(_)) => 0.012,
            _ => 0.0,
        };
        let margin = Look::all(plot).into_iter().map(margin).fold(0.0, f64::max);
        let (wide, high) = self.inner(size);
        (Span::along(plot, wide, lang, margin), Span::upwards(plot, high, lang))
    }

    /// The name of the horizontal axis.
    fn below(&self, plot: &Plot, size: (f64, f64)) -> Block {
        Block::fit(&plot.x.label, LABEL, Weight::Book, self.inner(size).0.max(60.0), 2)
    }

    /// The name of the vertical axis.
    fn upwards(&self, plot: &Plot, size: (f64, f64)) -> Block {
        Block::fit(&plot.y.label, LABEL, Weight::Book, self.inner(size).1.max(60.0), 2)
    }

    /// What the vertical axis takes with its name.
    fn beside(&self, plot: &Plot, y: &Span, size: (f64, f64)) -> f64 {
        2.0 * TICK + y.widest() + 4.0 + self.upwards(plot, size).height()
    }

    /// Whether the names of the series have a free corner.
    pub fn leaves_a_corner(&self, plot: &Plot, size: (f64, f64), lang: Lang) -> bool {
        let ((x, y), inner) = (self.axes(plot, size, lang), self.inner(size));
        column(plot, inner).corner(plot, (&x, &y), inner).is_some()
    }
}

/// The height that the names of the series take above a plot.
pub(super) fn above(plot: &Plot, width: f64, naming: Naming) -> f64 {
    let names = if naming == Naming::Above { Legend::new(entries(plot), width, Run::Rows).height } else { 0.0 };
    if names > 0.0 { names + 6.0 } else { 0.0 }
}

/// The names of the series as they stand in a corner.
fn column(plot: &Plot, (width, _): (f64, f64)) -> Legend {
    Legend::new(entries(plot), 0.6 * width, Run::Column)
}

/// The name of a mark.
fn named(label: &str, width: f64) -> Block {
    Block::fit(label, LETTERS, Weight::Book, 0.6 * width, 2)
}

/// Draws a plot in its panel.
pub(super) fn draw<'a>(panel: &Area<'a>, plot: &Plot, insets: Insets, lang: Lang, naming: Naming) -> Drawn {
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
    match naming {
        Naming::Elsewhere => {}
        Naming::Corner => names_in_corner(panel, plot, &axes, insets, inner)?,
        Naming::Above => {
            let names = Legend::new(entries(plot), room.0, Run::Rows);
            let left = insets.left.min(room.0 - names.width).max(0.0);
            names.draw(panel, (left, insets.top - 5.0 - above(plot, room.0, naming)))?;
        }
    }
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
    chart.draw_series(axes.1.small_ticks().into_iter().map(small))?;
    let below = insets.below(plot, room);
    let half = below.width() / 2.0;
    let middle = (insets.left + inner.0 / 2.0).min(room.0 - half).max(half);
    block(panel, &below, (middle, room.1 - insets.bottom + TICK + 14.0), INK, Align::Middle)?;
    let beside = insets.left - insets.beside(plot, &axes.1, room);
    upwards(panel, &insets.upwards(plot, room), (beside, insets.top + inner.1 / 2.0), INK)?;
    marked(&mut chart, panel, plot, insets)?;
    lines(&mut chart, plot, &axes.1, inner.1)
}

/// Writes the names of the series in their corner, with nothing behind them.
fn names_in_corner(panel: &Area, plot: &Plot, (x, y): &(Span, Span), insets: Insets, inner: (f64, f64)) -> Drawn {
    let names = column(plot, inner);
    let Some((left, top)) = names.corner(plot, (x, y), inner) else { return Ok(()) };
    // No stub of a rule is left between them and the edge of the plot.
    let across = if left < inner.0 / 2.0 { (0.4, left + names.width + 3.0) } else { (left - 3.0, inner.0 + 0.4) };
    let place = |(right, down): (f64, f64)| (steps(insets.left + right), steps(insets.top + down));
    let corners = [place((across.0, top - 2.0)), place((across.1, top + names.height + 2.0))];
    panel.draw(&Rectangle::new(corners, WHITE.filled()))?;
    names.draw(panel, (insets.left + left, insets.top + top))
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
                    chart.draw_series([PathElement::new([(left, point.y), (right, point.y)], pen(INK, LEVEL))])?;
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
