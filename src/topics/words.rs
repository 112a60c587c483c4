//! Display names of a topic, of its settings and of the values in its tables; and the options that choose rows of a table.

use crate::lang::help::HelpSection;
use crate::lang::{Glossary, Lang, Text, glossary, fold_case_and_accents};
use crate::topics::setting::{Opt, Setting, Takes, Word};

#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub title: Text,
    pub own: glossary::WordList,
    /// Its settings, which name columns and values.
    pub settings: &'static [Opt],
}

impl Glossary for Words {
    fn find(&self, word: &str) -> Option<Text> {
        let setting = |setting: &Setting| match setting.takes {
            _ if setting.key == word => Some(setting.label),
            Takes::Word(words) => words.iter().find(|known| known.key == word).map(|known| known.label),
            _ => None,
        };
        glossary::lookup(self.own, word)
            .or_else(|| self.settings.iter().map(|opt| opt.setting).chain([&OUTCOME]).find_map(setting))
            .or_else(|| glossary::lookup(glossary::SHARED_WORDS, word))
    }

    fn setting_phrase(&self, lang: Lang, key: &str, value: &str) -> String {
        let opt = self.settings.iter().find(|opt| opt.setting.key == key.replace('-', "_"));
        opt.map_or_else(
            || format!("{} {}", self.translate(lang, key), self.translate(lang, value)),
            |opt| opt.setting.phrase(lang, value),
        )
    }
}

impl Words {
    pub fn all<const N: usize>(&self, lang: Lang, words: [&str; N]) -> Vec<String> {
        words.map(|word| self.translate(lang, word)).to_vec()
    }
}

pub const OUTCOME: Setting = Setting::of("outcome", Text::new("issue", "outcome"), "OUTCOME")
    .help(
        "N'affiche que la ligne de cette issue ; --precision ne porte alors que sur elle",
        "Show only the row of this outcome; --precision then applies to it alone",
    )
    .group(HelpSection::Output)
    .takes(Takes::Word(&[PLAYER1, PLAYER2, DRAW, Word::called("endless", "infinie", "endless"), UNRESOLVED]));

pub const WINNER: Setting = OUTCOME.takes(Takes::Word(&[PLAYER1, PLAYER2, DRAW, UNRESOLVED]));

const PLAYER1: Word = Word::called("player1", "joueur 1", "player 1");
const PLAYER2: Word = Word::called("player2", "joueur 2", "player 2");
const DRAW: Word = Word::called("draw", "nulle", "draw");
const UNRESOLVED: Word = Word::called("unresolved", "indécise", "unresolved");

/// Returns whether a text names a column or a value of tables: by its key, or by its label in either language, whatever
/// the case, accents, spaces and hyphens.
pub fn is_name_of(words: &Words, key: &str, text: &str) -> bool {
    let bare = |word: &str| fold_case_and_accents(word).replace([' ', '-', '_', '\u{a0}'], "");
    let text = bare(text);
    let label =
        words.settings.iter().map(|opt| opt.setting).find(|setting| setting.key == key).map(|setting| setting.label);
    let labels = words.find(key).into_iter().chain(label).flat_map(|label| [label.fr, label.en]);
    labels.chain([key]).any(|name| bare(name) == text)
}

/// Returns the choice of a setting that a cell names, by its key; the cell itself when it names none.
pub fn choice_key<'a>(words: &Words, setting: &Setting, cell: &'a str) -> &'a str {
    let choices: &[Word] = if let Takes::Word(choices) = setting.takes { choices } else { &[] };
    let mut keys = choices.iter().map(|word| word.key).chain(setting.offers.iter().copied());
    keys.find(|key| is_name_of(words, key, cell)).unwrap_or(cell)
}
