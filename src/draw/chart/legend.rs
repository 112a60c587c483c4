//! Legends: the labels of series and shades, in rows.

use super::axis::FONT_SIZE;
use super::figure::{Plot, Shade};
use super::palette::{INK, SeriesStyle, shade_colour};
use super::sheet::{Area, PlotResult, draw_legend_symbol, draw_text_block, points_to_steps};
use crate::draw::font::Weight;
use crate::draw::text::{Align, TextBlock};
use plotters::prelude::*;

const SYMBOL_WIDTH: f64 = 15.0;
const LABEL_GAP: f64 = 4.0;
const ENTRY_GAP: f64 = 13.0;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum LegendSymbol {
    Series(SeriesStyle),
    Shade(RGBColor),
}

/// Labels with samples, at positions from the upper left corner, in points.
#[derive(Default)]
pub(super) struct Legend {
    placed_entries: Vec<(LegendSymbol, TextBlock, f64, f64)>,
    pub width: f64,
    pub height: f64,
    /// The width that the rows may have.
    pub max_width: f64,
}

/// Returns the labels of a plot's series; none for a single series. Empty labels are left out.
pub(super) fn series_entries(plot: &Plot) -> Vec<(LegendSymbol, String)> {
    if plot.series.len() <= 1 {
        return Vec::new();
    }
    plot.series
        .iter()
        .zip(SeriesStyle::for_plot(plot))
        .filter(|(series, _)| !series.label.trim().is_empty())
        .map(|(series, style)| (LegendSymbol::Series(style), series.label.clone()))
        .collect()
}

pub(super) fn shade_entries(key: &[(Shade, String)]) -> Vec<(LegendSymbol, String)> {
    key.iter()
        .map(|(value, name)| (LegendSymbol::Shade(shade_colour(*value)), name.clone()))
        .collect()
}

impl Legend {
    /// Fills rows of width `max_width` from left to right.
    pub fn from_entries(entries: Vec<(LegendSymbol, String)>, max_width: f64) -> Self {
        let mut legend = Self {
            max_width,
            ..Self::default()
        };
        let mut x = 0.0;
        let mut y = 0.0;
        for (sample, name) in entries {
            let name = TextBlock::wrap_or_shrink(
                &name,
                FONT_SIZE,
                Weight::Regular,
                max_width - SYMBOL_WIDTH - LABEL_GAP,
                2,
            );
            let wide = SYMBOL_WIDTH + LABEL_GAP + name.width();
            if x > 0.0 && x + wide > max_width {
                x = 0.0;
                y = legend.height + 1.3;
            }
            legend.width = legend.width.max(x + wide);
            legend.height = legend.height.max(y + name.height());
            legend.placed_entries.push((sample, name, x, y));
            x += wide + ENTRY_GAP;
        }
        legend
    }

    pub fn draw(&self, area: &Area, (left, top): (f64, f64)) -> PlotResult {
        self.placed_entries
            .iter()
            .try_for_each(|(picture, name, x, y)| {
                let at = (
                    points_to_steps(left + x),
                    points_to_steps(top + y + 0.66 * name.size),
                );
                match picture {
                    LegendSymbol::Series(style) => {
                        draw_legend_symbol(area, style, at, SYMBOL_WIDTH)?
                    }
                    LegendSymbol::Shade(colour) => {
                        let corners = [
                            (at.0, at.1 - points_to_steps(3.1)),
                            (
                                at.0 + points_to_steps(SYMBOL_WIDTH),
                                at.1 + points_to_steps(3.1),
                            ),
                        ];
                        area.draw(&Rectangle::new(corners, colour.filled()))?;
                    }
                }
                draw_text_block(
                    area,
                    name,
                    (left + x + SYMBOL_WIDTH + LABEL_GAP, top + y),
                    INK,
                    Align::Start,
                )
            })
    }
}
