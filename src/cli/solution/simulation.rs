//! The simulations with which a table is compared: their rows, and the reference values of these rows.

use super::headings::Statistic;
use crate::cli::args::IntervalArgs;
use crate::report::solution_report::SolutionReference;
use crate::topics::Topic;
use crate::topics::hand_in::STATISTIC;
use pioche_engine::sim::measure::Estimand;
use pioche_engine::sim::{Experiment, Measure, Run};
use pioche_engine::stats::Estimate;
use pioche_engine::stats::reference::{ExtremeReference, ReferenceValue};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A row of a simulation.
pub struct SimulationRow {
    /// The cells that name the row, by their columns.
    pub cells: Vec<(&'static str, String)>,
    /// The number of the row. The rows of the smallest and the largest result have the mean of the results.
    measure: Measure,
    /// The statistic that the row gives; `None` for the row of a result.
    pub statistic: Option<Statistic>,
}

impl SimulationRow {
    /// Returns the text of the cell in a column.
    pub fn cell(&self, column: &str) -> Option<&str> {
        let mut cells = self.cells.iter();
        let cell = cells.find(|(other, _)| *other == column);
        cell.map(|(_, text)| text.as_str())
    }

    fn has_exact_probability(&self) -> bool {
        let is_share = matches!(
            self.measure.estimand,
            Estimand::Share { .. } | Estimand::CustomShare(_)
        );
        is_share && self.measure.exact_value().is_some()
    }
}

/// A simulation with which rows of the table are compared.
pub struct ReferenceSimulation {
    pub experiment: Arc<dyn Experiment>,
    pub rows: Vec<SimulationRow>,
    /// The result, once the simulation was run.
    pub run: Option<Run>,
}

impl ReferenceSimulation {
    /// Creates a simulation. If rows are those of at most a result, it has rows of the mean, the smallest and the largest
    /// result, too.
    pub fn new(topic: &Topic, experiment: Arc<dyn Experiment>, run: Option<Run>) -> Self {
        let columns = experiment.columns();
        let settings = experiment.settings();
        let measures = experiment.measures();
        let is_row = |measure: &Measure| !measure.row_fields.is_empty();
        let mean_of_last_rows = measures
            .iter()
            .rposition(is_row)
            .and_then(|last_row| measures.get(last_row + 1))
            .filter(|measure| matches!(measure.estimand, Estimand::Mean { .. }))
            .filter(|_| topic.hand_in.has_cumulative_rows)
            .cloned();
        let row = |measure: Measure| SimulationRow {
            cells: measure
                .row_key(&columns, &settings)
                .into_iter()
                .map(|field| (field.key(), field.value.to_string()))
                .collect(),
            measure,
            statistic: None,
        };
        let mut rows: Vec<SimulationRow> = measures.into_iter().filter(is_row).map(row).collect();
        if let Some(mean) = mean_of_last_rows {
            let row_key = topic.simulate.row_option.key();
            let mut cells = rows.last().map_or_else(Vec::new, |row| row.cells.clone());
            cells.retain(|(key, _)| *key != row_key);
            rows.extend(Statistic::ALL.map(|statistic| {
                let name = (STATISTIC, statistic.key().to_owned());
                SimulationRow {
                    cells: cells.iter().cloned().chain([name]).collect(),
                    measure: mean.clone(),
                    statistic: Some(statistic),
                }
            }));
        }
        Self {
            experiment,
            rows,
            run,
        }
    }

    /// Returns the number of deals that these rows need, which is `usual_deals` unless all are exact probabilities.
    pub fn needed_deals(&self, mut rows: impl Iterator<Item = usize>, usual_deals: u64) -> u64 {
        /// The number of deals for exact probabilities, which need the layout of the tally only.
        const LAYOUT_DEALS: u64 = 64;
        if rows.all(|row| self.rows[row].has_exact_probability()) {
            LAYOUT_DEALS
        } else {
            usual_deals
        }
    }

    /// Returns the reference value of a row with this name; `None` if the simulation was not run.
    pub fn reference(
        &self,
        row: usize,
        name: String,
        row_key: &str,
        intervals: &IntervalArgs,
    ) -> Option<SolutionReference> {
        let run = self.run.as_ref()?;
        let row = &self.rows[row];
        let reference = |value, is_comparable, interval| SolutionReference {
            name,
            cells: row.cells.clone(),
            value,
            is_comparable,
            interval,
        };
        if let Some(statistic @ (Statistic::Smallest | Statistic::Largest)) = row.statistic {
            let is_largest = statistic == Statistic::Largest;
            let extreme = self.extreme(run, is_largest, row_key);
            return Some(reference(ReferenceValue::Extreme(extreme), true, None));
        }
        let measure = &row.measure;
        let exact = measure.exact_value();
        let estimate = measure
            .estimate_from(&run.tally, (intervals.interval, intervals.confidence))
            .unwrap_or(Estimate::NAN_UNBOUNDED);
        let is_comparable = (row.statistic.is_some() || measure.is_row_with_interval())
            && (exact.is_some() || !estimate.value.is_nan());
        let value = match (exact, measure.proportion(&run.tally)) {
            (Some(exact), Some(_)) => ReferenceValue::Exact(exact),
            (None, Some(share)) => ReferenceValue::Share(share),
            (_, None) => ReferenceValue::Mean {
                value: exact.unwrap_or(estimate.value),
                is_exact: exact.is_some(),
                standard_error: estimate.standard_error(intervals.confidence),
                deals: run.tally.deals,
            },
        };
        let interval = (is_comparable && exact.is_none()).then_some(estimate.interval);
        Some(reference(value, is_comparable, interval))
    }

    /// Returns the reference of the smallest or the largest result: the rows for at most each result of the same game as the
    /// last row, from the smallest result on.
    fn extreme(&self, run: &Run, is_largest: bool, row_key: &str) -> ExtremeReference {
        let mut first_value = None;
        let mut shares = Vec::new();
        for row in self.rows.iter().rev() {
            let result = row.cell(row_key).and_then(|result| result.parse().ok());
            let Some(result) = result else {
                continue;
            };
            if first_value.is_some_and(|larger: usize| result >= larger) {
                break;
            }
            first_value = Some(result);
            shares.extend(row.measure.proportion(&run.tally));
        }
        shares.reverse();
        ExtremeReference {
            first_value: first_value.unwrap_or_default(),
            shares_at_most: shares.into(),
            is_largest,
        }
    }
}

/// Names rows by their cells in a column and in all columns that differ.
pub fn distinguishing_row_labels(rows: &[&SimulationRow], required_column: &str) -> Vec<String> {
    let keys = rows.iter().flat_map(|row| &row.cells).map(|(key, _)| *key);
    let differs = |key: &&str| rows.iter().any(|row| row.cell(key) != rows[0].cell(key));
    let mut names: BTreeSet<&str> = keys.collect();
    names.retain(differs);
    names.extend([required_column, STATISTIC]);
    let name =
        |row: &&SimulationRow| row_text(row.cells.iter().filter(|(key, _)| names.contains(key)));
    rows.iter().map(name).collect()
}

/// Formats a row: `cards=32 nb_tas_max=2`.
pub fn row_text<'a>(cells: impl IntoIterator<Item = &'a (&'static str, String)>) -> String {
    cells
        .into_iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect::<Vec<_>>()
        .join(" ")
}
