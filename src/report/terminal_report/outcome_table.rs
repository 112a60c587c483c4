//! The table of several runs with a line for each run and a column for each outcome.

use super::{Report, cell_text, column_cell_text};
use crate::report::data_table::{DataCell, row_cell};
use crate::report::number::{PageNumber, percent_decimals};
use crate::report::text_table::TextTable;
use crate::report::{ReportOptions, RunRow};
use pioche_engine::sim::Column;
use pioche_engine::sim::table::RowEstimate;
use pioche_engine::stats::Estimate;

/// The largest number of outcomes that have a column each.
const MAX_OUTCOMES: usize = 6;

/// A line of the table: the settings that vary, and the row of each outcome that the run has.
struct RunLine<'a> {
    settings: Vec<String>,
    rows: Vec<(DataCell, RunRow<'a>)>,
}

impl Report<'_> {
    /// Returns a table with a line for each run; `None` for a single run, for selected rows, and for runs with many
    /// rows or rows that are no probabilities. Intervals are shown if the terminal is wide enough.
    pub(super) fn outcome_table(&self, rows: &[RunRow<'_>]) -> Option<TextTable> {
        let view = self.view;
        let (first, _) = rows.first()?;
        if !first.columns.contains(&Column::Probability)
            || rows
                .iter()
                .any(|(summary, _)| summary.row_selection.is_some())
        {
            return None;
        }
        let name_column = first
            .info
            .columns
            .iter()
            .find(|column| matches!(column, Column::RowName(_)))?;
        let outcomes = outcomes_to_show(rows, *name_column)?;
        let lines = self.run_lines(rows, *name_column);
        if lines.len() < 2 {
            return None;
        }
        let mut headings: Vec<String> = Vec::new();
        if self.has_several_seeds {
            headings.push(view.translate("seed"));
        }
        let columns = &self.varying_columns;
        headings.extend(columns.iter().map(|column| view.translate(column.name())));
        let row_header_columns = headings.len();
        headings.extend(outcomes.iter().map(|outcome| cell_text(outcome, view)));
        let table = |cell: fn(RunRow<'_>, &ReportOptions<'_>) -> String| TextTable {
            row_header_columns,
            headings: headings.clone(),
            rows: lines
                .iter()
                .map(|line| line.cells(&outcomes, cell, view))
                .collect(),
        };
        let table_with_intervals = table(interval_cell);
        if table_with_intervals.fits(view.terminal_columns) {
            Some(table_with_intervals)
        } else {
            Some(table(probability_cell))
        }
    }

    /// Groups the rows of each run.
    fn run_lines<'a>(&self, rows: &[RunRow<'a>], name_column: Column) -> Vec<RunLine<'a>> {
        let mut lines: Vec<RunLine<'a>> = Vec::new();
        for &(summary, row) in rows {
            let mut settings: Vec<String> = Vec::new();
            if self.has_several_seeds {
                settings.push(summary.seed.to_string());
            }
            for column in &self.varying_columns {
                settings.push(column_cell_text(summary, row, *column, self.view));
            }
            let named_row = (row_cell(summary, row, name_column), (summary, row));
            match lines.last_mut() {
                Some(line) if line.settings == settings => line.rows.push(named_row),
                _ => lines.push(RunLine {
                    settings,
                    rows: vec![named_row],
                }),
            }
        }
        lines
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
        if row.estimate.count != Some(0) {
            last_with_deals = last_with_deals.max(place);
        }
    }
    outcomes.truncate(last_with_deals + 1);
    (outcomes.len() <= MAX_OUTCOMES).then_some(outcomes)
}

impl RunLine<'_> {
    /// Returns the cells of the line; an outcome without a row has an empty cell.
    fn cells(
        &self,
        outcomes: &[DataCell],
        cell: fn(RunRow<'_>, &ReportOptions<'_>) -> String,
        view: &ReportOptions<'_>,
    ) -> Vec<String> {
        let mut cells = self.settings.clone();
        for outcome in outcomes {
            let row = self.rows.iter().find(|(name, _)| name == outcome);
            cells.push(row.map_or_else(String::new, |(_, row)| cell(*row, view)));
        }
        cells
    }
}

/// Formats a probability with the digits that its interval supports.
fn probability_cell((_, row): RunRow<'_>, view: &ReportOptions<'_>) -> String {
    let interval = row.estimate.interval;
    let half_width = interval.map_or(0.0, |interval| interval.half_width());
    view.lang
        .percent(row.estimate.value, percent_decimals(half_width))
}

/// Formats a probability with its interval.
fn interval_cell(row: RunRow<'_>, view: &ReportOptions<'_>) -> String {
    let RowEstimate {
        value, interval, ..
    } = row.1.estimate;
    interval.map_or_else(
        || probability_cell(row, view),
        |interval| PageNumber::Probability(Estimate { value, interval }).cell_text(view.lang),
    )
}
