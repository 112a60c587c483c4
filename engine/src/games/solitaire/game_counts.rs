//! Exact counts and probabilities of all games from one position, and the numbers of solutions after each jump and by
//! the last cell.

use super::level_sums::{BigUintColumn, LevelSums, biguint_from_words};
use super::reachable_positions::ReachablePositions;
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
        let LevelSums {
            complete_games,
            pegs_left_law,
            ..
        } = &self.level_sums;
        // Most pegs first, so a single peg is last.
        let solutions = complete_games.last().filter(|(pegs, _)| *pegs == 1);
        let win_probability = pegs_left_law.last().filter(|(pegs, _)| *pegs == 1);
        let level_counts = &self.level_counts;
        GameCounts {
            solutions: solutions.map_or(BigUint::ZERO, |(_, games)| games.clone()),
            solutions_by_last_cell: self.solutions_by_last_cell(),
            complete_games: complete_games.iter().map(|(_, games)| games).sum(),
            reachable_positions: level_counts.iter().map(|counts| counts.positions).sum(),
            winning_positions: level_counts
                .iter()
                .map(|counts| counts.winning_positions)
                .sum(),
            random_win_probability: win_probability
                .map_or(Ratio::from(BigUint::ZERO), |(_, probability)| {
                    probability.clone()
                }),
            pegs_left_law: pegs_left_law.iter().rev().cloned().collect(),
        }
    }

    /// The possible jumps from the start, in the order of [`Game::legal_moves`], each with the number of solutions
    /// after it.
    pub fn jumps_with_solution_counts(&self) -> Vec<(Jump, BigUint)> {
        let solutions = self.solutions_after_first_jump();
        let solution_count = |jump| {
            let mut state = self.start;
            state.play(jump).ok()?;
            let level = self.winning_levels.get(1)?;
            let class_index = level.index_of(self.canonical_form(state.pegs()))?;
            Some(biguint_from_words(solutions.row(class_index)))
        };
        self.start
            .legal_moves()
            .into_iter()
            .map(|jump| (jump, solution_count(jump).unwrap_or_default()))
            .collect()
    }

    /// The number of solutions of each winning class one jump after the start, summed from the single pegs up.
    fn solutions_after_first_jump(&self) -> BigUintColumn {
        let tables = self.start.board().0;
        let mut next_solutions = BigUintColumn::new(1);
        for level in (1..self.winning_levels.len()).rev() {
            let mut solutions = BigUintColumn::new(next_solutions.max_bits().max(1) + JUMP_BITS);
            for (class_index, &key) in self.winning_levels[level].keys().iter().enumerate() {
                if key.count_ones() == 1 {
                    solutions.add_to_row(class_index, &[1]);
                    continue;
                }
                for jump in tables.possible_jumps(key) {
                    let child_key = self.canonical_form(key ^ jump.changed_cells);
                    if let Some(child) = self.winning_levels[level + 1].index_of(child_key) {
                        solutions.add_to_row(class_index, next_solutions.row(child));
                    }
                }
            }
            next_solutions = solutions;
        }
        next_solutions
    }

    /// The number of solutions by the cell of the last peg, from the start down over the winning positions.
    ///
    /// Symmetric positions are counted separately, since they end in different cells.
    fn solutions_by_last_cell(&self) -> Vec<(usize, BigUint)> {
        if !self.is_solvable() {
            return Vec::new();
        }
        let tables = self.start.board().0;
        let mut positions = IndexSet::new();
        positions.insert(self.start.pegs());
        let mut ways = BigUintColumn::new(1);
        ways.add_to_row(0, &[1]);
        for _ in 1..self.start.peg_count() {
            let mut next_positions = IndexSet::new();
            // A position has at most 2^8 predecessors.
            let mut next_ways = BigUintColumn::new(ways.max_bits() + JUMP_BITS);
            for (index, &pegs) in positions.keys().iter().enumerate() {
                for jump in tables.possible_jumps(pegs) {
                    let child = pegs ^ jump.changed_cells;
                    if self.is_winning(child) {
                        next_ways.add_to_row(next_positions.insert(child), ways.row(index));
                    }
                }
            }
            positions = next_positions;
            ways = next_ways;
        }
        let mut solutions_by_last_cell = Vec::new();
        for (index, &pegs) in positions.keys().iter().enumerate() {
            let cell = pegs.trailing_zeros() as usize;
            solutions_by_last_cell.push((cell, biguint_from_words(ways.row(index))));
        }
        solutions_by_last_cell.sort_unstable();
        solutions_by_last_cell
    }
}
