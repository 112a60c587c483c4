//! The determinism contract: threads and chunks change nothing, a run can be stopped, a tally can be read back.

use pioche_engine::cards::Pack;
use pioche_engine::experiments::{Alliances, Experiment, named};
use pioche_engine::games::alliances::improve::Improvement;
use pioche_engine::sim::tally_file;
use pioche_engine::sim::{Plan, Precision, Run, RunOptions, Seed, Stopped};
use pioche_engine::stats::{Confidence, Method};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

fn plan(experiment: &Alliances, deals: u64) -> Plan {
    experiment.plan(Seed(42), deals)
}

fn played(experiment: &Alliances, plan: Plan, threads: usize, chunk: Option<u64>) -> Run {
    experiment.run(plan, &RunOptions { threads: Some(threads), chunk, ..RunOptions::default() }).unwrap()
}

#[test]
fn threads_and_chunks_change_no_byte() {
    for (improve, deals) in [(None, 20_011), (Some(Improvement::Exchange), 1_501), (Some(Improvement::Move), 101)] {
        let experiment = Alliances { pack: Pack::PIQUET, improve };
        let text = |threads, chunk| tally_file::write(&played(&experiment, plan(&experiment, deals), threads, chunk));
        let expected = text(1, None);
        assert!(expected.contains(&format!("ranges 0..{deals}\n")));
        for (threads, chunk) in [(2, None), (7, None), (1, Some(1)), (3, Some(17)), (2, Some(64)), (7, Some(u64::MAX))]
        {
            assert_eq!(text(threads, chunk), expected, "{threads} threads, chunks of {chunk:?}");
        }
    }
}

/// Deals 0..n are the same deals in any longer run.
#[test]
fn a_longer_run_begins_with_the_shorter_one() {
    let experiment = Alliances { pack: Pack::FULL, improve: None };
    let one = |deals| played(&experiment, plan(&experiment, deals), 2, None).tally;
    let (short, long) = (one(1000), one(1001));
    let added: u64 = long.histograms[0].total() - short.histograms[0].total();
    assert_eq!(added, 1);
    assert!((0..=52).all(|piles| long.histograms[0].count(piles) - short.histograms[0].count(piles) <= 1));
}

#[test]
fn a_run_stops_at_its_precision_whatever_the_threads() {
    let experiment = Alliances { pack: Pack::PIQUET, improve: None };
    let precision =
        Precision { half_width: 0.004, rows: None, confidence: Confidence::default(), method: Method::Wilson };
    let plan = Plan { precision: Some(precision), ..plan(&experiment, 10_000_000) };
    let first = played(&experiment, plan.clone(), 1, Some(100));
    assert_eq!(first.stopped, Stopped::Precision);
    // 1.96 √(1/4 / n) = 0.004 at n = 60,025; the looks lie an eighth apart.
    assert!((60_025..68_000).contains(&first.done.end()), "{:?}", first.done);
    let measures = experiment.measures().into_iter().filter(|measure| measure.stops);
    let widest = measures
        .filter_map(|measure| measure.proportion(&first.tally))
        .map(|s| s.interval(Method::Wilson, Confidence::default()).half_width())
        .fold(0.0, f64::max);
    assert!(widest <= 0.004);
    assert_eq!(first, played(&experiment, plan.clone(), 7, None));
    // Reached just at the last deal, it is reached.
    let just = Plan { deals: first.done.end(), ..plan.clone() };
    let last = played(&experiment, just, 2, None);
    assert_eq!((last.stopped, last.tally), (Stopped::Precision, first.tally));
    let short = Plan { deals: 5_000, ..plan };
    assert_eq!(played(&experiment, short, 2, None).stopped, Stopped::Deals);
}

#[test]
fn an_interrupted_run_keeps_a_prefix() {
    let experiment = Alliances { pack: Pack::PIQUET, improve: None };
    let interrupt = AtomicBool::new(false);
    let calls = AtomicU64::new(0);
    let watch = |_: &dyn Fn() -> Run| {
        if calls.fetch_add(1, Ordering::Relaxed) == 5 {
            interrupt.store(true, Ordering::Relaxed);
        }
    };
    let options = RunOptions {
        threads: Some(2),
        chunk: Some(640),
        interrupt: Some(&interrupt),
        watch: Some(&watch),
        ..RunOptions::default()
    };
    let stopped = experiment.run(plan(&experiment, 1_000_000), &options).unwrap();
    assert_eq!(stopped.stopped, Stopped::Interrupted);
    assert!(stopped.done.end() >= 6 * 640 && stopped.done.end() < 100_000);
    let whole = played(&experiment, plan(&experiment, stopped.done.end()), 1, None);
    assert_eq!(stopped.tally, whole.tally);
    let nothing = experiment.run(plan(&experiment, 1000), &options).unwrap();
    assert_eq!((nothing.stopped, nothing.tally.deals), (Stopped::Interrupted, 0));
}

#[test]
fn tallies_are_read_back() {
    for improve in [None, Some(Improvement::Exchange), Some(Improvement::Swap)] {
        for pack in [Pack::PIQUET, Pack::new(2, 4).unwrap()] {
            let experiment = Alliances { pack, improve };
            let precision = Precision {
                half_width: 0.1,
                rows: None,
                confidence: Confidence::new(0.99).unwrap(),
                method: Method::Exact,
            };
            for precision in [None, Some(precision)] {
                let run = played(&experiment, Plan { precision, ..plan(&experiment, 500) }, 2, None);
                let text = tally_file::write(&run);
                let read = tally_file::read(&text, named).map(|(question, run)| (question.name(), run));
                assert_eq!(read, Ok((Experiment::name(&experiment), run)));
            }
        }
    }
}
