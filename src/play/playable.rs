//! What a session needs of a game beyond its rules.

use super::record::{Record, Settings};
use crate::lang::SessionError;
use pioche_engine::games::{Game, Memory};
use pioche_engine::players::{Kind, Seat};

/// A game that can be begun, kept as text and gone on with.
pub trait Playable: Game<Move: Send> + Send + 'static {
    /// The name of the game in kept games and on the command line.
    const NAME: &'static str;
    /// Whether a computer may sit at the table.
    const DUEL: bool;
    /// Whether a perfect player has so much to solve first that those who wait should be told.
    const SLOW_TO_SOLVE: bool = false;

    /// What the start of a game was, as text: [`Playable::from_settings`] makes it again.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// The start of a game from its settings. Fails with the setting that is missing, or not understood.
    fn from_settings(settings: &Settings) -> Result<Self, SessionError>;

    /// A game from this start between these players, before its first move. A game for one does not tell who plays.
    fn record(&self, players: [Kind; 2]) -> Record {
        let record = Record::of(Self::NAME, self.settings());
        if Self::DUEL { record.between(players) } else { record }
    }

    /// When this state is one of the earlier ones, which makes the game endless: which of them. The states of most
    /// games cannot come back.
    fn came_before(&self, _: &[Self]) -> Option<usize> {
        None
    }

    /// Whether [`Playable::seat`] will give a player, told without solving the game where that can be. Fails with those
    /// of [`Playable::seat`].
    fn check_seat(&self, _: Kind, _: Memory) -> Result<(), SessionError> {
        Err(SessionError::OnlyPeople)
    }

    /// A computer player for a game from this start, who takes so much memory at most to solve it. Games for one person
    /// have none. Fails when there is none of this kind for this game.
    fn seat(&self, _: Kind, _: Memory) -> Result<Seat<Self>, SessionError> {
        Err(SessionError::OnlyPeople)
    }
}
