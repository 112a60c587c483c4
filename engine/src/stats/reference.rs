//! Stated numbers compared with reference values: the difference, its test, and the difference that the test detects.

use super::compare::{binomial_p_value, two_sample_p_value};
use super::interval::{Confidence, Proportion};
use statrs::distribution::{ContinuousCDF, Normal};
use std::num::NonZeroU64;

/// A number that a table states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StatedValue {
    /// The number.
    pub value: f64,
    /// The largest rounding error of the number.
    pub max_rounding_error: f64,
    /// The number of deals that it was estimated from; `None` for an exact number.
    pub deals: Option<NonZeroU64>,
}

/// The value that a stated number is compared with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReferenceValue {
    /// An exact probability.
    Exact(f64),
    /// A share of deals, which estimates a probability.
    Share(Proportion),
    /// A mean, or another number that is not a probability.
    Mean {
        /// The number, or its estimate.
        value: f64,
        /// True for an exact number.
        is_exact: bool,
        /// The standard error of an estimate from `deals` deals; not finite, or 0, when it is unknown.
        standard_error: f64,
        /// The number of deals behind the standard error.
        deals: u64,
    },
}

impl ReferenceValue {
    /// The number itself.
    pub fn value(&self) -> f64 {
        match *self {
            Self::Exact(value) | Self::Mean { value, .. } => value,
            Self::Share(share) => share.estimate(),
        }
    }
}

/// The comparison of a stated number with a reference value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReferenceComparison {
    /// The difference in standard errors, positive when more is stated; `None` when a standard error means nothing: exact
    /// numbers that differ, or fewer than 5 expected events.
    pub z_score: Option<f64>,
    /// The probability of such a difference or a larger one, in either direction, when the statement is true.
    pub p_value: f64,
    /// The standard error of the difference; 0 for exact numbers.
    pub standard_error: f64,
    /// The deals behind the difference of two probabilities; infinite for other numbers.
    effective_trials: f64,
}

impl ReferenceComparison {
    /// The comparison of two exact numbers.
    fn from_exact_difference(difference: f64) -> Self {
        let is_equal = difference == 0.0;
        let standard_errors = is_equal.then_some(0.0);
        Self {
            z_score: standard_errors,
            p_value: f64::from(is_equal),
            standard_error: 0.0,
            effective_trials: f64::INFINITY,
        }
    }

    /// The difference that is detected in half of the samples, for a number with this rounding error: that of the normal
    /// law, and, where few events are expected, that of the upper end of Wilson's interval of 0 events.
    pub fn half_power_difference(&self, max_rounding_error: f64, confidence: Confidence) -> f64 {
        let z = confidence.z();
        max_rounding_error + (z * self.standard_error).max(z * z / (self.effective_trials + z * z))
    }
}

impl StatedValue {
    /// Returns the comparison with a reference value; of all numbers that can be rounded to the stated one, the nearest to
    /// the reference is taken. `None` when no test is possible: a sample is empty, or its standard error is unknown.
    pub fn compare(&self, reference: ReferenceValue) -> Option<ReferenceComparison> {
        match reference {
            ReferenceValue::Exact(exact) => Some(self.compare_exact(exact)),
            ReferenceValue::Share(share) => (share.total > 0).then(|| self.compare_share(share)),
            ReferenceValue::Mean {
                value,
                is_exact,
                standard_error,
                deals,
            } => {
                let difference = self.nearest_unrounded(value) - value;
                if is_exact && self.deals.is_none() {
                    return Some(ReferenceComparison::from_exact_difference(difference));
                }
                let own = self.deals.map_or(0.0, |own| {
                    standard_error * (deals as f64 / own.get() as f64).sqrt()
                });
                let error = if is_exact {
                    own
                } else {
                    standard_error.hypot(own)
                };
                let errors = difference / error;
                (error > 0.0 && error.is_finite() && errors.is_finite()).then(|| {
                    ReferenceComparison {
                        z_score: Some(errors),
                        p_value: (2.0 * Normal::standard().sf(errors.abs())).min(1.0),
                        standard_error: error,
                        effective_trials: f64::INFINITY,
                    }
                })
            }
        }
    }

    /// Returns whether any number from as many deals could disagree with the reference at this level.
    pub fn can_disagree(&self, reference: ReferenceValue, significance_level: f64) -> bool {
        const MANY: u64 = 100;
        let deals = match (reference, self.deals) {
            (ReferenceValue::Exact(_), Some(deals)) => deals.get(),
            (ReferenceValue::Share(share), Some(deals)) => deals.get().min(share.total),
            _ => MANY,
        };
        let mut extremes = [0.0, 1.0].into_iter().map(|value| Self {
            value,
            max_rounding_error: 0.0,
            ..*self
        });
        deals >= MANY
            || extremes.any(|stated| {
                stated
                    .compare(reference)
                    .is_some_and(|one| one.p_value < significance_level)
            })
    }

    /// The number nearest to the reference that can be rounded to the stated one.
    fn nearest_unrounded(&self, reference: f64) -> f64 {
        // The last bit of a sum is not a difference.
        let slack = self.max_rounding_error * (1.0 + 1e-9) + 1e-15 * self.value.abs().max(1.0);
        let distance = reference - self.value;
        if distance.abs() <= slack {
            reference
        } else {
            self.value + slack.copysign(distance)
        }
    }

    fn compare_exact(&self, exact: f64) -> ReferenceComparison {
        let difference = self.nearest_unrounded(exact) - exact;
        let Some(deals) = self.deals.map(NonZeroU64::get) else {
            return ReferenceComparison::from_exact_difference(difference);
        };
        let sample = nearest_share(exact + difference, deals);
        let difference = if difference == 0.0 {
            0.0
        } else {
            sample.estimate() - exact
        };
        let p_value = if difference == 0.0 {
            1.0
        } else {
            binomial_p_value(sample, exact)
        };
        probability_comparison(
            difference,
            p_value,
            share_variance(exact, deals),
            [(exact, deals), (exact, deals)],
            deals as f64,
        )
    }

    /// Undecided deals are counted as either outcome.
    fn compare_share(&self, share: Proportion) -> ReferenceComparison {
        let Proportion {
            count,
            undecided,
            total,
        } = share;
        let (least, most) = (
            count as f64 / total as f64,
            (count + undecided) as f64 / total as f64,
        );
        let (own, ours) = if self.value > most {
            (count + undecided, most)
        } else {
            (count, least)
        };
        let share = Proportion::new(own, total);
        let difference = self.nearest_unrounded(ours) - ours;
        let trials = self.deals.map_or(total as f64, |deals| {
            1.0 / (1.0 / total as f64 + 1.0 / deals.get() as f64)
        });
        if difference == 0.0 || (least..=most).contains(&self.value) {
            let error = share_variance(ours, total)
                + self
                    .deals
                    .map_or(0.0, |deals| share_variance(ours, deals.get()));
            return ReferenceComparison {
                z_score: Some(0.0),
                p_value: 1.0,
                standard_error: error.sqrt(),
                effective_trials: trials,
            };
        }
        let stated = (ours + difference).clamp(0.0, 1.0);
        match self.deals.map(NonZeroU64::get) {
            None => {
                let p_value = binomial_p_value(share, stated);
                probability_comparison(
                    difference,
                    p_value,
                    share_variance(stated, total),
                    [(stated, total); 2],
                    trials,
                )
            }
            Some(deals) => {
                let sample = nearest_share(stated, deals);
                let pooled = (own + sample.count) as f64 / (total as f64 + deals as f64);
                let variance = share_variance(pooled, total) + share_variance(pooled, deals);
                let expected = [(pooled, total), (pooled, deals)];
                probability_comparison(
                    sample.estimate() - ours,
                    two_sample_p_value(share, sample),
                    variance,
                    expected,
                    trials,
                )
            }
        }
    }
}

/// The comparison of two probabilities; `samples` holds the probability and the size of each sample.
fn probability_comparison(
    difference: f64,
    p_value: f64,
    variance: f64,
    samples: [(f64, u64); 2],
    trials: f64,
) -> ReferenceComparison {
    const MIN_EXPECTED: f64 = 5.0;
    let error = variance.sqrt();
    let is_normal = samples
        .iter()
        .all(|&(p, deals)| p.min(1.0 - p) * deals as f64 >= MIN_EXPECTED);
    let standard_errors = match difference {
        0.0 => Some(0.0),
        _ => is_normal.then(|| difference / error),
    };
    ReferenceComparison {
        z_score: standard_errors,
        p_value,
        standard_error: error,
        effective_trials: trials,
    }
}

fn share_variance(p: f64, deals: u64) -> f64 {
    p * (1.0 - p) / deals as f64
}

/// The share of this many deals that is nearest to a probability.
fn nearest_share(p: f64, deals: u64) -> Proportion {
    Proportion::new(((p * deals as f64).round() as u64).min(deals), deals)
}
