//! Card games, shuffles and small board games: rules, random deals, parallel simulations and exact solvers, with the same
//! results on every machine.
//!
//! This package is the engine of the `pioche` program. It prints nothing, opens no file and reads no clock. Games do not
//! depend on the simulation driver, and the driver depends on no game.
//!
//! # Example
//! Estimate the probability that la réussite des alliances ends with 2 piles:
//!
//! ```
//! use pioche_engine::cards::Pack;
//! use pioche_engine::experiments::{Alliances, Experiment};
//! use pioche_engine::sim::{RunOptions, Seed, Summary};
//! use std::sync::Arc;
//!
//! let experiment = Alliances::automatic(Pack::PIQUET);
//! let run = experiment.run(experiment.plan(Seed(1), 10_000), &RunOptions::default())?;
//! let summary = Summary::new(Arc::new(experiment), &run, Default::default());
//! let two_piles = summary.rows().next().unwrap().interval.unwrap();
//! assert!(two_piles.low < 0.0126 && 0.0127 < two_piles.high);
//! # Ok::<(), pioche_engine::sim::driver::ThreadStartError>(())
//! ```
//!
//! # Overview
//! - **Simulations**: [`experiments`] has one type for each question. An [`Experiment`](experiments::Experiment) makes a
//!   plan, runs it and returns a summary. [`experiments::from_name`] reads the name that a tally file holds.
//! - **Custom simulations**: implement [`Experiment`](sim::Experiment) with the settings, the histograms that are counted,
//!   the measures that are estimated from them, and a function that plays a range of deals. Threads, stop rules,
//!   intervals, tables and tally files follow. Random numbers come from [`Purpose::Custom`](rng::Purpose::Custom).
//!   `examples/experiment.rs` is a short example, `examples/patience.rs` a patience.
//! - **Solvers**: [`games::alliances::perfect`], [`games::solitaire::GameCounts`], [`games::alak::solve`],
//!   [`games::nim::NimSolution`]. Searches that may grow take a limit, [`MemoryLimit`](games::MemoryLimit), and return an error
//!   beyond it. `examples/solve.rs` solves a deck.
//! - **Custom games**: implement [`Game`](games::Game) with the state, the legal moves, one step and the outcome. Such a
//!   game has a [`Random`](players::Random) player; with
//!   [`Evaluate`](games::Evaluate) also minimax players; with [`Solvable`](games::Solvable) also a perfect
//!   player. `examples/new_game.rs` is noughts and crosses.
//! - **Decks and shuffles**: [`cards`], with the generators of [`rng`].
//!
//! # Determinism
//! - A deal is a function of the seed, the purpose and the deal number, and is computed in constant time. [`rng`] and
//!   [`cards::shuffle`] document the algorithm in enough detail to implement it elsewhere.
//! - The random stream depends only on the deal and the pack, never on the player or the change of the stock, so all
//!   variants are compared on the same decks. [`sim::Joint`] simulates them together and counts their differences.
//! - The value version and the plan determine every byte of a tally except the program version. Threads, chunk size,
//!   parts, interruptions and the vector instructions of the processor have no influence ([`sim`]). A change of any value
//!   raises [`sim::VALUE_VERSION`].
//!
//! # Invariants
//! - Tallies hold integers only. Floating-point numbers are computed when a summary is made.
//! - No game state owns a generator; methods that draw random numbers take one.
//! - A refused move leaves the state unchanged.
//! - Every fast engine has a slow reference implementation, in this package or in its tests, and a test compares them deal
//!   by deal.
//! - Errors are small enums with the cause, the place and the expected form, and a short English text for programmers. A
//!   text that is not a value of a type is a [`ParseValueError`](parse::ParseValueError). No error is
//!   `#[non_exhaustive]`, so the compiler reports every `match` that lacks a new variant.
//! - Types of other crates in the interface: the traits of `rand` and its `Pcg64Dxsm`, and the exact numbers of `num-bigint`
//!   and `num-rational`. They are re-exported as [`BigUint`], [`Ratio`] and [`Rng`].
//!
//! # Layers
//! A module imports only the modules in its row. A test checks every import against this table, and rejects import cycles
//! between files and imports between games.
//!
//! | layer | contents | imports |
//! |---|---|---|
//! | [`parse`] | text forms of values, and the error of a text that is none | nothing of the crate |
//! | [`simd`] | the vector instructions that the engines for many deals use | nothing of the crate |
//! | [`rng`] | random generators; no other module creates one | nothing of the crate |
//! | [`cards`] | cards, packs, decks, shuffles | `parse`, `simd`, `rng` |
//! | [`games`] | rules, reference implementations, fast engines and solvers, in a folder for each game | `parse`, `cards`, `simd` |
//! | [`players`] | players of any game: random, minimax, perfect | `parse`, `games`, `cards` |
//! | [`stats`] | proportions, moments, intervals, tests | `parse` |
//! | [`sim`] | the driver that plays numbered deals in parallel, tally files, summaries | `parse`, `rng`, `stats`, `simd` |
//! | [`experiments`] | the simulations of each game: settings, deals, measures | `parse`, `simd`, `cards`, `games`, `players`, `stats`, `sim` |

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
