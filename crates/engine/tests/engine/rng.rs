//! Tests of the generators: their values are fixed, and equal those of NumPy's `PCG64DXSM` with the documented state.

use crate::common::experiment;
use pioche_engine::rng::{Purpose, Seed, Streams, stream};
use rand::Rng;
use std::collections::BTreeSet;

/// The first words, computed with NumPy 2 from the documented scheme, without and with a key for the deal.
#[test]
fn generators_give_documented_first_words() {
    use Purpose::{Player1, Player2, Reshuffle, Riffle, Shuffle};
    let (deck, riffled, heap) = (
        "cards=32 shuffle=uniform",
        "cards=52 shuffle=riffle:7",
        "nim matches=25 takes=2,3",
    );
    for (key, seed, purpose, number, words) in [
        (
            None,
            1,
            Shuffle,
            0,
            [
                0xfd85_99c3_6139_bf66,
                0x9145_47ea_dc02_5c42,
                0x2700_19d3_daf3_22f9,
            ],
        ),
        (
            None,
            1,
            Reshuffle,
            0,
            [
                0x78db_c73b_2460_633f,
                0x0800_054f_ca80_f70a,
                0xc4e9_5923_3bfe_c69d,
            ],
        ),
        (
            None,
            1,
            Riffle,
            5,
            [
                0xd2e8_f957_c067_1c1e,
                0x948a_f5ef_fccb_c3b7,
                0x51d5_a1eb_490e_e413,
            ],
        ),
        (
            None,
            u64::MAX,
            Player1,
            u64::MAX,
            [
                0x1aa6_7d92_7c8a_5c9f,
                0xba66_68e2_45d0_12d3,
                0x39d5_786b_b779_3c27,
            ],
        ),
        (
            Some(deck),
            1,
            Shuffle,
            0,
            [
                0x8a60_5460_44a6_3d4c,
                0x7f07_8b72_797a_e9e1,
                0x712f_b4c6_6e01_77da,
            ],
        ),
        (
            Some(riffled),
            1,
            Riffle,
            5,
            [
                0x6a81_cffe_2e4f_697c,
                0x9ddb_04b0_73d5_cbb4,
                0x4190_d560_9b22_9400,
            ],
        ),
        (
            Some(heap),
            u64::MAX,
            Player2,
            u64::MAX,
            [
                0xbc01_ea67_a483_239e,
                0x1eaa_0ce7_99d9_571d,
                0x990b_bcb5_dc92_eb01,
            ],
        ),
        (
            Some(""),
            1,
            Shuffle,
            0,
            [
                0x1ef2_e4c3_390e_15ab,
                0x8219_a97d_bf95_1502,
                0xe7c0_8604_517d_ef0a,
            ],
        ),
    ] {
        let streams = Streams::new(Seed(seed));
        let streams = key.map_or(streams, |key| streams.with_stream_key(key));
        for mut generator in [
            streams.stream(purpose, number),
            streams.for_purpose(purpose).stream(number),
        ] {
            assert_eq!(
                [(); 3].map(|()| generator.next_u64()),
                words,
                "{key:?}, {purpose:?}, {number}"
            );
        }
    }
}

/// The first word of generator 3 of seed 7, computed independently from the numbers 0 to 5, 2^32 + 9 and 2^33 - 1.
#[test]
fn generator_purposes_have_fixed_numbers() {
    for (purpose, word) in [
        (Purpose::Shuffle, 0x48b4_db1c_2b8c_0796),
        (Purpose::Reshuffle, 0x2078_4b87_6b8f_4d82),
        (Purpose::Riffle, 0x9967_b08c_354f_d55d),
        (Purpose::Player1, 0x65f7_385c_4c9b_6808),
        (Purpose::Player2, 0xe4df_8bd1_36f0_6b0e),
        (Purpose::Pickup, 0x424e_e2be_9ef1_b461),
        (Purpose::Custom(9), 0xe927_f330_851f_d68f),
        (Purpose::Custom(u32::MAX), 0x5466_4534_baa6_d4a2),
    ] {
        assert_eq!(stream(Seed(7), purpose, 3).next_u64(), word, "{purpose:?}");
    }
}

/// The stream depends on the deal and not on the player, the improvement or the rules: the experiments of a line share their
/// deals, those of different lines do not.
#[test]
fn player_and_improvement_do_not_change_stream_key() {
    let mut seen = BTreeSet::new();
    for line in [
        "alliances cards=32 improve=none|alliances cards=32 improve=move|alliances cards=32 improve=none player=perfect",
        "alliances cards=2x6 improve=none",
        "alliances cards=3x4 improve=none",
        "bataille values=13 order=fixed shuffle=uniform|alliances cards=52 improve=exchange|\
         bataille values=13 order=alternating shuffle=uniform max_rounds=9",
        "bataille values=13 order=fixed shuffle=riffle:7|shuffle cards=52 riffles=7",
        "shuffle cards=52 riffles=8",
        "nim matches=9 takes=1,2 players=random,random|nim matches=9 takes=1,2 players=perfect,random",
        "nim matches=9 takes=1,3 players=random,random",
        "solitaire board=triangle:5 hole=0",
        "solitaire board=triangle:5 hole=1",
    ] {
        let keys: BTreeSet<String> = line
            .split('|')
            .map(|name| experiment(name).stream_key())
            .collect();
        assert_eq!(keys.len(), 1, "{line}");
        assert!(
            keys.into_iter().all(|key| seen.insert(key)),
            "{line} deals what another one deals"
        );
    }
}

#[test]
fn seed_formats_and_parses_as_decimal_digits() {
    assert_eq!(Seed(u64::MAX).to_string(), "18446744073709551615");
    assert_eq!("18446744073709551615".parse(), Ok(Seed(u64::MAX)));
    assert!("18446744073709551616".parse::<Seed>().is_err() && "-1".parse::<Seed>().is_err());
}
