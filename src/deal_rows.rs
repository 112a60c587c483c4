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
use std::sync::{Mutex, PoisonError};

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
    let table = DealTable::new(args, topic, summaries, console);
    output.write_parts(console, |write| {
        // Of the parts of a run, only the first has headings, so that the files can be joined.
        if summaries[0].run.done.contains(0) {
            write(&table.headings())?;
        }
        table.write_rows(console, write)
    })?;
    if let Some(file) = file {
        console.remark(&tr!("Written: {file}", file));
    }
    Ok(())
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
pub struct DealTable {
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
    pub fn new(
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

    pub fn headings(&self) -> Vec<u8> {
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

    /// Plays the deals of all runs once more and writes their rows, for each deal those of all runs. Fails when they cannot be
    /// written, and after a signal.
    fn write_rows(&self, console: &Console, write: &mut PartWriter<'_>) -> Result<(), Failure> {
        // Keeps solved games alive between the blocks.
        let experiments = self.runs.iter().map(|run| &run.summary.experiment);
        let _shared: Vec<_> = experiments
            .map(|experiment| experiment.batch_function(self.simd_level))
            .collect();
        let starts = self.runs.iter().map(|run| run.deals.start);
        let ends = self.runs.iter().map(|run| run.deals.end);
        let mut start = starts.min().unwrap_or(0);
        let end = ends.max().unwrap_or(0);
        let line = ProgressLine::new(console, &tr!("rows of --each"), Some(end - start));
        let first_deal = start;
        let block_size = (BLOCK_ROWS / self.runs.len() as u64)
            .next_multiple_of(64)
            .max(64);
        while start < end {
            let block = start..start.saturating_add(block_size).min(end);
            start = block.end;
            let mut texts = Vec::new();
            for run in 0..self.runs.len() {
                texts.push(self.rows_of_run(run, &block).map_err(Problem::from)?);
                if signals::acknowledge_stop_request() {
                    return Err(Failure::Interrupted);
                }
            }
            write(&self.merged_rows(texts, block))?;
            line.set_done(start - first_deal);
        }
        Ok(())
    }

    /// Merges the rows of the runs in a block: for each deal those of all runs.
    fn merged_rows(&self, mut texts: Vec<Vec<u8>>, block: Range<u64>) -> Vec<u8> {
        if let [text] = &mut texts[..] {
            return std::mem::take(text);
        }
        let lines = texts
            .iter()
            .map(|text| text.split_inclusive(|&byte| byte == b'\n'));
        let mut lines: Vec<_> = lines.collect();
        let mut merged = Vec::new();
        for deal in block {
            for (run, lines) in self.runs.iter().zip(&mut lines) {
                if run.deals.contains(&deal) {
                    merged.extend_from_slice(lines.next().unwrap_or_default());
                }
            }
        }
        merged
    }

    /// Returns a line for each deal of a run, by its place among the runs.
    pub fn rows_text(&self, run: usize, values: &[DealValue]) -> Vec<u8> {
        let run = &self.runs[run];
        let mut cells = Vec::new();
        for deal_values in values.chunk_by(|first, second| first.deal == second.deal) {
            cells.extend(run.settings.iter().cloned());
            cells.push(Cell::from(deal_values[0].deal));
            for column in &self.values {
                cells.push(value_cell(column, deal_values, &run.schema));
            }
        }
        let rows = cells.chunks_exact(run.settings.len() + 1 + self.values.len());
        csv_rows(rows, self.csv_style)
    }

    /// Plays the deals of a run that are in a block, and returns a line for each.
    fn rows_of_run(&self, place: usize, block: &Range<u64>) -> Result<Vec<u8>, ThreadStartError> {
        let run = &self.runs[place];
        let deals = block.start.max(run.deals.start)..block.end.min(run.deals.end);
        if deals.is_empty() {
            return Ok(Vec::new());
        }
        let text = Mutex::new(Vec::new());
        let on_deal_values = |values: &[DealValue]| {
            let mut text = text.lock().unwrap_or_else(PoisonError::into_inner);
            text.extend(self.rows_text(place, values));
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
