//! The axes of a plot as plotters needs them: the map from values to steps of the sheet, and round tick values.

use super::figure::{Axis, ChartPoint, EstimateList, NumberFormat, Plot, Scale, SeriesKind};
use crate::draw::text::{Weight, text_width};
use crate::lang::{Lang, either};
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// The size of the letters, in points.
pub(super) const FONT_SIZE: f64 = 7.4;

/// The range of an axis, its scale, and its ticks: values with their labels.
#[derive(Clone, Debug)]
pub(super) struct AxisScale {
    scale: Scale,
    low: f64,
    high: f64,
    ticks: Vec<(f64, String)>,
}

impl Ranged for AxisScale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (f64::from(to - from) * self.fraction(*value)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // A light grid would repeat the main one.
        let light = hint.weight().allow_light_points();
        if light {
            Vec::new()
        } else {
            self.ticks.iter().map(|tick| tick.0).collect()
        }
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for AxisScale {
    fn format_ext(&self, value: &f64) -> String {
        self.ticks
            .iter()
            .find(|tick| tick.0 == *value)
            .map_or_else(String::new, |tick| tick.1.clone())
    }
}

impl AxisScale {
    /// Returns the horizontal axis of a plot that is `length` points wide. It covers the data, with space beside bars
    /// and markers; `margin` is that space as a share of the axis.
    pub fn horizontal(plot: &Plot, length: f64, lang: Lang, margin: f64) -> Self {
        const MOST: usize = 16;
        let (low, high) = plot.x_range().unwrap_or((0.0, 1.0));
        let beside = bar_spacing(plot).map_or(margin * (high - low), |spacing| 0.6 * spacing);
        // A single position is drawn in the middle, even with several points beside each other.
        let alone = high - low <= 1e-9 * high.abs()
            || (plot.x.format == NumberFormat::Integer && high - low < 1.0);
        let beside = if alone {
            beside.max(0.5).max(0.01 * high.abs())
        } else {
            beside
        };
        let ends = (low - beside, high + beside);
        let has_room = label_room(length);
        Self::with_ticks(Scale::Linear, ends, &plot.x, lang, MOST, has_room)
    }

    /// Returns the horizontal axis of a list of estimates that is `length` points wide. Its ends are round values.
    pub fn estimates(list: &EstimateList, length: f64, lang: Lang) -> Self {
        const MOST: usize = 7;
        let range = list.range();
        let ends = match list.scale {
            Scale::Linear => round_range(range, list.axis.format, list.has_bars),
            Scale::Log10 => log_range(range, false),
        };
        let has_room = label_room(length);
        Self::with_ticks(list.scale, ends, &list.axis, lang, MOST, has_room)
    }

    /// Returns the values of the ticks with their labels.
    pub fn ticks(&self) -> &[(f64, String)] {
        &self.ticks
    }

    /// Returns the vertical axis of a plot that is `length` points high. Its ends are round values; it contains 0 if
    /// there are bars or if 0 is near.
    pub fn vertical(plot: &Plot, length: f64, lang: Lang) -> Self {
        const MOST: usize = 9;
        let heights = y_values(plot).into_iter().chain(required_values(&plot.y));
        let has_bars = bar_spacing(plot).is_some();
        let ends = match plot.y_scale {
            Scale::Linear => round_range(min_max(heights), plot.y.format, has_bars),
            Scale::Log10 => log_range(min_max(heights.filter(|height| *height > 0.0)), has_bars),
        };
        let has_room = |_: &str, _: &str, share| share * length >= 2.1 * FONT_SIZE;
        Self::with_ticks(plot.y_scale, ends, &plot.y, lang, MOST, has_room)
    }

    /// Returns an axis with as many ticks as fit. `has_room` tells if two neighbouring
    /// labels have enough space at this distance.
    fn with_ticks(
        scale: Scale,
        (low, high): (f64, f64),
        axis: &Axis,
        lang: Lang,
        most: usize,
        has_room: impl Fn(&str, &str, f64) -> bool,
    ) -> Self {
        let span = Self {
            scale,
            low,
            high,
            ticks: Vec::new(),
        };
        let set = |most: usize| -> Vec<(f64, String)> {
            let values = match scale {
                Scale::Linear => round_tick_values(low, high, most),
                Scale::Log10 => {
                    LogCoord::from((low * 0.999..high * 1.001).log_scale()).key_points(most)
                }
            };
            let linear_step = smallest_step(&values);
            let label = |value| {
                let step = match scale {
                    Scale::Linear => linear_step,
                    Scale::Log10 => value,
                };
                let label = match scale {
                    Scale::Log10 if axis.format == NumberFormat::Percent => one_in(value, lang),
                    _ => tick_label(value, step, axis.format, lang),
                };
                (value, label)
            };
            values.into_iter().map(label).collect()
        };
        let fits = |pair: &[(f64, String)]| {
            let distance = span.fraction(pair[1].0) - span.fraction(pair[0].0);
            has_room(&pair[0].1, &pair[1].1, distance)
                && (axis.format != NumberFormat::Integer || pair[1].0 - pair[0].0 > 0.999)
        };
        let mut sets = (1..=most).rev().map(set);
        let mut ticks = sets
            .find(|ticks| !ticks.is_empty() && ticks.windows(2).all(fits))
            .unwrap_or_default();
        // The tick of an asked value takes the room of its neighbours.
        if let Some(value) = axis
            .asked_value
            .filter(|value| (low..=high).contains(value))
        {
            let asked_tick = (value, tick_label(value, 1.0, axis.format, lang));
            ticks.retain(|tick| {
                let distance = (span.fraction(tick.0) - span.fraction(value)).abs();
                tick.0 != value && has_room(&tick.1, &asked_tick.1, distance)
            });
            ticks.push(asked_tick);
            ticks.sort_by(|one, other| one.0.total_cmp(&other.0));
        }
        Self { ticks, ..span }
    }

    /// Returns the position of a value on the axis, from 0 to 1. Values beyond the axis, or at 0 or below on a
    /// logarithmic axis, are at its ends.
    pub fn fraction(&self, value: f64) -> f64 {
        let place = |value: f64| {
            if self.scale == Scale::Log10 {
                value.max(self.low).log10()
            } else {
                value
            }
        };
        ((place(value) - place(self.low)) / (place(self.high) - place(self.low))).clamp(0.0, 1.0)
    }

    pub fn max_label_width(&self) -> f64 {
        self.ticks
            .iter()
            .map(|tick| text_width(&tick.1, FONT_SIZE, Weight::Regular))
            .fold(0.0, f64::max)
    }

    /// Returns the width in points of the part of the last label that lies beyond a horizontal axis.
    pub fn last_label_overhang(&self, length: f64) -> f64 {
        let out = |tick: &(f64, String)| {
            text_width(&tick.1, FONT_SIZE, Weight::Regular) / 2.0
                - (1.0 - self.fraction(tick.0)) * length
        };
        self.ticks.last().map_or(0.0, out)
    }
}

/// Tells if two neighbouring labels of a horizontal axis have enough space, from middle to middle.
fn label_room(length: f64) -> impl Fn(&str, &str, f64) -> bool {
    let half = |text: &str| text_width(text, FONT_SIZE, Weight::Regular) / 2.0;
    move |one, other, share| share * length >= half(one) + half(other) + 0.55 * FONT_SIZE
}

fn required_values(axis: &Axis) -> impl Iterator<Item = f64> {
    axis.required_range
        .into_iter()
        .flat_map(|(low, high)| [low, high])
}

impl EstimateList {
    /// Returns the lowest and the highest value that the axis covers; `None` without values.
    pub(crate) fn range(&self) -> Option<(f64, f64)> {
        let estimates = self.rows.iter().flat_map(|row| &row.estimates);
        let values = estimates.flat_map(|estimate| covered_values(&estimate.point, self.scale));
        min_max(values.chain(required_values(&self.axis)))
    }
}

impl Plot {
    /// Returns the lowest and the highest value that the horizontal axis covers; `None` without values.
    pub(crate) fn x_range(&self) -> Option<(f64, f64)> {
        let points = self.series.iter().flat_map(|series| &series.points);
        let marks = self.reference_line.iter().map(|mark| mark.x);
        let values = points.map(|point| point.x).chain(marks);
        min_max(values.chain(required_values(&self.x)))
    }

    /// Returns the lowest and the highest value that the vertical axis covers; `None` without values. On a logarithmic
    /// axis, values that are not positive do not count.
    pub fn y_range(&self) -> Option<(f64, f64)> {
        let values = y_values(self).into_iter().chain(required_values(&self.y));
        min_max(values.filter(|value| self.y_scale == Scale::Linear || *value > 0.0))
    }
}

pub(super) fn min_max(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |ends, value| {
        let (low, high) = ends.unwrap_or((value, value));
        Some((value.min(low), value.max(high)))
    })
}

/// Extends the range of some values to round ends.
fn round_range(ends: Option<(f64, f64)>, format: NumberFormat, bars: bool) -> (f64, f64) {
    let (low, high): (f64, f64) = ends.unwrap_or((0.0, 1.0));
    let shares = format == NumberFormat::Percent && low >= 0.0 && high <= 1.0 + 1e-9;
    let low = if bars || (low >= 0.0 && low < 0.5 * high) {
        low.min(0.0)
    } else {
        low
    };
    let high = if bars { high.max(0.0) } else { high };
    if high - low <= 1e-9 * high.abs() {
        let margin = if format == NumberFormat::Percent {
            0.01
        } else {
            f64::max(1.0, 0.01 * high.abs())
        };
        return if shares {
            (0.0, 1.0)
        } else {
            (low - margin, high + margin)
        };
    }
    let step = smallest_step(&round_tick_values(low, high, 7));
    let low = (low / step + 1e-6).floor() * step;
    let high = (high / step - 1e-6).ceil() * step;
    if shares {
        (low.max(0.0), high.min(1.0))
    } else {
        (low, high)
    }
}

fn log_range(ends: Option<(f64, f64)>, bars: bool) -> (f64, f64) {
    let (low, high): (f64, f64) = ends.unwrap_or((1.0, 10.0));
    // The smallest bar also needs a visible height.
    let low = (low.log10() - if bars { 0.15 } else { 0.0 }).floor();
    (
        10_f64.powf(low),
        10_f64.powf((high.log10() - 1e-9).ceil().max(low + 1.0)),
    )
}

/// Returns the multiples of the shortest round step in a range, at most `most` of them. (Those of plotters can lose an
/// end by rounding.)
fn round_tick_values(low: f64, high: f64, most: usize) -> Vec<f64> {
    let lowest_power = ((high - low) / most as f64).log10().floor() as i32;
    let mut steps = (lowest_power..=lowest_power + 3)
        .flat_map(|power| [1.0, 2.0, 5.0].map(|digit| (digit, power)));
    let values = steps.find_map(|(digit, power)| {
        // Dividing by a whole power of ten is exact; multiplying by its inverse is not.
        let multiplier = 10_f64.powi(power.max(0));
        let divisor = 10_f64.powi((-power).max(0));
        let place = |count: i64| count as f64 * digit * multiplier / divisor;
        let first = (low / place(1) - 1e-6).ceil() as i64;
        let last = (high / place(1) + 1e-6).floor() as i64;
        (last - first < most as i64).then(|| (first..=last).map(place).collect())
    });
    values.unwrap_or_default()
}

/// Returns the values of a point that an axis covers. A logarithmic one covers no value that is not positive, and of an interval
/// down to 0 only a power of ten below the value.
fn covered_values(point: &ChartPoint, scale: Scale) -> Vec<f64> {
    let (low, high) = point.interval_ends();
    match scale {
        Scale::Linear => vec![low, point.y, high],
        Scale::Log10 if point.y > 0.0 => vec![low.max(point.y / 10.0), high],
        Scale::Log10 => Vec::new(),
    }
}

/// Returns the smallest distance between neighbours.
fn smallest_step(values: &[f64]) -> f64 {
    values
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .filter(|step| *step > 0.0)
        .reduce(f64::min)
        .unwrap_or(1.0)
}

/// Formats a probability of a logarithmic axis: `1 in 100`.
fn one_in(probability: f64, lang: Lang) -> String {
    if probability > 0.5 {
        return lang.percent(probability, 0);
    }
    let number = lang.integer((1.0 / probability).round() as u64);
    either!(lang, "1 sur {number}", "1 in {number}")
}

/// Formats a tick value with the decimals that the step needs. Digits are grouped from 1,000 on, so that the labels of
/// an axis have one form.
fn tick_label(value: f64, step: f64, format: NumberFormat, lang: Lang) -> String {
    let unit = if format == NumberFormat::Percent {
        100.0
    } else {
        1.0
    };
    let decimals = (-(step * unit).log10() - 1e-9).ceil().max(0.0) as usize;
    match format {
        NumberFormat::Percent => lang.percent(value, decimals),
        NumberFormat::Decimal => lang.decimal(value, decimals),
        NumberFormat::Integer => {
            let mut digits = lang.integer(value.abs().round() as u64);
            if digits.len() == 4 {
                digits.insert(1, lang.group_separator());
            }
            if value <= -0.5 {
                format!("−{digits}")
            } else {
                digits
            }
        }
    }
}

/// Returns the smallest distance between bars; `None` without bars.
pub(super) fn bar_spacing(plot: &Plot) -> Option<f64> {
    let bars = plot
        .series
        .iter()
        .filter(|series| matches!(series.kind, SeriesKind::Bars | SeriesKind::StackedBars));
    let mut places: Vec<f64> = bars
        .flat_map(|series| &series.points)
        .map(|point| point.x)
        .collect();
    places.sort_by(f64::total_cmp);
    (!places.is_empty()).then(|| smallest_step(&places))
}

/// Returns a map key for a horizontal position; -0 and 0 have the same key.
pub(super) fn position_key(x: f64) -> u64 {
    (x + 0.0).to_bits()
}

fn y_values(plot: &Plot) -> Vec<f64> {
    let mut totals = BTreeMap::<u64, f64>::new();
    let mut values = Vec::new();
    for series in &plot.series {
        for point in &series.points {
            if series.kind == SeriesKind::StackedBars {
                let height = totals.entry(position_key(point.x)).or_default();
                *height += point.y;
                values.push(*height);
            } else {
                values.extend(covered_values(point, plot.y_scale));
            }
        }
    }
    values
}
