//! The peg solitaire at the table: its settings, the solver that ends it, and hints. One person plays it.

use crate::lang::SessionError;
use crate::play::playable::Playable;
use crate::play::record::Settings;
use crate::play::sitting::Table;
use pioche_engine::games::Game;
use pioche_engine::games::Memory;
use pioche_engine::games::solitaire::{Explored, Hint, Jump, SolveError, State, first};

/// Where the peg solitaire is played.
pub const TABLE: Table = Table::of::<State>();

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
const HINT: Memory = Memory(48 << 20);
/// What may be spent on ending a game: a minute or so.
const SOLUTION: Memory = Memory(1 << 30);

/// What can be said of the jumps at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// How many solutions are left after each.
    Counted(Vec<Hint>),
    /// None leads to a single peg.
    NoHope,
    /// Too many to count, but a solution begins with this one.
    Begins(Jump),
    /// Nothing that can be found in a second or so.
    Unknown,
}

/// What can be said of the jumps at hand.
pub fn advice(state: &State) -> Advice {
    if let Ok(explored) = Explored::new(state, HINT) {
        return if explored.is_solvable() && state.outcome().is_none() {
            Advice::Counted(explored.hints())
        } else {
            Advice::NoHope
        };
    }
    match first(state, HINT) {
        Ok(Some(jumps)) => jumps.first().map_or(Advice::NoHope, |jump| Advice::Begins(*jump)),
        Ok(None) => Advice::NoHope,
        Err(_) => Advice::Unknown,
    }
}

/// How the game can be ended: the jumps that the handout's `calcule_solution` finds first, or `None` when there is no
/// way.
///
/// # Errors
/// When the search was given up.
pub fn solution(state: &State) -> Result<Option<Vec<Jump>>, SolveError> {
    first(state, SOLUTION)
}
