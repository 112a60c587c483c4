//! The lines of a text, and the words, numbers, cards and signs of which a line is made.

use pioche_engine::cards::Card;
use pioche_engine::cards::card::parse_card;
use pioche_report::lang::fold_case_and_accents;
use std::collections::{BTreeSet, HashMap};

/// A line of a text that is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the line, from 1.
    pub number: usize,
    /// The line without the blanks around it.
    pub text: String,
}

/// Returns the lines of a text, without empty ones and a byte order mark.
pub fn text_lines(text: &str) -> Vec<Line> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let filled_lines = lines.filter(|(_, line)| !line.trim().is_empty());
    filled_lines
        .map(|(number, line)| Line {
            number,
            text: line.trim().to_owned(),
        })
        .collect()
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A word without case and accents.
    Word(String),
    /// A number without leading zeros; it may have more digits than any integer type.
    Number(String),
    Card(Card),
    /// A sign that is no letter or digit, or one of the letters `x` and `o` of a board.
    Sign(char),
}

/// A token with the column of its first sign, from 1, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedToken {
    pub column: usize,
    pub text: String,
    pub token: Token,
}

const SUIT_SYMBOLS: &str = "♥♡♦♢♠♤♣♧";

/// Splits a line into its tokens.
pub fn placed_tokens(text: &str) -> Vec<PlacedToken> {
    let signs: Vec<char> = text.chars().filter(|sign| !is_invisible(*sign)).collect();
    let mut tokens = Vec::new();
    let mut place = 0;
    while place < signs.len() {
        if signs[place].is_whitespace() {
            place += 1;
            continue;
        }
        let (token, end) = token_at(&signs, place);
        tokens.push(PlacedToken {
            column: place + 1,
            text: signs[place..end].iter().collect(),
            token,
        });
        place = end;
    }
    tokens
}

pub fn tokens(text: &str) -> Vec<Token> {
    placed_tokens(text)
        .into_iter()
        .map(|placed| placed.token)
        .collect()
}

/// Returns the numbers of a line.
pub fn numbers(line: &str) -> Vec<String> {
    let number = |token: Token| match token {
        Token::Number(number) => Some(number),
        _ => None,
    };
    tokens(line).into_iter().filter_map(number).collect()
}

/// Returns the cards of a line.
pub fn cards_in(text: &str) -> Vec<Card> {
    let card = |token| match token {
        Token::Card(card) => Some(card),
        _ => None,
    };
    tokens(text).into_iter().filter_map(card).collect()
}

/// Returns true for the signs that only choose the picture of the sign before them.
fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{fe0e}' | '\u{fe0f}' | '\u{200b}')
}

/// Returns the token that begins at a place, and the place behind it.
fn token_at(signs: &[char], place: usize) -> (Token, usize) {
    let end = word_end(signs, place);
    if end == place {
        return (Token::Sign(plain_sign(signs[place])), place + 1);
    }
    for card_end in card_ends(signs, end) {
        let text: String = signs[place..card_end].iter().collect();
        // Lower-case words such as “as” are no cards.
        let is_word = card_end == end && signs[place].is_lowercase();
        if let Some((card, _)) = parse_card(&text).filter(|_| !is_word) {
            return (Token::Card(card), card_end);
        }
    }
    let word: String = signs[place..end].iter().collect();
    let token = if word.bytes().all(|byte| byte.is_ascii_digit()) {
        let digits = word.trim_start_matches('0');
        Token::Number(if digits.is_empty() { "0" } else { digits }.to_owned())
    } else {
        let folded_word = fold_case_and_accents(&word);
        match folded_word.as_str() {
            "x" => Token::Sign('x'),
            "o" => Token::Sign('o'),
            _ => Token::Word(folded_word),
        }
    };
    (token, end)
}

/// Returns the place behind the letters and digits from a place on; a word ends before the first letter behind digits.
fn word_end(signs: &[char], place: usize) -> usize {
    let is_letter = |sign: &char| sign.is_alphabetic() || sign.is_ascii_digit();
    let length = signs[place..].iter().take_while(|sign| is_letter(sign));
    place + length.count()
}

/// Returns the places where a card may end whose first word ends at `end`: `7♦`, `7-K` or `7D`.
fn card_ends(signs: &[char], end: usize) -> Vec<usize> {
    match signs.get(end) {
        Some(sign) if SUIT_SYMBOLS.contains(*sign) => vec![end + 1],
        Some('-') => vec![word_end(signs, end + 1), end],
        _ => vec![end],
    }
}

/// Returns the same sign for dashes, and for quotes, of all kinds.
fn plain_sign(sign: char) -> char {
    match sign {
        '–' | '—' | '−' | '‑' => '-',
        '’' | '‘' => '\'',
        '«' | '»' | '“' | '”' => '"',
        _ => sign,
    }
}

/// Returns true if two lines have the same tokens.
pub fn are_equal(one: &str, two: &str) -> bool {
    // Most lines differ in their digits, which are compared faster than tokens.
    one == two || (nonzero_digits(one).eq(nonzero_digits(two)) && tokens(one) == tokens(two))
}

fn nonzero_digits(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(|byte| matches!(byte, b'1'..=b'9'))
}

/// Returns the number of tokens that two lines have in the same places.
pub fn common_tokens(one: &str, two: &str) -> usize {
    let pairs = tokens(one).into_iter().zip(tokens(two));
    pairs.filter(|(one, two)| one == two).count()
}

/// Returns the first sign of those that show the same kind of value, such as an empty cell or a stone of a board.
fn sign_class(sign: char) -> char {
    match sign {
        '.' | 'x' | 'o' => '.',
        '○' | '●' => '○',
        _ if is_disc(sign) => '○',
        _ => sign,
    }
}

/// Returns true for a number in a circle.
pub fn is_disc(sign: char) -> bool {
    matches!(sign, '\u{2460}'..='\u{2473}' | '\u{24ea}'..='\u{24f4}' | '\u{24ff}' | '\u{2776}'..='\u{2793}')
}

/// The fixed words of a line and the kinds of values between them.
struct Shape {
    /// The words, with `_` for the values between two words.
    words: String,
    kinds: BTreeSet<char>,
}

impl Shape {
    fn new(tokens: &[Token]) -> Self {
        let mut shape = Self {
            words: String::new(),
            kinds: BTreeSet::new(),
        };
        for token in tokens {
            let kind = match token {
                Token::Word(word) => {
                    shape.words.push_str(word);
                    shape.words.push(' ');
                    continue;
                }
                Token::Number(_) => '0',
                Token::Card(_) => '♥',
                Token::Sign(sign) => sign_class(*sign),
            };
            shape.kinds.insert(kind);
            if !shape.words.ends_with('_') {
                shape.words.push('_');
            }
        }
        shape
    }
}

/// Returns true if two lines have the same words in the same places or, without words, the same kinds of values.
pub fn are_alike(one: &str, two: &str) -> bool {
    let shapes = [one, two].map(|text| Shape::new(&tokens(text)));
    let has_words = shapes[0].words != "_";
    shapes[0].words == shapes[1].words && (has_words || shapes[0].kinds == shapes[1].kinds)
}

/// The shapes of the lines of a form: the words of lines, and the kinds of values that they have with these words.
#[derive(Default)]
pub struct KnownLines(HashMap<String, BTreeSet<char>>);

impl KnownLines {
    pub fn add(&mut self, text: &str) {
        let Shape { words, kinds } = Shape::new(&tokens(text));
        self.0.entry(words).or_default().extend(kinds);
    }

    /// Returns true if a line differs from known ones in values alone.
    pub fn contains(&self, text: &str) -> bool {
        let shape = Shape::new(&tokens(text));
        let kinds = self.0.get(&shape.words);
        kinds.is_some_and(|kinds| shape.kinds.is_subset(kinds))
    }
}
