//! Proofs by parities that a position cannot be solved.

use super::class::{COLOUR, class};
use super::state::State;

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
    let class = class(&board.0.codes, state.pegs());
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
