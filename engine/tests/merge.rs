//! Parts of a run become the run, in any order; what does not belong together is refused.

use crate::small;
use pioche_engine::experiments::{Experiment, named};
use pioche_engine::sim::merge::{MisfitKind, Seeds, holes, merge};
use pioche_engine::sim::tally_file::TallyErrorKind;
use pioche_engine::sim::{Ranges, Run, RunOptions, Seed, Stopped, tally_file};
use proptest::prelude::*;

const NAME: &str = "alliances cards=32 improve=none";

fn part(question: &dyn Experiment, seed: u64, deals: u64, number: u64, parts: u64) -> Run {
    let plan = question.plan(Seed(seed), deals);
    let range = plan.part(number, parts);
    let nothing = Run::nothing(plan, question.layout());
    question.resume(nothing, range, &RunOptions::default()).expect("threads start")
}

#[test]
fn holes_end_where_they_are_asked_to() {
    let ranges: Ranges = "0..5 8..9".parse().expect("ranges");
    assert_eq!([6, 8, 12].map(|end| ranges.holes(end).to_string()), ["5..6", "5..8", "5..8 9..12"]);
}

fn whole(question: &dyn Experiment, seed: u64, deals: u64) -> Run {
    part(question, seed, deals, 1, 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Every topic's parts, shuffled, and merged in two steps as in one.
    #[test]
    fn parts_in_any_order_are_the_whole(topic in 0..small().len(), deals in 128..700_u64, parts in 2..6_u64,
                                        order in any::<u64>()) {
        let question = named(small()[topic]).expect("an experiment");
        let question = question.as_ref();
        let parts = parts.min(deals.div_ceil(64));
        let mut runs: Vec<Run> = (1..=parts).map(|number| part(question, 5, deals, number, parts)).collect();
        for place in 0..runs.len() {
            let other = (order.rotate_left(7 * place as u32) % runs.len() as u64) as usize;
            runs.swap(place, other);
        }
        let expected = tally_file::write(&whole(question, 5, deals));
        let merged = merge(&runs, Seeds::One).expect("they belong together");
        prop_assert_eq!(tally_file::write(&merged), &expected[..]);
        let (some, rest) = runs.split_at(runs.len() / 2);
        if !some.is_empty() {
            let some = merge(some, Seeds::One).expect("they belong together");
            // What is missing something is a tally too, and is read back.
            let read = tally_file::read(&tally_file::write(&some), named).map(|(_, run)| run);
            prop_assert_eq!(read.as_ref(), Ok(&some));
            let merged = merge(&[rest, &[some]].concat(), Seeds::Any).expect("they belong together");
            prop_assert_eq!(tally_file::write(&merged), &expected[..]);
        }
    }
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let question = named(NAME).expect("known");
    let part = |seed, deals, number| part(question.as_ref(), seed, deals, number, 4);
    let refused = |runs: &[Run], seeds| merge(runs, seeds).map_err(|misfit| (misfit.run, misfit.what)).map(|_| ());
    let one = part(1, 1000, 1);
    assert_eq!(refused(&[], Seeds::One), Err((0, MisfitKind::Count)));
    assert_eq!(
        refused(&[one.clone(), part(1, 1000, 2), one.clone()], Seeds::One),
        Err((2, MisfitKind::Overlap { deal: 0, with: 0 }))
    );
    assert_eq!(refused(&[one.clone(), part(1, 2000, 2)], Seeds::One), Err((1, MisfitKind::Plan)));
    assert_eq!(refused(&[one.clone(), part(2, 1000, 2)], Seeds::One), Err((1, MisfitKind::Seed)));
    let other = named("alliances cards=52 improve=none").expect("known");
    assert_eq!(refused(&[one.clone(), whole(other.as_ref(), 1, 1000)], Seeds::Any), Err((1, MisfitKind::Plan)));
    let gaps = merge(&[part(1, 1000, 4), one], Seeds::One).expect("a hole is no misfit");
    assert_eq!((gaps.stopped, gaps.done.to_string()), (Stopped::Part, "0..256 768..1000".to_owned()));
    assert_eq!(holes(&gaps)[0].done, Ranges::of(256..768));
}

#[test]
fn different_seeds_are_pooled() {
    let question = named(NAME).expect("known");
    let run = |seed, deals| whole(question.as_ref(), seed, deals);
    let (one, two) = (run(7, 500), run(3, 800));
    let pooled = merge(&[one.clone(), two.clone()], Seeds::Any).expect("one law");
    assert_eq!(pooled, merge(&[two.clone(), one.clone()], Seeds::Any).expect("one law"));
    assert_eq!((pooled.tally.deals, pooled.plan.seed, pooled.also[0].seed), (1300, Seed(3), Seed(7)));
    assert_eq!(pooled.tally.extremes[0].held, None);
    let text = tally_file::write(&pooled);
    assert!(text.contains("\nranges 0..800\npooled 7 500 0..500\n"), "{text}");
    assert_eq!(tally_file::read(&text, named).map(|(_, run)| run).as_ref(), Ok(&pooled));
    let again = merge(&[pooled, one], Seeds::Any).map_err(|misfit| misfit.what);
    assert_eq!(again, Err(MisfitKind::Overlap { deal: 0, with: 0 }));
}

/// Runs that were pooled with other seeds, or with none, are no parts of one plan.
#[test]
fn parts_of_one_plan_hold_the_same_other_seeds() {
    let question = named(NAME).expect("known");
    let part = |seed, number| part(question.as_ref(), seed, 1000, number, 4);
    let pooled = merge(&[part(3, 1), part(7, 1)], Seeds::Any).expect("one law");
    let refused = |runs: &[Run]| merge(runs, Seeds::One).map_err(|misfit| (misfit.run, misfit.what)).map(|_| ());
    assert_eq!(refused(&[pooled.clone(), part(3, 2)]), Err((1, MisfitKind::Seed)));
    assert_eq!(refused(&[part(3, 2), pooled]), Err((1, MisfitKind::Seed)));
}

#[test]
fn the_run_that_holds_a_deal_already_is_named() {
    let question = named(NAME).expect("known");
    let part = |number| part(question.as_ref(), 3, 1000, number, 4);
    let merged = merge(&[part(4), part(1), part(2), part(2)], Seeds::One);
    assert_eq!(
        merged.map_err(|misfit| (misfit.run, misfit.what)),
        Err((3, MisfitKind::Overlap { deal: 256, with: 2 }))
    );
}

/// In a file, each further seed is greater than the one before.
#[test]
fn seeds_ascend_in_a_file() {
    let question = named(NAME).expect("known");
    let part = |seed| part(question.as_ref(), seed, 1000, 1, 4);
    let text = tally_file::write(&merge(&[part(3), part(7), part(9)], Seeds::Any).expect("one law"));
    let forged = |from: &str, to: &str| {
        let changed = text.replace(from, to);
        let (body, _) = changed.split_once("checksum ").expect("a checksum");
        let forged = format!("{body}checksum {:016x}\n", tally_file::checksum(body.as_bytes()));
        tally_file::read(&forged, named).map(|_| ()).map_err(|error| error.what)
    };
    assert_eq!(forged("pooled 7 ", "pooled 7 "), Ok(()));
    let contradiction = Err(TallyErrorKind::Contradiction("pooled".to_owned()));
    assert_eq!(forged("pooled 7 ", "pooled 3 "), contradiction, "the plan's own seed again");
    assert_eq!(forged("pooled 9 ", "pooled 7 "), contradiction, "one seed twice");
    assert_eq!(forged("pooled 9 ", "pooled 6 "), contradiction, "not in order");
}
