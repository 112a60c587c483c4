//! Which digits of a number are certain: those to which both ends of its interval round.
//!
//! A number that lies on the edge between two roundings never gets its digit, however narrow the interval: of a
//! probability of 1/8 the second one is 2 or 3 for ever. Where the interval is narrow beside the digit's unit, it is said
//! that the number lies on that edge.

use super::interval::Interval;

/// The most digits that can be asked for.
pub const MOST: u32 = 9;

/// An interval narrower than this part of a digit's unit that holds an edge is on it.
const NARROW: f64 = 0.25;

/// What an interval says of the first digits of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// Nothing yet.
    Nothing,
    /// Both ends round to this number.
    Digits(f64),
    /// It lies on the edge between these two.
    Edge(f64, f64),
}

/// A number rounded to so many significant digits: exactly, from the number as it is stored, the same on every machine.
pub fn rounded(x: f64, digits: u32) -> f64 {
    let places = digits.saturating_sub(1) as usize;
    format!("{x:.places$e}").parse().unwrap_or(f64::NAN)
}

/// The power of ten of a number's first digit, as it is written: logarithms differ in their last bit between machines.
fn first(x: f64) -> i32 {
    format!("{x:e}").split_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0)
}

/// One unit of this digit of a number.
fn unit(x: f64, digits: u32) -> f64 {
    format!("1e{}", first(x) + 1 - digits as i32).parse().unwrap_or(f64::NAN)
}

/// What an interval says of so many digits. Nothing where it holds 0, unless it is nothing else.
pub fn known(interval: Interval, digits: u32) -> Known {
    let Interval { low, high } = interval;
    if low == high {
        return Known::Digits(rounded(low, digits));
    }
    if !(low.is_finite() && high.is_finite()) || low <= 0.0 && high >= 0.0 {
        return Known::Nothing;
    }
    let (below, above) = (rounded(low, digits), rounded(high, digits));
    if below == above {
        Known::Digits(below)
    } else if high - low <= NARROW * unit(low, digits).min(unit(high, digits)) {
        Known::Edge(below, above)
    } else {
        Known::Nothing
    }
}

/// The most digits that are certain, and the number to which both ends round; `None` when there are none.
pub fn certain(interval: Interval) -> Option<(u32, f64)> {
    let found = |digits| match known(interval, digits) {
        Known::Digits(value) => Some((digits, value)),
        Known::Nothing | Known::Edge(..) => None,
    };
    (1..=MOST).rev().find_map(found)
}

/// About how many times too wide an interval is for so many digits of a number that it estimates; infinite where it is
/// not known where they begin.
pub fn excess(value: f64, interval: Interval, digits: u32) -> f64 {
    let Interval { low, high } = interval;
    if known(interval, digits) != Known::Nothing {
        return 1.0;
    }
    if low <= 0.0 && high >= 0.0 {
        return f64::INFINITY;
    }
    let unit = unit(value, digits);
    let edge = unit / 2.0 - (rounded(value, digits) - value).abs();
    (interval.half_width() / edge.max(NARROW / 2.0 * unit)).max(1.0 + f64::EPSILON)
}

/// The decimals with which so many digits of a number are written; 0 where the last of them stands before the sign.
pub fn decimals(x: f64, digits: u32) -> usize {
    usize::try_from(digits as i32 - 1 - first(x)).unwrap_or(0)
}
