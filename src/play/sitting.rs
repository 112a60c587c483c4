//! Where any game can be sat down to by those who know none: a [`Table`] a game, a [`Sitting`] once it has begun.

use super::chance::{Chance, Origin};
use super::lines::{Dialogue, Ending, Opening, Start, Storage, StreamError, converse};
use super::playable::Playable;
use super::record::Record;
use super::screen::{Ink, Layout as Shown, OnScreen, Screen};
use super::session::Session;
use crate::lang::SessionError;
use crate::lang::dialogue::Talk;
use pioche_engine::players::Kind;
use {crate::lang::Lang, ratatui::layout::Size};

/// A game under way, whichever it is.
pub trait Sitting {
    /// Plays it by lines to its end, or until the player stops.
    ///
    /// # Errors
    /// As [`converse`].
    fn converse(&mut self, dialogue: &mut Dialogue<'_>, storage: &mut dyn Storage) -> Result<Ending, StreamError>;

    /// The game so far, to be kept.
    fn record(&self) -> Record;

    /// The same game on a window of this size.
    fn on_screen(self: Box<Self>, lang: Lang, ink: Ink, size: Size) -> Box<dyn OnScreen>;
}

impl<G: Shown> Sitting for Session<G> {
    fn converse(&mut self, dialogue: &mut Dialogue<'_>, storage: &mut dyn Storage) -> Result<Ending, StreamError> {
        converse(self, dialogue, storage)
    }

    fn record(&self) -> Record {
        Session::record(self)
    }

    fn on_screen(self: Box<Self>, lang: Lang, ink: Ink, size: Size) -> Box<dyn OnScreen> {
        Box::new(Screen::new(*self, lang, ink, size))
    }
}

/// A game that was kept, after its last move; an error says what does not fit, and in which line.
pub type Restore = fn(&Record, Chance) -> Result<Box<dyn Sitting>, SessionError>;

/// Where a game can be sat down to: what has to be known of it before there is a state.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The name of the game in kept games and on the command line.
    pub name: &'static str,
    /// Whether a computer may sit there.
    pub duel: bool,
    /// Whether a perfect player has so much to solve first that those who wait should be told.
    pub slow_to_solve: bool,
    /// The questions that settle a game about which nothing was said, if the game asks any.
    pub opening: Option<Opening>,
    /// A game that was kept, after its last move.
    pub restore: Restore,
    /// Whether its players can take their seats.
    check: fn(&Record) -> Result<(), SessionError>,
}

impl Table {
    /// The table of a game.
    pub const fn of<G: Shown>() -> Self {
        Self {
            name: <G as Playable>::NAME,
            duel: G::DUEL,
            slow_to_solve: G::SLOW_TO_SOLVE,
            opening: G::OPENING,
            restore: restore::<G>,
            check: check::<G>,
        }
    }

    /// A new game: one that was kept, so to speak, before its first move.
    ///
    /// # Errors
    /// When the settings are not those of this game, or a computer player cannot play it.
    pub fn begin(
        &self,
        start: &Start,
        origin: Option<Origin>,
        chance: Chance,
    ) -> Result<Box<dyn Sitting>, SessionError> {
        let players = self.duel.then_some(start.players);
        (self.restore)(&Record::of_start(self.name, &start.settings, players, origin), chance)
    }

    /// Whether the computer players of a game can take their seats, told before anybody waits for them.
    ///
    /// # Errors
    /// As [`Table::begin`].
    pub fn check(&self, start: &Start) -> Result<(), SessionError> {
        let players = self.duel.then_some(start.players);
        (self.check)(&Record::of_start(self.name, &start.settings, players, None))
    }

    /// The same for a game that was kept.
    ///
    /// # Errors
    /// As [`Table::restore`].
    pub fn check_kept(&self, record: &Record) -> Result<(), SessionError> {
        (self.check)(record)
    }

    /// Tells those who wait for a game between these players why, if it takes long to begin.
    ///
    /// # Errors
    /// When nobody can hear it.
    pub fn announce(&self, players: [Kind; 2], dialogue: &mut Dialogue<'_>) -> Result<(), StreamError> {
        let slow = self.slow_to_solve && players.contains(&Kind::Perfect);
        if slow { dialogue.say(&Talk::Solving) } else { Ok(()) }
    }
}

fn restore<G: Shown>(record: &Record, chance: Chance) -> Result<Box<dyn Sitting>, SessionError> {
    Ok(Box::new(Session::<G>::restore(record, chance)?))
}

fn check<G: Shown>(record: &Record) -> Result<(), SessionError> {
    record.expect(G::NAME)?;
    let start = G::from_settings(record.settings())?;
    let kinds = if G::DUEL { record.settings().players()? } else { [Kind::Human; 2] };
    kinds.into_iter().filter(|kind| *kind != Kind::Human).try_for_each(|kind| start.check_seat(kind))
}
