//! Perfect play: the fewest piles that any sequence of jumps can leave, proved, and a line of play that leaves them.
//!
//! # The question as a word
//! A jump looks only at the pile's two neighbours, and a card drawn is laid at the far right: a jump that is possible
//! before a draw is possible after it, with the same result. So every game can be replayed with all draws first, and
//! drawing everything first loses nothing. A game, new or under way, is then one row, the visible cards followed by
//! the stock ([`super::Manual::given_up`]), and the question is: of the word x₀ x₁ … of its cards, in which a letter x
//! may be struck out of three neighbours x y z when x and z are allied (pile y jumps onto pile x), which is the
//! shortest word that can be reached? Tests ask it of every row that can be met, with the draws and without.
//!
//! # From right to left
//! A letter goes or stays by what stands to its right, and the last two never go. A game on a suffix x w is therefore
//! a game on w in which x is struck out at one moment or at none; and all that x can see of the game on w is the pairs
//! (first letter, second letter) that stand in front of w one after the other: the *front history* of w. It goes at a
//! pair (y, z) whose z is its ally. The history of x w then begins with the pairs (x, y′), for every first letter y′
//! that w has up to that moment, and goes on with the pairs of w from (y, z) on; if x stays, it is the pairs (x, y′)
//! for all first letters y′ of w. So nothing need be remembered of a game on w but its history and its *cost*, the
//! number of letters that stay. A pair only gives way to one further right, first letters before second letters,
//! hence the set of its pairs is the whole history.
//!
//! # What can be left out
//! A history contained in another one of the same suffix that costs no more can be forgotten. Whatever a letter does
//! before the smaller one it can do before the larger, at the same pair, and what comes of it is again contained. In
//! particular:
//! - behind one first letter, only the first ally of x counts;
//! - a chance behind a later first letter gives only more pairs (x, y′); without such a y′ it is not worth the wait;
//! - staying is pointless when the last chance has all the pairs (x, y′) already;
//! - a letter that has no ally further left than x tells nobody anything, whether as y′ or as z.
//!
//! # The order of the search
//! The costs are gone through from 2 on, up to one less than the automatic game leaves: if nothing is reached, the
//! automatic game is perfect. Within a cost the longest suffix goes first, its letter at the first chance before the
//! later ones. That is the automatic game's own choice, for "always the leftmost jump" strikes out each letter at its
//! first chance; so where a cost can be reached it is mostly reached at once.
//!
//! The time has no good bound, though nearly all deals take a few histories a letter. So a [`Solver`] keeps a limited
//! number of histories. What would need more is [`Unproved`], between two bounds that are certain.
//!
//! # What takes time
//! Half of the time of a deal went into branches that the processor could not foresee; with 52 cards most went into
//! comparing histories. So the automatic game, which gives the limit, is played on sets of letters without such
//! branches; a block tells what all blocks to its right have, which ends a walk early; and a *sign* of 64 bits nearly
//! always tells whether a history is contained in another one.
//!
//! Tried, and not better: histories as dense matrices (three blocks are usual, so a copy of all rows takes longer);
//! vectors over four or eight histories (they were written one by one a moment ago, and the processor waits until they
//! can be read together); wider instructions (3 %); and as a lower bound all histories of a suffix and a cost as one. It
//! proves the rule perfect in two deals of three with 32 cards and in half of them with 52, but hardly ever in those
//! that take long.

mod history;
mod search;

pub use super::auto::Word;

use super::improve::{Best, Change, Improvement};
use super::manual::Move;
use crate::cards::Card;
use crate::games::Memory;
use search::{End, Search};

/// Memory that a history takes, in bytes: its own 32 and its block's, twice while the lists grow.
const BYTES: u64 = 128;

/// A row played as well as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Piles that the leftmost possible jump, always, leaves.
    pub automatic: usize,
    /// The fewest piles that any jumps leave.
    pub best: usize,
    /// Jumps that leave them: the index of each pile that jumps, from 0, when all cards are drawn.
    pub line: Vec<usize>,
}

impl Solution {
    /// The jumps of the line in their order, each as soon as its neighbours lie on the table: moves of a game that has so
    /// many piles and so many cards in the stock. A draw changes no pile's index, so the indices stay the same.
    pub fn moves_in_time(&self, mut piles: usize, stock: usize) -> Vec<Move> {
        let mut moves = Vec::with_capacity(stock + self.line.len());
        for &pile in &self.line {
            // Never more draws than the stock holds: the line is one of the whole row.
            while piles <= pile + 1 {
                moves.push(Move::Draw);
                piles += 1;
            }
            moves.push(Move::Jump(pile));
            piles -= 1;
        }
        let drawn = moves.len() - self.line.len();
        moves.extend(std::iter::repeat_n(Move::Draw, stock - drawn));
        moves
    }
}

/// The solver's memory does not suffice for a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the fewest piles are {low} to {high}: {histories} histories do not suffice to tell")]
pub struct Unproved {
    /// No jumps leave fewer piles.
    pub low: usize,
    /// Piles that the automatic game leaves.
    pub high: usize,
    /// Histories kept when the search was given up.
    pub histories: usize,
}

/// Finds perfect play. Holds its memory from row to row.
///
/// # Errors
/// What would take too many histories is [`Unproved`].
///
/// # Panics
/// Of rows with more than [`MAX_CARDS`](crate::cards::pack::MAX_CARDS) cards.
#[derive(Clone, Debug)]
pub struct Solver {
    search: Search,
}

/// A solver that keeps up to a million histories.
impl Default for Solver {
    fn default() -> Self {
        Self::within(Self::USUAL_MEMORY)
    }
}

impl Solver {
    /// The memory that a solver takes by default: a million histories. The hardest of a million deals of 52 cards takes
    /// less than 100,000.
    pub const USUAL_MEMORY: Memory = Memory(BYTES << 20);

    /// A solver that gives up when it would take more memory.
    pub fn within(memory: Memory) -> Self {
        Self { search: Search::new(usize::try_from(memory.0 / BYTES).unwrap_or(usize::MAX)) }
    }

    /// The fewest piles that any jumps leave of a row, or of a deck drawn entirely.
    ///
    /// # Errors
    /// [`Unproved`] when it would take too many histories.
    ///
    /// # Panics
    /// When there are more than [`MAX_CARDS`](crate::cards::pack::MAX_CARDS) cards.
    pub fn best(&mut self, row: &[Card]) -> Result<usize, Unproved> {
        self.automatic_and_best(row).1
    }

    /// The fewest piles, and how to come to them.
    ///
    /// # Errors
    /// [`Unproved`] when it would take too many histories.
    ///
    /// # Panics
    /// When there are more than [`MAX_CARDS`](crate::cards::pack::MAX_CARDS) cards.
    pub fn solve(&mut self, row: &[Card]) -> Result<Solution, Unproved> {
        self.solve_word(&Word::new(row))
    }

    /// The piles that the automatic game leaves of a row, and [`Solver::best`] of it.
    ///
    /// # Panics
    /// When there are more than [`MAX_CARDS`](crate::cards::pack::MAX_CARDS) cards.
    pub fn automatic_and_best(&mut self, row: &[Card]) -> (usize, Result<usize, Unproved>) {
        let word = Word::new(row);
        let automatic = word.automatic(|_| ());
        (automatic, self.below(&word, automatic).map(|fewer| fewer.unwrap_or(automatic)))
    }

    /// [`Solver::solve`] of a row of which only the alliances are known.
    ///
    /// # Errors
    /// [`Unproved`] when it would take too many histories.
    pub fn solve_word(&mut self, word: &Word) -> Result<Solution, Unproved> {
        let mut struck = Vec::new();
        let automatic = word.automatic(|letter| struck.push(letter));
        let fewer = self.below(word, automatic)?;
        if fewer.is_some() {
            struck = search::struck(word.letters, &self.search.steps().collect::<Vec<_>>());
        }
        Ok(Solution { automatic, best: fewer.unwrap_or(automatic), line: search::piles(&struck) })
    }

    /// The best change for the automatic game, and the one when the game before and the game after are both played
    /// perfectly; among equals the one farthest in the stock. `None` when the stock has fewer than two cards.
    ///
    /// Equal to [`best`](super::improve::best), and to [`best_by`](super::improve::best_by) with the fewest piles of each
    /// stock. Only fewer piles than those of a later change count, and none has to leave more than the best automatic game:
    /// with these limits most searches are short. [`Unproved`] is that of the first stock that would take too many
    /// histories.
    ///
    /// # Panics
    /// When there are more than [`MAX_CARDS`](crate::cards::pack::MAX_CARDS) cards.
    pub fn best_changes(&mut self, deck: &[Card], improvement: Improvement) -> Option<(Best, Result<Best, Unproved>)> {
        let mut changed = deck.to_vec();
        let mut word = |change: Change| {
            change.apply(&mut changed);
            let word = Word::new(&changed);
            change.undo(&mut changed);
            word
        };
        let games: Vec<_> =
            improvement.changes(deck.len()).map(|change| (change, word(change).automatic(|_| ()))).collect();
        let &(change, after) = games.iter().rev().min_by_key(|(_, automatic)| *automatic)?;
        let (before, perfect) = self.automatic_and_best(deck);
        let rule = Best { change, before, after };
        let perfect = perfect.and_then(|before| {
            let (mut best, mut limit) = (Best { before, ..rule }, rule.after + 1);
            for &(change, automatic) in games.iter().rev() {
                // No jump takes the last two piles.
                if limit <= 2 {
                    break;
                }
                let known = limit.min(automatic);
                let fewer = self.below(&word(change), known);
                let after = fewer.map_err(|unproved| Unproved { high: automatic, ..unproved })?.unwrap_or(known);
                if after < limit {
                    (best, limit) = (Best { change, before, after }, after);
                }
            }
            Ok(best)
        });
        Some((rule, perfect))
    }

    /// The histories that the last search kept: what it took.
    pub fn histories(&self) -> usize {
        self.search.kept.len()
    }

    /// The fewest piles, if they are fewer than `limit`; the automatic game leaves so many.
    fn below(&mut self, word: &Word, limit: usize) -> Result<Option<usize>, Unproved> {
        match self.search.run(word, limit) {
            End::AtLimit => Ok(None),
            End::Reached(best) => Ok(Some(best)),
            End::Full(low) => Err(Unproved { low, high: limit, histories: self.histories() }),
        }
    }
}
