//! A pack: the set of cards that a game is played with, and their order before the first shuffle.
//!
//! The cards of s suits and r ranks are numbered from 0 to s * r - 1. Card number k is of suit k / r, rounded down, of
//! ♥ (`C`), ♦ (`K`), ♠ (`P`), ♣ (`T`), and then the suits `E` to `H` of the larger packs; within a suit the ranks
//! ascend with k, and the ace is the last: 7, 8, 9, 10, V, D, R, A with 8 ranks, from 6 with 9, from 2 with 13, from V
//! with 4. With more than 13, the ranks 11, 12, … come after the ace. Bataille has its own numbers: card k has the
//! value 1 + k / 4, rounded down ([`super::riffle::card_value`]).

use super::card::{Card, MAX_RANKS, MAX_SUITS};
use crate::parse::ParseValueError;
use std::fmt;
use std::str::FromStr;

/// The largest number of cards in a pack.
pub const MAX_CARDS: usize = 64;
const FULL_RANKS: u8 = 13;

/// All cards of some suits and ranks.
///
/// Up to 13 ranks are the highest ones, the ace last: 8 ranks are 7 to A, 9 are 6 to A, 13 are 2 to A.
///
/// ```
/// use pioche_engine::cards::Pack;
///
/// let pack: Pack = "32".parse()?;
/// assert_eq!((pack, pack.size(), pack.lowest_rank()), (Pack::PIQUET, 32, 5));
/// assert_eq!(pack.card(8).to_string(), "7-K"); // after the 8 hearts
/// assert_eq!(pack.card_number("A-T".parse()?), Some(31));
/// assert_eq!(pack.card_number("2-T".parse()?), None);
/// assert!("9x8".parse::<Pack>().is_err());
/// # Ok::<(), pioche_engine::parse::ParseValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pack {
    suits: u8,
    ranks: u8,
}

const EXPECTED_PACK: &str = "pack of 32, 36 or 52 cards, nor suits x ranks as in 2x4, with 1 to 8, 1 to 32 and at most 64 cards";

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

    /// Returns true for the packs of 32, 36 and 52 cards, whose size names them.
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
