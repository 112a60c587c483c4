//! The values of the generators: fixed for ever, and the same as NumPy's `PCG64DXSM` with the documented state.

use pioche_engine::rng::{Purpose, Seed, Streams, stream};
use rand::Rng;

/// The first words, computed with NumPy 2 from the scheme as it is written in the documentation.
#[test]
fn first_words() {
    let cases = [
        (1, Purpose::Shuffle, 0, [0xfd85_99c3_6139_bf66, 0x9145_47ea_dc02_5c42, 0x2700_19d3_daf3_22f9]),
        (1, Purpose::Reshuffle, 0, [0x78db_c73b_2460_633f, 0x0800_054f_ca80_f70a, 0xc4e9_5923_3bfe_c69d]),
        (1, Purpose::Riffle, 5, [0xd2e8_f957_c067_1c1e, 0x948a_f5ef_fccb_c3b7, 0x51d5_a1eb_490e_e413]),
        (u64::MAX, Purpose::Player1, u64::MAX, [0x1aa6_7d92_7c8a_5c9f, 0xba66_68e2_45d0_12d3, 0x39d5_786b_b779_3c27]),
    ];
    for (seed, purpose, number, words) in cases {
        let mut generator = stream(Seed(seed), purpose, number);
        assert_eq!([(); 3].map(|()| generator.next_u64()), words, "seed {seed}, {purpose:?}, number {number}");
    }
}

/// The first word of generator 3 of seed 7, computed elsewhere from the numbers 0 to 4, 2^32 + 9 and 2^33 - 1.
#[test]
fn purposes_keep_their_numbers() {
    let words = [
        (Purpose::Shuffle, 0x48b4_db1c_2b8c_0796),
        (Purpose::Reshuffle, 0x2078_4b87_6b8f_4d82),
        (Purpose::Riffle, 0x9967_b08c_354f_d55d),
        (Purpose::Player1, 0x65f7_385c_4c9b_6808),
        (Purpose::Player2, 0xe4df_8bd1_36f0_6b0e),
        (Purpose::Own(9), 0xe927_f330_851f_d68f),
        (Purpose::Own(u32::MAX), 0x5466_4534_baa6_d4a2),
    ];
    for (purpose, word) in words {
        assert_eq!(stream(Seed(7), purpose, 3).next_u64(), word, "{purpose:?}");
    }
}

#[test]
fn a_family_gives_the_same_generators() {
    let streams = Streams::new(Seed(9));
    for number in [0, 1, 77, u64::MAX] {
        let (mut alone, mut shared) = (stream(Seed(9), Purpose::Player2, number), streams.family(Purpose::Player2));
        assert_eq!(alone.next_u64(), shared.stream(number).next_u64());
        shared = streams.family(Purpose::Player1);
        assert_ne!(alone.next_u64(), shared.stream(number).next_u64());
    }
}

#[test]
fn a_seed_is_written_in_digits() {
    assert_eq!(Seed(u64::MAX).to_string(), "18446744073709551615");
    assert_eq!("18446744073709551615".parse(), Ok(Seed(u64::MAX)));
    assert!("18446744073709551616".parse::<Seed>().is_err() && "-1".parse::<Seed>().is_err());
}
