//! What a topic is called, and what its tables say: its own words, its settings, and those that several share.

use super::setting::{Setting, Takes};
use crate::lang::glossary::{self, Glossary};
use crate::lang::{Lang, Text};

/// The words of one topic.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Its name on the command line in French, where it has another one.
    pub french: Option<&'static str>,
    /// What people call it.
    pub title: Text,
    /// What its columns, outcomes, statistics and quantities are called.
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
            .or_else(|| self.settings.iter().find_map(setting))
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
