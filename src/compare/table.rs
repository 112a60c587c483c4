//! Tables as people have them: numbers with the names of their rows. A text is read in the only way that fits, or refused.

use super::reference::{Event, Reference};
use super::words::{Item, cells, has_word, items, with_semicolons};
use pioche_report::lang::parse_number::{CommaMeaning, NumberForm, ParsedNumber, parse_number};
use pioche_report::lang::{Problem, fold_case_and_accents, problem, safe_excerpt};
use std::collections::BTreeSet;

/// The largest number of columns.
const MAX_COLUMNS: usize = 64;
/// The expected number of games of rows that a table leaves out from which its counts are not all games.
const MAX_EXPECTED_MISSING: f64 = 5.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Share,
    Percent,
    Count,
}

/// A row of a table.
#[derive(Debug)]
pub struct TableRow {
    /// The place of the row in the reference.
    pub name: usize,
    /// The number as it is written.
    pub text: String,
    /// The share, or the count.
    pub value: f64,
    /// The largest rounding error; 0 for a count.
    pub error: f64,
}

/// A table, and how it was read.
#[derive(Debug)]
pub struct Table {
    pub rows: Vec<TableRow>,
    pub event: Event,
    pub unit: Unit,
    /// The number of games; `None` if nothing states it.
    pub games: Option<u64>,
    /// The heading of the numbers; empty without headings.
    pub heading: String,
}

/// A line of a text, or a part of one.
#[derive(Clone)]
struct Line {
    number: usize,
    text: String,
    items: Vec<Item>,
}

/// The lines of a text in one layout.
#[derive(Default)]
struct Layout {
    lines: Vec<Line>,
    /// The places of the rows among the lines.
    rows: Vec<usize>,
    /// The place of the names among the items of the rows.
    name_place: usize,
    /// The number of different names; of two places with as many, the larger last number names the rows.
    rank: (usize, usize),
}

impl Layout {
    /// Finds the layout of a text that names the most rows.
    fn new(text: &str, reference: &Reference) -> Self {
        let mut best = Self::default();
        for has_decimal_commas in [true, false] {
            let rows = with_semicolons(text, has_decimal_commas);
            let lists = rows.replace(['[', ']', '(', ')', '{', '}'], "\n");
            let pairs = lists.replace(';', "\n");
            for part in [&rows, &lists, &pairs] {
                let lines = lines(part, reference);
                let columns = transposed(&lines);
                best.take_better(lines, reference);
                best.take_better(columns, reference);
            }
        }
        for has_decimal_commas in [true, false] {
            let text = with_semicolons(text, has_decimal_commas);
            let list = text.rsplit('[').next().unwrap_or_default();
            let lines = named_lines(items(list, reference), reference);
            if lines.len() > 2 * best.rows.len() {
                best.take_better(lines, reference);
            }
        }
        best
    }

    /// Takes lines instead of its own if they name more rows.
    fn take_better(&mut self, lines: Vec<Line>, reference: &Reference) {
        let former_rank = self.rank;
        for name_place in 0..MAX_COLUMNS {
            let mut names = Vec::new();
            let mut rows = Vec::new();
            let mut widths = BTreeSet::new();
            for (place, line) in lines.iter().enumerate() {
                let Some(item) = line.items.get(name_place) else {
                    continue;
                };
                let numbers = line.items.iter().filter(|item| item.is_number).count();
                if let Some(name) = item.name
                    && numbers > usize::from(item.is_number)
                {
                    names.push(name);
                    rows.push(place);
                    widths.insert(line.items.len());
                }
            }
            // The numbers that pandas and R write before rows are no names.
            let is_in_order = names.windows(2).all(|pair| pair[1] == pair[0] + 1);
            let can_follow_index =
                widths.first() > Some(&2) && (is_in_order || reference.first.is_none());
            let different_names: BTreeSet<usize> = names.into_iter().collect();
            let rank = (
                different_names.len(),
                name_place * usize::from(can_follow_index),
            );
            if widths.len() == 1 && rank.0 > former_rank.0 && rank > self.rank {
                *self = Self {
                    lines: lines.clone(),
                    rows,
                    name_place,
                    rank,
                };
            }
        }
    }

    fn row(&self, place: usize) -> &Line {
        &self.lines[self.rows[place]]
    }

    /// Returns the heading of each item of the rows; empty ones without headings.
    fn headings(&self) -> Vec<String> {
        let row = self.row(0);
        let width = cells(&row.text).len();
        let mut headings = Vec::new();
        if let Some(line) = self.rows[0].checked_sub(1).map(|place| &self.lines[place])
            && !line.items.iter().any(|item| item.is_number)
        {
            headings = cells(&line.text);
        }
        if headings.len() + 1 == width && width > 2 {
            headings.insert(0, "");
        }
        let heading = |item: &Item| match headings.get(item.cell) {
            Some(heading) if headings.len() == width => {
                heading.trim_matches([' ', '"', '*', '`']).to_owned()
            }
            _ => String::new(),
        };
        row.items.iter().map(heading).collect()
    }

    /// Returns the columns that may hold the numbers.
    fn number_columns(&self, headings: &[String]) -> Vec<Column> {
        let mut columns = Vec::new();
        for (place, heading) in headings.iter().enumerate() {
            let items = self.rows.iter().map(|row| &self.lines[*row].items[place]);
            let is_other = place == self.name_place || has_word(heading, "others");
            if !is_other && items.clone().any(|item| item.is_number) {
                columns.push(Column {
                    heading: heading.clone(),
                    cells: items.map(|item| item.text.clone()).collect(),
                });
            }
        }
        columns
    }

    /// Returns the number of games that lines beside the rows state. Fails if such a line may be a row.
    fn stated_games(&self) -> Result<Option<u64>, Problem> {
        let mut games = None;
        for (place, line) in self.lines.iter().enumerate() {
            let text = &line.text;
            let numbers: Vec<&Item> = line.items.iter().filter(|item| item.is_number).collect();
            if numbers.is_empty() || self.rows.contains(&place) {
                continue;
            }
            if let ([number], true) = (&numbers[..], has_word(text, "games")) {
                games = number.text.parse().ok();
            } else if place > self.rows[0] && !has_word(text, "others") {
                let number = line.number;
                let text = safe_excerpt(text);
                return Err(problem!(
                    "line {number}: “{text}” is not a row of the table",
                    number,
                    text
                ));
            }
        }
        Ok(games)
    }
}

/// Returns the lines of a text that have letters or digits.
fn lines(text: &str, reference: &Reference) -> Vec<Line> {
    let mut lines = Vec::new();
    for (number, text) in (1..).zip(text.lines()) {
        if text.contains(char::is_alphanumeric) {
            let items = items(text, reference);
            lines.push(Line {
                number,
                text: text.to_owned(),
                items,
            });
        }
    }
    lines
}

/// Returns the columns of pairs of lines: names above numbers.
fn transposed(lines: &[Line]) -> Vec<Line> {
    let mut columns = Vec::new();
    for [names, numbers] in lines.as_chunks().0 {
        let mut names = names.items.clone();
        let mut numbers = numbers.items.clone();
        names.retain(|item| item.name.is_some());
        numbers.retain(|item| item.is_number);
        if names.len() == numbers.len() && names.len() > lines.len() {
            let pairs = names.into_iter().zip(numbers);
            columns.extend(pairs.map(|(name, number)| Line {
                number: lines[0].number,
                text: String::new(),
                items: vec![name, number],
            }));
        }
    }
    columns
}

/// Returns a line for each number of a list that has one for each row of a reference; otherwise none.
fn named_lines(mut numbers: Vec<Item>, reference: &Reference) -> Vec<Line> {
    numbers.retain(|item| item.is_number);
    let rows = reference.names.len();
    let start = rows.checked_sub(numbers.len());
    let is_start = |start: &usize| {
        reference
            .first
            .is_some_and(|first| [0, first].contains(start))
    };
    let names = start.filter(is_start);
    let mut lines = Vec::new();
    for (name, number) in names.map_or(rows..rows, |start| start..rows).zip(numbers) {
        let name_item = Item {
            name: Some(name),
            ..number.clone()
        };
        lines.push(Line {
            number: 1,
            text: String::new(),
            items: vec![name_item, number],
        });
    }
    lines
}

/// A column that may hold the numbers.
struct Column {
    heading: String,
    cells: Vec<String>,
}

impl Column {
    /// Returns the number of games that the column repeats.
    fn games(&self) -> Option<u64> {
        let is_constant =
            self.cells.len() > 1 && self.cells.iter().all(|cell| *cell == self.cells[0]);
        let number = self.cells[0].parse().ok();
        number.filter(|_| is_constant && has_word(&self.heading, "games"))
    }

    /// Returns the rank of a column among others, by its heading.
    fn rank(&self) -> usize {
        let is_result = |meaning| has_word(&self.heading, meaning);
        match fold_case_and_accents(&self.heading).as_str() {
            "probability" | "probabilite" | "p(au plus n)" => 2,
            _ => ["shares", "counts", "wins"]
                .into_iter()
                .any(is_result)
                .into(),
        }
    }

    fn unit(
        &self,
        numbers: &[ParsedNumber],
        games: Option<u64>,
        reference: &Reference,
    ) -> Result<Unit, Problem> {
        let values: Vec<f64> = numbers.iter().map(|number| number.value).collect();
        let largest = values.iter().copied().fold(0.0, f64::max);
        let total = if reference.first.is_some() && values.is_sorted() {
            largest
        } else {
            values.iter().sum()
        };
        let is_whole = numbers
            .iter()
            .all(|number| matches!(number.form, NumberForm::Integer(_)));
        let has_sign = numbers
            .iter()
            .any(|number| number.form == NumberForm::Percent);
        let has_counts = has_word(&self.heading, "counts");
        let is_whole_percent = is_whole
            && !has_counts
            && (99.0..=101.0).contains(&total)
            && games != Some(total as u64);
        if is_whole_percent && total == 100.0 && games.is_none() {
            return Err(problem!(
                "percentages, or counts of 100 games? Add “%”, or --games"
            ));
        }
        let has_percent = has_sign || has_word(&self.heading, "percent");
        Ok(
            if has_percent || is_whole_percent || (!is_whole && largest > 1.0) {
                Unit::Percent
            } else if is_whole && (largest > 1.0 || has_counts) {
                Unit::Count
            } else {
                Unit::Share
            },
        )
    }

    fn numbers(&self) -> Result<Vec<ParsedNumber>, Problem> {
        let parse = |cell: &String, comma| parse_number(cell, comma);
        let is_decimal = |cell: &&String| {
            cell.contains(',')
                && parse(cell, CommaMeaning::Ambiguous)
                    .is_ok_and(|number| number.form == NumberForm::Decimal)
        };
        let comma = match self.cells.iter().find(is_decimal) {
            Some(_) => CommaMeaning::Decimal,
            None => CommaMeaning::Ambiguous,
        };
        let numbers = self
            .cells
            .iter()
            .map(|cell| parse(cell, comma).map_err(|error| error.into_problem(cell)));
        numbers.collect()
    }
}

impl Table {
    /// Reads the table of a text; `games` is a number of games from elsewhere.
    ///
    /// # Errors
    /// When the text is no table, a cell is no number, or two readings remain.
    pub fn read(text: &str, reference: &Reference, games: Option<u64>) -> Result<Self, Problem> {
        let no_table = problem!(
            "no table: each row needs a name and a number, such as “2;0.0127” or “player 1;0.3”"
        );
        let layout = Layout::new(text, reference);
        if layout.rows.is_empty() {
            return Err(no_table);
        }
        let headings = layout.headings();
        let mut columns = layout.number_columns(&headings);
        let column_games = columns.iter().find_map(Column::games);
        columns.retain(|column| column.games().is_none());
        let best_rank = columns.iter().map(Column::rank).max();
        columns.retain(|column| Some(column.rank()) == best_rank);
        let names: Vec<&str> = columns
            .iter()
            .map(|column| column.heading.as_str())
            .collect();
        let [column] = &columns[..] else {
            let names = names.join(", ");
            return Err(if names.contains(char::is_alphanumeric) {
                problem!("keep one column: {names}?", names)
            } else {
                no_table
            });
        };
        let row = layout.row(0);
        if layout.rows.len() == 1
            && column.heading.is_empty()
            && row.items[layout.name_place].is_number
        {
            return Err(no_table);
        }
        let mut stated = [games, column_games, layout.stated_games()?]
            .into_iter()
            .flatten();
        let games = stated.next();
        if let (Some(games), Some(other)) = (games, stated.find(|other| Some(*other) != games)) {
            return Err(problem!("{games} or {other} games?", games, other));
        }
        let name_words = format!("{} {}", headings[layout.name_place], row.text);
        let rows = layout
            .rows
            .iter()
            .filter_map(|row| layout.lines[*row].items[layout.name_place].name);
        Self::of_column(column, rows, &name_words, games, reference)
    }

    /// Reads the numbers of a column; `name_words` are those beside the names of its rows.
    fn of_column(
        column: &Column,
        names: impl Iterator<Item = usize>,
        name_words: &str,
        games: Option<u64>,
        reference: &Reference,
    ) -> Result<Self, Problem> {
        let numbers = column.numbers()?;
        let unit = column.unit(&numbers, games, reference)?;
        let has_sign = |number: &ParsedNumber| number.form == NumberForm::Percent;
        let scale = match unit {
            Unit::Percent if !numbers.iter().any(has_sign) => 100.0,
            _ => 1.0,
        };
        // The digits of a column are those of its longest number; 0 and 1 have none.
        let mut errors: Vec<f64> = Vec::new();
        for number in &numbers {
            if unit != Unit::Count && ![0.0, scale].contains(&number.value) {
                errors.push(number.max_rounding_error / scale);
            }
        }
        let error = errors.into_iter().reduce(f64::min).unwrap_or(0.0);
        let mut rows = Vec::new();
        for ((name, text), number) in names.zip(&column.cells).zip(numbers) {
            let value = number.value / scale;
            if value < 0.0 || (value > 1.0 && unit != Unit::Count) {
                let text = safe_excerpt(text);
                return Err(problem!("“{text}” is not a probability", text));
            }
            rows.push(TableRow {
                name,
                text: text.clone(),
                value,
                error,
            });
        }
        rows.sort_by_key(|row| row.name);
        let mut pairs = rows.array_windows();
        if let Some([one, other]) = pairs.find(|[one, other]| one.name == other.name) {
            let [one, other] = [&one.text, &other.text];
            return Err(problem!(
                "a row has two numbers: {one} and {other}",
                one,
                other
            ));
        }
        let mut table = Self {
            rows,
            event: Event::Exactly,
            unit,
            games,
            heading: column.heading.clone(),
        };
        table.event = table.event(name_words, reference);
        if unit == Unit::Count {
            table.add_games(reference)?;
        }
        Ok(table)
    }

    /// Returns the event of the rows: that of words or, without, the one that the numbers show.
    fn event(&self, name_words: &str, reference: &Reference) -> Event {
        let Some(_) = reference.first else {
            return Event::Exactly;
        };
        let heading = self.heading.as_str();
        let name_words = match self.unit {
            Unit::Count => "",
            _ => name_words,
        };
        for words in [heading, name_words] {
            for event in [Event::AtLeast, Event::AtMost, Event::Exactly] {
                if has_word(words, event.text().0) {
                    return event;
                }
            }
        }
        let values = self.rows.iter().map(|row| row.value);
        let rises = values.clone().is_sorted();
        let rounding = self.rows.iter().map(|row| row.error).sum::<f64>() + 1e-9;
        let end = &self.rows[self.rows.len() - 1];
        let is_all = match self.games {
            Some(games) => end.value == games as f64,
            None => end.name + 1 == reference.names.len(),
        };
        let shows_usual = match self.unit {
            Unit::Count => rises && is_all && self.rows.len() > 2,
            _ => rises || (values.sum::<f64>() - 1.0).abs() > rounding,
        };
        if shows_usual || has_word(heading, "wins") {
            reference.usual
        } else {
            Event::Exactly
        }
    }

    /// Returns the share or count of all rows.
    fn total(&self, values: impl Iterator<Item = f64>) -> f64 {
        match self.event {
            Event::Exactly => values.sum(),
            _ => values.fold(0.0, f64::max),
        }
    }

    /// Takes the number of games from counts that nothing else tells.
    fn add_games(&mut self, reference: &Reference) -> Result<(), Problem> {
        let total = self.total(self.rows.iter().map(|row| row.value));
        let shares = self
            .rows
            .iter()
            .map(|row| reference.share(row.name, self.event, None).value());
        let missing = (1.0 - self.total(shares)) * total;
        match self.games {
            Some(games) if games < total as u64 => {
                Err(problem!("the counts exceed the number of games"))
            }
            None if missing > MAX_EXPECTED_MISSING => Err(problem!(
                "rows are missing: give the number of games by --games"
            )),
            games => {
                self.games = games.or(Some(total as u64));
                Ok(())
            }
        }
    }

    /// Returns true if numbers of at most n fall.
    pub fn falls(&self) -> bool {
        self.event == Event::AtMost && !self.rows.is_sorted_by(|one, next| one.value <= next.value)
    }
}
