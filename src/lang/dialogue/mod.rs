//! What is said at every table, whatever is played there. What a game says of its own stands beside the game.

mod error;
#[cfg(feature = "play")]
mod talk;

pub use error::SessionError;
#[cfg(feature = "play")]
pub use talk::Chair;
#[cfg(feature = "play")]
pub(crate) use talk::{Talk, listed};
