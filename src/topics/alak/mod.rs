//! Alak (handout 002): all its faces.

#[cfg(feature = "play")]
mod dialogue;
pub mod experiment;
#[cfg(feature = "charts")]
pub mod film;
#[cfg(feature = "screen")]
mod screen;
#[cfg(feature = "play")]
pub mod session;
#[cfg(feature = "play")]
mod talk;
