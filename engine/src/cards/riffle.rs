//! The riffle shuffle (mélange américain), and statistics that detect a badly shuffled deck.
//!
//! One riffle: cut the deck into its first c cards and the others, c being the number of heads in n fair flips; then
//! let the cards fall one by one, the next one from the first packet with probability a / (a + b), where a and b are
//! the cards that the two packets still hold. This is the model of Gilbert, Shannon and Reeds.
//!
//! [`Riffler`] is a fast engine of this law; [`super::riffle_lanes`] makes the same decks many at a time. The handout's
//! definition, flip by flip and draw by draw, is in the tests.
//!
//! # Why n flips are a whole riffle
//!
//! Given the cut, the draws a / (a + b) make all C(n, c) ways to interleave the packets equally likely, so each pair
//! (cut, interleaving) has probability C(n, c) / 2^n / C(n, c) = 1 / 2^n. Now flip a coin for each *place* of the
//! new deck: heads, the card there comes from the first packet. The heads count the cut, which is binomial, and
//! each pattern of flips, that is each pair (cut, interleaving), has probability 1 / 2^n: the same law, from the
//! very flips that the cut needs anyway. A test verifies this with exact fractions.
//!
//! # The words, exactly
//!
//! The deck begins sorted, card 0 on top, and its generator is `(seed, Purpose::Riffle, deal)`.
//! [`Riffler::shuffle`] takes ceil(n / 64) words of 64 bits for each riffle, in order, and nothing else. Flip i
//! (place i of the new deck, 0 being the top) is bit `i mod 64`, counted from the lowest, of word `i / 64` of the
//! riffle; a set bit takes the next card of the first packet. The unused high bits of the last word are dropped.
//! In Python, with a generator `bits` made as described in [`crate::rng`], for at most 64 cards:
//!
//! ```text
//! for word in map(int, bits.random_raw(riffles)):
//!     flips = [word >> i & 1 for i in range(n)]
//!     first, second = iter(deck[:sum(flips)]), iter(deck[sum(flips):])
//!     deck = [next(first if flip else second) for flip in flips]
//! ```

use rand::Rng;

/// The number of heads in `cards` fair flips: the size of the first packet.
///
/// Takes ceil(`cards` / 64) words from the generator and counts the ones among their first `cards` bits, lowest bits
/// first.
pub fn cut_size(cards: usize, generator: &mut impl Rng) -> usize {
    (0..cards)
        .step_by(64)
        .map(|place| count_heads(generator.next_u64(), (cards - place).min(64)))
        .sum()
}

/// Riffles decks, in buffers that are used again for the next deck.
///
/// ```
/// use pioche_engine::cards::riffle::{Riffler, rising_sequences};
/// use pioche_engine::rng::{Purpose, Seed, stream};
///
/// let mut deck: Vec<u8> = (0..52).collect();
/// Riffler::default().shuffle(&mut deck, 1, &mut stream(Seed(1), Purpose::Riffle, 0));
/// assert!(rising_sequences(&deck) <= 2); // m riffles make at most 2^m
/// ```
#[derive(Clone, Debug, Default)]
pub struct Riffler {
    packets: Vec<u8>,
    words: Vec<u64>,
}

impl Riffler {
    /// Riffles the deck `riffles` times; with 0, leaves the deck as it is and takes no word from the generator.
    #[doc(alias = "riffleShuffle")]
    pub fn shuffle(&mut self, deck: &mut [u8], riffles: u32, generator: &mut impl Rng) {
        for _ in 0..riffles {
            self.words.clear();
            self.words
                .extend((0..deck.len().div_ceil(64)).map(|_| generator.next_u64()));
            self.interleave(deck);
        }
    }

    fn interleave(&mut self, deck: &mut [u8]) {
        self.packets.clear();
        self.packets.extend_from_slice(deck);
        let cut_size: usize = deck
            .chunks(64)
            .zip(&self.words)
            .map(|(places, &word)| count_heads(word, places.len()))
            .sum();
        let mut first = 0;
        let mut second = cut_size;
        for (places, &word) in deck.chunks_mut(64).zip(&self.words) {
            let mut flips = word;
            for card in places {
                // A branch would be mispredicted every other time.
                let heads = (flips & 1) as usize;
                *card = self.packets[if heads == 1 { first } else { second }];
                first += heads;
                second += 1 - heads;
                flips >>= 1;
            }
        }
    }
}

/// The heads among the `flips` lowest bits of a word, `flips` being from 1 to 64.
const fn count_heads(word: u64, flips: usize) -> usize {
    (word << (64 - flips)).count_ones() as usize
}

/// Counts the pairs of neighbours of equal value (jumeaux).
pub fn twins<T: PartialEq>(deck: &[T]) -> usize {
    deck.windows(2).filter(|pair| pair[0] == pair[1]).count()
}

/// Counts the runs of 4 neighbours of equal value; runs may overlap.
pub fn quadruplets<T: PartialEq>(deck: &[T]) -> usize {
    deck.windows(4)
        .filter(|quadruplet| quadruplet.iter().all(|value| *value == quadruplet[0]))
        .count()
}

/// The number of cards of each value in the handout's pack.
pub const CARDS_PER_VALUE: u8 = 4;

/// The value of card number `card` of a sorted pack (1, 1, 1, 1, 2, 2, 2, 2, …): 1 + card / 4.
pub const fn card_value(card: u8) -> u8 {
    1 + card / CARDS_PER_VALUE
}

/// Counts the runs of 8 neighbours that have at most 2 values; runs may overlap.
pub fn two_valued_octuplets<T: PartialEq>(deck: &[T]) -> usize {
    deck.windows(8)
        .filter(|octuplet| has_at_most_two_values(octuplet))
        .count()
}

fn has_at_most_two_values<T: PartialEq>(cards: &[T]) -> bool {
    let first_value = &cards[0];
    let second_value = cards.iter().find(|value| *value != first_value);
    cards
        .iter()
        .all(|value| value == first_value || Some(value) == second_value)
}

/// The number of one pattern of neighbouring cards in a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternCount {
    /// The name of the pattern in files.
    pub name: &'static str,
    /// The number of patterns.
    pub count: usize,
    /// The number from which the handout calls a deck of 52 cards suspect.
    pub suspect_from: usize,
}

/// Counts the twins, quadruplets and octuplets of a deck of values (handout 003, 2.3).
pub fn pattern_counts<T: PartialEq>(deck: &[T]) -> [PatternCount; 3] {
    let patterns = [
        ("twins", twins(deck), 14),
        ("quadruplets", quadruplets(deck), 3),
        ("octuplets", two_valued_octuplets(deck), 2),
    ];
    patterns.map(|(name, count, suspect_from)| PatternCount {
        name,
        count,
        suspect_from,
    })
}

/// Returns true if the handout calls a deck of values suspect: at least 14 twins, 3 quadruplets or 2 octuplets.
///
/// ```
/// use pioche_engine::cards::riffle::{is_suspect, two_valued_octuplets, quadruplets, twins, card_value};
///
/// let sorted: Vec<u8> = (0..52).map(card_value).collect(); // 1, 1, 1, 1, 2, …
/// assert_eq!((twins(&sorted), quadruplets(&sorted)), (3 * 13, 13));
/// assert!(is_suspect(&sorted));
/// let alternating: Vec<u8> = (0..52).map(|place| place % 13).collect();
/// assert_eq!((twins(&alternating), two_valued_octuplets(&alternating)), (0, 0));
/// ```
pub fn is_suspect<T: PartialEq>(deck: &[T]) -> bool {
    let patterns = pattern_counts(deck);
    patterns
        .iter()
        .any(|pattern| pattern.count >= pattern.suspect_from)
}

/// Counts the rising sequences of a deck of the cards 0, 1, …, n - 1, each once, n being at most 256.
///
/// A rising sequence is a longest run of consecutive cards k, k + 1, … found in that order from the top down. A sorted
/// deck has 1, a reversed one n, the empty one 0; m riffles of a sorted deck make at most 2^m.
///
/// ```
/// use pioche_engine::cards::riffle::rising_sequences;
///
/// assert_eq!(rising_sequences(&[0, 3, 1, 2]), 2); // 0, 1, 2 and 3
/// assert_eq!(rising_sequences(&[3, 2, 1, 0]), 4);
/// ```
pub fn rising_sequences(deck: &[u8]) -> usize {
    let mut places = [0_usize; 256];
    for (place, &card) in deck.iter().enumerate() {
        places[usize::from(card)] = place;
    }
    let card_places = &places[..deck.len().min(256)];
    let descents = card_places.windows(2).filter(|pair| pair[1] < pair[0]);
    card_places.len().min(1) + descents.count()
}
