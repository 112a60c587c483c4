//! Tests of the generators: their values are fixed, and equal those of NumPy's `PCG64DXSM` with the documented state.

use pioche_engine::experiments::from_name;
use pioche_engine::rng::{Purpose, Seed, Streams, stream};
use rand::Rng;

/// The first words, computed with NumPy 2 from the documented scheme.
#[test]
fn generators_give_documented_first_words() {
    let cases = [
        (
            1,
            Purpose::Shuffle,
            0,
            [
                0xfd85_99c3_6139_bf66,
                0x9145_47ea_dc02_5c42,
                0x2700_19d3_daf3_22f9,
            ],
        ),
        (
            1,
            Purpose::Reshuffle,
            0,
            [
                0x78db_c73b_2460_633f,
                0x0800_054f_ca80_f70a,
                0xc4e9_5923_3bfe_c69d,
            ],
        ),
        (
            1,
            Purpose::Riffle,
            5,
            [
                0xd2e8_f957_c067_1c1e,
                0x948a_f5ef_fccb_c3b7,
                0x51d5_a1eb_490e_e413,
            ],
        ),
        (
            u64::MAX,
            Purpose::Player1,
            u64::MAX,
            [
                0x1aa6_7d92_7c8a_5c9f,
                0xba66_68e2_45d0_12d3,
                0x39d5_786b_b779_3c27,
            ],
        ),
    ];
    for (seed, purpose, number, words) in cases {
        let mut generator = stream(Seed(seed), purpose, number);
        assert_eq!(
            [(); 3].map(|()| generator.next_u64()),
            words,
            "seed {seed}, {purpose:?}, number {number}"
        );
    }
}

/// The first words of streams with a key for the deal.
#[test]
fn deal_key_selects_separate_random_stream() {
    let (deck, riffled) = ("cards=32 shuffle=uniform", "cards=52 shuffle=riffle:7");
    let heap = "nim matches=25 takes=2,3";
    let cases = [
        (
            1,
            deck,
            Purpose::Shuffle,
            0,
            [
                0x8a60_5460_44a6_3d4c,
                0x7f07_8b72_797a_e9e1,
                0x712f_b4c6_6e01_77da,
            ],
        ),
        (
            1,
            riffled,
            Purpose::Riffle,
            5,
            [
                0x6a81_cffe_2e4f_697c,
                0x9ddb_04b0_73d5_cbb4,
                0x4190_d560_9b22_9400,
            ],
        ),
        (
            u64::MAX,
            heap,
            Purpose::Player2,
            u64::MAX,
            [
                0xbc01_ea67_a483_239e,
                0x1eaa_0ce7_99d9_571d,
                0x990b_bcb5_dc92_eb01,
            ],
        ),
        (
            1,
            "",
            Purpose::Shuffle,
            0,
            [
                0x1ef2_e4c3_390e_15ab,
                0x8219_a97d_bf95_1502,
                0xe7c0_8604_517d_ef0a,
            ],
        ),
    ];
    for (seed, dealt, purpose, number, words) in cases {
        let mut generator = Streams::new(Seed(seed))
            .with_stream_key(dealt)
            .stream(purpose, number);
        assert_eq!(
            [(); 3].map(|()| generator.next_u64()),
            words,
            "{dealt:?}, {purpose:?}, number {number}"
        );
    }
}

/// The stream depends on the deal and not on the player or improvement.
#[test]
fn player_and_improvement_do_not_change_stream_key() {
    let dealt = |name: &str| {
        from_name(name)
            .unwrap_or_else(|| panic!("{name}"))
            .stream_key()
    };
    let alike = [
        &[
            "alliances cards=32 improve=none",
            "alliances cards=32 improve=move",
            "alliances cards=32 improve=none player=perfect",
        ][..],
        &["alliances cards=2x6 improve=none"],
        &["alliances cards=3x4 improve=none"],
        &[
            "bataille values=13 order=fixed shuffle=uniform",
            "bataille values=13 order=alternating shuffle=uniform max_rounds=9",
            "alliances cards=52 improve=exchange",
        ],
        &[
            "bataille values=13 order=fixed shuffle=riffle:7",
            "shuffle cards=52 riffles=7",
        ],
        &["shuffle cards=52 riffles=8"],
        &[
            "nim matches=9 takes=1,2 players=random,random",
            "nim matches=9 takes=1,2 players=perfect,random",
        ],
        &["nim matches=9 takes=1,3 players=random,random"],
        &["solitaire board=triangle:5 hole=0"],
        &["solitaire board=triangle:5 hole=1"],
    ];
    let mut seen = std::collections::BTreeSet::new();
    for group in alike {
        let first = dealt(group[0]);
        assert!(group.iter().all(|name| dealt(name) == first), "{group:?}");
        assert!(seen.insert(first), "{group:?} deals what another one deals");
    }
}

/// The first word of generator 3 of seed 7, computed independently from the numbers 0 to 4, 2^32 + 9 and 2^33 - 1.
#[test]
fn generator_purposes_have_fixed_numbers() {
    let words = [
        (Purpose::Shuffle, 0x48b4_db1c_2b8c_0796),
        (Purpose::Reshuffle, 0x2078_4b87_6b8f_4d82),
        (Purpose::Riffle, 0x9967_b08c_354f_d55d),
        (Purpose::Player1, 0x65f7_385c_4c9b_6808),
        (Purpose::Player2, 0xe4df_8bd1_36f0_6b0e),
        (Purpose::Custom(9), 0xe927_f330_851f_d68f),
        (Purpose::Custom(u32::MAX), 0x5466_4534_baa6_d4a2),
    ];
    for (purpose, word) in words {
        assert_eq!(stream(Seed(7), purpose, 3).next_u64(), word, "{purpose:?}");
    }
}

#[test]
fn shared_stream_family_gives_same_generators() {
    let streams = Streams::new(Seed(9));
    for number in [0, 1, 77, u64::MAX] {
        let (mut alone, mut shared) = (
            stream(Seed(9), Purpose::Player2, number),
            streams.for_purpose(Purpose::Player2),
        );
        assert_eq!(alone.next_u64(), shared.stream(number).next_u64());
        shared = streams.for_purpose(Purpose::Player1);
        assert_ne!(alone.next_u64(), shared.stream(number).next_u64());
    }
}

#[test]
fn seed_formats_and_parses_as_decimal_digits() {
    assert_eq!(Seed(u64::MAX).to_string(), "18446744073709551615");
    assert_eq!("18446744073709551615".parse(), Ok(Seed(u64::MAX)));
    assert!("18446744073709551616".parse::<Seed>().is_err() && "-1".parse::<Seed>().is_err());
}
