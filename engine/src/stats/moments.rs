//! Mean, spread and quantiles of a histogram, from exact integer sums.

use super::interval::{Confidence, Estimate, Interval};
use super::tally::Histogram;

/// The mean, spread and quantiles of the values that a histogram counts.
///
/// ```
/// use pioche_engine::stats::{Histogram, Moments};
///
/// // The values 2, 4, 4, 4, 5, 5, 7, 9 have the sum of squared deviations 32.
/// let histogram = Histogram::new(vec![0, 0, 1, 0, 3, 2, 0, 1, 0, 1]);
/// let moments = Moments::new(&histogram, 0).unwrap();
/// assert_eq!((moments.mean, moments.median, moments.mode), (5.0, 4.5, 4));
/// assert_eq!(moments.standard_deviation, (32.0_f64 / 7.0).sqrt());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The number of values.
    pub value_count: u64,
    /// The mean.
    pub mean: f64,
    /// The standard deviation (of the quantity, with n - 1); 0 for a single value.
    pub standard_deviation: f64,
    /// The standard error of the mean: standard deviation / √n.
    pub standard_error: f64,
    /// The skewness: the third central moment divided by the cube of the standard deviation; 0 for equal values.
    pub skewness: f64,
    /// The smallest value that the histogram can count.
    pub min_possible: f64,
    /// The smallest value seen.
    pub min: i64,
    /// The largest value seen.
    pub max: i64,
    /// The median: halfway between the two middle values of an even number of them.
    pub median: f64,
    /// The value seen most often, the smallest of several.
    pub mode: i64,
}

impl Moments {
    /// The moments of a histogram with entries `v` for the values `v + shift`; `None` for an empty histogram.
    pub fn new(histogram: &Histogram, value_offset: i64) -> Option<Self> {
        let counts = histogram.counts();
        let total = histogram.total();
        let first = counts.iter().position(|&count| count > 0)?;
        let (mut sum, mut squares) = (0_u128, 0_u128);
        for (value, &count) in counts.iter().enumerate() {
            sum += value as u128 * u128::from(count);
            squares += (value * value) as u128 * u128::from(count);
        }
        let n = u128::from(total);
        // n² times the variance, exactly: with floats the subtraction would lose digits.
        let spread = match (n.checked_mul(squares), sum.checked_mul(sum)) {
            (Some(whole), Some(square)) => (whole - square) as f64,
            _ => n as f64 * squared_deviations(counts, (sum / n) as usize),
        };
        let variance = if n > 1 {
            spread / (n * (n - 1)) as f64
        } else {
            0.0
        };
        let mode = counts
            .iter()
            .enumerate()
            .rev()
            .max_by_key(|&(_, count)| count)
            .map_or(first, |(value, _)| value);
        let shifted = |value: usize| value as i64 + value_offset;
        let ranked = |rank| shifted(histogram.value_at_rank(rank).unwrap_or(first));
        Some(Self {
            value_count: total,
            mean: sum as f64 / n as f64 + value_offset as f64,
            standard_deviation: variance.sqrt(),
            standard_error: (variance / n as f64).sqrt(),
            skewness: skewness(counts, total),
            min_possible: value_offset as f64,
            min: shifted(first),
            max: shifted(counts.len() - 1),
            median: (ranked((total - 1) / 2) + ranked(total / 2)) as f64 / 2.0,
            mode: shifted(mode),
        })
    }

    /// The mean with its interval, which is unbounded where [`Moments::mean_interval`] is `None`.
    pub fn mean_estimate(&self, confidence: Confidence) -> Estimate {
        let interval = self
            .mean_interval(confidence)
            .unwrap_or(Estimate::NO_DATA.interval);
        Estimate {
            value: self.mean,
            interval,
        }
    }

    /// The confidence interval of the mean: mean ± t · standard error, with Student's quantile of n - 1 degrees of
    /// freedom, cut off at the least value that can be counted.
    ///
    /// `None` for values that are all equal, whose spread is unknown, for fewer than [`Moments::MIN_VALUES_FOR_INTERVAL`] values, and for fewer
    /// than 28 + 25 · skewness² values, since the mean of few skewed values is not approximately normal (Sugden, Smith
    /// and Jones, Cochran's rule for simple random sampling, 2000). Without this rule the 95 % interval of the period of
    /// bataille with 12 values contains the true mean in 65 %, 91 % and 93 % of samples of 10, 50 and 100 values; of the
    /// intervals that the rule allows for 200 and more values, 94.5 % or more do.
    pub fn mean_interval(&self, confidence: Confidence) -> Option<Interval> {
        let needed =
            (28.0 + 25.0 * self.skewness.powi(2)).max(Self::MIN_VALUES_FOR_INTERVAL as f64);
        let half = confidence.t(self.value_count.saturating_sub(1)) * self.standard_error;
        let interval = Interval {
            low: (self.mean - half).max(self.min_possible),
            high: self.mean + half,
        };
        (self.value_count as f64 >= needed && self.min < self.max).then_some(interval)
    }

    /// The smallest number of values with an interval of the mean.
    pub const MIN_VALUES_FOR_INTERVAL: u64 = 100;
}

/// The skewness of the values with these counts.
fn skewness(counts: &[u64], total: u64) -> f64 {
    let n = total as f64;
    let weighted = |power: i32, center: f64| -> f64 {
        counts
            .iter()
            .enumerate()
            .map(|(value, &count)| (value as f64 - center).powi(power) * count as f64)
            .sum()
    };
    let mean = weighted(1, 0.0) / n;
    let variance = weighted(2, mean) / n;
    if variance > 0.0 {
        weighted(3, mean) / n / (variance * variance.sqrt())
    } else {
        0.0
    }
}

/// The sum of the squared distances to a value near the mean, where exact squares pass 2^128.
fn squared_deviations(counts: &[u64], middle: usize) -> f64 {
    counts
        .iter()
        .enumerate()
        .map(|(value, &count)| (value.abs_diff(middle) as f64).powi(2) * count as f64)
        .sum()
}
