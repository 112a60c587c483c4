//! What a topic is called, and what its tables say: its own words, its settings, and those that several share; and the
//! options that choose rows of a table.

use crate::lang::help::Group;
use crate::lang::{Glossary, Lang, Text, glossary, plain};
use crate::topics::setting::{Setting, Takes, Word};
use pioche_engine::sim::RowKey;
use std::fmt;

#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub title: Text,
    pub own: glossary::Words,
    /// Its settings, which name columns and values.
    pub settings: &'static [Setting],
}

impl Glossary for Words {
    fn find(&self, word: &str) -> Option<Text> {
        let setting = |setting: &Setting| match setting.takes {
            _ if setting.key == word => Some(setting.label),
            Takes::Word(words) => words.iter().find(|known| known.key == word).map(|known| known.label),
            _ => None,
        };
        glossary::among(self.own, word)
            .or_else(|| self.settings.iter().chain([&OUTCOME]).find_map(setting))
            .or_else(|| glossary::among(glossary::SHARED, word))
    }

    fn phrase(&self, lang: Lang, key: &str, value: &str) -> String {
        let setting = self.settings.iter().find(|setting| setting.key == key.replace('-', "_"));
        setting.map_or_else(
            || format!("{} {}", self.word(lang, key), self.word(lang, value)),
            |setting| setting.phrase(lang, value),
        )
    }
}

impl Words {
    pub fn all<const N: usize>(&self, lang: Lang, words: [&str; N]) -> Vec<String> {
        words.map(|word| self.word(lang, word)).to_vec()
    }
}

pub const OUTCOME: Setting = Setting::of("outcome", Text::new("issue", "outcome"), "OUTCOME")
    .help(
        "N'affiche que la ligne de cette issue ; --precision ne vise alors qu'elle",
        "Show only the row of this outcome; --precision then aims at it alone",
    )
    .group(Group::Out)
    .takes(Takes::Word(&[PLAYER1, PLAYER2, DRAW, Word::called("endless", "infinie", "endless"), UNRESOLVED]));

pub const WINNER: Setting = OUTCOME.takes(Takes::Word(&[PLAYER1, PLAYER2, DRAW, UNRESOLVED]));

const PLAYER1: Word = Word::called("player1", "joueur 1", "player 1");
const PLAYER2: Word = Word::called("player2", "joueur 2", "player 2");
const DRAW: Word = Word::called("draw", "nulle", "draw");
const UNRESOLVED: Word = Word::called("unresolved", "indécise", "unresolved");

/// Whether a word of a table is meant to be a known one of a topic: its name in files, or what people read, in either
/// language, whatever the accents, blanks and dashes.
pub fn is_meant(words: &Words, known: &str, typed: &str) -> bool {
    let bare = |word: &str| plain(word).replace([' ', '-', '_', '\u{a0}'], "");
    let typed = bare(typed);
    let label = words.settings.iter().find(|setting| setting.key == known).map(|setting| setting.label);
    let read = words.find(known).into_iter().chain(label).flat_map(|text| [text.fr, text.en]);
    read.chain([known]).any(|known| bare(known) == typed)
}

/// The value of a setting that a cell of a table is meant to be; the cell itself where no word is known.
pub fn in_option<'a>(words: &Words, setting: &Setting, cell: &'a str) -> &'a str {
    let choices: &[Word] = if let Takes::Word(choices) = setting.takes { choices } else { &[] };
    let mut known = choices.iter().map(|word| word.key).chain(setting.offers.iter().copied());
    known.find(|known| is_meant(words, known, cell)).unwrap_or(cell)
}

/// The row with the names that a topic has, where the typed ones are meant to be those of `rows`; `None` when a column
/// is not known.
pub fn meant(words: &Words, rows: &[TextRow], typed: &TextRow) -> Option<TextRow> {
    let cell = |(key, value): (&str, &str)| {
        let column =
            rows.iter().flat_map(TextRow::cells).map(|(column, _)| column).find(|known| is_meant(words, known, key))?;
        let known = rows.iter().filter_map(|row| row.get(column)).find(|known| is_meant(words, known, value));
        Some((column.to_owned(), known.map_or_else(|| in_cell(value), str::to_owned)))
    };
    typed.cells().map(cell).collect::<Option<Vec<_>>>().map(TextRow::new)
}

/// A row of a table by its cells, as text: `nb_tas_max=2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextRow(Vec<(String, String)>);

impl TextRow {
    pub fn new<K: Into<String>, V: Into<String>>(cells: impl IntoIterator<Item = (K, V)>) -> Self {
        Self(cells.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    }

    pub fn cells(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.cells().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Whether all its cells are those of another row.
    pub fn names(&self, whole: &Self) -> bool {
        self.cells().all(|(key, value)| whole.get(key) == Some(value))
    }

    /// The index of the last row that it names: the row that a run is about comes after those it is compared with.
    pub fn last_of(&self, rows: &[Self]) -> Option<usize> {
        rows.iter().rposition(|row| self.names(row))
    }
}

impl From<&RowKey> for TextRow {
    fn from(key: &RowKey) -> Self {
        Self::new(key.0.iter().map(|field| (field.key, in_cell(&field.value.to_string()))))
    }
}

impl fmt::Display for TextRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<String> = self.cells().map(|(key, value)| format!("{key}={value}")).collect();
        f.write_str(&cells.join(" "))
    }
}

/// A value as it stands in a cell. A list such as `2,3` is written `2+3`, since spreadsheets read `2,3` as a number.
fn in_cell(value: &str) -> String {
    let is_list = value.contains(',') && value.chars().all(|sign| sign.is_ascii_digit() || sign == ',');
    if is_list { value.replace(',', "+") } else { value.to_owned() }
}
