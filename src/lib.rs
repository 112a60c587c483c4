//! The `pioche` program: command line, texts, tables, charts, films and dialogues for the games of [`pioche_engine`].
//!
//! # Layers
//! A module imports only the modules in its row. A test checks every import against this table, and rejects import cycles
//! between files and imports between topics. `engine` is [`pioche_engine`].
//!
//! | layer | contents | imports |
//! |---|---|---|
//! | `lang` | languages, numbers, plurals, and texts that several modules use | nothing of the crate |
//! | `draw` | charts and films as SVG, PNG, PDF and GIF | `lang` |
//! | `play` | dialogues of games, line by line, on any input and output | `lang`, `engine::games`, `engine::players`, `engine::rng` |
//! | `report` | summaries as tables, CSV, JSON, spreadsheets, charts and pages | `lang`, `draw`, `engine::stats`, `engine::sim` |
//! | `topics` | the list of topics, and a folder for each: settings, texts, commands, figures, films, chapter of the study | `lang`, `draw`, `play`, `report`, `engine` |
//! | `cli` | arguments, files, progress, signals, exit codes; every command is a loop over the topics | `lang`, `draw`, `play`, `report`, `topics`, `engine` |

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod cli;
mod draw;
mod lang;
mod play;
mod report;
mod topics;

/// The targets of `cargo fuzz`.
#[cfg(any(test, fuzzing))]
pub mod fuzz;

pub use cli::main;
