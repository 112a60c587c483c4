//! Results of simulations for readers: languages and numbers, tables and their writers, charts.
//!
//! The package stands on [`pioche_engine`] and knows no game: numbers come from a
//! [`Summary`], names of columns and values from a [`Glossary`]. It computes no results.
//!
//! | module | contents |
//! |---|---|
//! | [`lang`] | French and English: messages, numbers, plurals, and the one grammar of numbers that is read |
//! | [`table`] | the table, with writers for the terminal, CSV and JSON |
//! | [`data_table`], [`run_json`] | the table of runs, and their JSON |
//! | [`terminal_report`] | the sentence and the table on a terminal |
//! | [`answers`] | tables of exact answers for several starts |
//! | [`picture`], [`draw`] | pictures as SVG and PNG |
//! | [`value_words`] | the words for numbers in sentences |
//! | [`question`] | the question that a command asks: its quantity for each setting, and the sentence about it |
//! | [`number`] | an estimate with its interval, in digits that the interval supports |
//! | [`command`] | commands that reproduce a run |

#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[macro_use]
pub mod lang;

pub mod answers;
mod columns;
pub mod command;
pub mod data_table;
pub mod draw;
pub mod number;
pub mod picture;
pub mod question;
pub mod run_json;
pub mod table;
pub mod terminal_report;
pub mod value_words;

use lang::glossary::count_with_unit;
use lang::{Text, integer};
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::{Field, FieldValue, Summary, differing_settings};
use value_words::FindingWords;

/// Returns the values without repetitions, in the order of their first occurrences.
pub(crate) fn distinct<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

/// Returns the smallest and the largest number of deals of some runs.
pub(crate) fn deal_range<'a>(runs: impl Iterator<Item = &'a Summary>) -> (u64, u64) {
    let deals = runs.map(Summary::deals);
    deals.fold((u64::MAX, 0), |(low, high), deals| {
        (low.min(deals), high.max(deals))
    })
}

/// Returns the number of deals of some runs, or the smallest and the largest.
pub(crate) fn deals_text(summaries: &[Summary]) -> String {
    let (min, max) = deal_range(summaries.iter());
    let deals = count_with_unit(summaries[0].unit(), max);
    if min < max {
        tr!("{min} to {deals}", min = integer(min), deals)
    } else {
        deals
    }
}

/// Returns the title of the game and the settings in words that some runs or starts share.
pub(crate) fn title_and_settings<'a>(
    mut runs: impl Iterator<Item = &'a [Field]> + Clone,
    glossary: &dyn Glossary,
) -> Vec<String> {
    let differing_keys = differing_settings(runs.clone());
    let mut parts = vec![glossary.title().into()];
    for field in runs.next().unwrap_or_default() {
        if !differing_keys.contains(&field.key()) && field.value != FieldValue::from("no") {
            parts.push(glossary.setting_phrase(field.key(), &field.value));
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns the value of a setting in a table; empty without one.
pub(crate) fn setting_text(settings: &[Field], key: &str, glossary: &dyn Glossary) -> String {
    match field_value(settings, key) {
        None => String::new(),
        Some(FieldValue::Number(number)) => integer(*number),
        Some(value) => {
            let label = glossary.translate_value(key, &value.to_string());
            label.replace(',', ", ").replace(",  ", ", ")
        }
    }
}

/// The words of a topic for columns and values, which have English names in files.
pub trait Glossary {
    /// Returns the title of the game.
    fn title(&self) -> Text;

    /// Returns the words for the numbers that answer the question of the topic.
    fn finding(&self) -> &FindingWords;

    /// Returns the words for a column or a value; `None` for a word that the topic does not have.
    fn find(&self, word: &str) -> Option<&'static str>;

    /// Translates the value of a setting; the same word may have another meaning elsewhere.
    fn translate_value(&self, setting: &str, value: &str) -> String;

    /// Returns a setting in titles and legends; empty if they leave it out.
    fn setting_phrase(&self, setting: &str, value: &FieldValue) -> String;

    /// Returns a setting in the name of a run, where the others have another value.
    fn differing_setting_phrase(&self, setting: &str, value: &FieldValue) -> String;

    /// Translates a word. Numbers and unknown words are returned unchanged.
    fn translate(&self, word: &str) -> String {
        self.find(word)
            .map_or_else(|| word.to_owned(), str::to_owned)
    }
}
