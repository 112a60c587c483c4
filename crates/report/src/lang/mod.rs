//! User-visible text in French and in English: the languages, their numbers and plurals, and messages that several
//! places use.
//!
//! The code holds the English texts; `fr.txt` holds the French of each. [`tr!`] formats a message, a [`Text`] is a constant
//! one, and a [`Problem`] is an error. All are written in the current language, which `main` sets by [`set_language`] and
//! [`in_language`] for a scope. The module does not depend on the rest of the crate: messages hold plain numbers and words.

#[macro_use]
mod macros;

pub mod glossary;
pub mod help;
mod number;
pub mod parse_number;
pub mod system_error;
mod text;

pub use macros::{problem, tr};
pub use number::{
    big_integer, confidence_level, decimal, duration, group_thousands, integer, memory_size,
    needed_decimals, percent, plural_form, quantity, time_left,
};
pub(crate) use number::{group_separator, percent_sign, scientific};
pub use text::{
    Problem, capitalize, escape_invisible, fix_spaces, fold_case_and_accents,
    insert_no_break_spaces, is_visible, join_list, release_spaces, safe_excerpt, safe_message_line,
    wrap_parts,
};

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A language in which the program writes. `Display` gives its code, `fr` or `en`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// French.
    Fr,
    /// English.
    En,
}

/// True if the program writes French where no scope sets another language.
static IS_FRENCH: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// The language of the scope that [`in_language`] runs on this thread.
    static SCOPE_LANGUAGE: Cell<Option<Lang>> = const { Cell::new(None) };
}

/// Sets the language of the program, which is English until then.
pub fn set_language(lang: Lang) {
    IS_FRENCH.store(lang == Lang::Fr, Ordering::Relaxed);
}

/// Calls a function for which `lang` is the current language on this thread.
pub fn in_language<T>(lang: Lang, run: impl FnOnce() -> T) -> T {
    let previous = SCOPE_LANGUAGE.replace(Some(lang));
    let result = run();
    SCOPE_LANGUAGE.set(previous);
    result
}

impl Lang {
    /// Returns the language in which texts are written now.
    pub fn current() -> Self {
        SCOPE_LANGUAGE.get().unwrap_or_else(|| {
            if IS_FRENCH.load(Ordering::Relaxed) {
                Self::Fr
            } else {
                Self::En
            }
        })
    }

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
impl Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fr => "fr",
            Self::En => "en",
        })
    }
}

/// A constant message, given in English and displayed in the current language. The nouns of one thing and of several are
/// written `match|matches`. After ` @` a note tells texts apart that differ in French alone; it is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text(pub &'static str);

impl Text {
    /// Returns the text in the current language.
    pub fn translated(self) -> &'static str {
        match Lang::current() {
            Lang::Fr => french(self.0),
            Lang::En => self.0.split(" @").next().unwrap_or_default(),
        }
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.translated())
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.to_string()
    }
}

/// The French of each English text: two lines for each text and an empty one after it. `\n` is a line break and `\s` a
/// space at an end.
pub static CATALOGUE: &str = include_str!("fr.txt");

static FRENCH: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let unescape = |text: &str| text.replace("\\n", "\n").replace("\\s", " ");
    let entries = CATALOGUE.split("\n\n");
    let pairs = entries.filter_map(|entry| entry.trim_end().split_once('\n'));
    pairs
        .map(|(english, french)| (unescape(english), unescape(french)))
        .collect()
});

/// Returns the French of an English text; the text itself if the catalogue lacks it.
pub fn french(english: &'static str) -> &'static str {
    FRENCH.get(english).map_or(english, String::as_str)
}

/// Replaces the holes `{name}` of a text by their values.
#[doc(hidden)]
pub fn fill_holes(template: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut text = String::new();
    let mut pieces = template.split('{');
    text.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (name, literal) = piece.split_once('}').unwrap_or((piece, ""));
        let value = values.iter().find(|(hole, _)| *hole == name);
        // A test holds that the French of each text has its holes.
        text.extend(value.map(|(_, value)| value.to_string()));
        text.push_str(literal);
    }
    text
}
