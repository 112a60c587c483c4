//! The names of series and shades, in rows or in a free corner of a plot.

use super::axis::{LETTERS, Span};
use super::figure::{Kind, Plot, Shade};
use super::look::{INK, Look, mixed, shade};
use super::sheet::{Area, Drawn, block, sample, steps};
use crate::draw::font::Weight;
use crate::draw::text::{Align, Block};
use plotters::prelude::*;

const SAMPLE: f64 = 15.0;
const GAP: f64 = 4.0;
const BETWEEN: f64 = 13.0;

/// What stands beside a name.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sample {
    Series(Look),
    Shade(RGBColor),
}

/// How names follow each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Run {
    Rows,
    Column,
}

/// Names with their places, from the upper left corner.
#[derive(Default)]
pub(super) struct Legend {
    placed: Vec<(Sample, Block, f64, f64)>,
    pub width: f64,
    pub height: f64,
}

/// The names of a plot's series, those without a name left out; nothing for a lone one.
pub(super) fn entries(plot: &Plot) -> Vec<(Sample, String)> {
    let named = plot.series.iter().zip(Look::all(plot)).filter(|(series, _)| !series.label.trim().is_empty());
    let entries = named.map(|(series, look)| (Sample::Series(look), series.label.clone()));
    if plot.series.len() > 1 { entries.collect() } else { Vec::new() }
}

/// The names of a key's shades.
pub(super) fn key(key: &[(Shade, String)]) -> Vec<(Sample, String)> {
    key.iter().map(|(value, name)| (Sample::Shade(shade(*value)), name.clone())).collect()
}

impl Legend {
    /// In rows as wide as `room`, filled from the left, or one below the other.
    pub fn new(entries: Vec<(Sample, String)>, room: f64, run: Run) -> Self {
        let (mut laid, mut x, mut y) = (Self::default(), 0.0, 0.0);
        for (sample, name) in entries {
            let name = Block::fit(&name, LETTERS, Weight::Book, room - SAMPLE - GAP, 2);
            let wide = SAMPLE + GAP + name.width();
            if x > 0.0 && (run == Run::Column || x + wide > room) {
                (x, y) = (0.0, laid.height + 1.3);
            }
            (laid.width, laid.height) = (laid.width.max(x + wide), laid.height.max(y + name.height()));
            laid.placed.push((sample, name, x, y));
            x += wide + BETWEEN;
        }
        laid
    }

    /// Draws the names from this corner.
    pub fn draw(&self, area: &Area, (left, top): (f64, f64)) -> Drawn {
        self.placed.iter().try_for_each(|(picture, name, x, y)| {
            let at = (steps(left + x), steps(top + y + 0.66 * name.size));
            match picture {
                Sample::Series(look) => sample(area, look, at, SAMPLE)?,
                Sample::Shade(colour) => swatch(area, *colour, at)?,
            }
            block(area, name, (left + x + SAMPLE + GAP, top + y), INK, Align::Start)
        })
    }

    /// The upper left corner of the names where they cover nothing of a plot of this size, from its own.
    pub fn corner(&self, plot: &Plot, (x, y): (&Span, &Span), (width, height): (f64, f64)) -> Option<(f64, f64)> {
        const MARGIN: f64 = 5.0;
        let (right, bottom) = (width - self.width - MARGIN, height - self.height - MARGIN);
        let corners = [(right, bottom), (MARGIN, MARGIN), (right, MARGIN), (MARGIN, bottom)];
        let fits = right > MARGIN && bottom > MARGIN && plot.mark.is_none();
        corners.into_iter().filter(|_| fits).find(|(left, top)| {
            let across = [left - MARGIN, left + self.width + MARGIN].map(|edge| edge / width);
            let up = [top + self.height + MARGIN, top - MARGIN].map(|edge| 1.0 - edge / height);
            plot.series.iter().all(|series| {
                let line = |end: fn((f64, f64)) -> f64| -> Vec<(f64, f64)> {
                    series.points.iter().map(|point| (x.share(point.x), y.share(end(point.ends())))).collect()
                };
                let (lowest, highest) =
                    (extent(&line(|ends| ends.0), across).0, extent(&line(|ends| ends.1), across).1);
                matches!(series.kind, Kind::Line | Kind::Points) && (highest < up[0] || lowest > up[1])
            })
        })
    }
}

/// The lowest and the highest place of a line between two places along it; the lowest is far up where there is none.
fn extent(line: &[(f64, f64)], [left, right]: [f64; 2]) -> (f64, f64) {
    let inside = line.iter().filter(|place| (left..=right).contains(&place.0)).map(|place| place.1);
    let cut = line.windows(2).flat_map(|pair| {
        let ((from, low), (to, high)) = (pair[0], pair[1]);
        let edges = [left, right].into_iter().filter(move |edge| from < *edge && *edge < to);
        edges.map(move |edge| low + (high - low) * (edge - from) / (to - from))
    });
    inside.chain(cut).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)))
}

/// A rectangle of a colour with a darker rim.
fn swatch(area: &Area, colour: RGBColor, (x, y): (i32, i32)) -> Drawn {
    let corners = [(x, y - steps(3.1)), (x + steps(SAMPLE), y + steps(3.1))];
    area.draw(&Rectangle::new(corners, mixed(colour, INK, 0.25).filled()))?;
    let mut inner = Rectangle::new(corners, colour.filled());
    let rim = steps(0.5) as u32;
    area.draw(inner.set_margin(rim, rim, rim, rim))
}
