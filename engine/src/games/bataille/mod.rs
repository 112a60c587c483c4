//! Bataille (War): a game without choices, played to its end or to the proof that it has none.
//!
//! # The rules
//!
//! A pack holds 4 cards of each of v values, 1 to v; colours play no part. It is dealt one card at a time, player 1
//! first. A hand is a queue: cards are laid from its top, and tricks go under it.
//!
//! A round (pli) is one trick. Each player lays the top card of his hand. The higher value takes the whole trick, which
//! goes under the winner's hand in the very order in which it was laid. On a tie (bataille) each player lays one card
//! face down, then one face up to be compared, and again while these tie.
//!
//! The game is over as soon as a player holds no card, or after a number of rounds chosen in advance. The player who
//! then holds more cards wins; as many on both sides is a draw.
//!
//! # What the handout leaves open, settled
//!
//! - Before *every* pair of cards, face down or not, both players must hold one. If one does not, nobody lays
//!   anything, the round is stopped, and the trick on the table belongs to nobody: the hands alone are counted. A
//!   player who has just laid his last card in a battle can so win nothing more, and both hands may be empty.
//! - In the order *fixed*, player 1 always lays first. In the order *alternating* (the handout's `turn`), player 1 lays
//!   first at the first pair, and who lays first changes at every pair laid, face-down pairs included, from round to
//!   round too. It changes only the order of the cards in a trick.
//! - The length of a game is the number of rounds started, a stopped one included. A game in which a hand is empty from
//!   the start has none.
//! - The state of a game between rounds is both hands in order, and who lays first. A game that comes back to a state
//!   never ends: see [`ending`] for its period and pre-period.
//! - A game given by its hands may be uneven, lack cards, or hold more than 4 cards of a value: the rules need no full
//!   pack. It may hold at most 256 cards.

pub mod ending;
pub mod hands;
pub mod lanes;
pub mod laws;
mod repeats;
pub mod state;
mod table;

pub use crate::cards::riffle::{SUITS, value};
pub use ending::{Ending, Outcome};
pub use hands::Hands;
pub use lanes::Lanes;
pub use state::State;

use crate::words::Unknown;
use std::fmt;
use std::str::FromStr;

/// The largest number of cards in play.
pub const MAX_CARDS: usize = 256;

/// Which game is played. The default is the handout's: 13 values, player 1 always lays first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How many values the pack has.
    pub values: Values,
    /// Who lays first.
    pub order: Order,
}

/// The number of values of a pack, from 1 to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Values(u8);

impl Values {
    /// The largest number of values, which makes [`MAX_CARDS`] cards.
    pub const MAX: Self = Self(64);

    /// A number of values.
    ///
    /// # Errors
    /// When it is not from 1 to 64.
    #[doc(alias = "nbVals")]
    pub fn new(values: u64) -> Result<Self, Unknown> {
        let known = (1..=Self::MAX.0.into()).contains(&values).then_some(Self(values as u8));
        known.ok_or_else(|| Unknown::new(values, "number of values from 1 to 64"))
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// What is left of a number of games in about as much time: those of large packs are long, and are played one by one.
    pub const fn affordable(self, games: u64) -> u64 {
        match self.0 {
            0..=16 => games,
            17..=32 => games / 10,
            _ => games / 100,
        }
    }

    /// The number of cards of the pack: 4 of each value.
    pub const fn cards(self) -> usize {
        self.0 as usize * SUITS as usize
    }
}

impl Default for Values {
    fn default() -> Self {
        Self(13)
    }
}

impl FromStr for Values {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        Self::new(text.parse().unwrap_or(0))
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who lays first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// Player 1, always.
    #[default]
    Fixed,
    /// Each in turn, changing at every pair laid.
    #[doc(alias = "turn")]
    Alternating,
}

words!(Order, "order of laying", [Fixed "fixed", Alternating "alternating"]);
