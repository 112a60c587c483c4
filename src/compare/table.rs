//! Tables as people have them: shares with the names of their rows. A text is read in the only way that fits, or refused.

use super::layout::Layout;
use super::reference::{Event, Reference};
use super::words::has_word;
use pioche_report::lang::parse_number::{CommaMeaning, NumberForm, ParsedNumber, parse_number};
use pioche_report::lang::{Problem, problem, safe_excerpt};

/// The expected number of games of rows that a table leaves out from which its counts are not all games.
const MAX_EXPECTED_MISSING: f64 = 5.0;

/// The unit in which numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Share,
    Percent,
    Count,
}

#[derive(Clone, Debug)]
pub struct TableRow {
    /// The place of the row in the reference.
    pub name: usize,
    /// The number as it is written.
    pub text: String,
    /// The share.
    pub value: f64,
    /// The largest rounding error of the share; 0 for a count.
    pub error: f64,
}

impl TableRow {
    /// Multiplies the share.
    pub fn scale(&mut self, factor: f64) {
        self.value *= factor;
        self.error *= factor;
    }
}

/// A table, and how it was read.
#[derive(Clone, Debug)]
pub struct Table {
    pub rows: Vec<TableRow>,
    pub event: Event,
    pub unit: Unit,
    /// The number of games; `None` if nothing states it.
    pub games: Option<u64>,
    /// The heading of the numbers; empty without headings.
    pub heading: String,
}

/// A column that may hold the numbers.
struct Column {
    heading: String,
    cells: Vec<String>,
}

impl Column {
    /// Returns the number of games that the column repeats.
    fn games(&self) -> Option<u64> {
        let (first, others) = self.cells.split_first()?;
        let is_constant = !others.is_empty() && others.iter().all(|cell| cell == first);
        let number = first.parse().ok();
        number.filter(|_| is_constant && has_word(&self.heading, "games"))
    }

    /// Returns the rank of a column among others, by its heading.
    fn rank(&self) -> usize {
        let is_about = |meaning: &&str| has_word(&self.heading, meaning);
        let is_result = ["shares", "counts", "wins"].iter().any(is_about);
        usize::from(is_result) + usize::from(is_about(&"probability"))
    }

    fn numbers(&self) -> Result<Vec<ParsedNumber>, Problem> {
        // Decimals of three digits, such as 1,000, are those of a column with numbers such as 0,998.
        let comma = if self.cells.iter().any(|cell| cell.starts_with("0,")) {
            CommaMeaning::Decimal
        } else {
            CommaMeaning::Ambiguous
        };
        let number =
            |cell: &String| parse_number(cell, comma).map_err(|error| error.into_problem(cell));
        self.cells.iter().map(number).collect()
    }

    /// Returns the unit of some numbers. Fails when they are percentages or counts.
    fn unit(
        &self,
        numbers: &[ParsedNumber],
        games: Option<u64>,
        reference: &Reference,
    ) -> Result<Unit, Problem> {
        let values = numbers.iter().map(|number| number.value);
        let largest = values.clone().fold(0.0, f64::max);
        let total = if reference.first.is_some() && values.clone().is_sorted() {
            largest
        } else {
            values.sum()
        };
        let is_integer = |number: &ParsedNumber| matches!(number.form, NumberForm::Integer(_));
        let is_percent = |number: &ParsedNumber| number.form == NumberForm::Percent;
        let is_whole = numbers.iter().all(is_integer);
        let has_counts = has_word(&self.heading, "counts");
        if numbers.iter().any(is_percent) || has_word(&self.heading, "percent") {
            return Ok(Unit::Percent);
        }
        if !is_whole {
            return Ok(if largest > 1.0 {
                Unit::Percent
            } else {
                Unit::Share
            });
        }
        if has_counts || !(99.0..=101.0).contains(&total) || games == Some(total as u64) {
            let is_count = has_counts || largest > 1.0;
            return Ok(if is_count { Unit::Count } else { Unit::Share });
        }
        if total == 100.0 && games.is_none() {
            return Err(problem!(
                "percentages, or counts of 100 games? Add “%”, or --games"
            ));
        }
        Ok(Unit::Percent)
    }
}

impl Table {
    /// Reads the table of a text; `games` is a number of games from elsewhere.
    ///
    /// # Errors
    /// When the text is no table, a cell is no number, or two readings remain.
    pub fn read(text: &str, reference: &Reference, games: Option<u64>) -> Result<Self, Problem> {
        let no_table = || {
            problem!(
                "no table: each row needs a name and a number, such as “2;0.0127” or “player 1;0.3”"
            )
        };
        let layout = Layout::of_text(text, reference);
        let rows = layout.rows();
        let Some(first_row) = rows.first() else {
            return Err(no_table());
        };
        let headings = layout.headings(first_row);
        let mut columns = Vec::new();
        for (place, heading) in headings.iter().enumerate() {
            let items = rows.iter().map(|row| &row.items[place]);
            let is_other = place == layout.name_place || has_word(heading, "others");
            if !is_other && items.clone().any(|item| item.is_number) {
                columns.push(Column {
                    heading: heading.clone(),
                    cells: items.map(|item| item.text.clone()).collect(),
                });
            }
        }
        let column_games = columns.iter().find_map(Column::games);
        columns.retain(|column| column.games().is_none());
        let best_rank = columns.iter().map(Column::rank).max();
        columns.retain(|column| Some(column.rank()) == best_rank);
        let [column] = &columns[..] else {
            let names: Vec<&str> = columns
                .iter()
                .map(|column| column.heading.as_str())
                .collect();
            let names = names.join(", ");
            return Err(if names.contains(char::is_alphanumeric) {
                problem!("keep one column: {names}?", names)
            } else {
                no_table()
            });
        };
        if rows.len() == 1 && column.heading.is_empty() {
            return Err(no_table());
        }
        let mut stated = [games, column_games, layout.stated_games()?]
            .into_iter()
            .flatten();
        let games = stated.next();
        if let (Some(games), Some(other)) = (games, stated.find(|other| Some(*other) != games)) {
            return Err(problem!("{games} or {other} games?", games, other));
        }
        let name_words = format!("{} {}", headings[layout.name_place], first_row.text);
        let names = rows
            .iter()
            .filter_map(|row| row.items[layout.name_place].name);
        Self::of_column(column, names, &name_words, games, reference)
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
        let mut rows = Vec::new();
        // The digits of a column are those of its longest number; 0 and 1 have none.
        let mut error = f64::INFINITY;
        for ((name, text), number) in names.zip(&column.cells).zip(numbers) {
            let value = number.value / scale;
            if value < 0.0 || (value > 1.0 && unit != Unit::Count) {
                let text = safe_excerpt(text);
                return Err(problem!("“{text}” is not a probability", text));
            }
            if ![0.0, 1.0].contains(&value) {
                error = error.min(number.max_rounding_error / scale);
            }
            rows.push(TableRow {
                name,
                text: text.clone(),
                value,
                error: 0.0,
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
        if unit != Unit::Count && error.is_finite() {
            table = table.with_rows(|row| row.error = error);
        }
        table.event = table.event(name_words, reference);
        if unit == Unit::Count {
            let games = table.counted_games(reference)?;
            table.games = Some(games);
            table = table.with_rows(|row| row.value /= games as f64);
        }
        Ok(table)
    }

    /// Returns the table with a change of each row.
    pub fn with_rows(&self, change: impl Fn(&mut TableRow)) -> Self {
        let mut table = self.clone();
        table.rows.iter_mut().for_each(change);
        table
    }

    /// Returns the event of the rows: that of words or, without, the one that the numbers show.
    fn event(&self, name_words: &str, reference: &Reference) -> Event {
        if reference.first.is_none() {
            return Event::Exactly;
        }
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
        let is_whole = self.rows.last().map(|row| row.name + 1) == Some(reference.names.len());
        let shows_usual = match self.unit {
            Unit::Count => rises && is_whole,
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

    /// Returns the number of games of counts, which nothing else may tell.
    fn counted_games(&self, reference: &Reference) -> Result<u64, Problem> {
        let total = self.total(self.rows.iter().map(|row| row.value));
        let share = |row: &TableRow| reference.share(row.name, self.event).value();
        let missing = (1.0 - self.total(self.rows.iter().map(share))) * total;
        match self.games {
            Some(games) if games < total as u64 => {
                Err(problem!("the counts exceed the number of games"))
            }
            None if missing > MAX_EXPECTED_MISSING => Err(problem!(
                "rows are missing: give the number of games by --games"
            )),
            games => Ok(games.unwrap_or(total as u64)),
        }
    }

    /// Returns true if numbers of at most n fall.
    pub fn falls(&self) -> bool {
        self.event == Event::AtMost && !self.rows.is_sorted_by(|one, next| one.value <= next.value)
    }
}
