//! Positions that parities show to be hopeless (Reiss 1857; Conway's colouring).
//!
//! Colour the cells in three so that any three cells in a line have three colours: by (row + column) mod 3, and on the
//! crosses also by (row - column) mod 3. A jump empties two cells and fills a third, all of different colours, so it
//! changes the parity of the number of pegs of every colour at once; whether two colours have the same parity never
//! changes. A single peg leaves one colour odd and two even. So a position is hopeless when
//!
//! - in some colouring all three parities are equal, or
//! - no cell has, in every colouring, the colour whose parity differs from the other two.

use super::state::State;

/// What a colour adds to the pair (colours 0 and 1 differ, colours 1 and 2 differ): the three nonzero elements of
/// Klein's four-group, whose sum is zero.
const COLOUR: [u8; 3] = [0b01, 0b11, 0b10];

/// What a peg in this cell adds to the class of a position: two bits for each colouring.
pub(super) fn code((row, column): (i8, i8), triangle: bool) -> u8 {
    let sum = COLOUR[(row + column).rem_euclid(3) as usize];
    let difference = if triangle { 0 } else { COLOUR[(row - column).rem_euclid(3) as usize] };
    sum | difference << 2
}

/// Whether parities show that no sequence of jumps leaves a single peg; many positions are hopeless for other reasons.
pub(super) fn is_hopeless(state: &State) -> bool {
    let codes = &state.board().0.codes;
    let class = state.cells().fold(0, |all, cell| all ^ codes[cell]);
    // Equal parities in a colouring are two zero bits, which no cell has; a single peg has the class of its cell.
    !codes.contains(&class)
}
