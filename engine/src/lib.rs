//! Card games, shuffles and small board games: dealt, played, counted and solved, the same on every machine.
//!
//! The engine of the `pioche` program, for whoever asks questions of chance from Rust. It prints nothing, opens no file
//! and looks at no clock; what people read is the program's. Two sentences carry its design: **a game does not know that
//! it is being simulated; the driver does not know which game it runs.**
//!
//! # A first question
//! How often does la réussite des alliances end with 2 piles?
//!
//! ```
//! use pioche_engine::cards::Pack;
//! use pioche_engine::experiments::{Alliances, Experiment};
//! use pioche_engine::sim::{RunOptions, Seed, Summary};
//! use std::sync::Arc;
//!
//! let experiment = Alliances { pack: Pack::PIQUET, improve: None };
//! let run = experiment.run(experiment.plan(Seed(1), 10_000), &RunOptions::default())?;
//! let summary = Summary::new(Arc::new(experiment), &run, Default::default(), Default::default());
//! let two_piles = summary.rows[0].estimate.interval.unwrap();
//! assert!(two_piles.low < 0.0126 && 0.0127 < two_piles.high);
//! # Ok::<(), pioche_engine::sim::driver::NoThreads>(())
//! ```
//!
//! # Where to begin
//! - **The questions that are there** are in [`experiments`]: each is a value, made of its settings, and a
//!   [`Experiment`](experiments::Experiment): plan, run, summary. [`experiments::from_name`] makes one of the name in a tally.
//! - **A question of one's own** is an [`Experiment`](sim::Experiment): its settings, the histograms that it counts, the
//!   measures that are made of them, and how a range of deals is played. Threads, stop rules, intervals, tables and tally
//!   files follow. Its words are its own: [`Purpose::Own`](rng::Purpose::Own). `examples/experiment.rs` has a short one.
//! - **A deck, a position or a heap solved**: [`games::alliances::perfect`], [`games::solitaire::Explored`],
//!   [`games::alak::solve`], [`games::nim::NimSolution`]. What takes long or much is given a
//!   [`Memory`](games::Memory), and refuses rather than to take more. `examples/solve.rs` solves a deck.
//! - **A game of one's own** is a [`Game`](games::Game): its state, its legal moves, one step, its outcome. With nothing
//!   else it is played by [`Random`](players::Random) and by tree search, [`Mcts`](players::Mcts); with
//!   [`Evaluate`](games::Evaluate) by those who look a few moves ahead; with [`Solvable`](games::Solvable) by the perfect
//!   player. `examples/new_game.rs` plays noughts and crosses.
//! - **Decks and shuffles alone**: [`cards`], with the generators of [`rng`].
//!
//! # The determinism contract
//! - A deal is a pure function of (seed, purpose, number), reached in constant time: [`rng`] and [`cards::shuffle`] say
//!   how, exactly enough to be redone elsewhere.
//! - What is dealt decides the words, what is done with it does not: players and changes meet the same decks.
//! - (value version, plan) fixes every byte of a tally but the name of the program's version; threads, chunk size, parts,
//!   interruption and the instructions of the processor do not ([`sim`]). A change of any value raises
//!   [`sim::VALUE_VERSION`].
//!
//! # Invariants
//! - Tallies hold integers only; floats appear when a summary is made.
//! - No state owns a generator; whoever draws is lent one.
//! - A refused move leaves the state as it was.
//! - A slow, obvious definition stands beside every fast engine, here or among the tests, and a test holds them equal
//!   deal by deal.
//! - Errors are small enums that say what, where and what was expected, with a short English sentence for programmers; a
//!   text that cannot be read is [`Unknown`](parse::ParseValueError).
//!   None is `#[non_exhaustive]`: whoever says them to people says each of them, and is told of a new one by the compiler.
//! - Of other crates the interface shows the traits of `rand` and its `Pcg64Dxsm`, which is a part of the contract, and
//!   the exact numbers of `num-bigint` and `num-rational`; they are named again as [`BigUint`], [`Ratio`] and [`Rng`].
//!
//! # Layers
//! Arrows go downward only. A test reads this table and holds every import to it; no two files import each other, and no
//! game another one.
//!
//! | layer | what it is | imports |
//! |---|---|---|
//! | [`parse`] | what is written as a word, and a text that is none of those expected | nothing of the crate |
//! | [`simd`] | which vector instructions the engines for many deals use | nothing of the crate |
//! | [`rng`] | the only place where a generator is born | nothing of the crate |
//! | [`cards`] | cards, packs, decks, shuffles, as values | `parse`, `simd`, `rng` |
//! | [`games`] | rules, slow definitions, fast engines and solvers, a folder a game | `parse`, `cards`, `simd` |
//! | [`players`] | players of any game: random, greedy, minimax, tree search, perfect | `parse`, `games`, `cards` |
//! | [`stats`] | tallies, moments, intervals: pure arithmetic | `parse` |
//! | [`sim`] | the driver that plays numbered deals in parallel, tallies in files, summaries | `parse`, `rng`, `stats`, `simd` |
//! | [`experiments`] | what is dealt, played and measured | `parse`, `simd`, `cards`, `games`, `players`, `stats`, `sim` |

#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[macro_use]
pub mod parse;

pub mod cards;
pub mod experiments;
pub mod games;
pub mod players;
pub mod rng;
pub mod sim;
pub mod simd;
pub mod stats;

pub use num_bigint::BigUint;
pub use num_rational::Ratio;
pub use rand::Rng;

/// Runs the example of `README.md` as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
