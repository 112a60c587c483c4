//! Bataille (handout 003): all its faces.

#[cfg(feature = "report")]
pub mod chapter;
pub mod experiment;
#[cfg(feature = "charts")]
pub mod figures;
#[cfg(feature = "charts")]
pub mod film;
