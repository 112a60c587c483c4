//! Peg solitaire (handout 001): all its faces.

#[cfg(feature = "play")]
pub mod dialogue;
pub mod experiment;
#[cfg(feature = "charts")]
pub mod film;
#[cfg(feature = "screen")]
pub mod screen;
#[cfg(feature = "play")]
pub mod session;
#[cfg(feature = "play")]
mod talk;
