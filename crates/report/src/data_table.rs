//! The tables of runs: their rows, and their means. Each row has the seed and the command that reproduces it.

use super::command::{CommandLine, compact_commands, dealt_seed};
use super::distinct;
use super::question::asked_statistic;
use super::table::{Cell, Table};
use pioche_engine::sim::{Column, HistogramSpec, Row, Run, Summary};
use pioche_engine::stats::Proportion;
use pioche_engine::stats::quantile::Quantile;
use std::collections::HashMap;
use std::sync::Arc;

/// The columns of the difference to the usual setting: its value, its interval and its p-value.
const DIFFERENCE_COLUMNS: &[&str] = &["difference", "difference_low", "difference_high", "p_value"];

/// The columns of the origin of a row.
const ORIGIN_COLUMNS: &[&str] = &["seed", "command"];

/// The column with the names of statistics.
const STATISTIC: Column = Column::RowName("statistic");

/// Returns the rows of some runs, one run after the other, or the statistics of an asked quantity. The exact value of a statistic
/// stands beside its estimate, that of a probability after the difference.
pub fn row_table(summaries: &[Summary]) -> Table {
    if summaries.iter().any(|run| asked_statistic(run).is_some()) {
        return measure_table(summaries);
    }
    let mut results = joint_columns(summaries);
    results.retain(|column| !matches!(column, Column::Setting(_)));
    let mut last_columns = Vec::new();
    if !results.contains(&Column::Estimate) {
        results.retain(|column| *column != Column::Exact);
        last_columns.push(Column::Exact);
    }
    let rows_of_run = |summary: &Summary| {
        let rows = summary.rows_to_display();
        rows.map(|row| (String::new(), row.clone())).collect()
    };
    table_of_rows(summaries, &results, &last_columns, rows_of_run)
}

/// Returns a table with the settings of each row, its results, its difference to the usual setting, its other results and its
/// origin. `rows_of_run` gives the rows of a run, each with its name in the column [`STATISTIC`], or without one.
fn table_of_rows(
    summaries: &[Summary],
    results: &[Column],
    last_results: &[Column],
    rows_of_run: impl Fn(&Summary) -> Vec<(String, Row)>,
) -> Table {
    let columns = [&setting_columns(summaries), results].concat();
    let names = |columns: &[Column]| columns.iter().map(|column| column.name()).collect();
    let names: [Vec<&str>; 2] = [names(&columns), names(last_results)];
    let headings = [&names[0], DIFFERENCE_COLUMNS, &names[1], ORIGIN_COLUMNS];
    let mut table = Table::new(&headings.concat(), Vec::new());
    for (summary, command) in summaries.iter().zip(reproducing_commands(summaries)) {
        for (name, row) in rows_of_run(summary) {
            let cell = |column: &Column| match *column {
                STATISTIC if !name.is_empty() => Cell::from(&*name),
                column => row_cell(summary, &row, column),
            };
            let mut cells: Vec<Cell> = columns.iter().map(cell).collect();
            let difference = row.difference;
            let interval = difference.and_then(|difference| difference.interval);
            cells.extend([
                Cell::real(difference.map(|difference| difference.value)),
                Cell::real(interval.map(|interval| interval.low)),
                Cell::real(interval.map(|interval| interval.high)),
                Cell::real(difference.and_then(|difference| difference.p_value)),
            ]);
            cells.extend(last_results.iter().map(cell));
            let seed = dealt_seed(summary).map_or(Cell::Empty, Cell::from);
            cells.extend([seed, Cell::from(&*command)]);
            table.rows.push(cells);
        }
    }
    table
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
    let runs = summaries.iter().map(|summary| &summary.columns);
    let longest = runs.clone().max_by_key(|columns| columns.len());
    distinct(longest.into_iter().chain(runs).flatten().copied())
}

/// Returns the cell of a row of a run in a column.
pub fn row_cell(summary: &Summary, row: &Row, column: Column) -> Cell {
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

/// The quartiles, by the ends of their names.
const QUARTILES: [(&str, f64); 3] = [("q25", 0.25), ("median", 0.5), ("q75", 0.75)];

/// Returns the statistics of some runs that are no rows: the mean and the quartiles of the asked quantity or, without one, of all
/// quantities, and the shares of deals.
pub fn measure_table(summaries: &[Summary]) -> Table {
    let columns = [
        Column::Deals,
        STATISTIC,
        Column::Estimate,
        Column::Low,
        Column::High,
        Column::Exact,
    ];
    table_of_rows(summaries, &columns, &[], statistics)
}

/// Returns the statistics of a run with their names.
fn statistics(summary: &Summary) -> Vec<(String, Row)> {
    let selection = summary.row_selection.as_ref();
    let is_asked = |measure: &Row| {
        selection.is_none_or(|selection| selection.values.iter().any(|name| name == measure.name))
    };
    let mut rows = Vec::new();
    for (mean, _) in summary.means().filter(|(mean, _)| is_asked(mean)) {
        let name = mean.name;
        rows.push((format!("{name}_mean"), mean.clone()));
        for (suffix, probability) in QUARTILES {
            let quartile = quartile(summary, name, probability);
            rows.extend(quartile.map(|quartile| (format!("{name}_{suffix}"), quartile)));
        }
    }
    let shares = summary.shares().map(|(share, _)| share);
    for share in shares.filter(|share| is_asked(share) && !share.is_row()) {
        rows.push((share.name.to_owned(), share.clone()));
    }
    rows
}

/// Returns a quartile of a counted quantity with its interval; `None` without values.
fn quartile(summary: &Summary, name: &str, probability: f64) -> Option<Row> {
    let histogram = summary.histogram(name);
    let (spec, histogram) = histogram.or_else(|| summary.histogram(&name.replace('_', "-")))?;
    let quantile = Quantile::new(
        histogram,
        spec.value_offset,
        probability,
        summary.confidence,
    )?;
    Some(Row {
        value: quantile.value,
        interval: quantile.interval,
        ..Row::default()
    })
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

#[cfg(test)]
mod tests {
    use super::row_table;
    use pioche_engine::cards::Pack;
    use pioche_engine::experiments::{Alliances, Experiment};
    use pioche_engine::sim::{RowSelection, RunOptions, Seed, Summary};
    use pioche_engine::stats::Confidence;
    use std::sync::Arc;

    /// An asked quantity has a row for its mean and each quartile, in the columns of a statistic.
    #[test]
    fn asked_statistic_has_mean_and_quartiles() {
        let experiment = Arc::new(Alliances::automatic(Pack::PIQUET));
        let plan = experiment.plan(Seed(1), 200);
        let run = experiment
            .run(plan, &RunOptions::default())
            .expect("threads start");
        let mut summary = Summary::new(experiment, &run, Confidence::default());
        summary.row_selection = Some(RowSelection {
            column: RowSelection::STATISTIC.to_owned(),
            values: vec!["nb_tas".to_owned()],
        });
        let (mean, moments) = summary.means().next().expect("a mean");
        let expected = [
            ("nb_tas_mean", mean.value),
            ("nb_tas_q25", 7.0),
            ("nb_tas_median", moments.median),
            ("nb_tas_q75", 15.0),
        ];
        let rows = row_table(&[summary.clone()]).json_rows();
        let keys: Vec<&str> = rows[0].keys().map(String::as_str).collect();
        assert!(
            ["cards", "statistic", "ci_low", "exact", "command"]
                .iter()
                .all(|key| keys.contains(key))
        );
        assert_eq!(rows.len(), expected.len());
        for (row, (name, value)) in rows.iter().zip(expected) {
            assert_eq!(
                (&row["statistic"], &row["estimate"]),
                (&name.into(), &value.into())
            );
            assert!(row["ci_low"].as_f64() < Some(value), "{row:?}");
        }
    }
}
