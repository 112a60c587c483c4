//! Compares uniform shuffles of many decks in a batch with single ones.

use crate::shuffle::deal_block;
use pioche_engine::cards::shuffle::{BlockShuffler, DEALS_PER_BLOCK};
use pioche_engine::rng::{Purpose, Seed, Streams};
use pioche_engine::simd::SimdLevel;
use std::ops::Range;

/// Compares the decks of a block, or a part of one, with those of the definition, at each SIMD level. Returns the
/// number of reshuffled decks in the block.
fn same(cards: usize, block: u64, lanes: Range<usize>) -> usize {
    let streams = Streams::new(Seed(8));
    let (blocks, again) = (
        streams.for_purpose(Purpose::Shuffle),
        streams.for_purpose(Purpose::Reshuffle),
    );
    let reshuffle = |lane: usize| again.stream(block * DEALS_PER_BLOCK as u64 + lane as u64);
    let (mut expected, mut shuffles, mut remade) = (Vec::new(), BlockShuffler::new(cards), 0);
    let each = |lane, deck: &[u8]| expected.push((lane, deck.to_vec()));
    deal_block(cards, blocks.stream(block), lanes.clone(), reshuffle, each);
    for processor in SimdLevel::available() {
        let mut dealt = Vec::new();
        remade = 0;
        let counted = |lane| {
            remade += 1;
            reshuffle(lane)
        };
        let each = |lane, deck: &[u8]| dealt.push((lane, deck.to_vec()));
        shuffles.deal_block(
            processor,
            blocks.stream(block),
            lanes.clone(),
            counted,
            each,
        );
        assert_eq!(dealt, expected, "{cards} cards, block {block}, {processor}");
    }
    remade
}

#[test]
fn batched_shuffles_equal_scalar_for_all_deck_sizes() {
    let remade: usize = (1..=256)
        .map(|cards| same(cards, cards as u64, 0..DEALS_PER_BLOCK))
        .sum();
    // A word is rejected about once in 10,000, and a large deck needs many words.
    assert!(remade > 5, "{remade} decks were made again");
}

#[test]
fn batched_shuffles_equal_scalar_for_many_full_packs() {
    for block in 0..200 {
        same(52, block, 0..DEALS_PER_BLOCK);
    }
}

#[test]
fn batched_shuffles_equal_scalar_for_partial_blocks() {
    for first in (0..DEALS_PER_BLOCK).step_by(7) {
        for last in first..=DEALS_PER_BLOCK {
            same(12, 3, first..last);
        }
    }
}
