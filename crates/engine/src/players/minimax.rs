//! Minimax to a limited depth, with the game's evaluation at the horizon.

use super::{Strategy, choose_best, state_after, state_utility, utility_for_mover};
use crate::games::{Evaluate, Player};
use rand::Rng;
use std::num::NonZeroU32;

/// Chooses the move with the best minimax value at a given depth; with depth 1 it takes the best state after one move.
///
/// Inside the search all values are utilities to player 1, which one player maximises and the other minimises.
///
/// ```
/// use pioche_engine::games::nim::{NimState, TakeSet};
/// use pioche_engine::players::Minimax;
/// use std::num::NonZeroU32;
///
/// // From 7 matches, taking 2 leaves 5, which loses; taking 3 leaves 4, which wins.
/// let values = Minimax::new(NonZeroU32::MIN).values_to_mover(&NimState::new(TakeSet::default(), 7)?);
/// assert_eq!(values, [(2, 1000), (3, 0)]);
/// # Ok::<(), pioche_engine::parse::ParseValueError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Minimax {
    depth: NonZeroU32,
}

impl Minimax {
    /// The largest depth. With several moves at each state, a search of this depth is out of reach; without a choice,
    /// it limits the recursion.
    pub const MAX_DEPTH: NonZeroU32 = NonZeroU32::new(100).expect("non-zero");

    /// A player that searches to depth `depth`, at most [`Minimax::MAX_DEPTH`].
    pub fn new(depth: NonZeroU32) -> Self {
        Self {
            depth: depth.min(Self::MAX_DEPTH),
        }
    }

    /// The legal moves with their minimax values to the player to move.
    ///
    /// The values are exact, not bounds, so that ties are known.
    pub fn values_to_mover<G: Evaluate>(&self, state: &G) -> Vec<(G::Move, i64)> {
        let value = |mv| {
            let successor = state_after(state, mv)?;
            let utility = search(&successor, self.depth.get() - 1, i64::MIN, i64::MAX);
            Some((mv, utility_for_mover(state, utility)))
        };
        state.legal_moves().into_iter().filter_map(value).collect()
    }
}

/// The minimax utility of a state to player 1 at depth `depth`: exact between `low` and `high`, otherwise a bound.
fn search<G: Evaluate>(state: &G, depth: u32, mut low: i64, mut high: i64) -> i64 {
    if depth == 0 || state.outcome().is_some() {
        return state_utility(state);
    }
    let is_maximizing = state.to_play() == Player::One;
    let mut best_value = if is_maximizing { i64::MIN } else { i64::MAX };
    for mv in state.legal_moves() {
        let Some(successor) = state_after(state, mv) else {
            continue;
        };
        let value = search(&successor, depth - 1, low, high);
        if is_maximizing {
            best_value = best_value.max(value);
            low = low.max(best_value);
        } else {
            best_value = best_value.min(value);
            high = high.min(best_value);
        }
        if low >= high {
            break;
        }
    }
    best_value
}

impl<G: Evaluate> Strategy<G> for Minimax {
    #[doc(alias = "min_max")]
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        choose_best(&self.values_to_mover::<G>(state), generator)
    }
}
