//! The uniform shuffle of [`super::shuffle`] for 64 decks at once, as bit planes ([`super::bit_planes`]).
//!
//! The planes are built by insertions, without a list of cards. Words of 16 bits for the first 16 cards were measured
//! to be slower.

use super::Pack;
use super::bit_planes::{BitWord, Planes, copy_lanes, empty_planes, insert_card, write_lanes};
use super::draws::BlockDraws;
use super::shuffle::DEALS_PER_BLOCK;
use crate::simd::LaneGroupSizes;

/// The number of bits of the suit in a card's code; the bits of the rank follow.
const SUIT_BITS: usize = 3;

/// The number of planes that hold the suit, the first ones of `plane_count` planes; the others hold the rank.
///
/// Five planes hold 4 suits and 8 ranks, six 4 suits and 16 ranks, eight 8 suits and 32 ranks.
#[inline(always)]
pub const fn suit_plane_count(plane_count: usize) -> usize {
    if plane_count < 8 { 2 } else { 3 }
}

/// The bit of the cards' codes that a plane holds.
#[inline(always)]
const fn code_bit(plane: usize, planes: usize) -> usize {
    if plane < suit_plane_count(planes) {
        plane
    } else {
        SUIT_BITS + plane - suit_plane_count(planes)
    }
}

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

    /// The decks of the block, in `P` planes of which the first [`suit_plane_count`] hold the suit.
    ///
    /// `W` has a bit for each card, and the planes are enough for the pack's suits and ranks.
    #[inline(always)]
    pub fn planes<W: BitWord, const P: usize, L: LaneGroupSizes>(
        &self,
    ) -> Planes<W, P, DEALS_PER_BLOCK> {
        match L::HIGH_REGISTER_PRESSURE {
            16 => self.planes_in_groups::<W, P, 16>(),
            _ => self.planes_in_groups::<W, P, 32>(),
        }
    }

    /// The decks of the block, made for `N` lanes after the other.
    #[inline(always)]
    fn planes_in_groups<W: BitWord, const P: usize, const N: usize>(
        &self,
    ) -> Planes<W, P, DEALS_PER_BLOCK> {
        let mut planes = empty_planes::<W, P, DEALS_PER_BLOCK>();
        for first in (0..DEALS_PER_BLOCK).step_by(N) {
            let mut group = empty_planes::<u32, P, N>();
            self.insert_cards(first, 0..self.codes.len().min(u32::BIT_COUNT), &mut group);
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
        planes: &mut Planes<W, P, N>,
    ) {
        let insertion_places = &self.draws.insertion_places()[cards.clone()];
        for (places, &code) in insertion_places.iter().zip(&self.codes[cards]) {
            let card_masks: [W; P] = std::array::from_fn(|plane| {
                W::from_u64(u64::from(code >> code_bit(plane, P) & 1).wrapping_neg())
            });
            for (lane, &place) in places[first..first + N].iter().enumerate() {
                insert_card(planes, lane, place, &card_masks);
            }
        }
    }
}
