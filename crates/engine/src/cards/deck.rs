//! Reads and writes a deck as text, and lists all errors of a text.
//!
//! The first card is the first one drawn. Cards are separated by blanks, commas, semicolons or line ends of any kind; a
//! byte order mark is skipped. Cards are written in the handout's notation and read in all notations of
//! [`CardNotation`]. The caller reads the file and passes its text.
//!
//! ```
//! use pioche_engine::cards::deck::{DeckError, DeckText, ParsedDeckText};
//! use pioche_engine::cards::Pack;
//!
//! let pack = Pack::new(2, 2)?;
//! let deck = ParsedDeckText::new("R♥ A♥, A♦ R♦", 1).deck(pack).unwrap();
//! assert_eq!(DeckText(&deck).to_string(), "R-C A-C A-K R-K");
//! let errors = ParsedDeckText::new("R-C A-C A-K A-C", 1).deck(pack).unwrap_err();
//! assert_eq!(errors[0].to_string(), "line 1, column 13: A-C is a duplicate of the card at line 1, column 5");
//! assert_eq!(errors[1], DeckError::MissingCards(vec!["R-K".parse()?]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::card::{Card, CardLabel, CardNotation, Pack, parse_card};
use std::fmt;

/// A position in a text. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPosition {
    /// The number of the line.
    pub line: usize,
    /// The number of the column.
    pub column: usize,
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// An error in the text of a deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeckError {
    /// A word that is not a card, truncated to 12 characters.
    #[error("{0}: {1:?} is not a card")]
    UnknownCard(TextPosition, String),
    /// A card that does not belong to the pack.
    #[error("{0}: {1} is not of the pack {2}")]
    NotInPack(TextPosition, Card, Pack),
    /// A card that occurs a second time.
    #[error("{at}: {card} is a duplicate of the card at {first}")]
    Duplicate {
        /// The card.
        card: Card,
        /// The position of the second occurrence.
        at: TextPosition,
        /// The position of the first occurrence.
        first: TextPosition,
    },
    /// A card in another notation than the first card.
    #[error("{at}: {text:?} and {first:?} at {first_at} are different notations")]
    MixedNotations {
        /// The text of the first card.
        first: String,
        /// The position of the first card.
        first_at: TextPosition,
        /// The text of the card in another notation.
        text: String,
        /// The position of that card.
        at: TextPosition,
    },
    /// The cards of the pack that do not occur.
    #[error("missing: {0:?}")]
    MissingCards(Vec<Card>),
}

/// A text split into words, each of which is a card or an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedDeckText {
    words: Vec<DeckWord>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct DeckWord {
    at: TextPosition,
    text: String,
    card: Option<(Card, CardNotation)>,
}

const MAX_QUOTED_CHARS: usize = 12;

impl ParsedDeckText {
    /// Splits a text into words; the number of its first line is that of messages.
    pub fn new(text: &str, first_line: usize) -> Self {
        let is_separator = |sign: char| sign.is_whitespace() || sign == ',' || sign == ';';
        let words = positioned_words(text, first_line, is_separator);
        Self::from_words(words.map(|(at, word)| (at, word.to_owned())))
    }

    /// True if some word is not a card.
    pub fn has_unknown_words(&self) -> bool {
        self.card_count() < self.token_count()
    }

    /// Takes words that were split otherwise, with their positions.
    pub fn from_words(words: impl IntoIterator<Item = (TextPosition, String)>) -> Self {
        let word = |(at, text): (TextPosition, String)| DeckWord {
            at,
            card: parse_card(&text),
            text,
        };
        Self {
            words: words.into_iter().map(word).collect(),
        }
    }

    /// The number of words.
    pub fn token_count(&self) -> usize {
        self.words.len()
    }

    /// The number of words that are cards.
    pub fn card_count(&self) -> usize {
        let words = self.words.iter();
        words.filter(|word| word.card.is_some()).count()
    }

    /// The pack of 32, 36 or 52 cards with the size nearest to the number of words.
    pub fn likely_pack(&self) -> Pack {
        let distance = |pack: &Pack| pack.size().abs_diff(self.token_count());
        [Pack::PIQUET, Pack::SIX_TO_ACE, Pack::FULL]
            .into_iter()
            .min_by_key(distance)
            .unwrap_or(Pack::PIQUET)
    }

    /// The deck, first card first, if the text has each card of `pack` exactly once.
    ///
    /// # Errors
    /// All errors: those of words in their order, then the missing cards.
    #[doc(alias = "verifier_pioche")]
    #[doc(alias = "init_pioche_fichier")]
    pub fn deck(&self, pack: Pack) -> Result<Vec<Card>, Vec<DeckError>> {
        self.checked_cards(Some(pack))
    }

    /// The cards in their order, if each word is a card and none occurs twice.
    ///
    /// # Errors
    /// All errors of words in their order.
    pub fn distinct_cards(&self) -> Result<Vec<Card>, Vec<DeckError>> {
        self.checked_cards(None)
    }

    /// The cards without repetition, those of the pack if one is given; or all errors.
    fn checked_cards(&self, pack: Option<Pack>) -> Result<Vec<Card>, Vec<DeckError>> {
        let mut positions: Vec<TextPosition> = Vec::new();
        let mut cards: Vec<Card> = Vec::new();
        let mut errors: Vec<DeckError> = self.mixed_notation_error().into_iter().collect();
        for &DeckWord { at, ref text, card } in &self.words {
            let Some((card, _)) = card else {
                let quote = text.chars().take(MAX_QUOTED_CHARS).collect();
                errors.push(DeckError::UnknownCard(at, quote));
                continue;
            };
            if let Some(pack) = pack.filter(|pack| pack.card_number(card).is_none()) {
                errors.push(DeckError::NotInPack(at, card, pack));
            } else if let Some(index) = cards.iter().position(|former| *former == card) {
                let first = positions[index];
                errors.push(DeckError::Duplicate { card, at, first });
            } else {
                positions.push(at);
                cards.push(card);
            }
        }
        if let Some(pack) = pack {
            let missing_cards = pack.cards().filter(|card| !cards.contains(card));
            let missing_cards: Vec<Card> = missing_cards.collect();
            if !missing_cards.is_empty() {
                errors.push(DeckError::MissingCards(missing_cards));
            }
        }
        if errors.is_empty() {
            Ok(cards)
        } else {
            Err(errors)
        }
    }

    fn mixed_notation_error(&self) -> Option<DeckError> {
        let notation = |word: &DeckWord| word.card.map(|(_, notation)| notation);
        let mut cards = self.words.iter().filter(|word| word.card.is_some());
        let first = cards.next()?;
        let other = cards.find(|word| notation(word) != notation(first))?;
        Some(DeckError::MixedNotations {
            first: first.text.clone(),
            first_at: first.at,
            text: other.text.clone(),
            at: other.at,
        })
    }
}

/// The lines of a text, which may end as on Linux, Windows or an old Macintosh.
fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n')
        .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// Returns the words of a text with their positions; a byte order mark is no column. `is_separator` returns true for the
/// characters between words.
pub fn positioned_words(
    text: &str,
    first_line: usize,
    is_separator: fn(char) -> bool,
) -> impl Iterator<Item = (TextPosition, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (first_line..).zip(split_lines(text));
    lines.flat_map(move |(line, content)| {
        let mut next_column = 1;
        let words = content.split(is_separator).map(move |word| {
            let column = next_column;
            next_column += word.chars().count() + 1;
            (TextPosition { line, column }, word)
        });
        words.filter(|(_, word)| !word.is_empty())
    })
}

/// Displays cards in the handout's text form on one line, `7-K D-P …`.
#[derive(Clone, Copy, Debug)]
pub struct DeckText<'a>(pub &'a [Card]);

impl fmt::Display for DeckText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cards(f, self.0, ToString::to_string)
    }
}

/// Displays cards with symbols, three characters each and one blank between (handout 000, 4.1.2); in English letters
/// with `{:#}`.
#[derive(Clone, Copy, Debug)]
#[doc(alias = "afficher_reussite")]
pub struct DeckLabels<'a>(pub &'a [Card]);

impl fmt::Display for DeckLabels<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let english = f.alternate();
        write_cards(f, self.0, |card| {
            if english {
                format!("{:>#3}", CardLabel(*card))
            } else {
                format!("{:>3}", CardLabel(*card))
            }
        })
    }
}

fn write_cards(
    f: &mut fmt::Formatter<'_>,
    cards: &[Card],
    text: impl Fn(&Card) -> String,
) -> fmt::Result {
    for (index, card) in cards.iter().enumerate() {
        let gap = if index == 0 { "" } else { " " };
        write!(f, "{gap}{}", text(card))?;
    }
    Ok(())
}
