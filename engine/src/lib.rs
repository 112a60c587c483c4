//! Card games, shuffles and small board games: dealt, played, counted and solved, the same on every machine.
//!
//! The engine of the `pioche` program, for whoever asks questions of chance from Rust. It prints nothing, opens no file
//! and looks at no clock; what people read is the program's. Two sentences carry its design: **a game does not know that
//! it is being simulated; the driver does not know which game it runs.**
//!
//! # Layers
//! Arrows go downward only. A test reads this table and holds every import to it; no two files import each other, and no
//! game another one.
//!
//! | layer | what it is | imports |
//! |---|---|---|
//! | [`processor`] | which vector instructions the engines for many deals use | nothing of the crate |
//! | [`rng`] | the only place where a generator is born | nothing of the crate |
//! | [`cards`] | cards, packs, decks, shuffles, as values | `processor` |
//! | [`games`] | rules, slow definitions, fast engines and solvers, a folder a game | `cards`, `processor` |
//! | [`players`] | players of any game: random, greedy, minimax, tree search, perfect | `games`, `cards` |
//! | [`stats`] | tallies, moments, intervals: pure arithmetic | nothing of the crate |
//! | [`sim`] | the driver that plays numbered deals in parallel, tallies in files, summaries | `rng`, `stats`, `processor` |
//! | [`experiments`] | what is dealt, played and measured | `processor`, `cards`, `games`, `players`, `stats`, `sim` |
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
//! use pioche_engine::cards::Pack;
//! use pioche_engine::experiments::{Alliances, Question};
//! use pioche_engine::sim::{RunOptions, Seed};
//!
//! let question = Alliances { pack: Pack::PIQUET, improve: None };
//! let run = question.run(question.plan(Seed(1), 10_000), &RunOptions::default())?;
//! let summary = question.summary(&run, Default::default(), Default::default());
//! let two_piles = &summary.curves[0].points[0];
//! assert!(two_piles.low < 0.0126 && 0.0127 < two_piles.high);
//! # Ok::<(), pioche_engine::sim::driver::NoThreads>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod cards;
pub mod experiments;
pub mod games;
pub mod players;
pub mod processor;
pub mod rng;
pub mod sim;
pub mod stats;
