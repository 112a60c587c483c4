//! Rows of deals: `--each` plays the deals of a run once more after it, by the same engine, and writes a row for each.

use super::args::SimulateArgs;
use super::console::{Console, Failure};
use super::files::{Output, PartWriter};
use super::progress::ProgressLine;
use super::signals;
use pioche_engine::sim::driver::ThreadStartError;
use pioche_engine::sim::{Column, Plan, Run, RunOptions, Summary, TallySchema};
use pioche_engine::stats::DealValue;
use pioche_games::Topic;
use pioche_report::data_table::{histogram_value, setting_cell, setting_columns};
use pioche_report::lang::{Problem, problem, tr};
use pioche_report::table::{Cell, Table, csv_rows};
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The largest number of rows of a file.
const MAX_ROWS: u64 = 100_000_000;

/// The number of rows that are made together.
const BLOCK_ROWS: u64 = 1 << 17;

/// Fails when there are more rows than a file may have.
pub fn check_row_count(row_count: u64) -> Result<(), Problem> {
    if row_count <= MAX_ROWS {
        return Ok(());
    }
    Err(problem!(
        "--each: {row_count} rows; the maximum is {MAX_ROWS} (--deals)",
        row_count,
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
        table.write_rows(write)
    })?;
    if let Some(file) = file {
        console.remark(&tr!("Written: {file}", file));
    }
    Ok(())
}

/// A run whose deals have rows.
struct DealRun<'a> {
    summary: &'a Summary,
    deals: Range<u64>,
    /// The cells of its settings.
    settings: Vec<Cell>,
    schema: TallySchema,
}

/// The number of a deal, and its row.
type DealRow = (u64, Vec<Cell>);

/// The rows of deals of some runs: their columns, and how the deals are played.
struct DealTable<'a> {
    args: &'a SimulateArgs,
    topic: &'static Topic,
    console: &'a Console,
    /// The columns of settings.
    settings: Vec<Column>,
    /// The columns of values, after the number of the deal.
    values: Vec<&'static str>,
    runs: Vec<DealRun<'a>>,
}

impl<'a> DealTable<'a> {
    fn new(
        args: &'a SimulateArgs,
        topic: &'static Topic,
        summaries: &'a [Summary],
        console: &'a Console,
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
                last_row.map_or(Cell::Empty, |row| setting_cell(summary, row, column.name()))
            };
            runs.push(DealRun {
                deals: summary.run.done.iter().next().cloned().unwrap_or_default(),
                settings: settings.iter().map(setting).collect(),
                summary,
                schema,
            });
        }
        Self {
            args,
            topic,
            console,
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
        let style = self.args.output.csv_args.csv_style;
        let table = style.in_language(|| Table::new(&columns, Vec::new()).with_words(self.topic));
        table.csv(style)
    }

    /// Plays the deals of all runs once more and writes their rows, for each deal those of all runs. Fails when they cannot be
    /// written, and after a signal.
    fn write_rows(&self, write: &mut PartWriter<'_>) -> Result<(), Failure> {
        // Keeps solved games alive between the blocks.
        let experiments = self.runs.iter().map(|run| &run.summary.experiment);
        let _shared: Vec<_> = experiments
            .map(|experiment| experiment.batch_function(self.console.simd_level))
            .collect();
        // The runs of a command start with the same deal.
        let first_deal = self.runs[0].deals.start;
        let ends = self.runs.iter().map(|run| run.deals.end);
        let end = ends.max().unwrap_or(first_deal);
        let line = ProgressLine::new(self.console, &tr!("rows of --each"), Some(end - first_deal));
        let block_size = (BLOCK_ROWS / self.runs.len() as u64)
            .next_multiple_of(64)
            .max(64);
        let mut start = first_deal;
        while start < end {
            let block = start..start.saturating_add(block_size).min(end);
            start = block.end;
            let mut rows = Vec::new();
            for run in &self.runs {
                rows.extend(self.rows_of_run(run, &block).map_err(Problem::from)?);
                if signals::acknowledge_stop_request() {
                    return Err(Failure::Interrupted);
                }
            }
            rows.sort_by_key(|(deal, _)| *deal);
            let cells = rows.iter().map(|(_, cells)| cells.as_slice());
            write(&csv_rows(cells, self.args.output.csv_args.csv_style))?;
            line.set_done(start - first_deal);
        }
        Ok(())
    }

    /// Plays the deals of a run that are in a block, and returns a row for each.
    fn rows_of_run(
        &self,
        run: &DealRun,
        block: &Range<u64>,
    ) -> Result<Vec<DealRow>, ThreadStartError> {
        let deals = block.start..block.end.min(run.deals.end);
        if deals.is_empty() {
            return Ok(Vec::new());
        }
        let rows = Mutex::new(Vec::new());
        let on_deal_values = |values: &[DealValue]| {
            let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
            for values in values.chunk_by(|first, second| first.deal == second.deal) {
                rows.push(self.row(run, values));
            }
        };
        let options = RunOptions {
            threads: self.args.threads.threads,
            simd_level: self.console.simd_level,
            interrupt_flag: Some(&signals::STOP_REQUESTED),
            on_deal_values: Some(&on_deal_values),
            ..RunOptions::default()
        };
        let plan = Plan {
            stop_rule: None,
            ..run.summary.run.plan.clone()
        };
        let empty_run = Run::empty(plan, run.schema.clone());
        let experiment = &run.summary.experiment;
        thread::scope(|scope| {
            let player = scope.spawn(|| experiment.resume(empty_run, deals, &options));
            // A long deal is no reason to end the command without a word.
            while !player.is_finished() {
                thread::sleep(Duration::from_millis(1));
                signals::acknowledge_stop_request();
            }
            player.join().unwrap_or_else(|panic| resume_unwind(panic))
        })?;
        Ok(rows.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the row of a deal; a column in which it has no value is empty.
    fn row(&self, run: &DealRun, values: &[DealValue]) -> DealRow {
        let deal = values[0].deal;
        let mut cells = run.settings.clone();
        cells.push(Cell::from(deal));
        for column in &self.values {
            let mut cell = Cell::Empty;
            for value in values {
                let spec = &run.schema.histograms[value.histogram];
                if spec.column == *column {
                    cell = histogram_value(spec, value.value);
                }
            }
            cells.push(cell);
        }
        (deal, cells)
    }
}
