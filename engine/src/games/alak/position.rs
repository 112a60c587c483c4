//! The text forms of positions: the handout's two lines for display, `xx.o…` for command lines and files.

use super::state::cells_in_mask;
use super::{AlakRules, AlakState, Cell, CellCount};
use crate::games::{Game, Player};
use crate::parse::ParseValueError;
use std::fmt;

/// The reason why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A character that is not a cell, with its column, counted in characters from 1.
    #[error(
        "column {0}: '{1}' is not a cell: expected . for empty, x for player 1, o for player 2"
    )]
    UnknownCell(usize, char),
    /// Another number of cells than the board has.
    #[error("the position has {found} cells, the board {expected}")]
    Length {
        /// The number of cells in the text.
        found: usize,
        /// The number of cells of the board.
        expected: u32,
    },
    /// A forbidden cell that is off the board, which has this number of cells.
    #[error("forbidden cell {0} is off the board: its cells are 1 to {1}")]
    ForbiddenOffBoard(Cell, u32),
    /// A forbidden cell that has a stone.
    #[error("forbidden cell {0} is occupied: only an empty cell can be forbidden")]
    ForbiddenOccupied(Cell),
    /// An entry of a list of cells that is not a number.
    #[error(transparent)]
    List(#[from] ParseValueError),
}

/// The character of a player's stones: `x` for player 1, `o` for player 2.
pub const fn stone_char(player: Player) -> char {
    match player {
        Player::One => 'x',
        Player::Two => 'o',
    }
}

/// Reads a list of cells such as `3,4`; the empty text is the empty list.
///
/// # Errors
/// When an entry is not the number of a cell; the first such entry.
pub fn parse_cell_list(text: &str) -> Result<Vec<Cell>, PositionError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    text.split(',')
        .map(|entry| Ok(entry.trim().parse()?))
        .collect()
}

impl AlakState {
    /// A position with this board (`.`, `x`, `o`, one character a cell), player to move and forbidden cells.
    ///
    /// Positions that cannot occur in a game are accepted.
    ///
    /// # Errors
    /// The first error in the board or in the forbidden cells.
    pub fn from_position(
        rules: AlakRules,
        board: &str,
        to_play: Player,
        forbidden: &[Cell],
    ) -> Result<Self, PositionError> {
        let [player_one_stones, player_two_stones] = parse_stones(board, rules.cells)?;
        let stones = player_one_stones | player_two_stones;
        let [mover_stones, waiter_stones] = match to_play {
            Player::One => [player_one_stones, player_two_stones],
            Player::Two => [player_two_stones, player_one_stones],
        };
        let mut state = Self {
            rules,
            to_play,
            mover_stones,
            waiter_stones,
            forbidden: 0,
        };
        let cell_count = rules.cells.get();
        for &cell in forbidden {
            if cell.0 == 0 || cell.0 > cell_count {
                return Err(PositionError::ForbiddenOffBoard(cell, cell_count));
            }
            let bit = 1 << (cell.0 - 1);
            if stones & bit != 0 {
                return Err(PositionError::ForbiddenOccupied(cell));
            }
            state.forbidden |= bit;
        }
        Ok(state)
    }

    /// The board as [`AlakState::from_position`] reads it: `.`, `x`, `o`, one character a cell.
    pub fn board_text(&self) -> String {
        (0..self.rules.cells.get())
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

/// Reads the stones of both players.
fn parse_stones(board: &str, cells: CellCount) -> Result<[u64; 2], PositionError> {
    let mut stones = [0_u64; 2];
    for (index, sign) in board.chars().enumerate() {
        let bit = 1_u64.checked_shl(index as u32).unwrap_or(0);
        match sign {
            '.' => {}
            'x' => stones[0] |= bit,
            'o' => stones[1] |= bit,
            _ => return Err(PositionError::UnknownCell(index + 1, sign)),
        }
    }
    let char_count = board.chars().count();
    if char_count == cells.get() as usize {
        Ok(stones)
    } else {
        Err(PositionError::Length {
            found: char_count,
            expected: cells.get(),
        })
    }
}

impl fmt::Display for AlakState {
    /// Writes two lines, the cells above their numbers, without a line end after the second line.
    ///
    /// As in the handout, neither the player to move nor the forbidden cells are shown.
    #[doc(alias = "display")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.rules.cells.get();
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
