//! How much memory a search takes, told before it starts.

use super::{Cells, Edge, OwnGroup, Rules, State};
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
/// It counts every board with every set of forbidden cells that one capture can leave. When own groups are captured
/// no group is without an empty neighbour; such boards, the legal ones of one-dimensional Go, grow by 2.77 a cell and
/// not by 3. Measured on 9 to 16 cells, the estimate is 1.2 to 2.1 times the nodes there are, and up to 2.5 times the
/// memory taken.
pub fn estimate(start: &State) -> (u64, Memory) {
    let rules = start.rules();
    let patterns = (0..rules.cells.get()).fold(patterns(rules), |patterns, _| match rules.own_group {
        OwnGroup::Spared => patterns,
        OwnGroup::Captured => patterns.div_ceil(13) * 12,
    });
    let nodes = patterns / start.symmetries().len() as u128 + 1;
    let nodes = u64::try_from(nodes).unwrap_or(u64::MAX);
    // Key 8, index at most 11, offsets 8, counters and values 12; then both directions of about n / 3 turns.
    let bytes = 39 + 8 * u64::from(start.rules().cells.get().div_ceil(3));
    (nodes, Memory(nodes.saturating_mul(bytes)))
}

/// The largest board of these rules that can be solved from the start within `bound`, or 0.
pub fn largest_that_fits(rules: Rules, bound: Memory) -> u32 {
    let fits = |&cells: &u32| estimate(&State::new(Rules { cells: Cells(cells as u8), ..rules })).1 <= bound;
    (1..=MAX_CELLS).take_while(fits).last().unwrap_or(0)
}

/// Boards as the mover sees them, times the sets of forbidden cells that fit to them.
///
/// Forbidden cells lie in two runs, of `left` and `right` cells, next to the stone that has captured there. Beyond
/// each run stands another stone of its colour, or the edge. The other cells are free: 3 ways each.
fn patterns(rules: Rules) -> u128 {
    let cells = rules.cells.get();
    let boards = |free: u32| 3_u128.saturating_pow(free);
    let mut sum = boards(cells);
    match rules.edge {
        Edge::Line => {
            for at in 0..cells {
                let side = |room: u32| (1..=room).map(|run| boards((room - run).saturating_sub(1))).sum::<u128>();
                let (left, right) = (at, cells - 1 - at);
                sum += side(left) * boards(right) + boards(left) * side(right) + side(left) * side(right);
            }
        }
        Edge::Ring => {
            for (left, right) in (0..cells).flat_map(|left| (0..cells - left).map(move |right| (left, right))) {
                if left + right > 0 {
                    let stones = u32::from(left > 0) + u32::from(right > 0);
                    sum += u128::from(cells) * boards((cells - 1 - left - right).saturating_sub(stones));
                }
            }
        }
    }
    sum
}
