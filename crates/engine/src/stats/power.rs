//! The power of the tests of [`compare`](super::compare): the probability that a test finds a difference of a given size.

use super::compare::{
    binomial_p_value, binomial_upper_tail, exclusive_outcomes_difference, two_sample_p_value,
};
use super::interval::{Confidence, Estimate, Interval, Proportion};
use super::rejection::RejectedCounts;
use statrs::distribution::{ContinuousCDF, Normal};

/// The power of a detectable difference.
const POWER: f64 = 0.8;

/// The expected count of the rarer outcome from which the power of the comparison of two samples is computed by the normal
/// distribution.
const MIN_EXPECTED_FOR_NORMAL: f64 = 200.0;

/// The number of halvings of the search for a difference.
const SEARCH_STEPS: usize = 40;

/// A test of a difference, with the numbers of trials on which its power depends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DifferenceTest {
    /// The test of two outcomes of the same trials, [`equal_outcomes_p_value`](super::compare::equal_outcomes_p_value). The
    /// number of trials with either outcome is taken as it was observed.
    EqualOutcomes {
        /// The first outcome.
        one: Proportion,
        /// The second outcome.
        other: Proportion,
    },
    /// The test of a share against a known probability, [`binomial_p_value`].
    KnownProbability {
        /// The number of trials.
        trials: u64,
        /// The probability.
        probability: f64,
    },
    /// The test of two independent samples, [`two_sample_p_value`], around their common share.
    TwoSamples {
        /// The first sample.
        one: Proportion,
        /// The second sample.
        other: Proportion,
    },
    /// The test that a mean is 0, [`zero_estimate_p_value`](super::compare::zero_estimate_p_value).
    Mean {
        /// The estimated mean.
        mean: f64,
        /// The standard error of the mean.
        standard_error: f64,
    },
}

impl DifferenceTest {
    /// Returns the probability that the test at this level rejects equality when the true difference is `difference`; 0 for a
    /// difference that cannot occur.
    ///
    /// ```
    /// use pioche_engine::stats::power::DifferenceTest;
    ///
    /// // Ten flips differ from a fair coin, at the level of 5 %, with at most 1 or at least 9 heads.
    /// let test = DifferenceTest::KnownProbability { trials: 10, probability: 0.5 };
    /// let by_hand = 0.9_f64.powi(10) + 10.0 * 0.9_f64.powi(9) * 0.1;
    /// assert!((test.power(0.4, 0.05) - by_hand).abs() < 1e-6);
    /// ```
    pub fn power(&self, difference: f64, level: f64) -> f64 {
        match *self {
            Self::EqualOutcomes { one, other } => {
                let trials = one.count + other.count;
                let share_difference = difference * one.total as f64 / trials as f64;
                known_probability_power(trials, 0.5, share_difference / 2.0, level)
            }
            Self::KnownProbability {
                trials,
                probability,
            } => known_probability_power(trials, probability, difference, level),
            Self::TwoSamples { one, other } => two_sample_power(one, other, difference, level),
            Self::Mean { standard_error, .. } => {
                let normal = Normal::standard();
                let critical = critical_value(level);
                let shift = difference / standard_error;
                normal.sf(critical - shift) + normal.cdf(-critical - shift)
            }
        }
    }

    /// Returns the difference of two outcomes, or the mean, with the interval that excludes 0 exactly where the test at this
    /// level finds a difference; `None` for the other tests.
    pub fn difference(&self, level: f64) -> Option<Estimate> {
        match *self {
            Self::EqualOutcomes { one, other } => {
                let confidence = Confidence::new(1.0 - level).ok()?;
                Some(exclusive_outcomes_difference(one, other, confidence))
            }
            Self::Mean {
                mean,
                standard_error,
            } => {
                let half_width = critical_value(level) * standard_error;
                let interval = Interval {
                    low: mean - half_width,
                    high: mean + half_width,
                };
                Some(Estimate {
                    value: mean,
                    interval,
                })
            }
            Self::KnownProbability { .. } | Self::TwoSamples { .. } => None,
        }
    }

    /// Returns the smallest difference that the test at this level finds with a probability of 80 %; `None` when the trials
    /// are too few to find any.
    pub fn detectable_difference(&self, level: f64) -> Option<f64> {
        let mut high = self.largest_difference();
        let mut low = 0.0;
        if !high.is_finite() || self.power(high, level) < POWER {
            return None;
        }
        for _ in 0..SEARCH_STEPS {
            let middle = (low + high) / 2.0;
            if self.power(middle, level) < POWER {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(high)
    }

    /// Returns the largest difference that can occur; of a mean, one that is found almost surely.
    fn largest_difference(&self) -> f64 {
        match *self {
            Self::EqualOutcomes { one, other } => {
                (one.count + other.count) as f64 / one.total as f64
            }
            Self::KnownProbability { probability, .. } => probability.max(1.0 - probability),
            Self::TwoSamples { .. } => 1.0,
            Self::Mean { standard_error, .. } => 40.0 * standard_error,
        }
    }
}

/// Returns the number of standard errors beyond which a test at this level rejects 0.
fn critical_value(level: f64) -> f64 {
    Normal::standard().inverse_cdf(1.0 - level / 2.0)
}

/// Returns the probability of a count that is rejected when a trial succeeds with this probability.
fn rejection_probability(counts: &RejectedCounts, trials: u64, success_probability: f64) -> f64 {
    let above = counts.smallest_above.map_or(0.0, |count| {
        binomial_upper_tail(count, trials, success_probability)
    });
    let below = counts.largest_below.map_or(0.0, |count| {
        let failures = trials.saturating_sub(count);
        binomial_upper_tail(failures, trials, 1.0 - success_probability)
    });
    above + below
}

/// Returns the power of the binomial test; of the two directions of a difference, that with the smaller power.
fn known_probability_power(trials: u64, probability: f64, difference: f64, level: f64) -> f64 {
    if trials == 0 {
        return 0.0;
    }
    let mean_count = (trials as f64 * probability).floor() as u64;
    let rejected_counts = RejectedCounts::new(trials, [mean_count, mean_count], |count| {
        binomial_p_value(Proportion::new(count, trials), probability) <= level
    });
    [probability + difference, probability - difference]
        .into_iter()
        .filter(|true_probability| (0.0..=1.0).contains(true_probability))
        .map(|true_probability| rejection_probability(&rejected_counts, trials, true_probability))
        .reduce(f64::min)
        .unwrap_or(0.0)
}

/// Returns the power of the comparison of two samples with probabilities that differ by `difference` around their common
/// share.
fn two_sample_power(one: Proportion, other: Proportion, difference: f64, level: f64) -> f64 {
    let one_total = one.total as f64;
    let other_total = other.total as f64;
    let total = one_total + other_total;
    let common_share = (one.count + other.count) as f64 / total;
    let lowest = (common_share - difference * one_total / total).max(0.0);
    let highest = (lowest + difference).min(1.0);
    let lowest = (highest - difference).max(0.0);
    let pooled_share = (one_total * highest + other_total * lowest) / total;
    let rarer_share = pooled_share.min(1.0 - pooled_share);
    if rarer_share * one_total.min(other_total) < MIN_EXPECTED_FOR_NORMAL {
        return exact_two_sample_power([one.total, other.total], [highest, lowest], level);
    }
    let normal = Normal::standard();
    let equal_error =
        (pooled_share * (1.0 - pooled_share) * (1.0 / one_total + 1.0 / other_total)).sqrt();
    let error =
        (highest * (1.0 - highest) / one_total + lowest * (1.0 - lowest) / other_total).sqrt();
    let critical = critical_value(level) * equal_error;
    normal.sf((critical - difference) / error) + normal.cdf((-critical - difference) / error)
}

/// Returns the power by adding the probabilities of all pairs of counts that the test rejects.
fn exact_two_sample_power(totals: [u64; 2], probabilities: [f64; 2], level: f64) -> f64 {
    let [one_total, other_total] = totals;
    let mean = one_total as f64 * probabilities[0];
    let reach = 8.0 * (mean * (1.0 - probabilities[0])).sqrt() + 10.0;
    let first = (mean - reach).max(0.0) as u64;
    let last = (mean + reach).min(one_total as f64) as u64;
    let mut power = 0.0;
    for count in first..=last {
        let probability = binomial_upper_tail(count, one_total, probabilities[0])
            - binomial_upper_tail(count + 1, one_total, probabilities[0]);
        if probability <= 0.0 {
            continue;
        }
        let first_share = Proportion::new(count, one_total);
        let equal_count = (first_share.estimate() * other_total as f64) as u64;
        let rejected_counts =
            RejectedCounts::new(other_total, [equal_count, equal_count], |other_count| {
                two_sample_p_value(first_share, Proportion::new(other_count, other_total)) <= level
            });
        power +=
            probability * rejection_probability(&rejected_counts, other_total, probabilities[1]);
    }
    power
}
