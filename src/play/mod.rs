//! Games at the terminal, by lines: a person, two, or a person and a computer player move in turn. No single game is
//! known here.
//!
//! [`Session`] is a game under way: who sits where, the moves so far, taking back, keeping it as text and going on
//! later. A game joins by implementing [`Playable`]; `converse` plays it over any `BufRead` and `Write`.
//!
//! Nothing here opens a file, or knows which streams are real: files come in as a [`Storage`].

pub mod converse;
pub mod dialogue;
pub mod record;
pub mod said;
pub mod session;
#[cfg(test)]
pub mod tests;

pub use converse::{Opening, Resume, ResumeError, Storage, resume};
pub use dialogue::{Dialogue, Echo, Entry, StreamError};
pub use record::{Origin, Record};
pub use session::{End, Ending, Leave, Playable, Session, Understood};
