//! Tests of experiments that are simulated together: their runs are those of each alone, and the differences to the usual game
//! are those of the deals.

use crate::common::{experiment, run, workers};
use pioche_engine::experiments::from_name;
use pioche_engine::sim::experiment::experiment_name;
use pioche_engine::sim::tally_file::{self, TallyFileErrorKind};
use pioche_engine::sim::{Experiment, Joint, Row, Run, RunOptions, Seed, StopReason, Summary};
use pioche_engine::simd::SimdLevel;
use pioche_engine::stats::compare::paired_share_difference;
use pioche_engine::stats::{Confidence, DealValue, Histogram, Interval};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns joint experiments of every topic whose settings share their deals, of all engines; some without the usual game among
/// their members.
fn joint_names() -> impl Iterator<Item = &'static str> {
    include_str!("../data/joint.txt").lines()
}

const TWO_RULES: &str =
    "together alliances cards=32 improve=none | alliances cards=32 improve=none alliance=suit";

fn joint(experiment: &dyn Experiment) -> &Joint {
    let experiment: &dyn Any = experiment;
    experiment.downcast_ref().expect("a joint experiment")
}

/// The tallies of the members have the bytes of the runs of each alone, with any threads, chunks, parts, interruptions and
/// SIMD levels.
#[test]
fn members_have_bytes_of_single_runs() {
    for name in joint_names() {
        let experiment = experiment(name);
        let experiment = experiment.as_ref();
        let joint = joint(experiment);
        let whole = run(experiment, 4, 700);
        let plan = whole.plan.clone();
        let single_runs = |deals| {
            joint
                .members
                .iter()
                .map(move |member| run(member.as_ref(), 4, deals))
        };
        assert!(
            joint.member_runs(&whole).into_iter().eq(single_runs(700)),
            "{name}"
        );
        for (simd_level, (threads, chunk)) in SimdLevel::available().zip([(1, 1), (2, 7), (3, 130)])
        {
            let options = RunOptions {
                simd_level,
                ..workers(threads, chunk)
            };
            let run = experiment
                .run(plan.clone(), &options)
                .expect("threads start");
            assert_eq!(run, whole, "{name}: {threads} threads, chunks of {chunk}");
        }
        let (read, read_run) =
            tally_file::parse(&tally_file::to_text(&whole), from_name).expect("a tally");
        assert_eq!((read.name(), &read_run), (experiment.name(), &whole));
        let has_ended = AtomicBool::new(false);
        let stop = |_: &dyn Fn() -> Run| has_ended.store(true, Ordering::Relaxed);
        let options = RunOptions {
            interrupt_flag: Some(&has_ended),
            on_progress: Some(&stop),
            ..workers(1, 64)
        };
        let first_deals = experiment.run(plan, &options).expect("threads start");
        for (member_run, single_run) in joint
            .member_runs(&first_deals)
            .into_iter()
            .zip(single_runs(64))
        {
            assert_eq!(
                (member_run.tally, member_run.stop_reason),
                (single_run.tally, StopReason::Interrupted)
            );
        }
        let resumed = experiment.resume(first_deals, 0..700, &RunOptions::default());
        assert_eq!(resumed.expect("threads start"), whole, "{name}");
    }
}

/// Members have the same deals, and one differs from another. The usual game has the default of each setting that differs, if
/// it is measured, else the first value.
#[test]
fn members_share_deals_and_usual_game_has_defaults() {
    for name in [
        "together alliances cards=32 improve=none | alliances cards=36 improve=none",
        "together bataille values=3 order=fixed shuffle=uniform | bataille values=3 order=fixed shuffle=riffle:3",
        "together nim matches=20 takes=2,3 players=random,random",
        "together shuffle cards=52 riffles=3 | shuffle cards=52 riffles=4",
    ] {
        assert!(from_name(name).is_none(), "{name}");
    }
    for (first, second, is_second_usual) in [
        ("improve=exchange", "improve=none", true),
        ("improve=swap player=perfect", "improve=swap", true),
        (
            "improve=none player=perfect",
            "improve=exchange player=perfect",
            false,
        ),
        (
            "improve=none alliance=suit",
            "improve=none alliance=rank",
            false,
        ),
    ] {
        let [first, second] =
            [first, second].map(|settings| format!("alliances suits=4 ranks=4 {settings}"));
        let usual = experiment(if is_second_usual { &second } else { &first });
        let name = format!("together {first} | {second}");
        let experiment = experiment(&name);
        let found = &joint(experiment.as_ref()).usual_settings;
        assert_eq!(found, &usual.settings(), "{name}");
    }
    // The usual game may be another game of the members.
    let exchanges =
        "together alliances cards=32 improve=exchange | alliances cards=32 improve=swap";
    let experiment = experiment(exchanges);
    let usual_settings = &joint(experiment.as_ref()).usual_settings;
    let usual = from_name("alliances cards=32 improve=none").expect("an experiment");
    assert_eq!(usual_settings, &usual.settings());
}

/// Returns the results of all deals of a single run: the piles, or the outcomes.
fn results(experiment: &dyn Experiment, deals: u64) -> BTreeMap<u64, i64> {
    let specs = experiment.tally_schema().histograms;
    let columns = [
        "nb_tas_player_improved",
        "nb_tas_player",
        "nb_tas_improved",
        "nb_tas",
        "outcome",
    ];
    let position = |column: &str| specs.iter().position(|spec| spec.column == column);
    let histogram = columns.into_iter().find_map(position).expect("a histogram");
    let results = Mutex::new(BTreeMap::new());
    let collect = |values: &[DealValue]| {
        let values = values.iter().filter(|value| value.histogram == histogram);
        let number = |value: &DealValue| {
            (
                value.deal,
                value.value as i64 + specs[histogram].value_offset,
            )
        };
        results.lock().expect("no panic").extend(values.map(number));
    };
    let options = RunOptions {
        on_deal_values: Some(&collect),
        ..RunOptions::default()
    };
    experiment
        .run(experiment.plan(Seed(9), deals), &options)
        .expect("threads start");
    results.into_inner().expect("no panic")
}

/// Returns the summaries of the members of a joint run.
fn summaries(name: &str, seed: u64, deals: u64) -> Vec<Summary> {
    let experiment = experiment(name);
    let run = run(experiment.as_ref(), seed, deals);
    Summary::new(experiment.into(), &run, Confidence::default()).of_members()
}

/// Returns the numbers that a result may count for a row: 0 or 1, or both if it is undecided.
fn row_numbers(result: Option<i64>, row: &str, words: &[&str]) -> Vec<i64> {
    let is_counted = result.and_then(|result| match row.parse::<i64>() {
        Ok(most) => Some(result <= most),
        Err(_) => {
            let word = words[result as usize];
            (word != "unresolved" || row == "unresolved").then_some(word == row)
        }
    });
    is_counted.map_or(vec![0, 1], |is_counted| vec![is_counted.into()])
}

/// The differences are those that the values of the deals give, of two runs that were played alone.
#[test]
fn differences_are_those_of_deals() {
    const DEALS: u64 = 400;
    for name in joint_names() {
        let mut compared_rows = 0;
        for summary in summaries(name, 9, DEALS) {
            let usual_settings = &summary.usual.as_ref().expect("a joint run").settings;
            let usual = experiment(&experiment_name(summary.topic(), usual_settings));
            let experiments = [summary.experiment.as_ref(), usual.as_ref()];
            let results = experiments.map(|experiment| results(experiment, DEALS));
            let schema = summary.experiment.tally_schema();
            let words = schema
                .histograms
                .iter()
                .find(|spec| spec.column == "outcome")
                .map_or(&[][..], |spec| spec.words);
            let column = summary.row_name_column().expect("a column");
            for estimate in &summary.estimates {
                let Some(difference) = &estimate.difference else {
                    let is_own = |field: &pioche_engine::sim::Field| {
                        estimate
                            .field(field.key())
                            .is_none_or(|value| *value == field.value)
                    };
                    let has_difference = estimate.is_row()
                        && summary.settings.iter().all(is_own)
                        && summary
                            .usual
                            .as_ref()
                            .is_some_and(|usual| usual.settings != summary.settings);
                    assert!(!has_difference, "{name}: {estimate:?}");
                    continue;
                };
                if !estimate.is_row() {
                    let sums = results
                        .each_ref()
                        .map(|results| results.values().sum::<i64>());
                    let mean = (sums[0] - sums[1]) as f64 / DEALS as f64;
                    assert!((difference.value - mean).abs() < 1e-9, "{name}");
                    continue;
                }
                compared_rows += 1;
                let row = estimate.field(column).expect("a row").to_string();
                let mut value = 0;
                let mut undecided_deals = 0;
                let mut extremes = [[0; 2]; 2];
                for deal in 0..DEALS {
                    let [own, usual] = results
                        .each_ref()
                        .map(|results| row_numbers(results.get(&deal).copied(), &row, words));
                    undecided_deals += u64::from(own.len() + usual.len() > 2);
                    let certain = |numbers: &[i64]| i64::from(*numbers == [1]);
                    value += certain(&own) - certain(&usual);
                    let differences = [
                        own[0] - usual[usual.len() - 1],
                        own[own.len() - 1] - usual[0],
                    ];
                    for (extreme, difference) in extremes.iter_mut().zip(differences) {
                        extreme[0] += u64::from(difference > 0);
                        extreme[1] += u64::from(difference < 0);
                    }
                }
                let expected =
                    paired_share_difference(extremes, DEALS, Confidence::default()).rounded();
                let interval = difference.interval.expect("an interval of a share");
                assert_eq!(difference.undecided_deals, undecided_deals, "{name}, {row}");
                assert!(
                    (difference.value - value as f64 / DEALS as f64).abs() < 1e-9,
                    "{name}, {row}"
                );
                let is_impossible_below = interval.low == 0.0 && expected.low < 0.0;
                let is_expected = interval.high == expected.high
                    && (interval.low == expected.low || is_impossible_below);
                assert!(is_expected || interval.half_width() == 0.0, "{name}, {row}");
            }
        }
        assert!(compared_rows > 0, "{name}");
    }
}

/// The difference of events that are certain in both settings is exact, and no test finds one.
#[test]
fn certain_differences_are_exact() {
    let summaries = summaries(TWO_RULES, 1, 300);
    let row = summaries[1].row("32").expect("a row");
    let difference = row.difference.expect("a difference");
    let found = (difference.value, difference.exact, difference.p_value);
    assert_eq!(found, (0.0, Some(0.0), Some(1.0)));
    assert_eq!(difference.interval, Some(Interval::exactly(0.0)));
}

#[test]
fn deals_without_a_pair_of_values_are_undecided() {
    let experiment = experiment(TWO_RULES);
    let mut run = run(experiment.as_ref(), 1, 300);
    let pair = run.tally.histograms.last_mut().expect("a pair");
    let mut counts = pair.counts().to_vec();
    *counts.last_mut().expect("a count") -= 1;
    *pair = Histogram::new(counts);
    let summaries = Summary::new(experiment.into(), &run, Confidence::default()).of_members();
    let row = summaries[1].row("8").expect("a row");
    let difference = row.difference.expect("a difference");
    assert_eq!(difference.undecided_deals, 1);
}

/// Pairs that contradict the counts of a member are refused.
#[test]
fn contradicting_pairs_are_refused() {
    let mut run = run(experiment(TWO_RULES).as_ref(), 1, 300);
    assert!(tally_file::parse(&tally_file::to_text(&run), from_name).is_ok());
    let pair = run.tally.histograms.last_mut().expect("a pair");
    let mut counts = pair.counts().to_vec();
    let entry = counts.iter().position(|&count| count > 1).expect("a count");
    counts[entry] -= 1;
    counts[entry + 1] += 1;
    *pair = Histogram::new(counts);
    let read = tally_file::parse(&tally_file::to_text(&run), from_name);
    let error = read.map(|_| ()).expect_err("a contradiction");
    let expected = TallyFileErrorKind::Contradiction("histogram pair".to_owned());
    assert_eq!(error.what, expected);
}

/// No interval holds a difference that is impossible on every deal: the rule does not beat perfect play, which has larger
/// shares of few piles and a smaller mean.
#[test]
fn impossible_differences_are_outside_of_intervals() {
    let perfect = "alliances suits=4 ranks=4 improve=none player=perfect";
    let exchanged = "alliances suits=4 ranks=4 improve=exchange player=perfect";
    for better in [perfect.to_owned(), format!("{exchanged} | {perfect}")] {
        for seed in 1..6 {
            let summaries = summaries(
                &format!("together alliances suits=4 ranks=4 improve=none | {better}"),
                seed,
                60,
            );
            let perfect = summaries.last().expect("a member");
            let interval =
                |estimate: &Row| Some((estimate.is_row(), estimate.difference?.interval?));
            let intervals: Vec<_> = perfect.estimates.iter().filter_map(interval).collect();
            assert!(intervals.len() >= 14, "{better}");
            for (is_share, interval) in intervals {
                let is_possible = if is_share {
                    interval.low >= 0.0
                } else {
                    interval.high <= 0.0
                };
                assert!(is_possible, "{better}, seed {seed}: {interval:?}");
            }
        }
    }
}
