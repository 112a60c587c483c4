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
const DIFFERENCE_COLUMNS: [&str; 4] =
    ["difference", "difference_low", "difference_high", "p_value"];

/// The columns of the origin of a row.
const ORIGIN_COLUMNS: [&str; 2] = ["seed", "command"];

/// Returns the rows of some runs, one run after the other, or the statistics of an asked quantity. The exact value of a statistic
/// stands beside its estimate, that of a probability after the difference.
pub fn row_table(summaries: &[Summary]) -> Table {
    if summaries.iter().any(|run| asked_statistic(run).is_some()) {
        return measure_table(summaries);
    }
    let mut names = column_names(&setting_columns(summaries));
    let mut results = joint_columns(summaries);
    results.retain(|column| !matches!(column, Column::Setting(_)));
    let mut last_names = Vec::new();
    if !results.contains(&Column::Estimate) {
        results.retain(|column| *column != Column::Exact);
        last_names.push(Column::Exact.name());
    }
    names.extend(column_names(&results));
    names.extend(DIFFERENCE_COLUMNS);
    names.extend(last_names);
    table_of_rows(summaries, &names, |summary| {
        let rows = summary.rows_to_display();
        rows.map(|row| (String::new(), row.clone())).collect()
    })
}

fn column_names(columns: &[Column]) -> Vec<&'static str> {
    columns.iter().map(|column| column.name()).collect()
}

/// Returns the statistics of some runs that are no rows: the mean and the quartiles of the asked quantity or, without one, of all
/// quantities, and the shares of deals.
pub fn measure_table(summaries: &[Summary]) -> Table {
    let mut names = column_names(&setting_columns(summaries));
    names.extend([
        "deals",
        "statistic",
        "estimate",
        "ci_low",
        "ci_high",
        "exact",
    ]);
    names.extend(DIFFERENCE_COLUMNS);
    table_of_rows(summaries, &names, statistics)
}

/// Returns a table with these columns and those of the origin. `rows_of_run` gives the rows of a run, each with its name if it
/// is a statistic.
fn table_of_rows(
    summaries: &[Summary],
    names: &[&str],
    rows_of_run: impl Fn(&Summary) -> Vec<(String, Row)>,
) -> Table {
    let names = [names, &ORIGIN_COLUMNS].concat();
    let mut table = Table::new(&names, Vec::new());
    for (run, command) in summaries.iter().zip(reproducing_commands(summaries)) {
        for (statistic, row) in rows_of_run(run) {
            let cell = |name: &&str| match *name {
                "statistic" if !statistic.is_empty() => Cell::from(statistic.as_str()),
                "command" => Cell::from(command.as_str()),
                name => row_cell(run, &row, name),
            };
            table.rows.push(names.iter().map(cell).collect());
        }
    }
    table
}

/// Returns the cell of a row in the column with this name.
fn row_cell(run: &Summary, row: &Row, column: &str) -> Cell {
    let difference = row.difference;
    let interval = difference.and_then(|difference| difference.interval);
    let frequency = |count| Proportion::new(count, run.deals()).estimate();
    match column {
        "deals" => Cell::from(run.deals()),
        "count" => Cell::integer(row.count),
        "frequency" => Cell::real(row.count.map(frequency)),
        "wins" => Cell::integer(row.proportion.map(|share| share.count)),
        "probability" | "estimate" => Cell::Real(row.value),
        "ci_low" => Cell::real(row.interval.map(|interval| interval.low)),
        "ci_high" => Cell::real(row.interval.map(|interval| interval.high)),
        "exact" => Cell::real(row.exact),
        "difference" => Cell::real(difference.map(|difference| difference.value)),
        "difference_low" => Cell::real(interval.map(|interval| interval.low)),
        "difference_high" => Cell::real(interval.map(|interval| interval.high)),
        "p_value" => Cell::real(difference.and_then(|difference| difference.p_value)),
        "seed" => dealt_seed(run).map_or(Cell::Empty, Cell::from),
        key => setting_cell(run, row, key),
    }
}

/// Returns the cell of a setting, or of the name of a row, in a row of a run.
pub fn setting_cell(run: &Summary, row: &Row, key: &str) -> Cell {
    let value = row.field(key).or_else(|| run.setting(key));
    value.map_or(Cell::Empty, Cell::from)
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
fn joint_columns(summaries: &[Summary]) -> Vec<Column> {
    let runs = summaries.iter().map(|summary| &summary.columns);
    let longest = runs.clone().max_by_key(|columns| columns.len());
    distinct(longest.into_iter().chain(runs).flatten().copied())
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
        let other_name = name.replace('_', "-");
        let histogram = summary.histogram(name);
        let Some((spec, histogram)) = histogram.or_else(|| summary.histogram(&other_name)) else {
            continue;
        };
        for (suffix, probability) in QUARTILES {
            let offset = spec.value_offset;
            let quantile = Quantile::new(histogram, offset, probability, summary.confidence);
            rows.extend(quantile.map(|quantile| {
                let row = Row {
                    value: quantile.value,
                    interval: quantile.interval,
                    ..Row::default()
                };
                (format!("{name}_{suffix}"), row)
            }));
        }
    }
    let shares = summary.shares().map(|(share, _)| share);
    for share in shares.filter(|share| is_asked(share) && !share.is_row()) {
        rows.push((share.name.to_owned(), share.clone()));
    }
    rows
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
