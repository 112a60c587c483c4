//! Tests that the columns, rows, counts and exact values of every experiment are consistent.

use crate::KINDS;
use pioche_engine::experiments::from_name;
use pioche_engine::sim::{
    Column, ExampleReason, Experiment, FieldValue, RecordKind, RunOptions, Seed, find_examples,
};
use pioche_engine::simd::SimdLevel;
use pioche_engine::stats::compare::{binomial_p_value, holm_adjusted_p_values};
use pioche_engine::stats::{Confidence, Histogram, Interval, Moments, Tally};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

fn each() -> impl Iterator<Item = Box<dyn Experiment>> {
    KINDS
        .iter()
        .map(|name| from_name(name).unwrap_or_else(|| panic!("{name} is known")))
}

fn played(experiment: &dyn Experiment, deals: u64) -> pioche_engine::sim::Run {
    experiment
        .run(experiment.plan(Seed(3), deals), &RunOptions::default())
        .expect("threads start")
}

/// Every column of settings and names is filled, every field has a column, and rows and names are unique.
#[test]
fn rows_have_values_for_all_columns() {
    for experiment in each() {
        let (name, columns, settings) = (
            experiment.name(),
            experiment.columns(),
            experiment.settings(),
        );
        let measures = experiment.measures();
        let rows: Vec<_> = measures
            .iter()
            .filter(|measure| !measure.row_fields.is_empty())
            .collect();
        assert!(!rows.is_empty(), "{name}");
        let keys: Vec<&str> = columns
            .iter()
            .filter(|column| matches!(column, Column::Setting(_) | Column::RowName(_)))
            .map(|column| column.name())
            .collect();
        for row in &rows {
            let key = row.row_key(&columns, &settings);
            assert_eq!(
                key.iter().map(|field| field.key()).collect::<Vec<_>>(),
                keys,
                "{name}"
            );
            assert!(
                row.row_fields
                    .iter()
                    .all(|field| keys.contains(&field.key())),
                "{name}"
            );
        }
        let texts: BTreeSet<String> = rows
            .iter()
            .map(|row| format!("{:?}", row.row_key(&columns, &settings)))
            .collect();
        assert_eq!(texts.len(), rows.len(), "{name}");
        let json_names = measures.iter().filter_map(|measure| measure.json_name);
        let names: Vec<_> = json_names.collect();
        assert_eq!(
            names.iter().collect::<BTreeSet<_>>().len(),
            names.len(),
            "{name}: {names:?}"
        );
        assert!(
            measures.iter().any(|measure| measure.is_stop_criterion),
            "{name}: a precision waits for nothing"
        );
    }
}

/// The rows of a summary have the values and the keys of the measures.
#[test]
fn summary_rows_match_measures() {
    for experiment in each() {
        let run = played(experiment.as_ref(), 640);
        let spec = Confidence::default();
        let summary = crate::summary(experiment.as_ref(), &run);
        let columns = experiment.columns();
        let settings = experiment.settings();
        for measure in experiment
            .measures()
            .iter()
            .filter(|measure| !measure.row_fields.is_empty())
        {
            let fields = measure.row_key(&columns, &settings);
            let found = measure.estimate(&run.tally, spec);
            let row = summary.rows().find(|row| row.fields == fields);
            let key = format!("{fields:?}");
            assert_eq!(row.is_some(), found.is_some(), "{key}");
            let (Some(row), Some(found)) = (row, found) else {
                continue;
            };
            assert!(
                !row.is_trailing_empty || measure.hides_if_trailing_zero,
                "{key}"
            );
            assert_eq!(row.value.to_bits(), found.value.to_bits(), "{key}");
            // Impossible and certain events have no estimated interval.
            let interval = match measure.exact_value() {
                Some(exact) if measure.is_share() && (exact == 0.0 || exact == 1.0) => {
                    Some(Interval::exactly(exact))
                }
                _ => found.interval.map(Interval::rounded),
            };
            assert_eq!(row.interval, interval, "{key}");
            assert_eq!(row.exact, measure.exact_value(), "{key}");
            assert_eq!(row.proportion, found.proportion, "{key}");
        }
        assert_eq!(summary.deals(), 640);
    }
}

/// The name of an experiment parses to an experiment with the same settings.
#[test]
fn experiment_names_parse_to_same_settings() {
    for experiment in each() {
        let again = from_name(&experiment.name()).expect("the name is known");
        assert_eq!(again.settings(), experiment.settings());
        let lists = |field: &pioche_engine::sim::Field| matches!(field.value, FieldValue::List(_));
        assert_eq!(
            experiment.settings().iter().any(lists),
            experiment.topic() == "nim"
        );
    }
}

/// Simulations agree with the exact values of shares and means, at a common level of 1 %.
#[test]
fn simulations_agree_with_exact_values() {
    let (mut tests, mut told) = (Vec::new(), Vec::new());
    for experiment in each() {
        let run = played(experiment.as_ref(), 20_000);
        for measure in experiment.measures() {
            let Some(exact) = measure.exact_value() else {
                continue;
            };
            told.push(format!(
                "{}: {:?} {exact}",
                experiment.name(),
                measure.row_fields
            ));
            let spec = Confidence::new(0.99999).unwrap();
            let found = measure.estimate(&run.tally, spec).unwrap();
            tests.push(match (found.proportion, found.moments) {
                (Some(share), _) => binomial_p_value(share, exact),
                // A limit in standard errors for a mean, or for a distance computed from a share.
                (
                    None,
                    Some(Moments {
                        mean,
                        standard_error,
                        ..
                    }),
                ) => f64::from(u8::from((mean - exact).abs() <= 4.5 * standard_error)),
                (None, None) => {
                    let interval = found.interval.unwrap();
                    f64::from(u8::from(interval.low <= exact && exact <= interval.high))
                }
            });
        }
    }
    assert!(tests.len() > 35, "only {} exact values", tests.len());
    for (told, p) in told.iter().zip(holm_adjusted_p_values(&tests)) {
        assert!(p >= 0.01, "{told}: {p}");
    }
}

/// A histogram with one value too many, one out of its bounds, or a record with another value is refused.
#[test]
fn impossible_tally_is_refused() {
    for experiment in each() {
        let (name, good) = (experiment.name(), played(experiment.as_ref(), 200).tally);
        assert_eq!(good.first_contradiction(), None, "{name}");
        let counts = experiment.tally_schema();
        for (place, histogram) in counts.histograms.iter().enumerate() {
            let changed = |change: &dyn Fn(&mut Vec<u64>)| {
                let mut counts = good.histograms[place].counts().to_vec();
                change(&mut counts);
                let mut tally: Tally = good.clone();
                tally.histograms[place] = Histogram::new(counts);
                tally
            };
            let Some(seen) = good.histograms[place].highest_value() else {
                continue;
            };
            let more = changed(&|counts| counts[seen as usize] += 201);
            assert!(
                more.first_contradiction().is_some(),
                "{name}: {} more",
                histogram.name
            );
            if *histogram.bounds.end() < 10_000 {
                let out = changed(&|counts| {
                    counts[seen as usize] -= 1;
                    counts.resize(*histogram.bounds.end() as usize + 2, 0);
                    counts[*histogram.bounds.end() as usize + 1] += 1;
                });
                assert!(
                    out.first_contradiction().is_some(),
                    "{name}: {} out of bounds",
                    histogram.name
                );
            }
        }
        for place in 0..counts.records.len() {
            let Some((value, deal)) = good.records[place].value_and_deal else {
                continue;
            };
            let mut tally = good.clone();
            tally.records[place].value_and_deal = Some((value + 1, deal));
            assert!(
                tally.first_contradiction().is_some(),
                "{name}: record {place}"
            );
        }
    }
}

/// The median of two values is the lower one, which is listed as the lowest.
#[test]
fn median_of_two_values_is_lower_value() {
    let question = from_name("alliances cards=32 improve=none").expect("known");
    let mut met = 0;
    for seed in 0..20 {
        let run = question
            .run(question.plan(Seed(seed), 2), &RunOptions::default())
            .expect("threads start");
        let ranks =
            find_examples(question.as_ref(), &run, &RunOptions::default()).expect("threads start");
        let ranks: Vec<&str> = ranks.iter().map(|example| example.rank.name()).collect();
        if run.tally.histograms[0].lowest_value() != run.tally.histograms[0].highest_value() {
            assert_eq!(ranks, ["lowest", "highest"]);
            met += 1;
        }
    }
    assert!(met > 5, "{met}");
}

/// Examples are the first deals with their values.
#[test]
fn examples_are_first_deals_with_their_values() {
    let mut kinds = BTreeSet::new();
    for experiment in each() {
        let run = played(experiment.as_ref(), 700);
        let Some(shown) = experiment.example_request(&run.tally) else {
            continue;
        };
        let streams = experiment.deal_streams(Seed(3));
        let mut simulate = experiment.batch_function(SimdLevel::default());
        let mut single = |deal: u64| {
            let mut tally = Tally::empty(experiment.tally_schema());
            simulate(&streams, deal..deal + 1, &mut tally);
            tally
        };
        let singles: Vec<Tally> = (0..700).map(&mut single).collect();
        let found = find_examples(experiment.as_ref(), &run, &RunOptions::default())
            .expect("threads start");
        let is_named = |(reason, _): &&(ExampleReason, RecordKind)| {
            matches!(reason, ExampleReason::Named { .. })
        };
        let named = shown.deals.iter().find(is_named);
        let ranked = shown.deals.iter().find(|shown| !is_named(shown));
        assert!(
            found.len() > usize::from(named.is_some()) || ranked.is_none(),
            "{}: {found:?}",
            experiment.name()
        );
        for example in found {
            let (_, record) = shown
                .deals
                .iter()
                .find(|(reason, _)| *reason == example.rank)
                .expect("it was requested");
            let (histogram, value) = match *record {
                RecordKind::Lowest(histogram) => {
                    (histogram, run.tally.histograms[histogram].lowest_value())
                }
                RecordKind::Highest(histogram) => {
                    (histogram, run.tally.histograms[histogram].highest_value())
                }
                RecordKind::FirstWithValue(histogram, value) => (histogram, Some(value as u64)),
            };
            let value = value.expect("it was seen");
            let has = |tally: &Tally| tally.histograms[histogram].count(value as usize) > 0;
            assert_eq!(
                singles.iter().position(has),
                Some(example.deal as usize),
                "{}: {example:?}",
                experiment.name()
            );
            let ends = [
                ("lowest", run.tally.histograms[histogram].lowest_value()),
                ("highest", run.tally.histograms[histogram].highest_value()),
            ];
            for (rank, end) in ends {
                assert!(
                    example.rank.name() != rank || end == Some(value),
                    "{}: {example:?}",
                    experiment.name()
                );
            }
            let value_offset = match example.rank {
                ExampleReason::Named { value_offset, .. } => value_offset,
                _ => 0,
            };
            assert_eq!(value as i64 + value_offset, example.value as i64);
            kinds.insert(example.rank.name());
        }
    }
    let all = [
        "costliest",
        "endless_game",
        "highest",
        "lowest",
        "median",
        "upset",
    ];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), all);
}

/// An interrupted search for a deal ends without a result.
#[test]
fn interrupted_deal_search_returns_no_result() {
    let question = from_name("alliances cards=32 improve=none").unwrap();
    let run = question
        .run(question.plan(Seed(1), 100_000), &RunOptions::default())
        .unwrap();
    let interrupt = AtomicBool::new(true);
    let options = RunOptions {
        interrupt_flag: Some(&interrupt),
        ..RunOptions::default()
    };
    // Examples from the records of the tally are still listed.
    let examples = find_examples(question.as_ref(), &run, &options).unwrap();
    assert_eq!(
        examples
            .iter()
            .map(|example| example.rank.name())
            .collect::<Vec<_>>(),
        ["lowest"]
    );
}
