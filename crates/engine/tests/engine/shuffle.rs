//! Tests of the uniform shuffle: its values, then its distribution at the common level.

use crate::common::chance::{Words, assert_uniform};
use crate::common::{cases, parse};
use pioche_engine::cards::shuffle::{BatchedDraws, batched_draws, random_below};
use pioche_engine::experiments::decks::{ShuffleMethod, ShuffledDecks};
use pioche_engine::rng::{Seed, Streams};
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

/// Returns the decks of some deals of a seed.
fn decks(seed: u64, cards: usize, deals: Range<u64>) -> impl Iterator<Item = Vec<u8>> {
    let streams = Streams::new(Seed(seed));
    ShuffledDecks::new(cards, ShuffleMethod::Uniform, &streams, deals).map(|(_, deck)| deck)
}

#[test]
fn shuffled_and_riffled_decks_match_numpy_computation() {
    for [seed, deal, cards, method, expected] in cases(include_str!("../data/decks.txt")) {
        let streams = Streams::new(Seed(parse(seed)));
        let deal: u64 = parse(deal);
        let deals = deal..deal + 1;
        let mut decks = ShuffledDecks::new(parse(cards), parse(method), &streams, deals);
        let deck: Vec<String> = decks.next().unwrap().1.iter().map(u8::to_string).collect();
        assert_eq!(deck.join(" "), expected, "{seed}, {deal}");
    }
}

#[test]
fn draws_share_word_up_to_product_limit() {
    let bounds = |size| {
        batched_draws(size)
            .into_iter()
            .map(|word| word.bounds)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        bounds(32),
        [2..=9, 10..=14, 15..=18, 19..=22, 23..=26, 27..=30, 31..=32]
    );
    assert_eq!((bounds(52).len(), bounds(1).len()), (14, 0));
    for word in batched_draws(256) {
        let product: u64 = word.bounds.clone().map(u64::from).product();
        assert!(product <= 1 << 20);
        assert_eq!(u64::from(word.rejection_threshold), (1 << 32) % product);
    }
    let word = BatchedDraws {
        bounds: 3..=3,
        rejection_threshold: 1,
    };
    assert_eq!(
        [0, 0xaaaa_aaab, 1].map(|random| word.rejects(random)),
        [true, false, false]
    );
}

/// 2^64 mod 3 = 1: only the word 0 is rejected, and each draw has (2^64 - 1) / 3 words. A power of two rejects nothing,
/// 2^63 + 1 nearly half: the words 0 and 2.
#[test]
fn bounded_random_draw_is_exactly_uniform() {
    let third = u64::MAX / 3;
    for (bound, words, draw) in [
        (3, &[0, u64::MAX][..], 2),
        (3, &[1], 0),
        (3, &[third], 0),
        (3, &[third + 1], 1),
        (3, &[2 * third], 1),
        (3, &[2 * third + 1], 2),
        (4, &[0], 0),
        ((1 << 63) + 1, &[0, 2, 1], 0),
        (1, &[77], 0),
        (0, &[77], 0),
    ] {
        let mut generator = Words(words);
        assert_eq!(
            random_below(bound, &mut generator),
            draw,
            "{bound}, {words:?}"
        );
        assert!(generator.0.is_empty(), "{bound} takes all of {words:?}");
    }
}

#[test]
fn all_orders_of_small_decks_are_equally_likely() {
    for (cards, orders) in [(2, 2), (3, 6), (4, 24), (5, 120), (6, 720)] {
        let mut seen: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        decks(11, cards, 0..256_000).for_each(|deck| *seen.entry(deck).or_default() += 1);
        assert_eq!(seen.len(), orders);
        assert_uniform(
            &format!("{cards} cards"),
            &seen.into_values().collect::<Vec<_>>(),
        );
    }
}

/// The first cards of deals some way apart, and of the same or neighbouring deals of two seeds.
#[test]
fn deals_and_seeds_are_independent() {
    let [first, second] = [1, 2].map(|seed| {
        decks(seed, 32, 0..256_000)
            .map(|deck| deck[0])
            .collect::<Vec<u8>>()
    });
    for apart in [1, 2, 63, 64, 65, 128] {
        assert_independent(&format!("deals {apart} apart"), &first, &first[apart..]);
    }
    assert_independent("the same deal of two seeds", &first, &second);
    assert_independent("neighbouring deals of two seeds", &first[1..], &second);
    let all: HashSet<Vec<u8>> = (0..8).flat_map(|seed| decks(seed, 32, 0..3200)).collect();
    assert_eq!(all.len(), 8 * 3200, "no deck is dealt twice");
}

fn assert_independent(what: &str, first: &[u8], second: &[u8]) {
    let mut seen = vec![0; 32 * 32];
    for (&a, &b) in first.iter().zip(second) {
        seen[usize::from(a) * 32 + usize::from(b)] += 1;
    }
    assert_uniform(what, &seen);
}

/// Exactly uniform: each tuple of draws has equally many accepted words.
#[test]
#[ignore = "looks at all 2^32 words, which takes about a minute"]
fn draw_tuples_have_equal_numbers_of_words() {
    let [word] = &batched_draws(9)[..] else {
        panic!("the bounds 2 to 9 share one word")
    };
    let product: u64 = word.bounds.clone().map(u64::from).product();
    let mut seen = vec![0_u32; product as usize];
    for start in 0..=u32::MAX {
        let (mut left, mut tuple) = (start, 0);
        for bound in word.bounds.clone() {
            let wide = u64::from(left) * u64::from(bound);
            tuple = tuple * u64::from(bound) + (wide >> 32);
            left = wide as u32;
        }
        seen[tuple as usize] += u32::from(left >= word.rejection_threshold);
    }
    assert!(
        seen.iter()
            .all(|&count| u64::from(count) == (1 << 32) / product)
    );
}
