//! Play that comes back to where it was: the same board, player to move and forbidden cells a second time.
//!
//! Such a game is endless by the rule that pioche uses. It is told apart from a finished game, and from one that was
//! merely stopped.

use super::State;
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
