//! La réussite des alliances (handout 000): all its faces.

#[cfg(feature = "report")]
pub mod chapter;
#[cfg(feature = "play")]
mod dialogue;
pub mod engine;
pub mod experiment;
#[cfg(feature = "charts")]
pub mod figures;
#[cfg(feature = "charts")]
pub mod film;
#[cfg(feature = "screen")]
mod screen;
#[cfg(feature = "play")]
pub mod session;
#[cfg(feature = "report")]
pub mod table;
#[cfg(feature = "play")]
mod talk;
