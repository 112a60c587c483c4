//! Display names of a topic, its settings and the values in its tables; options that choose rows of a table.

use crate::lang::help::HelpSection;
use crate::lang::{Glossary, Lang, Text, fold_case_and_accents, glossary};
use crate::topics::setting::{Choice, OptionSpec, Setting, ValueKind};

#[derive(Clone, Copy, Debug)]
pub struct TopicGlossary {
    pub title: Text,
    pub own_terms: glossary::WordList,
    /// The settings that name columns and their values.
    pub settings: &'static [OptionSpec],
}

impl Glossary for TopicGlossary {
    fn find(&self, word: &str) -> Option<Text> {
        glossary::lookup(self.own_terms, word)
            .or_else(|| {
                self.settings
                    .iter()
                    .map(|opt| opt.setting)
                    .chain([&OUTCOME])
                    .find_map(|setting| label_of(setting, word))
            })
            .or_else(|| glossary::lookup(glossary::SHARED_WORDS, word))
    }

    fn setting_phrase(&self, lang: Lang, key: &str, value: &str) -> String {
        let opt = self.settings.iter().find(|opt| opt.setting.key == key);
        opt.map_or_else(
            || {
                format!(
                    "{} {}",
                    self.translate(lang, key),
                    self.translate(lang, value)
                )
            },
            |opt| opt.setting.title_text(lang, value),
        )
    }
}

/// Returns the label of a setting or of one of its choices, if the word is its key.
fn label_of(setting: &Setting, word: &str) -> Option<Text> {
    if setting.key == word {
        return Some(setting.label);
    }
    let ValueKind::Choice(choices) = setting.value_kind else {
        return None;
    };
    choices
        .iter()
        .find(|choice| choice.key == word)
        .map(|choice| choice.label)
}

pub const OUTCOME: Setting = Setting::new("outcome", Text::new("issue", "outcome"), "OUTCOME")
    .help(
        "N'affiche que la ligne de cette issue ; --precision ne porte alors que sur elle",
        "Show only the row of this outcome; --precision then applies to it alone",
    )
    .group(HelpSection::Output)
    .value_kind(ValueKind::Choice(&[
        PLAYER1,
        PLAYER2,
        DRAW,
        Choice::with_labels("endless", "infinie", "endless"),
        UNRESOLVED,
    ]));

pub const OUTCOME_ROW_FILTER_WITHOUT_ENDLESS: Setting =
    OUTCOME.value_kind(ValueKind::Choice(&[PLAYER1, PLAYER2, DRAW, UNRESOLVED]));

const PLAYER1: Choice = Choice::with_labels("player1", "joueur 1", "player 1");
const PLAYER2: Choice = Choice::with_labels("player2", "joueur 2", "player 2");
const DRAW: Choice = Choice::with_labels("draw", "nulle", "draw");
const UNRESOLVED: Choice = Choice::with_labels("unresolved", "indécise", "unresolved");

/// Returns whether a text names a column or a value of tables: by its key, or by its label in either language, whatever
/// the case, accents, spaces and hyphens.
pub fn is_name_of(glossary: &TopicGlossary, key: &str, text: &str) -> bool {
    let bare = |word: &str| fold_case_and_accents(word).replace([' ', '-', '_', '\u{a0}'], "");
    let text = bare(text);
    let label = glossary
        .settings
        .iter()
        .map(|opt| opt.setting)
        .find(|setting| setting.key == key)
        .map(|setting| setting.label);
    let labels = glossary
        .find(key)
        .into_iter()
        .chain(label)
        .flat_map(|label| [label.fr, label.en]);
    labels.chain([key]).any(|name| bare(name) == text)
}

/// Returns the choice of a setting that a cell names, by its key; the cell itself when it names none.
pub fn choice_key<'a>(glossary: &TopicGlossary, setting: &Setting, cell: &'a str) -> &'a str {
    let choices: &[Choice] = match setting.value_kind {
        ValueKind::Choice(choices) => choices,
        _ => &[],
    };
    let mut keys = choices
        .iter()
        .map(|choice| choice.key)
        .chain(setting.completions.iter().copied());
    keys.find(|key| is_name_of(glossary, key, cell))
        .unwrap_or(cell)
}
