//! Games of Alak played on until they end or a position comes back, the slow and obvious way.

use pioche_engine::games::alak::{Cell, Refusal, State};
use pioche_engine::games::{Game, Outcome};

/// How a game that was played on has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Over(Outcome),
    /// A position came a second time: the stones put before it came first, and again.
    Endless { first: usize, again: usize },
    /// It was still going on after the plies allowed.
    Unresolved,
}

/// Plays on from `state`, which becomes the last position, with the cells that `choose` gives; at most `plies` turns.
pub fn play_on(state: &mut State, plies: usize, mut choose: impl FnMut(&State) -> Cell) -> Result<End, Refusal> {
    let mut past = vec![*state];
    for _ in 0..plies {
        if let Some(outcome) = state.outcome() {
            return Ok(End::Over(outcome));
        }
        state.play(choose(state))?;
        if let Some(first) = past.iter().position(|known| known == state) {
            return Ok(End::Endless { first, again: past.len() });
        }
        past.push(*state);
    }
    Ok(state.outcome().map_or(End::Unresolved, End::Over))
}
