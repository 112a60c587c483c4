//! Tests of experiments that are simulated together: their runs are those of each alone, and the differences to the usual game
//! are those of the deals.

use pioche_engine::experiments::from_name;
use pioche_engine::rng::Purpose;
use pioche_engine::sim::experiment::experiment_name;
use pioche_engine::sim::tally_file::TallyFileErrorKind;
use pioche_engine::sim::{
    Experiment, Joint, RangeSet, Run, RunOptions, Seed, StopReason, Summary, tally_file,
};
use pioche_engine::simd::SimdLevel;
use pioche_engine::stats::compare::paired_share_difference;
use pioche_engine::stats::{Confidence, DealValue, Histogram};
use rand::RngExt;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Joint experiments of every topic whose settings share their deals, of all engines; some without the usual game among
/// their members.
const JOINTS: &[&str] = &[
    "together alliances cards=32 improve=none | alliances cards=32 improve=none alliance=suit | \
     alliances cards=32 improve=exchange | alliances cards=32 improve=swap",
    "together alliances cards=32 improve=exchange | alliances cards=32 improve=move",
    "together alliances cards=2x3 improve=move player=perfect | alliances cards=2x3 improve=none \
     player=perfect | alliances cards=2x3 improve=none",
    "together alliances cards=4x4 improve=exchange player=perfect | alliances cards=4x4 \
     improve=swap player=perfect",
    "together bataille values=3 order=fixed shuffle=riffle:3 | bataille values=3 order=alternating \
     shuffle=riffle:3 | bataille values=3 order=fixed shuffle=riffle:3 pickup=random",
    "together bataille values=3 order=fixed shuffle=uniform max_rounds=4 | bataille values=3 \
     order=fixed shuffle=uniform face_down=2 out_of_cards=last-card",
    "together alak cells=5 edge=ring own_group=captured players=random,random max_plies=9 | alak \
     cells=5 edge=ring own_group=captured players=perfect,random max_plies=9",
    "together nim matches=20 takes=2,3 players=random,random | nim matches=20 takes=2,3 \
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
                chunk_size: Some(chunk),
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
            chunk_size: Some(64),
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

/// Members have the same deals, and one differs from another.
#[test]
fn members_with_other_deals_are_no_joint_experiment() {
    for name in [
        "together alliances cards=32 improve=none | alliances cards=36 improve=none",
        "together bataille values=3 order=fixed shuffle=uniform | bataille values=3 order=fixed \
         shuffle=riffle:3",
        "together nim matches=20 takes=2,3 players=random,random",
        "together shuffle cards=52 riffles=3 | shuffle cards=52 riffles=4",
    ] {
        assert!(from_name(name).is_none(), "{name}");
    }
}

/// The usual game has the default of each setting that differs, if it is measured, else the first value.
#[test]
fn usual_game_has_defaults() {
    for (members, usual) in [
        ("improve=exchange | improve=none", "improve=none"),
        ("improve=exchange | improve=swap", "improve=none"),
        ("improve=swap player=perfect | improve=swap", "improve=swap"),
        (
            "improve=none player=perfect | improve=exchange player=perfect",
            "improve=none player=perfect",
        ),
        (
            "improve=none alliance=suit | improve=none alliance=rank",
            "improve=none alliance=suit",
        ),
    ] {
        let names: Vec<String> = members
            .split(" | ")
            .map(|member| format!("alliances cards=4x4 {member}"))
            .collect();
        let experiment = joint_experiment(&format!("together {}", names.join(" | ")));
        let usual = from_name(&format!("alliances cards=4x4 {usual}")).expect("a name");
        assert_eq!(
            joint(experiment.as_ref()).usual_settings,
            usual.settings(),
            "{members}"
        );
    }
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

fn summaries(experiment: Box<dyn Experiment>, run: &Run) -> Vec<Summary> {
    let level = Confidence::default();
    Summary::new(experiment.into(), run, level).of_members()
}

/// Returns the experiment of the usual game of a summary.
fn usual_experiment(summary: &Summary) -> Box<dyn Experiment> {
    let usual = summary.usual.as_ref().expect("a joint run");
    let name = experiment_name(summary.topic(), &usual.settings);
    from_name(&name).unwrap_or_else(|| panic!("{name}"))
}

/// Returns the histogram of the results of an experiment: of its piles, or of its outcomes.
fn result_histogram(experiment: &dyn Experiment) -> usize {
    let specs = experiment.tally_schema().histograms;
    let columns = [
        "nb_tas_player_improved",
        "nb_tas_player",
        "nb_tas_improved",
        "nb_tas",
        "outcome",
    ];
    let position = |column: &&str| specs.iter().position(|spec| spec.column == *column);
    columns.iter().find_map(position).expect("a histogram")
}

/// Returns true if a result counts for a row; `None` if it is undecided.
fn counts_for_row(result: Option<i64>, row: &str, words: &[&str]) -> Option<bool> {
    let result = result?;
    match row.parse::<i64>() {
        Ok(most) => Some(result <= most),
        Err(_) => {
            let word = words[result as usize];
            (word != "unresolved" || row == "unresolved").then_some(word == row)
        }
    }
}

/// The differences are those that the values of the deals give, of two runs that were played alone.
#[test]
fn differences_are_those_of_deals() {
    const DEALS: u64 = 400;
    for name in JOINTS {
        let experiment = joint_experiment(name);
        let run = experiment.run(experiment.plan(Seed(9), DEALS), &RunOptions::default());
        let mut compared_rows = 0;
        for summary in summaries(experiment, &run.expect("threads start")) {
            let usual = usual_experiment(&summary);
            let experiments = [summary.experiment.as_ref(), usual.as_ref()];
            let histograms = experiments.map(result_histogram);
            let results = experiments.map(|experiment| deal_values(experiment, DEALS));
            let result = |side: usize, deal| results[side].get(&(deal, histograms[side])).copied();
            let words = summary.experiment.tally_schema().histograms[histograms[0]].words;
            let column = summary.row_name_column().expect("a column");
            for estimate in &summary.estimates {
                let Some(difference) = &estimate.difference else {
                    let own_settings = summary.settings.iter();
                    let is_own = estimate.is_row()
                        && own_settings.clone().all(|field| {
                            estimate
                                .field(field.key())
                                .is_none_or(|value| *value == field.value)
                        });
                    assert!(!is_own || summary.is_usual(), "{name}: {estimate:?}");
                    continue;
                };
                if !estimate.is_row() {
                    let sum: i64 = (0..DEALS)
                        .map(|deal| {
                            result(0, deal).expect("piles") - result(1, deal).expect("piles")
                        })
                        .sum();
                    assert!(
                        (difference.value - sum as f64 / DEALS as f64).abs() < 1e-9,
                        "{name}"
                    );
                    continue;
                }
                compared_rows += 1;
                let row = estimate.field(column).expect("a row").to_string();
                let mut value = 0;
                let mut undecided_deals = 0;
                let mut extremes = [[0; 2]; 2];
                for deal in 0..DEALS {
                    let counts = [0, 1].map(|side| counts_for_row(result(side, deal), &row, words));
                    let possible =
                        counts.map(|counts| counts.map_or(vec![0, 1], |is| vec![i64::from(is)]));
                    let mut differences: Vec<i64> = Vec::new();
                    for own in &possible[0] {
                        differences.extend(possible[1].iter().map(|usual| own - usual));
                    }
                    differences.sort_unstable();
                    undecided_deals += u64::from(counts.contains(&None));
                    for (extreme, difference) in extremes
                        .iter_mut()
                        .zip([differences[0], differences[differences.len() - 1]])
                    {
                        extreme[0] += u64::from(difference > 0);
                        extreme[1] += u64::from(difference < 0);
                    }
                    let number = |side: usize| i64::from(counts[side] == Some(true));
                    value += number(0) - number(1);
                }
                let wanted =
                    paired_share_difference(extremes, DEALS, Confidence::default()).rounded();
                let interval = difference.interval.expect("an interval of a share");
                assert_eq!(difference.undecided_deals, undecided_deals, "{name}, {row}");
                assert!(
                    (difference.value - value as f64 / DEALS as f64).abs() < 1e-9,
                    "{name}, {row}"
                );
                let is_certain = interval.half_width() == 0.0;
                assert!(is_certain || interval.high == wanted.high, "{name}, {row}");
                let is_impossible_below = interval.low == 0.0 && wanted.low < 0.0;
                assert!(
                    is_certain || interval.low == wanted.low || is_impossible_below,
                    "{name}, {row}"
                );
            }
        }
        assert!(compared_rows > 0, "{name}");
    }
}

/// The difference of events that are certain in both settings is exact, and no test finds one.
#[test]
fn certain_differences_are_exact() {
    let experiment = joint_experiment(
        "together alliances cards=32 improve=none | alliances cards=32 improve=none alliance=suit",
    );
    let run = experiment.run(experiment.plan(Seed(1), 300), &RunOptions::default());
    let summaries = summaries(experiment, &run.expect("threads start"));
    let all_piles = summaries[1].row("32").and_then(|row| row.difference);
    let difference = all_piles.expect("a difference");
    assert_eq!(
        (difference.value, difference.exact, difference.p_value),
        (0.0, Some(0.0), Some(1.0))
    );
    assert_eq!(
        difference.interval.map(|interval| interval.half_width()),
        Some(0.0)
    );
}

/// Pairs that contradict the counts of a member are refused.
#[test]
fn contradicting_pairs_are_refused() {
    let experiment = joint_experiment(JOINTS[0]);
    let run = experiment.run(experiment.plan(Seed(1), 300), &RunOptions::default());
    let run = run.expect("threads start");
    let pair = run.tally.histograms.len() - 1;
    let counts = run.tally.histograms[pair].counts();
    let entry = counts.iter().position(|&count| count > 1).expect("a count");
    let mut changed_run = run.clone();
    let mut changed_counts = counts.to_vec();
    changed_counts[entry] -= 1;
    changed_counts[entry + 1] += 1;
    changed_run.tally.histograms[pair] = Histogram::new(changed_counts);
    assert!(tally_file::parse(&tally_file::to_text(&run), from_name).is_ok());
    let error = tally_file::parse(&tally_file::to_text(&changed_run), from_name);
    assert_eq!(
        error.expect_err("a contradiction").what,
        TallyFileErrorKind::Contradiction("histogram pair".to_owned())
    );
}

/// No interval holds a difference that is impossible on every deal: the rule does not beat perfect play.
#[test]
fn impossible_differences_are_outside_of_intervals() {
    for better in [
        "improve=none player=perfect",
        "improve=exchange player=perfect | alliances cards=4x4 improve=none player=perfect",
    ] {
        for seed in 1..6 {
            let experiment = joint_experiment(&format!(
                "together alliances cards=4x4 improve=none | alliances cards=4x4 {better}"
            ));
            let run = experiment.run(experiment.plan(Seed(seed), 60), &RunOptions::default());
            let summaries = summaries(experiment, &run.expect("threads start"));
            let perfect = summaries.last().expect("a member");
            let mut compared = 0;
            for estimate in &perfect.estimates {
                let Some(interval) = estimate
                    .difference
                    .and_then(|difference| difference.interval)
                else {
                    continue;
                };
                // The shares of few piles are larger, and the mean is smaller.
                let is_possible = if estimate.is_row() {
                    interval.low >= 0.0
                } else {
                    interval.high <= 0.0
                };
                assert!(is_possible, "{better}, seed {seed}: {estimate:?}");
                compared += 1;
            }
            assert!(compared >= 14, "{better}: {compared}");
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
            let interval = paired_share_difference([counts; 2], TRIALS, Confidence::default());
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
