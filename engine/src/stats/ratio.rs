//! How many times as probable one thing is as another.

use super::interval::{Confidence, Interval, Proportion};

/// The ratio of two proportions and its interval, normal on the scale of logarithms (Katz, 1978); `None` where one of
/// the two was never seen, or something was left undecided.
///
/// Of two independent samples. Where the samples share deals and what is counted in the one favours the other, the
/// interval is wider than need be.
pub fn ratio(above: Proportion, below: Proportion, confidence: Confidence) -> Option<(f64, Interval)> {
    let counted = |share: Proportion| share.count > 0 && share.undecided == 0;
    if !counted(above) || !counted(below) {
        return None;
    }
    let variance = |share: Proportion| 1.0 / share.count as f64 - 1.0 / share.total as f64;
    let ratio = above.estimate() / below.estimate();
    let spread = (confidence.z() * (variance(above) + variance(below)).sqrt()).exp();
    Some((ratio, Interval { low: ratio / spread, high: ratio * spread }))
}
