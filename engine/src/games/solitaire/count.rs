//! Exact counts and chances of all games from one position, read off what was explored.

use super::reach::{Explored, Sizes};
use num_bigint::BigUint;
use num_rational::Ratio;

/// Exact answers about all games from one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Sequences of jumps that end with one peg.
    pub solutions: BigUint,
    /// Solutions by the cell of the last peg: the cells where it can be, in order.
    pub by_finish: Vec<(usize, BigUint)>,
    /// Sequences of jumps until none is left.
    pub games: BigUint,
    /// Those by the number of pegs left, the numbers that occur, in order.
    pub games_by_left: Vec<(u32, BigUint)>,
    /// Positions that can be met, the first included.
    pub reachable: u64,
    /// The same up to the symmetries of the board.
    pub reachable_classes: u64,
    /// Reachable positions from which a single peg can be reached.
    pub winning: u64,
    /// The same up to the symmetries of the board.
    pub winning_classes: u64,
    /// The chance that a random player wins.
    pub random_win: Ratio<BigUint>,
    /// The law of the number of pegs that a random player leaves: the numbers that occur, in order.
    pub left_law: Vec<(u32, Ratio<BigUint>)>,
    /// Level by level, the start's first, each with a peg less.
    pub levels: Vec<Sizes>,
}

impl Explored {
    /// All exact counts.
    pub fn count(&self) -> Count {
        let none = Ratio::from(BigUint::ZERO);
        let tallies = &self.tallies;
        let by_left = |pegs: u32| tallies.games.iter().find(|(left, _)| *left == pegs).map(|(_, games)| games.clone());
        let sum = |of: fn(&Sizes) -> u64| self.sizes.iter().map(of).sum();
        Count {
            solutions: by_left(1).unwrap_or_default(),
            by_finish: self.by_finish(),
            games: tallies.games.iter().map(|(_, games)| games).sum(),
            games_by_left: tallies.games.iter().rev().cloned().collect(),
            reachable: sum(|size| size.positions),
            reachable_classes: sum(|size| size.classes),
            winning: sum(|size| size.winning),
            winning_classes: sum(|size| size.winning_classes),
            random_win: tallies.law.iter().find(|(pegs, _)| *pegs == 1).map_or(none, |(_, chance)| chance.clone()),
            left_law: tallies.law.iter().rev().cloned().collect(),
            levels: self.sizes.clone(),
        }
    }
}
