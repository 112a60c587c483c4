//! The JSON of runs: a description of each run, and the rows of all.

use super::command::{CommandLine, dealt_seed};
use super::data_table::{reproducing_commands, row_table};
use super::table::Cell;
use pioche_engine::sim::table::IntervalMethod;
use pioche_engine::sim::{Column, Field, Row, StopProgress, Summary, VALUE_VERSION};
use pioche_engine::stats::{Interval, Moments, Proportion};
use serde_json::{Map, Value, json};

/// Returns the JSON of the runs of one command: `runs` describes each run, `rows` holds the rows of all.
pub fn json(summaries: &[Summary]) -> String {
    let commands = reproducing_commands(summaries);
    let runs = summaries.iter().zip(&commands);
    let mut rows = row_table(summaries).json_rows();
    for row in &mut rows {
        // The run has it.
        row.remove("command");
    }
    pretty_json(&json!({
        "runs": runs.map(|(summary, command)| run_value(summary, command)).collect::<Vec<_>>(),
        "rows": rows,
    }))
}

/// Formats a JSON value on several lines, with a line end.
pub fn pretty_json(value: &Value) -> String {
    format!("{value:#}\n")
}

fn run_value(summary: &Summary, command: &str) -> Value {
    json!({
        "game": summary.topic(),
        "settings": settings_value(summary),
        "plan": {
            "deals": summary.run.plan.deal_limit(),
            "command": command,
        },
        "seed": dealt_seed(summary),
        "deals": summary.deals(),
        "confidence": summary.confidence.level(),
        "interval": IntervalMethod::Exact.to_string(),
        "program": concat!("pioche ", env!("CARGO_PKG_VERSION")),
        "value_version": VALUE_VERSION,
        "stopped": summary.run.stop_reason.name(),
        "precision": summary.stop_progress().as_ref().map(precision_value),
        "summary": summary_value(summary),
        "examples": example_values(summary),
    })
}

/// Returns the settings that have a column.
fn settings_value(summary: &Summary) -> Map<String, Value> {
    let has_column = |field: &&Field| summary.columns.contains(&Column::Setting(field.key()));
    let settings = summary.settings.iter().filter(has_column);
    settings
        .map(|field| (field.key().to_owned(), Cell::from(&field.value).json()))
        .collect()
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

/// Returns the mean of each quantity, and the shares of deals that are no rows.
fn summary_value(summary: &Summary) -> Map<String, Value> {
    let mut quantities = Map::new();
    for (mean, moments) in summary.means() {
        quantities.insert(mean.name.to_owned(), mean_value(mean, &moments));
    }
    for (share, proportion) in summary.shares() {
        if !share.is_row() {
            quantities.insert(share.name.to_owned(), share_value(share, proportion));
        }
    }
    quantities
}

fn mean_value(mean: &Row, moments: &Moments) -> Value {
    let counted_mean = json!({ "count": moments.value_count, "mean": mean.value });
    let mut value = with_interval(counted_mean, mean.interval);
    value["standard_deviation"] = moments.standard_deviation.into();
    value["min"] = moments.min.into();
    value["max"] = moments.max.into();
    value["median"] = moments.median.into();
    for quantile in &mean.quantiles {
        let name = format!("q{:.0}", 100.0 * quantile.probability);
        value[name] = with_interval(json!({ "value": quantile.value }), quantile.interval);
    }
    value
}

fn share_value(share: &Row, proportion: Proportion) -> Value {
    let value = json!({ "count": proportion.count, "probability": share.value });
    with_interval(value, share.interval)
}

/// Adds the ends of an interval to an object; an unknown interval has `null`.
fn with_interval(mut value: Value, interval: Option<Interval>) -> Value {
    value["ci_low"] = interval.map(|interval| interval.low).into();
    value["ci_high"] = interval.map(|interval| interval.high).into();
    value
}

fn example_values(summary: &Summary) -> Vec<Value> {
    let mut values = Vec::new();
    for example in summary.examples() {
        values.push(json!({
            "name": example.name,
            "value": example.value,
            "deal": example.deal,
            "command": CommandLine::showing(summary, &example).to_string(),
        }));
    }
    values
}
