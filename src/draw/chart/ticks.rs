//! Round values along an axis, and how they are written.

use super::figure::Format;
use crate::lang::Lang;

/// A value with its words.
#[derive(Clone, Debug)]
pub(super) struct Tick {
    pub at: f64,
    pub label: String,
}

/// Ticks from `low` to `high` in equal steps: the densest first, each set with longer steps than the one before.
pub(super) fn linear(low: f64, high: f64, format: Format, lang: Lang) -> impl Iterator<Item = Vec<Tick>> {
    const DENSEST: f64 = 60.0;
    let unit = unit(format);
    let (low, high) = (low / unit, high / unit);
    let slack = (high - low) * 1e-9;
    steps((high - low) / DENSEST, format).map(move |step| {
        let first = ((low - slack) / step.times(1)).ceil() as i64;
        let last = ((high + slack) / step.times(1)).floor() as i64;
        let written = (first..=last).map(|count| step.times(count));
        written.map(|value| Tick { at: value * unit, label: label(value, step.decimals(), format, lang) }).collect()
    })
}

/// Ticks between two decimal logarithms: with digits between the powers of ten where these are few, then every power,
/// every second one, …
pub(super) fn logarithmic(low: f64, high: f64, format: Format, lang: Lang) -> impl Iterator<Item = Vec<Tick>> {
    const FEW: f64 = 2.0;
    const DIGITS: [&[i64]; 3] = [&[1, 2, 3, 4, 5, 6, 7, 8, 9], &[1, 2, 5], &[1, 3]];
    let powers = low.floor() as i32..=high.ceil() as i32;
    let dense = if high - low < FEW { &DIGITS[..] } else { &[] };
    let every = (1..=powers.clone().count() as i32).map(|stride| (&[1][..], stride));
    dense.iter().map(|digits| (*digits, 1)).chain(every).map(move |(digits, stride)| {
        let strided = powers.clone().filter(|power| power.rem_euclid(stride) == 0);
        let all = strided.flat_map(|power| digits.iter().map(move |digit| (power, *digit)));
        let inside = all.filter(|(power, digit)| (low - 1e-9..=high + 1e-9).contains(&logarithm(*power, *digit)));
        inside.map(|(power, digit)| power_tick(power, digit, format, lang)).collect()
    })
}

/// Where small ticks stand between the powers of ten.
pub(super) fn between_powers(low: f64, high: f64) -> Vec<f64> {
    const MANY: f64 = 7.0;
    if high - low > MANY {
        return Vec::new();
    }
    let all = (low.floor() as i32..high.ceil() as i32).flat_map(|power| (2..=9).map(move |digit| (power, digit)));
    let inside = all.filter(|(power, digit)| (low..=high).contains(&logarithm(*power, *digit)));
    inside.map(|(power, digit)| digit as f64 * 10_f64.powi(power)).collect()
}

/// An axis' ends moved outwards to about six round steps.
pub(super) fn rounded(low: f64, high: f64, format: Format) -> (f64, f64) {
    const SLACK: f64 = 1e-6;
    let unit = unit(format);
    let (low, high) = (low / unit, high / unit);
    let step = steps((high - low) / 6.0, format).next().unwrap_or(Step { digit: 1.0, exponent: 0 });
    let ends = [(low / step.times(1) + SLACK).floor(), (high / step.times(1) - SLACK).ceil()];
    let [low, high] = ends.map(|count| step.times(count as i64) * unit);
    (low, high)
}

/// The unit in which values are written.
fn unit(format: Format) -> f64 {
    if format == Format::Percent { 0.01 } else { 1.0 }
}

fn logarithm(power: i32, digit: i64) -> f64 {
    f64::from(power) + (digit as f64).log10()
}

fn power_tick(power: i32, digit: i64, format: Format, lang: Lang) -> Tick {
    let step = Step { digit: 1.0, exponent: if format == Format::Percent { power + 2 } else { power } };
    let label = label(step.times(digit), step.decimals(), format, lang);
    Tick { at: digit as f64 * 10_f64.powi(power), label }
}

/// A round step: a digit times a power of ten.
#[derive(Clone, Copy)]
struct Step {
    digit: f64,
    exponent: i32,
}

impl Step {
    /// So many steps, correctly rounded: a division by a whole power of ten, not a sum of inexact steps.
    fn times(self, count: i64) -> f64 {
        let whole = count as f64 * self.digit;
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
        .filter(move |step| step.times(1) >= least * (1.0 - 1e-9))
}

/// A number in the unit of its axis. Its digits are in groups from 1,000 on, not from 10,000 as in tables: an axis has
/// both beside each other.
fn label(value: f64, decimals: usize, format: Format, lang: Lang) -> String {
    if format == Format::Percent {
        return lang.percent(value / 100.0, decimals);
    }
    let text = lang.decimal(value, decimals);
    let whole = text.find(lang.decimal_sign()).unwrap_or(text.len());
    let mut left = text[..whole].chars().filter(char::is_ascii_digit).count();
    let mut grouped = String::new();
    for sign in text[..whole].chars() {
        if left.is_multiple_of(3) && grouped.ends_with(|last: char| last.is_ascii_digit()) {
            grouped.push(lang.group_sign());
        }
        grouped.push(sign);
        left -= usize::from(sign.is_ascii_digit());
    }
    grouped + &text[whole..]
}
