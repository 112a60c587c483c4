//! The mistakes that explain the numbers of a wrong table: each mistake is simulated, and its numbers are compared with
//! the table as the right ones are.

use super::TableCheck;
use super::headings::row_name_keys;
use super::matching::{ReferenceRow, TableMatcher};
use super::simulation::ReferenceSimulation;
use crate::lang::{Problem, Text};
use crate::report::solution_report::{Explanation, SolutionReference, simulated_comparison};
use pioche_engine::sim::{Experiment, StopReason};
use pioche_engine::stats::compare::goodness_of_fit_p_value;
use pioche_engine::stats::reference::{ReferenceValue, StatedValue};
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::Arc;

/// The level at which the distribution of the rows rules a mistake out, beside the test of each row.
const DISTRIBUTION_LEVEL: f64 = 0.01;
/// A change that turns a right number into the one of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Transformation {
    Multiplied(f64),
    /// The mean without its decimals, as `//` gives it.
    WholeMean,
}

impl Transformation {
    /// Returns the number before the transformation.
    fn undo(self, stated: StatedValue, reference: &ReferenceValue) -> StatedValue {
        let is_mean = matches!(reference, ReferenceValue::Mean { .. });
        match self {
            Self::Multiplied(factor) => StatedValue {
                value: stated.value / factor,
                max_rounding_error: stated.max_rounding_error / factor,
                ..stated
            },
            Self::WholeMean if is_mean && stated.value.fract() == 0.0 => StatedValue {
                value: stated.value + 0.5,
                max_rounding_error: 0.5,
                ..stated
            },
            Self::WholeMean => stated,
        }
    }

    fn apply(self, reference: &ReferenceValue) -> f64 {
        match (self, reference) {
            (Self::Multiplied(factor), _) => reference.value() * factor,
            (Self::WholeMean, ReferenceValue::Mean { value, .. }) => value.floor(),
            (Self::WholeMean, _) => reference.value(),
        }
    }
}

/// The transformations of right tables, such as the division by a wrong number of games.
const TRANSFORMATIONS: [(&str, Transformation, Text); 5] = [
    (
        "ten_times_too_small",
        Transformation::Multiplied(0.1),
        Text::new("dix fois trop petit", "ten times too small"),
    ),
    (
        "hundred_times_too_small",
        Transformation::Multiplied(0.01),
        Text::new(
            "cent fois trop petit, comme des pourcentages divisés encore par 100",
            "a hundred times too small, as percentages divided by 100 again",
        ),
    ),
    (
        "ten_times_too_large",
        Transformation::Multiplied(10.0),
        Text::new("dix fois trop grand", "ten times too large"),
    ),
    (
        "hundred_times_too_large",
        Transformation::Multiplied(100.0),
        Text::new(
            "cent fois trop grand, comme des pourcentages pris pour des probabilités",
            "a hundred times too large, as percentages taken for probabilities",
        ),
    ),
    (
        "whole_mean",
        Transformation::WholeMean,
        Text::new(
            "une moyenne par division entière, sans ses décimales",
            "a mean by integer division, without its decimals",
        ),
    ),
];
const NO_CHANGE: Transformation = Transformation::Multiplied(1.0);
/// The share of the deals that are simulated first, and the level at which a mistake is ruled out by them.
const FIRST_STAGE: (f64, f64) = (0.05, 1e-6);
/// The intended time of all simulations of a mistake on one core, in nanoseconds.
const NANOSECONDS_PER_MISTAKE: f64 = 3e8;
const MIN_DEALS: u64 = 2_000;
const MAX_DEALS: u64 = 1_000_000;
/// The number of games of a table that states none.
const ASSUMED_GAMES: NonZeroU64 = NonZeroU64::new(1000).unwrap();

/// Adds the mistakes that explain a table to its report, the most probable first, unless chance can explain it. A table
/// without a number of games is taken for one of [`ASSUMED_GAMES`]. Returns false if a signal ended the search.
pub fn add_explanations(
    matched: &mut TableMatcher<'_>,
    check: &mut TableCheck<'_>,
) -> Result<bool, Problem> {
    let mut diagnosis = Diagnosis {
        matched,
        level: 1.0 - check.args.intervals.confidence.level(),
        check,
    };
    let p_value_of_truth = diagnosis.rows_p_value(&matched.report.references, NO_CHANGE);
    if p_value_of_truth >= diagnosis.level {
        return Ok(true);
    }
    let mut mistakes = diagnosis.mistakes();
    let mistakes_tried = mistakes.len() + TRANSFORMATIONS.len();
    // A table that chance could have made, given so many mistakes, is not explained by one.
    if p_value_of_truth * mistakes_tried as f64 >= diagnosis.level {
        matched.report.explanations = Some(Vec::new());
        return Ok(true);
    }
    let mut explanations = diagnosis.transformed_tables();
    if explanations.is_empty() {
        for &(key, text) in matched.topic.mistakes.iter().copied().flatten() {
            let Some(sources) = mistakes.remove(key) else {
                continue;
            };
            match diagnosis.test_mistake_in_stages((key, text), &sources)? {
                MistakeTest::Explains(explanation) => explanations.push(explanation),
                MistakeTest::RuledOut => {}
                MistakeTest::Interrupted => return Ok(false),
            }
        }
        explanations.sort_by(|one, other| other.p_value.total_cmp(&one.p_value));
    }
    matched.report.explanations = Some(explanations);
    Ok(true)
}

/// The search for mistakes that explain a table.
struct Diagnosis<'a, 'b> {
    matched: &'a TableMatcher<'a>,
    /// The level of the test of the right numbers, and of each mistake.
    level: f64,
    check: &'a mut TableCheck<'b>,
}

/// The simulations with a mistake, by the index of the right simulation.
type MistakenSources = HashMap<usize, Arc<dyn Experiment>>;

/// The result of the test of a mistake.
enum MistakeTest {
    Explains(Explanation),
    RuledOut,
    Interrupted,
}

impl Diagnosis<'_, '_> {
    /// Tests a mistake with few deals, and with all of them if these do not rule it out.
    fn test_mistake_in_stages(
        &mut self,
        mistake: (&'static str, Text),
        sources: &MistakenSources,
    ) -> Result<MistakeTest, Problem> {
        match self.test_mistake(mistake, sources, FIRST_STAGE)? {
            MistakeTest::Explains(_) => self.test_mistake(mistake, sources, (1.0, self.level)),
            test => Ok(test),
        }
    }

    /// Returns the smallest p-value of all rows before a transformation, after the correction for their number.
    fn rows_p_value(
        &self,
        references: &[SolutionReference],
        transformation: Transformation,
    ) -> f64 {
        let sources = 0..self.matched.sources.len();
        sources
            .map(|source| self.min_adjusted_p_value(source, references, transformation))
            .fold(1.0, f64::min)
    }

    /// Returns the transformations of the right numbers that explain the table.
    fn transformed_tables(&self) -> Vec<Explanation> {
        let mut explanations = Vec::new();
        for (key, transformation, text) in TRANSFORMATIONS {
            let p_value = self.rows_p_value(&self.matched.report.references, transformation);
            if p_value < self.level {
                continue;
            }
            let transformed = |reference: &SolutionReference| SolutionReference {
                value: ReferenceValue::Exact(transformation.apply(&reference.value)),
                interval: None,
                ..reference.clone()
            };
            explanations.push(Explanation {
                key,
                text,
                references: self
                    .matched
                    .report
                    .references
                    .iter()
                    .map(transformed)
                    .collect(),
                p_value,
            });
        }
        explanations
    }

    /// Returns the mistakes in the simulations of the table, by their keys.
    fn mistakes(&self) -> HashMap<&'static str, MistakenSources> {
        let mut mistakes: HashMap<&'static str, MistakenSources> = HashMap::new();
        for (index, source) in self.matched.sources.iter().enumerate() {
            if self.matched.references_of(index).next().is_none() {
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

    /// Simulates a mistake, one source after the other, until a row of the table rules it out. Where a simulation cannot
    /// have the mistake, the right numbers are compared.
    fn test_mistake(
        &mut self,
        (key, text): (&'static str, Text),
        sources: &MistakenSources,
        (share_of_deals, level): (f64, f64),
    ) -> Result<MistakeTest, Problem> {
        let mut references = self.matched.report.references.to_vec();
        let mut p_value = 1.0_f64;
        let nanoseconds = share_of_deals * NANOSECONDS_PER_MISTAKE / sources.len() as f64;
        for source in 0..self.matched.sources.len() {
            if let Some(experiment) = sources.get(&source) {
                let Some(simulation) = self.simulate(key, source, experiment, nanoseconds)? else {
                    return Ok(MistakeTest::Interrupted);
                };
                let row_key = self.matched.topic.simulate.row_option.key();
                for (index, right_row) in self.matched.references_of(source) {
                    let name = self.matched.report.references[index].name.clone();
                    let row = self.mistaken_row(right_row, &simulation);
                    let intervals = &self.check.args.intervals;
                    let reference =
                        row.and_then(|row| simulation.reference(row, name, row_key, intervals));
                    let Some(reference) = reference else {
                        return Ok(MistakeTest::RuledOut);
                    };
                    references[index] = reference;
                }
            }
            p_value = p_value.min(self.min_adjusted_p_value(source, &references, NO_CHANGE));
            let fits = level < self.level
                || self.distribution_p_value(source, &references) >= DISTRIBUTION_LEVEL;
            if p_value < level || !fits {
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
    fn simulate(
        &mut self,
        key: &str,
        source: usize,
        experiment: &Arc<dyn Experiment>,
        nanoseconds: f64,
    ) -> Result<Option<ReferenceSimulation>, Problem> {
        let mut simulation =
            ReferenceSimulation::new(self.matched.topic, Arc::clone(experiment), None);
        let right_rows = self.matched.references_of(source);
        let rows = right_rows.filter_map(|(_, row)| self.mistaken_row(row, &simulation));
        let deals = nanoseconds / experiment.info().nanoseconds_per_deal;
        let deals = (deals as u64).clamp(MIN_DEALS, MAX_DEALS);
        let deals = simulation.needed_deals(rows, deals);
        let name = format!("{key} {}", experiment.name());
        let run = self.check.run(name, experiment, deals, &mut |_| ())?;
        if run.stop_reason == StopReason::Interrupted {
            return Ok(None);
        }
        simulation.run = Some(run);
        Ok(Some(simulation))
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
        let name_keys = row_name_keys(self.matched.topic);
        let cells = &self.matched.simulation_row(right_row).cells;
        let name = cells.iter().find(|(key, _)| name_keys.contains(key))?;
        simulation
            .rows
            .iter()
            .rposition(|row| row.cells.contains(name))
    }

    /// Returns the smallest p-value of the table's rows from a source before a transformation, after Holm's correction for all
    /// rows.
    fn min_adjusted_p_value(
        &self,
        source: usize,
        references: &[SolutionReference],
        transformation: Transformation,
    ) -> f64 {
        let rows = &self.matched.report.rows;
        let comparison_count = rows
            .iter()
            .filter(|row| references[row.reference_index as usize].is_comparable)
            .count();
        let p_values = rows
            .iter()
            .filter(|row| self.matched.references[row.reference_index as usize].source == source)
            .map(|row| {
                let compare = |references: &[SolutionReference], stated: StatedValue| {
                    let value = &references[row.reference_index as usize].value;
                    simulated_comparison(stated, value, ASSUMED_GAMES)
                };
                let value = &references[row.reference_index as usize].value;
                let stated = transformation.undo(row.stated, value);
                let is_share = matches!(value, ReferenceValue::Share(_) | ReferenceValue::Exact(_));
                if is_share
                    && self.matched.topic.hand_in.has_probabilities
                    && stated.value > 1.0 + 1e-9
                {
                    return 0.0;
                }
                match compare(references, stated) {
                    Some(comparison) => comparison.p_value * comparison_count as f64,
                    // A mistake that leaves no spread does not explain a number.
                    None if compare(&self.matched.report.references, row.stated).is_some() => 0.0,
                    None => 1.0,
                }
            });
        p_values.fold(1.0, f64::min)
    }

    /// Returns the p-value of the chi-square test of the rows from a source that count the same games; 1 where they cannot be
    /// told to be such.
    fn distribution_p_value(&self, source: usize, references: &[SolutionReference]) -> f64 {
        let mut shares: Vec<(f64, f64)> = Vec::new();
        let mut deals = None;
        let mut reference_total = None;
        for row in &self.matched.report.rows {
            let index = row.reference_index as usize;
            if self.matched.references[index].source != source {
                continue;
            }
            let share = match references[index].value {
                ReferenceValue::Exact(share) => share,
                ReferenceValue::Share(share) => {
                    reference_total = Some(share.total);
                    share.estimate()
                }
                _ => continue,
            };
            let Some(row_deals) = row.stated.deals.map(NonZeroU64::get) else {
                return 1.0;
            };
            let is_exact = row.stated.max_rounding_error * row_deals as f64 <= 0.5;
            if *deals.get_or_insert(row_deals) != row_deals || !is_exact {
                return 1.0;
            }
            shares.push((share, row.stated.value));
        }
        let deals = deals.unwrap_or(0) as f64;
        let is_disjoint = shares.iter().map(|(share, _)| share).sum::<f64>() <= 1.0 + 1e-6;
        if !is_disjoint {
            shares.sort_by(|one, other| one.0.total_cmp(&other.0));
            if !shares.is_sorted_by_key(|(_, stated)| *stated) {
                return 1.0;
            }
            for place in (1..shares.len()).rev() {
                shares[place].0 -= shares[place - 1].0;
                shares[place].1 -= shares[place - 1].1;
            }
        }
        let other_share: (f64, f64) = shares.iter().fold((1.0, 1.0), |other_share, pair| {
            (other_share.0 - pair.0, other_share.1 - pair.1)
        });
        shares.push((other_share.0.max(0.0), other_share.1.max(0.0)));
        let counts: Vec<u64> = shares
            .iter()
            .map(|(_, stated)| (stated * deals).round() as u64)
            .collect();
        let shares: Vec<f64> = shares.iter().map(|(share, _)| *share).collect();
        goodness_of_fit_p_value(&counts, &shares, reference_total)
    }
}
