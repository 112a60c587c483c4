//! Perfect play: the fewest piles that any sequence of jumps can leave, and a sequence that leaves them.
//!
//! ```
//! use pioche_engine::cards::Card;
//! use pioche_engine::games::alliances::perfect::PerfectSolver;
//!
//! let text = "7-C 8-K 9-C R-K A-P";
//! let deck: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
//! let solution = PerfectSolver::default().solve(&deck)?;
//! assert_eq!((solution.automatic_piles, solution.fewest_piles), (3, 3)); // the 8 jumps, then the 9
//! assert_eq!(solution.jumps, [1, 1]);
//! # Ok::<(), pioche_engine::games::alliances::perfect::UnprovedBounds>(())
//! ```
//!
//! # The problem as a word
//! A jump depends only on the pile's two neighbours, and a card drawn is laid at the far right: a jump that is possible
//! before a draw is possible after it, with the same result. So every game can be replayed with all draws first, and
//! drawing everything first loses nothing. A game, new or under way, is then one row, the visible cards followed by
//! the stock ([`super::PatienceState::row_after_giving_up`]), and the problem is: of the word x₀ x₁ … of its cards, in which a letter x
//! may be struck out of three neighbours x y z when x and z are allied (pile y jumps onto pile x), which is the
//! shortest word that can be reached? Tests compare both forms of the problem for every row that can occur.
//!
//! # From right to left
//! A letter is struck out or stays depending on the letters to its right, and the last two always stay. A game on a
//! suffix x w is therefore a game on w in which x is struck out at one moment or never. Only the pairs (first letter,
//! second letter) in front of w, one after the other, matter to x: they are the *front history* of w. The letter x can
//! be struck out at a pair (y, z) if z is its ally. The history of x w then begins with the pairs (x, y′), for every
//! first letter y′ that w has up to that moment, and goes on with the pairs of w from (y, z) on; if x stays, it is the
//! pairs (x, y′) for all first letters y′ of w. So a game on w is described by its history and its *cost*, the number
//! of letters that stay. Each pair is followed by one further right (by its first letter, then by its second letter),
//! hence the set of its pairs determines the history.
//!
//! # What can be left out
//! A history contained in another one of the same suffix that costs no more can be dropped. Each step of a letter in
//! front of the smaller history is also possible in front of the larger one, at the same pair, and the results are
//! again contained. In particular:
//! - behind one first letter, only the first ally of x counts;
//! - a chance behind a later first letter gives only more pairs (x, y′); without such a y′ waiting gains nothing;
//! - staying is pointless when the last chance has all the pairs (x, y′) already;
//! - a letter without an ally further left than x need not be stored, neither as y′ nor as z.
//!
//! # The order of the search
//! The costs are tried from 2 on, up to one less than the automatic game leaves: if none is reached, the automatic game
//! is perfect. Within a cost the longest suffix is extended first, and its letter is struck out at the first chance
//! before the later ones. The automatic game does the same, since "always the leftmost jump" strikes out each letter at
//! its first chance; so a cost that can be reached is mostly reached at once.
//!
//! No useful worst-case bound is known, though nearly all deals take a few histories per letter. So a [`PerfectSolver`] keeps a limited
//! number of histories. If more are needed, the result is [`UnprovedBounds`], with a lower and an upper bound.
//!
//! # What takes time
//! Half of the time of a deal was spent on mispredicted branches; with 52 cards most was spent on comparing histories.
//! So the automatic game, which gives the limit, is played on sets of letters without such branches. A block stores the
//! union of all blocks to its right, which ends a walk early. A *signature* of 64 bits nearly always decides whether a
//! history is contained in another one.
//!
//! These were measured and are not better: histories as dense matrices (three blocks are usual, so a copy of all rows
//! takes longer); vectors over four or eight histories (they have just been written one by one, and the processor waits
//! until they can be read together); wider instructions (3 %); as a lower bound all histories of a suffix and a cost as
//! one, which proves the rule perfect in two deals of three with 32 cards and in half of them with 52, but hardly ever
//! in those that take long.

mod search;

pub use super::automatic::AllianceGraph;

use super::improve::{BestChange, Change, Improvement};
use super::{AllianceRule, PatienceMove};
use crate::cards::Card;
use crate::games::MemoryLimit;
use search::{HistorySearch, SearchOutcome};

/// The memory of a history in bytes: its own 32 and those of its block, twice while the lists grow.
const BYTES_PER_HISTORY: u64 = 128;

/// The solution of a row: the fewest piles, and the jumps that leave them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerfectSolution {
    /// The piles that the automatic game leaves.
    pub automatic_piles: usize,
    /// The fewest piles that any sequence of jumps leaves.
    pub fewest_piles: usize,
    /// A sequence of jumps that leaves the fewest piles, all cards being drawn first: the index of each pile, from 0.
    pub jumps: Vec<usize>,
}

impl PerfectSolution {
    /// The moves of the solution for a game with `row_piles` piles and `stock_size` cards in the stock.
    ///
    /// Each jump is made as soon as the neighbours of its pile are on the table. A draw does not change the index of a
    /// pile, so the indices are those of `jumps`.
    pub fn moves_with_draws(&self, mut row_piles: usize, stock_size: usize) -> Vec<PatienceMove> {
        let mut moves = Vec::with_capacity(stock_size + self.jumps.len());
        for &pile in &self.jumps {
            // The jumps are those of the whole row; the stock suffices.
            while row_piles <= pile + 1 {
                moves.push(PatienceMove::Draw);
                row_piles += 1;
            }
            moves.push(PatienceMove::Jump(pile));
            row_piles -= 1;
        }
        let draw_count = moves.len() - self.jumps.len();
        let undrawn_cards = stock_size - draw_count;
        moves.extend(std::iter::repeat_n(PatienceMove::Draw, undrawn_cards));
        moves
    }
}

struct ChangedGame {
    change: Change,
    graph: AllianceGraph,
    automatic_piles: usize,
}

/// The error of a solver that has not enough memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the fewest piles are {low} to {high}: the limit of {histories} histories is reached")]
pub struct UnprovedBounds {
    /// A lower bound of the fewest piles.
    pub low: usize,
    /// An upper bound: the piles that the automatic game leaves.
    pub high: usize,
    /// The number of histories when the search ended.
    pub histories: usize,
}

/// Finds perfect play, in buffers that are used again for the next row.
#[derive(Clone, Debug)]
pub struct PerfectSolver {
    search: HistorySearch,
    alliance: AllianceRule,
}

/// A solver with [`PerfectSolver::DEFAULT_MEMORY`].
impl Default for PerfectSolver {
    fn default() -> Self {
        Self::with_memory_limit(Self::DEFAULT_MEMORY)
    }
}

impl PerfectSolver {
    /// The default limit: the memory of 2^20 histories. The hardest of a million deals of 52 cards takes less than
    /// 100,000.
    pub const DEFAULT_MEMORY: MemoryLimit = MemoryLimit(BYTES_PER_HISTORY << 20);

    /// A solver that takes at most `memory`.
    pub fn with_memory_limit(memory: MemoryLimit) -> Self {
        Self {
            search: HistorySearch::new(
                usize::try_from(memory.0 / BYTES_PER_HISTORY).unwrap_or(usize::MAX),
            ),
            alliance: AllianceRule::default(),
        }
    }

    /// Sets the rule of alliance.
    #[must_use]
    pub fn with_alliance(self, alliance: AllianceRule) -> Self {
        Self { alliance, ..self }
    }

    /// The fewest piles of a row, and a sequence of jumps that leaves them.
    ///
    /// # Errors
    /// [`UnprovedBounds`] when more histories would be needed than fit in the memory.
    ///
    /// # Panics
    /// When there are more than [`MAX_CARDS`](crate::cards::card::MAX_CARDS) cards.
    pub fn solve(&mut self, row: &[Card]) -> Result<PerfectSolution, UnprovedBounds> {
        self.solve_graph(&AllianceGraph::new(row, self.alliance))
    }

    /// The piles that the automatic game leaves of a row or of a whole deck, and the fewest that any sequence of jumps leaves;
    /// [`UnprovedBounds`] when more histories would be needed than fit in the memory.
    ///
    /// # Panics
    /// When there are more than [`MAX_CARDS`](crate::cards::card::MAX_CARDS) cards.
    pub fn automatic_and_fewest_piles(
        &mut self,
        row: &[Card],
    ) -> (usize, Result<usize, UnprovedBounds>) {
        let word = AllianceGraph::new(row, self.alliance);
        let automatic = word.play_automatic(|_| ());
        (
            automatic,
            self.fewest_piles_below(&word, automatic)
                .map(|fewer| fewer.unwrap_or(automatic)),
        )
    }

    /// Solves a row that is given by its alliances, as [`PerfectSolver::solve`] does.
    ///
    /// # Errors
    /// [`UnprovedBounds`] when more histories would be needed than fit in the memory.
    pub fn solve_graph(
        &mut self,
        graph: &AllianceGraph,
    ) -> Result<PerfectSolution, UnprovedBounds> {
        let mut struck = Vec::new();
        let automatic = graph.play_automatic(|letter| struck.push(letter));
        let fewer = self.fewest_piles_below(graph, automatic)?;
        if fewer.is_some() {
            struck = search::strike_order(
                graph.card_count,
                &self.search.solution_card_fates().collect::<Vec<_>>(),
            );
        }
        Ok(PerfectSolution {
            automatic_piles: automatic,
            fewest_piles: fewer.unwrap_or(automatic),
            jumps: search::jumping_piles(&struck),
        })
    }

    /// The best change for the automatic game, and the best change for perfect play before and after the change; among
    /// equals the last one. `None` when the stock has fewer than two cards.
    ///
    /// They are equal to [`best_change`](super::improve::best_change), and to [`best_change_by`](super::improve::best_change_by) with the fewest
    /// piles of each stock. Only fewer piles than those of a later change count, and no more than the best automatic
    /// game leaves; with these limits most searches are short. [`UnprovedBounds`] is the error of the first stock that fails.
    ///
    /// # Panics
    /// When there are more than [`MAX_CARDS`](crate::cards::card::MAX_CARDS) cards.
    pub fn best_changes(
        &mut self,
        deck: &[Card],
        improvement: Improvement,
    ) -> Option<(BestChange, Result<BestChange, UnprovedBounds>)> {
        let mut stock = deck.to_vec();
        let mut games = Vec::new();
        for change in improvement.changes(deck.len()) {
            stock.copy_from_slice(deck);
            change.apply(&mut stock);
            let graph = AllianceGraph::new(&stock, self.alliance);
            games.push(ChangedGame {
                change,
                automatic_piles: graph.play_automatic(|_| ()),
                graph,
            });
        }
        let best_game = games.iter().rev().min_by_key(|game| game.automatic_piles)?;
        let (piles_before, fewest_piles) = self.automatic_and_fewest_piles(deck);
        let automatic_change = BestChange {
            change: best_game.change,
            piles_before,
            piles_after: best_game.automatic_piles,
        };
        let perfect_change = fewest_piles.and_then(|piles_before| {
            let change = BestChange {
                piles_before,
                ..automatic_change
            };
            self.improve_best_change(change, &games)
        });
        Some((automatic_change, perfect_change))
    }

    fn improve_best_change(
        &mut self,
        mut best_change: BestChange,
        games: &[ChangedGame],
    ) -> Result<BestChange, UnprovedBounds> {
        let mut limit = best_change.piles_after + 1;
        for game in games.iter().rev() {
            // The last two piles always stay.
            if limit <= 2 {
                break;
            }
            let upper_bound = limit.min(game.automatic_piles);
            let fewest_piles = self
                .fewest_piles_below(&game.graph, upper_bound)
                .map_err(|error| UnprovedBounds {
                    high: game.automatic_piles,
                    ..error
                })?
                .unwrap_or(upper_bound);
            if fewest_piles < limit {
                best_change.change = game.change;
                best_change.piles_after = fewest_piles;
                limit = fewest_piles;
            }
        }
        Ok(best_change)
    }

    /// The number of histories that the last search kept.
    pub fn history_count(&self) -> usize {
        self.search.histories.len()
    }

    /// The fewest piles if they are fewer than `limit`, the piles that the automatic game leaves.
    fn fewest_piles_below(
        &mut self,
        graph: &AllianceGraph,
        limit: usize,
    ) -> Result<Option<usize>, UnprovedBounds> {
        match self.search.find_fewest(graph, limit) {
            SearchOutcome::NoneBelowLimit => Ok(None),
            SearchOutcome::Found(best) => Ok(Some(best)),
            SearchOutcome::MemoryFullAtCost(low) => Err(UnprovedBounds {
                low,
                high: limit,
                histories: self.history_count(),
            }),
        }
    }
}
