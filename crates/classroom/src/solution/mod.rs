//! The check of a hand-in: its cells, the numbers that it states, the references of these numbers, and their comparison.
//!
//! 1. [`read_cells`] cuts a text, and a [`StatementReader`] gives each cell its meaning by the [`Vocabulary`] of a topic.
//! 2. A [`Matcher`] finds the row of a [`Simulation`] for each number, its [`Reference`], which has a value once the
//!    simulation was run.
//! 3. A [`SolutionReport`] compares numbers and references, and tells the verdicts.
//! 4. A [`Diagnosis`] looks for a known mistake behind wrong numbers.
//!
//! The caller runs the simulations: the package has no threads.

mod cells;
mod diagnosis;
mod mistakes;
mod references;
mod report;
mod statements;
mod template;
mod vocabulary;

pub use cells::read_cells;
pub use diagnosis::{Diagnosis, telling_games};
pub use references::{Matcher, Reference, Simulation};
pub use report::{Agreement, Explanation, SUMMARY_COLUMNS, SolutionReport};
pub use statements::{ListKind, StatementReader, Statements};
pub use template::template;
pub use vocabulary::Vocabulary;

use pioche_report::lang::fold_case_and_accents;

/// Returns a word without case, accents, blanks, hyphens and underscores.
fn bare(word: &str) -> String {
    fold_case_and_accents(word).replace(['_', ' ', '-', '\u{a0}'], "")
}
