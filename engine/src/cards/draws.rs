//! The random draws of the uniform shuffle of [`super::shuffle`] for 64 decks at once: the place at which each card is
//! inserted among the cards before it; and the shuffled decks, as lists of cards.

use super::bit_planes::Aligned;
use super::shuffle::{BatchedDraws, DEALS_PER_BLOCK, UniformShuffle};
use crate::rng::GeneratorLanes;
use crate::simd::{LaneGroupSizes, SimdKernel, SimdLevel};
use pulp::bytemuck;
use rand::Rng;
use std::ops::Range;

/// The number of blocks with generators that are stepped together, so that their steps overlap in time.
pub const INTERLEAVED_BLOCKS: usize = 16;

/// A word of 32 bits for each of 64 lanes: the low half, then the high half of each integer.
type BlockWords = Aligned<[u64; DEALS_PER_BLOCK / 2]>;

/// The draws for 64 decks, in buffers that are used again for the next decks.
///
/// The 64 lanes drawn together are a *batch*: the deals of one block, or of blocks that are dealt side by side.
#[derive(Clone, Debug)]
pub struct BlockDraws {
    uniform: UniformShuffle,
    words: Vec<[BlockWords; INTERLEAVED_BLOCKS]>,
    places: Vec<Aligned<[u32; DEALS_PER_BLOCK]>>,
}

impl BlockDraws {
    /// Buffers for decks of `cards` cards, from 1 to 256.
    ///
    /// # Panics
    /// When `cards` is out of that range.
    pub fn new(cards: usize) -> Self {
        let uniform = UniformShuffle::new(cards);
        Self {
            words: vec![
                [Aligned([0; DEALS_PER_BLOCK / 2]); INTERLEAVED_BLOCKS];
                uniform.draw_batches().len()
            ],
            places: vec![Aligned([0; DEALS_PER_BLOCK]); cards],
            uniform,
        }
    }

    /// For each card, the place at which it is inserted among the cards before it in each of the 64 decks.
    #[inline(always)]
    pub fn insertion_places(&self) -> &[Aligned<[u32; DEALS_PER_BLOCK]>] {
        &self.places
    }

    /// Draws the places for the 64 decks of one block.
    ///
    /// `generator` is the block's; `reshuffle_generator(lane)` is for a lane of which a word was rejected.
    pub fn draw_block<G: Rng>(
        &mut self,
        simd_level: SimdLevel,
        mut generator: impl Rng,
        reshuffle_generator: impl FnMut(usize) -> G,
    ) {
        for words in &mut self.words {
            *words[0] = std::array::from_fn(|_| generator.next_u64());
        }
        self.draw_batch(simd_level, 0, reshuffle_generator);
    }

    /// Takes the words of [`INTERLEAVED_BLOCKS`] blocks from their generators, for as many calls of [`BlockDraws::draw_batch`].
    pub fn generate_words(
        &mut self,
        simd_level: SimdLevel,
        generators: GeneratorLanes<INTERLEAVED_BLOCKS>,
    ) {
        simd_level.run(GenerateWords {
            generators,
            words: &mut self.words,
        });
    }

    /// Draws the places for batch `batch` from the last words; [`block_and_lane`] maps its lanes to deals.
    ///
    /// `reshuffle_generator(lane)` is for a lane of which a word was rejected.
    pub fn draw_batch<G: Rng>(
        &mut self,
        simd_level: SimdLevel,
        batch: usize,
        mut reshuffle_generator: impl FnMut(usize) -> G,
    ) {
        let job = DrawPlaces {
            draw_batches: self.uniform.draw_batches(),
            words: &self.words,
            batch,
            places: &mut self.places,
        };
        if !simd_level.run(job) {
            return;
        }
        let mut deck = Vec::new();
        for lane in 0..DEALS_PER_BLOCK {
            let word = |words: &[BlockWords; INTERLEAVED_BLOCKS]| {
                (words[batch][lane / 2] >> (lane % 2 * 32)) as u32
            };
            let mut draw_batches = self.uniform.draw_batches().iter().zip(&self.words);
            if draw_batches.any(|(draws, words)| draws.rejects(word(words))) {
                self.uniform
                    .deal_deck(&mut reshuffle_generator(lane), &mut deck);
                self.encode_deck(lane, &deck);
            }
        }
    }

    /// Sets the deck of a lane: the numbers of the cards, top card first.
    ///
    /// # Panics
    /// When it does not hold each card of the pack once.
    pub fn encode_deck(&mut self, lane: usize, deck: &[u8]) {
        let mut earlier_cards = deck.to_vec();
        for card in (0..self.places.len()).rev() {
            let place = earlier_cards
                .iter()
                .position(|&number| usize::from(number) == card)
                .expect("each card is in the deck");
            earlier_cards.remove(place);
            self.places[card][lane] = place as u32;
        }
    }
}

/// The block, from 0 to [`INTERLEAVED_BLOCKS`] - 1, and its lane, of the deal in lane `lane` of batch `batch`.
pub const fn block_and_lane(batch: usize, lane: usize) -> (usize, usize) {
    let output = batch * (DEALS_PER_BLOCK / 2) + lane / 2;
    (
        output % INTERLEAVED_BLOCKS,
        output / INTERLEAVED_BLOCKS * 2 + lane % 2,
    )
}

/// The kernel that fills the words of [`INTERLEAVED_BLOCKS`] blocks.
struct GenerateWords<'a> {
    generators: GeneratorLanes<INTERLEAVED_BLOCKS>,
    words: &'a mut [[BlockWords; INTERLEAVED_BLOCKS]],
}

impl SimdKernel for GenerateWords<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: LaneGroupSizes>(mut self) {
        for row in self
            .words
            .iter_mut()
            .flatten()
            .flat_map(|halves| halves.chunks_exact_mut(INTERLEAVED_BLOCKS))
        {
            row.copy_from_slice(&self.generators.next_u64s());
        }
    }
}

/// The kernel that maps words to places, see [`super::shuffle`]; it returns true if a word was rejected.
struct DrawPlaces<'a> {
    draw_batches: &'a [BatchedDraws],
    words: &'a [[BlockWords; INTERLEAVED_BLOCKS]],
    batch: usize,
    places: &'a mut [Aligned<[u32; DEALS_PER_BLOCK]>],
}

const LOW_HALF_MASK: u64 = u32::MAX as u64;

impl SimdKernel for DrawPlaces<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: LaneGroupSizes>(self) -> bool {
        let mut rejections = 0;
        for (draws, words) in self.draw_batches.iter().zip(self.words) {
            // The two halves of a word of 64 bits belong to neighbouring lanes.
            let mut even_lanes = words[self.batch];
            let mut odd_lanes = words[self.batch];
            let high_halves = if cfg!(target_endian = "little") {
                &mut odd_lanes
            } else {
                &mut even_lanes
            };
            for word in high_halves.iter_mut() {
                *word >>= 32;
            }
            for bound in draws.bounds.clone() {
                let mut places = Aligned([0; DEALS_PER_BLOCK / 2]);
                for ((places, even), odd) in places
                    .iter_mut()
                    .zip(even_lanes.iter_mut())
                    .zip(odd_lanes.iter_mut())
                {
                    // The upper half of a product is the draw; the lower half is used for the next bound.
                    *even = (*even & LOW_HALF_MASK) * u64::from(bound);
                    *odd = (*odd & LOW_HALF_MASK) * u64::from(bound);
                    *places = *even >> 32 | *odd & !LOW_HALF_MASK;
                }
                *self.places[bound as usize - 1] = bytemuck::cast(*places);
            }
            let threshold = u64::from(draws.rejection_threshold);
            for (even, odd) in even_lanes.iter().zip(odd_lanes.iter()) {
                rejections |= u64::from(even & LOW_HALF_MASK < threshold)
                    | u64::from(odd & LOW_HALF_MASK < threshold);
            }
        }
        rejections != 0
    }
}

/// Shuffles 64 decks at once, in buffers that are used again for the next block, as lists of cards.
///
/// Insertions into a list would move its cards. Instead the place of each card is stored, a byte a deck, the decks side
/// by side. A new card moves the cards from its place on down by one: a comparison and an addition for each earlier
/// card, one instruction each for as many decks as a register has bytes.
///
/// ```text
/// place of each card        a 0   b 2   c 1
/// card d to place 1         a 0   b 3   c 2   d 1
/// ```
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
