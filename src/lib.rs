//! pioche
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod cards;
pub mod games;
#[cfg(feature = "report")]
pub mod report;
pub mod rng;
