//! A summary as JSON: the plan, the rows, means and shares with their intervals. Curves, which charts draw, are not in
//! it.

use pioche_engine::sim::summary::{Aim, Cell, Quantity, Summary, Table};
use pioche_engine::stats::Interval;
use serde_json::{Map, Value, json};

/// The JSON of one run, or of several runs of one command: `rows` holds the rows of all.
pub fn json(summaries: &[Summary]) -> String {
    let rows: Vec<Value> = summaries.iter().flat_map(|summary| rows(&summary.table)).collect();
    let value = match summaries {
        [single] => {
            let mut run = run(single);
            run["rows"] = rows.into();
            run
        }
        many => json!({ "runs": many.iter().map(run).collect::<Vec<_>>(), "rows": rows }),
    };
    pretty(&value)
}

/// A JSON value on several lines, with a line end.
pub fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

fn rows(table: &Table) -> impl Iterator<Item = Value> + '_ {
    table.rows.iter().map(|row| {
        let cells = table.columns.iter().zip(row).map(|(name, cell)| ((*name).to_owned(), cell_value(cell)));
        Value::Object(cells.collect())
    })
}

fn cell_value(cell: &Cell) -> Value {
    match cell {
        Cell::Text(text) => json!(text),
        Cell::Count(count) => json!(count),
        Cell::Real(real) => json!(real),
        Cell::Empty => Value::Null,
    }
}

fn run(summary: &Summary) -> Value {
    let quantities: Map<String, Value> =
        summary.quantities.iter().map(|quantity| (quantity.name.to_owned(), quantity_value(quantity))).collect();
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
            "experiment": summary.experiment,
            "game": summary.topic,
            "settings": summary.settings.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect::<Map<_, _>>(),
            "command": summary.command,
            "seed": summary.seed,
            "deals": summary.planned,
            "confidence": summary.confidence.level(),
            "interval": summary.method.to_string(),
            "program": concat!("pioche ", env!("CARGO_PKG_VERSION")),
            "value_version": summary.values,
        },
        "deals": summary.deals,
        "stopped": summary.stopped.word(),
        "precision": summary.aim.as_ref().map(precision),
        "summary": quantities,
        "shares": shares,
        "examples": summary.examples.iter().map(|example| json!({
            "rank": example.rank, "value": example.value, "deal": example.deal, "command": example.command,
        })).collect::<Vec<_>>(),
        "best": summary.best.map(|best| json!({ "deal": best.deal, "reached": best.reached })),
    })
}

/// The width that was asked for, the widest that there is, and the rows that were aimed at, where these are not all.
fn precision(aim: &Aim) -> Value {
    let mut value = json!({ "asked": aim.asked, "widest": aim.widest, "reached": aim.is_reached() });
    if let Some(rows) = &aim.rows {
        value["rows"] = rows.to_string().into();
    }
    value
}

fn quantity_value(quantity: &Quantity) -> Value {
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
        "count": moments.total,
    })
}
