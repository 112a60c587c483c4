//! What all games of two players share. A game joins with an implementation of [`experiment::Contest`], and takes its
//! faces from here.

#[cfg(feature = "report")]
pub mod args;
#[cfg(feature = "report")]
pub mod chapter;
#[cfg(feature = "play")]
pub mod dialogue;
pub mod experiment;
#[cfg(feature = "charts")]
pub mod figures;
#[cfg(feature = "charts")]
pub mod film;
#[cfg(all(feature = "play", feature = "report"))]
pub mod keep;
#[cfg(feature = "report")]
pub mod said;
#[cfg(feature = "screen")]
pub mod screen;
#[cfg(feature = "play")]
pub mod session;
#[cfg(feature = "report")]
pub mod show;
#[cfg(feature = "play")]
mod talk;
#[cfg(feature = "report")]
pub mod words;
