//! User-visible text in French and in English: the languages, their numbers and plurals, and messages that several
//! places use.
//!
//! Messages of several places are enums, one for each kind of place; each `match` covers both languages. Other messages
//! are [`Custom`] or [`Sentence`] values next to the code that uses them, and hold both languages. A missing
//! translation thus does not compile, except for help texts, which are found by the names of options, and table words;
//! tests check those. The module does not depend on the rest of the crate: messages hold plain numbers and words.

pub mod glossary;
pub mod help;
mod number;
pub mod parse_number;
mod problem;
mod text;

pub use glossary::Glossary;
pub use number::{duration, group_thousands, time_left};
pub(crate) use problem::problem;
pub use problem::{Problem, SessionError};
pub(crate) use text::either;
pub use text::{
    Sentence, Text, capitalize, escape_invisible, fix_spaces, fold_case_and_accents,
    insert_no_break_spaces, is_visible, join_list, release_spaces, safe_excerpt, safe_message_line,
    wrap_parts,
};

/// A message that exists in both languages. A type implements either [`Say::say`], or both other methods.
pub trait Say {
    fn fr(&self) -> String {
        self.say(Lang::Fr)
    }

    fn en(&self) -> String {
        self.say(Lang::En)
    }

    fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::Fr => self.fr(),
            Lang::En => self.en(),
        }
    }
}

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    Fr,
    En,
}

impl Lang {
    pub const fn other_language(self) -> Self {
        match self {
            Self::Fr => Self::En,
            Self::En => Self::Fr,
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Fr, Self::En]
            .into_iter()
            .find(|known| known.to_string() == code)
    }

    pub fn either(self, fr: impl Into<String>, en: impl Into<String>) -> String {
        match self {
            Self::Fr => fr.into(),
            Self::En => en.into(),
        }
    }

    /// Returns the language of an environment: French if the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set
    /// begins with `fr`, otherwise English.
    pub fn from_environment(mut variable: impl FnMut(&str) -> Option<String>) -> Self {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(&mut variable)
            .find(|value| !value.is_empty());
        match set {
            Some(locale) if locale.to_ascii_lowercase().starts_with("fr") => Self::Fr,
            _ => Self::En,
        }
    }
}

/// Writes `fr` or `en`.
impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Text::new("fr", "en").in_lang(*self))
    }
}
