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
        let mut low: f64 = 0.0;
        let mut high: f64 = 0.0;
        for value in values {
            low = low.min(value);
            high = high.max(value);
        }
        if high <= low {
            high = 1.0;
        }
        // Quarters of the whole are read at a glance.
        let is_full_share = format == NumberFormat::Percent && (0.8..=1.0).contains(&high);
        let mut most = if is_full_share { 4 } else { 5 };
        loop {
            let step = round_step(high - low, most, format);
            let first = (low / step.multiple(1) + 1e-9).floor() as i64;
            let last = (high / step.multiple(1) - 1e-9).ceil() as i64;
            let axis = Self {
                low: step.multiple(first),
                high: step.multiple(last),
                start,
                end,
                ticks: step.labelled(first, last, format),
            };
            if most == 1 || axis.has_room() {
                return axis;
            }
            most -= 1;
        }
    }

    /// Returns an axis that covers exactly these values. Ticks are at round values and at the `asked` ones, which take
    /// the room of their neighbours.
    pub fn between((low, high): (f64, f64), asked: &[f64], (start, end): (f64, f64)) -> Self {
        const GAP: f64 = 0.6;
        let format = NumberFormat::Integer;
        // A single value stands in the middle.
        let beside = if high > low { 0.0 } else { 1.0 };
        let mut axis = Self {
            low: low - beside,
            high: high + beside,
            start,
            end,
            ticks: Vec::new(),
        };
        for most in (1..=16).rev() {
            let step = round_step(high - low, most, format);
            let first = (low / step.multiple(1) - 1e-9).ceil() as i64;
            let last = (high / step.multiple(1) + 1e-9).floor() as i64;
            let ticks = step.labelled(first, last, format);
            let mut pairs = ticks.windows(2);
            if pairs.all(|pair| axis.are_apart(&pair[0], &pair[1], GAP)) {
                axis.ticks = ticks;
                break;
            }
        }
        for value in asked {
            let tick = (*value, tick_label(*value, 0, format));
            let mut ticks = std::mem::take(&mut axis.ticks);
            ticks.retain(|other| other.0 != tick.0 && axis.are_apart(other, &tick, GAP));
            ticks.push(tick);
            axis.ticks = ticks;
        }
        axis
    }

    /// Returns the position of a value, in points.
    pub fn at(&self, value: f64) -> f64 {
        self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)
    }

    fn has_room(&self) -> bool {
        if self.end < self.start {
            return self.start - self.end >= 1.9 * SMALL_SIZE * self.ticks.len() as f64;
        }
        let mut pairs = self.ticks.windows(2);
        pairs.all(|pair| self.are_apart(&pair[0], &pair[1], 0.5))
    }

    /// Returns true if the labels of two ticks have a gap of at least this part of their size.
    fn are_apart(&self, one: &Tick, next: &Tick, gap: f64) -> bool {
        let widths = small_width(&one.1) + small_width(&next.1);
        (self.at(next.0) - self.at(one.0)).abs() >= widths / 2.0 + gap * SMALL_SIZE
    }
}

/// A round number: digits times a power of ten.
struct RoundStep {
    digits: f64,
    power: i32,
}

impl RoundStep {
    fn multiple(&self, count: i64) -> f64 {
        // Dividing by a whole power of ten is exact; multiplying by its inverse is not.
        let multiplier = 10_f64.powi(self.power.max(0));
        let divisor = 10_f64.powi((-self.power).max(0));
        count as f64 * self.digits * multiplier / divisor
    }

    /// Returns the multiples from `first` to `last` with their labels.
    fn labelled(&self, first: i64, last: i64, format: NumberFormat) -> Vec<Tick> {
        let is_percent = format == NumberFormat::Percent;
        let power = self.power + if is_percent { 2 } else { 0 };
        let mut decimals = (-power).max(0) as usize;
        if self.digits == 2.5 && power <= 0 {
            decimals += 1;
        }
        let tick = |count: i64| {
            let value = self.multiple(count);
            let decimals = if count == 0 { 0 } else { decimals };
            (value, tick_label(value, decimals, format))
        };
        (first..=last).map(tick).collect()
    }
}

/// Returns the smallest round step that divides a range into at most `most` parts.
fn round_step(range: f64, most: usize, format: NumberFormat) -> RoundStep {
    let quotient = range.max(f64::MIN_POSITIVE) / most as f64;
    let mut power = quotient.log10().floor() as i32 - 1;
    loop {
        for digits in [1.0, 2.0, 2.5, 5.0] {
            // Quarters are read at a glance only as 25%.
            let is_allowed = match format {
                NumberFormat::Percent => digits != 2.5 || power == -1,
                NumberFormat::Decimal => digits != 2.5,
                NumberFormat::Integer => digits != 2.5 && power >= 0,
            };
            let step = RoundStep { digits, power };
            if is_allowed && range / step.multiple(1) <= most as f64 + 1e-9 {
                return step;
            }
        }
        power += 1;
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
