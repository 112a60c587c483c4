//! Tables without headings. What a number is, is told from the words beside it; what a list of numbers is, from the numbers.

use super::cell::{Cell, CellRow, GridForm};
use super::cells::{Grid, words_and_numbers};
use super::headings::{COUNT, ColumnRole, Statistic, first_heading, is_games_word};
use super::labels::{Label, RowNames, is_count_word, label_text};
use super::table::{HEADING_ROWS, HandIn, Table};
use crate::lang::parse_number::ParsedNumber;
use crate::lang::{Problem, Sentence, problem, sentence};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The kind of numbers without a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberKind {
    Probabilities,
    Percentages,
    Counts,
}

impl NumberKind {
    /// Returns the kind of some numbers; `None` if they are none of the three.
    fn from_numbers(numbers: &[ParsedNumber], is_cumulative: bool) -> Option<Self> {
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

/// A number with the name of its row.
#[derive(Clone)]
struct NamedNumber {
    line: usize,
    name: String,
    number: Cell,
    /// The settings of the section.
    settings: Vec<(&'static str, Cell)>,
}

/// The numbers that words name.
#[derive(Default)]
struct NamedNumbers {
    rows: Vec<NamedNumber>,
    statistics: Vec<(&'static str, Cell)>,
    statistics_line: usize,
    games: Option<Cell>,
    settings: Vec<(&'static str, Cell)>,
}

impl NamedNumbers {
    fn add(&mut self, line: usize, label: Label, number: &Cell) {
        let number = number.clone();
        match label {
            Label::Name(name) => self.rows.push(NamedNumber {
                line,
                name,
                number,
                settings: self.settings.clone(),
            }),
            Label::Statistic(key) => {
                self.statistics.push((key, number));
                self.statistics_line = line;
            }
            Label::Games => {
                self.games.get_or_insert(number);
            }
            Label::Setting(key) => {
                self.settings.retain(|(other, _)| *other != key);
                self.settings.push((key, number));
            }
        }
    }

    /// Returns whether a name or a statistic occurs twice with the same settings.
    fn has_repeats(&self) -> bool {
        let name = |row: &NamedNumber| {
            let settings = row.settings.iter().map(|(_, value)| value.text.clone());
            (row.name.clone(), settings.collect::<Vec<_>>())
        };
        let names: BTreeSet<_> = self.rows.iter().map(name).collect();
        let keys: BTreeSet<_> = self.statistics.iter().map(|(key, _)| key).collect();
        names.len() < self.rows.len() || keys.len() < self.statistics.len()
    }
}

impl RowNames {
    /// Returns the table of cells without headings. Fails when numbers can be read in two ways, or cannot occur.
    pub fn find_bare_table(&self, hand_in: &HandIn, grid: &Grid) -> Result<Option<Table>, Problem> {
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
        if grid.form != GridForm::Sentences {
            let is_column = grid.rows.iter().all(|row| row.filled_len() == 1);
            let is_list = is_column || rows.len() == 1 && title_rows == 0;
            if is_list {
                let cells = rows.iter().flat_map(|row| &row.cells);
                let cells: Vec<&Cell> = cells.filter(|cell| !cell.is_empty()).collect();
                // The only number of a text, such as `minimum : 2`, does not make it a result.
                let is_known = |cell: &&Cell| {
                    let has_digits = cell.text.contains(|sign: char| sign.is_ascii_digit());
                    cell.number().is_some()
                        || !(self.are_numbers() && has_digits) && self.name_of(cell).is_some()
                };
                if cells.len() > 1 && cells.iter().all(is_known) {
                    return self.list_table(hand_in, grid, &cells);
                }
            }
        }
        if let Some(cells) = list_after_words(grid) {
            return self.list_table(hand_in, grid, &cells);
        }
        if let Some(results) = self.numbered_results(rows) {
            return Ok(Some(self.result_table(hand_in, grid, &results)));
        }
        let table = self.wide_table(hand_in, grid);
        let table = table.or_else(|| self.named_table(hand_in, grid));
        let is_wide = grid.form == GridForm::Table && grid.rows.len() <= HEADING_ROWS;
        if table.is_some() || !is_wide {
            return Ok(table);
        }
        Ok(self.named_table(hand_in, &grid.transposed()))
    }

    /// Returns whether a cell has neither a number nor the name of a row.
    fn is_word(&self, cell: &Cell) -> bool {
        cell.number().is_none() && self.name_of(cell).is_none()
    }

    /// Returns the number of games that rows such as titles state.
    pub fn stated_games(&self, rows: &[CellRow]) -> Option<Cell> {
        let mut found = NamedNumbers::default();
        for row in rows {
            self.add_row(&mut found, row, GridForm::Table, 0);
        }
        found.games
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
    fn wide_table(&self, hand_in: &HandIn, grid: &Grid) -> Option<Table> {
        let is_named = |cell: &Cell| cell.is_text() && self.name_of(cell).is_some();
        let is_heading = |row: &CellRow| row.cells.iter().filter(|cell| is_named(cell)).count() > 1;
        let place = grid.rows.iter().position(is_heading)?;
        let [headings, rows @ ..] = &grid.rows[place..] else {
            return None;
        };
        let label = |heading: &Cell| match self.role(heading) {
            ColumnRole::Setting(opt) => Some(Label::Setting(opt.key())),
            ColumnRole::Deals => Some(Label::Games),
            _ => self.name_of(heading).map(Label::Name),
        };
        let mut found = NamedNumbers::default();
        for row in rows {
            let cells = headings.cells.iter().zip(&row.cells);
            for (heading, cell) in cells.filter(|(_, cell)| cell.number().is_some()) {
                if let Some(label) = label(heading) {
                    found.add(row.line, label, cell);
                }
            }
        }
        if grid.form == GridForm::Sentences || found.rows.is_empty() || found.has_repeats() {
            return None;
        }
        self.table_of(hand_in, grid, &found)
    }

    /// Returns the table of numbers whose words name their rows.
    fn named_table(&self, hand_in: &HandIn, grid: &Grid) -> Option<Table> {
        let is_table = grid.form != GridForm::Sentences;
        let is_filled = |row: &&CellRow| {
            row.filled_len() >= 2 && row.cells.iter().any(|cell| cell.number().is_some())
        };
        let width = grid.rows.iter().find(is_filled)?.cells.len();
        let filled: Vec<&CellRow> = grid.rows.iter().filter(is_filled).collect();
        // Blanks in some lines only do not separate columns.
        if is_table && 2 * filled.len() < grid.rows.len() {
            return None;
        }
        let has_index = width == 3
            && filled.len() > 1
            && (0..)
                .zip(&filled)
                .all(|(number, row)| row.cells[0].text == number.to_string());
        let mut found = NamedNumbers::default();
        let mut unknown = 0;
        for row in &grid.rows {
            let before = found.rows.len() + found.statistics.len();
            let had_games = found.games.is_some();
            self.add_row(&mut found, row, grid.form, usize::from(has_index));
            let is_known = found.rows.len() + found.statistics.len() > before
                || found.games.is_some() != had_games;
            if !is_known && is_filled(&row) {
                // The first row is another table's.
                if is_table && before == 0 {
                    return None;
                }
                unknown += 1;
            }
        }
        let known = found.rows.len() + found.statistics.len();
        let fewest = if is_table && self.names.len() > 2 && found.statistics.is_empty() {
            2
        } else {
            1
        };
        let most_unknown = if is_table {
            known.saturating_sub(1)
        } else {
            known
        };
        if known < fewest || found.has_repeats() || unknown > most_unknown {
            return None;
        }
        self.table_of(hand_in, grid, &found)
    }

    /// Adds the numbers of a row. Leaves out an index of this many columns.
    fn add_row(
        &self,
        found: &mut NamedNumbers,
        row: &CellRow,
        form: GridForm,
        index_columns: usize,
    ) {
        if form == GridForm::Sentences {
            self.add_sentence(found, row.line, &row.cells);
            return;
        }
        let cells = row.cells.iter().skip(index_columns);
        let mut cells = cells.filter(|cell| !cell.is_empty());
        let Some(first) = cells.next() else { return };
        match cells.next() {
            Some(number) if number.number().is_some() => {
                if let Some(label) = self.label(first) {
                    found.add(row.line, label, number);
                }
            }
            _ => {
                let cells = words_and_numbers(&first.text);
                self.add_totals(found, row.line, &cells);
            }
        }
    }

    /// Adds the numbers of games and the settings of a sentence. Returns the places of the other numbers.
    fn add_totals(&self, found: &mut NamedNumbers, line: usize, cells: &[Cell]) -> Vec<usize> {
        let mut places: Vec<usize> = (0..cells.len())
            .filter(|&place| cells[place].number().is_some())
            .collect();
        let last = places.last().copied();
        let mut is_first = true;
        places.retain(|&place| {
            let around = [place - 1, place, place + 1].map(|place| &cells[place]);
            let label = self.total_label(around, [place == 1, is_first, last == Some(place)]);
            let is_other = label.is_none();
            is_first &= !is_other;
            if let Some(label) = label {
                found.add(line, label, &cells[place]);
            }
            is_other
        });
        places
    }

    /// Adds the numbers of a sentence, in which words and numbers alternate.
    fn add_sentence(&self, found: &mut NamedNumbers, line: usize, cells: &[Cell]) {
        let cells = self.with_joined_names(cells);
        let mut places = self.add_totals(found, line, &cells);
        let statistic = |place: usize| self.statistic_in(&cells[place - 1].text);
        // In « au maximum 2 tas : 1,3 % » and « 2 tas maximum : 1,3 % », the words name a row.
        let is_pair = match places.as_slice() {
            [first, second] => {
                let statistics = [first, second].map(|place| statistic(*place));
                self.name_of(&cells[*first]).is_some()
                    && statistics[0] != Some(Statistic::Mean.key())
                    && statistics.contains(&None)
            }
            _ => false,
        };
        if !is_pair {
            places.retain(|&place| {
                let key = statistic(place);
                if let Some(key) = key {
                    found.add(line, Label::Statistic(key), &cells[place]);
                }
                key.is_none()
            });
        }
        if self.are_numbers() {
            for pair in places.chunks_exact(2) {
                let (name, number) = self.name_and_number(&cells, pair[0], pair[1]);
                if let Some(name) = self.name_of(&cells[name]) {
                    found.add(line, Label::Name(name), &cells[number]);
                }
            }
            return;
        }
        let name_at = |place: usize| {
            let text = label_text(&cells[place].text);
            // After a number, the words up to the next sign are its own.
            let clause = text.trim_start_matches([' ', ',', ';']);
            self.name_of(&Cell::decimal(clause))
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
                found.add(line, Label::Name(name.clone()), &cells[place]);
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

    /// Returns the table of named numbers; `None` if they can be neither probabilities nor counts.
    fn table_of(&self, hand_in: &HandIn, grid: &Grid, found: &NamedNumbers) -> Option<Table> {
        let row_heading = first_heading(self.topic.hand_in.row_headings);
        let mut headings: Vec<&str> = found.settings.iter().map(|(key, _)| *key).collect();
        let mut rows: Vec<CellRow> = Vec::new();
        let mut readings = Vec::new();
        if !found.rows.is_empty() {
            let numbers = found.rows.iter().map(|row| row.number.number());
            let numbers: Vec<ParsedNumber> = numbers.collect::<Option<_>>()?;
            let kind = NumberKind::from_numbers(&numbers, self.topic.hand_in.has_cumulative_rows)?;
            for row in &found.rows {
                let setting = |key: &str| {
                    let value = row.settings.iter().find(|(other, _)| *other == key);
                    value.map_or_else(Cell::empty, |(_, value)| value.clone())
                };
                let mut cells: Vec<Cell> = headings.iter().map(|key| setting(key)).collect();
                cells.extend([Cell::decimal(&row.name), row.number.clone()]);
                rows.push(CellRow {
                    line: row.line,
                    cells,
                });
            }
            headings.extend([row_heading, kind.heading()]);
            let names: Vec<&str> = found.rows.iter().map(|row| row.name.as_str()).collect();
            readings.push(self.reading(kind, &names, &numbers));
        }
        if !found.statistics.is_empty() {
            let mut cells = vec![Cell::empty(); headings.len()];
            for (place, (key, _)) in found.settings.iter().enumerate() {
                if found.rows.is_empty() {
                    cells[place] = found
                        .settings
                        .iter()
                        .find(|(other, _)| other == key)?
                        .1
                        .clone();
                }
            }
            cells.extend(found.statistics.iter().map(|(_, number)| number.clone()));
            rows.push(CellRow {
                line: found.statistics_line,
                cells,
            });
            headings.extend(found.statistics.iter().map(|(key, _)| *key));
            let keys: Vec<&str> = found.statistics.iter().map(|(key, _)| *key).collect();
            let keys = keys.join(", ");
            readings.push(sentence!("{keys}", "{keys}"));
        }
        let mut table = hand_in.table(grid, &CellRow::of_texts(1, &headings), &rows);
        if let Some(games) = &found.games {
            table.add_column("deals", games);
        }
        table.read_as = Some(joined_sentences(&readings));
        Some(table)
    }

    /// Says what the numbers were taken for.
    fn reading(&self, kind: NumberKind, names: &[&str], numbers: &[ParsedNumber]) -> Sentence {
        let first = names.first().copied().unwrap_or_default();
        let last = names.last().copied().unwrap_or_default();
        let row = self.topic.simulate.row_option;
        let [fr_row, en_row] = [row.label.fr, row.label.en];
        let is_percent = |number: &ParsedNumber| matches!(number, ParsedNumber::Percent { .. });
        let [fr_unit, en_unit] =
            if kind == NumberKind::Percentages || numbers.iter().any(is_percent) {
                [", en pour cent", ", in percent"]
            } else {
                ["", ""]
            };
        if kind == NumberKind::Counts {
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
    fn list_table(
        &self,
        hand_in: &HandIn,
        grid: &Grid,
        cells: &[&Cell],
    ) -> Result<Option<Table>, Problem> {
        let is_cumulative = self.topic.hand_in.has_cumulative_rows;
        let file = &hand_in.file_name;
        let results: Option<Vec<String>> = cells.iter().map(|cell| self.name_of(cell)).collect();
        let numbers: Option<Vec<ParsedNumber>> = cells.iter().map(|cell| cell.number()).collect();
        let Some(numbers) = numbers else {
            return Ok(results.map(|results| self.result_table(hand_in, grid, &results)));
        };
        let Some(kind) = NumberKind::from_numbers(&numbers, is_cumulative) else {
            return Ok(None);
        };
        let values: Vec<f64> = numbers.iter().map(|number| number.value()).collect();
        let rows = self.names.len();
        if kind == NumberKind::Counts
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
        let can_be_results =
            kind == NumberKind::Counts || kind == NumberKind::Probabilities && !is_cumulative;
        if let Some(results) = results.filter(|_| can_be_results) {
            return Ok(Some(self.result_table(hand_in, grid, &results)));
        }
        let Some((skipped, names)) = self.names_of_list(&values, kind) else {
            let wrong = cells.iter().find(|cell| self.name_of(cell).is_none());
            return match wrong {
                Some(cell) if kind == NumberKind::Counts => {
                    let value = &cell.text;
                    Err(problem!(
                        "{file} : {value} n'est pas le résultat d'une partie",
                        "{file}: {value} is not the result of a game"
                    ))
                }
                _ => Ok(None),
            };
        };
        let mut found = NamedNumbers::default();
        for (name, cell) in names.into_iter().zip(&cells[skipped..]) {
            found.add(1, Label::Name(name), cell);
        }
        Ok(self.table_of(hand_in, grid, &found))
    }

    /// Returns the names of the rows of a list, and the number of zeros before them for results that cannot occur.
    fn names_of_list(&self, values: &[f64], kind: NumberKind) -> Option<(usize, Vec<String>)> {
        let codes = self.topic.hand_in.codes;
        let count = values.len();
        if !self.are_numbers() && count == codes.len() {
            let names = codes.iter().map(|(_, name)| (*name).to_owned());
            return Some((0, names.collect()));
        }
        let rows = self.names.len();
        let first: usize = self.names.first()?.parse().ok()?;
        let skipped = count.saturating_sub(rows);
        let can_be_short = self.topic.hand_in.has_cumulative_rows && kind != NumberKind::Counts;
        let is_list = count >= rows || can_be_short;
        let is_zero = values[..skipped].iter().all(|value| *value == 0.0);
        (is_list && is_zero && skipped <= first)
            .then(|| (skipped, self.names[..count - skipped].to_vec()))
    }

    /// Returns the table of the results of games.
    fn result_table(&self, hand_in: &HandIn, grid: &Grid, results: &[String]) -> Table {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for result in results {
            *counts.entry(result).or_default() += 1;
        }
        let deals = results.len();
        let count = |name: &String| *counts.get(name.as_str()).unwrap_or(&0);
        let last = self.names.iter().rposition(|name| count(name) > 0);
        let row = |name: &String| {
            CellRow::of_texts(1, &[name, &count(name).to_string(), &deals.to_string()])
        };
        let rows: Vec<CellRow> = self.names[..=last.unwrap_or_default()]
            .iter()
            .map(row)
            .collect();
        let row_heading = self.topic.simulate.row_option.key();
        let headings = CellRow::of_texts(1, &[row_heading, COUNT, "deals"]);
        let mut table = hand_in.table(grid, &headings, &rows);
        table.read_as = Some(sentence!(
            "résultats de {deals} parties",
            "results of {deals} games"
        ));
        table
    }
}

/// Returns the numbers of a sentence with words before the first one only, such as `probas : 0.1, 0.2, 0.3`.
fn list_after_words(grid: &Grid) -> Option<Vec<&Cell>> {
    let [row] = grid.rows.as_slice() else {
        return None;
    };
    let numbers: Vec<&Cell> = row
        .cells
        .iter()
        .filter(|cell| cell.number().is_some())
        .collect();
    let texts = row.cells.iter().filter(|cell| cell.is_text()).skip(1);
    let has_words = texts
        .into_iter()
        .any(|cell| cell.text.contains(char::is_alphanumeric));
    let is_list = grid.form == GridForm::Sentences && numbers.len() > 2 && !has_words;
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
