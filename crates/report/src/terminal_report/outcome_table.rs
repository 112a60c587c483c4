//! The table of several runs with a line for each run and a column for each outcome.

use super::{Report, cell_text};
use crate::RunRow;
use crate::data_table::{DataCell, row_cell};
use crate::lang::Lang;
use crate::number::PageNumber;
use crate::text_table::TextTable;
use pioche_engine::sim::Column;

/// The largest number of outcomes that have a column each.
const MAX_OUTCOMES: usize = 6;

impl Report<'_> {
    /// Returns a table with a line for each run; `None` for a single run, for selected rows, and for runs with many
    /// rows or rows that are no probabilities. Intervals are shown if the terminal is wide enough.
    pub(super) fn outcome_table(&self, rows: &[RunRow<'_>]) -> Option<TextTable> {
        let (first, _) = rows.first()?;
        let has_selection = |(summary, _): &RunRow<'_>| summary.row_selection.is_some();
        if !first.columns.contains(&Column::Probability) || rows.iter().any(has_selection) {
            return None;
        }
        let name_column = Column::RowName(first.row_name_column()?);
        let outcomes = outcomes_to_show(rows, name_column)?;
        let runs: Vec<&[RunRow<'_>]> = rows
            .chunk_by(|row, next| self.header_cells(*row) == self.header_cells(*next))
            .collect();
        if runs.len() < 2 {
            return None;
        }
        let mut headings = self.header_headings();
        let row_header_columns = headings.len();
        headings.extend(outcomes.iter().map(|outcome| cell_text(outcome, self.view)));
        let table = |cell: fn(RunRow<'_>, Lang) -> String| {
            let mut text_rows = Vec::new();
            for run in &runs {
                let mut cells = self.header_cells(run[0]);
                for outcome in &outcomes {
                    let is_outcome = |(summary, row): &&RunRow<'_>| {
                        row_cell(summary, row, name_column) == *outcome
                    };
                    let row = run.iter().find(is_outcome);
                    cells.push(row.map_or_else(String::new, |row| cell(*row, self.view.lang)));
                }
                text_rows.push(cells);
            }
            TextTable {
                row_header_columns,
                headings: headings.clone(),
                rows: text_rows,
            }
        };
        let table_with_intervals = table(interval_cell);
        if table_with_intervals.fits(self.view.terminal_columns) {
            Some(table_with_intervals)
        } else {
            Some(table(probability_cell))
        }
    }
}

/// Returns the outcomes in the order of the rows, without the last ones that no run has; `None` if there are too many.
fn outcomes_to_show(rows: &[RunRow<'_>], name_column: Column) -> Option<Vec<DataCell>> {
    let mut outcomes: Vec<DataCell> = Vec::new();
    let mut last_with_deals = 0;
    for &(summary, row) in rows {
        let outcome = row_cell(summary, row, name_column);
        let place = outcomes
            .iter()
            .position(|name| *name == outcome)
            .unwrap_or(outcomes.len());
        if place == outcomes.len() {
            outcomes.push(outcome);
        }
        if row.count != Some(0) {
            last_with_deals = last_with_deals.max(place);
        }
    }
    outcomes.truncate(last_with_deals + 1);
    (outcomes.len() <= MAX_OUTCOMES).then_some(outcomes)
}

/// Formats a probability with the digits that its interval supports.
fn probability_cell((_, row): RunRow<'_>, lang: Lang) -> String {
    PageNumber::from(row).value_text(lang)
}

/// Formats a probability with its interval.
fn interval_cell((summary, row): RunRow<'_>, lang: Lang) -> String {
    if row.certain_share().is_some() {
        return probability_cell((summary, row), lang);
    }
    row.interval_estimate().map_or_else(
        || probability_cell((summary, row), lang),
        |estimate| PageNumber::Probability(estimate).cell_text(lang),
    )
}
