//! The first solution in the handout's order.

use super::class::is_hopeless;
use super::reach::SolveError;
use super::state::{Jump, State};
use crate::games::Memory;
use crate::games::index::Index;

/// Bytes that a dead position takes in an [`Index`], at its fullest after growing.
const DEAD_BYTES: u64 = 24;

/// The solution that the handout's recursion finds: the first in its order of jumps, depth first; `None` when there
/// is none.
///
/// Positions found dead are remembered up to symmetry, and parities end many a hopeless search before it
/// starts; neither changes which solution comes first. On crosses the order of jumps is ours, see [`State::jumps`].
///
/// # Errors
/// [`SolveError::GaveUp`] when the dead positions fill the memory.
#[doc(alias = "calcule_solution")]
pub fn first(state: &State, memory: Memory) -> Result<Option<Vec<Jump>>, SolveError> {
    if is_hopeless(state) {
        return Ok(None);
    }
    let limit = memory.0 / DEAD_BYTES;
    let mut search = Search { state: *state, dead: Index::new(), jumps: Vec::new(), limit };
    match search.solve(state.pegs()) {
        Some(true) => Ok(Some(search.jumps)),
        Some(false) => Ok(None),
        None => Err(SolveError::GaveUp(search.dead.len() as u64, memory)),
    }
}

struct Search {
    state: State,
    dead: Index,
    /// The jumps that led to the position at hand; a solution when the search ends well.
    jumps: Vec<Jump>,
    limit: u64,
}

impl Search {
    fn solve(&mut self, pegs: u64) -> Option<bool> {
        if pegs.count_ones() == 1 {
            return Some(true);
        }
        let layout = self.state.board().0;
        let key = layout.symmetries.least(pegs);
        if self.dead.contains(key) {
            return Some(false);
        }
        for step in layout.steps.iter().filter(|step| step.fits(pegs)) {
            self.jumps.push(step.jump());
            if self.solve(pegs ^ step.all)? {
                return Some(true);
            }
            self.jumps.pop();
        }
        if self.dead.len() as u64 >= self.limit {
            return None;
        }
        self.dead.insert(key);
        Some(false)
    }
}
