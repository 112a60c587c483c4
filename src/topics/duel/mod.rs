//! What all games of two players share. A game joins with an implementation of [`experiment::Duel`], and takes its
//! faces from here.

#[cfg(feature = "report")]
pub mod args;
#[cfg(feature = "report")]
pub mod chapter;
pub mod experiment;
#[cfg(feature = "charts")]
pub mod figures;
#[cfg(feature = "report")]
pub mod show;
#[cfg(feature = "report")]
pub mod words;
