//! What the chapters of games of two players share: the table of the matches.

use crate::lang::{Glossary, Lang};
use crate::report::page::{exact, measured, table};
use crate::sim::Summary;
use crate::topics::words::Words;

/// The outcomes that every game of two players can have.
const OUTCOMES: [&str; 3] = ["player1", "player2", "draw"];

/// One row for each match: its settings, then the shares of the outcomes, measured and exact.
pub fn matches<const N: usize>(summaries: &[Summary], settings: [&str; N], words: &Words, lang: Lang) -> String {
    let mut headings = words.all(lang, settings);
    headings.push(words.word(lang, "deals"));
    for outcome in OUTCOMES {
        let name = words.word(lang, outcome);
        headings.push(name.clone());
        headings.push(format!("{name}, {}", words.word(lang, "exact")));
    }
    let rows = summaries.iter().map(|summary| {
        let mut row: Vec<String> = settings.iter().map(|name| words.word(lang, summary.setting(name))).collect();
        row.push(lang.integer(summary.deals));
        for outcome in OUTCOMES {
            row.push(measured(summary.proportion(outcome), lang));
            row.push(exact(summary, outcome, lang));
        }
        row
    });
    table(headings, rows)
}
