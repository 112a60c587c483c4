//! The two hands of a game as plain lists, and their text form.

use super::{CARDS_PER_VALUE, MAX_CARDS, ValueCount};
use crate::cards::deck::{TextPosition, positioned_words};
use std::fmt;

/// Two hands, each from the top card down, of at most [`MAX_CARDS`] cards in all.
///
/// ```
/// use pioche_engine::games::bataille::{Hands, ValueCount};
///
/// let hands = Hands::parse("1 13\n2\n", ValueCount::default())?;
/// assert_eq!((hands.player1_hand(), hands.player2_hand()), (&[1, 13][..], &[2][..]));
/// let error = Hands::parse("1 14\n2\n", ValueCount::default()).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 3: the value 14 is unknown, values are 1 to 13");
/// # Ok::<(), pioche_engine::games::bataille::hands::HandsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hands {
    one: Vec<u8>,
    two: Vec<u8>,
}

/// An error in the text of two hands, or in two lists of values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandsError {
    /// A word that is not a number.
    #[error("{0}: {1:?} is not the value of a card")]
    NotANumber(TextPosition, String),
    /// A value, as written, that is not one of the values of the pack.
    #[error("{0}: the value {1} is unknown, values are 1 to {2}")]
    UnknownValue(TextPosition, String, ValueCount),
    /// A word below the second line.
    #[error("{0}: expected exactly two lines")]
    ThirdLine(TextPosition),
    /// The text ends before a second line begins.
    #[error("line 2: player 2's hand is missing (an empty line is an empty hand)")]
    NoSecondLine,
    /// More cards than [`MAX_CARDS`].
    #[error("{0} cards are too many, a game has at most {MAX_CARDS}")]
    TooManyCards(usize),
}

impl Hands {
    /// Hands from two lists of values, each from the top card down.
    ///
    /// # Errors
    /// When there are more than [`MAX_CARDS`] cards.
    pub fn new(player1_hand: Vec<u8>, player2_hand: Vec<u8>) -> Result<Self, HandsError> {
        let cards = player1_hand.len() + player2_hand.len();
        if cards > MAX_CARDS {
            Err(HandsError::TooManyCards(cards))
        } else {
            Ok(Self {
                one: player1_hand,
                two: player2_hand,
            })
        }
    }

    /// Reads player 1's hand on the first line and player 2's on the second: values from 1 to `values`, top card
    /// first, separated by blanks. An empty line is an empty hand.
    ///
    /// A byte order mark, Windows line ends and empty lines at the end are accepted.
    ///
    /// # Errors
    /// The first error and its position.
    pub fn parse(text: &str, values: ValueCount) -> Result<Self, HandsError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        // A line end at the end of the text begins no further line.
        let mut lines = (1..).zip(text.strip_suffix('\n').unwrap_or(text).split('\n'));
        let mut hand = || {
            let (line, text) = lines.next().ok_or(HandsError::NoSecondLine)?;
            positioned_words(line, text, char::is_whitespace)
                .map(|word| parse_value(word, values))
                .collect::<Result<_, _>>()
        };
        let one: Vec<u8> = hand()?;
        let two = hand()?;
        match lines
            .find_map(|(line, text)| positioned_words(line, text, char::is_whitespace).next())
        {
            Some((at, _)) => Err(HandsError::ThirdLine(at)),
            None => Self::new(one, two),
        }
    }

    /// Player 1's hand, from the top card down.
    #[doc(alias = "player1")]
    pub fn player1_hand(&self) -> &[u8] {
        &self.one
    }

    /// Player 2's hand, from the top card down.
    #[doc(alias = "player2")]
    pub fn player2_hand(&self) -> &[u8] {
        &self.two
    }

    /// The values that both hands together hold more than 4 times, with their numbers of cards, the lowest value first.
    ///
    /// A pack has no such values, but the rules allow them.
    pub fn overfull_values(&self) -> Vec<(u8, usize)> {
        let mut counts = [0_usize; 256];
        self.one
            .iter()
            .chain(&self.two)
            .for_each(|&value| counts[usize::from(value)] += 1);
        (0..=u8::MAX)
            .zip(counts)
            .filter(|&(_, count)| count > usize::from(CARDS_PER_VALUE))
            .collect()
    }
}

impl fmt::Display for Hands {
    /// Two lines, as [`Hands::parse`] reads them; each ends with a line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for hand in [&self.one, &self.two] {
            for (place, value) in hand.iter().enumerate() {
                write!(f, "{}{value}", if place == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The card written as `word`.
fn parse_value((at, word): (TextPosition, &str), values: ValueCount) -> Result<u8, HandsError> {
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(HandsError::NotANumber(at, word.to_owned()));
    }
    let known = word
        .parse()
        .ok()
        .filter(|value| (1..=values.get()).contains(value));
    known.ok_or_else(|| HandsError::UnknownValue(at, word.to_owned(), values))
}
