//! The automatic game of the patience as a game in which each move is forced.

use super::{PatienceMove, PatienceState};
use crate::games::{ForcedRefusal, Game, Outcome};
use std::fmt;

/// A patience played by the rule: after each draw every possible jump is made, the leftmost first.
///
/// ```
/// use pioche_engine::games::alliances::{AutomaticGame, PatienceMove, PatienceState};
/// use pioche_engine::games::{Course, Game};
///
/// let deck: Vec<_> = ["7-C", "8-K", "9-C"].iter().map(|card| card.parse().unwrap()).collect();
/// let course = Course::play_forced(AutomaticGame::new(PatienceState::new(&deck, 2)), usize::MAX);
/// let draw = PatienceMove::Draw;
/// assert_eq!(course.moves(), [draw, draw, draw, PatienceMove::Jump(1)]);
/// assert_eq!(course.last().state().row().pile_count(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "reussite_mode_auto")]
pub struct AutomaticGame {
    state: PatienceState,
    last_move: Option<PatienceMove>,
}

impl AutomaticGame {
    /// The game from this state on. Piles that are laid before the first draw do not jump before it.
    pub fn new(state: PatienceState) -> Self {
        Self {
            state,
            last_move: None,
        }
    }

    /// The stock and the row.
    pub fn state(&self) -> &PatienceState {
        &self.state
    }

    /// The move that the rule makes; `None` when the game is over.
    pub fn forced_move(&self) -> Option<PatienceMove> {
        let row = self.state.row();
        let jump = match self.last_move {
            None => None,
            // After a draw only the last three piles can be newly allied.
            Some(PatienceMove::Draw) => row
                .pile_count()
                .checked_sub(2)
                .filter(|&pile| row.check_jump(pile).is_ok()),
            Some(PatienceMove::Jump(_)) => row.leftmost_jump(),
        };
        let can_draw = !self.state.stock().is_empty();
        jump.map(PatienceMove::Jump)
            .or(can_draw.then_some(PatienceMove::Draw))
    }
}

impl fmt::Display for AutomaticGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(f)
    }
}

impl Game for AutomaticGame {
    type Move = PatienceMove;
    type Refusal = ForcedRefusal<PatienceMove>;

    fn legal_moves(&self) -> Vec<PatienceMove> {
        self.forced_move().into_iter().collect()
    }

    fn play(&mut self, mv: PatienceMove) -> Result<(), ForcedRefusal<PatienceMove>> {
        match self.forced_move() {
            Some(forced) if forced == mv => {
                let result = self.state.play(mv);
                debug_assert!(result.is_ok(), "the rule makes a possible move");
                self.last_move = Some(mv);
                Ok(())
            }
            Some(forced) => Err(ForcedRefusal::OtherMove(forced)),
            None => Err(ForcedRefusal::Over),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let piles = self.state.row().pile_count() as u32;
        self.forced_move()
            .is_none()
            .then_some(Outcome::Remaining(piles))
    }
}
