//! The check of a hand-in: its cells, the numbers that it states, the references of these numbers, and their comparison.
//!
//! [`cells`] cuts a text, [`statements`] gives each cell its meaning, [`references`] finds the row of a simulation for each
//! number, [`report`] compares them and tells the verdicts, and [`diagnosis`] looks for a known mistake behind wrong numbers.

pub mod cells;
pub mod diagnosis;
mod mistakes;
pub mod references;
pub mod report;
pub mod statements;
pub mod template;
pub mod vocabulary;

use pioche_report::lang::fold_case_and_accents;

/// Returns a word without case, accents, blanks, hyphens and underscores.
fn bare(word: &str) -> String {
    fold_case_and_accents(word).replace(['_', ' ', '-', '\u{a0}'], "")
}
