//! Errors that end a command, lists and lines of words, and texts of users made safe to print.

use super::system_error::system_reason;
use super::{Text, integer};
use pioche_engine::sim::driver::ThreadStartError;
use std::error::Error;
use std::{fmt, io};

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

/// An error that ends a command: a sentence without its period, and the error that caused it.
#[derive(Debug, thiserror::Error)]
#[error("{sentence}")]
pub struct Problem {
    sentence: String,
    #[source]
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl PartialEq for Problem {
    fn eq(&self, other: &Self) -> bool {
        self.sentence == other.sentence
    }
}

impl Problem {
    /// Adds the cause, which the sentence already tells.
    pub fn caused_by(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Creates a problem at a line and column of a file.
    pub fn at_position(
        file: &str,
        (line, column): (usize, usize),
        reason: impl fmt::Display,
    ) -> Self {
        problem!(
            "{file}, line {line}, column {column}: {reason}",
            file,
            line,
            column,
            reason
        )
    }

    /// Creates a problem of an argument, such as `--cells`, or of a file.
    pub fn for_argument(argument: &str, problem: Self) -> Self {
        let Self { sentence, cause } = problem;
        let sentence = tr!("{argument}: {sentence}", argument, sentence);
        Self { sentence, cause }
    }

    /// Creates the problem of a required argument that is not given.
    pub fn missing_argument(names: &str) -> Self {
        problem!("{names} is missing", names)
    }

    /// Creates the problem of a word that is none of the choices, a list with commas.
    pub fn not_a_choice(text: &str, choices: &str) -> Self {
        problem!("“{text}” is not one of {choices}", text, choices)
    }

    /// Creates the problem of a file that cannot be read; `file` is `-` for the standard input.
    pub fn cannot_read(file: &str, reason: impl Into<io::Error>) -> Self {
        let error = reason.into();
        let reason = system_reason(&error);
        problem!("{file} cannot be read: {reason}", file, reason).caused_by(error)
    }

    /// Creates the problem of a file that cannot be written.
    pub fn cannot_write(file: &str, reason: impl Into<io::Error>) -> Self {
        let error = reason.into();
        let reason = system_reason(&error);
        problem!("{file} cannot be written: {reason}", file, reason).caused_by(error)
    }

    /// Creates the problem of a file with more bytes than such a file may have.
    pub fn file_too_long(file: &str, max_bytes: u64) -> Self {
        let bytes = integer(max_bytes);
        problem!(
            "{file} is longer than {bytes} bytes, the maximum for such a file",
            file,
            bytes
        )
    }

    /// Creates the problem of a file that is not text; `position` is the line and the column of the first wrong byte,
    /// from 1.
    pub fn not_utf8(file: &str, position: (usize, usize)) -> Self {
        Self::at_position(file, position, tr!("this is not UTF-8 text"))
    }

    /// Creates the problem of a tally file that holds another plan.
    pub fn plan_mismatch(file: &str, file_plan: &str, plan: &str) -> Self {
        problem!(
            "{file} holds another simulation: “{file_plan}” instead of “{plan}”",
            file,
            file_plan,
            plan
        )
    }

    /// Creates the problem of a part of `--shard` without deals; `deals` is the number of all.
    pub fn empty_shard(deals: u64) -> Self {
        let deals = integer(deals);
        problem!(
            "too many parts: each needs a block of 64 deals (deals in all: {deals})",
            deals
        )
    }

    /// Creates the problem of a name that no row of a table has; a long list of choices is shortened.
    pub fn no_such_row(row: &str, choices: &[String]) -> Self {
        let choices = elided_list(choices);
        problem!(
            "there is no row “{row}”; the rows are {choices}",
            row,
            choices
        )
    }
}

impl From<String> for Problem {
    fn from(sentence: String) -> Self {
        Self {
            sentence,
            cause: None,
        }
    }
}

impl From<Text> for Problem {
    fn from(text: Text) -> Self {
        text.to_string().into()
    }
}

impl From<ThreadStartError> for Problem {
    fn from(ThreadStartError { threads, source }: ThreadStartError) -> Self {
        let problem = match threads {
            1 => problem!(
                "the system cannot start another thread: {error}",
                error = source
            ),
            _ => problem!(
                "--threads: the system cannot start {threads} threads: {source}",
                threads,
                source
            ),
        };
        problem.caused_by(source)
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
