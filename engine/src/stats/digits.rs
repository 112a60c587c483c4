//! Which digits of an estimate are certain: of how many the interval bears the last one.
//!
//! A digit is certain when the interval is no wider than one unit of it, half a unit to either side: what numerical
//! analysis calls an exact significant digit. The first digit is that of the end farther from 0. It is not asked that
//! both ends round to the same digits: of a probability of 1/8 that never comes true for 2 digits, however narrow the
//! interval; and to stop just when it is true would choose the runs that happen to lie well.

use super::interval::{Estimate, Interval};

/// The most digits that can be asked for.
pub const MOST: u32 = 9;

/// The power of ten of the first digit; `None` when 0 is in the interval, or nothing is known: then no digit is certain.
fn first(interval: Interval) -> Option<i32> {
    let Interval { low, high } = interval;
    let far = if low > 0.0 { high } else { -low };
    // The exponent as it is written: logarithms differ in their last bit between machines.
    let known = (low > 0.0 || high < 0.0) && far.is_finite();
    known.then(|| format!("{far:e}").split_once('e').and_then(|(_, power)| power.parse().ok())).flatten()
}

/// How many of the first digits are certain; [`MOST`] at the most.
pub fn certain(interval: Interval) -> u32 {
    (1..=MOST).take_while(|&digits| bears(interval, digits)).last().unwrap_or(0)
}

/// Whether so many digits are certain.
pub fn bears(interval: Interval, digits: u32) -> bool {
    excess(interval, digits) <= 1.0
}

/// How many times wider than one unit of this digit the interval is; infinite where it has no first digit.
pub fn excess(interval: Interval, digits: u32) -> f64 {
    let unit = |first: i32| format!("1e{}", first + 1 - digits as i32).parse().unwrap_or(0.0);
    first(interval).map_or(f64::INFINITY, |first| 2.0 * interval.half_width() / unit(first))
}

/// The decimals with which so many digits are written; 0 where the last of them stands before the sign.
fn decimals(interval: Interval, digits: u32) -> usize {
    first(interval).map_or(0, |first| usize::try_from(digits as i32 - 1 - first).unwrap_or(0))
}

/// An estimate written with so many digits: rounded to the unit of the last one, and its decimals.
pub fn written(found: Estimate, digits: u32) -> (f64, usize) {
    let decimals = decimals(found.interval, digits);
    let unit = match first(found.interval) {
        Some(first) if first >= digits as i32 => 10_f64.powi(first + 1 - digits as i32),
        _ => 1.0,
    };
    let value = (found.value / unit).round() * unit;
    let value = if unit > 1.0 { value } else { format!("{:.decimals$}", found.value).parse().unwrap_or(value) };
    (value, decimals)
}
