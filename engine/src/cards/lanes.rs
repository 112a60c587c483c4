//! The uniform shuffle of [`super::shuffle`], 64 decks at once. Holds no list of cards, and knows no game.
//!
//! Its decks are bit planes, see [`super::planes`]: each is built by insertions without ever being a list.

use super::Pack;
use super::planes::{Aligned, Places, Planes, empty, group, insert, put};
use super::shuffle::{BLOCK, Uniform, WordOfDraws};
use crate::processor::{Job, Processor};
use rand::Rng;

/// Bits of a suit in a card's code; the rank's follow.
const SUIT_BITS: usize = 3;

/// Which bits of the cards' codes a pack needs: `S` planes of the suit among `P` planes.
const fn code_bit<const S: usize>(plane: usize) -> usize {
    if plane < S { plane } else { SUIT_BITS + plane - S }
}

/// The code of a card of the pack.
fn code(pack: Pack, number: u8) -> u8 {
    (number / pack.ranks()) | ((number % pack.ranks()) << SUIT_BITS)
}

/// Generators of blocks, side by side.
pub trait Generators {
    /// The next output of each. Write `#[inline(always)]` here.
    fn next_u64s(&mut self) -> [u64; HANDS];
}

/// Blocks whose generators run side by side: each waits for its own last step, and meanwhile the others go on.
pub const HANDS: usize = 16;

/// A word of 32 bits for each of 64 lanes: the low, then the high half of each of these.
type Halves = Aligned<[u64; BLOCK / 2]>;

/// Deals 64 decks at once. Holds its memory from deal to deal.
#[derive(Clone, Debug)]
pub struct Dealer {
    pack: Pack,
    uniform: Uniform,
    codes: Vec<u8>,
    /// The words of [`HANDS`] hands, word after word.
    words: Vec<[Halves; HANDS]>,
    draws: Vec<Aligned<[u32; BLOCK]>>,
}

/// The lanes that are dealt at once are a *hand*: 64 deals of one block, or of blocks that are dealt side by side.
impl Dealer {
    /// A dealer of this pack.
    pub fn new(pack: Pack) -> Self {
        let uniform = Uniform::new(pack.size());
        Self {
            pack,
            codes: (0..pack.size() as u8).map(|number| code(pack, number)).collect(),
            words: vec![[Aligned([0; BLOCK / 2]); HANDS]; uniform.words().len()],
            draws: vec![Aligned([0; BLOCK]); pack.size()],
            uniform,
        }
    }

    /// The pack.
    pub fn pack(&self) -> Pack {
        self.pack
    }

    /// Draws a block, lane by lane: the place of each card in each of the 64 decks, equal to those of
    /// [`Uniform::deal_block`] with the same `generator` and `reshuffle`.
    pub fn draw<G: Rng>(&mut self, processor: Processor, mut generator: impl Rng, reshuffle: impl FnMut(usize) -> G) {
        for hands in &mut self.words {
            *hands[0] = std::array::from_fn(|_| generator.next_u64());
        }
        self.draw_hand(processor, 0, reshuffle);
    }

    /// Takes the words of [`HANDS`] blocks from their generators, for as many hands.
    pub fn take_words(&mut self, processor: Processor, generators: impl Generators) {
        processor.run(Take { generators, words: &mut self.words });
    }

    /// Draws a hand from the words that were taken. Its lanes are those that [`block_and_lane`] tells; `reshuffle(lane)` gives
    /// the generator of a lane of the hand whose word was rejected.
    pub fn draw_hand<G: Rng>(&mut self, processor: Processor, hand: usize, mut reshuffle: impl FnMut(usize) -> G) {
        let job = Draw { groups: self.uniform.words(), words: &self.words, hand, draws: &mut self.draws };
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
        for card in (0..self.draws.len()).rev() {
            let place = deck.iter().position(|&other| usize::from(other) == card).expect("each card is in the deck");
            deck.remove(place);
            self.draws[card][lane] = place as u32;
        }
    }

    /// The decks of the block. `S` of the `P` planes are the suit's: enough for the pack's suits, the others for its
    /// ranks; `W` has a place for each card. `WIDE` and `NARROW` are those of [`Job::run`].
    #[inline(always)]
    pub fn planes<W: Places, const S: usize, const P: usize, const WIDE: usize, const NARROW: usize>(
        &self,
    ) -> Planes<W, P, BLOCK> {
        let mut planes = empty::<W, P, BLOCK>();
        for first in (0..BLOCK).step_by(NARROW) {
            let mut begun = empty::<u32, P, NARROW>();
            self.insert_all::<_, S, P, NARROW>(first, 0..self.draws.len().min(u32::MAX_PLACES), &mut begun);
            for (plane, begun) in planes.iter_mut().zip(begun.iter()) {
                for (set, &begun) in plane[first..first + NARROW].iter_mut().zip(begun) {
                    *set = W::of(begun.into());
                }
            }
        }
        if W::MAX_PLACES > u32::MAX_PLACES {
            for first in (0..BLOCK).step_by(NARROW) {
                let mut group = group::<W, P, NARROW>(&planes, first);
                self.insert_all::<W, S, P, NARROW>(
                    first,
                    u32::MAX_PLACES.min(self.draws.len())..self.draws.len(),
                    &mut group,
                );
                put(group, &mut planes, first);
            }
        }
        planes
    }

    /// Inserts some cards, one after the other, in the decks of the lanes from `first` on.
    #[inline(always)]
    fn insert_all<W: Places, const S: usize, const P: usize, const L: usize>(
        &self,
        first: usize,
        cards: std::ops::Range<usize>,
        planes: &mut Planes<W, P, L>,
    ) {
        for (draws, &code) in self.draws[cards.clone()].iter().zip(&self.codes[cards]) {
            let own: [W; P] =
                std::array::from_fn(|plane| W::of(u64::from(code >> code_bit::<S>(plane) & 1).wrapping_neg()));
            for (lane, &place) in draws[first..first + L].iter().enumerate() {
                insert(planes, lane, place, &own);
            }
        }
    }
}

/// Where the deal in a lane of a hand lies, when blocks are dealt side by side: its block among them, and its lane there.
pub const fn block_and_lane(hand: usize, lane: usize) -> (usize, usize) {
    let output = hand * (BLOCK / 2) + lane / 2;
    (output % HANDS, output / HANDS * 2 + lane % 2)
}

/// From generators to words.
struct Take<'a, G> {
    generators: G,
    words: &'a mut [[Halves; HANDS]],
}

impl<G: Generators> Job for Take<'_, G> {
    type Answer = ();

    #[inline(always)]
    fn run<const WIDE: usize, const NARROW: usize>(mut self) {
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
    draws: &'a mut [Aligned<[u32; BLOCK]>],
}

impl Job for Draw<'_> {
    type Answer = bool;

    #[inline(always)]
    fn run<const WIDE: usize, const NARROW: usize>(self) -> bool {
        let mut rejected = Aligned([0; BLOCK]);
        for (group, hands) in self.groups.iter().zip(self.words) {
            let mut left = Aligned([0; BLOCK]);
            for (left, &halves) in left.chunks_exact_mut(2).zip(hands[self.hand].iter()) {
                left[0] = halves as u32;
                left[1] = (halves >> 32) as u32;
            }
            for bound in group.bounds.clone() {
                let draws = &mut self.draws[bound as usize - 1];
                for (draw, left) in draws.iter_mut().zip(left.iter_mut()) {
                    *draw = ((u64::from(*left) * u64::from(bound)) >> 32) as u32;
                    *left = left.wrapping_mul(bound);
                }
            }
            for (rejected, &left) in rejected.iter_mut().zip(left.iter()) {
                *rejected |= u32::from(left < group.threshold);
            }
        }
        rejected.iter().fold(0, |any, &lane| any | lane) != 0
    }
}
