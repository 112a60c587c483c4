//! What the players know of solitaire: the fewest pegs that can be left, and a rough guess of them.

use super::index::Index;
use super::reach::{Budget, SolveError};
use super::state::{Jump, State};
use crate::games::{BestMoves, Evaluate, Game, Solvable};

/// The fewest pegs that can be left from every position that can be met from a start.
#[derive(Debug)]
pub struct Perfect {
    start: State,
    index: Index,
    /// For each class of positions.
    fewest: Vec<u8>,
}

impl Perfect {
    /// Explores everything from a start.
    ///
    /// # Errors
    /// [`SolveError::TooLarge`], before any work is done.
    pub fn new(start: &State, budget: Budget) -> Result<Self, SolveError> {
        budget.check(start)?;
        let mut perfect = Self { start: *start, index: Index::new(), fewest: Vec::new() };
        perfect.explore(start.pegs());
        Ok(perfect)
    }

    fn explore(&mut self, pegs: u64) -> u8 {
        let layout = self.start.board().0;
        let key = layout.symmetries.least(pegs);
        if let Some(number) = self.index.get(key) {
            return self.fewest[number];
        }
        let jumps = layout.steps.iter().filter(|step| step.fits(key));
        let fewest = jumps.map(|step| self.explore(key ^ step.all)).min().unwrap_or(key.count_ones() as u8);
        self.index.insert(key);
        self.fewest.push(fewest);
        fewest
    }

    /// The fewest pegs that can be left, or `None` for a position that cannot be met from the start.
    pub fn fewest_left(&self, state: &State) -> Option<u32> {
        let number = self.index.get(self.start.board().0.symmetries.least(state.pegs()));
        number.filter(|_| state.board() == self.start.board()).map(|number| self.fewest[number].into())
    }
}

impl BestMoves<State> for Perfect {
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
    type Solution = Perfect;
    type TooHard = SolveError;

    fn solve(&self) -> Result<Perfect, SolveError> {
        Perfect::new(self, Budget::default())
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
