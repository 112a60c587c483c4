//! The uniform shuffle: if all random words are equally likely, so are all decks.
//!
//! It does not use a library's shuffle, which may change with its version. It begins with card 0 alone, then inserts
//! card k = 1, 2, …, n - 1 at a uniform place among the k + 1 places 0, …, k of the deck so far (place 0 is the top).
//! Insertions let an engine build many decks at once without a list of cards.
//!
//! # The draws, exactly
//!
//! Card k needs a draw below its *bound* k + 1: its place. Consecutive bounds share a 32-bit word, and each word takes
//! as many as it can: from 2 on, the next bound joins the word as long as the product stays at most 2^20, and begins
//! the next word otherwise. So the words of n = 32 have the bounds 2 to 9, 10 to 14, 15 to 18, 19 to 22, 23 to 26, 27
//! to 30, and 31 and 32: 7 words; n = 52 takes 14, a single card none. The *product* below is that of the bounds of the
//! word. A word `x` gives its draws in the order of its bounds: `draw = x * bound / 2^32` (rounded down), then
//! `x = x * bound mod 2^32` goes on to the next bound. What is left in `x` at the end is the *leftover*: if it is below
//! `2^32 mod product`, the word is rejected; the others give every tuple of draws equally often (Lemire 2019;
//! Brackett-Rozinsky and Lemire 2024).
//!
//! Deals are made in blocks of 64. Deal `k` is lane `k mod 64` of block `k / 64`, with the generator
//! `(seed, Purpose::Shuffle, block)`. That generator yields 32 words of 64 bits for each word number `w`; lane `l`
//! reads word `w` in the `(32 w + l / 2)`-th of them, the low half when `l` is even and the high half when it is odd.
//! When any word of a lane is rejected, its whole deck is made anew from the generator `(seed, Purpose::Reshuffle, k)`,
//! as words of 32 bits, the low half, then the high half of each output; a rejected word is skipped, and the next
//! word takes the same bounds.
//!
//! In Python, with NumPy (`words(n)` is the number of words, `state` and `increment` stand in [`crate::rng`]):
//!
//! ```text
//! bits = np.random.PCG64DXSM()
//! bits.state = {"bit_generator": "PCG64DXSM", "state": {"state": state, "inc": increment}, "has_uint32": 0, "uinteger": 0}
//! lane_words = bits.random_raw(32 * words(n)).view(np.uint32).reshape(words(n), 64)[:, k % 64]
//! ```

use rand::Rng;
use std::ops::RangeInclusive;

/// The number of deals that share a generator.
pub const DEALS_PER_BLOCK: usize = 64;

/// The largest product of bounds that share a word.
const MAX_BOUND_PRODUCT: u32 = 1 << 20;

/// The consecutive bounds that share one word of 32 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchedDraws {
    /// The bounds, in the order of the draws.
    pub bounds: RangeInclusive<u32>,
    /// The smallest leftover of a word that is not rejected.
    pub rejection_threshold: u32,
}

impl BatchedDraws {
    /// Returns true if `word` is rejected.
    pub fn rejects(&self, word: u32) -> bool {
        self.bounds.clone().fold(word, u32::wrapping_mul) < self.rejection_threshold
    }
}

/// The uniform shuffle of a deck of a given size.
///
/// ```
/// use pioche_engine::cards::shuffle::UniformShuffle;
/// use pioche_engine::rng::{Purpose, Seed, stream};
///
/// let uniform = UniformShuffle::new(32);
/// assert_eq!(uniform.draw_batches().len(), 7);
/// let mut deck = Vec::new();
/// uniform.deal_deck(&mut stream(Seed(1), Purpose::Reshuffle, 0), &mut deck);
/// deck.sort_unstable();
/// assert!(deck.into_iter().eq(0..32));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniformShuffle {
    words: Vec<BatchedDraws>,
}

impl UniformShuffle {
    /// Shuffles of `size` cards, from 1 to 256.
    ///
    /// # Panics
    /// When `size` is out of that range.
    pub fn new(size: usize) -> Self {
        assert!((1..=256).contains(&size), "a shuffle needs 1 to 256 cards");
        let mut words = Vec::new();
        let mut first = 2;
        while first <= size as u32 {
            let mut last = first;
            let mut product = first;
            while last < size as u32 && product * (last + 1) <= MAX_BOUND_PRODUCT {
                last += 1;
                product *= last;
            }
            let threshold = ((1_u64 << 32) % u64::from(product)) as u32;
            words.push(BatchedDraws {
                bounds: first..=last,
                rejection_threshold: threshold,
            });
            first = last + 1;
        }
        Self { words }
    }

    /// The words of 32 bits that a shuffle takes, each with the draws that share it.
    pub fn draw_batches(&self) -> &[BatchedDraws] {
        &self.words
    }

    /// Replaces `deck` by a shuffled deck: the numbers of the cards from 0, top card first.
    ///
    /// A rejected word is skipped, and the next one is taken instead.
    pub fn deal_deck(&self, generator: &mut impl Rng, deck: &mut Vec<u8>) {
        let mut halves = HalfWords {
            generator,
            high: None,
        };
        deck.clear();
        deck.push(0);
        for draws in &self.words {
            let earlier_cards = deck.len();
            while !insert_all(draws, halves.next(), deck) {
                // Only the cards of the rejected word are taken out again.
                deck.retain(|&card| usize::from(card) < earlier_cards);
            }
        }
    }
}

/// Inserts the cards of one word. Returns false if the word is rejected; the cards are then in the deck, too.
fn insert_all(draws: &BatchedDraws, mut word: u32, deck: &mut Vec<u8>) -> bool {
    for bound in draws.bounds.clone() {
        let wide = u64::from(word) * u64::from(bound);
        deck.insert((wide >> 32) as usize, (bound - 1) as u8);
        word = wide as u32;
    }
    word >= draws.rejection_threshold
}

/// The outputs of a generator as words of 32 bits, low half first.
struct HalfWords<'a, G> {
    generator: &'a mut G,
    high: Option<u32>,
}

impl<G: Rng> HalfWords<'_, G> {
    fn next(&mut self) -> u32 {
        self.high.take().unwrap_or_else(|| {
            let word = self.generator.next_u64();
            self.high = Some((word >> 32) as u32);
            word as u32
        })
    }
}

/// Draws an integer from 0 to `bound - 1`, exactly uniform if all words are equally likely; 0 when `bound` is 0.
///
/// Every random choice of a player is made by this function.
/// A word w of 64 bits gives w * bound / 2^64, rounded down, unless (w * bound mod 2^64) is below (2^64 mod bound):
/// it is then rejected, and the next word is taken (Lemire 2019).
pub fn random_below(bound: u64, generator: &mut (impl Rng + ?Sized)) -> u64 {
    loop {
        let wide = u128::from(generator.next_u64()) * u128::from(bound);
        let leftover = wide as u64;
        // The remainder is below the bound: most words need no division.
        if leftover >= bound || leftover >= bound.wrapping_neg() % bound {
            return (wide >> 64) as u64;
        }
    }
}
