//! One test binary, one line a module.

mod alak;
mod alliances;
mod bataille;
mod bataille_engine;
mod bataille_exact;
mod bataille_hands;
mod battery;
mod cards;
mod chance;
#[cfg(feature = "charts")]
mod charts;
mod cheat;
#[cfg(feature = "cli")]
mod cli;
mod driver;
mod lanes;
mod layers;
mod nim;
mod players;
mod riffle;
mod riffle_law;
mod rng;
#[cfg(feature = "screen")]
mod screen;
mod shuffle;
mod solitaire;
mod stats;
mod suspect;
