//! The greedy player: one move ahead.

use super::{Strategy, after, best, for_mover, utility};
use crate::games::Evaluate;
use rand::Rng;

/// Makes the move after which the state is best for itself: exactly when it ends the game, by the game's evaluation
/// when not.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl<G: Evaluate> Strategy<G> for Greedy {
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        let value = |mv| after(state, mv).map(|after| (mv, for_mover(state, utility(&after))));
        let moves: Vec<_> = state.legal_moves().into_iter().filter_map(value).collect();
        best(&moves, generator)
    }
}
