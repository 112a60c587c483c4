//! Exact chances when random and perfect players meet.
//!
//! All chances at n matches share the denominator `base ^ (n / least take)`, where `base` is the least common multiple
//! of 1, 2, …, number of takes: a game has no more plies than n / least take, and each draws among as many takes at
//! most. Numerators are then integers, and fractions are reduced once, at the end.

use super::solve::Solution;
use super::state::TakeSet;
use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;
use std::collections::VecDeque;

/// How a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Uniformly among the possible takes.
    Random,
    /// Uniformly among the takes that keep the value.
    Perfect,
}

/// The chances that player 1 wins, that player 2 does, and that neither does; they add up to 1.
pub type Law = [Ratio<BigUint>; 3];

/// Additions of words of 64 bits that a law may cost: some seconds.
const WORK: u128 = 10_000_000_000;

/// Numerators of player 1 winning, player 2 winning, a draw.
type Numerators = [BigUint; 3];

/// The law of the outcome from so many matches, player 1 moving first, each player in its style; `None` before any work
/// is done for tens of thousands of matches, whose fractions would be too long.
pub fn law(takes: &TakeSet, matches: u32, styles: [Style; 2]) -> Option<Law> {
    let base = (1..=takes.as_slice().len()).fold(BigUint::from(1_u8), |lcm, number| lcm.lcm(&number.into()));
    let words = u128::from(base.bits()) * u128::from(matches / takes.least()) / 64 + 1;
    if 6 * u128::from(matches) * takes.as_slice().len() as u128 * words > WORK {
        return None;
    }
    let solution = Solution::new(takes, matches);
    let mut window: VecDeque<[Numerators; 2]> = VecDeque::new();
    for left in 0..=matches {
        let row = [0, 1].map(|mover| numerators(takes, &base, &solution, &window, left, (mover, styles[mover])));
        if window.len() == takes.most() as usize {
            window.pop_front();
        }
        window.push_back(row);
    }
    let denominator = base.pow(matches / takes.least());
    let [first, _] = window.pop_back().unwrap_or_default();
    Some(first.map(|numerator| Ratio::new(numerator, denominator.clone())))
}

/// The row for `left` matches and a mover (0 for player 1), from the rows of fewer matches, the last one at the back.
fn numerators(
    takes: &TakeSet,
    base: &BigUint,
    solution: &Solution,
    window: &VecDeque<[Numerators; 2]>,
    left: u32,
    (mover, style): (usize, Style),
) -> Numerators {
    let mut sums = Numerators::default();
    let choices = match style {
        Style::Random => takes.possible(left).to_vec(),
        Style::Perfect => solution.best_takes(left),
    };
    if choices.is_empty() {
        // Who took the last match is the other one.
        sums[if left == 0 { 1 - mover } else { 2 }] = base.pow(left / takes.least());
        return sums;
    }
    for take in &choices {
        let plies = left / takes.least() - (left - take) / takes.least();
        let factor = base.pow(plies) / choices.len();
        let below = &window[window.len() - *take as usize][1 - mover];
        for (sum, numerator) in sums.iter_mut().zip(below) {
            *sum += numerator * &factor;
        }
    }
    sums
}
