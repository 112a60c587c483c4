//! What all games of two players share.

#[cfg(feature = "report")]
pub mod chapter;
#[cfg(feature = "play")]
pub mod dialogue;
pub mod experiment;
#[cfg(feature = "charts")]
pub mod figures;
#[cfg(feature = "screen")]
pub mod screen;
#[cfg(feature = "play")]
pub mod session;
#[cfg(feature = "play")]
mod talk;
