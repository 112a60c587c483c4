//! The values that fill the holes of a page: runs, tables, and numbers with their intervals.
//!
//! A value has no language. The page writes it in its language: `{{ run.endless }}` in a sentence, `{{ run.endless | cell }}`
//! in a table.

use minijinja::value::{Object, Value};
use pioche_engine::sim::{FieldValue, Summary};
use pioche_report::number::PageNumber;
use pioche_report::table::{Cell, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A number in a hole of a page.
#[derive(Clone, Debug)]
pub struct NumberValue(pub PageNumber);

impl Object for NumberValue {
    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    /// Returns the extreme values of a mean.
    fn get_value(self: &Arc<Self>, name: &Value) -> Option<Value> {
        let measure = self.0.row.as_ref()?;
        match name.as_str()? {
            "min" => Some(measure.moments?.min.into()),
            "max" => Some(measure.moments?.max.into()),
            _ => None,
        }
    }
}

/// Returns a number as a value.
pub fn number_value(number: PageNumber) -> Value {
    Value::from_object(NumberValue(number))
}

/// A run as a page sees it: `run.deals` is its number of deals, `run.values` a setting, `run.player1` or `run["2"]` a row,
/// `run.rounds` a mean or a share that is no row, and `run.total_variation_exact` an exact value.
#[derive(Debug)]
struct PageRun(Summary);

impl Object for PageRun {
    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn get_value(self: &Arc<Self>, name: &Value) -> Option<Value> {
        let key = name.to_string();
        let summary = &self.0;
        if key == "deals" {
            return Some(summary.deals().into());
        }
        if let Some(name) = key.strip_suffix("_exact") {
            return summary.exact_value(name).map(Value::from);
        }
        if let Some(setting) = summary.setting(&key) {
            return Some(match setting {
                FieldValue::Number(number) => (*number).into(),
                FieldValue::Word(_) | FieldValue::List(_) => setting.to_string().into(),
            });
        }
        let estimate = || summary.estimate(&key).map(PageNumber::from);
        row_number(summary, &key)
            .or_else(estimate)
            .map(number_value)
    }
}

/// Returns the number of a row with the settings of its run: exact if the exact value is known.
pub fn row_number(summary: &Summary, row_name: &str) -> Option<PageNumber> {
    let name_column = summary.row_name_column()?;
    let mut rows = summary.own_rows();
    let row = rows.find(|row| {
        row.field(name_column)
            .is_some_and(|name| name.to_string() == row_name)
    })?;
    Some(match row.exact.filter(|_| row.proportion.is_some()) {
        Some(exact) => PageNumber::exact(exact),
        None => PageNumber::from(row),
    })
}

/// Returns runs as a list.
pub fn page_runs(summaries: &[Summary]) -> Value {
    let run = |summary: &Summary| Value::from_object(PageRun(summary.clone()));
    summaries.iter().map(run).collect()
}

/// Returns a table as a list of rows, whose cells have the names of the columns in files.
pub fn table_value(table: &Table) -> Value {
    let names = table.headings.iter().map(|heading| heading.name.clone());
    let row = |row: &Vec<Cell>| -> Value {
        let cells = names.clone().zip(row.iter().map(cell_value));
        BTreeMap::from_iter(cells).into()
    };
    table.rows.iter().map(row).collect()
}

fn cell_value(cell: &Cell) -> Value {
    match cell {
        Cell::Text(text) | Cell::Word(text, _) => text.as_str().into(),
        Cell::Integer(number) => (*number).into(),
        Cell::Real(number) => (*number).into(),
        Cell::Probability(probability) => number_value(PageNumber::exact(*probability)),
        Cell::Empty => ().into(),
    }
}
