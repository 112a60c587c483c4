//! Linear axes: the map from values to shares of their length, and ticks at round values.

use super::NumberFormat;
use crate::lang::{decimal, group_separator, integer, percent};

/// The range of an axis, and the values of its ticks with their labels.
pub(super) struct Axis {
    pub low: f64,
    pub high: f64,
    pub ticks: Vec<(f64, String)>,
}

impl Axis {
    /// Returns an axis from 0, or from a round value below it, to a round value that covers the values. It has as many
    /// ticks, at most `most` steps apart, as `has_room` accepts.
    pub fn from_zero(
        values: impl Iterator<Item = f64>,
        format: NumberFormat,
        most: usize,
        has_room: impl Fn(&Self) -> bool,
    ) -> Self {
        let (low, high) = values.fold((0.0, 0.0), |(low, high): (f64, f64), value| {
            (low.min(value), high.max(value))
        });
        let high = if high > low { high } else { 1.0 };
        // Quarters of the whole are read at a glance.
        let is_full_share = format == NumberFormat::Percent && (0.8..=1.0).contains(&high);
        let most = if is_full_share { most.min(4) } else { most };
        let axes = (1..=most).rev().map(|most| {
            let step = round_step(high - low, most, format);
            let low = (low / step.size() + 1e-9).floor() as i64;
            let high = (high / step.size() - 1e-9).ceil() as i64;
            Self {
                low: step.multiple(low),
                high: step.multiple(high),
                ticks: step.labelled((low, high), format),
            }
        });
        let mut tried = None;
        for axis in axes {
            if has_room(&axis) {
                return axis;
            }
            tried = Some(axis);
        }
        tried.unwrap_or(Self {
            low,
            high,
            ticks: Vec::new(),
        })
    }

    /// Returns an axis that covers exactly these values. Ticks are at round values and at the `asked` ones, which take
    /// the room of their neighbours; `has_room` tells if two ticks with their labels are far enough from each other.
    pub fn between(
        (low, high): (f64, f64),
        asked: &[f64],

        has_room: impl Fn(&Self, &(f64, String), &(f64, String)) -> bool,
    ) -> Self {
        const MOST: usize = 16;
        let format = NumberFormat::Integer;
        // A single value stands in the middle.
        let beside = if high > low { 0.0 } else { 1.0 };
        let mut axis = Self {
            low: low - beside,
            high: high + beside,
            ticks: Vec::new(),
        };
        for most in (1..=MOST).rev() {
            let step = round_step(high - low, most, format);
            let first = (low / step.size() - 1e-9).ceil() as i64;
            let last = (high / step.size() + 1e-9).floor() as i64;
            let ticks = step.labelled((first, last), format);
            if ticks
                .windows(2)
                .all(|pair| has_room(&axis, &pair[0], &pair[1]))
            {
                axis.ticks = ticks;
                break;
            }
        }
        for value in asked {
            let tick = (*value, tick_label(*value, 0, format));
            let mut others = std::mem::take(&mut axis.ticks);
            others.retain(|other| other.0 != tick.0 && has_room(&axis, other, &tick));
            axis.ticks = others;
            axis.ticks.push(tick);
        }
        axis
    }

    /// Returns the position of a value as a share of the axis.
    pub fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }
}

/// A round number: digits times a power of ten.
#[derive(Clone, Copy)]
struct RoundStep {
    digits: f64,
    power: i32,
}

impl RoundStep {
    fn size(self) -> f64 {
        self.multiple(1)
    }

    fn multiple(self, count: i64) -> f64 {
        // Dividing by a whole power of ten is exact; multiplying by its inverse is not.
        let multiplier = 10_f64.powi(self.power.max(0));
        let divisor = 10_f64.powi((-self.power).max(0));
        count as f64 * self.digits * multiplier / divisor
    }

    /// Returns the multiples from `first` to `last` with their labels.
    fn labelled(self, (first, last): (i64, i64), format: NumberFormat) -> Vec<(f64, String)> {
        let unit_power = if format == NumberFormat::Percent {
            2
        } else {
            0
        };
        let mut decimals = (-self.power - unit_power).max(0);
        if self.digits == 2.5 && self.power + unit_power <= 0 {
            decimals += 1;
        }
        (first..=last)
            .map(|count| {
                let value = self.multiple(count);
                let decimals = if count == 0 { 0 } else { decimals };
                (value, tick_label(value, decimals as usize, format))
            })
            .collect()
    }
}

/// Returns the smallest round step that divides a range into at most `most` parts.
fn round_step(range: f64, most: usize, format: NumberFormat) -> RoundStep {
    let quotient = range.max(f64::MIN_POSITIVE) / most as f64;
    let lowest_power = quotient.log10().floor() as i32 - 1;
    for power in lowest_power..=lowest_power + 4 {
        for digits in [1.0, 2.0, 2.5, 5.0] {
            let step = RoundStep { digits, power };
            let is_integer = step.size() >= 1.0 && step.size().fract() == 0.0;
            // Quarters are read at a glance only as 25%.
            let is_plain = digits != 2.5 || (format == NumberFormat::Percent && power == -1);
            let is_allowed = is_plain && (format != NumberFormat::Integer || is_integer);
            if is_allowed && range / step.size() <= most as f64 + 1e-9 {
                return step;
            }
        }
    }
    RoundStep {
        digits: 1.0,
        power: (lowest_power + 5).max(0),
    }
}

/// Formats the value of a tick. Digits are grouped from 1,000 on, so that the labels of an axis have one form.
fn tick_label(value: f64, decimals: usize, format: NumberFormat) -> String {
    match format {
        NumberFormat::Percent => percent(value, decimals),
        NumberFormat::Decimal => decimal(value, decimals),
        NumberFormat::Integer => {
            let mut digits = integer(value.abs().round() as u64);
            if digits.len() == 4 {
                digits.insert(1, group_separator());
            }
            if value <= -0.5 {
                format!("−{digits}")
            } else {
                digits
            }
        }
    }
}
