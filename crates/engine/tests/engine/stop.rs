//! Tests of the rows that a precision applies to, and of the coverage of the intervals of stopped runs.

use crate::KINDS;
use pioche_engine::experiments::from_name;
use pioche_engine::sim::tally_file::{self, TallyFileErrorKind};
use pioche_engine::sim::{
    BatchFn, ChunkSizes, Column, Experiment, ExperimentInfo, Field, HistogramSpec, Measure, Plan,
    Purpose, Run, RunOptions, Seed, Setting, StopProgress, StopReason, StopRule, TallySchema,
};
use pioche_engine::simd::SimdLevel;
use pioche_engine::stats::compare::{binomial_p_value, holm_adjusted_p_values};
use pioche_engine::stats::{Confidence, Interval, Proportion};
use rand::Rng;
use std::ops::Range;

fn question(name: &str) -> Box<dyn Experiment> {
    from_name(name).unwrap_or_else(|| panic!("{name} is known"))
}

fn stop_rule(precision: f64, rows: Option<&str>) -> StopRule {
    StopRule {
        precision,
        first_check: 0,
        rows: rows.map(|rows| rows.parse().expect("a choice of rows")),
        confidence: Confidence::default(),
    }
}

fn precision(half_width: f64, rows: Option<&str>) -> Option<StopRule> {
    Some(stop_rule(half_width, rows))
}

fn played(question: &dyn Experiment, plan: Plan, threads: usize) -> Run {
    question
        .run(
            plan,
            &RunOptions {
                threads: Some(threads),
                ..RunOptions::default()
            },
        )
        .expect("threads start")
}

/// A precision applies to the selected rows only, stops at the same deal with any number of threads, and is saved in
/// the tally. A resumed run ends as an uninterrupted one.
#[test]
fn stop_rule_applies_to_selected_rows_only() {
    let question = question(KINDS[0]);
    let part = 0..10_000_000;
    let plan = |width, rows| Plan {
        stop_rule: precision(width, rows),
        ..question.plan(Seed(1), part.end)
    };
    let run = played(question.as_ref(), plan(0.002, Some("nb_tas_max=2,4")), 1);
    assert_eq!(run.stop_reason, StopReason::Precision);
    let text = tally_file::to_text(&run);
    assert!(
        text.contains("\nprecision 0.002 0.95 exact nb_tas_max=2,4\nstopped precision\n"),
        "{text}"
    );
    assert_eq!(
        tally_file::to_text(&played(
            question.as_ref(),
            plan(0.002, Some("nb_tas_max=2,4")),
            3
        )),
        text
    );
    assert_eq!(
        tally_file::parse(&text, from_name).map(|(_, run)| run),
        Ok(run.clone())
    );
    let deals = |rows| played(question.as_ref(), plan(0.002, rows), 2).tally.deals;
    assert!(deals(Some("nb_tas_max=2")) < run.tally.deals && run.tally.deals < deals(None));
    // A plan for the same or more rows, at the same or a smaller width, resumes the run as if it had been its plan from
    // the start. Another rule could have ended the run earlier: it is evaluated first after the deals of the run.
    for (width, rows, could_have_ended) in [
        (0.001, Some("nb_tas_max=2,4"), false),
        (0.002, Some("nb_tas_max=2,4,7"), false),
        (0.001, Some("nb_tas_max=2"), true),
        (0.003, Some("nb_tas_max=2,4"), true),
        (0.001, None, true),
    ] {
        let asked = plan(width, rows);
        let begun = run
            .clone()
            .with_plan(asked.clone(), &part)
            .expect("the same deals");
        let first_check = if could_have_ended { run.tally.deals } else { 0 };
        let carried_out = Plan {
            stop_rule: asked.stop_rule.map(|stop_rule| StopRule {
                first_check,
                ..stop_rule
            }),
            ..asked
        };
        assert_eq!(begun.plan, carried_out);
        let more = question
            .resume(begun, part.clone(), &RunOptions::default())
            .expect("threads start");
        assert_eq!(more, played(question.as_ref(), carried_out, 2));
    }
    let forged = |from: &str, to: &str| {
        tally_file::parse(&crate::tally::forged(&text.replace(from, to)), from_name)
            .map(|_| ())
            .map_err(|error| error.what)
    };
    // Unknown rows, no rows, rows out of order; all rows, or a finer width, were not reached.
    let precision = Err(TallyFileErrorKind::Contradiction("precision".to_owned()));
    for to in [
        "exact nb_tas_max=2,77",
        "exact nb_tas_max=",
        "exact piles=2",
        "exact nb_tas_max=4,2",
        "exact nb_tas_max=2,4 from 20000000",
    ] {
        assert_eq!(forged("exact nb_tas_max=2,4", to), precision, "{to}");
    }
    let stopped = Err(TallyFileErrorKind::Contradiction("stopped".to_owned()));
    assert_eq!(forged("exact nb_tas_max=2,4", "exact"), stopped);
    assert_eq!(forged("0.002", "0.001"), stopped);
    let late = format!("nb_tas_max=2,4 from {}", run.tally.deals + 1);
    assert_eq!(forged("nb_tas_max=2,4", &late), stopped);
    let keyword = Err(TallyFileErrorKind::ExpectedKeyword("precision".to_owned()));
    for to in [
        "nb_tas_max=2,4 from",
        "nb_tas_max=2,4 from 0",
        "nb_tas_max=2,4 from 1 2",
    ] {
        assert_eq!(forged("nb_tas_max=2,4", to), keyword, "{to}");
    }
}

/// Impossible events are no criterion: no run goes on for the sake of their intervals.
#[test]
fn impossible_rows_are_no_stop_criterion() {
    let question = question("alliances cards=32 improve=none alliance=suit");
    let deals = |precision, rows| {
        let plan = Plan {
            stop_rule: Some(stop_rule(precision, Some(rows))),
            ..question.plan(Seed(1), 1_000_000)
        };
        let run = played(question.as_ref(), plan, 2);
        assert_eq!(run.stop_reason, StopReason::Precision);
        run.tally.deals
    };
    assert_eq!(deals(1e-6, "nb_tas_max=2,3"), 4096);
    let with_impossible = deals(0.005, "nb_tas_max=3,16");
    assert_eq!(with_impossible, deals(0.005, "nb_tas_max=16"));
    assert!(with_impossible > 4096);
}

/// Rows without an interval are never reached, except for a quantity that is constant.
#[test]
fn stop_rule_supports_rows_of_means() {
    let aim = |name: &str, rows: &str, deals| {
        let question = question(name);
        let run = played(question.as_ref(), question.plan(Seed(1), deals), 1);
        StopProgress::new(
            &question.measures(),
            &precision(0.1, Some(rows)).expect("a precision"),
            &run.tally,
        )
        .widest
    };
    let twins = aim("shuffle cards=52 riffles=3", "statistic=twins_mean", 5000);
    assert!((0.01..0.2).contains(&twins), "{twins}");
    assert_eq!(
        aim("shuffle cards=52 riffles=3", "statistic=twins_mean", 5),
        f64::INFINITY
    );
    assert_eq!(
        aim("shuffle cards=52 riffles=0", "statistic=twins_mean", 5),
        f64::INFINITY
    );
    assert_eq!(
        aim("shuffle cards=52 riffles=0", "statistic=twins_mean", 5000),
        0.0
    );
    assert_eq!(
        aim("shuffle cards=52 riffles=3", "statistic=cut_sup_norm", 5000),
        f64::INFINITY
    );
}

/// Trials with the success probability `0` / 2^16.
struct Coin(u64);

const SIDES: u32 = 16;

impl Coin {
    fn probability(&self) -> f64 {
        self.0 as f64 / f64::from(1 << SIDES)
    }
}

impl Experiment for Coin {
    fn info(&self) -> ExperimentInfo {
        let columns = vec![
            Column::RowName("outcome"),
            Column::Deals,
            Column::Probability,
            Column::Low,
            Column::High,
        ];
        let (topic, unit) = ("coin", "games");
        ExperimentInfo {
            topic,
            unit,
            columns,
            chunk_sizes: ChunkSizes::constant(1 << 14),
            default_deals: 1000,
            nanoseconds_per_deal: 1.0,
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
        vec![
            Measure::share(0, 1..=1)
                .with_row([Column::OUTCOME.field("heads".into())])
                .with_stop_criterion(true),
        ]
    }

    fn batch_function(&self, _: SimdLevel) -> BatchFn<'_> {
        Box::new(|streams, deals, tally| {
            let family = streams.for_purpose(Purpose::Player1);
            let mut wins = 0;
            for block in (deals.start..deals.end).step_by(64) {
                let mut generator = family.stream(block);
                // Bit by bit from the lowest: 64 numbers below 2^16 are compared with the threshold at once.
                let compared = |won, bit| match self.0 >> bit & 1 {
                    1 => won | generator.next_u64(),
                    _ => won & generator.next_u64(),
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
    let how = Confidence::default();
    let (mut inside, mut all) = (0, 0);
    for seed in runs.clone() {
        let plan = Plan {
            stop_rule: half_width.and_then(|width| precision(width, None)),
            ..Experiment::plan(coin, Seed(seed), deals)
        };
        let run = played(coin, plan, 1);
        let Interval { low, high } = coin.measures()[0]
            .estimate(&run.tally, how)
            .and_then(|estimate| estimate.interval)
            .unwrap();
        inside += u64::from(low <= coin.probability() && coin.probability() <= high);
        all += run.tally.deals;
    }
    (Proportion::new(inside, runs.end - runs.start), all)
}

/// Measures the coverage of runs that stop by `--precision`, and of runs with as many deals fixed in advance.
fn optional_stopping(runs: u64, most: usize) -> Vec<[Proportion; 2]> {
    let cases = [
        (8192, 0.005),
        (1024, 0.001),
        (32768, 0.01),
        (829, 0.001), // 0.012650: as two piles of the patience
        (46, 0.0005), // 0.000702: 24 of 34,650 deals
        (3, 0.0002),  // one in 20,000
    ];
    cases
        .iter()
        .take(most)
        .enumerate()
        .map(|(place, (sides, width))| {
            let (coin, first) = (Coin(*sides), place as u64 * 2 * runs);
            let (stopped, deals) = covered(&coin, Some(*width), u64::MAX, first..first + runs);
            let (fixed, _) = covered(&coin, None, deals / runs, first + runs..first + 2 * runs);
            println!(
                "p = {:.6}, half-width {width}: {:.3} % of {runs} stopped runs, {:.3} % of runs of {} deals",
                coin.probability(),
                100.0 * stopped.estimate(),
                100.0 * fixed.estimate(),
                deals / runs
            );
            [stopped, fixed]
        })
        .collect()
}

/// The least coverage of stopped runs in each case, at a common level of 1 %.
const AT_LEAST: f64 = 0.94;

/// Returns the p-value of a coverage below 95 %.
fn below(share: Proportion) -> f64 {
    if share.estimate() >= 0.95 {
        1.0
    } else {
        binomial_p_value(share, 0.95)
    }
}

fn holds_enough(cases: &[[Proportion; 2]]) {
    let sure = Confidence::new(1.0 - 2.0 * 0.01 / cases.len() as f64).expect("a level");
    for [stopped, _] in cases {
        let low = stopped.interval(sure).low;
        assert!(low > AT_LEAST, "{stopped:?} holds only {low}");
    }
    let fixed: Vec<f64> = cases.iter().map(|[_, fixed]| below(*fixed)).collect();
    assert!(
        holm_adjusted_p_values(&fixed).iter().all(|p| *p > 0.01),
        "runs of a fixed length hold what they promise: {fixed:?}"
    );
}

#[test]
#[ignore = "240,000 runs: a quarter of a minute"]
fn coverage_of_stopped_runs_reaches_required_level() {
    holds_enough(&optional_stopping(20_000, 6));
}

/// A short version with the two cases of lowest coverage.
#[test]
fn stop_rule_barely_reduces_interval_coverage() {
    for [stopped, fixed] in optional_stopping(1500, 2) {
        for share in [stopped, fixed] {
            assert!(below(share) > 1e-4, "{share:?}");
        }
    }
}
