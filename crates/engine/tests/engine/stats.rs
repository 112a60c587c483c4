//! Compares intervals, tests and moments with values of other programs, and measures the coverage of intervals.

use crate::common::{cases, generator, parse};
use pioche_engine::cards::shuffle::random_below;
use pioche_engine::stats::compare::{
    binomial_p_value, binomial_upper_tail, holm_adjusted_p_values, independent_difference,
    paired_share_difference, two_sample_p_value,
};
use pioche_engine::stats::quantile::Quantile;
use pioche_engine::stats::tally::CountOverflow;
use pioche_engine::stats::{
    Confidence, Estimate, Histogram, Interval, Moments, Proportion, Record, RecordKind,
};
use rand::Rng;

fn level(level: f64) -> Confidence {
    Confidence::new(level).unwrap()
}

fn close(found: f64, expected: f64) {
    let scale = expected.abs().max(f64::MIN_POSITIVE);
    assert!(
        found == expected || (found - expected).abs() / scale < 1e-9,
        "{found} instead of {expected}"
    );
}

fn close_interval(found: Interval, low: f64, high: f64) {
    close(found.low, low);
    close(found.high, high);
}

fn interval(count: u64, total: u64) -> Interval {
    Proportion::new(count, total).interval(Confidence::default())
}

fn sample(count: u64, undecided: u64, total: u64) -> Proportion {
    Proportion {
        count,
        undecided,
        total,
    }
}

fn moments(counts: &[(usize, u64)]) -> Moments {
    Moments::new(&histogram(counts), 0).expect("values")
}

fn histogram(counts: &[(usize, u64)]) -> Histogram {
    let mut histogram = Histogram::default();
    counts
        .iter()
        .for_each(|&(value, count)| histogram.add_many(value, count));
    histogram
}

// ---- Coverage ----

/// A quantity of a distribution, of which an interval is estimated.
#[derive(Clone, Copy, Debug)]
enum Quantity {
    /// The share of the value 1.
    Share,
    /// The mean, with an offset of the values.
    Mean(i64),
    Quantile(f64),
    /// The share of the value 1 less that of the value 2.
    PairedDifference,
}

impl Quantity {
    fn interval(self, sample: &Histogram) -> Option<Interval> {
        let confidence = Confidence::default();
        let [one, two] = [1, 2].map(|value| sample.count(value));
        match self {
            Self::Share => Some(interval(one, sample.total())),
            Self::Mean(offset) => Moments::new(sample, offset)?.mean_interval(confidence),
            Self::Quantile(probability) => {
                Quantile::new(sample, 0, probability, confidence)?.interval
            }
            Self::PairedDifference => Some(paired_share_difference(
                [[one, two]; 2],
                sample.total(),
                confidence,
            )),
        }
    }
}

/// Intervals at 95 % contain the true value in 93.6 % or more of 4000 samples: four standard errors of the coverage are 1.4 %.
/// Means of few values may have no interval; those that are printed count.
#[test]
fn intervals_reach_nominal_coverage() {
    use Quantity::{Mean, PairedDifference, Share};
    // Values with their weights.
    let die = [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)];
    let skewed = [(1, 7), (5, 2), (30, 1)];
    let differences = |losses, gains| [(0, losses), (1, 1000 - losses - gains), (2, gains)];
    let geometric: Vec<(usize, u64)> = (0..30).map(|value| (value, 1 << (30 - value))).collect();
    let pairs = |one, two| [(0, 1000 - one - two), (1, one), (2, two)];
    for (values, quantity, true_value, size) in [
        (&[(0, 1), (1, 1)][..], Share, 0.5, 100),
        (&[(0, 9), (1, 1)], Share, 0.1, 60),
        (&[(0, 9874), (1, 126)], Share, 0.0126, 1000),
        (&[(0, 1), (1, 9)], Share, 0.9, 40),
        (&die, Mean(1), 3.5, 60),
        (&die, Mean(1), 3.5, 200),
        (&skewed, Mean(0), 4.7, 60),
        (&skewed, Mean(0), 4.7, 100),
        (&skewed, Mean(0), 4.7, 400),
        (&differences(90, 130), Mean(-1), 0.04, 60),
        (&differences(90, 130), Mean(-1), 0.04, 200),
        (&differences(10, 47), Mean(-1), 0.037, 250),
        (&differences(10, 47), Mean(-1), 0.037, 500),
        (&differences(0, 40), Mean(-1), 0.04, 350),
        (&differences(0, 40), Mean(-1), 0.04, 1000),
        (&geometric, Quantity::Quantile(0.5), 0.0, 200),
        (&geometric, Quantity::Quantile(0.9), 3.0, 200),
        (&geometric, Quantity::Quantile(0.95), 4.0, 200),
        (&pairs(3, 3), PairedDifference, 0.0, 1000),
        (&pairs(10, 5), PairedDifference, 0.005, 1000),
        (&pairs(20, 20), PairedDifference, 0.0, 1000),
        (&pairs(200, 100), PairedDifference, 0.1, 1000),
        (&pairs(400, 400), PairedDifference, 0.0, 1000),
    ] {
        let total: u64 = values.iter().map(|(_, weight)| weight).sum();
        let mut generator = generator(size);
        let (mut printed, mut covered) = (0_u32, 0_u32);
        for _ in 0..4000 {
            let mut sample = Histogram::default();
            for _ in 0..size {
                let mut draw = random_below(total, &mut generator);
                let is_drawn = |&&(_, weight): &&(usize, u64)| {
                    let is_below = draw < weight;
                    draw = draw.wrapping_sub(weight);
                    is_below
                };
                sample.add(values.iter().find(is_drawn).expect("a value").0);
            }
            if let Some(Interval { low, high }) = quantity.interval(&sample) {
                printed += 1;
                covered += u32::from(low <= true_value && true_value <= high);
            }
        }
        let share = f64::from(covered) / f64::from(printed);
        assert!(
            printed >= 40 && share > 0.936,
            "{quantity:?} of {size} values: {covered} of {printed}"
        );
    }
}

// ---- Intervals ----

#[test]
fn intervals_agree_with_scipy() {
    for [count, total, confidence, low, high] in cases(include_str!("../data/intervals.txt")) {
        let share = Proportion::new(parse(count), parse(total));
        close_interval(
            share.interval(level(parse(confidence))),
            parse(low),
            parse(high),
        );
    }
    close(level(0.95).z(), 1.959_963_984_540_054);
    close(level(0.99).z(), 2.575_829_303_548_9);
    for bad in [
        0.0,
        1.0,
        -0.5,
        2.0,
        f64::NAN,
        f64::INFINITY,
        1.0 - 1e-16,
        1e-17,
    ] {
        assert!(Confidence::new(bad).is_err(), "{bad}");
    }
    let Interval { low, high } = interval(0, 0);
    assert_eq!((low, high), (0.0, 1.0));
    let undecided = sample(30, 10, 100).interval(Confidence::default());
    assert_eq!(
        (undecided.low, undecided.high),
        (interval(30, 100).low, interval(40, 100).high)
    );
}

/// The bounds for no success and for only successes in closed form; those of huge counts, where the sum of the tail becomes an
/// integral, contain the estimate and are those of the normal distribution, up to a part of the width that decreases with the
/// deals.
#[test]
fn intervals_for_extreme_counts_have_closed_forms() {
    for total in [1, 2, 10, 1_000_000, 1_000_000_000_000] {
        let [none, all] = [0, total].map(|count| interval(count, total));
        close_interval(none, 0.0, -(0.025_f64.ln() / total as f64).exp_m1());
        assert!(
            all.high == 1.0 && (none.high - (1.0 - all.low)).abs() < 1e-11,
            "{total}: {none:?} {all:?}"
        );
    }
    const DEALS: u64 = 1_000_000_000_000_000;
    let counts = [1, 7, DEALS / 2, DEALS - 7, DEALS - 1].map(|count| (count, DEALS));
    let most = [0, 1, u64::MAX / 2, u64::MAX - 1, u64::MAX].map(|count| (count, u64::MAX));
    for (count, total) in counts.into_iter().chain(most) {
        let Interval { low, high } = interval(count, total);
        let share = count as f64 / total as f64;
        assert!(
            0.0 <= low && low <= share && share <= high && high <= 1.0,
            "{count}: {low} {high}"
        );
    }
    for total in [400_000_000, 410_000_000, 10_000_000_000_000, DEALS] {
        for share in [0.5, 0.499, 0.03, 0.97, 0.999_999] {
            let found = Proportion::new((total as f64 * share) as u64, total)
                .estimate_with_interval(Confidence::default());
            let Interval { low, high } = found.interval;
            let variance = total as f64 * share * (1.0 - share);
            let half_width = Confidence::default().z() * variance.sqrt() / total as f64;
            let near = half_width * (30.0 / variance.sqrt() + 1e-4);
            for side in [found.value - low, high - found.value] {
                assert!(
                    (side - half_width).abs() <= near,
                    "{share} of {total}: {found:?}"
                );
            }
        }
    }
}

#[test]
fn student_quantiles_match_mpmath() {
    for [confidence, freedom, quantile] in cases(include_str!("../data/student_quantiles.txt")) {
        let found = level(parse(confidence)).t(parse(freedom));
        let ratio = found / parse::<f64>(quantile);
        assert!(
            (ratio - 1.0).abs() < 1e-7,
            "{confidence}, {freedom}: {found}"
        );
    }
}

/// The mean of few, equal or very skewed values has no interval, nor has a quantile of few values. That of 90 threes and 30 tens
/// has the interval computed by hand: 20 of 30 unusual values are needed, so 1.6 · (2/3)² is added to Student's quantile.
#[test]
fn mean_of_few_or_skewed_values_has_no_interval() {
    for counts in [
        &[(3, 90), (10, 19)][..],
        &[(3, 10), (10, 20)],
        &[(3, 3000), (4000, 1)],
        &[(233, 5)],
        &[(1, 21), (5, 6), (30, 3)],
    ] {
        assert_eq!(
            moments(counts).mean_interval(Confidence::default()),
            None,
            "{counts:?}"
        );
    }
    let found = moments(&[(3, 90), (10, 30)])
        .mean_interval(Confidence::default())
        .unwrap();
    let half = (1.980_099_876 + 1.6 * 4.0 / 9.0) * 7.0 * (0.1875_f64 / 119.0).sqrt();
    assert!(
        (found.low - (4.75 - half)).abs() < 1e-7 && (found.high - (4.75 + half)).abs() < 1e-7,
        "{found:?}"
    );
    // The median of the values 0 to 99, between the 40th and the 61st value, as in tables.
    let median = Quantile::new(&Histogram::new(vec![1; 100]), 0, 0.5, level(0.95)).unwrap();
    let Interval { low, high } = median.interval.unwrap();
    assert_eq!((median.value, low, high), (49.5, 39.0, 60.0));
    let median = Quantile::new(&Histogram::new(vec![0, 1, 1, 1]), 0, 0.5, level(0.95)).unwrap();
    assert_eq!((median.value, median.interval), (2.0, None));
    assert_eq!(
        Quantile::new(&Histogram::default(), 0, 0.5, level(0.95)),
        None
    );
}

// ---- Moments, histograms and records ----

/// Moments of random values, value by value; of the largest counts they are exact where floating-point sums would lose digits.
#[test]
fn moments_agree_with_their_definitions() {
    for empty in [Histogram::default(), Histogram::new(vec![0, 0])] {
        assert_eq!(Moments::new(&empty, 0), None);
    }
    for case in 0..200 {
        let mut generator = generator(case);
        let mut entries: Vec<usize> = (0..=case)
            .map(|_| generator.next_u64() as usize % 40)
            .collect();
        entries.sort_unstable();
        let counts: Vec<(usize, u64)> = entries.iter().map(|&entry| (entry, 1)).collect();
        let histogram = histogram(&counts);
        let found = Moments::new(&histogram, -10).expect("values");
        let values: Vec<f64> = entries.iter().map(|&entry| entry as f64 - 10.0).collect();
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let deviation_sum = |power| {
            values
                .iter()
                .map(|value| (value - mean).abs().powi(power))
                .sum::<f64>()
        };
        let variance = deviation_sum(2) / (n - 1.0).max(1.0);
        let skewness = deviation_sum(3) / n / (deviation_sum(2) / n).powf(1.5).max(1e-300);
        for (found, expected) in [
            (found.mean, mean),
            (found.standard_deviation, variance.sqrt()),
            (found.standard_error, (variance / n).sqrt()),
            (found.absolute_skewness, skewness),
        ] {
            assert!(
                (found - expected).abs() < 1e-9,
                "{case}: {found}, {expected}"
            );
        }
        let middle = [(values.len() - 1) / 2, values.len() / 2].map(|place| values[place]);
        assert_eq!(found.median, f64::midpoint(middle[0], middle[1]));
        let ends = [found.min, found.max].map(|value| value as f64);
        assert_eq!(ends, [values[0], values[values.len() - 1]]);
        // Of equally frequent values, the smallest one is the mode.
        let most = histogram.counts().iter().max().expect("values");
        let mode = histogram.counts().iter().position(|count| count == most);
        assert_eq!(mode.map(|entry| entry as i64 - 10), Some(found.mode));
        assert_eq!(found.value_count, case + 1);
        assert_eq!(found.unusual_value_count, case + 1 - most);
    }
    let half = u64::MAX / 2;
    let many = 1 << 60;
    let far = 1 << 20;
    for (counts, mean, median, deviation) in [
        (&[(0, half), (1, half)][..], 0.5, 0.5, 0.5),
        // Squares beyond 2^128.
        (
            &[(0, many), (far, many)],
            f64::from(1 << 19),
            f64::from(1 << 19),
            f64::from(1 << 19),
        ),
        (&[(far, u64::MAX)], far as f64, far as f64, 0.0),
        (
            &[(1_000_000, 1000), (1_000_001, 1000)],
            1_000_000.5,
            1_000_000.5,
            (0.25_f64 * 2000.0 / 1999.0).sqrt(),
        ),
    ] {
        let found = moments(counts);
        assert_eq!((found.mean, found.median), (mean, median), "{counts:?}");
        let error = (found.standard_deviation - deviation).abs();
        assert!(error <= 1e-12 * deviation, "{counts:?}");
    }
}

/// Values that are cut off at a limit have the moments of a histogram with the limit, and an interval that does not exceed it.
#[test]
fn moments_with_limit_equal_those_of_histogram_with_limit() {
    for (counts, limit, cut_off_count) in [
        (vec![0, 3, 5, 1], 3, 4),
        (vec![0, 40, 25, 31], 60, 7),
        (vec![0, 1], 500, 3000),
        (vec![], 9, 5),
        (vec![7, 8, 9], 9, 0),
    ] {
        let histogram = Histogram::new(counts);
        let limited = Moments::with_limit(&histogram, limit, cut_off_count).unwrap();
        let mut complete = histogram.clone();
        complete.add_many(limit as usize, cut_off_count);
        let max_possible = limit as f64;
        let expected = Moments {
            max_possible,
            ..Moments::new(&complete, 0).unwrap()
        };
        assert_eq!(limited, expected);
        let interval = limited.mean_interval(Confidence::default());
        assert!(interval.is_none_or(|interval| interval.high <= max_possible));
    }
    assert_eq!(Moments::with_limit(&Histogram::default(), 9, 0), None);
    let huge = Moments::with_limit(&Histogram::new(vec![0, 1]), u64::MAX, 1).unwrap();
    assert_eq!(huge.max, i64::MAX);
}

#[test]
fn records_keep_extreme_value_and_first_deal_and_counts_do_not_wrap() {
    for (kind, expected) in [
        (RecordKind::Lowest(0), (2, 7)),
        (RecordKind::Highest(0), (8, 4)),
    ] {
        let mut record = Record::empty(kind);
        assert_eq!(record.value_and_deal, None);
        for (value, deal) in [(5, 3), (2, 9), (2, 7), (8, 4), (8, 6)] {
            record.update(value, deal);
        }
        assert_eq!(record.value_and_deal, Some(expected));
    }
    let mut histogram = Histogram::new(vec![0, u64::MAX]);
    let overflow = histogram.merge(&Histogram::new(vec![0, 1]));
    assert_eq!(overflow, Err(CountOverflow));
    assert_eq!(histogram.counts(), [0, u64::MAX], "nothing is changed");
    let sum = histogram.merge(&Histogram::new(vec![0, 0, u64::MAX]));
    assert_eq!(sum, Ok(()));
    assert_eq!(histogram.counts(), [0, u64::MAX, u64::MAX]);
}

// ---- Tests ----

/// Holm's correction keeps the order of the p-values; the error of an interval is that of its longer side.
#[test]
fn holm_and_interval_errors_match_hand_computation() {
    let adjusted = holm_adjusted_p_values(&[0.025, 0.02, 0.9]);
    assert_eq!(adjusted, [0.06, 0.06, 0.9]);
    let adjusted = holm_adjusted_p_values(&[0.01, 0.04, 0.03, 0.005]);
    assert_eq!(adjusted, [0.03, 0.06, 0.06, 0.02]);
    let estimate = |value, low, high| Estimate {
        value,
        interval: Interval { low, high },
    };
    let error = estimate(0.2, 0.1, 0.5).standard_error(Confidence::default());
    close(error, 0.3 / 1.959_963_984_54);
    let difference = independent_difference(estimate(10.0, 7.0, 22.0), estimate(6.0, 1.0, 10.0));
    assert_eq!((difference.low, difference.high), (-1.0, 17.0));
}

#[test]
fn binomial_tails_match_mpmath_to_full_precision() {
    for [exact, count, total, tail] in cases(include_str!("../data/binomial_tails.txt")) {
        let found = binomial_p_value(Proportion::new(parse(count), parse(total)), parse(exact));
        let expected: f64 = parse(tail);
        let error = (found - expected).abs();
        assert!(
            error <= 1e-6 * expected,
            "{count} of {total}, {exact}: {found}"
        );
    }
    // A tail that contains nearly the whole distribution is nearly 1; the sum of its terms cannot be truncated early.
    for (count, total, p) in [
        (1, 1_000_000, 0.5),
        (5, 1_000_000, 0.0007),
        (400, 1000, 0.9),
        (1, 1 << 50, 0.5),
    ] {
        let tail = binomial_upper_tail(count, total, p);
        assert!(
            tail > 1.0 - 1e-12 && tail <= 1.0,
            "{count} of {total} at {p}: {tail}"
        );
    }
}

/// Undecided trials never cause a difference: each test takes the outcomes that are nearest to the hypothesis. A certain
/// outcome is contradicted by a decided trial only.
#[test]
fn undecided_trials_cause_no_difference() {
    let new = |count| Proportion::new(count, 1000);
    // 100 of 1000 undecided: shares from 45 % to 55 %.
    let open = sample(450, 100, 1000);
    for (found, expected) in [
        (binomial_p_value(open, 0.5), 1.0),
        (two_sample_p_value(open, new(500)), 1.0),
        (binomial_p_value(open, 0.4), binomial_p_value(new(450), 0.4)),
        (binomial_p_value(open, 0.6), binomial_p_value(new(550), 0.6)),
        (
            two_sample_p_value(open, new(600)),
            two_sample_p_value(new(550), new(600)),
        ),
        (binomial_p_value(sample(9, 1, 10), 1.0), 1.0),
        (binomial_p_value(sample(0, 1, 10), 0.0), 1.0),
        (binomial_p_value(sample(8, 1, 10), 1.0), 0.0),
    ] {
        close(found, expected);
    }
}

/// Twice the smaller tail, as a sum over all cases. At the mean both tails are above one half.
#[test]
fn small_counts_are_compared_by_fisher_exact_test() {
    let choose = |n: u64, k: u64| {
        (0..k)
            .map(|i| n.saturating_sub(i) as f64 / (i + 1) as f64)
            .product::<f64>()
    };
    for (one, other) in [(12, 12), (10, 30), (40, 7), (1, 50)] {
        let (n, total) = (one.min(other), one + other);
        for events in 0..=total {
            let term = |count: u64| {
                choose(events, count) * choose(total - events, n - count) / choose(total, n)
            };
            let terms: Vec<f64> = (0..=n.min(events)).map(term).collect();
            for count in (0..terms.len()).filter(|&count| terms[count] > 0.0) {
                let tails = [
                    terms[..=count].iter().sum::<f64>(),
                    terms[count..].iter().sum(),
                ];
                let expected = (2.0 * tails[0].min(tails[1])).min(1.0);
                let small = Proportion::new(count as u64, n);
                let large = Proportion::new(events - count as u64, total - n);
                for found in [
                    two_sample_p_value(small, large),
                    two_sample_p_value(large, small),
                ] {
                    let is_mean = found > 0.99 && expected > 0.9;
                    assert!(
                        (found - expected).abs() < 1e-9 || is_mean,
                        "{small:?} {large:?}: {found}, not {expected}"
                    );
                }
            }
        }
    }
}

/// Correct numbers are rejected in about 5 % of the cases at a level of 5 %, for few events in at most 5 %: over all possible
/// counts of the student's deals, with the reference at its mean.
#[test]
fn correct_numbers_are_rejected_at_nominal_rate() {
    for p in [0.0005, 0.0126, 0.0537, 0.11, 0.5, 0.93, 0.999] {
        for deals in [50_u64, 150, 1000, 3000] {
            let ours = Proportion::new((p * 1e7) as u64, 10_000_000);
            let is_rejected =
                |count: &u64| two_sample_p_value(ours, Proportion::new(*count, deals)) <= 0.05;
            let tail = |count| binomial_upper_tail(count, deals, p);
            let wrong: f64 = (0..=deals)
                .filter(is_rejected)
                .map(|count| tail(count) - tail(count + 1))
                .sum();
            let is_normal = deals as f64 * p.min(1.0 - p) >= 50.0;
            assert!(
                wrong <= if is_normal { 0.056 } else { 0.0501 },
                "p = {p}, {deals} deals: {wrong}"
            );
        }
    }
}

#[test]
fn differences_of_shares_match_formulas() {
    // (12 - 2) / 100 with the variance (0.13 + 0.03 - 0.1²) / 100.
    let half = 1.959_963_984_54 * 0.0015_f64.sqrt();
    let paired = paired_share_difference([[12, 2]; 2], 98, Confidence::default());
    close_interval(paired, 0.1 - half, 0.1 + half);
}
