//! Cards in the forms in which programs print them, rewritten as `R♥`.

use crate::topics::printed::letters::{ENGLISH, FRENCH, Letters, RANKS};
use std::ops::Range;

/// The symbols of suits, by the order of [`Letters`].
const SYMBOLS: [char; 4] = ['♥', '♦', '♠', '♣'];

/// The words of a dictionary that is a card.
const KEYS: [&str; 9] = [
    "valeur", "couleur", "value", "suit", "rank", "color", "hauteur", "v", "c",
];

/// The letters of a text, in which it writes its cards.
pub struct CardForms(&'static Letters);

impl CardForms {
    /// Returns the letters in which more words of a text are cards.
    pub fn of_text<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Self {
        let card_count = |letters: &Letters| -> usize {
            lines.clone().map(|line| cards(line, letters).len()).sum()
        };
        if card_count(&ENGLISH) > card_count(&FRENCH) {
            Self(&ENGLISH)
        } else {
            Self(&FRENCH)
        }
    }

    /// Writes each card of a line as a value and a symbol.
    pub fn plain_line(&self, line: &str) -> String {
        let mut plain = String::with_capacity(line.len());
        let mut end = 0;
        for (place, card) in cards(line, self.0) {
            plain.push_str(&line[end..place.start]);
            plain.push_str(&card);
            end = place.end;
        }
        plain + &line[end..]
    }
}

/// A word of a line: letters and digits, or the symbol of a suit.
struct LineWord {
    place: Range<usize>,
    text: String,
}

/// Returns the cards of a line, with their places, except those that have a symbol already.
fn cards(line: &str, letters: &Letters) -> Vec<(Range<usize>, String)> {
    let words = card_words(line);
    let mut cards: Vec<(Range<usize>, String)> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match card_at(line, &words[at..], letters) {
            Some((length, card)) => {
                let start = words[at].place.start;
                let end = words[at + length - 1].place.end;
                let mut place = with_brackets(line, start..end);
                // A quote between two cards belongs to the first.
                let end_before = cards.last().map_or(0, |(before, _)| before.end);
                place.start = place.start.max(end_before);
                cards.push((place, card));
                at += length;
            }
            None => at += 1,
        }
    }
    cards
}

fn card_words(line: &str) -> Vec<LineWord> {
    let mut words: Vec<LineWord> = Vec::new();
    for (place, sign) in line.char_indices() {
        let end = place + sign.len_utf8();
        let is_symbol = "♥♡♦♢♠♤♣♧".contains(sign);
        if !sign.is_alphanumeric() && !is_symbol {
            continue;
        }
        match words.last_mut() {
            Some(word) if word.place.end == place && !is_symbol => {
                word.place.end = end;
                word.text.push(sign);
            }
            _ => words.push(LineWord {
                place: place..end,
                text: sign.to_string(),
            }),
        }
    }
    words
}

/// Returns the card at the first words, and the number of its words.
fn card_at(line: &str, words: &[LineWord], letters: &Letters) -> Option<(usize, String)> {
    let [first, others @ ..] = words else {
        return None;
    };
    if let Some(card) = compact_card(&first.text, letters) {
        return Some((1, card));
    }
    // The separators show whether two words are one card: a bracket around them, “of” between them, or a blank.
    let is_open = line[..first.place.start].ends_with(['(', '[', '{', '\'', '"']);
    let is_key = |word: &LineWord| KEYS.contains(&word.text.as_str());
    if is_open && is_key(first) {
        let [value, key, suit] = others.get(..3)? else {
            return None;
        };
        let card = letters
            .numbered_card(&value.text, &suit.text)
            .or_else(|| letters.numbered_card(&suit.text, &value.text));
        return card.filter(|_| is_key(key)).map(|card| (4, card));
    }
    let second = others.first()?;
    if is_open && let Some(card) = bracketed_card(line, first, second, letters) {
        return Some((2, card));
    }
    let (suit, length) = match &second.text[..] {
        "de" | "of" => (others.get(1)?, 3),
        _ => (second, 2),
    };
    let is_named =
        length == 3 || suit.text.chars().count() > 3 || is_symbol_after_blank(line, first, suit);
    let card = letters.symbol_card(&first.text, &suit.text)?;
    is_named.then_some((length, card))
}

fn is_symbol_after_blank(line: &str, rank: &LineWord, suit: &LineWord) -> bool {
    let between = &line[rank.place.end..suit.place.start];
    suit.text.chars().all(|sign| !sign.is_alphanumeric()) && between == " "
}

/// Returns the card of a pair such as `('Roi', 'coeur')`, in either order.
fn bracketed_card(
    line: &str,
    first: &LineWord,
    second: &LineWord,
    letters: &Letters,
) -> Option<String> {
    let between = &line[first.place.end..second.place.start];
    let is_pair = between.contains(',')
        && between.chars().all(|sign| "', \"".contains(sign))
        && line[second.place.end..]
            .trim_start_matches(['\'', '"'])
            .starts_with([')', ']']);
    let card = letters
        .numbered_card(&first.text, &second.text)
        .or_else(|| letters.numbered_card(&second.text, &first.text));
    card.filter(|_| is_pair)
}

/// Returns a card such as `10C`; words in lower case are not cards.
fn compact_card(word: &str, letters: &Letters) -> Option<String> {
    let (place, suit) = word.char_indices().next_back()?;
    let rank = &word[..place];
    let is_upper = rank.len() <= 2 && suit.is_ascii_uppercase() && !rank.is_empty();
    let is_upper = is_upper && rank.chars().all(|sign| !sign.is_lowercase());
    letters
        .symbol_card(rank, &word[place..])
        .filter(|_| is_upper)
}

/// Extends a place by the brackets and quotes around it.
fn with_brackets(line: &str, place: Range<usize>) -> Range<usize> {
    let mut start = place.start;
    let mut end = place.end;
    for _ in 0..2 {
        for (open, close) in [('\'', '\''), ('"', '"'), ('(', ')'), ('{', '}')] {
            // A card in quotes may begin or end a pair in brackets.
            let has_open = line[..start].ends_with(open);
            let has_close = line[end..].starts_with(close);
            let is_quote = open == close;
            if has_open && (has_close || is_quote) {
                start -= open.len_utf8();
            }
            if has_close && (has_open || is_quote) {
                end += close.len_utf8();
            }
        }
    }
    start..end
}

impl Letters {
    /// Writes a card as `R♥`; `None` if the words are not a value and a suit.
    fn symbol_card(&self, rank: &str, suit: &str) -> Option<String> {
        let (rank, suit) = self.indices(rank, suit)?;
        Some(format!("{}{}", RANKS[rank], SYMBOLS[suit]))
    }

    /// Writes a card with any number as its value, as in the game of bataille.
    fn numbered_card(&self, rank: &str, suit: &str) -> Option<String> {
        let is_number = rank.len() <= 2 && rank.bytes().all(|byte| byte.is_ascii_digit());
        let numbered = || {
            let (_, suit) = self.indices("2", suit).filter(|_| is_number)?;
            Some(format!("{rank}{}", SYMBOLS[suit]))
        };
        self.symbol_card(rank, suit).or_else(numbered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_rewritten_in_the_forms_of_programs() {
        for (line, expected) in [
            (
                "[{'valeur': 7, 'couleur': 'K'}, {'couleur': 'P', 'valeur': 'D'}]",
                "[7♦, D♠]",
            ),
            ("[('Roi', 'coeur'), ('10', 'pique')]", "[R♥, 10♠]"),
            ("['7-K', 'D-P']", "['7-K', 'D-P']"),
            ("[('As', 'pique')'9', 'coeur')]", "[A♠9♥)]"),
            ("on pose le roi de cœur", "on pose le R♥"),
            (
                "Player 1 plays King of Hearts, Player 2 plays 3 of Spades",
                "Player 1 plays R♥, Player 2 plays 3♠",
            ),
            ("step 4 draw 10C -> 8D 10C", "step 4 draw 10♣ -> 8♦ 10♣"),
            ("pioche 7P RT", "pioche 7♠ R♣"),
            ("7♠ 10♦  R♡", "7♠ 10♦  R♡"),
            ("10 ♥ et As ♠", "10♥ et A♠"),
            (
                "Il reste 3 cartes dans la pioche de 32",
                "Il reste 3 cartes dans la pioche de 32",
            ),
        ] {
            let forms = CardForms::of_text([line].into_iter());
            assert_eq!(forms.plain_line(line), expected, "{line}");
        }
    }
}
