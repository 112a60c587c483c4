//! A card as people write it: in the handout's form, with symbols, or in English letters.
//!
//! The form belongs to what was read: `C` is cœur in the handout's form and clubs in English, so that cards of several
//! forms side by side may mean anything.

use super::card::Card;

/// A way of writing cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// The handout's, `7-K` and `D-P`: K is carreau ♦.
    Handout,
    /// With symbols, `7♦` and `D♠`, in the letters of either language: `Q♠`.
    Symbols,
    /// English letters without a dash, `7D` and `QS`: C is clubs ♣.
    English,
}

const SYMBOLS: [[char; 2]; 4] = [['♥', '♡'], ['♦', '♢'], ['♠', '♤'], ['♣', '♧']];
const ENGLISH_SUITS: [char; 4] = ['H', 'D', 'S', 'C'];
const FRENCH: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "A"];
const ENGLISH: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/// The card that a word means, and the form in which it stands; lower case does no harm.
pub fn read(word: &str) -> Option<(Card, Form)> {
    // What tells a symbol from its picture.
    let word: String = word.to_uppercase().chars().filter(|sign| !['\u{fe0e}', '\u{fe0f}'].contains(sign)).collect();
    if let Ok(card) = word.parse() {
        return Some((card, Form::Handout));
    }
    let last = word.chars().next_back()?;
    let value = &word[..word.len() - last.len_utf8()];
    let rank = |letters: &[&str; 13]| letters.iter().position(|known| *known == value);
    let card = |suit: usize, rank: usize| Card::new(suit as u8, rank as u8);
    if let Some(suit) = SYMBOLS.iter().position(|symbols| symbols.contains(&last)) {
        return Some((card(suit, rank(&FRENCH).or(rank(&ENGLISH))?)?, Form::Symbols));
    }
    let suit = ENGLISH_SUITS.iter().position(|letter| *letter == last)?;
    Some((card(suit, rank(&ENGLISH)?)?, Form::English))
}
