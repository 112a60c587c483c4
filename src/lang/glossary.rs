//! The words of tables and pictures: columns and cells are named in English for programs, and said to people in theirs.

use super::{Lang, Say, Text};

/// Some words with what people read for them.
pub type Words = &'static [(&'static str, Text)];

/// What is said for the words of a table.
pub trait Glossary {
    /// What is said for a word, if it is known.
    fn find(&self, word: &str) -> Option<Text>;

    /// What is said for a word in a language. Numbers, and whatever else is not known, stay as they are.
    fn word(&self, lang: Lang, word: &str) -> String {
        self.find(word).map_or_else(|| word.to_owned(), |text| text.say(lang))
    }

    /// A setting and its value, as a title says them.
    fn phrase(&self, lang: Lang, setting: &str, value: &str) -> String {
        format!("{} {}", self.word(lang, setting), self.word(lang, value))
    }
}

pub fn among(words: Words, word: &str) -> Option<Text> {
    words.iter().find(|(known, _)| *known == word).map(|(_, text)| *text)
}

/// What was played, one and many of it, by its word in summaries.
pub(super) const fn nouns(lang: Lang, unit: &str) -> [&'static str; 2] {
    match (lang, unit.as_bytes()) {
        (Lang::Fr, b"games") => ["partie", "parties"],
        (Lang::En, b"games") => ["game", "games"],
        (Lang::Fr, _) => ["donne", "donnes"],
        (Lang::En, _) => ["deal", "deals"],
    }
}

/// So many deals or games: what was played, by its word in summaries.
pub fn played(lang: Lang, unit: &str, number: u64) -> String {
    let [one, many] = nouns(lang, unit);
    lang.counted(number, one, many)
}

/// Words that the tables of several games have.
pub const SHARED: Words = &[
    ("player1", Text::new("joueur 1", "player 1")),
    ("player2", Text::new("joueur 2", "player 2")),
    ("draw", Text::new("nulle", "draw")),
    ("endless", Text::new("infinie", "endless")),
    ("unresolved", Text::new("indécise", "unresolved")),
    ("deals", Text::new("donnes", "deals")),
    ("outcome", Text::new("issue", "outcome")),
    ("count", Text::new("nombre", "count")),
    ("probability", Text::new("probabilité", "probability")),
    ("ci_low", Text::new("borne basse", "interval from")),
    ("ci_high", Text::new("borne haute", "interval to")),
    ("estimate", Text::new("estimation", "estimate")),
    ("exact", Text::new("exact", "exact")),
];
