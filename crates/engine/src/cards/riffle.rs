//! The riffle shuffle (mélange américain), and statistics that detect a badly shuffled deck.
//!
//! One riffle: cut the deck into its first c cards and the others, c being the number of heads in n fair flips; then
//! let the cards fall one by one, the next one from the first packet with probability a / (a + b), where a and b are
//! the cards that the two packets still hold. This is the model of Gilbert, Shannon and Reeds.
//!
//! [`Riffler`] is a fast engine of this distribution; [`BlockRiffler`] makes the same decks many at a time. The handout's
//! definition, flip by flip and draw by draw, is in the tests.
//!
//! # Why n flips are a whole riffle
//!
//! Given the cut, the draws a / (a + b) make all C(n, c) ways to interleave the packets equally likely, so each pair
//! (cut, interleaving) has probability C(n, c) / 2^n / C(n, c) = 1 / 2^n. Now flip a coin for each *place* of the
//! new deck: heads, the card there comes from the first packet. The heads count the cut, which is binomial, and
//! each pattern of flips, that is each pair (cut, interleaving), has probability 1 / 2^n: the same distribution, from the
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
//!
//! # Many packs at once
//! [`BlockRiffler`] makes the same decks as [`Riffler`] from the same words.
//!
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

use crate::simd::{SimdKernel, SimdLevel};
use rand::Rng;
use std::ops::Range;

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
fn count_heads(word: u64, flips: usize) -> usize {
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

/// True if the handout calls a deck of values suspect: at least 14 twins, 3 quadruplets or 2 octuplets.
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
pub fn rising_sequences(deck: &[u8]) -> usize {
    let mut places = [0_usize; 256];
    for (place, &card) in deck.iter().enumerate() {
        places[usize::from(card)] = place;
    }
    let card_places = &places[..deck.len().min(256)];
    let descents = card_places.windows(2).filter(|pair| pair[1] < pair[0]);
    card_places.len().min(1) + descents.count()
}

/// The largest number of decks in one call of [`BlockRiffler::deal_block`].
pub const MAX_BLOCK_DECKS: usize = 32;

/// The largest number of cards of a deck: the flips of a riffle are one word.
pub const MAX_CARDS: usize = 64;

const CARD_BITS: usize = 6;

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

struct RiffleKernel<F> {
    cards: usize,
    flips: F,
}

impl<F: Iterator<Item = LaneWords>> SimdKernel for RiffleKernel<F> {
    /// The decks with eight cards a word, a byte each, the first card in the lowest byte.
    type Output = [LaneWords; MAX_CARDS / 8];

    #[inline(always)]
    fn run<const REGISTER_BYTES: usize>(self) -> Self::Output {
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
fn select(mask: u64, set: u64, clear: u64) -> u64 {
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
fn delta_swap(word: u64, by: u32, places: u64) -> u64 {
    let differences = (word ^ word >> by) & places;
    word ^ differences ^ differences << by
}
