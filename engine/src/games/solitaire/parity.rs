//! The parity test for positions without a solution (Reiss 1857; Conway's colouring).
//!
//! The cells have three colours such that any three cells in a line have different colours: (row + column) mod 3, and
//! on the crosses also (row - column) mod 3. A jump empties two cells and fills a third, all of different colours, so
//! it changes the parity of the number of pegs of every colour. Equality of the parities of two colours never changes.
//! With a single peg, one colour is odd and two are even. So a position has no solution when
//!
//! - in some colouring all three parities are equal, or
//! - there is no cell that has, in every colouring, the colour with the single different parity.

/// The contribution of a peg of each colour to the parity bits (colours 0 and 1 differ, colours 1 and 2 differ): the
/// three nonzero elements of Klein's four-group, with the sum zero.
const COLOUR: [u8; 3] = [0b01, 0b11, 0b10];

/// The parity bits of a peg in a cell, two for each colouring.
pub(super) fn parity_code((row, column): (i8, i8), triangle: bool) -> u8 {
    let sum = COLOUR[(row + column).rem_euclid(3) as usize];
    let difference = if triangle {
        0
    } else {
        COLOUR[(row - column).rem_euclid(3) as usize]
    };
    sum | difference << 2
}

/// Returns true if the parities exclude a solution of the position with these pegs, given the parity code of each cell
/// of the board; many other positions have no solution either.
pub(super) fn is_excluded_by_parity(codes: &[u8], peg_cells: impl Iterator<Item = usize>) -> bool {
    let class = peg_cells.fold(0, |sum, cell| sum ^ codes[cell]);
    // Equal parities in a colouring are two zero bits, unlike the code of any cell; a single peg has the class of its
    // cell.
    !codes.contains(&class)
}
