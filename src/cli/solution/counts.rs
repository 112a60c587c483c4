//! Counts and shares of exactly n, made those of at most n where rows are such, with their number of games.

use super::cell::Cell;
use super::headings::{ColumnRole, WINS, is_count_of_wins, is_of_at_most, is_total};
use super::labels::RowNames;
use super::table::Table;
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

/// The number of all games of counts, and whether the counts are summed up.
struct CountTotal {
    deals: u64,
    is_exact: bool,
}

impl RowNames {
    /// Gives each count its number of deals, and makes counts and shares of exactly n those of at most n where rows are such.
    /// `games` is the number of games of the command line. Fails when counts have no total.
    pub fn resolve_counts(&self, mut table: Table, games: Option<u64>) -> Result<Table, Problem> {
        let roles: Vec<ColumnRole> = (table.headings.iter())
            .map(|heading| ColumnRole::from_heading(heading, self.topic))
            .collect();
        let column_of = |test: fn(&ColumnRole) -> bool| roles.iter().position(test);
        let value_column = column_of(|role| matches!(role, ColumnRole::Value { .. }));
        let count_column = column_of(|role| matches!(role, ColumnRole::Count));
        let deals_column = column_of(|role| matches!(role, ColumnRole::Deals));
        let has_settings = column_of(|role| matches!(role, ColumnRole::Setting(_))).is_some();
        let Some(name_column) = column_of(|role| matches!(role, ColumnRole::RowName)) else {
            return Ok(table);
        };
        let value_column = value_column.filter(|&column| {
            count_column.is_none() || !super::headings::is_share(&table.headings[column])
        });
        if let Some(value_column) = value_column {
            if !has_settings {
                self.sum_shares(&mut table, name_column, value_column);
            }
            return Ok(table);
        }
        let Some(count_column) = count_column else {
            return Ok(table);
        };
        let is_total_row = |row: &super::cell::CellRow| is_total(&row.cells[name_column].text);
        let total_row = table.rows.iter().find(|row| is_total_row(row));
        let total = total_row.and_then(|row| row.cells[count_column].count(1, MAX_DEALS).ok());
        table.rows.retain(|row| !is_total_row(row));
        let mut groups: BTreeMap<Vec<&str>, Vec<RowCount>> = BTreeMap::new();
        for (place, row) in table.rows.iter().enumerate() {
            let cell = &row.cells[count_column];
            if cell.is_empty() {
                continue;
            }
            let at = |problem| table.problem_at(row.line, count_column + 1, problem);
            let settings = roles.iter().zip(&row.cells);
            let settings = settings.filter(|(role, _)| matches!(role, ColumnRole::Setting(_)));
            let name = self.name_of(&row.cells[name_column]);
            let group = groups.entry(settings.map(|(_, cell)| cell.text.as_str()).collect());
            group.or_default().push(RowCount {
                row: place,
                place: name.and_then(|name| self.place_of(&name)),
                count: cell.count(0, MAX_DEALS).map_err(at)?,
            });
        }
        let is_of_wins = is_count_of_wins(&table.headings[count_column]);
        let total = total.filter(|_| groups.len() == 1);
        let mut shares: Vec<(usize, u64, u64)> = Vec::new();
        for counts in groups.values() {
            let first = &table.rows[counts[0].row];
            let stated = deals_column
                .and_then(|column| first.cells.get(column))
                .and_then(|cell| cell.count(1, MAX_DEALS).ok());
            let stated = stated.or(games).or(total);
            let Some(total) = self.total(counts, stated, is_of_wins, table.is_complete) else {
                let problem = problem!(
                    "il manque le nombre de parties de ces effectifs : colonne « donnes » ou option \
                     --games",
                    "the number of games of these counts is missing: column “deals” or option --games"
                );
                return Err(table.problem_at(first.line, count_column + 1, problem));
            };
            for count in counts {
                let smaller = counts
                    .iter()
                    .filter(|other| other.place <= count.place && other.place.is_some());
                let sum: u64 = smaller.map(|other| other.count).sum();
                shares.push((
                    count.row,
                    if total.is_exact { sum } else { count.count },
                    total.deals,
                ));
            }
        }
        if deals_column.is_none() {
            table.add_column("deals", &Cell::empty());
        }
        let deals_column = deals_column.unwrap_or(table.headings.len() - 1);
        table.headings[count_column] = WINS.to_owned();
        for (place, count, deals) in shares {
            let cells = &mut table.rows[place].cells;
            cells[count_column] = Cell::decimal(&count.to_string());
            if cells[deals_column].is_empty() {
                cells[deals_column] = Cell::decimal(&deals.to_string());
            }
        }
        Ok(table)
    }

    /// Returns the total that the command line or a column states, or that of all rows; `None` if some may be missing.
    fn total(
        &self,
        counts: &[RowCount],
        stated: Option<u64>,
        is_of_wins: bool,
        is_complete: bool,
    ) -> Option<CountTotal> {
        let sum: u64 = counts.iter().map(|count| count.count).sum();
        let is_rising = counts.is_sorted_by_key(|count| count.count) && counts.len() > 1;
        let is_cumulative = self.topic.hand_in.has_cumulative_rows;
        let has_last = counts
            .iter()
            .any(|count| count.place == Some(self.names.len() - 1));
        let is_exact = if !is_cumulative || is_of_wins {
            false
        } else if let Some(stated) = stated {
            !(is_rising && sum > stated)
        } else {
            !(is_rising && has_last)
        };
        let deals = match stated {
            Some(stated) => stated,
            None if is_cumulative && !is_exact => counts
                .iter()
                .map(|count| count.count)
                .max()
                .filter(|_| has_last)?,
            None if is_complete || self.are_all(counts, sum) => sum,
            None => return None,
        };
        Some(CountTotal { deals, is_exact })
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
        let known = || counts.iter().filter(|count| count.place.is_some());
        let first = known().min_by_key(|count| count.place);
        let last = known().max_by_key(|count| count.place);
        first.is_some_and(|first| first.place == Some(0) || is_small(first))
            && last.is_some_and(is_small)
    }

    /// Sums up the shares of exactly n of a table that does not say that they are those of at most n: those that do not rise,
    /// and whose sum is 1.
    fn sum_shares(&self, table: &mut Table, name_column: usize, value_column: usize) {
        const FEWEST_ROWS: usize = 5;
        const SLACK: f64 = 0.02;
        if !self.topic.hand_in.has_cumulative_rows || is_of_at_most(&table.headings[name_column]) {
            return;
        }
        let mut shares: Vec<(usize, usize, f64, f64)> = Vec::new();
        for (row, cells) in table.rows.iter().map(|row| &row.cells).enumerate() {
            let name = self.name_of(&cells[name_column]);
            let place = name.and_then(|name| self.place_of(&name));
            if let (Some(place), Some(number)) = (place, cells[value_column].number()) {
                shares.push((place, row, number.value(), number.max_rounding_error()));
            }
        }
        shares.sort_by_key(|(place, ..)| *place);
        let sum: f64 = shares.iter().map(|(_, _, value, _)| value).sum();
        let is_of_all = |total: f64| (sum - total).abs() <= SLACK * total;
        let is_rising = shares.is_sorted_by(|one, other| one.2 <= other.2);
        if shares.len() < FEWEST_ROWS || is_rising || !is_of_all(1.0) && !is_of_all(100.0) {
            return;
        }
        let mut value = 0.0;
        let mut rounding = 0.0;
        for (_, row, share, error) in shares {
            value += share;
            rounding += error;
            // The decimals that the sum of roundings leaves.
            let digits = (-(2.0_f64 * rounding).log10()).floor().clamp(0.0, 12.0) as usize;
            let limit = if is_of_all(1.0) { 1.0 } else { 100.0 };
            let text = format!("{:.digits$}", f64::min(value, limit));
            table.rows[row].cells[value_column] = Cell::decimal(&text);
        }
        table.read_as = Some(sentence!(
            "probabilités d'exactement n, additionnées",
            "probabilities of exactly n, summed up"
        ));
    }
}
