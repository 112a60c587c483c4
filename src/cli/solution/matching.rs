//! Matches the numbers of a table with rows of simulations.

use super::cell::{Cell, CellRow};
use super::headings::{ColumnRole, Statistic, row_name_keys};
use super::labels::is_outcome_name;
use super::simulation::{ReferenceSimulation, SimulationRow, distinguishing_row_labels, row_text};
use super::table::Table;
use crate::cli::args::IntervalArgs;
use crate::lang::parse_number::{ParsedNumber, parse_count};
use crate::lang::{Problem, problem, release_spaces, safe_excerpt};
use crate::report::solution_report::{SolutionReference, SolutionReport, StatedRow};
use crate::topics::hand_in::STATISTIC;
use crate::topics::setting::OptionSpec;
use crate::topics::{Topic, choice_key};
use pioche_engine::sim::{Field, FieldValue, MAX_DEALS};
use pioche_engine::stats::Confidence;
use pioche_engine::stats::reference::StatedValue;
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::ops::Range;

/// A row of a simulation, by its indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceRow {
    pub source: usize,
    pub row: usize,
}

/// A number that a row of the table states.
struct StatedNumber {
    /// The column, from 0, and the statistic of a number that is not the probability of the row.
    statistic: Option<(usize, Statistic)>,
    value: StatedValue,
    is_percent: bool,
}

impl StatedNumber {
    /// Creates a probability, or a number taken as one, without its number of deals.
    fn new(value: f64, max_rounding_error: f64, is_percent: bool) -> Self {
        let value = StatedValue {
            value,
            max_rounding_error,
            deals: None,
        };
        Self {
            statistic: None,
            value,
            is_percent,
        }
    }
}

/// The rows of simulations that the rows of a table name.
pub struct TableMatcher<'a> {
    pub topic: &'static Topic,
    table: &'a Table,
    /// The values of settings that the table does not give, with which the simulations that it needs are added; `None` if all
    /// simulations were run before.
    pub defaults: Option<Vec<Field>>,
    /// The number of games of the command line, where the table states none.
    pub games: Option<NonZeroU64>,
    /// The values of settings on the command line, by their keys. A cell of the table must not contradict them.
    pub explicit_settings: Vec<Field>,
    /// The simulations of each combination of settings.
    by_settings: HashMap<Vec<Field>, Range<usize>>,
    /// True if numbers up to 100 are read where probabilities are meant: most are above 1.
    has_percentages: bool,
    /// The references by the joined naming cells.
    by_cells: HashMap<String, u32>,
    first_unknown: Option<Problem>,
    /// The numbers of the table, and remarks about its rows.
    pub report: SolutionReport,
    pub references: Vec<ReferenceRow>,
    pub sources: Vec<ReferenceSimulation>,
}

impl<'a> TableMatcher<'a> {
    /// Creates a matcher of a table with these simulations.
    pub fn new(
        topic: &'static Topic,
        table: &'a Table,
        sources: Vec<ReferenceSimulation>,
        confidence: Confidence,
    ) -> Self {
        let file = release_spaces(&table.grid.file_name);
        let mut report = SolutionReport::new(file, confidence);
        report.read_as = table.read_as.clone();
        Self {
            topic,
            table,
            defaults: None,
            games: None,
            explicit_settings: Vec::new(),
            by_settings: HashMap::new(),
            has_percentages: has_bare_percentages(table),
            by_cells: HashMap::new(),
            first_unknown: None,
            report,
            references: Vec::new(),
            sources,
        }
    }

    /// Matches all rows. Fails at the first invalid cell, or when no row is known.
    pub fn match_rows(&mut self) -> Result<(), Problem> {
        for row in &self.table.grid.rows {
            self.match_row(row)?;
        }
        if self.report.rows.is_empty() {
            let empty_table = || Problem::empty_table(&self.table.grid.file_name);
            return Err(self.first_unknown.take().unwrap_or_else(empty_table));
        }
        if self.topic.hand_in.has_cumulative_rows {
            self.report.falling_line = self.falling_line();
        }
        Ok(())
    }

    /// Returns the references from a simulation, each with its index.
    pub fn references_of(&self, source: usize) -> impl Iterator<Item = (usize, ReferenceRow)> {
        let references = self.references.iter().copied().enumerate();
        references.filter(move |(_, reference)| reference.source == source)
    }

    pub fn simulation_row(&self, reference: ReferenceRow) -> &SimulationRow {
        &self.sources[reference.source].rows[reference.row]
    }

    /// Returns the reference values after all simulations were run.
    pub fn reference_values(&self, intervals: &IntervalArgs) -> Vec<SolutionReference> {
        let row_key = self.topic.simulate.row_option.key();
        let references = self.references.iter();
        let rows: Vec<&SimulationRow> = references
            .map(|&reference| self.simulation_row(reference))
            .collect();
        let names = distinguishing_row_labels(&rows, row_key);
        let value = |(reference, name): (&ReferenceRow, String)| {
            let source = &self.sources[reference.source];
            source.reference(reference.row, name, row_key, intervals)
        };
        self.references
            .iter()
            .zip(names)
            .filter_map(value)
            .collect()
    }

    /// Returns the line of the first number that is less than that of the row before it in the same simulation.
    fn falling_line(&self) -> Option<u32> {
        let is_falling = |pair: &&[StatedRow]| {
            let [first, second] =
                [0, 1].map(|row| self.references[pair[row].reference_index as usize]);
            let is_result = |reference| self.simulation_row(reference).statistic.is_none();
            is_result(first)
                && is_result(second)
                && first.source == second.source
                && first.row < second.row
                && pair[1].stated.value < pair[0].stated.value
        };
        let mut pairs = self.report.rows.windows(2);
        pairs.find(is_falling).map(|pair| pair[1].line)
    }

    fn match_row(&mut self, row: &CellRow) -> Result<(), Problem> {
        let line = row.line as u32;
        let numbers = self.stated_numbers(row)?;
        if numbers.is_empty() {
            self.report.blank_lines.push(line);
        }
        let mut row_key = String::new();
        for (role, cell) in self.table.columns.iter().zip(&row.cells) {
            if matches!(role, ColumnRole::Setting(_) | ColumnRole::RowName { .. }) {
                row_key.extend([cell.text.as_str(), "\u{1f}"]);
            }
        }
        for number in numbers {
            let statistic = number.statistic.map(|(_, statistic)| statistic.key());
            let key = format!("{row_key}{}", statistic.unwrap_or_default());
            let reference_index = if let Some(reference_index) = self.by_cells.get(&key) {
                self.report.repeated_lines.push(line);
                *reference_index
            } else if let Some(reference_index) = self.find_reference(row, number.statistic)? {
                self.by_cells.insert(key, reference_index);
                reference_index
            } else {
                self.report.unknown_lines.push(line);
                continue;
            };
            let stated_row = StatedRow::new(line, reference_index, number.value, number.is_percent);
            self.report.rows.push(stated_row);
        }
        Ok(())
    }

    /// Returns the statistics of a row, and its probability or count.
    fn stated_numbers(&self, row: &CellRow) -> Result<Vec<StatedNumber>, Problem> {
        let table = self.table;
        let mut deals = self.games;
        let mut numbers = Vec::new();
        let mut probability = None;
        let mut count = None;
        for (column, role, cell) in table.filled_cells(row) {
            let wrong = |problem| table.problem_at(row.line, column, problem);
            match *role {
                ColumnRole::Deals => {
                    deals = NonZeroU64::new(cell.count(1, MAX_DEALS).map_err(wrong)?);
                }
                ColumnRole::Statistic(statistic) => {
                    let number = cell.expect_number().map_err(wrong)?;
                    numbers.push(StatedNumber {
                        statistic: Some((column, statistic)),
                        ..StatedNumber::new(number.value(), number.max_rounding_error(), false)
                    });
                }
                ColumnRole::Value { is_percent } => {
                    probability = Some(self.probability(cell, is_percent).map_err(wrong)?);
                }
                ColumnRole::Count { .. } => {
                    count = Some((column, cell.count(0, MAX_DEALS).map_err(wrong)?));
                }
                ColumnRole::Setting(_) | ColumnRole::RowName { .. } | ColumnRole::Ignored => {}
            }
        }
        if let (None, Some((column, count))) = (&probability, count) {
            let share = deals.map(|deals| count as f64 / deals.get() as f64);
            let Some(share) = share.filter(|share| *share <= 1.0) else {
                let problem = problem!(
                    "il manque le nombre de donnes (colonne « donnes » ou option --games), au moins \
                     égal à cet effectif",
                    "the number of deals (column “deals” or option --games) is missing or less than \
                     this count"
                );
                return Err(table.problem_at(row.line, column, problem));
            };
            probability = Some(StatedNumber::new(share, 0.0, false));
        }
        numbers.extend(probability);
        for number in &mut numbers {
            number.value.deals = deals;
        }
        Ok(numbers)
    }

    /// Returns the number of a cell of probabilities. Fails when it is none.
    fn probability(&self, cell: &Cell, is_percent_column: bool) -> Result<StatedNumber, Problem> {
        /// The rounding error of sums of probabilities.
        const SLACK: f64 = 1e-9;
        let number = cell.expect_number()?;
        let is_percent_cell = matches!(number, ParsedNumber::Percent { .. });
        let factor = if is_percent_column && !is_percent_cell {
            0.01
        } else {
            1.0
        };
        let is_percent = is_percent_column || is_percent_cell;
        let value = number.value() * factor;
        let max_rounding_error = number.max_rounding_error() * factor;
        if !self.topic.hand_in.has_probabilities {
            return Ok(StatedNumber::new(value, max_rounding_error, is_percent));
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
        let max_rounding_error = if is_exact { 0.0 } else { max_rounding_error };
        Ok(StatedNumber::new(
            probability,
            max_rounding_error,
            is_percent,
        ))
    }

    /// Returns the index of the reference of a row, or of one of its statistics; `None` for a row that the simulations do not
    /// have. Fails when a cell is invalid, or several rows match.
    fn find_reference(
        &mut self,
        row: &CellRow,
        statistic: Option<(usize, Statistic)>,
    ) -> Result<Option<u32>, Problem> {
        let table = self.table;
        let row_option = self.topic.simulate.row_option.key();
        let mut name_column = statistic.map(|(column, _)| column);
        let mut settings = Vec::new();
        let mut naming_cells: Vec<(&'static str, String)> = Vec::new();
        naming_cells
            .extend(statistic.map(|(_, statistic)| (STATISTIC, statistic.key().to_owned())));
        let is_given = |key: &&str| {
            let mut cells = table.filled_cells(row);
            cells.any(|(_, role, _)| matches!(role, ColumnRole::Setting(opt) if opt.key() == *key))
        };
        for (column, role, cell) in table.filled_cells(row) {
            let text = cell.text.as_str();
            let wrong = |problem| table.problem_at(row.line, column, problem);
            match *role {
                // A pack given by suits and ranks has no value of the setting that they replace.
                ColumnRole::Setting(opt)
                    if !opt.conflicts_with.is_empty()
                        && opt.conflicts_with.iter().all(is_given) =>
                {
                    naming_cells.push((opt.key(), text.to_owned()));
                }
                ColumnRole::Setting(opt) => {
                    let text = choice_key(&self.topic.glossary, opt, text);
                    let value = opt.parse_value(text).map_err(wrong)?;
                    self.check_against_options(opt, &value).map_err(wrong)?;
                    naming_cells.push((opt.key(), value.to_string()));
                    settings.extend(opt.parse_values(text).map_err(wrong)?);
                }
                ColumnRole::RowName { .. } if statistic.is_none() => {
                    name_column = name_column.or(Some(column));
                    let number = parse_count(text, 0, u64::MAX).map(|number| number.to_string());
                    naming_cells.push((row_option, number.unwrap_or_else(|_| text.to_owned())));
                }
                _ => {}
            }
        }
        let Some(name_column) = name_column else {
            let problem = problem!(
                "les cellules qui nomment la ligne sont vides",
                "the cells that name the row are empty"
            );
            return Err(table.problem_at(row.line, 0, problem));
        };
        let wrong = |problem| table.problem_at(row.line, name_column, problem);
        let sources = self.sources_for_settings(settings).map_err(wrong)?;
        let matches = self.matching_rows(sources.clone(), &naming_cells);
        let text = row_text(&naming_cells);
        match matches.as_slice() {
            [reference] => Ok(Some(self.reference_index(*reference))),
            [] => {
                let sources = self.sources[sources].iter();
                let rows: Vec<&SimulationRow> = sources.flat_map(|source| &source.rows).collect();
                let choices = distinguishing_row_labels(&rows, row_option);
                let problem = wrong(Problem::no_such_row(&text, &choices));
                self.first_unknown.get_or_insert(problem);
                Ok(None)
            }
            several => {
                let rows = several.iter();
                let rows: Vec<&SimulationRow> = rows.map(|&row| self.simulation_row(row)).collect();
                let choices = distinguishing_row_labels(&rows, row_option);
                Err(wrong(Problem::ambiguous_row(&text, &choices)))
            }
        }
    }

    /// Returns the row of each of these simulations that the cells name.
    fn matching_rows(
        &self,
        sources: Range<usize>,
        naming_cells: &[(&'static str, String)],
    ) -> Vec<ReferenceRow> {
        let name_keys = row_name_keys(self.topic);
        let is_named = |row: &SimulationRow| {
            naming_cells.iter().all(|(key, text)| match row.cell(key) {
                Some(value) => value == text || is_outcome_name(self.topic, value, text),
                // The simulation was created with this setting.
                None => self.defaults.is_some() && !name_keys.contains(key),
            })
        };
        // The last match is the row of the experiment itself; the rows before it are for comparison.
        let row_of = |source: usize| {
            let row = self.sources[source].rows.iter().rposition(is_named)?;
            Some(ReferenceRow { source, row })
        };
        sources.filter_map(row_of).collect()
    }

    /// Returns the index of a reference, which is added if it is new.
    fn reference_index(&mut self, reference: ReferenceRow) -> u32 {
        let references = &mut self.references;
        let index = references.iter().position(|other| *other == reference);
        index.unwrap_or_else(|| {
            references.push(reference);
            references.len() - 1
        }) as u32
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
            return Ok(0..self.sources.len());
        };
        let options = self.topic.simulate.options;
        let is_given = |key: &str| settings.iter().any(|field| field.key() == key);
        let is_excluded = |key: &str| {
            let mut conflicts = options
                .iter()
                .filter(|opt| opt.key() == key)
                .flat_map(|opt| opt.conflicts_with);
            conflicts.any(|other| is_given(other))
        };
        let mut values: Vec<Field> = defaults
            .iter()
            .filter(|field| !is_excluded(field.key()) && !is_given(field.key()))
            .cloned()
            .collect();
        values.extend(settings.iter().cloned());
        if let Some(sources) = self.by_settings.get(&values) {
            return Ok(sources.clone());
        }
        let experiments = (self.topic.simulate).all_experiments(&values)?;
        let first = self.sources.len();
        let topic = self.topic;
        self.sources.extend(
            experiments
                .into_iter()
                .map(|experiment| ReferenceSimulation::new(topic, experiment.into(), None)),
        );
        self.by_settings.insert(values, first..self.sources.len());
        Ok(first..self.sources.len())
    }
}

/// Returns whether most numbers of a column of probabilities are above 1, and none is above 100.
fn has_bare_percentages(table: &Table) -> bool {
    let Some(column) = table.column(|role| matches!(role, ColumnRole::Value { is_percent: false }))
    else {
        return false;
    };
    let rows = table.grid.rows.iter();
    let numbers = rows.filter_map(|row| row.cells[column].number());
    let values: Vec<f64> = numbers.map(ParsedNumber::value).collect();
    let above = values.iter().filter(|value| **value > 1.0).count();
    2 * above > values.len() && values.iter().all(|value| *value <= 100.0)
}
