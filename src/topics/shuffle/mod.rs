//! Riffle shuffles (handout 003): all their faces.

#[cfg(feature = "report")]
pub mod chapter;
pub mod experiment;
#[cfg(feature = "charts")]
pub mod figures;
