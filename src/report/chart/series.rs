//! Draws series inside a plot, and tells where they stand so that nothing is written over them.

use super::canvas::{Area, Canvas, Place};
use super::clip;
use super::figure::{Axis, Kind, Plot, Point, Scale, Series};
use super::palette::{INK, Look, WHITE};
use super::scale::Span;
use std::collections::BTreeMap;

/// Width of the white rim that parts a marker from other lines, in points.
pub(super) const RIM: f64 = 0.45;

/// From values to places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    pub area: Area,
    pub x: Span,
    pub y: Span,
}

impl Map {
    pub fn x(&self, value: f64) -> f64 {
        self.area.left + self.x.share(value) * self.area.width()
    }

    pub fn y(&self, value: f64) -> f64 {
        self.area.bottom - self.y.share(value) * self.area.height()
    }

    pub fn place(&self, point: &Point) -> Place {
        (self.x(point.x), self.y(point.y))
    }

    /// A rectangle between two heights, cut at the edges of the plot; `None` when it is outside.
    fn bar(&self, left: f64, right: f64, from: f64, to: f64) -> Option<Area> {
        let cut = |v: f64| self.y(v).clamp(self.area.top, self.area.bottom);
        let (a, b) = (cut(from), cut(to));
        let (left, right) = (left.max(self.area.left), right.min(self.area.right));
        (left < right).then(|| Area { left, right, top: a.min(b), bottom: a.max(b) })
    }
}

/// The points of a line that carry a marker: all where there is room, else every second, third, … one, and never the
/// same ones on neighbouring lines, so that each shows where they coincide.
fn marked_points<'a>(series: &'a Series, look: &Look, number: usize, map: &Map) -> impl Iterator<Item = &'a Point> {
    const LEAST: f64 = 5.8;
    let ends = series
        .points
        .iter()
        .map(|p| map.x(p.x))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
    let each = (ends.1 - ends.0) / series.points.len().saturating_sub(1).max(1) as f64;
    let every = if each > 0.0 { (LEAST / each).ceil().clamp(1.0, 1e6) as usize } else { 1 };
    series.points.iter().skip(if every > 1 { number % every } else { 0 }).step_by(every).filter(|_| look.marked)
}

pub(super) fn is_bar(kind: Kind) -> bool {
    matches!(kind, Kind::Bars | Kind::Steps | Kind::Stacked)
}

/// The smallest distance between the places of bars, in the axis' transformed values; `None` without bars.
pub(super) fn slot(plot: &Plot) -> Option<f64> {
    let place = |x: f64| if plot.x.scale == Scale::Log10 { x.log10() } else { x };
    let bars = plot.series.iter().filter(|s| is_bar(s.kind));
    let mut xs: Vec<f64> = bars.flat_map(|s| &s.points).map(|p| place(p.x)).collect();
    xs.sort_by(f64::total_cmp);
    let gap = |pair: &[f64]| Some(pair[1] - pair[0]).filter(|gap| *gap > 1e-9 * pair[1].abs().max(1e-9));
    let least = xs.windows(2).filter_map(gap).reduce(f64::min);
    let lone = if plot.x.scale == Scale::Log10 { 0.3 } else { 1.0 };
    if xs.is_empty() { None } else { Some(least.unwrap_or(lone)) }
}

/// A drawn bar.
struct Bar {
    area: Area,
    point: Point,
}

/// The bars of a series that is drawn as bars; whether they touch, stand side by side or are piled is its kind's.
fn bars(plot: &Plot, number: usize, map: &Map) -> Vec<Bar> {
    let series = &plot.series[number];
    let slot = slot(plot).unwrap_or(1.0) / (map.x.high - map.x.low) * map.area.width();
    let group = (slot * 0.8).min(44.0);
    let bar = |left: f64, right: f64, from: f64, point: &Point| {
        map.bar(left, right, from, from + point.y).map(|area| Bar { area, point: *point })
    };
    match series.kind {
        Kind::Bars => {
            let same: Vec<usize> = (0..plot.series.len()).filter(|&i| plot.series[i].kind == Kind::Bars).collect();
            let rank = same.iter().position(|&i| i == number).unwrap_or(0) as f64;
            let width = group / same.len() as f64;
            let left = |p: &Point| map.x(p.x) - group / 2.0 + rank * width;
            series.points.iter().filter_map(|p| bar(left(p), left(p) + width * 0.96, 0.0, p)).collect()
        }
        Kind::Stacked => {
            let mut heights: BTreeMap<u64, f64> = BTreeMap::new();
            for below in plot.series[..number].iter().filter(|s| s.kind == Kind::Stacked) {
                for p in &below.points {
                    *heights.entry(p.x.to_bits()).or_default() += p.y;
                }
            }
            let from = |p: &Point| heights.get(&p.x.to_bits()).copied().unwrap_or(0.0);
            let left = |p: &Point| map.x(p.x) - group / 2.0;
            series.points.iter().filter_map(|p| bar(left(p), left(p) + group, from(p), p)).collect()
        }
        Kind::Steps => {
            let mut points = series.points.clone();
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            let xs: Vec<f64> = points.iter().map(|p| map.x(p.x)).collect();
            let middle = |i: usize| (xs[i] + xs[i + 1]) / 2.0;
            let half = |i: usize| if xs.len() > 1 { middle(i) - xs[i] } else { slot / 2.0 };
            let last = xs.len().saturating_sub(1);
            let edge = |i: usize| match i {
                0 => xs[0] - half(0),
                _ if i > last => xs[last] + if last > 0 { xs[last] - middle(last - 1) } else { slot / 2.0 },
                _ => middle(i - 1),
            };
            points.iter().enumerate().filter_map(|(i, p)| bar(edge(i), edge(i + 1), 0.0, p)).collect()
        }
        Kind::Line | Kind::Points => Vec::new(),
    }
}

/// The tops of the piles: what the vertical axis must hold.
pub(super) fn heights(plot: &Plot) -> Vec<f64> {
    let mut piles: BTreeMap<u64, f64> = BTreeMap::new();
    let mut heights = Vec::new();
    for series in &plot.series {
        for point in &series.points {
            if series.kind == Kind::Stacked {
                let pile = piles.entry(point.x.to_bits()).or_default();
                *pile += point.y;
                // Shares that add up to 1 but for rounding are 1.
                heights.push(if (*pile - 1.0).abs() < 1e-9 { 1.0 } else { *pile });
            } else {
                heights.push(point.y);
                heights.extend(point.interval.iter().flat_map(|(low, high)| [*low, *high]));
            }
        }
    }
    heights
}

/// The horizontal axis' span.
pub(super) fn span_along(plot: &Plot) -> Span {
    let marks = plot.marks.iter().filter(|m| m.on == super::figure::Direction::X).map(|m| m.at);
    let points = plot.series.iter().flat_map(|s| &s.points).map(|p| p.x);
    let share = |(i, s): (usize, &Series)| match s.kind {
        Kind::Points => 0.04,
        Kind::Line if Look::of(s.style, i).marked => 0.02,
        _ => 0.0,
    };
    let share = plot.series.iter().enumerate().map(share).fold(0.0, f64::max);
    // Markers do not stand on the vertical axis.
    let slot = slot(plot).unwrap_or_else(|| share * extent(&plot.x, plot));
    Span::along(&plot.x, points.chain(marks), slot)
}

/// From the first to the last point, in the axis' transformed values.
fn extent(axis: &Axis, plot: &Plot) -> f64 {
    let place = |x: f64| if axis.scale == Scale::Log10 { x.log10() } else { x };
    let xs = plot.series.iter().flat_map(|s| &s.points).map(|p| place(p.x));
    let (low, high) = xs.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
    if low <= high { high - low } else { 0.0 }
}

/// Draws bars of all kinds.
pub(super) fn draw_below(canvas: &mut Canvas, plot: &Plot, map: &Map) {
    for (i, _) in plot.series.iter().enumerate().filter(|(_, s)| is_bar(s.kind)) {
        draw_bars(canvas, plot, i, map);
    }
}

/// Draws lines, with their bands, and points.
pub(super) fn draw_above(canvas: &mut Canvas, plot: &Plot, map: &Map) {
    let looks: Vec<Look> = plot.series.iter().enumerate().map(|(i, s)| Look::of(s.style, i)).collect();
    let all = || plot.series.iter().zip(&looks).enumerate();
    for (_, (series, look)) in all().filter(|(_, (s, _))| s.kind == Kind::Line) {
        draw_band(canvas, series, look, map);
    }
    for (i, (series, look)) in all().filter(|(_, (s, _))| s.kind == Kind::Line) {
        let places: Vec<Place> = series.points.iter().map(|p| map.place(p)).collect();
        for piece in clip::line(&places, map.area) {
            canvas.path(&piece, look.colour, look.width, look.dashes);
        }
        for place in marked_points(series, look, i, map).map(|p| map.place(p)).filter(|p| map.area.holds(*p)) {
            canvas.marker(place, look, RIM);
        }
        if let (&[lone], false) = (&places[..], look.marked) {
            canvas.marker(lone, look, RIM);
        }
    }
    for (_, (series, look)) in all().filter(|(_, (s, _))| s.kind == Kind::Points) {
        for point in &series.points {
            whisker(canvas, map, map.x(point.x), point, look.colour, 1.7);
        }
        for place in series.points.iter().map(|p| map.place(p)).filter(|p| map.area.holds(*p)) {
            canvas.marker(place, look, 0.0);
        }
    }
}

fn draw_bars(canvas: &mut Canvas, plot: &Plot, number: usize, map: &Map) {
    let (kind, bars) = (plot.series[number].kind, bars(plot, number, map));
    let look = Look::of(plot.series[number].style, number);
    if kind == Kind::Steps {
        let base = map.y(0.0).clamp(map.area.top, map.area.bottom);
        let tip = |bar: &Bar| if bar.point.y < 0.0 { bar.area.bottom } else { bar.area.top };
        let mut line: Vec<Place> = bars.first().map(|b| (b.area.left, base)).into_iter().collect();
        line.extend(bars.iter().flat_map(|b| [(b.area.left, tip(b)), (b.area.right, tip(b))]));
        line.extend(bars.last().map(|b| (b.area.right, base)));
        // One outline, not a rectangle a step: no seams.
        let alone = plot.series.iter().filter(|s| s.kind == Kind::Steps).count() == 1;
        let (fill, opacity) = if alone { (look.light(), 1.0) } else { (look.colour, 0.42) };
        canvas.polygon(&line, fill, opacity);
        canvas.path(&line, look.colour, 0.8, &[]);
    }
    for Bar { area, .. } in bars.iter().filter(|bar| kind != Kind::Steps && bar.area.height() > 0.0) {
        canvas.fill(*area, look.fill());
        if kind == Kind::Stacked && area.height() > 1.0 {
            canvas.line((area.left, area.top), (area.right, area.top), WHITE, 0.4);
        }
    }
    for bar in bars.iter().filter(|_| kind != Kind::Stacked) {
        let middle = (bar.area.left + bar.area.right) / 2.0;
        whisker(canvas, map, middle, &bar.point, INK, (bar.area.width() * 0.3).min(1.9));
    }
}

fn draw_band(canvas: &mut Canvas, series: &Series, look: &Look, map: &Map) {
    // A band ends where points without interval begin.
    for part in series.points.split(|p| p.interval.is_none()).filter(|part| !part.is_empty()) {
        let ends = |p: &Point| p.interval.map_or((p.y, p.y), |(low, high)| (low.min(high), high));
        if let [lone] = part {
            whisker(canvas, map, map.x(lone.x), lone, look.colour, 1.7);
            continue;
        }
        let upper = part.iter().map(|p| (map.x(p.x), map.y(ends(p).1)));
        let lower = part.iter().rev().map(|p| (map.x(p.x), map.y(ends(p).0)));
        let outline: Vec<Place> = upper.chain(lower).collect();
        canvas.polygon(&clip::outline(&outline, map.area), look.colour, 0.24);
    }
}

/// The interval of a point; no cap where it goes on beyond the edge.
fn whisker(canvas: &mut Canvas, map: &Map, x: f64, point: &Point, colour: super::palette::Colour, cap: f64) {
    let Some((low, high)) = point.interval else { return };
    let (top, bottom) = (map.y(high), map.y(low));
    let Some(piece) = clip::line(&[(x, top), (x, bottom)], map.area).pop() else { return };
    canvas.path(&piece, colour, 0.6, &[]);
    for y in [top, bottom].into_iter().filter(|&y| map.area.holds((x, y))) {
        canvas.line((x - cap, y), (x + cap, y), colour, 0.6);
    }
}

/// Small areas that cover all that is drawn.
pub(super) fn obstacles(plot: &Plot, map: &Map) -> Vec<Area> {
    let mut found = Vec::new();
    let speck = |(x, y): Place, r: f64| Area { left: x - r, right: x + r, top: y - r, bottom: y + r };
    for (i, series) in plot.series.iter().enumerate() {
        found.extend(bars(plot, i, map).iter().map(|bar| bar.area));
        if series.kind == Kind::Line {
            let level = |y: &dyn Fn(&Point) -> f64| -> Vec<Place> {
                series.points.iter().map(|p| (map.x(p.x), map.y(y(p)))).collect()
            };
            let lines = [
                level(&|p| p.y),
                level(&|p| p.interval.map_or(p.y, |i| i.0)),
                level(&|p| p.interval.map_or(p.y, |i| i.1)),
            ];
            for pair in lines.iter().flat_map(|line| line.windows(2)) {
                let (from, to) = (pair[0], pair[1]);
                let count = ((to.0 - from.0).hypot(to.1 - from.1) / 2.0).ceil().clamp(1.0, 500.0);
                let at = |k: f64| (from.0 + (to.0 - from.0) * k / count, from.1 + (to.1 - from.1) * k / count);
                found.extend((0..=count as u32).map(|k| speck(at(f64::from(k)), 1.0)));
            }
        }
        for point in series.points.iter().filter(|_| !is_bar(series.kind)) {
            found.push(speck(map.place(point), 2.4));
        }
        for (point, (low, high)) in series.points.iter().filter_map(|p| p.interval.map(|i| (p, i))) {
            let x = map.x(point.x);
            found.push(Area { left: x - 2.0, right: x + 2.0, top: map.y(high), bottom: map.y(low) });
        }
    }
    for mark in &plot.marks {
        let (x, y) = (map.x(mark.at), map.y(mark.at));
        found.push(match mark.on {
            super::figure::Direction::X => Area { left: x, right: x, ..map.area },
            super::figure::Direction::Y => Area { top: y, bottom: y, ..map.area },
        });
    }
    found
}
