//! The state of a game of Alak and its moves. The text form is in [`super::position`].

use super::AlakRules;
use super::board::BoardSymmetry;
use crate::games::{Evaluate, Game, Outcome, Player};
use crate::parse::ParseValueError;
use std::fmt;
use std::str::FromStr;

/// A move: the number of the cell where a stone is put, from 1.
///
/// Any number can be constructed; [`AlakState::play`](Game::play) refuses those that are off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub u32);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Cell {
    type Err = ParseValueError;

    /// Reads what `Display` writes: decimal digits, no sign, no leading zero.
    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let has_only_digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let has_leading_zero = text != "0" && text.starts_with('0');
        text.parse()
            .ok()
            .filter(|_| has_only_digits && !has_leading_zero)
            .map(Self)
            .ok_or_else(|| ParseValueError::new(text, "number of a cell"))
    }
}

/// The reason why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlakRefusal {
    /// The cell is off the board, which has this number of cells.
    #[error("cell {0} is off the board: its cells are 1 to {1}")]
    OffBoard(Cell, u32),
    /// The cell has a stone.
    #[error("cell {0} is occupied")]
    Occupied(Cell),
    /// The opponent has just captured a stone of the player to move there.
    #[error("cell {0} is forbidden for one turn: a stone has just been captured there")]
    Forbidden(Cell),
}

/// A position: the board, the player to move and the cells forbidden to that player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AlakState {
    pub(super) rules: AlakRules,
    pub(super) to_play: Player,
    /// The stones of the player to move.
    pub(super) mover_stones: u64,
    /// The stones of the other player.
    pub(super) waiter_stones: u64,
    pub(super) forbidden: u64,
}

impl AlakState {
    /// The empty board, player 1 to move.
    #[doc(alias = "newBoard")]
    pub const fn new(rules: AlakRules) -> Self {
        Self {
            rules,
            to_play: Player::One,
            mover_stones: 0,
            waiter_stones: 0,
            forbidden: 0,
        }
    }

    /// The variant played.
    pub const fn rules(&self) -> AlakRules {
        self.rules
    }

    /// The stones of a player as bits: bit 0 is cell 1.
    pub fn stones(&self, player: Player) -> u64 {
        if player == self.to_play {
            self.mover_stones
        } else {
            self.waiter_stones
        }
    }

    /// The cells forbidden to the player to move, as bits: bit 0 is cell 1.
    #[doc(alias = "removed")]
    pub const fn forbidden(&self) -> u64 {
        self.forbidden
    }

    /// The cells where the player to move may put a stone, as bits; none when the game is over.
    #[doc(alias = "again")]
    pub const fn legal_cells(&self) -> u64 {
        self.rules.all_cells() & !(self.mover_stones | self.waiter_stones | self.forbidden)
    }

    /// The stones of player 1 less those of player 2, at any time of the game.
    pub fn margin(&self) -> i32 {
        self.stones(Player::One).count_ones() as i32 - self.stones(Player::Two).count_ones() as i32
    }

    /// Returns an error if the player to move may not put a stone on `cell`.
    ///
    /// # Errors
    /// The reason why not.
    #[doc(alias = "possible")]
    pub fn check_move(&self, cell: Cell) -> Result<(), AlakRefusal> {
        let cells = self.rules.cells.get();
        if cell.0 == 0 || cell.0 > cells {
            return Err(AlakRefusal::OffBoard(cell, cells));
        }
        let bit = 1 << (cell.0 - 1);
        if (self.mover_stones | self.waiter_stones) & bit != 0 {
            return Err(AlakRefusal::Occupied(cell));
        }
        if self.forbidden & bit != 0 {
            return Err(AlakRefusal::Forbidden(cell));
        }
        Ok(())
    }

    /// The symmetries of the board that leave the position as it is.
    pub(super) fn position_symmetries(&self) -> Vec<BoardSymmetry> {
        self.rules
            .symmetries_preserving(&[self.mover_stones, self.waiter_stones, self.forbidden])
    }

    /// The position after a stone on `bit`, one of [`AlakState::legal_cells`].
    pub(super) fn after_move(&self, bit: u64) -> Self {
        let placement = self
            .rules
            .place_stone(self.mover_stones, self.waiter_stones, bit);
        Self {
            rules: self.rules,
            to_play: self.to_play.opponent(),
            mover_stones: placement.waiter_stones,
            waiter_stones: placement.mover_stones,
            forbidden: placement.captured,
        }
    }
}

/// The cells of a set, in order.
pub(super) fn cells_in_mask(set: u64) -> impl Iterator<Item = Cell> {
    std::iter::successors(Some(set), |set| Some(set & set.wrapping_sub(1)))
        .take_while(|&set| set != 0)
        .map(|set| Cell(set.trailing_zeros() + 1))
}

impl Game for AlakState {
    type Move = Cell;
    type Refusal = AlakRefusal;

    fn to_play(&self) -> Player {
        self.to_play
    }

    fn legal_moves(&self) -> Vec<Cell> {
        cells_in_mask(self.legal_cells()).collect()
    }

    #[doc(alias = "put")]
    fn play(&mut self, cell: Cell) -> Result<(), AlakRefusal> {
        self.check_move(cell)?;
        *self = self.after_move(1 << (cell.0 - 1));
        Ok(())
    }

    #[doc(alias = "win")]
    fn outcome(&self) -> Option<Outcome> {
        if self.legal_cells() != 0 {
            return None;
        }
        Some(match self.margin() {
            1.. => Outcome::Winner(Player::One),
            0 => Outcome::Draw,
            _ => Outcome::Winner(Player::Two),
        })
    }
}

impl Evaluate for AlakState {
    /// Returns 1000 times the margin.
    fn estimate_utility_for_player_one(&self) -> i64 {
        1000 * i64::from(self.margin())
    }
}
