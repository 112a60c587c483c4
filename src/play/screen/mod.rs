//! Games on a whole screen: what a key or the mouse does to a game, and how the game is drawn.
//!
//! [`Screen`] is the same for every game; how a game lies on the board, what choosing a place of it means, and how it
//! is drawn is its [`Layout`]. Sentences are those of the conversation by lines ([`Face`](super::lines::Face))
//! wherever one exists. [`OnScreen`] is a screen with whichever game.
//!
//! Nothing here knows a terminal, a stream or a clock: inputs come in as [`Input`], pictures go into a buffer, and
//! whoever owns the screen decides when a computer player moves ([`OnScreen::step`]).

mod act;
mod frame;
mod layout;
mod look;
pub(crate) mod spots;
mod state;

pub use act::{Flow, OnScreen};
pub use layout::{Choice, Keys, Layout};
pub use look::{Ink, Look, Role};
pub use spots::Input;
pub use state::Screen;
