//! The mistakes that explain the numbers of a wrong table: each mistake is simulated, and its numbers are compared with
//! the table as the right ones are.

use super::headings::row_name_keys;
use super::matching::{MatchedTable, ReferenceRow, ReferenceSimulation};
use super::{CheckSolutionArgs, LAYOUT_DEALS, RunCache, has_exact_probability, row_reference};
use crate::cli::console::Console;
use crate::cli::runner::play_deals;
use crate::lang::{Problem, Text};
use crate::report::solution_report::{Explanation, SolutionReference};
use crate::topics::Topic;
use pioche_engine::sim::{Experiment, Run, Seed, StopReason};
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::Arc;

/// The level at which a mistake is ruled out, after Holm's correction. A table with the mistake is recognised with a
/// probability of 1 minus this level.
const LEVEL: f64 = 0.005;
/// The share of the deals that are simulated first, and the level at which a mistake is ruled out by them.
const FIRST_STAGE: (f64, f64) = (0.05, 1e-6);
/// The intended time of all simulations of a mistake on one core, in nanoseconds.
const NANOSECONDS_PER_MISTAKE: f64 = 3e8;
const MIN_DEALS: u64 = 2_000;
const MAX_DEALS: u64 = 1_000_000;
/// The number of games of a table that states none.
const ASSUMED_GAMES: NonZeroU64 = NonZeroU64::new(1000).unwrap();

/// The search for mistakes that explain a table.
pub struct Diagnosis<'a> {
    pub topic: &'static Topic,
    pub matched: &'a MatchedTable,
    /// The right references.
    pub references: &'a [Arc<SolutionReference>],
    pub args: &'a CheckSolutionArgs,
    pub seed: Seed,
    pub console: &'a Console,
    pub runs: &'a mut RunCache,
}

/// The simulations with a mistake, by the index of the right simulation.
type MistakenSources = HashMap<usize, Arc<dyn Experiment>>;

/// The result of the test of a mistake.
enum MistakeTest {
    Explains(Explanation),
    RuledOut,
    Interrupted,
}

impl Diagnosis<'_> {
    /// Returns the mistakes that explain the table, the most probable first; `None` if a signal ended the search.
    pub fn explanations(&mut self) -> Result<Option<Vec<Explanation>>, Problem> {
        let mut mistakes = self.mistakes();
        let mut explanations = Vec::new();
        for &(key, text) in self.topic.mistakes.iter().copied().flatten() {
            let Some(sources) = mistakes.remove(key) else {
                continue;
            };
            let test = match self.test_mistake((key, text), &sources, FIRST_STAGE)? {
                MistakeTest::Explains(_) => {
                    self.test_mistake((key, text), &sources, (1.0, LEVEL))?
                }
                test => test,
            };
            match test {
                MistakeTest::Explains(explanation) => explanations.push(explanation),
                MistakeTest::RuledOut => {}
                MistakeTest::Interrupted => return Ok(None),
            }
        }
        explanations.sort_by(|one, other| other.p_value.total_cmp(&one.p_value));
        Ok(Some(explanations))
    }

    /// Returns whether the right numbers are ruled out, for a table without a number of games as for one of
    /// [`ASSUMED_GAMES`].
    pub fn truth_is_ruled_out(&self) -> bool {
        let level = 1.0 - self.args.intervals.confidence.level();
        let sources = 0..self.matched.sources.len();
        let p_values = sources.map(|source| self.min_adjusted_p_value(source, self.references));
        p_values.fold(1.0, f64::min) < level
    }

    /// Returns the mistakes in the simulations of the table, by their keys.
    fn mistakes(&self) -> HashMap<&'static str, MistakenSources> {
        let mut mistakes: HashMap<&'static str, MistakenSources> = HashMap::new();
        for (index, source) in self.matched.sources.iter().enumerate() {
            if self.rows_of_source(index).next().is_none() {
                continue;
            }
            for mistake in source.experiment.mistakes() {
                mistakes
                    .entry(mistake.key)
                    .or_default()
                    .insert(index, mistake.experiment.into());
            }
        }
        mistakes
    }

    /// Returns the references from a simulation, each with its index.
    fn rows_of_source(&self, source: usize) -> impl Iterator<Item = (usize, ReferenceRow)> {
        let rows = self.matched.references.iter().copied().enumerate();
        rows.filter(move |(_, row)| row.source == source)
    }

    /// Simulates a mistake, one source after the other, until a row of the table rules it out. Where a simulation cannot
    /// have the mistake, the right numbers are compared.
    fn test_mistake(
        &mut self,
        (key, text): (&'static str, Text),
        sources: &MistakenSources,
        (share_of_deals, level): (f64, f64),
    ) -> Result<MistakeTest, Problem> {
        let mut references = self.references.to_vec();
        let mut p_value = 1.0_f64;
        let nanoseconds = share_of_deals * NANOSECONDS_PER_MISTAKE / sources.len() as f64;
        for source in 0..self.matched.sources.len() {
            if let Some(experiment) = sources.get(&source) {
                let Some(run) = self.run(key, source, experiment, nanoseconds)? else {
                    return Ok(MistakeTest::Interrupted);
                };
                let simulation =
                    ReferenceSimulation::new(self.topic, Arc::clone(experiment), Some(run));
                for (index, right_row) in self.rows_of_source(source) {
                    let row = self.mistaken_row(right_row, &simulation);
                    let numbers = row.and_then(|row| {
                        row_reference(self.topic, &simulation, row, &self.args.intervals)
                    });
                    let Some(numbers) = numbers else {
                        return Ok(MistakeTest::RuledOut);
                    };
                    let right_reference = &self.references[index];
                    references[index] = Arc::new(SolutionReference {
                        name: right_reference.name.clone(),
                        cells: right_reference.cells.clone(),
                        ..numbers
                    });
                }
            }
            p_value = p_value.min(self.min_adjusted_p_value(source, &references));
            if p_value < level {
                return Ok(MistakeTest::RuledOut);
            }
        }
        Ok(MistakeTest::Explains(Explanation {
            key,
            text,
            references,
            p_value,
        }))
    }

    /// Simulates a source with a mistake for about `nanoseconds`; `None` if a signal interrupts it.
    fn run(
        &mut self,
        key: &str,
        source: usize,
        experiment: &Arc<dyn Experiment>,
        nanoseconds: f64,
    ) -> Result<Option<Run>, Problem> {
        let simulation = ReferenceSimulation::new(self.topic, Arc::clone(experiment), None);
        let has_exact_rows = self
            .rows_of_source(source)
            .filter_map(|(_, row)| self.mistaken_row(row, &simulation))
            .all(|row| has_exact_probability(&simulation.quantities[row]));
        let deals = if has_exact_rows {
            LAYOUT_DEALS
        } else {
            let deals = nanoseconds / experiment.info().nanoseconds_per_deal;
            (deals as u64).clamp(MIN_DEALS, MAX_DEALS)
        };
        let cache_key = (format!("{key} {}", experiment.name()), deals);
        if let Some(run) = self.runs.get(&cache_key) {
            return Ok(Some(run.clone()));
        }
        let plan = experiment.plan(self.seed, deals);
        let empty_run = Run::empty(plan, experiment.tally_layout());
        let threads = self.args.threads.count();
        let run = play_deals(
            experiment,
            (empty_run, 0..deals),
            threads,
            &mut |_| (),
            self.console,
        )?;
        if run.stop_reason == StopReason::Interrupted {
            return Ok(None);
        }
        self.runs.insert(cache_key, run.clone());
        Ok(Some(run))
    }

    /// Returns the row of a simulation with a mistake that corresponds to a row of the right one: the same one, or, if it
    /// has other rows, the last one with the same name.
    fn mistaken_row(
        &self,
        right_row: ReferenceRow,
        simulation: &ReferenceSimulation,
    ) -> Option<usize> {
        let right_rows = &self.matched.sources[right_row.source].rows;
        if simulation.rows.len() == right_rows.len() {
            return Some(right_row.row);
        }
        let name_keys = row_name_keys(self.topic);
        let name = right_rows[right_row.row]
            .iter()
            .find(|(key, _)| name_keys.contains(key))?;
        simulation
            .rows
            .iter()
            .rposition(|cells| cells.contains(name))
    }

    /// Returns the smallest p-value of the table's rows from a source, after Holm's correction for all rows.
    fn min_adjusted_p_value(&self, source: usize, references: &[Arc<SolutionReference>]) -> f64 {
        let rows = &self.matched.rows;
        let comparison_count = rows
            .iter()
            .filter(|row| references[row.reference_index as usize].is_comparable)
            .count();
        let p_values = rows
            .iter()
            .filter(|row| self.matched.references[row.reference_index as usize].source == source)
            .filter_map(|row| {
                let reference = &references[row.reference_index as usize];
                row.simulated_comparison(&reference.value, ASSUMED_GAMES)
            })
            .map(|comparison| comparison.p_value * comparison_count as f64);
        p_values.fold(1.0, f64::min)
    }
}
