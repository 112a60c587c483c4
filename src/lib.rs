//! The `pioche` program: all that people meet of the games that [`pioche_engine`] deals, plays and solves.
//!
//! # Layers
//! Arrows go downward only. A test reads this table and holds every import to it; no two files import each other, and no
//! topic another one; `engine` is [`pioche_engine`].
//!
//! | layer | what it is | imports |
//! |---|---|---|
//! | `lang` | languages, numbers, plurals, and the sentences that no single place owns | nothing of the crate |
//! | `draw` | charts and films: SVG, PNG, PDF and GIF from data | `lang` |
//! | `play` | games by lines, on any streams | `lang`, `engine::games`, `engine::players`, `engine::rng` |
//! | `report` | a summary becomes a table, CSV, JSON, a spreadsheet, a figure, a page | `lang`, `draw`, `engine::stats`, `engine::sim` |
//! | `topics` | the one list of what there is to ask about, and a folder for each topic with all its faces | `lang`, `draw`, `play`, `report`, `engine` |
//! | `cli` | arguments, files, progress, signals, exit codes: a verb is a loop over the topics | `lang`, `draw`, `play`, `report`, `topics`, `engine` |

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod cli;
mod draw;
mod lang;
mod play;
mod report;
mod topics;

/// What `cargo fuzz` feeds.
#[cfg(any(test, fuzzing))]
pub mod fuzz;

pub use cli::main;
