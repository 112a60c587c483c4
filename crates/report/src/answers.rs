//! Exact answers for several starts of a game: their table, and a chart of coloured cells.

use super::Glossary;
use super::picture::{Picture, ShadedCell, Strips};
use super::table::{Cell, Heading, Table};
use super::{distinct, setting_text, title_and_settings};
use crate::lang::{Text, capitalize};
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::{Field, differing_settings};

/// The name of a column of answers in files, and the words that people read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerHeading(pub &'static str, pub Text);

/// The answer for one start.
#[derive(Clone, Debug)]
pub struct AnswerRow {
    /// The settings of the start, which name the row.
    pub settings: Vec<Field>,
    /// The cells of the answer with their headings, in the order of the columns.
    pub cells: Vec<(AnswerHeading, Cell)>,
    /// The result in words.
    pub label: &'static str,
    /// The shade of the result in a picture.
    pub shade: f64,
    /// The text of the start in a picture, such as its best moves.
    pub chart_text: String,
}

/// The shades of results, by their index: a win of the first player, of the second, a draw, and an endless game.
const RESULT_SHADES: [f64; 4] = [0.8, 0.0, 0.35, 0.6];

impl AnswerRow {
    /// Creates a row without settings, cells and text in pictures from the index and the words of its result.
    pub const fn new(result: usize, label: &'static str) -> Self {
        Self {
            settings: Vec::new(),
            cells: Vec::new(),
            label,
            shade: RESULT_SHADES[result],
            chart_text: String::new(),
        }
    }

    fn setting_text(&self, key: &str, glossary: &dyn Glossary) -> String {
        setting_text(&self.settings, key, glossary)
    }
}

fn fields(rows: &[AnswerRow]) -> impl Iterator<Item = &[Field]> + Clone {
    rows.iter().map(|row| row.settings.as_slice())
}

/// Returns the keys of the settings of some rows, in the order in which they occur.
fn setting_keys(rows: &[AnswerRow]) -> Vec<&'static str> {
    distinct(fields(rows).flatten().map(Field::key))
}

/// Returns the table of some answers: all settings, then the cells of the answers.
pub fn answer_table(rows: &[AnswerRow], glossary: &dyn Glossary) -> Table {
    table_with_settings(rows, &setting_keys(rows), glossary)
}

/// Returns the table of some answers with the settings that have these keys.
fn table_with_settings(rows: &[AnswerRow], keys: &[&str], glossary: &dyn Glossary) -> Table {
    let cells = rows.iter().flat_map(|row| &row.cells);
    let answer_headings = distinct(cells.map(|(heading, _)| *heading));
    let settings = keys
        .iter()
        .map(|key| Heading::new(*key, glossary.translate(key)));
    let answers = answer_headings
        .iter()
        .map(|AnswerHeading(name, label)| Heading::new(*name, *label));
    let mut table = Table {
        name_columns: keys.len(),
        headings: settings.chain(answers).collect(),
        rows: Vec::new(),
    };
    for row in rows {
        let mut cells = Vec::new();
        for key in keys {
            let value = field_value(&row.settings, key);
            cells.push(match value.map_or(Cell::Empty, Cell::from) {
                Cell::Text(word) => Cell::Word(word, row.setting_text(key, glossary)),
                cell => cell,
            });
        }
        for heading in &answer_headings {
            let cell = row.cells.iter().find(|(known, _)| known == heading);
            cells.push(cell.map_or(Cell::Empty, |(_, cell)| cell.clone()));
        }
        table.rows.push(cells);
    }
    table
}

/// Returns the text for a terminal: the game with the settings that all rows share, then the rows.
pub fn answer_text(rows: &[AnswerRow], glossary: &dyn Glossary, terminal_columns: usize) -> String {
    let heading = heading(rows, glossary);
    let table = table_with_settings(rows, &varying_settings(rows), glossary);
    let table_text = table.terminal_text(terminal_columns);
    format!("{heading}\n\n{table_text}")
}

/// Returns the keys of the settings in which rows differ; of a single row, that of its first setting.
fn varying_settings(rows: &[AnswerRow]) -> Vec<&'static str> {
    let mut keys = differing_settings(fields(rows));
    if keys.is_empty() {
        keys.extend(setting_keys(rows).first());
    }
    keys
}

/// Returns the title of the game and the settings that all rows share.
fn heading(rows: &[AnswerRow], glossary: &dyn Glossary) -> String {
    let varying_keys = varying_settings(rows);
    let mut settings = rows[0].settings.clone();
    settings.retain(|field| !varying_keys.contains(&field.key()));
    title_and_settings([settings.as_slice()].into_iter(), glossary).join(" · ")
}

/// Draws the results as strips: a column for each value of the setting with the most values, a row for each combination of the
/// others.
pub fn answer_picture(rows: &[AnswerRow], glossary: &dyn Glossary) -> Picture {
    let mut row_keys = varying_settings(rows);
    let value_count = |key: &&'static str| {
        let values = rows.iter().map(|row| row.setting_text(key, glossary));
        distinct(values).len()
    };
    // Of equally long settings the first.
    let keys = row_keys.iter().copied().rev();
    let column_key = keys.max_by_key(value_count).unwrap_or_default();
    row_keys.retain(|key| *key != column_key);
    let mut cells = Vec::new();
    for row in rows {
        let texts = row_keys.iter().map(|key| row.setting_text(key, glossary));
        let name = texts.collect::<Vec<_>>().join(", ");
        let cell = ShadedCell {
            text: row.chart_text.clone(),
            shade: row.shade,
        };
        cells.push((name, row.setting_text(column_key, glossary), cell));
    }
    let columns = distinct(cells.iter().map(|(_, column, _)| column.clone()));
    let strips = Strips::new(glossary.translate(column_key), columns, cells);
    let title_key = row_keys.is_empty().then_some(column_key);
    Picture {
        subtitle: heading(rows, glossary),
        note: shade_note(rows),
        ..Picture::new(answer_finding(rows, title_key, glossary), strips)
    }
}

/// Names the results from the lightest shade to the darkest.
fn shade_note(rows: &[AnswerRow]) -> String {
    let mut results = distinct(rows.iter().map(|row| (row.shade, row.label)));
    results.sort_by(|one, next| one.0.total_cmp(&next.0));
    let labels = distinct(results.iter().map(|(_, label)| *label));
    if labels.len() < 2 {
        return String::new();
    }
    let list = labels.join(" < ");
    tr!("From light to dark: {list}", list)
}

/// States the rarest result with its starts, which differ only in the setting `size_key`; without one, or with too many
/// starts, the number of starts with each result.
fn answer_finding(rows: &[AnswerRow], size_key: Option<&str>, glossary: &dyn Glossary) -> String {
    /// The largest number of starts that a title lists.
    const MAX_STARTS: usize = 12;
    let mut results: Vec<(&str, Vec<&AnswerRow>)> = Vec::new();
    for label in distinct(rows.iter().map(|row| row.label)) {
        let starts = rows.iter().filter(|row| row.label == label);
        results.push((label, starts.collect()));
    }
    let rarest = results.iter().min_by_key(|(_, starts)| starts.len());
    if let (Some((label, starts)), Some(key)) = (rarest, size_key)
        && let [first @ .., last] = &starts[..]
        && starts.len() <= MAX_STARTS
    {
        let mut names: Vec<String> = first
            .iter()
            .map(|start| start.setting_text(key, glossary))
            .collect();
        let value = field_value(&last.settings, key);
        names.extend(value.map(|value| glossary.differing_setting_phrase(key, value)));
        let label = capitalize(label);
        let starts_text = names.join(", ");
        return tr!("{label}: {starts_text}", label, starts_text);
    }
    let total = rows.len();
    let counts = results.iter().map(|(label, starts)| {
        let count = starts.len();
        tr!("{label}: {count} of {total}", label, count, total)
    });
    capitalize(&counts.collect::<Vec<_>>().join("; "))
}
