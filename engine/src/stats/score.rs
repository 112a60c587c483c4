//! The score interval for the mean of a quantity that takes a few known values: the means that a score test of this
//! level does not reject.
//!
//! For a difference of paired proportions, whose values are -1, 0 and 1, it is Tango's interval (Statistics in
//! Medicine 17, 1998). Unlike mean ± z · standard error it keeps its width where nothing, or everything, was seen:
//! after 0 differences in n pairs it reaches from -z²/(n + z²) to z²/(n + z²).

use super::interval::{Confidence, Interval};

/// Halvings of an interval until its ends are neighbouring numbers.
const HALVINGS: usize = 120;

/// The score interval of the mean when each value was seen so often; nothing is known, and the interval reaches from the
/// smallest value to the largest, when none was seen.
///
/// Values that could come and did not belong to the list with the count 0.
///
/// # Panics
/// When there is no value at all.
pub fn mean_interval(seen: &[(f64, u64)], confidence: Confidence) -> Interval {
    let values = || seen.iter().map(|&(value, _)| value);
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    assert!(low <= high, "a quantity takes some value");
    let total: u64 = seen.iter().map(|&(_, count)| count).sum();
    if total == 0 || low == high {
        return Interval { low, high };
    }
    let total = total as f64;
    let mean = seen.iter().map(|&(value, count)| value * count as f64).sum::<f64>() / total;
    let z = confidence.z();
    // Written so that a variance of zero, at either end of the values, rejects.
    let rejected = |guess: f64| total * (mean - guess) * (mean - guess) >= z * z * variance(seen, total, guess);
    let end = |outermost: f64| {
        let (mut inside, mut outside) = (mean, outermost);
        for _ in 0..HALVINGS {
            let middle = inside + (outside - inside) / 2.0;
            if rejected(middle) { outside = middle } else { inside = middle }
        }
        outside
    };
    Interval { low: end(low), high: end(high) }
}

/// The variance of the most likely law of these values whose mean is `mean`.
///
/// Such a law gives a value at distance d from the mean the probability count / (n + λd), λ being what makes the mean
/// right; a value that was never seen is given one only where its denominator is 0, at an end of the possible λ.
fn variance(seen: &[(f64, u64)], total: f64, mean: f64) -> f64 {
    let distances = || seen.iter().map(|&(value, count)| (value - mean, count as f64));
    let (least, most) = distances().fold((0.0, 0.0), |(low, high): (f64, f64), (d, _)| (low.min(d), high.max(d)));
    if least == 0.0 || most == 0.0 {
        return 0.0;
    }
    let some = || distances().filter(|&(_, count)| count > 0.0);
    let sum = |lambda: f64| -> f64 { some().map(|(d, count)| d * count / (total + lambda * d)).sum() };
    let squares = |lambda: f64| -> f64 { some().map(|(d, count)| d * d * count / (total + lambda * d)).sum() };
    // The sum of distances falls as λ grows; it is infinite at an end whose value was seen.
    let (first, last) = (-total / most, -total / least);
    let unseen = |end: f64| distances().all(|(d, count)| d != end || count == 0.0);
    if unseen(most) && sum(first) < 0.0 {
        return squares(first) - sum(first) * most;
    }
    if unseen(least) && sum(last) > 0.0 {
        return squares(last) - sum(last) * least;
    }
    let (mut low, mut high) = (first, last);
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if sum(middle) > 0.0 { low = middle } else { high = middle }
    }
    squares(low + (high - low) / 2.0)
}
