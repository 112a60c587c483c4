//! What people read, in French and in English: the languages, their numbers and plurals, and the sentences that several
//! places say.
//!
//! Such a sentence is a value of one of a few enums, by where it is read, and each is matched exhaustively in both
//! languages; all else is a [`Text`] or a [`Sentence`] beside the code that says it, made of both. So a missing translation
//! does not compile, but for help, which is found by the names of options, and for words of tables: tests ask for those.
//! Nothing of the crate is known here: a sentence carries plain numbers and words.

pub mod figure;
mod foreign;
pub mod glossary;
pub mod help;
mod number;
pub mod page;
pub mod parse_number;
mod problem;
mod session;
pub mod table;
mod text;
pub mod time;

pub use foreign::{is_visible, one_line, plain, plainly, shown};
pub use glossary::Glossary;
pub use number::grouped;
pub use page::Paragraph;
pub use problem::Problem;
pub(crate) use problem::said;
pub use session::SessionError;
pub(crate) use text::either;
pub use text::{Sentence, Text, capital, folded, listed, typeset};

/// Something that can be said in both languages: a type says either [`Say::say`], or each of the other two.
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
    pub const fn other(self) -> Self {
        match self {
            Self::Fr => Self::En,
            Self::En => Self::Fr,
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        [Self::Fr, Self::En].into_iter().find(|known| known.to_string() == name)
    }

    pub fn either(self, fr: impl Into<String>, en: impl Into<String>) -> String {
        match self {
            Self::Fr => fr.into(),
            Self::En => en.into(),
        }
    }

    /// The language of an environment: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set decides; whatever
    /// is not French is English.
    pub fn of_environment(mut variable: impl FnMut(&str) -> Option<String>) -> Self {
        let set =
            ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(&mut variable).find(|value| !value.is_empty());
        match set {
            Some(locale) if locale.to_ascii_lowercase().starts_with("fr") => Self::Fr,
            _ => Self::En,
        }
    }
}

/// `fr` or `en`.
impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Text::new("fr", "en").of(*self))
    }
}
