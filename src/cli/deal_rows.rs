//! `simulate … --each`: a file with one row for each deal. The deals are played once more after the run, by the same engine.

use super::args::SimulateArgs;
use super::console::{Console, Failure};
use super::files::{Output, PartWriter};
use super::progress::ProgressLine;
use super::signals;
use crate::lang::{Problem, either, problem};
use crate::report::data_table::{CsvStyle, DataCell, DataTable, csv, row_cell};
use pioche_engine::sim::{Column, DealRows, Experiment, Plan, Run, RunOptions, Summary};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The largest number of rows of a file.
pub const MAX_ROWS: u64 = 100_000_000;

/// Fails when there are more rows than a file may have.
pub fn check_row_count(row_count: u64, experiment: &dyn Experiment) -> Result<(), Problem> {
    const CELL_SIZE: usize = 4;
    if row_count <= MAX_ROWS {
        return Ok(());
    }
    let row_size = CELL_SIZE * (2 + experiment.tally_schema().histograms.len());
    let gigabytes = row_count * row_size as u64 / 1_000_000_000;
    Err(problem!(
        "--each : {row_count} lignes, environ {gigabytes} Go ; le maximum est {MAX_ROWS} (--deals)",
        "--each: {row_count} rows, about {gigabytes} GB; the maximum is {MAX_ROWS} (--deals)"
    ))
}

/// Writes the rows of some runs. Fails when the disk is full, or the standard output is closed.
pub fn write_deal_rows(
    output: Output,
    args: &SimulateArgs,
    (summaries, runs): (&[Summary], &[Run]),
    console: &Console,
) -> Result<(), Failure> {
    let file = (!output.is_stdout()).then(|| output.display_name());
    let mut values = Vec::new();
    for summary in summaries {
        for histogram in summary.experiment.tally_schema().histograms {
            if !values.contains(&histogram.column) {
                values.push(histogram.column);
            }
        }
    }
    let mut settings = summaries[0].info.columns.clone();
    settings.retain(|column| matches!(column, Column::Setting(_)) && runs.len() > 1);
    let table = DealTable {
        args,
        console,
        settings,
        values,
    };
    output.write_parts(console, |write| {
        let mut runs = summaries.iter().zip(runs).enumerate();
        runs.try_for_each(|(index, (summary, run))| {
            table.write_run(summary, run, index == 0, write)
        })
    })?;
    if let Some(file) = file {
        console.remark(&either!(console.lang, "Écrit : {file}", "Written: {file}"));
    }
    Ok(())
}

/// The output of a run, until it fails.
struct RowWriter<'a, 'b> {
    write: &'a mut PartWriter<'b>,
    result: Result<(), Failure>,
    row_count: u64,
    progress: ProgressLine,
}

impl RowWriter<'_, '_> {
    fn write_rows(&mut self, rows: &str) {
        if self.result.is_ok() {
            self.result = (self.write)(rows.as_bytes());
        }
        if !self.progress.is_hidden() {
            self.row_count += rows.lines().count() as u64;
            self.progress.set_position(self.row_count);
        }
    }
}

/// The columns of the rows.
struct DealTable<'a> {
    args: &'a SimulateArgs,
    console: &'a Console,
    /// The columns of settings, if there are several runs.
    settings: Vec<Column>,
    /// The columns of values, after the number of the deal.
    values: Vec<&'static str>,
}

impl DealTable<'_> {
    /// Plays the deals once more and writes their rows. A signal ends the program. Of the parts of a run, only the first
    /// has headings, so that the files can be joined.
    fn write_run(
        &self,
        summary: &Summary,
        run: &Run,
        is_first: bool,
        write: &mut PartWriter<'_>,
    ) -> Result<(), Failure> {
        let is_plain = self.args.output.csv_style == CsvStyle::Plain;
        let separator = if is_plain { ',' } else { ';' };
        let line_end = if is_plain { "\n" } else { "\r\n" };
        let text = self.headings_and_settings(summary);
        let (headings, settings) = text.split_once(line_end).unwrap_or_default();
        if is_first && run.done.contains(0) {
            write(format!("{}{line_end}", headings.replace('-', "_")).as_bytes())?;
        }
        let mut prefix = settings
            .trim_end_matches([separator, '\r', '\n'])
            .to_owned();
        if !prefix.is_empty() {
            prefix.push(separator);
        }
        let has_failed = AtomicBool::new(false);
        let title = either!(self.console.lang, "lignes de --each", "rows of --each");
        let writer = Mutex::new(RowWriter {
            write,
            result: Ok(()),
            row_count: 0,
            progress: ProgressLine::new(self.console, &title, Some(run.tally.deals)),
        });
        let write_rows = |rows: &str| {
            signals::end_if_requested();
            let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
            writer.write_rows(rows);
            has_failed.store(writer.result.is_err(), Ordering::Relaxed);
        };
        let experiment = &summary.experiment;
        let deal_rows = DealRows {
            schema: experiment.tally_schema(),
            columns: self.values.clone(),
            prefix,
            separator,
            line_end,
            write: &write_rows,
        };
        let options = RunOptions {
            threads: self.args.threads.count(),
            simd_level: self.console.simd_level,
            interrupt_flag: Some(&has_failed),
            deal_rows: Some(&deal_rows),
            ..RunOptions::default()
        };
        let plan = Plan {
            stop_rule: None,
            ..run.plan.clone()
        };
        let deals = run.done.iter().next().cloned().unwrap_or_default();
        let empty_run = Run::empty(plan, experiment.tally_layout());
        let replay = experiment.resume(empty_run, deals, &options);
        replay.map_err(Problem::from)?;
        writer
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .result
    }

    /// Returns a row of headings, and a row of the settings, those of the last row of the table, without values.
    fn headings_and_settings(&self, summary: &Summary) -> String {
        let mut columns = Vec::new();
        let mut cells = Vec::new();
        for column in &self.settings {
            let last_row = summary.rows.last();
            columns.push(column.name());
            cells.extend(last_row.map(|row| row_cell(summary, row, *column)));
        }
        columns.push("deal");
        columns.extend(&self.values);
        cells.resize(columns.len(), DataCell::Empty);
        let rows = vec![cells];
        let bytes = csv(&DataTable { columns, rows }, self.args.output.csv_style);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
