//! The exact values of all numbers of matches by a recurrence, and their period.

use super::state::{NimState, TakeSet};
use crate::games::{BestMoves, MemoryLimit, Solvable};
use std::convert::Infallible;

/// The value of a number of matches to the player to move, when both play perfectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NimValue {
    /// The player to move loses.
    Lose,
    /// The game is a draw.
    Draw,
    /// The player to move wins.
    Win,
}

impl NimValue {
    /// The value to the other player.
    const fn for_opponent(self) -> Self {
        match self {
            Self::Lose => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Lose,
        }
    }
}

string_enum!(NimValue, "value", [Lose "lose", Draw "draw", Win "win"]);

/// The values of all numbers of matches up to a largest one.
///
/// ```
/// use pioche_engine::games::nim::{NimSolution, NimValue, TakeSet};
///
/// // The rule of 5 for the takes 2 and 3: multiples of 5 lose, 1 more draws.
/// let solution = NimSolution::new(&TakeSet::default(), 25);
/// assert_eq!(solution.value(25), Some(NimValue::Lose));
/// assert_eq!(solution.value(21), Some(NimValue::Draw));
/// assert_eq!(solution.best_takes(23), [3]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimSolution {
    takes: TakeSet,
    values: Vec<NimValue>,
}

/// The value of `values.len()` matches from those of fewer: the recurrence.
///
/// With 0 matches the player to move has lost; without a possible take the game is a draw; otherwise the value is that
/// of the best take.
fn next_value(takes: &TakeSet, values: &[NimValue]) -> NimValue {
    let matches = values.len();
    let end_value = if matches == 0 {
        NimValue::Lose
    } else {
        NimValue::Draw
    };
    takes
        .possible_takes(u32::try_from(matches).unwrap_or(u32::MAX))
        .iter()
        .map(|&take| values[matches - take as usize].for_opponent())
        .max()
        .unwrap_or(end_value)
}

impl NimSolution {
    /// Solves all numbers of matches from 0 to `max_matches`.
    pub fn new(takes: &TakeSet, max_matches: u32) -> Self {
        let mut values = Vec::with_capacity(max_matches as usize + 1);
        for _ in 0..=max_matches {
            values.push(next_value(takes, &values));
        }
        Self {
            takes: takes.clone(),
            values,
        }
    }

    /// The value of a number of matches; `None` beyond those solved.
    pub fn value(&self, matches: u32) -> Option<NimValue> {
        self.values.get(matches as usize).copied()
    }

    /// The takes that keep the value; none when no take is possible, or beyond the numbers solved.
    pub fn best_takes(&self, matches: u32) -> Vec<u32> {
        let Some(value) = self.value(matches) else {
            return Vec::new();
        };
        let mut takes = self.takes.possible_takes(matches).to_vec();
        takes.retain(|take| self.values[(matches - take) as usize].for_opponent() == value);
        takes
    }
}

impl BestMoves<NimState> for NimSolution {
    fn best_moves(&self, state: &NimState) -> Vec<u32> {
        self.best_takes(state.matches())
    }
}

/// Always succeeds: the recurrence needs little memory.
impl Solvable for NimState {
    type Solution = NimSolution;
    type SolveError = Infallible;

    fn solve_within(&self, _: MemoryLimit) -> Result<NimSolution, Infallible> {
        Ok(NimSolution::new(self.takes(), self.matches()))
    }

    fn check_solvable(&self, _: MemoryLimit) -> Result<(), Infallible> {
        Ok(())
    }
}

/// The period of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NimPeriod {
    /// The least number of matches from which the values repeat.
    pub from: usize,
    /// The least period.
    pub length: usize,
}

/// The number of values after which the search for a period ends.
const PERIOD_LIMIT: usize = 1 << 22;

/// Finds the period of the values of a set of takes; `None` if it is not seen within 4,194,304 values.
///
/// There always is a period. This is Brent's algorithm for cycles on windows of values: a value depends
/// only on as many values before it as the largest take, so equal windows have equal continuations.
///
/// ```
/// use pioche_engine::games::nim::{NimPeriod, TakeSet, value_period};
///
/// assert_eq!(value_period(&TakeSet::default()), Some(NimPeriod { from: 0, length: 5 }));
/// ```
pub fn value_period(takes: &TakeSet) -> Option<NimPeriod> {
    let window = takes.max_take() as usize;
    let mut values = Vec::new();
    while values.len() < window {
        values.push(next_value(takes, &values));
    }
    let mut anchor = window - 1;
    let mut power = 1;
    let mut length = 0;
    loop {
        if values.len() >= PERIOD_LIMIT {
            return None;
        }
        values.push(next_value(takes, &values));
        length += 1;
        if values[anchor + 1 - window..=anchor] == values[values.len() - window..] {
            break;
        }
        if length == power {
            anchor = values.len() - 1;
            power *= 2;
            length = 0;
        }
    }
    let from = (0..values.len() - length)
        .rev()
        .take_while(|&matches| values[matches] == values[matches + length])
        .last();
    Some(NimPeriod {
        from: from.unwrap_or(anchor),
        length,
    })
}
