//! Tests of experiments that are simulated together: their runs are those of each alone, and the differences are those of
//! the deals.

use pioche_engine::experiments::from_name;
use pioche_engine::rng::Purpose;
use pioche_engine::sim::table::IntervalMethod;
use pioche_engine::sim::{
    Experiment, Joint, RangeSet, Run, RunOptions, Seed, StopReason, Summary, differences,
    tally_file,
};
use pioche_engine::simd::SimdLevel;
use pioche_engine::stats::compare::paired_share_difference;
use pioche_engine::stats::{Confidence, DealValue, ProportionMethod};
use rand::RngExt;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Joint experiments of every topic whose settings share their deals, of all engines.
const JOINTS: &[&str] = &[
    "joint alliances cards=32 improve=none | alliances cards=32 improve=none alliance=suit | \
     alliances cards=32 improve=exchange | alliances cards=32 improve=swap",
    "joint alliances cards=2x3 improve=move player=perfect | alliances cards=2x3 improve=none \
     player=perfect | alliances cards=2x3 improve=none",
    "joint alliances cards=4x4 improve=none player=perfect | alliances cards=4x4 improve=none",
    "joint bataille values=3 order=fixed shuffle=riffle:3 | bataille values=3 order=alternating \
     shuffle=riffle:3 | bataille values=3 order=fixed shuffle=riffle:3 pickup=random",
    "joint bataille values=3 order=fixed shuffle=uniform max_rounds=4 | bataille values=3 \
     order=fixed shuffle=uniform face_down=2 out_of_cards=last-card",
    "joint alak cells=5 edge=ring own_group=captured players=random,random max_plies=9 | alak \
     cells=5 edge=ring own_group=captured players=minimax:1,random max_plies=9",
    "joint nim matches=20 takes=2,3 players=random,random | nim matches=20 takes=2,3 \
     players=perfect,random",
];

fn joint_experiment(name: &str) -> Box<dyn Experiment> {
    let experiment = from_name(name).unwrap_or_else(|| panic!("{name}"));
    let read_again = from_name(&experiment.name()).expect("its own name");
    assert_eq!(read_again.name(), experiment.name());
    experiment
}

fn joint(experiment: &dyn Experiment) -> &Joint {
    let experiment: &dyn Any = experiment;
    experiment.downcast_ref().expect("a joint experiment")
}

/// Returns the text of the tally of each member, played alone.
fn single_texts(joint: &Joint, seed: Seed, deals: u64) -> Vec<String> {
    let play = |member: &std::sync::Arc<dyn Experiment>| {
        let run = member.run(member.plan(seed, deals), &RunOptions::default());
        tally_file::to_text(&run.expect("threads start"))
    };
    joint.members.iter().map(play).collect()
}

fn member_texts(joint: &Joint, run: &Run) -> Vec<String> {
    let runs = joint.member_runs(run);
    runs.iter().map(tally_file::to_text).collect()
}

/// The tallies of the members have the bytes of the runs of each alone, with any threads, chunks, parts, interruptions and
/// SIMD levels.
#[test]
fn members_have_bytes_of_single_runs() {
    for name in JOINTS {
        let experiment = joint_experiment(name);
        let joint = joint(experiment.as_ref());
        let plan = experiment.plan(Seed(4), 700);
        let whole = experiment
            .run(plan.clone(), &RunOptions::default())
            .expect("threads start");
        let wanted = single_texts(joint, Seed(4), 700);
        assert_eq!(member_texts(joint, &whole), wanted, "{name}");
        let chunks = [1, 7, 64, 130].into_iter().cycle();
        for ((threads, simd_level), chunk) in (1..).zip(SimdLevel::available()).zip(chunks) {
            let options = RunOptions {
                threads: Some(threads),
                max_chunk_size: Some(chunk),
                simd_level,
                ..RunOptions::default()
            };
            let run = experiment
                .run(plan.clone(), &options)
                .expect("threads start");
            assert_eq!(run, whole, "{name}: {threads} threads, chunks of {chunk}");
        }
        let empty = Run::empty(plan.clone(), experiment.tally_schema());
        let mut merged = empty.clone();
        for number in [3, 1, 2] {
            let part = plan.part_deals(number, 3);
            let part_run = experiment.resume(empty.clone(), part, &RunOptions::default());
            merged
                .merge(&part_run.expect("threads start"))
                .expect("parts");
        }
        assert_eq!(merged, whole, "{name}");
        let text = tally_file::to_text(&whole);
        let (read_experiment, read_run) = tally_file::parse(&text, from_name).expect("a tally");
        assert_eq!(
            (read_experiment.name(), read_run),
            (experiment.name(), whole.clone())
        );
        let has_ended = AtomicBool::new(false);
        let stop = |_: &dyn Fn() -> Run| has_ended.store(true, Ordering::Relaxed);
        let options = RunOptions {
            threads: Some(1),
            max_chunk_size: Some(64),
            interrupt_flag: Some(&has_ended),
            on_progress: Some(&stop),
            ..RunOptions::default()
        };
        let first_deals = experiment
            .run(plan.clone(), &options)
            .expect("threads start");
        assert_eq!(first_deals.stop_reason, StopReason::Interrupted);
        assert_eq!(first_deals.done, RangeSet::from(0..64));
        let member_runs = joint.member_runs(&first_deals);
        for (member, member_run) in joint.members.iter().zip(&member_runs) {
            let alone = member.run(member.plan(Seed(4), 64), &RunOptions::default());
            assert_eq!(member_run.tally, alone.expect("threads start").tally);
            assert_eq!(member_run.stop_reason, StopReason::Interrupted);
        }
        let resumed = experiment.resume(first_deals, 0..700, &RunOptions::default());
        assert_eq!(resumed.expect("threads start"), whole, "{name}");
    }
}

/// A joint experiment may have members with other deals: they have their own bytes, and a stop rule is about a pair with the
/// same deals.
#[test]
fn members_with_other_deals_are_not_compared() {
    let experiment = joint_experiment(
        "joint alliances cards=32 improve=none | alliances cards=36 improve=none | \
         alliances cards=32 improve=exchange",
    );
    let run = experiment
        .run(experiment.plan(Seed(4), 300), &RunOptions::default())
        .expect("threads start");
    let joint = joint(experiment.as_ref());
    assert_eq!(member_texts(joint, &run), single_texts(joint, Seed(4), 300));
    let measures = experiment.measures();
    assert!(measures.iter().any(|measure| measure.is_stop_criterion));
    let summaries = summaries(experiment, &run);
    let differences = differences(&summaries);
    assert!(
        differences
            .iter()
            .any(|difference| { difference.estimate.method == Some(IntervalMethod::Independent) })
    );
    for difference in differences {
        let [one, other] = difference.runs.map(Summary::stream_key_and_seed);
        let is_paired = difference.estimate.method == Some(IntervalMethod::Paired);
        assert_eq!(is_paired, one == other);
    }
    assert!(
        from_name("joint alliances cards=32 improve=none | alliances cards=36 improve=none")
            .is_none()
    );
}

/// Returns the values of all deals of a single run.
fn deal_values(experiment: &dyn Experiment, deals: u64) -> BTreeMap<(u64, usize), i64> {
    let all_values = Mutex::new(BTreeMap::new());
    let specs = experiment.tally_schema().histograms;
    let collect = |values: &[DealValue]| {
        let mut all_values = all_values.lock().expect("no panic");
        for value in values {
            let offset = specs[value.histogram].value_offset;
            let number = value.value as i64 + offset;
            all_values.insert((value.deal, value.histogram), number);
        }
    };
    let options = RunOptions {
        on_deal_values: Some(&collect),
        ..RunOptions::default()
    };
    let run = experiment.run(experiment.plan(Seed(9), deals), &options);
    run.expect("threads start");
    all_values.into_inner().expect("no panic")
}

fn histogram_index(experiment: &dyn Experiment, columns: &[&str]) -> usize {
    let specs = experiment.tally_schema().histograms;
    let position = |column: &&str| specs.iter().position(|spec| spec.column == *column);
    columns.iter().find_map(position).expect("a histogram")
}

fn summaries(experiment: Box<dyn Experiment>, run: &Run) -> Vec<Summary> {
    let level = Confidence::default();
    Summary::new(experiment.into(), run, level, ProportionMethod::Exact).of_members()
}

/// The differences are those that the values of the deals give: in the rows, and in the means.
#[test]
fn differences_are_those_of_deals() {
    const DEALS: u64 = 400;
    for name in JOINTS {
        let experiment = joint_experiment(name);
        let run = experiment
            .run(experiment.plan(Seed(9), DEALS), &RunOptions::default())
            .expect("threads start");
        let is_patience = experiment.topic() == "alliances";
        let summaries = summaries(experiment, &run);
        let pair_count = summaries.len() * (summaries.len() - 1) / 2;
        let mut compared_rows = 0;
        let mut compared_means = 0;
        for difference in differences(&summaries) {
            let [one, other] = difference.runs.map(|run| {
                let values = deal_values(run.experiment.as_ref(), DEALS);
                (run.experiment.as_ref(), values)
            });
            let estimate = &difference.estimate;
            assert_eq!(estimate.method, Some(IntervalMethod::Paired));
            let columns: &[&str] = if is_patience {
                &[
                    "nb_tas_player_improved",
                    "nb_tas_player",
                    "nb_tas_improved",
                    "nb_tas",
                ]
            } else if difference.estimate.is_row() {
                &["outcome"]
            } else {
                &["rounds", "plies"]
            };
            let [one_index, other_index] =
                [one.0, other.0].map(|experiment| histogram_index(experiment, columns));
            let value = |deal| {
                let values = [
                    one.1.get(&(deal, one_index)),
                    other.1.get(&(deal, other_index)),
                ];
                Some([*values[0]?, *values[1]?])
            };
            let values: Vec<[i64; 2]> = (0..DEALS).filter_map(value).collect();

            if !difference.estimate.is_row() {
                let sum: i64 = values.iter().map(|[first, second]| first - second).sum();
                let mean = sum as f64 / values.len() as f64;
                assert!(
                    (estimate.value - mean).abs() < 1e-9,
                    "{name}: {difference:?}"
                );
                let value_count = estimate.moments.map(|moments| moments.value_count);
                assert_eq!(value_count, Some(values.len() as u64), "{name}");
                compared_means += 1;
                continue;
            }
            let row = estimate.field(estimate.name).expect("a row");
            let row = row.to_string();
            let words = one.0.tally_schema().histograms[one_index].words;
            let counts = |value: i64| match row.parse::<i64>() {
                Ok(most) => Some(value <= most),
                Err(_) => {
                    let word = words[value as usize];
                    (word != "unresolved" || row == "unresolved").then_some(word == row)
                }
            };
            let mut discordant = [0; 2];
            let mut undecided = 0;
            for &[first, second] in &values {
                match (counts(first), counts(second)) {
                    (Some(true), Some(false)) => discordant[0] += 1,
                    (Some(false), Some(true)) => discordant[1] += 1,
                    (Some(_), Some(_)) => {}
                    _ => undecided += 1,
                }
            }
            let level = Confidence::default();
            let interval = paired_share_difference(discordant, undecided, DEALS, level)
                .interval
                .rounded();
            let found = difference
                .estimate
                .interval
                .expect("an interval of a share");
            let is_impossible_below = found.low == 0.0 && interval.low < 0.0;
            let is_impossible_above = found.high == 0.0 && interval.high > 0.0;
            assert!(
                found.low == interval.low || is_impossible_below,
                "{name}, {row}: {found:?}"
            );
            assert!(
                found.high == interval.high || is_impossible_above,
                "{name}, {row}: {found:?}"
            );
            assert!(found.low <= estimate.value && estimate.value <= found.high);
            compared_rows += 1;
        }
        assert!(
            compared_rows >= 2 * pair_count,
            "{name}: {compared_rows} rows"
        );
        assert_eq!(compared_means, pair_count, "{name}");
    }
}

/// No interval holds a difference that is impossible on every deal: no player beats perfect play, and a swap or a move does
/// at least as well as an exchange.
#[test]
fn impossible_differences_are_outside_of_intervals() {
    for (better, worse) in [
        ("improve=none player=perfect", "improve=none"),
        ("improve=none player=perfect", "improve=none alliance=suit"),
        ("improve=move", "improve=exchange"),
    ] {
        for seed in 1..6 {
            for is_better_first in [false, true] {
                let [later, earlier] = if is_better_first {
                    [better, worse]
                } else {
                    [worse, better]
                };
                let experiment = joint_experiment(&format!(
                    "joint alliances cards=4x4 {earlier} | alliances cards=4x4 {later}"
                ));
                let run = experiment.run(experiment.plan(Seed(seed), 60), &RunOptions::default());
                let summaries = summaries(experiment, &run.expect("threads start"));
                let all = differences(&summaries);
                assert!(all.len() >= 14, "{better}, {worse}: {} rows", all.len());
                for difference in all {
                    let Some(interval) = difference.estimate.interval else {
                        continue;
                    };
                    // The shares of few piles are larger, and the mean is smaller.
                    let is_possible = if difference.estimate.is_row() == is_better_first {
                        interval.low >= 0.0
                    } else {
                        interval.high <= 0.0
                    };
                    assert!(
                        is_possible,
                        "{better}, {worse}, seed {seed}: {difference:?}"
                    );
                }
            }
        }
    }
}

/// The 95 % interval of a paired difference of shares holds it in 94.5 to 97.5 % of 4,000 samples, from about ten trials
/// that differ on, in more for fewer; the test rejects equal shares in at most 5 %.
#[test]
fn paired_intervals_of_shares_cover() {
    const SAMPLES: u64 = 4000;
    const TRIALS: u64 = 1000;
    let mut generator = pioche_engine::rng::stream(Seed(7), Purpose::Shuffle, 0);
    for [first_share, second_share] in [
        [0.003, 0.003],
        [0.010, 0.0],
        [0.010, 0.005],
        [0.020, 0.020],
        [0.200, 0.100],
        [0.400, 0.400],
    ] {
        let mut held = 0;
        let mut rejected = 0;
        for _ in 0..SAMPLES {
            let mut counts = [0; 2];
            for _ in 0..TRIALS {
                let draw: f64 = generator.random();
                if draw < first_share {
                    counts[0] += 1;
                } else if draw < first_share + second_share {
                    counts[1] += 1;
                }
            }
            let interval =
                paired_share_difference(counts, 0, TRIALS, Confidence::default()).interval;
            let difference = first_share - second_share;
            held += u64::from(interval.low <= difference && difference <= interval.high);
            let is_zero_outside = interval.low > 0.0 || interval.high < 0.0;
            rejected += u64::from(is_zero_outside);
        }
        let coverage = held as f64 / SAMPLES as f64;
        let most = if first_share + second_share < 0.01 {
            1.0
        } else {
            0.975
        };
        assert!(
            (0.945..=most).contains(&coverage),
            "{first_share}, {second_share}: {coverage}"
        );
        let level = rejected as f64 / SAMPLES as f64;
        // Three standard errors of the measured level.
        assert!(
            first_share != second_share || level <= 0.0604,
            "{first_share}: {level}"
        );
    }
}
