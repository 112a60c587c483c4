//! Exact fractions of unbounded integers: their conversion to floating-point numbers; the exact distributions of m riffle
//! shuffles of n cards, and of the cut of n cards.
//!
//! # The distribution of riffles
//! Bayer and Diaconis ("Trailing the dovetail shuffle to its lair", 1992): after m riffles of a sorted deck, a given
//! deck depends on its number r of rising sequences only, and has probability
//!
//! ```text
//! P(r) = C(2^m + n - r, n) / 2^(m n)
//! ```
//!
//! A(n, r) decks have r rising sequences, the Eulerian numbers. All counts are exact integers of about m n + n log2(n)
//! bits, which is the only limit on n and m. Fractions are not reduced: with 1000 riffles of 256 cards each common
//! divisor would take a second to find, and values and comparisons do not need it.

use num_bigint::BigUint;
use num_rational::Ratio;
use statrs::distribution::{Discrete, Poisson};

/// The nearest `f64`, with ties to even as in IEEE 754; infinity beyond the largest.
///
/// Numbers below the smallest normal one, 2^-1022, are rounded twice.
pub fn nearest_f64(fraction: &Ratio<BigUint>) -> f64 {
    let bits = |number: &BigUint| number.bits() as i64;
    let shift_left = |number: &BigUint, places: i64| number << places.max(0).unsigned_abs();
    // The quotient has 63 or 64 bits. Its lowest bit is set if others are lost, so that it is rounded once.
    let shift = 63 + bits(fraction.denom()) - bits(fraction.numer());
    let numerator = shift_left(fraction.numer(), shift);
    let denominator = shift_left(fraction.denom(), -shift);
    let has_remainder = &numerator % &denominator != BigUint::ZERO;
    let quotient = u64::try_from(numerator / denominator).unwrap_or(u64::MAX);
    let half_shift = (shift / 2) as i32;
    // Both factors are exact powers of two.
    (quotient | u64::from(has_remainder)) as f64
        * 2_f64.powi(-half_shift)
        * 2_f64.powi(half_shift - shift as i32)
}

/// The nearest `f64` of a probability; below 1, unless the event is certain.
pub fn nearest_probability(fraction: &Ratio<BigUint>) -> f64 {
    let nearest = nearest_f64(fraction);
    if fraction.numer() < fraction.denom() {
        return nearest.min(1.0_f64.next_down());
    }
    nearest
}

/// The exact distribution of m riffles of a sorted deck of n cards; with m = 0, that of the sorted deck itself.
///
/// ```
/// use pioche_engine::stats::exact::nearest_f64;
/// use pioche_engine::stats::exact::RiffleLaw;
///
/// // Bayer and Diaconis, table 1: 0.334 after 7 riffles of 52 cards.
/// let distance = nearest_f64(&RiffleLaw::new(52, 7).total_variation_distance());
/// assert_eq!(format!("{distance:.3}"), "0.334");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RiffleLaw {
    cards: u32,
    riffles: u32,
    /// The number of decks with r rising sequences, A(n, r), at index r.
    deck_counts: Vec<BigUint>,
    /// The number of the 2^(m n) equally likely ways that make a given deck, C(2^m + n - r, n), at index r.
    way_counts: Vec<BigUint>,
}

impl RiffleLaw {
    /// The distribution of `riffles` riffles of `cards` cards.
    pub fn new(cards: u32, riffles: u32) -> Self {
        Self {
            cards,
            riffles,
            deck_counts: eulerian_numbers(cards),
            way_counts: ways_by_rising_sequences(cards, riffles),
        }
    }

    /// The largest number of rising sequences of a deck that is at least as likely as by a uniform shuffle; 0 if there
    /// is none.
    pub fn max_likelier_rising_sequences(&self) -> usize {
        let total_ways = self.total_ways();
        let orders = factorial(self.cards);
        // The probability decreases with the number of rising sequences.
        (1..=self.cards as usize)
            .take_while(|&r| &self.way_counts[r] * &orders >= total_ways)
            .last()
            .unwrap_or(0)
    }

    /// The distribution of the number of rising sequences: the probability of r at index r, from 0 to the number of cards.
    pub fn rising_sequence_probabilities(&self) -> Vec<Ratio<BigUint>> {
        let total_ways = self.total_ways();
        self.deck_counts
            .iter()
            .zip(&self.way_counts)
            .map(|(decks, ways)| Ratio::new_raw(decks * ways, total_ways.clone()))
            .collect()
    }

    /// The mean number of rising sequences.
    pub fn mean_rising_sequences(&self) -> Ratio<BigUint> {
        let terms = self.deck_counts.iter().zip(&self.way_counts).enumerate();
        Ratio::new_raw(
            terms.map(|(r, (decks, ways))| decks * ways * r).sum(),
            self.total_ways(),
        )
    }

    /// The total variation distance to the uniform distribution: half the sum over all decks of the differences, in 0..=1.
    pub fn total_variation_distance(&self) -> Ratio<BigUint> {
        let total_ways = self.total_ways();
        let orders = factorial(self.cards);
        let mut sum = BigUint::ZERO;
        for (decks, ways) in self.deck_counts.iter().zip(&self.way_counts) {
            let scaled_ways = ways * &orders;
            let difference = if scaled_ways > total_ways {
                scaled_ways - &total_ways
            } else {
                &total_ways - scaled_ways
            };
            sum += decks * difference;
        }
        Ratio::new_raw(sum, (total_ways * orders) << 1_u32)
    }

    /// The number of equally likely ways, 2^(m n).
    fn total_ways(&self) -> BigUint {
        BigUint::from(1_u8) << (u64::from(self.riffles) * u64::from(self.cards))
    }
}

/// The Eulerian numbers: at index r, from 0 to n, the number of orders of n cards with r rising sequences.
///
/// A(n, r) = r A(n-1, r) + (n - r + 1) A(n-1, r-1): the last card either extends a sequence or begins one.
pub fn eulerian_numbers(cards: u32) -> Vec<BigUint> {
    let mut decks = vec![BigUint::from(1_u8)];
    for n in 1..=cards {
        let mut next = vec![BigUint::ZERO; n as usize + 1];
        for (r, count) in (0_u32..).zip(&decks) {
            next[r as usize] += count * r;
            next[r as usize + 1] += count * (n - r);
        }
        decks = next;
    }
    decks
}

/// Returns n!.
pub fn factorial(n: u32) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

/// The numbers C(2^m + n - r, n) for r from 0 to n.
fn ways_by_rising_sequences(cards: u32, riffles: u32) -> Vec<BigUint> {
    let mut top = (BigUint::from(1_u8) << riffles) + cards;
    let mut choices = BigUint::from(1_u8);
    for chosen in 0..cards {
        choices = choices * (&top - chosen) / (chosen + 1);
    }
    let mut way_counts = vec![choices.clone()];
    for _ in 0..cards {
        // C(N - 1, n) = C(N, n) (N - n) / N, or 0 from N = n on.
        if top > BigUint::from(cards) {
            choices = choices * (&top - cards) / &top;
            top -= 1_u8;
        } else {
            choices = BigUint::ZERO;
        }
        way_counts.push(choices.clone());
    }
    way_counts
}

/// The binomial distribution of the cut: at index c, from 0 to `cards`, the probability of c cards in the first
/// packet.
pub fn cut_probabilities(cards: usize) -> Vec<f64> {
    let mut probability = 0.5_f64.powi(cards as i32);
    let mut probabilities = Vec::with_capacity(cards + 1);
    for cut in 0..=cards {
        probabilities.push(probability);
        probability *= (cards - cut) as f64 / (cut + 1) as f64;
    }
    probabilities
}

/// The probability that the shares of `cuts` cuts of `cards` cards differ from the binomial distribution by more
/// than `distance` at some cut (handout 003, 2.1).
///
/// The numbers of the cuts are multinomial: independent Poisson counts, given that their sum is `cuts`. The distribution of
/// this sum, with each count within `distance` of its mean, is the convolution of truncated Poisson distributions. All terms
/// are positive, and the absolute error is below 10^-8.
pub fn cut_sup_norm_tail(cards: usize, cuts: usize, distance: f64) -> f64 {
    let pmf = |count: usize, mean: f64| Poisson::new(mean).map_or(0.0, |law| law.pmf(count as u64));
    let mut sums = vec![0.0; cuts + 1];
    sums[0] = 1.0;
    for probability in cut_probabilities(cards) {
        let mean = cuts as f64 * probability;
        // The counts beyond the second limit have a probability below 10^-25.
        let deviation = (distance * cuts as f64).min(12.0 * mean.sqrt() + 40.0);
        let smallest_count = (mean - deviation).ceil().max(0.0) as usize;
        let counts = smallest_count..(mean + deviation) as usize + 1;
        let terms: Vec<f64> = counts.map(|count| pmf(count, mean)).collect();
        let mut next_sums = vec![0.0; cuts + 1];
        for (sum, factor) in sums
            .iter()
            .enumerate()
            .filter(|(_, factor)| **factor > 1e-40)
        {
            let reachable_sums = next_sums.iter_mut().skip(sum + smallest_count);
            for (next_sum, term) in reachable_sums.zip(&terms) {
                *next_sum += factor * term;
            }
        }
        sums = next_sums;
    }
    1.0 - sums[cuts] / pmf(cuts, cuts as f64)
}
