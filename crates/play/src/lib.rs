//! Games at the terminal, and films of games.
//!
//! The package stands on [`pioche_topics`]: a game that can be saved is a
//! [`RecordedGame`](pioche_topics::saved_game::RecordedGame), and the game of a film is the one that `show` writes.
//!
//! - A game with a dialogue implements [`Playable`] and is in the list [`dialogues::PLAY_VERBS`]. [`Session`] is a started game:
//!   players, moves so far, taking moves back, saving and resuming. [`run_conversation`](conversation::run_conversation) plays it over
//!   any `BufRead` and `Write`; one person, two, or a person and a computer player move in turn.
//! - A game with a film implements [`film::Storyboard`] and is in the list [`storyboards::FILMED_TOPICS`].
//!
//! The package opens no files and does not know the real streams; files are behind [`Storage`].

#![forbid(unsafe_code)]

pub mod conversation;
pub mod dialogues;
pub mod film;
mod session;
pub mod storyboards;
#[cfg(test)]
pub mod tests;

pub use conversation::{
    AskSettingsFn, Dialogue, InputLine, ResumeError, ResumeFn, Storage, StreamError,
};
pub use session::{GameEnd, ParsedAnswer, Playable, Session, SessionEnding, StopReason};
