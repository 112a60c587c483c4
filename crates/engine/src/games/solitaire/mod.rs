//! Peg solitaire on the handout's triangle, on other triangles, on the English cross and on the European board: the
//! rules, solutions and exact counts.
//!
//! ```
//! use pioche_engine::games::solitaire::{Board, Jump, SolitaireRefusal, SolitaireState, first_solution};
//! use pioche_engine::games::{Game, MemoryLimit};
//!
//! let board = Board::triangle(5)?;
//! let mut game = SolitaireState::new(board, board.default_hole())?;
//! assert_eq!(game.play(Jump { from: 0, to: 3 }), Err(SolitaireRefusal::Occupied(3)));
//! let solution = first_solution(&game, MemoryLimit::default())?.unwrap();
//! assert_eq!(solution.len(), 13); // 14 pegs, and a jump removes one
//! for jump in solution {
//!     game.play(jump)?;
//! }
//! assert!(game.is_won());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rules, in the handout's order
//!
//! - Every cell of the board holds a peg or nothing. At the start every cell but one holds a peg (12 on the
//!   handout's triangle).
//! - A jump: a peg jumps over a neighbouring peg and lands in the empty cell just behind it, in a straight line. The
//!   peg that was jumped over is removed.
//! - The game is over when no jump is possible; it is won when a single peg is left.
//!
//! # Points settled
//!
//! - Cells are numbered from 0, row by row from the top. The six columns of the handout's neighbour table are down to
//!   the left, down to the right, right, up to the right, up to the left, left. The boards with four directions,
//!   which are not in the handout, use the same sense of rotation: down, right, up, left.
//! - Two orders of jumps exist. [`SolitaireState::possible_jumps`] gives the handout's (`recupere_coups`: the cell that jumps, then the
//!   direction), and the first solution depends on it. On the crosses, which are not in the handout, the first jumps
//!   are those that remove most weight: a peg weighs the squared distance to the centre, and 8 more in a corner of the
//!   board; jumps with equal weights are in the handout's order. [`Game::legal_moves`]
//!   lists by (from, to), since a [`Jump`] does not know its board.
//! - The handout's program treats a board without pegs as won, and cell -1 as cell 14; it does not end a game without
//!   possible jumps. Here a position without pegs is refused, cells are not negative, and the game is over
//!   ([`Game::outcome`]) as soon as no jump is possible.
//! - A *solution* is a sequence of jumps that ends with one peg, wherever it stands. A *complete game* is a sequence
//!   of jumps until none is left. A *reachable* position can occur in a game, the first included; a *winning*
//!   position is a reachable one from which a single peg can be reached, the last included.
//! - A *random player* draws uniformly among the possible jumps.

mod board;
mod solve;

pub use board::{Board, DrawingError};
pub use solve::{GameCounts, MAX_COUNTED_CELLS, UnfinishedSearch, first_solution};

use crate::games::{Game, Outcome};
use crate::parse::ParseValueError;
use board::JumpMask;
use std::fmt;
use std::str::FromStr;

/// A position on a board, with at least one peg.
#[doc(alias = "Plateau")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolitaireState {
    board: Board,
    pegs: u64,
}

impl SolitaireState {
    /// The position with pegs in all cells but `hole`, or the start of a drawing with two or more empty cells, for which
    /// `hole` is the first of them.
    ///
    /// # Errors
    /// When the hole is off the board, or not the first empty cell of such a drawing.
    pub fn new(board: Board, hole: usize) -> Result<Self, SolitaireStateError> {
        if hole >= board.cell_count() {
            return Err(SolitaireStateError::HoleOffBoard(hole, board));
        }
        if let Some(pegs) = board.only_start() {
            if hole != board.default_hole() {
                return Err(SolitaireStateError::OtherStart(board));
            }
            return Ok(Self { board, pegs });
        }
        Ok(Self {
            board,
            pegs: u64::MAX >> (64 - board.cell_count()) & !(1 << hole),
        })
    }

    /// The position with pegs in these cells, given in any order.
    ///
    /// # Errors
    /// When a cell is off the board or given twice, or when there is none.
    pub fn with_pegs(
        board: Board,
        cells: impl IntoIterator<Item = usize>,
    ) -> Result<Self, SolitaireStateError> {
        let mut pegs = 0;
        for cell in cells {
            if cell >= board.cell_count() {
                return Err(SolitaireStateError::UnknownCell(cell.to_string(), board));
            }
            if pegs >> cell & 1 == 1 {
                return Err(SolitaireStateError::DuplicateCell(cell));
            }
            pegs |= 1 << cell;
        }
        if pegs == 0 {
            Err(SolitaireStateError::NoPeg)
        } else {
            Ok(Self { board, pegs })
        }
    }

    /// Reads a list of cells with pegs, such as `0,3,5`.
    ///
    /// # Errors
    /// Those of [`SolitaireState::with_pegs`], and when an item is not a number.
    pub fn parse_pegs(board: Board, list: &str) -> Result<Self, SolitaireStateError> {
        let cell = |text: &str| {
            text.trim()
                .parse()
                .map_err(|_| SolitaireStateError::UnknownCell(text.trim().to_owned(), board))
        };
        if list.trim().is_empty() {
            return Err(SolitaireStateError::NoPeg);
        }
        Self::with_pegs(
            board,
            list.split(',').map(cell).collect::<Result<Vec<_>, _>>()?,
        )
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The set of the cells that have a peg: cell i is bit i.
    pub fn pegs(&self) -> u64 {
        self.pegs
    }

    /// Writes the board as the handout's program prints it: a peg is an open circle, a hole a filled one.
    #[doc(alias = "affiche")]
    pub fn handout_text(&self) -> String {
        let all_cells = u64::MAX >> (64 - self.board.cell_count());
        let holes = Self {
            board: self.board,
            pegs: all_cells & !self.pegs,
        };
        holes.to_string()
    }

    /// True if the picture has numbers in circles, which exist for boards of up to 21 cells.
    pub fn has_circled_numbers(&self) -> bool {
        self.board.cell_count() <= 21
    }

    /// The number of pegs.
    pub fn peg_count(&self) -> u32 {
        self.pegs.count_ones()
    }

    /// The cells that have a peg, in order.
    pub fn peg_cells(&self) -> impl Iterator<Item = usize> + use<> {
        let pegs = self.pegs;
        (0..64).filter(move |cell| pegs >> cell & 1 == 1)
    }

    /// True if a single peg is left.
    #[doc(alias = "est_gagnant")]
    pub fn is_won(&self) -> bool {
        self.peg_count() == 1
    }

    /// The possible jumps in the order of [`Board::jumps`]: on triangles the handout's.
    #[doc(alias = "recupere_coups")]
    pub fn possible_jumps(&self) -> impl Iterator<Item = Jump> + use<> {
        self.board.0.possible_jumps(self.pegs).map(JumpMask::jump)
    }

    /// The masks of a possible jump, or else the first reason for refusal in the order of the handout's `demande_coup`.
    fn checked_jump(&self, jump: Jump) -> Result<&'static JumpMask, SolitaireRefusal> {
        let Jump { from, to } = jump;
        if let Some(cell) = [from, to]
            .into_iter()
            .find(|&cell| usize::from(cell) >= self.board.cell_count())
        {
            return Err(SolitaireRefusal::OffBoard(cell, self.board.last_cell()));
        }
        if self.pegs >> from & 1 == 0 {
            return Err(SolitaireRefusal::NoPeg(from));
        }
        if self.pegs >> to & 1 == 1 {
            return Err(SolitaireRefusal::Occupied(to));
        }
        let jump_mask = self
            .board
            .0
            .jump_masks
            .iter()
            .find(|jump_mask| jump_mask.from == from && jump_mask.to == to)
            .ok_or(SolitaireRefusal::NoJump(jump))?;
        if self.pegs >> jump_mask.over & 1 == 0 {
            return Err(SolitaireRefusal::NothingBetween(jump_mask.over));
        }
        Ok(jump_mask)
    }
}

impl JumpMask {
    fn jump(&self) -> Jump {
        Jump {
            from: self.from,
            to: self.to,
        }
    }
}

impl Game for SolitaireState {
    type Move = Jump;
    type Refusal = SolitaireRefusal;

    fn legal_moves(&self) -> Vec<Jump> {
        // Most positions have fewer jumps, so the list is allocated once.
        let mut jumps = Vec::with_capacity(16);
        jumps.extend(self.possible_jumps());
        jumps.sort_unstable();
        jumps
    }

    #[doc(alias = "joue_coup")]
    fn play(&mut self, jump: Jump) -> Result<(), SolitaireRefusal> {
        self.pegs ^= self.checked_jump(jump)?.changed_cells;
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.possible_jumps()
            .next()
            .is_none()
            .then(|| Outcome::Remaining(self.peg_count()))
    }
}

/// Writes the board as diagrams show it: indented rows of numbers in circles, filled for a peg and open for a hole. Boards
/// of more than 21 cells, for which filled circles do not exist, have `●12` for a peg and `○12` for a hole. The handout's
/// program prints the reverse: [`SolitaireState::handout_text`].
impl fmt::Display for SolitaireState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let circles = self.has_circled_numbers();
        // A cell and the blank behind it have `width` columns; each row of a triangle is indented by half of that.
        let width = if circles { 2 } else { 5 };
        let mut last_row = 0;
        let mut next_column = 0;
        for (cell, &(row, column)) in self.board.0.cells.iter().enumerate() {
            for _ in last_row..row {
                writeln!(f)?;
                next_column = 0;
            }
            let gap = (column - next_column) as usize * width;
            let indent = if self.board.is_triangle() && column == 0 {
                (self.board.row_count() - 1 - row as usize) * width / 2
            } else {
                gap
            };
            write!(f, "{:indent$}", "")?;
            last_row = row;
            next_column = column + 1;
            let peg = self.pegs >> cell & 1 == 1;
            if circles {
                write!(f, "{} ", circled_number(cell as u32, peg))?;
            } else {
                write!(f, " {}{cell:>2} ", if peg { '●' } else { '○' })?;
            }
        }
        Ok(())
    }
}

/// The character of a number up to 20 in a circle, filled or open.
fn circled_number(cell: u32, is_filled: bool) -> char {
    let code = match (is_filled, cell) {
        (false, 0) => 0x24EA,
        (false, _) => 0x2460 + cell - 1,
        (true, 0) => 0x24FF,
        (true, 1..=10) => 0x278A + cell - 1,
        (true, _) => 0x24EB + cell - 11,
    };
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// A move, written as in the handout: `(3, 12)`. `3 12` and `3,12` are read, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Jump {
    /// The cell from which the peg jumps.
    pub from: u8,
    /// The cell where it lands.
    pub to: u8,
}

impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.from, self.to)
    }
}

impl FromStr for Jump {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        parse_jump(text)
            .ok_or_else(|| ParseValueError::new(text, "jump: two cells, as in 3 12 or (3, 12)"))
    }
}

fn parse_jump(text: &str) -> Option<Jump> {
    let cells = match text.trim().strip_prefix('(') {
        Some(text) => text.strip_suffix(')')?,
        None => text.trim(),
    };
    let (from, to) = cells
        .split_once(',')
        .or_else(|| cells.trim().split_once(' '))?;
    Some(Jump {
        from: parse_cell(from.trim())?,
        to: parse_cell(to.trim())?,
    })
}

/// Reads a number without a sign: the handout's program treats -1 as the last cell.
fn parse_cell(text: &str) -> Option<u8> {
    let is_unsigned = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_unsigned)
}

/// The reason why a position is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolitaireStateError {
    /// The hole is not a cell of the board.
    #[error("hole {0} is off the board {1}, whose cells are 0 to {last}", last = .1.last_cell())]
    HoleOffBoard(usize, Board),
    /// The board is a drawing with two or more empty cells, which are its only start.
    #[error("the board {0} has its own empty cells")]
    OtherStart(Board),
    /// An item of a list of cells is not a cell of the board.
    #[error(
        "'{0}' is not a cell of the board {1}, whose cells are 0 to {last}",
        last = .1.last_cell(),
    )]
    UnknownCell(String, Board),
    /// This cell was given twice.
    #[error("cell {0} is given twice")]
    DuplicateCell(usize),
    /// The list of cells is empty.
    #[error("a position needs at least one peg")]
    NoPeg,
}

/// The reason why a jump is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolitaireRefusal {
    /// The first cell of the jump that is off the board, and the board's last cell.
    #[error("cell {0} is off the board, whose cells are 0 to {1}")]
    OffBoard(u8, usize),
    /// The cell from which the peg would jump has no peg.
    #[error("cell {0} holds no peg")]
    NoPeg(u8),
    /// The cell where the peg would land has a peg.
    #[error("cell {0} already holds a peg")]
    Occupied(u8),
    /// The cells are not two apart in a line.
    #[error("cell {} is not two cells from cell {} in a straight line", .0.to, .0.from)]
    NoJump(Jump),
    /// The cell between the two has no peg.
    #[error("cell {0}, in between, holds no peg to jump over")]
    NothingBetween(u8),
}
