//! The patience played by hand (handout 000, 4.5.2): the player draws and jumps when he likes, and may miss jumps.
//!
//! # Points settled
//! - A draw is possible as long as the stock holds cards, whatever jumps are open: a missed jump is the player's
//!   affair. It stays open until a later move closes it.
//! - The jumps are those of the rules, one at a time, in any order.
//! - The game is over when the stock is empty and nothing jumps any more. It is won when at most `nb_tas_max` piles are
//!   left.
//! - Giving up is no move: the game is then judged by [`Manual::given_up`], the row with the rest of the stock laid
//!   beside it, no jump being made.
//! - A move is written as people count, piles from 1: `draw`, `jump 2`. Indices in code count from 0.

use super::state::{NoJump, Row};
use crate::cards::{Card, deck::Pretty};
use crate::games::{Game, Outcome};
use crate::words::Unknown;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A patience under way: the deck, how much of it is drawn, the row, and how many piles win.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "reussite_mode_manuel")]
pub struct Manual {
    deck: Arc<[Card]>,
    drawn: usize,
    row: Row,
    most_piles: usize,
}

impl Manual {
    /// A game with this deck, its first card drawn first, that is won with at most `nb_tas_max` piles.
    pub fn new(deck: &[Card], nb_tas_max: usize) -> Self {
        Self { deck: deck.into(), drawn: 0, row: Row::default(), most_piles: nb_tas_max }
    }

    /// The whole deck, drawn or not.
    pub fn deck(&self) -> &[Card] {
        &self.deck
    }

    /// The cards not drawn yet, the next one first.
    #[doc(alias = "pioche")]
    pub fn stock(&self) -> &[Card] {
        &self.deck[self.drawn..]
    }

    /// The row of piles.
    pub fn row(&self) -> &Row {
        &self.row
    }

    /// The most piles with which the game is won.
    pub fn nb_tas_max(&self) -> usize {
        self.most_piles
    }

    /// The piles that can jump, by their index, from left to right.
    pub fn open_jumps(&self) -> Vec<usize> {
        self.row.open_jumps().collect()
    }

    /// The row when the player gives up: the rest of the stock is laid card by card, without jumps.
    pub fn given_up(&self) -> Row {
        let mut row = self.row.clone();
        self.stock().iter().for_each(|&card| row.lay(card));
        row
    }
}

/// The row, a bar, and the number of cards in the stock.
impl fmt::Display for Manual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} | {}", Pretty(self.row.tops()), self.stock().len())
    }
}

/// What the player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Draws the next card and lays it at the right end.
    Draw,
    /// Lets the pile of this index, from 0, jump onto its left neighbour.
    Jump(usize),
}

/// `draw`, or `jump 2` for the second pile.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Draw => f.write_str("draw"),
            Self::Jump(pile) => write!(f, "jump {}", pile.saturating_add(1)),
        }
    }
}

impl FromStr for Move {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let plain = |digits: &str| !digits.starts_with(['+', '0']);
        let number = |digits: &str| digits.parse::<usize>().ok().filter(|_| plain(digits))?.checked_sub(1);
        match text {
            "draw" => Some(Self::Draw),
            _ => text.strip_prefix("jump ").and_then(number).map(Self::Jump),
        }
        .ok_or_else(|| Unknown::new(text, "move: draw, or jump and the number of a pile, as in jump 2"))
    }
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nothing is left to draw.
    #[error("the stock is empty")]
    EmptyStock,
    /// The pile cannot jump.
    #[error(transparent)]
    NoJump(#[from] NoJump),
}

impl Game for Manual {
    type Move = Move;
    type Refusal = Refusal;

    fn legal_moves(&self) -> Vec<Move> {
        let draw = (!self.stock().is_empty()).then_some(Move::Draw);
        draw.into_iter().chain(self.open_jumps().into_iter().map(Move::Jump)).collect()
    }

    fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        match mv {
            Move::Draw => {
                let card = *self.stock().first().ok_or(Refusal::EmptyStock)?;
                self.row.lay(card);
                self.drawn += 1;
                Ok(())
            }
            Move::Jump(pile) => Ok(self.row.jump(pile)?),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.stock().is_empty() && self.row.leftmost_jump().is_none();
        over.then(|| Outcome::Left(self.row.piles() as u32))
    }
}
