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

use self::value_words::FindingWords;
use crate::lang::glossary::count_with_unit;
use crate::lang::{Lang, Text, decimal, integer, plural_form, wrap_parts};
use command::CommandLine;
use pioche_engine::sim::RecordKind;
use pioche_engine::sim::summary::{Example, StopProgress, StopReason, Summary};
use pioche_engine::sim::{Column, FieldValue, Row};
use question::asked_statistic;

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

/// Returns the title of the game and the settings in words that all rows of some runs share.
pub(crate) fn title_and_settings(summaries: &[Summary], glossary: &dyn Glossary) -> Vec<String> {
    let mut parts = vec![glossary.title().into()];
    for field in summaries.first().map_or(&[][..], |run| &run.settings) {
        let mut rows = summaries.iter().flat_map(Summary::rows);
        let has_column = summaries[0].columns.contains(&Column::Setting(field.key()));
        if has_column && rows.all(|row| row.field(field.key()) == Some(&field.value)) {
            parts.push(glossary.setting_phrase(field.key(), &field.value));
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// A row with its run.
type RunRow<'a> = (&'a Summary, &'a Row);

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

/// The choices for a report on a terminal.
#[derive(Clone, Copy)]
pub struct ReportOptions<'a> {
    /// True if the terminal takes escape sequences.
    pub use_colours: bool,
    /// The words of the topic.
    pub glossary: &'a dyn Glossary,
    /// Notes below the complete table.
    pub notes: fn(&[Summary]) -> Vec<String>,
    /// The options that ask other questions, such as `--outcome`.
    pub question_options: &'a [String],
    /// A note about the command, below the table; empty for none.
    pub command_note: &'a str,
    /// The width of the terminal, in columns.
    pub terminal_columns: usize,
    /// True for all rows, the means and the notes; false for an overview that fits a small terminal.
    pub show_all: bool,
    /// True for the tables alone, without the method, the notes and the examples below them.
    pub quiet: bool,
}

impl ReportOptions<'_> {
    fn translate(&self, word: &str) -> String {
        self.glossary.translate(word)
    }

    /// Returns a heading in bold letters, if the terminal takes escape sequences.
    fn heading(&self, text: &str) -> String {
        if self.use_colours {
            format!("\u{1b}[1m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

/// Lists the example deals, each with the command that shows it.
fn example_list(summaries: &[Summary], view: &ReportOptions<'_>) -> String {
    let mut lines = String::new();
    for (summary, example) in examples_of_runs(summaries) {
        let heading = example_heading(&example, view);
        let command = CommandLine::showing(summary, &example);
        lines.push_str(&format!("\n{heading}\n{command}\n"));
    }
    lines
}

/// Returns the last example with its command.
fn example_line(summaries: &[Summary], view: &ReportOptions<'_>) -> String {
    let Some((summary, example)) = examples_of_runs(summaries).pop() else {
        return String::new();
    };
    let heading = example_heading(&example, view);
    let command = CommandLine::showing(summary, &example).to_string();
    let parts = [heading.as_str(), command.as_str()];
    format!("{}\n", wrap_parts(parts, " ", view.terminal_columns))
}

/// Returns the example of each record: of several runs that with the best value, of equal ones the first.
fn examples_of_runs(summaries: &[Summary]) -> Vec<(&Summary, Example)> {
    let mut examples: Vec<(&Summary, Example)> = Vec::new();
    for summary in summaries {
        for example in summary.examples() {
            let mut known_examples = examples.iter_mut();
            let Some(best) = known_examples.find(|(_, known)| known.name == example.name) else {
                examples.push((summary, example));
                continue;
            };
            let is_better = match example.kind {
                RecordKind::Lowest(_) => example.value < best.1.value,
                RecordKind::Highest(_) => example.value > best.1.value,
                RecordKind::FirstWithValue(..) => false,
            };
            if is_better {
                *best = (summary, example);
            }
        }
    }
    examples
}

/// Returns the name of an example, and its value with the unit.
fn example_heading(example: &Example, view: &ReportOptions<'_>) -> String {
    let name = view.translate(&format!("{}_deal", example.name));
    let Some(value) = example.value else {
        return tr!("{name}:", name);
    };
    let unit_forms = view.translate("ranked");
    let value = plural_form(value, &unit_forms).replace('#', &integer(value));
    tr!("{name} ({value}):", name, value)
}

/// Returns notes about a run that is incomplete or has a stop rule.
fn stop_notes(summary: &Summary) -> Vec<String> {
    let deals = count_with_unit(summary.unit(), summary.deals());
    let planned = integer(summary.run.plan.deal_limit().unwrap_or(summary.deals()));
    let stop = match summary.run.stop_reason {
        StopReason::Deals | StopReason::Precision => None,
        StopReason::Interrupted if summary.run.plan.deal_limit().is_none() => {
            Some(tr!("INTERRUPTED after {deals}", deals))
        }
        StopReason::Interrupted => Some(tr!(
            "INTERRUPTED: {deals} of the {planned} planned",
            deals,
            planned
        )),
        StopReason::Part => Some(tr!(
            "PART: {deals} of the {planned} planned",
            deals,
            planned
        )),
    };
    let precision = summary
        .stop_progress()
        .as_ref()
        .map(|progress| precision_note(summary, progress));
    stop.into_iter().chain(precision).collect()
}

/// Returns the option of a precision with its value, such as `--precision 0.001`.
pub fn precision_option(progress: &StopProgress) -> String {
    let precision = progress.stop_rule.precision;
    let number = decimal(precision, half_width_decimals(precision));
    format!("--precision {number}")
}

/// Says if a run with a stop rule has reached its precision, and after how many deals. Widths have the unit of the table.
pub fn precision_note(summary: &Summary, progress: &StopProgress) -> String {
    let deals = count_with_unit(summary.unit(), summary.deals());
    let is_percent =
        summary.columns.contains(&Column::Probability) && asked_statistic(summary).is_none();
    let limit = half_width_text(progress.stop_rule.precision, is_percent);
    let rows = progress
        .stop_rule
        .rows
        .as_ref()
        .map_or_else(String::new, |rows| tr!("{rows}: ", rows));
    let start = tr!("{rows}precision of {limit}", rows, limit);
    if progress.is_reached() {
        return tr!("{start} reached after {deals}", start, deals);
    }
    let widest_interval = if progress.widest.is_finite() {
        let widest = half_width_text(progress.widest, is_percent);
        tr!("the widest interval is {widest}", widest)
    } else {
        tr!("a row has no interval yet")
    };
    tr!(
        "{start} NOT REACHED after {deals}: {widest_interval}",
        start,
        deals,
        widest_interval
    )
}

/// Returns `± 0.1 percentage points` or `± 0.001`.
fn half_width_text(half_width: f64, is_percent: bool) -> String {
    let decimals = half_width_decimals(half_width);
    if !is_percent {
        return format!("± {}", decimal(half_width, decimals));
    }
    let points = decimal(100.0 * half_width, decimals.saturating_sub(2));
    let is_singular = match Lang::current() {
        Lang::Fr => 100.0 * half_width < 2.0,
        Lang::En => points == "1",
    };
    if is_singular {
        tr!("± {points} percentage point", points)
    } else {
        tr!("± {points} percentage points", points)
    }
}

/// Returns the number of decimals that shows three digits of a half-width, or all digits of a rounder one.
fn half_width_decimals(half_width: f64) -> usize {
    let exact = half_width
        .to_string()
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    let three = 2.0 - half_width.max(1e-18).log10().floor();
    exact.min(three.clamp(0.0, 20.0) as usize)
}
