//! Draws lines and points inside a plot, and tells where they stand so that nothing is written over them.

use super::bars::{bars, slot};
use super::canvas::{Canvas, Place, RIM};
use super::clip;
use super::figure::{Axis, Kind, Plot, Point, Scale, Series};
use super::map::Map;
use super::palette::Look;
use super::scale::Span;
use super::whisker::whisker;
use crate::draw::area::Area;

/// More points than these on a line leave no room for a marker at each.
const MARKED: usize = 16;

/// The look of a series: where a line of the plot has many points, or lone points stand beside the lines, the lines have
/// strokes instead of markers.
pub(super) fn look(plot: &Plot, number: usize) -> Look {
    let look = Look::of(plot.series[number].style, number);
    let crowded = |series: &Series| series.kind == Kind::Line && series.points.len() > MARKED;
    let unmarked = |series: &Series| crowded(series) || series.kind == Kind::Points;
    let several = plot.series.len() > 1;
    match plot.series[number].kind {
        Kind::Line if several && plot.series.iter().any(unmarked) => look.stroked(),
        Kind::Line if crowded(&plot.series[number]) => Look { marked: false, ..look },
        _ => look,
    }
}

/// The horizontal axis' span.
pub(super) fn span_along(plot: &Plot) -> Span {
    let marks = plot.marks.iter().map(|m| m.at);
    let points = plot.series.iter().flat_map(|s| &s.points).map(|p| p.x);
    let share = |(i, s): (usize, &Series)| match s.kind {
        Kind::Points => 0.04,
        Kind::Line if look(plot, i).marked => 0.02,
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

/// Draws lines, with their bands, and points.
pub(super) fn draw(canvas: &mut Canvas, plot: &Plot, map: &Map) {
    let looks: Vec<Look> = (0..plot.series.len()).map(|number| look(plot, number)).collect();
    let all = || plot.series.iter().zip(&looks).enumerate();
    for (_, (series, look)) in all().filter(|(_, (s, _))| s.kind == Kind::Line) {
        draw_band(canvas, series, look, map);
    }
    for (_, (series, look)) in all().filter(|(_, (s, _))| s.kind == Kind::Line) {
        let places: Vec<Place> = series.points.iter().map(|p| map.place(p)).collect();
        for piece in clip::line(&places, map.area) {
            canvas.path(&piece, look.colour, look.width, look.dashes);
        }
        for &place in places.iter().filter(|place| look.marked && map.area.holds(**place)) {
            // A rim would cut the horizontal axis.
            let rim = if map.area.bottom - place.1 < 2.5 { 0.0 } else { RIM };
            canvas.marker(place, look, rim);
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

/// Small areas that cover all that is drawn.
pub(super) fn obstacles(plot: &Plot, map: &Map) -> Vec<Area<f64>> {
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
            let pieces: Vec<Vec<Place>> = lines.iter().flat_map(|line| clip::line(line, map.area)).collect();
            for pair in pieces.iter().flat_map(|piece| piece.windows(2)) {
                let (from, to) = (pair[0], pair[1]);
                let count = ((to.0 - from.0).hypot(to.1 - from.1) / 2.0).ceil().clamp(1.0, 500.0);
                let at = |k: f64| (from.0 + (to.0 - from.0) * k / count, from.1 + (to.1 - from.1) * k / count);
                found.extend((0..=count as u32).map(|k| speck(at(f64::from(k)), 1.0)));
            }
        }
        for point in series.points.iter().filter(|_| matches!(series.kind, Kind::Line | Kind::Points)) {
            found.push(speck(map.place(point), 2.4));
        }
        for (point, (low, high)) in series.points.iter().filter_map(|p| p.interval.map(|i| (p, i))) {
            let x = map.x(point.x);
            found.push(Area { left: x - 2.0, right: x + 2.0, top: map.y(high), bottom: map.y(low) });
        }
    }
    for mark in &plot.marks {
        let x = map.x(mark.at);
        found.push(Area { left: x, right: x, ..map.area });
    }
    found
}
