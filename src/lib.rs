//! Chances of card games, shuffles and small board games: simulated fast, solved exactly, drawn for print.
//!
//! The `pioche` program stands on this library. Two sentences carry its design: **a game does not know that it is being
//! simulated; the driver does not know which game it runs.**
//!
//! # Layers
//! Arrows go downward only. A test reads this table and holds every import of the tree to it; no two files import each
//! other, and no game or topic another one.
//!
//! | layer | what it is | imports |
//! |---|---|---|
//! | [`processor`] | which vector instructions the engines for many deals use | nothing of the crate |
//! | [`rng`] | the only place where a generator is born | nothing of the crate |
//! | [`cards`] | cards, packs, decks, shuffles, as values | `processor` |
//! | [`games`] | rules, slow definitions, fast engines and solvers, a folder a game | `cards`, `processor` |
//! | [`players`] | players of any game: random, greedy, minimax, tree search, perfect | `games`, `cards` |
//! | [`stats`] | tallies, moments, intervals: pure arithmetic | nothing of the crate |
//! | [`sim`] | experiments and their summaries, and the driver that plays numbered deals in parallel | `rng`, `stats`, `processor` |
//! | `lang` | languages, numbers, plurals, and the sentences that no single game owns | nothing of the crate |
//! | `draw` | charts and films: SVG, PNG and GIF from data | `lang` |
//! | `play` | sessions at the table, their dialogue by lines, and the full screen | `games`, `players`, `lang` |
//! | `report` | a summary becomes a table, CSV, JSON, a spreadsheet, a figure, a page | `stats`, `sim::summary`, `lang`, `draw` |
//! | [`topics`] | the one list of what there is to ask about, and a folder for each topic with all its faces | `processor`, `cards`, `games`, `players`, `stats`, `sim`, `lang`, `draw`, `play`, `report` |
//! | `cli` | arguments, files, progress, signals, exit codes: a verb is a loop over the topics | `processor`, `rng`, `games`, `stats`, `sim`, `lang`, `draw`, `play`, `report`, `topics` |
//!
//! Without default features the library is the engines, solvers, statistics, the driver and the experiments of
//! [`topics`]: free of clap, indicatif and resvg, and without a sentence in any language.
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
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "charts")]
#[doc(hidden)]
pub mod draw;
pub mod games;
#[cfg(any(feature = "play", feature = "report"))]
#[doc(hidden)]
pub mod lang;
#[cfg(feature = "play")]
#[doc(hidden)]
pub mod play;
pub mod players;
pub mod processor;
#[cfg(feature = "report")]
#[doc(hidden)]
pub mod report;
pub mod rng;
pub mod sim;
pub mod stats;
pub mod topics;
