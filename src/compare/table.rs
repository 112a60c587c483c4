//! Tables as people have them: numbers with the names of their rows. A text is read in the only way that fits, or refused.

use super::layout::{Line, layouts};
use pioche_report::lang::parse_number::{CommaMeaning, NumberError, ParsedNumber, parse_number};
use pioche_report::lang::{Problem, fold_case_and_accents, problem, safe_excerpt};
use std::sync::LazyLock;

/// The largest number of columns.
const MAX_COLUMNS: usize = 64;

/// The rows of a game.
#[derive(Debug)]
pub enum RowNames {
    /// The numbers of piles or pegs up to `last`; smaller ones than `first` cannot occur.
    Numbers {
        first: usize,
        last: usize,
        /// The event of a number unless a table tells another.
        usual: Event,
    },
    /// The keys of outcomes.
    Outcomes(Vec<String>),
}

/// The event of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    AtMost,
    Exactly,
    AtLeast,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The number of piles or pegs, or the place of the outcome.
    pub name: usize,
    /// The number as it is written.
    pub text: String,
    /// The share, or the count.
    pub value: f64,
    /// The largest rounding error; 0 for a count.
    pub error: f64,
}

/// A table, and how it was read.
#[derive(Clone, Debug)]
pub struct Table {
    pub rows: Vec<Row>,
    pub event: Event,
    pub has_counts: bool,
    /// True for numbers in per cent; the values of rows are shares.
    pub is_percent: bool,
    /// The number of games; `None` if nothing states it.
    pub games: Option<u64>,
    /// True if the counts give the number of games.
    pub has_summed_games: bool,
    /// The heading of the numbers; empty without headings.
    pub heading: String,
}

/// Words without case and accents, by what they mean; `_` stands for a blank.
const WORDS: &str = include_str!("words.txt");
/// The results of the handout's `game()` (003, 4.1).
const OUTCOME_CODES: [&str; 4] = ["draw", "player1", "player2", "endless"];

/// The lists of words with their meanings.
static WORD_LISTS: LazyLock<Vec<(&str, Vec<String>)>> = LazyLock::new(|| {
    let lists = WORDS.lines().filter_map(|line| line.split_once(": "));
    let words = |words: &str| {
        words
            .split(' ')
            .map(|word| word.replace('_', " "))
            .collect()
    };
    lists
        .map(|(meaning, list)| (meaning, words(list)))
        .collect()
});

/// Returns true if a word of a text begins as one with this meaning.
pub fn has_word(text: &str, meaning: &str) -> bool {
    let folded = fold_case_and_accents(text);
    let parts: Vec<&str> = folded.split([' ', '_', '-', '\'', ':', '"']).collect();
    let is_in = |word: &String| parts.iter().any(|part| part.starts_with(word.as_str()));
    WORD_LISTS
        .iter()
        .any(|(known, words)| *known == meaning && words.iter().any(is_in))
}

fn event_in(text: &str) -> Option<Event> {
    let folded = fold_case_and_accents(text);
    let events = [
        ("at least", Event::AtLeast),
        ("at most", Event::AtMost),
        ("exactly", Event::Exactly),
    ];
    let is_in = |(meaning, _): &&(&str, Event)| {
        WORD_LISTS.iter().any(|(known, words)| {
            known == meaning && words.iter().any(|word| folded.contains(word.as_str()))
        })
    };
    events.iter().find(is_in).map(|(_, event)| *event)
}

impl RowNames {
    /// Returns the row that a cell names; `None` if it names none, or has another number besides.
    fn find(&self, cell: &str) -> Option<usize> {
        let folded = fold_case_and_accents(cell);
        let words: Vec<&str> = folded
            .split(|sign: char| !sign.is_alphanumeric() && !".,%/".contains(sign))
            .map(|word| word.trim_matches(['.', ',']))
            .collect();
        let is_number = |word: &&&str| word.starts_with(|sign: char| sign.is_ascii_digit());
        let numbers: Vec<&str> = words.iter().filter(is_number).copied().collect();
        match self {
            Self::Numbers { last, .. } => {
                let [number] = numbers[..] else {
                    return None;
                };
                let digits = number.strip_suffix(".0").unwrap_or(number);
                let number = digits.parse().ok()?;
                let is_other = has_word(cell, "games") || has_word(cell, "others");
                let is_plain = digits == "0" || !digits.starts_with('0');
                (number <= *last && is_plain && !is_other).then_some(number)
            }
            Self::Outcomes(keys) => {
                let code = folded
                    .parse::<usize>()
                    .ok()
                    .and_then(|code| OUTCOME_CODES.get(code));
                let is_named = |(_, list): &&(&str, Vec<String>)| {
                    list.iter().any(|word| words.contains(&word.as_str()))
                };
                let outcome = code
                    .copied()
                    .or_else(|| Some(WORD_LISTS.iter().find(is_named)?.0))?;
                let is_only =
                    code.is_some() || numbers.is_empty() || matches!(numbers[..], ["1" | "2"]);
                keys.iter()
                    .position(|key| key == outcome)
                    .filter(|_| is_only)
            }
        }
    }
}

/// Returns the number of a cell, without its key and what follows it: a unit, or an interval.
fn number_text(cell: &str) -> &str {
    let text = cell.rsplit(':').next().unwrap_or(cell);
    let text = text.trim_matches(|sign: char| " ≈~=\"'*{}[]()".contains(sign));
    let ends = ["(", "±", "+/-", "["]
        .iter()
        .filter_map(|sign| text.find(sign));
    let text = text[..ends.min().unwrap_or(text.len())].trim_end();
    let (number, unit) = text.rsplit_once(' ').unwrap_or((text, ""));
    let text = if has_word(unit, "units") {
        number
    } else {
        text
    };
    text.trim_end_matches(['.', ' ', ','])
}

/// Returns true if a cell has a number, whatever its comma means.
pub fn is_number(cell: &str) -> bool {
    let number = parse_number(number_text(cell), CommaMeaning::Ambiguous);
    !matches!(number, Err(NumberError::NotANumber | NumberError::TooLarge))
}

/// The lines of a text in one layout, with the places and the names of its rows.
#[derive(Default)]
struct Layout {
    lines: Vec<Line>,
    name_column: usize,
    rows: Vec<(usize, usize)>,
}

impl Layout {
    /// Finds the column that names the most rows.
    fn new(lines: Vec<Line>, names: &RowNames) -> Self {
        let width = lines
            .iter()
            .map(|(_, cells)| cells.len())
            .max()
            .unwrap_or(0);
        let mut best = Self {
            lines,
            ..Self::default()
        };
        for column in 0..width.min(MAX_COLUMNS) {
            let row = |(place, (_, cells)): (usize, &Line)| {
                let name = names.find(cells.get(column)?)?;
                let has_number = (0..cells.len().min(MAX_COLUMNS))
                    .any(|other| other != column && is_number(&cells[other]));
                has_number.then_some((place, name))
            };
            let rows: Vec<(usize, usize)> = best.lines.iter().enumerate().filter_map(row).collect();
            let widths: Vec<usize> = rows
                .iter()
                .map(|(place, _)| best.lines[*place].1.len())
                .collect();
            if widths.iter().any(|width| *width != widths[0]) {
                continue;
            }
            // The numbers that pandas and R write before rows are no names.
            let counts_up = rows.windows(2).all(|pair| pair[1].1 == pair[0].1 + 1);
            let is_name = counts_up || matches!(names, RowNames::Outcomes(_));
            if rows.len() > best.rows.len()
                || (rows.len() == best.rows.len() && width > 2 && is_name)
            {
                best = Self {
                    name_column: column,
                    rows,
                    ..best
                };
            }
        }
        best
    }

    fn cell(&self, row: &(usize, usize), column: usize) -> String {
        self.lines[row.0].1.get(column).cloned().unwrap_or_default()
    }

    /// Returns the headings of the columns, or empty ones.
    fn headings(&self) -> Vec<String> {
        let width = self.lines[self.rows[0].0].1.len();
        let above = self.rows[0].0.checked_sub(1);
        let mut headings = above.map_or(Vec::new(), |place| self.lines[place].1.clone());
        if headings.len() + 1 == width && width > 2 {
            headings.insert(0, String::new());
        }
        if headings.len() != width || headings.iter().any(|heading| is_number(heading)) {
            headings = vec![String::new(); width];
        }
        headings
    }

    /// Returns the number of games that lines beside the rows state. Fails if such a line may be a row.
    fn stated_games(&self) -> Result<Option<u64>, Problem> {
        let mut games = None;
        for (place, (number, cells)) in self.lines.iter().enumerate() {
            let text = cells.join(" ");
            let numbers: Vec<&str> = text
                .split([' ', '='])
                .filter(|word| is_number(word))
                .collect();
            if numbers.is_empty() || self.rows.iter().any(|(row, _)| *row == place) {
                continue;
            }
            let has_games = has_word(&text, "games");
            if let (true, [number]) = (has_games, &numbers[..]) {
                games = number_text(number).parse().ok();
            } else if !has_word(&text, "others")
                && (numbers.len() > 2 || (place > self.rows[0].0 && !has_games))
            {
                let text = safe_excerpt(&text);
                return Err(problem!(
                    "ligne {number} : « {text} » n'est pas une ligne du tableau",
                    "line {number}: “{text}” is not a row of the table"
                ));
            }
        }
        Ok(games)
    }
}

/// Returns the rows of a list that has a number for each of them.
fn unnamed_rows(text: &str, names: &RowNames) -> Option<Vec<(usize, String)>> {
    let RowNames::Numbers { first, last, .. } = *names else {
        return None;
    };
    let list = text
        .rsplit_once('[')
        .filter(|_| text.matches('[').count() < 3)
        .map_or(text, |(_, list)| list);
    let separated = list.replace(if list.contains('.') { "," } else { ", " }, " ");
    let words = separated.split(|sign: char| sign.is_whitespace() || ";[]()".contains(sign));
    let cells: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let start = [first, 0]
        .into_iter()
        .find(|start| cells.len() == last + 1 - start)?;
    cells
        .iter()
        .all(|cell| is_number(cell))
        .then(|| (start..).zip(cells).collect())
}

/// A column of numbers.
#[derive(Default)]
struct Column {
    heading: String,
    rows: Vec<(usize, String)>,
    numbers: Vec<ParsedNumber>,
}

impl Column {
    fn new(heading: String, rows: Vec<(usize, String)>) -> Result<Self, Problem> {
        let parse = |text: &str, comma| parse_number(number_text(text), comma);
        let is_decimal = |(_, text): &(usize, String)| {
            text.contains(',')
                && matches!(
                    parse(text, CommaMeaning::Ambiguous),
                    Ok(ParsedNumber::Real { .. })
                )
        };
        let comma = if rows.iter().any(is_decimal) {
            CommaMeaning::Decimal
        } else {
            CommaMeaning::Ambiguous
        };
        let mut numbers = Vec::new();
        for (_, text) in &rows {
            numbers.push(parse(text, comma).map_err(|error| error.into_problem(text))?);
        }
        Ok(Self {
            heading,
            rows,
            numbers,
        })
    }

    /// Returns the number of games that the column repeats.
    fn games(&self) -> Option<u64> {
        match self.numbers[0] {
            ParsedNumber::Integer(games)
                if self.numbers.iter().all(|number| *number == self.numbers[0]) =>
            {
                Some(games)
            }
            _ => None,
        }
    }
}

impl Table {
    /// Reads the table of a text; `games` is a number of games from elsewhere.
    ///
    /// # Errors
    /// When the text is no table, a cell is no number, or two readings remain.
    pub fn read(text: &str, names: &RowNames, games: Option<u64>) -> Result<Self, Problem> {
        let candidates = layouts(text)
            .into_iter()
            .map(|lines| Layout::new(lines, names));
        let layout = candidates
            .rev()
            .max_by_key(|layout| layout.rows.len())
            .unwrap_or_default();
        let no_table = || {
            problem!(
                "aucun tableau : chaque ligne doit avoir un nom et un nombre, comme « 2;0,0127 » ou « joueur 1;0,3 »",
                "no table: each row needs a name and a number, such as “2;0.0127” or “player 1;0.3”"
            )
        };
        if let Some(rows) =
            unnamed_rows(text, names).filter(|rows| rows.len() != 2 * layout.rows.len())
        {
            return Self::from_column(Column::new(String::new(), rows)?, names, games, "");
        }
        let first = layout.rows.first().ok_or_else(no_table)?;
        let mut column_games = None;
        let mut columns = Vec::new();
        for (place, heading) in layout.headings().into_iter().enumerate() {
            let is_other = heading == "exact" || has_word(&heading, "others");
            let rows: Vec<(usize, String)> = layout
                .rows
                .iter()
                .map(|row| (row.1, layout.cell(row, place)))
                .collect();
            if place == layout.name_column
                || is_other
                || !rows.iter().any(|(_, text)| is_number(text))
            {
                continue;
            }
            let column = Column::new(heading, rows)?;
            let constant = column
                .games()
                .filter(|_| layout.rows.len() > 1 && has_word(&column.heading, "games"));
            match constant {
                Some(games) => column_games = Some(games),
                None => columns.push(column),
            }
        }
        let is_result = |column: &Column| {
            ["shares", "counts", "wins"]
                .iter()
                .any(|words| has_word(&column.heading, words))
        };
        if columns.iter().any(is_result) {
            columns.retain(is_result);
        }
        let headings: Vec<&str> = columns
            .iter()
            .map(|column| column.heading.as_str())
            .filter(|heading| !heading.is_empty())
            .collect();
        if headings.len() > 1 {
            let headings = headings.join(", ");
            return Err(problem!(
                "gardez une seule colonne : {headings} ?",
                "keep one column: {headings}?"
            ));
        }
        let name = layout.cell(first, layout.name_column);
        let is_bare = layout.rows.len() == 1 && headings.is_empty() && is_number(&name);
        let column = columns.pop().filter(|_| columns.is_empty() && !is_bare);
        let column = column.ok_or_else(no_table)?;
        let mut stated = [games, column_games, layout.stated_games()?]
            .into_iter()
            .flatten();
        let games = stated.next();
        if let (Some(games), Some(other)) = (games, stated.find(|other| Some(*other) != games)) {
            return Err(problem!(
                "{games} ou {other} parties ?",
                "{games} or {other} games?"
            ));
        }
        let words = format!("{name} {}", layout.headings()[layout.name_column]);
        Self::from_column(column, names, games, &words)
    }

    /// Reads a column; `words` are those beside the names of its rows.
    fn from_column(
        column: Column,
        names: &RowNames,
        games: Option<u64>,
        words: &str,
    ) -> Result<Self, Problem> {
        let Column {
            heading,
            rows,
            numbers,
        } = column;
        let values: Vec<f64> = numbers.iter().map(|number| number.value()).collect();
        let largest = values.iter().copied().fold(0.0, f64::max);
        let sum: f64 = values.iter().sum();
        let is_whole = numbers
            .iter()
            .all(|number| matches!(number, ParsedNumber::Integer(_)));
        let has_signs = numbers
            .iter()
            .any(|number| matches!(number, ParsedNumber::Percent { .. }));
        let has_words = has_word(&heading.replace('(', " "), "percent");
        let is_whole_percent = is_whole
            && !has_word(&heading, "counts")
            && games != Some(sum as u64)
            && match names {
                RowNames::Numbers { .. } => values.is_sorted() && largest == 100.0,
                RowNames::Outcomes(_) => (99.0..=101.0).contains(&sum),
            };
        if is_whole_percent && sum == 100.0 && games.is_none() {
            return Err(problem!(
                "pourcentages, ou effectifs de 100 parties ? Ajoutez « % », ou --games",
                "percentages, or counts of 100 games? Add “%”, or --games"
            ));
        }
        let is_percent = has_signs || has_words || is_whole_percent || (!is_whole && largest > 1.0);
        let has_counts = is_whole && !is_percent && (largest > 1.0 || has_word(&heading, "counts"));
        let scale = if is_percent && !has_signs { 100.0 } else { 1.0 };
        // The digits of a column are those of its longest number; 0 and 1 have none.
        let error = |number: &ParsedNumber| number.max_rounding_error() / scale;
        let is_rounded =
            |number: &&ParsedNumber| !has_counts && ![0.0, scale].contains(&number.value());
        let least_error = numbers
            .iter()
            .filter(is_rounded)
            .map(error)
            .reduce(f64::min)
            .unwrap_or(0.0);
        // Where no other number lacks digits, a zero that does is no game at all.
        let has_fewer_digits = |number: &ParsedNumber| error(number) > 1.5 * least_error;
        let is_trimmed = numbers.iter().filter(is_rounded).any(has_fewer_digits);
        let mut table_rows = Vec::new();
        for ((name, text), number) in rows.into_iter().zip(&numbers) {
            let value = number.value() / scale;
            if value < 0.0 || (value > 1.0 && !has_counts) {
                let text = safe_excerpt(&text);
                return Err(problem!(
                    "« {text} » n'est pas une probabilité",
                    "“{text}” is not a probability"
                ));
            }
            let is_no_game = value == 0.0 && has_fewer_digits(number) && !is_trimmed;
            table_rows.push(Row {
                name,
                text,
                value,
                error: if is_no_game { 0.0 } else { least_error },
            });
        }
        table_rows.sort_by_key(|row| row.name);
        if let Some([one, other]) = table_rows
            .array_windows()
            .find(|[one, other]| one.name == other.name)
        {
            let [one, other] = [&one.text, &other.text];
            return Err(problem!(
                "une ligne a deux nombres : {one} et {other}",
                "a row has two numbers: {one} and {other}"
            ));
        }
        let mut table = Self {
            rows: table_rows,
            event: Event::Exactly,
            has_counts,
            is_percent,
            games,
            has_summed_games: false,
            heading,
        };
        table.event = table.shown_event(names, words);
        table.add_summed_games(names, sum)?;
        Ok(table)
    }

    /// Returns the event of the rows: that of words or, without, the one that the numbers show.
    fn shown_event(&self, names: &RowNames, words: &str) -> Event {
        let RowNames::Numbers { usual, last, .. } = *names else {
            return Event::Exactly;
        };
        let rises = !self.falls_from_row_to_row();
        let sum: f64 = self.rows.iter().map(|row| row.value).sum();
        let rounding: f64 = self.rows.iter().map(|row| row.error).sum();
        let end = &self.rows[self.rows.len() - 1];
        let has_win_words = has_word(&self.heading, "wins");
        let (words, shown) = if self.has_counts {
            let is_total = self
                .games
                .map_or(end.name == last && end.value > 0.0, |games| {
                    end.value == games as f64
                });
            let is_cumulative = has_win_words || (rises && is_total && self.rows.len() > 2);
            (
                "",
                if is_cumulative {
                    Event::AtMost
                } else {
                    Event::Exactly
                },
            )
        } else {
            let is_distribution = !has_win_words && !rises && (sum - 1.0).abs() <= rounding + 1e-9;
            (
                words,
                if is_distribution {
                    Event::Exactly
                } else {
                    usual
                },
            )
        };
        event_in(&self.heading).or(event_in(words)).unwrap_or(shown)
    }

    fn falls_from_row_to_row(&self) -> bool {
        !self.rows.is_sorted_by(|one, next| one.value <= next.value)
    }

    /// Returns true if numbers of at most n fall.
    pub fn falls(&self) -> bool {
        self.event == Event::AtMost && self.falls_from_row_to_row()
    }

    /// Takes the number of games from counts that nothing else tells.
    fn add_summed_games(&mut self, names: &RowNames, sum: f64) -> Result<(), Problem> {
        let end = &self.rows[self.rows.len() - 1];
        let is_last = matches!(names, RowNames::Numbers { last, .. } if end.name == *last);
        let total = if self.event == Event::Exactly {
            sum
        } else {
            end.value
        };
        if self.has_counts && self.games.is_some_and(|games| games < total as u64) {
            return Err(problem!(
                "les effectifs dépassent le nombre de parties",
                "the counts exceed the number of games"
            ));
        }
        if self.has_counts && self.games.is_none() {
            if self.event != Event::Exactly && !is_last {
                return Err(problem!(
                    "donnez le nombre de parties : --games",
                    "give the number of games: --games"
                ));
            }
            self.games = Some(total as u64);
            self.has_summed_games = true;
        }
        Ok(())
    }
}
