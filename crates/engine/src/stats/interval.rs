//! Confidence intervals for probabilities: the exact interval of Clopper and Pearson, which covers at least the
//! confidence level.
//!
//! Intervals are *pointwise*: each covers its own probability with the stated confidence, not all of them together.

use super::binomial::{Tail, success_probability_from_tail};
use crate::parse::ParseValueError;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// A confidence level, strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    level: f64,
    z: f64,
}

impl Confidence {
    /// The confidence level `level`.
    ///
    /// # Errors
    /// When `level` is not strictly between 0 and 1, or within 10^-12 of either.
    pub fn new(level: f64) -> Result<Self, ParseValueError> {
        if !(level > 1e-12 && 1.0 - level > 1e-12) {
            return Err(ParseValueError::new(
                level,
                "confidence level, strictly between 0 and 1 as 0.95 is",
            ));
        }
        Ok(Self {
            level,
            z: round_to_twelve_digits(Normal::standard().inverse_cdf(0.5 + level / 2.0)),
        })
    }

    /// The level, between 0 and 1.
    pub fn level(self) -> f64 {
        self.level
    }

    /// The two-sided quantile of the normal distribution: 1.959963984540 for 0.95.
    pub fn z(self) -> f64 {
        self.z
    }

    /// The two-sided quantile of Student's distribution with `degrees_of_freedom` degrees of freedom: 2.262157162854 for
    /// 0.95 and 9.
    ///
    /// From 1000 degrees on it is the expansion around the normal distribution (Abramowitz and Stegun, 26.7.5), with a next
    /// term below a millionth.
    pub fn t(self, degrees_of_freedom: u64) -> f64 {
        let z = self.z;
        let n = degrees_of_freedom as f64;
        if degrees_of_freedom < 1000
            && let Ok(distribution) = StudentsT::new(0.0, 1.0, n)
        {
            return round_to_twelve_digits(distribution.inverse_cdf(0.5 + self.level / 2.0));
        }
        let square = z * z;
        let second_term = ((5.0 * square + 16.0) * square + 3.0) / (24.0 * n);
        z * (1.0 + ((square + 1.0) + second_term) / (4.0 * n))
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self {
            level: 0.95,
            z: 1.959_963_984_54,
        }
    }
}

/// An interval, ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval of one number.
    pub const fn exactly(number: f64) -> Self {
        Self {
            low: number,
            high: number,
        }
    }

    /// The interval with both ends rounded to twelve significant digits, as tables and files have it: further digits are
    /// rounding errors.
    #[must_use]
    pub fn rounded(self) -> Self {
        Self {
            low: round_to_twelve_digits(self.low),
            high: round_to_twelve_digits(self.high),
        }
    }

    /// Half of the width.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// An estimate and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate; NaN without data.
    pub value: f64,
    /// The confidence interval.
    pub interval: Interval,
}

impl Estimate {
    /// The estimate and its interval in another unit: multiplied by a positive factor.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self {
            value: factor * self.value,
            interval: Interval {
                low: factor * self.interval.low,
                high: factor * self.interval.high,
            },
        }
    }

    /// The standard error that corresponds to the interval: that of the longer side, since an interval may be cut off
    /// at the limits of its quantity.
    pub fn standard_error(self, confidence: Confidence) -> f64 {
        let Interval { low, high } = self.interval;
        (self.value - low).max(high - self.value) / confidence.z()
    }

    /// The estimate without data: NaN, with the interval of all numbers.
    pub const NAN_UNBOUNDED: Self = Self {
        value: f64::NAN,
        interval: Interval {
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        },
    };
}

/// The number of trials with an outcome among `total` trials, some of which may be undecided.
///
/// ```
/// use pioche_engine::stats::{Confidence, Proportion};
///
/// // No success in 10 trials: Clopper and Pearson's upper end is 1 - 0.025^(1/10).
/// let interval = Proportion::new(0, 10).interval(Confidence::default());
/// assert_eq!(interval.low, 0.0);
/// assert!((interval.high - (1.0 - 0.025_f64.powf(0.1))).abs() < 1e-11);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportion {
    /// The trials with the outcome.
    pub count: u64,
    /// The undecided trials, which may have the outcome.
    pub undecided: u64,
    /// The number of all trials.
    pub total: u64,
}

impl Proportion {
    /// A proportion without undecided trials.
    pub const fn new(count: u64, total: u64) -> Self {
        Self {
            count,
            undecided: 0,
            total,
        }
    }

    /// The observed share; NaN without trials.
    pub fn estimate(self) -> f64 {
        self.count as f64 / self.total as f64
    }

    /// The largest share that is possible: the one with the outcome in every undecided trial. NaN without trials.
    pub fn highest_estimate(self) -> f64 {
        (self.count + self.undecided) as f64 / self.total as f64
    }

    pub(super) fn with_undecided_as_successes(self) -> Self {
        Self::new(self.count + self.undecided, self.total)
    }

    pub(super) fn with_undecided_as_failures(self) -> Self {
        Self::new(self.count, self.total)
    }

    /// The observed share with its interval.
    pub fn estimate_with_interval(self, confidence: Confidence) -> Estimate {
        Estimate {
            value: self.estimate(),
            interval: self.interval(confidence),
        }
    }

    /// The exact interval of the probability by Clopper and Pearson (1934); 0 to 1 without trials. For a number of trials
    /// fixed in advance, it covers the probability at least at the confidence level. A run that stops at a precision does
    /// not fix the number in advance.
    ///
    /// Undecided trials count as failures for the lower end and as successes for the upper one.
    pub fn interval(self, confidence: Confidence) -> Interval {
        let interval = |count| decided_interval(count, self.total, confidence);
        if self.undecided == 0 {
            return interval(self.count);
        }
        Interval {
            low: interval(self.count).low,
            high: interval(self.count + self.undecided).high,
        }
    }
}

fn decided_interval(count: u64, total: u64, confidence: Confidence) -> Interval {
    if total == 0 {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    let alpha = 1.0 - confidence.level();
    let Interval { low, high } = clopper_pearson(count as f64, total as f64, alpha);
    // Rounding must not move an end beyond the observed share, or away from 0 or 1.
    let share = count as f64 / total as f64;
    Interval {
        low: if count == 0 {
            0.0
        } else {
            low.clamp(0.0, share)
        },
        high: if count == total {
            1.0
        } else {
            high.clamp(share, 1.0)
        },
    }
}

fn clopper_pearson(count: f64, total: f64, alpha: f64) -> Interval {
    let end = |tail| {
        success_probability_from_tail(count, total, tail, alpha / 2.0, round_to_twelve_digits)
    };
    Interval {
        low: if count > 0.0 { end(Tail::Upper) } else { 0.0 },
        high: if count < total { end(Tail::Lower) } else { 1.0 },
    }
}

/// Rounds a number to twelve significant digits, since logarithms and exponentials differ in their last bit between
/// machines.
fn round_to_twelve_digits(x: f64) -> f64 {
    format!("{x:.11e}").parse().unwrap_or(x)
}
