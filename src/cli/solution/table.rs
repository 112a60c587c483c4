//! The tables of hand-ins: headings and rows, found among cells whatever the form of the file.
//!
//! A table with headings is taken as it is, also below a title, beside an index, or with rows for columns. Without headings,
//! what the numbers are is told from their content: names of rows, probabilities, percentages, counts, results of games.

use super::cell::{Cell, CellRow, GridForm};
use super::cells::{Grid, MAX_COLUMNS, decode_text, text_grids, too_many_columns};
use super::headings::{
    COUNT, ColumnRole, Statistic, WINS, is_count_of_wins, is_one_of, without_separators,
};
use super::workbook;
use crate::cli::files::{display_name, read_limited};
use crate::lang::parse_number::{CommaMeaning, ParsedNumber, parse_count};
use crate::lang::{Problem, Sentence, problem, sentence};
use crate::topics::{Topic, is_name_of};
use pioche_engine::sim::MAX_DEALS;
use std::collections::BTreeMap;
use std::path::Path;

/// The largest size of a file, in bytes.
const MAX_BYTES: u64 = 16 << 20;
/// The number of first rows among which headings are looked for.
const HEADING_ROWS: usize = 20;

/// A file of a student, as cells.
pub struct HandIn {
    pub file_name: String,
    grids: Vec<Grid>,
}

/// A table: headings and rows, each with a cell for each heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub file_name: String,
    place_name: String,
    pub headings: Vec<String>,
    heading_line: usize,
    pub rows: Vec<CellRow>,
    /// True if other rows than these did not occur.
    is_complete: bool,
    /// What the numbers were taken for, if no heading says it.
    pub read_as: Option<Sentence>,
}

impl HandIn {
    /// Reads a file, or the standard input for `-`. Fails when it cannot be read or has no cells.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        Self::parse(display_name(path), read_limited(path, MAX_BYTES)?)
    }

    /// Parses the bytes of a file.
    pub fn parse(file_name: String, bytes: Vec<u8>) -> Result<Self, Problem> {
        let grids = if workbook::is_workbook(&bytes) {
            workbook::sheet_grids(&file_name, bytes)?
        } else {
            text_grids(&file_name, &decode_text(bytes))?
        };
        if grids.iter().all(|grid| grid.rows.is_empty()) {
            return Err(Problem::empty_table(&file_name));
        }
        Ok(Self { file_name, grids })
    }

    /// Returns the table with headings that the topic knows, and their number; `None` if there is no such table.
    pub fn find_headed_table(&self, names: &RowNames) -> Option<(Table, usize)> {
        self.grids
            .iter()
            .find_map(|grid| names.find_headed_table(self, grid))
    }

    /// Returns the table of cells without headings, by their content; `None` if there is none. Fails when numbers can be read
    /// in two ways, or cannot occur.
    pub fn find_bare_table(&self, names: &RowNames) -> Result<Option<Table>, Problem> {
        for grid in &self.grids {
            if let Some(table) = names.find_bare_table(self, grid)? {
                return Ok(Some(table));
            }
        }
        Ok(None)
    }

    /// Returns the first rows as a table, for messages about its headings. Fails when it has no row below the first.
    pub fn plain_table(&self) -> Result<Table, Problem> {
        let grid = &self.grids[0];
        match grid.rows.split_first() {
            Some((headings, rows)) if !rows.is_empty() => Ok(self.table(grid, headings, rows)),
            _ => Err(Problem::empty_table(&self.file_name)),
        }
    }

    fn table(&self, grid: &Grid, headings: &CellRow, rows: &[CellRow]) -> Table {
        Table {
            file_name: self.file_name.clone(),
            place_name: grid.place_name.clone(),
            headings: headings
                .cells
                .iter()
                .map(|cell| cell.text.clone())
                .collect(),
            heading_line: headings.line,
            rows: rows.to_vec(),
            is_complete: grid.form == GridForm::Dictionary,
            read_as: None,
        }
    }
}

impl Table {
    /// Fails when the table has too many columns, or a row more cells than there are headings. Fills short rows.
    pub fn checked(mut self) -> Result<Self, Problem> {
        if self.headings.len() > MAX_COLUMNS {
            return Err(too_many_columns(&self.file_name));
        }
        if self.rows.is_empty() {
            return Err(Problem::empty_table(&self.file_name));
        }
        let headings = self.headings.len();
        for row in &mut self.rows {
            let cells = row.filled_len();
            if cells > headings {
                let problem = problem!(
                    "{cells} cellules pour {headings} titres ; avec des virgules décimales, les \
                     colonnes se séparent par des « ; »",
                    "{cells} cells under {headings} headings; with decimal commas, columns are \
                     separated by “;”"
                );
                let line = row.line;
                return Err(self.problem_at(line, headings + 1, problem));
            }
            row.cells
                .resize(headings, Cell::new("", CommaMeaning::Decimal));
        }
        Ok(self)
    }

    /// Adds the file, the line and the column (both from 1) to a problem.
    pub fn problem_at(&self, line: usize, column: usize, problem: Problem) -> Problem {
        Problem::at_position(&self.place_name, (line, column), problem.0.fr, problem.0.en)
    }

    /// Adds the file, the line of the headings and a column (from 1) to a problem.
    pub fn heading_problem(&self, column: usize, problem: Problem) -> Problem {
        self.problem_at(self.heading_line, column, problem)
    }
}

/// What numbers without a heading are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberKind {
    Probabilities,
    Percentages,
    Counts,
}

impl NumberKind {
    /// Tells what numbers are; `None` if they are none of the three.
    fn of(numbers: &[ParsedNumber], is_cumulative: bool) -> Option<Self> {
        let values: Vec<f64> = numbers.iter().map(|number| number.value()).collect();
        let is_whole = numbers.iter().all(|number| {
            matches!(number, ParsedNumber::Integer(_)) || number.value().fract() == 0.0
        });
        let is_up_to = |limit: f64| values.iter().all(|value| (0.0..=limit).contains(value));
        let total: f64 = values.iter().sum();
        let is_percent_total = if is_cumulative {
            values.last() == Some(&100.0) && values.is_sorted()
        } else {
            (total - 100.0).abs() <= 1.5
        };
        if is_up_to(1.0 + 1e-9) && !(is_whole && !is_cumulative && total > 1.0) {
            Some(Self::Probabilities)
        } else if is_up_to(100.0 + 1e-9) && (!is_whole || is_percent_total) {
            Some(Self::Percentages)
        } else {
            let is_count = is_whole && values.iter().all(|value| *value >= 0.0);
            is_count.then_some(Self::Counts)
        }
    }

    fn heading(self) -> &'static str {
        match self {
            Self::Probabilities => "p",
            Self::Percentages => "p (%)",
            Self::Counts => COUNT,
        }
    }
}

/// The names of the rows of a topic, in their order.
pub struct RowNames {
    pub topic: &'static Topic,
    pub names: Vec<String>,
}

impl RowNames {
    fn role(&self, cell: &Cell) -> ColumnRole {
        if cell.is_text() {
            ColumnRole::from_heading(&cell.text, self.topic)
        } else {
            ColumnRole::Ignored
        }
    }

    fn row_key(&self) -> &'static str {
        self.topic.simulate.row_option.key()
    }

    /// Returns the name of the row that a text means, alone or as the only number in it; `None` if it is none.
    fn name_of(&self, cell: &Cell) -> Option<String> {
        if let Some(number) = cell.number() {
            let name = number.value().to_string();
            return self.names.contains(&name).then_some(name).or_else(|| {
                let mut codes = self.topic.hand_in.codes.iter();
                let code = codes.find(|(code, _)| *code == cell.text)?;
                Some(code.1.to_owned())
            });
        }
        let mut names = self.names.iter();
        let named = names.find(|name| is_outcome_name(self.topic, name, &cell.text));
        named
            .cloned()
            .or_else(|| self.only_number_name(&cell.text))
            .or_else(|| self.name_within(&cell.text))
    }

    /// Returns the name whose words a short text contains.
    fn name_within(&self, text: &str) -> Option<String> {
        const FEWEST_LETTERS: usize = 6;
        let bare_text = without_separators(text);
        let outcomes = self.topic.hand_in.outcome_words.iter();
        let mut named = outcomes.filter(|(_, words)| {
            let mut words = words.split('|').map(without_separators);
            words.any(|word| {
                word.len() >= FEWEST_LETTERS
                    && bare_text.contains(&word)
                    && digits_of(&word) == digits_of(&bare_text)
            })
        });
        let (key, _) = named.next().filter(|_| text.len() < 60)?;
        let name = self.names.iter().find(|name| name == key);
        name.cloned().filter(|_| named.next().is_none())
    }

    /// Returns the name that is the only number in a text, such as `2 tas` or `P(T <= 2)`.
    fn only_number_name(&self, text: &str) -> Option<String> {
        let is_number_start = |sign: char| sign.is_ascii_digit();
        let mut numbers = text
            .split(|sign: char| !sign.is_ascii_digit())
            .filter(|digits| digits.starts_with(is_number_start));
        let name = numbers.next().filter(|_| text.len() < 60)?.to_owned();
        (numbers.next().is_none() && self.names.contains(&name)).then_some(name)
    }

    /// Returns the table with headings that the topic knows best, and their number.
    fn find_headed_table(&self, hand_in: &HandIn, grid: &Grid) -> Option<(Table, usize)> {
        if grid.form == GridForm::Sentences {
            return None;
        }
        let transposed;
        let mut best = self.headed_rows(grid);
        let mut source = grid;
        let columns = grid
            .rows
            .iter()
            .map(|row| row.cells.len())
            .max()
            .unwrap_or(0);
        if best.is_none() && grid.rows.len() <= MAX_COLUMNS && columns <= 1000 {
            transposed = grid.transposed();
            best = self.headed_rows(&transposed);
            source = &transposed;
        }
        let (place, score) = best?;
        let mut headings = source.rows[place].clone();
        let rows = &source.rows[place + 1..];
        let is_row_named = headings
            .cells
            .iter()
            .any(|cell| matches!(self.role(cell), ColumnRole::Statistic(_)));
        if is_row_named {
            // Below a mean, a maximum of piles is the largest number of piles.
            for cell in &mut headings.cells {
                if matches!(self.role(cell), ColumnRole::RowName) && rows.len() == 1 {
                    cell.text = Statistic::Largest.key().to_owned();
                }
            }
        }
        let width = headings.cells.len();
        if rows.iter().all(|row| row.cells.len() == width + 1) && grid.form == GridForm::Table {
            let index = Cell::new("", CommaMeaning::Decimal);
            let has_index = rows.iter().all(|row| row.cells[0].number().is_some());
            if has_index
                && (0..)
                    .zip(rows)
                    .all(|(number, row)| row.cells[0].text == number.to_string())
            {
                headings.cells.insert(0, index);
            }
        }
        Some((hand_in.table(source, &headings, rows), score))
    }

    /// Returns the row with the most known headings and their number, if they name rows or statistics and numbers.
    fn headed_rows(&self, grid: &Grid) -> Option<(usize, usize)> {
        let mut best = None;
        for (place, row) in grid.rows.iter().enumerate().take(HEADING_ROWS) {
            let roles: Vec<ColumnRole> = row.cells.iter().map(|cell| self.role(cell)).collect();
            let has = |test: fn(&ColumnRole) -> bool| roles.iter().any(test);
            let has_statistics = has(|role| matches!(role, ColumnRole::Statistic(_)));
            let has_numbers =
                has(|role| matches!(role, ColumnRole::Value { .. } | ColumnRole::Count));
            let has_names = has(|role| matches!(role, ColumnRole::RowName));
            let score = roles
                .iter()
                .filter(|role| !matches!(role, ColumnRole::Ignored));
            let score = score.count();
            let has_figures = row.cells.iter().any(|cell| cell.number().is_some());
            let is_table =
                !has_figures && has_statistics || !has_figures && has_names && has_numbers;
            if is_table && grid.rows.len() > place + 1 && best.is_none_or(|(_, most)| score > most)
            {
                best = Some((place, score));
            }
        }
        best
    }

    /// Returns the table of cells without headings, by their content.
    fn find_bare_table(&self, hand_in: &HandIn, grid: &Grid) -> Result<Option<Table>, Problem> {
        if !self.topic.hand_in.has_probabilities || grid.rows.is_empty() {
            return Ok(None);
        }
        if grid.form == GridForm::Sentences {
            return Ok(self.sentence_table(hand_in, grid));
        }
        let is_list = grid.rows.len() == 1 || grid.rows.iter().all(|row| row.filled_len() == 1);
        if is_list {
            let cells = grid.rows.iter().flat_map(|row| &row.cells);
            let numbers: Option<Vec<ParsedNumber>> = cells
                .filter(|cell| !cell.is_empty())
                .map(Cell::number)
                .collect();
            return match numbers {
                Some(numbers) if numbers.len() > 1 => self.list_table(hand_in, grid, &numbers),
                _ => Ok(None),
            };
        }
        if let Some(table) = self.pair_table(hand_in, grid) {
            return Ok(Some(table));
        }
        let is_wide = grid.rows.len() <= HEADING_ROWS;
        Ok(is_wide
            .then(|| self.pair_table(hand_in, &grid.transposed()))
            .flatten())
    }

    /// Returns the table of rows with a name and a number, below an optional title and beside an optional index.
    fn pair_table(&self, hand_in: &HandIn, grid: &Grid) -> Option<Table> {
        let first = grid.rows.iter().position(|row| {
            row.filled_len() >= 2 && row.cells.iter().any(|cell| cell.number().is_some())
        })?;
        let rows = &grid.rows[first..];
        let width = rows[0].cells.len();
        let has_index = width == 3
            && rows.len() > 1
            && (0..)
                .zip(rows)
                .all(|(number, row)| row.cells[0].text == number.to_string());
        let name_column = usize::from(has_index);
        let mut names = Vec::new();
        let mut numbers = Vec::new();
        let mut deals = None;
        for row in rows {
            let [name, value] = row.cells.get(name_column..name_column + 2)? else {
                return None;
            };
            let (Some(name), Some(number)) = (self.name_of(name), value.number()) else {
                if matches!(self.role(name), ColumnRole::Deals) {
                    deals = Some(value.clone());
                    continue;
                }
                // A row of another kind, such as a total, is left out.
                if names.is_empty() && row.filled_len() > 1 && grid.form == GridForm::Table {
                    return None;
                }
                continue;
            };
            names.push((row.line, name));
            numbers.push((value.text.clone(), number));
        }
        let distinct: std::collections::BTreeSet<&String> =
            names.iter().map(|(_, name)| name).collect();
        if numbers.len() < 2 && self.names.len() > 2 && grid.form != GridForm::Sentences
            || distinct.len() < names.len()
            || names.len() * 2 + 1 < rows.len()
            || names.is_empty()
        {
            return None;
        }
        let mut table = self.named_table(hand_in, grid, names, &numbers)?;
        if let Some(deals) = deals {
            table.headings.push("deals".to_owned());
            for row in &mut table.rows {
                row.cells.push(deals.clone());
            }
        }
        Some(table)
    }

    /// Returns a table of names and numbers, whose kind is told from them.
    fn named_table(
        &self,
        hand_in: &HandIn,
        grid: &Grid,
        names: Vec<(usize, String)>,
        numbers: &[(String, ParsedNumber)],
    ) -> Option<Table> {
        let values: Vec<ParsedNumber> = numbers.iter().map(|(_, number)| *number).collect();
        let kind = NumberKind::of(&values, self.topic.hand_in.has_cumulative_rows)?;
        let cell = |text: &str| Cell::new(text, CommaMeaning::Decimal);
        let row =
            |((line, name), (text, _)): (&(usize, String), &(String, ParsedNumber))| CellRow {
                line: *line,
                cells: vec![cell(name), cell(text)],
            };
        let rows: Vec<CellRow> = names.iter().zip(numbers).map(row).collect();
        let headings = CellRow {
            line: 1,
            cells: vec![cell(self.row_key()), cell(kind.heading())],
        };
        let mut table = hand_in.table(grid, &headings, &rows);
        let names: Vec<&str> = names.iter().map(|(_, name)| name.as_str()).collect();
        table.read_as = Some(self.reading(kind, &names, &values));
        Some(table)
    }

    /// Says what the numbers were taken for.
    fn reading(&self, kind: NumberKind, names: &[&str], numbers: &[ParsedNumber]) -> Sentence {
        let first = names.first().copied().unwrap_or_default();
        let last = names.last().copied().unwrap_or_default();
        let row = self.topic.simulate.row_option;
        let [fr_row, en_row] = [row.label.fr, row.label.en];
        let is_percent = kind == NumberKind::Percentages
            || numbers
                .iter()
                .any(|number| matches!(number, ParsedNumber::Percent { .. }));
        if kind == NumberKind::Counts {
            return sentence!(
                "nombres de parties ({fr_row} : de {first} à {last})",
                "numbers of games ({en_row}: {first} to {last})"
            );
        }
        let [fr_unit, en_unit] = if is_percent {
            [", en pour cent", ", in percent"]
        } else {
            ["", ""]
        };
        if self.topic.hand_in.has_cumulative_rows {
            sentence!(
                "probabilités d'au plus {first} à {last} ({fr_row}){fr_unit}",
                "probabilities of at most {first} to {last} ({en_row}){en_unit}"
            )
        } else {
            sentence!(
                "probabilités ({fr_row} : de {first} à {last}){fr_unit}",
                "probabilities ({en_row}: {first} to {last}){en_unit}"
            )
        }
    }

    /// Returns the table of a list of numbers: one for each row, or the result of each game.
    fn list_table(
        &self,
        hand_in: &HandIn,
        grid: &Grid,
        numbers: &[ParsedNumber],
    ) -> Result<Option<Table>, Problem> {
        let words = self.topic.hand_in;
        let file = &hand_in.file_name;
        let kind = NumberKind::of(numbers, words.has_cumulative_rows);
        let is_of_rows = numbers.len() == self.names.len();
        let values: Vec<f64> = numbers.iter().map(|number| number.value()).collect();
        let is_rising = values.is_sorted() && values.first() < values.last();
        let text = |value: &f64| value.to_string();
        let mut names_by_text: BTreeMap<String, Option<String>> = BTreeMap::new();
        let mut results: Vec<Option<String>> = Vec::new();
        for value in &values {
            let text = text(value);
            let name = names_by_text
                .entry(text)
                .or_insert_with_key(|text| self.name_of(&Cell::new(text, CommaMeaning::Decimal)));
            results.push(name.clone());
        }
        let is_short = numbers.len() <= self.names.len() + 1;
        match kind {
            None => Ok(None),
            Some(NumberKind::Counts)
                if words.has_cumulative_rows
                    && is_rising
                    && is_short
                    && numbers.len() > 3
                    && values.iter().all(|value| *value <= 100.0) =>
            {
                Err(problem!(
                    "{file} : cette liste peut donner des pourcentages ou des résultats de parties ; \
                     écrivez les pourcentages avec « % »",
                    "{file}: this list may give percentages or results of games; write percentages \
                     with “%”"
                ))
            }
            Some(NumberKind::Counts) | Some(NumberKind::Probabilities)
                if results.iter().all(Option::is_some)
                    && !(kind == Some(NumberKind::Probabilities) && words.has_cumulative_rows) =>
            {
                let results: Vec<String> = results.into_iter().flatten().collect();
                Ok(Some(self.result_table(hand_in, grid, &results)))
            }
            Some(NumberKind::Counts) => {
                let Some(names) = self.names_of_counts(numbers.len()) else {
                    let wrong = values.iter().zip(&results).find(|(_, name)| name.is_none());
                    let value = wrong.map_or_else(String::new, |(value, _)| text(value));
                    return Err(problem!(
                        "{file} : {value} n'est pas le résultat d'une partie",
                        "{file}: {value} is not the result of a game"
                    ));
                };
                Ok(self.list_with_names(hand_in, grid, names, &values))
            }
            Some(_) if is_of_rows || words.has_cumulative_rows && is_short => {
                // A list from at most 1 has one number more.
                let skipped = numbers.len().saturating_sub(self.names.len());
                let names = self.names.iter().cloned();
                let names = names.take(numbers.len() - skipped).collect();
                let texts = grid
                    .rows
                    .iter()
                    .flat_map(|row| &row.cells)
                    .filter(|cell| !cell.is_empty());
                let numbers: Vec<(String, ParsedNumber)> = texts
                    .zip(numbers)
                    .skip(skipped)
                    .map(|(cell, number)| (cell.text.clone(), *number))
                    .collect();
                let names: Vec<String> = names;
                let names = names.into_iter().map(|name| (1, name)).collect();
                Ok(self.named_table(hand_in, grid, names, &numbers))
            }
            Some(_) => Ok(None),
        }
    }

    /// Returns the names of the rows of a list of counts: those of all rows, or of numbers from 0 or 1 on, or of codes.
    fn names_of_counts(&self, len: usize) -> Option<Vec<Option<String>>> {
        let words = self.topic.hand_in;
        let rows = self.names.len();
        if len == words.codes.len() && !words.has_cumulative_rows {
            let names = words.codes.iter().map(|(_, name)| Some((*name).to_owned()));
            return Some(names.collect());
        }
        let first: usize = self.names.first()?.parse().ok()?;
        if len < rows || len > rows + first {
            return None;
        }
        let skipped = vec![None; len - rows];
        let names = self.names.iter().cloned().map(Some);
        Some(skipped.into_iter().chain(names).collect())
    }

    fn list_with_names(
        &self,
        hand_in: &HandIn,
        grid: &Grid,
        names: Vec<Option<String>>,
        values: &[f64],
    ) -> Option<Table> {
        let mut row_names = Vec::new();
        let mut numbers = Vec::new();
        for (name, value) in names.into_iter().zip(values) {
            let Some(name) = name else { continue };
            row_names.push((1, name));
            numbers.push((value.to_string(), ParsedNumber::Integer(*value as u64)));
        }
        self.named_table(hand_in, grid, row_names, &numbers)
    }

    /// Returns the table of the results of games.
    fn result_table(&self, hand_in: &HandIn, grid: &Grid, results: &[String]) -> Table {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for result in results {
            *counts.entry(result).or_default() += 1;
        }
        let cell = |text: &str| Cell::new(text, CommaMeaning::Decimal);
        let deals = results.len();
        let last = self
            .names
            .iter()
            .rposition(|name| counts.contains_key(name.as_str()))
            .unwrap_or_default();
        let row = |name: &String| CellRow {
            line: 1,
            cells: vec![
                cell(name),
                cell(&counts.get(name.as_str()).unwrap_or(&0).to_string()),
                cell(&deals.to_string()),
            ],
        };
        let rows: Vec<CellRow> = self.names[..=last].iter().map(row).collect();
        let headings = CellRow {
            line: 1,
            cells: vec![cell(self.row_key()), cell(COUNT), cell("deals")],
        };
        let mut table = hand_in.table(grid, &headings, &rows);
        table.read_as = Some(sentence!(
            "résultats de {deals} parties",
            "results of {deals} games"
        ));
        table
    }

    /// Returns the table of sentences: statistics, or a name and a number in each line.
    fn sentence_table(&self, hand_in: &HandIn, grid: &Grid) -> Option<Table> {
        let comma = CommaMeaning::Decimal;
        let mut pairs = Vec::new();
        let mut statistics = CellRow::default();
        let mut headings = CellRow::default();
        let mut repeats = 0;
        for row in &grid.rows {
            let cells = &row.cells;
            let numbers: Vec<usize> = (0..cells.len())
                .filter(|&place| cells[place].number().is_some())
                .collect();
            for &place in &numbers {
                let label = label_of(&cells[place - 1].text);
                let counts_games = matches!(
                    ColumnRole::from_heading(label, self.topic),
                    ColumnRole::Deals
                ) || is_of_games(&cells[place + 1].text);
                if let Some(key) = self
                    .statistic_in(&cells[place - 1].text)
                    .or(counts_games.then_some("deals"))
                {
                    if headings.cells.iter().any(|cell| cell.text == key) {
                        repeats += 1;
                        continue;
                    }
                    headings.cells.push(Cell::new(key, comma));
                    statistics.cells.push(cells[place].clone());
                    statistics.line = row.line;
                }
            }
            let pair = match numbers.as_slice() {
                [value] => {
                    let label = label_of(&cells[value - 1].text);
                    [Cell::new(label, comma), cells[*value].clone()]
                }
                [first, second] if is_count_word(&cells[first + 1].text) => {
                    [cells[*second].clone(), cells[*first].clone()]
                }
                [first, second] => {
                    let label = format!("{} {}", cells[first - 1].text, cells[*first].text);
                    let label = Cell::new(label.trim(), comma);
                    let name = Some(label).filter(|label| self.name_of(label).is_some());
                    [
                        name.unwrap_or_else(|| cells[*first].clone()),
                        cells[*second].clone(),
                    ]
                }
                _ => continue,
            };
            pairs.push(CellRow {
                line: row.line,
                cells: pair.into(),
            });
        }
        let is_statistic = |cell: &Cell| matches!(self.role(cell), ColumnRole::Statistic(_));
        if headings.cells.iter().any(is_statistic) && repeats == 0 {
            let mut table = hand_in.table(grid, &headings, &[statistics]);
            let [fr, en] = [" et ", " and "].map(|_| table.headings.join(", "));
            table.read_as = Some(sentence!("{fr}", "{en}"));
            return Some(table);
        }
        let pairs = Grid {
            rows: pairs,
            ..grid.clone()
        };
        self.pair_table(hand_in, &pairs)
    }

    /// Returns the key of the statistic that is last named in the words before a number.
    fn statistic_in(&self, words: &str) -> Option<&'static str> {
        if !self.topic.hand_in.has_cumulative_rows {
            return None;
        }
        let signs = |sign: char| !sign.is_alphabetic();
        let mut words: Vec<&str> = words.split(signs).filter(|word| !word.is_empty()).collect();
        words.reverse();
        words
            .into_iter()
            .find_map(|word| Statistic::from_word(word).map(Statistic::key))
    }

    /// Gives each count its number of deals, and makes counts of exactly n those of at most n where rows are such. `games` is
    /// the number of games of the command line. Fails when counts have no total.
    pub fn resolve_counts(&self, mut table: Table, games: Option<u64>) -> Result<Table, Problem> {
        let roles: Vec<ColumnRole> = table
            .headings
            .iter()
            .map(|heading| ColumnRole::from_heading(heading, self.topic))
            .collect();
        let place_of = |test: fn(&ColumnRole) -> bool| roles.iter().position(test);
        let has_values = place_of(|role| matches!(role, ColumnRole::Value { .. })).is_some();
        let count_column = place_of(|role| matches!(role, ColumnRole::Count));
        let name_column = place_of(|role| matches!(role, ColumnRole::RowName));
        let (Some(count_column), Some(name_column), false) =
            (count_column, name_column, has_values)
        else {
            return Ok(table);
        };
        let deals_column = place_of(|role| matches!(role, ColumnRole::Deals));
        let mut groups: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
        for (place, row) in table.rows.iter().enumerate() {
            if row.cells[count_column].is_empty() {
                continue;
            }
            let settings = roles.iter().zip(&row.cells);
            let settings = settings.filter(|(role, _)| matches!(role, ColumnRole::Setting(_)));
            groups
                .entry(settings.map(|(_, cell)| cell.text.as_str()).collect())
                .or_default()
                .push(place);
        }
        let is_of_wins = is_count_of_wins(&table.headings[count_column]);
        let mut shares: Vec<(usize, u64, u64)> = Vec::new();
        for places in groups.values() {
            let mut counts = Vec::new();
            for &place in places {
                let row = &table.rows[place];
                let at = |problem| table.problem_at(row.line, count_column + 1, problem);
                let count = parse_count(&row.cells[count_column].text, 0, MAX_DEALS).map_err(at)?;
                let name = self.name_of(&row.cells[name_column]);
                counts.push((place, name, count));
            }
            let stated = deals_column
                .and_then(|column| table.rows[places[0]].cells.get(column))
                .and_then(|cell| parse_count(&cell.text, 1, MAX_DEALS).ok())
                .or(games);
            let total = CountTotal::new(self, &counts, stated, is_of_wins, table.is_complete);
            let Some(total) = total else {
                let row = &table.rows[places[0]];
                let problem = problem!(
                    "il manque le nombre de parties de ces effectifs : colonne « donnes » ou option \
                     --games",
                    "the number of games of these counts is missing: column “deals” or option --games"
                );
                return Err(table.problem_at(row.line, count_column + 1, problem));
            };
            shares.extend(total.shares(&counts));
        }
        let deals_column = deals_column.unwrap_or(table.headings.len());
        if deals_column == table.headings.len() {
            table.headings.push("deals".to_owned());
        }
        table.headings[count_column] = WINS.to_owned();
        let cell = |number: u64| Cell::new(&number.to_string(), CommaMeaning::Decimal);
        for (place, count, deals) in shares {
            let cells = &mut table.rows[place].cells;
            cells.resize(table.headings.len(), Cell::new("", CommaMeaning::Decimal));
            cells[count_column] = cell(count);
            if cells[deals_column].is_empty() {
                cells[deals_column] = cell(deals);
            }
        }
        Ok(table)
    }
}

/// The number of all games of counts, and whether they are summed up.
struct CountTotal {
    deals: u64,
    is_exact: bool,
    /// The places of the names among all rows.
    order: Vec<usize>,
}

impl CountTotal {
    /// Returns the total that the command line or a column states, or that of all rows; `None` if some may be missing.
    fn new(
        names: &RowNames,
        counts: &[(usize, Option<String>, u64)],
        stated: Option<u64>,
        is_of_wins: bool,
        is_complete: bool,
    ) -> Option<Self> {
        let order = |name: &Option<String>| {
            names
                .names
                .iter()
                .position(|other| Some(other) == name.as_ref())
        };
        let order: Vec<usize> = counts
            .iter()
            .map(|(_, name, _)| order(name).unwrap_or(usize::MAX))
            .collect();
        let sum: u64 = counts.iter().map(|(_, _, count)| count).sum();
        let values = || counts.iter().map(|(_, _, count)| *count);
        let is_rising = values().is_sorted() && counts.len() > 1;
        let is_cumulative = names.topic.hand_in.has_cumulative_rows;
        let is_all = is_complete || names.are_all(&order, counts, sum);
        let has_last = order.contains(&(names.names.len() - 1));
        let is_exact = if !is_cumulative || is_of_wins {
            false
        } else if let Some(stated) = stated {
            !(is_rising && sum > stated)
        } else {
            !(is_rising && has_last)
        };
        let deals = match stated {
            Some(stated) => stated,
            None if is_cumulative && !is_exact && has_last => values().max()?,
            None if is_all && (is_exact || !is_cumulative) => sum,
            None => return None,
        };
        Some(Self {
            deals,
            is_exact,
            order,
        })
    }

    /// Returns the place of each row, its count and the number of deals.
    fn shares(&self, counts: &[(usize, Option<String>, u64)]) -> Vec<(usize, u64, u64)> {
        let share = |(&(place, _, count), order): (&(usize, Option<String>, u64), &usize)| {
            let smaller = counts
                .iter()
                .zip(&self.order)
                .filter(|(_, other)| *other <= order);
            let sum: u64 = smaller.map(|((_, _, count), _)| count).sum();
            (place, if self.is_exact { sum } else { count }, self.deals)
        };
        counts.iter().zip(&self.order).map(share).collect()
    }
}

impl RowNames {
    /// Returns whether counts are those of all rows that can occur. Rows of numbers may end where counts are small.
    fn are_all(&self, order: &[usize], counts: &[(usize, Option<String>, u64)], sum: u64) -> bool {
        const NEVER_COUNTED: &str = "unresolved";
        let has = |place: usize| order.contains(&place);
        let mut required =
            (0..self.names.len()).filter(|&place| self.names[place] != NEVER_COUNTED);
        if required.all(has) {
            return true;
        }
        if self.names.iter().any(|name| name.parse::<u64>().is_err()) || counts.len() < 5 {
            return false;
        }
        let mut by_order: Vec<(usize, u64)> = order
            .iter()
            .copied()
            .zip(counts.iter().map(|count| count.2))
            .collect();
        by_order.sort_unstable();
        let is_small = |count: u64| count * 25 <= sum;
        let first = by_order[0];
        let last = by_order[by_order.len() - 1];
        (first.0 == 0 || is_small(first.1)) && is_small(last.1)
    }
}

fn digits_of(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Returns the words before a number without the signs that end them.
fn label_of(words: &str) -> &str {
    words.trim_end_matches([':', '=', ' ', '\u{a0}', '>', '-', '→', '|'])
}

fn is_count_word(words: &str) -> bool {
    let first = words.split_whitespace().next().unwrap_or_default();
    ["fois", "parties", "partie", "times", "games", "game"].contains(&first.to_lowercase().as_str())
}

fn is_of_games(words: &str) -> bool {
    let first = words.split_whitespace().next().unwrap_or_default();
    let first = first
        .trim_matches(|sign: char| !sign.is_alphabetic())
        .to_lowercase();
    [
        "parties",
        "donnes",
        "games",
        "deals",
        "simulations",
        "essais",
        "tirages",
    ]
    .contains(&first.as_str())
}

/// Returns whether a text names a row: by its key or label, or by a word of hand-ins.
pub fn is_outcome_name(topic: &'static Topic, key: &str, text: &str) -> bool {
    let mut words = topic
        .hand_in
        .outcome_words
        .iter()
        .filter(|(outcome, _)| *outcome == key);
    is_name_of(&topic.glossary, key, text)
        || words.any(|(_, words)| is_one_of(words, &without_separators(text)))
        || topic.hand_in.codes.contains(&(text, key))
}
