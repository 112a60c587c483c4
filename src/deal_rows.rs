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
use pioche_games::Topic;
use pioche_report::data_table::{histogram_value, row_cell, setting_columns};
use pioche_report::lang::{Problem, problem, tr};
use pioche_report::table::{Cell, CsvStyle, Table, csv_rows};
use std::ops::Range;
use std::panic;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
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
        "--each: {row_count} rows, about {gigabytes} GB; the maximum is {MAX_ROWS} (--deals)",
        row_count,
        gigabytes,
        MAX_ROWS
    ))
}

/// Writes the rows of the deals of some runs, in the order of the deals: the settings if there are several runs, the number of
/// the deal and its values. Fails when the disk is full, the standard output is closed, or a signal comes.
pub fn write_deal_rows(
    output: Output,
    (args, topic): (&SimulateArgs, &'static Topic),
    summaries: &[Summary],
    console: &Console,
) -> Result<(), Failure> {
    let file = (!output.is_stdout()).then(|| output.display_name());
    let table = Arc::new(DealTable::new(args, topic, summaries, console));
    output.write_parts(console, |write| {
        // Of the parts of a run, only the first has headings, so that the files can be joined.
        if summaries[0].run.done.contains(0) {
            write(&table.headings())?;
        }
        write_rows(&table, console, write)
    })?;
    if let Some(file) = file {
        console.remark(&tr!("Written: {file}", file));
    }
    Ok(())
}

/// Writes the rows of all runs, which another thread makes. Fails when they cannot be written, and after a signal.
fn write_rows(
    table: &Arc<DealTable>,
    console: &Console,
    write: &mut PartWriter<'_>,
) -> Result<(), Failure> {
    let title = tr!("rows of --each");
    let total = table
        .runs
        .iter()
        .map(|run| run.deals.end - run.deals.start)
        .sum();
    let line = ProgressLine::new(console, &title, Some(total));
    let (sender, receiver) = sync_channel(1);
    let worker = {
        let table = Arc::clone(table);
        thread::Builder::new()
            .spawn(move || table.play(&sender))
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

/// A run whose deals have rows.
struct DealRun {
    summary: Summary,
    deals: Range<u64>,
    /// The cells of its settings.
    settings: Vec<Cell>,
    schema: TallySchema,
}

/// The rows of deals of some runs: their columns, and how the deals are played.
struct DealTable {
    topic: &'static Topic,
    csv_style: CsvStyle,
    threads: Option<usize>,
    simd_level: SimdLevel,
    /// The columns of settings.
    settings: Vec<Column>,
    /// The columns of values, after the number of the deal.
    values: Vec<&'static str>,
    runs: Vec<DealRun>,
}

/// The number of rows that are made together.
const BLOCK_ROWS: u64 = 1 << 17;

impl DealTable {
    fn new(
        args: &SimulateArgs,
        topic: &'static Topic,
        summaries: &[Summary],
        console: &Console,
    ) -> Self {
        let mut settings = setting_columns(summaries);
        settings.retain(|_| summaries.len() > 1);
        let mut values: Vec<&'static str> = Vec::new();
        let mut runs = Vec::new();
        for summary in summaries {
            let schema = summary.experiment.tally_schema();
            for histogram in &schema.histograms {
                if !values.contains(&histogram.column) {
                    values.push(histogram.column);
                }
            }
            let last_row = summary.rows().last();
            let setting = |column: &Column| {
                last_row.map_or(Cell::Empty, |row| row_cell(summary, row, *column))
            };
            runs.push(DealRun {
                deals: summary.run.done.iter().next().cloned().unwrap_or_default(),
                settings: settings.iter().map(setting).collect(),
                summary: summary.clone(),
                schema,
            });
        }
        Self {
            topic,
            csv_style: args.output.csv_args.csv_style,
            threads: args.threads.count(),
            simd_level: console.simd_level,
            settings,
            values,
            runs,
        }
    }

    fn headings(&self) -> Vec<u8> {
        let settings = self.settings.iter().map(|column| column.name());
        let values = self.values.iter().copied();
        let names = settings.chain(["deal"]).chain(values);
        let columns: Vec<String> = names.map(|name| name.replace('-', "_")).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let words = self.topic;
        let table = self
            .csv_style
            .in_language(|| Table::new(&columns, Vec::new()).with_words(words));
        table.csv(self.csv_style)
    }

    /// Plays the deals of all runs once more and sends their rows, until the receiver is gone.
    fn play(&self, sender: &SyncSender<DealRows>) -> Result<(), ThreadStartError> {
        // Keeps solved games alive between the blocks.
        let experiments = self.runs.iter().map(|run| &run.summary.experiment);
        let _shared: Vec<_> = experiments
            .map(|experiment| experiment.batch_function(self.simd_level))
            .collect();
        let mut start = self
            .runs
            .iter()
            .map(|run| run.deals.start)
            .min()
            .unwrap_or(0);
        let end = self.runs.iter().map(|run| run.deals.end).max().unwrap_or(0);
        let block = (BLOCK_ROWS / self.runs.len() as u64)
            .next_multiple_of(64)
            .max(64);
        while start < end {
            let block_end = start.saturating_add(block).min(end);
            let rows = self.rows_of_block(start..block_end)?;
            if sender.send(rows).is_err() {
                break;
            }
            start = block_end;
        }
        Ok(())
    }

    /// Plays a block of deals and returns their rows, for each deal those of all runs.
    fn rows_of_block(&self, block: Range<u64>) -> Result<DealRows, ThreadStartError> {
        let mut texts = Vec::new();
        for run in &self.runs {
            texts.push(self.rows_of_run(run, &block)?);
        }
        if let [text] = &mut texts[..] {
            return Ok(DealRows {
                text: std::mem::take(text),
                count: block.end - block.start,
            });
        }
        let mut rows = DealRows {
            text: Vec::new(),
            count: 0,
        };
        let mut lines: Vec<_> = texts
            .iter()
            .map(|text| text.split_inclusive(|&byte| byte == b'\n'))
            .collect();
        for deal in block {
            for (run, lines) in self.runs.iter().zip(&mut lines) {
                if run.deals.contains(&deal)
                    && let Some(line) = lines.next()
                {
                    rows.text.extend_from_slice(line);
                    rows.count += 1;
                }
            }
        }
        Ok(rows)
    }

    /// Plays the deals of a run that are in a block, and returns a line for each.
    fn rows_of_run(&self, run: &DealRun, block: &Range<u64>) -> Result<Vec<u8>, ThreadStartError> {
        let deals = block.start.max(run.deals.start)..block.end.min(run.deals.end);
        if deals.is_empty() {
            return Ok(Vec::new());
        }
        let text = Mutex::new(Vec::new());
        let on_deal_values = |values: &[DealValue]| {
            let mut cells = Vec::new();
            for deal_values in values.chunk_by(|first, second| first.deal == second.deal) {
                cells.extend(run.settings.iter().cloned());
                cells.push(Cell::from(deal_values[0].deal));
                for column in &self.values {
                    cells.push(value_cell(column, deal_values, &run.schema));
                }
            }
            let rows = cells.chunks_exact(run.settings.len() + 1 + self.values.len());
            let mut text = text.lock().unwrap_or_else(PoisonError::into_inner);
            text.extend(csv_rows(rows, self.csv_style));
        };
        let options = RunOptions {
            threads: self.threads,
            simd_level: self.simd_level,
            interrupt_flag: Some(&signals::STOP_REQUESTED),
            on_deal_values: Some(&on_deal_values),
            ..RunOptions::default()
        };
        let plan = Plan {
            stop_rule: None,
            ..run.summary.run.plan.clone()
        };
        let empty_run = Run::empty(plan, run.schema.clone());
        run.summary.experiment.resume(empty_run, deals, &options)?;
        Ok(text.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns the cell of a deal in a column; empty for a column in which it has no value.
fn value_cell(column: &str, deal_values: &[DealValue], schema: &TallySchema) -> Cell {
    for deal_value in deal_values {
        let spec = &schema.histograms[deal_value.histogram];
        if spec.column == column {
            return histogram_value(spec, deal_value.value);
        }
    }
    Cell::Empty
}
