//! The automatic game: [`play_automatic`] follows the handout word by word and is the definition; [`automatic_pile_count`] is fast and
//! returns only the number of piles; [`automatic_pile_counts`] plays 64 deals at once.
//!
//! ```
//! use pioche_engine::cards::{Card, Pack};
//! use pioche_engine::games::alliances::AllianceRule;
//! use pioche_engine::games::alliances::automatic::{play_automatic, automatic_pile_count};
//!
//! // ♥7 and ♥9 are allied: the pile between them jumps onto the first one.
//! let deck: Vec<Card> = ["7-C", "8-K", "9-C"].iter().map(|card| card.parse().unwrap()).collect();
//! assert_eq!(play_automatic(&deck, AllianceRule::Either).top_cards(), &deck[1..]);
//! let sorted: Vec<Card> = Pack::PIQUET.cards().collect();
//! let row = play_automatic(&sorted, AllianceRule::Rank);
//! assert_eq!(automatic_pile_count(&sorted, AllianceRule::Rank), row.pile_count());
//! ```
//!
//! # 64 deals at once, on bit planes
//! Dealing everything, then always making the leftmost possible jump, leaves the same piles as dealing card by card.
//! A row is held as bit planes ([`crate::cards::bit_planes`]), its left end being place 0. A jump takes one card out; the
//! cards before it move down by one place to close the gap, so the row loses its place 0:
//!
//! ```text
//! place                           0   1   2   3   4   5   6
//! card                            V♥  8♦  R♠  7♥  8♠  9♣  7♦
//! the card two places before              V♥  8♦  R♠  7♥  8♠      every plane doubled twice
//! allied with it                          no  no  yes no  no      same suit or rank: all planes of one of them agree
//! the first of these                              place 4, so the card at place 2, R♠, disappears
//! places up to 2 move                 V♥  8♦  7♥  8♠  9♣  7♦      in these places every plane is replaced by its double
//! ```
//!
//! One step makes one jump in every lane, without a branch. In a lane without a jump all places move, and its last card
//! is lost. That is harmless: a finished row cut short is a finished row. So all rows begin at the same place, the
//! number of the step. The places to compare are therefore the same for all lanes, and after a few steps all rows fit
//! into words of half the size. A row of n cards has at most n - 2 jumps; the number of piles is 2 and the steps
//! without a jump.
//!
//! Two jumps in one step were measured to be slower: a quarter fewer steps, each half as long again. (A possible jump
//! with no other in the two places before it changes nothing that the jumps before it compare.)

use super::{AllianceRule, PileRow};
use crate::cards::bit_planes::{BitWord, PlaneDealer, Planes, copy_lanes, empty_planes};
use crate::cards::card::{MAX_CARDS, MAX_RANKS, MAX_SUITS};
use crate::cards::shuffle::DEALS_PER_BLOCK;
use crate::cards::{Card, Pack};
use crate::simd::{Aligned, SimdKernel, SimdLevel};

/// Plays the automatic game (handout 000, 4.5.1) and returns the row that remains.
#[doc(alias = "reussite_mode_auto")]
pub fn play_automatic(deck: &[Card], alliance: AllianceRule) -> PileRow {
    let mut row = PileRow::default().with_alliance(alliance);
    deck.iter().for_each(|&card| row.draw_and_jump(card));
    row
}

/// The number of piles that the automatic game leaves.
///
/// # Panics
/// When the deck has more than [`MAX_CARDS`] cards.
pub fn automatic_pile_count(deck: &[Card], alliance: AllianceRule) -> usize {
    AllianceGraph::new(deck, alliance).play_automatic(|_| ())
}

/// The letters of an [`AllianceGraph`] that are left, and those of them that a jump can remove.
#[derive(Clone, Copy)]
struct GraphRow {
    letters: u64,
    removable: u64,
}

impl GraphRow {
    fn pile_count(self) -> usize {
        self.letters.count_ones() as usize
    }
}

/// A row reduced to its alliances.
///
/// The cards are *letters*, numbered from 0 from left to right. A set of letters is a mask: letter i is bit i.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllianceGraph {
    /// The number of letters.
    pub card_count: usize,
    /// For each letter the set of its allies. Any symmetric relation is accepted, not only that of cards.
    pub allies: [u64; MAX_CARDS],
}

impl AllianceGraph {
    /// The alliances of a row of cards.
    ///
    /// # Panics
    /// When there are more than [`MAX_CARDS`] cards.
    pub fn new(row: &[Card], alliance: AllianceRule) -> Self {
        assert!(row.len() <= MAX_CARDS, "a row of {} cards", row.len());
        let mut suits = [0; MAX_SUITS as usize];
        let mut ranks = [0; MAX_RANKS as usize];
        for (place, card) in row.iter().enumerate() {
            suits[usize::from(card.suit())] |= 1 << place;
            ranks[usize::from(card.rank())] |= 1 << place;
        }
        let mut allies = [0; MAX_CARDS];
        for (place, card) in row.iter().enumerate() {
            let same_suit = suits[usize::from(card.suit())];
            let same_rank = ranks[usize::from(card.rank())];
            let same = match alliance {
                AllianceRule::Either => same_suit | same_rank,
                AllianceRule::Suit => same_suit,
                AllianceRule::Rank => same_rank,
            };
            allies[place] = same & !(1 << place);
        }
        Self {
            card_count: row.len(),
            allies,
        }
    }

    fn whole_row(&self) -> GraphRow {
        let mut removable = 0;
        for letter in 0..self.card_count.saturating_sub(2) {
            removable |= (self.allies[letter] >> (letter + 2) & 1) << letter;
        }
        let letters = u64::MAX.checked_shr((MAX_CARDS - self.card_count) as u32);
        GraphRow {
            letters: letters.unwrap_or(0),
            removable,
        }
    }

    /// The row without `letter`, a set of one letter.
    ///
    /// Only the two letters before it get another second neighbour.
    #[inline]
    fn remove(&self, row: GraphRow, letter: u64) -> GraphRow {
        let letters = row.letters ^ letter;
        let left_side = letters & (letter - 1);
        let right_side = letters & !(letter - 1);
        let first_left = highest_bit(left_side);
        let second_left = highest_bit(left_side ^ first_left);
        let first_right = lowest_bit(right_side);
        let second_right = lowest_bit(right_side ^ first_right);
        let unchanged = row.removable & !(letter | first_left | second_left);
        GraphRow {
            letters,
            removable: unchanged
                | self.if_allied(first_left, second_right)
                | self.if_allied(second_left, first_right),
        }
    }

    /// Plays the automatic game, calls `on_removal` with each letter that disappears, and returns the number of letters
    /// left.
    ///
    /// Only the end of the loop is a branch that depends on the cards.
    pub fn play_automatic(&self, mut on_removal: impl FnMut(usize)) -> usize {
        let mut row = self.whole_row();
        while row.removable != 0 {
            let letter = lowest_bit(row.removable);
            on_removal(letter.trailing_zeros() as usize);
            row = self.remove(row, letter);
        }
        row.pile_count()
    }

    /// The set `letter` of at most one letter if it is allied with `neighbour`, or else the empty set.
    #[inline]
    fn if_allied(&self, letter: u64, neighbour: u64) -> u64 {
        if self.allies[(letter | 1).ilog2() as usize] & neighbour != 0 {
            letter
        } else {
            0
        }
    }
}

fn lowest_bit(letters: u64) -> u64 {
    letters & letters.wrapping_neg()
}

fn highest_bit(letters: u64) -> u64 {
    letters & 1 << (letters | 1).ilog2()
}

/// Makes one jump in every lane that has one; `idle` counts the steps without a jump of each lane.
///
/// Two cards are allied when they agree in the first `S` planes, or in those that follow. `pairs` holds the places that
/// have a card of the row two places above. Returns the places before the right card of the jump that any lane makes
/// furthest to the right; all places when a lane has none.
#[inline(always)]
fn jump_in_each_lane<W: BitWord, const P: usize, const N: usize, const S: usize>(
    planes: &mut Planes<W, P, N>,
    idle: &mut [W; N],
    pairs: W,
) -> W {
    let mut compared_places = W::default();
    for lane in 0..N {
        let add_difference =
            |set: W, plane: &[W; N]| set | (plane[lane] ^ plane[lane].shl_one().shl_one());
        let (first_planes, last_planes) = planes.split_at(S);
        let mut differences = last_planes.iter().fold(W::default(), add_difference);
        if S > 0 {
            differences = differences & first_planes.iter().fold(W::default(), add_difference);
        }
        let allied_pairs = pairs & !differences;
        let above = allied_pairs.trailing_zeros_mask();
        let moving_places = above.arithmetic_shr_one();
        for plane in planes.iter_mut() {
            plane[lane] = (plane[lane] & !moving_places) | (plane[lane].shl_one() & moving_places);
        }
        idle[lane] = idle[lane].wrapping_add(above >> (W::BIT_COUNT as u32 - 1));
        compared_places = compared_places | above;
    }
    compared_places
}

/// A batch of 64 unfinished games.
#[derive(Clone, Copy)]
pub(super) struct RowBatch<W, const P: usize, const S: usize> {
    /// The rows: the cards left of `cards` cards, from place `gone` on.
    pub(super) rows: Planes<W, P, DEALS_PER_BLOCK>,
    idle: Aligned<[W; DEALS_PER_BLOCK]>,
    pub(super) cards: usize,
    gone: usize,
}

impl<W: BitWord, const P: usize, const S: usize> RowBatch<W, P, S> {
    #[inline(always)]
    pub(super) fn new(rows: Planes<W, P, DEALS_PER_BLOCK>, cards: usize) -> Self {
        Self {
            rows,
            idle: Aligned([W::default(); DEALS_PER_BLOCK]),
            cards,
            gone: 0,
        }
    }

    /// Makes a step while the rows are longer than words of half the size. Returns the places that it compares in any
    /// lane; all places once it makes no step.
    #[inline(always)]
    pub(super) fn step_with_compared_places(&mut self) -> W {
        if self.cards - self.gone <= W::BIT_COUNT / 2 {
            return W::low_bits_mask(W::BIT_COUNT);
        }
        let pairs = W::low_bits_mask(self.cards) & !W::low_bits_mask(self.gone + 2);
        self.gone += 1;
        let compared =
            jump_in_each_lane::<W, P, DEALS_PER_BLOCK, S>(&mut self.rows, &mut self.idle, pairs);
        compared.shl_one() | W::ONE
    }

    /// Plays until each row has `left` cards, and returns the games in words of half the size.
    #[inline(always)]
    fn play_to_length<const REGISTER_BYTES: usize>(&self, left: usize) -> RowBatch<W::Half, P, S> {
        // Lanes of one register; half of them where a lane needs twice the bits.
        let lanes = REGISTER_BYTES * u32::BIT_COUNT / W::BIT_COUNT.max(u32::BIT_COUNT);
        match lanes {
            64 => self.play_in_groups::<64>(left),
            32 => self.play_in_groups::<32>(left),
            _ => self.play_in_groups::<16>(left),
        }
    }

    /// Plays as [`RowBatch::play_to_length`] does, `N` lanes at a time.
    #[inline(always)]
    fn play_in_groups<const N: usize>(&self, left: usize) -> RowBatch<W::Half, P, S> {
        let Self {
            ref rows,
            ref idle,
            cards,
            gone,
        } = *self;
        let mut batch = RowBatch::new(empty_planes(), left);
        batch.gone = gone.saturating_sub(cards - left);
        for first in (0..DEALS_PER_BLOCK).step_by(N) {
            let mut planes = copy_lanes::<W, P, N>(rows, first);
            let mut lane_idle = *idle[first..]
                .first_chunk()
                .expect("groups of lanes divide a block");
            for gone in gone..cards - left {
                jump_in_each_lane::<W, P, N, S>(
                    &mut planes,
                    &mut lane_idle,
                    W::low_bits_mask(cards) & !W::low_bits_mask(gone + 2),
                );
            }
            for (idle, lane_idle) in batch.idle[first..].iter_mut().zip(lane_idle) {
                *idle = W::Half::from_u64(lane_idle.into());
            }
            for (batch, plane) in batch.rows.iter_mut().zip(planes.iter()) {
                for (shorter, &set) in batch[first..first + N].iter_mut().zip(plane) {
                    *shorter = W::Half::from_u64((set >> (cards - left) as u32).into());
                }
            }
        }
        batch
    }

    /// The number of piles that each game leaves, played in smaller and smaller words.
    #[inline(always)]
    pub(super) fn pile_counts<const REGISTER_BYTES: usize>(&self) -> [u32; DEALS_PER_BLOCK] {
        if W::BIT_COUNT > u16::BIT_COUNT {
            return self
                .play_to_length::<REGISTER_BYTES>(self.cards.min(W::BIT_COUNT / 2))
                .pile_counts::<REGISTER_BYTES>();
        }
        let end = self.cards.min(2);
        let idle = self.play_to_length::<REGISTER_BYTES>(end).idle;
        let mut piles = [end as u32; DEALS_PER_BLOCK];
        for (piles, idle) in piles.iter_mut().zip(idle.iter()) {
            *piles += Into::<u64>::into(*idle) as u32;
        }
        piles
    }
}

pub(super) trait PlaneKernel {
    type Output;

    /// Computes with planes that hold these bits of the cards' codes, in words of type `W`. Two cards are allied when
    /// they agree in the first `S` planes, or in those that follow.
    fn run_planes<W: BitWord, const P: usize, const S: usize, const REGISTER_BYTES: usize>(
        self,
        code_bits: [u32; P],
    ) -> Self::Output;
}

/// Runs a kernel under a rule of alliance, with the smallest planes that hold the decks of a pack.
#[inline(always)]
pub(super) fn run_for_pack<K: PlaneKernel, const REGISTER_BYTES: usize>(
    pack: Pack,
    alliance: AllianceRule,
    kernel: K,
) -> K::Output {
    // Under the other rules the planes hold one property of the cards; a suit has three bits, and fills five planes with
    // the last one repeated.
    let (code_bits, value_count) = match alliance {
        AllianceRule::Either => return run_for_suit_and_rank::<K, REGISTER_BYTES>(pack, kernel),
        AllianceRule::Suit => ([0, 1, 2, 2, 2], pack.suits()),
        AllianceRule::Rank => ([3, 4, 5, 6, 7], pack.ranks()),
    };
    if pack.size() <= u32::BIT_COUNT && value_count <= 8 {
        let [first_bit, second_bit, third_bit, ..] = code_bits;
        kernel.run_planes::<u32, 3, 0, REGISTER_BYTES>([first_bit, second_bit, third_bit])
    } else {
        kernel.run_planes::<u64, 5, 0, REGISTER_BYTES>(code_bits)
    }
}

/// Five planes hold 4 suits and 8 ranks, six 4 suits and 16 ranks, eight 8 suits and 32 ranks.
#[inline(always)]
fn run_for_suit_and_rank<K: PlaneKernel, const REGISTER_BYTES: usize>(
    pack: Pack,
    kernel: K,
) -> K::Output {
    match (pack.suits(), pack.ranks()) {
        (..=4, ..=8) => kernel.run_planes::<u32, 5, 2, REGISTER_BYTES>([0, 1, 3, 4, 5]),
        (..=4, ..=16) => kernel.run_planes::<u64, 6, 2, REGISTER_BYTES>([0, 1, 3, 4, 5, 6]),
        _ => kernel.run_planes::<u64, 8, 3, REGISTER_BYTES>([0, 1, 2, 3, 4, 5, 6, 7]),
    }
}

struct PilesKernel<'a>(&'a PlaneDealer, AllianceRule);

impl SimdKernel for PilesKernel<'_> {
    type Output = [u32; DEALS_PER_BLOCK];

    #[inline(always)]
    fn run<const REGISTER_BYTES: usize>(self) -> [u32; DEALS_PER_BLOCK] {
        run_for_pack::<_, REGISTER_BYTES>(self.0.pack(), self.1, self)
    }
}

impl PlaneKernel for PilesKernel<'_> {
    type Output = [u32; DEALS_PER_BLOCK];

    #[inline(always)]
    fn run_planes<W: BitWord, const P: usize, const S: usize, const REGISTER_BYTES: usize>(
        self,
        code_bits: [u32; P],
    ) -> [u32; DEALS_PER_BLOCK] {
        let planes = self.0.planes::<W, P, REGISTER_BYTES>(code_bits);
        RowBatch::<W, P, S>::new(planes, self.0.pack().size()).pile_counts::<REGISTER_BYTES>()
    }
}

/// The number of piles that the automatic game leaves of each of the 64 deals that `dealer` has drawn.
pub fn automatic_pile_counts(
    dealer: &PlaneDealer,
    alliance: AllianceRule,
    simd_level: SimdLevel,
) -> [u32; DEALS_PER_BLOCK] {
    simd_level.run(PilesKernel(dealer, alliance))
}
