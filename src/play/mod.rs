//! Games at the terminal: one person, two, or a person and a computer player move in turn. The module does not depend
//! on any game.
//!
//! [`Session`] is a started game: players, moves so far, taking moves back, saving and resuming. A game implements
//! [`Playable`]; [`run_conversation`](conversation::run_conversation) plays it over any `BufRead` and `Write`.
//!
//! The module opens no files and does not know the real streams; files are behind [`Storage`].

pub mod conversation;
pub mod saved_game;
pub mod session;
#[cfg(test)]
pub mod tests;

pub use conversation::{
    AskSettingsFn, Dialogue, InputLine, ResumeError, ResumeFn, Storage, StreamError, resume_game,
};
pub use saved_game::{DealOrigin, SavedGame};
pub use session::{GameEnd, ParsedAnswer, Playable, Session, SessionEnding, StopReason};
