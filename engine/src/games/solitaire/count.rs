//! Exact counts and probabilities of all games from one position, and the numbers of solutions after each jump and by
//! the last cell.

use super::reach::{Explored, Sizes};
use super::state::Jump;
use super::tallies::{CountColumn, integer};
use crate::games::Game;
use crate::games::index::Index;
use num_bigint::BigUint;
use num_rational::Ratio;

/// Exact counts of all games from one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCounts {
    /// The number of solutions: sequences of jumps that end with one peg.
    pub solutions: BigUint,
    /// The number of solutions for each possible cell of the last peg, by cell.
    pub by_finish: Vec<(usize, BigUint)>,
    /// The number of complete games: sequences of jumps until none is possible.
    pub games: BigUint,
    /// The number of reachable positions, the first included.
    pub reachable: u64,
    /// The number of reachable positions from which a single peg can be reached.
    pub winning: u64,
    /// The probability that a random player wins.
    pub random_win: Ratio<BigUint>,
    /// The law of the number of pegs that a random player leaves: each possible number with its probability, in order.
    pub left_law: Vec<(u32, Ratio<BigUint>)>,
}

/// The number of bits of the number of possible jumps of a position, at most 2^8.
const JUMP_BITS: u64 = 8;

impl Explored {
    /// Computes all exact counts.
    pub fn count(&self) -> GameCounts {
        let none = Ratio::from(BigUint::ZERO);
        let tallies = &self.tallies;
        let by_left = |pegs: u32| tallies.games.iter().find(|(left, _)| *left == pegs).map(|(_, games)| games.clone());
        let sum = |of: fn(&Sizes) -> u64| self.sizes.iter().map(of).sum();
        GameCounts {
            solutions: by_left(1).unwrap_or_default(),
            by_finish: self.by_finish(),
            games: tallies.games.iter().map(|(_, games)| games).sum(),
            reachable: sum(|size| size.positions),
            winning: sum(|size| size.winning),
            random_win: tallies.law.iter().find(|(pegs, _)| *pegs == 1).map_or(none, |(_, chance)| chance.clone()),
            left_law: tallies.law.iter().rev().cloned().collect(),
        }
    }

    /// The possible jumps from the start, in the order of [`Game::legal_moves`], each with the number of solutions
    /// after it.
    pub fn hints(&self) -> Vec<(Jump, BigUint)> {
        let solutions = self.solutions_below();
        let left = |pegs: u64| {
            let number = self.winning.get(1).and_then(|index| index.get(self.least(pegs)));
            number.map_or(BigUint::ZERO, |number| integer(solutions.row(number)))
        };
        let after = |jump| {
            let mut state = self.start;
            state.play(jump).map_or(BigUint::ZERO, |()| left(state.pegs()))
        };
        self.start.legal_moves().into_iter().map(|jump| (jump, after(jump))).collect()
    }

    /// The number of solutions of each winning class one jump after the start, summed from the single pegs up.
    fn solutions_below(&self) -> CountColumn {
        let steps = &self.start.board().0.steps;
        let mut below = CountColumn::new(1);
        for (level, pegs) in (1..self.winning.len()).zip((1..self.start.count()).rev()).rev() {
            let mut here = CountColumn::new(below.bits().max(1) + JUMP_BITS);
            for (number, &key) in self.winning[level].keys().iter().enumerate() {
                if pegs == 1 {
                    here.add(number, &[1]);
                    continue;
                }
                for step in steps.iter().filter(|step| step.fits(key)) {
                    if let Some(child) = self.winning[level + 1].get(self.least(key ^ step.all)) {
                        here.add(number, below.row(child));
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
    fn by_finish(&self) -> Vec<(usize, BigUint)> {
        if !self.is_solvable() {
            return Vec::new();
        }
        let steps = &self.start.board().0.steps;
        let mut level = Index::new();
        level.insert(self.start.pegs());
        let mut ways = CountColumn::new(1);
        ways.add(0, &[1]);
        for _ in 1..self.start.count() {
            let mut next = Index::new();
            // A position has at most 2^8 predecessors.
            let mut next_ways = CountColumn::new(ways.bits() + JUMP_BITS);
            for (number, &pegs) in level.keys().iter().enumerate() {
                let children = steps.iter().filter(|step| step.fits(pegs)).map(|step| pegs ^ step.all);
                for child in children.filter(|&child| self.wins(child)) {
                    next_ways.add(next.insert(child), ways.row(number));
                }
            }
            (level, ways) = (next, next_ways);
        }
        let cell = |pegs: u64| pegs.trailing_zeros() as usize;
        let ends = level.keys().iter().enumerate();
        let mut by_finish: Vec<_> = ends.map(|(number, &pegs)| (cell(pegs), integer(ways.row(number)))).collect();
        by_finish.sort_unstable();
        by_finish
    }
}
