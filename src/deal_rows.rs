//! Rows of deals: `--each` plays the deals of a run once more after it, by the same engine, and writes a row for each.

use super::args::SimulateArgs;
use super::console::{Console, Failure};
use super::files::{Output, PartWriter};
use super::progress::ProgressLine;
use super::signals;
use pioche_engine::sim::driver::ThreadStartError;
use pioche_engine::sim::{Column, Experiment, Plan, Run, RunOptions, Summary, TallySchema};
use pioche_engine::simd::SimdLevel;
use pioche_engine::stats::DealValue;
use pioche_report::data_table::{
    CsvStyle, DataCell, DataTable, csv, csv_of_rows, histogram_value, joint_columns, row_cell,
};
use pioche_report::lang::{Problem, either, problem};
use std::panic::{self};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;

/// The largest number of rows of a file.
const MAX_ROWS: u64 = 100_000_000;

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

/// Writes the rows of the deals of some runs: the settings if there are several runs, the number of the deal and its values.
/// Fails when the disk is full, the standard output is closed, or a signal comes.
pub fn write_deal_rows(
    output: Output,
    args: &SimulateArgs,
    summaries: &[Summary],
    console: &Console,
) -> Result<(), Failure> {
    let file = (!output.is_stdout()).then(|| output.display_name());
    let mut settings = joint_columns(summaries);
    settings.retain(|column| matches!(column, Column::Setting(_)) && summaries.len() > 1);
    let mut values: Vec<&'static str> = Vec::new();
    for summary in summaries {
        for histogram in summary.experiment.tally_schema().histograms {
            if !values.contains(&histogram.column) {
                values.push(histogram.column);
            }
        }
    }
    let table = DealTable {
        csv_style: args.output.csv_args.csv_style,
        threads: args.threads.count(),
        simd_level: console.simd_level,
        settings,
        values,
    };
    let title = either!(console.lang, "lignes de --each", "rows of --each");
    let table = Arc::new(table);
    output.write_parts(console, |write| {
        // Of the parts of a run, only the first has headings, so that the files can be joined.
        if summaries[0].run.done.contains(0) {
            write(&table.headings())?;
        }
        for summary in summaries {
            let line = ProgressLine::new(console, &title, Some(summary.run.tally.deals));
            write_run_rows(&table, summary, &line, write)?;
        }
        Ok(())
    })?;
    if let Some(file) = file {
        console.remark(&either!(console.lang, "Écrit : {file}", "Written: {file}"));
    }
    Ok(())
}

/// Writes the rows of a run, which another thread makes. Fails when they cannot be written, and after a signal.
fn write_run_rows(
    table: &Arc<DealTable>,
    summary: &Summary,
    line: &ProgressLine,
    write: &mut PartWriter<'_>,
) -> Result<(), Failure> {
    let (sender, receiver) = sync_channel(1);
    let worker = {
        let table = Arc::clone(table);
        let summary = summary.clone();
        thread::Builder::new()
            .spawn(move || table.play_run(&summary, &sender))
            .map_err(Problem::thread_start)?
    };
    let mut row_count = 0;
    loop {
        let rows: Result<DealRows, RecvTimeoutError> =
            receiver.recv_timeout(signals::POLL_INTERVAL);
        if signals::acknowledge_stop_request() {
            return Err(Failure::Interrupted);
        }
        match rows {
            Ok(rows) => {
                write(&rows.text)?;
                row_count += rows.count;
                line.set_done(row_count);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let result = worker
        .join()
        .unwrap_or_else(|payload| panic::resume_unwind(payload));
    Ok(result.map_err(Problem::from)?)
}

/// Rows of deals as CSV.
struct DealRows {
    text: Vec<u8>,
    count: u64,
}

/// The columns of the rows of deals, and how the deals are played.
struct DealTable {
    csv_style: CsvStyle,
    threads: Option<usize>,
    simd_level: SimdLevel,
    /// The columns of settings.
    settings: Vec<Column>,
    /// The columns of values, after the number of the deal.
    values: Vec<&'static str>,
}

impl DealTable {
    fn headings(&self) -> Vec<u8> {
        let settings = self.settings.iter().map(|column| column.name());
        let values = self.values.iter().copied();
        let names = settings.chain(["deal"]).chain(values);
        let columns: Vec<String> = names.map(|name| name.replace('-', "_")).collect();
        let rows = Vec::new();
        csv(&DataTable { columns, rows }, self.csv_style)
    }

    /// Plays the deals of a run once more and sends their rows, until the receiver is gone.
    fn play_run(
        &self,
        summary: &Summary,
        sender: &SyncSender<DealRows>,
    ) -> Result<(), ThreadStartError> {
        let run = &summary.run;
        let is_abandoned = AtomicBool::new(false);
        let schema = summary.experiment.tally_schema();
        let last_row = summary.rows().last();
        let setting = |column: &Column| {
            last_row.map_or(DataCell::Empty, |row| row_cell(summary, row, *column))
        };
        let settings: Vec<DataCell> = self.settings.iter().map(setting).collect();
        let on_deal_values = |values: &[DealValue]| {
            let mut cells = Vec::new();
            for deal_values in values.chunk_by(|first, second| first.deal == second.deal) {
                cells.extend(settings.iter().cloned());
                cells.push(DataCell::Count(deal_values[0].deal));
                for column in &self.values {
                    cells.push(value_cell(column, deal_values, &schema));
                }
            }
            let rows = cells.chunks_exact(settings.len() + 1 + self.values.len());
            let count = rows.len() as u64;
            let text = csv_of_rows(&[], rows, self.csv_style);
            if sender.send(DealRows { text, count }).is_err() {
                is_abandoned.store(true, Ordering::Relaxed);
            }
        };
        let options = RunOptions {
            threads: self.threads,
            simd_level: self.simd_level,
            interrupt_flag: Some(&is_abandoned),
            on_deal_values: Some(&on_deal_values),
            ..RunOptions::default()
        };
        let plan = Plan {
            stop_rule: None,
            ..run.plan.clone()
        };
        let deals = run.done.iter().next().cloned().unwrap_or_default();
        let empty_run = Run::empty(plan, summary.experiment.tally_schema());
        summary.experiment.resume(empty_run, deals, &options)?;
        Ok(())
    }
}

/// Returns the cell of a deal in a column; empty for a column in which it has no value.
fn value_cell(column: &str, deal_values: &[DealValue], schema: &TallySchema) -> DataCell {
    for deal_value in deal_values {
        let spec = &schema.histograms[deal_value.histogram];
        if spec.column == column {
            return histogram_value(spec, deal_value.value);
        }
    }
    DataCell::Empty
}
