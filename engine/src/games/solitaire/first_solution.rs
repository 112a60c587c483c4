//! The first solution in the handout's order.

use super::parity::is_excluded_by_parity;
use super::reachable_positions::SolitaireSolveError;
use super::state::{Jump, SolitaireState};
use crate::games::MemoryLimit;
use crate::games::index::IndexSet;

/// The largest number of bytes of a dead position in an [`IndexSet`], just after it has grown.
const BYTES_PER_DEAD_POSITION: u64 = 24;

/// Finds the solution of the handout's recursion: the first one, depth first, in the order of [`SolitaireState::possible_jumps`]; `None`
/// when there is no solution.
///
/// Dead positions, those without a solution, are stored up to symmetry, and the parity test is made first; neither
/// changes the solution.
///
/// # Errors
/// [`SolitaireSolveError::OutOfMemory`] when the dead positions do not fit in `memory`.
#[doc(alias = "calcule_solution")]
pub fn first_solution(
    state: &SolitaireState,
    memory: MemoryLimit,
) -> Result<Option<Vec<Jump>>, SolitaireSolveError> {
    if is_excluded_by_parity(&state.board().0.parity_codes, state.peg_cells()) {
        return Ok(None);
    }
    let mut search = FirstSolutionSearch {
        state: *state,
        dead_positions: IndexSet::new(),
        jumps: Vec::new(),
        max_dead_positions: memory.0 / BYTES_PER_DEAD_POSITION,
    };
    match search.search_from(state.pegs()) {
        Some(true) => Ok(Some(search.jumps)),
        Some(false) => Ok(None),
        None => Err(SolitaireSolveError::OutOfMemory(
            search.dead_positions.len() as u64,
            memory,
        )),
    }
}

/// A depth-first search for a solution.
struct FirstSolutionSearch {
    state: SolitaireState,
    dead_positions: IndexSet,
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
        let tables = self.state.board().0;
        let key = tables.symmetries.canonical_form(pegs);
        if self.dead_positions.contains(key) {
            return Some(false);
        }
        for jump_mask in tables.possible_jumps(pegs) {
            self.jumps.push(jump_mask.jump());
            if self.search_from(pegs ^ jump_mask.changed_cells)? {
                return Some(true);
            }
            self.jumps.pop();
        }
        if self.dead_positions.len() as u64 >= self.max_dead_positions {
            return None;
        }
        self.dead_positions.insert(key);
        Some(false)
    }
}
