//! Matches the numbers of a table with rows of simulations.

use super::columns::valid_column_roles;
use super::headings::{
    ColumnRole, PileStatistic, has_cumulative_rows, has_probabilities, row_name_keys,
};
use super::table_file::TableFile;
use crate::lang::parse_number::{ParsedNumber, parse_count, parse_number};
use crate::lang::{Lang, Problem, problem, safe_excerpt};
use crate::report::solution_report::StatedRow;
use crate::topics::alliances::args::NB_TAS_MAX;
use crate::topics::setting::OptionSpec;
use crate::topics::shuffle::STATISTIC;
use crate::topics::verb::OptionValues;
use crate::topics::{Topic, choice_key, is_name_of};
use pioche_engine::sim::measure::Estimand;
use pioche_engine::sim::{Experiment, MAX_DEALS, Measure, Run};
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
    /// The smallest or the largest number of piles.
    ExtremePiles {
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
    pub fn new(experiment: Arc<dyn Experiment>, run: Option<Run>) -> Self {
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
            let fields = measure.row_key(&columns, &settings).0;
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
        simulation.with_pile_statistics(mean_of_last_rows)
    }

    /// Adds the rows of the mean, the smallest and the largest number of piles, if the last row is a number of piles.
    fn with_pile_statistics(mut self, mean: Option<Measure>) -> Self {
        let last_row = self.rows.last().cloned().unwrap_or_default();
        let is_pile_count = |(key, _): &(&str, String)| *key == NB_TAS_MAX.key();
        let Some(mean) = mean.filter(|_| last_row.iter().any(is_pile_count)) else {
            return self;
        };
        for (statistic, quantity) in PileStatistic::ALL.into_iter().zip([
            RowQuantity::Measure(mean),
            RowQuantity::ExtremePiles { is_largest: false },
            RowQuantity::ExtremePiles { is_largest: true },
        ]) {
            let mut cells = last_row.clone();
            cells.retain(|cell| !is_pile_count(cell));
            cells.push((STATISTIC.key(), statistic.key().to_owned()));
            self.rows.push(cells);
            self.quantities.push(quantity);
        }
        self
    }

    /// Returns the rows for at most each number of piles of the same game as the last row, from the smallest number on.
    pub fn at_most_pile_rows(&self) -> Vec<(usize, &Measure)> {
        let mut rows = Vec::new();
        for (cells, quantity) in self.rows.iter().zip(&self.quantities).rev() {
            let RowQuantity::Measure(measure) = quantity else {
                continue;
            };
            let cell = cells.iter().find(|(key, _)| *key == NB_TAS_MAX.key());
            let Some(piles) = cell.and_then(|(_, piles)| piles.parse().ok()) else {
                continue;
            };
            if rows
                .last()
                .is_some_and(|(more_piles, _)| piles >= *more_piles)
            {
                break;
            }
            rows.push((piles, measure));
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
    /// The lines of rows without a number.
    pub blank_lines: Vec<u32>,
    pub references: Vec<ReferenceRow>,
    pub sources: Vec<ReferenceSimulation>,
}

/// A number that a row of the table states.
struct StatedNumber {
    /// The column, from 1, and the statistic of a number that is not the probability of the row.
    statistic: Option<(usize, PileStatistic)>,
    stated: StatedValue,
    is_percent: bool,
}

/// The search for the simulation row that a row of the table names.
pub struct TableMatcher<'a> {
    topic: &'static Topic,
    table: &'a TableFile,
    /// The values of settings that the table does not give; `None` if all simulations were run before.
    defaults: Option<OptionValues>,
    /// The values of settings on the command line, by their keys. A cell of the table must not contradict them.
    explicit_settings: OptionValues,
    /// The simulations of each combination of settings.
    by_settings: HashMap<OptionValues, Range<usize>>,
    /// The references by the joined naming cells.
    by_cells: HashMap<String, u32>,
    by_row: HashMap<ReferenceRow, u32>,
    matched: MatchedTable,
}

impl<'a> TableMatcher<'a> {
    /// Creates a matcher. It adds the simulations that the table needs, or without `defaults` uses `sources`.
    pub fn new(
        topic: &'static Topic,
        table: &'a TableFile,
        defaults: Option<OptionValues>,
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
            explicit_settings: OptionValues::new(),
            by_settings: HashMap::new(),
            by_cells: HashMap::new(),
            by_row: HashMap::new(),
            matched,
        }
    }

    /// Sets the values of settings on the command line.
    #[must_use]
    pub fn with_explicit_settings(self, explicit_settings: OptionValues) -> Self {
        Self {
            explicit_settings,
            ..self
        }
    }

    /// Matches all rows. Fails at the first invalid cell or unknown row.
    pub fn match_rows(mut self) -> Result<MatchedTable, Problem> {
        let table = self.table;
        let columns = valid_column_roles(table, self.topic)?;
        let total = self.total_count(&columns)?;
        table.for_each_row(|line, cells| {
            let deals = self.stated_deals(&columns, line, cells)?.or(total);
            let mut numbers = self.stated_statistics(&columns, deals, line, cells)?;
            numbers.extend(self.stated_value(&columns, deals, line, cells)?);
            if numbers.is_empty() {
                self.matched.blank_lines.push(line as u32);
            }
            let name_cells = columns.iter().zip(cells).filter(|(column, _)| {
                matches!(column, ColumnRole::Setting(_) | ColumnRole::RowName)
            });
            let row_key: String = name_cells.flat_map(|(_, cell)| [*cell, "\u{1f}"]).collect();
            for number in numbers {
                let statistic = number.statistic.map(|(_, statistic)| statistic.key());
                let key = format!("{row_key}{}", statistic.unwrap_or_default());
                let reference_index = match self.by_cells.get(&key) {
                    Some(&reference_index) => reference_index,
                    None => {
                        let reference_index =
                            self.find_reference(&columns, number.statistic, line, cells)?;
                        *self.by_cells.entry(key).or_insert(reference_index)
                    }
                };
                self.matched.rows.push(StatedRow {
                    line: line as u32,
                    reference_index,
                    stated: number.stated,
                    is_percent: number.is_percent,
                });
            }
            Ok(())
        })?;
        if self.matched.rows.is_empty() {
            return Err(Problem::empty_table(&table.file_name));
        }
        Ok(self.matched)
    }

    /// Returns the number of all deals, if the rows of the table count each of them once, without a column that gives it.
    fn total_count(&self, columns: &[ColumnRole]) -> Result<Option<NonZeroU64>, Problem> {
        let is_count = |column: &ColumnRole| matches!(column, ColumnRole::Count);
        let is_other_number = |column: &ColumnRole| {
            matches!(
                column,
                ColumnRole::Value { .. } | ColumnRole::Deals | ColumnRole::Setting(_)
            )
        };
        let count_column = columns.iter().position(is_count);
        let Some(count_column) = count_column
            .filter(|_| !has_cumulative_rows(self.topic) && !columns.iter().any(is_other_number))
        else {
            return Ok(None);
        };
        let mut total = 0;
        self.table.for_each_row(|_, cells| {
            // An invalid count is reported when its row is read.
            total += parse_count(cells[count_column], 0, MAX_DEALS).unwrap_or(0);
            Ok(())
        })?;
        Ok(NonZeroU64::new(total))
    }

    /// Returns the number of deals of a row; `None` without a cell for it.
    fn stated_deals(
        &self,
        columns: &[ColumnRole],
        line: usize,
        cells: &[&str],
    ) -> Result<Option<NonZeroU64>, Problem> {
        let is_deals = |column: &ColumnRole| matches!(column, ColumnRole::Deals);
        let place = columns.iter().position(is_deals);
        let Some(place) = place.filter(|&place| !cells[place].is_empty()) else {
            return Ok(None);
        };
        let deals = parse_count(cells[place], 1, MAX_DEALS)
            .map_err(|problem| self.table.problem_at(line, place + 1, problem))?;
        Ok(NonZeroU64::new(deals))
    }

    /// Returns the mean, the smallest and the largest number of piles that a row states.
    fn stated_statistics(
        &self,
        columns: &[ColumnRole],
        deals: Option<NonZeroU64>,
        line: usize,
        cells: &[&str],
    ) -> Result<Vec<StatedNumber>, Problem> {
        let mut numbers = Vec::new();
        for (place, (column, text)) in columns.iter().zip(cells).enumerate() {
            let ColumnRole::Statistic(statistic) = column else {
                continue;
            };
            if text.is_empty() {
                continue;
            }
            let number = parse_number(text, self.table.number_comma_meaning())
                .map_err(|error| error.into_problem(text))
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
        cells: &[&str],
    ) -> Result<Option<StatedNumber>, Problem> {
        let mut number = None;
        let mut count = None;
        for (place, (column, text)) in columns
            .iter()
            .zip(cells)
            .enumerate()
            .filter(|(_, (_, text))| !text.is_empty())
        {
            let wrong = |problem| self.table.problem_at(line, place + 1, problem);
            match column {
                ColumnRole::Value { is_percent } => {
                    number = Some(self.parse_value(text, *is_percent).map_err(wrong)?);
                }
                ColumnRole::Count => {
                    count = Some((place, parse_count(text, 0, MAX_DEALS).map_err(wrong)?));
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
                    "il manque le nombre de donnes (colonne « donnes »), au moins égal à cet \
                     effectif",
                    "the number of deals (column “deals”) is missing or less than this count"
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
    fn parse_value(&self, text: &str, is_percent: bool) -> Result<(f64, f64, bool), Problem> {
        /// The rounding error of sums of probabilities.
        const SLACK: f64 = 1e-9;
        let number = parse_number(text, self.table.number_comma_meaning())
            .map_err(|error| error.into_problem(text))?;
        let factor = if is_percent && !matches!(number, ParsedNumber::Percent { .. }) {
            0.01
        } else {
            1.0
        };
        let value = number.value() * factor;
        let rounding = number.max_rounding_error() * factor;
        let is_percent = is_percent || matches!(number, ParsedNumber::Percent { .. });
        if !has_probabilities(self.topic) {
            return Ok((value, rounding, is_percent));
        }
        if !(-SLACK..=1.0 + SLACK).contains(&value) {
            let excerpt = safe_excerpt(text);
            return Err(problem!(
                "« {excerpt} » n'est pas une probabilité : il faut un nombre de 0 à 1, ou un \
                 pourcentage avec « % »",
                "“{excerpt}” is not a probability: a number from 0 to 1 or a percentage with “%” \
                 is expected"
            ));
        }
        let probability = value.clamp(0.0, 1.0);
        // 0 and 1 without decimals are exact.
        let is_exact = matches!(number, ParsedNumber::Integer(_))
            && (probability == 0.0 || probability == 1.0);
        Ok((
            probability,
            if is_exact { 0.0 } else { rounding },
            is_percent,
        ))
    }

    /// Finds the reference of a row. Fails when its cells match no row of the simulations, or several.
    fn find_reference(
        &mut self,
        columns: &[ColumnRole],
        statistic: Option<(usize, PileStatistic)>,
        line: usize,
        cells: &[&str],
    ) -> Result<u32, Problem> {
        let mut settings = OptionValues::new();
        let mut row = RowCells::new();
        let mut name_column = statistic.map(|(column, _)| column);
        row.extend(statistic.map(|(_, statistic)| (STATISTIC.key(), statistic.key().to_owned())));
        let filled = || {
            columns
                .iter()
                .zip(cells)
                .enumerate()
                .filter(|(_, (_, text))| !text.is_empty())
        };
        let is_given = |key: &&str| {
            filled().any(
                |(_, (column, _))| matches!(column, ColumnRole::Setting(opt) if opt.key() == *key),
            )
        };
        for (place, (column, text)) in filled() {
            let wrong = |problem| self.table.problem_at(line, place + 1, problem);
            match column {
                // A pack given by suits and ranks has no value of the setting that they replace.
                ColumnRole::Setting(opt)
                    if !opt.conflicts_with.is_empty()
                        && opt.conflicts_with.iter().all(is_given) =>
                {
                    row.push((opt.key(), (*text).to_owned()));
                }
                ColumnRole::Setting(opt) => {
                    let text = choice_key(&self.topic.glossary, opt, text);
                    let value = opt.parse_value(text).map_err(wrong)?;
                    self.check_against_options(opt, &value).map_err(wrong)?;
                    row.push((opt.key(), value));
                    settings.insert(opt.key(), opt.parse_values(text).map_err(wrong)?);
                }
                ColumnRole::RowName if statistic.is_none() => {
                    name_column = name_column.or(Some(place + 1));
                    let number = parse_count(text, 0, u64::MAX).map(|number| number.to_string());
                    row.push((
                        self.topic.simulate.row_option.key(),
                        number.unwrap_or_else(|_| (*text).to_owned()),
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
        let is_value = |value: &str, text: &str| {
            value == text || is_name_of(&self.topic.glossary, value, text)
        };
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
            [place] => Ok(*self.by_row.entry(*place).or_insert_with(|| {
                self.matched.references.push(*place);
                self.matched.references.len() as u32 - 1
            })),
            [] => {
                let choices = names(
                    self.matched.sources[sources]
                        .iter()
                        .flat_map(|source| &source.rows)
                        .collect(),
                );
                Err(wrong(Problem::no_such_row(&text, &choices)))
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
    fn check_against_options(&self, cell_option: &OptionSpec, cell: &str) -> Result<(), Problem> {
        let key = cell_option.key();
        for option in self.topic.simulate.options {
            let Some(values) = self.explicit_settings.get(option.key()) else {
                continue;
            };
            let contradicts = if option.key() == key {
                !values.iter().any(|value| value == cell)
            } else {
                option.conflicts_with.contains(&key)
                    || cell_option.conflicts_with.contains(&option.key())
            };
            if contradicts {
                let mut flag = option.flag_name();
                if !option.is_flag() {
                    flag.push_str(&format!(" {}", values.join(",")));
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
    fn sources_for_settings(&mut self, settings: OptionValues) -> Result<Range<usize>, Problem> {
        let Some(defaults) = &self.defaults else {
            return Ok(0..self.matched.sources.len());
        };
        let options = self.topic.simulate.options;
        let is_excluded = |key: &str| {
            let mut conflicts = options
                .iter()
                .filter(|opt| opt.key() == key)
                .flat_map(|opt| opt.conflicts_with);
            conflicts.any(|other| settings.contains_key(other))
        };
        let mut values: OptionValues = defaults
            .iter()
            .filter(|(key, _)| !is_excluded(key))
            .map(|(key, value)| (*key, value.clone()))
            .collect();
        values.extend(settings);
        if let Some(sources) = self.by_settings.get(&values) {
            return Ok(sources.clone());
        }
        let experiments = (self.topic.simulate).all_experiments(Lang::En, &values)?;
        let first = self.matched.sources.len();
        self.matched.sources.extend(
            experiments
                .into_iter()
                .map(|experiment| ReferenceSimulation::new(experiment.into(), None)),
        );
        self.by_settings
            .insert(values, first..self.matched.sources.len());
        Ok(first..self.matched.sources.len())
    }
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
        .chain([required_column, STATISTIC.key()])
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
