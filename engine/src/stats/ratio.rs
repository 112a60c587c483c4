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
    let counted = |share: Proportion| share.count > 0 && share.undecided == 0;
    if !counted(numerator) || !counted(denominator) {
        return None;
    }
    let variance = |share: Proportion| 1.0 / share.count as f64 - 1.0 / share.total as f64;
    let ratio = numerator.estimate() / denominator.estimate();
    let spread = (confidence.z() * (variance(numerator) + variance(denominator)).sqrt()).exp();
    Some((
        ratio,
        Interval {
            low: ratio / spread,
            high: ratio * spread,
        },
    ))
}
