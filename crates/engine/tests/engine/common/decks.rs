//! Slow definitions of decks, by lists into which cards are inserted, and by packets of which a card falls for each flip.

use pioche_engine::cards::shuffle::{BatchedDraws, DEALS_PER_BLOCK, batched_draws};
use pioche_engine::rng::{Purpose, Streams};
use rand::Rng;

/// Inserts the cards of a word into a deck. Returns false if the word is rejected.
fn insert_cards(draws: &BatchedDraws, word: u64, deck: &mut Vec<u8>) -> bool {
    let mut word = word & 0xffff_ffff;
    for bound in draws.bounds.clone() {
        let wide = word * u64::from(bound);
        deck.insert((wide >> 32) as usize, (bound - 1) as u8);
        word = wide & 0xffff_ffff;
    }
    word >= u64::from(draws.rejection_threshold)
}

/// Shuffles a deck with the words of a generator; a rejected one is skipped.
pub fn single_deck(cards: usize, generator: &mut impl Rng) -> Vec<u8> {
    let mut halves = Vec::new();
    let mut deck = vec![0];
    for draws in batched_draws(cards) {
        loop {
            if halves.is_empty() {
                let word = generator.next_u64();
                halves = vec![word >> 32, word];
            }
            let mut longer_deck = deck.clone();
            if insert_cards(&draws, halves.pop().expect("a half"), &mut longer_deck) {
                deck = longer_deck;
                break;
            }
        }
    }
    deck
}

/// Returns the decks of a block.
pub fn block_decks(cards: usize, streams: &Streams, block: u64) -> Vec<Vec<u8>> {
    let mut generator = streams.stream(Purpose::Shuffle, block);
    let draws = batched_draws(cards);
    let words: Vec<[u64; DEALS_PER_BLOCK / 2]> = draws
        .iter()
        .map(|_| std::array::from_fn(|_| generator.next_u64()))
        .collect();
    let deck = |lane: usize| {
        let mut deck = vec![0];
        let mut is_accepted = true;
        for (draws, words) in draws.iter().zip(&words) {
            is_accepted &= insert_cards(draws, words[lane / 2] >> (lane % 2 * 32), &mut deck);
        }
        if is_accepted {
            return deck;
        }
        let deal = block * DEALS_PER_BLOCK as u64 + lane as u64;
        single_deck(cards, &mut streams.stream(Purpose::Reshuffle, deal))
    };
    (0..DEALS_PER_BLOCK).map(deck).collect()
}

/// Returns the deck after one riffle with given flips.
pub fn riffled(deck: &[u8], flips: &[bool]) -> Vec<u8> {
    let (first, second) = deck.split_at(flips.iter().filter(|flip| **flip).count());
    let mut packets = [second.iter(), first.iter()];
    let fall = |&flip: &bool| *packets[usize::from(flip)].next().expect("a card");
    flips.iter().map(fall).collect()
}

/// Riffles a sorted deck with the words of a generator.
pub fn riffled_deck(cards: usize, riffles: u32, generator: &mut impl Rng) -> Vec<u8> {
    let mut deck = sorted(cards);
    for _ in 0..riffles {
        let words: Vec<u64> = (0..cards.div_ceil(64))
            .map(|_| generator.next_u64())
            .collect();
        let flip = |place| words[place / 64] >> (place % 64) & 1 == 1;
        deck = riffled(&deck, &(0..cards).map(flip).collect::<Vec<bool>>());
    }
    deck
}

pub fn sorted(cards: usize) -> Vec<u8> {
    (0..=u8::MAX).take(cards).collect()
}
