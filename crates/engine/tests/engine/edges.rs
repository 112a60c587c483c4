//! Tests of extreme numbers: no deal, one deal, the largest count; sums just below overflow; probabilities 0 and 1.

use crate::merge::merge;
use crate::small;
use pioche_engine::experiments::from_name;
use pioche_engine::sim::run::MergeError;
use pioche_engine::sim::{
    Experiment, Plan, RangeSet, Run, RunOptions, Seed, StopReason, StopRule, tally_file,
};
use pioche_engine::stats::tally::CountOverflow;
use pioche_engine::stats::{Confidence, Histogram, Interval, Moments, Proportion, Tally};
use std::ops::Range;

fn played(question: &dyn Experiment, plan: Plan, part: Range<u64>) -> Run {
    let nothing = Run::empty(plan, question.tally_schema());
    question
        .resume(nothing, part, &RunOptions::default())
        .expect("threads start")
}

/// Returns a small experiment of each topic.
fn questions() -> impl Iterator<Item = Box<dyn Experiment>> {
    small().into_iter().filter_map(|name| from_name(name))
}

/// Runs of no deal, one deal and the last deals are counted, saved, loaded and reported.
#[test]
fn every_topic_runs_zero_one_and_last_deals() {
    for question in questions() {
        let question = question.as_ref();
        for (deals, part) in [
            (0, 0..0),
            (1, 0..1),
            (u64::MAX, u64::MAX - 65..u64::MAX),
            (u64::MAX, 0..1),
        ] {
            let run = played(question, question.plan(Seed(u64::MAX), deals), part.clone());
            let name = question.name();
            assert_eq!(run.tally.deals, part.end - part.start, "{name}");
            let whole = if part == (0..deals) {
                StopReason::Deals
            } else {
                StopReason::Part
            };
            assert_eq!(run.stop_reason, whole, "{name}");
            let text = tally_file::to_text(&run);
            assert_eq!(
                tally_file::parse(&text, from_name)
                    .map(|(_, run)| run)
                    .as_ref(),
                Ok(&run),
                "{name}: {text}"
            );
            let summary = crate::summary(question, &run);
            assert_eq!(summary.deals(), run.tally.deals);
            for (share, _) in summary.shares() {
                let Interval { low, high } = share.interval.expect("an interval");
                assert!(
                    0.0 <= low && low <= high && high <= 1.0,
                    "{name}: {share:?}"
                );
                let is_known = deals > 0 || share.certain_share().is_some();
                assert!(is_known || (low, high) == (0.0, 1.0), "{name}: {share:?}");
            }
        }
    }
}

/// The largest number of deals is split into parts like any other.
#[test]
fn maximum_deal_count_splits_into_parts() {
    for deals in [1, 63, 64, 65, u64::MAX - 64, u64::MAX] {
        let plan = Plan {
            experiment: "x".into(),
            seed: Seed(1),
            deals,
            stop_rule: None,
        };
        for parts in [1, 2, 1000, u64::MAX] {
            assert_eq!(plan.part_deals(1, parts).start, 0);
            assert_eq!(plan.part_deals(parts, parts).end, deals);
            assert_eq!(
                plan.part_deals(parts.div_ceil(2), parts).end,
                plan.part_deals(parts.div_ceil(2) + 1, parts).start
            );
        }
    }
}

/// The last check of the stop rule is at the last deal, however far that is.
#[test]
fn last_stop_rule_check_is_at_last_deal() {
    let precision = StopRule {
        precision: 1e-9,
        rows: None,
        first_check: 0,
        confidence: Confidence::default(),
    };
    for deals in [1, 4096, 4097, 1_000_000_000_000_000, u64::MAX] {
        let plan = Plan {
            experiment: "x".into(),
            seed: Seed(1),
            deals,
            stop_rule: Some(precision.clone()),
        };
        let mut looks = vec![0];
        while *looks.last().expect("a look") < deals {
            looks.push(pioche_engine::sim::driver::next_stop_check(
                &plan,
                *looks.last().expect("a look"),
            ));
            assert!(looks.len() < 500, "{deals}: {looks:?}");
        }
        assert_eq!(looks.last(), Some(&deals));
        assert!(looks.windows(2).all(|pair| pair[0] < pair[1]));
    }
}

/// The positions of the checks are fixed, since the bytes of a run with a stop rule depend on them.
#[test]
fn stop_rule_checks_are_at_fixed_deal_counts() {
    let precision = StopRule {
        precision: 1e-9,
        rows: None,
        first_check: 0,
        confidence: Confidence::default(),
    };
    let plan = Plan {
        experiment: "x".into(),
        seed: Seed(1),
        deals: u64::MAX,
        stop_rule: Some(precision),
    };
    let looks: Vec<u64> = std::iter::successors(Some(0), |&done| {
        Some(pioche_engine::sim::driver::next_stop_check(&plan, done))
    })
    .take(15)
    .collect();
    let expected = [
        0, 4096, 8192, 12_288, 16_384, 20_480, 24_576, 28_672, 32_768, 36_864, 41_472, 46_656,
        52_488, 59_049, 66_430,
    ];
    assert_eq!(looks, expected);
}

#[test]
fn more_threads_than_cores_do_not_change_results() {
    for question in questions() {
        let runs = [1, 2, 64].map(|threads| {
            let options = RunOptions {
                threads: Some(threads),
                chunk_size: Some(64),
                ..RunOptions::default()
            };
            question
                .run(question.plan(Seed(9), 300), &options)
                .expect("threads start")
        });
        assert!(
            runs.iter().all(|run| *run == runs[0]),
            "{}",
            question.name()
        );
    }
}

/// Merging counts whose sum exceeds 2^64 is refused; smaller sums are exact.
#[test]
fn merge_refuses_only_sums_above_u64() {
    let question =
        from_name("nim matches=9 takes=2,3 players=random,random").expect("an experiment");
    let run = |part: Range<u64>| {
        let mut tally = Tally::empty(question.tally_schema());
        tally.deals = part.end - part.start;
        tally.histograms[0].add_many(2, tally.deals);
        tally.histograms[1].add_many(3, tally.deals);
        tally.records[0].value_and_deal = Some((3, part.start));
        Run {
            plan: question.plan(Seed(1), u64::MAX),
            done: RangeSet::from(part),
            tally,
            stop_reason: StopReason::Part,
        }
    };
    let (first, mut last) = (run(0..u64::MAX - 1), run(u64::MAX - 1..u64::MAX));
    let whole = merge(&[first.clone(), last.clone()]).expect("it fits");
    assert_eq!(
        (whole.tally.histograms[1].count(3), whole.stop_reason),
        (u64::MAX, StopReason::Deals)
    );
    let text = tally_file::to_text(&whole);
    let (_, again) =
        tally_file::parse(&text, from_name).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again, whole);
    let summary = crate::summary(question.as_ref(), &whole);
    assert_eq!(
        (
            summary.deals(),
            summary.means().next().expect("a mean").1.mean
        ),
        (u64::MAX, 3.0)
    );
    last.tally.histograms[1].add_many(3, 1);
    let over = merge(&[first, last]);
    assert_eq!(over, Err((1, MergeError::Overflow(CountOverflow))));
}

#[test]
fn count_overflow_is_an_error_without_wraparound() {
    let mut histogram = Histogram::new(vec![0, u64::MAX]);
    let before = histogram.clone();
    assert!(histogram.merge(&Histogram::new(vec![0, 1])).is_err());
    assert_eq!(histogram, before, "nothing is changed");
    assert!(
        histogram
            .merge(&Histogram::new(vec![0, 0, u64::MAX]))
            .is_ok()
    );
    assert_eq!(histogram.counts(), [0, u64::MAX, u64::MAX]);
}

/// Moments of the largest counts are exact where floating-point sums would lose digits.
#[test]
fn moments_of_huge_counts_are_exact() {
    let half = u64::MAX / 2;
    let moments = Moments::new(&Histogram::new(vec![half, half]), 0).expect("values");
    assert_eq!((moments.mean, moments.median, moments.mode), (0.5, 0.5, 0));
    assert!((moments.standard_deviation - 0.5).abs() < 1e-12);
    // Squares beyond 2^128: half of the values at either end.
    let many = 1 << 60;
    let mut histogram = Histogram::default();
    histogram.add_many(0, many);
    histogram.add_many(1 << 20, many);
    let spread = Moments::new(&histogram, 0)
        .expect("values")
        .standard_deviation;
    assert!(
        (spread / f64::from(1 << 19) - 1.0).abs() < 1e-12,
        "{spread}"
    );
    let far = 1 << 20;
    let mut histogram = Histogram::default();
    histogram.add_many(far, u64::MAX);
    let moments = Moments::new(&histogram, 0).expect("values");
    assert_eq!(
        (
            moments.mean,
            moments.standard_deviation,
            moments.standard_error
        ),
        (far as f64, 0.0, 0.0)
    );
    let one = Moments::new(&Histogram::new(vec![0, 1]), -1).expect("a value");
    assert_eq!(
        (one.mean, one.standard_deviation, one.min, one.max),
        (0.0, 0.0, 0, 0)
    );
    assert_eq!(Moments::new(&Histogram::new(vec![0, 0]), 0), None);
}

/// The bounds for no success and for only successes, in closed form.
#[test]
fn intervals_for_no_and_all_successes_are_closed_form() {
    for total in [1, 2, 10, 1_000_000, 1_000_000_000_000] {
        let interval = |count| Proportion::new(count, total).interval(Confidence::default());
        let (none, all) = (interval(0), interval(total));
        assert_eq!((none.low, all.high), (0.0, 1.0));
        // The same bound with success and failure exchanged.
        assert!(
            (none.high - (1.0 - all.low)).abs() < 1e-11,
            "{total}: {none:?} {all:?}"
        );
        let n = total as f64;
        let expected = -(0.025_f64.ln() / n).exp_m1();
        assert!(
            (none.high / expected - 1.0).abs() < 1e-9,
            "{total}: {} {expected}",
            none.high
        );
        let one = interval(1);
        assert!(0.0 < one.low && one.low <= 1.0 / n && 1.0 / n <= one.high && one.high <= 1.0);
    }
    // The largest counts.
    for count in [0, 1, u64::MAX / 2, u64::MAX - 1, u64::MAX] {
        let share = Proportion::new(count, u64::MAX);
        let Interval { low, high } = share.interval(Confidence::default());
        assert!(
            0.0 <= low && low <= share.estimate() && share.estimate() <= high && high <= 1.0,
            "{count}"
        );
    }
}
