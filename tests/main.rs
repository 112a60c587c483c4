//! One test binary, one line a module.

mod alak;
mod alliances;
mod bataille;
mod bataille_engine;
mod bataille_exact;
mod bataille_hands;
mod bataille_lanes;
mod bataille_runs;
mod battery;
mod cards;
mod chance;
#[cfg(feature = "charts")]
mod charts;
#[cfg(feature = "cli")]
mod cli;
mod driver;
#[cfg(feature = "charts")]
mod film;
#[cfg(feature = "cli")]
mod games_cli;
#[cfg(feature = "cli")]
mod help;
mod improve;
mod lanes;
mod layers;
mod merge;
mod nim;
mod perfect;
#[cfg(feature = "cli")]
mod perfect_cli;
#[cfg(feature = "play")]
mod play;
mod played;
mod players;
mod resume;
#[cfg(feature = "cli")]
mod resume_cli;
mod riffle;
mod riffle_lanes;
mod riffle_law;
mod rng;
#[cfg(feature = "screen")]
mod screen;
mod shuffle;
mod solitaire;
mod stats;
#[cfg(all(target_os = "linux", feature = "charts", feature = "cli"))]
mod stops;
mod suspect;
mod tally;
#[cfg(all(unix, feature = "cli"))]
mod terminal;
mod topics;
mod ways;
