//! Tables of data, from which CSV and JSON are written: the rows of runs with their origin, means and shares
//! with their errors, and the runs.
//!
//! CSV is tidy for programs, or in the French form of a spreadsheet. The JSON holds the plan, the rows, means and shares
//! with their intervals; curves are left out.

use super::RunRow;
use super::command::{CommandLine, compact_commands};
use super::table::{Cell, Table};
use pioche_engine::sim::table::IntervalMethod;
use pioche_engine::sim::{
    Column, Field, HistogramSpec, MeasureEstimate, Run, StopProgress, Summary, VALUE_VERSION,
};
use pioche_engine::stats::quantile::Quantile;
use pioche_engine::stats::{Moments, Proportion};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::ptr;
use std::sync::Arc;

/// Returns the cell of a row of a run in a column.
pub fn row_cell(summary: &Summary, row: &MeasureEstimate, column: Column) -> Cell {
    match column {
        Column::Setting(key) | Column::RowName(key) => {
            let value = row.field(key).or_else(|| summary.setting(key));
            value.map_or(Cell::Empty, Cell::from)
        }
        Column::Deals => Cell::from(summary.deals()),
        Column::Count => Cell::integer(row.count),
        Column::Frequency => Cell::real(
            row.count
                .map(|count| Proportion::new(count, summary.deals()).estimate()),
        ),
        Column::Wins => Cell::integer(row.proportion.map(|share| share.count)),
        Column::Probability | Column::Estimate => Cell::Real(row.value),
        Column::Low => Cell::real(row.interval.map(|interval| interval.low)),
        Column::High => Cell::real(row.interval.map(|interval| interval.high)),
        Column::Exact => Cell::real(row.exact),
    }
}

/// The origin of a row: the master seed, the level and the method of its interval, the program and its value version,
/// and the command that reproduces it.
pub const ORIGIN_COLUMNS: &[&str] = &[
    "seed",
    "confidence",
    "interval",
    "program",
    "value_version",
    "command",
];

/// Returns the rows of some runs, one run after the other, each row with its origin.
pub fn row_table(summaries: &[Summary]) -> Table {
    let rows = summaries
        .iter()
        .flat_map(|summary| summary.rows_to_display().map(move |row| (summary, row)));
    table_of_rows(summaries, rows.collect())
}

/// Returns the columns of some runs: those of the run with most, then those that only others have.
pub fn joint_columns(summaries: &[Summary]) -> Vec<Column> {
    let longest = summaries
        .iter()
        .map(|summary| &summary.columns)
        .max_by_key(|columns| columns.len());
    let mut columns = longest.cloned().unwrap_or_default();
    for column in summaries.iter().flat_map(|summary| &summary.columns) {
        if !columns.contains(column) {
            columns.push(*column);
        }
    }
    columns
}

/// Returns the table of some rows. Cells of columns that a run lacks are empty, except for a setting with its default. Compared
/// rows have columns for their differences.
fn table_of_rows(summaries: &[Summary], run_rows: Vec<RunRow<'_>>) -> Table {
    let columns = joint_columns(summaries);
    let commands = reproducing_commands(summaries);
    let has_differences = run_rows.iter().any(|(_, row)| row.difference.is_some());
    let mut names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    if has_differences {
        names.extend(DIFFERENCE_COLUMNS);
    }
    names.extend(ORIGIN_COLUMNS);
    let mut rows = Vec::new();
    for (summary, row) in run_rows {
        let mut cells = Vec::new();
        for column in &columns {
            let is_setting = matches!(column, Column::Setting(_));
            cells.push(if is_setting || summary.columns.contains(column) {
                row_cell(summary, row, *column)
            } else {
                Cell::Empty
            });
        }
        if has_differences {
            cells.extend(difference_cells(row));
        }
        cells.extend(origin_cells(summary, row.method, &commands));
        rows.push(cells);
    }
    Table::new(&names, rows)
}

/// The columns of the difference to the usual setting: its value, its interval and the p-value.
const DIFFERENCE_COLUMNS: &[&str] = &["difference", "difference_low", "difference_high", "p_value"];

/// Returns the cells of [`DIFFERENCE_COLUMNS`], empty for the usual setting.
fn difference_cells(estimate: &MeasureEstimate) -> [Cell; 4] {
    let difference = estimate.difference;
    let interval = difference.and_then(|difference| difference.interval);
    [
        difference.map(|difference| difference.value),
        interval.map(|interval| interval.low),
        interval.map(|interval| interval.high),
        difference.and_then(|difference| difference.p_value),
    ]
    .map(Cell::real)
}

const MEASURE_COLUMNS: &[&str] = &[
    "deals",
    "quantity",
    "kind",
    "estimate",
    "ci_low",
    "ci_high",
    "standard_error",
    "standard_deviation",
    "min",
    "median",
    "mode",
    "max",
    "count",
    "undecided",
    "exact",
];

/// Returns the keys of the settings of some runs, in order.
fn setting_keys(summaries: &[Summary]) -> Vec<&'static str> {
    let mut keys: Vec<&'static str> = Vec::new();
    for field in summaries.iter().flat_map(listed_settings) {
        if !keys.contains(&field.key()) {
            keys.push(field.key());
        }
    }
    keys
}

/// Returns the cells of these settings of a run, and its number of deals.
fn run_cells(summary: &Summary, keys: &[&str]) -> Vec<Cell> {
    let setting = |key: &&str| summary.setting(key).map_or(Cell::Empty, Cell::from);
    let mut cells: Vec<Cell> = keys.iter().map(setting).collect();
    cells.push(Cell::from(summary.deals()));
    cells
}

/// Returns the number of deals with each value of each counted quantity, such as the games of each number of rounds. The
/// quantities are the columns of the rows of deals.
pub fn count_table(summaries: &[Summary]) -> Table {
    let keys = setting_keys(summaries);
    let commands = reproducing_commands(summaries);
    let mut rows = Vec::new();
    for summary in summaries {
        let schema = summary.experiment.tally_schema();
        for (spec, histogram) in schema.histograms.iter().zip(&summary.run.tally.histograms) {
            for (value, &count) in histogram.counts().iter().enumerate() {
                if count == 0 {
                    continue;
                }
                let mut row = run_cells(summary, &keys);
                row.push(Cell::Text(spec.column.replace('-', "_")));
                row.push(histogram_value(spec, value));
                row.push(Cell::from(count));
                row.extend(origin_cells(summary, None, &commands));
                rows.push(row);
            }
        }
    }
    Table::new(&[&keys, COUNT_COLUMNS, ORIGIN_COLUMNS].concat(), rows)
}

const COUNT_COLUMNS: &[&str] = &["deals", "quantity", "result", "count"];

/// Returns the cell of a value of a histogram: its word or its number.
pub fn histogram_value(spec: &HistogramSpec, value: usize) -> Cell {
    match spec.words.get(value) {
        Some(&word) => Cell::from(word),
        None => Cell::Integer(value as i128 + i128::from(spec.value_offset)),
    }
}

/// Returns the means, quantiles and shares of some runs, with intervals and errors. The column `kind` is `mean`, `q50`, `q95`,
/// `q99` or `share`; `count` is the number of values of a mean, or the number of deals that a share counts.
pub fn measure_table(summaries: &[Summary]) -> Table {
    let keys = setting_keys(summaries);
    let commands = reproducing_commands(summaries);
    let mut estimates = summaries.iter().flat_map(|summary| &summary.estimates);
    let has_differences =
        estimates.any(|estimate| !estimate.is_row() && estimate.difference.is_some());
    let difference_columns = if has_differences {
        DIFFERENCE_COLUMNS
    } else {
        &[]
    };
    let mut rows = Vec::new();
    for summary in summaries {
        let mut push_row = |measure, quantile| {
            let (cells, method) = measure_cells(measure, quantile);
            let mut row = run_cells(summary, &keys);
            row.extend(cells);
            if has_differences && quantile.is_none() {
                row.extend(difference_cells(measure));
            } else if has_differences {
                row.extend(vec![Cell::Empty; DIFFERENCE_COLUMNS.len()]);
            }
            row.extend(origin_cells(summary, method, &commands));
            rows.push(row);
        };
        for (mean, _) in summary.means() {
            push_row(mean, None);
            for quantile in &mean.quantiles {
                push_row(mean, Some(quantile));
            }
        }
        for (share, _) in summary.shares() {
            push_row(share, None);
        }
    }
    let columns = [&keys, MEASURE_COLUMNS, difference_columns, ORIGIN_COLUMNS];
    Table::new(&columns.concat(), rows)
}

/// Returns the settings that have a column.
fn listed_settings(summary: &Summary) -> impl Iterator<Item = &Field> {
    let has_column = |field: &&Field| summary.columns.contains(&Column::Setting(field.key()));
    summary.settings.iter().filter(has_column)
}

/// Returns the cells of [`MEASURE_COLUMNS`] after the number of deals, for a mean, a share or a quantile of a mean; and the method
/// of the interval. A mean without an interval has no standard error.
fn measure_cells(
    measure: &MeasureEstimate,
    quantile: Option<&Quantile>,
) -> (Vec<Cell>, Option<IntervalMethod>) {
    let (kind, value, interval, method) = match (quantile, measure.moments) {
        (Some(quantile), _) => (
            quantile_name(quantile),
            quantile.value,
            quantile.interval,
            Some(IntervalMethod::OrderStatistics),
        ),
        (None, moments) => (
            moments.map_or("share", |_| "mean").to_owned(),
            measure.value,
            measure.interval,
            measure.interval.and(measure.method),
        ),
    };
    let spread = measure.moments.filter(|_| quantile.is_none());
    let real = |number: fn(Moments) -> f64| Cell::real(spread.map(number));
    let integer = |number: fn(Moments) -> i64| {
        let number = spread.map(number);
        Cell::integer(number)
    };
    let value_count = measure.moments.map(|moments| moments.value_count);
    let deal_count = measure.proportion.map(|share| share.count);
    let cells = vec![
        Cell::from(measure.name),
        Cell::Text(kind),
        Cell::Real(value),
        Cell::real(interval.map(|interval| interval.low)),
        Cell::real(interval.map(|interval| interval.high)),
        Cell::real(interval.and(spread).map(|moments| moments.standard_error)),
        real(|moments| moments.standard_deviation),
        integer(|moments| moments.min),
        real(|moments| moments.median),
        integer(|moments| moments.mode),
        integer(|moments| moments.max),
        Cell::integer(value_count.or(deal_count)),
        Cell::from(measure.undecided_deals),
        Cell::real(measure.exact.filter(|_| quantile.is_none())),
    ];
    (cells, method)
}

/// Returns the name of a quantile in files, such as `q95`.
pub fn quantile_name(quantile: &Quantile) -> String {
    format!("q{:.0}", 100.0 * quantile.probability)
}

/// The command that reproduces each run; that of runs which were simulated together makes all of them.
type RunCommands = HashMap<*const Summary, String>;

/// Returns the commands that reproduce some runs.
fn reproducing_commands(summaries: &[Summary]) -> RunCommands {
    let mut members_by_joint_run: HashMap<*const Run, Vec<&Summary>> = HashMap::new();
    let mut commands = RunCommands::new();
    for summary in summaries {
        match &summary.joint {
            Some(joint_run) => {
                let members = members_by_joint_run
                    .entry(Arc::as_ptr(joint_run))
                    .or_default();
                members.push(summary);
            }
            None => {
                let command = CommandLine::reproducing(summary).to_string();
                commands.insert(summary, command);
            }
        }
    }
    for members in members_by_joint_run.values() {
        let member_commands = members
            .iter()
            .map(|member| CommandLine::reproducing(member));
        let list_commands = compact_commands(member_commands, |_| true);
        let command = match &list_commands[..] {
            [command] => command.to_string(),
            _ => String::new(),
        };
        for member in members {
            let command = if command.is_empty() {
                CommandLine::reproducing(member).to_string()
            } else {
                command.clone()
            };
            commands.insert(*member, command);
        }
    }
    commands
}

/// Returns the cells of [`ORIGIN_COLUMNS`] for a row with this interval method.
fn origin_cells(
    summary: &Summary,
    method: Option<IntervalMethod>,
    commands: &RunCommands,
) -> [Cell; 6] {
    [
        Cell::from(summary.seed()),
        Cell::Real(summary.confidence.level()),
        method.map_or(Cell::Empty, |method| Cell::Text(method.to_string())),
        Cell::Text(concat!("pioche ", env!("CARGO_PKG_VERSION")).to_owned()),
        Cell::from(u64::from(VALUE_VERSION)),
        Cell::Text(commands[&ptr::from_ref(summary)].clone()),
    ]
}

/// Returns the JSON of the runs of one command: `runs` describes each run, `rows` holds the rows of all.
pub fn json(summaries: &[Summary]) -> String {
    let rows: Vec<Value> = summaries.iter().flat_map(row_values).collect();
    pretty_json(&json!({
        "runs": summaries.iter().map(run_value).collect::<Vec<_>>(),
        "rows": rows,
    }))
}

/// Formats a JSON value on several lines, with a line end.
pub fn pretty_json(value: &Value) -> String {
    format!("{value:#}\n")
}

fn row_values(summary: &Summary) -> impl Iterator<Item = Value> + '_ {
    summary.rows_to_display().map(|row| {
        let columns = summary.columns.iter();
        let cells = columns.map(|&column| {
            (
                column.name().to_owned(),
                row_cell(summary, row, column).json(),
            )
        });
        let mut values: Map<String, Value> = cells.collect();
        values.extend(difference_values(row));
        Value::Object(values)
    })
}

/// Returns the difference of an estimate to the usual setting as fields of its object; none for what is not compared.
fn difference_values(estimate: &MeasureEstimate) -> Map<String, Value> {
    let mut values = Map::new();
    if let Some(difference) = estimate.difference {
        for (name, cell) in DIFFERENCE_COLUMNS.iter().zip(difference_cells(estimate)) {
            values.insert((*name).to_owned(), cell.json());
        }
        values.insert("difference_exact".to_owned(), json!(difference.exact));
        values.insert(
            "difference_undecided".to_owned(),
            json!(difference.undecided_deals),
        );
    }
    values
}

fn run_value(summary: &Summary) -> Value {
    let mut means = Map::new();
    for (mean, moments) in summary.means() {
        means.insert(mean.name.to_owned(), mean_value(mean, &moments));
    }
    let mut shares = Map::new();
    for (share, proportion) in summary.shares() {
        let value = json!({
            "count": proportion.count,
            "probability": share.value,
            "ci_low": share.interval.map(|interval| interval.low),
            "ci_high": share.interval.map(|interval| interval.high),
        });
        shares.insert(share.name.to_owned(), value);
    }
    let settings: Map<String, Value> = listed_settings(summary)
        .map(|field| {
            let cell = Cell::from(&field.value);
            (field.key().to_owned(), cell.json())
        })
        .collect();
    let best_deal = summary
        .best_record()
        .and_then(|record| record.value_and_deal);
    let examples: Vec<Value> = summary
        .examples
        .iter()
        .map(|example| {
            json!({
                "rank": example.rank.name(),
                "value": example.value,
                "deal": example.deal,
                "command": CommandLine::showing(summary, example).to_string(),
            })
        })
        .collect();
    json!({
        "plan": {
            "experiment": summary.name(),
            "game": summary.topic(),
            "settings": settings,
            "command": CommandLine::reproducing(summary).to_string(),
            "seed": summary.seed(),
            "deals": summary.run.plan.deal_limit(),
            "confidence": summary.confidence.level(),
            "interval": IntervalMethod::Exact.to_string(),
            "program": concat!("pioche ", env!("CARGO_PKG_VERSION")),
            "value_version": VALUE_VERSION,
        },
        "deals": summary.deals(),
        "stopped": summary.run.stop_reason.name(),
        "precision": summary.stop_progress().as_ref().map(precision_value),
        "summary": means,
        "shares": shares,
        "examples": examples,
        "best": best_deal.map(|(value, deal)| json!({ "deal": deal, "reached": value })),
    })
}

/// Returns the requested half-width, the widest one reached, and the rows to which it applies unless these are all.
fn precision_value(progress: &StopProgress) -> Value {
    let mut value = json!({
        "asked": progress.stop_rule.precision,
        "widest": progress.widest,
        "reached": progress.is_reached(),
    });
    if progress.stop_rule.first_check > 0 {
        value["from"] = progress.stop_rule.first_check.into();
    }
    if let Some(rows) = &progress.stop_rule.rows {
        value["rows"] = rows.to_string().into();
    }
    value
}

fn mean_value(mean: &MeasureEstimate, moments: &Moments) -> Value {
    let mut value = json!({
        "mean": mean.value,
        "ci_low": mean.interval.map(|interval| interval.low),
        "ci_high": mean.interval.map(|interval| interval.high),
        "standard_error": moments.standard_error,
        "standard_deviation": moments.standard_deviation,
        "min": moments.min,
        "max": moments.max,
        "median": moments.median,
        "mode": moments.mode,
        "count": moments.value_count,
        "undecided": mean.undecided_deals,
    });
    for (name, number) in difference_values(mean) {
        value[name] = number;
    }
    for quantile in &mean.quantiles {
        value[quantile_name(quantile)] = json!({
            "value": quantile.value,
            "ci_low": quantile.interval.map(|interval| interval.low),
            "ci_high": quantile.interval.map(|interval| interval.high),
        });
    }
    value
}
