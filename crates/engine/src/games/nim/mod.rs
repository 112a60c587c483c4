//! Nim with one heap, as in the handout: the rules, the exact values and their period, and exact distributions.
//!
//! ```
//! use pioche_engine::games::nim::{NimRefusal, NimState, TakeSet};
//! use pioche_engine::games::{Game, Outcome, Player};
//!
//! let mut game = NimState::new(TakeSet::default(), 5)?;
//! assert!(matches!(game.play(4), Err(NimRefusal::NotInTakeSet(..))));
//! game.play(2)?;
//! game.play(3)?;
//! assert_eq!(game.outcome(), Some(Outcome::Winner(Player::Two)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rules
//!
//! - Matches lie on the table. In turn, each of two players takes 2 or 3 of them (or another set of takes); player 1
//!   begins.
//! - The player that takes the last match wins, or loses in the misère game ([`LastTake`]). When matches are left but too few for any take, the game is a draw:
//!   under {2, 3}, when one is left.
//!
//! # Points settled
//!
//! - `jeu_fini` is true when the game is over, as in the handout's examples and unlike its text. With 1 match left the
//!   game is a draw, so taking 2 from 3 is legal and draws. A start with 1 match is a draw at once; a start
//!   with 0 is refused.
//! - Any set of takes may be chosen; a take of 0 is refused. "Ordre" only determines which player is player 1.
//!
//! # An error in the handout
//!
//! The handout's `evaluation` is signed for player 1 ([`Evaluate`]): 1 is good for player 1,
//! whichever player is to move. At the horizon its `min_max` multiplies it again by 1 or -1, depending on the player to
//! move there. At the depth 1 of the handout, the leaves belong to the other player. A computer that plays second has
//! player 1 at the leaves, with the factor 1, and plays well. One that plays first has player 2 there, with the factor
//! -1, and takes the worst move for the best. [`Minimax`](crate::players::Minimax) uses the evaluation without that
//! factor; [`handout_take`] is the handout's choice. A test lists the sizes at which the error matters.

mod solve;

pub use solve::{
    NimPeriod, NimSolution, NimValue, OutcomeDistribution, PlayStyle, outcome_distribution,
    value_period,
};

use crate::games::{Evaluate, Game, Outcome, Player};
use crate::parse::ParseValueError;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The numbers of matches that may be taken: sorted, at least one, each from 1 to [`TakeSet::MAX`].
///
/// The default is `2,3`, the handout's set. `2, 3`, the form in tables, is read, too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakeSet(Arc<[u32]>);

impl TakeSet {
    /// The largest take allowed in a set.
    pub const MAX: u32 = 1000;

    /// The characters between two takes in a text.
    pub const SEPARATORS: [char; 2] = [',', '+'];

    /// A set of takes, given in any order and possibly repeated.
    ///
    /// # Errors
    /// When there is no take, or one is 0 or above [`TakeSet::MAX`].
    pub fn new(takes: impl IntoIterator<Item = u32>) -> Result<Self, ParseValueError> {
        let take_set: BTreeSet<u32> = takes.into_iter().collect();
        if let Some(take) = take_set
            .iter()
            .find(|take| !(1..=Self::MAX).contains(*take))
        {
            return Err(ParseValueError::new(take, EXPECTED_TAKES));
        }
        if take_set.is_empty() {
            return Err(ParseValueError::new("", EXPECTED_TAKES));
        }
        Ok(Self(take_set.into_iter().collect()))
    }

    /// The takes, sorted.
    pub fn as_slice(&self) -> &[u32] {
        &self.0
    }

    /// The smallest take.
    pub fn min_take(&self) -> u32 {
        self.0[0]
    }

    /// The largest take.
    pub fn max_take(&self) -> u32 {
        self.0[self.0.len() - 1]
    }

    /// The takes that are possible with `matches` matches.
    #[doc(alias = "possibilites")]
    pub fn possible_takes(&self, matches: u32) -> &[u32] {
        &self.0[..self.0.partition_point(|&take| take <= matches)]
    }
}

impl Default for TakeSet {
    fn default() -> Self {
        Self([2, 3].into())
    }
}

impl fmt::Display for TakeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let takes: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&takes.join(","))
    }
}

impl FromStr for TakeSet {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let mut takes = Vec::new();
        for item in text.split(Self::SEPARATORS).map(str::trim) {
            let take = item.parse();
            takes.push(take.map_err(|_| ParseValueError::new(item, EXPECTED_TAKES))?);
        }
        Self::new(takes)
    }
}

const EXPECTED_TAKES: &str = "list of takes from 1 to 1000, as 2,3 is";

/// The result of taking the last match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LastTake {
    /// The player that takes the last match wins, as in the handout.
    #[default]
    Wins,
    /// The player that takes the last match loses: the misère game.
    Loses,
}

string_enum!(LastTake, "misère game", [Wins "no", Loses "yes"]);

/// The rules of a game: the takes, and the result of the last one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NimRules {
    /// The numbers of matches that may be taken.
    pub takes: TakeSet,
    /// The result of taking the last match.
    pub last_take: LastTake,
}

impl From<TakeSet> for NimRules {
    fn from(takes: TakeSet) -> Self {
        Self {
            takes,
            last_take: LastTake::default(),
        }
    }
}

/// The state of a game: the rules, the matches left and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NimState {
    rules: NimRules,
    matches: u32,
    to_play: Player,
}

impl NimState {
    /// The largest number of matches of a game.
    pub const MAX_MATCHES: u32 = 1_000_000;

    /// A new game with `matches` matches; player 1 takes first. The handout's default is 25.
    ///
    /// # Errors
    /// When `matches` is 0 or above [`NimState::MAX_MATCHES`].
    #[doc(alias = "creer_plateau")]
    pub fn new(takes: TakeSet, matches: u32) -> Result<Self, ParseValueError> {
        if !(1..=Self::MAX_MATCHES).contains(&matches) {
            let expected = "number of matches from 1 to 1000000";
            return Err(ParseValueError::new(matches, expected));
        }
        Ok(Self {
            rules: takes.into(),
            matches,
            to_play: Player::One,
        })
    }

    /// Sets the result of taking the last match.
    #[must_use]
    pub fn with_last_take(mut self, last_take: LastTake) -> Self {
        self.rules.last_take = last_take;
        self
    }

    /// The number of matches left.
    #[doc(alias = "nb_allumettes")]
    pub fn matches(&self) -> u32 {
        self.matches
    }

    /// The takes of this game.
    pub fn takes(&self) -> &TakeSet {
        &self.rules.takes
    }

    /// The rules of this game.
    pub fn rules(&self) -> &NimRules {
        &self.rules
    }
}

/// The take that the handout's `min_max` chooses at its depth of 1, with its error (see the [module](self)); `None` when
/// the game is over.
///
/// Python compares pairs (value, take): player 1 takes the larger of two equal takes, player 2 the smaller.
#[doc(alias = "min_max")]
pub fn handout_take(matches: u32, player: Player) -> Option<u32> {
    let takes = TakeSet::default();
    // The sign of the player at the leaf, applied twice, has no effect.
    let valued_takes = takes
        .possible_takes(matches)
        .iter()
        .map(|&take| (handout_evaluation(matches - take, Player::One), take));
    let (_, take) = if player == Player::One {
        valued_takes.max()?
    } else {
        valued_takes.min()?
    };
    Some(take)
}

/// The handout's `evaluation` with `player` to move: 1 if player 1 should win, -1 if player 2 should, else 0.
#[doc(alias = "evaluation")]
pub fn handout_evaluation(matches: u32, player: Player) -> i64 {
    let state = NimState {
        rules: NimRules::default(),
        matches,
        to_play: player,
    };
    state.estimate_utility_for_player_one() / 1000
}

/// A move is the number of matches taken.
impl Game for NimState {
    type Move = u32;
    type Refusal = NimRefusal;

    #[doc(alias = "changement_joueur")]
    fn to_play(&self) -> Player {
        self.to_play
    }

    fn legal_moves(&self) -> Vec<u32> {
        self.takes().possible_takes(self.matches).to_vec()
    }

    #[doc(alias = "etat_suivant")]
    fn play(&mut self, take: u32) -> Result<(), NimRefusal> {
        if self.takes().as_slice().binary_search(&take).is_err() {
            return Err(NimRefusal::NotInTakeSet(take, self.takes().clone()));
        }
        if take > self.matches {
            return Err(NimRefusal::NotEnoughMatches(take, self.matches));
        }
        self.matches -= take;
        self.to_play = self.to_play.opponent();
        Ok(())
    }

    #[doc(alias = "etat_bilan")]
    #[doc(alias = "jeu_fini")]
    fn outcome(&self) -> Option<Outcome> {
        if self.matches == 0 {
            let last_player = self.to_play.opponent();
            Some(Outcome::Winner(match self.rules.last_take {
                LastTake::Wins => last_player,
                LastTake::Loses => self.to_play,
            }))
        } else if self.matches < self.takes().min_take() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }
}

/// Writes the matches as in the handout: `||||| ||||| |||`.
impl fmt::Display for NimState {
    #[doc(alias = "afficher_plateau")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for index in 0..self.matches {
            if index > 0 && index % 5 == 0 {
                f.write_str(" ")?;
            }
            f.write_str("|")?;
        }
        Ok(())
    }
}

/// The reason why a take is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NimRefusal {
    /// A take that is not in the set of takes.
    #[error("{0} cannot be taken: the takes are {1}")]
    NotInTakeSet(u32, TakeSet),
    /// A take of more matches than are left.
    #[error("{0} cannot be taken: {1} left")]
    NotEnoughMatches(u32, u32),
}

/// Returns 1000 where the rule of 5 says that player 1 wins, and -1000 where player 2 does: the handout's `evaluation`,
/// signed for player 1.
///
/// The rule for any takes a, …, b: modulo a + b, a number of matches equal to a take wins for the player to move, 0
/// loses, and other numbers draw. In the misère game, this is the rule for a matches fewer, that is, modulo a + b, for b
/// matches more. It is exact when the takes are consecutive numbers, as {2, 3} are, and otherwise a guess.
impl Evaluate for NimState {
    #[doc(alias = "evaluation")]
    fn estimate_utility_for_player_one(&self) -> i64 {
        let sign = if self.to_play == Player::One { 1 } else { -1 };
        let takes = self.takes();
        let shift = match self.rules.last_take {
            LastTake::Wins => 0,
            LastTake::Loses => takes.max_take(),
        };
        let remainder = (self.matches + shift) % (takes.min_take() + takes.max_take());
        if remainder == 0 {
            -1000 * sign
        } else if takes.as_slice().binary_search(&remainder).is_ok() {
            1000 * sign
        } else {
            0
        }
    }

    /// Its evaluation is that of the takes 2 and 3, of which the last wins.
    fn has_handout_player(&self) -> bool {
        self.rules == NimRules::default()
    }

    fn handout_move(&self) -> Option<u32> {
        handout_take(self.matches, self.to_play)
    }
}
