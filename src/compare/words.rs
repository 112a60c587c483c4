//! The words and numbers of a text.

use super::reference::Reference;
use pioche_report::lang::fold_case_and_accents;
use pioche_report::lang::parse_number::{CommaMeaning, NumberError, parse_number};
use std::sync::LazyLock;

/// Words without case and accents, by what they mean; `_` in the file stands for a blank.
static WORDS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let mut words = Vec::new();
    for line in include_str!("words.txt").lines() {
        let (meaning, list) = line.split_once(": ").unwrap_or_default();
        for word in list.split(' ') {
            words.push((meaning, word.replace('_', " ")));
        }
    }
    words
});

/// Marks of texts, and the signs for which they stand.
const MARKS: [(&str, &str); 14] = [
    ("\r", ""),
    ("{,}", ","),
    ("\\%", "%"),
    (" %", "%"),
    ("\\leq", "≤"),
    ("\\hline", ""),
    ("\\\\", ""),
    ("$", ""),
    ("np.float64", ""),
    (" ± ", "±"),
    ("oueur ", "oueur"),
    ("ouer ", "ouer"),
    ("layer ", "layer"),
    ("agnant ", "agnant"),
];

const CELL_SEPARATORS: [char; 4] = ['|', '&', '\t', ';'];

/// A number, a name of a row, or a cell with neither.
#[derive(Clone, Debug, Default)]
pub struct Item {
    pub text: String,
    pub is_number: bool,
    /// The row of the reference that it names.
    pub name: Option<usize>,
}

/// Returns the text of a file in UTF-8 or Windows-1252, without marks.
pub fn decode(bytes: &[u8]) -> String {
    let mut text = match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    for (mark, sign) in MARKS {
        text = text.replace(mark, sign);
    }
    text
}

/// Returns true if a text has a sign, or a word that begins as one, with this meaning.
pub fn has_word(text: &str, meaning: &str) -> bool {
    let folded = fold_case_and_accents(text).replace(['_', '-', '\'', ':', '"', ';'], " ");
    let words_text = format!(" {folded}");
    WORDS.iter().any(|(other, word)| {
        let is_sign = !word.starts_with(char::is_alphanumeric);
        let start = if is_sign { "" } else { " " };
        *other == meaning && words_text.contains(&format!("{start}{word}"))
    })
}

/// Replaces the commas that separate cells by semicolons, and leaves out quotation marks. Commas between them stay; if commas are
/// decimal signs, also those between digits, and all of a text with another separator.
pub fn with_semicolons(text: &str, has_decimal_commas: bool) -> String {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let keeps_all = has_decimal_commas && text.contains(CELL_SEPARATORS);
    let mut is_quoted = false;
    let mut result = String::new();
    for (place, sign) in text.char_indices() {
        let is_decimal = || {
            has_decimal_commas
                && text[..place].ends_with(is_digit)
                && text[place + 1..].starts_with(is_digit)
        };
        match sign {
            '"' => is_quoted = !is_quoted,
            ',' if !(keeps_all || is_quoted || is_decimal()) => result.push(';'),
            _ => result.push(sign),
        }
    }
    result
}

fn separator(line: &str) -> Option<&char> {
    CELL_SEPARATORS.iter().find(|sign| line.contains(**sign))
}

/// Splits a line at its separator, or at spaces.
pub fn cells(line: &str) -> Vec<&str> {
    match separator(line) {
        Some(separator) => {
            let line = line.trim().trim_matches(*separator);
            line.split(*separator).map(str::trim).collect()
        }
        None => line.split_whitespace().collect(),
    }
}

/// Returns the items of a line: one for each cell or, without a separator, each number and each name.
pub fn items(line: &str, reference: &Reference) -> Vec<Item> {
    if separator(line).is_none() {
        return word_items(line, reference);
    }
    let item = |cell: &str| {
        let first = word_items(cell, reference).into_iter().next();
        first.unwrap_or_default()
    };
    cells(line).into_iter().map(item).collect()
}

/// Returns the numbers and the names of a text.
fn word_items(text: &str, reference: &Reference) -> Vec<Item> {
    const SEPARATORS: &str = "|&;:=()[]{}<>≤≥→≈~*'`";
    let is_separator = |sign: char| sign.is_whitespace() || SEPARATORS.contains(sign);
    let words: Vec<&str> = if is_number(text.trim()) {
        vec![text.trim()]
    } else {
        text.split(is_separator).collect()
    };
    let mut items = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let (number, _) = word.split_once('±').unwrap_or((word, ""));
        let text = number.trim_end_matches(['.', ',']);
        let is_number = is_number(text);
        let folded = fold_case_and_accents(text.strip_suffix(".0").unwrap_or(text));
        let outcome = WORDS.iter().find(|(_, other)| *other == folded);
        let key = match (reference.first, outcome) {
            (None, Some((outcome, _))) => outcome,
            _ => folded.as_str(),
        };
        let is_count = is_number
            && words
                .get(place + 1)
                .is_some_and(|unit| has_word(unit, "units"));
        let mut names = reference.names.iter();
        let name = names.position(|other| other == key && !is_count);
        if is_number || name.is_some() {
            items.push(Item {
                text: text.to_owned(),
                is_number,
                name,
            });
        }
    }
    items
}

fn is_number(word: &str) -> bool {
    let number = parse_number(word, CommaMeaning::Ambiguous);
    !matches!(number, Err(NumberError::NotANumber | NumberError::TooLarge))
}
