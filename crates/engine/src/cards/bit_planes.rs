//! Decks as bit planes, many lanes side by side: the data layout of the engines for many deals.
//!
//! # Decks as bit planes
//! A *lane* is one of the 64 deals of a block. The code of a card is its suit and its rank, a few bits each. A deck has
//! one integer, a *plane*, for each bit of the code; bit i of a plane belongs to the card at place i:
//!
//! ```text
//! place           …  4   3   2   1   0          place 0, the top, is the lowest bit
//! card            … 8♠  R♦  7♥  9♦  V♥
//! suit, bit 0     …  0   1   0   1   0   =  01010
//! suit, bit 1     …  1   0   0   0   0   =  10000
//! rank, bit 0     …  1   0   0   0   0   =  10000
//! …
//! ```
//!
//! To insert a card at place j, the bits from j on move up by one and bit j becomes the card's own. Moving up is
//! doubling, and doubling a part of a number is adding that part to the number:
//!
//! ```text
//! one                  = 2^j                                        00100
//! from j on            = -one                                      …11100
//! plane                                                         0000dcbba      (a bit a letter)
//! plane & from j on                                             0000dcb00
//! their sum                                                     000dcb0ba      place j is free
//! with the card's bit                                           000dcbXba
//! ```
//!
//! The planes of all lanes lie side by side in arrays, so each of these lines is one instruction for as many lanes as
//! a register holds. Up to 32 cards a plane takes 32 bits; a larger deck is begun that way and goes on with 64.
//!
//! # Deals
//! [`PlaneDealer`] makes the uniform shuffle of [`super::shuffle`] for 64 decks at once, as bit planes. They are built by insertions, without a list of cards. Words of 16 bits for the first 16 cards were measured
//! to be slower.

use super::Pack;
use super::card::MAX_CARDS;
use super::shuffle::{BlockDraws, DEALS_PER_BLOCK};
use crate::simd::Aligned;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An unsigned integer as a set of places of a deck: bit i is place i.
pub trait BitWord:
    Copy
    + Default
    + Eq
    + Into<u64>
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number 1: place 0 alone.
    const ONE: Self;
    /// The number of places: the bits of the integer.
    const BIT_COUNT: usize = 8 * size_of::<Self>();
    /// The integer of half the size; `u8` for `u8` itself.
    type Half: BitWord;

    /// The sum modulo 2^[`BIT_COUNT`](BitWord::BIT_COUNT).
    fn wrapping_add(self, other: Self) -> Self;
    /// The arithmetic shift right by 1: of the first n places it leaves the first n - 1; of all places, all.
    fn arithmetic_shr_one(self) -> Self;
    /// The lowest [`BIT_COUNT`](BitWord::BIT_COUNT) bits of `wide`.
    fn from_u64(wide: u64) -> Self;

    /// The negative modulo 2^[`BIT_COUNT`](BitWord::BIT_COUNT): of a single place, that place and all after it.
    #[inline(always)]
    fn wrapping_neg(self) -> Self {
        (!self).wrapping_add(Self::ONE)
    }

    /// All places before the first place of the set; all places when the set is empty.
    #[inline(always)]
    fn trailing_zeros_mask(self) -> Self {
        self.wrapping_add(!Self::default()) & !self
    }

    /// Each place moved down by one, as an addition.
    #[inline(always)]
    fn shl_one(self) -> Self {
        self.wrapping_add(self)
    }

    /// The first `count` places, from 0 to 64.
    #[inline(always)]
    fn low_bits_mask(count: usize) -> Self {
        Self::from_u64(u64::MAX.checked_shr(64 - count as u32).unwrap_or(0))
    }
}

macro_rules! bit_word {
    ($word:ty, $half:ty) => {
        impl BitWord for $word {
            const ONE: Self = 1;
            type Half = $half;

            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                <$word>::wrapping_add(self, other)
            }

            #[inline(always)]
            fn arithmetic_shr_one(self) -> Self {
                (self.cast_signed() >> 1).cast_unsigned()
            }

            #[inline(always)]
            fn from_u64(wide: u64) -> Self {
                wide as $word
            }
        }
    };
}
bit_word!(u8, u8);
bit_word!(u16, u8);
bit_word!(u32, u16);
bit_word!(u64, u32);

/// The decks of `L` lanes as `P` planes.
pub type Planes<W, const P: usize, const L: usize> = Aligned<[[W; L]; P]>;

/// Decks without cards in all lanes.
#[inline(always)]
pub fn empty_planes<W: BitWord, const P: usize, const L: usize>() -> Planes<W, P, L> {
    Aligned([[W::default(); L]; P])
}

/// Inserts a card at place `place` of one lane's planes; the cards from there on move down by one.
///
/// `card_masks` holds for each plane the card's bit: all ones, or 0.
#[inline(always)]
pub fn insert_card<W: BitWord, const P: usize, const L: usize>(
    planes: &mut Planes<W, P, L>,
    lane: usize,
    place: u32,
    card_masks: &[W; P],
) {
    let place_mask = W::ONE << place;
    let tail_mask = place_mask.wrapping_neg();
    for (plane, &card_mask) in planes.iter_mut().zip(card_masks) {
        let word = plane[lane];
        plane[lane] = word.wrapping_add(word & tail_mask) | (place_mask & card_mask);
    }
}

/// Copies the `L` lanes from lane `first` on out of a block.
#[inline(always)]
pub fn copy_lanes<W: BitWord, const P: usize, const L: usize>(
    block: &Planes<W, P, DEALS_PER_BLOCK>,
    first: usize,
) -> Planes<W, P, L> {
    Aligned(std::array::from_fn(|plane| {
        *block[plane][first..]
            .first_chunk()
            .expect("groups of lanes divide a block")
    }))
}

/// Copies `L` lanes back into a block, from lane `first` on.
#[inline(always)]
pub fn write_lanes<W: BitWord, const P: usize, const L: usize>(
    group: Planes<W, P, L>,
    block: &mut Planes<W, P, DEALS_PER_BLOCK>,
    first: usize,
) {
    for (block_plane, plane) in block.iter_mut().zip(group.0) {
        block_plane[first..first + L].copy_from_slice(&plane);
    }
}

const _: () = assert!(
    MAX_CARDS <= u64::BITS as usize,
    "a plane has a bit for each card"
);

/// The number of bits of the suit in a card's code, the lowest ones; the bits of the rank follow.
const SUIT_BITS: u32 = 3;

/// Deals 64 decks at once, in buffers that are used again for the next decks.
#[derive(Clone, Debug)]
pub struct PlaneDealer {
    pack: Pack,
    codes: Vec<u8>,
    /// The places at which the cards are inserted.
    pub draws: BlockDraws,
}

impl PlaneDealer {
    /// A dealer for `pack`.
    pub fn new(pack: Pack) -> Self {
        let code = |number| (number / pack.ranks()) | ((number % pack.ranks()) << SUIT_BITS);
        Self {
            pack,
            codes: (0..pack.size() as u8).map(code).collect(),
            draws: BlockDraws::new(pack.size()),
        }
    }

    /// The pack that is dealt.
    pub fn pack(&self) -> Pack {
        self.pack
    }

    /// The decks of the block, in planes that hold these bits of the cards' codes: bits 0 to 2 are the suit, bits 3 to
    /// 7 the rank.
    ///
    /// `W` has a bit for each card.
    #[inline(always)]
    pub fn planes<W: BitWord, const P: usize, const REGISTER_BYTES: usize>(
        &self,
        code_bits: [u32; P],
    ) -> Planes<W, P, DEALS_PER_BLOCK> {
        if REGISTER_BYTES < 64 {
            self.planes_in_groups::<W, P, 16>(code_bits)
        } else {
            self.planes_in_groups::<W, P, 32>(code_bits)
        }
    }

    /// The decks of the block, made for `N` lanes after the other.
    #[inline(always)]
    fn planes_in_groups<W: BitWord, const P: usize, const N: usize>(
        &self,
        code_bits: [u32; P],
    ) -> Planes<W, P, DEALS_PER_BLOCK> {
        let mut planes = empty_planes::<W, P, DEALS_PER_BLOCK>();
        for first in (0..DEALS_PER_BLOCK).step_by(N) {
            let mut group = empty_planes::<u32, P, N>();
            let first_cards = 0..self.codes.len().min(u32::BIT_COUNT);
            self.insert_cards(first, first_cards, code_bits, &mut group);
            for (plane, group_plane) in planes.iter_mut().zip(group.iter()) {
                for (word, &group_word) in plane[first..first + N].iter_mut().zip(group_plane) {
                    *word = W::from_u64(group_word.into());
                }
            }
        }
        if W::BIT_COUNT > u32::BIT_COUNT {
            for first in (0..DEALS_PER_BLOCK).step_by(N) {
                let mut group = copy_lanes::<W, P, N>(&planes, first);
                self.insert_cards(
                    first,
                    u32::BIT_COUNT.min(self.codes.len())..self.codes.len(),
                    code_bits,
                    &mut group,
                );
                write_lanes(group, &mut planes, first);
            }
        }
        planes
    }

    /// Inserts some cards, one after the other, in the decks of the lanes from `first` on.
    #[inline(always)]
    fn insert_cards<W: BitWord, const P: usize, const N: usize>(
        &self,
        first: usize,
        cards: std::ops::Range<usize>,
        code_bits: [u32; P],
        planes: &mut Planes<W, P, N>,
    ) {
        let insertion_places = &self.draws.insertion_places()[cards.clone()];
        for (places, &code) in insertion_places.iter().zip(&self.codes[cards]) {
            let card_masks: [W; P] = std::array::from_fn(|plane| {
                W::from_u64(u64::from(code >> code_bits[plane] & 1).wrapping_neg())
            });
            for (lane, &place) in places[first..first + N].iter().enumerate() {
                insert_card(planes, lane, place, &card_masks);
            }
        }
    }
}
