//! pioche
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod cards;
#[cfg(feature = "cli")]
pub mod cli;
pub mod experiments;
pub mod games;
#[cfg(feature = "report")]
pub mod lang;
#[cfg(feature = "report")]
pub mod report;
pub mod rng;
pub mod sim;
pub mod stats;
