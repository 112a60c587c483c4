//! How well what was simulated agrees with what is known exactly.

use super::summary::{Cell, Summary};
use crate::stats::compare::Agreement;
use crate::stats::{Interval, Proportion};

/// The comparison of all rows that hold an exact probability; `None` when there are none.
pub fn agreement<'a>(summaries: impl IntoIterator<Item = &'a Summary>) -> Option<Agreement> {
    Agreement::of(summaries.into_iter().flat_map(known))
}

/// The shares of a run whose probability is known: the share, the probability, and the interval of the share.
fn known(summary: &Summary) -> Vec<(Proportion, f64, Interval)> {
    let place = |name: &str| summary.table.columns.iter().position(|column| *column == name);
    let places = ["count", "exact", "ci_low", "ci_high"].map(place);
    let [Some(count), Some(exact), Some(low), Some(high)] = places else { return Vec::new() };
    let rows = summary.table.rows.iter().filter_map(|row| match (&row[count], &row[exact], &row[low], &row[high]) {
        (Cell::Count(count), Cell::Real(exact), Cell::Real(low), Cell::Real(high)) => {
            Some((Proportion::of(*count, summary.deals), *exact, Interval { low: *low, high: *high }))
        }
        _ => None,
    });
    rows.collect()
}
