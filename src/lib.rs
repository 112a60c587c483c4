//! Chances of card games, shuffles and small board games: simulated fast, solved exactly, drawn for print.
//!
//! The `pioche` program stands on this library. Two sentences carry its design: **a game does not know that it is being
//! simulated; the driver does not know which game it runs.**
//!
//! # Layers
//! Arrows go downward only; a test reads the imports and holds the tree to this table.
//!
//! | layer | what it is | imports |
//! |---|---|---|
//! | [`processor`] | which vector instructions the engines for many deals use | nothing of the crate |
//! | [`rng`] | the only place where a generator is born | nothing of the crate |
//! | [`cards`] | cards, packs, decks, shuffles, as values | `processor` |
//! | [`games`] | rules, slow definitions and fast engines, a folder a game | `cards`, `processor` |
//! | [`players`] | players of any game: random, greedy, minimax, tree search, perfect | `games`, `cards` |
//! | [`stats`] | tallies, moments, intervals: pure arithmetic | nothing of the crate |
//! | [`sim`] | the parallel driver: plays numbered deals and counts | `rng`, `stats`, `processor` |
//! | [`topics`] | a question each: a game meets the driver, a summary comes out | all of the above but `rng` |
//! | `lang` | every sentence that people read, in French and English | nothing of the crate |
//! | `play` | games at the table: sessions, and their dialogues over streams | `games`, `players`, `cards`, `lang` |
//! | `report` | a summary goes in, bytes come out | `experiments`, `stats`, `lang` |
//! | `cli` | arguments, files, progress, exit codes | everything |
//!
//! Without default features the library is the first eight layers, free of clap, indicatif and resvg.
//!
//! # Invariants
//! - A deal is a pure function of (seed, purpose, number), reached in constant time: [`rng`] and [`cards::shuffle`] say
//!   how, exactly enough to be redone elsewhere.
//! - (value version, plan) fixes every byte of a tally; threads, chunk size and interruption do not ([`sim`]).
//! - Tallies hold integers only; floats appear when a summary is made.
//! - A slow, obvious definition stands beside every fast engine, and a test holds them equal deal by deal.
//!
//! # Example
//! How often does la réussite des alliances end with 2 piles?
//!
//! ```
//! use pioche::cards::Pack;
//! use pioche::topics::{Alliances, Question};
//! use pioche::sim::{RunOptions, Seed};
//!
//! let question = Alliances { pack: Pack::PIQUET, improve: None };
//! let run = question.run(question.plan(Seed(1), 10_000), &RunOptions::default())?;
//! let summary = question.summary(&run, Default::default(), Default::default());
//! let two_piles = &summary.curves[0].points[0];
//! assert!(two_piles.low < 0.0126 && 0.0127 < two_piles.high);
//! # Ok::<(), pioche::sim::driver::NoThreads>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod cards;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "charts")]
pub mod draw;
pub mod games;
#[cfg(any(feature = "play", feature = "report"))]
pub mod lang;
#[cfg(feature = "play")]
pub mod play;
pub mod players;
pub mod processor;
#[cfg(feature = "report")]
pub mod report;
pub mod rng;
pub mod sim;
pub mod stats;
pub mod topics;
