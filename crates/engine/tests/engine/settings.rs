//! Declarations of settings.

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
use pioche_engine::sim::{Accepted, Field, Setting, SettingType, differing_settings};

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
    let is_refused = |settings: Field| setting.read::<T>(&[settings]).is_err();
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

/// The rule is the player of names without one, and a name with it is refused. Tables hold it.
#[test]
fn omitted_settings_have_their_default() {
    let experiment = from_name("alliances cards=32 improve=none").expect("a valid name");
    let player = Play::PLAYER.parse("leftmost").expect("a player");
    assert!(experiment.settings().contains(&player));
    assert!(from_name("alliances cards=32 improve=none player=leftmost").is_none());
    assert!(from_name("alliances improve=none").is_none());
}

/// Names in tallies of earlier versions.
#[test]
fn earlier_names_are_read() {
    for (earlier, present) in [
        (
            "bataille values=13 order=fixed shuffle=riffle:7 turns=none",
            "bataille values=13 order=fixed shuffle=riffle:7",
        ),
        (
            "bataille values=13 order=fixed shuffle=riffle:7 max_rounds=none pickup=winner-first",
            "bataille values=13 order=fixed shuffle=riffle:7 pickup=winner-first",
        ),
        (
            "bataille values=13 order=fixed shuffle=riffle:7 max_rounds=100",
            "bataille values=13 order=fixed shuffle=riffle:7 max_rounds=100",
        ),
        (
            "alak variant=ring:5 players=random,minimax:1 max-plies=1000 cells=5 edge=ring own_group=spared",
            "alak cells=5 edge=ring own_group=spared players=random,minimax:1",
        ),
        (
            "alak variant=ring:5 players=random,minimax:1 max_plies=50 cells=5 edge=ring own_group=spared",
            "alak cells=5 edge=ring own_group=spared players=random,minimax:1 max_plies=50",
        ),
        (
            "alliances cards=5x7 improve=none player=perfect",
            "alliances suits=5 ranks=7 improve=none player=perfect",
        ),
    ] {
        let experiment = from_name(earlier).unwrap_or_else(|| panic!("{earlier} is read"));
        assert_eq!(experiment.name(), present);
    }
}

/// A name may come from a damaged or forged tally.
#[test]
fn malformed_names_are_refused() {
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
    ] {
        assert!(from_name(name).is_none(), "{name:?}");
    }
}

#[test]
fn differing_settings_are_those_with_several_values() {
    let names = [
        "bataille values=13 order=fixed shuffle=riffle:7",
        "bataille values=13 order=alternating shuffle=riffle:7",
        "bataille values=13 order=fixed shuffle=riffle:7 pickup=winner-first",
    ];
    let settings: Vec<Vec<Field>> = names
        .iter()
        .map(|name| from_name(name).expect("a valid name").settings())
        .collect();
    let differing = |runs: &[Vec<Field>]| differing_settings(runs.iter().map(Vec::as_slice));
    assert_eq!(differing(&settings), ["order", "pickup"]);
    assert_eq!(differing(&settings[..2]), ["order"]);
    assert!(differing(&settings[..1]).is_empty());
}
