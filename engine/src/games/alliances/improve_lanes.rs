//! The best change of each of many stocks. Equal, deal by deal, to [`super::improve::best_change`], ties included.
//!
//! The game of a changed stock is that of the unchanged one until a jump compares the first place that differs. So the
//! deals of a block are played once, step by step. Before the first step in which any of them compares that place, all
//! are copied, changed in the same way, and played from there to the end:
//!
//! ```text
//! steps                  0  1  2  3  4  5  6  7  …
//! the stocks             ├──┬──┬─────┬──…
//! changed at place 3     │  │  └─────────────…
//! changed at place 2     │  └────────────────…
//! changed at places 0, 1 └───────────────────…
//! ```
//!
//! For the moves of a card, the stocks played once lack that card; it is put in at each other place.
//!
//! The best change of a deal has the smallest key: the piles, then the number of changes that come after it. Where few
//! deals of a block are wanted, several changes of each are played at once.

use super::automatic_lanes::{PlaneKernel, RowBatch, run_for_pack};
use super::improve::{BestChange, Change, Improvement};
use crate::cards::bit_planes::{Aligned, BitWord, Planes, empty_planes, insert_card};
use crate::cards::plane_dealer::PlaneDealer;
use crate::cards::shuffle::DEALS_PER_BLOCK;
use crate::simd::{LaneGroupSizes, SimdKernel, SimdLevel};
use std::ops::Range;

/// All changes of stocks of one size.
#[derive(Clone, Debug)]
pub struct ChangeList {
    cards: usize,
    list: Vec<Change>,
}

impl ChangeList {
    /// The changes of stocks of `cards` cards; `None` when there is none.
    pub fn new(cards: usize, improvement: Improvement) -> Option<Self> {
        let list: Vec<Change> = improvement.changes(cards).collect();
        (!list.is_empty()).then_some(Self { cards, list })
    }

    /// The best change of each deal in `lanes` of the 64 deals that `dealer` has drawn, with its lane, in order.
    ///
    /// # Panics
    /// When `lanes` is not within 0..64, or the dealer's decks have another number of cards.
    pub fn best_changes(
        &self,
        dealer: &PlaneDealer,
        simd_level: SimdLevel,
        lanes: Range<usize>,
    ) -> impl Iterator<Item = (usize, BestChange)> {
        assert!(
            lanes.end <= DEALS_PER_BLOCK,
            "a block has {DEALS_PER_BLOCK} lanes"
        );
        assert_eq!(
            self.cards,
            dealer.pack().size(),
            "the changes of another stock"
        );
        let (before, keys) = simd_level.run(BestChangeKernel {
            changes: self,
            dealer,
            lanes: lanes.clone(),
        });
        lanes.enumerate().map(move |(place, lane)| {
            let (after, change) = self.decode_key(keys[place]);
            (
                lane,
                BestChange {
                    change,
                    piles_before: before[place] as usize,
                    piles_after: after,
                },
            )
        })
    }

    /// The piles and the change that a key stands for.
    fn decode_key(&self, key: u32) -> (usize, Change) {
        (
            (key >> 16) as usize,
            self.list[self.list.len() - 1 - (key & 0xffff) as usize],
        )
    }
}

/// The kernel that returns the piles of each deal in `lanes`, and its best key.
struct BestChangeKernel<'a> {
    changes: &'a ChangeList,
    dealer: &'a PlaneDealer,
    lanes: Range<usize>,
}

impl SimdKernel for BestChangeKernel<'_> {
    type Output = ([u32; DEALS_PER_BLOCK], [u32; DEALS_PER_BLOCK]);

    #[inline(always)]
    fn run<L: LaneGroupSizes>(self) -> Self::Output {
        run_for_pack::<_, L>(self.dealer.pack(), self)
    }
}

impl PlaneKernel for BestChangeKernel<'_> {
    type Output = ([u32; DEALS_PER_BLOCK], [u32; DEALS_PER_BLOCK]);

    #[inline(always)]
    fn run_planes<W: BitWord, const P: usize, L: LaneGroupSizes>(self) -> Self::Output {
        let Self {
            changes: ChangeList { list, cards },
            dealer,
            lanes,
        } = self;
        // The deals that are wanted, repeated to fill the block.
        let deals = lanes.len().next_power_of_two();
        let drawn = dealer.planes::<W, P, L>();
        let mut rows = empty_planes::<W, P, DEALS_PER_BLOCK>();
        for (row, drawn) in rows.iter_mut().zip(drawn.iter()) {
            for (lane, set) in row.iter_mut().enumerate() {
                *set = drawn[(lanes.start + lane % deals) % DEALS_PER_BLOCK];
            }
        }
        let stocks = RowBatch::new(rows, *cards);
        let before = stocks.pile_counts::<L>();
        let mut best = [u32::MAX; DEALS_PER_BLOCK];
        let [mut one, mut other, mut keys] = [Aligned([0; DEALS_PER_BLOCK]); 3];
        let mut later = list.len();
        for changes in list.chunk_by(|one, other| one.removed_place() == other.removed_place()) {
            let (mut games, card) = without_card(&stocks, changes[0].removed_place());
            let mut next = games;
            let mut seen = next.step_with_compared_places();
            for changes in changes.chunks(DEALS_PER_BLOCK / deals) {
                while seen.wrapping_shr(changes[0].first_changed_place()) & W::ONE == W::default() {
                    games = next;
                    seen = next.step_with_compared_places();
                }
                for (number, first) in (0..DEALS_PER_BLOCK).step_by(deals).enumerate() {
                    let number = number.min(changes.len() - 1);
                    let (places, lanes) = (changes[number].places(), first..first + deals);
                    one[lanes.clone()].fill(places.0 as u32);
                    other[lanes.clone()].fill(places.1 as u32);
                    keys[lanes].fill((later - 1 - number) as u32);
                }
                later -= changes.len();
                let mut changed = games;
                changed.cards = *cards;
                match changes[0].removed_place() {
                    None => swap_cards(&mut changed.rows, &one, &other),
                    Some(_) => insert_cards(&mut changed.rows, &card, &other),
                }
                let piles = changed.pile_counts::<L>();
                for lane in 0..DEALS_PER_BLOCK {
                    best[lane] = best[lane].min(piles[lane] << 16 | keys[lane]);
                }
            }
        }
        for lane in deals..DEALS_PER_BLOCK {
            best[lane % deals] = best[lane % deals].min(best[lane]);
        }
        (before, best)
    }
}

impl Change {
    /// The place of the card that a move takes out before the games are copied.
    fn removed_place(self) -> Option<usize> {
        if let Self::Move { from, .. } = self {
            Some(from)
        } else {
            None
        }
    }

    /// The first place at which the changed stock then differs.
    fn first_changed_place(self) -> u32 {
        let (one, other) = self.places();
        (if self.removed_place().is_some() {
            other
        } else {
            one
        }) as u32
    }
}

/// The games without the card at `place`, if given, and the bits of that card: all ones, or 0.
#[inline(always)]
fn without_card<W: BitWord, const P: usize>(
    stocks: &RowBatch<W, P>,
    place: Option<usize>,
) -> (RowBatch<W, P>, Planes<W, P, DEALS_PER_BLOCK>) {
    let (mut games, mut card) = (*stocks, empty_planes());
    if let Some(place) = place {
        games.cards -= 1;
        let before = W::low_bits_mask(place);
        for (row, card) in games.rows.iter_mut().zip(card.iter_mut()) {
            for (set, card) in row.iter_mut().zip(card) {
                *card = (set.wrapping_shr(place as u32) & W::ONE).wrapping_neg();
                *set = (*set & before) | (set.wrapping_shr(1) & !before);
            }
        }
    }
    (games, card)
}

/// Exchanges the cards of two places in each lane, by flipping their bits where they differ.
#[inline(always)]
fn swap_cards<W: BitWord, const P: usize>(
    rows: &mut Planes<W, P, DEALS_PER_BLOCK>,
    one: &[u32; DEALS_PER_BLOCK],
    other: &[u32; DEALS_PER_BLOCK],
) {
    for row in rows.iter_mut() {
        for lane in 0..DEALS_PER_BLOCK {
            let apart = other[lane] - one[lane];
            let differ =
                (row[lane] ^ row[lane].wrapping_shr(apart)) & W::ONE.wrapping_shl(one[lane]);
            row[lane] = row[lane] ^ differ ^ differ.wrapping_shl(apart);
        }
    }
}

/// Inserts a card at a place of each lane.
#[inline(always)]
fn insert_cards<W: BitWord, const P: usize>(
    rows: &mut Planes<W, P, DEALS_PER_BLOCK>,
    card: &Planes<W, P, DEALS_PER_BLOCK>,
    places: &[u32; DEALS_PER_BLOCK],
) {
    for lane in 0..DEALS_PER_BLOCK {
        let mut own = [W::default(); P];
        for (own, card) in own.iter_mut().zip(card.iter()) {
            *own = card[lane];
        }
        insert_card(rows, lane, places[lane], &own);
    }
}
