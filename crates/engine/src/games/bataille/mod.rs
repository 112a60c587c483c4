//! Bataille (War): a game without choices, played to its end, or until it is known to be endless.
//!
//! ```
//! use pioche_engine::games::bataille::pickup::PickupDraws;
//! use pioche_engine::games::bataille::{BatailleOutcome, BatailleRules, BatailleState, Hands};
//!
//! let mut draws = PickupDraws::default();
//! let mut game = BatailleState::with_hands(&Hands::new(vec![2, 3], vec![1])?, BatailleRules::default());
//! assert!(game.play_round(&mut draws, |_| ()));
//! let ending = game.play_to_end(&mut draws, u64::MAX);
//! assert_eq!((ending.outcome, ending.rounds), (BatailleOutcome::Player1, 0)); // over after that round
//! assert!(!game.play_round(&mut draws, |_| ()));
//! // Equal cards and none left for the battle: both hands are empty.
//! let mut tie = BatailleState::with_hands(&Hands::new(vec![5], vec![5])?, BatailleRules::default());
//! assert_eq!(tie.play_to_end(&mut draws, u64::MAX).outcome, BatailleOutcome::Draw);
//! # Ok::<(), pioche_engine::games::bataille::HandsError>(())
//! ```
//!
//! # The rules
//!
//! A pack holds 4 cards of each of v values, 1 to v; colours play no part. It is dealt one card at a time, player 1
//! first. A hand is a queue: cards are laid from its top, and tricks go under it.
//!
//! A round (pli) is one trick. Each player lays the top card of their hand. The higher value takes the whole trick, which
//! goes under the winner's hand in the very order in which it was laid, or as [`PickupOrder`] says. On a tie (bataille) each player lays one card
//! face down, then one face up to be compared, and again while these tie. Families play with other numbers of cards face
//! down, from 0 to 3 ([`BatailleRules::face_down`]).
//!
//! The game is over as soon as a player holds no card, or after a number of rounds chosen in advance, if there is such a
//! limit. The player with more cards then wins; equal numbers are a draw. A game that would go on at the limit is cut off
//! there, also if it is endless: with a limit, no game is endless. Without a limit, a game by rules that the handout does not
//! have is *endless* if it returns to a state within [`BatailleRules::MAX_ROUNDS`] rounds, and *unresolved* if it neither ends
//! nor returns to a state within them.
//!
//! # What the handout leaves open, settled
//!
//! - Before *every* pair of cards, face down or not, both players must hold one. If one does not, no card is laid, the
//!   round is stopped, and neither player gets the trick on the table: only the hands are counted. A player that has
//!   laid its last card in a battle can therefore win nothing more, and both hands may be empty.
//! - [`OutOfCards::LastCard`] is another rule of families: a player lays only as many cards face down as leaves one, which is
//!   compared. So one player may lay more cards than the other; the last cards of both are compared, and the winner takes
//!   all. If a player has no card at a tie, the round is stopped as above, and the other player wins unless both have none.
//! - In the order *fixed*, player 1 always lays first. In the order *alternating* (the handout's `turn`), player 1 lays
//!   first at the first pair, and the players alternate at every pair laid, face-down pairs included, also from round
//!   to round; cards face down of one player alone count like a pair. This changes only the order of the cards in a trick.
//! - The length of a game is the number of rounds started, a stopped one included. A game in which a hand is empty from
//!   the start has none.
//! - The state of a game between rounds is both hands in order, and the player that lays first. A game that returns to a
//!   state never ends: see [`ending`] for its period and pre-period.
//! - A game given by its hands may be uneven, lack cards, or hold more than 4 cards of a value: the rules need no full
//!   pack. It may hold at most 256 cards.

mod batch;
mod batch_pickup;
pub mod batch_player;
pub mod chain;
pub mod cycle;
pub mod ending;
pub mod pickup;
pub mod state;
pub mod table;

pub use crate::cards::riffle::{CARDS_PER_VALUE, card_value};
pub use batch_player::BatchPlayer;
pub use ending::{BatailleEnding, BatailleOutcome};
pub use pickup::PickupOrder;
pub use state::BatailleState;

use crate::cards::deck::{TextPosition, positioned_words};
use crate::games::Player;
use crate::parse::ParseValueError;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// The largest number of cards in play.
pub const MAX_CARDS: usize = 256;

/// The rules of a game. The default is the handout's: 13 values, player 1 always lays first, one card face down in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatailleRules {
    /// The number of values of the pack.
    pub values: ValueCount,
    /// The order in which the players lay their cards.
    pub order: LayingOrder,
    /// The order in which the cards of a trick go under the winner's hand.
    pub pickup: PickupOrder,
    /// The number of cards that each player lays face down in a battle.
    pub face_down: u8,
    /// The rule for a player with too few cards to complete a battle.
    pub out_of_cards: OutOfCards,
}

impl Default for BatailleRules {
    fn default() -> Self {
        Self {
            values: ValueCount::default(),
            order: LayingOrder::default(),
            pickup: PickupOrder::default(),
            face_down: 1,
            out_of_cards: OutOfCards::default(),
        }
    }
}

impl BatailleRules {
    /// The number of rounds after which a game without a limit is unresolved, if it has neither ended nor returned to a state.
    ///
    /// With random orders of picking up, a game of 64 values reaches it with a probability below 10^-30. Without a card face
    /// down and with a fixed order, most games of 13 values do.
    pub const MAX_ROUNDS: u64 = 1_000_000;

    /// True if a game without a limit may be unresolved: if it is played by rules that the handout does not have.
    pub fn may_be_unresolved(&self) -> bool {
        self.pickup == PickupOrder::Random
            || self.face_down != 1
            || self.out_of_cards != OutOfCards::Count
    }

    /// True if hardly any game of 13 values ends: without a card face down, in a fixed order.
    pub(crate) fn hardly_ever_ends(&self) -> bool {
        self.face_down == 0 && self.pickup == PickupOrder::Laid && self.order == LayingOrder::Fixed
    }
}

/// The number of values of a pack, from 1 to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueCount(u8);

impl ValueCount {
    /// The largest number of values, which makes [`MAX_CARDS`] cards.
    pub const MAX: Self = Self(64);

    /// Checks a number of values.
    ///
    /// # Errors
    /// When `values` is not from 1 to 64.
    #[doc(alias = "nbVals")]
    pub fn new(values: u64) -> Result<Self, ParseValueError> {
        if (1..=Self::MAX.0.into()).contains(&values) {
            Ok(Self(values as u8))
        } else {
            Err(ParseValueError::new(
                values,
                "number of values from 1 to 64",
            ))
        }
    }

    /// The number of values.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of games of this pack that take about as long as `small_pack_games` games of up to 16 values.
    ///
    /// The games of large packs are long and are played one after the other.
    pub const fn games_in_equal_time(self, small_pack_games: u64) -> u64 {
        match self.0 {
            0..=16 => small_pack_games,
            17..=32 => small_pack_games / 10,
            _ => small_pack_games / 100,
        }
    }

    /// The number of cards of the pack: 4 of each value.
    pub const fn card_count(self) -> usize {
        self.0 as usize * CARDS_PER_VALUE as usize
    }
}

impl Default for ValueCount {
    fn default() -> Self {
        Self(13)
    }
}

impl FromStr for ValueCount {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        Self::new(text.parse().unwrap_or(0))
    }
}

impl fmt::Display for ValueCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The order in which the players lay the cards of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LayingOrder {
    /// Player 1 always lays first.
    #[default]
    Fixed,
    /// The first to lay alternates at every pair laid.
    #[doc(alias = "turn")]
    Alternating,
}

string_enum!(LayingOrder, "order of laying", [Fixed "fixed", Alternating "alternating"]);

/// The rule for a player with too few cards to complete a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutOfCards {
    /// The round is stopped and the hands are counted.
    #[default]
    Count,
    /// The player lays so few cards face down that one is left, which is compared. A player without any card loses.
    LastCard,
}

string_enum!(OutOfCards, "rule for too few cards", [Count "count", LastCard "last-card"]);

/// The player with the larger number, or `None` if both are equal.
fn leader([one, two]: [u16; 2]) -> Option<Player> {
    match one.cmp(&two) {
        Ordering::Greater => Some(Player::One),
        Ordering::Less => Some(Player::Two),
        Ordering::Equal => None,
    }
}

/// Two hands, each from the top card down, of at most [`MAX_CARDS`] cards in all.
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
        let content = text.strip_prefix('\u{feff}').unwrap_or(text);
        // A line end at the end of the text begins no further line.
        let mut lines = (1..).zip(content.strip_suffix('\n').unwrap_or(content).split('\n'));
        let mut hand = || {
            let (line, text) = lines.next().ok_or(HandsError::NoSecondLine)?;
            positioned_words(text, line, char::is_whitespace)
                .map(|word| parse_value(word, values))
                .collect::<Result<_, _>>()
        };
        let player1_hand: Vec<u8> = hand()?;
        let player2_hand = hand()?;
        match lines
            .find_map(|(line, text)| positioned_words(text, line, char::is_whitespace).next())
        {
            Some((position, _)) => Err(HandsError::ThirdLine(position)),
            None => Self::new(player1_hand, player2_hand),
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

fn parse_value((at, word): (TextPosition, &str), values: ValueCount) -> Result<u8, HandsError> {
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(HandsError::NotANumber(at, word.to_owned()));
    }
    word.parse()
        .ok()
        .filter(|value| (1..=values.get()).contains(value))
        .ok_or_else(|| HandsError::UnknownValue(at, word.to_owned(), values))
}
