//! Riffles of many packs at once: the same decks as [`Riffler`](super::riffle::Riffler) makes from the same words.
//!
//! # The idea
//! A deck is held as bit planes: bit i of plane b is bit b of the card at place i, place 0 being the top. In a riffle
//! the cards of the first packet only move down, each by as many places as cards of the second packet fall before it;
//! those of the second packet only move up, each by as many as cards of the first packet fall after it:
//!
//! ```text
//! flips, from place 0     1  0  1  1  0  0  1  0        a 1 takes a card of the first packet
//! first packet            a  b  c  d                    a by 0 places, b and c by 1, d by 3
//! second packet                       e  f  g  h        e by 3 places, f and g by 1, h by 0
//! the new deck            a  e  b  c  f  g  d  h
//! ```
//!
//! A move by 3 is a move by 2 and one by 1. So all cards that move by 32 or more are moved by 32 places in one step, in
//! all planes, then those that have 16 or more left by 16, and so on: six steps a packet, whatever the flips. Which
//! cards those are follows from the flips alone, by the parities of counts (Steele's "expand", in Warren's
//! *Hacker's Delight*, 7-5). The planes of all decks lie side by side, so that each step is one instruction for as many
//! decks as a register holds.

use crate::simd::{LaneGroupSizes, SimdKernel, SimdLevel};
use rand::Rng;
use std::ops::Range;

/// The largest number of decks in one call of [`BlockRiffler::deal_block`].
pub const MAX_BLOCK_DECKS: usize = 32;

/// The largest number of cards of a deck: the flips of a riffle are one word.
pub const MAX_CARDS: usize = 64;

/// The number of bits of a card's number.
const CARD_BITS: usize = 6;

/// The number of decks that a step handles together.
const LANES: usize = 8;

type LaneWords = [u64; LANES];

/// A number of riffles of a sorted pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockRiffler {
    cards: usize,
    riffles: u32,
}

impl BlockRiffler {
    /// `riffles` riffles of the cards 0, 1, …, `cards` - 1; `None` when there are more than [`MAX_CARDS`] cards.
    pub fn new(cards: usize, riffles: u32) -> Option<Self> {
        (cards <= MAX_CARDS).then_some(Self { cards, riffles })
    }

    /// Riffles a pack for each lane of `lanes` and calls `each(lane, deck)` in order.
    ///
    /// `generator(lane)` returns the generator of a deck, of which one word is taken for each riffle.
    ///
    /// # Panics
    /// When there are more than [`MAX_BLOCK_DECKS`] lanes.
    pub fn deal_block<G: Rng>(
        &self,
        simd_level: SimdLevel,
        lanes: Range<usize>,
        mut generator: impl FnMut(usize) -> G,
        mut each: impl FnMut(usize, &[u8]),
    ) {
        assert!(
            lanes.len() <= MAX_BLOCK_DECKS,
            "a block has at most {MAX_BLOCK_DECKS} decks"
        );
        let mut generators: Vec<G> = lanes.clone().map(&mut generator).collect();
        for (generators, first) in generators.chunks_mut(LANES).zip(lanes.step_by(LANES)) {
            let flips = (0..self.riffles).map(|_| {
                let mut words = [0; LANES];
                words
                    .iter_mut()
                    .zip(&mut *generators)
                    .for_each(|(word, generator)| *word = generator.next_u64());
                words
            });
            let decks = simd_level.run(RiffleKernel {
                cards: self.cards,
                flips,
            });
            for lane in 0..generators.len() {
                let mut deck = [0; MAX_CARDS];
                for (eight_cards, words) in deck.as_chunks_mut().0.iter_mut().zip(&decks) {
                    *eight_cards = words[lane].to_le_bytes();
                }
                each(first + lane, &deck[..self.cards]);
            }
        }
    }
}

/// The kernel that riffles the decks of a few lanes.
struct RiffleKernel<F> {
    cards: usize,
    flips: F,
}

impl<F: Iterator<Item = LaneWords>> SimdKernel for RiffleKernel<F> {
    /// The decks with eight cards a word, a byte each, the first card in the lowest byte.
    type Output = [LaneWords; MAX_CARDS / 8];

    #[inline(always)]
    fn run<L: LaneGroupSizes>(self) -> Self::Output {
        let places = u64::MAX.checked_shr(64 - self.cards as u32).unwrap_or(0);
        let mut planes = SORTED_PLANES.map(|plane| [plane & places; LANES]);
        for mut flips in self.flips {
            flips.iter_mut().for_each(|flips| *flips &= places);
            riffle_planes(&mut planes, flips);
        }
        cards_from_planes(&planes)
    }
}

/// The planes of a sorted pack of 64 cards.
const SORTED_PLANES: [u64; CARD_BITS] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

#[inline(always)]
fn riffle_planes(planes: &mut [LaneWords; CARD_BITS], flips: LaneWords) {
    let mut inverse_flips = flips;
    inverse_flips.iter_mut().for_each(|word| *word = !*word);
    let down = arrival_masks(flips, |word, by| word << by, |word, by| word >> by);
    let up = arrival_masks(inverse_flips, |word, by| word >> by, |word, by| word << by);
    for plane in planes {
        let [mut first, mut second] = [*plane; 2];
        for step in (0..CARD_BITS).rev() {
            for lane in 0..LANES {
                first[lane] = select(down[step][lane], first[lane] << (1 << step), first[lane]);
                second[lane] = select(up[step][lane], second[lane] >> (1 << step), second[lane]);
            }
        }
        for lane in 0..LANES {
            plane[lane] = select(flips[lane], first[lane], second[lane]);
        }
    }
}

/// The bits of `set` where `mask` is 1, and of `clear` where it is 0.
#[inline(always)]
const fn select(mask: u64, set: u64, clear: u64) -> u64 {
    clear ^ mask & (set ^ clear)
}

/// The places at which cards arrive in each step of 1, 2, 4, … places.
///
/// The steps are made from the largest to the smallest, and in the end all cards are at the places of `ends`. `on`
/// shifts in the direction of the moves, `back` against it.
#[inline(always)]
fn arrival_masks(
    mut ends: LaneWords,
    on: impl Fn(u64, u32) -> u64 + Copy,
    back: impl Fn(u64, u32) -> u64 + Copy,
) -> [LaneWords; CARD_BITS] {
    let mut steps = [[0; LANES]; CARD_BITS];
    for lane in 0..LANES {
        steps[0][lane] = on(!ends[lane], 1);
    }
    let mut gaps = steps[0];
    for (step, arrivals) in steps.iter_mut().enumerate() {
        for lane in 0..LANES {
            // The places before which lies an odd number of gaps.
            let mut odd_places = gaps[lane];
            for by in [1, 2, 4, 8, 16, 32] {
                odd_places ^= on(odd_places, by);
            }
            let lane_arrivals = odd_places & ends[lane];
            ends[lane] = ends[lane] ^ lane_arrivals | back(lane_arrivals, 1 << step);
            gaps[lane] &= !odd_places;
            arrivals[lane] = lane_arrivals;
        }
    }
    steps
}

/// The cards of each deck from its planes, eight a word.
#[inline(always)]
fn cards_from_planes(planes: &[LaneWords; CARD_BITS]) -> [LaneWords; MAX_CARDS / 8] {
    let mut cards = [[0; LANES]; MAX_CARDS / 8];
    for (word, eight_cards) in cards.iter_mut().enumerate() {
        for lane in 0..LANES {
            // A square of 8 times 8 bits with a plane a byte; its transpose has a card a byte.
            let mut square = 0;
            for (bit, plane) in planes.iter().enumerate() {
                square |= (plane[lane] >> (8 * word) & 0xff) << (8 * bit);
            }
            square = delta_swap(square, 7, 0x00aa_00aa_00aa_00aa);
            square = delta_swap(square, 14, 0x0000_cccc_0000_cccc);
            eight_cards[lane] = delta_swap(square, 28, 0x0000_0000_f0f0_f0f0);
        }
    }
    cards
}

/// Exchanges the bits of `places` with those `by` places above them.
#[inline(always)]
const fn delta_swap(word: u64, by: u32, places: u64) -> u64 {
    let differences = (word ^ word >> by) & places;
    word ^ differences ^ differences << by
}
