//! Exact fractions that are never negative, for laws that are counted and not estimated.
//!
//! Only what the exact laws need: this is no general arithmetic.

use num_bigint::BigUint;
use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: BigUint,
    denominator: BigUint,
}

/// The power of two of the smallest positive `f64`.
const SMALLEST: u64 = 1074;

impl Fraction {
    /// `numerator / denominator`, brought to lowest terms; `None` when the denominator is 0.
    pub fn new(numerator: BigUint, denominator: BigUint) -> Option<Self> {
        let divisor = gcd(&numerator, &denominator);
        let nonzero = denominator != BigUint::ZERO;
        nonzero.then(|| Self { numerator: numerator / &divisor, denominator: denominator / &divisor })
    }

    /// The numerator, in lowest terms.
    pub const fn numerator(&self) -> &BigUint {
        &self.numerator
    }

    /// The denominator, in lowest terms; never 0.
    pub const fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// The nearest `f64`, ties going to the even one, as IEEE 754 rounds; infinite beyond the largest.
    pub fn to_f64(&self) -> f64 {
        if self.numerator == BigUint::ZERO {
            return 0.0;
        }
        // The value is in [2^e, 2^(e + 1)); its 53 leading bits, or fewer near 0, end `places` binary places after
        // the point.
        let mut e = self.numerator.bits() as i64 - self.denominator.bits() as i64;
        if shifted(&self.numerator, -e) < shifted(&self.denominator, e) {
            e -= 1;
        }
        let places = (52 - e).min(SMALLEST as i64);
        let (top, bottom) = (shifted(&self.numerator, places), shifted(&self.denominator, -places));
        let mut bits = u64::try_from(&top / &bottom).unwrap_or(u64::MAX);
        let twice_rest = (&top % &bottom) << 1_u32;
        let up = match twice_rest.cmp(&bottom) {
            Ordering::Less => false,
            Ordering::Equal => bits & 1 == 1,
            Ordering::Greater => true,
        };
        bits += u64::from(up);
        // At most 2^53, so exact; and the product with a power of two is exact, or beyond the largest number.
        scaled(bits as f64, -places)
    }
}

impl fmt::Display for Fraction {
    /// `p/q` in lowest terms, also when q is 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

/// The number times 2^places, or itself when `places` is negative.
fn shifted(number: &BigUint, places: i64) -> BigUint {
    number << places.max(0).unsigned_abs()
}

/// `mantissa * 2^power`, in steps whose every product is exact.
fn scaled(mantissa: f64, power: i64) -> f64 {
    match power {
        ..-1022 => mantissa * f64::from_bits(1 << (SMALLEST as i64 + power)),
        -1022..=971 => mantissa * f64::from_bits(((1023 + power) as u64) << 52),
        _ => f64::INFINITY,
    }
}

/// The greatest common divisor (Euclid); of 0 and 0 it is 1 here, so that nothing is divided by 0.
fn gcd(a: &BigUint, b: &BigUint) -> BigUint {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b != BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    if a == BigUint::ZERO { BigUint::from(1_u8) } else { a }
}
