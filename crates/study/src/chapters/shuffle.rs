//! The chapter of riffle shuffles: distance to uniform, and suspect decks.

use crate::page::values::{NumberValue, PageRun, optional};
use crate::page::{ChapterDocument, ChapterValues, Finding, TestFamily};
use minijinja::{Value, context};
use pioche_engine::sim::Summary;
use pioche_engine::stats::compare::binomial_upper_tail;
use pioche_engine::stats::exact::cut_sup_norm_tail;
use pioche_engine::stats::{Estimate, Interval};
use pioche_report::figures::NamedFigure;
use pioche_report::lang::Text;
use pioche_report::number::PageNumber;
use pioche_topics::shuffle;
use pioche_topics::shuffle::{
    cut_figure, distance_figure, estimated_distance, exact_distance, exact_separation, riffle_run,
};

pub const CHAPTER: ChapterDocument = ChapterDocument {
    topic: &shuffle::TOPIC,
    page_order: 32,
    template: Text::new(include_str!("shuffle.fr.md"), include_str!("shuffle.en.md")),
    values,
    figures: &[
        NamedFigure {
            name: "shuffle-cut",
            draw: cut_figure,
        },
        NamedFigure {
            name: "shuffle-distance",
            draw: distance_figure,
        },
    ],
    extra_tables: Vec::new,
    further_commands: &[],
};

fn values(summaries: &[Summary], _: &mut TestFamily) -> ChapterValues {
    let run_after = |riffles| optional(riffle_run(summaries, 52, riffles).map(distance_run));
    let seven = riffle_run(summaries, 52, 7);
    let finding = seven.map(|_| Finding {
        name: "seven_riffles",
        rank: 50,
    });
    let packs = [52, 32].map(|cards| pack_distances(summaries, cards));
    ChapterValues {
        values: context! {
            runs => summaries.iter().map(distance_run).collect::<Value>(),
            packs => packs.into_iter().flatten().collect::<Value>(),
            five => run_after(5),
            seven => run_after(7),
            nine => run_after(9),
            eleven => run_after(11),
            cut_tail => Value::from(NumberValue(PageNumber::Exact(cut_sup_norm_tail(52, 100_000, 0.0025)))),
            suspect => optional(seven.and_then(suspect_values)),
        },
        findings: finding.into_iter().collect(),
    }
}

/// Returns a run with its exact and estimated distances to the uniform distribution.
fn distance_run(summary: &Summary) -> PageRun {
    let number =
        |estimate: Option<Estimate>| optional(estimate.map(PageNumber::Estimate).map(NumberValue));
    let distance = exact_distance(summary);
    PageRun::new(summary)
        .with("distance", distance.map(|exact| exact.value))
        .with("distance_number", number(distance))
        .with(
            "separation",
            exact_separation(summary).map(|exact| exact.value),
        )
        .with("estimated_distance", number(estimated_distance(summary)))
}

/// Returns the distances after 5 and 7 riffles of a pack, and after the first number of riffles with a distance below
/// 0.1; `None` without these runs.
fn pack_distances(summaries: &[Summary], cards: usize) -> Option<Value> {
    let run_after = |riffles| riffle_run(summaries, cards, riffles).map(distance_run);
    let is_near = |run: &&Summary| exact_distance(run).is_some_and(|distance| distance.value < 0.1);
    let near_enough = (0..=12)
        .filter_map(|riffles| riffle_run(summaries, cards, riffles))
        .find(is_near)?;
    Some(context! {
        cards => cards,
        five => Value::from(run_after(5)?),
        seven => Value::from(run_after(7)?),
        near => Value::from(distance_run(near_enough)),
    })
}

/// Returns the share of suspect decks, and what follows for a million decks.
fn suspect_values(summary: &Summary) -> Option<Value> {
    const MILLION: u64 = 1_000_000;
    let suspect = summary.estimate("suspect")?;
    let interval = suspect.interval?;
    let estimate = |of_share: fn(f64) -> f64| Estimate {
        value: of_share(suspect.value),
        interval: Interval {
            low: of_share(interval.low),
            high: of_share(interval.high),
        },
    };
    let expected_per_million = estimate(|share| share * MILLION as f64);
    let at_least_five = estimate(|share| binomial_upper_tail(5, MILLION, share));
    Some(context! {
        share => Value::from(NumberValue(PageNumber::from(suspect))),
        decks => summary.deals(),
        is_rare => at_least_five.interval.high <= RARE,
        is_frequent => at_least_five.interval.low > RARE,
        limit => Value::from(NumberValue(PageNumber::Exact(RARE))),
        expected => Value::from(NumberValue(PageNumber::Estimate(expected_per_million))),
        five => Value::from(NumberValue(PageNumber::Probability(at_least_five))),
    })
}

/// The largest probability of a rare event.
const RARE: f64 = 0.05;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::summary_of;
    use pioche_engine::experiments::from_name;
    use pioche_engine::sim::{RunOptions, Seed};

    /// Returns the verdicts on 5 suspect decks in a million: rare, and not rare.
    fn verdicts(riffles: u32, deals: u64) -> [bool; 2] {
        let name = format!("shuffle cards=52 riffles={riffles}");
        let experiment = from_name(&name).expect("a name");
        let run = experiment
            .run(experiment.plan(Seed(6), deals), &RunOptions::default())
            .expect("threads start");
        let values = suspect_values(&summary_of(experiment.as_ref(), &run)).expect("a share");
        ["is_rare", "is_frequent"]
            .map(|name| values.get_attr(name).is_ok_and(|verdict| verdict.is_true()))
    }

    /// Decks are called rare or frequent only if the whole interval of the probability is on that side of the limit.
    #[test]
    fn suspect_decks_are_rare_only_if_the_interval_says_so() {
        assert_eq!(verdicts(1, 1000), [false, true]);
        assert_eq!(verdicts(7, 1000), [false, false]);
        assert_eq!(verdicts(12, 800_000), [false, false]);
        assert_eq!(verdicts(12, 3_000_000), [true, false]);
    }
}
