//! One test binary, one line a module.

mod alliances;
mod bataille;
mod bataille_engine;
mod bataille_exact;
mod bataille_hands;
mod bataille_lanes;
mod cards;
mod chance;
#[cfg(feature = "charts")]
mod charts;
mod cheat;
mod driver;
mod layers;
mod riffle;
mod riffle_lanes;
mod riffle_law;
mod rng;
mod shuffle;
mod stats;
mod suspect;
