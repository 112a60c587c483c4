//! Shuffles, exactly uniform for ideal random words: if all words are equally likely, so are all decks.
//!
//! The uniform shuffle is ours because a library's may change with its version. It is made of insertions, so that an
//! engine can build many decks at once without ever holding a list: begin with card 0 alone, then insert card
//! k = 1, 2, …, n - 1 at a uniform place among the k + 1 places 0, …, k of the deck so far (place 0 is the top).
//!
//! # The draws, exactly
//!
//! Card k needs a draw below its *bound* k + 1: its place. Consecutive bounds share a 32-bit word, and each
//! word takes as many as it can: from 2 on, the next bound joins the word as long as the product stays at most 2^20, and
//! begins the next word otherwise. So the words of n = 32 have the bounds 2 to 9, 10 to 14, 15 to 18, 19 to 22, 23 to 26,
//! 27 to 30, and 31 and 32: 7 words; n = 52 takes 14, a single card none. The *product* below is that of the bounds of
//! the word. A word `x` gives its draws in the order of its bounds: `draw = x * bound / 2^32` (rounded down), then
//! `x = x * bound mod 2^32` goes on to the next bound. What is left in `x` at the end is the *leftover*: if it is below
//! `2^32 mod product`, the word is rejected; the others give every tuple of draws equally often (Lemire 2019;
//! Brackett-Rozinsky and Lemire 2024).
//!
//! Deals come in blocks of 64. Deal `k` is lane `k mod 64` of block `k / 64`, whose generator is
//! `(seed, Purpose::Shuffle, block)`. That generator yields 32 words of 64 bits for each word number `w`; lane `l`
//! reads word `w` in the `(32 w + l / 2)`-th of them, the low half when `l` is even and the high half when it is odd.
//! When any word of a lane is rejected, its whole deck is made anew from the generator `(seed, Purpose::Reshuffle, k)`,
//! whose words are the low half, then the high half of each of its outputs; a word that is rejected there is passed
//! over, and the next one takes the same bounds.
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

/// Deals that share a generator.
pub const BLOCK: usize = 64;

/// The largest product of bounds that share a word.
const PRODUCT: u32 = 1 << 20;

/// Consecutive bounds that share one 32-bit word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordOfDraws {
    /// The bounds, in the order of the draws.
    pub bounds: RangeInclusive<u32>,
    /// A word whose leftover is below this is rejected.
    pub threshold: u32,
}

impl WordOfDraws {
    /// Whether this word is rejected.
    pub fn rejects(&self, word: u32) -> bool {
        self.bounds.clone().fold(word, u32::wrapping_mul) < self.threshold
    }
}

/// The uniform shuffle of a deck of a given size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uniform {
    words: Vec<WordOfDraws>,
}

impl Uniform {
    /// Shuffles of `size` cards, from 1 to 256.
    ///
    /// # Panics
    /// When `size` is out of that range: the callers' own limits are narrower.
    pub fn new(size: usize) -> Self {
        assert!((1..=256).contains(&size), "a shuffle needs 1 to 256 cards");
        let mut words = Vec::new();
        let mut first = 2;
        while first <= size as u32 {
            let (mut last, mut product) = (first, first);
            while last < size as u32 && product * (last + 1) <= PRODUCT {
                last += 1;
                product *= last;
            }
            let threshold = ((1_u64 << 32) % u64::from(product)) as u32;
            words.push(WordOfDraws { bounds: first..=last, threshold });
            first = last + 1;
        }
        Self { words }
    }

    /// How the draws are shared among words of 32 bits.
    pub fn words(&self) -> &[WordOfDraws] {
        &self.words
    }

    /// Shuffles one deck with words taken one after the other, a rejected word being followed by the next.
    ///
    /// `deck` is emptied and filled with the numbers of the cards, top card first.
    pub fn deal(&self, generator: &mut impl Rng, deck: &mut Vec<u8>) {
        let mut halves = Halves { generator, high: None };
        deck.clear();
        deck.push(0);
        for group in &self.words {
            let kept = deck.len();
            while !insert_all(group, halves.next(), deck) {
                // Only the cards of the rejected word are taken out again: the draws of the others stand.
                deck.retain(|&card| usize::from(card) < kept);
            }
        }
    }
}

/// Inserts the cards of one word; false when the word is rejected (the cards are then somewhere in the deck).
fn insert_all(group: &WordOfDraws, mut word: u32, deck: &mut Vec<u8>) -> bool {
    for bound in group.bounds.clone() {
        let wide = u64::from(word) * u64::from(bound);
        deck.insert((wide >> 32) as usize, (bound - 1) as u8);
        word = wide as u32;
    }
    word >= group.threshold
}

/// The outputs of a generator as words of 32 bits, low half first.
struct Halves<'a, G> {
    generator: &'a mut G,
    high: Option<u32>,
}

impl<G: Rng> Halves<'_, G> {
    fn next(&mut self) -> u32 {
        self.high.take().unwrap_or_else(|| {
            let both = self.generator.next_u64();
            self.high = Some((both >> 32) as u32);
            both as u32
        })
    }
}

/// An integer from 0 to `bound - 1`, exactly uniform for ideal words; 0 when `bound` is 0.
/// It is behind every choice of a player.
///
/// A word w of 64 bits gives w * bound / 2^64, rounded down, unless (w * bound mod 2^64) is below (2^64 mod bound):
/// it is then rejected, and the next word is tried (Lemire 2019).
pub fn below(bound: u64, generator: &mut (impl Rng + ?Sized)) -> u64 {
    loop {
        let wide = u128::from(generator.next_u64()) * u128::from(bound);
        let leftover = wide as u64;
        // The remainder is below the bound: most words need no division.
        if leftover >= bound || leftover >= bound.wrapping_neg() % bound {
            return (wide >> 64) as u64;
        }
    }
}
