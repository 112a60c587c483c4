//! Conversion of exact fractions of unbounded integers to floating-point numbers.

use num_bigint::BigUint;
use num_rational::Ratio;
use std::cmp::Ordering;

/// The negative exponent of two of the smallest positive `f64`.
const MIN_EXPONENT: u64 = 1074;

/// Returns the nearest `f64`, with ties to even as in IEEE 754; infinity beyond the largest.
///
/// ```
/// use pioche_engine::stats::fraction::nearest_f64;
/// use pioche_engine::{BigUint, Ratio};
///
/// let third = Ratio::new(BigUint::from(1_u8), BigUint::from(3_u8));
/// assert_eq!(nearest_f64(&third), 1.0 / 3.0);
/// ```
pub fn nearest_f64(fraction: &Ratio<BigUint>) -> f64 {
    let numerator = fraction.numer();
    let denominator = fraction.denom();
    if *numerator == BigUint::ZERO {
        return 0.0;
    }
    // The value is in [2^e, 2^(e + 1)); its 53 leading bits, or fewer near 0, end `places` binary places after
    // the point.
    let mut e = numerator.bits() as i64 - denominator.bits() as i64;
    if shift_left(numerator, -e) < shift_left(denominator, e) {
        e -= 1;
    }
    let places = (52 - e).min(MIN_EXPONENT as i64);
    let scaled_numerator = shift_left(numerator, places);
    let scaled_denominator = shift_left(denominator, -places);
    let mut bits = u64::try_from(&scaled_numerator / &scaled_denominator).unwrap_or(u64::MAX);
    let twice_remainder = (&scaled_numerator % &scaled_denominator) << 1_u32;
    let rounds_up = match twice_remainder.cmp(&scaled_denominator) {
        Ordering::Less => false,
        Ordering::Equal => bits & 1 == 1,
        Ordering::Greater => true,
    };
    bits += u64::from(rounds_up);
    // The bits are at most 2^53; the product with a power of two is exact, or beyond the largest number.
    scale_by_power_of_two(bits as f64, -places)
}

/// The number times 2^`places`, or unchanged when `places` is negative.
fn shift_left(number: &BigUint, places: i64) -> BigUint {
    number << places.max(0).unsigned_abs()
}

/// Returns `mantissa * 2^power`, from exact products.
fn scale_by_power_of_two(mantissa: f64, power: i64) -> f64 {
    match power {
        ..-1022 => mantissa * f64::from_bits(1 << (MIN_EXPONENT as i64 + power)),
        -1022..=971 => mantissa * f64::from_bits(((1023 + power) as u64) << 52),
        _ => f64::INFINITY,
    }
}
