//! The `pioche` program: command line, texts, tables, charts, films and dialogues for the games of [`pioche_engine`].
//!
//! # Layers
//! A module imports only the modules in its row. A test checks every import against this table, and rejects import
//! cycles between files and imports between topics. `engine` is [`pioche_engine`].
//!
//! | layer | contents | imports |
//! |---|---|---|
//! | `lang` | languages, numbers, plurals, and texts that several modules use | nothing of the crate |
//! | `draw` | charts and films as SVG, PNG, PDF and GIF | `lang` |
//! | `play` | line-based dialogues of games | `lang`, `engine::games`, `engine::players`, `engine::rng` |
//! | `report` | tables, CSV, JSON, spreadsheets, charts, pages | `lang`, `draw`, `engine::stats`, `engine::sim` |
//! | `topics` | settings, texts, commands, figures, films and chapters | `lang`, `draw`, `play`, `report`, `engine` |
//! | `classroom` | what others have made, checked: printed games and hand-ins of numbers | `lang`, `play`, `report`, `topics`, `engine` |
//! | `cli` | arguments, files, progress, signals, exit codes | `lang`, `draw`, `play`, `report`, `topics`, `classroom`, `engine` |

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod classroom;
mod cli;
mod draw;
mod lang;
mod play;
mod report;
mod topics;

/// Fuzz targets, for `cargo fuzz` and the tests.
#[cfg(any(test, fuzzing))]
pub mod fuzz;

pub use cli::{main, note_closed_stdout};
