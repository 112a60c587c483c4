//! Games at the table: a person, two, or a person and a computer player move in turn.
//!
//! [`Session`] is a game under way: who sits where, the moves so far, taking back, keeping it as text and going on
//! later. It prints nothing and asks nobody. What a session needs of a game beyond its rules is [`Playable`]; each game
//! has a file here, with what it can say to help its players. [`lines`] is the conversation by lines, over any streams;
//! `screen` is the game on a whole screen, drawn into a buffer.
//!
//! Nothing here opens a file, makes a generator, or knows which streams are real: files come in as a
//! [`lines::Shelf`], generators as a [`Chance`].

pub mod lines;
pub mod record;
#[cfg(feature = "screen")]
pub mod screen;
pub mod session;
mod words;

pub use record::{Record, Settings};
pub use session::{Chance, End, NotPlayed, Origin, Playable, Session, Turn};
