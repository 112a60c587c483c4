//! The draws of the uniform shuffle of [`super::shuffle`], 64 decks at once: each card's place, as the cards before it lie.
//! Holds no deck, and knows no game.

use super::planes::Aligned;
use super::shuffle::{BLOCK, Uniform, WordOfDraws};
use crate::processor::{Job, LaneCounts, Processor};
use crate::rng::lanes::GeneratorLanes;
use pulp::bytemuck;
use rand::Rng;

/// Blocks whose generators run side by side: each waits for its own last step, and meanwhile the others go on.
pub const HANDS: usize = 16;

/// A word of 32 bits for each of 64 lanes: the low, then the high half of each of these.
type Halves = Aligned<[u64; BLOCK / 2]>;

/// Draws for 64 decks at once. Holds its memory from deal to deal.
///
/// The lanes that are dealt at once are a *hand*: 64 deals of one block, or of blocks that are dealt side by side.
#[derive(Clone, Debug)]
pub struct Draws {
    uniform: Uniform,
    words: Vec<[Halves; HANDS]>,
    places: Vec<Aligned<[u32; BLOCK]>>,
}

impl Draws {
    /// Draws for decks of so many cards, from 1 to 256.
    pub fn new(cards: usize) -> Self {
        let uniform = Uniform::new(cards);
        Self {
            words: vec![[Aligned([0; BLOCK / 2]); HANDS]; uniform.words().len()],
            places: vec![Aligned([0; BLOCK]); cards],
            uniform,
        }
    }

    /// The place at which each card is inserted among those before it, in each of the 64 decks.
    #[inline(always)]
    pub fn places(&self) -> &[Aligned<[u32; BLOCK]>] {
        &self.places
    }

    /// Draws a block, lane by lane: the place of each card in each of the 64 decks. `reshuffle(lane)` gives the generator of a
    /// lane whose word was rejected.
    pub fn draw<G: Rng>(&mut self, processor: Processor, mut generator: impl Rng, reshuffle: impl FnMut(usize) -> G) {
        for hands in &mut self.words {
            *hands[0] = std::array::from_fn(|_| generator.next_u64());
        }
        self.draw_hand(processor, 0, reshuffle);
    }

    /// Takes the words of [`HANDS`] blocks from their generators, for as many hands.
    pub fn take_words(&mut self, processor: Processor, generators: GeneratorLanes<HANDS>) {
        processor.run(Take { generators, words: &mut self.words });
    }

    /// Draws a hand from the words that were taken. Its lanes are those that [`block_and_lane`] tells; `reshuffle(lane)` gives
    /// the generator of a lane of the hand whose word was rejected.
    pub fn draw_hand<G: Rng>(&mut self, processor: Processor, hand: usize, mut reshuffle: impl FnMut(usize) -> G) {
        let job = Draw { groups: self.uniform.words(), words: &self.words, hand, places: &mut self.places };
        if !processor.run(job) {
            return;
        }
        let mut deck = Vec::new();
        for lane in 0..BLOCK {
            let word = |hands: &[Halves; HANDS]| (hands[hand][lane / 2] >> (lane % 2 * 32)) as u32;
            if self.uniform.words().iter().zip(&self.words).any(|(group, hands)| group.rejects(word(hands))) {
                self.uniform.deal(&mut reshuffle(lane), &mut deck);
                self.set(lane, &deck);
            }
        }
    }

    /// Makes the deck of a lane this one, numbers of cards from the top.
    ///
    /// # Panics
    /// When it does not hold each card of the pack once.
    pub fn set(&mut self, lane: usize, deck: &[u8]) {
        let mut deck = deck.to_vec();
        for card in (0..self.places.len()).rev() {
            let place = deck.iter().position(|&other| usize::from(other) == card).expect("each card is in the deck");
            deck.remove(place);
            self.places[card][lane] = place as u32;
        }
    }
}

/// Where the deal in a lane of a hand lies, when blocks are dealt side by side: its block among them, and its lane there.
pub const fn block_and_lane(hand: usize, lane: usize) -> (usize, usize) {
    let output = hand * (BLOCK / 2) + lane / 2;
    (output % HANDS, output / HANDS * 2 + lane % 2)
}

struct Take<'a> {
    generators: GeneratorLanes<HANDS>,
    words: &'a mut [[Halves; HANDS]],
}

impl Job for Take<'_> {
    type Answer = ();

    #[inline(always)]
    fn run<L: LaneCounts>(mut self) {
        for row in self.words.iter_mut().flatten().flat_map(|halves| halves.chunks_exact_mut(HANDS)) {
            row.copy_from_slice(&self.generators.next_u64s());
        }
    }
}

/// From words to places: see [`super::shuffle`]. The answer is whether a word was rejected.
struct Draw<'a> {
    groups: &'a [WordOfDraws],
    words: &'a [[Halves; HANDS]],
    hand: usize,
    places: &'a mut [Aligned<[u32; BLOCK]>],
}

const LOW: u64 = u32::MAX as u64;

impl Job for Draw<'_> {
    type Answer = bool;

    #[inline(always)]
    fn run<L: LaneCounts>(self) -> bool {
        let mut rejected = 0;
        for (group, hands) in self.groups.iter().zip(self.words) {
            // The words of the lanes in turn: the two halves of a word of 64 bits are neighbours in memory.
            let (mut one, mut other) = (hands[self.hand], hands[self.hand]);
            let high = if cfg!(target_endian = "little") { &mut other } else { &mut one };
            for word in high.iter_mut() {
                *word >>= 32;
            }
            for bound in group.bounds.clone() {
                let mut places = Aligned([0; BLOCK / 2]);
                for ((places, one), other) in places.iter_mut().zip(one.iter_mut()).zip(other.iter_mut()) {
                    // Of a product the upper half is the draw, and the lower one goes on.
                    (*one, *other) = ((*one & LOW) * u64::from(bound), (*other & LOW) * u64::from(bound));
                    *places = *one >> 32 | *other & !LOW;
                }
                *self.places[bound as usize - 1] = bytemuck::cast(*places);
            }
            let threshold = u64::from(group.threshold);
            for (one, other) in one.iter().zip(other.iter()) {
                rejected |= u64::from(one & LOW < threshold) | u64::from(other & LOW < threshold);
            }
        }
        rejected != 0
    }
}
