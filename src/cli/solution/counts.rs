//! Counts and shares of exactly n, made those of at most n where rows are such, with their number of games.

use super::cell::{Cell, CellRow, GridForm};
use super::headings::{ColumnRole, is_total};
use super::labels::RowNames;
use super::table::Table;
use crate::lang::parse_number::ParsedNumber;
use crate::lang::{Problem, problem, sentence};
use pioche_engine::sim::MAX_DEALS;
use std::collections::BTreeMap;

/// A count of a row.
struct RowCount {
    /// The index of the row in the table.
    row: usize,
    /// The place of its name among all rows; `None` if the game has no such row.
    place: Option<usize>,
    count: u64,
}

/// Returns the denominator of all numbers of a column, if it is large enough to be a number of games.
fn common_denominator(table: &Table, column: usize) -> Option<u64> {
    const FEWEST_GAMES: u64 = 100;
    let mut common = None;
    for row in &table.grid.rows {
        let cell = row.cells.get(column).filter(|cell| !cell.is_empty());
        let Some(cell) = cell else {
            continue;
        };
        let Some(ParsedNumber::Fraction { denominator, .. }) = cell.number() else {
            return None;
        };
        if *common.get_or_insert(denominator) != denominator {
            return None;
        }
    }
    common.filter(|denominator| *denominator >= FEWEST_GAMES)
}

impl RowNames {
    /// Gives each count its number of deals, and makes counts and shares of exactly n those of at most n where rows are such.
    /// `games` is the number of games of the command line. Fails when counts have no total.
    pub fn resolve_counts(&self, mut table: Table, games: Option<u64>) -> Result<Table, Problem> {
        let name_column = table.column(|role| matches!(role, ColumnRole::RowName { .. }));
        let count_column = table.column(|role| matches!(role, ColumnRole::Count { .. }));
        let value_column = table.column(|role| matches!(role, ColumnRole::Value { .. }));
        let has_games = table
            .column(|role| matches!(role, ColumnRole::Deals))
            .is_some();
        if let Some(column) = value_column.filter(|_| games.is_none() && !has_games)
            && let Some(denominator) = common_denominator(&table, column)
        {
            table.add_games(&Cell::decimal(&denominator.to_string()));
        }
        match (name_column, value_column, count_column) {
            (Some(name_column), Some(value_column), _) => {
                self.sum_shares(&mut table, name_column, value_column);
            }
            (Some(name_column), None, Some(count_column)) => {
                self.sum_counts(&mut table, name_column, count_column, games)?;
            }
            _ => {}
        }
        Ok(table)
    }

    fn sum_counts(
        &self,
        table: &mut Table,
        name_column: usize,
        count_column: usize,
        games: Option<u64>,
    ) -> Result<(), Problem> {
        let is_total_row = |row: &CellRow| is_total(&row.cells[name_column].text);
        let total_row = table.grid.rows.iter().find(|row| is_total_row(row));
        let total = total_row.and_then(|row| row.cells[count_column].count(1, MAX_DEALS).ok());
        table.grid.rows.retain(|row| !is_total_row(row));
        let groups = self.count_groups(table, name_column, count_column)?;
        // The heading of a table can name the largest number that wins beside counts of exactly n.
        let at_most = ColumnRole::RowName {
            is_of_at_most: true,
        };
        let says_at_most =
            table.grid.form == GridForm::Sentences && table.columns[name_column] == at_most;
        let total = total.filter(|_| groups.len() == 1);
        let deals_column = table.column(|role| matches!(role, ColumnRole::Deals));
        let deals_column = deals_column.unwrap_or_else(|| {
            table.add_games(&Cell::empty());
            table.columns.len() - 1
        });
        for counts in &groups {
            let first = &table.grid.rows[counts[0].row];
            let stated = first.cells[deals_column].count(1, MAX_DEALS).ok();
            let stated = stated.or(games).or(total);
            let is_of_exactly = self.are_of_exactly(counts, stated)
                && !says_at_most
                && !matches!(
                    table.columns[count_column],
                    ColumnRole::Count { is_of_wins: true }
                );
            let is_complete = table.grid.form == GridForm::Dictionary;
            let Some(deals) = stated.or_else(|| self.total(counts, is_of_exactly, is_complete))
            else {
                let problem = problem!(
                    "il manque le nombre de parties de ces effectifs : colonne « donnes » ou option \
                     --games",
                    "the number of games of these counts is missing: column “deals” or option --games"
                );
                return Err(table.problem_at(first.line, count_column, problem));
            };
            for count in counts {
                let cells = &mut table.grid.rows[count.row].cells;
                let smaller = counts
                    .iter()
                    .filter(|other| other.place <= count.place && other.place.is_some());
                if is_of_exactly {
                    let sum: u64 = smaller.map(|other| other.count).sum();
                    cells[count_column] = Cell::decimal(&sum.to_string());
                }
                if cells[deals_column].is_empty() {
                    cells[deals_column] = Cell::decimal(&deals.to_string());
                }
            }
        }
        Ok(())
    }

    /// Returns the counts of the rows with the same settings.
    fn count_groups(
        &self,
        table: &Table,
        name_column: usize,
        count_column: usize,
    ) -> Result<Vec<Vec<RowCount>>, Problem> {
        let mut groups: BTreeMap<Vec<&str>, Vec<RowCount>> = BTreeMap::new();
        for (index, row) in table.grid.rows.iter().enumerate() {
            let cell = &row.cells[count_column];
            if cell.is_empty() {
                continue;
            }
            let wrong = |problem| table.problem_at(row.line, count_column, problem);
            let cells = table.columns.iter().zip(&row.cells);
            let settings = cells.filter(|(role, _)| matches!(role, ColumnRole::Setting(_)));
            let settings = settings.map(|(_, cell)| cell.text.as_str());
            groups
                .entry(settings.collect())
                .or_default()
                .push(RowCount {
                    row: index,
                    place: self.place_of(&row.cells[name_column]),
                    count: cell.count(0, MAX_DEALS).map_err(wrong)?,
                });
        }
        Ok(groups.into_values().collect())
    }

    /// Returns whether counts are those of exactly n where rows are those of at most n.
    fn are_of_exactly(&self, counts: &[RowCount], stated: Option<u64>) -> bool {
        let sum: u64 = counts.iter().map(|count| count.count).sum();
        let is_rising = counts.is_sorted_by_key(|count| count.count) && counts.len() > 1;
        let has_all = stated.map_or_else(|| self.has_last(counts), |stated| sum > stated);
        self.topic.hand_in.has_cumulative_rows && !(is_rising && has_all)
    }

    fn has_last(&self, counts: &[RowCount]) -> bool {
        let mut counts = counts.iter();
        counts.any(|count| count.place == Some(self.names.len() - 1))
    }

    /// Returns the total of all rows; `None` if some may be missing.
    fn total(&self, counts: &[RowCount], is_of_exactly: bool, is_complete: bool) -> Option<u64> {
        if self.topic.hand_in.has_cumulative_rows && !is_of_exactly {
            let largest = counts.iter().map(|count| count.count).max();
            return largest.filter(|_| self.has_last(counts));
        }
        let sum: u64 = counts.iter().map(|count| count.count).sum();
        (is_complete || self.are_all(counts, sum)).then_some(sum)
    }

    /// Returns whether counts are those of all rows that can occur. Rows of numbers may end where counts are small.
    fn are_all(&self, counts: &[RowCount], sum: u64) -> bool {
        const NEVER_COUNTED: &str = "unresolved";
        let has = |place: usize| counts.iter().any(|count| count.place == Some(place));
        let mut required =
            (0..self.names.len()).filter(|&place| self.names[place] != NEVER_COUNTED);
        if required.all(has) {
            return true;
        }
        if !self.are_numbers() || counts.len() < 5 {
            return false;
        }
        let is_small = |count: &RowCount| count.count * 25 <= sum;
        let known_counts = || counts.iter().filter(|count| count.place.is_some());
        let first = known_counts().min_by_key(|count| count.place);
        let last = known_counts().max_by_key(|count| count.place);
        first.is_some_and(|first| first.place == Some(0) || is_small(first))
            && last.is_some_and(is_small)
    }

    /// Sums up the shares of exactly n of a table that does not say that they are those of at most n: shares that do not rise,
    /// and have the sum 1.
    fn sum_shares(&self, table: &mut Table, name_column: usize, value_column: usize) {
        const FEWEST_ROWS: usize = 5;
        const SLACK: f64 = 0.02;
        let has_settings = table.column(|role| matches!(role, ColumnRole::Setting(_)));
        let is_of_at_most = matches!(
            table.columns[name_column],
            ColumnRole::RowName {
                is_of_at_most: true
            }
        );
        if !self.topic.hand_in.has_cumulative_rows || is_of_at_most || has_settings.is_some() {
            return;
        }
        let mut shares = Vec::new();
        for row in &mut table.grid.rows {
            let place = self.place_of(&row.cells[name_column]);
            let cell = &mut row.cells[value_column];
            if let (Some(place), Some(share)) = (place, cell.number()) {
                shares.push((place, share, cell));
            }
        }
        shares.sort_by_key(|(place, ..)| *place);
        let sum: f64 = shares.iter().map(|(_, share, _)| share.value()).sum();
        let is_of_all = |total: f64| (sum - total).abs() <= SLACK * total;
        let is_rising = shares.is_sorted_by(|one, other| one.1.value() <= other.1.value());
        if shares.len() < FEWEST_ROWS || is_rising || !is_of_all(1.0) && !is_of_all(100.0) {
            return;
        }
        let mut value = 0.0;
        let mut rounding = 0.0;
        for (_, share, cell) in shares {
            value += share.value();
            rounding += share.max_rounding_error();
            // The decimals that the sum of roundings leaves.
            let digits = (-(2.0_f64 * rounding).log10()).floor().clamp(0.0, 12.0) as usize;
            let limit = if is_of_all(1.0) { 1.0 } else { 100.0 };
            let text = format!("{:.digits$}", f64::min(value, limit));
            *cell = Cell::decimal(&text);
        }
        table.read_as = Some(sentence!(
            "probabilités d'exactement n, additionnées",
            "probabilities of exactly n, summed up"
        ));
    }
}
