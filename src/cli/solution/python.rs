//! Literals as Python prints them: lists, tuples, dictionaries, `Counter({…})` and arrays of numpy.

use super::cell::{Cell, CellRow, GridForm};

/// The deepest nesting that is read.
const MAX_DEPTH: usize = 4;

/// The largest number of lines beside literals, and the smallest number of values beside such lines.
const MAX_SKIPPED_LINES: usize = 20;
const FEWEST_VALUES: usize = 4;
/// The smallest number of values of a tuple without names.
const FEWEST_TUPLE: usize = 5;
/// The largest number of values.
const MAX_VALUES: usize = 120_000;

const CALLS: [&str; 10] = [
    "Counter(",
    "np.array(",
    "numpy.array(",
    "array(",
    "defaultdict(",
    "OrderedDict(",
    "dict_values(",
    "dict_items(",
    "np.float64(",
    "np.int64(",
];

/// A value of a literal.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Scalar(Cell),
    List(Vec<Value>),
    /// A row for each key: with its value, or the values of its list.
    Dictionary(Vec<Vec<Cell>>),
}

impl Value {
    /// Returns the cells of a list of scalars.
    fn scalars(&self) -> Option<Vec<Cell>> {
        let Self::List(items) = self else {
            return None;
        };
        let cell = |item: &Self| match item {
            Self::Scalar(cell) => Some(cell.clone()),
            Self::List(_) | Self::Dictionary(_) => None,
        };
        items.iter().map(cell).collect()
    }

    /// Returns the rows of a list of lists, or of dictionaries with the same keys below the keys.
    fn list_rows(&self) -> Option<Vec<Vec<Cell>>> {
        let Self::List(items) = self else {
            return None;
        };
        let Some(Self::Dictionary(first)) = items.first() else {
            return items.iter().map(Self::scalars).collect();
        };
        let cells = |entries: &[Vec<Cell>], place: usize| -> Option<Vec<Cell>> {
            let cells = entries.iter();
            cells
                .map(|entry| (entry.len() == 2).then(|| entry[place].clone()))
                .collect()
        };
        let mut rows = vec![cells(first, 0)?];
        for item in items {
            let Self::Dictionary(entries) = item else {
                return None;
            };
            rows.push(cells(entries, 1)?);
        }
        Some(rows)
    }
}

/// Returns the rows of a text that consists of literals; words before a literal are left out. `None` for any other text.
pub fn literal_rows(text: &str) -> Option<(GridForm, Vec<CellRow>)> {
    let mut parser = Parser {
        rest: text,
        values: 0,
    };
    let mut values = Vec::new();
    let mut skipped = 0;
    while !parser.rest.trim().is_empty() {
        if parser.skip_words() {
            skipped += 1;
            continue;
        }
        let names = parser.skip_name();
        let value = parser.value(0)?;
        // `mean, smallest, largest = (11.4, 2, 28)`
        let names: Vec<Cell> = names.split(',').map(Cell::words).collect();
        match value.scalars() {
            Some(scalars) if names.len() > 1 && names.len() == scalars.len() => {
                let rows = names.into_iter().zip(scalars);
                let rows = rows.map(|(name, number)| vec![name, number]);
                values.push(Value::Dictionary(rows.collect()));
            }
            _ => values.push(value),
        }
        parser.skip_blanks();
        parser.skip_sign(';');
    }
    // A bracket among other lines is not a literal.
    if skipped > MAX_SKIPPED_LINES || parser.values < FEWEST_VALUES && skipped > 0 {
        return None;
    }
    let (form, rows) = match values.as_slice() {
        [Value::Dictionary(rows)] if rows.iter().all(|row| row.len() == 2) => {
            (GridForm::Dictionary, rows.clone())
        }
        [Value::Dictionary(rows)] => (GridForm::Table, rows.clone()),
        [list @ Value::List(_)] => match list.scalars() {
            Some(cells) if are_words_and_numbers(&cells) => {
                let rows = cells.chunks_exact(2).map(<[Cell]>::to_vec);
                (GridForm::Dictionary, rows.collect())
            }
            // The order of a few results is not known without names.
            Some(cells) if text.trim_start().starts_with('(') && cells.len() < FEWEST_TUPLE => {
                return None;
            }
            Some(cells) => (GridForm::Table, vec![cells]),
            None => (GridForm::Table, list.list_rows()?),
        },
        [] | [Value::Scalar(_)] => return None,
        // The numbers and their values, as two lists.
        lists => (
            GridForm::Table,
            lists.iter().map(Value::scalars).collect::<Option<_>>()?,
        ),
    };
    let row = |(line, cells)| CellRow { line, cells };
    Some((form, (1..).zip(rows).map(row).collect()))
}

/// Returns whether words and numbers alternate, as those of a tuple that Python 2 prints.
fn are_words_and_numbers(cells: &[Cell]) -> bool {
    let is_pair = |pair: &[Cell]| pair[0].is_text() && pair[1].number().is_some();
    cells.len() > 2 && cells.len().is_multiple_of(2) && cells.chunks_exact(2).all(is_pair)
}

struct Parser<'a> {
    rest: &'a str,
    /// The number of values before the rest.
    values: usize,
}

impl<'a> Parser<'a> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Skips a sign after blanks. Returns false if there is another one.
    fn skip_sign(&mut self, sign: char) -> bool {
        self.skip_blanks();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn line(&mut self) -> &'a str {
        self.skip_blanks();
        self.rest.split('\n').next().unwrap_or_default()
    }

    /// Skips a line that does not begin with a literal or its name. Returns false if the line does.
    fn skip_words(&mut self) -> bool {
        let line = self.line();
        let value = line.split([':', '=']).nth(1).unwrap_or_default();
        let is_opening = |text: &str| text.trim_start().starts_with(['[', '{', '(']);
        let is_call = |text: &str| CALLS.iter().any(|call| text.trim_start().starts_with(call));
        let is_literal = |text: &str| is_opening(text) || is_call(text);
        if is_literal(line) || is_literal(value) {
            return false;
        }
        self.rest = &self.rest[line.len()..];
        true
    }

    /// Skips the words before a literal on its line, such as `probas =`, and returns them.
    fn skip_name(&mut self) -> &'a str {
        let line = self.line();
        let opening = line.find(['[', '{', '(']);
        let separator = line.find([':', '=']).filter(|place| Some(*place) < opening);
        let Some(separator) = separator else {
            return "";
        };
        let (name, rest) = self.rest.split_at(separator);
        self.rest = &rest[1..];
        name
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.values += 1;
        if depth > MAX_DEPTH || self.values > MAX_VALUES {
            return None;
        }
        self.skip_blanks();
        if let Some(call) = CALLS.iter().find(|call| self.rest.starts_with(**call)) {
            self.rest = &self.rest[call.len()..];
            if *call == "defaultdict(" {
                self.rest = self.rest.split_once(',')?.1;
            }
            let value = self.value(depth + 1)?;
            let end = self.rest.find(')')?;
            self.rest = &self.rest[end + 1..];
            return Some(value);
        }
        match self.rest.chars().next()? {
            '[' => self.list(']', depth),
            '(' => self.list(')', depth),
            '{' => self.dictionary(depth),
            _ if depth > 0 => self.scalar(),
            _ => None,
        }
    }

    fn list(&mut self, end: char, depth: usize) -> Option<Value> {
        self.rest = &self.rest[1..];
        let mut items = Vec::new();
        while !self.skip_sign(end) {
            items.push(self.value(depth + 1)?);
            // OCaml separates items by semicolons.
            if !self.skip_sign(',') {
                self.skip_sign(';');
            }
        }
        (!items.is_empty()).then_some(Value::List(items))
    }

    fn dictionary(&mut self, depth: usize) -> Option<Value> {
        self.rest = &self.rest[1..];
        let mut rows = Vec::new();
        // The rows of a value that is a table itself. The other values are those of its title.
        let mut table = Vec::new();
        while !self.skip_sign('}') {
            let Value::Scalar(key) = self.value(depth + 1)? else {
                return None;
            };
            // `{0=12, 1=330}` is a map of Java.
            if !self.skip_sign(':') && !self.skip_sign('=') {
                return None;
            }
            let mut row = vec![key];
            match self.value(depth + 1)? {
                Value::Scalar(cell) => row.push(cell),
                Value::Dictionary(rows) if table.is_empty() => table = rows,
                value => match value.scalars() {
                    Some(scalars) => row.extend(scalars),
                    None if table.is_empty() => table = value.list_rows()?,
                    None => return None,
                },
            }
            if row.len() > 1 {
                rows.push(row);
            }
            self.skip_sign(',');
        }
        rows.extend(table);
        (!rows.is_empty()).then_some(Value::Dictionary(rows))
    }

    /// Parses a text in quotes, or a number or name without.
    fn scalar(&mut self) -> Option<Value> {
        let quote = self
            .rest
            .chars()
            .next()
            .filter(|sign| "'\"".contains(*sign));
        let text = if let Some(quote) = quote {
            let end = self.rest[1..].find(quote)? + 1;
            let text = &self.rest[1..end];
            self.rest = &self.rest[end + 1..];
            text
        } else {
            let is_end = |sign: char| sign.is_whitespace() || ",:;=[](){}'\"".contains(sign);
            let end = self.rest.find(is_end)?;
            let text = &self.rest[..end];
            self.rest = &self.rest[end..];
            text
        };
        // `1.` is a number of numpy.
        let number = text.strip_suffix('.').filter(|digits| !digits.is_empty());
        (quote.is_some() || !text.is_empty())
            .then(|| Value::Scalar(Cell::decimal(number.unwrap_or(text))))
    }
}
