//! A playing card, its text form, its display, and the notations in which it is read; and packs of cards.
//!
//! The text form is the handout's (000, 4.2.1): value, hyphen, suit, as in `7-K` or `D-P`; the suits are C (cœur ♥),
//! K (carreau ♦), P (pique ♠) and T (trèfle ♣), so `K` is never a king. Larger packs, made
//! for exact checks, have the further suits E to H and the further values 11, 12, ….
//!
//! ```
//! use pioche_engine::cards::Card;
//!
//! let queen: Card = "D-P".parse()?;
//! assert_eq!((queen.suit(), queen.rank(), queen.is_red()), (2, 10, false));
//! assert!("D-X".parse::<Card>().is_err());
//! # Ok::<(), pioche_engine::parse::ParseValueError>(())
//! ```
//!
//! # Packs
//! A [`Pack`] is the set of cards that a game is played with, and their order before the first shuffle.
//!
//! The cards of s suits and r ranks are numbered from 0 to s * r - 1. Card number k is of suit k / r, rounded down, of
//! ♥ (`C`), ♦ (`K`), ♠ (`P`), ♣ (`T`), and then the suits `E` to `H` of the larger packs; within a suit the ranks
//! ascend with k, and the ace is the last: 7, 8, 9, 10, V, D, R, A with 8 ranks, from 6 with 9, from 2 with 13, from V
//! with 4. With more than 13, the ranks 11, 12, … come after the ace. Bataille has its own numbers: card k has the
//! value 1 + k / 4, rounded down ([`super::riffle::card_value`]).

use crate::parse::ParseValueError;
use std::fmt;
use std::str::FromStr;

/// The largest number of suits.
pub const MAX_SUITS: u8 = 8;
/// The largest number of ranks.
pub const MAX_RANKS: u8 = 32;

const SUIT_LETTERS: [char; MAX_SUITS as usize] = ['C', 'K', 'P', 'T', 'E', 'F', 'G', 'H'];
const SUIT_SYMBOLS: [char; MAX_SUITS as usize] = ['♥', '♦', '♠', '♣', 'E', 'F', 'G', 'H'];
const FRENCH_RANKS: [&str; MAX_RANKS as usize] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "A", "11", "12", "13", "14", "15",
    "16", "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29",
];

/// A card: a suit and a rank, in one byte.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// The card of suit `suit` (0 ♥, 1 ♦, 2 ♠, 3 ♣, …) and rank `rank` (0 for a 2, …, 8 for a 10, 9 V, 10 D, 11 R,
    /// 12 A, …); `None` from [`MAX_SUITS`] or [`MAX_RANKS`] on.
    pub const fn new(suit: u8, rank: u8) -> Option<Self> {
        if suit < MAX_SUITS && rank < MAX_RANKS {
            Some(Self(suit << 5 | rank))
        } else {
            None
        }
    }

    /// The suit, from 0: ♥, ♦, ♠, ♣, then the suits `E` to `H`.
    pub const fn suit(self) -> u8 {
        self.0 >> 5
    }

    /// The rank, from 0 for a 2 to 12 for an ace; more in packs of more than 13 ranks.
    pub const fn rank(self) -> u8 {
        self.0 & 31
    }

    /// The rank as the handout writes it: `2` to `10`, `V`, `D`, `R`, `A`.
    pub const fn french_rank(self) -> &'static str {
        FRENCH_RANKS[self.rank() as usize]
    }

    /// The rank in English letters: `2` to `10`, `J`, `Q`, `K`, `A`.
    pub const fn english_rank(self) -> &'static str {
        if self.rank() < 13 {
            ENGLISH_RANKS[self.rank() as usize]
        } else {
            self.french_rank()
        }
    }

    /// True if the suit is hearts or diamonds.
    pub const fn is_red(self) -> bool {
        self.suit() < 2
    }

    /// The suit's symbol: ♥ ♦ ♠ ♣, or a letter from `E` to `H`.
    pub const fn suit_symbol(self) -> char {
        SUIT_SYMBOLS[self.suit() as usize]
    }
}

/// Displays a card with its suit's symbol: `D♥`, or `Q♥` in English letters with `{:#}` (handout 000, 4.1.1).
///
/// The usual width is 3 characters: ` 7♠`, `10♦`, ` R♥`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(alias = "carte_to_chaine")]
pub struct CardLabel(pub Card);

impl fmt::Display for CardLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = if f.alternate() {
            self.0.english_rank()
        } else {
            self.0.french_rank()
        };
        f.pad(&format!("{rank}{}", self.0.suit_symbol()))
    }
}

/// Writes the handout's text form, `7-K`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}-{}",
            self.french_rank(),
            SUIT_LETTERS[self.suit() as usize]
        )
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let card = || {
            let (rank, suit) = text.split_once('-')?;
            let rank = FRENCH_RANKS.iter().position(|&text| text == rank)?;
            let suit = SUIT_LETTERS
                .iter()
                .position(|letter| suit.chars().eq([*letter]))?;
            Self::new(suit as u8, rank as u8)
        };
        card().ok_or_else(|| {
            ParseValueError::new(
                text,
                "card: a value (2 to 10, V, D, R, A), a hyphen and a suit (C, K, P, T)",
            )
        })
    }
}

/// A notation for cards.
///
/// `C` is cœur in the handout's notation and clubs in English, so a text in several notations is ambiguous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardNotation {
    /// The handout's notation, `7-K` and `D-P`: K is carreau ♦.
    Handout,
    /// Symbols, `7♦` and `D♠`, with the letters of either language: `Q♠`.
    Symbols,
    /// English letters without a dash, `7D` and `QS`: C is clubs ♣.
    English,
}

const SUIT_SYMBOL_VARIANTS: [[char; 2]; 4] = [['♥', '♡'], ['♦', '♢'], ['♠', '♤'], ['♣', '♧']];
const ENGLISH_SUITS: [char; 4] = ['H', 'D', 'S', 'C'];
const ENGLISH_RANKS: [&str; 13] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
];

/// Reads a card in any notation, in upper or lower case; `None` if the word is not a card.
pub fn parse_card(word: &str) -> Option<(Card, CardNotation)> {
    // The variation selectors choose between a symbol and a picture.
    let word: String = word
        .to_ascii_uppercase()
        .chars()
        .filter(|sign| !['\u{fe0e}', '\u{fe0f}'].contains(sign))
        .collect();
    if let Ok(card) = word.parse() {
        return Some((card, CardNotation::Handout));
    }
    let last = word.chars().next_back()?;
    let value = &word[..word.len() - last.len_utf8()];
    let rank = |texts: &[&str]| texts.iter().take(13).position(|text| *text == value);
    let card = |suit: usize, rank: usize| Card::new(suit as u8, rank as u8);
    if let Some(suit) = SUIT_SYMBOL_VARIANTS
        .iter()
        .position(|symbols| symbols.contains(&last))
    {
        return Some((
            card(suit, rank(&FRENCH_RANKS).or(rank(&ENGLISH_RANKS))?)?,
            CardNotation::Symbols,
        ));
    }
    let suit = ENGLISH_SUITS.iter().position(|letter| *letter == last)?;
    Some((card(suit, rank(&ENGLISH_RANKS)?)?, CardNotation::English))
}

/// The largest number of cards in a pack.
pub const MAX_CARDS: usize = 64;
const FULL_RANKS: u8 = 13;

/// All cards of some suits and ranks.
///
/// Up to 13 ranks are the highest ones, the ace last: 8 ranks are 7 to A, 9 are 6 to A, 13 are 2 to A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pack {
    suits: u8,
    ranks: u8,
}

const EXPECTED_PACK: &str = "pack of 32, 36 or 52 cards, nor suits x ranks as in 2x4, with 1 to \
                             8, 1 to 32 and at most 64 cards";

impl Pack {
    /// 32 cards, 7 to A: the handout's default.
    pub const PIQUET: Self = Self { suits: 4, ranks: 8 };
    /// 36 cards, 6 to A: the Medici patience.
    pub const SIX_TO_ACE: Self = Self { suits: 4, ranks: 9 };
    /// 52 cards, 2 to A.
    pub const FULL: Self = Self {
        suits: 4,
        ranks: 13,
    };

    /// The pack of 32, 36 or 52 cards.
    ///
    /// # Errors
    /// When there is no such pack: for any other number.
    pub fn with_size(cards: usize) -> Result<Self, ParseValueError> {
        match cards {
            32 => Ok(Self::PIQUET),
            36 => Ok(Self::SIX_TO_ACE),
            52 => Ok(Self::FULL),
            _ => Err(ParseValueError::new(cards, EXPECTED_PACK)),
        }
    }

    /// The pack of `suits` x `ranks` cards.
    ///
    /// # Errors
    /// When the suits are not 1 to 8, the ranks not 1 to 32, or the cards more than 64.
    pub fn new(suits: u8, ranks: u8) -> Result<Self, ParseValueError> {
        let fits = (1..=MAX_SUITS).contains(&suits) && (1..=MAX_RANKS).contains(&ranks);
        if fits && suits as usize * ranks as usize <= MAX_CARDS {
            Ok(Self { suits, ranks })
        } else {
            Err(ParseValueError::new(
                format_args!("{suits}x{ranks}"),
                EXPECTED_PACK,
            ))
        }
    }

    /// The number of cards.
    pub const fn size(self) -> usize {
        self.suits as usize * self.ranks as usize
    }

    /// The number of suits.
    pub const fn suits(self) -> u8 {
        self.suits
    }

    /// The number of ranks.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The rank of the pack's lowest card.
    pub const fn lowest_rank(self) -> u8 {
        FULL_RANKS.saturating_sub(self.ranks)
    }

    /// Card number `number` of the unshuffled pack: suit by suit (♥, ♦, ♠, ♣), each from its lowest rank to the ace.
    ///
    /// # Panics
    /// When `number` is [`Pack::size`] or more.
    pub fn card(self, number: u8) -> Card {
        let suit = number / self.ranks;
        let rank = number % self.ranks;
        assert!(
            suit < self.suits,
            "card {number} of a pack of {}",
            self.size()
        );
        Card::new(suit, self.lowest_rank() + rank).expect("a pack's cards fit by construction")
    }

    /// The number of `card` in the unshuffled pack, or `None` when it is not of this pack.
    pub fn card_number(self, card: Card) -> Option<u8> {
        let rank = card.rank().checked_sub(self.lowest_rank())?;
        (card.suit() < self.suits && rank < self.ranks).then(|| card.suit() * self.ranks + rank)
    }

    /// The cards with these numbers, in their order.
    ///
    /// # Panics
    /// When a number is not below [`Pack::size`].
    pub fn deck(self, numbers: &[u8]) -> Vec<Card> {
        numbers.iter().map(|&number| self.card(number)).collect()
    }

    /// Returns true for the packs of 32, 36 and 52 cards, which are named by their size.
    pub fn has_usual_ranks(self) -> bool {
        matches!(self, Self::PIQUET | Self::SIX_TO_ACE | Self::FULL)
    }

    /// All cards, in the order of the unshuffled pack.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        (0..self.size() as u8).map(move |number| self.card(number))
    }
}

impl FromStr for Pack {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let error = |_| ParseValueError::new(text, EXPECTED_PACK);
        match text.split_once('x') {
            Some((suits, ranks)) => {
                Self::new(suits.parse().map_err(error)?, ranks.parse().map_err(error)?)
            }
            None => Self::with_size(text.parse().map_err(error)?),
        }
    }
}

/// `32`, `36`, `52`, or `2x4` for any other number of suits and ranks.
impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.has_usual_ranks() {
            write!(f, "{}", self.size())
        } else {
            write!(f, "{}x{}", self.suits, self.ranks)
        }
    }
}
