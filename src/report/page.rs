//! The study's page: each question of the handouts, its answer with its interval, the picture, and the command that
//! makes it again. Markdown; what a chapter says is its topic's affair.

use super::table::{Columns, decimals, percent_decimals};
#[cfg(feature = "charts")]
use crate::draw::Figure;
use crate::lang::{Heading, Lang, Paragraph, Say, Text};
use crate::sim::summary::Summary;
use crate::sim::summary::{Cell, NamedProportion, Quantity, Table};
use crate::stats::{Interval, Moments};

/// What a topic writes into the study.
#[derive(Clone, Copy)]
pub struct Chapter {
    /// The chapter of the page, a paragraph an entry.
    pub page: fn(&[Summary], Lang) -> Vec<String>,
    /// Tables besides the one of the simulations, with the names of their files.
    pub tables: Option<fn() -> Tables>,
    /// Pictures with the names of their files, where they are not the topic's figures of all runs.
    #[cfg(feature = "charts")]
    pub pictures: Option<Pictures>,
}

/// Tables with the names of their files.
pub type Tables = Vec<(&'static str, Table)>;

/// Draws some runs, and the tables besides them.
#[cfg(feature = "charts")]
pub type Pictures = fn(&[Summary], &[(&'static str, Table)], Lang) -> Vec<(String, Figure)>;

impl Chapter {
    /// A chapter with the table of the simulations and all figures of the topic.
    pub const fn of(page: fn(&[Summary], Lang) -> Vec<String>) -> Self {
        Self {
            page,
            tables: None,
            #[cfg(feature = "charts")]
            pictures: None,
        }
    }
}

/// The whole page: the chapters of some topics, each with its runs in the study's order.
pub fn page(chapters: &[(Chapter, &[Summary])], command: &str, lang: Lang) -> String {
    let mut parts = vec![Paragraph::Title.say(lang)];
    if let Some(first) = chapters.iter().find_map(|(_, summaries)| summaries.first()) {
        let (method, level) = (first.method.to_string(), first.confidence.level());
        parts.push(Paragraph::Introduction { command: command.to_owned(), method, level }.say(lang));
    }
    parts.push(Paragraph::Files.say(lang));
    parts.extend(chapters.iter().flat_map(|(chapter, summaries)| (chapter.page)(summaries, lang)));
    let mut page = parts.iter().map(|part| part.trim_end()).collect::<Vec<_>>().join("\n\n");
    page.push('\n');
    page
}

/// A proportion of a run with its interval; empty when it was not measured.
pub fn measured(named: Option<&NamedProportion>, lang: Lang) -> String {
    named.map_or_else(String::new, |named| share(named.proportion.estimate(), named.interval, lang))
}

/// A mean of a run with its interval; empty when it was not measured.
pub fn mean(quantity: Option<&Quantity>, lang: Lang) -> String {
    quantity.map_or_else(String::new, |found| match found.interval {
        Some(interval) => number(found.moments.mean, interval, lang),
        None => constant(&found.moments, lang),
    })
}

/// A quantity that had one value only, and how often: no interval can be told from that.
pub fn constant(moments: &Moments, lang: Lang) -> String {
    let values = Heading::Equal { values: moments.total }.say(lang);
    format!("{} ({values})", lang.decimal(moments.mean, 0))
}

/// The exact probability of an outcome in the table of a run, where it is known.
pub fn exact(summary: &Summary, outcome: &str, lang: Lang) -> Option<String> {
    let columns = &summary.table.columns;
    let cell = |row: &'_ Vec<Cell>, column: &str| row.get(columns.iter().position(|name| *name == column)?).cloned();
    let is_it = |row: &&Vec<Cell>| matches!(cell(row, "outcome"), Some(Cell::Text(name)) if name == outcome);
    match summary.table.rows.iter().find(is_it).and_then(|row| cell(row, "exact")) {
        Some(Cell::Real(exact)) => Some(lang.percent(exact, 4)),
        _ => None,
    }
}

/// A table of the page.
pub fn table(headings: Vec<String>, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    Columns { headings, rows: rows.into_iter().collect() }.markdown()
}

/// A probability with its interval: `1.264% [1.257%, 1.271%]`.
pub fn share(estimate: f64, interval: Interval, lang: Lang) -> String {
    let digits = percent_decimals(interval.half_width());
    let percent = |probability: f64| lang.percent(probability, digits);
    let between = Heading::Between { low: percent(interval.low), high: percent(interval.high) };
    format!("{} {}", percent(estimate), between.say(lang))
}

/// A number with its interval.
pub fn number(estimate: f64, interval: Interval, lang: Lang) -> String {
    let digits = decimals(interval.half_width());
    let decimal = |number: f64| lang.decimal(number, digits);
    let between = Heading::Between { low: decimal(interval.low), high: decimal(interval.high) };
    format!("{} {}", decimal(estimate), between.say(lang))
}

/// A picture of the study, in the file `file`, described by the question that it answers.
pub fn picture(question: Text, file: &str, lang: Lang) -> String {
    let name = question.say(lang).trim_start_matches('#').trim().to_owned();
    Paragraph::Picture { name, file: file.to_owned() }.say(lang)
}

/// The commands that make some runs again.
pub fn remade<'a>(summaries: impl IntoIterator<Item = &'a Summary>, lang: Lang) -> String {
    let commands = summaries.into_iter().map(|summary| format!("    {}", summary.command));
    let commands = commands.collect::<Vec<_>>().join("\n");
    Paragraph::Remake { commands }.say(lang)
}
