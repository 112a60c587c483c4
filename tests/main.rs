//! One test binary, one line a module.

mod alliances;
mod cards;
mod chance;
#[cfg(feature = "charts")]
mod charts;
mod cheat;
mod driver;
mod lanes;
mod layers;
mod rng;
mod shuffle;
mod stats;
