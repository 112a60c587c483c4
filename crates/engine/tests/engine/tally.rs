//! Tests of runs and their files: threads, chunks, interruptions and parts do not change a byte, and no file is accepted whose
//! checksum or counts are wrong.

use crate::common::{
    KINDS, cases, experiment, generator, parse, run, stop_rule, summary, topics, workers,
};
use pioche_engine::experiments::from_name;
use pioche_engine::players::random_index;
use pioche_engine::sim::driver::next_stop_check;
use pioche_engine::sim::experiment::experiment_name;
use pioche_engine::sim::run::MergeError;
use pioche_engine::sim::tally_file::{self, TallyFileErrorKind, checksum};
use pioche_engine::sim::{
    Experiment, FieldValue, Plan, RangeSet, Run, RunOptions, Seed, Setting, StopProgress,
    StopReason, StopRule,
};
use pioche_engine::stats::tally::CountOverflow;
use pioche_engine::stats::{Histogram, Interval, Tally};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const PLAIN: &str = "alliances cards=32 improve=none";

fn planned(experiment: &dyn Experiment, plan: Plan, threads: usize) -> Run {
    let options = RunOptions {
        threads: Some(threads),
        ..RunOptions::default()
    };
    experiment.run(plan, &options).expect("threads start")
}

fn part(experiment: &dyn Experiment, plan: &Plan, deals: Range<u64>) -> Run {
    let empty = Run::empty(plan.clone(), experiment.tally_schema());
    experiment
        .resume(empty, deals, &RunOptions::default())
        .expect("threads start")
}

/// Resumes a run from its file.
fn resumed(text: &str, plan: Plan, options: &RunOptions<'_>) -> Run {
    let (experiment, run) = tally_file::parse(text, from_name).expect("a tally");
    let deals = 0..plan.deals;
    let run = run
        .with_plan(plan, &deals)
        .expect("a plan that continues the run");
    experiment
        .resume(run, deals, options)
        .expect("threads start")
}

/// Merges runs. Fails with the index of the first run that does not fit, and the reason.
pub fn merge(runs: &[Run]) -> Result<Run, (usize, MergeError)> {
    let mut merged = Run::empty(runs[0].plan.clone(), runs[0].tally.schema.clone());
    for (index, run) in runs.iter().enumerate() {
        merged.merge(run).map_err(|error| (index, error))?;
    }
    Ok(merged)
}

// ---- Runs ----

/// Runs of every kind that are stopped after some chunks and resumed from their file, several times with other threads and
/// chunks, and with or without a precision, end with the bytes of an undisturbed run on one thread; so does a longer run that is
/// resumed from any saved state.
#[test]
fn interrupted_and_extended_runs_have_bytes_of_whole_run() {
    let names = [
        "alliances suits=4 ranks=4 improve=swap",
        "bataille values=5 order=fixed shuffle=riffle:3",
    ];
    for case in 0..150 {
        let draws = &mut generator(case);
        let mut below = |bound| random_index(draws, bound) as u64;
        let name = *names
            .iter()
            .chain(KINDS)
            .nth(case as usize % (KINDS.len() + 2))
            .unwrap();
        let experiment = experiment(name);
        let slow = name.contains("improve=exchange") || name.contains("perfect");
        let deals = 1 + below(if slow { 300 } else { 6000 });
        let rows = experiment.measures()[0]
            .row_fields
            .last()
            .map(|field| format!("{}={}", field.key(), field.value));
        let rule = match below(4) {
            0 => Some(stop_rule(0.02, None)),
            1 => Some(stop_rule(0.3, None)),
            2 => Some(stop_rule(0.02, rows.as_deref())),
            _ => None,
        };
        let plan = Plan {
            stop_rule: rule,
            ..experiment.plan(Seed(7), deals)
        };
        let expected = tally_file::to_text(&planned(experiment.as_ref(), plan.clone(), 1));
        let empty = Run::empty(plan.clone(), experiment.tally_schema());
        let mut text = tally_file::to_text(&empty);
        let snapshots = Mutex::new(vec![text.clone()]);
        for _ in 0..below(5) {
            let (stop, ticks) = (1 + below(8), AtomicU64::new(0));
            let interrupt = AtomicBool::new(false);
            let watch = |run: &dyn Fn() -> Run| {
                let run = run();
                assert_eq!(run.done, RangeSet::from(0..run.tally.deals));
                snapshots
                    .lock()
                    .expect("no panic")
                    .push(tally_file::to_text(&run));
                interrupt.store(
                    ticks.fetch_add(1, Ordering::Relaxed) + 1 >= stop,
                    Ordering::Relaxed,
                );
            };
            let options = RunOptions {
                interrupt_flag: Some(&interrupt),
                on_progress: Some(&watch),
                ..workers(1 + below(4) as usize, 1 + below(700))
            };
            text = tally_file::to_text(&resumed(&text, plan.clone(), &options));
        }
        let options = workers(1 + below(7) as usize, 1 + below(700));
        assert_eq!(
            tally_file::to_text(&resumed(&text, plan.clone(), &options)),
            expected,
            "{case}: {name}"
        );
        if plan.stop_rule.is_none() {
            let snapshots = snapshots.into_inner().expect("no panic");
            let snapshot = &snapshots[below(snapshots.len()) as usize];
            let longer = experiment.plan(Seed(7), deals + below(500));
            let end = resumed(snapshot, longer.clone(), &options);
            assert_eq!(
                end,
                planned(experiment.as_ref(), longer, 2),
                "{case}: {name}"
            );
        }
    }
}

/// The parts of every topic merge in any order, at once and in two steps, to the bytes of the whole run. An incomplete merge is
/// also a tally.
#[test]
fn parts_merged_in_any_order_equal_whole_run() {
    for (case, name) in (0..).zip(topics().repeat(4)) {
        let experiment = experiment(name);
        let experiment = experiment.as_ref();
        let draws = &mut generator(case);
        let plan = experiment.plan(Seed(5), 128 + random_index(draws, 600) as u64);
        let count = 2 + random_index(draws, 4) as u64;
        let whole = planned(experiment, plan.clone(), 2);
        let mut runs: Vec<Run> = (1..=count)
            .map(|number| part(experiment, &plan, plan.part_deals(number, count)))
            .collect();
        for place in 0..runs.len() {
            runs.swap(place, random_index(draws, place + 1));
        }
        assert_eq!(merge(&runs).as_ref(), Ok(&whole), "{name}");
        let (some, rest) = runs.split_at(runs.len() / 2);
        let some = merge(some).expect("parts of a plan");
        let read = tally_file::parse(&tally_file::to_text(&some), from_name).map(|(_, run)| run);
        assert_eq!(read.as_ref(), Ok(&some), "{name}");
        let merged = merge(&[rest, &[some]].concat()).expect("parts of a plan");
        assert_eq!(
            tally_file::to_text(&merged),
            tally_file::to_text(&whole),
            "{name}"
        );
    }
    for deals in [
        1,
        63,
        64,
        65,
        1000,
        999_999_999_937,
        u64::MAX - 64,
        u64::MAX,
    ] {
        let plan = experiment(PLAIN).plan(Seed(1), deals);
        for parts in [1, 2, 7, 1000, u64::MAX] {
            assert_eq!(
                (
                    plan.part_deals(1, parts).start,
                    plan.part_deals(parts, parts).end
                ),
                (0, deals)
            );
            for number in (1..parts.min(1000))
                .chain([parts / 2 + 1, parts - 1])
                .filter(|number| (1..parts).contains(number))
            {
                let end = plan.part_deals(number, parts).end;
                assert_eq!(end, plan.part_deals(number + 1, parts).start);
                assert!(end.is_multiple_of(64) || end == deals);
            }
        }
    }
}

#[test]
fn merge_and_resume_refuse_other_runs() {
    let experiment = experiment(PLAIN);
    let part = |seed, deals, number| {
        let plan = experiment.plan(Seed(seed), deals);
        part(experiment.as_ref(), &plan, plan.part_deals(number, 4))
    };
    let [one, two, four] = [1, 2, 4].map(|number| part(1, 1000, number));
    let precise = Plan {
        stop_rule: Some(stop_rule(0.3, None)),
        ..one.plan.clone()
    };
    let other = run(
        crate::common::experiment("alliances cards=52 improve=none").as_ref(),
        1,
        1000,
    );
    // A part that shares its last deal with the next one.
    let longer = self::part(experiment.as_ref(), &one.plan, 0..257);
    for (runs, error) in [
        (
            vec![four.clone(), one.clone(), two.clone(), two.clone()],
            (3, MergeError::Overlap(256)),
        ),
        (vec![longer, two.clone()], (1, MergeError::Overlap(256))),
        (
            vec![one.clone(), part(1, 2000, 2)],
            (1, MergeError::PlanMismatch),
        ),
        (
            vec![one.clone(), part(2, 1000, 2)],
            (1, MergeError::SeedMismatch),
        ),
        (vec![one.clone(), other], (1, MergeError::PlanMismatch)),
        (
            vec![one.clone(), planned(experiment.as_ref(), precise, 1)],
            (1, MergeError::HasStopRule),
        ),
    ] {
        assert_eq!(merge(&runs), Err(error));
    }
    let gaps = merge(&[four, one]).expect("a gap is no mismatch");
    assert_eq!(
        (gaps.stop_reason, gaps.done.to_string()),
        (StopReason::Part, "0..256 768..1000".to_owned())
    );
    for (end, expected) in [
        (100, "none"),
        (300, "256..300"),
        (1000, "256..768"),
        (1200, "256..768 1000..1200"),
    ] {
        assert_eq!(gaps.done.gaps(end).to_string(), expected);
    }
    let done = run(experiment.as_ref(), 3, 500);
    let other = crate::common::experiment("alliances suits=4 ranks=4 improve=swap");
    for (plan, deals, is_accepted) in [
        (experiment.plan(Seed(3), 500), 0..500, true),
        (experiment.plan(Seed(3), 600), 0..600, true),
        (experiment.plan(Seed(4), 500), 0..500, false),
        (experiment.plan(Seed(3), 400), 0..400, false),
        (experiment.plan(Seed(3), 1000), 512..1000, false),
        (other.plan(Seed(3), 500), 0..500, false),
    ] {
        assert_eq!(
            done.clone().with_plan(plan.clone(), &deals).is_some(),
            is_accepted,
            "{plan}"
        );
    }
}

/// A stop rule applies to whole runs.
#[test]
#[should_panic(expected = "no parts")]
fn running_part_with_stop_rule_panics() {
    let experiment = experiment(PLAIN);
    let plan = Plan {
        stop_rule: Some(stop_rule(0.01, None)),
        ..experiment.plan(Seed(7), 1000)
    };
    part(experiment.as_ref(), &plan, 0..640);
}

#[test]
#[should_panic(expected = "another experiment")]
fn resuming_run_of_other_experiment_panics() {
    let [one, other] = [PLAIN, KINDS[10]].map(experiment);
    let foreign = Run::empty(one.plan(Seed(7), 100), other.tally_schema());
    let _ = other.resume(foreign, 0..100, &RunOptions::default());
}

/// A part is reproduced by the whole plan, an interrupted run by the deals that were played.
#[test]
fn reproduced_deals_are_those_of_the_plan_or_the_played_ones() {
    let experiment = experiment(KINDS[10]);
    let plan = experiment.plan(Seed(7), 1000);
    for (deals, stop_reason, reproduced) in [
        (0..1000, StopReason::Deals, 1000),
        (128..640, StopReason::Part, 1000),
        (0..640, StopReason::Interrupted, 640),
    ] {
        let run = Run {
            stop_reason,
            ..part(experiment.as_ref(), &plan, deals)
        };
        assert_eq!(run.reproduced_deals(), reproduced);
    }
}

/// Runs of no deal, one deal and the last deals are counted, saved, loaded and reported.
#[test]
fn every_topic_runs_zero_one_and_last_deals() {
    for name in topics() {
        let experiment = experiment(name);
        for (deals, range) in [
            (0, 0..0),
            (1, 0..1),
            (u64::MAX, u64::MAX - 65..u64::MAX),
            (u64::MAX, 0..1),
        ] {
            let run = part(
                experiment.as_ref(),
                &experiment.plan(Seed(u64::MAX), deals),
                range.clone(),
            );
            let whole = if range == (0..deals) {
                StopReason::Deals
            } else {
                StopReason::Part
            };
            assert_eq!(
                (run.tally.deals, run.stop_reason),
                (range.end - range.start, whole),
                "{name}"
            );
            let text = tally_file::to_text(&run);
            assert_eq!(
                tally_file::parse(&text, from_name)
                    .map(|(_, run)| run)
                    .as_ref(),
                Ok(&run),
                "{name}: {text}"
            );
            for (share, _) in summary(&run).shares() {
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

/// Merging counts whose sum exceeds 2^64 is refused; smaller sums are exact.
#[test]
fn merge_refuses_only_sums_above_u64() {
    let experiment = experiment("nim matches=9 takes=2,3 players=random,random");
    let run = |part: Range<u64>| {
        let mut tally = Tally::empty(experiment.tally_schema());
        tally.deals = part.end - part.start;
        tally.histograms[0].add_many(2, tally.deals);
        tally.histograms[1].add_many(3, tally.deals);
        tally.records[0].value_and_deal = Some((3, part.start));
        let plan = experiment.plan(Seed(1), u64::MAX);
        Run {
            plan,
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
    let read = tally_file::parse(&tally_file::to_text(&whole), from_name).map(|(_, run)| run);
    assert_eq!(read.as_ref(), Ok(&whole));
    let summary = summary(&whole);
    assert_eq!(summary.means().next().expect("a mean").1.mean, 3.0);
    last.tally.histograms[1].add_many(3, 1);
    assert_eq!(
        merge(&[first, last]),
        Err((1, MergeError::Overflow(CountOverflow)))
    );
}

// ---- Precision ----

/// The positions of the checks are fixed, since the bytes of a run with a stop rule depend on them; the last one is at the last
/// deal, however far that is.
#[test]
fn stop_rule_checks_are_at_fixed_deal_counts() {
    for (deals, first_check, expected) in [
        (1, 0, "1"),
        (4096, 0, "4096"),
        (4097, 0, "4096 4097"),
        (20_000, 9000, "9000 12288 16384 20000"),
        (
            u64::MAX,
            0,
            "4096 8192 12288 16384 20480 24576 28672 32768 36864 41472 46656 52488 59049 66430 ",
        ),
    ] {
        let plan = Plan {
            stop_rule: Some(StopRule {
                first_check,
                ..stop_rule(1e-9, None)
            }),
            ..experiment(PLAIN).plan(Seed(1), deals)
        };
        let next = |&done: &u64| (done < deals).then(|| next_stop_check(&plan, done));
        let checks: Vec<u64> = std::iter::successors(next(&0), next).take(500).collect();
        assert!(checks.is_sorted_by(|a, b| a < b), "{checks:?}");
        assert_eq!(checks.last(), Some(&deals));
        let texts: Vec<String> = checks.iter().map(u64::to_string).collect();
        assert!(texts.join(" ").starts_with(expected), "{checks:?}");
    }
}

/// A precision applies to the selected rows only, stops at the same deal with any number of threads, and is saved in the
/// tally. A plan for the same or more rows, at the same or a smaller width, resumes the run as if it had been its plan from the
/// start. Another rule, or one of a run of a fixed number of deals, could have ended the run earlier: it is evaluated first
/// after the deals of the run.
#[test]
fn stopped_runs_are_resumed_with_another_precision() {
    let experiment = experiment(PLAIN);
    let experiment = experiment.as_ref();
    let plan = |width: f64, rows| {
        let plan = experiment.plan(Seed(1), 10_000_000);
        Plan {
            stop_rule: (width > 0.0).then(|| stop_rule(width, rows)),
            ..plan
        }
    };
    let run = planned(experiment, plan(0.002, Some("nb_tas_max=2,4")), 1);
    assert_eq!(run.stop_reason, StopReason::Precision);
    let text = tally_file::to_text(&run);
    assert!(
        text.contains("\nprecision 0.002 0.95 exact nb_tas_max=2,4\nstopped precision\n"),
        "{text}"
    );
    assert_eq!(planned(experiment, run.plan.clone(), 3), run);
    let [fewer, more] = [Some("nb_tas_max=2"), None]
        .map(|rows| planned(experiment, plan(0.002, rows), 2).tally.deals);
    assert!(fewer < run.tally.deals && run.tally.deals < more);
    // 1.96 √(1/4 / n) = 0.002 at n = 240,100; successive checks are an eighth apart.
    assert!((240_100..272_000).contains(&more), "{more}");
    let long = tally_file::to_text(&self::run(experiment, 1, 30_001));
    for (text, width, rows, has_first_check) in [
        (&text, 0.001, Some("nb_tas_max=2,4"), false),
        (&text, 0.002, Some("nb_tas_max=2,4,7"), false),
        (&text, 0.001, Some("nb_tas_max=2"), true),
        (&text, 0.003, Some("nb_tas_max=2,4"), true),
        (&text, 0.001, None, true),
        (&long, 0.01, None, true),
        (&long, 0.004, None, true),
    ] {
        let mut expected = plan(width, rows);
        if has_first_check {
            let (_, former) = tally_file::parse(text, from_name).expect("a tally");
            let rule = expected.stop_rule.as_mut().expect("a rule");
            rule.first_check = former.tally.deals;
        }
        let interrupt = AtomicBool::new(false);
        let watch = |_: &dyn Fn() -> Run| interrupt.store(true, Ordering::Relaxed);
        let options = RunOptions {
            interrupt_flag: Some(&interrupt),
            on_progress: Some(&watch),
            ..workers(2, 500)
        };
        let interrupted = tally_file::to_text(&resumed(text, plan(width, rows), &options));
        let end = resumed(&interrupted, plan(width, rows), &RunOptions::default());
        assert_eq!(end.plan, expected);
        assert_eq!(end, planned(experiment, expected, 2));
    }
    // No check is passed before 4,096 deals, and the check at the end of a short run is not one of a longer run.
    let precise = planned(experiment, plan(0.006, None), 1);
    for (deals, width) in [(500, 0.0), (4096, 0.0), (5000, 0.01)] {
        let short_plan = Plan {
            deals,
            ..plan(width, None)
        };
        let short = tally_file::to_text(&planned(experiment, short_plan, 1));
        let end = resumed(&short, plan(0.006, None), &RunOptions::default());
        assert_eq!(end.tally, precise.tally);
    }
    let all = experiment.plan(Seed(1), run.tally.deals + 1000);
    assert_eq!(
        resumed(&text, all.clone(), &RunOptions::default()),
        planned(experiment, all, 2)
    );
    // A precision that is reached at the last deal counts as reached.
    for (deals, stop_reason) in [
        (run.tally.deals, StopReason::Precision),
        (5000, StopReason::Deals),
    ] {
        let plan = Plan {
            deals,
            ..run.plan.clone()
        };
        assert_eq!(planned(experiment, plan, 2).stop_reason, stop_reason);
    }
}

/// Impossible events are no criterion: no run goes on for the sake of their intervals. Rows without an interval are never
/// reached, except for a quantity that is constant.
#[test]
fn stop_rule_supports_impossible_rows_and_rows_of_means() {
    let experiment = experiment("alliances cards=32 improve=none alliance=suit");
    let deals = |width, rows| {
        let plan = Plan {
            stop_rule: Some(stop_rule(width, Some(rows))),
            ..experiment.plan(Seed(1), 1_000_000)
        };
        planned(experiment.as_ref(), plan, 2).tally.deals
    };
    assert_eq!(deals(1e-6, "nb_tas_max=2,3"), 4096);
    let with_impossible = deals(0.005, "nb_tas_max=3,16");
    assert_eq!(with_impossible, deals(0.005, "nb_tas_max=16"));
    assert!(with_impossible > 4096);
    for (riffles, statistic, deals, least, most) in [
        (3, "twins_mean", 5000, 0.01, 0.2),
        (3, "twins_mean", 5, f64::INFINITY, f64::INFINITY),
        (0, "twins_mean", 5, f64::INFINITY, f64::INFINITY),
        (0, "twins_mean", 5000, 0.0, 0.0),
        (3, "cut_sup_norm", 5000, f64::INFINITY, f64::INFINITY),
    ] {
        let experiment = crate::common::experiment(&format!("shuffle cards=52 riffles={riffles}"));
        let run = run(experiment.as_ref(), 1, deals);
        let rule = stop_rule(0.1, Some(&format!("statistic={statistic}")));
        let widest = StopProgress::new(&experiment.measures(), &rule, &run.tally).widest;
        assert!(
            (least..=most).contains(&widest),
            "{statistic} of {riffles} riffles, {deals} deals: {widest}"
        );
    }
}

// ---- Files ----

/// Replaces the checksum of a changed tally by the right one.
fn forged(text: &str) -> String {
    let content = &text[..text.find("\nend\n").expect("an end") + "\nend\n".len()];
    format!("{content}checksum {:016x}\n", checksum(content.as_bytes()))
}

/// Replaces the line of the same keyword, and corrects the checksum; `5*0` is written out as five zeros.
fn with_line(text: &str, line: &str) -> String {
    let words: Vec<String> = line
        .split(' ')
        .map(|word| match word.split_once('*') {
            Some((count, number)) => vec![number; parse(count)].join(" "),
            None => word.to_owned(),
        })
        .collect();
    let has_name = ["histogram", "record"].contains(&&*words[0]);
    let keyword = words[..1 + usize::from(has_name)].join(" ");
    let mut lines = text.lines();
    let old = lines.find(|line| line.starts_with(&keyword));
    forged(&text.replacen(old.expect("a line"), &words.join(" "), 1))
}

fn refused(text: &str) -> Result<(), (usize, TallyFileErrorKind)> {
    let read = tally_file::parse(text, from_name);
    read.map(|_| ()).map_err(|error| (error.line, error.what))
}

fn tally(name: &str, deals: u64) -> String {
    tally_file::to_text(&run(experiment(name).as_ref(), 42, deals))
}

#[test]
fn modified_or_truncated_tally_is_refused() {
    use TallyFileErrorKind::*;
    let good = tally(PLAIN, 500);
    assert_eq!(refused(&good), Ok(()));
    for end in 0..good.len() {
        assert!(refused(&good[..end]).is_err(), "cut at {end}");
    }
    let with = |more: &str| format!("{good}{more}");
    for (text, line, what) in [
        (String::new(), 1, UnknownFormat),
        (good.replace("tally 2", "tally 3"), 1, UnknownFormat),
        (good.replace("tally 2", "tally 1"), 1, MissingChecksum),
        (good.replace("seed 42", "seed 43"), 13, ChecksumMismatch),
        (good.replace("program ", "program x"), 13, ChecksumMismatch),
        (good.replace('\n', "\r\n"), 1, ChecksumMismatch),
        (with("elapsed-ms 412\n"), 14, TrailingText),
        (with("\n"), 14, TrailingText),
        (with("x"), 14, TrailingText),
        (with(&good), 14, SeveralTallies),
        (
            with(&" ".repeat(tally_file::MAX_BYTES as usize)),
            1,
            TooLong,
        ),
    ] {
        assert_eq!(refused(&text), Err((line, what)), "{text:.300}");
    }
}

/// A valid checksum does not make a tally valid: lines that are malformed, that contradict the number of deals, the rules or
/// other lines, some of which once caused a panic.
#[test]
fn malformed_or_contradicting_tally_is_refused_with_line_number() {
    let plan = Plan {
        stop_rule: Some(stop_rule(0.004, Some("nb_tas_max=2,4"))),
        ..experiment(PLAIN).plan(Seed(1), 900_000)
    };
    let rows = tally_file::to_text(&planned(experiment(PLAIN).as_ref(), plan, 2));
    assert!(rows.contains("stopped precision\n"));
    for [name, deals, line, error, keyword] in cases(include_str!("../data/forged_tallies.txt")) {
        let text = if name == "rows" {
            rows.clone()
        } else {
            tally(name, parse(deals))
        };
        let changed = with_line(&text, &line.replace('~', " "));
        let (number, what) = refused(&changed).expect_err(line);
        let found = format!("{what:?}");
        let with_keyword = format!("{error}({keyword:?})");
        assert!(found == error || found == with_keyword, "{line}: {found}");
        let refused_line = changed.lines().nth(number - 1).expect("a line");
        assert!(refused_line.starts_with(keyword), "{line}: {number}");
    }
    let longer = with_line(&tally(PLAIN, 500), "deals 600");
    for stopped in ["stopped interrupted", "stopped part"] {
        assert_eq!(refused(&with_line(&longer, stopped)), Ok(()), "{stopped}");
    }
}

/// A histogram with one value too many, one out of its bounds, or a record with another value is refused for every kind.
#[test]
fn impossible_tally_is_refused() {
    for name in KINDS {
        let good = run(experiment(name).as_ref(), 3, 200).tally;
        assert_eq!(good.first_contradiction(), None, "{name}");
        for (place, spec) in good.schema.histograms.iter().enumerate() {
            let Some(seen) = good.histograms[place].highest_value() else {
                continue;
            };
            let mut more = good.clone();
            more.histograms[place].add_many(seen as usize, 201);
            assert_eq!(more.first_contradiction(), Some(place), "{name}");
            if *spec.bounds.end() < 10_000 {
                let mut counts = good.histograms[place].counts().to_vec();
                counts[seen as usize] -= 1;
                let mut outside = good.clone();
                outside.histograms[place] = Histogram::new(counts);
                outside.histograms[place].add(*spec.bounds.end() as usize + 1);
                assert_eq!(outside.first_contradiction(), Some(place), "{name}");
            }
        }
        for place in 0..good.records.len() {
            let mut changed = good.clone();
            if let Some((value, _)) = &mut changed.records[place].value_and_deal {
                *value += 1;
                assert_eq!(
                    changed.first_contradiction(),
                    Some(good.histograms.len() + place),
                    "{name}"
                );
            }
        }
    }
}

/// The tallies of the committed study are complete.
#[test]
fn committed_tallies_load_completely() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/tallies");
    for file in std::fs::read_dir(folder).expect("results are there") {
        let path = file.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a tally is text");
        assert_eq!(refused(&text), Ok(()), "{}", path.display());
    }
}

/// A tally with a changed, inserted or removed byte is refused. A changed number with a valid checksum is accepted or refused,
/// without a panic, and an accepted one is summarised.
#[test]
fn tally_with_one_byte_or_forged_number_changed_causes_no_panic() {
    // Packs without feasible exact values: reading a tally must not start long computations.
    let is_long =
        |name: &&&str| !name.contains("suits=3 ranks=4") && !name.contains("suits=2 ranks=3");
    let texts: Vec<String> = KINDS
        .iter()
        .filter(is_long)
        .map(|name| tally(name, 70))
        .collect();
    for case in 0..4000 {
        let draws = &mut generator(case);
        let good = &texts[case as usize % texts.len()];
        let mut bytes = good.clone().into_bytes();
        let at = random_index(draws, bytes.len());
        let byte = random_index(draws, 256) as u8;
        match case % 3 {
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            _ => drop(bytes.remove(at)),
        }
        let changed = String::from_utf8_lossy(&bytes);
        assert!(changed == *good || refused(&changed).is_err(), "{changed}");
    }
    for case in 0..1500 {
        let draws = &mut generator(case);
        let good = &texts[case as usize % texts.len()];
        let is_digit = |at: &usize| good.as_bytes()[*at].is_ascii_digit();
        let starts: Vec<usize> = (1..good.len())
            .filter(|at| is_digit(at) && !is_digit(&(at - 1)))
            .collect();
        let start = starts[random_index(draws, starts.len())];
        let end = (start..).find(|at| !is_digit(at)).expect("a line end");
        let number = [
            0,
            1,
            u64::MAX,
            random_index(draws, 100) as u64,
            random_index(draws, usize::MAX) as u64,
        ][random_index(draws, 5)];
        let new = match random_index(draws, 4) {
            0 | 1 => number.to_string(),
            2 => String::new(),
            _ => format!("{number} {}", &good[start..end]),
        };
        let changed = forged(&format!("{}{new}{}", &good[..start], &good[end..]));
        if let Ok((_, run)) = tally_file::parse(&changed, from_name) {
            summary(&run);
        }
    }
}

#[test]
fn experiment_names_stay_one_line() {
    const TEXT: Setting = Setting::new::<String>("text");
    let text = FieldValue::from_display("a\nseed 9\u{2028}b c");
    assert_eq!(
        experiment_name("own", &[TEXT.field(text)]),
        "own text=a_seed_9_b_c"
    );
}
