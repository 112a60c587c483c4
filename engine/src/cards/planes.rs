//! Decks as bit planes, many lanes side by side: what the engines for many deals compute with. Knows no shuffle and no
//! game.
//!
//! # Decks as bit planes
//! A *lane* is one of the 64 deals of a block. The code of a card is its suit and its rank, a few bits each. For each
//! of these bits a deck has one whole number, a *plane*, whose bit i belongs to the card at place i:
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

use super::pack::MAX_CARDS;
use super::shuffle::BLOCK;
use std::ops::{BitAnd, BitOr, BitXor, Deref, DerefMut, Not};

/// A set of places of a deck: bit i is place i.
pub trait Places:
    Copy + Default + Eq + Not<Output = Self> + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// Place 0 alone.
    const TOP: Self;
    /// Places that there can be.
    const MAX_PLACES: usize;
    /// The word of half the size; the smallest one is its own.
    type Half: Places;

    /// The sum, without its carry out.
    fn plus(self, other: Self) -> Self;
    /// Each place one further down; what leaves the word vanishes.
    fn doubled(self) -> Self;
    /// The opposite number: of one place, that place and all below it; of none, none.
    fn negated(self) -> Self;
    /// All places above the first one of the set; all there are when it is empty.
    fn above(self) -> Self;
    /// Without the last of the places that are all above some place; all there are stay all there are.
    fn without_last(self) -> Self;
    /// Each place `by` further down; what leaves the word vanishes. `by` is less than [`Places::MAX_PLACES`].
    fn down(self, by: u32) -> Self;
    /// Each place `by` further up; what leaves the word vanishes. `by` is less than [`Places::MAX_PLACES`].
    fn up(self, by: u32) -> Self;
    /// These places among 64.
    fn wide(self) -> u64;
    /// The places of these that there can be.
    fn of(wide: u64) -> Self;

    /// The first `count` places.
    #[inline(always)]
    fn first(count: usize) -> Self {
        Self::of(u64::MAX.checked_shr(64 - count as u32).unwrap_or(0))
    }
}

macro_rules! places {
    ($word:ty, $half:ty) => {
        impl Places for $word {
            const TOP: Self = 1;
            const MAX_PLACES: usize = <$word>::BITS as usize;
            type Half = $half;

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn negated(self) -> Self {
                self.wrapping_neg()
            }

            #[inline(always)]
            fn doubled(self) -> Self {
                self.wrapping_add(self)
            }

            #[inline(always)]
            fn above(self) -> Self {
                self.wrapping_sub(1) & !self
            }

            #[inline(always)]
            fn without_last(self) -> Self {
                (self.cast_signed() >> 1).cast_unsigned()
            }

            #[inline(always)]
            fn down(self, by: u32) -> Self {
                self.wrapping_shl(by)
            }

            #[inline(always)]
            fn up(self, by: u32) -> Self {
                self.wrapping_shr(by)
            }

            #[inline(always)]
            fn wide(self) -> u64 {
                u64::from(self)
            }

            #[inline(always)]
            fn of(wide: u64) -> Self {
                wide as $word
            }
        }
    };
}
places!(u8, u8);
places!(u16, u8);
places!(u32, u16);
places!(u64, u32);

/// Numbers at an address that a register can be filled from in one go, wherever they lie.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Aligned<T>(pub T);

impl<T> Deref for Aligned<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// The decks of `L` lanes as `P` planes.
pub type Planes<W, const P: usize, const L: usize> = Aligned<[[W; L]; P]>;

/// No cards in any lane.
#[inline(always)]
pub fn empty<W: Places, const P: usize, const L: usize>() -> Planes<W, P, L> {
    Aligned([[W::default(); L]; P])
}

/// Puts a card of which `own` holds the bits (all places, or none) at place `place` of one lane's planes.
#[inline(always)]
pub fn insert<W: Places, const P: usize, const L: usize>(
    planes: &mut Planes<W, P, L>,
    lane: usize,
    place: u32,
    own: &[W; P],
) {
    let one = W::TOP.down(place);
    let behind = one.negated();
    for (plane, &own) in planes.iter_mut().zip(own) {
        let old = plane[lane];
        plane[lane] = old.plus(old & behind) | (one & own);
    }
}

/// Some lanes of a block.
#[inline(always)]
pub fn group<W: Places, const P: usize, const L: usize>(block: &Planes<W, P, BLOCK>, first: usize) -> Planes<W, P, L> {
    Aligned(std::array::from_fn(|plane| *block[plane][first..].first_chunk().expect("groups of lanes divide a block")))
}

/// Puts some lanes in their places in a block.
#[inline(always)]
pub fn put<W: Places, const P: usize, const L: usize>(
    group: Planes<W, P, L>,
    block: &mut Planes<W, P, BLOCK>,
    first: usize,
) {
    for (whole, part) in block.iter_mut().zip(group.0) {
        whole[first..first + L].copy_from_slice(&part);
    }
}

const _: () = assert!(MAX_CARDS <= u64::BITS as usize, "a plane has a bit for each card");
