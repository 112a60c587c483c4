//! Exact counts and probabilities of all games from one position, and the numbers of solutions after each jump and by
//! the last cell.

use super::level_sums::{BigUintColumn, biguint_from_words};
use super::reachable_positions::{LevelCounts, ReachablePositions};
use super::state::Jump;
use crate::games::Game;
use crate::games::index::IndexSet;
use num_bigint::BigUint;
use num_rational::Ratio;

/// Exact counts of all games from one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCounts {
    /// The number of solutions: sequences of jumps that end with one peg.
    pub solutions: BigUint,
    /// The number of solutions for each possible cell of the last peg, by cell.
    pub solutions_by_last_cell: Vec<(usize, BigUint)>,
    /// The number of complete games: sequences of jumps until none is possible.
    pub complete_games: BigUint,
    /// The number of reachable positions, the first included.
    pub reachable_positions: u64,
    /// The number of reachable positions from which a single peg can be reached.
    pub winning_positions: u64,
    /// The probability that a random player wins.
    pub random_win_probability: Ratio<BigUint>,
    /// The law of the number of pegs that a random player leaves: each possible number with its probability, in order.
    pub pegs_left_law: Vec<(u32, Ratio<BigUint>)>,
}

/// The number of bits of the number of possible jumps of a position, at most 2^8.
const JUMP_BITS: u64 = 8;

impl ReachablePositions {
    /// Computes all exact counts.
    pub fn game_counts(&self) -> GameCounts {
        let none = Ratio::from(BigUint::ZERO);
        let tallies = &self.level_sums;
        let by_left = |pegs: u32| {
            tallies
                .complete_games
                .iter()
                .find(|(left, _)| *left == pegs)
                .map(|(_, games)| games.clone())
        };
        let sum = |of: fn(&LevelCounts) -> u64| self.level_counts.iter().map(of).sum();
        GameCounts {
            solutions: by_left(1).unwrap_or_default(),
            solutions_by_last_cell: self.solutions_by_last_cell(),
            complete_games: tallies.complete_games.iter().map(|(_, games)| games).sum(),
            reachable_positions: sum(|size| size.positions),
            winning_positions: sum(|size| size.winning_positions),
            random_win_probability: tallies
                .pegs_left_law
                .iter()
                .find(|(pegs, _)| *pegs == 1)
                .map_or(none, |(_, chance)| chance.clone()),
            pegs_left_law: tallies.pegs_left_law.iter().rev().cloned().collect(),
        }
    }

    /// The possible jumps from the start, in the order of [`Game::legal_moves`], each with the number of solutions
    /// after it.
    pub fn jumps_with_solution_counts(&self) -> Vec<(Jump, BigUint)> {
        let solutions = self.solutions_after_first_jump();
        let left = |pegs: u64| {
            let number = self
                .winning_levels
                .get(1)
                .and_then(|index| index.index_of(self.canonical_form(pegs)));
            number.map_or(BigUint::ZERO, |number| {
                biguint_from_words(solutions.row(number))
            })
        };
        let after = |jump| {
            let mut state = self.start;
            state
                .play(jump)
                .map_or(BigUint::ZERO, |()| left(state.pegs()))
        };
        self.start
            .legal_moves()
            .into_iter()
            .map(|jump| (jump, after(jump)))
            .collect()
    }

    /// The number of solutions of each winning class one jump after the start, summed from the single pegs up.
    fn solutions_after_first_jump(&self) -> BigUintColumn {
        let steps = &self.start.board().0.jump_masks;
        let mut below = BigUintColumn::new(1);
        for (level, pegs) in (1..self.winning_levels.len())
            .zip((1..self.start.peg_count()).rev())
            .rev()
        {
            let mut here = BigUintColumn::new(below.max_bits().max(1) + JUMP_BITS);
            for (number, &key) in self.winning_levels[level].keys().iter().enumerate() {
                if pegs == 1 {
                    here.add_to_row(number, &[1]);
                    continue;
                }
                for step in steps.iter().filter(|step| step.is_possible(key)) {
                    if let Some(child) = self.winning_levels[level + 1]
                        .index_of(self.canonical_form(key ^ step.changed_cells))
                    {
                        here.add_to_row(number, below.row(child));
                    }
                }
            }
            below = here;
        }
        below
    }

    /// The number of solutions by the cell of the last peg, from the start down over the winning positions.
    ///
    /// Symmetric positions are counted separately, since they end in different cells.
    fn solutions_by_last_cell(&self) -> Vec<(usize, BigUint)> {
        if !self.is_solvable() {
            return Vec::new();
        }
        let steps = &self.start.board().0.jump_masks;
        let mut level = IndexSet::new();
        level.insert(self.start.pegs());
        let mut ways = BigUintColumn::new(1);
        ways.add_to_row(0, &[1]);
        for _ in 1..self.start.peg_count() {
            let mut next = IndexSet::new();
            // A position has at most 2^8 predecessors.
            let mut next_ways = BigUintColumn::new(ways.max_bits() + JUMP_BITS);
            for (number, &pegs) in level.keys().iter().enumerate() {
                let children = steps
                    .iter()
                    .filter(|step| step.is_possible(pegs))
                    .map(|step| pegs ^ step.changed_cells);
                for child in children.filter(|&child| self.is_winning(child)) {
                    next_ways.add_to_row(next.insert(child), ways.row(number));
                }
            }
            (level, ways) = (next, next_ways);
        }
        let cell = |pegs: u64| pegs.trailing_zeros() as usize;
        let ends = level.keys().iter().enumerate();
        let mut by_finish: Vec<_> = ends
            .map(|(number, &pegs)| (cell(pegs), biguint_from_words(ways.row(number))))
            .collect();
        by_finish.sort_unstable();
        by_finish
    }
}
