//! Positions by parities, and proofs that a position cannot be solved (Reiss 1857; Conway's colouring).
//!
//! Colour the cells in three so that any three cells in a line have three colours: by (row + column) mod 3, and on the
//! crosses also by (row - column) mod 3. A jump empties two cells and fills a third, all of different colours, so it
//! changes the parity of the number of pegs of every colour at once; whether two colours have the same parity never
//! changes. A single peg leaves one colour odd and two even. So a position is hopeless when
//!
//! - in some colouring all three parities are equal, or
//! - no cell has, in every colouring, the colour whose parity differs from the other two.

use super::board::Board;
use super::state::State;
use std::fmt;

/// What a colour adds to the pair (colours 0 and 1 differ, colours 1 and 2 differ): the three nonzero elements of
/// Klein's four-group, whose sum is zero.
const COLOUR: [u8; 3] = [0b01, 0b11, 0b10];

/// What a peg in this cell adds to the class of a position: two bits for each colouring.
pub(super) fn code((row, column): (i8, i8), triangle: bool) -> u8 {
    let sum = COLOUR[(row + column).rem_euclid(3) as usize];
    let difference = if triangle { 0 } else { COLOUR[(row - column).rem_euclid(3) as usize] };
    sum | difference << 2
}

/// The class of a position; no jump changes it.
pub(super) fn class(board: Board, pegs: u64) -> u8 {
    board.0.codes.iter().enumerate().filter(|(cell, _)| pegs >> cell & 1 == 1).fold(0, |all, (_, code)| all ^ code)
}

/// A proof that no sequence of jumps leaves a single peg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// In a colouring all three numbers of pegs have the same parity, and will have at every later time.
    EqualParities {
        /// True for (row + column) mod 3, false for (row - column) mod 3.
        by_sum: bool,
        /// The pegs on colours 0, 1 and 2.
        pegs: [u32; 3],
    },
    /// The last peg would need a cell of these colours, and the board has none.
    NoSuchCell {
        /// (row + column) mod 3.
        sum: u8,
        /// (row - column) mod 3, on the crosses.
        difference: Option<u8>,
    },
}

/// A proof by parities that a position cannot be solved, when there is one.
///
/// `None` proves nothing: many positions are hopeless for other reasons.
pub fn impossible(state: &State) -> Option<Impossible> {
    let board = state.board();
    let class = class(board, state.pegs());
    let colourings = if board.is_triangle() { 1 } else { 2 };
    for colouring in 0..colourings {
        if class >> (2 * colouring) & 0b11 == 0 {
            let by_sum = colouring == 0;
            return Some(Impossible::EqualParities { by_sum, pegs: colours(state, by_sum) });
        }
    }
    if board.0.codes.contains(&class) {
        return None;
    }
    let colour = |bits: u8| COLOUR.iter().position(|&code| code == bits & 0b11).map(|colour| colour as u8);
    Some(Impossible::NoSuchCell { sum: colour(class)?, difference: colour(class >> 2) })
}

fn colours(state: &State, by_sum: bool) -> [u32; 3] {
    let mut pegs = [0; 3];
    for cell in state.cells() {
        let (row, column) = state.board().0.cells[cell];
        let colour = if by_sum { row + column } else { row - column };
        pegs[colour.rem_euclid(3) as usize] += 1;
    }
    pegs
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EqualParities { by_sum, pegs: [a, b, c] } => {
                let sign = if *by_sum { '+' } else { '-' };
                let parity = if a % 2 == 0 { "even" } else { "odd" };
                write!(
                    f,
                    "coloured by (row {sign} column) mod 3, the pegs number {a}, {b} and {c}: all {parity}. Every jump \
                     changes all three parities, so they stay equal; a single peg would leave one odd and two even"
                )
            }
            Self::NoSuchCell { sum, difference } => {
                write!(
                    f,
                    "by the parities that jumps keep, the last peg must stand where (row + column) mod 3 = {sum}"
                )?;
                if let Some(difference) = difference {
                    write!(f, " and (row - column) mod 3 = {difference}")?;
                }
                f.write_str(": the board has no such cell")
            }
        }
    }
}
