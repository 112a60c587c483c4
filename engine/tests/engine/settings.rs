//! Declarations of settings.

use pioche_engine::experiments::bataille::Bataille;
use pioche_engine::experiments::{Alliances, Shuffle, Solitaire, alak, duel, from_name, nim};
use pioche_engine::sim::{Accepted, SettingSpec, SettingValue};

/// Checks that a setting accepts its default and its words, and writes them as it reads them.
fn check_texts<T: SettingValue>(spec: &SettingSpec<T>) {
    let words = match spec.accepted {
        Accepted::Words(words) | Accepted::Optional(&Accepted::Words(words)) => words,
        _ => &[],
    };
    for text in words.iter().chain(&spec.default) {
        let value = spec.parse(text).expect("an accepted text");
        let field = spec.with_value(&value).field;
        assert_eq!(field.value.to_string(), **text, "{}", spec.key);
    }
    assert!(spec.parse("").is_none(), "{}", spec.key);
}

#[test]
fn settings_write_their_texts_as_they_read_them() {
    check_texts(&Alliances::CARDS);
    check_texts(&Alliances::SUITS);
    check_texts(&Alliances::RANKS);
    check_texts(&Alliances::IMPROVE);
    check_texts(&Alliances::PLAYER);
    check_texts(&Bataille::VALUES);
    check_texts(&Bataille::ORDER);
    check_texts(&Bataille::SHUFFLE);
    check_texts(&Bataille::MAX_ROUNDS);
    check_texts(&Bataille::PICKUP);
    check_texts(&Alliances::ALLIANCE);
    check_texts(&Shuffle::CARDS);
    check_texts(&Shuffle::RIFFLES);
    check_texts(&Solitaire::BOARD);
    check_texts(&Solitaire::HOLE);
    check_texts(&duel::PLAYERS);
    check_texts(&duel::MAX_PLIES);
    check_texts(&alak::CELLS);
    check_texts(&alak::EDGE);
    check_texts(&alak::OWN_GROUP);
    check_texts(&nim::MATCHES);
    check_texts(&nim::TAKES);
    check_texts(&nim::MISERE);
}

/// The rule is the player of names without one, and such a name has no player.
#[test]
fn omitted_settings_have_their_default() {
    let experiment = from_name("alliances cards=32 improve=none").expect("a valid name");
    let player = |fields: &[pioche_engine::sim::Field]| {
        let player = fields
            .iter()
            .find(|field| field.key == Alliances::PLAYER.key);
        player.map(|field| field.value.to_string())
    };
    assert_eq!(player(&experiment.settings()), None);
    assert_eq!(
        player(&experiment.row_settings()),
        Some("leftmost".to_owned())
    );
    assert!(from_name("alliances cards=32 improve=none player=leftmost").is_none());
    assert!(from_name("alliances improve=none").is_none());
}
