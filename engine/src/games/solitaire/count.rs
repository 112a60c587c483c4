//! Exact counts and chances of all games from one position, read off what was explored.

use super::reach::Explored;
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
    /// Level by level, the start's first.
    pub levels: Vec<LevelCount>,
}

/// The reachable positions with one number of pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelCount {
    /// The number of pegs.
    pub pegs: u32,
    /// Reachable positions.
    pub reachable: u64,
    /// Up to symmetry.
    pub classes: u64,
    /// Winning ones.
    pub winning: u64,
}

impl Explored {
    /// All exact counts.
    pub fn count(&self) -> Count {
        let none = Ratio::from(BigUint::ZERO);
        let tallies = &self.tallies;
        let by_left = |pegs: u32| tallies.games.iter().find(|(left, _)| *left == pegs).map(|(_, games)| games.clone());
        let levels = self.sizes.iter().zip((1..=self.start.count()).rev()).map(|(size, pegs)| LevelCount {
            pegs,
            reachable: size.positions,
            classes: size.classes,
            winning: size.winning,
        });
        Count {
            solutions: by_left(1).unwrap_or_default(),
            by_finish: self.by_finish(),
            games: tallies.games.iter().map(|(_, games)| games).sum(),
            games_by_left: tallies.games.iter().rev().cloned().collect(),
            reachable: self.sizes.iter().map(|size| size.positions).sum(),
            reachable_classes: self.sizes.iter().map(|size| size.classes).sum(),
            winning: self.sizes.iter().map(|size| size.winning).sum(),
            winning_classes: self.sizes.iter().map(|size| size.winning_classes).sum(),
            random_win: tallies.law.iter().find(|(pegs, _)| *pegs == 1).map_or(none, |(_, chance)| chance.clone()),
            left_law: tallies.law.iter().rev().cloned().collect(),
            levels: levels.collect(),
        }
    }
}
