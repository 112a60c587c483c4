//! The chapter of paired deals.

use super::words::WORDS;
#[cfg(feature = "charts")]
use crate::draw::Figure;
use crate::lang::{Glossary, Heading, Lang, Paragraph, Say, Text};
use crate::report::page::{Chapter, remade, table};
use crate::report::table::percent_decimals;
use crate::sim::Summary;
use crate::sim::summary::Cell;
#[cfg(feature = "charts")]
use crate::sim::summary::Table;

/// The chapter of paired deals.
pub const CHAPTER: Chapter = Chapter {
    #[cfg(feature = "charts")]
    pictures: Some(pictures),
    ..Chapter::of(page)
};

const QUESTION: Text =
    Text::new("### Est-ce un avantage d'être le joueur 1 ?", "### Is it an advantage to be player 1?");

/// The page has no picture: most of the differences are too small to be seen in one.
#[cfg(feature = "charts")]
fn pictures(_: &[Summary], _: &[(&'static str, Table)], _: Lang) -> Vec<(String, Figure)> {
    Vec::new()
}

/// The chapter, a paragraph an entry.
fn page(summaries: &[Summary], lang: Lang) -> Vec<String> {
    let headings = WORDS.all(lang, ["values", "comparison", "outcome", "difference"]);
    let rows = summaries.iter().flat_map(|summary| &summary.table.rows).filter_map(|row| {
        let text = |column: usize| match &row[column] {
            Cell::Text(text) => WORDS.word(lang, text),
            Cell::Count(count) => lang.integer(*count),
            _ => String::new(),
        };
        let [Cell::Real(mean), Cell::Real(low), Cell::Real(high)] = &row[5..8] else { return None };
        let digits = percent_decimals((high - low) / 2.0);
        let percent = |share: f64| lang.percent(share, digits);
        let between = Heading::Between { low: percent(*low), high: percent(*high) }.say(lang);
        (*mean != 0.0).then(|| vec![text(0), text(3), text(4), format!("{} {between}", percent(*mean))])
    });
    vec![
        QUESTION.say(lang),
        table(headings, rows),
        Paragraph::Data { csv: "bataille-pairs.csv".into() }.say(lang),
        remade(summaries, lang),
    ]
}
