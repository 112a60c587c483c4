//! Linear axes: the map from values to positions, and ticks at round values.

use super::NumberFormat;
use super::sheet::{SMALL_SIZE, small_width};
use crate::lang::{decimal, group_separator, integer, percent};

/// The range of an axis and its ends in points; one that rises on the page is vertical.
pub(super) struct Axis {
    pub low: f64,
    pub high: f64,
    pub start: f64,
    pub end: f64,
    pub ticks: Vec<Tick>,
}

/// The value of a tick and its label.
type Tick = (f64, String);

impl Axis {
    /// Returns an axis from 0, or from a round value below it, to a round value that covers the values, with as many ticks
    /// as have room.
    pub fn from_zero(
        values: impl Iterator<Item = f64>,
        format: NumberFormat,
        (start, end): (f64, f64),
    ) -> Self {
        let (low, high) = values.fold((0.0, 0.0), |(low, high): (f64, f64), value| {
            (low.min(value), high.max(value))
        });
        let high = if high > low { high } else { 1.0 };
        // Quarters of the whole are read at a glance.
        let is_full_share = format == NumberFormat::Percent && (0.8..=1.0).contains(&high);
        let most = if is_full_share { 4 } else { 5 };
        let with_ticks = |most| {
            let step = RoundStep::new(high - low, most, format);
            let first = (low / step.multiple(1) + 1e-9).floor() as i64;
            let last = (high / step.multiple(1) - 1e-9).ceil() as i64;
            Self {
                low: step.multiple(first),
                high: step.multiple(last),
                start,
                end,
                ticks: step.ticks(first, last, format),
            }
        };
        Self::with_room(most, with_ticks)
    }

    /// Returns an axis that covers exactly these values. Ticks are at round values and at the `asked` ones, which take
    /// the room of their neighbours.
    pub fn between((low, high): (f64, f64), asked: &[f64], (start, end): (f64, f64)) -> Self {
        let format = NumberFormat::Integer;
        // A single value stands in the middle.
        let beside = if high > low { 0.0 } else { 1.0 };
        let with_ticks = |most| {
            let step = RoundStep::new(high - low, most, format);
            let first = (low / step.multiple(1) - 1e-9).ceil() as i64;
            let last = (high / step.multiple(1) + 1e-9).floor() as i64;
            Self {
                low: low - beside,
                high: high + beside,
                start,
                end,
                ticks: step.ticks(first, last, format),
            }
        };
        let mut axis = Self::with_room(16, with_ticks);
        for value in asked {
            let tick = (*value, tick_label(*value, 0, format));
            let mut ticks = std::mem::take(&mut axis.ticks);
            ticks.retain(|other| other.0 != tick.0 && axis.are_apart(other, &tick));
            ticks.push(tick);
            axis.ticks = ticks;
        }
        axis
    }

    /// Returns the position of a value, in points.
    pub fn at(&self, value: f64) -> f64 {
        self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)
    }

    /// Returns the first axis whose labels have room, with at most this many parts, or fewer.
    fn with_room(most: i32, with_ticks: impl Fn(i32) -> Self) -> Self {
        let mut axes = (2..=most).rev().map(&with_ticks);
        axes.find(Self::has_room).unwrap_or_else(|| with_ticks(1))
    }

    fn has_room(&self) -> bool {
        if self.end < self.start {
            return self.start - self.end >= 1.9 * SMALL_SIZE * self.ticks.len() as f64;
        }
        let mut pairs = self.ticks.windows(2);
        pairs.all(|pair| self.are_apart(&pair[0], &pair[1]))
    }

    /// Returns true if the labels of two ticks have a gap between them.
    fn are_apart(&self, one: &Tick, next: &Tick) -> bool {
        let widths = small_width(&one.1) + small_width(&next.1);
        (self.at(next.0) - self.at(one.0)).abs() >= widths / 2.0 + 0.6 * SMALL_SIZE
    }
}

/// A round number: digits times a power of ten.
struct RoundStep {
    digits: f64,
    power: i32,
}

impl RoundStep {
    /// Returns the smallest round step that divides a range into at most `most` parts.
    fn new(range: f64, most: i32, format: NumberFormat) -> Self {
        let quotient = range.max(f64::MIN_POSITIVE) / f64::from(most);
        let mut power = quotient.log10().floor() as i32 - 1;
        if format == NumberFormat::Integer {
            power = power.max(0);
        }
        loop {
            for digits in [1.0, 2.0, 2.5, 5.0] {
                // Quarters are read at a glance only as 25%.
                let is_quarter = format == NumberFormat::Percent && power == -1;
                let step = Self { digits, power };
                let is_allowed = digits != 2.5 || is_quarter;
                if is_allowed && range / step.multiple(1) <= f64::from(most) + 1e-9 {
                    return step;
                }
            }
            power += 1;
        }
    }

    fn multiple(&self, count: i64) -> f64 {
        // Dividing by a whole power of ten is exact; multiplying by its inverse is not.
        let multiplier = 10_f64.powi(self.power.max(0));
        let divisor = 10_f64.powi((-self.power).max(0));
        count as f64 * self.digits * multiplier / divisor
    }

    /// Returns the multiples from `first` to `last` with their labels.
    fn ticks(&self, first: i64, last: i64, format: NumberFormat) -> Vec<Tick> {
        let percent_digits = if format == NumberFormat::Percent {
            2
        } else {
            0
        };
        let digits = (-self.power - percent_digits).max(0) as usize;
        let tick = |count: i64| {
            let value = self.multiple(count);
            let digits = if count == 0 { 0 } else { digits };
            (value, tick_label(value, digits, format))
        };
        (first..=last).map(tick).collect()
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
            let sign = if value <= -0.5 { "−" } else { "" };
            format!("{sign}{digits}")
        }
    }
}
