//! An axis as plotters takes it: from values to steps of the sheet, and the round values that are written there.

use super::figure::{Axis, Format, Kind, Plot, Scale};
use crate::draw::font::{Weight, width};
use crate::lang::Lang;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// Size of the letters, in points.
pub(super) const LETTERS: f64 = 7.4;

/// What an axis covers, with its ticks: values and their words.
#[derive(Clone, Debug)]
pub(super) struct Span {
    scale: Scale,
    low: f64,
    high: f64,
    ticks: Vec<(f64, String)>,
}

impl Ranged for Span {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (f64::from(to - from) * self.share(*value)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // Light rules would double the others.
        let light = hint.weight().allow_light_points();
        if light { Vec::new() } else { self.ticks.iter().map(|tick| tick.0).collect() }
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Span {
    fn format_ext(&self, value: &f64) -> String {
        self.ticks.iter().find(|tick| tick.0 == *value).map_or_else(String::new, |tick| tick.1.clone())
    }
}

impl Span {
    /// The horizontal axis of a plot on so many points: just what the data need, and a margin beside bars and markers.
    /// `margin` is a share of it.
    pub fn along(plot: &Plot, room: f64, lang: Lang, margin: f64) -> Self {
        const MOST: usize = 16;
        let places = plot.series.iter().flat_map(|series| &series.points).map(|point| point.x);
        let places = places.chain(plot.mark.iter().map(|mark| mark.at)).chain(held(&plot.x));
        let (low, high) = ends(places).unwrap_or((0.0, 1.0));
        let beside = slot(plot).map_or(margin * (high - low), |slot| 0.6 * slot);
        // A lone place stands in the middle, even if several points share it side by side.
        let alone = high - low <= 1e-9 * high.abs() || (plot.x.format == Format::Integer && high - low < 1.0);
        let beside = if alone { beside.max(0.5).max(0.01 * high.abs()) } else { beside };
        let span = Self { scale: Scale::Linear, low: low - beside, high: high + beside, ticks: Vec::new() };
        span.ticked(&plot.x, lang, MOST, |one, other, share| {
            let half = |text: &str| width(text, LETTERS, Weight::Book) / 2.0;
            share * room >= half(one) + half(other) + 0.55 * LETTERS
        })
    }

    /// The vertical axis of a plot on so many points: round ends, with zero when bars stand there or when it is near.
    pub fn upwards(plot: &Plot, room: f64, lang: Lang) -> Self {
        const MOST: usize = 9;
        let heights = heights(plot).into_iter().chain(held(&plot.y));
        let (low, high) = match plot.scale {
            Scale::Linear => around(ends(heights), plot.y.format, slot(plot).is_some()),
            Scale::Log10 => powers(ends(heights.filter(|height| *height > 0.0)), slot(plot).is_some()),
        };
        let span = Self { scale: plot.scale, low, high, ticks: Vec::new() };
        span.ticked(&plot.y, lang, MOST, |_, _, share| share * room >= 2.1 * LETTERS)
    }

    /// The most round values whose neighbours are apart, if possible with one at each end.
    fn ticked(self, axis: &Axis, lang: Lang, most: usize, apart: impl Fn(&str, &str, f64) -> bool) -> Self {
        let set = |most: usize| -> Vec<(f64, String)> {
            let values = match self.scale {
                Scale::Linear => round_values(self.low, self.high, most),
                Scale::Log10 => LogCoord::from((self.low * 0.999..self.high * 1.001).log_scale()).key_points(most),
            };
            let step = step(&values);
            let step = |value| if self.scale == Scale::Log10 { value } else { step };
            values.into_iter().map(|value| (value, number(value, step(value), axis.format, lang))).collect()
        };
        let clear = |pair: &[(f64, String)]| {
            apart(&pair[0].1, &pair[1].1, self.share(pair[1].0) - self.share(pair[0].0))
                && (axis.format != Format::Integer || pair[1].0 - pair[0].0 > 0.999)
        };
        let sets = || (1..=most).rev().map(set).filter(|ticks| !ticks.is_empty() && ticks.windows(2).all(clear));
        let at_end = |tick: &&(f64, String)| (0.5 - self.share(tick.0)).abs() > 0.5 - 1e-6;
        let whole = sets().find(|ticks| ticks.iter().filter(at_end).count() == 2);
        let ticks = whole.or_else(|| sets().next()).unwrap_or_default();
        Self { ticks, ..self }
    }

    /// The place of a value, from 0 to 1. A value without place on a logarithmic axis is at its lower end.
    pub fn share(&self, value: f64) -> f64 {
        let place = |value: f64| if self.scale == Scale::Log10 { value.max(self.low).log10() } else { value };
        ((place(value) - place(self.low)) / (place(self.high) - place(self.low))).clamp(0.0, 1.0)
    }

    /// The values of small ticks between the powers of ten, where these are apart on so many points.
    pub fn small_ticks(&self, room: f64) -> Vec<f64> {
        const APART: f64 = 15.0;
        let powers = (self.high / self.low).log10();
        if self.scale == Scale::Linear || room < APART * powers {
            return Vec::new();
        }
        let first = self.low.log10().round() as i32;
        let digits = (first..first + powers.round() as i32).flat_map(|power| (2..=9).map(move |digit| (power, digit)));
        digits.map(|(power, digit)| f64::from(digit) * 10_f64.powi(power)).collect()
    }

    pub fn widest(&self) -> f64 {
        self.ticks.iter().map(|tick| width(&tick.1, LETTERS, Weight::Book)).fold(0.0, f64::max)
    }

    /// How far the last label of a horizontal axis sticks out of it.
    pub fn overhang(&self, room: f64) -> f64 {
        let out =
            |tick: &(f64, String)| width(&tick.1, LETTERS, Weight::Book) / 2.0 - (1.0 - self.share(tick.0)) * room;
        self.ticks.last().map_or(0.0, out)
    }
}

fn held(axis: &Axis) -> impl Iterator<Item = f64> {
    axis.holds.into_iter().flat_map(|(low, high)| [low, high])
}

fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |ends, value| {
        let (low, high) = ends.unwrap_or((value, value));
        Some((value.min(low), value.max(high)))
    })
}

/// Round ends around some heights.
fn around(ends: Option<(f64, f64)>, format: Format, bars: bool) -> (f64, f64) {
    let (low, high): (f64, f64) = ends.unwrap_or((0.0, 1.0));
    let shares = format == Format::Percent && low >= 0.0 && high <= 1.0 + 1e-9;
    let low = if bars || (low >= 0.0 && low < 0.5 * high) { low.min(0.0) } else { low };
    let high = if bars { high.max(0.0) } else { high };
    if high - low <= 1e-9 * high.abs() {
        let more = if format == Format::Percent { 0.01 } else { f64::max(1.0, 0.01 * high.abs()) };
        return if shares { (0.0, 1.0) } else { (low - more, high + more) };
    }
    let step = step(&round_values(low, high, 7));
    let (low, high) = ((low / step + 1e-6).floor() * step, (high / step - 1e-6).ceil() * step);
    if shares { (low.max(0.0), high.min(1.0)) } else { (low, high) }
}

fn powers(ends: Option<(f64, f64)>, bars: bool) -> (f64, f64) {
    let (low, high): (f64, f64) = ends.unwrap_or((1.0, 10.0));
    // Bars need some height even for the smallest value.
    let low = (low.log10() - if bars { 0.15 } else { 0.0 }).floor();
    (10_f64.powf(low), 10_f64.powf((high.log10() - 1e-9).ceil().max(low + 1.0)))
}

/// The multiples of the shortest round step between two values that are no more than so many. Those of plotters lose
/// ends to rounding.
fn round_values(low: f64, high: f64, most: usize) -> Vec<f64> {
    let least = ((high - low) / most as f64).log10().floor() as i32;
    let mut steps = (least..=least + 3).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| (digit, power)));
    let values = steps.find_map(|(digit, power)| {
        // A division by a whole power of ten, not a product with an inexact part.
        let (up, down) = (10_f64.powi(power.max(0)), 10_f64.powi((-power).max(0)));
        let place = |count: i64| count as f64 * digit * up / down;
        let (first, last) = ((low / place(1) - 1e-6).ceil() as i64, (high / place(1) + 1e-6).floor() as i64);
        (last - first < most as i64).then(|| (first..=last).map(place).collect())
    });
    values.unwrap_or_default()
}

/// The smallest distance between neighbours.
fn step(values: &[f64]) -> f64 {
    values.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > 0.0).reduce(f64::min).unwrap_or(1.0)
}

/// A number on an axis, with the decimals that its step needs. Digits are in groups from 1,000 on: an axis has both
/// beside each other.
fn number(value: f64, step: f64, format: Format, lang: Lang) -> String {
    let unit = if format == Format::Percent { 100.0 } else { 1.0 };
    let decimals = (-(step * unit).log10() - 1e-9).ceil().max(0.0) as usize;
    match format {
        Format::Percent => lang.percent(value, decimals),
        Format::Decimal => lang.decimal(value, decimals),
        Format::Integer => {
            let mut digits = lang.integer(value.abs().round() as u64);
            if digits.len() == 4 {
                digits.insert(1, lang.group_sign());
            }
            if value <= -0.5 { format!("−{digits}") } else { digits }
        }
    }
}

/// The smallest distance between the places of bars; `None` without bars.
pub(super) fn slot(plot: &Plot) -> Option<f64> {
    let bars = plot.series.iter().filter(|series| matches!(series.kind, Kind::Bars | Kind::Stacked));
    let mut places: Vec<f64> = bars.flat_map(|series| &series.points).map(|point| point.x).collect();
    places.sort_by(f64::total_cmp);
    (!places.is_empty()).then(|| step(&places))
}

/// A place along a plot, whichever zero it is, as a key.
pub(super) fn pile(x: f64) -> u64 {
    (x + 0.0).to_bits()
}

fn heights(plot: &Plot) -> Vec<f64> {
    let (mut piles, mut heights) = (BTreeMap::<u64, f64>::new(), Vec::new());
    for series in &plot.series {
        for point in &series.points {
            if series.kind == Kind::Stacked {
                let height = piles.entry(pile(point.x)).or_default();
                *height += point.y;
                heights.push(*height);
            } else {
                let (low, high) = point.ends();
                heights.extend([low, point.y, high]);
            }
        }
    }
    heights
}
