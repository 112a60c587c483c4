//! The exact values of all numbers of matches by a recurrence, and their period; the exact distribution of the outcome of
//! games between random and perfect players.
//!
//! All probabilities at n matches share the denominator `base ^ (n / least take)`, where `base` is the least common
//! multiple of 1, 2, …, number of takes: a game has at most n / least take plies, and each ply has at most as many
//! choices as there are takes. Numerators are then integers, and fractions are reduced once, at the end.

use super::{LastTake, NimRules, NimState};
use crate::games::{BestMoves, MemoryLimit, Solvable};
use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;
use std::collections::VecDeque;
use std::convert::Infallible;

/// The value of a number of matches to the player to move, when both play perfectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NimValue {
    /// The player to move loses.
    Lose,
    /// The game is a draw.
    Draw,
    /// The player to move wins.
    Win,
}

impl NimValue {
    fn for_opponent(self) -> Self {
        match self {
            Self::Lose => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Lose,
        }
    }
}

string_enum!(NimValue, "value", [Lose "lose", Draw "draw", Win "win"]);

/// The values of all numbers of matches up to a largest one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimSolution {
    rules: NimRules,
    values: Vec<NimValue>,
}

/// The value of `values.len()` matches from those of fewer: the recurrence.
///
/// With 0 matches the player to move has lost, or has won the misère game; without a possible take the game is a draw;
/// otherwise the value is that of the best take.
fn next_value(rules: &NimRules, values: &[NimValue]) -> NimValue {
    let matches = values.len();
    let end_value = match (matches, rules.last_take) {
        (0, LastTake::Wins) => NimValue::Lose,
        (0, LastTake::Loses) => NimValue::Win,
        _ => NimValue::Draw,
    };
    rules
        .takes
        .possible_takes(u32::try_from(matches).unwrap_or(u32::MAX))
        .iter()
        .map(|&take| values[matches - take as usize].for_opponent())
        .max()
        .unwrap_or(end_value)
}

impl NimSolution {
    /// Solves all numbers of matches from 0 to `max_matches`.
    pub fn new(rules: &NimRules, max_matches: u32) -> Self {
        let mut values = Vec::with_capacity(max_matches as usize + 1);
        for _ in 0..=max_matches {
            values.push(next_value(rules, &values));
        }
        Self {
            rules: rules.clone(),
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
        let mut takes = self.rules.takes.possible_takes(matches).to_vec();
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
        Ok(NimSolution::new(self.rules(), self.matches()))
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

const PERIOD_LIMIT: usize = 1 << 22;

/// Finds the period of the values under some rules; `None` if it is not seen within 4,194,304 values.
///
/// There always is a period. This is Brent's algorithm for cycles on windows of values: a value depends
/// only on as many values before it as the largest take, so equal windows have equal continuations.
pub fn value_period(rules: &NimRules) -> Option<NimPeriod> {
    let window = rules.takes.max_take() as usize;
    let mut values = Vec::new();
    while values.len() < window {
        values.push(next_value(rules, &values));
    }
    let mut anchor = window - 1;
    let mut power = 1;
    let mut length = 0;
    loop {
        if values.len() >= PERIOD_LIMIT {
            return None;
        }
        values.push(next_value(rules, &values));
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

/// The way in which a player chooses a take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayStyle {
    /// Uniformly among the possible takes.
    Random,
    /// Uniformly among the takes that keep the value.
    Perfect,
}

/// The probabilities that player 1 wins, that player 2 wins, and of a draw; they add up to 1.
pub type OutcomeDistribution = [Ratio<BigUint>; 3];

/// The largest number of additions of words of 64 bits for a distribution, which take some seconds.
const MAX_WORD_ADDITIONS: u128 = 10_000_000_000;

/// The numerators of an [`OutcomeDistribution`].
type Numerators = [BigUint; 3];

/// Computes the distribution of the outcome from `matches` matches, where player 1 moves first and each player has its
/// style.
///
/// `None` for tens of thousands of matches, for which the fractions would be too long.
pub fn outcome_distribution(
    rules: &NimRules,
    matches: u32,
    styles: [PlayStyle; 2],
) -> Option<OutcomeDistribution> {
    let takes = &rules.takes;
    let base = (1..=takes.as_slice().len())
        .fold(BigUint::from(1_u8), |lcm, number| lcm.lcm(&number.into()));
    let words = u128::from(base.bits()) * u128::from(matches / takes.min_take()) / 64 + 1;
    if 6 * u128::from(matches) * takes.as_slice().len() as u128 * words > MAX_WORD_ADDITIONS {
        return None;
    }
    let denominator = base.pow(matches / takes.min_take());
    let mut recurrence = DistributionRecurrence {
        rules,
        solution: NimSolution::new(rules, matches),
        styles,
        base,
        window: VecDeque::new(),
    };
    for matches in 0..=matches {
        recurrence.push_numerators(matches);
    }
    let [player_one_numerators, _] = recurrence.window.pop_back().unwrap_or_default();
    Some(player_one_numerators.map(|numerator| Ratio::new(numerator, denominator.clone())))
}

struct DistributionRecurrence<'a> {
    rules: &'a NimRules,
    solution: NimSolution,
    styles: [PlayStyle; 2],
    base: BigUint,
    /// The numerators of the last numbers of matches, as many as the largest take, for each mover (0 for player 1).
    window: VecDeque<[Numerators; 2]>,
}

impl DistributionRecurrence<'_> {
    fn push_numerators(&mut self, matches: u32) {
        let numerators = [0, 1].map(|mover| self.numerators(matches, mover));
        if self.window.len() == self.rules.takes.max_take() as usize {
            self.window.pop_front();
        }
        self.window.push_back(numerators);
    }

    fn numerators(&self, matches: u32, mover: usize) -> Numerators {
        let max_plies = |matches: u32| matches / self.rules.takes.min_take();
        let mut sums = Numerators::default();
        let takes = match self.styles[mover] {
            PlayStyle::Random => self.rules.takes.possible_takes(matches).to_vec(),
            PlayStyle::Perfect => self.solution.best_takes(matches),
        };
        if takes.is_empty() {
            // The opponent took the last match, or the game is a draw.
            let outcome = match (matches, self.rules.last_take) {
                (0, LastTake::Wins) => 1 - mover,
                (0, LastTake::Loses) => mover,
                _ => 2,
            };
            sums[outcome] = self.base.pow(max_plies(matches));
            return sums;
        }
        for take in &takes {
            let plies = max_plies(matches) - max_plies(matches - take);
            let factor = self.base.pow(plies) / takes.len();
            let numerators = &self.window[self.window.len() - *take as usize][1 - mover];
            for (sum, numerator) in sums.iter_mut().zip(numerators) {
                *sum += numerator * &factor;
            }
        }
        sums
    }
}
