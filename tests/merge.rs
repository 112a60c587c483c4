//! Parts of a run become the run, in any order; what does not belong together is refused.

use pioche::sim::merge::{MisfitKind, Seeds, holes, merge};
use pioche::sim::{Ranges, Run, RunOptions, Seed, Stopped, tally_file};
use pioche::topics::{Question, TOPICS, named};
use proptest::prelude::*;

const NAME: &str = "alliances cards=32 improve=none";

fn part(question: &dyn Question, seed: u64, deals: u64, number: u64, parts: u64) -> Run {
    let plan = question.plan(Seed(seed), deals);
    let range = plan.part(number, parts);
    let nothing = Run::nothing(plan, question.layout());
    question.resume(nothing, range, &RunOptions::default()).expect("threads start")
}

fn whole(question: &dyn Question, seed: u64, deals: u64) -> Run {
    part(question, seed, deals, 1, 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Every topic's parts, shuffled, and merged in two steps as in one.
    #[test]
    fn parts_in_any_order_are_the_whole(topic in 0..TOPICS.len(), deals in 128..700_u64, parts in 2..6_u64,
                                        order in any::<u64>()) {
        let question = (TOPICS[topic].study)().remove(0).0;
        let question = question.as_ref();
        let parts = parts.min(deals.div_ceil(64));
        let mut runs: Vec<Run> = (1..=parts).map(|number| part(question, 5, deals, number, parts)).collect();
        for place in 0..runs.len() {
            let other = (order.rotate_left(7 * place as u32) % runs.len() as u64) as usize;
            runs.swap(place, other);
        }
        let expected = tally_file::write(&whole(question, 5, deals), &[]);
        let merged = merge(&runs, Seeds::One).expect("they belong together");
        prop_assert_eq!(tally_file::write(&merged, &[]), &expected[..]);
        let (some, rest) = runs.split_at(runs.len() / 2);
        if !some.is_empty() {
            let some = merge(some, Seeds::One).expect("they belong together");
            // What is missing something is a tally too, and is read back.
            let read = tally_file::read(&tally_file::write(&some, &[]), named).map(|(_, run)| run);
            prop_assert_eq!(read.as_ref(), Ok(&some));
            let merged = merge(&[rest, &[some]].concat(), Seeds::Any).expect("they belong together");
            prop_assert_eq!(tally_file::write(&merged, &[]), &expected[..]);
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
    assert_eq!(pooled.tally.extremes[0].get(), None);
    let text = tally_file::write(&pooled, &[]);
    assert!(text.contains("\nranges 0..800\npooled 7 500 0..500\n"), "{text}");
    assert_eq!(tally_file::read(&text, named).map(|(_, run)| run).as_ref(), Ok(&pooled));
    let again = merge(&[pooled, one], Seeds::Any).map_err(|misfit| misfit.what);
    assert_eq!(again, Err(MisfitKind::Overlap { deal: 0, with: 0 }));
}

/// The same from the outside.
#[cfg(feature = "cli")]
#[test]
fn the_program_merges() {
    use crate::cli::{answer, folder, pioche, refused, stderr, stdout};
    let folder = folder();
    let here = folder.path();
    let simulate = "simulate alliances --deals 10k --format csv";
    let single = answer(here, &format!("{simulate} --tally single.tally"));
    for number in 1..=4 {
        answer(here, &format!("{simulate} --shard {number}/4 --tally part-{number}.tally --resume"));
    }
    let counts = |file: &str| {
        let text = std::fs::read_to_string(here.join(file)).expect("a tally");
        text.split("elapsed-ms").next().unwrap_or_default().to_owned()
    };
    let merged = pioche(here, "merge part-3.tally part-1.tally part-4.tally part-2.tally --tally all.tally");
    assert!(stderr(&merged).contains("10,000 deals of 10,000, from 4 files"), "{}", stderr(&merged));
    assert_eq!(counts("all.tally"), counts("single.tally"));
    assert_eq!(answer(here, "report all.tally --format csv"), single);
    refused(here, "merge part-1.tally part-2.tally part-4.tally --tally some.tally", "4992..7488");
    answer(here, "merge part-1.tally part-2.tally part-4.tally --tally some.tally --partial");
    assert!(answer(here, "report some.tally --lang fr").contains("TRANCHE : "));
    refused(here, "merge part-1.tally part-1.tally --tally x.tally", "part-1.tally");
    std::fs::copy(here.join("part-1.tally"), here.join("copy.tally")).expect("a copy");
    refused(here, "merge part-1.tally copy.tally --tally x.tally", "copy.tally");
    refused(here, "report part-1.tally copy.tally", "copy.tally");
    refused(here, "merge part-1.tally part-2.tally --tally part-1.tally --force --partial", "part-1.tally");
    refused(here, "merge part-1.tally --tally all.tally --partial", "all.tally");
    refused(here, &format!("{simulate} --shard 1/4 --precision 0.01"), "--shard");
    for bad in ["0/4", "5/4", "4", "a/b", "1/0", "-1/4"] {
        refused(here, &format!("{simulate} --shard {bad}"), "--shard");
    }
    refused(here, "simulate alliances --deals 64 --shard 1/2", "--shard");
    answer(here, "simulate alliances --deals 5k --seed 2 --tally two.tally");
    refused(here, "merge single.tally two.tally --tally x.tally", "--pool");
    answer(here, "merge single.tally two.tally --tally pool.tally --pool");
    let table = stdout(&pioche(here, "report pool.tally"));
    assert!(table.contains("POOLED from the runs of seeds 1, 2") && table.contains("15,000 deals"), "{table}");
    let json: serde_json::Value = serde_json::from_str(&answer(here, "report pool.tally --format json")).expect("JSON");
    assert_eq!(json["pooled_seeds"], serde_json::json!([2]));
}

/// A chart of pooled runs names all their seeds, not the first alone; many in a row are a range.
#[cfg(feature = "charts")]
#[test]
fn captions_name_every_seed() {
    use pioche::lang::{Caption, Lang, Say};
    use pioche::report::figures::OVERVIEW;
    let question = named(NAME).expect("an experiment");
    let runs = [7, 3, 4, 5].map(|seed| whole(question.as_ref(), seed, 200));
    let pooled = merge(&runs, Seeds::Any).expect("one law");
    let summaries = [question.summary(&pooled, Default::default(), Default::default())];
    let topic = pioche::topics::topic(question.topic()).expect("a topic");
    let figure = |lang| (topic.faces.figures.draw)(OVERVIEW, &summaries, lang).expect("a figure").subtitle.join(" ");
    assert!(figure(Lang::En).contains(" · seeds 3–5, 7"), "{}", figure(Lang::En));
    assert!(figure(Lang::Fr).contains(" · graines 3–5, 7"), "{}", figure(Lang::Fr));
    let caption = |seeds| Caption::Run { deals: "9 deals".into(), seeds, intervals: None }.en();
    assert!(caption(vec![u64::MAX]).contains("seed 18446744073709551615"));
    assert!(caption(vec![0, 2, 4, 6, 8, 10, u64::MAX]).contains("seeds 0, 2, 4, 6, 8, … (7 seeds in all)"));
}
