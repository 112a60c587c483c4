//! Bars: side by side or piled.

use super::canvas::Canvas;
use super::figure::{Kind, Plot, Point, Scale};
use super::map::Map;
use super::palette::{INK, Look, WHITE};
use super::whisker::whisker;
use crate::draw::area::Area;
use std::collections::BTreeMap;

/// Whether a series of this kind stands on the axis.
pub(super) fn is_bar(kind: Kind) -> bool {
    matches!(kind, Kind::Bars | Kind::Stacked)
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

/// Width of the bars of one place, in points.
fn group(plot: &Plot, map: &Map) -> f64 {
    let slot = slot(plot).unwrap_or(1.0) / (map.x.high - map.x.low) * map.area.width();
    (slot * 0.8).min(44.0)
}

/// Width of the lines of levels, in points.
pub(super) const LEVEL: f64 = 0.8;

/// A bar as it is drawn.
pub(super) struct Bar {
    pub area: Area<f64>,
    point: Point,
}

/// The bars of a series that is drawn as bars; whether they stand side by side or are piled is its kind's.
pub(super) fn bars(plot: &Plot, number: usize, map: &Map) -> Vec<Bar> {
    let series = &plot.series[number];
    let group = group(plot, map);
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
                    *heights.entry(pile(p)).or_default() += p.y;
                }
            }
            let from = |p: &Point| heights.get(&pile(p)).copied().unwrap_or(0.0);
            let left = |p: &Point| map.x(p.x) - group / 2.0;
            series.points.iter().filter_map(|p| bar(left(p), left(p) + group, from(p), p)).collect()
        }
        Kind::Line | Kind::Points | Kind::Levels => Vec::new(),
    }
}

/// The pile that a point belongs to: points of the same place, whichever zero it is.
fn pile(point: &Point) -> u64 {
    (point.x + 0.0).to_bits()
}

/// The tops of the piles: what the vertical axis must hold.
pub(super) fn heights(plot: &Plot) -> Vec<f64> {
    let mut piles: BTreeMap<u64, f64> = BTreeMap::new();
    let mut heights = Vec::new();
    for series in &plot.series {
        for point in &series.points {
            if series.kind == Kind::Stacked {
                let height = piles.entry(pile(point)).or_default();
                *height += point.y;
                // Shares that add up to 1 but for rounding are 1.
                heights.push(if (*height - 1.0).abs() < 1e-9 { 1.0 } else { *height });
            } else {
                heights.push(point.y);
                heights.extend(point.interval.iter().flat_map(|(low, high)| [*low, *high]));
            }
        }
    }
    heights
}

/// Draws bars of all kinds, and the levels across them.
pub(super) fn draw(canvas: &mut Canvas, plot: &Plot, map: &Map) {
    for (i, _) in plot.series.iter().enumerate().filter(|(_, s)| is_bar(s.kind)) {
        draw_bars(canvas, plot, i, map);
    }
    let half = group(plot, map) / 2.0;
    for level in plot.series.iter().filter(|s| s.kind == Kind::Levels).flat_map(|s| &s.points) {
        let (x, y) = map.place(level);
        canvas.line((x - half, y), (x + half, y), INK, LEVEL);
    }
}

fn draw_bars(canvas: &mut Canvas, plot: &Plot, number: usize, map: &Map) {
    let (kind, bars) = (plot.series[number].kind, bars(plot, number, map));
    let look = Look::of(plot.series[number].style, number);
    for Bar { area, .. } in bars.iter().filter(|bar| bar.area.height() > 0.0) {
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
