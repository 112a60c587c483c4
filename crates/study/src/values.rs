//! The values that fill the holes of a page: runs, and numbers with their intervals.
//!
//! A value has no language. The page writes it in its language: `{{ run.endless }}` in a sentence, `{{ run.endless | cell }}`
//! in a table.

use minijinja::value::{Object, Value};
use pioche_engine::sim::{FieldValue, Summary};
use pioche_engine::stats::Interval;
use pioche_report::answers::AnswerRow;
use pioche_report::number::PageNumber;
use pioche_report::table::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A number in a hole of a page.
#[derive(Clone, Debug)]
pub struct NumberValue(pub PageNumber);

impl NumberValue {
    /// Returns the interval of the number; both ends are the number itself if it is exact.
    pub fn interval(&self) -> Interval {
        self.0.estimate.interval
    }
}

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

impl From<PageNumber> for NumberValue {
    fn from(number: PageNumber) -> Self {
        Self(number)
    }
}

impl From<NumberValue> for Value {
    fn from(number: NumberValue) -> Self {
        Self::from_object(number)
    }
}

/// A run as a page sees it: `run.deals` is its number of deals, `run.values` a setting, `run.rounds` a share or a mean, and
/// `run.rows.player1` the row with this name.
#[derive(Debug)]
struct PageRun(Summary);

impl Object for PageRun {
    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn get_value(self: &Arc<Self>, name: &Value) -> Option<Value> {
        let key = name.as_str()?;
        let summary = &self.0;
        match key {
            "deals" => return Some(summary.deals().into()),
            "rows" => return Some(Value::from_object(PageRows(summary.clone()))),
            _ => {}
        }
        if let Some(setting) = summary.setting(key) {
            return Some(setting_value(setting));
        }
        let measure = summary.estimate(key).map(PageNumber::from)?;
        Some(NumberValue(measure).into())
    }
}

/// The rows of a run that have its settings, each exact if its exact value is known.
#[derive(Debug)]
struct PageRows(Summary);

impl Object for PageRows {
    fn get_value(self: &Arc<Self>, name: &Value) -> Option<Value> {
        row_number(&self.0, &name.to_string()).map(|number| NumberValue(number).into())
    }
}

/// Returns the number of a row with the settings of its run: exact if the exact value is known.
pub fn row_number(summary: &Summary, row_name: &str) -> Option<PageNumber> {
    let name_column = summary.row_name_column()?;
    let row = summary.rows().find(|row| {
        row.fields.iter().all(|field| {
            if field.key() == name_column {
                return field.value.to_string() == row_name;
            }
            let setting = summary.setting(field.key());
            setting.is_none_or(|value| *value == field.value)
        })
    })?;
    Some(match row.exact.filter(|_| row.proportion.is_some()) {
        Some(exact) => PageNumber::exact(exact),
        None => PageNumber::from(row),
    })
}

/// Returns runs as a list.
pub fn page_runs<'a>(summaries: impl IntoIterator<Item = &'a Summary>) -> Value {
    let run = |summary: &Summary| Value::from_object(PageRun(summary.clone()));
    summaries.into_iter().map(run).collect()
}

/// Returns the settings and the cells of an answer by their names.
pub fn answer_value(row: &AnswerRow) -> Value {
    let mut values = BTreeMap::new();
    for field in &row.settings {
        values.insert(field.key(), setting_value(&field.value));
    }
    for (heading, cell) in &row.cells {
        let value = match cell {
            Cell::Integer(integer) => (*integer).into(),
            Cell::Real(number) => (*number).into(),
            Cell::Probability(share) => NumberValue(PageNumber::exact(*share)).into(),
            Cell::Text(text) | Cell::Word(text, _) => text.as_str().into(),
            Cell::Empty => Value::UNDEFINED,
        };
        values.insert(heading.0, value);
    }
    Value::from(values)
}

fn setting_value(setting: &FieldValue) -> Value {
    match setting {
        FieldValue::Number(number) => (*number).into(),
        FieldValue::Word(_) | FieldValue::List(_) => setting.to_string().into(),
    }
}
