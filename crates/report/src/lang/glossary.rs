//! The words of tables and figures: headings, intervals, seeds, deals. Columns and cells have English names in files; lists
//! of words map them to the words of each language.

use super::{Lang, Text, either};
use std::fmt::Display;

/// A list of English names with their words in both languages.
pub type WordList = &'static [(&'static str, Text)];

/// Returns the words for a name; `None` if the list lacks it.
pub fn lookup(words: WordList, word: &str) -> Option<Text> {
    words
        .iter()
        .find(|(known, _)| *known == word)
        .map(|(_, text)| *text)
}

/// Returns the nouns of a unit of simulations, `games` or `deals`: one and many.
pub const fn singular_and_plural(lang: Lang, unit: &str) -> [&'static str; 2] {
    match (lang, unit.as_bytes()) {
        (Lang::Fr, b"games") => ["partie", "parties"],
        (Lang::En, b"games") => ["game", "games"],
        (Lang::Fr, _) => ["donne", "donnes"],
        (Lang::En, _) => ["deal", "deals"],
    }
}

/// Formats a number of deals or games; `unit` is the unit of a summary.
pub fn count_with_unit(lang: Lang, unit: &str, number: u64) -> String {
    let [one, many] = singular_and_plural(lang, unit);
    lang.count_with_noun(number, one, many)
}

/// Words of the tables of several games.
pub const SHARED_WORDS: WordList = &[
    ("deals", Text::new("donnes", "deals")),
    ("seed", Text::new("graine", "seed")),
    ("count", Text::new("nombre", "count")),
    ("probability", Text::new("probabilité", "probability")),
    ("ci_low", Text::new("borne basse", "interval from")),
    ("ci_high", Text::new("borne haute", "interval to")),
    ("estimate", Text::new("estimation", "estimate")),
    ("exact", Text::new("exact", "exact")),
    ("difference", Text::new("écart", "difference")),
    (
        "difference_low",
        Text::new("écart, borne basse", "difference from"),
    ),
    (
        "difference_high",
        Text::new("écart, borne haute", "difference to"),
    ),
    ("p_value", Text::new("valeur p", "p-value")),
    ("command", Text::new("commande", "command")),
    ("deal", Text::new("numéro", "number")),
    ("statistic", Text::new("statistique", "statistic")),
    ("exact_value", Text::new("valeur exacte", "exact")),
];

impl Lang {
    pub(crate) fn interval_label(self, level: f64) -> String {
        let level = self.confidence_level(level);
        either!(self, "intervalle à {level}", "{level} interval")
    }

    pub(crate) fn interval_bounds(self, low: impl Display, high: impl Display) -> String {
        either!(self, "[{low} ; {high}]", "[{low}, {high}]")
    }
}

/// Groups ascending seeds; three or more in a row become `1–8`.
pub(crate) fn seed_ranges(seeds: &[u64]) -> Vec<String> {
    let together = |one: &u64, next: &u64| one.checked_add(1) == Some(*next);
    let text = |group: &[u64]| match group {
        [first, _, .., last] if group.len() > 2 => vec![format!("{first}–{last}")],
        few => few.iter().map(u64::to_string).collect(),
    };
    seeds.chunk_by(together).flat_map(text).collect()
}
