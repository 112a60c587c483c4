//! What the chapters of games of two players share: the table of the matches.

use crate::lang::{Glossary, Lang};
use crate::report::page::{exact, measured, table};
use crate::sim::Summary;
use crate::topics::words::Words;

/// What is told of every match: its outcomes and, of games that may go on for ever, how often a position came back.
const SHARES: [&str; 5] = ["player1", "player2", "draw", "unresolved", "repetition"];

/// One row for each match: its settings, then the shares of the outcomes, measured and exact.
pub fn matches<const N: usize>(summaries: &[Summary], settings: [&str; N], words: &Words, lang: Lang) -> String {
    let mut headings = words.all(lang, settings);
    headings.push(words.word(lang, "deals"));
    let told = SHARES.into_iter().filter(|name| summaries.iter().any(|summary| summary.proportion(name).is_some()));
    let told: Vec<(&str, bool)> = told.map(|name| (name, knows(summaries, name))).collect();
    for &(name, exact) in &told {
        let name = words.word(lang, name);
        headings.push(name.clone());
        headings.extend(exact.then(|| format!("{name}, {}", words.word(lang, "exact"))));
    }
    let rows = summaries.iter().map(|summary| {
        let mut row: Vec<String> = settings.iter().map(|name| words.word(lang, summary.setting(name))).collect();
        row.push(lang.integer(summary.deals));
        for &(name, known) in &told {
            row.push(measured(summary.proportion(name), lang));
            row.extend(known.then(|| exact(summary, name, lang).unwrap_or_else(|| "–".to_owned())));
        }
        row
    });
    table(headings, rows)
}

/// Whether the exact value of a share is known of any match.
fn knows(summaries: &[Summary], name: &str) -> bool {
    summaries.iter().any(|summary| exact(summary, name, Lang::En).is_some())
}
