//! The names of series and shades, in rows.

use super::axis::LETTERS;
use super::figure::{Plot, Shade};
use super::look::{INK, Look, shade};
use super::sheet::{Area, Drawn, block, sample, steps};
use crate::draw::font::Weight;
use crate::draw::text::{Align, Block};
use plotters::prelude::*;

const SAMPLE: f64 = 15.0;
const GAP: f64 = 4.0;
const BETWEEN: f64 = 13.0;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sample {
    Series(Look),
    Shade(RGBColor),
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

pub(super) fn key(key: &[(Shade, String)]) -> Vec<(Sample, String)> {
    key.iter().map(|(value, name)| (Sample::Shade(shade(*value)), name.clone())).collect()
}

impl Legend {
    /// In rows as wide as `room`, filled from the left.
    pub fn rows(entries: Vec<(Sample, String)>, room: f64) -> Self {
        let (mut laid, mut x, mut y) = (Self::default(), 0.0, 0.0);
        for (sample, name) in entries {
            let name = Block::fit(&name, LETTERS, Weight::Book, room - SAMPLE - GAP, 2);
            let wide = SAMPLE + GAP + name.width();
            if x > 0.0 && x + wide > room {
                (x, y) = (0.0, laid.height + 1.3);
            }
            (laid.width, laid.height) = (laid.width.max(x + wide), laid.height.max(y + name.height()));
            laid.placed.push((sample, name, x, y));
            x += wide + BETWEEN;
        }
        laid
    }

    pub fn draw(&self, area: &Area, (left, top): (f64, f64)) -> Drawn {
        self.placed.iter().try_for_each(|(picture, name, x, y)| {
            let at = (steps(left + x), steps(top + y + 0.66 * name.size));
            match picture {
                Sample::Series(look) => sample(area, look, at, SAMPLE)?,
                Sample::Shade(colour) => {
                    let corners = [(at.0, at.1 - steps(3.1)), (at.0 + steps(SAMPLE), at.1 + steps(3.1))];
                    area.draw(&Rectangle::new(corners, colour.filled()))?;
                }
            }
            block(area, name, (left + x + SAMPLE + GAP, top + y), INK, Align::Start)
        })
    }
}
