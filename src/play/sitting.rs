//! Where any game can be sat down to by those who know none: a [`Table`] a game, a [`Sitting`] once it has begun.

use super::lines::{Dialogue, Ending, Opening, Storage, StreamError, converse};
use super::record::Record;
use super::screen::{Ink, Layout as Shown, OnScreen, Screen};
use super::session::{Lent, Session};
use crate::lang::dialogue::Talk;
use crate::lang::{Lang, SessionError};
use pioche_engine::games::Memory;
use pioche_engine::players::Kind;
use ratatui::layout::Size;

/// A game under way, whichever it is.
pub trait Sitting {
    /// Plays it by lines to its end, or until the player stops. Fails as [`converse`].
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

/// A game that was kept, or is to begin, after its last move; an error says what does not fit, and in which line.
pub type Restore = fn(&Record, Lent) -> Result<Box<dyn Sitting>, SessionError>;

/// Where a game can be sat down to: what has to be known of it before there is a state.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Whether a perfect player has so much to solve first that those who wait should be told.
    pub slow_to_solve: bool,
    /// The questions that settle a game about which nothing was said, if the game asks any.
    pub opening: Option<Opening>,
    pub restore: Restore,
    /// Whether the computer players of a game can take their seats, told before anybody waits for them.
    pub check: fn(&Record, Memory) -> Result<(), SessionError>,
}

impl Table {
    /// The table of a game.
    pub const fn of<G: Shown>() -> Self {
        Self { slow_to_solve: G::SLOW_TO_SOLVE, opening: G::OPENING, restore: restore::<G>, check: check::<G> }
    }

    /// Tells those who wait for a game why, if it takes long to begin. Fails when nobody can hear it.
    pub fn announce(&self, record: &Record, dialogue: &mut Dialogue<'_>) -> Result<(), StreamError> {
        let perfect = record.settings().players().is_ok_and(|players| players.contains(&Kind::Perfect));
        if self.slow_to_solve && perfect { dialogue.say(&Talk::Solving) } else { Ok(()) }
    }
}

fn restore<G: Shown>(record: &Record, lent: Lent) -> Result<Box<dyn Sitting>, SessionError> {
    Ok(Box::new(Session::<G>::restore(record, lent)?))
}

fn check<G: Shown>(record: &Record, memory: Memory) -> Result<(), SessionError> {
    record.expect(G::NAME)?;
    let start = G::from_settings(record.settings())?;
    let kinds = if G::DUEL { record.settings().players()? } else { [Kind::Human; 2] };
    kinds.into_iter().filter(|kind| *kind != Kind::Human).try_for_each(|kind| start.check_seat(kind, memory))
}
