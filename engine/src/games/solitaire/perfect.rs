//! What the players know of solitaire: the fewest pegs that can be left, and a rough guess of them.

use super::estimate::{SolveError, spend};
use super::state::{Jump, State};
use crate::games::index::Index;
use crate::games::{BestMoves, Evaluate, Game, Memory, Solvable};

/// The fewest pegs that can be left from every position that can be met from a start.
#[derive(Debug)]
pub struct Solution {
    start: State,
    index: Index,
    /// For each class of positions.
    fewest: Vec<u8>,
}

impl Solution {
    /// The fewest pegs left from a position, once everything below it is known; `None` when the memory is full.
    fn explore(&mut self, pegs: u64, bytes: u64) -> Option<u8> {
        let layout = self.start.board().0;
        let key = layout.symmetries.least(pegs);
        if let Some(number) = self.index.get(key) {
            return Some(self.fewest[number]);
        }
        let mut fewest = key.count_ones() as u8;
        for step in layout.steps.iter().filter(|step| step.fits(key)) {
            fewest = fewest.min(self.explore(key ^ step.all, bytes)?);
        }
        self.index.insert(key);
        self.fewest.push(fewest);
        (2 * self.index.bytes() + self.fewest.capacity() as u64 <= bytes).then_some(fewest)
    }

    /// The fewest pegs that can be left, or `None` for a position that cannot be met from the start.
    pub fn fewest_left(&self, state: &State) -> Option<u32> {
        let number = self.index.get(self.start.board().0.symmetries.least(state.pegs()));
        number.filter(|_| state.board() == self.start.board()).map(|number| self.fewest[number].into())
    }
}

impl BestMoves<State> for Solution {
    fn best_moves(&self, state: &State) -> Vec<Jump> {
        let left = |jump: &Jump| {
            let mut after = *state;
            after.play(*jump).ok().and_then(|()| self.fewest_left(&after))
        };
        let mut jumps = state.legal_moves();
        if let Some(fewest) = jumps.iter().filter_map(left).min() {
            jumps.retain(|jump| left(jump) == Some(fewest));
        }
        jumps
    }
}

impl Solvable for State {
    type Solution = Solution;
    type TooHard = SolveError;

    fn solve_within(&self, memory: Memory) -> Result<Solution, SolveError> {
        spend(memory, self, |bytes| {
            let mut solution = Solution { start: *self, index: Index::new(), fewest: Vec::new() };
            solution.explore(self.pegs(), bytes).map(|_| solution)
        })
    }
}

impl Evaluate for State {
    /// Counts every peg without a neighbouring peg as left, and half of the others.
    fn evaluate(&self) -> i64 {
        let near = |cell: usize| {
            let around = self.board().neighbours(cell).into_iter().flatten().flatten();
            around.fold(0, |all, there| all | 1_u64 << there)
        };
        self.cells().map(|cell| if near(cell) & self.pegs() == 0 { -1000 } else { -500 }).sum()
    }
}
