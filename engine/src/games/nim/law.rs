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
    let denominator = base.pow(matches / takes.min_take());
    let mut recurrence = LawRecurrence {
        takes,
        solution: NimSolution::new(takes, matches),
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

/// The laws of ascending numbers of matches.
struct LawRecurrence<'a> {
    takes: &'a TakeSet,
    solution: NimSolution,
    styles: [PlayStyle; 2],
    /// The denominator of a law is the power of this number to the largest number of plies.
    base: BigUint,
    /// The numerators of the last numbers of matches, as many as the largest take, for each mover (0 for player 1).
    window: VecDeque<[Numerators; 2]>,
}

impl LawRecurrence<'_> {
    /// Appends the numerators for the next number of matches.
    fn push_numerators(&mut self, matches: u32) {
        let numerators = [0, 1].map(|mover| self.numerators(matches, mover));
        if self.window.len() == self.takes.max_take() as usize {
            self.window.pop_front();
        }
        self.window.push_back(numerators);
    }

    /// The numerators for a number of matches and a mover, from those of fewer matches.
    fn numerators(&self, matches: u32, mover: usize) -> Numerators {
        let max_plies = |matches: u32| matches / self.takes.min_take();
        let mut sums = Numerators::default();
        let takes = match self.styles[mover] {
            PlayStyle::Random => self.takes.possible_takes(matches).to_vec(),
            PlayStyle::Perfect => self.solution.best_takes(matches),
        };
        if takes.is_empty() {
            // The opponent took the last match, or the game is a draw.
            let outcome = if matches == 0 { 1 - mover } else { 2 };
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
