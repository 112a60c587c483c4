//! The uniform shuffle of [`super::shuffle`] for 64 decks at once, as lists of cards.
//!
//! Insertions into a list would move its cards. Instead the place of each card is stored, a byte a deck, the decks side
//! by side. A new card moves the cards from its place on down by one: a comparison and an addition for each earlier
//! card, one instruction each for as many decks as a register has bytes.
//!
//! ```text
//! place of each card        a 0   b 2   c 1
//! card d to place 1         a 0   b 3   c 2   d 1
//! ```

use super::bit_planes::Aligned;
use super::draws::BlockDraws;
use super::shuffle::DEALS_PER_BLOCK;
use crate::simd::{LaneGroupSizes, SimdKernel, SimdLevel};
use rand::Rng;
use std::ops::Range;

/// Shuffles 64 decks at once, in buffers that are used again for the next block.
#[derive(Clone, Debug)]
pub struct BlockShuffler {
    draws: BlockDraws,
    places: Vec<Aligned<[u8; DEALS_PER_BLOCK]>>,
}

impl BlockShuffler {
    /// Buffers for decks of `cards` cards, from 1 to 256.
    ///
    /// # Panics
    /// When `cards` is out of that range.
    pub fn new(cards: usize) -> Self {
        Self {
            draws: BlockDraws::new(cards),
            places: vec![Aligned([0; DEALS_PER_BLOCK]); cards],
        }
    }

    /// Shuffles the 64 decks of a block, and calls `each(lane, deck)` for those in `lanes`, in order.
    ///
    /// `generator` is the block's; `reshuffle_generator(lane)` is for a lane of which a word was rejected.
    pub fn deal_block<G: Rng>(
        &mut self,
        simd_level: SimdLevel,
        generator: impl Rng,
        lanes: Range<usize>,
        reshuffle_generator: impl FnMut(usize) -> G,
        mut each: impl FnMut(usize, &[u8]),
    ) {
        self.draws
            .draw_block(simd_level, generator, reshuffle_generator);
        simd_level.run(InsertCards {
            draws: &self.draws,
            places: &mut self.places,
        });
        let mut deck = [0; 256];
        for lane in lanes {
            for (card, places) in (0..=u8::MAX).zip(&self.places) {
                deck[usize::from(places[lane])] = card;
            }
            each(lane, &deck[..self.places.len()]);
        }
    }
}

/// The kernel that inserts the cards.
struct InsertCards<'a> {
    draws: &'a BlockDraws,
    places: &'a mut [Aligned<[u8; DEALS_PER_BLOCK]>],
}

impl SimdKernel for InsertCards<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: LaneGroupSizes>(self) {
        for (card, draws) in self.draws.insertion_places().iter().enumerate() {
            let mut card_places = Aligned([0; DEALS_PER_BLOCK]);
            for (card_place, &draw) in card_places.iter_mut().zip(draws.iter()) {
                *card_place = draw as u8;
            }
            for earlier_card_places in &mut self.places[..card] {
                for (place, card_place) in earlier_card_places.iter_mut().zip(card_places.iter()) {
                    *place += u8::from(*place >= *card_place);
                }
            }
            self.places[card] = card_places;
        }
    }
}
