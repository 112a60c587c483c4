//! Exact values beside every setting that changes a game, compared with estimates.

use crate::alliances::orders;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::from_name;
use pioche_engine::games::alliances::AllianceRule;
use pioche_engine::games::alliances::perfect::PerfectSolver;
use pioche_engine::sim::{Experiment, MeasureEstimate, RunOptions, Seed, Summary};
use pioche_engine::stats::Confidence;
use pioche_engine::stats::compare::binomial_p_value;

const DEALS: u64 = 2000;

/// The smallest accepted p-value among some 5,000 rows: a right program fails with a probability below 0.5 %.
const LEVEL: f64 = 1e-6;

/// The topics whose rows are the outcomes of a deal.
const OUTCOME_TOPICS: [&str; 4] = ["bataille", "solitaire", "alak", "nim"];

/// Returns all combinations of words, one of each list.
fn combinations(lists: &[&[&str]]) -> Vec<String> {
    let mut names = vec![String::new()];
    for list in lists {
        names = names
            .iter()
            .flat_map(|name| list.iter().map(move |word| format!("{name} {word}")))
            .collect();
    }
    names
}

/// Returns the experiments of a topic with all combinations of settings, without those that are impossible.
fn experiments(topic: &str, lists: &[&[&str]]) -> Vec<Box<dyn Experiment>> {
    combinations(lists)
        .into_iter()
        .map(|settings| settings.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter_map(|settings| from_name(&format!("{topic} {settings}")))
        .collect()
}

/// The level of the intervals of estimates that are no shares.
const CONFIDENCE: f64 = 1.0 - LEVEL;

/// Compares each row with an exact value with its estimate, and returns the number of these rows. If all outcomes have an
/// exact value, these sum to 1.
fn check_rows(experiment: &dyn Experiment) -> usize {
    let plan = experiment.plan(Seed(7), DEALS);
    let run = experiment
        .run(plan, &RunOptions::default())
        .expect("threads start");
    let summary = Summary::new(
        from_name(&experiment.name()).expect("a name").into(),
        &run,
        Confidence::new(CONFIDENCE).expect("a level"),
    );
    if OUTCOME_TOPICS.contains(&experiment.topic()) {
        let exact_values: Option<Vec<f64>> = summary.rows().map(|row| row.exact).collect();
        if let Some(exact_values) = exact_values {
            assert_sum_is_one(&exact_values, &experiment.name());
        }
    }
    let mut rows = 0;
    for row in summary.rows() {
        let Some(exact) = row.exact else {
            continue;
        };
        assert!(
            row.proportion.is_none() || (0.0..=1.0).contains(&exact),
            "{} {:?}: {exact}",
            experiment.name(),
            row.fields
        );
        let Some(share) = row.proportion else {
            rows += usize::from(check_interval(row, exact));
            continue;
        };
        let p_value = binomial_p_value(share, exact);
        assert!(
            p_value >= LEVEL,
            "{} {:?}: {} of {DEALS}, exact {exact}, p = {p_value}",
            experiment.name(),
            row.fields,
            share.count
        );
        rows += 1;
    }
    rows
}

/// Checks that probabilities that are each rounded once sum to 1, apart from an error in the last place for each.
fn assert_sum_is_one(probabilities: &[f64], name: &str) {
    let difference = probabilities.iter().sum::<f64>() - 1.0;
    let tolerance = probabilities.len() as f64 * f64::EPSILON;
    assert!(difference.abs() <= tolerance, "{name}: {probabilities:?}");
}

/// Checks that the interval of an estimate contains the exact value; false without an interval.
fn check_interval(row: &MeasureEstimate, exact: f64) -> bool {
    let Some(interval) = row.interval else {
        return false;
    };
    let is_inside = interval.low <= exact && exact <= interval.high;
    assert!(is_inside, "{:?}: {interval:?}, exact {exact}", row.fields);
    true
}

fn check_all(topic: &str, lists: &[&[&str]], least_rows: usize) {
    let rows: usize = experiments(topic, lists)
        .iter()
        .map(|experiment| check_rows(experiment.as_ref()))
        .sum();
    assert!(rows >= least_rows, "{topic}: only {rows} rows");
}

#[test]
fn exact_values_of_bataille_hold_with_every_setting() {
    check_all(
        "bataille",
        &[
            &["values=1", "values=2", "values=3"],
            &["order=fixed", "order=alternating"],
            &["shuffle=uniform"],
            &["", "max_rounds=1", "max_rounds=6"],
            &["", "pickup=winner-first", "pickup=loser-first"],
        ],
        54 * 5,
    );
}

#[test]
fn exact_values_of_alak_hold_with_every_setting() {
    let mut rows = 0;
    for cells in ["1", "2", "3", "5", "6", "7"] {
        for edge in ["line", "ring"] {
            for own_group in ["spared", "captured"] {
                for max_plies in [" max_plies=1", " max_plies=3", " max_plies=6", ""] {
                    let name = format!(
                        "alak cells={cells} edge={edge} own_group={own_group} \
                         players=random,random{max_plies}"
                    );
                    let experiment = from_name(&name).expect("a name");
                    rows += check_rows(experiment.as_ref());
                }
            }
        }
    }
    assert_eq!(rows, 4 * 96);
}

/// On boards whose fractions are too long, the sums have twice the digits of a floating-point number.
#[test]
fn exact_values_of_long_games_are_rounded_once() {
    for settings in [
        "cells=8 edge=line own_group=captured",
        "cells=9 edge=line own_group=spared",
        "cells=9 edge=ring own_group=captured",
        "cells=10 edge=ring own_group=spared",
    ] {
        let name = format!("alak {settings} players=random,random");
        let experiment = from_name(&name).expect("a name");
        let measures = experiment.measures();
        let rows = measures
            .iter()
            .filter(|measure| !measure.row_fields.is_empty());
        let exact_values: Option<Vec<f64>> = rows.map(|row| row.exact_value()).collect();
        assert_sum_is_one(&exact_values.expect("known values"), &name);
    }
}

#[test]
fn exact_values_of_nim_hold_with_every_setting() {
    check_all(
        "nim",
        &[
            &["matches=1", "matches=7", "matches=12"],
            &["takes=2,3", "takes=1,3", "takes=1,2,5"],
            &[
                "players=random,random",
                "players=perfect,random",
                "players=random,perfect",
                "players=perfect,perfect",
            ],
        ],
        36 * 3,
    );
    check_all(
        "nim",
        &[
            &["matches=1", "matches=7", "matches=12"],
            &["takes=2,3", "takes=1,3"],
            &["misere=yes"],
            &[
                "players=random,random",
                "players=perfect,random",
                "players=random,perfect",
                "players=perfect,perfect",
            ],
        ],
        24 * 3,
    );
}

#[test]
fn exact_values_of_shuffle_hold_with_every_setting() {
    check_all(
        "shuffle",
        &[
            &["cards=5", "cards=32", "cards=52"],
            &["riffles=1", "riffles=3", "riffles=7", "riffles=12"],
        ],
        22,
    );
}

#[test]
fn exact_values_of_solitaire_hold_with_every_board() {
    check_all(
        "solitaire",
        &[
            &["board=triangle:3", "board=triangle:4", "board=triangle:5"],
            &["hole=0", "hole=3", "hole=4"],
        ],
        9 * 5,
    );
}

#[test]
fn exact_values_of_alliances_hold_with_every_setting() {
    check_all(
        "alliances",
        &[
            &["cards=1x5", "cards=2x3", "cards=3x3"],
            &["improve=none", "improve=exchange", "improve=move"],
            &["", "player=perfect"],
            &["", "alliance=suit", "alliance=rank"],
        ],
        400,
    );
}

/// No choice of jumps leaves fewer piles than the rule allows, and some choice leaves as many.
#[test]
fn fewest_piles_are_those_of_all_choices() {
    for (suits, ranks) in [
        (1, 1),
        (1, 4),
        (4, 1),
        (2, 3),
        (3, 2),
        (3, 3),
        (2, 4),
        (4, 2),
    ] {
        let pack = Pack::new(suits, ranks).expect("a pack");
        for rule in AllianceRule::ALL {
            let mut solver = PerfectSolver::default().with_alliance(rule);
            let mut deck: Vec<Card> = pack.cards().collect();
            let mut fewest = deck.len();
            orders(&mut deck, 0, &mut |deck| {
                fewest = fewest.min(solver.fewest_piles(deck).expect("a small pack"));
            });
            assert_eq!(fewest, rule.fewest_piles(pack), "{pack} {rule}");
        }
    }
}

/// A cumulative probability ends with 1, and exact fractions are rounded once.
#[test]
fn cumulative_laws_end_with_one() {
    for name in ["cards=3x4", "cards=2x6", "cards=2x3", "cards=1x7"] {
        let name = format!("alliances {name} improve=none");
        let experiment = from_name(&name).expect("a name");
        let measures = experiment.measures();
        let mut exact = measures
            .iter()
            .filter(|measure| !measure.row_fields.is_empty())
            .filter_map(|measure| measure.exact_value());
        assert_eq!(exact.next_back(), Some(1.0), "{name}");
    }
}
