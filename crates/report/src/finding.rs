//! What some runs have found, in a sentence: the title of a chart, and the beginning of the sentence above a table.

use super::number::PageNumber;
use super::value_words::ValueWords;
use super::{Glossary, RunRow};
use crate::lang::{Lang, either};
use pioche_engine::sim::{Column, Field, MeasureEstimate, Summary, differing_settings};
use std::collections::HashSet;

/// The smallest share of an outcome that is listed after the main one.
const MIN_LISTED_SHARE: f64 = 1e-6;

/// States the main row of some runs: of a single one also its other outcomes, of several also the row that differs most.
pub fn finding(summaries: &[Summary], glossary: &dyn Glossary, lang: Lang) -> String {
    let rows = main_rows(summaries, glossary);
    let words = glossary.finding();
    let Some((summary, row)) = usual_row(&rows, glossary) else {
        return glossary.title().in_lang(lang).to_owned();
    };
    let clause = |value: &ValueWords| (words.clause)(summary, row, value, lang);
    let mut sentence = clause(&ValueWords::new(summary, row, lang));
    let names = RowNames::new(&rows, glossary, lang);
    if let Some((other_summary, other)) = most_different_row(&rows, row) {
        let name = names.name((summary, row));
        let other_name = names.name((other_summary, other));
        let value = ValueWords::new(other_summary, other, lang).short;
        sentence = either!(
            lang,
            "{name} : {sentence} ; {other_name} : {value}",
            "{name}: {sentence}; {other_name}: {value}"
        );
    } else if words.lists_outcomes && summary.row_selection.is_none() {
        for outcome in summary.rows_to_display() {
            let is_rare = outcome.exact.unwrap_or(outcome.value) < MIN_LISTED_SHARE;
            if outcome.fields == row.fields || is_rare {
                continue;
            }
            let name = names.row_name(summary, outcome);
            let value = ValueWords::new(summary, outcome, lang).short;
            sentence.push_str(&either!(lang, " ; {name} : {value}", "; {name}: {value}"));
        }
    }
    sentence
}

/// A statement about a run: as a sentence, and in short after the sentence of another run.
pub struct RunStatement {
    /// The statement as a sentence.
    pub sentence: String,
    /// The statement without the words that the sentence of another run has already.
    pub short: String,
}

/// States what is found in the run with the most usual settings and in the last other run.
pub fn statements_finding(
    summaries: &[Summary],
    state: impl Fn(&Summary) -> Option<RunStatement>,
    glossary: &dyn Glossary,
    lang: Lang,
) -> Option<String> {
    let keys = differing_settings(summaries.iter().map(|run| run.settings.as_slice()));
    let mut statements = Vec::new();
    for summary in summaries {
        if let Some(statement) = state(summary) {
            statements.push((summary, statement));
        }
    }
    let count = |summary: &Summary| glossary.finding().other_setting_count(&summary.settings);
    let usual = (0..statements.len()).min_by_key(|index| count(statements[*index].0))?;
    let (summary, RunStatement { sentence, .. }) = statements.remove(usual);
    let name = setting_phrases(&summary.settings, &keys, glossary, lang);
    let Some((other, RunStatement { short, .. })) = statements.pop() else {
        return Some(sentence);
    };
    let other_name = setting_phrases(&other.settings, &keys, glossary, lang);
    Some(either!(
        lang,
        "{name} : {sentence} ; {other_name} : {short}",
        "{name}: {sentence}; {other_name}: {short}"
    ))
}

/// States the mean with this name of a run; `sentence` states it with a number as text.
pub fn mean_statement(
    summary: &Summary,
    name: &str,
    sentence: impl Fn(&str) -> String,
    lang: Lang,
) -> Option<RunStatement> {
    let short = PageNumber::from(summary.estimate(name)?).words(lang);
    Some(RunStatement {
        sentence: sentence(&short),
        short,
    })
}

/// Returns runs with numbers of one kind, which can be compared: the uncertain rows of a name have their exact values in
/// place of the estimates if all of them are known, and otherwise no exact values.
pub fn comparable_runs(summaries: &[Summary]) -> Vec<Summary> {
    let mut runs = summaries.to_vec();
    let mut estimated_names: HashSet<String> = HashSet::new();
    for summary in summaries {
        let uncertain_rows = summary.rows().filter(|row| row.certain_share().is_none());
        let estimated_rows = uncertain_rows.filter(|row| row.exact.is_none());
        estimated_names.extend(estimated_rows.map(|row| row_word(summary, row)));
    }
    for (run, summary) in runs.iter_mut().zip(summaries) {
        for row in &mut run.estimates {
            if !row.is_row() || row.certain_share().is_some() {
                continue;
            }
            if estimated_names.contains(&row_word(summary, row)) {
                row.exact = None;
            } else if let Some(exact) = row.exact {
                row.value = exact;
                row.interval = None;
                row.method = None;
            }
        }
    }
    runs
}

/// Returns the name of a row within its run, as in files.
fn row_word(summary: &Summary, row: &MeasureEstimate) -> String {
    let column = summary.row_name_column();
    let name = column.and_then(|column| row.field(column));
    name.map(ToString::to_string).unwrap_or_default()
}

/// Returns the rows with the name of the main row, or of the first selected row. Of rows with the same key only that of the
/// run with the most deals is kept.
fn main_rows<'a>(summaries: &'a [Summary], glossary: &dyn Glossary) -> Vec<RunRow<'a>> {
    let Some(first) = summaries.first() else {
        return Vec::new();
    };
    let name = match &first.row_selection {
        Some(selection) => selection.values[0].clone(),
        None => (glossary.finding().main_row)(first),
    };
    let mut rows: Vec<RunRow<'a>> = Vec::new();
    for summary in summaries {
        for row in summary.rows() {
            if row_word(summary, row) != name {
                continue;
            }
            match rows.iter_mut().find(|known| known.1.fields == row.fields) {
                Some(known) if known.0.deals() < summary.deals() => *known = (summary, row),
                Some(_) => {}
                None => rows.push((summary, row)),
            }
        }
    }
    rows
}

/// Returns the row with the most settings that have their defaults; the first one of equals.
pub(crate) fn usual_row<'a>(rows: &[RunRow<'a>], glossary: &dyn Glossary) -> Option<RunRow<'a>> {
    let count = |(_, row): &&RunRow<'_>| glossary.finding().other_setting_count(&row.fields);
    rows.iter().min_by_key(count).copied()
}

/// Returns the row with the largest difference from a row, the first of equal ones; `None` without another one.
fn most_different_row<'a>(rows: &[RunRow<'a>], row: &MeasureEstimate) -> Option<RunRow<'a>> {
    let mut most_different = None;
    let mut largest_difference = -1.0;
    for other in rows.iter().filter(|(_, other)| other.fields != row.fields) {
        let difference = (shown_value(other.1) - shown_value(row)).abs();
        // Of equal rows the first; rounding makes no difference.
        if difference > largest_difference + 1e-9 {
            largest_difference = difference;
            most_different = Some(*other);
        }
    }
    most_different
}

/// Returns the exact value of a row, or its estimate.
fn shown_value(row: &MeasureEstimate) -> f64 {
    row.exact.unwrap_or(row.value)
}

/// The names of rows among some others.
pub struct RowNames<'a> {
    differing_keys: Vec<&'static str>,
    glossary: &'a dyn Glossary,
    lang: Lang,
}

impl<'a> RowNames<'a> {
    fn new(rows: &[RunRow<'_>], glossary: &'a dyn Glossary, lang: Lang) -> Self {
        let is_row_name = |key: &str| {
            rows.iter()
                .any(|(summary, _)| summary.row_name_column() == Some(key))
        };
        let fields = rows.iter().map(|(_, row)| row.fields.as_slice());
        let mut differing_keys = differing_settings(fields.collect::<Vec<_>>());
        differing_keys.retain(|key| !is_row_name(key));
        Self {
            differing_keys,
            glossary,
            lang,
        }
    }

    /// Returns the settings in which a row differs from the others.
    pub fn name(&self, (summary, row): RunRow<'_>) -> String {
        let mut settings = summary.settings.clone();
        for field in &mut settings {
            let mut row_fields = row.fields.iter();
            if let Some(row_field) = row_fields.find(|other| other.key() == field.key()) {
                field.clone_from(row_field);
            }
        }
        setting_phrases(&settings, &self.differing_keys, self.glossary, self.lang)
    }

    /// Returns the name of a row within its run.
    fn row_name(&self, summary: &Summary, row: &MeasureEstimate) -> String {
        self.glossary.translate(self.lang, &row_word(summary, row))
    }
}

/// Returns the settings with these keys in words.
pub fn setting_phrases(
    settings: &[Field],
    keys: &[&str],
    glossary: &dyn Glossary,
    lang: Lang,
) -> String {
    let mut phrases = Vec::new();
    for field in settings.iter().filter(|field| keys.contains(&field.key())) {
        let word = field.value.to_string();
        let label = glossary.translate_value(lang, field.key(), &word);
        phrases.push(if label == word {
            glossary.differing_setting_phrase(lang, field.key(), &field.value)
        } else {
            label
        });
    }
    phrases.retain(|phrase| !phrase.is_empty());
    phrases.join(", ")
}

/// Returns the game and the settings that all rows of some runs share, those that titles name.
pub fn game_and_settings(summaries: &[Summary], glossary: &dyn Glossary, lang: Lang) -> String {
    let mut parts = vec![glossary.title().in_lang(lang).to_owned()];
    let rows = || summaries.iter().flat_map(Summary::rows);
    let is_shared = |field: &Field| {
        let mut values = rows().map(|row| row.field(field.key()));
        values.all(|value| value == Some(&field.value))
    };
    for field in summaries.first().map_or(&[][..], |run| &run.settings) {
        let is_row_setting = summaries[0].columns.contains(&Column::Setting(field.key()));
        if is_row_setting && is_shared(field) {
            parts.push(glossary.setting_phrase(lang, field.key(), &field.value));
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}
