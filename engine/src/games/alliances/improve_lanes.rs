//! The best change of each of many stocks, many changed games at once. Equal, deal by deal, to
//! [`super::improve::best`], ties included.
//!
//! Every (deal, change) is a lane: those of a block stand in one long row, deal after deal, each deal's in the order
//! of [`Improvement::changes`], and 64 of them are played at a time whatever deals they belong to.
//!
//! ```text
//! deal      0  0  0  …  0   1  1  1  …  1   2  2  …
//! change    0  1  2  …  30  0  1  2  …  30  0  1  …        31 exchanges of 32 cards
//! batch     ├─────────── 64 lanes ───────────┤├───…
//! ```
//!
//! A lane starts from its deal's bit planes and changes them by itself, with its two places as numbers to shift by.
//! Of a deal's lanes the smallest key wins: the piles, then the number of changes that come after.

use super::improve::{Best, Change, Improvement};
use super::lanes::{self, Visit};
use crate::cards::lanes::Dealer;
use crate::cards::planes::{Aligned, Places, Planes, empty, insert};
use crate::cards::shuffle::BLOCK;
use crate::processor::Job;
use crate::processor::Processor;
use std::ops::Range;

/// All changes of stocks of one size, to be tried on the deals of a [`Dealer`].
#[derive(Clone, Debug)]
pub struct Changes {
    improvement: Improvement,
    cards: usize,
    list: Vec<Change>,
    /// The first place of each change, for a move the place before.
    first: Vec<u32>,
    /// The second place of each change, for a move the place after.
    second: Vec<u32>,
}

impl Changes {
    /// The changes of `cards` cards; `None` when there is none.
    pub fn new(cards: usize, improvement: Improvement) -> Option<Self> {
        let list: Vec<Change> = improvement.changes(cards).collect();
        if list.is_empty() {
            return None;
        }
        let (first, second) = list
            .iter()
            .map(|change| match *change {
                Change::Exchange(first) => (first as u32, first as u32 + 1),
                Change::Swap(first, second) | Change::Move { from: first, to: second } => (first as u32, second as u32),
            })
            .unzip();
        Some(Self { improvement, cards, list, first, second })
    }

    /// Calls `each` with the best change of each deal in `lanes` of those that `dealer` has drawn, in order.
    ///
    /// # Panics
    /// When `lanes` is no part of 0..64, or the dealer's decks have another number of cards.
    pub fn best(&self, dealer: &Dealer, processor: Processor, lanes: Range<usize>, mut each: impl FnMut(usize, Best)) {
        assert!(lanes.end <= BLOCK, "a block has {BLOCK} lanes");
        assert_eq!(self.cards, dealer.pack().size(), "the changes of another stock");
        let before = lanes::piles(dealer, processor);
        let keys = processor.run(Search { changes: self, dealer, lanes: lanes.clone() });
        for lane in lanes {
            let (after, change) = self.found(keys[lane]);
            each(lane, Best { change, before: before[lane] as usize, after });
        }
    }

    /// What orders the changes: smaller is better, and no two of a deal are equal.
    #[inline(always)]
    fn key(&self, piles: u32, change: usize) -> u32 {
        piles << 16 | (self.list.len() - 1 - change) as u32
    }

    /// The piles and the change of a key.
    fn found(&self, key: u32) -> (usize, Change) {
        ((key >> 16) as usize, self.list[self.list.len() - 1 - (key & 0xffff) as usize])
    }

    /// The runs of lanes of one deal among the (deal, change) of `lanes`.
    #[inline(always)]
    fn runs(&self, lanes: Range<usize>) -> impl Iterator<Item = Run> {
        let changes = self.list.len();
        let (start, mut at) = (lanes.start, lanes.start);
        std::iter::from_fn(move || {
            let (deal, change) = (at / changes, at % changes);
            let length = (changes - change).min(lanes.end - at);
            let run = Run { deal, changes: change..change + length, lanes: at - start..at - start + length };
            at += length;
            (length > 0).then_some(run)
        })
    }
}

/// Lanes of a batch that belong to one deal.
struct Run {
    deal: usize,
    changes: Range<usize>,
    lanes: Range<usize>,
}

/// The best key of each deal in `lanes`.
struct Search<'a> {
    changes: &'a Changes,
    dealer: &'a Dealer,
    lanes: Range<usize>,
}

impl Job for Search<'_> {
    type Answer = [u32; BLOCK];

    #[inline(always)]
    fn run<const WIDE: usize, const NARROW: usize>(self) -> [u32; BLOCK] {
        lanes::visit::<_, WIDE, NARROW>(self.dealer.pack(), self)
    }
}

impl Visit for Search<'_> {
    type Answer = [u32; BLOCK];

    #[inline(always)]
    fn shape<W: Places, const S: usize, const P: usize, const WIDE: usize, const NARROW: usize>(self) -> [u32; BLOCK] {
        let Self { changes, dealer, lanes } = self;
        let decks = dealer.planes::<W, S, P, WIDE, NARROW>();
        let mut best = [u32::MAX; BLOCK];
        let mut batch = Batch { planes: empty(), first: Aligned([0; BLOCK]), second: Aligned([0; BLOCK]) };
        let all = lanes.start * changes.list.len()..lanes.end * changes.list.len();
        for start in all.clone().step_by(BLOCK) {
            let part = start..all.end.min(start + BLOCK);
            for run in changes.runs(part.clone()) {
                batch.fill(&run, &decks, changes);
            }
            match changes.improvement {
                Improvement::Exchange | Improvement::Swap => batch.swap(),
                Improvement::Move => batch.relocate(),
            }
            let piles = lanes::play::<W, S, P, WIDE, NARROW>(&batch.planes, dealer.pack().size());
            for run in changes.runs(part) {
                let lanes = piles[run.lanes].iter().zip(run.changes);
                let least = lanes.map(|(&piles, change)| changes.key(piles, change)).fold(u32::MAX, u32::min);
                best[run.deal] = best[run.deal].min(least);
            }
        }
        best
    }
}

/// 64 stocks and the change of each.
struct Batch<W, const P: usize> {
    planes: Planes<W, P, BLOCK>,
    first: Aligned<[u32; BLOCK]>,
    second: Aligned<[u32; BLOCK]>,
}

impl<W: Places, const P: usize> Batch<W, P> {
    /// Sets the lanes of a run.
    #[inline(always)]
    fn fill(&mut self, run: &Run, decks: &Planes<W, P, BLOCK>, changes: &Changes) {
        for (plane, deck) in self.planes.iter_mut().zip(decks.iter()) {
            plane[run.lanes.clone()].fill(deck[run.deal]);
        }
        self.first[run.lanes.clone()].copy_from_slice(&changes.first[run.changes.clone()]);
        self.second[run.lanes.clone()].copy_from_slice(&changes.second[run.changes.clone()]);
    }

    /// Exchanges the cards of the two places: their bits are flipped where they differ.
    #[inline(always)]
    fn swap(&mut self) {
        for plane in self.planes.iter_mut() {
            for ((set, &first), &second) in plane.iter_mut().zip(self.first.iter()).zip(self.second.iter()) {
                let differ = (set.up(first) ^ set.up(second)) & W::TOP;
                *set = *set ^ differ.down(first) ^ differ.down(second);
            }
        }
    }

    /// Takes the card of the first place out and puts it back at the second.
    #[inline(always)]
    fn relocate(&mut self) {
        for lane in 0..BLOCK {
            let (from, to) = (self.first[lane], self.second[lane]);
            let above = W::TOP.down(from).above();
            let mut own = [W::default(); P];
            for (plane, own) in self.planes.iter_mut().zip(&mut own) {
                *own = (plane[lane].up(from) & W::TOP).negated();
                plane[lane] = (plane[lane] & above) | (plane[lane].up(1) & !above);
            }
            insert(&mut self.planes, lane, to, &own);
        }
    }
}
