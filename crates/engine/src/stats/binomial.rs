//! The binomial distribution with full precision for up to 10^15 trials.
//!
//! Probabilities of single counts by Loader's saddle-point expansion ("Fast and accurate computation of binomial
//! probabilities", 2000), which never subtracts large logarithms; tails as sums of positive terms; quantiles by
//! Newton's method inside a bracket.

use statrs::distribution::{ContinuousCDF, Normal};
use std::f64::consts::TAU;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    Lower,
    Upper,
}

impl Tail {
    fn opposite(self) -> Self {
        match self {
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
        }
    }
}

/// The probability that a count of `total` trials, of success `p` strictly between 0 and 1, lies at `count` or
/// beyond.
pub fn binomial_tail(count: u64, total: u64, p: f64, tail: Tail) -> f64 {
    let mean = total as f64 * p;
    let (contains_all, contains_mean) = match tail {
        Tail::Lower => (count == total, count as f64 > mean),
        Tail::Upper => (count == 0, (count as f64) < mean),
    };
    if contains_all {
        1.0
    } else if contains_mean {
        // The tail with the mean has too many terms; its complement has few.
        let next_count = match tail {
            Tail::Lower => count.saturating_add(1),
            Tail::Upper => count.saturating_sub(1),
        };
        let complement = series_tail(next_count, total, p, tail.opposite());
        1.0 - complement
    } else {
        series_tail(count, total, p, tail)
    }
}

fn series_tail(count: u64, total: u64, p: f64, tail: Tail) -> f64 {
    let (log_tail, _) = log_tail_and_slope(count as f64, total as f64, p, tail);
    log_tail.exp().min(1.0)
}

/// The probability that a sample of `sample_size` out of `total` objects, `marked` of which are marked, holds `count`
/// marked ones or a count farther from the mean: the tail of the hypergeometric distribution.
///
/// It is a sum of decreasing terms, so the mean of the count should be small.
pub fn hypergeometric_tail(
    count: u64,
    sample_size: u64,
    marked: u64,
    total: u64,
    tail: Tail,
) -> f64 {
    let [mut k, n, m, size] = [count, sample_size, marked, total].map(|number| number as f64);
    let share = n / size;
    let log_pmf = binomial_log_pmf(k, m, share) + binomial_log_pmf(n - k, size - m, share)
        - binomial_log_pmf(n, size, share);
    let mut sum = 1.0;
    let mut term = 1.0;
    while term > 1e-17 * sum {
        match tail {
            Tail::Upper => {
                term *= (m - k) * (n - k) / ((k + 1.0) * (size - m - n + k + 1.0));
                k += 1.0;
            }
            Tail::Lower => {
                term *= k * (size - m - n + k) / ((m - k + 1.0) * (n - k + 1.0));
                k -= 1.0;
            }
        }
        sum += term;
    }
    (log_pmf.exp() * sum).min(1.0)
}

/// The probability of success, given that the tail at `count` of `total` trials has probability `tail_probability`.
///
/// `count` lies strictly inside of the distribution, or at the end that the tail does not start from. The smaller of the
/// probabilities of success and failure is passed to `round`, so that a probability near 1 keeps the digits of its
/// distance from 1.
pub fn success_probability_from_tail(
    count: f64,
    total: f64,
    tail: Tail,
    tail_probability: f64,
    round: impl Fn(f64) -> f64,
) -> f64 {
    // Small probabilities keep all their digits; those near 1 are found from the failures.
    if 2.0 * count > total {
        let failures = total - count;
        let failure_probability =
            solve_success_probability(failures, total, tail.opposite(), tail_probability);
        return 1.0 - round(failure_probability);
    }
    round(solve_success_probability(
        count,
        total,
        tail,
        tail_probability,
    ))
}

/// The probability of success of at most about 1/2, by Newton's method.
fn solve_success_probability(count: f64, total: f64, tail: Tail, tail_probability: f64) -> f64 {
    let target = tail_probability.ln();
    let mut low = 0.0;
    let mut high = 1.0;
    // The start is the end of the score interval.
    let z = Normal::standard().inverse_cdf(tail_probability)
        * if tail == Tail::Upper { 1.0 } else { -1.0 };
    let wide = z * (count * (total - count) / total + z * z / 4.0).sqrt();
    let mut p = ((count + z * z / 2.0 + wide) / (total + z * z)).clamp(f64::MIN_POSITIVE, 0.5);
    for _ in 0..200 {
        let (value, slope) = log_tail_and_slope(count, total, p, tail);
        // The upper tail increases with p, the lower one decreases.
        if (value < target) == (tail == Tail::Upper) {
            low = p;
        } else {
            high = p;
        }
        let newton = p * ((target - value) / (slope * p)).clamp(-2.0, 2.0).exp();
        // In standard errors the next step would be less than the square of this one.
        if (newton - p).abs() * count.max(1.0).sqrt() <= 1e-8 * p {
            return newton;
        }
        p = if newton > low && newton < high {
            newton
        } else {
            (low + high) / 2.0
        };
    }
    p
}

/// The logarithm of the tail's probability, and its derivative by `p`.
fn log_tail_and_slope(count: f64, total: f64, p: f64, tail: Tail) -> (f64, f64) {
    let q = 1.0 - p;
    let log_pmf = binomial_log_pmf(count, total, p);
    let (sum, slope) = match tail {
        Tail::Upper => (
            relative_tail_sum(total - count, count + 1.0, p / q),
            count / p,
        ),
        Tail::Lower => (
            relative_tail_sum(count, total - count + 1.0, q / p),
            -(total - count) / q,
        ),
    };
    (log_pmf + sum.ln(), slope / sum)
}

/// The tail relative to its first count: 1 + a/b · o + a(a - 1)/(b(b + 1)) · o² + ….
///
/// Beyond the mean of the distribution the terms decrease; before it they increase first, and the sum does not stop while
/// they do.
fn relative_tail_sum(mut a: f64, mut b: f64, odds: f64) -> f64 {
    // The sum would have more than a hundred thousand terms.
    if a * (b / (a + b)) > INTEGRAL_VARIANCE {
        return relative_tail_integral(a, b, odds);
    }
    let mut sum = 1.0;
    let mut term = 1.0;
    while a > 0.0 {
        let ratio = a / b * odds;
        term *= ratio;
        sum += term;
        if ratio < 1.0 && term < 1e-17 * sum * (1.0 - ratio) {
            break;
        }
        if sum > 1e280 {
            return sum;
        }
        a -= 1.0;
        b += 1.0;
    }
    sum
}

const INTEGRAL_VARIANCE: f64 = 1e8;

/// The sum of [`relative_tail_sum`] for large a and b, as (b - 1) times the integral of (1 - u)^(b - 2) (1 + o u)^a from 0
/// to 1.
///
/// The integrand is log-concave, with one peak. The part below e^-45 of the peak is left out; the rest is integrated by
/// the rule of Gauss and Legendre on narrow pieces.
fn relative_tail_integral(a: f64, b: f64, odds: f64) -> f64 {
    let log = |u: f64| (b - 2.0) * (-u).ln_1p() + a * (odds * u).ln_1p();
    let slope = |u: f64| a * odds / (1.0 + odds * u) - (b - 2.0) / (1.0 - u);
    let peak = ((a * odds - (b - 2.0)) / (odds * (a + b - 2.0))).max(0.0);
    if log(peak) > 600.0 {
        return 1e280;
    }
    let bend = (b - 2.0) / (1.0 - peak).powi(2) + a * (odds / (1.0 + odds * peak)).powi(2);
    // The distance at which a parabola with the slope and the curvature at the peak has decreased by 45.
    let fall = (-slope(peak)).max(0.0);
    let reach = 90.0 / (fall + (fall * fall + 90.0 * bend).sqrt());
    let start = (peak - reach).max(0.0);
    let end = (peak + reach).min(1.0);
    let half_width = (end - start) / (2.0 * f64::from(INTEGRAL_PIECES));
    let piece_sum = |piece: u32| {
        let middle = start + half_width * f64::from(2 * piece + 1);
        let weighted_pair = |&(node, weight): &(f64, f64)| {
            let distance = half_width * node;
            weight * (log(middle - distance).exp() + log(middle + distance).exp())
        };
        GAUSS_LEGENDRE.iter().map(weighted_pair).sum::<f64>()
    };
    (b - 1.0) * half_width * (0..INTEGRAL_PIECES).map(piece_sum).sum::<f64>()
}

const INTEGRAL_PIECES: u32 = 64;
/// The positive nodes of the rule with 8 points, with their weights.
const GAUSS_LEGENDRE: [(f64, f64); 4] = [
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_48),
    (0.960_289_856_497_536_3, 0.101_228_536_290_376_26),
];

fn binomial_log_pmf(count: f64, total: f64, p: f64) -> f64 {
    let failures = total - count;
    if count == 0.0 {
        return total * (-p).ln_1p();
    }
    if failures == 0.0 {
        return total * p.ln();
    }
    let exponent = stirling_error(total)
        - stirling_error(count)
        - stirling_error(failures)
        - binomial_deviance(count, total * p)
        - binomial_deviance(failures, total * (1.0 - p));
    exponent + 0.5 * (total / (TAU * count * failures)).ln()
}

/// ln n! minus Stirling's formula, for a whole number n ≥ 1.
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        let log_factorial: f64 = (2..=n as u32).map(|k| f64::from(k).ln()).sum();
        return log_factorial - (n + 0.5) * n.ln() + n - 0.5 * TAU.ln();
    }
    let square = n * n;
    (1.0 / 12.0
        - (1.0 / 360.0
            - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / (1188.0 * square)) / square) / square)
            / square)
        / n
}

/// x ln(x / m) + m - x, without cancellation where x is near m.
fn binomial_deviance(x: f64, mean: f64) -> f64 {
    if (x - mean).abs() >= 0.1 * (x + mean) {
        return x * (x / mean).ln() + mean - x;
    }
    let v = (x - mean) / (x + mean);
    let mut sum = (x - mean) * v;
    let mut power = 2.0 * x * v;
    for j in 1..1000 {
        power *= v * v;
        let next = sum + power / f64::from(2 * j + 1);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}
