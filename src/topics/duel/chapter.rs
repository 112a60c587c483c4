//! What the chapters of games of two players share: the table of the matches.

use crate::lang::{Glossary, Lang, Say, Text};
use crate::report::page::{Block, exact, measured, table};
use crate::report::table::paragraph;
use crate::report::{self, View, rows};
use crate::topics::duel::said::pairing;
use crate::topics::words::Words;
use pioche_engine::sim::Summary;

/// What is told of every match: its outcomes and, of games that may go on for ever, how often a position came back.
const SHARES: [&str; 5] = ["player1", "player2", "draw", "unresolved", "repetition"];

/// One row for each match: its settings, then the shares of the outcomes, measured and exact.
pub fn matches<const N: usize>(summaries: &[Summary], settings: [&str; N], words: &Words, lang: Lang) -> Block {
    let mut headings = words.all(lang, settings);
    headings.push(words.word(lang, "deals"));
    let told = SHARES.into_iter().filter(|name| summaries.iter().any(|summary| summary.proportion(name).is_some()));
    let told: Vec<(&str, bool)> = told.map(|name| (name, knows(summaries, name))).collect();
    for &(name, exact) in &told {
        let name = words.word(lang, name);
        headings.extend(exact.then(|| format!("{name}, {}", words.word(lang, "exact"))));
        headings.push(name);
    }
    let told_setting = |summary: &Summary, name: &str| match name {
        "players" => pairing(lang, summary.setting(name)),
        _ => words.word(lang, summary.setting(name)),
    };
    let rows = summaries.iter().map(|summary| {
        let mut row: Vec<String> = settings.iter().map(|name| told_setting(summary, name)).collect();
        row.push(lang.integer(summary.deals));
        for &(name, known) in &told {
            row.extend(known.then(|| exact(summary, name, lang).unwrap_or_else(|| "–".to_owned())));
            row.push(measured(summary.proportion(name), lang));
        }
        row
    });
    table(headings, rows)
}

/// Whether the exact value of a share is known of any match.
fn knows(summaries: &[Summary], name: &str) -> bool {
    summaries.iter().any(|summary| summary.exact(name).is_some())
}

/// A share as it is told: the exact probability, then the measured one, where both are known.
pub fn both(summary: &Summary, outcome: &str, lang: Lang) -> Option<String> {
    let found = measured(Some(summary.proportion(outcome)?), lang);
    Some(match (exact(summary, outcome, lang), lang) {
        (Some(exact), Lang::Fr) => format!("{exact} exactement (mesuré : {found})"),
        (Some(exact), Lang::En) => format!("{exact} exactly (measured: {found})"),
        (None, _) => found,
    })
}

/// The run with these settings.
pub fn with<'a>(summaries: &'a [Summary], settings: &[(&str, &str)]) -> Option<&'a Summary> {
    summaries.iter().find(|summary| settings.iter().all(|(key, value)| summary.setting(key) == *value))
}

/// What becomes of a game in which a position comes back, and which games are left unresolved.
pub const RULE: Text = Text::new(
    "Une partie où une position revient est jouée jusqu'au bout : qui tire au sort peut quitter la boucle. Elle compte \
     sous son issue, et parmi celles où une position est revenue. « Indécise » : la partie dépasse le maximum de coups.",
    "A game in which a position comes back is played on: a player who draws lots can leave the loop. It counts under its \
     outcome, and among the games in which a position came back. Unresolved: the game passes the most moves allowed.",
);

/// What simulations of a game that may go on for ever found, for a terminal, under the rule that its numbers follow.
pub fn text(summaries: &[Summary], view: &View<'_>) -> String {
    let examples = report::examples(summaries, view);
    format!("{}{}\n{examples}", rows::plain(summaries, view), paragraph(&RULE.say(view.lang)))
}
