//! Tests of the engine without the program, in one binary with one module per line.

mod alak;
mod alliances;
mod bataille;
mod battery;
mod cards;
mod common;
mod cycles;
mod fast_equals_slow;
mod joint;
mod laws;
mod nim;
mod perfect;
mod players;
mod riffle;
mod rng;
mod settings;
mod shuffle;
mod solitaire;
mod stats;
mod stop;
mod tally;
