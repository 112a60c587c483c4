//! A number that somebody states, held to what is known of it.

use super::compare::{is_exact, same};
use super::interval::{Confidence, Proportion};
use statrs::distribution::{ContinuousCDF, Normal};

/// A number that somebody states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stated {
    /// The number.
    pub value: f64,
    /// How far the number that was meant may lie from it, since it was rounded.
    pub rounding: f64,
    /// Of how many deals it is a share; `None` when it is meant to be exact.
    pub deals: Option<u64>,
}

/// What is known of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// The probability.
    Exact(f64),
    /// A share of deals that estimates it.
    Share(Proportion),
    /// Another number.
    Mean {
        /// The number, or its estimate.
        value: f64,
        /// Whether the number is exact.
        exact: bool,
        /// The standard error of a sample of so many deals, which the estimate is from.
        error: f64,
        /// The deals.
        deals: u64,
    },
}

/// How far a stated number lies from what is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// In standard errors of the difference, positive when more is stated; infinite where there is no error.
    pub errors: f64,
    /// How probable it is to lie at least as far, both ways counted, when the statement is true.
    pub probability: f64,
    /// The standard error of the difference; 0 where all is exact.
    pub error: f64,
}

impl Difference {
    /// Off by so much, where this is the error; `probability` is looked up where both are something.
    fn of(by: f64, error: f64, probability: impl FnOnce() -> f64) -> Self {
        match by {
            0.0 => Self { errors: 0.0, probability: 1.0, error },
            _ if error > 0.0 => Self { errors: by / error, probability: probability(), error },
            _ => Self { errors: f64::INFINITY.copysign(by), probability: 0.0, error: 0.0 },
        }
    }

    /// How far a statement with this rounding may lie off, in either direction, before it is seen in half of the samples.
    pub fn seen_from(&self, rounding: f64, confidence: Confidence) -> f64 {
        rounding + confidence.z() * self.error
    }
}

impl Stated {
    /// How far it lies from what is known; of all numbers that it may be rounded from, the nearest one counts.
    pub fn differs(&self, known: Known) -> Difference {
        let (value, error) = match known {
            Known::Exact(exact) => return self.off_exact(exact),
            Known::Share(share) => return self.off_share(share),
            Known::Mean { value, exact, error, deals } => {
                let own = self.deals.map_or(0.0, |own| error * (deals as f64 / own as f64).sqrt());
                (value, if exact { own } else { error.hypot(own) })
            }
        };
        let by = self.nearest(value) - value;
        Difference::of(by, error, || (2.0 * Normal::standard().sf((by / error).abs())).min(1.0))
    }

    /// The nearest number that it may be rounded from.
    fn nearest(&self, known: f64) -> f64 {
        // The last bit of a sum is no difference.
        let slack = self.rounding * (1.0 + 1e-9) + 1e-15;
        if (known - self.value).abs() <= slack { known } else { self.value + slack.copysign(known - self.value) }
    }

    fn off_exact(&self, exact: f64) -> Difference {
        let by = self.nearest(exact) - exact;
        let Some(deals) = self.deals else { return Difference::of(by, 0.0, || 0.0) };
        let theirs = counted(exact + by, deals);
        let by = if by == 0.0 { by } else { theirs.estimate() - exact };
        Difference::of(by, (exact * (1.0 - exact) / deals as f64).sqrt(), || is_exact(theirs, exact))
    }

    /// Undecided deals may be of either kind.
    fn off_share(&self, share: Proportion) -> Difference {
        let Proportion { count, undecided, total } = share;
        let (least, most) = (count as f64 / total as f64, (count + undecided) as f64 / total as f64);
        let own = if self.value > most { count + undecided } else { count };
        let (share, ours) = (Proportion::of(own, total), if self.value > most { most } else { least });
        let by = self.nearest(ours) - ours;
        let spread = |p: f64, deals: u64| p * (1.0 - p) / deals as f64;
        if by == 0.0 || (least..=most).contains(&self.value) || total == 0 {
            let theirs = self.deals.map_or(0.0, |deals| spread(ours, deals));
            return Difference::of(0.0, (spread(ours, total.max(1)) + theirs).sqrt(), || 1.0);
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
        Difference::of(by, variance.sqrt(), || probability)
    }
}

/// The share of so many deals that is nearest.
fn counted(share: f64, deals: u64) -> Proportion {
    Proportion::of(((share * deals as f64).round() as u64).min(deals), deals)
}
