//! An axis as plotters takes it: from values to steps of the sheet, and the ticks that stand there.

use super::figure::{Axis, Format, Kind, Plot, Scale};
use super::ticks::{self, Tick};
use crate::draw::font::{Weight, width};
use crate::lang::Lang;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::collections::BTreeMap;
use std::ops::Range;

/// Size of the letters, in points.
pub(super) const LETTERS: f64 = 7.4;

/// What an axis covers. Ends are values, or their decimal logarithms.
#[derive(Clone, Debug)]
pub(super) struct Span {
    scale: Scale,
    low: f64,
    high: f64,
    ticks: Vec<Tick>,
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
        if light { Vec::new() } else { self.ticks.iter().map(|tick| tick.at).collect() }
    }

    fn range(&self) -> Range<f64> {
        match self.scale {
            Scale::Linear => self.low..self.high,
            Scale::Log10 => 10_f64.powf(self.low)..10_f64.powf(self.high),
        }
    }
}

impl ValueFormatter<f64> for Span {
    fn format_ext(&self, value: &f64) -> String {
        self.ticks.iter().find(|tick| tick.at == *value).map_or_else(String::new, |tick| tick.label.clone())
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
        span.ticked(&plot.x, lang, |one, other, share| {
            let half = |tick: &Tick| width(&tick.label, LETTERS, Weight::Book) / 2.0;
            share * room >= half(one) + half(other) + 0.55 * LETTERS && share * MOST as f64 >= 1.0
        })
    }

    /// The vertical axis of a plot on so many points: round ends, with zero when bars stand there or when it is near.
    pub fn upwards(plot: &Plot, room: f64, lang: Lang) -> Self {
        let (scale, bars) = (plot.scale, slot(plot).is_some());
        let heights = heights(plot).into_iter().chain(held(&plot.y));
        let (low, high) = match scale {
            Scale::Linear => around(ends(heights), plot.y.format, bars),
            Scale::Log10 => powers(ends(heights.filter(|height| *height > 0.0).map(f64::log10)), bars),
        };
        let least = (2.1 * LETTERS).max(room / 8.0);
        Self { scale, low, high, ticks: Vec::new() }.ticked(&plot.y, lang, |_, _, share| share * room >= least)
    }

    /// The most ticks whose neighbours are apart, if possible with one at each end.
    fn ticked(self, axis: &Axis, lang: Lang, apart: impl Fn(&Tick, &Tick, f64) -> bool) -> Self {
        let (low, high) = (self.low, self.high);
        let clear = |pair: &[Tick]| apart(&pair[0], &pair[1], self.share(pair[1].at) - self.share(pair[0].at));
        let fits = |ticks: &Vec<Tick>| !ticks.is_empty() && ticks.windows(2).all(clear);
        let sets = || -> Box<dyn Iterator<Item = Vec<Tick>>> {
            match self.scale {
                Scale::Linear => Box::new(ticks::linear(low, high, axis.format, lang)),
                Scale::Log10 => Box::new(ticks::logarithmic(low, high, axis.format, lang)),
            }
        };
        let to_the_ends = |ticks: &Vec<Tick>| {
            let [first, last] = [ticks.first(), ticks.last()].map(|tick| tick.map_or(0.5, |tick| self.share(tick.at)));
            first < 1e-6 && last > 1.0 - 1e-6
        };
        let whole = sets().take_while(|ticks| ticks.len() > 1).filter(fits).find(to_the_ends);
        let ticks = whole.or_else(|| sets().find(fits)).unwrap_or_default();
        Self { ticks, ..self }
    }

    /// The place of a value, from 0 to 1. A value without place on a logarithmic axis is at its lower end.
    pub fn share(&self, value: f64) -> f64 {
        let place = match self.scale {
            Scale::Linear => value,
            Scale::Log10 if value <= 0.0 => self.low,
            Scale::Log10 => value.log10(),
        };
        ((place - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The values of small ticks.
    pub fn small_ticks(&self) -> Vec<f64> {
        match self.scale {
            Scale::Linear => Vec::new(),
            Scale::Log10 => ticks::between_powers(self.low, self.high),
        }
    }

    /// The width of the widest label.
    pub fn widest(&self) -> f64 {
        self.ticks.iter().map(|tick| width(&tick.label, LETTERS, Weight::Book)).fold(0.0, f64::max)
    }

    /// How far the labels of a horizontal axis stick out of it, left and right.
    pub fn overhang(&self, room: f64) -> (f64, f64) {
        let out = |tick: &Tick, share: f64| width(&tick.label, LETTERS, Weight::Book) / 2.0 - share * room;
        let left = self.ticks.first().map_or(0.0, |tick| out(tick, self.share(tick.at)));
        let right = self.ticks.last().map_or(0.0, |tick| out(tick, 1.0 - self.share(tick.at)));
        (left.max(0.0), right.max(0.0))
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
    let high = if bars || (high <= 0.0 && high > 0.5 * low) { high.max(0.0) } else { high };
    let size = low.abs().max(high.abs());
    if high - low <= 1e-9 * size {
        let more = if format == Format::Percent { 0.01 } else { 1.0 };
        let more = f64::max(more, 0.01 * size);
        return if shares { (0.0, 1.0) } else { (low - more, high + more) };
    }
    let (low, high) = ticks::rounded(low, high, format);
    if shares { (low.max(0.0), high.min(1.0)) } else { (low, high) }
}

/// Whole powers of ten around the logarithms of some heights.
fn powers(ends: Option<(f64, f64)>, bars: bool) -> (f64, f64) {
    let (low, high): (f64, f64) = ends.unwrap_or((0.0, 1.0));
    // Bars need some height even for the smallest value.
    let low = (if bars { low - 0.15 } else { low }).floor();
    (low, (high - 1e-9).ceil().max(low + 1.0))
}

/// The smallest distance between the places of bars; `None` without bars.
pub(super) fn slot(plot: &Plot) -> Option<f64> {
    let bars = plot.series.iter().filter(|series| matches!(series.kind, Kind::Bars | Kind::Stacked));
    let mut places: Vec<f64> = bars.flat_map(|series| &series.points).map(|point| point.x).collect();
    places.sort_by(f64::total_cmp);
    let gaps = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 0.0);
    let least = gaps.reduce(f64::min);
    (!places.is_empty()).then(|| least.unwrap_or(1.0))
}

/// A place along a plot, whichever zero it is, as a key.
pub(super) fn pile(x: f64) -> u64 {
    (x + 0.0).to_bits()
}

/// What the vertical axis must hold.
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
