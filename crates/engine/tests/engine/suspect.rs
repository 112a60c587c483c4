//! Tests of twins, quadruplets and octuplets of decks, and the handout's test of suspect decks.

use pioche_engine::cards::riffle::{Riffler, is_suspect, quadruplets, twins, two_valued_octuplets};
use pioche_engine::cards::shuffle::shuffled_deck;
use pioche_engine::rng::{Pcg64Dxsm, Purpose, Seed, Streams};

fn generator(number: u64) -> Pcg64Dxsm {
    Streams::new(Seed(411)).stream(Purpose::Riffle, number)
}

#[test]
fn patterns_of_a_sorted_pack() {
    let values: Vec<u8> = (0..52).map(|card| 1 + card / 4).collect();
    assert_eq!(
        (
            twins(&values),
            quadruplets(&values),
            two_valued_octuplets(&values)
        ),
        (39, 13, 12)
    );
    assert!(is_suspect(&values));
}

#[test]
fn overlapping_patterns_are_counted() {
    assert_eq!(
        (twins(&[7, 7, 7]), twins::<u8>(&[]), twins(&[1, 2, 1])),
        (2, 0, 0)
    );
    assert_eq!(
        (quadruplets(&[1, 1, 1, 1, 1]), quadruplets(&[1, 1, 1])),
        (2, 0)
    );
    assert_eq!(two_valued_octuplets(&[1, 2, 1, 2, 2, 2, 1, 1]), 1);
    assert_eq!(two_valued_octuplets(&[1, 2, 1, 2, 2, 3, 1, 1]), 0);
    assert_eq!(two_valued_octuplets(&[3, 1, 2, 1, 2, 2, 2, 1, 1, 4]), 1);
    assert_eq!(two_valued_octuplets(&[1, 1, 1, 1, 2, 2, 2, 2, 1]), 2);
    assert_eq!(two_valued_octuplets(&[5; 8]), 1, "one value is at most two");
    assert_eq!(two_valued_octuplets(&[5; 7]), 0);
}

#[test]
fn deck_is_suspect_from_each_threshold() {
    // Thirteen and fourteen twins, in pairs; two and three runs of four; one run of eight and two.
    let pairs = |twins: u8| {
        (0..26)
            .flat_map(|k| [k, if k < twins { k } else { 100 + k }])
            .collect::<Vec<u8>>()
    };
    assert_eq!((twins(&pairs(13)), is_suspect(&pairs(13))), (13, false));
    assert_eq!((twins(&pairs(14)), is_suspect(&pairs(14))), (14, true));
    let fours = |runs: u8| {
        (0..12)
            .map(|place| {
                if place / 4 < runs {
                    place / 4
                } else {
                    50 + place
                }
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (
            quadruplets(&fours(2)),
            two_valued_octuplets(&fours(2)),
            is_suspect(&fours(2))
        ),
        (2, 1, false)
    );
    let apart: Vec<u8> = vec![1, 1, 1, 1, 9, 2, 2, 2, 2, 8, 3, 3, 3, 3];
    assert_eq!(
        (
            quadruplets(&apart),
            two_valued_octuplets(&apart),
            is_suspect(&apart)
        ),
        (3, 0, true)
    );
    let nine = [1, 2, 1, 2, 1, 2, 1, 2, 1];
    assert_eq!(
        (two_valued_octuplets(&nine[..8]), is_suspect(&nine[..8])),
        (1, false)
    );
    assert_eq!((two_valued_octuplets(&nine), is_suspect(&nine)), (2, true));
}

#[test]
fn seven_riffles_leave_few_suspect_decks() {
    // The handout's test: fewer than 5 in a million.
    const DECKS: u32 = 1_000_000;
    let (mut riffler, mut generator) = (Riffler::default(), generator(10));
    let values: Vec<u8> = (0..52).map(|card| 1 + card / 4).collect();
    let mut deck = values.clone();
    let mut suspects = 0;
    for _ in 0..DECKS {
        deck.copy_from_slice(&values);
        riffler.shuffle(&mut deck, 7, &mut generator);
        suspects += u32::from(is_suspect(&deck));
    }
    assert!(suspects < 5, "{suspects} suspect decks");
    // The test can fail: after one riffle nearly every deck is suspect.
    let mut suspects = 0;
    for _ in 0..1000 {
        deck.copy_from_slice(&values);
        riffler.shuffle(&mut deck, 1, &mut generator);
        suspects += u32::from(is_suspect(&deck));
    }
    assert!(suspects > 900, "{suspects} suspect decks");
}

#[test]
fn twins_of_a_uniform_deck_have_mean_3_and_variance_48_17() {
    const DECKS: u32 = 100_000;
    let mut generator = generator(11);
    let mut sums = (0.0, 0.0);
    for _ in 0..DECKS {
        let deck = shuffled_deck(52, &mut generator);
        let values: Vec<u8> = deck.iter().map(|card| card / 4).collect();
        let twins = twins(&values) as f64;
        sums = (sums.0 + twins, sums.1 + twins * twins);
    }
    let mean = sums.0 / f64::from(DECKS);
    let variance = sums.1 / f64::from(DECKS) - mean * mean;
    // 4 standard errors: of the mean, sqrt(48 / 17 / DECKS); of the variance, nearly variance * sqrt(2 / DECKS).
    assert!((mean - 3.0).abs() < 4.0 * 0.005_32, "mean {mean}");
    assert!(
        (variance - 48.0 / 17.0).abs() < 4.0 * 0.0137,
        "variance {variance}"
    );
}
