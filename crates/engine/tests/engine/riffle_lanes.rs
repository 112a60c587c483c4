//! Compares riffles of many decks in a batch with single riffles.

use pioche_engine::cards::riffle::{BlockRiffler, MAX_BLOCK_DECKS, Riffler};
use pioche_engine::rng::{Pcg64Dxsm, Purpose, Seed, Streams};
use pioche_engine::simd::SimdLevel;

fn generator(deal: usize) -> Pcg64Dxsm {
    Streams::new(Seed(8)).stream(Purpose::Riffle, deal as u64)
}

/// Compares the decks of a block, or a part of one, with those of a [`Riffler`], at each SIMD level.
fn same(cards: usize, riffles: u32, lanes: std::ops::Range<usize>) {
    let mut riffler = Riffler::default();
    let alone = |deal| {
        let mut deck: Vec<u8> = (0..cards as u8).collect();
        riffler.shuffle(&mut deck, riffles, &mut generator(deal));
        deck
    };
    let expected: Vec<(usize, Vec<u8>)> = lanes.clone().zip(lanes.clone().map(alone)).collect();
    for processor in SimdLevel::available() {
        let mut dealt = Vec::new();
        let many = BlockRiffler::new(cards, riffles).expect("at most 64 cards");
        many.deal_block(processor, lanes.clone(), generator, |lane, deck| {
            dealt.push((lane, deck.to_vec()))
        });
        assert_eq!(
            dealt, expected,
            "{cards} cards, {riffles} riffles, {processor}"
        );
    }
}

#[test]
fn batched_riffles_equal_scalar_for_all_deck_sizes() {
    for cards in 0..=64 {
        for riffles in [0, 1, 2, 7, 12] {
            same(cards, riffles, 0..MAX_BLOCK_DECKS);
        }
    }
}

#[test]
fn batched_riffles_equal_scalar_for_many_full_packs() {
    for block in 0..200 {
        same(
            52,
            7,
            MAX_BLOCK_DECKS * block..MAX_BLOCK_DECKS * (block + 1),
        );
    }
}

#[test]
fn batched_riffles_equal_scalar_for_partial_blocks() {
    for first in 0..MAX_BLOCK_DECKS {
        for last in first..=MAX_BLOCK_DECKS {
            same(20, 3, first..last);
        }
    }
}

#[test]
fn block_riffler_refuses_more_than_64_cards() {
    assert_eq!(BlockRiffler::new(65, 7), None);
    assert!(BlockRiffler::new(64, 7).is_some());
}
