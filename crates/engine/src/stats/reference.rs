//! Stated numbers compared with reference values: the difference, its test, and the difference that the test detects.

use super::binomial::{Tail, success_probability_from_tail};
use super::compare::{binomial_p_value, two_sample_p_value};
use super::interval::{Confidence, Interval, Proportion, ProportionMethod};
use super::rejection::RejectedCounts;
use statrs::distribution::{ContinuousCDF, Normal};
use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::sync::Arc;

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
#[derive(Clone, Debug, PartialEq)]
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
    /// The smallest or the largest value of the deals; its distribution depends on their number.
    Extreme(ExtremeReference),
}

/// The values of which the smallest or the largest is stated.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtremeReference {
    /// The smallest possible value.
    pub first_value: usize,
    /// The shares of deals with at most each value, from the first one on; no greater value than the last one is possible.
    pub shares_at_most: Arc<[Proportion]>,
    /// True for the largest value.
    pub is_largest: bool,
}

impl ExtremeReference {
    /// Returns the values between which the extreme of `deals` deals lies with a probability of `confidence`.
    pub fn usual_range(&self, deals: NonZeroU64, confidence: Confidence) -> RangeInclusive<usize> {
        let tail = (1.0 - confidence.level()) / 2.0;
        let first_above = |probability: f64| {
            let mut shares = self.shares_at_most.iter();
            let is_above = |share: &Proportion| {
                self.probability_at_most(share.estimate(), deals) > probability
            };
            self.first_value + shares.position(is_above).unwrap_or_default()
        };
        first_above(tail)..=first_above(1.0 - tail)
    }

    /// The probability that the extreme of `deals` deals is at most a value that a share of the deals does not exceed.
    fn probability_at_most(&self, share: f64, deals: NonZeroU64) -> f64 {
        let exponent = deals.get() as f64;
        if self.is_largest {
            (exponent * share.ln()).exp()
        } else {
            1.0 - (exponent * (-share).ln_1p()).exp()
        }
    }

    /// The probability of an extreme as far out as `value` or further, in either direction.
    ///
    /// The shares are estimates: the bounds of their 99 % intervals are taken that make the probability larger.
    fn p_value(&self, value: f64, deals: NonZeroU64) -> f64 {
        let confidence = Confidence::new(0.99).expect("a level below 1");
        let bounds_at_most = |value: f64| {
            let index = value - self.first_value as f64;
            if index < 0.0 {
                return Interval::exactly(0.0);
            }
            match self.shares_at_most.get(index as usize..) {
                Some([share, _, ..]) => share.interval(ProportionMethod::Exact, confidence),
                _ => Interval::exactly(1.0),
            }
        };
        let at_most = self.probability_at_most(bounds_at_most(value.floor()).high, deals);
        let below = self.probability_at_most(bounds_at_most(value.ceil() - 1.0).low, deals);
        (2.0 * at_most.min(1.0 - below)).min(1.0)
    }
}

impl ReferenceValue {
    /// The number itself; not a number for an extreme, which depends on the number of deals.
    pub fn value(&self) -> f64 {
        match *self {
            Self::Exact(value) | Self::Mean { value, .. } => value,
            Self::Share(share) => share.estimate(),
            Self::Extreme(_) => f64::NAN,
        }
    }

    /// Returns the error of a stated number that is found in half of the samples: of those with `deals` deals or, if
    /// `deals` is `None` and the number is taken as exact, of those of the reference. It is that of the direction in which
    /// errors are harder to find. `None` when no error can be found.
    ///
    /// The test is that of [`StatedValue::compare`] at a level of 1 minus `confidence`.
    pub fn half_power_error(
        &self,
        deals: Option<NonZeroU64>,
        confidence: Confidence,
    ) -> Option<f64> {
        let level = 1.0 - confidence.level();
        match (self, deals) {
            (Self::Extreme(_), _) => None,
            (Self::Exact(_), None) => Some(0.0),
            (&Self::Exact(exact), Some(deals)) => half_power_share_error(
                |sample| binomial_p_value(sample, exact) < level,
                [exact, exact],
                deals.get(),
            ),
            (&Self::Share(share), None) => {
                let Interval { low, high } = share.interval(ProportionMethod::Exact, confidence);
                Some((share.estimate() - low).max(high - share.highest_estimate()))
            }
            (&Self::Share(share), Some(deals)) => half_power_share_error(
                |sample| two_sample_p_value(share, sample) < level,
                [share.estimate(), share.highest_estimate()],
                deals.get(),
            ),
            (mean @ Self::Mean { .. }, deals) => {
                Some(confidence.z() * mean.standard_error_beside(deals))
            }
        }
    }

    /// Returns the standard error of the difference from a mean of `deals` deals, or from an exact number; 0 for an exact
    /// reference and an exact number, and for probabilities.
    fn standard_error_beside(&self, deals: Option<NonZeroU64>) -> f64 {
        let Self::Mean {
            is_exact,
            standard_error,
            deals: reference_deals,
            ..
        } = *self
        else {
            return 0.0;
        };
        let stated_error = deals.map_or(0.0, |deals| {
            standard_error * (reference_deals as f64 / deals.get() as f64).sqrt()
        });
        if is_exact {
            stated_error
        } else {
            standard_error.hypot(stated_error)
        }
    }
}

/// Returns the larger of the two errors, above and below, with which half of the samples of `deals` deals are rejected.
/// `is_rejected` judges a sample; the shares between `possible_shares` are those of the reference. `None` when no sample is
/// rejected.
fn half_power_share_error(
    is_rejected: impl Fn(Proportion) -> bool,
    [lowest_share, highest_share]: [f64; 2],
    deals: u64,
) -> Option<f64> {
    let middle_counts = [
        (lowest_share * deals as f64).ceil() as u64,
        (highest_share * deals as f64) as u64,
    ];
    let rejected_counts = RejectedCounts::new(deals, middle_counts, |count| {
        is_rejected(Proportion::new(count, deals))
    });
    let probability_of_half = |count: u64, tail| {
        success_probability_from_tail(count as f64, deals as f64, tail, 0.5, |p| p)
    };
    let above = rejected_counts
        .smallest_above
        .map(|count| probability_of_half(count, Tail::Upper) - highest_share);
    let below = rejected_counts
        .largest_below
        .map(|count| lowest_share - probability_of_half(count, Tail::Lower));
    match (above, below) {
        (Some(above), Some(below)) => Some(above.max(below)),
        (above, below) => above.or(below),
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
    /// The standard error of the difference; 0 for exact numbers, and not a number for an extreme.
    pub standard_error: f64,
}

impl ReferenceComparison {
    /// The comparison of two exact numbers.
    fn from_exact_difference(difference: f64) -> Self {
        let is_equal = difference == 0.0;
        Self {
            z_score: is_equal.then_some(0.0),
            p_value: f64::from(is_equal),
            standard_error: 0.0,
        }
    }

    /// The comparison by the normal distribution; `None` when the standard error is unknown.
    fn from_normal_difference(difference: f64, standard_error: f64) -> Option<Self> {
        let z_score = difference / standard_error;
        (standard_error > 0.0 && standard_error.is_finite() && z_score.is_finite()).then(|| Self {
            z_score: Some(z_score),
            p_value: (2.0 * Normal::standard().sf(z_score.abs())).min(1.0),
            standard_error,
        })
    }
}

impl StatedValue {
    /// Returns the comparison with a reference value; of all numbers that can be rounded to the stated one, the nearest to
    /// the reference is taken. `None` when no test is possible: a sample is empty, its standard error is unknown, or the
    /// number of deals of an extreme is.
    pub fn compare(&self, reference: &ReferenceValue) -> Option<ReferenceComparison> {
        match reference {
            &ReferenceValue::Exact(exact) => Some(self.compare_exact(exact)),
            &ReferenceValue::Share(share) => (share.total > 0).then(|| self.compare_share(share)),
            ReferenceValue::Extreme(extreme) => Some(ReferenceComparison {
                z_score: None,
                p_value: extreme.p_value(self.value, self.deals?),
                standard_error: f64::NAN,
            }),
            &ReferenceValue::Mean {
                value, is_exact, ..
            } => {
                let difference = self.nearest_unrounded(value) - value;
                if is_exact && self.deals.is_none() {
                    return Some(ReferenceComparison::from_exact_difference(difference));
                }
                let standard_error = reference.standard_error_beside(self.deals);
                ReferenceComparison::from_normal_difference(difference, standard_error)
            }
        }
    }

    /// Returns the error of this number that is found in half of the samples: `half_power_error`, that of its deals and its
    /// reference, and the rounding error where it can hide a deal.
    pub fn add_rounding_error(&self, half_power_error: f64) -> f64 {
        let hides_deals = self
            .deals
            .is_none_or(|deals| self.max_rounding_error * deals.get() as f64 > 0.5);
        if hides_deals {
            half_power_error + self.max_rounding_error
        } else {
            half_power_error
        }
    }

    /// Returns whether any number from as many deals could disagree with the reference at this level.
    pub fn can_disagree(&self, reference: &ReferenceValue, significance_level: f64) -> bool {
        const SUFFICIENT_DEALS: u64 = 100;
        let deals = match (reference, self.deals) {
            (ReferenceValue::Exact(_), Some(deals)) => deals.get(),
            (ReferenceValue::Share(share), Some(deals)) => deals.get().min(share.total),
            _ => SUFFICIENT_DEALS,
        };
        let disagrees_at = |value: f64| {
            let extreme = Self {
                value,
                max_rounding_error: 0.0,
                ..*self
            };
            extreme
                .compare(reference)
                .is_some_and(|comparison| comparison.p_value < significance_level)
        };
        deals >= SUFFICIENT_DEALS || disagrees_at(0.0) || disagrees_at(1.0)
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
        let sample_difference = if difference == 0.0 {
            0.0
        } else {
            sample.estimate() - exact
        };
        let p_value = if sample_difference == 0.0 {
            1.0
        } else {
            binomial_p_value(sample, exact)
        };
        probability_comparison(sample_difference, p_value, &[(exact, deals)])
    }

    /// Undecided deals are counted as either outcome.
    fn compare_share(&self, share: Proportion) -> ReferenceComparison {
        let total = share.total;
        let highest_share = share.highest_estimate();
        let nearest_count = if self.value > highest_share {
            share.count + share.undecided
        } else {
            share.count
        };
        let reference = Proportion::new(nearest_count, total);
        let p = reference.estimate();
        let difference = self.nearest_unrounded(p) - p;
        let deals = self.deals.map(NonZeroU64::get);
        if difference == 0.0 || (share.estimate()..=highest_share).contains(&self.value) {
            let stated_variance = deals.map_or(0.0, |deals| share_variance(p, deals));
            return ReferenceComparison {
                z_score: Some(0.0),
                p_value: 1.0,
                standard_error: (share_variance(p, total) + stated_variance).sqrt(),
            };
        }
        let stated_p = (p + difference).clamp(0.0, 1.0);
        let Some(deals) = deals else {
            return probability_comparison(
                difference,
                binomial_p_value(reference, stated_p),
                &[(stated_p, total)],
            );
        };
        let sample = nearest_share(stated_p, deals);
        let pooled_p = (nearest_count + sample.count) as f64 / (total as f64 + deals as f64);
        probability_comparison(
            sample.estimate() - p,
            two_sample_p_value(reference, sample),
            &[(pooled_p, total), (pooled_p, deals)],
        )
    }
}

/// The comparison of two probabilities; `samples` holds the probability and the size of each sample.
fn probability_comparison(
    difference: f64,
    p_value: f64,
    samples: &[(f64, u64)],
) -> ReferenceComparison {
    const MIN_EXPECTED: f64 = 5.0;
    let variances = samples.iter().map(|&(p, deals)| share_variance(p, deals));
    let standard_error = variances.sum::<f64>().sqrt();
    let is_normal = samples
        .iter()
        .all(|&(p, deals)| p.min(1.0 - p) * deals as f64 >= MIN_EXPECTED);
    let z_score = if difference == 0.0 {
        Some(0.0)
    } else {
        is_normal.then(|| difference / standard_error)
    };
    ReferenceComparison {
        z_score,
        p_value,
        standard_error,
    }
}

fn share_variance(p: f64, deals: u64) -> f64 {
    p * (1.0 - p) / deals as f64
}

/// The share of this many deals that is nearest to a probability.
fn nearest_share(p: f64, deals: u64) -> Proportion {
    Proportion::new(((p * deals as f64).round() as u64).min(deals), deals)
}
