//! Nim at the table: its settings, and hints.

use crate::lang::{Sentence, SessionError};
use crate::play::record::Settings;
use crate::play::sitting::Table;
use crate::topics::duel::session::Duel;
use pioche_engine::games::nim::{Nim, Solution, SolutionError, TakeSet, Value};

/// Where Nim is played.
pub const TABLE: Table = Table::of::<Nim>();

impl Duel for Nim {
    const NAME: &'static str = "nim";

    fn settings(&self) -> Vec<(&'static str, String)> {
        settings(self.takes(), self.matches())
    }

    fn from_settings(settings: &Settings) -> Result<Self, SessionError> {
        let takes: TakeSet = settings.parse("takes")?;
        settings.get("matches", |number| Self::new(takes, number.parse().ok()?).ok())
    }

    /// A heap can always be solved.
    fn too_hard(error: &SolutionError) -> Sentence {
        match *error {}
    }

    fn unsolved(&self, error: SolutionError) -> Sentence {
        match error {}
    }
}

/// The settings of a heap, as text.
pub fn settings(takes: &TakeSet, matches: u32) -> Vec<(&'static str, String)> {
    vec![("takes", takes.to_string()), ("matches", matches.to_string())]
}

/// What the moves at hand are worth to the player who moves, and the takes that keep it.
pub fn advice(state: &Nim) -> Option<(Value, Vec<u32>)> {
    let solution = Solution::new(state.takes(), state.matches());
    let best = solution.best_takes(state.matches());
    solution.value(state.matches()).filter(|_| !best.is_empty()).map(|value| (value, best))
}
