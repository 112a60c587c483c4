//! Tests of the uniform shuffle: its values, then its distribution. The level is in `chance`.

use crate::chance::{assert_statistic, assert_uniform};
use pioche_engine::cards::shuffle::{BatchedDraws, DEALS_PER_BLOCK, batched_draws, shuffled_deck};
use pioche_engine::rng::{Purpose, Seed, Streams};
use rand::Rng;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The definition: the decks of a block in turn, each a list into which cards are inserted. Returns the requested lanes
/// with their decks. `generator` is that of the block, `reshuffle(lane)` that of a lane with a rejected word.
pub fn deal_block<G: Rng>(
    cards: usize,
    mut generator: impl Rng,
    lanes: Range<usize>,
    mut reshuffle: impl FnMut(usize) -> G,
    mut each: impl FnMut(usize, &[u8]),
) {
    let groups = batched_draws(cards);
    let words: Vec<Vec<u64>> = groups
        .iter()
        .map(|_| {
            (0..DEALS_PER_BLOCK / 2)
                .map(|_| generator.next_u64())
                .collect()
        })
        .collect();
    for lane in lanes {
        let mut deck = vec![0];
        let mut kept = true;
        for (group, words) in groups.iter().zip(&words) {
            let mut word = words[lane / 2] >> (lane % 2 * 32) & 0xffff_ffff;
            for bound in group.bounds.clone() {
                let wide = word * u64::from(bound);
                deck.insert((wide >> 32) as usize, (bound - 1) as u8);
                word = wide & 0xffff_ffff;
            }
            kept &= word >= u64::from(group.rejection_threshold);
        }
        if !kept {
            deck = shuffled_deck(cards, &mut reshuffle(lane));
        }
        each(lane, &deck);
    }
}

/// Returns the decks of a seed from the first deal of some blocks on.
fn decks(seed: u64, cards: usize, blocks: Range<u64>, mut each: impl FnMut(u64, &[u8])) {
    let (streams, again) = (
        Streams::new(Seed(seed)).for_purpose(Purpose::Shuffle),
        Streams::new(Seed(seed)).for_purpose(Purpose::Reshuffle),
    );
    for block in blocks {
        let first = block * DEALS_PER_BLOCK as u64;
        let reshuffle = |lane: usize| again.stream(first + lane as u64);
        deal_block(
            cards,
            streams.stream(block),
            0..DEALS_PER_BLOCK,
            reshuffle,
            |lane, deck| each(first + lane as u64, deck),
        );
    }
}

/// Decks computed with NumPy from the documented scheme, including rejected words.
#[test]
fn shuffled_decks_match_numpy_computation() {
    for line in include_str!("../data/decks.csv").lines().skip(1) {
        let [seed, deal, cards, expected] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (seed, deal, cards): (u64, u64, usize) = (
            seed.parse().unwrap(),
            deal.parse().unwrap(),
            cards.parse().unwrap(),
        );
        let block = deal / DEALS_PER_BLOCK as u64;
        let mut found = None;
        decks(seed, cards, block..block + 1, |number, deck| {
            if number == deal {
                found = Some(
                    deck.iter()
                        .map(ToString::to_string)
                        .collect::<Vec<_>>()
                        .join(" "),
                );
            }
        });
        assert_eq!(
            found.as_deref(),
            Some(expected),
            "seed {seed}, deal {deal}, {cards} cards"
        );
    }
}

#[test]
fn draws_share_word_up_to_product_limit() {
    let bounds = |size| {
        batched_draws(size)
            .iter()
            .map(|word| word.bounds.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        bounds(32),
        [2..=9, 10..=14, 15..=18, 19..=22, 23..=26, 27..=30, 31..=32]
    );
    assert_eq!(bounds(52).len(), 14);
    assert_eq!(bounds(1), []);
    for word in batched_draws(256) {
        let product: u64 = word.bounds.clone().map(u64::from).product();
        assert!(product <= 1 << 20);
        assert_eq!(u64::from(word.rejection_threshold), (1 << 32) % product);
    }
}

/// The number of accepted words is a multiple of the product of the bounds; a remainder at the threshold is accepted.
#[test]
fn random_word_below_threshold_is_rejected() {
    let word = BatchedDraws {
        bounds: 3..=3,
        rejection_threshold: 1,
    };
    assert!(word.rejects(0) && !word.rejects(0xaaaa_aaab) && !word.rejects(1));
}

#[test]
fn every_deck_holds_every_card() {
    for cards in [1, 2, 3, 31, 32, 36, 52, 64, 256] {
        decks(5, cards, 0..3, |deal, deck| {
            let set: HashSet<u8> = deck.iter().copied().collect();
            assert_eq!((deck.len(), set.len()), (cards, cards), "deal {deal}");
        });
    }
}

#[test]
fn all_orders_of_small_decks_are_equally_likely() {
    for (cards, orders) in [(2, 2), (3, 6), (4, 24), (5, 120), (6, 720)] {
        let mut seen: HashMap<Vec<u8>, u64> = HashMap::new();
        decks(11, cards, 0..4000, |_, deck| {
            *seen.entry(deck.to_vec()).or_default() += 1
        });
        assert_eq!(seen.len(), orders);
        assert_uniform(
            &format!("{cards} cards"),
            &seen.into_values().collect::<Vec<_>>(),
        );
    }
}

/// Each card in each place, for common packs: (n - 1)² degrees of freedom.
#[test]
fn cards_are_uniform_over_places() {
    for cards in [32_usize, 36, 52] {
        let mut seen = vec![0_u64; cards * cards];
        let blocks = 2000;
        decks(3, cards, 0..blocks, |_, deck| {
            for (place, &card) in deck.iter().enumerate() {
                seen[place * cards + usize::from(card)] += 1;
            }
        });
        let mean = (blocks * DEALS_PER_BLOCK as u64) as f64 / cards as f64;
        let statistic: f64 = seen
            .iter()
            .map(|&count| (count as f64 - mean).powi(2) / mean)
            .sum();
        let n = cards as f64;
        assert_statistic(
            &format!("{cards} cards by place"),
            statistic * (n - 1.0) / n,
            (n - 1.0).powi(2),
        );
    }
}

/// Returns the counts of pairs of first cards of two deals.
fn pairs_of_first_cards(first: &[u8], second: &[u8], cards: usize) -> Vec<u64> {
    let mut seen = vec![0; cards * cards];
    for (&a, &b) in first.iter().zip(second) {
        seen[usize::from(a) * cards + usize::from(b)] += 1;
    }
    seen
}

fn first_cards(seed: u64, blocks: u64) -> Vec<u8> {
    let mut first = Vec::new();
    decks(seed, 32, 0..blocks, |_, deck| first.push(deck[0]));
    first
}

#[test]
fn consecutive_deals_are_independent() {
    let first = first_cards(1, 8000);
    for apart in [1, 2, 63, 64, 65, 128] {
        assert_uniform(
            &format!("deals {apart} apart"),
            &pairs_of_first_cards(&first, &first[apart..], 32),
        );
    }
}

#[test]
fn adjacent_seeds_give_independent_deals() {
    let seeds: Vec<Vec<u8>> = (0..3).map(|seed| first_cards(seed, 4000)).collect();
    for pair in seeds.windows(2) {
        assert_uniform(
            "the same deal of two seeds",
            &pairs_of_first_cards(&pair[0], &pair[1], 32),
        );
        assert_uniform(
            "neighbouring deals of two seeds",
            &pairs_of_first_cards(&pair[0][1..], &pair[1], 32),
        );
    }
    let mut all = HashSet::new();
    for seed in 0..8 {
        decks(seed, 32, 0..50, |deal, deck| {
            assert!(
                all.insert(deck.to_vec()),
                "seed {seed}, deal {deal} was dealt before"
            )
        });
    }
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
