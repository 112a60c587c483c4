//! Exact values by the recurrence, and their period.

use super::state::{Nim, Take, TakeSet};
use crate::games::{BestMoves, Memory, Solvable};
use std::convert::Infallible;

/// What a number of matches is worth to the player who moves, if both play well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// The other player wins.
    Lose,
    /// Neither wins.
    Draw,
    /// The player who moves wins.
    Win,
}

impl Value {
    const fn for_other(self) -> Self {
        match self {
            Self::Lose => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Lose,
        }
    }
}

words!(Value, "value", [Lose "lose", Draw "draw", Win "win"]);

/// The values of all numbers of matches up to a largest one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    takes: TakeSet,
    values: Vec<Value>,
}

/// The value of `values.len()` matches from those of fewer: the recurrence.
///
/// With 0 matches the player who moves has lost, the other one having taken the last; with no possible take the game
/// is a draw; else it is the best that a take leaves.
fn next(takes: &TakeSet, values: &[Value]) -> Value {
    let matches = values.len();
    let possible = takes.possible(u32::try_from(matches).unwrap_or(u32::MAX));
    let end = if matches == 0 { Value::Lose } else { Value::Draw };
    possible.iter().map(|&take| values[matches - take as usize].for_other()).max().unwrap_or(end)
}

impl Solution {
    /// Solves all numbers of matches from 0 to `most`.
    pub fn new(takes: &TakeSet, most: u32) -> Self {
        let mut values = Vec::with_capacity(most as usize + 1);
        for _ in 0..=most {
            values.push(next(takes, &values));
        }
        Self { takes: takes.clone(), values }
    }

    /// The value of so many matches, or `None` beyond those solved.
    pub fn value(&self, matches: u32) -> Option<Value> {
        self.values.get(matches as usize).copied()
    }

    /// All takes that keep the value: the winning ones when the value is a win. None when no take is possible, or
    /// beyond the numbers solved.
    pub fn best_takes(&self, matches: u32) -> Vec<u32> {
        let Some(value) = self.value(matches) else { return Vec::new() };
        let keeps = |take: &&u32| self.values[(matches - **take) as usize].for_other() == value;
        self.takes.possible(matches).iter().filter(keeps).copied().collect()
    }
}

impl BestMoves<Nim> for Solution {
    fn best_moves(&self, state: &Nim) -> Vec<Take> {
        self.best_takes(state.matches()).into_iter().map(Take).collect()
    }
}

/// Every number of matches that can begin a game is solved at once.
impl Solvable for Nim {
    type Solution = Solution;
    type TooHard = Infallible;

    fn solve_within(&self, _: Memory) -> Result<Solution, Infallible> {
        Ok(Solution::new(self.takes(), self.matches()))
    }

    fn check_solvable(&self, _: Memory) -> Result<(), Infallible> {
        Ok(())
    }
}

/// A period of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least number of matches from which the values repeat.
    pub from: usize,
    /// The period: the least there is.
    pub length: usize,
}

/// Values tried before the search for a period is given up.
const PERIOD_LIMIT: usize = 1 << 22;

/// The period of the values of a set of takes; `None` when none shows within 4,194,304 values (there always is one,
/// but a wide window can make it long).
///
/// Brent's search for a cycle, whose states are windows of values: the recurrence finds a value from as many before it as
/// the largest take and nothing else, so what follows two equal windows is equal for ever.
pub fn period(takes: &TakeSet) -> Option<Period> {
    let window = takes.most() as usize;
    let mut values = Vec::new();
    while values.len() < window {
        values.push(next(takes, &values));
    }
    let (mut anchor, mut power, mut length) = (window - 1, 1, 0);
    loop {
        if values.len() >= PERIOD_LIMIT {
            return None;
        }
        values.push(next(takes, &values));
        length += 1;
        if values[anchor + 1 - window..=anchor] == values[values.len() - window..] {
            break;
        }
        if length == power {
            (anchor, power, length) = (values.len() - 1, 2 * power, 0);
        }
    }
    let from = (0..values.len() - length).rev().take_while(|&at| values[at] == values[at + length]).last();
    Some(Period { from: from.unwrap_or(anchor), length })
}
