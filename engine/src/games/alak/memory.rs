//! How much memory a search takes, told before it starts.

use super::{Cells, OwnGroup, Rules, State};
use crate::games::Memory;

/// The largest board whose positions can be numbered: two bits a cell in a key of 64.
pub const MAX_CELLS: u32 = 32;

/// Why a position's graph was not made. Nothing large was allocated then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// The board is beyond any search.
    #[error("a search takes boards of at most {MAX_CELLS} cells, not {0}")]
    Cells(u32),
    /// The estimate is above the bound.
    #[error("{cells} cells need about {needed}, more than the {bound} allowed; {fits} cells would fit")]
    Memory {
        /// The cells of the board.
        cells: u32,
        /// The estimate.
        needed: Memory,
        /// The bound.
        bound: Memory,
        /// The largest board of the same rules that would fit when it starts empty.
        fits: u32,
    },
}

/// An estimate from above of the positions reachable from `start`, symmetric ones counted once, and of the memory
/// that solving it takes.
///
/// It counts every board, and an eighth of them again for each cell, with the cells forbidden there that one capture can
/// leave. When own groups are captured no group is without an empty neighbour; such boards, the legal ones of
/// one-dimensional Go, grow by 2.77 a cell and not by 3.
pub fn estimate(start: &State) -> (u64, Memory) {
    let Rules { cells, own_group, .. } = start.rules();
    let cells = cells.get();
    let boards = 3_u128.pow(cells) * u128::from(9 + cells) / 8 + 1;
    let boards = (0..cells).fold(boards, |boards, _| match own_group {
        OwnGroup::Spared => boards,
        OwnGroup::Captured => boards.div_ceil(13) * 12,
    });
    let nodes = u64::try_from(boards / start.symmetries().len() as u128 + 1).unwrap_or(u64::MAX);
    // Key 8, index at most 11, offsets 8, counters and values 12; then both directions of about n / 3 turns.
    let bytes = 39 + 8 * u64::from(cells.div_ceil(3));
    (nodes, Memory(nodes.saturating_mul(bytes)))
}

/// The largest board of these rules that can be solved from the start within `bound`, or 0.
pub fn largest_that_fits(rules: Rules, bound: Memory) -> u32 {
    let fits = |&cells: &u32| estimate(&State::new(Rules { cells: Cells(cells as u8), ..rules })).1 <= bound;
    (1..=MAX_CELLS).take_while(fits).last().unwrap_or(0)
}
