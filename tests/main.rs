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
mod class;
#[cfg(feature = "cli")]
mod cli;
#[cfg(all(unix, feature = "cli"))]
mod cluster;
mod digits;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod disks;
mod driver;
mod edges;
#[cfg(all(target_os = "linux", feature = "charts", feature = "cli"))]
mod examples;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod files_cli;
#[cfg(feature = "charts")]
mod film;
#[cfg(all(feature = "cli", feature = "charts"))]
mod fuzz;
#[cfg(feature = "cli")]
mod games_cli;
#[cfg(feature = "cli")]
mod help;
mod improve;
#[cfg(feature = "cli")]
mod independent;
mod lanes;
mod layers;
#[cfg(feature = "cli")]
mod lines;
mod merge;
mod nim;
#[cfg(feature = "cli")]
mod page;
mod perfect;
#[cfg(feature = "cli")]
mod perfect_cli;
#[cfg(feature = "play")]
mod play;
mod played;
mod players;
#[cfg(all(unix, feature = "cli"))]
mod progress;
mod resume;
#[cfg(feature = "cli")]
mod resume_cli;
mod riffle;
mod riffle_lanes;
mod riffle_law;
mod rng;
#[cfg(feature = "screen")]
mod screen;
#[cfg(all(feature = "cli", feature = "charts"))]
mod shell;
#[cfg(all(feature = "cli", feature = "charts"))]
mod shown;
mod shuffle;
mod solitaire;
#[cfg(feature = "cli")]
mod spreadsheet;
mod stats;
#[cfg(all(target_os = "linux", feature = "charts", feature = "cli"))]
mod stops;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod study_cli;
mod supply;
mod suspect;
#[cfg(feature = "cli")]
mod tables;
mod tally;
#[cfg(all(unix, feature = "cli"))]
mod terminal;
mod topics;
mod ways;
