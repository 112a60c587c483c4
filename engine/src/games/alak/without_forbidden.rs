//! Alak as programs play it that forget the forbidden cells.

use super::state::{AlakRefusal, AlakState, Cell};
use crate::games::{Evaluate, Game, Outcome, Player};
use std::fmt;

/// A position of a game in which no cell is ever forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WithoutForbiddenCells(AlakState);

impl WithoutForbiddenCells {
    /// Creates the position with the stones of `state`.
    pub const fn new(state: AlakState) -> Self {
        Self(AlakState {
            forbidden: 0,
            ..state
        })
    }
}

impl Game for WithoutForbiddenCells {
    type Move = Cell;
    type Refusal = AlakRefusal;

    fn to_play(&self) -> Player {
        self.0.to_play()
    }

    fn legal_moves(&self) -> Vec<Cell> {
        self.0.legal_moves()
    }

    fn play(&mut self, cell: Cell) -> Result<(), AlakRefusal> {
        self.0.play(cell)?;
        *self = Self::new(self.0);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
}

impl Evaluate for WithoutForbiddenCells {
    fn estimate_utility_for_player_one(&self) -> i64 {
        self.0.estimate_utility_for_player_one()
    }
}

impl fmt::Display for WithoutForbiddenCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
