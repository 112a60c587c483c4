//! The perfect player: what the solver knows, and a uniform choice among equals.

use super::{Strategy, pick};
use crate::games::{BestMoves, Game};
use rand::Rng;

/// Draws among the moves that keep the value of the state, for all games from the start that was solved.
#[derive(Clone, Debug)]
pub struct Perfect<S> {
    solution: S,
}

impl<S> Perfect<S> {
    /// A player that knows this solution.
    pub fn new(solution: S) -> Self {
        Self { solution }
    }
}

impl<G: Game, S: BestMoves<G>> Strategy<G> for Perfect<S> {
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        let moves = self.solution.best_moves(state);
        (!moves.is_empty()).then(|| moves[pick(generator, moves.len())])
    }
}
