//! Any game of two at the table: every kind of computer player may sit there.

use crate::lang::{Sentence, SessionError};
use crate::play::playable::Playable;
use crate::play::record::Settings;
use pioche_engine::games::{Evaluate, Memory, Solvable};
use pioche_engine::players::{Kind, Seat, SeatError};

/// What a session needs of a game of two beyond its rules; [`Playable`] follows from it.
pub trait Duel: Evaluate<Move: Send> + Solvable<Solution: 'static> + Send + 'static {
    /// The name of the game in kept games and on the command line.
    const NAME: &'static str;
    /// Whether a perfect player has so much to solve first that those who wait should be told.
    const SLOW_TO_SOLVE: bool = false;

    /// As [`Playable::settings`].
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// As [`Playable::from_settings`].
    ///
    /// # Errors
    /// The setting that is missing, or not understood.
    fn from_settings(settings: &Settings) -> Result<Self, SessionError>;

    /// As [`Playable::came_before`].
    fn came_before(&self, _: &[Self]) -> Option<usize> {
        None
    }

    /// Why there is no perfect player, as the command line says it.
    fn too_hard(error: &Self::TooHard) -> Sentence;

    /// Why there is no perfect player for a game from this start, as it is said at the table.
    fn unsolved(&self, error: Self::TooHard) -> Sentence;
}

impl<G: Duel> Playable for G {
    const NAME: &'static str = G::NAME;
    const DUEL: bool = true;
    const SLOW_TO_SOLVE: bool = G::SLOW_TO_SOLVE;

    fn settings(&self) -> Vec<(&'static str, String)> {
        Duel::settings(self)
    }

    fn from_settings(settings: &Settings) -> Result<Self, SessionError> {
        <G as Duel>::from_settings(settings)
    }

    fn came_before(&self, earlier: &[Self]) -> Option<usize> {
        Duel::came_before(self, earlier)
    }

    fn check_seat(&self, kind: Kind) -> Result<(), SessionError> {
        kind.check_seat(self, Memory::default()).map_err(|error| seatless(self, error))
    }

    fn seat(&self, kind: Kind) -> Result<Seat<Self>, SessionError> {
        kind.seat(self).map_err(|error| seatless(self, error))
    }
}

/// Why a player cannot take a seat.
fn seatless<G: Duel>(start: &G, error: SeatError<G::TooHard>) -> SessionError {
    match error {
        SeatError::NobodyThere => SessionError::OnlyPeople,
        SeatError::Unsolved(error) => SessionError::NoPerfectPlayer(start.unsolved(error)),
    }
}
