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
//!
//! # Many decks at once
//! [`BlockDraws`] has the draws for 64 decks: the place at which each card is inserted among the cards before it.
//! [`BlockShuffler`] makes the shuffled decks, as lists of cards.

use crate::rng::GeneratorLanes;
use crate::simd::{Aligned, SimdKernel, SimdLevel};
use pulp::bytemuck;
use rand::Rng;
use std::ops::{Range, RangeInclusive};

/// The number of deals that share a generator.
pub const DEALS_PER_BLOCK: usize = 64;

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
    /// True if `word` is rejected.
    pub fn rejects(&self, word: u32) -> bool {
        self.bounds.clone().fold(word, u32::wrapping_mul) < self.rejection_threshold
    }
}

/// The words of 32 bits that the uniform shuffle of `size` cards takes, from 1 to 256, each with the draws that
/// share it.
///
/// # Panics
/// When `size` is out of that range.
pub fn batched_draws(size: usize) -> Vec<BatchedDraws> {
    assert!((1..=256).contains(&size), "a shuffle needs 1 to 256 cards");
    let mut words = Vec::new();
    let mut first = 2;
    while first <= size as u32 {
        let (last, product) = bounds_of_word(first, size as u32);
        words.push(BatchedDraws {
            bounds: first..=last,
            rejection_threshold: rejection_threshold(product),
        });
        first = last + 1;
    }
    words
}

/// A uniformly shuffled deck: the numbers of the cards from 0 to `size` - 1, top card first.
///
/// A rejected word is skipped, and the next one is taken instead.
pub fn shuffled_deck(size: usize, generator: &mut impl Rng) -> Vec<u8> {
    let mut deck: Vec<u8> = (0..=u8::MAX).take(size).collect();
    shuffle_cards(&mut deck, generator);
    deck
}

/// Shuffles cards uniformly: the first card stays alone, then each of the others is inserted at a uniform place.
pub fn shuffle_cards(cards: &mut [u8], generator: &mut impl Rng) {
    let size = cards.len() as u32;
    if size < 2 {
        return;
    }
    let order = insert_digits(IDENTITY_DIGITS, size, generator, |order, card, place| {
        if card == MAX_DIGITS {
            put_in_order(&mut cards[..card], order);
        }
        cards[place..=card].rotate_right(1);
    });
    if cards.len() <= MAX_DIGITS {
        put_in_order(cards, order);
    }
}

/// Shuffles the `count` lowest digits of a hexadecimal number, at most 16, as [`shuffle_cards`] shuffles cards; the lowest
/// digit is the first card.
#[inline(always)]
pub fn shuffle_digits(digits: u64, count: u32, generator: &mut impl Rng) -> u64 {
    insert_digits(digits, count, generator, |_, _, _| ())
}

const MAX_DIGITS: usize = 16;

/// The digits from 0 to 15, the first one lowest.
const IDENTITY_DIGITS: u64 = 0xfedc_ba98_7654_3210;

/// Shuffles the first [`MAX_DIGITS`] of `size` cards, each a hexadecimal digit, the first card lowest. Calls `insert_later`
/// with the shuffled digits, the number of each later card, and the place at which it is inserted among the cards before it.
#[inline(always)]
fn insert_digits(
    digits: u64,
    size: u32,
    generator: &mut impl Rng,
    mut insert_later: impl FnMut(u64, usize, usize),
) -> u64 {
    let mut words = HalfWords {
        generator,
        high: None,
    };
    let mut last = size.min(FIRST_WORD_BOUND);
    let mut word = words.next_accepted(FACTORIALS[last as usize]);
    let mut first = 2;
    let mut shuffled = digits & 0xf;
    if size >= TABLE_BOUND {
        // The draws of the first bounds together are one draw below their product.
        let wide = u64::from(word) * u64::from(TABLE_ORDERS);
        word = wide as u32;
        shuffled = put_first_digits(digits, &FIRST_ORDERS[(wide >> 32) as usize]);
        first = TABLE_BOUND + 1;
    }
    let mut insert = |bound: u32, word: &mut u32| {
        let wide = u64::from(*word) * u64::from(bound);
        *word = wide as u32;
        let place = (wide >> 32) as usize;
        let card = bound as usize - 1;
        if card < MAX_DIGITS {
            shuffled = insert_digit(shuffled, digits >> (4 * card) & 0xf, place);
        } else {
            insert_later(shuffled, card, place);
        }
    };
    if size >= FIRST_WORD_BOUND {
        // With constant bounds, this loop is unrolled.
        for bound in TABLE_BOUND + 1..FIRST_WORD_BOUND + 1 {
            insert(bound, &mut word);
        }
        first = FIRST_WORD_BOUND + 1;
    }
    loop {
        for bound in first..last + 1 {
            insert(bound, &mut word);
        }
        if last >= size {
            return shuffled;
        }
        first = last + 1;
        let product;
        (last, product) = bounds_of_word(first, size);
        word = words.next_accepted(product);
    }
}

/// Inserts a digit at a place of a hexadecimal number, counted from the lowest digit.
#[inline(always)]
const fn insert_digit(digits: u64, digit: u64, place: usize) -> u64 {
    let below = digits & !(u64::MAX << (4 * place));
    below | digit << (4 * place) | (digits ^ below) << 4
}

/// Puts at most 16 cards in the order of the digits of `order`: the lowest digit is the place of the first card.
fn put_in_order(cards: &mut [u8], order: u64) {
    let mut copies = [0; MAX_DIGITS];
    copies[..cards.len()].copy_from_slice(cards);
    for (place, card) in cards.iter_mut().enumerate() {
        *card = copies[(order >> (4 * place) & 0xf) as usize];
    }
}

const FIRST_WORD_BOUND: u32 = 9;

const FACTORIALS: [u32; FIRST_WORD_BOUND as usize + 1] =
    [1, 1, 2, 6, 24, 120, 720, 5_040, 40_320, 362_880];

/// The last bound of the draws that [`FIRST_ORDERS`] combines.
const TABLE_BOUND: u32 = 6;

const TABLE_ORDERS: u32 = FACTORIALS[TABLE_BOUND as usize];

/// The orders of the first digits, by the number below [`TABLE_ORDERS`] that their draws make: for each place, the bits below
/// the digit that goes there; [`NO_DIGIT`] for the last two.
static FIRST_ORDERS: [[u8; 8]; TABLE_ORDERS as usize] = first_orders();

/// The bits below a digit that is 0.
const NO_DIGIT: u8 = 60;

const fn first_orders() -> [[u8; 8]; TABLE_ORDERS as usize] {
    let mut orders = [[NO_DIGIT; 8]; TABLE_ORDERS as usize];
    let mut index = 0;
    while index < TABLE_ORDERS {
        let mut order = 0;
        let mut draws = index;
        let mut product = TABLE_ORDERS;
        let mut bound = 2;
        while bound <= TABLE_BOUND {
            product /= bound;
            order = insert_digit(order, bound as u64 - 1, (draws / product) as usize);
            draws %= product;
            bound += 1;
        }
        let mut place = 0;
        while place < TABLE_BOUND as usize {
            orders[index as usize][place] = 4 * (order >> (4 * place) & 0xf) as u8;
            place += 1;
        }
        index += 1;
    }
    orders
}

/// Puts the first digits of a number in an order of [`FIRST_ORDERS`].
#[inline(always)]
fn put_first_digits(digits: u64, order: &[u8; 8]) -> u64 {
    let first_digits = digits & !(u64::MAX << (4 * TABLE_BOUND));
    let mut ordered = 0;
    for (place, shift) in order.iter().enumerate() {
        ordered |= (first_digits.wrapping_shr(u32::from(*shift)) & 0xf) << (4 * place);
    }
    ordered
}

/// The last bound of the word that begins with the bound `first`, and the product of its bounds.
fn bounds_of_word(first: u32, size: u32) -> (u32, u32) {
    let mut last = first;
    let mut product = first;
    while last < size && product * (last + 1) <= MAX_BOUND_PRODUCT {
        last += 1;
        product *= last;
    }
    (last, product)
}

/// Returns 2^32 modulo the product of the bounds of a word.
const fn rejection_threshold(product: u32) -> u32 {
    product.wrapping_neg() % product
}

/// The outputs of a generator as words of 32 bits, low half first.
struct HalfWords<'a, G> {
    generator: &'a mut G,
    high: Option<u32>,
}

impl<G: Rng> HalfWords<'_, G> {
    #[inline(always)]
    fn next_accepted(&mut self, product: u32) -> u32 {
        let mut word = self.next();
        // The remainder is below the product: most words need no division.
        while word.wrapping_mul(product) < product
            && word.wrapping_mul(product) < rejection_threshold(product)
        {
            word = self.next();
        }
        word
    }

    #[inline(always)]
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

/// The number of blocks with generators that are stepped together, so that their steps overlap in time.
pub const INTERLEAVED_BLOCKS: usize = 16;

/// A word of 32 bits for each of 64 lanes: the low half, then the high half of each integer.
type BlockWords = Aligned<[u64; DEALS_PER_BLOCK / 2]>;

/// The draws for 64 decks, in buffers that are used again for the next decks.
///
/// The 64 lanes drawn together are a *batch*: the deals of one block, or of blocks that are dealt side by side.
#[derive(Clone, Debug)]
pub struct BlockDraws {
    batched_draws: Vec<BatchedDraws>,
    words: Vec<[BlockWords; INTERLEAVED_BLOCKS]>,
    places: Vec<Aligned<[u32; DEALS_PER_BLOCK]>>,
}

impl BlockDraws {
    /// Buffers for decks of `cards` cards, from 1 to 256.
    ///
    /// # Panics
    /// When `cards` is out of that range.
    pub fn new(cards: usize) -> Self {
        let draws = batched_draws(cards);
        Self {
            words: vec![[Aligned([0; DEALS_PER_BLOCK / 2]); INTERLEAVED_BLOCKS]; draws.len()],
            places: vec![Aligned([0; DEALS_PER_BLOCK]); cards],
            batched_draws: draws,
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
            batched_draws: &self.batched_draws,
            words: &self.words,
            batch,
            places: &mut self.places,
        };
        if !simd_level.run(job) {
            return;
        }
        for lane in 0..DEALS_PER_BLOCK {
            let word = |words: &[BlockWords; INTERLEAVED_BLOCKS]| {
                (words[batch][lane / 2] >> (lane % 2 * 32)) as u32
            };
            let mut batched_draws = self.batched_draws.iter().zip(&self.words);
            if batched_draws.any(|(draws, words)| draws.rejects(word(words))) {
                let deck = shuffled_deck(self.places.len(), &mut reshuffle_generator(lane));
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
    fn run<const REGISTER_BYTES: usize>(mut self) {
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
    batched_draws: &'a [BatchedDraws],
    words: &'a [[BlockWords; INTERLEAVED_BLOCKS]],
    batch: usize,
    places: &'a mut [Aligned<[u32; DEALS_PER_BLOCK]>],
}

const LOW_HALF_MASK: u64 = u32::MAX as u64;

impl SimdKernel for DrawPlaces<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<const REGISTER_BYTES: usize>(self) -> bool {
        let mut rejections = 0;
        for (draws, words) in self.batched_draws.iter().zip(self.words) {
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
            for (card, places) in self.places.iter().enumerate() {
                deck[usize::from(places[lane])] = card as u8;
            }
            each(lane, &deck[..self.places.len()]);
        }
    }
}

struct InsertCards<'a> {
    draws: &'a BlockDraws,
    places: &'a mut [Aligned<[u8; DEALS_PER_BLOCK]>],
}

impl SimdKernel for InsertCards<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const REGISTER_BYTES: usize>(self) {
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
