//! From values to places along an axis, and the round values that are written there.

use super::figure::{Axis, Format, Range, Scale};
use crate::lang::Lang;

/// What an axis covers. Ends are values, or their decimal logarithms on a logarithmic axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    scale: Scale,
    pub low: f64,
    pub high: f64,
    /// Whether the ends were rounded, so that ticks should stand on both.
    rounded: bool,
}

/// A tick.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    /// Its place, from 0 to 1 along the axis.
    pub share: f64,
    /// What is written there; empty for a small tick.
    pub label: String,
}

/// The unit of an axis as it is written.
fn unit(format: Format) -> f64 {
    if format == Format::Percent { 0.01 } else { 1.0 }
}

fn transform(scale: Scale, value: f64) -> f64 {
    match scale {
        Scale::Linear => value,
        Scale::Log10 => value.log10(),
    }
}

/// The ends of the values that have a place on the axis, transformed; `None` when there are none.
fn ends(axis: &Axis, values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values
        .filter(|value| axis.scale == Scale::Linear || *value > 0.0)
        .map(|value| transform(axis.scale, value))
        .fold(None, |ends, v| Some(ends.map_or((v, v), |(low, high): (f64, f64)| (low.min(v), high.max(v)))))
}

impl Span {
    /// A horizontal axis: just what the data need, and a little more than half a slot beside them (in transformed
    /// values).
    pub fn along(axis: &Axis, values: impl Iterator<Item = f64>, slot: f64) -> Self {
        let span = |low, high| Self { scale: axis.scale, low, high, rounded: false };
        if let Range::Fixed(low, high) = axis.range {
            return span(transform(axis.scale, low), transform(axis.scale, high));
        }
        let (low, high) = ends(axis, values).unwrap_or((0.0, 1.0));
        let (low, high) = widened(low - slot * 0.6, high + slot * 0.6, 0.5);
        span(low, high)
    }

    /// A vertical axis: rounded ends, with zero when values start there or when it is near.
    pub fn upwards(axis: &Axis, values: impl Iterator<Item = f64>, from_zero: bool) -> Self {
        let span = |low, high, rounded| Self { scale: axis.scale, low, high, rounded };
        if let Range::Fixed(low, high) = axis.range {
            return span(transform(axis.scale, low), transform(axis.scale, high), false);
        }
        let Some((mut low, mut high)) = ends(axis, values) else { return span(0.0, 1.0, true) };
        if axis.scale == Scale::Log10 {
            // Bars need some height even for the smallest value.
            let (bottom, top) = (if from_zero { low - 0.15 } else { low }, high.max(low + 0.3));
            return span(bottom.floor(), (top - 1e-9).ceil().max(bottom.floor() + 1.0), true);
        }
        let all = axis.format == Format::Percent && low >= 0.0 && high <= 1.0;
        if from_zero || (low >= 0.0 && low < 0.5 * high) {
            low = low.min(0.0);
        }
        if from_zero || (high <= 0.0 && high > 0.5 * low) {
            high = high.max(0.0);
        }
        if low == high {
            (low, high) = match axis.format {
                Format::Percent if all => (0.0, 1.0),
                Format::Percent => (low - 0.01, high + 0.01),
                _ if low == 0.0 => (0.0, 1.0),
                _ => widened(low, high, 1.0),
            };
        } else {
            (low, high) = widened(low, high, 0.5);
        }
        let (low, high) = rounded(low, high, axis.format);
        if all { span(low.max(0.0), high.min(1.0), true) } else { span(low, high, true) }
    }

    /// The place of a value, from 0 to 1 inside; a value without place on a logarithmic axis is far below.
    pub fn share(&self, value: f64) -> f64 {
        let value =
            if self.scale == Scale::Log10 && value <= 0.0 { self.low - 1.0 } else { transform(self.scale, value) };
        (value - self.low) / (self.high - self.low)
    }

    /// The ticks: the densest round ones whose labels `fit`.
    pub fn ticks(&self, axis: &Axis, lang: Lang, fit: impl Fn(&[Tick]) -> bool) -> Vec<Tick> {
        match self.scale {
            Scale::Linear => self.linear(axis.format, lang, fit),
            Scale::Log10 => self.logarithmic(axis.format, lang, fit),
        }
    }

    fn linear(&self, format: Format, lang: Lang, fit: impl Fn(&[Tick]) -> bool) -> Vec<Tick> {
        let unit = unit(format);
        let (low, high) = (self.low / unit, self.high / unit);
        let slack = (high - low) * 1e-9;
        let mut last = Vec::new();
        for step in steps((high - low) / 60.0, format) {
            let (first, count) = (((low - slack) / step.size()).ceil(), ((high + slack) / step.size()).floor());
            let ticks: Vec<Tick> = (first as i64..=count as i64)
                .map(|k| {
                    let written = step.times(k);
                    let share = (written - low) / (high - low);
                    Tick { share, label: label(written, step.decimals(), format, lang) }
                })
                .collect();
            let on_ends = |t: &[Tick]| {
                t.first().is_some_and(|a| a.share < 1e-6) && t.last().is_some_and(|b| b.share > 1.0 - 1e-6)
            };
            if ticks.len() < 2 {
                return if last.is_empty() { ticks } else { last };
            }
            if fit(&ticks) && (!self.rounded || on_ends(&ticks)) {
                return ticks;
            }
            if fit(&ticks) && last.is_empty() {
                last = ticks;
            }
        }
        last
    }

    fn logarithmic(&self, format: Format, lang: Lang, fit: impl Fn(&[Tick]) -> bool) -> Vec<Tick> {
        const SLACK: f64 = 1e-9;
        let share = |log: f64| (log - self.low) / (self.high - self.low);
        let inside = |tick: &Tick| (-SLACK..=1.0 + SLACK).contains(&tick.share);
        let decades = self.low.floor() as i32..=self.high.ceil() as i32;
        let at = |decade: i32, m: i32| f64::from(decade) + f64::from(m).log10();
        let with = |labelled: &dyn Fn(i32, i32) -> bool| -> Vec<Tick> {
            let all = decades.clone().flat_map(|d| (1..=9).map(move |m| (d, m)));
            all.map(|(d, m)| Tick {
                share: share(at(d, m)),
                label: if labelled(d, m) { power(d, m, format, lang) } else { String::new() },
            })
            .filter(inside)
            .collect()
        };
        let named = |ticks: &[Tick]| -> Vec<Tick> { ticks.iter().filter(|t| !t.label.is_empty()).cloned().collect() };
        if self.high - self.low < 2.0 {
            for digits in [&[1, 2, 3, 4, 5, 6, 7, 8, 9][..], &[1, 2, 5], &[1, 3], &[1]] {
                let ticks = with(&|_, m| digits.contains(&m));
                if fit(&named(&ticks)) && named(&ticks).len() >= 2 {
                    return ticks;
                }
            }
        }
        let small = self.high - self.low <= 7.0;
        for stride in 1..=40 {
            let ticks = with(&|d, m| m == 1 && d.rem_euclid(stride) == 0);
            if fit(&named(&ticks)) && !named(&ticks).is_empty() {
                return if small { ticks } else { named(&ticks) };
            }
        }
        with(&|_, _| false)
    }
}

/// A little more room where values all but coincide.
fn widened(low: f64, high: f64, by: f64) -> (f64, f64) {
    let size = low.abs().max(high.abs());
    if high - low > size * 1e-9 && high > low {
        (low, high)
    } else {
        (low - by.max(size * 0.01), high + by.max(size * 0.01))
    }
}

/// Ends moved outwards to about five round steps.
fn rounded(low: f64, high: f64, format: Format) -> (f64, f64) {
    let unit = unit(format);
    let (low, high) = (low / unit, high / unit);
    let step = steps((high - low) / 6.0, format).next().unwrap_or(Step { digit: 1.0, exponent: 0 });
    let slack = 1e-6;
    let from = step.times((low / step.size() + slack).floor() as i64);
    let to = step.times((high / step.size() - slack).ceil() as i64);
    (from * unit, to * unit)
}

/// A round step: a digit times a power of ten.
#[derive(Clone, Copy)]
struct Step {
    digit: f64,
    exponent: i32,
}

impl Step {
    fn size(self) -> f64 {
        self.times(1)
    }

    /// `k` steps, correctly rounded: a division by a whole power of ten, not a sum of inexact steps.
    fn times(self, k: i64) -> f64 {
        let whole = k as f64 * self.digit;
        if self.exponent < 0 { whole / 10_f64.powi(-self.exponent) } else { whole * 10_f64.powi(self.exponent) }
    }

    fn decimals(self) -> usize {
        (-self.exponent).max(0) as usize
    }
}

/// The round steps from `least` on: 1, 2 and 5 times powers of ten, 25 and its multiples by ten; whole ones for integers.
fn steps(least: f64, format: Format) -> impl Iterator<Item = Step> {
    let first = least.max(1e-300).log10().floor() as i32 - 1;
    (first..first + 40)
        .flat_map(|exponent| [1.0, 2.0, 2.5, 5.0].map(|digit| Step { digit, exponent }))
        .filter(move |step| step.digit != 2.5 || step.exponent >= 1)
        .filter(move |step| step.exponent >= 0 || format != Format::Integer)
        .filter(move |step| step.size() >= least * (1.0 - 1e-9))
}

/// A number on an axis, in the axis' unit. Its digits are in groups from 1,000 on, not from 10,000 as in tables: an axis
/// has both beside each other.
fn label(value: f64, decimals: usize, format: Format, lang: Lang) -> String {
    if format == Format::Percent {
        return lang.percent(value / 100.0, decimals);
    }
    let text = lang.decimal(value, decimals);
    let whole = text.find(lang.decimal_sign()).unwrap_or(text.len());
    let digits = text[..whole].chars().filter(char::is_ascii_digit).count();
    let (mut grouped, mut left) = (String::new(), digits);
    for sign in text[..whole].chars() {
        if left < digits && left.is_multiple_of(3) {
            grouped.push(lang.group_sign());
        }
        grouped.push(sign);
        left -= usize::from(sign.is_ascii_digit());
    }
    grouped + &text[whole..]
}

/// `digit` times a power of ten as written on a logarithmic axis.
fn power(decade: i32, digit: i32, format: Format, lang: Lang) -> String {
    // A percent sign does not go with a power.
    let (written, least) = if format == Format::Percent { (decade + 2, -7) } else { (decade, -4) };
    if (least..=7).contains(&written) {
        let step = Step { digit: 1.0, exponent: written };
        return label(step.times(i64::from(digit)), step.decimals(), format, lang);
    }
    let raised: String = decade.to_string().chars().map(superscript).collect();
    if digit == 1 { format!("10{raised}") } else { format!("{digit}\u{202f}×\u{202f}10{raised}") }
}

fn superscript(digit: char) -> char {
    match digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4'..='9' => char::from_u32(0x2070 + (digit as u32 - '0' as u32)).unwrap_or(digit),
        _ => '⁰',
    }
}
