//! Tests that the parts of a run merge to the run in any order, and that other tallies are refused.

use crate::small;
use pioche_engine::experiments::{Experiment, from_name};
use pioche_engine::sim::run::MergeError;
use pioche_engine::sim::{RangeSet, Run, RunOptions, Seed, StopReason, tally_file};
use proptest::prelude::*;

const NAME: &str = "alliances cards=32 improve=none";

fn part(question: &dyn Experiment, seed: u64, deals: u64, number: u64, parts: u64) -> Run {
    let plan = question.plan(Seed(seed), deals);
    let range = plan.part_deals(number, parts);
    let nothing = Run::empty(plan, question.tally_schema());
    question
        .resume(nothing, range, &RunOptions::default())
        .expect("threads start")
}

/// Merges runs. Fails with the index of the first run that does not fit, and the reason.
pub fn merge(runs: &[Run]) -> Result<Run, (usize, MergeError)> {
    let first = &runs[0];
    let mut merged = Run::empty(first.plan.clone(), first.tally.schema.clone());
    for (index, run) in runs.iter().enumerate() {
        merged.merge(run).map_err(|error| (index, error))?;
    }
    Ok(merged)
}

#[test]
fn range_gaps_end_at_given_limit() {
    let ranges: RangeSet = "0..5 8..9".parse().expect("ranges");
    assert_eq!(
        [6, 8, 12].map(|end| ranges.gaps(end).to_string()),
        ["5..6", "5..8", "5..8 9..12"]
    );
}

fn whole(question: &dyn Experiment, seed: u64, deals: u64) -> Run {
    part(question, seed, deals, 1, 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The parts of every topic, shuffled, merged at once and in two steps.
    #[test]
    fn parts_merged_in_any_order_equal_whole_run(topic in 0..small().len(), deals in 128..700_u64, parts in 2..6_u64,
                                        order in any::<u64>()) {
        let question = from_name(small()[topic]).expect("an experiment");
        let question = question.as_ref();
        let parts = parts.min(deals.div_ceil(64));
        let mut runs: Vec<Run> = (1..=parts).map(|number| part(question, 5, deals, number, parts)).collect();
        for place in 0..runs.len() {
            let other = (order.rotate_left(7 * place as u32) % runs.len() as u64) as usize;
            runs.swap(place, other);
        }
        let expected = tally_file::to_text(&whole(question, 5, deals));
        let merged = merge(&runs).expect("they belong together");
        prop_assert_eq!(tally_file::to_text(&merged), &expected[..]);
        let (some, rest) = runs.split_at(runs.len() / 2);
        if !some.is_empty() {
            let some = merge(some).expect("they belong together");
            // An incomplete merge is also a valid tally.
            let read = tally_file::parse(&tally_file::to_text(&some), from_name).map(|(_, run)| run);
            prop_assert_eq!(read.as_ref(), Ok(&some));
            let merged = merge(&[rest, &[some]].concat()).expect("they belong together");
            prop_assert_eq!(tally_file::to_text(&merged), &expected[..]);
        }
    }
}

#[test]
fn merge_refuses_incompatible_parts() {
    let question = from_name(NAME).expect("known");
    let part = |seed, deals, number| part(question.as_ref(), seed, deals, number, 4);
    let refused = |runs: &[Run]| merge(runs).map(|_| ());
    let one = part(1, 1000, 1);
    assert_eq!(
        refused(&[
            part(1, 1000, 4),
            one.clone(),
            part(1, 1000, 2),
            part(1, 1000, 2)
        ]),
        Err((3, MergeError::Overlap(256)))
    );
    assert_eq!(
        refused(&[one.clone(), part(1, 2000, 2)]),
        Err((1, MergeError::PlanMismatch))
    );
    assert_eq!(
        refused(&[one.clone(), part(2, 1000, 2)]),
        Err((1, MergeError::SeedMismatch))
    );
    let other = from_name("alliances cards=52 improve=none").expect("known");
    assert_eq!(
        refused(&[one.clone(), whole(other.as_ref(), 1, 1000)]),
        Err((1, MergeError::PlanMismatch))
    );
    let gaps = merge(&[part(1, 1000, 4), one]).expect("a hole is no misfit");
    assert_eq!(
        (gaps.stop_reason, gaps.done.to_string()),
        (StopReason::Part, "0..256 768..1000".to_owned())
    );
    assert_eq!(gaps.done.gaps(1000), RangeSet::from(256..768));
}
