//! Rows that all games share: an outcome, how often it was seen, and its exact probability where that is known.

use crate::sim::summary::{Cell, Summary};
use crate::stats::Proportion;

/// One outcome of a run.
pub struct Outcome {
    /// Its name in the table.
    pub name: String,
    /// How often it was seen; other outcomes may still be undecided.
    pub proportion: Proportion,
    /// Its exact probability.
    pub exact: Option<f64>,
}

/// Adds a row: the settings, the deals, the outcome, its count, probability and interval, then the exact value.
pub fn add_row(summary: &mut Summary, settings: &[Cell], outcome: &Outcome) {
    let mut row = settings.to_vec();
    row.extend([Cell::Count(summary.deals), Cell::Text(outcome.name.clone()), Cell::Count(outcome.proportion.count)]);
    row.extend(summary.cells(outcome.proportion));
    row.push(outcome.exact.map_or(Cell::Empty, Cell::Real));
    summary.table.rows.push(row);
}
