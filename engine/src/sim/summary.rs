//! The summary of a run: its rows with estimates, means with their spread, and distributions.

use super::VALUE_VERSION;
pub use super::driver::StopProgress;
pub use super::experiment::ExampleReason;
use super::experiment::Experiment;
use super::measure::{self, Measure};
pub use super::run::StopReason;
use super::run::{RangeSet, Run};
use super::settings::SettingValue;
use super::table::{Column, ExperimentInfo, Field, FieldValue, Row, RowSelection, field_value};
use crate::stats::compare::ExactAgreement;
use crate::stats::quantile::Quantile;
use crate::stats::{
    Confidence, Histogram, HistogramSpec, Interval, IntervalSpec, Moments, Proportion,
    ProportionMethod, Record, Tally,
};
use std::any::Any;
use std::sync::Arc;

/// The summary of one run.
///
/// ```
/// use pioche_engine::experiments::{Alliances, Experiment};
/// use pioche_engine::cards::Pack;
/// use pioche_engine::sim::{RunOptions, Seed, Summary};
/// use pioche_engine::stats::{Confidence, ProportionMethod};
/// use std::sync::Arc;
///
/// let experiment = Arc::new(Alliances::automatic(Pack::PIQUET));
/// let run = experiment.run(experiment.plan(Seed(1), 1000), &RunOptions::default())?;
/// let confidence = Confidence::new(0.95).expect("a level");
/// let summary = Summary::new(experiment, &run, confidence, ProportionMethod::Wilson);
/// assert_eq!((summary.reproduced_deals, summary.seed), (1000, 1));
/// // A row for each number of piles from 2 to 32; with 32 piles allowed, every game is won.
/// let last = summary.rows.last().expect("a row");
/// assert_eq!((summary.rows.len(), last.value), (31, 1.0));
/// # Ok::<(), pioche_engine::sim::driver::ThreadStartError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Summary {
    /// The experiment.
    pub experiment: Arc<dyn Experiment>,
    /// The name of the experiment, as in a tally file.
    pub name: String,
    /// The description of the experiment.
    pub info: ExperimentInfo,
    /// The settings of the experiment.
    pub settings: Vec<Field>,
    /// The columns of the table.
    pub columns: Vec<Column>,
    /// The number of deals of a plan without a stop rule that reproduces the run; for a part of a plan, that of the whole.
    pub reproduced_deals: u64,
    /// The version of the values, see [`VALUE_VERSION`].
    pub value_version: u32,
    /// The key of the random streams: runs with the same key and seed simulated the same deals.
    pub stream_key: String,
    /// The master seed.
    pub seed: u64,
    /// The number of deals that were simulated.
    pub deals: u64,
    /// The numbers of these deals.
    pub done: RangeSet,
    /// The number of deals of the plan; `None` when only a stop rule ends the run.
    pub planned_deals: Option<u64>,
    /// The requested precision and the one that was reached; `None` without a stop rule.
    pub stop_progress: Option<StopProgress>,
    /// The reason why the run ended.
    pub stop_reason: StopReason,
    /// The level of all intervals.
    pub confidence: Confidence,
    /// The method of the intervals of probabilities.
    pub method: ProportionMethod,
    /// All rows of the table.
    pub rows: Vec<Row>,
    /// The means, with their spread.
    pub means: Vec<NamedMean>,
    /// The named probabilities.
    pub proportions: Vec<NamedProportion>,
    /// The histograms of the tally, in the order of its schema.
    pub histograms: Vec<Histogram>,
    /// The record that is reported as the best deal; `None` when the experiment has none.
    pub best_record: Option<Record>,
    /// The example deals; empty until they are searched with [`find_examples`](super::find_examples).
    pub examples: Vec<Example>,
    /// The rows that were selected to be shown; `None` for all that are not hidden.
    pub row_selection: Option<RowSelection>,
}

impl Summary {
    /// Computes the summary of a run of `experiment`; `method` is that of the intervals of probabilities.
    pub fn new(
        experiment: Arc<dyn Experiment>,
        run: &Run,
        confidence: Confidence,
        method: ProportionMethod,
    ) -> Self {
        let info = experiment.info();
        let settings = experiment.settings();
        let columns = experiment.columns();
        let tally = &run.tally;
        let measures = experiment.measures();
        let spec = (method, confidence);
        let best_record = experiment.best_record_index();
        let stop_progress = |stop_rule| StopProgress::new(&measures, stop_rule, tally);
        Self {
            name: run.plan.experiment.clone(),
            reproduced_deals: run.reproduced_deals(),
            value_version: VALUE_VERSION,
            stream_key: experiment.stream_key(),
            seed: run.plan.seed.0,
            deals: tally.deals,
            done: run.done.clone(),
            planned_deals: run.plan.deal_limit(),
            stop_progress: run.plan.stop_rule.as_ref().map(stop_progress),
            stop_reason: run.stop_reason,
            confidence,
            method,
            rows: measure::table_rows(&measures, &columns, &settings, tally, spec),
            means: measures
                .iter()
                .filter_map(|measure| NamedMean::new(measure, tally, confidence))
                .collect(),
            proportions: measures
                .iter()
                .filter_map(|measure| NamedProportion::new(measure, tally, spec))
                .collect(),
            histograms: tally.histograms.clone(),
            best_record: best_record.map(|index| tally.records[index]),
            examples: Vec::new(),
            row_selection: None,
            info,
            settings,
            columns,
            experiment,
        }
    }

    /// Returns the experiment as a value of its type; `None` when it is of another type.
    pub fn experiment_as<E: Experiment>(&self) -> Option<&E> {
        let experiment: &dyn Any = self.experiment.as_ref();
        experiment.downcast_ref()
    }

    /// Returns the rows to be shown: those that were selected, or all that are not hidden.
    pub fn rows_to_display(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| match &self.row_selection {
            Some(selection) => selection.has_row(&row.fields),
            None => !row.is_trailing_empty,
        })
    }

    /// Returns the rows that files hold: those that are not hidden.
    pub fn visible_rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| !row.is_trailing_empty)
    }

    /// Returns the value of a setting.
    pub fn setting(&self, key: &str) -> Option<&FieldValue> {
        field_value(&self.settings, key)
    }

    /// Returns the histogram with this [column](crate::stats::HistogramSpec::column), and what it counts.
    pub fn histogram(&self, column: &str) -> Option<(HistogramSpec, &Histogram)> {
        let specs = self.experiment.tally_schema().histograms.into_iter();
        specs
            .zip(&self.histograms)
            .find(|(spec, _)| spec.column == column)
    }

    /// Returns the share of deals with each value of the histogram with this column, from the lowest value seen to the
    /// highest; empty if the run has no such histogram.
    pub fn distribution(&self, column: &str) -> Vec<ValueShare> {
        let Some((spec, histogram)) = self.histogram(column) else {
            return Vec::new();
        };
        let share = |(entry, &count): (usize, &u64)| {
            let proportion = Proportion::new(count, self.deals);
            ValueShare {
                value: entry as i64 + spec.value_offset,
                proportion,
                interval: proportion.interval(self.method, self.confidence),
            }
        };
        let counts = histogram.counts().iter().enumerate();
        counts
            .skip_while(|(_, count)| **count == 0)
            .map(share)
            .collect()
    }

    /// Returns the row with this name, such as an outcome.
    pub fn row(&self, row_name: &str) -> Option<&Row> {
        let column = self.columns.iter().find_map(|column| match column {
            Column::RowName(name) => Some(*name),
            _ => None,
        })?;
        let has_name = |row: &&Row| {
            row.field(column)
                .is_some_and(|value| value.to_string() == row_name)
        };
        self.rows.iter().find(has_name)
    }

    /// Returns the exact value of the row with this name.
    pub fn exact_value(&self, row_name: &str) -> Option<f64> {
        self.row(row_name)?.exact
    }

    /// Returns the mean with this name.
    pub fn named_mean(&self, name: &str) -> Option<&NamedMean> {
        self.means.iter().find(|quantity| quantity.name == name)
    }

    /// Returns the probability with this name.
    pub fn named_proportion(&self, name: &str) -> Option<&NamedProportion> {
        self.proportions
            .iter()
            .find(|proportion| proportion.name == name)
    }
}

/// The share of deals with a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueShare {
    /// The value.
    pub value: i64,
    /// The counts.
    pub proportion: Proportion,
    /// The interval.
    pub interval: Interval,
}

/// A quantity with its mean and spread.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedMean {
    /// The name, as in JSON.
    pub name: &'static str,
    /// The number of values, the mean and the spread.
    pub moments: Moments,
    /// The interval of the mean; `None` when all values are equal, or too few for the method.
    pub interval: Option<Interval>,
    /// The quantiles of the values; none unless the experiment has them.
    pub quantiles: Vec<Quantile>,
    /// The number of deals with an unknown value. Mean, interval and quantiles leave these deals out.
    pub undecided_deals: u64,
    /// The limit at which deals were cut off, if these deals count with it; `None` for other means.
    pub limit: Option<u64>,
}

impl NamedMean {
    fn new(measure: &Measure, tally: &Tally, confidence: Confidence) -> Option<Self> {
        let moments = measure.moments(tally)?;
        Some(Self {
            name: measure.json_name?,
            moments,
            interval: moments.mean_interval(confidence),
            quantiles: measure.quantiles(tally, confidence),
            undecided_deals: measure.undecided_count_of_mean(tally),
            limit: measure.limit_of_mean(),
        })
    }
}

/// A share of the deals with its name and its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedProportion {
    /// The name, as in JSON.
    pub name: &'static str,
    /// The counts.
    pub proportion: Proportion,
    /// The interval.
    pub interval: Interval,
    /// True if it is also a row of the table.
    pub is_row: bool,
}

impl NamedProportion {
    fn new(measure: &Measure, tally: &Tally, spec: IntervalSpec) -> Option<Self> {
        let proportion = measure.proportion(tally)?;
        Some(Self {
            name: measure.json_name?,
            proportion,
            interval: proportion.interval(spec.0, spec.1),
            is_row: !measure.row_fields.is_empty(),
        })
    }
}

/// An example deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The reason why it is an example.
    pub rank: ExampleReason,
    /// The value of the deal in the ranked histogram, or that of its record.
    pub value: u64,
    /// The number of the deal, the first one with this value.
    pub deal: u64,
    /// The verb of the command that shows the deal: `show` or `solve`.
    pub verb: &'static str,
    /// The settings of that command.
    pub settings: Vec<SettingValue>,
}

/// Tests the estimates of all rows against their exact probabilities; `None` when no row has one.
pub fn exact_agreement<'a>(
    summaries: impl IntoIterator<Item = &'a Summary>,
) -> Option<ExactAgreement> {
    let rows = summaries
        .into_iter()
        .flat_map(|summary| summary.visible_rows().map(move |row| (summary, row)));
    ExactAgreement::from_shares(rows.filter_map(|(summary, row)| {
        let share = Proportion::new(row.proportion?.count, summary.deals);
        Some((share, row.exact?, row.interval?))
    }))
}
