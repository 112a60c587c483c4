//! What all games of two players share.

#[cfg(feature = "report")]
pub mod chapter;
pub mod experiment;
#[cfg(feature = "charts")]
pub mod figures;
#[cfg(feature = "charts")]
pub mod film;
