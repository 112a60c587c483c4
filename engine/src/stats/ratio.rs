//! The ratio of two probabilities.

use super::interval::{Confidence, Interval, Proportion};

/// Estimates the ratio of the probabilities of two independent samples, with its interval, which is normal on a
/// logarithmic scale (Katz, 1978); `None` if one of the two counts is 0 or has undecided trials.
///
/// If the samples share deals and are positively correlated, the interval is wider than necessary.
pub fn risk_ratio(
    numerator: Proportion,
    denominator: Proportion,
    confidence: Confidence,
) -> Option<(f64, Interval)> {
    let has_logarithm = |share: Proportion| share.count > 0 && share.undecided == 0;
    if !has_logarithm(numerator) || !has_logarithm(denominator) {
        return None;
    }
    let log_variance = |share: Proportion| 1.0 / share.count as f64 - 1.0 / share.total as f64;
    let ratio = numerator.estimate() / denominator.estimate();
    let log_error = (log_variance(numerator) + log_variance(denominator)).sqrt();
    let factor = (confidence.z() * log_error).exp();
    let interval = Interval {
        low: ratio / factor,
        high: ratio * factor,
    };
    Some((ratio, interval))
}
