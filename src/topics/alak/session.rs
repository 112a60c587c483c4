//! Alak at the table: its settings, its players, and hints.

use crate::games::Memory;
use crate::games::alak::memory::TooLarge;
use crate::games::alak::solve::{Bounds, Solution};
use crate::games::alak::{Cell, State};
use crate::lang::dialogue::Misfit;
use crate::play::record::Settings;
use crate::play::session::{Playable, Session};
use crate::players::{Kind, Mcts, Player, Seat, SeatError};
use std::num::NonZeroU32;

impl Playable for State {
    const NAME: &'static str = "alak";
    const DUEL: bool = true;

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("rules", self.rules().to_string())]
    }

    fn from_settings(settings: &Settings) -> Result<Self, Misfit> {
        settings.parse("rules").map(Self::new)
    }

    /// As [`crate::games::alak::endless`] has it: the same board, player to move and forbidden cells.
    fn came_before(&self, earlier: &[Self]) -> Option<usize> {
        earlier.iter().rposition(|state| state == self)
    }

    fn seat(&self, kind: Kind) -> Result<Seat<Self>, Misfit> {
        kind.seat(self).map_err(|error| match error {
            SeatError::NobodyThere => Misfit::OnlyPeople,
            SeatError::Unsolved(TooLarge::Cells { cells }) => {
                Misfit::TooLargeForPerfect { cells, fits: most_cells(self) }
            }
            SeatError::Unsolved(TooLarge::Memory { cells, fits, .. }) => Misfit::TooLargeForPerfect { cells, fits },
        })
    }
}

fn most_cells(state: &State) -> u32 {
    crate::games::alak::memory::largest_that_fits(state.rules(), Memory::default())
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
