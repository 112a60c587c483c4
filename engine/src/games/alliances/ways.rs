//! Other ways of playing, none of which looks into the stock. Each is a definition: rows of cards, slow and obvious.
//!
//! The handout's player has no choice: after each draw the leftmost possible jump, again and again. The players here
//! choose otherwise. All but [`Way::Late`] are as eager as he is, and draw only when nothing jumps any more; what they
//! choose is which jump. That they do not wait is what makes them players who do not know the stock: whoever may
//! leave jumps open can draw everything first, loses nothing by it, and sees all cards ([`super::perfect`]).

use super::manual::Move;
use super::state::Row;
use crate::cards::Card;
use crate::cards::shuffle::below;
use rand::Rng;
use std::cmp::Reverse;

/// Jumps that [`Way::Lookahead`] thinks ahead.
pub const DEPTH: usize = 4;

/// A way of playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// After each draw the leftmost possible jump, until none is left: the automatic game.
    Leftmost,
    /// After each draw the rightmost possible jump, until none is left.
    Rightmost,
    /// No jump before the stock is empty; then the rightmost possible jump, until none is left. (With the leftmost it
    /// would be the automatic game.)
    Late,
    /// After each draw one of the possible jumps, each equally often, until none is left.
    Random,
    /// After each draw the jump after which most jumps are possible, the leftmost among equals, until none is left.
    Greedy,
    /// After each draw, until no jump is left, the first jump of the best sequence of jumps: of those of [`DEPTH`]
    /// jumps, or of fewer after which none is possible, one that leaves the fewest piles; among equals one after which
    /// most jumps are possible; among equals the first when they are listed jump by jump from left to right.
    Lookahead,
}

words!(
    Way,
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

impl Way {
    /// Plays a deck and gives the row that remains. `watch` is told each move; only [`Way::Random`] draws from the
    /// generator, and only when it has a choice.
    pub fn play(self, deck: &[Card], generator: &mut impl Rng, mut watch: impl FnMut(Move)) -> Row {
        let mut row = Row::default();
        for (place, &card) in deck.iter().enumerate() {
            row.lay(card);
            watch(Move::Draw);
            if self == Self::Late && place + 1 < deck.len() {
                continue;
            }
            while let Some(pile) = self.choose(&row, generator) {
                let jumped = row.jump(pile);
                debug_assert!(jumped.is_ok(), "only possible jumps are chosen");
                watch(Move::Jump(pile));
            }
        }
        row
    }

    /// The number of piles that a deck leaves.
    pub fn piles(self, deck: &[Card], generator: &mut impl Rng) -> usize {
        self.play(deck, generator, |_| ()).piles()
    }

    /// The piles of which one jumps next, each equally often; none when nothing jumps.
    pub(super) fn candidates(self, row: &Row) -> Vec<usize> {
        match self {
            Self::Random => row.open_jumps().collect(),
            _ => self.decided(row).into_iter().collect(),
        }
    }

    /// The pile that jumps next, if any can.
    fn choose(self, row: &Row, generator: &mut impl Rng) -> Option<usize> {
        if self != Self::Random {
            return self.decided(row);
        }
        let jumps = self.candidates(row);
        let drawn = if jumps.len() > 1 { below(jumps.len() as u64, generator) } else { 0 };
        jumps.get(drawn as usize).copied()
    }

    /// The pile that jumps next, if any can, for a player who decides; the first one for [`Way::Random`].
    fn decided(self, row: &Row) -> Option<usize> {
        match self {
            Self::Leftmost | Self::Random => row.leftmost_jump(),
            Self::Rightmost | Self::Late => row.open_jumps().next_back(),
            Self::Greedy => best(row, 1).1,
            Self::Lookahead => best(row, DEPTH).1,
        }
    }
}

/// What a sequence of jumps comes to: better is smaller.
type Worth = (usize, Reverse<usize>);

/// The worth of the best sequence of at most `depth` jumps, and its first jump.
fn best(row: &Row, depth: usize) -> (Worth, Option<usize>) {
    let after = |pile| {
        let mut after = row.clone();
        after.jump(pile).ok().map(|()| (best(&after, depth - 1).0, Some(pile)))
    };
    // Of equal minima the first is taken.
    let found = if depth > 0 { row.open_jumps().filter_map(after).min_by_key(|&(worth, _)| worth) } else { None };
    found.unwrap_or_else(|| ((row.piles(), Reverse(row.open_jumps().count())), None))
}
