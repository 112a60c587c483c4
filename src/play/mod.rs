//! Games at the table: a person, two, or a person and a computer player move in turn. No single game is known here.
//!
//! [`Session`] is a game under way: who sits where, the moves so far, taking back, keeping it as text and going on
//! later. It prints nothing and asks nobody. What a session needs of a game beyond its rules is [`Playable`];
//! [`lines`] is the conversation by lines, over any streams, for a game that has a [`lines::Face`]; `screen` is the
//! game on a whole screen, drawn into a buffer, for one that has a `screen::Layout`. A [`Table`] is where one game of
//! any kind can be sat down to.
//!
//! Nothing here opens a file, makes a generator, or knows which streams are real: files come in as a
//! [`lines::Storage`], generators as a [`Chance`](session::Chance).

pub mod lines;
pub mod playable;
pub mod record;
pub mod screen;
pub mod session;
pub mod sitting;

pub use record::{Origin, Record};
pub use session::Session;
pub use sitting::{Sitting, Table};
