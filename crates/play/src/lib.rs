//! Games at the terminal, and films of games.
//!
//! The package stands on [`pioche_topics`]: a game that can be saved is a
//! [`RecordedGame`](pioche_topics::saved_game::RecordedGame), and the game of a film is the one that `show` writes. It also
//! stands on [`pioche_report`] for words and pictures, and on [`pioche_engine`] for rules and computer players.
//!
//! | module | contents |
//! |---|---|
//! | [`dialogues`] | the command `play` of each game that has one: its options, its first questions, and the game from a record on |
//! | [`storyboards`] | the command `show` of each game that can be drawn: its text together with its film |
//! | [`film`] | a film or one of its pictures as the bytes of a GIF, SVG or PNG file |
//!
//! A [`Dialogue`] talks over any `BufRead` and `Write`; one person, two, or a person and a computer player move in turn. The
//! package opens no files and does not know the real streams; files are behind [`Storage`].
//!
//! Within the package, a game with a dialogue implements `Playable`, and a game with a film implements `Storyboard`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod conversation;
pub mod dialogues;
pub mod film;
mod session;
pub mod storyboards;
#[cfg(test)]
mod tests;

pub use conversation::{Dialogue, DialogueCommand, ResumeError, Storage, StreamError};
pub use session::{GameEnd, SessionEnding};

use conversation::{AskSettingsFn, InputLine, ResumeFn};
use session::{ParsedAnswer, Playable, Session, StopReason};
