//! Tests that threads and chunks do not change results.

use crate::patience;
use pioche_engine::cards::Pack;
use pioche_engine::experiments::{Alliances, AlliancesPlayer, Experiment};
use pioche_engine::games::alliances::improve::Improvement;
use pioche_engine::sim::{Plan, Run, RunOptions, Seed, StopReason, StopRule, tally_file};
use pioche_engine::stats::{Confidence, Interval};

fn plan(experiment: &Alliances, deals: u64) -> Plan {
    experiment.plan(Seed(42), deals)
}

fn played(experiment: &Alliances, plan: Plan, threads: usize, chunk: Option<u64>) -> Run {
    experiment
        .run(
            plan,
            &RunOptions {
                threads: Some(threads),
                chunk_size: chunk,
                ..RunOptions::default()
            },
        )
        .unwrap()
}

#[test]
fn threads_and_chunk_size_do_not_change_tally() {
    for (improve, deals) in [
        (None, 20_011),
        (Some(Improvement::Exchange), 1_501),
        (Some(Improvement::Move), 101),
    ] {
        let experiment = patience(Pack::PIQUET, improve, AlliancesPlayer::Leftmost).unwrap();
        let text = |threads, chunk| {
            tally_file::to_text(&played(
                &experiment,
                plan(&experiment, deals),
                threads,
                chunk,
            ))
        };
        let expected = text(1, None);
        assert!(expected.contains(&format!("ranges 0..{deals}\n")));
        for (threads, chunk) in [
            (2, None),
            (7, None),
            (1, Some(1)),
            (3, Some(17)),
            (2, Some(64)),
            (7, Some(u64::MAX)),
        ] {
            assert_eq!(
                text(threads, chunk),
                expected,
                "{threads} threads, chunks of {chunk:?}"
            );
        }
    }
}

#[test]
fn stop_at_precision_does_not_depend_on_threads() {
    let experiment = Alliances::automatic(Pack::PIQUET);
    let precision = StopRule {
        precision: 0.004,
        rows: None,
        first_check: 0,
        confidence: Confidence::default(),
    };
    let plan = Plan {
        stop_rule: Some(precision),
        ..plan(&experiment, 10_000_000)
    };
    let first = played(&experiment, plan.clone(), 1, Some(100));
    assert_eq!(first.stop_reason, StopReason::Precision);
    // 1.96 √(1/4 / n) = 0.004 at n = 60,025; successive checks are an eighth apart.
    assert!(
        (60_025..68_000).contains(&first.done.end()),
        "{:?}",
        first.done
    );
    let measures = experiment
        .measures()
        .into_iter()
        .filter(|measure| measure.is_stop_criterion);
    let spec = Confidence::default();
    let widest = measures
        .filter_map(|measure| measure.estimate(&first.tally, spec)?.interval)
        .map(Interval::half_width)
        .fold(0.0, f64::max);
    assert!(widest <= 0.004);
    assert_eq!(first, played(&experiment, plan.clone(), 7, None));
    // A precision that is reached at the last deal counts as reached.
    let just = Plan {
        deals: first.done.end(),
        ..plan.clone()
    };
    let last = played(&experiment, just, 2, None);
    assert_eq!(
        (last.stop_reason, last.tally),
        (StopReason::Precision, first.tally)
    );
    let short = Plan {
        deals: 5_000,
        ..plan
    };
    assert_eq!(
        played(&experiment, short, 2, None).stop_reason,
        StopReason::Deals
    );
}
