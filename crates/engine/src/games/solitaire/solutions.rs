//! The first solution in the handout's order.

use super::board::is_excluded_by_parity;
use super::{Jump, SolitaireState};
use crate::games::MemoryLimit;
use foldhash::HashSet;

/// The largest number of bytes of a dead position in a set, just after it has grown.
const BYTES_PER_DEAD_POSITION: u64 = 32;

/// The error of [`first_solution`]: the dead positions fill the memory allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no solution found: the search stopped after {dead_positions} dead positions, which fill the \
     {memory} allowed"
)]
pub struct UnfinishedSearch {
    /// The number of positions of which is known that they have no solution.
    pub dead_positions: usize,
    /// The memory allowed.
    pub memory: MemoryLimit,
}

/// Finds the solution of the handout's recursion: the first one, depth first, in the order of [`SolitaireState::possible_jumps`]; `None`
/// when there is no solution.
///
/// Dead positions, those without a solution, are stored, and the parity test is made first; neither changes the solution.
///
/// # Errors
/// [`UnfinishedSearch`] when the dead positions do not fit in `memory`.
#[doc(alias = "calcule_solution")]
pub fn first_solution(
    state: &SolitaireState,
    memory: MemoryLimit,
) -> Result<Option<Vec<Jump>>, UnfinishedSearch> {
    if is_excluded_by_parity(&state.board().0.parity_codes, state.peg_cells()) {
        return Ok(None);
    }
    let mut search = FirstSolutionSearch {
        state: *state,
        dead_positions: HashSet::default(),
        jumps: Vec::new(),
        max_dead_positions: memory.0 / BYTES_PER_DEAD_POSITION,
    };
    match search.search_from(state.pegs()) {
        Some(true) => Ok(Some(search.jumps)),
        Some(false) => Ok(None),
        None => Err(UnfinishedSearch {
            dead_positions: search.dead_positions.len(),
            memory,
        }),
    }
}

/// A depth-first search for a solution.
struct FirstSolutionSearch {
    state: SolitaireState,
    dead_positions: HashSet<u64>,
    /// The jumps to the current position; in the end, the solution.
    jumps: Vec<Jump>,
    max_dead_positions: u64,
}

impl FirstSolutionSearch {
    /// Searches on from a position; `None` when the memory is full.
    fn search_from(&mut self, pegs: u64) -> Option<bool> {
        if pegs.count_ones() == 1 {
            return Some(true);
        }
        if self.dead_positions.contains(&pegs) {
            return Some(false);
        }
        for jump_mask in self.state.board().0.possible_jumps(pegs) {
            self.jumps.push(jump_mask.jump());
            if self.search_from(pegs ^ jump_mask.changed_cells)? {
                return Some(true);
            }
            self.jumps.pop();
        }
        if self.dead_positions.len() as u64 >= self.max_dead_positions {
            return None;
        }
        self.dead_positions.insert(pegs);
        Some(false)
    }
}
