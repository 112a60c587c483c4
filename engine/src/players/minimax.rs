//! Minimax: looks a number of moves ahead, exact where a game ends, by the game's evaluation at the horizon.

use super::{Strategy, after, best, for_mover, utility};
use crate::games::Evaluate;
use rand::Rng;
use std::num::NonZeroU32;

/// Looks so many moves ahead; who looks one ahead is greedy.
///
/// Values are utilities to player 1 throughout, and each player takes the greatest or the least of them: no sign is
/// changed on the way.
#[derive(Clone, Copy, Debug)]
pub struct Minimax {
    depth: NonZeroU32,
}

impl Minimax {
    /// Nobody looks further ahead. Where there is a choice so many moves are out of reach anyway; where there is none,
    /// the search would go as deep as the game is long.
    pub const MAX_DEPTH: NonZeroU32 = NonZeroU32::new(100).expect("more than none");

    /// A player that looks so many moves ahead, at most [`Minimax::MAX_DEPTH`].
    pub fn new(depth: NonZeroU32) -> Self {
        Self { depth: depth.min(Self::MAX_DEPTH) }
    }

    /// Every legal move with its value to the player who moves.
    ///
    /// The values of all moves are exact, not bounds, so that ties are known.
    pub fn values<G: Evaluate>(&self, state: &G) -> Vec<(G::Move, i64)> {
        let value = |mv| {
            let after = after(state, mv)?;
            Some((mv, for_mover(state, search(&after, self.depth.get() - 1, i64::MIN, i64::MAX))))
        };
        state.legal_moves().into_iter().filter_map(value).collect()
    }
}

/// The utility of a state to player 1, `depth` moves ahead; exact inside the window, beyond it a bound.
fn search<G: Evaluate>(state: &G, depth: u32, mut low: i64, mut high: i64) -> i64 {
    if depth == 0 || state.outcome().is_some() {
        return utility(state);
    }
    let first = for_mover(state, 1) == 1;
    let mut found = if first { i64::MIN } else { i64::MAX };
    for after in state.legal_moves().into_iter().filter_map(|mv| after(state, mv)) {
        let value = search(&after, depth - 1, low, high);
        if first {
            found = found.max(value);
            low = low.max(found);
        } else {
            found = found.min(value);
            high = high.min(found);
        }
        if low >= high {
            break;
        }
    }
    found
}

impl<G: Evaluate> Strategy<G> for Minimax {
    #[doc(alias = "min_max")]
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        best(&self.values::<G>(state), generator)
    }
}
