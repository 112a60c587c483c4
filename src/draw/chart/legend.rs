//! Legends: the labels of series and shades, in rows.

use super::axis::FONT_SIZE;
use super::figure::{Plot, Shade};
use super::palette::{INK, SeriesStyle, shade};
use super::sheet::{Area, PlotResult, block, sample, steps};
use crate::draw::font::Weight;
use crate::draw::text::{Align, TextBlock};
use plotters::prelude::*;

const SAMPLE: f64 = 15.0;
const GAP: f64 = 4.0;
const BETWEEN: f64 = 13.0;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sample {
    Series(SeriesStyle),
    Shade(RGBColor),
}

/// Labels with samples, at positions from the upper left corner, in points.
#[derive(Default)]
pub(super) struct Legend {
    placed: Vec<(Sample, TextBlock, f64, f64)>,
    pub width: f64,
    pub height: f64,
}

/// Returns the labels of a plot's series; none for a single series. Empty labels are left out.
pub(super) fn entries(plot: &Plot) -> Vec<(Sample, String)> {
    let named = plot.series.iter().zip(SeriesStyle::all(plot)).filter(|(series, _)| !series.label.trim().is_empty());
    let entries = named.map(|(series, style)| (Sample::Series(style), series.label.clone()));
    if plot.series.len() > 1 { entries.collect() } else { Vec::new() }
}

pub(super) fn key(key: &[(Shade, String)]) -> Vec<(Sample, String)> {
    key.iter().map(|(value, name)| (Sample::Shade(shade(*value)), name.clone())).collect()
}

impl Legend {
    /// Fills rows of width `room` from left to right.
    pub fn rows(entries: Vec<(Sample, String)>, room: f64) -> Self {
        let (mut laid, mut x, mut y) = (Self::default(), 0.0, 0.0);
        for (sample, name) in entries {
            let name = TextBlock::fit(&name, FONT_SIZE, Weight::Book, room - SAMPLE - GAP, 2);
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

    pub fn draw(&self, area: &Area, (left, top): (f64, f64)) -> PlotResult {
        self.placed.iter().try_for_each(|(picture, name, x, y)| {
            let at = (steps(left + x), steps(top + y + 0.66 * name.size));
            match picture {
                Sample::Series(style) => sample(area, style, at, SAMPLE)?,
                Sample::Shade(colour) => {
                    let corners = [(at.0, at.1 - steps(3.1)), (at.0 + steps(SAMPLE), at.1 + steps(3.1))];
                    area.draw(&Rectangle::new(corners, colour.filled()))?;
                }
            }
            block(area, name, (left + x + SAMPLE + GAP, top + y), INK, Align::Start)
        })
    }
}
