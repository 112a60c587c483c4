//! Exact fractions that notice when they outgrow their integers.

use std::fmt;

/// A fraction in lowest terms with a positive denominator. Arithmetic gives `None` beyond 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// One.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// `numerator / denominator`, or `None` when that is no fraction (denominator 0) or too large.
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        let divisor = greatest_common_divisor(numerator, denominator)?;
        if divisor == 0 || denominator == 0 {
            return None;
        }
        let sign = denominator.signum();
        Some(Self { numerator: sign * (numerator / divisor), denominator: sign * (denominator / divisor) })
    }

    /// The numerator.
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator, above 0.
    pub const fn denominator(self) -> i128 {
        self.denominator
    }

    /// The nearest floating-point number, but for rounding of the two parts.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Option<Self> {
        let shared = greatest_common_divisor(self.denominator, other.denominator)?;
        let (left, right) = (other.denominator / shared, self.denominator / shared);
        let numerator = self.numerator.checked_mul(left)?.checked_add(other.numerator.checked_mul(right)?)?;
        Self::new(numerator, self.denominator.checked_mul(left)?)
    }

    /// The difference.
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self { numerator: other.numerator.checked_neg()?, ..other })
    }

    /// The product.
    pub fn times(self, other: Self) -> Option<Self> {
        let left = Self::new(self.numerator, other.denominator)?;
        let right = Self::new(other.numerator, self.denominator)?;
        Self::new(left.numerator.checked_mul(right.numerator)?, left.denominator.checked_mul(right.denominator)?)
    }

    /// The quotient; `None` also when `other` is 0.
    pub fn over(self, other: Self) -> Option<Self> {
        self.times(Self::new(other.denominator, other.numerator)?)
    }
}

impl fmt::Display for Fraction {
    /// `p/q`, or `p` when the denominator is 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => self.numerator.fmt(f),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// Euclid's algorithm; not below 0.
fn greatest_common_divisor(a: i128, b: i128) -> Option<i128> {
    let (mut a, mut b) = (a.checked_abs()?, b.checked_abs()?);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Some(a)
}
