//! Improving a stock by one small change before the game (handout 000, 5.1 and 5.2).
//!
//! [`best_change_by`] is the definition and plays a whole game for every change. [`super::improve_lanes`] computes the same
//! for many stocks at once.
//!
//! ```
//! use pioche_engine::cards::Card;
//! use pioche_engine::games::alliances::AllianceRule;
//! use pioche_engine::games::alliances::improve::{Change, Improvement, best_change};
//!
//! let deck: Vec<Card> = ["7-C", "8-K", "9-P", "R-C"].iter().map(|card| card.parse().unwrap()).collect();
//! let found = best_change(&deck, Improvement::Exchange, AllianceRule::Either).unwrap();
//! assert_eq!((found.piles_before, found.piles_after, found.gain()), (4, 3, 1));
//! assert_eq!(found.change, Change::Exchange(2)); // 7♥ 8♦ R♥: the 8 jumps
//! ```

use super::automatic::automatic_pile_count;
use super::state::AllianceRule;
use crate::cards::Card;

/// A kind of change of the stock, from the fewest possible changes to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    pub fn changes(self, stock_size: usize) -> impl Iterator<Item = Change> {
        let pairs = move |first: usize| match self {
            Self::Exchange => first + 1..(first + 2).min(stock_size),
            Self::Swap => first + 1..stock_size,
            Self::Move => 0..stock_size,
        };
        let change = move |(first, second)| match self {
            Self::Exchange => Change::Exchange(first),
            Self::Swap => Change::Swap(first, second),
            Self::Move => Change::Move {
                from: first,
                to: second,
            },
        };
        (0..stock_size)
            .flat_map(move |first| pairs(first).map(move |second| (first, second)))
            .map(change)
            .filter(|change| !matches!(change, Change::Move { from, to } if from == to || from + 1 == *to))
    }
}

/// A single change of a stock; places count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Exchanges the cards of this place and the next one.
    Exchange(usize),
    /// Exchanges the cards of these two places, the smaller one first.
    Swap(usize, usize),
    /// Takes the card of one place out and inserts it at another place.
    Move {
        /// The place of the card before the change.
        from: usize,
        /// The place of the card after the change.
        to: usize,
    },
}

impl Change {
    /// The places of the two cards, or of the card before and after its move.
    pub fn places(self) -> (usize, usize) {
        match self {
            Self::Exchange(first) => (first, first + 1),
            Self::Swap(first, second)
            | Self::Move {
                from: first,
                to: second,
            } => (first, second),
        }
    }

    /// Applies the change to a stock.
    ///
    /// # Panics
    /// When a place lies outside of the stock.
    pub fn apply(self, deck: &mut [Card]) {
        match self {
            Self::Exchange(first) => deck.swap(first, first + 1),
            Self::Swap(first, second) => deck.swap(first, second),
            Self::Move { from, to } if from < to => deck[from..=to].rotate_left(1),
            Self::Move { from, to } => deck[to..=from].rotate_right(1),
        }
    }

    /// Undoes the change.
    ///
    /// # Panics
    /// When a place lies outside of the stock.
    pub fn undo(self, deck: &mut [Card]) {
        match self {
            Self::Move { from, to } => Self::Move { from: to, to: from }.apply(deck),
            own_inverse => own_inverse.apply(deck),
        }
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

/// Returns the best change for the automatic game; `None` when the stock has fewer than two cards.
///
/// # Panics
/// When the stock has more than [`MAX_CARDS`](crate::cards::pack::MAX_CARDS) cards.
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

/// Returns the last of the best changes, where `count_piles` returns the piles that a stock leaves; `None` when the stock has
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
        change.apply(&mut changed);
        let after = count_piles(&changed);
        change.undo(&mut changed);
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
