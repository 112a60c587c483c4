//! Nim at the table: its settings, its players, and hints.

use crate::games::nim::{Nim, Solution, TakeSet, Value};
use crate::lang::dialogue::Misfit;
use crate::play::record::Settings;
use crate::play::session::Playable;
use crate::players::{Kind, Seat};

impl Playable for Nim {
    const NAME: &'static str = "nim";
    const DUEL: bool = true;

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("takes", self.takes().to_string()), ("matches", self.matches().to_string())]
    }

    fn from_settings(settings: &Settings) -> Result<Self, Misfit> {
        let takes: TakeSet = settings.parse("takes")?;
        settings.get("matches", |number| Self::new(takes, number.parse().ok()?).ok())
    }

    fn came_before(&self, _: &[Self]) -> Option<usize> {
        None
    }

    fn seat(&self, kind: Kind) -> Result<Seat<Self>, Misfit> {
        // A heap can always be solved, so a seat is refused to people only.
        kind.seat(self).map_err(|_| Misfit::OnlyPeople)
    }
}

/// What the moves at hand are worth to the player who moves, and the takes that keep it.
pub fn advice(state: &Nim) -> Option<(Value, Vec<u32>)> {
    let solution = Solution::new(state.takes(), state.matches());
    let best = solution.best_takes(state.matches());
    solution.value(state.matches()).filter(|_| !best.is_empty()).map(|value| (value, best))
}
