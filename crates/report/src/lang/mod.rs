//! User-visible text in French and in English: the languages, their numbers and plurals, and messages that several
//! places use.
//!
//! A constant message is a [`Text`], a message with values a [`Sentence`], and an error a [`Problem`]. They hold both
//! languages, next to the code that uses them, so a missing translation does not compile. `either!` formats a message in
//! one language. The module does not depend on the rest of the crate: messages hold plain numbers and words.

pub mod glossary;
pub mod help;
mod number;
pub mod parse_number;
pub mod system_error;
mod text;

pub use number::{duration, group_thousands, needed_decimals, time_left};
pub use text::{
    Noun, Problem, Sentence, Text, capitalize, escape_invisible, fix_spaces, fold_case_and_accents,
    insert_no_break_spaces, is_visible, join_list, release_spaces, safe_excerpt, safe_message_line,
    wrap_parts,
};
pub use text::{either, problem, sentence};

use std::fmt;

/// A language in which the program writes. `Display` gives its code, `fr` or `en`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// French.
    Fr,
    /// English.
    En,
}

impl Lang {
    /// Returns English for French, and the reverse.
    pub const fn other_language(self) -> Self {
        match self {
            Self::Fr => Self::En,
            Self::En => Self::Fr,
        }
    }

    /// Returns the language with the code `fr` or `en`; `None` for another text.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Fr, Self::En]
            .into_iter()
            .find(|known| known.to_string() == code)
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
