//! The state of a game of Alak and its moves, with the neighbours, groups, captures and symmetries of sets of cells as
//! bits: bit 0 is cell 1.
//!
//! Positions have two text forms: the handout's two lines for display, `xx.o…` for one line.

use super::{AlakRules, Edge, OwnGroupRule};
use crate::games::{Evaluate, Game, Outcome, Player};
use crate::parse::ParseValueError;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// A move: the number of the cell where a stone is put, from 1.
///
/// Any number can be constructed; [`AlakState::play`](Game::play) refuses those that are off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlakState {
    pub(super) rules: AlakRules,
    pub(super) to_play: Player,
    pub(super) mover_stones: u64,
    pub(super) waiter_stones: u64,
    pub(super) forbidden: u64,
}

/// The rules are left out: the positions of a game share them, and simulations hash each position.
impl Hash for AlakState {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.to_play.hash(hasher);
        self.mover_stones.hash(hasher);
        self.waiter_stones.hash(hasher);
        self.forbidden.hash(hasher);
    }
}

impl AlakState {
    /// The empty board, player 1 to move.
    ///
    /// # Panics
    /// When the number of cells is not from 1 to [`AlakRules::MAX_CELLS`].
    #[doc(alias = "newBoard")]
    pub const fn new(rules: AlakRules) -> Self {
        assert!(rules.cells >= 1 && rules.cells <= AlakRules::MAX_CELLS);
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

    /// An error if the player to move may not put a stone on `cell`.
    ///
    /// # Errors
    /// The reason why not.
    #[doc(alias = "possible")]
    fn check_move(&self, cell: Cell) -> Result<(), AlakRefusal> {
        let cells = self.rules.cells;
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
        let legal_cells = self.legal_cells();
        let mut moves = Vec::with_capacity(legal_cells.count_ones() as usize);
        moves.extend(cells_in_mask(legal_cells));
        moves
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

pub(super) struct Placement {
    /// The stones of the player that put a stone.
    pub mover_stones: u64,
    /// The stones of the other player.
    pub waiter_stones: u64,
    /// The cells where stones of the other player were captured.
    pub captured: u64,
}

impl AlakRules {
    pub(super) const fn all_cells(self) -> u64 {
        u64::MAX >> (64 - self.cells)
    }

    /// The cells next to any cell of `set` (cells of `set` among them when they touch each other).
    fn neighbours(self, set: u64) -> u64 {
        let line_neighbours = (set << 1 | set >> 1) & self.all_cells();
        match self.edge {
            Edge::Line => line_neighbours,
            Edge::Ring => {
                let last = self.cells - 1;
                line_neighbours | (set >> last & 1) | (set & 1) << last
            }
        }
    }

    /// The group of `stones` that holds `cell`, one of them.
    fn group(self, stones: u64, cell: u64) -> u64 {
        let mut group = contiguous_run(stones, cell);
        if let Edge::Ring = self.edge {
            let first_cell = 1;
            let last_cell = 1 << (self.cells - 1);
            let seam = first_cell | last_cell;
            if group & seam != 0 && stones & seam == seam {
                group |= contiguous_run(stones, first_cell) | contiguous_run(stones, last_cell);
            }
        }
        group
    }

    /// Puts a stone on the empty `cell` and captures groups by the rules.
    pub(super) fn place_stone(
        self,
        mut mover_stones: u64,
        waiter_stones: u64,
        cell: u64,
    ) -> Placement {
        mover_stones |= cell;
        let empty_cells = self.all_cells() & !(mover_stones | waiter_stones);
        let mut captured = 0;
        let mut neighbours = self.neighbours(cell) & waiter_stones;
        while neighbours != 0 {
            let group = self.group(waiter_stones, neighbours & neighbours.wrapping_neg());
            if self.neighbours(group) & empty_cells == 0 {
                captured |= group;
            }
            neighbours &= neighbours - 1;
        }
        if let OwnGroupRule::Captured = self.own_group {
            let group = self.group(mover_stones, cell);
            if self.neighbours(group) & (empty_cells | captured) == 0 {
                mover_stones &= !group;
            }
        }
        Placement {
            mover_stones,
            waiter_stones: waiter_stones & !captured,
            captured,
        }
    }
}

/// The run of neighbouring bits of `stones` that holds `cell`, one of them; it does not go over the seam of a ring.
fn contiguous_run(stones: u64, cell: u64) -> u64 {
    let reversed_run = contiguous_run_above(stones.reverse_bits(), cell.reverse_bits());
    contiguous_run_above(stones, cell) | reversed_run.reverse_bits()
}

/// The part of that run from `cell` upwards, where the addition of `cell` carries.
fn contiguous_run_above(stones: u64, cell: u64) -> u64 {
    (stones ^ stones.wrapping_add(cell)) & stones
}

/// A symmetry of the board: a new numbering of the cells, from either end of a line, or from any cell and in either
/// direction on a ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardSymmetry {
    reflected: bool,
    rotation: u32,
}

impl BoardSymmetry {
    pub(super) fn apply(self, mut set: u64, cells: u32) -> u64 {
        if self.reflected {
            set = set.reverse_bits() >> (64 - cells);
        }
        if self.rotation == 0 {
            set
        } else {
            (set << self.rotation | set >> (cells - self.rotation)) & (u64::MAX >> (64 - cells))
        }
    }
}

impl AlakRules {
    /// The symmetries that map each of `sets` to itself.
    pub(super) fn symmetries_preserving(self, sets: &[u64]) -> Vec<BoardSymmetry> {
        let cells = self.cells;
        let rotations = if self.edge == Edge::Ring { cells } else { 1 };
        let mut symmetries = Vec::new();
        for reflected in [false, true] {
            for rotation in 0..rotations {
                let symmetry = BoardSymmetry {
                    reflected,
                    rotation,
                };
                if sets.iter().all(|&set| symmetry.apply(set, cells) == set) {
                    symmetries.push(symmetry);
                }
            }
        }
        symmetries
    }
}

/// The character of a player's stones: `x` for player 1, `o` for player 2.
fn stone_char(player: Player) -> char {
    match player {
        Player::One => 'x',
        Player::Two => 'o',
    }
}

impl AlakState {
    /// A position with these stones of player 1 and player 2 and these cells forbidden to the player to move, as bits: bit 0
    /// is cell 1. `None` if a cell is off the board or in two of the sets.
    ///
    /// Positions that cannot occur in a game are accepted.
    pub fn from_stones(
        rules: AlakRules,
        to_play: Player,
        [one, two]: [u64; 2],
        forbidden: u64,
    ) -> Option<Self> {
        let repeated = one & two | (one | two) & forbidden;
        let off_board = (one | two | forbidden) & !rules.all_cells();
        let [mover_stones, waiter_stones] = match to_play {
            Player::One => [one, two],
            Player::Two => [two, one],
        };
        (repeated | off_board == 0).then_some(Self {
            rules,
            to_play,
            mover_stones,
            waiter_stones,
            forbidden,
        })
    }

    /// The board on one line: `.`, `x`, `o`, one character a cell.
    pub fn board_text(&self) -> String {
        (0..self.rules.cells)
            .map(|index| self.cell_char(index))
            .collect()
    }

    /// The cells forbidden to the player to move, in order.
    pub fn forbidden_cells(&self) -> Vec<Cell> {
        cells_in_mask(self.forbidden).collect()
    }

    fn cell_char(&self, index: u32) -> char {
        let bit = 1 << index;
        if self.mover_stones & bit != 0 {
            stone_char(self.to_play())
        } else if self.waiter_stones & bit != 0 {
            stone_char(self.to_play().opponent())
        } else {
            '.'
        }
    }
}

impl fmt::Display for AlakState {
    /// Writes two lines, the cells above their numbers, without a line end after the second line.
    ///
    /// As in the handout, neither the player to move nor the forbidden cells are shown.
    #[doc(alias = "display")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.rules.cells;
        for number in 1..=count {
            let gap = if number == count {
                0
            } else {
                Cell(number).to_string().len()
            };
            write!(f, "{}{:gap$}", self.cell_char(number - 1), "")?;
        }
        writeln!(f)?;
        for number in 1..=count {
            write!(f, "{number}{}", if number == count { "" } else { " " })?;
        }
        Ok(())
    }
}
