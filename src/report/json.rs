//! Summaries as JSON: the plan, the rows, means and shares with their intervals. Curves are left out.

use super::data_table::{DataCell, row_cell};
use pioche_engine::sim::StopProgress;
use pioche_engine::sim::summary::{NamedMean, Summary};
use pioche_engine::stats::Interval;
use serde_json::{Map, Value, json};

/// Returns the JSON of the runs of one command: `runs` describes each run, `rows` holds the rows of all.
pub fn json(summaries: &[Summary]) -> String {
    let rows: Vec<Value> = summaries.iter().flat_map(row_values).collect();
    pretty_json(
        &json!({ "runs": summaries.iter().map(run_value).collect::<Vec<_>>(), "rows": rows }),
    )
}

/// Formats a JSON value on several lines, with a line end.
pub fn pretty_json(value: &Value) -> String {
    format!("{value:#}\n")
}

fn row_values(summary: &Summary) -> impl Iterator<Item = Value> + '_ {
    summary.visible_rows().map(|row| {
        let columns = summary.info.columns.iter();
        let cells = columns.map(|&column| {
            (
                column.name().to_owned(),
                cell_value(&row_cell(summary, row, column)),
            )
        });
        Value::Object(cells.collect())
    })
}

fn cell_value(cell: &DataCell) -> Value {
    match cell {
        DataCell::Text(text) => json!(text),
        DataCell::Count(count) => json!(count),
        DataCell::Real(real) => json!(real),
        DataCell::Empty => Value::Null,
    }
}

fn run_value(summary: &Summary) -> Value {
    let quantities: Map<String, Value> = summary
        .means
        .iter()
        .map(|quantity| (quantity.name.to_owned(), quantity_value(quantity)))
        .collect();
    let shares: Map<String, Value> = summary
        .proportions
        .iter()
        .map(|named| {
            let Interval { low, high } = named.interval;
            let value = json!({
                "count": named.proportion.count, "probability": named.proportion.estimate(), "ci_low": low, "ci_high": high,
            });
            (named.name.to_owned(), value)
        })
        .collect();
    json!({
        "plan": {
            "experiment": summary.name,
            "game": summary.info.topic,
            "settings": summary.settings.iter().map(|field| (field.key.to_owned(), json!(field.value.to_string()))).collect::<Map<_, _>>(),
            "command": summary.command.as_ref().map(ToString::to_string),
            "seed": summary.seed,
            "deals": summary.planned_deals,
            "confidence": summary.confidence.level(),
            "interval": summary.method.to_string(),
            "program": concat!("pioche ", env!("CARGO_PKG_VERSION")),
            "value_version": summary.value_version,
        },
        "deals": summary.deals,
        "stopped": summary.stop_reason.name(),
        "precision": summary.stop_progress.as_ref().map(precision_value),
        "summary": quantities,
        "shares": shares,
        "examples": summary.examples.iter().map(|example| json!({
            "rank": example.rank.name(), "value": example.value, "deal": example.deal, "command": example.command,
        })).collect::<Vec<_>>(),
        "best": summary.best_deal.map(|best| json!({ "deal": best.deal, "reached": best.value })),
    })
}

/// Returns the requested half-width, the widest one reached, and the rows to which it applies unless these are all.
fn precision_value(progress: &StopProgress) -> Value {
    let mut value = json!({ "asked": progress.target_half_width, "widest": progress.widest_half_width, "reached": progress.is_reached() });
    if let Some(rows) = &progress.rows {
        value["rows"] = rows.to_string().into();
    }
    value
}

fn quantity_value(quantity: &NamedMean) -> Value {
    let moments = &quantity.moments;
    json!({
        "mean": moments.mean,
        "ci_low": quantity.interval.map(|interval| interval.low),
        "ci_high": quantity.interval.map(|interval| interval.high),
        "standard_error": moments.standard_error,
        "standard_deviation": moments.standard_deviation,
        "min": moments.min,
        "max": moments.max,
        "median": moments.median,
        "mode": moments.mode,
        "count": moments.value_count,
        "undecided": quantity.undecided_deals,
    })
}
