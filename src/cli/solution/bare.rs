//! Tables without headings. What a number is, is told from the words beside it; what a list of numbers is, from the numbers.

use super::cell::{Cell, CellRow, Grid, GridForm};
use super::cells::{comma_of_sentences, words_and_numbers};
use super::headings::{
    ColumnRole, Statistic, is_games_word, is_of_at_most, is_one_of, without_separators,
};
use super::labels::{RowNames, is_count_word, label_text, last_clause};
use super::table::{HEADING_ROWS, Table, has_index};
use crate::lang::parse_number::{CommaMeaning, ParsedNumber};
use crate::lang::{Problem, Sentence, problem, sentence};
use crate::topics::setting::OptionSpec;
use std::collections::{BTreeMap, BTreeSet, HashSet};

const PROBABILITIES: ColumnRole = ColumnRole::Value { is_percent: false };
const PERCENTAGES: ColumnRole = ColumnRole::Value { is_percent: true };
const COUNTS: ColumnRole = ColumnRole::Count { is_of_wins: false };

/// Returns the role of numbers without a heading; `None` if they are neither probabilities nor percentages nor counts.
fn role_of_numbers(numbers: &[ParsedNumber], is_cumulative: bool) -> Option<ColumnRole> {
    let values: Vec<f64> = numbers.iter().map(|number| number.value()).collect();
    let is_whole = values.iter().all(|value| value.fract() == 0.0);
    let is_up_to = |limit: f64| values.iter().all(|value| (0.0..=limit).contains(value));
    let total: f64 = values.iter().sum();
    let is_percent_total = if is_cumulative {
        values.last() == Some(&100.0) && values.is_sorted()
    } else {
        (total - 100.0).abs() <= 1.5
    };
    if is_up_to(1.0 + 1e-9) && !(is_whole && !is_cumulative && total > 1.0) {
        Some(PROBABILITIES)
    } else if is_up_to(100.0 + 1e-9) && (!is_whole || is_percent_total) {
        Some(PERCENTAGES)
    } else {
        let is_count = is_whole && values.iter().all(|value| *value >= 0.0);
        is_count.then_some(COUNTS)
    }
}

/// A number with the name of its row, or the key of its statistic.
struct LabelledNumber {
    line: usize,
    name: String,
    statistic: Option<Statistic>,
    number: Cell,
    /// The settings of the section.
    settings: Settings,
    /// The number of games that its row or section states; `None` for that of the whole text.
    games: Option<Cell>,
}

type Settings = Vec<(&'static OptionSpec, Cell)>;

/// The numbers that words name.
#[derive(Default)]
struct LabelledNumbers {
    /// The numbers of rows and the statistics.
    numbers: Vec<LabelledNumber>,
    /// The first number of games.
    games: Option<Cell>,
    /// The number of games of the row that is read, and that of the rows since the last one without results.
    row_games: Option<Cell>,
    section_games: Option<Cell>,
    /// True if the words say that a row is of at most its number.
    is_of_at_most: bool,
    /// The settings of the numbers that follow.
    settings: Settings,
}

impl LabelledNumbers {
    /// Adds a statistic, the number of games, or a setting.
    fn add(&mut self, line: usize, role: ColumnRole, number: &Cell) {
        match role {
            ColumnRole::Deals => {
                self.games.get_or_insert_with(|| number.clone());
                self.row_games = Some(number.clone());
            }
            ColumnRole::Setting(opt) => {
                self.settings.retain(|(other, _)| *other != opt);
                self.settings.push((opt, number.clone()));
            }
            ColumnRole::Statistic(statistic) => {
                self.add_named(line, statistic.key().to_owned(), number);
                if let Some(last) = self.numbers.last_mut() {
                    last.statistic = Some(statistic);
                }
            }
            _ => {}
        }
    }

    /// Gives the numbers of a row, which are those from `first` on, the number of games of the row or the section.
    fn end_row(&mut self, first: usize) {
        let row_games = self.row_games.take();
        if self.numbers.len() == first {
            self.section_games = row_games.or(self.section_games.take());
            return;
        }
        let games = row_games.or_else(|| self.section_games.clone());
        for number in &mut self.numbers[first..] {
            number.games.clone_from(&games);
        }
    }

    /// Adds the number of a row.
    fn add_named(&mut self, line: usize, name: String, number: &Cell) {
        self.numbers.push(LabelledNumber {
            line,
            name,
            statistic: None,
            number: number.clone(),
            settings: self.settings.clone(),
            games: None,
        });
    }

    /// Leaves out percentages of rows that have a count, too.
    fn remove_shares_of_counts(&mut self) {
        let is_count = |number: &&LabelledNumber| {
            matches!(number.number.number(), Some(ParsedNumber::Integer(_)))
        };
        let counts = self.numbers.iter().filter(is_count);
        let names: BTreeSet<String> = counts.map(|count| count.name.clone()).collect();
        self.numbers.retain(|number| {
            let is_percent = matches!(number.number.number(), Some(ParsedNumber::Percent { .. }));
            !(is_percent && names.contains(&number.name))
        });
    }

    /// Returns whether a name or a statistic occurs twice with the same settings.
    fn has_repeats(&self) -> bool {
        let key = |number: &LabelledNumber| {
            let settings = number.settings.iter();
            let values: Vec<String> = settings.map(|(_, value)| value.text.clone()).collect();
            (number.name.clone(), values)
        };
        let keys: BTreeSet<_> = self.numbers.iter().map(key).collect();
        keys.len() < self.numbers.len()
    }
}

impl RowNames {
    /// Returns the table of cells without headings. Fails when numbers can be read in two ways, or cannot occur.
    pub fn find_bare_table(&self, grid: &Grid) -> Result<Option<Table>, Problem> {
        if !self.topic.hand_in.has_probabilities || has_many_texts(grid) {
            return Ok(None);
        }
        let is_word_row = |row: &&CellRow| {
            row.cells
                .iter()
                .all(|cell| cell.is_empty() || self.is_word(cell))
        };
        let title_rows = grid.rows.iter().take_while(is_word_row).count();
        let rows = &grid.rows[title_rows..];
        let is_column = grid.rows.iter().all(|row| row.filled_len() == 1);
        let is_list = is_column || rows.len() == 1 && title_rows == 0;
        if grid.form != GridForm::Sentences && is_list {
            let cells = rows.iter().flat_map(|row| &row.cells);
            let cells: Vec<&Cell> = cells.filter(|cell| !cell.is_empty()).collect();
            // The only number of a text, such as `minimum : 2`, does not make it a result.
            let is_known = |cell: &&Cell| {
                let has_digits = cell.text.contains(|sign: char| sign.is_ascii_digit());
                cell.number().is_some()
                    || !(self.are_numbers() && has_digits) && self.name_of(cell).is_some()
            };
            if cells.len() > 1 && cells.iter().all(is_known) {
                return self.list_table(grid, &cells);
            }
        }
        if let Some(cells) = list_after_words(grid) {
            return self.list_table(grid, &cells);
        }
        if let Some(results) = self.numbered_results(rows) {
            return Ok(self.result_table(grid, &results));
        }
        let table = self
            .wide_table(grid)
            .or_else(|| self.settings_table(grid))
            .or_else(|| self.named_table(grid))
            .or_else(|| {
                let is_wide = grid.form == GridForm::Table && grid.rows.len() <= HEADING_ROWS;
                let transposed = is_wide.then(|| grid.transposed())?;
                // Names and one number each: other numbers would not be read.
                let is_pair = |row: &CellRow| {
                    let mut cells = row.cells.iter().filter(|cell| !cell.is_empty()).skip(1);
                    cells.by_ref().take(1).count() == 0 || cells.all(|cell| cell.number().is_none())
                };
                let has_one_each = transposed.rows.iter().all(is_pair);
                has_one_each.then(|| self.named_table(&transposed))?
            });
        Ok(table)
    }

    /// Returns whether a cell has neither a number nor the name of a row.
    fn is_word(&self, cell: &Cell) -> bool {
        cell.number().is_none() && self.name_of(cell).is_none()
    }

    /// Returns the number of games that rows such as titles state.
    pub fn stated_games(&self, rows: &[CellRow]) -> Option<Cell> {
        let mut numbers = LabelledNumbers::default();
        for row in rows {
            self.add_row(&mut numbers, row, GridForm::Table, 0);
        }
        numbers.games
    }

    /// Returns the results of rows that are numbered from 0 or 1 on, such as `Partie 1 : 5 tas`.
    fn numbered_results(&self, rows: &[CellRow]) -> Option<Vec<String>> {
        let mut results = Vec::new();
        let mut first = None;
        let mut has_games_word = false;
        for (index, row) in (0..).zip(rows) {
            let numbers: Vec<&Cell> = row
                .cells
                .iter()
                .filter(|cell| cell.number().is_some())
                .collect();
            let place: u64 = numbers.first()?.text.parse().ok()?;
            if *first.get_or_insert(place) > 1 || place != first? + index {
                return None;
            }
            let words = || row.cells.iter().filter(|cell| cell.is_text());
            has_games_word |=
                words().any(|cell| is_games_word(&format!("{}s", label_text(&cell.text))));
            let named = words().find_map(|cell| self.name_of(cell));
            results.push(match numbers.as_slice() {
                [_, result] => self.name_of(result)?,
                [_] => named?,
                _ => return None,
            });
        }
        let is_name = |place: usize| self.names.contains(&place.to_string());
        let is_numbered = has_games_word || self.are_numbers() && !is_name(rows.len());
        (is_numbered && results.len() > 2).then_some(results)
    }

    /// Returns the table of a column for each outcome, beside columns of settings.
    fn wide_table(&self, grid: &Grid) -> Option<Table> {
        let is_named = |cell: &Cell| cell.is_text() && self.name_of(cell).is_some();
        let is_heading = |row: &CellRow| {
            let names = row.cells.iter().filter(|cell| is_named(cell)).count();
            let is_setting = |cell: &Cell| matches!(self.role(cell), ColumnRole::Setting(_));
            names > 1 || names == 1 && row.cells.iter().any(is_setting)
        };
        let place = grid.rows.iter().position(is_heading)?;
        let headings = &grid.rows[place].cells;
        let mut labelled_numbers = LabelledNumbers::default();
        let rows = &grid.rows[place + 1..];
        if rows.iter().any(|row| row.filled_len() > headings.len()) {
            return None;
        }
        for row in rows {
            let first = labelled_numbers.numbers.len();
            let cells = headings.iter().zip(&row.cells);
            for (heading, cell) in cells.filter(|(_, cell)| cell.number().is_some()) {
                match self.role(heading) {
                    role @ (ColumnRole::Setting(_) | ColumnRole::Deals) => {
                        labelled_numbers.add(row.line, role, cell);
                    }
                    _ => {
                        if let Some(name) = self.name_of(heading) {
                            labelled_numbers.add_named(row.line, name, cell);
                        }
                    }
                }
            }
            labelled_numbers.end_row(first);
        }
        if grid.form == GridForm::Sentences
            || labelled_numbers.numbers.is_empty()
            || labelled_numbers.has_repeats()
        {
            return None;
        }
        self.table_of(grid, labelled_numbers, None)
    }

    /// Returns the table of a column for each value of a setting, such as `32 cartes` beside `52 cartes`.
    fn settings_table(&self, grid: &Grid) -> Option<Table> {
        let is_heading = |row: &CellRow| {
            let values = row.cells.iter().filter_map(|cell| self.setting_value(cell));
            values.count() > 1
        };
        let place = grid.rows.iter().position(is_heading)?;
        let headings = &grid.rows[place].cells;
        let mut labelled_numbers = LabelledNumbers {
            games: self.stated_games(&grid.rows[..place]),
            ..LabelledNumbers::default()
        };
        for row in &grid.rows[place + 1..] {
            for (heading, cell) in headings.iter().zip(&row.cells) {
                let setting = self.setting_value(heading);
                let Some(setting) = setting.filter(|_| cell.number().is_some()) else {
                    continue;
                };
                labelled_numbers.settings = vec![setting];
                if let Some(name) = self.name_of(&row.cells[0]) {
                    labelled_numbers.add_named(row.line, name, cell);
                } else if let Some(statistic) = self.statistic_in(&row.cells[0].text) {
                    labelled_numbers.add(row.line, ColumnRole::Statistic(statistic), cell);
                }
            }
        }
        if grid.form == GridForm::Sentences
            || labelled_numbers.numbers.is_empty()
            || labelled_numbers.has_repeats()
        {
            return None;
        }
        self.table_of(grid, labelled_numbers, None)
    }

    /// Returns the setting of a heading such as `32 cartes`, and its value.
    fn setting_value(&self, heading: &Cell) -> Option<(&'static OptionSpec, Cell)> {
        let cells = words_and_numbers(&heading.text, CommaMeaning::Decimal);
        let [before, number, after] = cells.as_slice() else {
            return None;
        };
        match self.total_role([before, number, after], [true; 3]) {
            Some(ColumnRole::Setting(opt)) => Some((opt, number.clone())),
            _ => None,
        }
    }

    /// Returns the table of numbers with words that name their rows.
    fn named_table(&self, grid: &Grid) -> Option<Table> {
        let is_table = grid.form != GridForm::Sentences;
        let is_filled = |row: &&CellRow| {
            row.filled_len() >= 2 && row.cells.iter().any(|cell| cell.number().is_some())
        };
        let filled: Vec<&CellRow> = grid.rows.iter().filter(is_filled).collect();
        // Blanks in some lines only do not separate columns.
        if is_table && 2 * filled.len() < grid.rows.len() {
            return None;
        }
        let has_index =
            filled.len() > 1 && filled[0].cells.len() == 3 && has_index(filled.iter().copied());
        let mut labelled_numbers = LabelledNumbers::default();
        let mut unknown = 0;
        for row in &grid.rows {
            let is_first = labelled_numbers.numbers.is_empty();
            let index_columns = usize::from(has_index);
            let is_known = self.add_row(&mut labelled_numbers, row, grid.form, index_columns);
            if !is_known && is_filled(&row) {
                // The first row is another table's.
                if is_table && is_first {
                    return None;
                }
                unknown += 1;
            }
        }
        labelled_numbers.remove_shares_of_counts();
        let number_count = labelled_numbers.numbers.len();
        let is_statistic = |number: &LabelledNumber| number.statistic.is_some();
        let has_statistics = labelled_numbers.numbers.iter().any(is_statistic);
        let needs_two = is_table && self.names.len() > 2 && !has_statistics;
        let most_unknown = if is_table {
            number_count.saturating_sub(1)
        } else {
            number_count
        };
        if number_count < 1 + usize::from(needs_two)
            || labelled_numbers.has_repeats()
            || unknown > most_unknown
        {
            return None;
        }
        self.table_of(grid, labelled_numbers, None)
    }

    /// Adds the numbers of a row. Leaves out an index of this many columns. Returns false if no number is known.
    fn add_row(
        &self,
        found: &mut LabelledNumbers,
        row: &CellRow,
        form: GridForm,
        index_columns: usize,
    ) -> bool {
        if form == GridForm::Sentences {
            let number_count = found.numbers.len();
            let had_games = found.games.is_some();
            self.add_sentence(found, row.line, &row.cells);
            found.end_row(number_count);
            let mut numbers = found.numbers[number_count..].iter();
            if numbers.any(|number| number.statistic.is_none()) {
                let mut words = row.cells.iter().step_by(2);
                let says_at_most = |words: &Cell| is_of_at_most(&without_separators(&words.text));
                found.is_of_at_most |= words.any(says_at_most);
            }
            return found.numbers.len() > number_count || found.games.is_some() != had_games;
        }
        let cells = row.cells.iter().skip(index_columns);
        let mut cells = cells.filter(|cell| !cell.is_empty());
        let Some(first) = cells.next() else {
            return false;
        };
        match cells.next() {
            Some(number) if number.number().is_some() => {
                if let Some(name) = self.name_of(first) {
                    found.add_named(row.line, name, number);
                } else if let Some(role) = self.role_of_words(first, number) {
                    found.add(row.line, role, number);
                } else {
                    return is_other_statistic(first);
                }
                true
            }
            _ => {
                let had_games = found.games.is_some();
                let cells = words_and_numbers(&first.text, comma_of_sentences(&first.text));
                self.add_totals(found, row.line, &cells);
                found.games.is_some() != had_games
            }
        }
    }

    /// Adds the numbers of games and the settings of a sentence. Returns the sentence without them.
    fn add_totals(&self, found: &mut LabelledNumbers, line: usize, cells: &[Cell]) -> Vec<Cell> {
        let last = cells.len().saturating_sub(2);
        let mut sentence = vec![cells[0].clone()];
        for place in (1..cells.len()).step_by(2) {
            let around = [place - 1, place, place + 1].map(|place| &cells[place]);
            let is_first = sentence.len() == 1;
            match self.total_role(around, [place == 1, is_first, place == last]) {
                Some(role) => {
                    found.add(line, role, &cells[place]);
                    let words = sentence.pop().unwrap_or_else(Cell::empty).text;
                    sentence.push(Cell::words(&format!("{words} {}", cells[place + 1].text)));
                }
                None => sentence.extend_from_slice(&cells[place..=place + 1]),
            }
        }
        sentence
    }

    /// Adds the numbers of a sentence, in which words and numbers alternate.
    fn add_sentence(&self, found: &mut LabelledNumbers, line: usize, cells: &[Cell]) {
        let cells = self.with_joined_names(cells);
        let cells = self.add_totals(found, line, &cells);
        let mut places: Vec<usize> = (1..cells.len()).step_by(2).collect();
        let statistic = |place: usize| self.statistic_in(&cells[place - 1].text);
        // In « au maximum 2 tas : 1,3 % » and « 2 tas maximum : 1,3 % », the words name a row.
        let is_pair = match places.as_slice() {
            [first, second] => {
                let statistics = [first, second].map(|place| statistic(*place));
                self.name_of(&cells[*first]).is_some()
                    && statistics[0] != Some(Statistic::Mean)
                    && statistics.contains(&None)
            }
            _ => false,
        };
        if !is_pair {
            places.retain(|&place| {
                let statistic = statistic(place);
                if let Some(statistic) = statistic {
                    found.add(line, ColumnRole::Statistic(statistic), &cells[place]);
                }
                statistic.is_none()
            });
        }
        if self.are_numbers() {
            for pair in places.chunks_exact(2) {
                // `25%  7.0` is a quantile.
                let is_percent =
                    matches!(cells[pair[0]].number(), Some(ParsedNumber::Percent { .. }));
                if is_percent && cells[pair[0] + 1].is_empty() {
                    continue;
                }
                let (name, number) = self.name_and_number(&cells, pair[0], pair[1]);
                if let Some(name) = self.name_of(&cells[name]) {
                    found.add_named(line, name, &cells[number]);
                }
            }
            return;
        }
        let name_at = |place: usize| {
            let text = label_text(&cells[place].text);
            // After a number, the words up to the next sign are its own.
            let clause = text.trim_start_matches([' ', ',', ';']);
            let name = self.name_of(&Cell::decimal(clause));
            name.or_else(|| self.name_of(&Cell::decimal(last_clause(text))))
        };
        let names = |step: fn(usize) -> usize| {
            places
                .iter()
                .map(|&place| name_at(step(place)))
                .collect::<Vec<_>>()
        };
        let before = names(|place| place - 1);
        let after = names(|place| place + 1);
        let count = |names: &[Option<String>]| names.iter().flatten().count();
        let [named, other] = if count(&after) > count(&before) {
            [after, before]
        } else {
            [before, after]
        };
        for (index, place) in places.into_iter().enumerate() {
            let is_free = |name: &&String| !named.iter().flatten().any(|used| used == *name);
            let name = named[index].as_ref();
            if let Some(name) = name.or(other[index].as_ref().filter(is_free)) {
                found.add_named(line, name.clone(), &cells[place]);
            }
        }
    }

    /// Returns the places of the name and of the number of a pair: the name comes second in « 48 fois 2 cartes » and in
    /// « 1,3 % avec 2 tas ».
    fn name_and_number(&self, cells: &[Cell], first: usize, second: usize) -> (usize, usize) {
        let is_percent = matches!(cells[first].number(), Some(ParsedNumber::Percent { .. }));
        let is_name = self.name_of(&cells[first]).is_some();
        if is_percent || !is_name || is_count_word(&cells[first + 1].text) {
            (second, first)
        } else {
            (first, second)
        }
    }

    /// Joins the numbers that belong to names, such as « joueur 1 », with their words.
    fn with_joined_names(&self, cells: &[Cell]) -> Vec<Cell> {
        let mut joined: Vec<Cell> = Vec::new();
        for cell in cells {
            let last = joined.last().map_or("", |last| &last.text);
            let with_words = Cell::words(&format!("{last} {}", cell.text));
            let is_number = cell.number().is_some();
            let belongs = if is_number {
                !self.are_numbers()
                    && last.contains(char::is_alphabetic)
                    && self.name_of(&Cell::words(label_text(last))).is_none()
                    && self.name_of(&with_words).is_some()
            } else {
                joined.len() % 2 == 1
            };
            if belongs && !joined.is_empty() {
                joined.pop();
                joined.push(with_words);
            } else {
                joined.push(cell.clone());
            }
        }
        joined
    }

    /// Returns the table of labelled numbers with a role, or with the one that their numbers have; `None` if they can be neither
    /// probabilities nor counts.
    fn table_of(
        &self,
        grid: &Grid,
        mut found: LabelledNumbers,
        number_role: Option<ColumnRole>,
    ) -> Option<Table> {
        let is_statistic = |number: &LabelledNumber| number.statistic.is_some();
        found.numbers.sort_by_key(is_statistic);
        let first_statistic = found
            .numbers
            .partition_point(|number| !is_statistic(number));
        let (named, statistics) = found.numbers.split_at(first_statistic);
        let numbers = named.iter().map(|named| named.number.number());
        let numbers: Vec<ParsedNumber> = numbers.collect::<Option<_>>()?;
        let is_cumulative = self.topic.hand_in.has_cumulative_rows;
        let number_role = number_role.or_else(|| role_of_numbers(&numbers, is_cumulative))?;
        let mut options: Vec<&'static OptionSpec> = Vec::new();
        for (opt, _) in found.numbers.iter().flat_map(|number| &number.settings) {
            if !options.contains(opt) {
                options.push(opt);
            }
        }
        let name_column = options.len();
        let row_name = ColumnRole::RowName {
            is_of_at_most: found.is_of_at_most,
        };
        let mut columns: Vec<ColumnRole> =
            options.iter().map(|opt| ColumnRole::Setting(opt)).collect();
        columns.extend([row_name, number_role]);
        if !statistics.is_empty() {
            columns.extend(Statistic::ALL.map(ColumnRole::Statistic));
        }
        let mut rows = Vec::new();
        for labelled in &found.numbers {
            let mut cells = vec![Cell::empty(); columns.len()];
            for (opt, value) in &labelled.settings {
                let column = options.iter().position(|other| other == opt);
                cells[column.expect("a column of each setting")] = value.clone();
            }
            let mut number_column = name_column + 1;
            match labelled.statistic {
                Some(statistic) => number_column += 1 + statistic as usize,
                None => cells[name_column] = Cell::decimal(&labelled.name),
            }
            cells[number_column] = labelled.number.clone();
            rows.push(CellRow {
                line: labelled.line,
                cells,
            });
        }
        let mut readings = Vec::new();
        if !named.is_empty() {
            let names: Vec<String> = named.iter().map(|named| named.name.clone()).collect();
            readings.push(self.reading(number_role, &names, &numbers));
        }
        if !statistics.is_empty() {
            let mut names: Vec<String> = Vec::new();
            for LabelledNumber { name, .. } in statistics {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            let names = names.join(", ");
            readings.push(sentence!("{names}", "{names}"));
        }
        let mut table = Table::new(grid.with_rows(rows), CellRow::default(), columns);
        if let Some(games) = &found.games {
            table.add_games(games);
            for (row, labelled) in table.grid.rows.iter_mut().zip(&found.numbers) {
                if let (Some(cell), Some(games)) = (row.cells.last_mut(), &labelled.games) {
                    cell.clone_from(games);
                }
            }
        }
        table.read_as = Some(joined_sentences(&readings));
        Some(table)
    }

    /// Says what the numbers were taken for.
    fn reading(&self, role: ColumnRole, names: &[String], numbers: &[ParsedNumber]) -> Sentence {
        let first = names.first().map_or("", String::as_str);
        let last = names.last().map_or("", String::as_str);
        let row = self.topic.simulate.row_option;
        let [fr_row, en_row] = [row.label.fr, row.label.en];
        let is_percent = |number: &ParsedNumber| matches!(number, ParsedNumber::Percent { .. });
        let [fr_unit, en_unit] = if role == PERCENTAGES || numbers.iter().any(is_percent) {
            [", en pour cent", ", in percent"]
        } else {
            ["", ""]
        };
        if role == COUNTS {
            sentence!(
                "nombres de parties ({fr_row} : de {first} à {last})",
                "numbers of games ({en_row}: {first} to {last})"
            )
        } else if self.topic.hand_in.has_cumulative_rows {
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

    /// Returns the table of a list: one number for each row, or the result of each game.
    fn list_table(&self, grid: &Grid, cells: &[&Cell]) -> Result<Option<Table>, Problem> {
        let is_cumulative = self.topic.hand_in.has_cumulative_rows;
        let file = &grid.file_name;
        let results: Option<Vec<String>> = cells.iter().map(|cell| self.name_of(cell)).collect();
        let numbers: Option<Vec<ParsedNumber>> = cells.iter().map(|cell| cell.number()).collect();
        let Some(numbers) = numbers else {
            return Ok(results.and_then(|results| self.result_table(grid, &results)));
        };
        let Some(role) = role_of_numbers(&numbers, is_cumulative) else {
            return Ok(None);
        };
        let values: Vec<f64> = numbers.iter().map(|number| number.value()).collect();
        let rows = self.names.len();
        if role == COUNTS
            && is_cumulative
            && (4..=rows + 1).contains(&values.len())
            && values.is_sorted()
            && values.first() < values.last()
            && values.iter().all(|value| *value <= 100.0)
        {
            return Err(problem!(
                "{file} : cette liste peut donner des pourcentages ou des résultats de parties ; \
                 écrivez les pourcentages avec « % »",
                "{file}: this list may give percentages or results of games; write percentages \
                 with “%”"
            ));
        }
        let can_be_results = role == COUNTS || role == PROBABILITIES && !is_cumulative;
        if let Some(results) = results.filter(|_| can_be_results) {
            return Ok(self.result_table(grid, &results));
        }
        if let Some((skipped, names)) = self.names_of_list(&values, role) {
            let mut found = LabelledNumbers::default();
            for (name, cell) in names.into_iter().zip(&cells[skipped..]) {
                found.add_named(1, name, cell);
            }
            return Ok(self.table_of(grid, found, None));
        }
        let mut cells = cells.iter().filter(|_| role == COUNTS);
        match cells.find(|cell| self.name_of(cell).is_none()) {
            Some(Cell { text, .. }) => Err(problem!(
                "{file} : {text} n'est pas le résultat d'une partie",
                "{file}: {text} is not the result of a game"
            )),
            None => Ok(None),
        }
    }

    /// Returns the names of the rows of a list, and the number of zeros before them for results that cannot occur.
    fn names_of_list(&self, values: &[f64], role: ColumnRole) -> Option<(usize, Vec<String>)> {
        let codes = self.topic.hand_in.codes;
        let count = values.len();
        if !self.are_numbers() && count == codes.len() {
            let names = codes.iter().map(|(_, name)| (*name).to_owned());
            return Some((0, names.collect()));
        }
        let rows = self.names.len();
        let first: usize = self.names.first()?.parse().ok()?;
        let skipped = count.saturating_sub(rows);
        let can_be_short = self.topic.hand_in.has_cumulative_rows && role != COUNTS;
        let is_list = count >= rows || can_be_short;
        let is_zero = values[..skipped].iter().all(|value| *value == 0.0);
        (is_list && is_zero && skipped <= first)
            .then(|| (skipped, self.names[..count - skipped].to_vec()))
    }

    /// Returns the table of the results of games.
    fn result_table(&self, grid: &Grid, results: &[String]) -> Option<Table> {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for result in results {
            *counts.entry(result).or_default() += 1;
        }
        let deals = results.len();
        let count = |name: &String| *counts.get(name.as_str()).unwrap_or(&0);
        let last = self.names.iter().rposition(|name| count(name) > 0);
        let mut labelled_numbers = LabelledNumbers::default();
        for name in &self.names[..=last.unwrap_or_default()] {
            let count = Cell::decimal(&count(name).to_string());
            labelled_numbers.add_named(1, name.clone(), &count);
        }
        labelled_numbers.games = Some(Cell::decimal(&deals.to_string()));
        let mut table = self.table_of(grid, labelled_numbers, Some(COUNTS))?;
        table.read_as = Some(sentence!(
            "résultats de {deals} parties",
            "results of {deals} games"
        ));
        Some(table)
    }
}

/// Returns whether a cell names a statistic that is not compared, such as a quantile of pandas.
fn is_other_statistic(cell: &Cell) -> bool {
    const WORDS: &str = "std|écart-type|standard deviation|variance|var|médiane|median|mode";
    let is_percent = matches!(cell.number(), Some(ParsedNumber::Percent { .. }));
    is_percent || is_one_of(WORDS, &without_separators(label_text(&cell.text)))
}

/// Returns the numbers of a sentence with words before the first one only, such as `probas : 0.1, 0.2, 0.3`.
fn list_after_words(grid: &Grid) -> Option<Vec<&Cell>> {
    let [row] = grid.rows.as_slice() else {
        return None;
    };
    let is_number = |cell: &&Cell| cell.number().is_some();
    let numbers: Vec<&Cell> = row.cells.iter().filter(is_number).collect();
    let mut cells_after_words = row.cells.iter().skip(1);
    let has_words = cells_after_words
        .any(|cell| !is_number(&cell) && cell.text.contains(char::is_alphanumeric));
    // The order of the results in a tuple is not known.
    let is_tuple = row.cells[0].text.ends_with('(');
    let is_list = grid.form == GridForm::Sentences && numbers.len() > 2 && !has_words && !is_tuple;
    is_list.then_some(numbers)
}

/// Returns whether a file has more texts than the names of rows are.
fn has_many_texts(grid: &Grid) -> bool {
    const MOST: usize = 3000;
    let mut texts: HashSet<&str> = HashSet::new();
    let cells = grid.rows.iter().flat_map(|row| &row.cells);
    cells
        .filter(|cell| cell.is_text())
        .any(|cell| texts.insert(&cell.text) && texts.len() > MOST)
}

fn joined_sentences(sentences: &[Sentence]) -> Sentence {
    let join = |text: fn(&Sentence) -> &str| {
        let texts: Vec<&str> = sentences.iter().map(text).collect();
        texts.join(" ; ")
    };
    Sentence::new(join(|sentence| &sentence.fr), join(|sentence| &sentence.en))
}
