//! The random player, and the uniform choice that every player makes among equals.

use super::Strategy;
use crate::cards::draw::below;
use crate::games::Game;
use rand::Rng;

/// Draws every legal move equally often.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<G: Game> Strategy<G> for Random {
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        let moves = state.legal_moves();
        (!moves.is_empty()).then(|| moves[pick(generator, moves.len())])
    }
}

/// A place among so many, all equally likely; where there is but one, nothing is drawn.
pub fn pick(generator: &mut dyn Rng, places: usize) -> usize {
    if places <= 1 { 0 } else { below(places as u64, generator) as usize }
}
