//! The chapter of bataille: outcomes, length, riffles.

use crate::page::values::{NumberValue, PageRun, optional, page_runs};
use crate::page::{ChapterDocument, ChapterValues, Finding, TestFamily, test_value};
use minijinja::{Value, context};
use pioche_engine::experiments::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::{BatailleOutcome, LayingOrder, OutOfCards, PickupOrder};
use pioche_engine::sim::{MeasureEstimate, Summary};
use pioche_engine::stats::Proportion;
use pioche_engine::stats::compare::{binomial_p_value, largest_share_interval, two_sample_p_value};
use pioche_engine::stats::power::DifferenceTest;
use pioche_report::figures::{NamedFigure, find_run, runs_of_experiment};
use pioche_report::lang::Text;
use pioche_report::number::PageNumber;
use pioche_topics::bataille;
use pioche_topics::bataille::{
    endless_figure, riffle_count, riffles_figure, rounds_figure, shares_figure, win_comparison,
};

pub const CHAPTER: ChapterDocument = ChapterDocument {
    topic: &bataille::TOPIC,
    page_order: 33,
    template: Text::new(
        include_str!("bataille.fr.md"),
        include_str!("bataille.en.md"),
    ),
    values,
    figures: &[
        NamedFigure {
            name: "bataille-shares",
            draw: |summaries, lang| shares_figure(&uniform_runs(summaries), lang),
        },
        NamedFigure {
            name: "bataille-rounds",
            draw: |summaries, lang| rounds_figure(&uniform_runs(summaries), lang),
        },
        NamedFigure {
            name: "bataille-riffles",
            draw: |summaries, lang| {
                let is_wanted = |game: &Bataille| {
                    game.values.get() == 13 && game.max_rounds.is_none() && has_handout_rules(game)
                };
                let runs = runs_where(summaries, is_wanted);
                riffles_figure(&runs, lang)
            },
        },
        NamedFigure {
            name: "bataille-rules",
            draw: |summaries, lang| {
                let runs: Vec<Summary> = rule_runs(summaries)
                    .into_iter()
                    .map(|(_, summary)| summary.clone())
                    .collect();
                endless_figure(&runs, lang)
            },
        },
    ],
    extra_tables: Vec::new,
    further_commands: &[],
};

/// Returns the runs of the handout's game with uniform shuffles.
fn uniform_runs(summaries: &[Summary]) -> Vec<Summary> {
    runs_where(summaries, |game| {
        game.shuffle == ShuffleMethod::Uniform
            && game.max_rounds.is_none()
            && has_handout_rules(game)
    })
}

/// Returns true for one card face down and cards that are picked up as laid.
fn has_handout_rules(game: &Bataille) -> bool {
    let handout = Bataille::default();
    (game.pickup, game.face_down, game.out_of_cards)
        == (handout.pickup, handout.face_down, handout.out_of_cards)
}

/// Returns the runs of 13 values in fixed order with uniform shuffles that differ from the handout's game in the number of
/// cards face down or in the order of picking up, and that game: first by this order, then by this number.
fn rule_runs(summaries: &[Summary]) -> Vec<(&Bataille, &Summary)> {
    let is_wanted = |game: &Bataille| {
        game.values.get() == 13
            && game.order == LayingOrder::Fixed
            && game.shuffle == ShuffleMethod::Uniform
            && game.max_rounds.is_none()
            && game.out_of_cards == OutOfCards::Count
            && (game.pickup == PickupOrder::Laid || game.face_down == 1)
    };
    let mut runs: Vec<(&Bataille, &Summary)> = runs_of_experiment(summaries)
        .filter(|(game, _)| is_wanted(game))
        .collect();
    runs.sort_by_key(|(game, _)| {
        let pickup = PickupOrder::ALL
            .iter()
            .position(|order| *order == game.pickup);
        (pickup, game.face_down)
    });
    runs
}

/// Returns the largest p-value of the differences of the share of endless games between neighbouring runs, each of which
/// has a smaller share than the one before; `None` unless they do.
fn decreasing_endless_p_value(runs: &[&Summary]) -> Option<f64> {
    let mut largest_p_value: f64 = 0.0;
    for pair in runs.windows(2) {
        let [more, fewer] = [endless_share(pair[0])?, endless_share(pair[1])?];
        if more.estimate() <= fewer.estimate() {
            return None;
        }
        largest_p_value = largest_p_value.max(endless_p_value([pair[0], pair[1]])?);
    }
    (runs.len() > 1).then_some(largest_p_value)
}

/// Returns the p-value of the test that two runs of the same deals have equal shares of endless games.
fn endless_p_value(runs: [&Summary; 2]) -> Option<f64> {
    let [one, other] = runs.map(|run| run.proportion("endless"));
    Some(two_sample_p_value(one?, other?))
}

/// Returns the values of the question of what makes games endless.
fn endless_rules(summaries: &[Summary], tests: &mut TestFamily) -> Value {
    let runs = rule_runs(summaries);
    let mut by_face_down = Vec::new();
    let mut by_pickup = Vec::new();
    let mut decided_by_face_down = Vec::new();
    let mut laid_run = None;
    let mut others_p_value: Option<f64> = None;
    for (game, run) in &runs {
        let page_run = PageRun::new(run)
            .with("face_down", game.face_down)
            .with("pickup", game.pickup.name());
        if game.pickup == PickupOrder::Laid {
            by_face_down.push(page_run.clone());
            if game.face_down > 0 {
                decided_by_face_down.push(*run);
            }
        }
        if game.face_down == 1 {
            by_pickup.push(page_run);
            match laid_run {
                None => laid_run = Some(*run),
                Some(laid) => {
                    let p_value = decreasing_endless_p_value(&[laid, run]).unwrap_or(1.0);
                    others_p_value = Some(others_p_value.map_or(p_value, |p| p.max(p_value)));
                }
            }
        }
    }
    let face_down_p_value = decreasing_endless_p_value(&decided_by_face_down);
    context! {
        by_face_down => by_face_down.into_iter().collect::<Value>(),
        by_pickup => by_pickup.into_iter().collect::<Value>(),
        face_down_p => tests.add(face_down_p_value.unwrap_or(1.0)),
        pickup_p => tests.add(others_p_value.unwrap_or(1.0)),
    }
}

fn runs_where(summaries: &[Summary], is_wanted: impl Fn(&Bataille) -> bool) -> Vec<Summary> {
    runs_of_experiment(summaries)
        .filter(|(game, _)| is_wanted(game))
        .map(|(_, summary)| summary.clone())
        .collect()
}

fn values(summaries: &[Summary], tests: &mut TestFamily) -> ChapterValues {
    let unlimited = runs_where(summaries, |game| {
        game.max_rounds.is_none() && has_handout_rules(game)
    });
    let uniform = runs_where(&unlimited, |game| game.shuffle == ShuffleMethod::Uniform);
    let of_order = |order| runs_where(&uniform, |game| game.order == order);
    let fixed = of_order(LayingOrder::Fixed);
    let alternating = of_order(LayingOrder::Alternating);
    let large = [&fixed, &alternating]
        .map(|runs| runs_where(runs, |game| (11..=13).contains(&game.values.get())));
    let fixed12 = run_of_values(&fixed, 12);
    let alternating12 = run_of_values(&alternating, 12);
    let fixed13 = run_of_values(&fixed, 13);
    let alternating13 = run_of_values(&alternating, 13);
    let mut findings = Vec::new();
    for (name, rank, first, second) in [
        ("endless", 20, fixed12, alternating12),
        ("length", 60, fixed13, alternating13),
    ] {
        findings.extend(first.zip(second).map(|_| Finding { name, rank }));
    }
    let riffle_tests: Vec<Value> = LayingOrder::ALL
        .into_iter()
        .filter_map(|order| riffle_test(&unlimited, order, tests))
        .collect();
    let largest_alternating = largest_endless_share(&alternating);
    let alternating_interval = largest_alternating
        .as_ref()
        .and_then(|share| share.interval);
    ChapterValues {
        values: context! {
            uniform => page_runs(&uniform),
            large => page_runs(large.iter().flatten()),
            fixed12 => optional(fixed12.map(|run| run_with_majority_test(run, tests))),
            alternating12 => optional(alternating12.map(PageRun::new)),
            fixed13 => optional(fixed13.map(PageRun::new)),
            alternating13 => optional(alternating13.map(PageRun::new)),
            most_endless => optional(most_endless(&fixed, tests)),
            has_few_endless_alternating => alternating_interval.is_some_and(|interval| interval.high <= FEW),
            ended_share => Value::from(NumberValue(PageNumber::Exact(1.0 - FEW))),
            alternating_run_count => alternating.len(),
            largest_alternating => optional(largest_alternating.as_ref().map(PageNumber::from).map(NumberValue)),
            advantages => advantages(&uniform, tests),
            lengths => page_runs(fixed13.into_iter().chain(alternating13)),
            riffle_tests => Value::from(riffle_tests),
            shuffles => shuffle_rows(&unlimited),
            endless_rules => endless_rules(summaries, tests),
            limits => page_runs(limit_runs(summaries)),
        },
        findings,
    }
}

/// Returns the runs of 13 values, fixed order and 7 riffles, by their limit of rounds; the one without a limit is the
/// last. Empty if no run has a limit.
fn limit_runs(summaries: &[Summary]) -> Vec<&Summary> {
    let is_example = |game: &Bataille| {
        game.values.get() == 13
            && game.order == LayingOrder::Fixed
            && game.shuffle == ShuffleMethod::Riffle(7)
    };
    let mut runs: Vec<(u64, &Summary)> = runs_of_experiment(summaries)
        .filter(|(game, _)| is_example(game))
        .map(|(game, run)| (game.max_rounds.unwrap_or(u64::MAX), run))
        .collect();
    runs.sort_by_key(|(limit, _)| *limit);
    let has_limit = runs.len() > 1;
    runs.into_iter()
        .map(|(_, run)| run)
        .filter(|_| has_limit)
        .collect()
}

fn run_of_values(runs: &[Summary], values: u8) -> Option<&Summary> {
    find_run(runs, |game: &Bataille| game.values.get() == values)
}

fn endless_share(run: &Summary) -> Option<Proportion> {
    run.proportion("endless")
}

/// Returns a run with the p-value of the hypothesis that half of its games are endless.
fn run_with_majority_test(run: &Summary, tests: &mut TestFamily) -> PageRun {
    let p_value = endless_share(run).map(|endless| tests.add(binomial_p_value(endless, 0.5)));
    PageRun::new(run).with("most_p", p_value)
}

/// Returns the run with the largest share of endless games, the tests of its differences from the others, and their largest
/// p-value.
fn most_endless(runs: &[Summary], tests: &mut TestFamily) -> Option<Value> {
    let mut maximum = runs.first()?;
    for run in runs {
        if endless_share(run)?.estimate() > endless_share(maximum)?.estimate() {
            maximum = run;
        }
    }
    let one = endless_share(maximum)?;
    let mut largest_p_value = 0.0_f64;
    let mut powers = Vec::new();
    for run in runs.iter().filter(|run| run.name() != maximum.name()) {
        let other = endless_share(run)?;
        largest_p_value = largest_p_value.max(tests.add(two_sample_p_value(one, other)));
        powers.push(test_value(DifferenceTest::TwoSamples { one, other }));
    }
    Some(context! {
        run => Value::from(PageRun::new(maximum)),
        p => largest_p_value,
        powers,
    })
}

/// The largest share of endless games of which the page says that the others end.
const FEW: f64 = 0.01;

/// Returns the largest share of endless games of several runs, with the interval of the largest probability.
fn largest_endless_share(runs: &[Summary]) -> Option<MeasureEstimate> {
    let mut largest = runs.first()?.estimate("endless")?;
    let mut proportions = Vec::new();
    for run in runs {
        let endless = run.estimate("endless")?;
        proportions.push(endless.proportion?);
        if endless.value > largest.value {
            largest = endless;
        }
    }
    let first = runs.first()?;
    let interval = largest_share_interval(&proportions, first.confidence);
    Some(MeasureEstimate {
        interval: Some(interval),
        ..largest.clone()
    })
}

/// Returns the runs of 11 to 13 values in both orders, each with the difference of the wins of both players, in
/// percentage points, and its test.
fn advantages(uniform: &[Summary], tests: &mut TestFamily) -> Value {
    let mut runs = Vec::new();
    for values in 11..=13 {
        for order in LayingOrder::ALL {
            let is_wanted = |game: &Bataille| game.values.get() == values && game.order == order;
            let Some(run) = find_run(uniform, is_wanted) else {
                continue;
            };
            let Some(comparison) = win_comparison(run) else {
                continue;
            };
            runs.push(
                PageRun::new(run)
                    .with("p", tests.add(comparison.p_value))
                    .with("power", test_value(comparison.test()))
                    .with(
                        "points",
                        NumberValue(PageNumber::Estimate(comparison.points)),
                    ),
            );
        }
    }
    runs.into_iter().collect()
}

/// Tests the riffled runs of an order against uniform decks: the smallest p-value of the outcomes, corrected for their
/// number, for each number of riffles. Riffled and uniform decks of the same deal number use different random streams,
/// so their games are independent.
fn riffle_test(summaries: &[Summary], order: LayingOrder, tests: &mut TestFamily) -> Option<Value> {
    let runs = runs_where(summaries, |game| game.order == order);
    let mut riffles = Vec::new();
    for (game, run) in runs_of_experiment::<Bataille>(&runs) {
        let Some(number) = riffle_count(game) else {
            continue;
        };
        let is_uniform = |other: &Bataille| {
            other.values == game.values && other.shuffle == ShuffleMethod::Uniform
        };
        let uniform = find_run(&runs, is_uniform)?;
        let mut smallest_p_value = 1.0_f64;
        let mut outcome_tests = Vec::new();
        for outcome in BatailleOutcome::NAMES {
            let riffled_share = run.proportion(outcome)?;
            let uniform_share = uniform.proportion(outcome)?;
            let p_value = tests.add(two_sample_p_value(riffled_share, uniform_share));
            smallest_p_value = smallest_p_value.min(p_value);
            outcome_tests.push((riffled_share, uniform_share));
        }
        // The difference of an outcome is hardest to find where its share is nearest to one half.
        let distance = |(share, _): &(Proportion, Proportion)| (share.estimate() - 0.5).abs();
        let (one, other) = outcome_tests
            .into_iter()
            .min_by(|first, second| distance(first).total_cmp(&distance(second)))?;
        let power = test_value(DifferenceTest::TwoSamples { one, other });
        let values = context! { number, p => smallest_p_value, power, games => run.deals() };
        riffles.push((number, values));
    }
    riffles.sort_by_key(|(number, _)| *number);
    let riffles: Vec<Value> = riffles.into_iter().map(|(_, values)| values).collect();
    Some(context! { order => order.name(), riffles })
}

/// Returns the shuffles of the runs with 13 values, from one riffle to uniform, each with its runs of both orders.
fn shuffle_rows(summaries: &[Summary]) -> Value {
    let runs = runs_where(summaries, |game| game.values.get() == 13);
    let mut shuffles: Vec<(Option<u64>, ShuffleMethod)> = Vec::new();
    for (game, _) in runs_of_experiment::<Bataille>(&runs) {
        let shuffle = (riffle_count(game), game.shuffle);
        if !shuffles.contains(&shuffle) {
            shuffles.push(shuffle);
        }
    }
    shuffles.sort_by_key(|(riffles, _)| riffles.unwrap_or(u64::MAX));
    let mut rows = Vec::new();
    for (_, shuffle) in shuffles {
        let run = |order| {
            let is_wanted = |game: &Bataille| game.shuffle == shuffle && game.order == order;
            optional(find_run(&runs, is_wanted).map(PageRun::new))
        };
        rows.push(context! {
            shuffle => shuffle.to_string(),
            fixed => run(LayingOrder::Fixed),
            alternating => run(LayingOrder::Alternating),
        });
    }
    Value::from(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::summary_of;
    use pioche_engine::experiments::from_name;
    use pioche_engine::sim::{RunOptions, Seed};

    /// The page says that at least 99 % of the games end only if the intervals of all runs together say so.
    #[test]
    fn games_end_only_as_the_interval_says() {
        for (deals, is_said) in [(300, false), (2000, true)] {
            let name = "bataille values=12 order=alternating shuffle=uniform";
            let experiment = from_name(name).expect("a name");
            let run = experiment
                .run(experiment.plan(Seed(1), deals), &RunOptions::default())
                .expect("threads start");
            let summary = summary_of(experiment.as_ref(), &run);
            let mut tests = TestFamily::new(summary.confidence);
            let values = values(&[summary], &mut tests).values;
            let verdict = values.get_attr("has_few_endless_alternating");
            assert_eq!(verdict.expect("a verdict").is_true(), is_said);
        }
    }
}
