//! Tests of the difference between two shares, or between a share and an exact probability, and corrections for many
//! tests.
//!
//! The overlap of two intervals is not a test: shares with 95 % intervals that just touch differ at the level of 99.4 %.

use super::binomial::{Tail, binomial_tail, hypergeometric_tail};
use super::interval::{Confidence, Estimate, Interval, Proportion};
use statrs::distribution::{ContinuousCDF, Normal};

/// The expected count of the rarer outcome in the smaller sample from which the normal distribution is used.
const MIN_EXPECTED_FOR_NORMAL: f64 = 50.0;

/// The p-value of the test that two independent samples have the same probability: the score test, or, where an
/// expected count is small, Fisher's exact test with twice the smaller tail.
///
/// Undecided trials never cause a difference: they have the outcomes that bring both shares nearest to each other.
pub fn two_sample_p_value(one: Proportion, other: Proportion) -> f64 {
    if one.total == 0 || other.total == 0 {
        return 1.0;
    }
    if one.estimate() > other.highest_estimate() {
        decided_two_sample_p_value(
            one.with_undecided_as_failures(),
            other.with_undecided_as_successes(),
        )
    } else if other.estimate() > one.highest_estimate() {
        decided_two_sample_p_value(
            one.with_undecided_as_successes(),
            other.with_undecided_as_failures(),
        )
    } else {
        1.0
    }
}

/// The p-value of [`two_sample_p_value`] for samples without undecided trials.
fn decided_two_sample_p_value(one: Proportion, other: Proportion) -> f64 {
    let smaller = if one.total <= other.total { one } else { other };
    let total = one.total + other.total;
    let successes = one.count + other.count;
    let is_success_rarer = 2 * successes <= total;
    let (rarer_outcomes, count) = if is_success_rarer {
        (successes, smaller.count)
    } else {
        (total - successes, smaller.total - smaller.count)
    };
    let expected_count = smaller.total as f64 * (rarer_outcomes as f64 / total as f64);
    if expected_count < MIN_EXPECTED_FOR_NORMAL {
        let tail = if count as f64 <= expected_count {
            Tail::Lower
        } else {
            Tail::Upper
        };
        let tail_probability =
            hypergeometric_tail(count, smaller.total, rarer_outcomes, total, tail);
        return (2.0 * tail_probability).min(1.0);
    }
    let one_total = one.total as f64;
    let other_total = other.total as f64;
    let pooled_share = successes as f64 / (one_total + other_total);
    let variance = pooled_share * (1.0 - pooled_share) * (1.0 / one_total + 1.0 / other_total);
    let z = (one.estimate() - other.estimate()) / variance.sqrt();
    2.0 * Normal::standard().sf(z.abs())
}

/// The p-value of the test that a sample has the probability `exact`: twice the smaller tail of the binomial
/// distribution. Undecided trials have the outcomes that bring the share nearest to `exact`.
pub fn binomial_p_value(sample: Proportion, exact: f64) -> f64 {
    let total = sample.total;
    if total == 0 {
        return 1.0;
    }
    // The median is next to the mean, so the smaller tail is the one on the side of the count.
    let expected_count = total as f64 * exact;
    let (count, tail) = if sample.count as f64 > expected_count {
        (sample.count, Tail::Upper)
    } else if ((sample.count + sample.undecided) as f64) < expected_count {
        (sample.count + sample.undecided, Tail::Lower)
    } else {
        return 1.0;
    };
    if exact <= 0.0 || exact >= 1.0 {
        return 0.0;
    }
    (2.0 * binomial_tail(count, total, exact, tail)).min(1.0)
}

/// The interval of the difference of the shares of two events of the same trials.
///
/// `extremes` has, for the least and for the largest possible difference, the numbers of trials in which only the first event
/// occurs, and only the second one. They are equal unless trials are undecided.
///
/// The interval is that of Bonett and Price (Adjusted Wald confidence interval for a difference of binomial proportions based
/// on paired data, 2012): a trial of each event alone is added. Only such trials tell the shares apart, as in McNemar's test.
pub fn paired_share_difference(
    extremes: [[u64; 2]; 2],
    trials: u64,
    confidence: Confidence,
) -> Interval {
    let adjusted_trials = trials as f64 + 2.0;
    let [least, most] = extremes.map(|counts| {
        let [first_share, second_share] =
            counts.map(|count| (count as f64 + 1.0) / adjusted_trials);
        let centre = first_share - second_share;
        let variance = first_share + second_share - centre.powi(2);
        (centre, confidence.z() * (variance / adjusted_trials).sqrt())
    });
    Interval {
        low: (least.0 - least.1).max(-1.0),
        high: (most.0 + most.1).min(1.0),
    }
}

/// The interval of the difference of two estimates from independent samples, from the interval of each (MOVER; Zou and
/// Donner, 2008).
pub fn independent_difference(one: Estimate, other: Estimate) -> Interval {
    let value = one.value - other.value;
    let low_error = (one.value - one.interval.low).hypot(other.interval.high - other.value);
    let high_error = (one.interval.high - one.value).hypot(other.value - other.interval.low);
    Interval {
        low: value - low_error,
        high: value + high_error,
    }
}

/// The p-values of several tests, corrected for their number by the method of Holm (1979): the probability that
/// any true hypothesis has a corrected p-value below 5 % is at most 5 %.
pub fn holm_adjusted_p_values(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted_p_values = vec![1.0; p_values.len()];
    let mut previous_p_value = 0.0_f64;
    for (rank, index) in order.into_iter().enumerate() {
        let scaled_p_value = p_values[index] * (p_values.len() - rank) as f64;
        adjusted_p_values[index] = previous_p_value.max(scaled_p_value).min(1.0);
        previous_p_value = adjusted_p_values[index];
    }
    adjusted_p_values
}

/// The p-value of the test that the estimated number is 0, by the normal distribution, from an interval of this
/// confidence.
pub fn zero_estimate_p_value(estimate: Estimate, confidence: Confidence) -> f64 {
    let error = estimate.standard_error(confidence);
    if error > 0.0 {
        2.0 * Normal::standard().sf((estimate.value / error).abs())
    } else {
        1.0
    }
}

/// The probability that at least `count` of `total` trials succeed, each with probability `p`.
pub fn binomial_upper_tail(count: u64, total: u64, p: f64) -> f64 {
    if count > total {
        0.0
    } else if p <= 0.0 {
        f64::from(count == 0)
    } else if p >= 1.0 {
        1.0
    } else {
        binomial_tail(count, total, p, Tail::Upper)
    }
}
