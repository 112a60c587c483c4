//! A plot in its panel: how much room its labels need, and the drawing of axes, marks and series.

use super::axis;
use super::bars::{self, heights, is_bar};
use super::canvas::{Align, Area, Canvas, Run};
use super::figure::{Direction, Kind, Legend, Mark, Plot, Style};
use super::legend::{self, Entry, Laid};
use super::number::NumberFormat;
use super::palette::{Colour, GREY, INK, Look};
use super::series::{self, Map, obstacles};
use super::text::{Block, Weight};

/// Distances from the edges of the panel to the plot proper.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Insets {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Insets {
    pub fn inside(&self, panel: Area) -> Area {
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

const MARK_LETTERS: f64 = 7.4;

/// Decides how much room the labels of a plot need.
pub(super) fn plan(plot: &Plot, panel: Area, numbers: &NumberFormat, room: Room) -> Plan {
    let names = choose_names(plot, panel, numbers, room);
    let insets = insets(plot, panel, numbers, &names);
    Plan { insets, names }
}

fn choose_names(plot: &Plot, panel: Area, numbers: &NumberFormat, room: Room) -> Names {
    let entries = legend::entries(plot);
    if entries.is_empty() || room == Room::Elsewhere || plot.legend == Legend::None {
        return Names::Nowhere;
    }
    let above = || Names::Above(Laid::rows(&entries, panel.width()));
    if plot.legend == Legend::Above {
        return above();
    }
    if plot.series.len() == 1 {
        return Names::Nowhere;
    }
    if room == Room::Above {
        return above();
    }
    let ends = Names::Ends(entries.clone());
    let inner = insets(plot, panel, numbers, &ends).inside(panel);
    if can_end(plot, &entries, panel, inner) {
        return ends;
    }
    let inner = insets(plot, panel, numbers, &Names::Nowhere).inside(panel);
    if inside(plot, &entries, &map(plot, inner)).is_some() { Names::Inside(entries) } else { above() }
}

impl Plan {
    /// Whether the names still find a free place when the plot proper is `inner`.
    pub fn stands(&self, plot: &Plot, inner: Area) -> bool {
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
fn can_end(plot: &Plot, entries: &[Entry], panel: Area, inner: Area) -> bool {
    let lines = plot.series.iter().all(|s| s.kind == Kind::Line && !s.label.trim().is_empty() && s.points.len() > 1);
    let marked = plot.marks.iter().any(|mark| mark.on == Direction::Y);
    if !lines || marked || plot.series.len() > 6 || end_width(entries) > 0.26 * panel.width() || inner.height() < 40.0 {
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

fn map(plot: &Plot, area: Area) -> Map {
    let marks = plot.marks.iter().filter(|m| m.on == Direction::Y).map(|m| m.at);
    let y = super::scale::Span::upwards(
        &plot.y,
        heights(plot).into_iter().chain(marks),
        plot.series.iter().any(|s| is_bar(s.kind)),
    );
    Map { area, x: series::span_along(plot), y }
}

/// The room that labels take, found by laying them out for a guessed plot twice.
fn insets(plot: &Plot, panel: Area, numbers: &NumberFormat, names: &Names) -> Insets {
    let marks = |on| plot.marks.iter().filter(move |mark| mark.on == on && !mark.label.trim().is_empty());
    let mut insets = Insets { left: 40.0, top: 4.0, right: 6.0, bottom: 30.0 };
    for _ in 0..2 {
        let inner = insets.inside(panel);
        let inner =
            Area { right: inner.right.max(inner.left + 20.0), bottom: inner.bottom.max(inner.top + 20.0), ..inner };
        let map = map(plot, inner);
        let (x, y) = (axis::Along::new(plot, &map, numbers), axis::Upwards::new(plot, &map, numbers));
        insets.left = y.width().max(x.overhang().0);
        insets.bottom = x.height();
        insets.right = x.overhang().1.max(3.0);
        // Half a label of the vertical axis stands above the plot.
        insets.top = 5.0;
        if let Names::Ends(entries) = names {
            insets.right = insets.right.max(end_width(entries) + 6.0);
        }
        let beside = marks(Direction::Y).map(|mark| mark_block(mark, panel).width()).fold(0.0, f64::max);
        if beside > 0.0 {
            insets.right = insets.right.max(beside + 6.0);
        }
        let over = mark_rows(plot, &map, panel);
        if let Some(top) = over.iter().map(|(_, _, row, block)| row + block.height()).reduce(f64::max) {
            insets.top = top + 5.0;
        }
        if let Names::Above(laid) = names {
            insets.top += laid.height + 5.0;
        }
    }
    insets
}

fn mark_block(mark: &Mark, panel: Area) -> Block {
    let share = if mark.on == Direction::X { 0.6 } else { 0.3 };
    Block::fit(&mark.label, MARK_LETTERS, Weight::Book, panel.width() * share, 3)
}

/// The labels of vertical marks: the mark, the middle of the label, its height above the first row, the label.
fn mark_rows<'a>(plot: &'a Plot, map: &Map, panel: Area) -> Vec<(&'a Mark, f64, f64, Block)> {
    let mut marks: Vec<&Mark> = plot.marks.iter().filter(|m| m.on == Direction::X).collect();
    marks.retain(|m| !m.label.trim().is_empty() && (-1e-9..=1.0 + 1e-9).contains(&map.x.share(m.at)));
    marks.sort_by(|a, b| a.at.total_cmp(&b.at));
    let mut placed: Vec<(&Mark, f64, f64, Block)> = Vec::new();
    for mark in marks {
        let block = mark_block(mark, panel);
        let half = block.width() / 2.0;
        let own = map.x(mark.at).clamp(panel.left + half, (panel.right - half).max(panel.left + half));
        let hits = |x: f64, row: f64| {
            placed.iter().any(|(_, other, above, b)| {
                let near = (x - other).abs() < half + b.width() / 2.0 + 3.9;
                near && row < above + b.height() && *above < row + block.height()
            })
        };
        // Beside the label before it, as long as it still stands over its own line; else in the next row.
        let beside = placed.last().map_or(own, |(_, x, _, b)| own.max(x + b.width() / 2.0 + 4.0 + half));
        let aside = beside - own <= half && beside + half <= panel.right && !hits(beside, 0.0);
        let row = (0..20).map(|i| f64::from(i) * MARK_LETTERS * 1.3).find(|&row| !hits(own, row)).unwrap_or(0.0);
        let (x, row) = if aside { (beside, 0.0) } else { (own, row) };
        placed.push((mark, x, row, block));
    }
    placed
}

fn mark_colour(mark: &Mark, plot: &Plot) -> Colour {
    match mark.style {
        Style::Auto if plot.series.len() == 1 => Look::of(Style::Index(1), 0).colour,
        Style::Auto => GREY,
        style => Look::of(style, 0).colour,
    }
}

/// Draws a plot in `inner`, the place of the plot proper.
pub(super) fn draw(canvas: &mut Canvas, plot: &Plot, plan: &Plan, panel: Area, inner: Area, numbers: &NumberFormat) {
    let map = map(plot, inner);
    let (x, y) = (axis::Along::new(plot, &map, numbers), axis::Upwards::new(plot, &map, numbers));
    y.rules(canvas);
    bars::draw(canvas, plot, &map);
    x.draw(canvas, panel);
    y.draw(canvas);
    draw_marks(canvas, plot, &map, panel);
    series::draw(canvas, plot, &map);
    let over = mark_rows(plot, &map, panel).iter().map(|(_, _, row, block)| row + block.height()).fold(0.0, f64::max);
    match &plan.names {
        Names::Nowhere => {}
        Names::Above(laid) => {
            let left = inner.left.min(panel.right - laid.width).max(panel.left);
            laid.draw(canvas, (left, inner.top - over - laid.height - 7.0));
        }
        Names::Inside(entries) => {
            if let Some((laid, place)) = inside(plot, entries, &map) {
                let mut area = Area {
                    left: place.0 - 3.0,
                    top: place.1 - 2.0,
                    right: place.0 + laid.width + 3.0,
                    bottom: place.1 + laid.height + 2.0,
                };
                // No stub of a rule is left between the names and the edge of the plot.
                const STUB: f64 = 14.0;
                if inner.right - area.right < STUB {
                    area.right = inner.right + 0.3;
                }
                if area.left - inner.left < STUB {
                    area.left = inner.left + 0.4;
                }
                canvas.fill(area, super::palette::WHITE);
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

fn draw_marks(canvas: &mut Canvas, plot: &Plot, map: &Map, panel: Area) {
    let inner = map.area;
    for mark in plot.marks.iter().filter(|m| m.on == Direction::X) {
        let x = map.x(mark.at);
        if inner.holds((x, inner.top)) {
            canvas.path(&[(x, inner.bottom), (x, inner.top - 3.0)], mark_colour(mark, plot), 0.8, &[]);
        }
    }
    for (mark, x, row, block) in mark_rows(plot, map, panel) {
        let top = inner.top - 4.0 - row - block.height();
        canvas.block(&block, (x, top), mark_colour(mark, plot).mixed(INK, 0.35), Align::Middle, Run::Across);
    }
    let mut beside: Vec<&Mark> = plot.marks.iter().filter(|m| m.on == Direction::Y).collect();
    beside.retain(|m| inner.holds((inner.left, map.y(m.at))));
    beside.sort_by(|a, b| b.at.total_cmp(&a.at));
    let mut free = f64::NEG_INFINITY;
    for mark in beside {
        let (y, colour) = (map.y(mark.at), mark_colour(mark, plot));
        canvas.path(&[(inner.left, y), (inner.right + 3.0, y)], colour, 0.8, &[3.0, 1.6]);
        let block = mark_block(mark, panel);
        let top = (y - block.height() / 2.0).max(free);
        canvas.block(&block, (inner.right + 5.0, top), colour.mixed(INK, 0.2), Align::Start, Run::Across);
        free = top + block.height();
    }
}
