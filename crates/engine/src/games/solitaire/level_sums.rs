//! Exact counts and probabilities, summed while the positions are explored.
//!
//! Every class of positions has the number of ways to reach it and the probability that a random player does. The
//! probabilities of a level share one denominator, the product over the levels above of the least common multiple of
//! the numbers of jumps that occur there, so they are stored as integers.

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;

/// The totals of the levels so far, and what all positions of a level share.
#[derive(Debug)]
pub(super) struct LevelSums {
    pegs: u32,
    /// The number of complete games by pegs left, most pegs first.
    pub complete_games: Vec<(u32, BigUint)>,
    /// The random player's distribution of pegs left, most pegs first.
    pub pegs_left_distribution: Vec<(u32, Ratio<BigUint>)>,
    /// An upper bound of the number of ways to reach all classes of the next level together.
    max_ways: BigUint,
    /// The denominator of the probabilities of the next level.
    denominator: BigUint,
    /// The factor from the denominator of the level to that of the next one, divided by each number of jumps.
    factors: Vec<Vec<u64>>,
    /// The sum of the ways to reach the classes of the level without a jump.
    ended_ways: Vec<u64>,
    /// The sum of the probabilities of these classes, times the denominator of the level.
    ended_chances: Vec<u64>,
}

impl LevelSums {
    /// Creates the sums before the level of the start, a single class.
    pub fn new(pegs: u32) -> Self {
        Self {
            pegs,
            complete_games: Vec::new(),
            pegs_left_distribution: Vec::new(),
            max_ways: BigUint::from(1_u8),
            denominator: BigUint::from(1_u8),
            factors: Vec::new(),
            ended_ways: Vec::new(),
            ended_chances: Vec::new(),
        }
    }

    /// The number of pegs of the level.
    pub fn pegs(&self) -> u32 {
        self.pegs
    }

    /// The number of bits of the number of ways to reach a class of the next level.
    pub fn next_ways_bits(&self) -> u64 {
        self.max_ways.bits()
    }

    /// The number of bits of the probabilities of the next level, times their denominator.
    pub fn next_chance_bits(&self) -> u64 {
        self.denominator.bits()
    }

    /// Begins a level, given for each number of jumps whether a class of the level has it.
    pub fn begin_level(&mut self, occurs: &[bool; 256]) {
        // Words for sums over all ended classes of the level: fewer than 2^64 of them.
        self.ended_ways = vec![0; word_count(self.max_ways.bits()) + 1];
        self.ended_chances = vec![0; word_count(self.denominator.bits()) + 1];
        let max_jumps = occurs.iter().rposition(|&occurs| occurs).unwrap_or(0);
        let least_common_multiple = (1..=max_jumps)
            .filter(|&jumps| occurs[jumps])
            .fold(BigUint::from(1_u8), |multiple, jumps| {
                multiple.lcm(&BigUint::from(jumps))
            });
        self.factors = (0..=max_jumps)
            .map(|jumps| (&least_common_multiple / BigUint::from(jumps.max(1))).to_u64_digits())
            .collect();
        self.max_ways *= max_jumps.max(1);
        self.denominator *= least_common_multiple;
    }

    /// The factor from the probability of a class of the level with this number of jumps to that of each jump, when
    /// both are multiplied by the denominators of their levels.
    pub fn jump_factor(&self, jumps: usize) -> &[u64] {
        &self.factors[jumps]
    }

    /// Adds a class of the level without a jump.
    pub fn add_ended(&mut self, ways: &[u64], chance: &[u64]) {
        add_words(&mut self.ended_ways, ways);
        add_words(&mut self.ended_chances, chance);
    }

    /// Ends the level; the next one becomes the current one.
    pub fn end_level(&mut self) {
        let games = biguint_from_words(&self.ended_ways);
        if games != BigUint::ZERO {
            // The denominator already belongs to the next level; this level's chances were not scaled yet.
            let factor = biguint_from_words(&self.factors[0]);
            let chance = biguint_from_words(&self.ended_chances) * factor;
            let probability = Ratio::new(chance, self.denominator.clone());
            self.pegs_left_distribution.push((self.pegs, probability));
            self.complete_games.push((self.pegs, games));
        }
        self.pegs = self.pegs.saturating_sub(1);
    }
}

/// The number of words of 64 bits of integers of at most `bits` bits, at least 1.
fn word_count(bits: u64) -> usize {
    bits.div_ceil(64).max(1) as usize
}

/// A vector of non-negative integers of `width` words of 64 bits each, lowest word first, in one allocation.
#[derive(Clone, Debug)]
pub(super) struct BigUintColumn {
    width: usize,
    words: Vec<u64>,
}

impl BigUintColumn {
    /// Integers of at most `bits` bits.
    pub fn new(bits: u64) -> Self {
        Self {
            width: word_count(bits),
            words: Vec::new(),
        }
    }

    /// The size in bytes.
    pub fn byte_size(&self) -> u64 {
        8 * self.words.capacity() as u64
    }

    /// The words of an integer.
    pub fn row(&self, row_index: usize) -> &[u64] {
        &self.words[row_index * self.width..][..self.width]
    }

    /// Adds to an integer, which may be one beyond the last. The width is large enough for every sum.
    #[inline]
    pub fn add_to_row(&mut self, row_index: usize, term: &[u64]) {
        let first = row_index * self.width;
        if first == self.words.len() {
            self.words.resize(first + self.width, 0);
        }
        let carry = add_words(&mut self.words[first..][..self.width], term);
        debug_assert!(!carry, "the width of a column was chosen too small");
    }

    /// The number of bits of the largest integer.
    pub fn max_bits(&self) -> u64 {
        self.words
            .chunks_exact(self.width)
            .map(bit_length)
            .max()
            .unwrap_or(0)
    }
}

/// Adds `term` to `sum`; returns true if a carry is lost. `term` may be longer than `sum` if its upper words are zero.
fn add_words(sum: &mut [u64], term: &[u64]) -> bool {
    let mut carry = false;
    let term_len = term.len().min(sum.len());
    for (place, word) in sum.iter_mut().enumerate() {
        if place >= term_len && !carry {
            return false;
        }
        let term_word = if place < term_len { term[place] } else { 0 };
        (*word, carry) = word.carrying_add(term_word, carry);
    }
    carry
}

/// Sets `out` to `row * factor`, with as many words as both together.
pub(super) fn multiply_words(row: &[u64], factor: &[u64], out: &mut Vec<u64>) {
    out.clear();
    out.resize(row.len() + factor.len(), 0);
    for (shift, &word) in factor.iter().enumerate() {
        let mut carry = 0;
        for (place, &digit) in row.iter().enumerate() {
            (out[place + shift], carry) = digit.carrying_mul_add(word, out[place + shift], carry);
        }
        out[row.len() + shift] = carry;
    }
}

/// The number of bits of an integer.
fn bit_length(row: &[u64]) -> u64 {
    row.iter().rposition(|&word| word != 0).map_or(0, |top| {
        64 * top as u64 + u64::from(64 - row[top].leading_zeros())
    })
}

/// Converts words, lowest first, to an integer.
pub(super) fn biguint_from_words(row: &[u64]) -> BigUint {
    BigUint::new(
        row.iter()
            .flat_map(|&word| [word as u32, (word >> 32) as u32])
            .collect(),
    )
}
