//! Tests that a run that was stopped, killed or extended ends with the bytes of an uninterrupted run.

use pioche_engine::experiments::{Experiment, from_name};
use pioche_engine::sim::{
    Plan, RangeSet, RowSelection, Run, RunOptions, Seed, StopReason, StopRule, tally_file,
};
use pioche_engine::stats::Confidence;
use proptest::prelude::*;
use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const NAMES: [&str; 4] = [
    "alliances cards=32 improve=none",
    "alliances cards=4x4 improve=swap",
    "bataille values=5 order=fixed shuffle=riffle:3",
    "nim matches=20 takes=2,3 players=random,random",
];

fn question(name: &str) -> Box<dyn Experiment> {
    from_name(name).expect("the experiment is known")
}

fn precision(half_width: f64) -> Option<StopRule> {
    Some(StopRule {
        precision: half_width,
        rows: None,
        first_check: 0,
        confidence: Confidence::default(),
    })
}

fn undisturbed(question: &dyn Experiment, plan: Plan) -> String {
    let options = RunOptions {
        threads: Some(1),
        ..RunOptions::default()
    };
    tally_file::to_text(&question.run(plan, &options).expect("a thread starts"))
}

/// Resumes a run from its file.
fn resumed(text: &str, plan: Plan, options: &RunOptions<'_>) -> Run {
    let (question, run) = tally_file::parse(text, from_name).expect("a snapshot is a tally");
    let part = 0..plan.deals;
    let begun = run.with_plan(plan, &part).expect("the plan is the same");
    question
        .resume(begun, part, options)
        .expect("threads start")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A run interrupted several times after some chunks, each time saved as text.
    #[test]
    fn run_interrupted_at_any_chunk_resumes_to_same_result(which in 0..NAMES.len(), deals in 1..6000_u64, threads in 1..4_usize,
                                 chunk in 1..700_u64, stops in prop::collection::vec(1..9_u64, 0..5),
                                 width in prop_oneof![Just(None), Just(Some(0.02)), Just(Some(0.3))],
                                 chosen in any::<bool>()) {
        let question = question(NAMES[which]);
        let first = question.measures()[0].row_fields.last().cloned();
        let rows = first.filter(|_| chosen).map(|field| RowSelection { column: field.key().to_owned(), values: vec![field.value.to_string()] });
        let precision = width.and_then(precision).map(|precision| StopRule { rows, ..precision });
        let plan = Plan { stop_rule: precision, ..question.plan(Seed(7), deals) };
        let mut text = tally_file::to_text(&Run::empty(plan.clone(), question.tally_schema()));
        for stop in stops {
            let (interrupt, ticks) = (AtomicBool::new(false), AtomicU64::new(0));
            let watch = |_: &dyn Fn() -> Run| {
                interrupt.store(ticks.fetch_add(1, Ordering::Relaxed) + 1 >= stop, Ordering::Relaxed);
            };
            let options = RunOptions { threads: Some(threads), chunk_size: Some(chunk), interrupt_flag: Some(&interrupt),
                                       on_progress: Some(&watch), ..RunOptions::default() };
            text = tally_file::to_text(&resumed(&text, plan.clone(), &options));
        }
        let options = RunOptions { threads: Some(threads), chunk_size: Some(chunk), ..RunOptions::default() };
        let end = tally_file::to_text(&resumed(&text, plan.clone(), &options));
        prop_assert_eq!(end, undisturbed(question.as_ref(), plan));
    }

    /// Every saved state resumes to the result of the uninterrupted run.
    #[test]
    fn every_snapshot_resumes_to_same_result(which in 0..NAMES.len(), deals in 1..4000_u64, threads in 1..5_usize,
                              chunk in 1..300_u64, more in 0..5000_u64, at in any::<prop::sample::Index>()) {
        let question = question(NAMES[which]);
        let plan = question.plan(Seed(9), deals);
        let snapshots = Mutex::new(Vec::new());
        let watch = |run: &dyn Fn() -> Run| {
            let run = run();
            assert_eq!(run.done, RangeSet::from(0..run.tally.deals));
            snapshots.lock().expect("no panic").push(tally_file::to_text(&run));
        };
        let options = RunOptions { threads: Some(threads), chunk_size: Some(chunk), on_progress: Some(&watch),
                                   ..RunOptions::default() };
        question.run(plan.clone(), &options).expect("threads start");
        let snapshots = snapshots.into_inner().expect("no panic");
        let longer = question.plan(Seed(9), deals + more);
        let snapshot: &String = at.get(&snapshots);
        let end = resumed(snapshot, longer.clone(), &RunOptions::default());
        prop_assert_eq!(tally_file::to_text(&end), undisturbed(question.as_ref(), longer));
    }

    /// Parts begin at blocks, and contain each deal exactly once.
    #[test]
    fn parts_cover_each_deal_exactly_once(deals in 1..1_000_000_000_000_u64, parts in 1..1000_u64) {
        let plan = question(NAMES[0]).plan(Seed(1), deals);
        let next = RefCell::new(0);
        for number in 1..=parts {
            let part = plan.part_deals(number, parts);
            prop_assert_eq!(part.start, next.replace(part.end));
            prop_assert!(part.start % 64 == 0 || part.start == deals);
        }
        prop_assert_eq!(next.into_inner(), deals);
    }
}

/// A finer precision resumes a run of a coarser one, and stops where it would have stopped alone.
#[test]
fn resume_accepts_finer_precision_and_more_deals() {
    let question = question(NAMES[0]);
    let plan = |deals, width| Plan {
        stop_rule: precision(width),
        ..question.plan(Seed(3), deals)
    };
    let (coarse, fine) = (plan(1_000_000, 0.01), plan(1_000_000, 0.004));
    let first = undisturbed(question.as_ref(), coarse.clone());
    assert!(first.contains("stopped precision"));
    let again =
        |plan: &Plan| tally_file::to_text(&resumed(&first, plan.clone(), &RunOptions::default()));
    assert_eq!(again(&coarse), first, "nothing is left to do");
    assert_eq!(again(&fine), undisturbed(question.as_ref(), fine));
    let all = question.plan(Seed(3), 30_000);
    assert_eq!(again(&all), undisturbed(question.as_ref(), all));
    // The check at the end of a short run is not a check of a longer run.
    let short = undisturbed(question.as_ref(), plan(5000, 0.01));
    let longer = resumed(&short, plan(900_000, 0.01), &RunOptions::default());
    assert_eq!(
        tally_file::to_text(&longer),
        undisturbed(question.as_ref(), plan(900_000, 0.01))
    );
}

#[test]
fn resume_refuses_different_plan() {
    let question = question(NAMES[0]);
    let run = |plan: Plan| {
        question
            .run(plan, &RunOptions::default())
            .expect("threads start")
    };
    let done = run(question.plan(Seed(3), 500));
    let goes_on = |plan: Plan, part| done.clone().with_plan(plan, &part).is_some();
    assert!(goes_on(question.plan(Seed(3), 500), 0..500));
    assert!(goes_on(question.plan(Seed(3), 600), 0..600));
    assert!(
        !goes_on(question.plan(Seed(4), 500), 0..500),
        "another seed"
    );
    assert!(
        !goes_on(question.plan(Seed(3), 400), 0..400),
        "fewer deals than were played"
    );
    assert!(
        !goes_on(question.plan(Seed(3), 1000), 512..1000),
        "another part"
    );
    assert!(
        !goes_on(
            from_name(NAMES[1]).expect("known").plan(Seed(3), 500),
            0..500
        ),
        "another experiment"
    );
    assert_eq!(done.stop_reason, StopReason::Deals);
}

/// A run of a fixed number of deals continues with a precision. The tally says after how many deals the precision is
/// evaluated first, and its plan, carried out from the start, gives the same bytes; so does a run that is interrupted
/// again.
#[test]
fn resume_accepts_precision_after_fixed_deals() {
    let question = question(NAMES[0]);
    let plan = |width| Plan {
        stop_rule: precision(width),
        ..question.plan(Seed(3), 1_000_000)
    };
    let first_deals = |deals| undisturbed(question.as_ref(), question.plan(Seed(3), deals));
    // No check is passed before 4,096 deals.
    for deals in [500, 4096] {
        let end = resumed(&first_deals(deals), plan(0.006), &RunOptions::default());
        assert_eq!(
            tally_file::to_text(&end),
            undisturbed(question.as_ref(), plan(0.006)),
            "{deals}"
        );
    }
    let long = first_deals(30_001);
    // The precision is reached already: no deal is added.
    let reached = resumed(&long, plan(0.01), &RunOptions::default());
    assert_eq!(
        (reached.stop_reason, reached.tally.deals),
        (StopReason::Precision, 30_001)
    );
    let text = tally_file::to_text(&reached);
    assert!(
        text.contains("\nprecision 0.01 0.95 exact from 30001\nstopped precision\n"),
        "{text}"
    );
    assert_eq!(text, undisturbed(question.as_ref(), reached.plan.clone()));
    // A finer one is evaluated on the schedule from there on.
    let interrupt = AtomicBool::new(false);
    let watch = |_: &dyn Fn() -> Run| interrupt.store(true, Ordering::Relaxed);
    let options = RunOptions {
        chunk_size: Some(500),
        interrupt_flag: Some(&interrupt),
        on_progress: Some(&watch),
        ..RunOptions::default()
    };
    let interrupted = resumed(&long, plan(0.004), &options);
    assert_eq!(interrupted.stop_reason, StopReason::Interrupted);
    let interrupted = tally_file::to_text(&interrupted);
    let end = resumed(&interrupted, plan(0.004), &RunOptions::default());
    assert_eq!(end.stop_reason, StopReason::Precision);
    assert_eq!(end, resumed(&long, plan(0.004), &RunOptions::default()));
    let first_check = end.plan.stop_rule.as_ref().map(|rule| rule.first_check);
    assert_eq!(first_check, Some(30_001));
    assert_eq!(
        tally_file::to_text(&end),
        undisturbed(question.as_ref(), end.plan.clone())
    );
    assert_eq!(
        end.tally.deals,
        question
            .run(plan(0.004), &RunOptions::default())
            .expect("threads start")
            .tally
            .deals,
        "the schedule is that of a run with the precision from its start"
    );
}

/// A stop rule applies to whole runs, so running a part panics.
#[test]
#[should_panic(expected = "no parts")]
fn running_part_with_stop_rule_panics() {
    let question = question(NAMES[0]);
    let plan = Plan {
        stop_rule: precision(0.01),
        ..question.plan(Seed(7), 1000)
    };
    let _ = question.resume(
        Run::empty(plan, question.tally_schema()),
        0..640,
        &RunOptions::default(),
    );
}

/// Resuming a run of another experiment panics.
#[test]
#[should_panic(expected = "another experiment")]
fn resuming_run_of_other_experiment_panics() {
    let [one, other] = [NAMES[0], NAMES[3]].map(question);
    let foreign = Run::empty(one.plan(Seed(7), 100), other.tally_schema());
    let _ = other.resume(foreign, 0..100, &RunOptions::default());
}

/// A part is reproduced by the whole plan, an interrupted run by the deals that were played.
#[test]
fn reproduced_deals_are_those_of_the_plan_or_the_played_ones() {
    let question = question(NAMES[3]);
    let reproduced_deals = |part: std::ops::Range<u64>, stop_reason| {
        let nothing = Run::empty(question.plan(Seed(7), 1000), question.tally_schema());
        let run = Run {
            stop_reason,
            ..question
                .resume(nothing, part, &RunOptions::default())
                .expect("threads start")
        };
        run.reproduced_deals()
    };
    assert_eq!(reproduced_deals(0..1000, StopReason::Deals), 1000);
    assert_eq!(reproduced_deals(128..640, StopReason::Part), 1000);
    assert_eq!(reproduced_deals(0..640, StopReason::Interrupted), 640);
}
