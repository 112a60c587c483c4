//! The test of a stated number against a reference value.

use super::compare::{is_exact, same};
use super::interval::{Confidence, Proportion};
use statrs::distribution::{ContinuousCDF, Normal};

/// A stated number, for example from a handout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StatedNumber {
    /// The stated number.
    pub value: f64,
    /// The largest difference from the number before it was rounded.
    pub rounding: f64,
    /// The number of deals of which it is a share; `None` for an exact number.
    pub deals: Option<u64>,
}

/// A reference value for a stated number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReferenceValue {
    /// An exact probability.
    Exact(f64),
    /// A share of deals, which estimates a probability.
    Share(Proportion),
    /// A number that is not a probability.
    Mean {
        /// The number or its estimate.
        value: f64,
        /// True if `value` is exact.
        exact: bool,
        /// The standard error of a sample of `deals` deals.
        error: f64,
        /// The number of deals of the estimate.
        deals: u64,
    },
}

/// The difference between a stated number and its reference value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The difference in standard errors, positive if the stated number is larger; infinite if the standard error is 0.
    pub errors: f64,
    /// The two-sided p-value: the probability of at least this difference if the stated number is true.
    pub probability: f64,
    /// The standard error of the difference; 0 if both numbers are exact.
    pub error: f64,
}

impl Difference {
    /// A difference of `by` with this standard error; `probability` is only called if neither is 0.
    fn new(by: f64, error: f64, probability: impl FnOnce() -> f64) -> Self {
        match by {
            0.0 => Self { errors: 0.0, probability: 1.0, error },
            _ if error > 0.0 => Self { errors: by / error, probability: probability(), error },
            _ => Self { errors: f64::INFINITY.copysign(by), probability: 0.0, error: 0.0 },
        }
    }

    /// The difference, in either direction, that is detected in half of the samples, for a number with this rounding.
    pub fn detection_limit(&self, rounding: f64, confidence: Confidence) -> f64 {
        rounding + confidence.z() * self.error
    }
}

impl StatedNumber {
    /// The difference from a reference value; of all numbers with this rounded value, the nearest one counts.
    pub fn difference(&self, known: ReferenceValue) -> Difference {
        let (value, error) = match known {
            ReferenceValue::Exact(exact) => return self.difference_from_exact(exact),
            ReferenceValue::Share(share) => return self.difference_from_share(share),
            ReferenceValue::Mean { value, exact, error, deals } => {
                let own = self.deals.map_or(0.0, |own| error * (deals as f64 / own as f64).sqrt());
                (value, if exact { own } else { error.hypot(own) })
            }
        };
        let by = self.nearest(value) - value;
        Difference::new(by, error, || (2.0 * Normal::standard().sf((by / error).abs())).min(1.0))
    }

    /// The number nearest to `known` among those with this rounded value.
    fn nearest(&self, known: f64) -> f64 {
        // A difference in the last bit of a sum does not count.
        let slack = self.rounding * (1.0 + 1e-9) + 1e-15;
        if (known - self.value).abs() <= slack { known } else { self.value + slack.copysign(known - self.value) }
    }

    /// The difference from an exact probability.
    fn difference_from_exact(&self, exact: f64) -> Difference {
        let by = self.nearest(exact) - exact;
        let Some(deals) = self.deals else { return Difference::new(by, 0.0, || 0.0) };
        let theirs = counted(exact + by, deals);
        let by = if by == 0.0 { by } else { theirs.estimate() - exact };
        Difference::new(by, (exact * (1.0 - exact) / deals as f64).sqrt(), || is_exact(theirs, exact))
    }

    /// The difference from a share, of which the undecided deals may count or not.
    fn difference_from_share(&self, share: Proportion) -> Difference {
        let Proportion { count, undecided, total } = share;
        let (least, most) = (count as f64 / total as f64, (count + undecided) as f64 / total as f64);
        let own = if self.value > most { count + undecided } else { count };
        let (share, ours) = (Proportion::new(own, total), if self.value > most { most } else { least });
        let by = self.nearest(ours) - ours;
        let spread = |p: f64, deals: u64| p * (1.0 - p) / deals as f64;
        if by == 0.0 || (least..=most).contains(&self.value) || total == 0 {
            let theirs = self.deals.map_or(0.0, |deals| spread(ours, deals));
            return Difference::new(0.0, (spread(ours, total.max(1)) + theirs).sqrt(), || 1.0);
        }
        let stated = (ours + by).clamp(0.0, 1.0);
        let (by, probability, variance) = match self.deals {
            None => {
                let possible = if stated > 0.0 && stated < 1.0 { stated } else { ours };
                (by, is_exact(share, stated), spread(possible, total))
            }
            Some(deals) => {
                let theirs = counted(stated, deals);
                let pooled = (own + theirs.count) as f64 / (total as f64 + deals as f64);
                let variance = spread(pooled, total) + spread(pooled, deals);
                (theirs.estimate() - ours, same(share, theirs), variance)
            }
        };
        Difference::new(by, variance.sqrt(), || probability)
    }
}

/// The share of `deals` deals that is nearest to `share`.
fn counted(share: f64, deals: u64) -> Proportion {
    Proportion::new(((share * deals as f64).round() as u64).min(deals), deals)
}
