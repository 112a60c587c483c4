//! Tests of the riffle shuffle and of the patterns of decks: the handout's tests, values by hand, exact distributions.

use crate::common::chance::{Words, assert_law_with_tails};
use crate::common::decks::{riffled_deck, sorted};
use crate::common::{experiment, generator, run};
use pioche_engine::cards::riffle::*;
use pioche_engine::cards::shuffle::shuffled_deck;
use pioche_engine::experiments::{Experiment, Shuffle};
use pioche_engine::rng::{Purpose, Seed, Streams};
use pioche_engine::stats::exact::{RiffleLaw, cut_probabilities, nearest_f64};
use std::collections::HashSet;

/// The handout tests that 100,000 cuts of 52 cards are rarely more than 0.0025 from the distribution.
#[test]
fn the_cut_is_binomial() {
    let mut generator = generator(1);
    let mut counts = [0_u64; 53];
    (0..100_000).for_each(|_| counts[cut_size(52, &mut generator)] += 1);
    let expected: Vec<f64> = cut_probabilities(52)
        .iter()
        .map(|p| p * 100_000.0)
        .collect();
    let distances = counts
        .iter()
        .zip(&expected)
        .map(|(&count, mean)| (count as f64 - mean).abs() / 100_000.0);
    assert!(distances.fold(0.0, f64::max) <= 0.0025);
    assert_law_with_tails("cuts", &counts, &expected);
    for (cards, words, cut) in [
        (0, &[u64::MAX][..], 0),
        (1, &[0b10], 0),
        (2, &[0b10], 1),
        (52, &[u64::MAX], 52),
        (64, &[u64::MAX], 64),
        (70, &[u64::MAX, 0b1100_0011], 66),
    ] {
        assert_eq!(cut_size(cards, &mut Words(words)), cut, "{cards} cards");
    }
}

/// Each result has one pattern of flips, all equally likely, and keeps the order of both packets.
#[test]
fn all_252_riffles_of_5_and_5_are_equally_likely() {
    let mut seen = HashSet::new();
    for pattern in (0..1_u64 << 10).filter(|pattern| pattern.count_ones() == 5) {
        let mut fallen = sorted(10);
        Riffler::default().shuffle(&mut fallen, 1, &mut Words(&[pattern]));
        let (first, second): (Vec<u8>, Vec<u8>) = fallen.iter().partition(|card| **card < 5);
        assert_eq!([first, second].concat(), sorted(10));
        seen.insert(fallen);
    }
    assert_eq!(seen.len(), 252);
}

/// The decks of a deal are those of the definition, and each riffle keeps the order inside both packets.
#[test]
fn decks_of_a_deal_keep_the_order_of_packets() {
    for (cards, riffles, deals) in [
        (1, 2, 5),
        (2, 3, 50),
        (52, 7, 500),
        (65, 7, 50),
        (256, 3, 20),
    ] {
        let experiment = Shuffle { cards, riffles };
        for deal in 0..deals {
            let decks = experiment.deal_decks(Seed(3), deal);
            assert_eq!(decks.len(), riffles as usize + 1);
            for pair in decks.windows(2) {
                let places = pair[1].order.iter().zip(&pair[1].packets);
                let (first, second): (Vec<_>, Vec<_>) =
                    places.partition(|(_, packet)| **packet == 1);
                let packets = first.iter().chain(&second).map(|(card, _)| *card);
                assert!(packets.eq(&pair[0].order), "{cards} cards, deal {deal}");
            }
            for (count, deck) in (0..).zip(&decks) {
                let mut generator = experiment
                    .deal_streams(Seed(3))
                    .stream(Purpose::Riffle, deal);
                assert_eq!(deck.order, riffled_deck(cards, count, &mut generator));
            }
        }
    }
}

/// Computed with the Python code in the modules' documentation, with NumPy's PCG64DXSM.
#[test]
fn riffled_decks_match_numpy_computation() {
    for (seed, deal, riffles, expected) in [
        (
            1,
            0,
            7,
            [
                42, 6, 3, 24, 48, 1, 18, 27, 11, 10, 28, 12, 2, 20, 38, 19, 7, 8, 34, 47, 21, 26,
                29, 36, 25, 51, 32, 35, 13, 45, 40, 23, 37, 44, 5, 50, 43, 33, 39, 0, 31, 46, 30,
                14, 41, 4, 9, 17, 15, 16, 49, 22,
            ],
        ),
        (
            2026,
            123_456_789,
            3,
            [
                26, 43, 0, 27, 1, 18, 8, 34, 12, 19, 28, 29, 44, 13, 35, 36, 2, 3, 4, 45, 46, 14,
                30, 5, 47, 37, 48, 38, 15, 39, 21, 31, 22, 9, 16, 23, 40, 32, 10, 41, 11, 24, 49,
                6, 7, 50, 42, 17, 33, 25, 20, 51,
            ],
        ),
    ] {
        let mut deck = sorted(52);
        let mut generator = Streams::new(Seed(seed)).stream(Purpose::Riffle, deal);
        Riffler::default().shuffle(&mut deck, riffles, &mut generator);
        assert_eq!(deck, expected);
    }
}

#[test]
fn simulated_rising_sequences_follow_exact_law() {
    for riffles in [3, 5, 7, 10] {
        let law = RiffleLaw::new(52, riffles).rising_sequence_probabilities();
        let expected: Vec<f64> = law.iter().map(|p| nearest_f64(p) * 20_000.0).collect();
        let run = run(&Shuffle { cards: 52, riffles }, 8, 20_000);
        let counts: Vec<u64> = (0..=52)
            .map(|count| run.tally.histograms[0].count(count))
            .collect();
        assert_law_with_tails(&format!("{riffles} riffles"), &counts, &expected);
    }
}

/// Each pass through the deck collects the next cards in order.
#[test]
fn rising_sequences_agree_with_their_definition() {
    for number in 0..720 {
        let deck = shuffled_deck(6, &mut generator(number));
        let (mut next, mut passes) = (0, 0);
        while next < 6 {
            passes += 1;
            deck.iter().for_each(|&card| next += u8::from(card == next));
        }
        assert_eq!(rising_sequences(&deck), passes, "{deck:?}");
    }
    for (deck, count) in [
        (vec![], 0),
        (vec![0], 1),
        (sorted(256), 1),
        (vec![4, 3, 2, 1, 0], 5),
        (vec![3, 0, 4, 1, 5, 2], 2),
    ] {
        assert_eq!(rising_sequences(&deck), count, "{deck:?}");
    }
}

/// Twins, quadruplets and octuplets, which may overlap, and whether the deck is suspect: from 14 twins, 3 quadruplets and 2
/// octuplets on.
#[test]
fn patterns_of_decks_by_hand() {
    let pairs = |twins: u8| {
        (0..26)
            .flat_map(|k| [k, if k < twins { k } else { 100 + k }])
            .collect::<Vec<u8>>()
    };
    for (deck, counts, is_deck_suspect) in [
        (
            (0..52).map(|card| 1 + card / 4).collect(),
            [39, 13, 12],
            true,
        ),
        (vec![], [0, 0, 0], false),
        (vec![7, 7, 7], [2, 0, 0], false),
        (vec![1; 5], [4, 2, 0], false),
        (vec![1; 7], [6, 4, 0], true),
        (vec![5; 8], [7, 5, 1], true),
        (vec![1, 2, 1, 2, 2, 2, 1, 1], [3, 0, 1], false),
        (vec![1, 2, 1, 2, 2, 3, 1, 1], [2, 0, 0], false),
        (vec![3, 1, 2, 1, 2, 2, 2, 1, 1, 4], [3, 0, 1], false),
        (vec![1, 1, 1, 1, 2, 2, 2, 2, 1], [6, 2, 2], true),
        (vec![1, 2, 1, 2, 1, 2, 1, 2, 1], [0, 0, 2], true),
        (
            vec![1, 1, 1, 1, 9, 2, 2, 2, 2, 8, 3, 3, 3, 3],
            [9, 3, 0],
            true,
        ),
        (
            vec![1, 1, 1, 1, 9, 2, 2, 2, 2, 8, 3, 3, 3],
            [8, 2, 0],
            false,
        ),
        (pairs(13), [13, 0, 0], false),
        (pairs(14), [14, 0, 0], true),
    ] {
        assert_eq!(
            pattern_counts(&deck).map(|pattern| pattern.count),
            counts,
            "{deck:?}"
        );
        assert_eq!(is_suspect(&deck), is_deck_suspect, "{deck:?}");
    }
}

/// The handout's test: fewer than 5 in a million; after one riffle nearly every deck is suspect.
#[test]
fn seven_riffles_leave_few_suspect_decks() {
    let suspects = |riffles, deals| {
        let experiment = experiment(&format!("shuffle cards=52 riffles={riffles}"));
        run(experiment.as_ref(), 10, deals).tally.histograms[2].count(1)
    };
    assert!(suspects(7, 1_000_000) < 5);
    assert!(suspects(1, 1000) > 900);
}

/// The limits are 4 standard errors: of the mean, sqrt(48 / 17 / decks); of the variance, nearly variance * sqrt(2 / decks).
#[test]
fn twins_of_a_uniform_deck_have_mean_3_and_variance_48_17() {
    let mut generator = generator(11);
    let mut sums = [0.0, 0.0];
    for _ in 0..100_000 {
        let values: Vec<u8> = shuffled_deck(52, &mut generator)
            .iter()
            .map(|card| card / 4)
            .collect();
        let twins = twins(&values) as f64;
        sums = [sums[0] + twins, sums[1] + twins * twins];
    }
    let mean = sums[0] / 100_000.0;
    let variance = sums[1] / 100_000.0 - mean * mean;
    assert!((mean - 3.0).abs() < 4.0 * 0.005_32, "mean {mean}");
    assert!(
        (variance - 48.0 / 17.0).abs() < 4.0 * 0.0137,
        "variance {variance}"
    );
}
