//! Alak at the table: its settings, its players, and hints.

use super::talk::AlakTalk;
use crate::lang::{Say, Sentence, SessionError};
use crate::play::record::Settings;
use crate::play::session::Session;
use crate::play::sitting::Table;
use crate::topics::duel::session::Duel;
use pioche_engine::games::Memory;
use pioche_engine::games::alak::memory::{TooLarge, largest_that_fits};
use pioche_engine::games::alak::solve::{Bounds, Solution};
use pioche_engine::games::alak::{Cell, State};
use pioche_engine::players::{Mcts, Player};
use std::num::NonZeroU32;

/// Where Alak is played.
pub const TABLE: Table = Table::of::<State>();

impl Duel for State {
    const NAME: &'static str = "alak";
    const SLOW_TO_SOLVE: bool = true;

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("rules", self.rules().to_string())]
    }

    fn from_settings(settings: &Settings) -> Result<Self, SessionError> {
        settings.parse("rules").map(Self::new)
    }

    /// As [`pioche_engine::games::alak::endless`] has it: the same board, player to move and forbidden cells.
    fn came_before(&self, earlier: &[Self]) -> Option<usize> {
        earlier.iter().rposition(|state| state == self)
    }

    fn too_hard(error: &TooLarge) -> Sentence {
        super::said::too_large(error)
    }

    fn unsolved(&self, error: TooLarge) -> Sentence {
        let (cells, fits) = match error {
            TooLarge::Cells { cells } => (cells, largest_that_fits(self.rules(), Memory::default())),
            TooLarge::Memory { cells, fits, .. } => (cells, fits),
        };
        Sentence::made(|lang| AlakTalk::TooLarge { cells, fits }.say(lang))
    }
}

/// The memory that a hint may take: solving it then takes a fraction of a second.
const HINT: Memory = Memory(96 << 20);
/// Games tried for a hint where solving would take too long.
const TRIED: NonZeroU32 = NonZeroU32::new(3000).expect("more than none");

/// What can be said of the moves at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// The best moves, and what each player can force.
    Solved {
        /// The moves.
        cells: Vec<Cell>,
        /// The value.
        bounds: Bounds,
    },
    /// The move that came out best of a number of games.
    Tried {
        /// The move.
        cell: Cell,
        /// The games.
        games: u32,
    },
}

/// What can be said of the moves at hand; `None` when the game is over.
pub fn advice(session: &Session<State>) -> Option<Advice> {
    let state = session.state();
    match Solution::new(state, HINT) {
        Ok(solution) => {
            let solved = solution.solved(state).filter(|solved| !solved.forcing_moves.is_empty())?;
            Some(Advice::Solved { cells: solved.forcing_moves, bounds: solved.bounds })
        }
        Err(_) => {
            let cell = Mcts::new(TRIED).choose(state, &mut *session.generator())?;
            Some(Advice::Tried { cell, games: TRIED.get() })
        }
    }
}
