//! The values that fill the holes of a page: runs, estimates with their intervals, exact probabilities, commands.
//!
//! A value has no language. The environment of a page writes it in the language of the page: `{{ run.endless }}` in a
//! sentence, `{{ run.endless | cell }}` in a table.

use minijinja::value::{Object, Value};
use pioche_engine::sim::{FieldValue, Summary};
use pioche_report::command::{CommandLine, compact_commands};
use pioche_report::number::PageNumber;
use pioche_topics::Topic;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A number in a hole of a page.
#[derive(Clone, Debug)]
pub struct NumberValue(pub PageNumber);

impl Object for NumberValue {
    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    /// Returns a part of the number, such as `undecided` of a proportion and `max` of a mean.
    fn get_value(self: &Arc<Self>, name: &Value) -> Option<Value> {
        let key = name.as_str()?;
        match &self.0 {
            PageNumber::Measure(measure) => match key {
                "estimate" => Some(measure.value.into()),
                "undecided" => Some(measure.undecided_deals.into()),
                "count" => Some(measure.proportion?.count.into()),
                "total" => Some(measure.proportion?.total.into()),
                "standard_deviation" => Some(measure.moments?.standard_deviation.into()),
                "median" => Some(measure.moments?.median.into()),
                "mode" => Some(measure.moments?.mode.into()),
                "min" => Some(measure.moments?.min.into()),
                "max" => Some(measure.moments?.max.into()),
                _ => None,
            },
            PageNumber::Estimate(estimate) | PageNumber::Probability(estimate) => match key {
                "estimate" => Some(estimate.value.into()),
                "low" => Some(estimate.interval.low.into()),
                "high" => Some(estimate.interval.high.into()),
                _ => None,
            },
            PageNumber::Exact(probability) => match key {
                "estimate" => Some((*probability).into()),
                _ => None,
            },
        }
    }
}

impl From<NumberValue> for Value {
    fn from(number: NumberValue) -> Self {
        Self::from_object(number)
    }
}

/// A run as a page sees it.
///
/// `run.deals` is its number of deals, `run.values` a setting, `run.endless` a share or a mean,
/// `run.exact.player1` the exact probability of an outcome (`none` if it is unknown); a topic adds further values.
#[derive(Clone, Debug)]
pub struct PageRun {
    summary: Summary,
    further_values: BTreeMap<&'static str, Value>,
}

impl PageRun {
    pub fn new(summary: &Summary) -> Self {
        Self {
            summary: summary.clone(),
            further_values: BTreeMap::new(),
        }
    }

    /// Adds a value under a name of its own, before settings and measures of that name.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.further_values.insert(name, value.into());
        self
    }
}

impl Object for PageRun {
    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn get_value(self: &Arc<Self>, name: &Value) -> Option<Value> {
        let key = name.as_str()?;
        if let Some(value) = self.further_values.get(key) {
            return Some(value.clone());
        }
        let summary = &self.summary;
        match key {
            "deals" => return Some(summary.deals().into()),
            "exact" => return Some(Value::from_object(ExactValues(summary.clone()))),
            _ => {}
        }
        if let Some(setting) = summary.setting(key) {
            return Some(match setting {
                FieldValue::Number(number) => (*number).into(),
                FieldValue::Word(_) | FieldValue::List(_) => setting.to_string().into(),
            });
        }
        let measure = summary.estimate(key).map(PageNumber::from);
        measure.map(|number| NumberValue(number).into())
    }
}

impl From<PageRun> for Value {
    fn from(run: PageRun) -> Self {
        Self::from_object(run)
    }
}

/// The exact probabilities of a run, by the names of its rows.
#[derive(Debug)]
struct ExactValues(Summary);

impl Object for ExactValues {
    fn get_value(self: &Arc<Self>, name: &Value) -> Option<Value> {
        let key = name.as_str()?;
        let exact = self.0.exact_value(key).map(PageNumber::Exact);
        Some(optional(exact.map(NumberValue)))
    }
}

/// Returns runs as a list.
pub fn page_runs<'a>(summaries: impl IntoIterator<Item = &'a Summary>) -> Value {
    summaries.into_iter().map(PageRun::new).collect()
}

/// Returns a value, or `none` if there is none.
pub fn optional(value: Option<impl Into<Value>>) -> Value {
    value.map_or_else(|| Value::from(()), Into::into)
}

/// Returns the commands that reproduce some runs of a topic, as few as possible.
pub fn reproduction_commands(topic: &Topic, summaries: &[Summary]) -> Vec<String> {
    let accepts_list = |name: &str| {
        let mut options = topic.simulate.options.iter();
        options.any(|option| option.list_example.is_some() && option.flag_name()[2..] == *name)
    };
    let commands = summaries.iter().map(CommandLine::reproducing);
    let commands = compact_commands(commands, accepts_list);
    commands.iter().map(CommandLine::to_string).collect()
}
