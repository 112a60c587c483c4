//! Improving a stock by one small change before the game (handout 000, 5.1 and 5.2).
//!
//! [`best_change_by`] is the definition and plays a whole game for every change. [`ChangeList`] computes the same for
//! many stocks at once.
//!
//! ```
//! use pioche_engine::cards::Card;
//! use pioche_engine::games::alliances::AllianceRule;
//! use pioche_engine::games::alliances::improve::{Improvement, best_change};
//!
//! let deck: Vec<Card> = ["7-C", "8-K", "9-P", "R-C"].iter().map(|card| card.parse().unwrap()).collect();
//! let found = best_change(&deck, Improvement::Exchange, AllianceRule::Either).unwrap();
//! assert_eq!((found.piles_before, found.piles_after, found.gain()), (4, 3, 1));
//! assert_eq!((found.change.first, found.change.second), (2, 3)); // 7♥ 8♦ R♥: the 8 jumps
//! ```
//!
//! # Many stocks at once
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
//! The best change of a deal has the smallest key: the piles, then the number of changes that come after it.

use super::AllianceRule;
use super::automatic::{PlaneKernel, RowBatch, automatic_pile_count, run_for_pack};
use crate::cards::Card;
use crate::cards::bit_planes::{BitWord, PlaneDealer, Planes, empty_planes, insert_card};
use crate::cards::shuffle::DEALS_PER_BLOCK;
use crate::simd::{SimdKernel, SimdLevel};
use std::ops::Range;

/// A kind of change of the stock, from the fewest possible changes to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Improvement {
    /// Exchanges of two neighbours (handout 000, 5.1).
    Exchange,
    /// Exchanges of any two cards (handout 000, 5.2).
    Swap,
    /// Moves of one card to another place (handout 000, 5.2).
    Move,
}

string_enum!(Improvement, "improvement", [Exchange "exchange", Swap "swap", Move "move"]);

impl Improvement {
    /// All changes of a stock of `stock_size` cards. Of the best changes, the last one in this order is taken.
    ///
    /// A card moved one place to the right gives the same stock as its neighbour moved one place to the left; only
    /// the latter is listed.
    pub fn changes(self, stock_size: usize) -> Vec<Change> {
        let mut changes = Vec::new();
        for first in 0..stock_size {
            let seconds = match self {
                Self::Exchange => first + 1..(first + 2).min(stock_size),
                Self::Swap => first + 1..stock_size,
                Self::Move => 0..stock_size,
            };
            for second in seconds {
                if self != Self::Move || (second != first && second != first + 1) {
                    changes.push(Change {
                        kind: self,
                        first,
                        second,
                    });
                }
            }
        }
        changes
    }
}

/// A single change of a stock; places count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The kind of change.
    pub kind: Improvement,
    /// The place of the first card that is exchanged, or of a card before its move.
    pub first: usize,
    /// The place of the second card that is exchanged, or of a card after its move.
    pub second: usize,
}

impl Change {
    /// Applies the change to a stock.
    ///
    /// # Panics
    /// When a place lies outside of the stock.
    pub fn apply(self, deck: &mut [Card]) {
        let Self {
            kind,
            first,
            second,
        } = self;
        if kind != Improvement::Move {
            deck.swap(first, second);
        } else if first < second {
            deck[first..=second].rotate_left(1);
        } else {
            deck[second..=first].rotate_right(1);
        }
    }

    fn removed_place(self) -> Option<usize> {
        (self.kind == Improvement::Move).then_some(self.first)
    }
}

/// The best change of a stock, with its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestChange {
    /// The change.
    pub change: Change,
    /// The piles that the unchanged stock leaves.
    pub piles_before: usize,
    /// The piles that the changed stock leaves.
    pub piles_after: usize,
}

impl BestChange {
    /// The piles gained; negative when every change is worse.
    pub fn gain(self) -> i32 {
        self.piles_before as i32 - self.piles_after as i32
    }
}

/// The best change for the automatic game; `None` when the stock has fewer than two cards.
///
/// # Panics
/// When the stock has more than [`MAX_CARDS`](crate::cards::card::MAX_CARDS) cards.
#[doc(alias = "meilleur_echange_consecutif")]
pub fn best_change(
    deck: &[Card],
    improvement: Improvement,
    alliance: AllianceRule,
) -> Option<BestChange> {
    best_change_by(deck, improvement, |stock| {
        automatic_pile_count(stock, alliance)
    })
}

/// The last of the best changes, where `count_piles` returns the piles that a stock leaves; `None` when the stock has
/// fewer than two cards.
pub fn best_change_by(
    deck: &[Card],
    improvement: Improvement,
    mut count_piles: impl FnMut(&[Card]) -> usize,
) -> Option<BestChange> {
    let before = count_piles(deck);
    let mut changed = deck.to_vec();
    let mut best: Option<BestChange> = None;
    for change in improvement.changes(deck.len()) {
        changed.copy_from_slice(deck);
        change.apply(&mut changed);
        let after = count_piles(&changed);
        if best.is_none_or(|found| after <= found.piles_after) {
            best = Some(BestChange {
                change,
                piles_before: before,
                piles_after: after,
            });
        }
    }
    best
}

/// All changes of stocks of one size, and the rule of alliance of their games.
#[derive(Clone, Debug)]
pub struct ChangeList {
    cards: usize,
    alliance: AllianceRule,
    list: Vec<Change>,
}

impl ChangeList {
    /// The changes of stocks of `cards` cards; `None` when there is none.
    pub fn new(cards: usize, improvement: Improvement, alliance: AllianceRule) -> Option<Self> {
        let list = improvement.changes(cards);
        (!list.is_empty()).then_some(Self {
            cards,
            alliance,
            list,
        })
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
        assert_eq!(
            self.cards,
            dealer.pack().size(),
            "the changes of another stock"
        );
        let (pile_counts, keys) = simd_level.run(BestChangeKernel {
            changes: self,
            dealer,
        });
        lanes.map(move |lane| {
            let best_change = BestChange {
                change: self.list[self.list.len() - 1 - (keys[lane] & 0xffff) as usize],
                piles_before: pile_counts[lane] as usize,
                piles_after: (keys[lane] >> 16) as usize,
            };
            (lane, best_change)
        })
    }
}

/// The kernel that returns the piles of each deal, and its best key.
struct BestChangeKernel<'a> {
    changes: &'a ChangeList,
    dealer: &'a PlaneDealer,
}

impl SimdKernel for BestChangeKernel<'_> {
    type Output = ([u32; DEALS_PER_BLOCK], [u32; DEALS_PER_BLOCK]);

    #[inline(always)]
    fn run<const REGISTER_BYTES: usize>(self) -> Self::Output {
        run_for_pack::<_, REGISTER_BYTES>(self.dealer.pack(), self.changes.alliance, self)
    }
}

impl PlaneKernel for BestChangeKernel<'_> {
    type Output = ([u32; DEALS_PER_BLOCK], [u32; DEALS_PER_BLOCK]);

    #[inline(always)]
    fn run_planes<W: BitWord, const P: usize, const S: usize, const REGISTER_BYTES: usize>(
        self,
        code_bits: [u32; P],
    ) -> Self::Output {
        let ChangeList { list, cards, .. } = self.changes;
        let planes = self.dealer.planes::<W, P, REGISTER_BYTES>(code_bits);
        let stocks = RowBatch::<W, P, S>::new(planes, *cards);
        let pile_counts = stocks.pile_counts::<REGISTER_BYTES>();
        let mut best_keys = [u32::MAX; DEALS_PER_BLOCK];
        let mut later_changes = list.len() as u32;
        for changes in list.chunk_by(|left, right| left.removed_place() == right.removed_place()) {
            let (mut games, card) = without_card(&stocks, changes[0].removed_place());
            let mut next_games = games;
            let mut compared_places = next_games.step_with_compared_places();
            for change in changes {
                let first = change.first as u32;
                let second = change.second as u32;
                let is_move = change.kind == Improvement::Move;
                let first_changed_place = if is_move { second } else { first };
                while (compared_places >> first_changed_place) & W::ONE == W::default() {
                    games = next_games;
                    compared_places = next_games.step_with_compared_places();
                }
                let mut changed_games = games;
                changed_games.cards = *cards;
                if is_move {
                    insert_cards(&mut changed_games.rows, &card, second);
                } else {
                    swap_cards(&mut changed_games.rows, first, second);
                }
                later_changes -= 1;
                let piles = changed_games.pile_counts::<REGISTER_BYTES>();
                for (best_key, piles) in best_keys.iter_mut().zip(piles) {
                    *best_key = (*best_key).min(piles << 16 | later_changes);
                }
            }
        }
        (pile_counts, best_keys)
    }
}

/// The games without the card at `place`, if given, and the bits of that card: all ones, or 0.
#[inline(always)]
fn without_card<W: BitWord, const P: usize, const S: usize>(
    stocks: &RowBatch<W, P, S>,
    place: Option<usize>,
) -> (RowBatch<W, P, S>, Planes<W, P, DEALS_PER_BLOCK>) {
    let mut games = *stocks;
    let mut card = empty_planes();
    if let Some(place) = place {
        games.cards -= 1;
        let before = W::low_bits_mask(place);
        for (row, card) in games.rows.iter_mut().zip(card.iter_mut()) {
            for (set, card) in row.iter_mut().zip(card) {
                *card = ((*set >> place as u32) & W::ONE).wrapping_neg();
                *set = (*set & before) | ((*set >> 1) & !before);
            }
        }
    }
    (games, card)
}

#[inline(always)]
fn swap_cards<W: BitWord, const P: usize>(
    rows: &mut Planes<W, P, DEALS_PER_BLOCK>,
    first_place: u32,
    second_place: u32,
) {
    let distance = second_place - first_place;
    for row in rows.iter_mut() {
        for set in row.iter_mut() {
            let difference = (*set ^ (*set >> distance)) & (W::ONE << first_place);
            *set = *set ^ difference ^ (difference << distance);
        }
    }
}

#[inline(always)]
fn insert_cards<W: BitWord, const P: usize>(
    rows: &mut Planes<W, P, DEALS_PER_BLOCK>,
    card: &Planes<W, P, DEALS_PER_BLOCK>,
    place: u32,
) {
    for lane in 0..DEALS_PER_BLOCK {
        let mut card_masks = [W::default(); P];
        for (mask, plane) in card_masks.iter_mut().zip(card.iter()) {
            *mask = plane[lane];
        }
        insert_card(rows, lane, place, &card_masks);
    }
}
