//! One test binary, one line a module.

mod alliances;
mod cards;
mod chance;
#[cfg(feature = "charts")]
mod charts;
mod cheat;
#[cfg(feature = "cli")]
mod cli;
mod driver;
mod layers;
mod rng;
mod shuffle;
mod stats;
mod alak;
