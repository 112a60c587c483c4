//! One card, its text and its display; and how people write it: in the handout's form, with symbols, or in English letters.
//!
//! The text is the handout's (000, 4.2.1): value, hyphen, suit, as in `7-K` or `D-P`; the suits are C (cœur ♥),
//! K (carreau ♦), P (pique ♠) and T (trèfle ♣), so `K` is never a king. Packs beyond four suits or thirteen ranks,
//! which only make exact checks possible, go on with suits E to H and values 11, 12, …

use crate::words::Unknown;
use std::fmt;
use std::str::FromStr;

/// The largest number of suits.
pub const MAX_SUITS: u8 = 8;
/// The largest number of ranks.
pub const MAX_RANKS: u8 = 32;

const SUIT_LETTERS: [char; MAX_SUITS as usize] = ['C', 'K', 'P', 'T', 'E', 'F', 'G', 'H'];
const SUIT_SYMBOLS: [char; MAX_SUITS as usize] = ['♥', '♦', '♠', '♣', 'E', 'F', 'G', 'H'];
const RANK_TEXTS: [&str; MAX_RANKS as usize] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "A", "11", "12", "13", "14", "15", "16", "17", "18",
    "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29",
];

/// A card: a suit and a rank, in one byte.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// The card of suit `suit` (0 ♥, 1 ♦, 2 ♠, 3 ♣, …) and rank `rank` (0 for a 2, …, 8 for a 10, 9 V, 10 D, 11 R,
    /// 12 A, …); `None` from [`MAX_SUITS`] or [`MAX_RANKS`] on.
    pub const fn new(suit: u8, rank: u8) -> Option<Self> {
        if suit < MAX_SUITS && rank < MAX_RANKS { Some(Self(suit << 5 | rank)) } else { None }
    }

    /// The suit's number.
    pub const fn suit(self) -> u8 {
        self.0 >> 5
    }

    /// The rank's number.
    pub const fn rank(self) -> u8 {
        self.0 & 31
    }

    /// The value as the handout writes it: `2` to `10`, `V`, `D`, `R`, `A`.
    pub const fn rank_text(self) -> &'static str {
        RANK_TEXTS[self.rank() as usize]
    }

    /// The value in English letters: `2` to `10`, `J`, `Q`, `K`, `A`.
    pub const fn english_rank(self) -> &'static str {
        if self.rank() < 13 { ENGLISH[self.rank() as usize] } else { self.rank_text() }
    }

    /// Whether its suit is red: hearts or diamonds.
    pub const fn is_red(self) -> bool {
        self.suit() < 2
    }

    /// The suit's symbol: ♥ ♦ ♠ ♣.
    pub const fn symbol(self) -> char {
        SUIT_SYMBOLS[self.suit() as usize]
    }
}

/// A card as people read it: `D♥`, or `Q♥` with `{:#}`, in English letters; on three characters ` 7♠`, `10♦`, ` R♥`
/// (handout 000, 4.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(alias = "carte_to_chaine")]
pub struct Face(pub Card);

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = if f.alternate() { self.0.english_rank() } else { self.0.rank_text() };
        f.pad(&format!("{rank}{}", self.0.symbol()))
    }
}

/// The handout's text form, `7-K`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.rank_text(), SUIT_LETTERS[self.suit() as usize])
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let card = || {
            let (rank, suit) = text.split_once('-')?;
            let rank = RANK_TEXTS.iter().position(|&known| known == rank)?;
            let suit = SUIT_LETTERS.iter().position(|known| suit.chars().eq([*known]))?;
            Self::new(suit as u8, rank as u8)
        };
        card()
            .ok_or_else(|| Unknown::new(text, "card: a value (2 to 10, V, D, R, A), a hyphen and a suit (C, K, P, T)"))
    }
}

/// A way of writing cards.
///
/// It belongs to what was read: `C` is cœur in the handout's form and clubs in English, so that cards of several forms
/// side by side may mean anything.
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
const ENGLISH: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/// The card that a word means, and the form in which it stands; lower case does no harm.
pub fn read(word: &str) -> Option<(Card, Form)> {
    // What tells a symbol from its picture.
    let word: String =
        word.to_ascii_uppercase().chars().filter(|sign| !['\u{fe0e}', '\u{fe0f}'].contains(sign)).collect();
    if let Ok(card) = word.parse() {
        return Some((card, Form::Handout));
    }
    let last = word.chars().next_back()?;
    let value = &word[..word.len() - last.len_utf8()];
    let rank = |letters: &[&str]| letters.iter().take(13).position(|known| *known == value);
    let card = |suit: usize, rank: usize| Card::new(suit as u8, rank as u8);
    if let Some(suit) = SYMBOLS.iter().position(|symbols| symbols.contains(&last)) {
        return Some((card(suit, rank(&RANK_TEXTS).or(rank(&ENGLISH))?)?, Form::Symbols));
    }
    let suit = ENGLISH_SUITS.iter().position(|letter| *letter == last)?;
    Some((card(suit, rank(&ENGLISH)?)?, Form::English))
}
