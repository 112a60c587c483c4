//! A plot in its panel: how much room its labels need, and the drawing of axes, marks and series.

use super::axis;
use super::bars::{self, heights, is_bar};
use super::canvas::{Canvas, Run};
use super::figure::{Kind, Plot};
use super::legend::{self, Entry, Laid};
use super::map::Map;
use super::marks;
use super::palette::{INK, WHITE};
use super::scale::Span;
use super::series::{self, obstacles};
use crate::draw::area::Area;
use crate::draw::text::Align;
use crate::lang::Lang;

/// Distances from the edges of the panel to the plot proper.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Insets {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Insets {
    pub fn inside(&self, panel: Area<f64>) -> Area<f64> {
        Area {
            left: panel.left + self.left,
            top: panel.top + self.top,
            right: panel.right - self.right,
            bottom: panel.bottom - self.bottom,
        }
    }
}

/// Where the names of the series stand.
#[derive(Clone, Debug)]
enum Names {
    Nowhere,
    Ends(Vec<Entry>),
    Inside(Vec<Entry>),
    Above(Laid),
}

/// Where the names may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// Wherever the plot wants them.
    Anywhere,
    /// Above the plot only: no place inside was free.
    Above,
    /// They stand elsewhere on the page.
    Elsewhere,
}

/// What was decided before drawing.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub insets: Insets,
    names: Names,
}

/// Decides how much room the labels of a plot need.
pub(super) fn plan(plot: &Plot, panel: Area<f64>, lang: Lang, room: Room) -> Plan {
    let names = choose_names(plot, panel, lang, room);
    let insets = insets(plot, panel, lang, &names);
    Plan { insets, names }
}

fn choose_names(plot: &Plot, panel: Area<f64>, lang: Lang, room: Room) -> Names {
    let entries = legend::entries(plot);
    if entries.is_empty() || room == Room::Elsewhere || plot.series.len() == 1 {
        return Names::Nowhere;
    }
    let above = || Names::Above(Laid::rows(&entries, panel.width()));
    if room == Room::Above {
        return above();
    }
    let ends = Names::Ends(entries.clone());
    let inner = insets(plot, panel, lang, &ends).inside(panel);
    if can_end(plot, &entries, panel, inner) {
        return ends;
    }
    let inner = insets(plot, panel, lang, &Names::Nowhere).inside(panel);
    if inside(plot, &entries, &map(plot, inner)).is_some() { Names::Inside(entries) } else { above() }
}

impl Plan {
    /// Whether the names still find a free place when the plot proper is `inner`.
    pub fn stands(&self, plot: &Plot, inner: Area<f64>) -> bool {
        match &self.names {
            Names::Inside(entries) => inside(plot, entries, &map(plot, inner)).is_some(),
            _ => true,
        }
    }
}

/// Names laid in one or two columns on a free place of the plot.
fn inside(plot: &Plot, entries: &[Entry], map: &Map) -> Option<(Laid, (f64, f64))> {
    let taken = obstacles(plot, map);
    // Bars piled upwards are read from the top.
    let mut entries = entries.to_vec();
    if plot.series.iter().all(|s| s.kind == Kind::Stacked) {
        entries.reverse();
    }
    (1..=2).find_map(|columns| {
        let laid = Laid::columns(&entries, columns, map.area.width() * 0.7);
        laid.free_place(map.area, &taken).map(|place| (laid, place))
    })
}

/// Whether the names can stand at the right ends of the lines.
fn can_end(plot: &Plot, entries: &[Entry], panel: Area<f64>, inner: Area<f64>) -> bool {
    let lines = plot.series.iter().all(|s| s.kind == Kind::Line && !s.label.trim().is_empty() && s.points.len() > 1);
    if !lines || plot.series.len() > 6 || end_width(entries) > 0.26 * panel.width() || inner.height() < 40.0 {
        return false;
    }
    let map = map(plot, inner);
    let mut ends: Vec<(f64, f64)> = plot.series.iter().filter_map(|s| s.points.last()).map(|p| map.place(p)).collect();
    ends.sort_by(|a, b| a.1.total_cmp(&b.1));
    ends.iter().all(|e| (e.0 - inner.right).abs() < 8.0 && inner.holds(*e))
        && ends.windows(2).all(|pair| pair[1].1 - pair[0].1 > legend::LETTERS * 1.25)
}

fn end_width(entries: &[Entry]) -> f64 {
    entries.iter().map(|e| e.end_block().width()).fold(0.0, f64::max)
}

fn map(plot: &Plot, area: Area<f64>) -> Map {
    let y = Span::upwards(&plot.y, heights(plot).into_iter(), plot.series.iter().any(|s| is_bar(s.kind)));
    Map { area, x: series::span_along(plot), y }
}

/// The room that labels take, found by laying them out for a guessed plot twice.
fn insets(plot: &Plot, panel: Area<f64>, lang: Lang, names: &Names) -> Insets {
    let mut insets = Insets { left: 40.0, top: 4.0, right: 6.0, bottom: 30.0 };
    for _ in 0..2 {
        let inner = insets.inside(panel);
        let inner =
            Area { right: inner.right.max(inner.left + 20.0), bottom: inner.bottom.max(inner.top + 20.0), ..inner };
        let map = map(plot, inner);
        let (x, y) = (axis::Along::new(plot, &map, lang), axis::Upwards::new(plot, &map, lang));
        insets.left = y.width().max(x.overhang().0);
        insets.bottom = x.height();
        insets.right = x.overhang().1.max(3.0);
        // Half a label of the vertical axis stands above the plot.
        insets.top = 5.0;
        if let Names::Ends(entries) = names {
            insets.right = insets.right.max(end_width(entries) + 6.0);
        }
        let over = marks::height(plot, &map, panel);
        if over > 0.0 {
            insets.top = over + 5.0;
        }
        if let Names::Above(laid) = names {
            insets.top += laid.height + 5.0;
        }
    }
    insets
}

/// Draws a plot in `inner`, the place of the plot proper.
pub(super) fn draw(canvas: &mut Canvas, plot: &Plot, plan: &Plan, panel: Area<f64>, inner: Area<f64>, lang: Lang) {
    let map = map(plot, inner);
    let (x, y) = (axis::Along::new(plot, &map, lang), axis::Upwards::new(plot, &map, lang));
    y.rules(canvas);
    bars::draw(canvas, plot, &map);
    x.draw(canvas, panel);
    y.draw(canvas);
    marks::draw(canvas, plot, &map, panel);
    series::draw(canvas, plot, &map);
    draw_names(canvas, plot, &plan.names, panel, &map);
}

fn draw_names(canvas: &mut Canvas, plot: &Plot, names: &Names, panel: Area<f64>, map: &Map) {
    let inner = map.area;
    match names {
        Names::Nowhere => {}
        Names::Above(laid) => {
            let left = inner.left.min(panel.right - laid.width).max(panel.left);
            let over = marks::height(plot, map, panel);
            laid.draw(canvas, (left, inner.top - over - laid.height - 7.0));
        }
        Names::Inside(entries) => {
            if let Some((laid, place)) = inside(plot, entries, map) {
                canvas.fill(behind(&laid, place, inner), WHITE);
                laid.draw(canvas, place);
            }
        }
        Names::Ends(entries) => {
            for (entry, end) in entries.iter().zip(plot.series.iter().filter_map(|s| s.points.last())) {
                let (block, y) = (entry.end_block(), map.y(end.y));
                let colour = entry.colour.mixed(INK, 0.25);
                canvas.block(&block, (inner.right + 5.0, y - block.height() / 2.0), colour, Align::Start, Run::Across);
            }
        }
    }
}

/// What is wiped behind names inside of a plot.
fn behind(laid: &Laid, (left, top): (f64, f64), inner: Area<f64>) -> Area<f64> {
    /// No stub of a rule as short as this is left between the names and the edge of the plot.
    const STUB: f64 = 14.0;
    let (right, bottom) = (left + laid.width + 3.0, top + laid.height + 2.0);
    let left = left - 3.0;
    Area {
        left: if left - inner.left < STUB { inner.left + 0.4 } else { left },
        top: top - 2.0,
        right: if inner.right - right < STUB { inner.right + 0.3 } else { right },
        bottom,
    }
}
