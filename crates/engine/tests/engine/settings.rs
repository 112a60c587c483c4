//! Tests of settings and names, and of the columns, rows, values and examples of every experiment.

use crate::common::{KINDS, cases, experiment, run, summary};
use pioche_engine::experiments::from_name;
use pioche_engine::sim::experiment::experiment_name;
use pioche_engine::sim::{
    Accepted, Column, RecordKind, RunOptions, Seed, Summary, differing_settings,
};
use pioche_engine::stats::{Confidence, DealValue, Interval};
use std::collections::BTreeSet;
use std::sync::Mutex;

#[test]
fn settings_accept_each_of_their_words() {
    for name in KINDS {
        let experiment = experiment(name);
        for (place, field) in experiment.settings().iter().enumerate() {
            let (Accepted::Words(words) | Accepted::Optional(&Accepted::Words(words))) =
                field.setting.accepted
            else {
                continue;
            };
            for word in words {
                let mut settings = experiment.settings();
                settings[place] = field.setting.parse(word).expect("an accepted word");
                let name = experiment_name(experiment.topic(), &settings);
                let found = from_name(&name).map(|experiment| experiment.settings());
                assert_eq!(found, Some(settings), "{name}");
            }
        }
    }
}

#[test]
fn names_are_read_only_as_written() {
    for [name, present] in cases(include_str!("../data/names.txt")) {
        let found = from_name(name).map(|experiment| experiment.name());
        assert_eq!(found.unwrap_or_default(), present, "{name}");
    }
    let usual = experiment("alliances cards=32 improve=none").settings();
    let player = usual.iter().find(|field| field.key() == "player");
    assert_eq!(
        player.map(|field| field.value.to_string()).as_deref(),
        Some("leftmost")
    );
}

#[test]
fn differing_settings_are_those_with_several_values() {
    let settings = ["fixed", "alternating", "fixed pickup=winner-first"].map(|order| {
        let (order, pickup) = order.split_once(' ').unwrap_or((order, ""));
        let name = format!("bataille values=13 order={order} shuffle=riffle:7 {pickup}");
        experiment(name.trim_end()).settings()
    });
    for (count, expected) in [(3, &["order", "pickup"][..]), (2, &["order"]), (1, &[])] {
        let settings = settings[..count].iter().map(Vec::as_slice);
        assert_eq!(differing_settings(settings), expected);
    }
}

/// Every column of settings and names is filled, every field has a column, rows and names are unique, and the rows of a
/// summary have the values of the measures; impossible and certain events have no estimated interval.
#[test]
fn rows_have_values_for_all_columns_and_match_measures() {
    for name in KINDS {
        let experiment = experiment(name);
        let (columns, settings) = (experiment.columns(), experiment.settings());
        let keys: Vec<&str> = columns
            .iter()
            .filter(|column| matches!(column, Column::Setting(_) | Column::RowName(_)))
            .map(|column| column.name())
            .collect();
        let run = run(experiment.as_ref(), 3, 640);
        let summary = summary(&run);
        let measures = experiment.measures();
        let mut row_keys = BTreeSet::new();
        let mut json_names = BTreeSet::new();
        for measure in &measures {
            assert!(
                measure
                    .json_name
                    .is_none_or(|json_name| json_names.insert(json_name)),
                "{name}"
            );
            if measure.row_fields.is_empty() {
                continue;
            }
            let fields = measure.row_key(&columns, &settings);
            let key = format!("{name}: {fields:?}");
            assert!(
                fields
                    .iter()
                    .map(|field| field.key())
                    .eq(keys.iter().copied()),
                "{key}"
            );
            assert!(
                measure
                    .row_fields
                    .iter()
                    .all(|field| keys.contains(&field.key())),
                "{key}"
            );
            assert!(row_keys.insert(key.clone()), "{key}");
            let found = measure.estimate(&run.tally, Confidence::default());
            let row = summary.rows().find(|row| row.fields == fields);
            let (Some(row), Some(found)) = (row, &found) else {
                assert!(row.is_none() && found.is_none(), "{key}");
                continue;
            };
            let interval = match measure.exact_value() {
                Some(exact) if measure.is_share() && [0.0, 1.0].contains(&exact) => {
                    Some(Interval::exactly(exact))
                }
                _ => found.interval.map(Interval::rounded),
            };
            assert!(
                !row.is_trailing_empty || measure.hides_if_trailing_zero,
                "{key}"
            );
            assert_eq!(row.value.to_bits(), found.value.to_bits(), "{key}");
            assert_eq!(
                (row.interval, row.exact),
                (interval, measure.exact_value()),
                "{key}"
            );
            assert_eq!(row.proportion, found.proportion, "{key}");
        }
        assert!(
            !row_keys.is_empty() && measures.iter().any(|measure| measure.is_stop_criterion),
            "{name}"
        );
    }
}

/// Each record holds the first deal with its value, and an experiment that shows deals lists its records as examples.
#[test]
fn examples_are_first_deals_with_their_values() {
    let mut names = BTreeSet::new();
    for name in KINDS {
        let experiment = experiment(name);
        let collected = Mutex::new(Vec::<DealValue>::new());
        let collect = |part: &[DealValue]| collected.lock().expect("no panic").extend(part);
        let options = RunOptions {
            on_deal_values: Some(&collect),
            ..RunOptions::default()
        };
        let run = experiment.run(experiment.plan(Seed(3), 700), &options);
        let run = run.expect("threads start");
        let collected = collected.into_inner().expect("no panic");
        let is_shown = experiment.show_settings().is_some();
        let examples = Summary::new(experiment.into(), &run, Confidence::default()).examples();
        assert_eq!(is_shown, !examples.is_empty(), "{name}");
        for example in examples {
            let (RecordKind::Lowest(histogram)
            | RecordKind::Highest(histogram)
            | RecordKind::FirstWithValue(histogram, _)) = example.kind;
            let values = collected.iter().filter(|deal| deal.histogram == histogram);
            let first = match example.kind {
                RecordKind::Lowest(_) => values.min_by_key(|deal| (deal.value, deal.deal)),
                RecordKind::Highest(_) => values.max_by_key(|deal| (deal.value, !deal.deal)),
                RecordKind::FirstWithValue(_, value) => {
                    values.clone().find(|deal| deal.value == value)
                }
            };
            let first = first.expect("a deal");
            assert_eq!(example.deal, first.deal, "{name}");
            if let Some(value) = example.value {
                assert_eq!(value, first.value as u64, "{name}");
            }
            names.insert(example.name);
        }
    }
    assert!(names.into_iter().eq(["endless", "fewest", "longest"]));
}
