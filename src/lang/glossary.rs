//! The words of tables and pictures: columns and cells are named in English for programs, and said to people in theirs.

use super::{Lang, Say, Text};

pub type Words = &'static [(&'static str, Text)];

pub trait Glossary {
    fn find(&self, word: &str) -> Option<Text>;

    /// What is said for a word in a language. Numbers, and whatever else is not known, stay as they are.
    fn word(&self, lang: Lang, word: &str) -> String {
        self.find(word).map_or_else(|| word.to_owned(), |text| text.say(lang))
    }

    fn phrase(&self, lang: Lang, setting: &str, value: &str) -> String {
        format!("{} {}", self.word(lang, setting), self.word(lang, value))
    }
}

pub fn among(words: Words, word: &str) -> Option<Text> {
    words.iter().find(|(known, _)| *known == word).map(|(_, text)| *text)
}

pub const fn nouns(lang: Lang, unit: &str) -> [&'static str; 2] {
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
    ("deals", Text::new("donnes", "deals")),
    ("count", Text::new("nombre", "count")),
    ("probability", Text::new("probabilité", "probability")),
    ("ci_low", Text::new("borne basse", "interval from")),
    ("ci_high", Text::new("borne haute", "interval to")),
    ("estimate", Text::new("estimation", "estimate")),
    ("exact", Text::new("exact", "exact")),
];

pub const COLUMNS: &[(&str, &str, &str)] = &[
    ("deals", "nombre de donnes jouées", "deals played"),
    (
        "nb_tas_max",
        "nombre maximal de tas avec lequel la partie est gagnée",
        "the most piles with which the game is won",
    ),
    (
        "outcome",
        "issue de la partie ; au solitaire, le nombre de pions restants",
        "how the game ended; at peg solitaire, the number of pegs left",
    ),
    ("statistic", "ce qui est mesuré", "what is measured"),
    ("count", "nombre de donnes comptées", "how many deals were counted"),
    (
        "frequency",
        "part des donnes qui finissent avec exactement tant de tas",
        "share of deals that end with exactly so many piles",
    ),
    ("wins", "nombre de donnes avec au plus tant de tas", "how many deals end with at most so many piles"),
    ("probability", "probabilité estimée : une part des donnes", "estimated probability: a share of the deals"),
    ("estimate", "valeur estimée", "estimated value"),
    ("ci_low", "borne basse de l'intervalle de confiance", "lower end of the confidence interval"),
    ("ci_high", "borne haute de l'intervalle de confiance", "upper end of the confidence interval"),
    (
        "exact",
        "valeur exacte, calculée et non simulée ; vide quand elle n'est pas connue",
        "exact value, computed and not simulated; empty where it is not known",
    ),
    ("quantity", "grandeur dont la ligne parle", "the quantity that the row is about"),
    ("kind", "mean : une moyenne ; share : une part des donnes", "mean, or share: a share of the deals"),
    ("standard_error", "erreur type de la moyenne", "standard error of the mean"),
    ("standard_deviation", "écart-type de la grandeur", "standard deviation of the quantity"),
    ("min", "plus petite valeur vue", "smallest value seen"),
    ("median", "médiane", "median"),
    ("mode", "valeur la plus fréquente", "most frequent value"),
    ("max", "plus grande valeur vue", "largest value seen"),
    (
        "undecided",
        "nombre de donnes dont la valeur n'est pas connue : la moyenne est celle des autres",
        "number of deals whose value is unknown: the mean is that of the others",
    ),
    ("experiment", "ce qui a été joué, avec ses réglages", "what was played, with its settings"),
    (
        "stopped",
        "pourquoi la simulation s'est arrêtée : deals, precision, interrupted, part",
        "why the simulation ended: deals, precision, interrupted, part",
    ),
    ("seed", "graine du hasard", "seed of the random numbers"),
    ("confidence", "niveau de confiance de l'intervalle", "confidence level of the interval"),
    ("interval", "méthode de l'intervalle", "method of the interval"),
    ("program", "programme et sa version", "program and its version"),
    (
        "value_version",
        "version des valeurs : elle change quand une donne change",
        "version of the values: it changes when a deal does",
    ),
    ("command", "commande qui refait la ligne, à l'octet près", "the command that makes the row again, to the byte"),
    ("suits", "nombre de couleurs du jeu", "suits of the pack"),
    ("ranks", "nombre de valeurs du jeu", "ranks of the pack"),
    ("variant", "plateau et règle en un mot", "board and rule in a word"),
];
