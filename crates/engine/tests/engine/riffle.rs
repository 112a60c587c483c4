//! Tests of the riffle shuffle and of the patterns of decks: the handout's tests, values by hand, exact distributions.

use crate::common::chance::{Words, assert_law_with_tails};
use crate::common::decks::{riffled_deck, sorted};
use crate::common::{cases, experiment, generator, parse, run};
use pioche_engine::cards::riffle::*;
use pioche_engine::cards::shuffle::shuffled_deck;
use pioche_engine::experiments::{Experiment, Shuffle};
use pioche_engine::rng::{Purpose, Seed};
use pioche_engine::stats::exact::cut_probabilities;
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

#[test]
fn patterns_of_decks_by_hand() {
    for [values, counts, is_deck_suspect] in cases(include_str!("../data/patterns.txt")) {
        let deck: Vec<u8> = values.split_whitespace().map(parse).collect();
        let found = pattern_counts(&deck).map(|pattern| pattern.count.to_string());
        assert_eq!(found.join(" "), counts, "{values}");
        assert_eq!(is_suspect(&deck).to_string(), is_deck_suspect, "{values}");
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
