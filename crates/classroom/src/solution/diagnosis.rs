//! The mistakes that explain the numbers of a wrong table: each mistake is simulated, and its numbers are compared with
//! the table as the right ones are.

use super::mistakes::mistake_texts;
use super::references::{Reference, Simulation};
use super::report::{Explanation, SolutionReport};
use super::vocabulary::Kind;
use pioche_engine::experiments::mistaken_programs;
use pioche_engine::sim::{Experiment, Run};
use pioche_engine::stats::compare::goodness_of_fit_p_value;
use pioche_engine::stats::reference::{ReferenceValue, StatedValue};
use pioche_engine::stats::{Confidence, IntervalSpec};
use pioche_report::lang::{Problem, Text};
use pioche_topics::Topic;
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
const TRANSFORMATIONS: [(&str, Transformation, Text); 4] = [
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

/// The type of [`Diagnosis::run`].
pub type RunFn<'a> =
    dyn FnMut(String, &Arc<dyn Experiment>, u64) -> Result<Option<Run>, Problem> + 'a;

/// The search for mistakes that explain a hand-in.
pub struct Diagnosis<'a> {
    /// The topic of the hand-in.
    pub topic: &'static Topic,
    /// The comparison in which numbers disagree.
    pub report: &'a SolutionReport,
    /// The simulations to which the references of the report belong, with their results.
    pub simulations: &'a [Simulation],
    /// The method and the confidence of the intervals of references.
    pub intervals: IntervalSpec,
    /// A function that simulates so many deals of an experiment, which the name identifies; it returns `None` if a signal
    /// interrupts it. The experiments are those of the hand-in and the same with a mistake.
    pub run: &'a mut RunFn<'a>,
}

/// The simulations with a mistake, by the index of the right simulation.
type MistakenPrograms = HashMap<usize, Arc<dyn Experiment>>;

impl Diagnosis<'_> {
    /// Returns the mistakes that explain numbers which disagree, the most probable first; `None` if chance can explain the
    /// numbers, or if they lack their number of games.
    ///
    /// # Errors
    /// When a simulation fails.
    pub fn search(&mut self) -> Result<Option<Vec<Explanation>>, Problem> {
        let has_games =
            self.report.rows.iter().all(|row| {
                row.statement.value.deals.is_some() || row.statement.kind == Kind::Exact
            });
        let p_value_of_truth = self.rows_p_value(&self.report.references, NO_CHANGE);
        if !has_games || p_value_of_truth >= self.level() {
            return Ok(None);
        }
        let mut programs = self.mistaken_programs();
        let mistakes_tried = programs.len() + TRANSFORMATIONS.len();
        // Numbers that chance could have made, given so many mistakes, are not explained by one.
        if p_value_of_truth * mistakes_tried as f64 >= self.level() {
            return Ok(Some(Vec::new()));
        }
        let mut explanations = self.transformed_tables();
        if explanations.is_empty() {
            for (key, text) in mistake_texts() {
                let Some(programs) = programs.remove(key) else {
                    continue;
                };
                explanations.extend(self.test_mistake_in_stages((key, text), &programs)?);
            }
            explanations.sort_by(|one, other| other.p_value.total_cmp(&one.p_value));
        }
        Ok(Some(explanations))
    }

    /// The level of the test of the right numbers, and of each mistake.
    fn level(&self) -> f64 {
        1.0 - self.intervals.1.level()
    }

    /// Tests a mistake with few deals, and with all of them if these do not rule it out.
    fn test_mistake_in_stages(
        &mut self,
        mistake: (&'static str, Text),
        programs: &MistakenPrograms,
    ) -> Result<Option<Explanation>, Problem> {
        let first_test = self.test_mistake(mistake, programs, FIRST_STAGE)?;
        if first_test.is_none() {
            return Ok(None);
        }
        self.test_mistake(mistake, programs, (1.0, self.level()))
    }

    /// Returns the smallest p-value of all rows before a transformation, after the correction for their number.
    fn rows_p_value(&self, references: &[Reference], transformation: Transformation) -> f64 {
        (0..self.simulations.len())
            .map(|simulation| self.min_adjusted_p_value(simulation, references, transformation))
            .fold(1.0, f64::min)
    }

    /// Returns the transformations of the right numbers that explain the table.
    fn transformed_tables(&self) -> Vec<Explanation> {
        let mut explanations = Vec::new();
        for (key, transformation, text) in TRANSFORMATIONS {
            let p_value = self.rows_p_value(&self.report.references, transformation);
            if p_value < self.level() {
                continue;
            }
            let transformed = |reference: &Reference| Reference {
                value: ReferenceValue::Exact(transformation.apply(&reference.value)),
                interval: None,
                ..reference.clone()
            };
            explanations.push(Explanation {
                key,
                text,
                references: self.report.references.iter().map(transformed).collect(),
                p_value,
            });
        }
        explanations
    }

    /// Returns the simulations with mistakes, by their keys.
    fn mistaken_programs(&self) -> HashMap<&'static str, MistakenPrograms> {
        let mut programs: HashMap<&'static str, MistakenPrograms> = HashMap::new();
        for (index, simulation) in self.simulations.iter().enumerate() {
            let mut references = self.report.references.iter();
            if !references.any(|reference| reference.simulation == index) {
                continue;
            }
            for (key, experiment) in mistaken_programs(simulation.experiment.as_ref()) {
                programs
                    .entry(key)
                    .or_default()
                    .insert(index, experiment.into());
            }
        }
        programs
    }

    /// Simulates a mistake, one simulation after the other, until a row rules it out, or a signal interrupts it. Where a simulation cannot have the mistake,
    /// the right numbers are compared.
    fn test_mistake(
        &mut self,
        (key, text): (&'static str, Text),
        programs: &MistakenPrograms,
        (share_of_deals, level): (f64, f64),
    ) -> Result<Option<Explanation>, Problem> {
        let mut references = self.report.references.clone();
        let mut p_value = 1.0_f64;
        let nanoseconds = share_of_deals * NANOSECONDS_PER_MISTAKE / programs.len() as f64;
        for index in 0..self.simulations.len() {
            if let Some(experiment) = programs.get(&index) {
                let mut simulation = Simulation::new(self.topic, Arc::clone(experiment), None);
                let own_references = references
                    .iter_mut()
                    .filter(|reference| reference.simulation == index);
                let mut mistaken_references = Vec::new();
                for reference in own_references {
                    let Some(row) = self.mistaken_row(reference, &simulation) else {
                        return Ok(None);
                    };
                    reference.row = row;
                    mistaken_references.push(reference);
                }
                let deals = nanoseconds / experiment.info().nanoseconds_per_deal;
                let deals = (deals as u64).clamp(MIN_DEALS, MAX_DEALS);
                let needed_deals = simulation.needed_deals(
                    mistaken_references.iter().map(|reference| &**reference),
                    deals,
                );
                let name = format!("{key} {}", experiment.name());
                simulation.run = (self.run)(name, experiment, needed_deals)?;
                if simulation.run.is_none() {
                    return Ok(None);
                }
                for reference in mistaken_references {
                    simulation.evaluate(reference, self.intervals);
                }
            }
            p_value = p_value.min(self.min_adjusted_p_value(index, &references, NO_CHANGE));
            let fits = level < self.level()
                || self.distribution_p_value(index, &references) >= DISTRIBUTION_LEVEL;
            if p_value < level || !fits {
                return Ok(None);
            }
        }
        Ok(Some(Explanation {
            key,
            text,
            references,
            p_value,
        }))
    }

    /// Returns the row of a simulation with a mistake that corresponds to a row of the right one: the same one, or, if it
    /// has other rows, the last one with the same name.
    fn mistaken_row(&self, reference: &Reference, simulation: &Simulation) -> Option<usize> {
        let right_rows = &self.simulations[reference.simulation].rows;
        if simulation.rows.len() == right_rows.len() {
            return Some(reference.row);
        }
        simulation.row_of_name(&right_rows[reference.row])
    }

    /// Returns the smallest p-value of the rows of a simulation before a transformation, after Holm's correction for all rows.
    fn min_adjusted_p_value(
        &self,
        simulation: usize,
        references: &[Reference],
        transformation: Transformation,
    ) -> f64 {
        let rows = &self.report.rows;
        let comparison_count = rows
            .iter()
            .filter(|row| references[row.statement.reference].is_comparable)
            .count();
        let mut smallest = 1.0_f64;
        for row in rows {
            let reference = &references[row.statement.reference];
            if reference.simulation != simulation {
                continue;
            }
            let value = row.statement.value;
            let original = transformation.undo(value, &reference.value);
            let is_share = matches!(
                reference.value,
                ReferenceValue::Share(_) | ReferenceValue::Exact(_)
            );
            if is_share && row.statement.kind != Kind::Estimate && original.value > 1.0 + 1e-9 {
                return 0.0;
            }
            let right_value = &self.report.references[row.statement.reference].value;
            smallest = smallest.min(match original.compare(&reference.value) {
                Some(comparison) => comparison.p_value * comparison_count as f64,
                // A mistake that leaves no spread does not explain a number.
                None if value.compare(right_value).is_some() => 0.0,
                None => 1.0,
            });
        }
        smallest
    }

    /// Returns the p-value of the chi-square test of the rows of a simulation that count the same games; 1 where they cannot be
    /// told to be such.
    fn distribution_p_value(&self, simulation: usize, references: &[Reference]) -> f64 {
        let mut shares: Vec<(f64, f64)> = Vec::new();
        let mut deals = None;
        let mut reference_total = None;
        let is_exactly =
            self.report.rows.iter().all(|row| {
                row.statement.kind == Kind::Exactly || row.statement.kind.is_statistic()
            });
        let mut former_references = Vec::new();
        for row in &self.report.rows {
            let index = row.statement.reference;
            let has_kind = (row.statement.kind == Kind::Exactly) == is_exactly;
            let is_other = references[index].simulation != simulation || !has_kind;
            if is_other || row.statement.kind == Kind::Exact || former_references.contains(&index) {
                continue;
            }
            former_references.push(index);
            let value = row.statement.value;
            let share = match references[index].value {
                ReferenceValue::Exact(share) => share,
                ReferenceValue::Share(share) => {
                    reference_total = Some(share.total);
                    share.estimate()
                }
                _ => continue,
            };
            let Some(row_deals) = value.deals.map(NonZeroU64::get) else {
                return 1.0;
            };
            let is_exact = value.max_rounding_error * row_deals as f64 <= 0.5;
            if *deals.get_or_insert(row_deals) != row_deals || !is_exact {
                return 1.0;
            }
            shares.push((share, value.value));
        }
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
            .map(|(_, stated)| (stated * deals.unwrap_or(0) as f64).round() as u64)
            .collect();
        let reference_shares: Vec<f64> = shares.iter().map(|(share, _)| *share).collect();
        goodness_of_fit_p_value(&counts, &reference_shares, reference_total)
    }
}

/// Returns a number of games of which a table tells all these mistakes apart; `None` if no number does.
pub fn telling_games(explanations: &[Explanation]) -> Option<u64> {
    let mut numbers = (2..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)));
    numbers.find(|&games| {
        let mut pairs = explanations.iter().enumerate().flat_map(|(place, one)| {
            let others = explanations[..place].iter();
            others.map(move |other| (one, other))
        });
        pairs.all(|(one, other)| are_told_apart(one, other, games))
    })
}

/// Returns true if a row of so many games with one mistake is hardly ever that of another one.
fn are_told_apart(one: &Explanation, other: &Explanation, games: u64) -> bool {
    const CONFIDENCE: f64 = 0.9999;
    let confidence = Confidence::new(CONFIDENCE).unwrap_or_default();
    let mut rows = one.references.iter().zip(&other.references);
    rows.any(|(one, other)| {
        let difference = (one.value.value() - other.value.value()).abs();
        let error = one
            .value
            .half_power_error(NonZeroU64::new(games), confidence);
        error.is_some_and(|error| difference > error)
    })
}
