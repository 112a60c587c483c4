//! Messages in both languages: constants, messages that contain numbers and names, errors that end a command, and texts of
//! users made safe to print.

use super::Lang;
use pioche_engine::sim::driver::ThreadStartError;
use std::fmt;

/// A constant message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text {
    /// The French text.
    pub fr: &'static str,
    /// The English text.
    pub en: &'static str,
}

impl Text {
    /// Creates a message from its two texts.
    pub const fn new(fr: &'static str, en: &'static str) -> Self {
        Self { fr, en }
    }

    /// Creates a message that is the same in both languages, such as a name.
    pub const fn untranslated(name: &'static str) -> Self {
        Self { fr: name, en: name }
    }

    /// Returns the text in a language.
    pub const fn in_lang(self, lang: Lang) -> &'static str {
        match lang {
            Lang::Fr => self.fr,
            Lang::En => self.en,
        }
    }
}

/// A noun that is counted.
#[derive(Clone, Copy, Debug)]
pub struct Noun {
    /// The noun of one thing, and in French also of none.
    pub singular: Text,
    /// The noun of several things.
    pub plural: Text,
}

impl Noun {
    /// Creates a noun from its singular and plural in French and in English.
    pub const fn new(fr: [&'static str; 2], en: [&'static str; 2]) -> Self {
        Self {
            singular: Text::new(fr[0], en[0]),
            plural: Text::new(fr[1], en[1]),
        }
    }
}

/// A message with values; [`sentence!`] formats both languages.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sentence {
    /// The French text.
    pub fr: String,
    /// The English text.
    pub en: String,
}

impl Sentence {
    /// Creates a message from its two texts.
    pub fn new(fr: impl Into<String>, en: impl Into<String>) -> Self {
        Self {
            fr: fr.into(),
            en: en.into(),
        }
    }

    /// Creates a message that is the same in both languages, such as a name.
    pub fn untranslated(text: impl Into<String>) -> Self {
        let fr = text.into();
        Self { en: fr.clone(), fr }
    }

    /// Creates a message by a function that writes it in one language.
    pub fn from_fn(make: impl Fn(Lang) -> String) -> Self {
        Self {
            fr: make(Lang::Fr),
            en: make(Lang::En),
        }
    }

    /// Returns the text in a language.
    pub fn in_lang(&self, lang: Lang) -> &str {
        match lang {
            Lang::Fr => &self.fr,
            Lang::En => &self.en,
        }
    }
}

impl From<Text> for Sentence {
    fn from(text: Text) -> Self {
        Self::new(text.fr, text.en)
    }
}

/// Joins items with commas, and `conjunction` before the last: `2, 3 ou 5`.
pub fn join_list(items: &[impl ToString], conjunction: &str) -> String {
    let texts: Vec<String> = items.iter().map(ToString::to_string).collect();
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            format!("{} {conjunction} {last}", rest.join(", "))
        }
        _ => texts.concat(),
    }
}

/// Formats a message in one language: `either!(lang, "il reste {n} tas", "{n} piles are left")`.
#[macro_export]
macro_rules! either {
    ($lang:expr, $fr:literal, $en:literal $(,)?) => {
        match $lang {
            $crate::lang::Lang::Fr => format!($fr),
            $crate::lang::Lang::En => format!($en),
        }
    };
}
pub use either;

/// Formats a message in both languages: `sentence!("il reste {n} tas", "{n} piles are left")`.
#[macro_export]
macro_rules! sentence {
    ($fr:literal, $en:literal $(,)?) => {
        $crate::lang::Sentence::new(format!($fr), format!($en))
    };
}
pub use sentence;

/// Returns a text with a capital first letter.
pub fn capitalize(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(signs).collect()
    })
}

/// The marks of tall punctuation.
const TALL_MARKS: [&str; 5] = [":", ";", "?", "!", "»"];

/// The sign of a space that [`insert_no_break_spaces`] must not change, a character of private use.
const FIXED_SPACE: &str = "\u{f8f0}";

/// Marks the spaces of a file name that [`insert_no_break_spaces`] would change, until [`release_spaces`].
pub fn fix_spaces(name: &str) -> String {
    replace_typographic_spaces(name, FIXED_SPACE)
}

/// Returns a text with the spaces that [`fix_spaces`] marked.
pub fn release_spaces(text: &str) -> String {
    text.replace(FIXED_SPACE, " ")
}

/// Replaces the spaces before tall punctuation and within French quotation marks by no-break spaces.
pub fn insert_no_break_spaces(text: &str) -> String {
    replace_typographic_spaces(text, "\u{a0}")
}

fn replace_typographic_spaces(text: &str, space: &str) -> String {
    let mut replaced = text.replace("« ", &format!("«{space}"));
    for mark in TALL_MARKS {
        replaced = replaced.replace(&format!(" {mark}"), &format!("{space}{mark}"));
    }
    replaced
}

/// Joins texts into lines of at most `max_width` characters, with `separator` two texts on one line. A wider text has a
/// line of its own.
pub fn wrap_parts<'a>(
    parts: impl IntoIterator<Item = &'a str>,
    separator: &str,
    max_width: usize,
) -> String {
    let width = |text: &str| text.chars().count();
    let mut text = String::new();
    let mut line_width = 0;
    for part in parts {
        let new_width = line_width + width(separator) + width(part);
        if line_width == 0 {
            (text, line_width) = (text + part, width(part));
        } else if new_width > max_width {
            (text, line_width) = (text + "\n" + part, width(part));
        } else {
            (text, line_width) = (text + separator + part, new_width);
        }
    }
    text
}

/// The most characters of untrusted text in a message.
const MAX_QUOTED_CHARS: usize = 40;

/// The most characters of a message.
const MAX_MESSAGE_CHARS: usize = 600;

/// Returns the beginning of a text on one line, with invisible characters escaped.
pub fn safe_excerpt(text: &str) -> String {
    let mut signs = text.chars();
    let mut short: String = signs
        .by_ref()
        .take(MAX_QUOTED_CHARS)
        .flat_map(escape_char)
        .collect();
    if signs.next().is_some() {
        short.push('…');
    }
    short
}

/// Returns a text on one line, with invisible characters escaped.
pub fn escape_invisible(text: &str) -> String {
    text.chars().flat_map(escape_char).collect()
}

/// Returns a message on one line, with invisible characters escaped. A long message is reduced to its beginning and
/// end.
pub fn safe_message_line(sentence: &str) -> String {
    let signs: Vec<char> = sentence.chars().flat_map(escape_char).collect();
    if signs.len() <= MAX_MESSAGE_CHARS {
        return signs.into_iter().collect();
    }
    let from = 2 * MAX_MESSAGE_CHARS / 3;
    let to = signs.len() - MAX_MESSAGE_CHARS / 3;
    signs[..from]
        .iter()
        .chain(&[' ', '…', ' '])
        .chain(&signs[to..])
        .collect()
}

/// Returns the character itself if it is visible, otherwise an escape such as `\u{200b}`.
fn escape_char(c: char) -> Vec<char> {
    if is_visible(c) {
        vec![c]
    } else {
        c.escape_unicode().collect()
    }
}

/// Returns true if a terminal shows a character as a sign or space. Control characters, format characters and blank
/// letters are not visible.
pub fn is_visible(c: char) -> bool {
    !c.is_control()
        && !matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Converts a word to lower case without accents.
pub fn fold_case_and_accents(word: &str) -> String {
    let bare = |sign: char| match sign {
        'à' | 'â' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' | 'ö' => 'o',
        'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        other => other,
    };
    // A decomposed accent is a separate character.
    word.to_lowercase()
        .chars()
        .filter(|sign| !('\u{300}'..='\u{36f}').contains(sign))
        .map(bare)
        .collect()
}

/// An error as a sentence without its period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem(pub Sentence);

/// A problem with formatted French and English messages: `problem!("{file} est vide", "{file} is empty")`.
#[macro_export]
macro_rules! problem {
    ($fr:literal, $en:literal $(,)?) => {
        $crate::lang::Problem($crate::lang::sentence!($fr, $en))
    };
}
pub use problem;
impl Problem {
    /// Creates a problem at a line and column of a file.
    pub fn at_position(
        file: &str,
        (line, column): (usize, usize),
        fr: impl fmt::Display,
        en: impl fmt::Display,
    ) -> Self {
        problem!(
            "{file}, ligne {line}, colonne {column} : {fr}",
            "{file}, line {line}, column {column}: {en}"
        )
    }

    /// Creates a problem of a thread that the system cannot start.
    pub fn thread_start(error: impl fmt::Display) -> Self {
        problem!(
            "le système ne peut pas démarrer d'autre fil d'exécution : {error}",
            "the system cannot start another thread: {error}"
        )
    }

    /// Creates a problem of an argument, such as `--cells`, or of a file.
    pub fn for_argument(flag: &str, Self(Sentence { fr, en }): Self) -> Self {
        problem!("{flag} : {fr}", "{flag}: {en}")
    }

    /// Creates the problem of a required argument that is not given.
    pub fn missing_argument(names: &str) -> Self {
        problem!("il manque {names}", "{names} is missing")
    }

    /// Creates the problem of a word that is none of the choices, a list with commas.
    pub fn not_a_choice(text: &str, choices: &str) -> Self {
        problem!(
            "« {text} » n'est pas une valeur permise ; au choix : {choices}",
            "“{text}” is not one of {choices}"
        )
    }

    /// Creates the problem of a file that cannot be read; `file` is `-` for the standard input.
    pub fn cannot_read(file: &str, reason: impl Into<Sentence>) -> Self {
        let Sentence { fr, en } = reason.into();
        problem!(
            "impossible de lire {file} : {fr}",
            "{file} cannot be read: {en}"
        )
    }

    /// Creates the problem of a file that cannot be written.
    pub fn cannot_write(file: &str, reason: impl Into<Sentence>) -> Self {
        let Sentence { fr, en } = reason.into();
        problem!(
            "impossible d'écrire {file} : {fr}",
            "{file} cannot be written: {en}"
        )
    }

    /// Creates the problem of a file with more bytes than such a file may have.
    pub fn file_too_long(file: &str, max_bytes: u64) -> Self {
        let fr = Lang::Fr.integer(max_bytes);
        let en = Lang::En.integer(max_bytes);
        problem!(
            "{file} dépasse {fr} octets, le maximum pour un tel fichier",
            "{file} is longer than {en} bytes, the maximum for such a file"
        )
    }

    /// Creates the problem of a file that is not text; `position` is the line and the column of the first wrong byte,
    /// from 1.
    pub fn not_utf8(file: &str, position: (usize, usize)) -> Self {
        let fr = "ce n'est pas du texte UTF-8";
        let en = "this is not UTF-8 text";
        Self::at_position(file, position, fr, en)
    }

    /// Creates the problem of a tally file that holds another plan.
    pub fn plan_mismatch(file: &str, file_plan: &str, plan: &str) -> Self {
        problem!(
            "{file} contient une autre simulation : « {file_plan} », au lieu de « {plan} »",
            "{file} holds another simulation: “{file_plan}” instead of “{plan}”"
        )
    }

    /// Creates the problem of a part of `--shard` without deals; `deals` is the number of all.
    pub fn empty_shard(deals: u64) -> Self {
        let fr = Lang::Fr.integer(deals);
        let en = Lang::En.integer(deals);
        problem!(
            "trop de tranches : il faut un bloc de 64 donnes pour chacune (donnes en tout : {fr})",
            "too many parts: each needs a block of 64 deals (deals in all: {en})"
        )
    }

    /// Creates the problem of a name that no row of a table has; a long list of choices is shortened.
    pub fn no_such_row(row: &str, choices: &[String]) -> Self {
        let choices = elided_list(choices);
        problem!(
            "il n'y a pas de ligne « {row} » ; au choix : {choices}",
            "there is no row “{row}”; the rows are {choices}"
        )
    }
}

/// Gives the English text. Required by clap; never shown.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.en)
    }
}

impl std::error::Error for Problem {}

impl From<ThreadStartError> for Problem {
    fn from(ThreadStartError { threads, source }: ThreadStartError) -> Self {
        if threads == 1 {
            return Self::thread_start(source);
        }
        problem!(
            "--threads : le système ne peut pas démarrer {threads} fils d'exécution : {source}",
            "--threads: the system cannot start {threads} threads: {source}"
        )
    }
}

impl From<Text> for Problem {
    fn from(text: Text) -> Self {
        Self(text.into())
    }
}

/// Joins the first items of a long list, and always the last one.
fn elided_list(choices: &[String]) -> String {
    const MAX_CHOICES: usize = 12;
    match choices {
        [first @ .., last] if first.len() > MAX_CHOICES => {
            format!("{}, …, {last}", first[..MAX_CHOICES].join(", "))
        }
        all => all.join(", "),
    }
}
