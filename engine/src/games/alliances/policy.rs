//! Policies: rules for choosing jumps without seeing the stock. Each is defined on rows of cards.
//!
//! The handout's player always makes the leftmost possible jump. All policies but [`Policy::Late`] also draw only when no
//! jump is possible; they differ in the jump that they choose. A player that may leave jumps for later can draw
//! everything first, loses nothing by it, and sees all cards ([`super::perfect`]).

use super::manual::PatienceMove;
use super::state::{AllianceRule, PileRow};
use crate::cards::Card;
use crate::cards::shuffle::random_below;
use rand::Rng;
use std::cmp::Reverse;

/// The number of jumps that [`Policy::Lookahead`] looks ahead.
pub const LOOKAHEAD_DEPTH: usize = 4;

/// A rule for choosing jumps without seeing the stock.
///
/// ```
/// use pioche_engine::cards::Card;
/// use pioche_engine::games::alliances::{AllianceRule, Policy, automatic::automatic_pile_count};
/// use pioche_engine::rng::{Purpose, Seed, stream};
///
/// let deck: Vec<Card> = pioche_engine::cards::Pack::PIQUET.cards().collect();
/// let mut generator = stream(Seed(1), Purpose::Player1, 0);
/// let rule = AllianceRule::Either;
/// let piles = Policy::Leftmost.pile_count(&deck, rule, &mut generator);
/// assert_eq!(piles, automatic_pile_count(&deck, rule)); // the automatic game
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Policy {
    /// The leftmost possible jump after each draw, until none is left: the automatic game.
    Leftmost,
    /// The rightmost possible jump after each draw, until none is left.
    Rightmost,
    /// No jump before the stock is empty; then the rightmost possible jump, until none is left. (With the leftmost it
    /// would be the automatic game.)
    Late,
    /// A random jump of the possible ones after each draw, each equally often, until none is left.
    Random,
    /// The jump after which most jumps are possible, the leftmost among equals, after each draw, until none is left.
    Greedy,
    /// The first jump of the best sequence of jumps after each draw, until none is left.
    ///
    /// The sequences are those of [`LOOKAHEAD_DEPTH`] jumps, or of fewer after which none is possible. The best one leaves the
    /// fewest piles; among equals most jumps are possible after it; among equals it is the first when sequences are
    /// listed jump by jump from left to right.
    Lookahead,
}

string_enum!(
    Policy,
    "way of playing",
    [
        Leftmost "leftmost",
        Rightmost "rightmost",
        Late "late",
        Random "random",
        Greedy "greedy",
        Lookahead "lookahead"
    ]
);

impl Policy {
    /// Plays a deck and returns the row that remains. `on_move` is called with each move.
    ///
    /// Only [`Policy::Random`] draws from the generator, and only when several jumps are possible.
    pub fn play(
        self,
        deck: &[Card],
        alliance: AllianceRule,
        generator: &mut impl Rng,
        mut on_move: impl FnMut(PatienceMove),
    ) -> PileRow {
        let mut row = PileRow::default().with_alliance(alliance);
        for (place, &card) in deck.iter().enumerate() {
            row.lay(card);
            on_move(PatienceMove::Draw);
            if self == Self::Late && place + 1 < deck.len() {
                continue;
            }
            while let Some(pile) = self.choose_jump(&row, generator) {
                let jumped = row.jump(pile);
                debug_assert!(jumped.is_ok(), "only possible jumps are chosen");
                on_move(PatienceMove::Jump(pile));
            }
        }
        row
    }

    /// Plays a deck and returns the number of piles that it leaves.
    pub fn pile_count(
        self,
        deck: &[Card],
        alliance: AllianceRule,
        generator: &mut impl Rng,
    ) -> usize {
        self.play(deck, alliance, generator, |_| ()).pile_count()
    }

    /// The piles of which one jumps next, each equally often; none when no jump is possible.
    pub(super) fn candidate_jumps(self, row: &PileRow) -> Vec<usize> {
        match self {
            Self::Random => row.possible_jumps().collect(),
            _ => self.deterministic_jump(row).into_iter().collect(),
        }
    }

    /// The pile that jumps next; `None` when no jump is possible.
    fn choose_jump(self, row: &PileRow, generator: &mut impl Rng) -> Option<usize> {
        if self != Self::Random {
            return self.deterministic_jump(row);
        }
        let jumps = self.candidate_jumps(row);
        let index = if jumps.len() > 1 {
            random_below(jumps.len() as u64, generator)
        } else {
            0
        };
        jumps.get(index as usize).copied()
    }

    /// The pile that jumps next without a random choice; the leftmost one for [`Policy::Random`].
    fn deterministic_jump(self, row: &PileRow) -> Option<usize> {
        match self {
            Self::Leftmost | Self::Random => row.leftmost_jump(),
            Self::Rightmost | Self::Late => row.possible_jumps().next_back(),
            Self::Greedy => best_sequence(row, 1).1,
            Self::Lookahead => best_sequence(row, LOOKAHEAD_DEPTH).1,
        }
    }
}

/// The score of a sequence of jumps, piles left and negated possible jumps; a smaller score is better.
type SequenceScore = (usize, Reverse<usize>);

/// The score of the best sequence of at most `depth` jumps, and its first jump.
fn best_sequence(row: &PileRow, depth: usize) -> (SequenceScore, Option<usize>) {
    let sequence_from = |pile| {
        let mut next_row = row.clone();
        next_row.jump(pile).ok()?;
        let (score, _) = best_sequence(&next_row, depth - 1);
        Some((score, Some(pile)))
    };
    if depth > 0 {
        // Of equal minima the first is taken.
        let sequences = row.possible_jumps().filter_map(sequence_from);
        if let Some(sequence) = sequences.min_by_key(|&(score, _)| score) {
            return sequence;
        }
    }
    let score = (row.pile_count(), Reverse(row.possible_jumps().count()));
    (score, None)
}
