//! Intervals for probabilities: the exact one of Clopper and Pearson, whose level is a floor, and Wilson's score
//! interval. Wald's, which is wrong near 0 and 1, is not offered.
//!
//! Intervals are *pointwise*: each covers its own probability with the stated confidence, not all of them together.

use super::binomial::{Tail, success_probability};
use crate::words::Unknown;
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
    /// When it is not strictly between 0 and 1, or within 10^-12 of them, where no digit of a quantile is left.
    pub fn new(level: f64) -> Result<Self, Unknown> {
        if !(level > 1e-12 && 1.0 - level > 1e-12) {
            return Err(Unknown::new(level, "confidence level, strictly between 0 and 1 as 0.95 is"));
        }
        Ok(Self { level, z: settled(Normal::standard().inverse_cdf(0.5 + level / 2.0)) })
    }

    /// The level.
    pub fn level(self) -> f64 {
        self.level
    }

    /// The two-sided quantile of the normal law: 1.959963984540 for 0.95.
    pub fn z(self) -> f64 {
        self.z
    }

    /// The two-sided quantile of Student's law with so many degrees of freedom: 2.262157162854 for 0.95 and 9. From a
    /// thousand on by its expansion around the normal law (Abramowitz and Stegun, 26.7.5), whose next term is below a
    /// millionth there.
    pub fn t(self, freedom: u64) -> f64 {
        let (z, n) = (self.z, freedom as f64);
        let square = z * z;
        let expanded = z * (1.0 + ((square + 1.0) + ((5.0 * square + 16.0) * square + 3.0) / (24.0 * n)) / (4.0 * n));
        match StudentsT::new(0.0, 1.0, n) {
            Ok(law) if freedom < 1000 => settled(law.inverse_cdf(0.5 + self.level / 2.0)),
            _ => expanded,
        }
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self { level: 0.95, z: 1.959_963_984_54 }
    }
}

/// How the interval of a probability is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Wilson's score interval (1927): narrower, and true to its level on the average of many probabilities; of a rare
    /// outcome it may hold much less often.
    Wilson,
    /// The exact interval of Clopper and Pearson (1934): of a number of trials that was fixed before, it never covers
    /// less than it says. A run that stops at a precision chooses its number by what it sees.
    #[default]
    Exact,
}

words!(Method, "method of an interval", [Wilson "wilson", Exact "exact"]);

/// An interval, ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Half of its width.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// An estimate and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate; NaN when nothing was seen.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
}

impl Estimate {
    /// The standard error that its interval stands for: that of the longer side, since an interval is cut at what is
    /// possible.
    pub fn error(self, confidence: Confidence) -> f64 {
        let Interval { low, high } = self.interval;
        (self.value - low).max(high - self.value) / confidence.z()
    }

    /// Of which nothing is known.
    pub const UNKNOWN: Self =
        Self { value: f64::NAN, interval: Interval { low: f64::NEG_INFINITY, high: f64::INFINITY } };
}

/// How many of `total` trials had an outcome, when some may stay undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportion {
    /// Trials that had it for certain.
    pub count: u64,
    /// Undecided trials that may have had it.
    pub undecided: u64,
    /// All trials.
    pub total: u64,
}

impl Proportion {
    /// `count` of `total`, nothing undecided.
    pub const fn of(count: u64, total: u64) -> Self {
        Self { count, undecided: 0, total }
    }

    /// The observed one; NaN of no trial.
    pub fn estimate(self) -> f64 {
        self.count as f64 / self.total as f64
    }

    /// The observed one with its interval.
    pub fn known(self, (method, confidence): (Method, Confidence)) -> Estimate {
        Estimate { value: self.estimate(), interval: self.interval(method, confidence) }
    }

    /// The interval of the probability. Undecided trials count both ways: as failures for the lower end, as
    /// successes for the upper one. Of no trial nothing is known: 0 to 1.
    pub fn interval(self, method: Method, confidence: Confidence) -> Interval {
        let known = bounds(self.count, self.total, method, confidence);
        match self.undecided {
            0 => known,
            more => Interval { high: bounds(self.count + more, self.total, method, confidence).high, ..known },
        }
    }
}

fn bounds(count: u64, total: u64, method: Method, confidence: Confidence) -> Interval {
    if total == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let Interval { low, high } = match method {
        Method::Wilson => wilson(count as f64, total as f64, confidence.z()),
        Method::Exact => clopper_pearson(count as f64, total as f64, 1.0 - confidence.level()),
    };
    // The ends are exactly 0 and 1 where nothing, or everything, was seen; and what was seen lies between them, however
    // they are rounded.
    let seen = count as f64 / total as f64;
    Interval {
        low: if count == 0 { 0.0 } else { low.clamp(0.0, seen) },
        high: if count == total { 1.0 } else { high.clamp(seen, 1.0) },
    }
}

fn wilson(count: f64, total: f64, z: f64) -> Interval {
    let proportion = count / total;
    let z2 = z * z;
    let centre = proportion + z2 / (2.0 * total);
    let half = z * (proportion * (1.0 - proportion) / total + z2 / (4.0 * total * total)).sqrt();
    let scale = 1.0 + z2 / total;
    Interval { low: (centre - half) / scale, high: (centre + half) / scale }
}

fn clopper_pearson(count: f64, total: f64, alpha: f64) -> Interval {
    let end = |tail| success_probability(count, total, tail, alpha / 2.0, settled);
    Interval {
        low: if count > 0.0 { end(Tail::Upper) } else { 0.0 },
        high: if count < total { end(Tail::Lower) } else { 1.0 },
    }
}

/// Twelve significant digits of a quantile: logarithms and exponentials differ in their last bit between machines,
/// and what is printed must not.
fn settled(x: f64) -> f64 {
    format!("{x:.11e}").parse().unwrap_or(x)
}
