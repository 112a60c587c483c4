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

#[test]
fn purposes_keep_their_numbers() {
    let purposes = [Purpose::Shuffle, Purpose::Reshuffle, Purpose::Riffle, Purpose::Player1, Purpose::Player2];
    assert_eq!(purposes.map(|purpose| purpose as u64), [0, 1, 2, 3, 4]);
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
