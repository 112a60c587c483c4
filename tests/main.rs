//! One test binary, one line a module.

mod alak;
mod alliances;
mod battery;
mod cards;
mod chance;
#[cfg(feature = "charts")]
mod charts;
mod cheat;
#[cfg(feature = "cli")]
mod cli;
mod driver;
mod layers;
mod nim;
#[cfg(feature = "play")]
mod play;
mod players;
mod rng;
mod shuffle;
mod solitaire;
mod stats;
