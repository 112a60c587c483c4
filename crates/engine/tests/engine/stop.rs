//! Measures the coverage of the intervals of runs that stop by a precision.

use crate::common::stop_rule;
use pioche_engine::sim::{
    BatchFn, ChunkSizes, Column, Experiment, ExperimentInfo, Field, HistogramSpec, Measure, Plan,
    Purpose, RunOptions, Seed, Setting, TallySchema,
};
use pioche_engine::simd::SimdLevel;
use pioche_engine::stats::compare::{binomial_p_value, holm_adjusted_p_values};
use pioche_engine::stats::{Confidence, Interval, Proportion};
use std::ops::Range;

/// Trials with the success probability `0` / 2^16.
struct Coin(u64);

const SIDES: u32 = 16;

impl Experiment for Coin {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            topic: "coin",
            unit: "games",
            columns: vec![
                Column::RowName("outcome"),
                Column::Deals,
                Column::Probability,
                Column::Low,
                Column::High,
            ],
            chunk_sizes: ChunkSizes::constant(1 << 14),
            default_deals: 1000,
        }
    }

    fn settings(&self) -> Vec<Field> {
        const SIDES: Setting = Setting::new::<u64>("sides");
        vec![SIDES.with_value(&self.0)]
    }

    fn tally_schema(&self) -> TallySchema {
        TallySchema::new(vec![HistogramSpec::new("outcomes", 0..=1)], &[])
    }

    fn measures(&self) -> Vec<Measure> {
        let heads = Measure::share(0, 1..=1).with_row([Column::OUTCOME.field("heads".into())]);
        vec![heads.with_stop_criterion(true)]
    }

    fn batch_function(&self, _: SimdLevel) -> BatchFn<'_> {
        Box::new(|streams, deals, tally| {
            let family = streams.for_purpose(Purpose::Player1);
            let mut wins = 0;
            for block in (deals.start..deals.end).step_by(64) {
                let mut generator = family.stream(block);
                // Bit by bit from the lowest: 64 numbers below 2^16 are compared with the threshold at once.
                let compared = |won, bit| match self.0 >> bit & 1 {
                    1 => won | rand::Rng::next_u64(&mut generator),
                    _ => won & rand::Rng::next_u64(&mut generator),
                };
                let trials = (self.0.trailing_zeros()..SIDES).fold(0, compared);
                let kept = (deals.end - block).min(64);
                wins += u64::from((trials << (64 - kept)).count_ones());
            }
            tally.histograms[0].add_many(1, wins);
            tally.histograms[0].add_many(0, deals.end - deals.start - wins);
        })
    }
}

/// Returns the share of runs whose final interval covers the probability, and the number of deals of all runs.
fn covered(
    coin: &Coin,
    half_width: Option<f64>,
    deals: u64,
    runs: Range<u64>,
) -> (Proportion, u64) {
    let probability = coin.0 as f64 / f64::from(1 << SIDES);
    let (mut inside, mut all) = (0, 0);
    for seed in runs.clone() {
        let rule = half_width.map(|width| stop_rule(width, None));
        let plan = Plan {
            stop_rule: rule,
            ..Experiment::plan(coin, Seed(seed), deals)
        };
        let options = RunOptions {
            threads: Some(1),
            ..RunOptions::default()
        };
        let tally = coin.run(plan, &options).expect("a thread").tally;
        let Interval { low, high } = Proportion::new(tally.histograms[0].count(1), tally.deals)
            .interval(Confidence::default());
        inside += u64::from(low <= probability && probability <= high);
        all += tally.deals;
    }
    (Proportion::new(inside, runs.end - runs.start), all)
}

/// Measures the coverage of runs that stop by `--precision`, and of runs with as many deals fixed in advance.
fn optional_stopping(runs: u64, cases: &[(u64, f64)]) -> Vec<[Proportion; 2]> {
    let mut shares = Vec::new();
    for (place, &(sides, width)) in (0..).zip(cases) {
        let (coin, first) = (Coin(sides), place * 2 * runs);
        let (stopped, deals) = covered(&coin, Some(width), u64::MAX, first..first + runs);
        let (fixed, _) = covered(&coin, None, deals / runs, first + runs..first + 2 * runs);
        println!(
            "{sides} sides, half-width {width}: {stopped:?} stopped, {fixed:?} of {} deals",
            deals / runs
        );
        shares.push([stopped, fixed]);
    }
    shares
}

/// Returns the p-value of a coverage below 95 %.
fn below(share: Proportion) -> f64 {
    if share.estimate() >= 0.95 {
        1.0
    } else {
        binomial_p_value(share, 0.95)
    }
}

/// The last cases are 0.012650, as two piles of the patience, 0.000702, or 24 of 34,650 deals, and one in 20,000.
#[test]
#[ignore = "240,000 runs: a quarter of a minute"]
fn coverage_of_stopped_runs_reaches_required_level() {
    let cases = [
        (8192, 0.005),
        (1024, 0.001),
        (32768, 0.01),
        (829, 0.001),
        (46, 0.0005),
        (3, 0.0002),
    ];
    let shares = optional_stopping(20_000, &cases);
    // The least coverage of stopped runs in each case, at a common level of 1 %.
    let sure = Confidence::new(1.0 - 2.0 * 0.01 / cases.len() as f64).expect("a level");
    for [stopped, _] in &shares {
        assert!(stopped.interval(sure).low > 0.94, "{stopped:?}");
    }
    let fixed: Vec<f64> = shares.iter().map(|[_, fixed]| below(*fixed)).collect();
    assert!(
        holm_adjusted_p_values(&fixed).iter().all(|p| *p > 0.01),
        "{fixed:?}"
    );
}

/// A short version with the two cases of lowest coverage.
#[test]
fn stop_rule_barely_reduces_interval_coverage() {
    for share in optional_stopping(600, &[(8192, 0.005), (1024, 0.001)]).concat() {
        assert!(below(share) > 1e-4, "{share:?}");
    }
}
