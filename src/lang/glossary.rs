//! The words of tables and figures. Columns and cells have English names in files; this maps them to what a reader sees
//! in each language.

use super::{Lang, Say, Text};

pub type WordList = &'static [(&'static str, Text)];

pub trait Glossary {
    fn find(&self, word: &str) -> Option<Text>;

    /// Translates a word. Numbers and unknown words are returned unchanged.
    fn translate(&self, lang: Lang, word: &str) -> String {
        self.find(word)
            .map_or_else(|| word.to_owned(), |text| text.say(lang))
    }

    fn setting_phrase(&self, lang: Lang, setting: &str, value: &str) -> String {
        format!(
            "{} {}",
            self.translate(lang, setting),
            self.translate(lang, value)
        )
    }
}

pub fn lookup(words: WordList, word: &str) -> Option<Text> {
    words
        .iter()
        .find(|(known, _)| *known == word)
        .map(|(_, text)| *text)
}

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
    ("exact_value", Text::new("valeur exacte", "exact")),
];
