//! Bataille as a game with one move, a round: the deal forces the whole game.

use super::BatailleState;
use crate::games::{Game, Outcome};
use crate::parse::ParseValueError;
use std::fmt;
use std::str::FromStr;

/// A round, the only move of bataille.
///
/// ```
/// use pioche_engine::games::bataille::{BatailleState, Hands, LayingOrder};
/// use pioche_engine::games::{Course, Game, Outcome, Player};
///
/// let start = BatailleState::with_hands(&Hands::new(vec![2, 3], vec![1, 2])?, LayingOrder::Fixed);
/// let course = Course::play_forced(start, usize::MAX);
/// assert_eq!(course.moves().len(), 2);
/// assert_eq!(course.last().outcome(), Some(Outcome::Winner(Player::One)));
/// # Ok::<(), pioche_engine::games::bataille::HandsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Round;

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("round")
    }
}

impl FromStr for Round {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        match text {
            "round" => Ok(Self),
            _ => Err(ParseValueError::new(text, "move: round")),
        }
    }
}

/// The reason why a round is refused: a player holds no card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game is over: a player holds no card")]
pub struct GameOver;

impl fmt::Display for BatailleState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.hands().fmt(f)
    }
}

impl Game for BatailleState {
    type Move = Round;
    type Refusal = GameOver;

    fn legal_moves(&self) -> Vec<Round> {
        if self.is_over() {
            Vec::new()
        } else {
            vec![Round]
        }
    }

    fn play(&mut self, _: Round) -> Result<(), GameOver> {
        if self.is_over() {
            return Err(GameOver);
        }
        self.try_play_round();
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        Some(self.leader().map_or(Outcome::Draw, Outcome::Winner))
    }
}
