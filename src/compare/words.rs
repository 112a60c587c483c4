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
        words.extend(
            list.split(' ')
                .map(|word| (meaning, word.replace('_', " "))),
        );
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

/// A name or a number in a line.
#[derive(Clone, Debug)]
pub struct Item {
    pub text: String,
    pub is_number: bool,
    /// The row of the reference that it names.
    pub name: Option<usize>,
    /// The place of its word among the known ones; the first of several names the row.
    pub rank: usize,
    /// The place of its cell.
    pub cell: usize,
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

/// Replaces the commas of a text that separate cells by semicolons: those outside of quotation marks and, if commas are
/// decimal signs, not between digits; none where another sign separates cells.
pub fn with_semicolons(text: &str, has_decimal_commas: bool) -> String {
    let mut result = String::new();
    let keeps_commas = has_decimal_commas && text.contains(CELL_SEPARATORS);
    for (index, part) in text.split('"').enumerate() {
        let is_kept = keeps_commas || index % 2 == 1;
        for (place, sign) in part.char_indices() {
            let is_cell_comma = || {
                let is_digit = |sign: char| sign.is_ascii_digit();
                let is_between_digits =
                    part[..place].ends_with(is_digit) && part[place + 1..].starts_with(is_digit);
                !(is_kept || has_decimal_commas && is_between_digits)
            };
            result.push(if sign == ',' && is_cell_comma() {
                ';'
            } else {
                sign
            });
        }
    }
    result
}

/// Splits a line at its separator, or at spaces.
pub fn cells(line: &str) -> Vec<&str> {
    match CELL_SEPARATORS.iter().find(|sign| line.contains(**sign)) {
        Some(separator) => line
            .trim()
            .trim_matches(*separator)
            .split(*separator)
            .collect(),
        None => line.split_whitespace().collect(),
    }
}

/// Returns the names and the numbers of a line, and its cells of one word.
pub fn items(line: &str, reference: &Reference) -> Vec<Item> {
    const SEPARATORS: &str = "|&;:=()[]{}<>≤≥→≈~*'`";
    let mut items = Vec::new();
    let is_table = line.contains(CELL_SEPARATORS);
    for (cell, text) in cells(line).into_iter().enumerate() {
        let is_number_cell = is_number(text.trim());
        let is_separator =
            |sign: char| !is_number_cell && (sign.is_whitespace() || SEPARATORS.contains(sign));
        let words: Vec<&str> = text.trim().split(is_separator).collect();
        for (place, word) in words.iter().enumerate() {
            let (number, _) = word.split_once('±').unwrap_or((word, ""));
            let text = number.trim_end_matches(['.', ',']);
            let is_number = is_number(text);
            let key = fold_case_and_accents(text.strip_suffix(".0").unwrap_or(text));
            let rank = WORDS.iter().position(|(_, other)| *other == key);
            let name = match (reference.first, rank) {
                (None, Some(rank)) => WORDS[rank].0,
                _ => &key,
            };
            let is_other = is_number
                && words
                    .get(place + 1)
                    .is_some_and(|unit| has_word(unit, "units"));
            let name = reference.names.iter().position(|other| other == name);
            let item = Item {
                text: text.to_owned(),
                is_number,
                name: name.filter(|_| !is_other),
                rank: rank.unwrap_or(0),
                cell,
            };
            if is_number || item.name.is_some() || (is_table && words.len() == 1) {
                items.push(item);
            }
        }
    }
    // Of words that follow each other, one names the row.
    if items.iter().any(|item| item.is_number) {
        items.dedup_by(|next, former| {
            let is_word = |item: &Item| !item.is_number && item.name.is_some();
            let are_words = is_word(next) && is_word(former);
            if are_words && next.rank < former.rank {
                std::mem::swap(next, former);
            }
            are_words
        });
    }
    items
}

fn is_number(word: &str) -> bool {
    let number = parse_number(word, CommaMeaning::Ambiguous);
    !matches!(number, Err(NumberError::NotANumber | NumberError::TooLarge))
}
