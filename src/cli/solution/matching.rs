//! Matches the numbers of a table with rows of simulations.

use super::cell::Cell;
use super::columns::valid_column_roles;
use super::headings::{ColumnRole, Statistic, row_name_keys};
use super::labels::is_outcome_name;
use super::table::Table;
use crate::lang::parse_number::{ParsedNumber, parse_count};
use crate::lang::{Problem, problem, safe_excerpt};
use crate::report::solution_report::{StatedRow, TableRemarks};
use crate::topics::hand_in::STATISTIC;
use crate::topics::setting::OptionSpec;
use crate::topics::{Topic, choice_key};
use pioche_engine::sim::measure::Estimand;
use pioche_engine::sim::{Experiment, Field, FieldValue, MAX_DEALS, Measure, Run};
use pioche_engine::stats::reference::StatedValue;
use std::collections::{BTreeSet, HashMap};
use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::Arc;

/// The cells that name a row, by their columns.
pub type RowCells = Vec<(&'static str, String)>;

/// The number that a row of a simulation gives.
pub enum RowQuantity {
    Measure(Measure),
    /// The smallest or the largest result.
    Extreme {
        is_largest: bool,
    },
}

/// A simulation with which rows of the table are compared.
pub struct ReferenceSimulation {
    pub experiment: Arc<dyn Experiment>,
    pub rows: Vec<RowCells>,
    /// The numbers of the rows.
    pub quantities: Vec<RowQuantity>,
    /// The result, once the simulation was run.
    pub run: Option<Run>,
}

impl ReferenceSimulation {
    pub fn new(topic: &Topic, experiment: Arc<dyn Experiment>, run: Option<Run>) -> Self {
        let columns = experiment.columns();
        let settings = experiment.settings();
        let mut measures = experiment.measures();
        let mean_of_last_rows = measures
            .iter()
            .rposition(|measure| !measure.row_fields.is_empty())
            .and_then(|last_row| measures.get(last_row + 1))
            .filter(|measure| matches!(measure.estimand, Estimand::Mean { .. }))
            .cloned();
        measures.retain(|measure| !measure.row_fields.is_empty());
        let cells = |measure: &Measure| {
            let fields = measure.row_key(&columns, &settings);
            fields
                .into_iter()
                .map(|field| (field.key, field.value.to_string()))
                .collect()
        };
        let rows = measures.iter().map(cells).collect();
        let simulation = Self {
            experiment,
            rows,
            quantities: measures.into_iter().map(RowQuantity::Measure).collect(),
            run,
        };
        simulation.with_statistics(topic, mean_of_last_rows)
    }

    /// Adds the rows of the mean, the smallest and the largest result, if rows are those of at most a result.
    fn with_statistics(mut self, topic: &Topic, mean: Option<Measure>) -> Self {
        let row_key = topic.simulate.row_option.key();
        let last_row = self.rows.last().cloned().unwrap_or_default();
        let is_row_name = |(key, _): &(&str, String)| *key == row_key;
        let Some(mean) = mean.filter(|_| topic.hand_in.has_cumulative_rows) else {
            return self;
        };
        for (statistic, quantity) in Statistic::ALL.into_iter().zip([
            RowQuantity::Measure(mean),
            RowQuantity::Extreme { is_largest: false },
            RowQuantity::Extreme { is_largest: true },
        ]) {
            let mut cells = last_row.clone();
            cells.retain(|cell| !is_row_name(cell));
            cells.push((STATISTIC, statistic.key().to_owned()));
            self.rows.push(cells);
            self.quantities.push(quantity);
        }
        self
    }

    /// Returns the rows for at most each result of the same game as the last row, from the smallest result on.
    pub fn at_most_rows(&self, row_key: &str) -> Vec<(usize, &Measure)> {
        let mut rows = Vec::new();
        for (cells, quantity) in self.rows.iter().zip(&self.quantities).rev() {
            let RowQuantity::Measure(measure) = quantity else {
                continue;
            };
            let cell = cells.iter().find(|(key, _)| *key == row_key);
            let Some(result) = cell.and_then(|(_, result)| result.parse().ok()) else {
                continue;
            };
            if rows.last().is_some_and(|(larger, _)| result >= *larger) {
                break;
            }
            rows.push((result, measure));
        }
        rows.reverse();
        rows
    }
}

/// A row of a simulation, by its indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReferenceRow {
    pub source: usize,
    pub row: usize,
}

/// The rows of a table and their references.
#[derive(Default)]
pub struct MatchedTable {
    pub rows: Vec<StatedRow>,
    pub remarks: TableRemarks,
    pub references: Vec<ReferenceRow>,
    pub sources: Vec<ReferenceSimulation>,
}

/// A number that a row of the table states.
struct StatedNumber {
    /// The column, from 1, and the statistic of a number that is not the probability of the row.
    statistic: Option<(usize, Statistic)>,
    stated: StatedValue,
    is_percent: bool,
}

/// The search for the simulation row that a row of the table names.
pub struct TableMatcher<'a> {
    topic: &'static Topic,
    table: &'a Table,
    /// The values of settings that the table does not give; `None` if all simulations were run before.
    defaults: Option<Vec<Field>>,
    /// The number of games of the command line, where the table states none.
    games: Option<NonZeroU64>,
    /// The values of settings on the command line, by their keys. A cell of the table must not contradict them.
    explicit_settings: Vec<Field>,
    /// The simulations of each combination of settings.
    by_settings: HashMap<Vec<Field>, Range<usize>>,
    /// True if numbers up to 100 are read where probabilities are meant: most are above 1.
    has_percentages: bool,
    /// The references by the joined naming cells.
    by_cells: HashMap<String, u32>,
    by_row: HashMap<ReferenceRow, u32>,
    matched: MatchedTable,
}

impl<'a> TableMatcher<'a> {
    /// Creates a matcher. It adds the simulations that the table needs, or without `defaults` uses `sources`.
    pub fn new(
        topic: &'static Topic,
        table: &'a Table,
        defaults: Option<Vec<Field>>,
        sources: Vec<ReferenceSimulation>,
    ) -> Self {
        let matched = MatchedTable {
            sources,
            ..MatchedTable::default()
        };
        Self {
            topic,
            table,
            defaults,
            games: None,
            explicit_settings: Vec::new(),
            has_percentages: false,
            by_settings: HashMap::new(),
            by_cells: HashMap::new(),
            by_row: HashMap::new(),
            matched,
        }
    }

    /// Sets the number of games, where the table states none.
    #[must_use]
    pub fn with_games(self, games: Option<NonZeroU64>) -> Self {
        Self { games, ..self }
    }

    /// Sets the values of settings on the command line.
    #[must_use]
    pub fn with_explicit_settings(self, explicit_settings: Vec<Field>) -> Self {
        Self {
            explicit_settings,
            ..self
        }
    }

    /// Matches all rows. Fails at the first invalid cell or unknown row.
    pub fn match_rows(mut self) -> Result<MatchedTable, Problem> {
        let table = self.table;
        let columns = valid_column_roles(table, self.topic)?;
        self.matched.remarks.read_as = table.read_as.clone();
        self.has_percentages = has_bare_percentages(table, &columns);
        let mut first_unknown = None;
        for row in &table.rows {
            let (line, cells) = (row.line, &row.cells);
            let deals = self.stated_deals(&columns, line, cells)?.or(self.games);
            let mut numbers = self.stated_statistics(&columns, deals, line, cells)?;
            numbers.extend(self.stated_value(&columns, deals, line, cells)?);
            if numbers.is_empty() {
                self.matched.remarks.blank_lines.push(line as u32);
            }
            let name_cells = columns.iter().zip(cells).filter(|(column, _)| {
                matches!(column, ColumnRole::Setting(_) | ColumnRole::RowName)
            });
            let row_key: String = name_cells
                .flat_map(|(_, cell)| [cell.text.as_str(), "\u{1f}"])
                .collect();
            for number in numbers {
                let statistic = number.statistic.map(|(_, statistic)| statistic.key());
                let key = format!("{row_key}{}", statistic.unwrap_or_default());
                let known = self.by_cells.get(&key).copied();
                let reference_index = match known {
                    Some(reference_index) => reference_index,
                    None => match self.find_reference(&columns, number.statistic, line, cells)? {
                        Ok(reference_index) => *self.by_cells.entry(key).or_insert(reference_index),
                        Err(problem) => {
                            first_unknown.get_or_insert(problem);
                            self.matched.remarks.unknown_lines.push(line as u32);
                            continue;
                        }
                    },
                };
                if known.is_some() {
                    self.matched.remarks.repeated_lines.push(line as u32);
                }
                self.matched.rows.push(StatedRow {
                    line: line as u32,
                    reference_index,
                    stated: number.stated,
                    is_percent: number.is_percent,
                });
            }
        }
        if self.matched.rows.is_empty() {
            return Err(first_unknown.unwrap_or_else(|| Problem::empty_table(&table.file_name)));
        }
        if self.topic.hand_in.has_cumulative_rows {
            self.matched.remarks.falling_line = self.falling_line();
        }
        Ok(self.matched)
    }

    /// Returns the line of the first number that is less than that of the row before it in the same simulation.
    fn falling_line(&self) -> Option<u32> {
        let is_falling = |pair: &&[StatedRow]| {
            let places = [0, 1].map(|row| {
                let index = pair[row].reference_index as usize;
                self.matched.references[index]
            });
            let quantities =
                places.map(|place| &self.matched.sources[place.source].quantities[place.row]);
            let are_shares = quantities.iter().all(|quantity| {
                matches!(quantity, RowQuantity::Measure(measure) if !measure.row_fields.is_empty())
            });
            are_shares
                && places[0].source == places[1].source
                && places[0].row < places[1].row
                && pair[1].stated.value < pair[0].stated.value
        };
        let mut pairs = self.matched.rows.windows(2);
        pairs.find(is_falling).map(|pair| pair[1].line)
    }

    /// Returns the number of deals of a row; `None` without a cell for it.
    fn stated_deals(
        &self,
        columns: &[ColumnRole],
        line: usize,
        cells: &[Cell],
    ) -> Result<Option<NonZeroU64>, Problem> {
        let is_deals = |column: &ColumnRole| matches!(column, ColumnRole::Deals);
        let place = columns.iter().position(is_deals);
        let Some(place) = place.filter(|&place| !cells[place].is_empty()) else {
            return Ok(None);
        };
        let deals = cells[place]
            .count(1, MAX_DEALS)
            .map_err(|problem| self.table.problem_at(line, place + 1, problem))?;
        Ok(NonZeroU64::new(deals))
    }

    /// Returns the mean, the smallest and the largest number of piles that a row states.
    fn stated_statistics(
        &self,
        columns: &[ColumnRole],
        deals: Option<NonZeroU64>,
        line: usize,
        cells: &[Cell],
    ) -> Result<Vec<StatedNumber>, Problem> {
        let mut numbers = Vec::new();
        for (place, (column, cell)) in columns.iter().zip(cells).enumerate() {
            let ColumnRole::Statistic(statistic) = column else {
                continue;
            };
            if cell.is_empty() {
                continue;
            }
            let number = cell
                .expect_number()
                .map_err(|problem| self.table.problem_at(line, place + 1, problem))?;
            numbers.push(StatedNumber {
                statistic: Some((place + 1, *statistic)),
                stated: StatedValue {
                    value: number.value(),
                    max_rounding_error: number.max_rounding_error(),
                    deals,
                },
                is_percent: false,
            });
        }
        Ok(numbers)
    }

    /// Returns the probability or the count of a row; `None` when the cell is empty.
    fn stated_value(
        &self,
        columns: &[ColumnRole],
        deals: Option<NonZeroU64>,
        line: usize,
        cells: &[Cell],
    ) -> Result<Option<StatedNumber>, Problem> {
        let mut number = None;
        let mut count = None;
        for (place, (column, cell)) in columns
            .iter()
            .zip(cells)
            .enumerate()
            .filter(|(_, (_, cell))| !cell.is_empty())
        {
            let wrong = |problem| self.table.problem_at(line, place + 1, problem);
            match column {
                ColumnRole::Value { is_percent } => {
                    number = Some(self.probability(cell, *is_percent).map_err(wrong)?);
                }
                ColumnRole::Count => {
                    count = Some((place, cell.count(0, MAX_DEALS).map_err(wrong)?));
                }
                _ => {}
            }
        }
        if let (None, Some((place, count))) = (number, count) {
            let share = deals
                .map(|deals| count as f64 / deals.get() as f64)
                .filter(|share| *share <= 1.0);
            let Some(share) = share else {
                let problem = problem!(
                    "il manque le nombre de donnes (colonne « donnes » ou option --games), au moins \
                     égal à cet effectif",
                    "the number of deals (column “deals” or option --games) is missing or less than \
                     this count"
                );
                return Err(self.table.problem_at(line, place + 1, problem));
            };
            number = Some((share, 0.0, false));
        }
        Ok(number.map(|(value, rounding, is_percent)| StatedNumber {
            statistic: None,
            stated: StatedValue {
                value,
                max_rounding_error: rounding,
                deals,
            },
            is_percent,
        }))
    }

    /// Returns a value, its largest rounding error, and true if it is a percentage.
    fn probability(&self, cell: &Cell, is_percent: bool) -> Result<(f64, f64, bool), Problem> {
        /// The rounding error of sums of probabilities.
        const SLACK: f64 = 1e-9;
        let number = cell.expect_number()?;
        let factor = if is_percent && !matches!(number, ParsedNumber::Percent { .. }) {
            0.01
        } else {
            1.0
        };
        let value = number.value() * factor;
        let rounding = number.max_rounding_error() * factor;
        let is_percent = is_percent || matches!(number, ParsedNumber::Percent { .. });
        if !self.topic.hand_in.has_probabilities {
            return Ok((value, rounding, is_percent));
        }
        let limit = if self.has_percentages { 100.0 } else { 1.0 };
        if !(-SLACK..=limit + SLACK).contains(&value) {
            let excerpt = safe_excerpt(&cell.text);
            return Err(problem!(
                "« {excerpt} » n'est pas une probabilité : il faut un nombre de 0 à 1, ou un \
                 pourcentage avec « % »",
                "“{excerpt}” is not a probability: a number from 0 to 1 or a percentage with “%” \
                 is expected"
            ));
        }
        let probability = value.clamp(0.0, limit);
        // 0 and 1 without decimals are exact; 100 per cent is rounded as other whole percentages are.
        let is_exact = !is_percent
            && matches!(number, ParsedNumber::Integer(_))
            && (probability == 0.0 || probability == 1.0);
        Ok((
            probability,
            if is_exact { 0.0 } else { rounding },
            is_percent,
        ))
    }

    /// Finds the reference of a row; the problem of a row that the simulations do not have. Fails when a cell is invalid, or
    /// several rows match.
    fn find_reference(
        &mut self,
        columns: &[ColumnRole],
        statistic: Option<(usize, Statistic)>,
        line: usize,
        cells: &[Cell],
    ) -> Result<Result<u32, Problem>, Problem> {
        let mut settings = Vec::new();
        let mut row = RowCells::new();
        let mut name_column = statistic.map(|(column, _)| column);
        row.extend(statistic.map(|(_, statistic)| (STATISTIC, statistic.key().to_owned())));
        let filled = || {
            columns
                .iter()
                .zip(cells)
                .enumerate()
                .filter(|(_, (_, cell))| !cell.is_empty())
        };
        let is_given = |key: &&str| {
            filled().any(
                |(_, (column, _))| matches!(column, ColumnRole::Setting(opt) if opt.key() == *key),
            )
        };
        for (place, (column, cell)) in filled() {
            let text = cell.text.as_str();
            let wrong = |problem| self.table.problem_at(line, place + 1, problem);
            match column {
                // A pack given by suits and ranks has no value of the setting that they replace.
                ColumnRole::Setting(opt)
                    if !opt.conflicts_with.is_empty()
                        && opt.conflicts_with.iter().all(is_given) =>
                {
                    row.push((opt.key(), text.to_owned()));
                }
                ColumnRole::Setting(opt) => {
                    let text = choice_key(&self.topic.glossary, opt, text);
                    let value = opt.parse_value(text).map_err(wrong)?;
                    self.check_against_options(opt, &value).map_err(wrong)?;
                    row.push((opt.key(), value.to_string()));
                    settings.extend(opt.parse_values(text).map_err(wrong)?);
                }
                ColumnRole::RowName if statistic.is_none() => {
                    name_column = name_column.or(Some(place + 1));
                    let number = parse_count(text, 0, u64::MAX).map(|number| number.to_string());
                    row.push((
                        self.topic.simulate.row_option.key(),
                        number.unwrap_or_else(|_| text.to_owned()),
                    ));
                }
                _ => {}
            }
        }
        let Some(column) = name_column else {
            let problem = problem!(
                "les cellules qui nomment la ligne sont vides",
                "the cells that name the row are empty"
            );
            return Err(self.table.problem_at(line, 1, problem));
        };
        let table = self.table;
        let wrong = |problem| table.problem_at(line, column, problem);
        let sources = self.sources_for_settings(settings).map_err(wrong)?;
        let is_value =
            |value: &str, text: &str| value == text || is_outcome_name(self.topic, value, text);
        let row_names = row_name_keys(self.topic);
        let is_meant = |cells: &RowCells| {
            row.iter().all(
                |(key, text)| match cells.iter().find(|(other, _)| other == key) {
                    Some((_, value)) => is_value(value, text),
                    // The simulation was created with this setting.
                    None => self.defaults.is_some() && !row_names.contains(key),
                },
            )
        };
        // The last match is the row of the experiment itself; the rows before it are for comparison.
        let place_in = |source: usize| {
            let row = self.matched.sources[source]
                .rows
                .iter()
                .rposition(is_meant)?;
            Some(ReferenceRow { source, row })
        };
        let places: Vec<ReferenceRow> = sources.clone().filter_map(place_in).collect();
        let text = row_text(&row);
        let names = |rows: Vec<&RowCells>| {
            distinguishing_row_labels(&rows, self.topic.simulate.row_option.key())
        };
        match places.as_slice() {
            [place] => Ok(Ok(*self.by_row.entry(*place).or_insert_with(|| {
                self.matched.references.push(*place);
                self.matched.references.len() as u32 - 1
            }))),
            [] => {
                let choices = names(
                    self.matched.sources[sources]
                        .iter()
                        .flat_map(|source| &source.rows)
                        .collect(),
                );
                Ok(Err(wrong(Problem::no_such_row(&text, &choices))))
            }
            several => {
                let choices = names(
                    several
                        .iter()
                        .map(|place| &self.matched.sources[place.source].rows[place.row])
                        .collect(),
                );
                Err(wrong(Problem::ambiguous_row(&text, &choices)))
            }
        }
    }

    /// Fails when the command line gives another value of a setting than a cell does, or an option that excludes it.
    fn check_against_options(
        &self,
        cell_option: &OptionSpec,
        cell: &FieldValue,
    ) -> Result<(), Problem> {
        let key = cell_option.key();
        for option in self.topic.simulate.options {
            let fields = option.values_among(&self.explicit_settings);
            let values: Vec<&FieldValue> = fields.map(|field| &field.value).collect();
            if values.is_empty() {
                continue;
            }
            let contradicts = if option.key() == key {
                !values.contains(&cell)
            } else {
                option.conflicts_with.contains(&key)
                    || cell_option.conflicts_with.contains(&option.key())
            };
            if contradicts {
                let mut flag = option.flag_name();
                if !option.is_flag() {
                    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
                    flag.push_str(&format!(" {}", texts.join(",")));
                }
                return Err(problem!(
                    "le tableau donne {key}={cell}, ce que {flag} contredit ; retirez cette option",
                    "the table gives {key}={cell}, which {flag} contradicts; leave this option out"
                ));
            }
        }
        Ok(())
    }

    /// Returns the simulations with these settings and default values for all others.
    fn sources_for_settings(&mut self, settings: Vec<Field>) -> Result<Range<usize>, Problem> {
        let Some(defaults) = &self.defaults else {
            return Ok(0..self.matched.sources.len());
        };
        let options = self.topic.simulate.options;
        let is_given = |key: &str| settings.iter().any(|field| field.key == key);
        let is_excluded = |key: &str| {
            let mut conflicts = options
                .iter()
                .filter(|opt| opt.key() == key)
                .flat_map(|opt| opt.conflicts_with);
            conflicts.any(|other| is_given(other))
        };
        let mut values: Vec<Field> = defaults
            .iter()
            .filter(|field| !is_excluded(field.key) && !is_given(field.key))
            .cloned()
            .collect();
        values.extend(settings.iter().cloned());
        if let Some(sources) = self.by_settings.get(&values) {
            return Ok(sources.clone());
        }
        let experiments = (self.topic.simulate).all_experiments(&values)?;
        let first = self.matched.sources.len();
        let topic = self.topic;
        self.matched.sources.extend(
            experiments
                .into_iter()
                .map(|experiment| ReferenceSimulation::new(topic, experiment.into(), None)),
        );
        self.by_settings
            .insert(values, first..self.matched.sources.len());
        Ok(first..self.matched.sources.len())
    }
}

/// Returns whether most numbers of a column of probabilities are above 1, and none is above 100.
fn has_bare_percentages(table: &Table, columns: &[ColumnRole]) -> bool {
    let is_value = |column: &ColumnRole| matches!(column, ColumnRole::Value { is_percent: false });
    let Some(place) = columns.iter().position(is_value) else {
        return false;
    };
    let numbers = table
        .rows
        .iter()
        .filter_map(|row| row.cells[place].number());
    let values: Vec<f64> = numbers.map(ParsedNumber::value).collect();
    let above = values.iter().filter(|value| **value > 1.0).count();
    2 * above > values.len() && values.iter().all(|value| *value <= 100.0)
}

/// Names rows by their cells in a column and in all columns that differ.
pub fn distinguishing_row_labels(rows: &[&RowCells], required_column: &str) -> Vec<String> {
    let keys: BTreeSet<&str> = rows
        .iter()
        .copied()
        .flatten()
        .map(|(key, _)| *key)
        .collect();
    let cell = |row: &RowCells, key: &str| {
        row.iter()
            .find(|(other, _)| *other == key)
            .map(|(_, value)| value.clone())
    };
    let differs = |key: &&str| rows.iter().any(|row| cell(row, key) != cell(rows[0], key));
    let names: BTreeSet<&str> = keys
        .into_iter()
        .filter(differs)
        .chain([required_column, STATISTIC])
        .collect();
    let name = |row: &&RowCells| row_text(row.iter().filter(|(key, _)| names.contains(key)));
    rows.iter().map(name).collect()
}

/// Formats a row: `cards=32 nb_tas_max=2`.
fn row_text<'a>(cells: impl IntoIterator<Item = &'a (&'static str, String)>) -> String {
    cells
        .into_iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect::<Vec<_>>()
        .join(" ")
}
