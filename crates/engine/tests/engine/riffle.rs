//! Compares the riffle shuffle with its definition, the handout's tests and exact distributions.

use crate::chance::{Words, assert_law_with_tails};
use pioche_engine::cards::riffle::*;
use pioche_engine::cards::shuffle::random_below;
use pioche_engine::experiments::{Experiment, Shuffle};
use pioche_engine::rng::{Pcg64Dxsm, Purpose, Seed, Streams};
use pioche_engine::stats::exact::{RiffleLaw, nearest_f64};
use std::collections::HashSet;

fn generator(number: u64) -> Pcg64Dxsm {
    Streams::new(Seed(411)).stream(Purpose::Riffle, number)
}

fn sorted(cards: usize) -> Vec<u8> {
    (0..cards).map(|card| card as u8).collect()
}

/// Returns C(n, k).
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// Returns all orders of a deck.
fn orders(deck: &[u8]) -> Vec<Vec<u8>> {
    if deck.is_empty() {
        return vec![Vec::new()];
    }
    let without = |at: usize| [&deck[..at], &deck[at + 1..]].concat();
    let begun = (0..deck.len()).map(|at| (deck[at], orders(&without(at))));
    begun
        .flat_map(|(card, rests)| {
            rests
                .into_iter()
                .map(move |rest| [vec![card], rest].concat())
        })
        .collect()
}

/// Returns the deck after one riffle with given flips, card by card.
pub fn by_flips(deck: &[u8], flips: &[bool]) -> Vec<u8> {
    let cut = flips.iter().filter(|flip| **flip).count();
    let (mut first, mut second) = (deck[..cut].iter(), deck[cut..].iter());
    flips
        .iter()
        .map(|&flip| {
            *if flip { first.next() } else { second.next() }.expect("as many cards as flips")
        })
        .collect()
}

#[test]
fn the_cut_is_binomial() {
    // The handout tests that 100,000 cuts of 52 cards are rarely more than 0.0025 from the distribution.
    const CUTS: u32 = 100_000;
    let mut generator = generator(1);
    let mut counts = [0_u64; 53];
    (0..CUTS).for_each(|_| counts[cut_size(52, &mut generator)] += 1);
    let law: Vec<f64> = (0..=52)
        .map(|k| choose(52, k) as f64 / 2_f64.powi(52))
        .collect();
    let distance = counts
        .iter()
        .zip(&law)
        .map(|(&count, p)| (count as f64 / f64::from(CUTS) - p).abs());
    let sup_norm = distance.fold(0.0, f64::max);
    assert!(sup_norm <= 0.0025, "sup-norm {sup_norm}");
    let expected: Vec<f64> = law.iter().map(|p| p * f64::from(CUTS)).collect();
    assert_law_with_tails("cuts", &counts, &expected);
}

#[test]
fn cut_size_is_number_of_one_bits() {
    assert_eq!(cut_size(0, &mut Words(&[u64::MAX])), 0);
    assert_eq!(cut_size(1, &mut Words(&[0b10])), 0);
    assert_eq!(cut_size(2, &mut Words(&[0b10])), 1);
    assert_eq!(cut_size(52, &mut Words(&[u64::MAX])), 52);
    assert_eq!(cut_size(64, &mut Words(&[u64::MAX])), 64);
    assert_eq!(cut_size(70, &mut Words(&[u64::MAX, 0b1100_0011])), 66);
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

#[test]
fn all_flip_patterns_have_equal_exact_probability() {
    // P(cut) times the product of a / (a + b) or b / (a + b) is 1 / 2^n, so C(n, c) * numerators = denominators.
    for n in 0..=12_u64 {
        for pattern in 0..1_u64 << n {
            let c = u64::from(pattern.count_ones());
            let (mut a, mut b, mut numerators, mut denominators) = (c, n - c, 1, 1);
            for place in 0..n {
                denominators *= a + b;
                let packet = if pattern >> place & 1 == 1 {
                    &mut a
                } else {
                    &mut b
                };
                numerators *= *packet;
                *packet -= 1;
            }
            assert_eq!(
                choose(n, c) * numerators,
                denominators,
                "{n} cards, flips {pattern:b}"
            );
        }
    }
}

#[test]
fn riffle_follows_flip_bits() {
    for n in 0..=9 {
        for pattern in 0..1_u64 << n {
            let flips: Vec<bool> = (0..n).map(|place| pattern >> place & 1 == 1).collect();
            let mut deck = sorted(n);
            // The bits from the n-th on must not matter.
            Riffler::default().shuffle(&mut deck, 1, &mut Words(&[pattern | u64::MAX << n]));
            assert_eq!(deck, by_flips(&sorted(n), &flips));
        }
    }
}

/// The decks of a deal are those of [`Riffler`], and each riffle keeps the order inside both packets.
#[test]
fn decks_of_a_deal_keep_the_order_of_packets() {
    for (cards, riffles, deals) in [
        (1, 2, 5),
        (2, 3, 50),
        (52, 7, 1000),
        (65, 7, 50),
        (256, 3, 20),
    ] {
        let experiment = Shuffle { cards, riffles };
        for deal in 0..deals {
            let decks = experiment.deal_decks(Seed(3), deal);
            assert_eq!(decks.len(), riffles as usize + 1);
            assert_eq!(decks[0].order, sorted(cards));
            for pair in decks.windows(2) {
                let places = pair[1].order.iter().zip(&pair[1].packets);
                let (first, second): (Vec<_>, Vec<_>) =
                    places.partition(|(_, packet)| **packet == 1);
                let packets = first.iter().chain(&second).map(|(card, _)| *card);
                assert!(packets.eq(&pair[0].order), "{cards} cards, deal {deal}");
            }
            let mut expected = sorted(cards);
            let mut generator = experiment
                .deal_streams(Seed(3))
                .stream(Purpose::Riffle, deal);
            Riffler::default().shuffle(&mut expected, riffles, &mut generator);
            assert_eq!(decks[riffles as usize].order, expected);
        }
    }
}

/// The patterns of decks by hand.
#[test]
fn patterns_are_counted() {
    let counts = |deck: &[u8]| pattern_counts(deck).map(|pattern| pattern.count);
    assert_eq!(counts(&[1, 1, 1, 1, 2, 2, 1, 2, 3]), [4, 1, 1]);
    assert_eq!(counts(&[1; 7]), [6, 4, 0]);
    assert_eq!(counts(&[]), [0, 0, 0]);
    let thresholds = pattern_counts(&[1]).map(|pattern| pattern.suspect_from);
    assert_eq!(thresholds, [14, 3, 2]);
}

#[test]
fn large_decks_use_several_random_words_per_riffle() {
    use rand::Rng;
    for n in [63, 64, 65, 104, 128, 129, 256] {
        let (mut words, mut flipper) = (generator(5), generator(5));
        let (mut deck, mut expected) = (sorted(n), sorted(n));
        Riffler::default().shuffle(&mut deck, 3, &mut words);
        for _ in 0..3 {
            let row: Vec<u64> = (0..n.div_ceil(64)).map(|_| flipper.next_u64()).collect();
            let flips: Vec<bool> = (0..n)
                .map(|place| row[place / 64] >> (place % 64) & 1 == 1)
                .collect();
            expected = by_flips(&expected, &flips);
        }
        assert_eq!(deck, expected, "{n} cards");
        assert_eq!(words, flipper, "{n} cards take their words and no others");
    }
}

#[test]
fn riffled_decks_match_numpy_computation() {
    // Computed with the Python code in the modules' documentation, with NumPy's PCG64DXSM.
    let elsewhere = |seed, deal, riffles| {
        let mut deck = sorted(52);
        let mut generator = Streams::new(Seed(seed)).stream(Purpose::Riffle, deal);
        Riffler::default().shuffle(&mut deck, riffles, &mut generator);
        deck
    };
    let seven = [
        42, 6, 3, 24, 48, 1, 18, 27, 11, 10, 28, 12, 2, 20, 38, 19, 7, 8, 34, 47, 21, 26, 29, 36,
        25, 51, 32, 35, 13, 45, 40, 23, 37, 44, 5, 50, 43, 33, 39, 0, 31, 46, 30, 14, 41, 4, 9, 17,
        15, 16, 49, 22,
    ];
    let three = [
        26, 43, 0, 27, 1, 18, 8, 34, 12, 19, 28, 29, 44, 13, 35, 36, 2, 3, 4, 45, 46, 14, 30, 5,
        47, 37, 48, 38, 15, 39, 21, 31, 22, 9, 16, 23, 40, 32, 10, 41, 11, 24, 49, 6, 7, 50, 42,
        17, 33, 25, 20, 51,
    ];
    assert_eq!(elsewhere(1, 0, 7), seven);
    assert_eq!(elsewhere(2026, 123_456_789, 3), three);
    assert_eq!(
        elsewhere(1, 0, 0),
        sorted(52),
        "no riffle leaves the deck sorted"
    );
}

#[test]
fn riffled_small_decks_follow_exact_law() {
    const DECKS: u64 = 24_000;
    /// The numbers of orders of 4 cards by rising sequences.
    const KINDS: [f64; 5] = [0.0, 1.0, 11.0, 11.0, 1.0];
    let decks = orders(&sorted(4));
    for riffles in [1, 2, 3] {
        let law = RiffleLaw::new(4, riffles).rising_sequence_probabilities();
        let chance = |deck: &Vec<u8>| {
            nearest_f64(&law[rising_sequences(deck)]) / KINDS[rising_sequences(deck)]
        };
        let expected: Vec<f64> = decks
            .iter()
            .map(|deck| chance(deck) * DECKS as f64)
            .collect();
        let (mut riffler, mut words, mut counts) = (Riffler::default(), generator(6), vec![0; 24]);
        for _ in 0..DECKS {
            let mut deck = sorted(4);
            riffler.shuffle(&mut deck, riffles, &mut words);
            counts[decks
                .iter()
                .position(|other| *other == deck)
                .expect("an order of 4 cards")] += 1;
        }
        assert_law_with_tails(&format!("{riffles} riffles"), &counts, &expected);
    }
}

#[test]
fn simulated_rising_sequences_follow_exact_law() {
    const DECKS: u64 = 20_000;
    for riffles in [3, 5, 7, 10] {
        let law = RiffleLaw::new(52, riffles).rising_sequence_probabilities();
        let expected: Vec<f64> = law.iter().map(|p| nearest_f64(p) * DECKS as f64).collect();
        let (mut riffler, mut words, mut counts) = (Riffler::default(), generator(8), [0; 53]);
        for _ in 0..DECKS {
            let mut deck = sorted(52);
            riffler.shuffle(&mut deck, riffles, &mut words);
            counts[rising_sequences(&deck)] += 1;
        }
        assert_law_with_tails(&format!("{riffles} riffles"), &counts, &expected);
    }
}

#[test]
fn bounded_random_draw_is_exactly_uniform() {
    // 2^64 mod 3 = 1: only the word 0 is rejected, and each draw has (2^64 - 1) / 3 words.
    let third = u64::MAX / 3;
    assert_eq!(random_below(3, &mut Words(&[0, u64::MAX])), 2);
    assert_eq!(random_below(3, &mut Words(&[1])), 0);
    assert_eq!(random_below(3, &mut Words(&[third])), 0);
    assert_eq!(random_below(3, &mut Words(&[third + 1])), 1);
    assert_eq!(random_below(3, &mut Words(&[2 * third])), 1);
    assert_eq!(random_below(3, &mut Words(&[2 * third + 1])), 2);
    // A power of two rejects nothing, 2^63 + 1 rejects nearly half: the words 0 and 2 are rejected.
    assert_eq!(random_below(4, &mut Words(&[0])), 0);
    assert_eq!(random_below((1 << 63) + 1, &mut Words(&[0, 2, 1])), 0);
    assert_eq!(random_below(1, &mut Words(&[77])), 0);
    assert_eq!(random_below(0, &mut Words(&[77])), 0);
}

#[test]
fn rising_sequences_of_decks_by_hand() {
    assert_eq!(rising_sequences(&[]), 0);
    assert_eq!(rising_sequences(&[0]), 1);
    assert_eq!(rising_sequences(&sorted(256)), 1);
    assert_eq!(rising_sequences(&[4, 3, 2, 1, 0]), 5);
    assert_eq!(rising_sequences(&[3, 0, 4, 1, 5, 2]), 2);
    assert_eq!(rising_sequences(&[2, 0, 1]), 2);
    assert_eq!(rising_sequences(&[1, 0, 3, 2]), 3);
}

#[test]
fn rising_sequences_agree_with_their_definition() {
    for deck in orders(&sorted(6)) {
        // Each pass through the deck collects the next cards in order.
        let (mut next, mut passes) = (0, 0);
        while next < 6 {
            passes += 1;
            deck.iter().for_each(|&card| next += u8::from(card == next));
        }
        assert_eq!(rising_sequences(&deck), passes, "{deck:?}");
    }
}
