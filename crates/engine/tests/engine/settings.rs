//! Tests of settings and names, and of the columns, rows, values and examples of every experiment.

use crate::common::{KINDS, experiment, run, summary};
use pioche_engine::experiments::alliances::AlliancesPlayer;
use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::experiments::{
    Alliances, Pairing, Play, Shuffle, Solitaire, duel, from_name, nim,
};
use pioche_engine::games::alak::{AlakRules, CellCount, Edge, OwnGroupRule};
use pioche_engine::games::alliances::AllianceRule;
use pioche_engine::games::alliances::improve::Improvement;
use pioche_engine::games::bataille::{LayingOrder, PickupOrder, ValueCount};
use pioche_engine::games::nim::{LastTake, TakeSet};
use pioche_engine::games::solitaire::Board;
use pioche_engine::sim::{
    Accepted, Column, ExampleReason, Field, RecordKind, RunOptions, Setting, SettingType,
    differing_settings, find_examples,
};
use pioche_engine::stats::{Confidence, DealValue, Interval};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// Checks that a setting accepts its default and its words, and writes them as it reads them.
fn check_texts<T: SettingType>(setting: &'static Setting) {
    let words = match setting.accepted {
        Accepted::Words(words) | Accepted::Optional(&Accepted::Words(words)) => words,
        _ => &[],
    };
    for text in words.iter().chain(&setting.default) {
        let settings = [setting.parse(text).expect("an accepted text")];
        let value: T = setting.read(&settings).expect("a value of the type");
        assert_eq!(
            setting.with_value(&value).value.to_string(),
            **text,
            "{}",
            setting.key
        );
    }
    let is_refused = |field: Field| setting.read::<T>(&[field]).is_err();
    assert!(
        setting.parse("").map_or(true, is_refused),
        "{}",
        setting.key
    );
}

#[test]
fn settings_write_their_texts_as_they_read_them() {
    check_texts::<usize>(&Alliances::CARDS);
    check_texts::<u8>(&Alliances::SUITS);
    check_texts::<u8>(&Alliances::RANKS);
    check_texts::<Option<Improvement>>(&Play::IMPROVE);
    check_texts::<AlliancesPlayer>(&Play::PLAYER);
    check_texts::<AllianceRule>(&Play::ALLIANCE);
    check_texts::<ValueCount>(&Bataille::VALUES);
    check_texts::<LayingOrder>(&Bataille::ORDER);
    check_texts::<ShuffleMethod>(&Bataille::SHUFFLE);
    check_texts::<Option<u64>>(&Bataille::MAX_ROUNDS);
    check_texts::<PickupOrder>(&Bataille::PICKUP);
    check_texts::<usize>(&Shuffle::CARDS);
    check_texts::<u32>(&Shuffle::RIFFLES);
    check_texts::<Board>(&Solitaire::BOARD);
    check_texts::<usize>(&Solitaire::HOLE);
    check_texts::<Pairing>(&duel::PLAYERS);
    check_texts::<u64>(&duel::MAX_PLIES);
    check_texts::<CellCount>(&AlakRules::CELLS);
    check_texts::<Edge>(&AlakRules::EDGE);
    check_texts::<OwnGroupRule>(&AlakRules::OWN_GROUP);
    check_texts::<u32>(&nim::MATCHES);
    check_texts::<TakeSet>(&nim::TAKES);
    check_texts::<LastTake>(&nim::MISERE);
}

/// Names with omitted defaults, in tallies of earlier versions, and malformed ones, which may come from a damaged tally.
#[test]
fn names_are_read_as_written_and_in_earlier_forms() {
    let bataille = "bataille values=13 order=fixed shuffle=riffle:7";
    let alak = "cells=5 edge=ring own_group=spared";
    for (name, present) in [
        (format!("{bataille} turns=none"), bataille.to_owned()),
        (
            format!("{bataille} max_rounds=none pickup=winner-first"),
            format!("{bataille} pickup=winner-first"),
        ),
        (
            format!("{bataille} max_rounds=100"),
            format!("{bataille} max_rounds=100"),
        ),
        (
            format!("alak variant=ring:5 players=random,minimax:1 max-plies=1000 {alak}"),
            format!("alak {alak} players=random,minimax:1"),
        ),
        (
            format!("alak variant=ring:5 players=random,minimax:1 max_plies=50 {alak}"),
            format!("alak {alak} players=random,minimax:1 max_plies=50"),
        ),
        (
            "alliances cards=5x7 improve=none player=perfect".to_owned(),
            "alliances suits=5 ranks=7 improve=none player=perfect".to_owned(),
        ),
    ] {
        assert_eq!(experiment(&name).name(), present);
    }
    let player = Play::PLAYER.parse("leftmost").expect("a player");
    assert!(
        experiment("alliances cards=32 improve=none")
            .settings()
            .contains(&player)
    );
    for name in [
        "",
        " ",
        "variant=",
        "cells=5 variant=x",
        "variant=x cells=5",
        "cells= variant= cards=x",
        "alak",
        "alak variant=x cells=",
        "alak cells=5 variant=x",
        "alliances cards=x",
        "alliances cards=4x",
        "alliances improve=none",
        "alliances cards=32 improve=none player=leftmost",
        "alliances cards=32 improve=none player=nobody",
        "alliances cards=1x1 improve=exchange",
    ] {
        assert!(from_name(name).is_none(), "{name:?}");
    }
}

#[test]
fn differing_settings_are_those_with_several_values() {
    let settings = [
        "order=fixed",
        "order=alternating",
        "order=fixed pickup=winner-first",
    ]
    .map(|words| {
        let (order, pickup) = words.split_once(' ').unwrap_or((words, ""));
        experiment(format!("bataille values=13 {order} shuffle=riffle:7 {pickup}").trim_end())
            .settings()
    });
    for (count, expected) in [(3, &["order", "pickup"][..]), (2, &["order"]), (1, &[])] {
        assert_eq!(
            differing_settings(settings[..count].iter().map(Vec::as_slice)),
            expected
        );
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

/// Examples are the first deals with their values; the median of two values is the lower one, which is listed as the lowest.
#[test]
fn examples_are_first_deals_with_their_values() {
    let mut ranks = BTreeSet::new();
    for name in KINDS {
        let experiment = experiment(name);
        let values = Mutex::new(Vec::<DealValue>::new());
        let collect = |part: &[DealValue]| values.lock().expect("no panic").extend(part);
        let options = RunOptions {
            on_deal_values: Some(&collect),
            ..RunOptions::default()
        };
        let run = experiment
            .run(experiment.plan(pioche_engine::rng::Seed(3), 700), &options)
            .expect("threads start");
        let values = values.into_inner().expect("no panic");
        let Some(request) = experiment.example_request(&run.tally) else {
            continue;
        };
        let found = find_examples(experiment.as_ref(), &run, &RunOptions::default())
            .expect("threads start");
        let is_named = |reason: &ExampleReason| matches!(reason, ExampleReason::Named { .. });
        let [named, ranked] = [true, false].map(|named| {
            request
                .deals
                .iter()
                .any(|(reason, _)| is_named(reason) == named)
        });
        assert!(
            found.len() > usize::from(named) || !ranked,
            "{name}: {found:?}"
        );
        for example in found {
            let requested = request
                .deals
                .iter()
                .find(|(reason, _)| *reason == example.rank);
            let (histogram, value) = match requested.expect("it was requested").1 {
                RecordKind::Lowest(histogram) => (
                    histogram,
                    run.tally.histograms[histogram].lowest_value().unwrap(),
                ),
                RecordKind::Highest(histogram) => (
                    histogram,
                    run.tally.histograms[histogram].highest_value().unwrap(),
                ),
                RecordKind::FirstWithValue(histogram, value) => (histogram, value as u64),
            };
            let first = values
                .iter()
                .find(|deal| (deal.histogram, deal.value as u64) == (histogram, value));
            assert_eq!(
                first.map(|deal| deal.deal),
                Some(example.deal),
                "{name}: {example:?}"
            );
            let value_offset = match example.rank {
                ExampleReason::Named { value_offset, .. } => value_offset,
                _ => 0,
            };
            assert_eq!(value as i64 + value_offset, example.value as i64);
            let (lowest, highest) = (
                run.tally.histograms[histogram].lowest_value(),
                run.tally.histograms[histogram].highest_value(),
            );
            assert!(
                example.rank.name() != "lowest" || lowest == Some(value),
                "{name}: {example:?}"
            );
            assert!(
                example.rank.name() != "highest" || highest == Some(value),
                "{name}: {example:?}"
            );
            ranks.insert(example.rank.name());
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
    assert!(ranks.into_iter().eq(all));
    let experiment = experiment(KINDS[0]);
    let listed = |run: &pioche_engine::sim::Run, options: &RunOptions<'_>| -> Vec<&str> {
        let examples = find_examples(experiment.as_ref(), run, options).expect("threads start");
        examples.iter().map(|example| example.rank.name()).collect()
    };
    for seed in 0..20 {
        let run = run(experiment.as_ref(), seed, 2);
        let piles = &run.tally.histograms[0];
        if piles.lowest_value() != piles.highest_value() {
            assert_eq!(
                listed(&run, &RunOptions::default()),
                ["lowest", "highest"],
                "{seed}"
            );
        }
    }
    // An interrupted search gives those that the records of the tally know.
    let interrupt = AtomicBool::new(true);
    let options = RunOptions {
        interrupt_flag: Some(&interrupt),
        ..RunOptions::default()
    };
    assert_eq!(
        listed(&run(experiment.as_ref(), 1, 100_000), &options),
        ["lowest"]
    );
}
