//! pioche
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod cards;
pub mod games;
pub mod players;
pub mod rng;
