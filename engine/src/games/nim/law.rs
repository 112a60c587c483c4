//! The exact law of the outcome of games between random and perfect players.
//!
//! All probabilities at n matches share the denominator `base ^ (n / least take)`, where `base` is the least common
//! multiple of 1, 2, …, number of takes: a game has at most n / least take plies, and each ply has at most as many
//! choices as there are takes. Numerators are then integers, and fractions are reduced once, at the end.

use super::solve::NimSolution;
use super::state::TakeSet;
use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;
use std::collections::VecDeque;

/// The way in which a player chooses a take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayStyle {
    /// Uniformly among the possible takes.
    Random,
    /// Uniformly among the takes that keep the value.
    Perfect,
}

/// The probabilities that player 1 wins, that player 2 wins, and of a draw; they add up to 1.
pub type OutcomeLaw = [Ratio<BigUint>; 3];

/// The largest number of additions of words of 64 bits for a law, which take some seconds.
const MAX_WORD_ADDITIONS: u128 = 10_000_000_000;

/// The numerators of an [`OutcomeLaw`].
type Numerators = [BigUint; 3];

/// Computes the law of the outcome from `matches` matches, where player 1 moves first and each player has its style.
///
/// `None` for tens of thousands of matches, for which the fractions would be too long.
///
/// ```
/// use pioche_engine::games::nim::{PlayStyle, TakeSet, outcome_law};
/// use pioche_engine::{BigUint, Ratio};
///
/// // From 3 matches a random player takes 3 and wins, or takes 2 and draws.
/// let [player1, _, draw] = outcome_law(&TakeSet::default(), 3, [PlayStyle::Random, PlayStyle::Random]).unwrap();
/// let half = Ratio::new(BigUint::from(1_u8), BigUint::from(2_u8));
/// assert_eq!((player1, draw), (half.clone(), half));
/// ```
pub fn outcome_law(takes: &TakeSet, matches: u32, styles: [PlayStyle; 2]) -> Option<OutcomeLaw> {
    let base = (1..=takes.as_slice().len())
        .fold(BigUint::from(1_u8), |lcm, number| lcm.lcm(&number.into()));
    let words = u128::from(base.bits()) * u128::from(matches / takes.min_take()) / 64 + 1;
    if 6 * u128::from(matches) * takes.as_slice().len() as u128 * words > MAX_WORD_ADDITIONS {
        return None;
    }
    let solution = NimSolution::new(takes, matches);
    let mut window: VecDeque<[Numerators; 2]> = VecDeque::new();
    for left in 0..=matches {
        let row = [0, 1].map(|mover| {
            numerators(
                takes,
                &base,
                &solution,
                &window,
                left,
                (mover, styles[mover]),
            )
        });
        if window.len() == takes.max_take() as usize {
            window.pop_front();
        }
        window.push_back(row);
    }
    let denominator = base.pow(matches / takes.min_take());
    let [first, _] = window.pop_back().unwrap_or_default();
    Some(first.map(|numerator| Ratio::new(numerator, denominator.clone())))
}

/// The numerators for `left` matches and a mover (0 for player 1), from those of fewer matches, the last one at the
/// back.
fn numerators(
    takes: &TakeSet,
    base: &BigUint,
    solution: &NimSolution,
    window: &VecDeque<[Numerators; 2]>,
    left: u32,
    (mover, style): (usize, PlayStyle),
) -> Numerators {
    let mut sums = Numerators::default();
    let choices = match style {
        PlayStyle::Random => takes.possible_takes(left).to_vec(),
        PlayStyle::Perfect => solution.best_takes(left),
    };
    if choices.is_empty() {
        // The other player took the last match.
        sums[if left == 0 { 1 - mover } else { 2 }] = base.pow(left / takes.min_take());
        return sums;
    }
    for take in &choices {
        let plies = left / takes.min_take() - (left - take) / takes.min_take();
        let factor = base.pow(plies) / choices.len();
        let below = &window[window.len() - *take as usize][1 - mover];
        for (sum, numerator) in sums.iter_mut().zip(below) {
            *sum += numerator * &factor;
        }
    }
    sums
}
