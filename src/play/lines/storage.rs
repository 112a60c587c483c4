//! The world around a conversation: where games are kept, and whether somebody wants to stop.

use crate::lang::Reason;
use crate::play::record::Record;

/// What a conversation asks of the world around it.
pub trait Storage {
    /// Keeps a text under a name.
    ///
    /// # Errors
    /// Why it was not kept.
    fn save(&mut self, name: &str, text: &str) -> Result<(), Reason>;
    /// The text kept under a name.
    ///
    /// # Errors
    /// Why there is none.
    fn load(&mut self, name: &str) -> Result<String, Reason>;
    /// Whether `^C` came while nobody was asked; it is then answered.
    fn interrupted(&mut self) -> bool;
    /// This is the game now: it begins, another one was loaded, or moves were taken back.
    fn stands(&mut self, _: Record) {}
    /// It has gone on by this move.
    fn went_on(&mut self, _: String) {}
}
