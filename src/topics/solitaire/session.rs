//! The peg solitaire at the table: its settings, and the solver that ends it. One person plays it.

use crate::lang::SessionError;
use crate::play::playable::Playable;
use crate::play::record::Settings;
use pioche_engine::games::Memory;
use pioche_engine::games::solitaire::{Jump, SolveError, State, first};

impl Playable for State {
    const NAME: &'static str = "solitaire";
    const DUEL: bool = false;

    fn settings(&self) -> Vec<(&'static str, String)> {
        let pegs: Vec<String> = self.cells().map(|cell| cell.to_string()).collect();
        vec![("board", self.board().to_string()), ("pegs", pegs.join(","))]
    }

    fn from_settings(settings: &Settings) -> Result<Self, SessionError> {
        let board = settings.parse("board")?;
        settings.get("pegs", |list| Self::parse(board, list).ok())
    }
}

/// The hole of a start that has exactly one.
pub fn only_hole(state: &State) -> Option<usize> {
    let holes: Vec<usize> = (0..state.board().cells()).filter(|cell| state.pegs() >> cell & 1 == 0).collect();
    if let [hole] = holes[..] { Some(hole) } else { None }
}

/// What may be spent on a hint: a second or so.
pub const HINT: Memory = Memory(48 << 20);
/// What may be spent on ending a game: a minute or so.
const SOLUTION: Memory = Memory(1 << 30);

/// How the game can be ended: the jumps that the handout's `calcule_solution` finds first, or `None` when there is no
/// way.
///
/// # Errors
/// When the search was given up.
pub fn solution(state: &State) -> Result<Option<Vec<Jump>>, SolveError> {
    first(state, SOLUTION)
}
