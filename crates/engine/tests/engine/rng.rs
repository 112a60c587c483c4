//! Tests of the generators: their values are fixed, and equal those of NumPy's `PCG64DXSM` with the documented state.

use crate::common::{cases, experiment, parse};
use pioche_engine::rng::{Purpose, Seed, Streams};
use rand::Rng;
use std::collections::BTreeSet;

const PURPOSES: [Purpose; 8] = [
    Purpose::Shuffle,
    Purpose::Reshuffle,
    Purpose::Riffle,
    Purpose::Player1,
    Purpose::Player2,
    Purpose::Pickup,
    Purpose::Custom(9),
    Purpose::Custom(u32::MAX),
];

#[test]
fn generators_give_documented_first_words() {
    for [key, seed, purpose_name, number, words] in cases(include_str!("../data/generators.txt")) {
        let is_named = |purpose: &Purpose| format!("{purpose:?}") == purpose_name;
        let purpose = PURPOSES.into_iter().find(is_named).expect("a purpose");
        let streams = Streams::new(Seed(parse(seed)));
        let streams = if key == "none" {
            streams
        } else {
            streams.with_stream_key(key)
        };
        for mut generator in [
            streams.stream(purpose, parse(number)),
            streams.for_purpose(purpose).stream(parse(number)),
        ] {
            for word in words.split(' ') {
                let found = format!("{:016x}", generator.next_u64());
                assert_eq!(found, word, "{key}, {purpose_name}, {number}");
            }
        }
    }
}

/// The stream depends on the deal and not on the player, the improvement or the rules: the experiments of a line share their
/// deals, those of different lines do not.
#[test]
fn player_and_improvement_do_not_change_stream_key() {
    let mut seen = BTreeSet::new();
    for line in include_str!("../data/equal_deals.txt").lines() {
        let names = line.split(" | ");
        let keys: BTreeSet<String> = names.map(|name| experiment(name).stream_key()).collect();
        assert_eq!(keys.len(), 1, "{line}");
        assert!(seen.is_disjoint(&keys), "{line}");
        seen.extend(keys);
    }
    assert_eq!(seen.len(), 10);
}

#[test]
fn seed_formats_and_parses_as_decimal_digits() {
    assert_eq!(Seed(u64::MAX).to_string(), "18446744073709551615");
    assert_eq!("18446744073709551615".parse(), Ok(Seed(u64::MAX)));
    assert!("18446744073709551616".parse::<Seed>().is_err() && "-1".parse::<Seed>().is_err());
}
