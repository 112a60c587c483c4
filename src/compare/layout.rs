//! The rows of a text: of the output of a program, of a spreadsheet, of sentences.

use super::reference::Reference;
use super::words::{Item, cells, has_word, items, with_semicolons};
use pioche_report::lang::{Problem, problem, safe_excerpt};
use std::collections::BTreeSet;

/// A line of a text, or a part of one.
#[derive(Default)]
pub struct Line {
    number: usize,
    pub text: String,
    pub items: Vec<Item>,
}

impl Line {
    fn numbers(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| item.is_number)
    }

    /// Returns the row that an item names, if another item is a number.
    fn name(&self, place: usize) -> Option<usize> {
        let item = self.items.get(place)?;
        let has_number = self.numbers().count() > usize::from(item.is_number);
        item.name.filter(|_| has_number)
    }
}

/// The lines of a text. Those with a name at a place are rows.
#[derive(Default)]
pub struct Layout {
    lines: Vec<Line>,
    pub name_place: usize,
}

impl Layout {
    /// Finds the layout of a text that names the most rows; of several, the first.
    pub fn of_text(text: &str, reference: &Reference) -> Self {
        let mut tables = Vec::new();
        let mut lists = Vec::new();
        for has_decimal_commas in [true, false] {
            let rows = with_semicolons(text, has_decimal_commas);
            let parts = rows.replace(['[', ']', '(', ')', '{', '}'], "\n");
            let pairs = parts.replace(';', "\n");
            let list = rows
                .rsplit('[')
                .next()
                .unwrap_or_default()
                .replace('\n', " ");
            for part in [rows, parts, pairs] {
                let lines = parse_lines(&part, reference);
                let columns = two_lists(&lines);
                tables.extend([lines, columns]);
            }
            // A list may have a number for each row, or for each possible one.
            for first in [Some(0), reference.first].into_iter().flatten() {
                let names = reference.names[first..].join(";");
                let named_list = format!("{names}\n{list}");
                lists.push(two_lists(&parse_lines(&named_list, reference)));
            }
        }
        let table = Self::with_most_names(tables);
        if table.rows().len() < 2 && reference.first.is_some() {
            lists.insert(0, table.lines);
            return Self::with_most_names(lists);
        }
        table
    }

    fn with_most_names(texts: Vec<Vec<Line>>) -> Self {
        let mut best = Self::default();
        let mut most_names = 0;
        for lines in texts {
            let mut name_place = None;
            let mut best_rank = (most_names, usize::MAX);
            let width = lines.iter().map(|line| line.items.len()).max();
            for place in 0..width.unwrap_or(0) {
                let rank = place_rank(&lines, place);
                if rank > best_rank {
                    best_rank = rank;
                    name_place = Some(place);
                }
            }
            if let Some(name_place) = name_place {
                best = Self { lines, name_place };
                most_names = best_rank.0;
            }
        }
        best
    }

    pub fn rows(&self) -> Vec<&Line> {
        let lines = self.lines.iter();
        let is_row = |line: &&Line| line.name(self.name_place).is_some();
        lines.filter(is_row).collect()
    }

    /// Returns the heading of each item of a row; empty ones without headings.
    pub fn headings(&self, row: &Line) -> Vec<String> {
        let width = row.items.len();
        let is_row = |line: &Line| std::ptr::eq(line, row);
        let mut headings = Vec::new();
        if let Some([line, _]) = self.lines.array_windows().find(|[_, next]| is_row(next))
            && line.numbers().next().is_none()
        {
            headings = cells(&line.text);
        }
        if headings.len() + 1 == width && width > 2 {
            headings.insert(0, "");
        }
        if headings.len() != width || cells(&row.text).len() != width {
            return vec![String::new(); width];
        }
        let heading = |text: &&str| text.trim_matches(['*', '`', ' ']).to_owned();
        headings.iter().map(heading).collect()
    }

    /// Returns the number of games that a line beside the rows states. Fails if such a line may be a row.
    pub fn stated_games(&self) -> Result<Option<u64>, Problem> {
        let mut games = None;
        let mut is_after_row = false;
        for line in &self.lines {
            let mut numbers = line.numbers();
            let first = numbers.next();
            let is_single = numbers.next().is_none();
            if line.name(self.name_place).is_some() {
                is_after_row = true;
            } else if let Some(number) = first
                && is_single
                && has_word(&line.text, "games")
            {
                games = number.text.parse().ok();
            } else if first.is_some() && is_after_row && !has_word(&line.text, "others") {
                let number = line.number;
                let text = safe_excerpt(&line.text);
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

/// Returns the number of different names at a place of some lines, and the place if it can follow the numbers of rows that
/// pandas and R write.
fn place_rank(lines: &[Line], place: usize) -> (usize, usize) {
    let names = lines
        .iter()
        .filter_map(|line| Some((line.name(place)?, line)));
    let (names, rows): (Vec<usize>, Vec<&Line>) = names.unzip();
    let widths = BTreeSet::from_iter(rows.iter().map(|row| row.items.len()));
    let is_in_order = names.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let are_words = rows.iter().any(|row| !row.items[place].is_number);
    let can_follow = widths.first() > Some(&2) && (is_in_order || are_words);
    let name_count = BTreeSet::from_iter(names).len();
    if widths.len() == 1 {
        (name_count, place * usize::from(can_follow))
    } else {
        (0, 0)
    }
}

/// Returns the lines of a text that have letters or digits.
fn parse_lines(text: &str, reference: &Reference) -> Vec<Line> {
    let mut lines = Vec::new();
    for (number, text) in (1..).zip(text.lines()) {
        if text.contains(char::is_alphanumeric) {
            lines.push(Line {
                number,
                text: text.to_owned(),
                items: items(text, reference),
            });
        }
    }
    lines
}

/// Returns a line for each name of the first of two lists, with the number below it; none if they do not fit together.
fn two_lists(lines: &[Line]) -> Vec<Line> {
    let mut lists = lines.iter().filter(|line| line.items.len() > 1);
    let (Some(names), Some(numbers)) = (lists.next(), lists.next()) else {
        return Vec::new();
    };
    let names = names.items.iter().filter(|item| item.name.is_some());
    if names.clone().count() != numbers.numbers().count() {
        return Vec::new();
    }
    let pair = |(name, number): (&Item, &Item)| Line {
        items: vec![name.clone(), number.clone()],
        ..Line::default()
    };
    names.zip(numbers.numbers()).map(pair).collect()
}
