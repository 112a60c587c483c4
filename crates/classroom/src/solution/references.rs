//! The references of the numbers of a hand-in: the rows of simulations that they name, and the values of these rows.

use super::statements::{GamesSource, Statement, Statements};
use super::vocabulary::{Kind, STATISTIC};
use pioche_engine::sim::{Column, Experiment, Field, Measure, Run};
use pioche_engine::stats::reference::{ExtremeReference, ReferenceValue, StatedValue};
use pioche_engine::stats::{Estimate, Interval, IntervalSpec};
use pioche_report::lang::{Lang, Problem, Text, problem};
use pioche_topics::Topic;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU64;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// A row of a simulation.
pub struct SimulationRow {
    /// The cells that name the row, by their columns.
    pub cells: Vec<(&'static str, String)>,
    /// The number of the row. The rows of the smallest and the largest result have the mean of the results.
    pub measure: Measure,
}

impl SimulationRow {
    /// Returns the text of the cell in a column.
    fn cell(&self, column: &str) -> Option<&str> {
        let mut cells = self.cells.iter();
        let cell = cells.find(|(other, _)| *other == column);
        cell.map(|(_, text)| text.as_str())
    }
}

/// A simulation with which numbers are compared.
pub struct Simulation {
    /// The experiment that is simulated.
    pub experiment: Arc<dyn Experiment>,
    pub(super) rows: Vec<SimulationRow>,
    /// The result, once the simulation was run.
    pub run: Option<Run>,
    row_key: &'static str,
    /// True if rows are those of at most n.
    is_cumulative: bool,
}

impl Simulation {
    /// Creates a simulation. If rows are those of at most a result, it has rows of the mean, the smallest and the largest
    /// result, too.
    pub fn new(topic: &Topic, experiment: Arc<dyn Experiment>, run: Option<Run>) -> Self {
        let columns = experiment.columns();
        let settings = experiment.settings();
        let row_key = topic.simulate.row_option.key();
        let is_cumulative = columns.contains(&Column::Wins);
        let measures = experiment.measures();
        let is_row = |measure: &&Measure| !measure.row_fields.is_empty();
        let row = |measure: &Measure| {
            let key = measure.row_key(&columns, &settings).into_iter();
            SimulationRow {
                cells: key
                    .map(|field| (field.key(), field.value.to_string()))
                    .collect(),
                measure: measure.clone(),
            }
        };
        let mut rows: Vec<SimulationRow> = measures.iter().filter(is_row).map(row).collect();
        let last_measures = measures.iter().rev().take_while(|measure| !is_row(measure));
        let mean = last_measures.filter(|measure| measure.is_mean()).last();
        if let Some(mean) = mean.filter(|_| is_cumulative) {
            let mut cells = rows.last().map_or_else(Vec::new, |row| row.cells.clone());
            cells.retain(|(key, _)| *key != row_key);
            for kind in Kind::STATISTICS {
                let name = (STATISTIC, kind.heading().en.to_owned());
                rows.push(SimulationRow {
                    cells: cells.iter().cloned().chain([name]).collect(),
                    measure: mean.clone(),
                });
            }
        }
        Self {
            experiment,
            rows,
            run,
            row_key,
            is_cumulative,
        }
    }

    /// Returns the number of deals that these references need, which is `usual_deals` unless all are exact probabilities.
    pub fn needed_deals<'a>(
        &self,
        references: impl Iterator<Item = &'a Reference>,
        usual_deals: u64,
    ) -> u64 {
        /// The number of deals for exact probabilities, which need the layout of the tally only.
        const LAYOUT_DEALS: u64 = 64;
        let is_exact = |reference: &Reference| {
            let measure = self.measure(reference);
            measure.is_share() && measure.exact_value().is_some()
        };
        if references.into_iter().all(is_exact) {
            LAYOUT_DEALS
        } else {
            usual_deals
        }
    }

    /// Returns the index of the row that a text names, beside the cells of the settings. The last one is that of the experiment
    /// itself; the rows before it are for comparison.
    pub(super) fn row_index(
        &self,
        name: &str,
        has_cell: impl Fn(&SimulationRow) -> bool,
    ) -> Option<usize> {
        let is_named = |row: &SimulationRow| {
            (row.cell(self.row_key) == Some(name) || row.cell(STATISTIC) == Some(name))
                && has_cell(row)
        };
        self.rows.iter().rposition(is_named)
    }

    /// Returns the index of the row with the same name as a row of another simulation.
    pub(super) fn row_of_name(&self, other: &SimulationRow) -> Option<usize> {
        let name = other.cell(self.row_key).or_else(|| other.cell(STATISTIC))?;
        self.row_index(name, |_| true)
    }

    /// Returns the number of its row for a reference: that of the row, or that of other numbers of piles.
    fn measure(&self, reference: &Reference) -> Measure {
        let mut measure = self.rows[reference.row].measure.clone();
        if let Some(values) = &reference.values {
            measure = measure.map_share_values(|_| values.clone());
            measure.exact = None;
        }
        measure
    }

    /// Sets the value of a reference to one of its rows; it has none if the simulation was not run.
    pub fn evaluate(&self, reference: &mut Reference, intervals: IntervalSpec) {
        let Some(run) = &self.run else {
            return;
        };
        let statistic = self.rows[reference.row]
            .cell(STATISTIC)
            .filter(|_| self.is_cumulative);
        let is_largest = statistic == Some(Kind::Maximum.heading().en);
        if is_largest || statistic == Some(Kind::Minimum.heading().en) {
            reference.value = ReferenceValue::Extreme(self.extreme(run, is_largest, intervals));
            reference.is_comparable = true;
            return;
        }
        let (_, confidence) = intervals;
        let measure = self.measure(reference);
        let exact = measure.exact_value();
        let estimate = measure.estimate(&run.tally, intervals);
        let share = estimate.as_ref().and_then(|estimate| estimate.proportion);
        let estimate = estimate.map_or(Estimate::NAN_UNBOUNDED, |estimate| Estimate {
            value: estimate.value,
            interval: estimate
                .interval
                .unwrap_or(Estimate::NAN_UNBOUNDED.interval),
        });
        reference.value = match (exact, share) {
            (Some(exact), Some(_)) => ReferenceValue::Exact(exact),
            (None, Some(share)) => ReferenceValue::Share(share),
            (_, None) => ReferenceValue::Mean {
                value: exact.unwrap_or(estimate.value),
                is_exact: exact.is_some(),
                standard_error: estimate.standard_error(confidence),
                deals: run.tally.deals,
            },
        };
        reference.is_comparable = (statistic.is_some() || measure.is_row_with_interval())
            && (exact.is_some() || !estimate.value.is_nan());
        reference.interval =
            (reference.is_comparable && exact.is_none()).then_some(estimate.interval);
    }

    /// Returns the results, such as numbers of piles, and the indices of the rows of the experiment itself, from the last one on.
    fn own_results(&self) -> Vec<(usize, usize)> {
        let mut results: Vec<(usize, usize)> = Vec::new();
        for (index, row) in self.rows.iter().enumerate().rev() {
            let Some(result) = row
                .cell(self.row_key)
                .and_then(|result| result.parse().ok())
            else {
                continue;
            };
            if results.last().is_some_and(|&(larger, _)| result >= larger) {
                break;
            }
            results.push((result, index));
        }
        results
    }

    /// Returns the reference of the smallest or the largest result.
    fn extreme(&self, run: &Run, is_largest: bool, intervals: IntervalSpec) -> ExtremeReference {
        let results = self.own_results();
        let shares = results.iter().rev();
        let shares_at_most = shares.filter_map(|&(_, row)| {
            let estimate = self.rows[row].measure.estimate(&run.tally, intervals);
            estimate?.proportion
        });
        ExtremeReference {
            first_value: results.last().map_or(0, |(result, _)| *result),
            shares_at_most: shares_at_most.collect(),
            is_largest,
        }
    }
}

/// A row of a simulation with which numbers are compared, and its value once the simulation was run.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The index of the simulation among those of the [`Matcher`].
    pub simulation: usize,
    /// The index of the row of the simulation.
    pub(super) row: usize,
    /// The numbers of piles that are counted instead of those of the row.
    pub(super) values: Option<RangeInclusive<usize>>,
    /// The cells that distinguish it from the other references.
    pub(super) name: String,
    /// All cells that name it, by their columns.
    pub(super) cells: Vec<(&'static str, String)>,
    pub(super) value: ReferenceValue,
    /// False for a number without interval and exact value, which cannot be compared.
    pub(super) is_comparable: bool,
    pub(super) interval: Option<Interval>,
}

impl Reference {
    pub(super) fn is_exact(&self) -> bool {
        let is_extreme = matches!(self.value, ReferenceValue::Extreme(_));
        self.is_comparable && self.interval.is_none() && !is_extreme
    }
}

/// The search for the rows of simulations that the numbers of a hand-in name.
pub struct Matcher<'a> {
    topic: &'static Topic,
    file: &'a str,
    /// The values of settings that the hand-in does not give, with which the simulations that it needs are added; `None` if all
    /// simulations were run before.
    defaults: Option<Vec<Field>>,
    /// The simulations of each combination of settings.
    by_settings: HashMap<Vec<Field>, Range<usize>>,
    /// The given simulations, then those that were added, which have no result.
    pub simulations: Vec<Simulation>,
}

impl<'a> Matcher<'a> {
    /// Creates a search among simulations. With `defaults`, the values of settings that the hand-in does not give, simulations
    /// of other settings are added where the hand-in needs them. `file` is the name of the hand-in in messages.
    pub fn new(
        topic: &'static Topic,
        file: &'a str,
        defaults: Option<Vec<Field>>,
        simulations: Vec<Simulation>,
    ) -> Self {
        Self {
            topic,
            file,
            defaults,
            by_settings: HashMap::new(),
            simulations,
        }
    }

    /// Returns the references of all numbers, which then have their indices, and gives counts their meaning.
    ///
    /// # Errors
    /// When a number has no reference or several, or when a count can mean several things.
    pub fn match_all(&mut self, statements: &mut Statements) -> Result<Vec<Reference>, Problem> {
        let mut references: Vec<Reference> = Vec::new();
        let mut indices: HashMap<(usize, String, bool), usize> = HashMap::new();
        self.find_counts(statements)?;
        for statement in &mut statements.list {
            let is_exactly = statement.kind == Kind::Exactly;
            let key = (statement.group, statement.name.clone(), is_exactly);
            statement.reference = match indices.get(&key) {
                Some(index) => *index,
                None => {
                    let settings = &statements.groups[statement.group];
                    references.push(self.find(statement, settings, is_exactly)?);
                    indices.insert(key, references.len() - 1);
                    references.len() - 1
                }
            };
        }
        let cells = references
            .iter()
            .map(|reference| reference.cells.as_slice());
        let row_key = self.topic.simulate.row_option.key();
        let labels = row_labels(&cells.collect::<Vec<_>>(), row_key);
        for (reference, label) in references.iter_mut().zip(labels) {
            reference.name = label;
        }
        Ok(references)
    }

    /// Returns the reference of a number.
    fn find(
        &mut self,
        statement: &Statement,
        settings: &[Field],
        is_exactly: bool,
    ) -> Result<Reference, Problem> {
        let simulations = self
            .simulations_for(settings)
            .map_err(|problem| statement.problem(self.file, problem))?;
        let mut rows = Vec::new();
        for index in simulations.clone() {
            rows.extend(self.row_of(index, statement, settings));
        }
        let row_key = self.topic.simulate.row_option.key();
        let name = format!("{row_key}={}", statement.name);
        let &[(simulation, row, is_below)] = rows.as_slice() else {
            let all_rows = self.simulations[simulations].iter();
            let all_cells = all_rows.flat_map(|simulation| &simulation.rows);
            let mut choices: Vec<_> = all_cells.map(|row| row.cells.as_slice()).collect();
            let mut problem: fn(&str, &[String]) -> Problem = Problem::no_such_row;
            if !rows.is_empty() {
                let cells = |&(simulation, row, _): &(usize, usize, bool)| {
                    self.simulations[simulation].rows[row].cells.as_slice()
                };
                choices = rows.iter().map(cells).collect();
                problem = Problem::ambiguous_row;
            }
            let labels = row_labels(&choices, row_key);
            return Err(statement.problem(self.file, problem(&name, &labels)));
        };
        let mut cells = self.simulations[simulation].rows[row].cells.clone();
        let number = statement.name.parse::<usize>().ok();
        for (key, text) in &mut cells {
            if *key == row_key {
                text.clone_from(&statement.name);
                if is_exactly {
                    *key = "exactly";
                }
            }
        }
        let values = match number {
            Some(number) if is_exactly => Some(number..=number),
            Some(number) if is_below => Some(0..=number),
            _ => None,
        };
        Ok(Reference {
            simulation,
            row,
            values,
            name: String::new(),
            cells,
            value: ReferenceValue::Exact(f64::NAN),
            is_comparable: false,
            interval: None,
        })
    }

    /// Returns the row of a simulation that a number names, and true if the game ends with more piles than it says. That row is
    /// then the first one.
    fn row_of(
        &self,
        index: usize,
        statement: &Statement,
        settings: &[Field],
    ) -> Option<(usize, usize, bool)> {
        let simulation = &self.simulations[index];
        let has_settings = |row: &SimulationRow| {
            settings.iter().all(|field| match row.cell(field.key()) {
                Some(text) => text == field.value.to_string(),
                // The simulation was created with this setting.
                None => self.defaults.is_some(),
            })
        };
        if let Some(row) = simulation.row_index(&statement.name, has_settings) {
            return Some((index, row, false));
        }
        let number: usize = statement.name.parse().ok()?;
        let &(first_result, first_row) = simulation.own_results().last()?;
        let is_below = simulation.is_cumulative && number < first_result;
        let row = &simulation.rows[first_row];
        (is_below && has_settings(row)).then_some((index, first_row, true))
    }

    /// Returns the simulations with these settings and default values for all others.
    fn simulations_for(&mut self, settings: &[Field]) -> Result<Range<usize>, Problem> {
        let Some(defaults) = &self.defaults else {
            return Ok(0..self.simulations.len());
        };
        let options = self.topic.simulate.options;
        let is_given = |key: &str| settings.iter().any(|field| field.key() == key);
        let is_excluded = |key: &str| {
            options.iter().any(|option| {
                option.key() == key && option.conflicts_with.iter().any(|other| is_given(other))
            })
        };
        let mut values = defaults.clone();
        values.retain(|field| !is_excluded(field.key()) && !is_given(field.key()));
        values.extend(settings.iter().cloned());
        if let Some(simulations) = self.by_settings.get(&values) {
            return Ok(simulations.clone());
        }
        let first = self.simulations.len();
        for experiment in self.topic.simulate.all_experiments(&values)? {
            self.simulations
                .push(Simulation::new(self.topic, experiment.into(), None));
        }
        let simulations = first..self.simulations.len();
        self.by_settings.insert(values, simulations.clone());
        Ok(simulations)
    }

    /// Makes counts and frequencies shares of exactly n or of at most n.
    fn find_counts(&mut self, statements: &mut Statements) -> Result<(), Problem> {
        for kind in [Kind::Wins, Kind::Count, Kind::Frequency] {
            let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for (index, statement) in statements.list.iter().enumerate() {
                if statement.kind == kind {
                    groups.entry(statement.group).or_default().push(index);
                }
            }
            for indices in groups.into_values() {
                let meaning = self.counts_meaning(statements, kind, &indices)?;
                for index in indices {
                    let statement = &mut statements.list[index];
                    if let Some(games) = meaning.games {
                        if statement.value.deals.is_none() {
                            statements.games_source = GamesSource::Counts;
                        }
                        statement.value.deals = NonZeroU64::new(games);
                    }
                    if meaning.is_exactly {
                        statement.kind = Kind::Exactly;
                    }
                    if kind != Kind::Frequency {
                        set_share(&mut statement.value)
                            .map_err(|problem| statement.problem(self.file, problem))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the meaning of the counts, or the frequencies, of the games with the same settings.
    fn counts_meaning(
        &mut self,
        statements: &Statements,
        kind: Kind,
        indices: &[usize],
    ) -> Result<CountsMeaning, Problem> {
        let first = &statements.list[indices[0]];
        let settings = &statements.groups[first.group];
        let simulation = self.simulations_for(settings)?.next_back();
        let Some(simulation) = simulation.map(|index| &self.simulations[index]) else {
            return Ok(CountsMeaning::default());
        };
        let is_at_most = |statement: &Statement| {
            statement.group == first.group
                && matches!(statement.kind, Kind::Wins | Kind::Probability)
        };
        if kind == Kind::Wins {
            return Ok(CountsMeaning::default());
        }
        if simulation.is_cumulative && statements.list.iter().any(is_at_most) {
            // Beside numbers of at most n, those are of exactly n.
            return Ok(CountsMeaning {
                is_exactly: true,
                games: None,
            });
        }
        let mut counts = Counts {
            numbers: Vec::new(),
            total: match kind {
                Kind::Frequency => Some(1.0),
                _ => first.value.deals.map(|games| games.get() as f64),
            },
            rounding: 0.0,
            is_complete: true,
            may_be_percentages: statements.are_counts_by_sum,
        };
        let mut names: BTreeMap<(u64, &str), f64> = BTreeMap::new();
        for &index in indices {
            let statement = &statements.list[index];
            let number = statement.name.parse().unwrap_or_default();
            let is_repeated = names
                .insert((number, &statement.name), statement.value.value)
                .is_some();
            if is_repeated || statement.value.deals != first.value.deals {
                return Err(statement.problem(
                    self.file,
                    problem!(
                        "cette ligne répète une autre, ou compte d'autres parties qu'elle ; donnez les \
                         réglages dans des colonnes, ou des probabilités",
                        "this row repeats another one, or counts other games; give the settings in columns, or \
                         probabilities"
                    ),
                ));
            }
            counts.rounding += statement.value.max_rounding_error;
        }
        counts.is_complete = simulation.rows.iter().all(|row| {
            let Some(name) = row.cell(simulation.row_key) else {
                return true;
            };
            name == "unresolved" || names.keys().any(|(_, other)| *other == name)
        });
        counts.numbers = names.into_values().collect();
        let meaning = if simulation.is_cumulative {
            counts.cumulative_meaning()
        } else {
            counts.outcomes_meaning()
        };
        meaning.ok_or_else(|| first.problem(self.file, counts.question(kind)))
    }
}

/// Makes a count a share of its games.
fn set_share(value: &mut StatedValue) -> Result<(), Problem> {
    let Some(games) = value.deals else {
        return Err(Problem(MISSING_GAMES.into()));
    };
    let share = value.value / games.get() as f64;
    if share > 1.0 {
        let count = value.value;
        return Err(problem!(
            "l'effectif {count} dépasse le nombre de parties, {games}",
            "the count {count} exceeds the number of games, {games}"
        ));
    }
    value.value = share;
    Ok(())
}

/// The reason why a hand-in without a number of games has no verdict.
pub const MISSING_GAMES: Text = Text::new(
    "il manque le nombre de parties ; ajoutez la colonne « donnes » ou la ligne « parties: 2000 »",
    "the number of games is missing; add the column “deals” or the line “games: 2000”",
);

/// The counts of games with the same settings, in the order of the rows.
struct Counts {
    numbers: Vec<f64>,
    /// The number of all games, if it is stated; 1 for frequencies.
    total: Option<f64>,
    /// The sum of all rounding errors.
    rounding: f64,
    /// True if every row of the game is there.
    is_complete: bool,
    /// True if no word says that they are counts.
    may_be_percentages: bool,
}

/// The meaning of counts: of exactly n or of at most n, and the number of games if they give it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CountsMeaning {
    is_exactly: bool,
    games: Option<u64>,
}

impl Counts {
    fn sum(&self) -> f64 {
        self.numbers.iter().sum()
    }

    fn is(&self, one: f64, other: f64) -> bool {
        (one - other).abs() <= self.rounding + 1e-9
    }

    /// Returns true if whole percentages could have this total.
    fn could_be_percentages(&self, total: f64) -> bool {
        self.may_be_percentages && (total - 100.0).abs() <= 0.5 * self.numbers.len() as f64
    }

    /// Returns the meaning of counts in rows of numbers of piles. Counts that add up to the games are of exactly n; counts
    /// that rise to the games are of at most n. `None` if neither is so.
    fn cumulative_meaning(&self) -> Option<CountsMeaning> {
        let sum = self.sum();
        let last = *self.numbers.last()?;
        if let Some(total) = self.total {
            let is_exactly = self.is(sum, total);
            let is_at_most = sum > total
                && (last - total).abs() <= 1e-9 + self.rounding / self.numbers.len() as f64;
            return (is_exactly || is_at_most).then_some(CountsMeaning {
                is_exactly,
                games: None,
            });
        }
        // Of at most n, the last row counts all games.
        let is_exactly = self.numbers.iter().any(|number| *number > last);
        let total = if is_exactly { sum } else { last };
        let is_clear = self.is_complete && (is_exactly || self.numbers.is_sorted());
        (is_clear && !self.could_be_percentages(total)).then_some(CountsMeaning {
            is_exactly,
            games: Some(total as u64),
        })
    }

    /// Returns the number of games of counts of outcomes, which exclude each other. `None` if it is not known, or if they do
    /// not add up to it.
    fn outcomes_meaning(&self) -> Option<CountsMeaning> {
        let sum = self.sum();
        let Some(total) = self.total else {
            let is_clear = self.is_complete && !self.could_be_percentages(sum);
            return is_clear.then_some(CountsMeaning {
                is_exactly: false,
                games: Some(sum as u64),
            });
        };
        let is_part = sum <= total && !self.is_complete && !self.may_be_percentages;
        (self.is(sum, total) || is_part).then_some(CountsMeaning::default())
    }

    /// Returns the question that has to be answered before the counts have a meaning.
    fn question(&self, kind: Kind) -> Problem {
        if self.may_be_percentages {
            return problem!(
                "ces nombres entiers sont-ils des effectifs ou des pourcentages ? ajoutez la ligne « parties: 2000 » \
                 (les effectifs font ce total), --as count ou --as percent",
                "are these whole numbers counts or percentages? add the line “games: 2000” (counts add up to it), --as \
                 count or --as percent"
            );
        }
        let Some(total) = self.total else {
            return Problem(MISSING_GAMES.into());
        };
        let fr_sum = Lang::Fr.trimmed_decimal(self.sum());
        let en_sum = Lang::En.trimmed_decimal(self.sum());
        let Text { fr, en } = kind.heading();
        problem!(
            "la colonne « {fr} » a pour somme {fr_sum} et n'atteint pas {total} à sa dernière ligne : intitulez-la \
             « gagnées » ou « probabilité » (au plus n) ou « exactement »",
            "the column “{en}” adds up to {en_sum} and does not reach {total} in its last row: head it “wins” or \
             “probability” (at most n), or “exactly”"
        )
    }
}

/// Names rows by their cells in a column and in all columns that differ: `cards=32 nb_tas_max=2`.
fn row_labels(rows: &[&[(&'static str, String)]], required_column: &str) -> Vec<String> {
    let first_cells = rows.first().copied().unwrap_or_default().iter();
    let common_cells: Vec<_> = first_cells
        .filter(|cell| rows.iter().all(|row| row.contains(cell)))
        .collect();
    let names = [required_column, "exactly", STATISTIC];
    let label = |row: &&[(&str, String)]| {
        let cells = row
            .iter()
            .filter(|cell| names.contains(&cell.0) || !common_cells.contains(cell));
        let texts: Vec<String> = cells.map(|(key, text)| format!("{key}={text}")).collect();
        texts.join(" ")
    };
    rows.iter().map(label).collect()
}
