//! Play that comes back to where it was: the same board, player to move and forbidden cells a second time.
//!
//! Such a game is endless by the rule that pioche uses. It is told apart from a finished game, and from one that was
//! merely stopped.

use super::{Cell, Refusal, State};
use crate::games::{Game, Outcome};
use std::collections::HashMap;

/// A position that came twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// Stones put before it came first.
    pub first: usize,
    /// Stones put before it came again.
    pub again: usize,
}

/// The positions of a game so far.
#[derive(Clone, Debug, Default)]
pub struct Past {
    seen: HashMap<State, usize>,
}

impl Past {
    /// A game of which only the start is known.
    pub fn new(start: &State) -> Self {
        Self { seen: HashMap::from([(*start, 0)]) }
    }

    /// Notes the next position of the game; tells when it came before. To be called after every turn, until it does.
    pub fn note(&mut self, state: &State) -> Option<Repeat> {
        let again = self.seen.len();
        self.seen.insert(*state, again).map(|first| Repeat { first, again })
    }
}

/// How a game that was played on has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Over(Outcome),
    /// A position came a second time.
    Endless(Repeat),
    /// It was still going on after the plies allowed.
    Unresolved,
}

/// Plays on from `state`, which becomes the last position, with the cells that `choose` gives; at most `plies` turns.
///
/// # Errors
/// When a chosen cell is refused; `state` is then the position where it was.
pub fn play_on(state: &mut State, plies: usize, mut choose: impl FnMut(&State) -> Cell) -> Result<End, Refusal> {
    let mut past = Past::new(state);
    for _ in 0..plies {
        if let Some(outcome) = state.outcome() {
            return Ok(End::Over(outcome));
        }
        state.play(choose(state))?;
        if let Some(repeat) = past.note(state) {
            return Ok(End::Endless(repeat));
        }
    }
    Ok(state.outcome().map_or(End::Unresolved, End::Over))
}
