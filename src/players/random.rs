//! The random player, and the uniform draw behind every player's choices.

use super::Player;
use crate::games::Game;
use rand::Rng;

/// Draws every legal move equally often.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        let moves = state.legal_moves();
        (!moves.is_empty()).then(|| moves[below(generator, moves.len())])
    }
}

/// A number from 0 to `bound` - 1, exactly uniform; `bound` is at least 1, and a bound of 1 draws nothing.
///
/// The upper half of (a 64-bit word times the bound), the word being drawn again when the lower half is below
/// 2^64 mod the bound (Lemire 2019).
pub fn below(generator: &mut dyn Rng, bound: usize) -> usize {
    if bound <= 1 {
        return 0;
    }
    let bound = bound as u64;
    loop {
        let wide = u128::from(generator.next_u64()) * u128::from(bound);
        let low = wide as u64;
        // The remainder is below the bound, so it need not be known for most words.
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return (wide >> 64) as usize;
        }
    }
}
