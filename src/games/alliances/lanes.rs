//! The automatic game, many deals at once. Equal, deal by deal, to [`super::auto::literal`].
//!
//! # The game on bit planes
//! Dealing everything, then always making the leftmost possible jump, leaves the same piles as dealing card by card.
//! A row is held as bit planes ([`crate::cards::lanes`]), place 0 being its left end, and a jump takes one place out:
//!
//! ```text
//! place                      6   5   4   3   2   1   0
//! card                      9♠  R♠  8♦  8♠  R♥  7♦  V♥
//! the card two places on             9♠  R♠  8♦  8♠  R♥     every plane moved by two places
//! allied with it                     no  yes no  no  yes    same suit or same rank: where all planes of one of them agree
//! the lowest of these                             place 0:  V♥ disappears, the pile of 7♦ comes to lie there
//! places above it                    move down by one
//! ```
//!
//! One step makes one jump in every lane. A lane without one goes through the same instructions, with an empty set of
//! places, and stays what it is: there is no branch. A row of n cards has at most n - 2 jumps, so that many steps end
//! every game. A row of 33 cards or more has made one jump at each of the first n - 32 steps, or is finished, so the
//! last 30 steps fit into words of half the size, unless a finished row is that long; then nothing is halved.
//!
//! Making two jumps in one step (a possible jump with no other in the two places to its left changes nothing that the
//! jumps left of it look at) was tried: a third fewer steps, each half as long again, so it does not pay.

use crate::cards::Pack;
use crate::cards::lanes::{Aligned, Dealer, Places, Planes, empty, group, put};
use crate::cards::processor::{Job, Processor};
use crate::cards::shuffle::BLOCK;

/// `set` without place `low + 1`, those above moving down by one; `low` holds all places below the one taken out.
#[inline(always)]
pub(super) fn without<W: Places>(set: W, low: W) -> W {
    (set & low) | (set.up(1) & !low)
}

/// One jump in every lane that has one. `S` of the planes are the suit's; `piles` holds the places of each row.
#[inline(always)]
fn step<W: Places, const S: usize, const P: usize, const L: usize>(planes: &mut Planes<W, P, L>, piles: &mut [W; L]) {
    for lane in 0..L {
        let differ = |set: W, plane: &[W; L]| set | (plane[lane] ^ plane[lane].up(2));
        let suits = planes[..S].iter().fold(W::default(), differ);
        let ranks = planes[S..].iter().fold(W::default(), differ);
        let allied = piles[lane].up(2) & !(suits & ranks);
        let low = allied.below();
        for plane in planes.iter_mut() {
            plane[lane] = without(plane[lane], low);
        }
        piles[lane] = without(piles[lane], low);
    }
}

/// Plays `steps` steps.
#[inline(always)]
fn steps<W: Places, const S: usize, const P: usize, const L: usize>(
    planes: &mut Planes<W, P, L>,
    piles: &mut [W; L],
    steps: std::ops::Range<usize>,
) {
    for _ in steps {
        step::<W, S, P, L>(planes, piles);
    }
}

/// The piles that a block of decks leaves.
#[inline(always)]
pub(super) fn play<W: Places, const S: usize, const P: usize, const L32: usize, const L64: usize>(
    decks: &Planes<W, P, BLOCK>,
    cards: usize,
) -> [u32; BLOCK] {
    let mut all = Aligned([0; BLOCK]);
    let mut rows = empty();
    let mut piles = Aligned([[u32::first(cards.min(u32::MOST)); BLOCK]]);
    if W::MOST > u32::MOST {
        for first in (0..BLOCK).step_by(L64) {
            let mut planes = group::<W, P, L64>(decks, first);
            let mut left = Aligned([[W::first(cards); L64]]);
            steps::<_, S, P, L64>(&mut planes, &mut left[0], u32::MOST..cards);
            if left[0].iter().fold(0, |any, left| any | left.wide()) > u64::from(u32::MAX) {
                // A finished row of more than 32 piles: its group ends here, and goes on with nothing on the table.
                steps::<_, S, P, L64>(&mut planes, &mut left[0], 2..u32::MOST);
                all[first..first + L64].copy_from_slice(&left[0].map(W::extent));
                left = empty();
            }
            put(Aligned(planes.map(|plane| plane.map(halved))), &mut rows, first);
            put(Aligned(left.map(|piles| piles.map(halved))), &mut piles, first);
        }
    } else {
        rows = Aligned(decks.map(|plane| plane.map(halved)));
    }
    for first in (0..BLOCK).step_by(L32) {
        let mut planes = group::<_, P, L32>(&rows, first);
        let mut left = group::<_, 1, L32>(&piles, first);
        steps::<_, S, P, L32>(&mut planes, &mut left[0], 2..cards.min(u32::MOST));
        for (piles, left) in all[first..].iter_mut().zip(left[0]) {
            *piles += left.extent();
        }
    }
    all.0
}

/// The first 32 places.
#[inline(always)]
fn halved<W: Places>(set: W) -> u32 {
    u32::of(set.wide())
}

/// A computation on bit planes, whatever their number and size.
pub(super) trait Visit {
    /// What it gives.
    type Answer;

    /// Computes with `P` planes in words of type `W`, the first `S` for the suit.
    fn shape<W: Places, const S: usize, const P: usize, const L32: usize, const L64: usize>(self) -> Self::Answer;
}

/// Computes with the smallest planes that hold the decks of a pack.
#[inline(always)]
pub(super) fn visit<V: Visit, const L32: usize, const L64: usize>(pack: Pack, visit: V) -> V::Answer {
    match (pack.suits(), pack.ranks()) {
        (..=4, ..=8) => visit.shape::<u32, 2, 5, L32, L64>(),
        (..=4, ..=16) => visit.shape::<u64, 2, 6, L32, L64>(),
        _ => visit.shape::<u64, 3, 8, L32, L64>(),
    }
}

/// Plays the 64 deals of a block.
struct Block<'a>(&'a Dealer);

impl Job for Block<'_> {
    type Answer = [u32; BLOCK];

    #[inline(always)]
    fn run<const L32: usize, const L64: usize>(self) -> [u32; BLOCK] {
        visit::<_, L32, L64>(self.0.pack(), self)
    }
}

impl Visit for Block<'_> {
    type Answer = [u32; BLOCK];

    #[inline(always)]
    fn shape<W: Places, const S: usize, const P: usize, const L32: usize, const L64: usize>(self) -> [u32; BLOCK] {
        play::<W, S, P, L32, L64>(&self.0.planes::<W, S, P, L32, L64>(), self.0.pack().size())
    }
}

/// The piles that the automatic game leaves in each of the 64 deals that `dealer` has drawn.
pub fn piles(dealer: &Dealer, processor: Processor) -> [u32; BLOCK] {
    processor.run(Block(dealer))
}
