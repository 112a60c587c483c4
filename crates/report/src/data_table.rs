//! The tables of runs: their rows, and their means. Each row has the seed and the command that reproduces it.

use super::command::{CommandLine, compact_commands};
use super::table::{Cell, Table};
use pioche_engine::sim::{Column, HistogramSpec, MeasureEstimate, Run, Summary};
use pioche_engine::stats::Proportion;
use std::collections::HashMap;
use std::sync::Arc;

/// The columns of the difference to the usual setting: its value, its interval and its p-value.
const DIFFERENCE_COLUMNS: &[&str] = &["difference", "difference_low", "difference_high", "p_value"];

/// The columns of the origin of a row.
const ORIGIN_COLUMNS: &[&str] = &["seed", "command"];

/// Returns the rows of some runs, one run after the other. The exact value of a statistic stands beside its estimate, that of a
/// probability after the difference.
pub fn row_table(summaries: &[Summary]) -> Table {
    let mut results = joint_columns(summaries);
    results.retain(|column| !matches!(column, Column::Setting(_)));
    let mut last_columns = Vec::new();
    if !results.contains(&Column::Estimate) {
        results.retain(|column| *column != Column::Exact);
        last_columns.push(Column::Exact);
    }
    let columns = [setting_columns(summaries), results].concat();
    let names = |columns: &[Column]| columns.iter().map(|column| column.name()).collect();
    let names: [Vec<&str>; 2] = [names(&columns), names(&last_columns)];
    let headings = [&names[0], DIFFERENCE_COLUMNS, &names[1], ORIGIN_COLUMNS];
    let mut table = Table::new(&headings.concat(), Vec::new());
    for (summary, command) in summaries.iter().zip(reproducing_commands(summaries)) {
        for row in summary.rows_to_display() {
            let cell = |column: &Column| row_cell(summary, row, *column);
            let mut cells: Vec<Cell> = columns.iter().map(cell).collect();
            cells.extend(difference_cells(row));
            cells.extend(last_columns.iter().map(cell));
            cells.extend([Cell::from(summary.seed()), Cell::from(&*command)]);
            table.rows.push(cells);
        }
    }
    table
}

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

/// Returns the columns of the settings of some runs. A late setting with its default in all of them has none.
pub fn setting_columns(summaries: &[Summary]) -> Vec<Column> {
    let has_other_value = |key: &str| {
        let mut fields = summaries.iter().flat_map(|summary| &summary.settings);
        fields.any(|field| field.key() == key && !(field.setting.is_late && field.is_omitted))
    };
    let mut columns = joint_columns(summaries);
    columns.retain(|column| matches!(column, Column::Setting(key) if has_other_value(key)));
    columns
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

/// Returns the cell of a value of a histogram: its word or its number.
pub fn histogram_value(spec: &HistogramSpec, value: usize) -> Cell {
    match spec.words.get(value) {
        Some(&word) => Cell::from(word),
        None => Cell::Integer(value as i128 + i128::from(spec.value_offset)),
    }
}

/// The columns of a mean after the settings.
const MEAN_COLUMNS: &[&str] = &[
    "deals",
    "quantity",
    "estimate",
    "ci_low",
    "ci_high",
    "standard_deviation",
    "min",
    "median",
    "max",
    "exact",
];

/// Returns the means of some runs, and their shares that are no rows, with intervals.
pub fn measure_table(summaries: &[Summary]) -> Table {
    let settings = setting_columns(summaries);
    let names: Vec<&str> = settings.iter().map(|column| column.name()).collect();
    let headings = [&names, MEAN_COLUMNS, DIFFERENCE_COLUMNS, ORIGIN_COLUMNS];
    let mut table = Table::new(&headings.concat(), Vec::new());
    for (summary, command) in summaries.iter().zip(reproducing_commands(summaries)) {
        let means = summary.means().map(|(mean, _)| mean);
        let shares = summary.shares().map(|(share, _)| share);
        for measure in means.chain(shares.filter(|share| !share.is_row())) {
            let settings = settings.iter();
            let mut cells: Vec<Cell> = settings
                .map(|column| row_cell(summary, measure, *column))
                .collect();
            cells.extend(mean_cells(summary, measure));
            cells.extend(difference_cells(measure));
            cells.extend([Cell::from(summary.seed()), Cell::from(&*command)]);
            table.rows.push(cells);
        }
    }
    table
}

/// Returns the cells of [`MEAN_COLUMNS`]; a share has no spread.
fn mean_cells(summary: &Summary, measure: &MeasureEstimate) -> [Cell; 10] {
    let moments = measure.moments;
    [
        Cell::from(summary.deals()),
        Cell::from(measure.name),
        Cell::Real(measure.value),
        Cell::real(measure.interval.map(|interval| interval.low)),
        Cell::real(measure.interval.map(|interval| interval.high)),
        Cell::real(moments.map(|moments| moments.standard_deviation)),
        Cell::integer(moments.map(|moments| moments.min)),
        Cell::real(moments.map(|moments| moments.median)),
        Cell::integer(moments.map(|moments| moments.max)),
        Cell::real(measure.exact),
    ]
}

/// Returns the command that reproduces each run; that of runs which were simulated together makes all of them.
pub(crate) fn reproducing_commands(summaries: &[Summary]) -> Vec<String> {
    let mut joint_commands: HashMap<*const Run, Option<String>> = HashMap::new();
    let mut commands = Vec::new();
    for summary in summaries {
        let joint_command = summary.joint.as_ref().and_then(|run| {
            let known = joint_commands.entry(Arc::as_ptr(run));
            known
                .or_insert_with(|| joint_command(run, summaries))
                .clone()
        });
        let own_command = || CommandLine::reproducing(summary).to_string();
        commands.push(joint_command.unwrap_or_else(own_command));
    }
    commands
}

/// Returns the command that makes all members of a joint run; `None` if no single one does.
fn joint_command(run: &Arc<Run>, summaries: &[Summary]) -> Option<String> {
    let is_member = |summary: &&Summary| {
        let joint = summary.joint.as_ref();
        joint.is_some_and(|joint| Arc::ptr_eq(joint, run))
    };
    let members = summaries.iter().filter(is_member);
    match &compact_commands(members.map(CommandLine::reproducing), |_| true)[..] {
        [command] => Some(command.to_string()),
        _ => None,
    }
}
