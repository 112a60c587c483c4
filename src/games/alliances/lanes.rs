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

use crate::cards::lanes::{Dealer, Places, Planes};
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

/// Plays rows to their end; the answer is the number of piles of each.
#[inline(always)]
pub(super) fn play<W: Places, const S: usize, const P: usize, const L: usize>(
    mut planes: Planes<W, P, L>,
    mut piles: [W; L],
    longest: usize,
) -> [u32; L] {
    if W::MOST > 32 && longest > 32 {
        for _ in 32..longest {
            step::<W, S, P, L>(&mut planes, &mut piles);
        }
        if piles.iter().fold(0, |all, piles| all | piles.wide()) <= u64::from(u32::MAX) {
            let narrow = |plane: [W; L]| plane.map(|set| u32::of(set.wide()));
            return play::<u32, S, P, L>(planes.map(narrow), narrow(piles), 32);
        }
    }
    for _ in 2..longest {
        step::<W, S, P, L>(&mut planes, &mut piles);
    }
    piles.map(W::extent)
}

/// Plays the 64 deals of a block.
struct Block<'a>(&'a Dealer);

impl Job for Block<'_> {
    type Answer = [u32; BLOCK];

    #[inline(always)]
    fn run<const L32: usize, const L64: usize>(self) -> [u32; BLOCK] {
        let pack = self.0.pack();
        match (pack.suits(), pack.ranks()) {
            (..=4, ..=8) => played::<u32, 2, 5, L32>(self.0),
            (..=4, ..=16) => played::<u64, 2, 6, L64>(self.0),
            _ => played::<u64, 3, 8, L64>(self.0),
        }
    }
}

#[inline(always)]
fn played<W: Places, const S: usize, const P: usize, const L: usize>(dealer: &Dealer) -> [u32; BLOCK] {
    let mut all = [0; BLOCK];
    let cards = dealer.pack().size();
    for first in (0..BLOCK).step_by(L) {
        let piles = play::<W, S, P, L>(dealer.planes::<W, S, P, L>(first), [W::first(cards); L], cards);
        all[first..first + L].copy_from_slice(&piles);
    }
    all
}

/// The piles that the automatic game leaves in each of the 64 deals that `dealer` has drawn.
pub fn piles(dealer: &Dealer, processor: Processor) -> [u32; BLOCK] {
    processor.run(Block(dealer))
}
