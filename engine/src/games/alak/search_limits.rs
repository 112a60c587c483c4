//! Estimates of the memory that a search takes.

use super::{AlakRules, AlakState, CellCount, OwnGroupRule};
use crate::games::MemoryLimit;

/// The number of cells of the largest board that can be searched: a key of 64 bits has two bits a cell.
pub const MAX_CELLS: u32 = 32;

/// The reason why a search is refused, before it allocates memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchLimitError {
    /// The board has more than [`MAX_CELLS`] cells.
    #[error("a search takes boards of at most {MAX_CELLS} cells, not {0}")]
    Cells(u32),
    /// The estimated memory is above the bound.
    #[error(
        "{cells} cells need about {needed}, more than the {bound} allowed; {fits} cells would fit"
    )]
    Memory {
        /// The number of cells of the board.
        cells: u32,
        /// The estimated memory.
        needed: MemoryLimit,
        /// The allowed memory.
        bound: MemoryLimit,
        /// The number of cells of the largest empty board of the same rules that would fit.
        fits: u32,
    },
}

/// Upper estimates of the number of nodes of the graph from `start`, and of the memory that solving it takes.
///
/// The estimate counts every board, and an eighth of them again for each cell, for the cells forbidden after a capture.
/// When own groups are captured, every group has an empty neighbour; the number of such boards, the legal ones of
/// one-dimensional Go, grows by a factor of 2.77 a cell instead of 3.
pub fn search_estimate(start: &AlakState) -> (u64, MemoryLimit) {
    let cells = start.rules().cells.get();
    let mut boards = 3_u128.pow(cells) * u128::from(9 + cells) / 8 + 1;
    if start.rules().own_group == OwnGroupRule::Captured {
        for _ in 0..cells {
            boards = boards.div_ceil(13) * 12;
        }
    }
    let symmetry_count = start.position_symmetries().len() as u128;
    let nodes = u64::try_from(boards / symmetry_count + 1).unwrap_or(u64::MAX);
    // Key 8, index at most 11, offsets 8, counters and values 12; then both directions of about n / 3 turns.
    let bytes_per_node = 39 + 8 * u64::from(cells.div_ceil(3));
    (nodes, MemoryLimit(nodes.saturating_mul(bytes_per_node)))
}

/// The number of cells of the largest empty board of these rules that can be solved within `memory_limit`, or 0.
pub fn max_solvable_cells(rules: AlakRules, memory_limit: MemoryLimit) -> u32 {
    let fits = |&cells: &u32| {
        let cells = CellCount(cells as u8);
        let (_, memory) = search_estimate(&AlakState::new(AlakRules { cells, ..rules }));
        memory <= memory_limit
    };
    (1..=MAX_CELLS).take_while(fits).last().unwrap_or(0)
}
