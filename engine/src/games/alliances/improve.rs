//! Improving a stock by one small change before the game (handout 000, 5.1 and 5.2).
//!
//! [`best_by`] is the definition: a whole game for every change. [`super::improve_lanes`] finds the same for many stocks
//! at once.

use super::auto::piles;
use crate::cards::Card;

/// Which changes are allowed, from the fewest to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Improvement {
    /// Exchange two neighbours (5.1).
    Exchange,
    /// Exchange any two cards (5.2).
    Swap,
    /// Take one card out and put it back at another place (5.2).
    Move,
}

words!(Improvement, "improvement", [Exchange "exchange", Swap "swap", Move "move"]);

impl Improvement {
    /// The changes of a stock of `cards` cards, in the order that decides ties: the last of the best is taken.
    ///
    /// A card moved one place to the right gives the same stock as its neighbour moved one place to the left; only
    /// the latter is listed.
    pub fn changes(self, cards: usize) -> impl Iterator<Item = Change> {
        let pairs = move |first: usize| match self {
            Self::Exchange => first + 1..(first + 2).min(cards),
            Self::Swap => first + 1..cards,
            Self::Move => 0..cards,
        };
        let change = move |(first, second)| match self {
            Self::Exchange => Change::Exchange(first),
            Self::Swap => Change::Swap(first, second),
            Self::Move => Change::Move { from: first, to: second },
        };
        (0..cards)
            .flat_map(move |first| pairs(first).map(move |second| (first, second)))
            .map(change)
            .filter(|change| !matches!(change, Change::Move { from, to } if from == to || from + 1 == *to))
    }
}

/// One change of a stock; places count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The cards of this place and the next are exchanged.
    Exchange(usize),
    /// The cards of these two places, the smaller first, are exchanged.
    Swap(usize, usize),
    /// The card of one place is taken out, then put back so that it comes to lie at another.
    Move {
        /// Its place before.
        from: usize,
        /// Its place after.
        to: usize,
    },
}

impl Change {
    /// Its two places: those of the two cards, or of a card before and after.
    pub fn places(self) -> (usize, usize) {
        match self {
            Self::Exchange(first) => (first, first + 1),
            Self::Swap(first, second) | Self::Move { from: first, to: second } => (first, second),
        }
    }

    /// Changes the stock.
    ///
    /// # Panics
    /// When a place lies outside of it.
    pub fn apply(self, deck: &mut [Card]) {
        match self {
            Self::Exchange(first) => deck.swap(first, first + 1),
            Self::Swap(first, second) => deck.swap(first, second),
            Self::Move { from, to } if from < to => deck[from..=to].rotate_left(1),
            Self::Move { from, to } => deck[to..=from].rotate_right(1),
        }
    }

    /// Takes the change back.
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

/// The best change of a stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The change.
    pub change: Change,
    /// Piles that the stock leaves as it is.
    pub before: usize,
    /// Piles that it leaves when changed.
    pub after: usize,
}

impl Best {
    /// Piles gained; negative when every change is worse.
    pub fn gain(self) -> i32 {
        self.before as i32 - self.after as i32
    }
}

/// The best change for the automatic game. `None` when the stock has fewer than two cards.
///
/// # Panics
/// When it has more than [`MAX_CARDS`](crate::cards::pack::MAX_CARDS) cards.
#[doc(alias = "meilleur_echange_consecutif")]
pub fn best(deck: &[Card], improvement: Improvement) -> Option<Best> {
    best_by(deck, improvement, piles)
}

/// The last of the best changes when stocks are played in some other way, `play` giving the piles that each leaves.
pub fn best_by(deck: &[Card], improvement: Improvement, mut play: impl FnMut(&[Card]) -> usize) -> Option<Best> {
    let before = play(deck);
    let mut changed = deck.to_vec();
    let mut best: Option<Best> = None;
    for change in improvement.changes(deck.len()) {
        change.apply(&mut changed);
        let after = play(&changed);
        change.undo(&mut changed);
        if best.is_none_or(|found| after <= found.after) {
            best = Some(Best { change, before, after });
        }
    }
    best
}
