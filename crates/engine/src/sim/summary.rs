//! The summary of a run: the estimates of its measures, and distributions.

use super::difference::Difference;
pub use super::driver::StopProgress;
use super::experiment::Experiment;
use super::joint::Joint;
use super::measure::{Measure, Row, estimates};
use super::run::Run;
pub use super::run::StopReason;
use super::settings::{Field, differing_settings, field_value};
use super::table::{Column, RowSelection};
use super::values::FieldValue;
use crate::stats::compare::independent_difference;
use crate::stats::{Confidence, Histogram, HistogramSpec, Moments, Proportion, RecordKind};
use std::any::Any;
use std::sync::Arc;

/// The summary of one run.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The experiment.
    pub experiment: Arc<dyn Experiment>,
    /// The run: its plan, its deals and their counts.
    pub run: Run,
    /// The settings of the experiment.
    pub settings: Vec<Field>,
    /// The columns of the table.
    pub columns: Vec<Column>,
    /// The level of all intervals.
    pub confidence: Confidence,
    /// The estimates of the measures that apply to the run.
    pub estimates: Vec<Row>,
    /// The rows that were selected to be shown; `None` for all that are not hidden.
    pub row_selection: Option<RowSelection>,
    /// The joint run of which it is a member, with the counts of all members and of their pairs; `None` for a run alone.
    pub joint: Option<Arc<Run>>,
    /// The game with which its rows are compared; `None` for a run without differences.
    pub usual: Option<UsualGame>,
}

impl Summary {
    /// Computes the summary of a run of `experiment`, with intervals at a level.
    pub fn new(experiment: Arc<dyn Experiment>, run: &Run, confidence: Confidence) -> Self {
        let measures = experiment.measures();
        Self::with_differences(experiment, &measures, run, confidence, |_| None)
    }

    /// Computes the summary of a run from the measures of its experiment; `difference` returns the difference to the usual setting in the measure with an index.
    fn with_differences(
        experiment: Arc<dyn Experiment>,
        measures: &[Measure],
        run: &Run,
        confidence: Confidence,
        difference: impl Fn(usize) -> Option<Difference>,
    ) -> Self {
        let settings = experiment.settings();
        let columns = experiment.columns();
        let tally = &run.tally;
        Self {
            estimates: estimates(measures, &columns, &settings, tally, confidence, difference),
            run: run.clone(),
            confidence,
            row_selection: None,
            joint: None,
            usual: None,
            settings,
            columns,
            experiment,
        }
    }

    /// The summaries of the members of a joint run; of another run, its own.
    pub fn of_members(self) -> Vec<Self> {
        let Some(joint) = self.experiment_as::<Joint>() else {
            return vec![self];
        };
        let joint_run = Arc::new(self.run.clone());
        let mut summaries = Vec::new();
        for (member, run) in joint.members.iter().zip(joint.member_runs(&self.run)) {
            let place = summaries.len();
            let difference =
                |measure| joint.difference(place, measure, &self.run.tally, self.confidence);
            let member = Arc::clone(member);
            let measures = joint.measures_of(place);
            let mut summary =
                Self::with_differences(member, measures, &run, self.confidence, difference);
            summary.joint = Some(Arc::clone(&joint_run));
            summary.usual = Some(UsualGame {
                settings: joint.usual_settings.clone(),
                seed: self.seed(),
            });
            summaries.push(summary);
        }
        summaries
    }

    /// The name of the experiment, as in a tally file.
    pub fn name(&self) -> &str {
        &self.run.plan.experiment
    }

    /// The topic of the experiment.
    pub fn topic(&self) -> &'static str {
        self.experiment.topic()
    }

    /// The plural noun of the simulated units: `deals` or `games`.
    pub fn unit(&self) -> &'static str {
        self.experiment.info().unit
    }

    /// The master seed.
    pub fn seed(&self) -> u64 {
        self.run.plan.seed.0
    }

    /// The number of deals that were simulated.
    pub fn deals(&self) -> u64 {
        self.run.tally.deals
    }

    /// The key of the random streams, and the seed: runs with the same ones simulated the same deals.
    pub fn stream_key_and_seed(&self) -> (String, u64) {
        (self.experiment.stream_key(), self.seed())
    }

    /// The requested precision and the one that was reached; `None` without a stop rule.
    pub fn stop_progress(&self) -> Option<StopProgress> {
        let stop_rule = self.run.plan.stop_rule.as_ref()?;
        let measures = self.experiment.measures();
        Some(StopProgress::new(&measures, stop_rule, &self.run.tally))
    }

    /// The experiment as a value of its type; `None` when it is of another type.
    pub fn experiment_as<E: Experiment>(&self) -> Option<&E> {
        let experiment: &dyn Any = self.experiment.as_ref();
        experiment.downcast_ref()
    }

    /// The rows to be shown: those that were selected, or all that are not hidden.
    pub fn rows_to_display(&self) -> impl Iterator<Item = &Row> {
        self.rows().filter(|row| self.is_displayed(row))
    }

    /// True for a row to be shown.
    pub fn is_displayed(&self, row: &Row) -> bool {
        match &self.row_selection {
            Some(selection) => selection.has_row(&row.fields),
            None => row.is_row() && !row.is_trailing_empty,
        }
    }

    /// The value of a setting.
    pub fn setting(&self, key: &str) -> Option<&FieldValue> {
        field_value(&self.settings, key)
    }

    /// The histogram with this [column](crate::stats::HistogramSpec::column), and what it counts.
    pub fn histogram(&self, column: &str) -> Option<(HistogramSpec, &Histogram)> {
        let specs = self.experiment.tally_schema().histograms.into_iter();
        specs
            .zip(&self.run.tally.histograms)
            .find(|(spec, _)| spec.column == column)
    }

    /// Returns all rows of the table.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.estimates.iter().filter(|estimate| estimate.is_row())
    }

    /// The column that names a row within the run, such as `outcome`.
    pub fn row_name_column(&self) -> Option<&'static str> {
        self.columns.iter().find_map(|column| match column {
            Column::RowName(name) => Some(*name),
            _ => None,
        })
    }

    /// The row with this name, such as an outcome.
    pub fn row(&self, row_name: &str) -> Option<&Row> {
        let column = self.row_name_column()?;
        self.rows().find(|row| {
            row.field(column)
                .is_some_and(|value| value.to_string() == row_name)
        })
    }

    /// The exact value of the row with this name.
    pub fn exact_value(&self, row_name: &str) -> Option<f64> {
        self.row(row_name)?.exact
    }

    fn named_estimates(&self) -> impl Iterator<Item = &Row> {
        self.estimates
            .iter()
            .filter(|estimate| !estimate.name.is_empty())
    }

    /// The means that have a name, each with its spread.
    pub fn means(&self) -> impl Iterator<Item = (&Row, Moments)> {
        self.named_estimates()
            .filter_map(|estimate| Some((estimate, estimate.moments?)))
    }

    /// The rows with the settings of the run, without those of the usual game on the same deals.
    pub fn own_rows(&self) -> impl Iterator<Item = &Row> {
        self.rows().filter(|row| {
            row.fields.iter().all(|field| {
                let setting = self.setting(field.key());
                setting.is_none_or(|value| *value == field.value)
            })
        })
    }

    /// The shares that have a name, each with its counts.
    pub fn shares(&self) -> impl Iterator<Item = (&Row, Proportion)> {
        self.named_estimates()
            .filter_map(|estimate| Some((estimate, estimate.proportion?)))
    }

    /// The mean or the share with this name.
    pub fn estimate(&self, name: &str) -> Option<&Row> {
        self.named_estimates()
            .find(|estimate| estimate.name == name)
    }

    /// The deals that the tally records, if the experiment can show them.
    pub fn examples(&self) -> Vec<Example> {
        let mut examples = Vec::new();
        if self.experiment.show_settings().is_none() {
            return examples;
        }
        let tally = &self.run.tally;
        for ((name, kind), record) in tally.schema.records.iter().zip(&tally.records) {
            if let Some((value, deal)) = record.value_and_deal {
                let is_extreme = !matches!(kind, RecordKind::FirstWithValue(..));
                examples.push(Example {
                    kind: *kind,
                    name,
                    value: is_extreme.then_some(value),
                    deal,
                });
            }
        }
        examples
    }

    /// The counts of the share with this name.
    pub fn proportion(&self, name: &str) -> Option<Proportion> {
        self.estimate(name)?.proportion
    }
}

/// A game with which others are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsualGame {
    /// The settings.
    pub settings: Vec<Field>,
    /// The master seed of its deals.
    pub seed: u64,
}

/// Compares each run that has no difference yet and other deals than the usual run with it, as independent estimates.
pub fn compare_independent_runs(summaries: &mut [Summary]) {
    let settings: Vec<Vec<Field>> = summaries
        .iter()
        .map(|summary| summary.settings.clone())
        .collect();
    let keys = differing_settings(settings.iter().map(Vec::as_slice));
    let other_setting_count = |summary: &&Summary| {
        let fields = summary.settings.iter();
        fields
            .filter(|field| keys.contains(&field.key()) && !field.has_default())
            .count()
    };
    let Some(usual) = summaries.iter().min_by_key(other_setting_count).cloned() else {
        return;
    };
    for summary in summaries {
        if summary.stream_key_and_seed() == usual.stream_key_and_seed() {
            continue;
        }
        summary.usual.get_or_insert_with(|| UsualGame {
            settings: usual.settings.clone(),
            seed: usual.seed(),
        });
        let row_name_column = summary.row_name_column().unwrap_or_default();
        for estimate in &mut summary.estimates {
            let is_same_row = |row: &&Row| {
                row.name == estimate.name
                    && row.field(row_name_column) == estimate.field(row_name_column)
            };
            if estimate.is_row()
                && estimate.difference.is_none()
                && let Some(usual_row) = usual.rows().find(is_same_row)
            {
                let difference =
                    independent_row_difference([estimate, usual_row], usual.confidence);
                estimate.difference = Some(difference);
            }
        }
    }
}

fn independent_row_difference(rows: [&Row; 2], confidence: Confidence) -> Difference {
    let interval = match rows.map(Row::interval_estimate) {
        [Some(estimate), Some(usual)] => Some(independent_difference(estimate, usual)),
        _ => None,
    };
    Difference::new(rows[0].value - rows[1].value, interval, confidence)
        .with_exact_values(rows.map(|row| row.exact))
}

/// A deal that a tally records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The kind of the record.
    pub kind: RecordKind,
    /// The name of the record, such as `fewest`.
    pub name: &'static str,
    /// The lowest or highest value of a histogram, which the deal has; `None` for the first deal with some value.
    pub value: Option<u64>,
    /// The number of the deal.
    pub deal: u64,
}
