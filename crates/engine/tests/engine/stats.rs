//! Compares intervals and moments with values of other programs, and tests their coverage and the algebra of tallies.

use pioche_engine::rng::{Purpose, Seed, stream};
use pioche_engine::stats::compare::{
    binomial_p_value, equal_outcomes_p_value, exclusive_outcomes_difference,
    holm_adjusted_p_values, two_sample_p_value,
};
use pioche_engine::stats::{
    Confidence, Estimate, Histogram, HistogramSpec, Interval, Moments, Proportion, Record,
    RecordKind, Tally, TallySchema,
};
use proptest::prelude::*;
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

/// SciPy 1.16: `beta.ppf`.
#[test]
fn intervals_agree_with_scipy() {
    #[rustfmt::skip]
    let cases = [
        (0, 10, 0.95, (0.0, 0.308_497_107_818_760_7)),
        (10, 10, 0.95, (0.691_502_892_181_239_2, 1.0)),
        (3, 10, 0.95, (0.066_739_511_177_734_5, 0.652_452_850_059_997_3)),
        (126_420, 10_000_000, 0.95, (0.012_572_845_334_761_67, 0.012_711_437_048_081_664)),
        (5, 1000, 0.99, (0.001_079_506_609_804_738_2, 0.014_085_148_175_250_56)),
        (500, 1000, 0.9, (0.473_517_731_235_691_24, 0.526_482_268_764_308_7)),
        (1, 10_000_000_000, 0.95, (2.531_780_798_425_785e-12, 5.571_643_389_665_319e-10)),
        (126_420_000, 10_000_000_000, 0.95, (0.012_639_810_347_241_792, 0.012_644_189_934_879_833)),
    ];
    for (count, total, c, (low, high)) in cases {
        let found = Proportion::new(count, total).interval(level(c));
        close(found.low, low);
        close(found.high, high);
    }
    close(level(0.95).z(), 1.959_963_984_540_054);
    close(level(0.99).z(), 2.575_829_303_548_9);
}

#[test]
fn invalid_confidence_levels_are_refused() {
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
}

#[test]
fn intervals_handle_no_trials_and_undecided_trials() {
    let interval = |proportion: Proportion| proportion.interval(Confidence::default());
    let full = Interval {
        low: 0.0,
        high: 1.0,
    };
    assert_eq!(interval(Proportion::new(0, 0)), full);
    let undecided = interval(Proportion {
        count: 30,
        undecided: 10,
        total: 100,
    });
    assert_eq!(undecided.low, interval(Proportion::new(30, 100)).low);
    assert_eq!(undecided.high, interval(Proportion::new(40, 100)).high);
}

/// The interval covers at least as often as its level. 4000 samples at fixed seeds; four standard errors of the coverage
/// are 1.4 %.
#[test]
fn proportion_intervals_reach_nominal_coverage() {
    let samples = 4000;
    for (number, (p, total)) in [(0.5, 100_u64), (0.1, 60), (0.0126, 1000), (0.9, 40)]
        .into_iter()
        .enumerate()
    {
        let limit = (p * 2_f64.powi(64)) as u64;
        let mut held = 0;
        for sample in 0..samples {
            let mut generator = stream(Seed(number as u64), Purpose::Player1, sample);
            let count = (0..total).filter(|_| generator.next_u64() < limit).count() as u64;
            let Interval { low, high } =
                Proportion::new(count, total).interval(Confidence::default());
            held += u32::from(low <= p && p <= high);
        }
        let coverage = f64::from(held) / samples as f64;
        assert!(coverage > 0.936, "p = {p}, n = {total}: {coverage}");
    }
}

/// Returns a die's face, from 0.
fn face(generator: &mut impl Rng) -> usize {
    (((generator.next_u64() >> 32) * 6) >> 32) as usize
}

/// The interval of a mean covers the mean of a die.
#[test]
fn mean_intervals_reach_nominal_coverage() {
    for throws in [60, 200] {
        let mut held = 0_u32;
        for sample in 0..2000 {
            let mut generator = stream(Seed(5), Purpose::Player2, sample);
            let mut histogram = Histogram::default();
            for _ in 0..throws {
                histogram.add(face(&mut generator));
            }
            let interval = Moments::new(&histogram, 1)
                .unwrap()
                .mean_interval(Confidence::default())
                .unwrap();
            held += u32::from(interval.low <= 3.5 && 3.5 <= interval.high);
        }
        assert!(
            (1860..1990).contains(&held),
            "{held} of 2000 after {throws} throws, 1900 or more were expected"
        );
    }
}

/// Student's quantiles computed by mpmath 1.3 from the incomplete Beta function, on both sides of the expansion.
#[test]
fn student_quantiles_match_mpmath() {
    for (confidence, freedom, known) in [
        (0.95, 1, 12.706_204_736_174_7),
        (0.95, 9, 2.262_157_162_798_2),
        (0.999, 9, 4.780_912_585_931),
        (0.5, 29, 0.683_043_860_822),
        (0.95, 999, 1.962_341_461_133_5),
        (0.95, 1000, 1.962_339_080_826),
        (0.999, 1000, 3.300_282_648_42),
        (0.95, 1_000_000, 1.959_966_356_814),
    ] {
        let found = level(confidence).t(freedom);
        assert!(
            (found / known - 1.0).abs() < 1e-7,
            "{confidence}, {freedom}: {found}, not {known}"
        );
    }
}

/// The mean of few values, or of few very skewed ones, has no interval. That of 90 threes and 30 tens has the interval
/// computed by hand: 20 of 30 unusual values are needed, so 1.6 · (2/3)² is added to Student's quantile.
#[test]
fn mean_of_few_or_skewed_values_has_no_interval() {
    let interval = |counts: &[(usize, u64)]| {
        let mut histogram = Histogram::default();
        counts
            .iter()
            .for_each(|&(value, count)| histogram.add_many(value, count));
        Moments::new(&histogram, 0)
            .unwrap()
            .mean_interval(Confidence::default())
    };
    assert_eq!(interval(&[(3, 90), (10, 19)]), None);
    assert_eq!(interval(&[(3, 10), (10, 20)]), None);
    assert_eq!(interval(&[(3, 3000), (4000, 1)]), None);
    let found = interval(&[(3, 90), (10, 30)]).unwrap();
    let half = (1.980_099_876 + 1.6 * 4.0 / 9.0) * 7.0 * (0.1875_f64 / 119.0).sqrt();
    assert!(
        (found.low - (4.75 - half)).abs() < 1e-7 && (found.high - (4.75 + half)).abs() < 1e-7,
        "{found:?}"
    );
}

/// The interval covers the mean of a very skewed distribution (1, 5 and 30 with probabilities 0.7, 0.2 and 0.1, skewness
/// 2.5) whenever there is one.
#[test]
fn skewed_mean_intervals_reach_nominal_coverage() {
    let tries = |values: u64| {
        let (mut given, mut covered) = (0_u32, 0_u32);
        for sample in 0..2000 {
            let mut generator = stream(Seed(6), Purpose::Player2, sample);
            let mut histogram = Histogram::default();
            for _ in 0..values {
                let tenth = ((generator.next_u64() >> 32) * 10) >> 32;
                histogram.add(if tenth < 7 {
                    1
                } else if tenth < 9 {
                    5
                } else {
                    30
                });
            }
            if let Some(interval) = Moments::new(&histogram, 0)
                .unwrap()
                .mean_interval(Confidence::default())
            {
                given += 1;
                covered += u32::from(interval.low <= 4.7 && 4.7 <= interval.high);
            }
        }
        (given, covered)
    };
    assert_eq!(tries(30), (0, 0));
    for values in [60, 100, 400] {
        let (given, covered) = tries(values);
        let share = f64::from(covered) / f64::from(given);
        assert!(
            given > 40 && share > 0.935,
            "{covered} of {given} with {values} values"
        );
    }
}

#[test]
fn moments_by_hand() {
    // The values 2, 2, 3, 7.
    let moments = Moments::new(&Histogram::new(vec![0, 0, 2, 1, 0, 0, 0, 1]), 0).unwrap();
    assert_eq!(
        (moments.value_count, moments.min, moments.max, moments.mode),
        (4, 2, 7, 2)
    );
    assert_eq!((moments.mean, moments.median), (3.5, 2.5));
    close(moments.standard_deviation, (17.0_f64 / 3.0).sqrt());
    close(moments.standard_error, (17.0_f64 / 12.0).sqrt());
    // The mean is 3.5: (1.5³ + 1.5³ + 0.5³ + 3.5³) / 4 = 12.4375.
    close(
        moments.absolute_skewness,
        12.4375 / (4.25 * 4.25_f64.sqrt()),
    );
    assert_eq!(moments.unusual_value_count, 2);
    let shifted = Moments::new(&Histogram::new(vec![0, 0, 2, 1, 0, 0, 0, 1]), -10).unwrap();
    assert_eq!(
        (
            shifted.mean,
            shifted.median,
            shifted.min,
            shifted.max,
            shifted.mode
        ),
        (-6.5, -7.5, -8, -3, -8)
    );
    assert_eq!(shifted.standard_deviation, moments.standard_deviation);
    assert_eq!(Moments::new(&Histogram::default(), 0), None);
    let single = Moments::new(&Histogram::new(vec![0, 1]), 0).unwrap();
    assert_eq!((single.standard_deviation, single.median), (0.0, 1.0));
}

#[test]
fn equal_counts_have_the_smallest_mode() {
    assert_eq!(
        Moments::new(&Histogram::new(vec![0, 3, 1, 3]), 0)
            .unwrap()
            .mode,
        1
    );
}

fn schema() -> TallySchema {
    TallySchema::new(
        vec![
            HistogramSpec::new("a", 0..=5),
            HistogramSpec::new("b", 0..=5),
        ],
        &[
            ("low", RecordKind::Lowest(0)),
            ("high", RecordKind::Highest(0)),
        ],
    )
}

#[test]
fn records_keep_extreme_value_and_first_deal() {
    let held = |kind| {
        let mut record = Record::empty(kind);
        assert_eq!(record.value_and_deal, None);
        [(5, 3), (2, 9), (2, 7), (8, 4), (8, 6)]
            .into_iter()
            .for_each(|(value, deal)| record.update(value, deal));
        record.value_and_deal
    };
    assert_eq!(
        [RecordKind::Lowest(0), RecordKind::Highest(0)].map(held),
        [Some((2, 7)), Some((8, 4))]
    );
}

fn tallies() -> impl Strategy<Value = Tally> {
    let histogram = || proptest::collection::vec(0_u64..1000, 0..6).prop_map(Histogram::new);
    let offered = proptest::collection::vec((0_u64..4, 0_u64..50), 0..4);
    (0_u64..1000, histogram(), histogram(), offered).prop_map(|(deals, a, b, offered)| {
        let mut tally = Tally {
            deals,
            histograms: vec![a, b],
            ..Tally::empty(schema())
        };
        for record in &mut tally.records {
            offered
                .iter()
                .for_each(|&(value, deal)| record.update(value, deal));
        }
        tally
    })
}

fn sum(first: &Tally, second: &Tally) -> Tally {
    let mut sum = first.clone();
    sum.merge(second).unwrap();
    sum
}

proptest! {
    #[test]
    fn tallies_form_a_commutative_monoid(a in tallies(), b in tallies(), c in tallies()) {
        prop_assert_eq!(sum(&sum(&a, &b), &c), sum(&a, &sum(&b, &c)));
        prop_assert_eq!(sum(&a, &b), sum(&b, &a));
        let empty = Tally::empty(schema());
        prop_assert_eq!(sum(&a, &empty), a.clone());
        prop_assert_eq!(sum(&empty, &a), a);
        prop_assert_eq!(sum(&empty, &empty), empty);
    }

    /// Moments agree with their definitions, value by value.
    #[test]
    fn moments_agree_with_their_definitions(values in proptest::collection::vec(0_usize..40, 1..200)) {
        let mut histogram = Histogram::default();
        values.iter().for_each(|&value| histogram.add(value));
        let moments = Moments::new(&histogram, 0).unwrap();
        let n = values.len() as f64;
        let mean = values.iter().sum::<usize>() as f64 / n;
        prop_assert!((moments.mean - mean).abs() < 1e-9);
        let squares: f64 = values.iter().map(|&value| (value as f64 - mean).powi(2)).sum();
        let variance = if values.len() > 1 { squares / (n - 1.0) } else { 0.0 };
        prop_assert!((moments.standard_deviation - variance.sqrt()).abs() < 1e-9);
        let mut sorted = values.clone();
        sorted.sort_unstable();
        let median = (sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2]) as f64 / 2.0;
        prop_assert_eq!(moments.median, median);
        prop_assert_eq!(histogram.count_up_to(sorted[0]), histogram.count(sorted[0]));
    }
}

#[test]
fn mean_of_equal_values_has_no_interval() {
    let mut histogram = Histogram::default();
    histogram.add_many(233, 5);
    assert_eq!(
        Moments::new(&histogram, 0)
            .unwrap()
            .mean_interval(Confidence::default()),
        None
    );
}

/// Exact intervals are continuous where the sum of the tail becomes an integral, and contain the estimate for up to the
/// largest number of deals.
#[test]
fn exact_intervals_for_huge_counts_contain_estimate() {
    let deals = 1_000_000_000_000_000_u64;
    for total in [400_000_000, 410_000_000, 10_000_000_000_000, deals] {
        for share in [0.5, 0.499, 0.03, 0.97, 0.999_999] {
            let count = (total as f64 * share) as u64;
            let proportion = Proportion::new(count, total);
            let exact = proportion.interval(Confidence::default());
            assert!(
                exact.low <= proportion.estimate() && proportion.estimate() <= exact.high,
                "{count} of {total}"
            );
            // Both ends are those of the normal distribution, up to a part of the width that decreases with the deals.
            let standard_error = (share * (1.0 - share) / total as f64).sqrt();
            let half_width = Confidence::default().z() * standard_error;
            let near = half_width * (30.0 / (total as f64 * share * (1.0 - share)).sqrt() + 1e-4);
            for end in [
                proportion.estimate() - exact.low,
                exact.high - proportion.estimate(),
            ] {
                assert!(
                    (end - half_width).abs() <= near,
                    "{count} of {total}: {exact:?}"
                );
            }
        }
    }
    for count in [1, 7, deals / 2, deals - 7, deals - 1] {
        let proportion = Proportion::new(count, deals);
        let Interval { low, high } = proportion.interval(Confidence::default());
        assert!(
            low < proportion.estimate() && proportion.estimate() < high,
            "{count}: {low} {high}"
        );
    }
}

/// Holm's correction keeps the order of the p-values; the error of an interval is that of its longer side.
#[test]
fn holm_and_interval_errors_match_hand_computation() {
    assert_eq!(
        holm_adjusted_p_values(&[0.025, 0.02, 0.9]),
        [0.06, 0.06, 0.9]
    );
    assert_eq!(
        holm_adjusted_p_values(&[0.01, 0.04, 0.03, 0.005]),
        [0.03, 0.06, 0.06, 0.02]
    );
    assert_eq!(
        [0, 1].map(|count| binomial_p_value(Proportion::new(count, 10), 0.0)),
        [1.0, 0.0]
    );
    let cut = Estimate {
        value: 0.2,
        interval: Interval {
            low: 0.1,
            high: 0.5,
        },
    };
    close(
        cut.standard_error(Confidence::default()),
        0.3 / 1.959_963_984_54,
    );
}

/// Twice the smaller tail of the binomial distribution, from mpmath with 40 digits, up to 10^15 trials.
#[test]
fn binomial_tails_match_mpmath_to_full_precision() {
    for (exact, count, total, expected) in [
        (0.5, 5, 10, 1.0),
        (0.5, 7, 10, 0.34375),
        (0.5, 9, 10, 0.021484375),
        (0.0126, 14, 1000, 0.765583021498),
        (0.0126, 20, 1000, 0.063746420907),
        (0.0126, 6, 1000, 0.0637319782661),
        (0.5, 500_000, 1_000_000, 1.0),
        (0.5, 500_500, 1_000_000, 0.317794691363),
        (0.5, 499_000, 1_000_000, 0.0456082998654),
        (0.5, 502_000, 1_000_000, 6.36093375008e-5),
        (0.5, 5_000_000, 10_000_000, 1.0),
        (0.5, 4_996_901, 10_000_000, 0.0500351325751),
        (0.5, 50_000_000, 100_000_000, 1.0),
        (0.5, 50_015_000, 100_000_000, 0.0027006823886),
        (0.01265, 379_500_000, 30_000_000_000, 1.0),
        (0.01265, 379_480_643, 30_000_000_000, 0.317326803264),
        (0.01265, 379_542_586, 30_000_000_000, 0.0278100388078),
        (0.5, 500_000_000_000, 1_000_000_000_000, 1.0),
        (0.5, 500_002_500_000, 1_000_000_000_000, 5.73306117175e-7),
        (0.3, 300_000_000_000_000, 1_000_000_000_000_000, 1.0),
        (
            0.3,
            299_999_978_262_935,
            1_000_000_000_000_000,
            0.133614412118,
        ),
        (
            0.3,
            300_000_047_821_543,
            1_000_000_000_000_000,
            0.000966848622772,
        ),
    ] {
        let found = binomial_p_value(Proportion::new(count, total), exact);
        assert!(
            (found / expected - 1.0).abs() < 1e-6,
            "{count} of {total}, {exact}: {found}, not {expected}"
        );
    }
}

/// Returns the proportions of two outcomes of the same trials with undecided trials.
fn exclusive(one: u64, other: u64, undecided: u64, total: u64) -> [Proportion; 2] {
    [one, other].map(|count| Proportion {
        count,
        undecided,
        total,
    })
}

/// The binomial tails by hand, and the interval as the product of two exact intervals.
#[test]
fn exclusive_outcome_comparison_matches_formulas() {
    let p = |one, other, undecided| {
        let [first, second] = exclusive(one, other, undecided, 40);
        assert_eq!(
            equal_outcomes_p_value(first, second),
            equal_outcomes_p_value(second, first)
        );
        equal_outcomes_p_value(first, second)
    };
    close(p(8, 2, 0), 2.0 * 56.0 / 1024.0);
    close(p(8, 2, 3), 2.0 * 2380.0 / 8192.0);
    assert_eq!([p(8, 2, 6), p(8, 2, 30), p(0, 0, 0), p(7, 7, 0)], [1.0; 4]);

    let found = |one, other, undecided, total| {
        let [first, second] = exclusive(one, other, undecided, total);
        exclusive_outcomes_difference(first, second, Confidence::default())
    };
    // 12 of 14 decided trials, and 14 of 50 trials, by SciPy's beta quantiles.
    close(found(12, 2, 0, 50).value, 0.2);
    let decided_share = [0.571_870_839_090_3, 0.982_205_484_516_8];
    let either_share = [0.162_310_600_707_2, 0.424_905_357_016_1];
    close(
        found(12, 2, 0, 50).interval.low,
        (2.0 * decided_share[0] - 1.0) * either_share[0],
    );
    close(
        found(12, 2, 0, 50).interval.high,
        (2.0 * decided_share[1] - 1.0) * either_share[1],
    );
    let (open, decided) = (
        found(12, 2, 5, 50),
        [found(12, 7, 0, 50), found(17, 2, 0, 50)],
    );
    assert_eq!(
        open.interval,
        Interval {
            low: decided[0].interval.low,
            high: decided[1].interval.high
        }
    );
    // No trial was decided: either outcome has a probability of at most 1 - 0.025^(1/100).
    close(
        found(0, 0, 0, 100).interval.high,
        1.0 - 0.025_f64.powf(0.01),
    );
    assert_eq!(
        [
            found(9, 0, 0, 9).interval.high,
            found(0, 9, 0, 9).interval.low
        ],
        [1.0, -1.0]
    );
}

/// Returns the probability of each pair of counts in `trials` trials with outcomes of probability `p` and `q`.
fn trinomial(p: f64, q: f64, trials: u64) -> impl Iterator<Item = (u64, u64, f64)> {
    let log_factorial = |n: u64| (2..=n).map(|k| (k as f64).ln()).sum::<f64>();
    let term = move |count: u64, p: f64| if count == 0 { 0.0 } else { count as f64 * p.ln() } - log_factorial(count);
    (0..=trials)
        .flat_map(move |one| (0..=trials - one).map(move |other| (one, other)))
        .map(move |(one, other)| {
            let log = log_factorial(trials)
                + term(one, p)
                + term(other, q)
                + term(trials - one - other, 1.0 - p - q);
            (one, other, log.exp())
        })
}

/// The exact coverage of the 95 % interval and the exact error rate of the test at 5 %, over all counts of 60 trials.
/// The test detects a real advantage, and none that undecided trials could compensate.
#[test]
fn exclusive_outcome_comparisons_keep_nominal_level() {
    const TRIALS: u64 = 60;
    let weighed = |p: f64, q: f64, holds: &dyn Fn(u64, u64) -> bool| {
        trinomial(p, q, TRIALS)
            .filter(|&(one, other, _)| holds(one, other))
            .map(|(_, _, weight)| weight)
            .sum::<f64>()
    };
    let apart = |one, other, undecided| {
        let [first, second] = exclusive(one, other, undecided, TRIALS);
        equal_outcomes_p_value(first, second) <= 0.05
    };
    close(weighed(0.3, 0.2, &|_, _| true), 1.0);
    for (p, q) in [
        (0.3, 0.3),
        (0.48, 0.48),
        (0.01, 0.01),
        (0.3, 0.2),
        (0.6, 0.1),
        (0.05, 0.0),
        (0.9, 0.05),
    ] {
        let covered = weighed(p, q, &|one, other| {
            let [first, second] = exclusive(one, other, 0, TRIALS);
            let Interval { low, high } =
                exclusive_outcomes_difference(first, second, Confidence::default()).interval;
            low <= p - q && p - q <= high
        });
        assert!(covered > 0.95, "{p} {q}: {covered}");
        let found = weighed(p, q, &|one, other| apart(one, other, 0));
        assert!(
            if p == q { found <= 0.05 } else { found >= 0.05 },
            "{p} {q}: {found}"
        );
    }
    assert!(weighed(0.6, 0.1, &|one, other| apart(one, other, 0)) > 0.99);
    // A third of all trials is undecided, and would have had the second outcome.
    assert!(
        weighed(0.45, 0.2, &|one, other| apart(
            one,
            other,
            TRIALS - one - other
        )) < 0.05
    );
}

/// The interval excludes 0 exactly where the test is significant, for all counts of up to 30 trials and two levels.
#[test]
fn exclusive_outcome_interval_excludes_0_where_test_is_significant() {
    for level in [0.95, 0.99] {
        let confidence = Confidence::new(level).unwrap();
        for trials in [1, 10, 30] {
            for one in 0..=trials {
                for other in 0..=trials - one {
                    let undecided = (trials - one - other) / 3;
                    let [first, second] = exclusive(one, other, undecided, trials);
                    let interval =
                        exclusive_outcomes_difference(first, second, confidence).interval;
                    let excludes_0 = interval.low > 0.0 || interval.high < 0.0;
                    let p_value = equal_outcomes_p_value(first, second);
                    assert_eq!(
                        excludes_0,
                        p_value < 1.0 - level,
                        "{one} {other} {undecided} of {trials}: {interval:?}, p = {p_value}"
                    );
                }
            }
        }
    }
}

/// Undecided trials never cause a difference: each test takes the outcomes that are nearest to the hypothesis.
#[test]
fn undecided_trials_cause_no_difference() {
    let sample = |count, undecided, total| Proportion {
        count,
        undecided,
        total,
    };
    // 100 of 1000 undecided: shares from 45 % to 55 %.
    let open = sample(450, 100, 1000);
    assert_eq!(binomial_p_value(open, 0.5), 1.0);
    assert_eq!(two_sample_p_value(open, sample(500, 0, 1000)), 1.0);
    close(
        binomial_p_value(open, 0.4),
        binomial_p_value(Proportion::new(450, 1000), 0.4),
    );
    close(
        binomial_p_value(open, 0.6),
        binomial_p_value(Proportion::new(550, 1000), 0.6),
    );
    close(
        two_sample_p_value(open, Proportion::new(600, 1000)),
        two_sample_p_value(Proportion::new(550, 1000), Proportion::new(600, 1000)),
    );
    // A certain outcome is contradicted by a decided trial only.
    assert_eq!(binomial_p_value(sample(9, 1, 10), 1.0), 1.0);
    assert_eq!(binomial_p_value(sample(0, 1, 10), 0.0), 1.0);
    assert_eq!(binomial_p_value(sample(8, 1, 10), 1.0), 0.0);
}

/// Printed intervals contain the mean of a rare difference (−1, 0 or +1) and that of a rare event, in samples in which
/// few intervals are printed and in those in which all are. Without widening, 68 % and fewer of them do.
#[test]
fn printed_intervals_of_rare_differences_contain_the_mean() {
    let covered_share = |losses: u64, gains: u64, size: u64| {
        let mean = (gains as f64 - losses as f64) / 1000.0;
        let mut printed_count = 0;
        let mut covered_count = 0;
        for sample in 0..4000 {
            let mut generator = stream(Seed(8), Purpose::Player1, sample);
            let mut histogram = Histogram::default();
            for _ in 0..size {
                let thousandth = ((generator.next_u64() >> 32) * 1000) >> 32;
                let is_loss = thousandth < losses;
                let is_gain = (losses..losses + gains).contains(&thousandth);
                histogram.add(1 + usize::from(is_gain) - usize::from(is_loss));
            }
            let moments = Moments::new(&histogram, -1).unwrap();
            if let Some(interval) = moments.mean_interval(Confidence::default()) {
                printed_count += 1;
                covered_count += u32::from(interval.low <= mean && mean <= interval.high);
            }
        }
        assert!(
            printed_count >= 40,
            "{printed_count} intervals of {size} values"
        );
        f64::from(covered_count) / f64::from(printed_count)
    };
    for (losses, gains, size) in [
        (90, 130, 60),
        (90, 130, 200),
        (10, 47, 250),
        (10, 47, 500),
        (0, 40, 350),
        (0, 40, 1000),
    ] {
        let share = covered_share(losses, gains, size);
        assert!(share > 0.935, "{share} of the intervals of {size} values");
    }
}

/// Values that are cut off at a limit have the moments of a histogram with the limit, and an interval that does not exceed
/// it.
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
        let expected = Moments::new(&complete, 0).unwrap();
        assert_eq!(
            limited,
            Moments {
                max_possible: limit as f64,
                ..expected
            }
        );
        let interval = limited.mean_interval(Confidence::new(0.95).unwrap());
        assert!(interval.is_none_or(|interval| interval.high <= limit as f64));
    }
    assert_eq!(Moments::with_limit(&Histogram::default(), 9, 0), None);
    let huge = Moments::with_limit(&Histogram::new(vec![0, 1]), u64::MAX, 1).unwrap();
    assert_eq!(huge.max, i64::MAX);
}

/// The intervals of quantiles contain the true quantile with the stated level, for a distribution far from normal.
#[test]
fn quantile_intervals_reach_nominal_coverage() {
    use pioche_engine::stats::quantile::Quantile;

    const SAMPLES: u64 = 2_000;
    let confidence = level(0.95);
    // Values v with probability 2^-(v + 1): the median lies at 0, and the quantile of 95 % at 4.
    for (probability, true_value) in [(0.5, 0.0), (0.9, 3.0), (0.95, 4.0)] {
        let mut covered = 0;
        for sample in 0..SAMPLES {
            let mut generator = stream(Seed(9), Purpose::Custom(1), sample);
            let mut counts = vec![0; 65];
            for _ in 0..200 {
                counts[generator.next_u64().trailing_zeros() as usize] += 1;
            }
            let quantile = Quantile::new(&Histogram::new(counts), 0, probability, confidence)
                .expect("200 values");
            let interval = quantile.interval.expect("enough values");
            assert!(interval.low <= quantile.value && quantile.value <= interval.high);
            covered += u64::from(interval.low <= true_value && true_value <= interval.high);
        }
        assert!(
            covered as f64 >= 0.94 * SAMPLES as f64,
            "{probability}: {covered}"
        );
    }
}

/// Too few values have no interval.
#[test]
fn quantile_of_few_values_has_no_interval() {
    use pioche_engine::stats::quantile::Quantile;

    let confidence = level(0.95);
    let histogram = Histogram::new(vec![0, 1, 1, 1]);
    let median = Quantile::new(&histogram, 0, 0.5, confidence).expect("values");
    assert_eq!((median.value, median.interval), (2.0, None));
    assert_eq!(
        Quantile::new(&Histogram::default(), 0, 0.5, confidence),
        None
    );
}
