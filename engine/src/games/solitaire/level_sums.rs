//! Exact counts and probabilities, summed while the positions are explored.
//!
//! Every class of positions has the number of ways to reach it and the probability that a random player does. The
//! probabilities of a level share one denominator, the product over the levels above of the least common multiple of
//! the numbers of jumps that occur there, so they are stored as integers.

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;

/// The sums of a level and the next one, and the totals so far.
#[derive(Debug)]
pub(super) struct LevelSums {
    pegs: u32,
    /// The number of complete games by pegs left, most pegs first.
    pub complete_games: Vec<(u32, BigUint)>,
    /// The random player's law of pegs left, most pegs first.
    pub pegs_left_law: Vec<(u32, Ratio<BigUint>)>,
    /// The number of ways to reach each class of the level, and of the next one.
    ways: [BigUintColumn; 2],
    /// An upper bound of the number of ways to reach all classes of the level together.
    max_ways: BigUint,
    /// The probabilities times the denominator.
    chances: [BigUintColumn; 2],
    denominator: BigUint,
    /// The number of jumps of each class of the level.
    branches: Vec<u8>,
    /// The factor from the denominator of the level to that of the next one, for each number of jumps.
    factors: Vec<Vec<u64>>,
    /// The parent's terms, added to each child.
    terms: [Vec<u64>; 2],
    /// The sums over the classes of the level without a jump.
    ended: [Vec<u64>; 2],
}

impl LevelSums {
    pub fn new(pegs: u32) -> Self {
        let mut start_column = BigUintColumn::new(1);
        start_column.add_to_row(0, &[1]);
        Self {
            pegs,
            complete_games: Vec::new(),
            pegs_left_law: Vec::new(),
            ways: [start_column.clone(), BigUintColumn::new(1)],
            max_ways: BigUint::from(1_u8),
            chances: [start_column, BigUintColumn::new(1)],
            denominator: BigUint::from(1_u8),
            branches: Vec::new(),
            factors: Vec::new(),
            terms: [Vec::new(), Vec::new()],
            ended: [Vec::new(), Vec::new()],
        }
    }

    /// The size of the sums in bytes.
    pub fn byte_size(&self) -> u64 {
        self.ways
            .iter()
            .chain(&self.chances)
            .map(BigUintColumn::byte_size)
            .sum()
    }

    /// Begins a level, given the number of jumps of each of its classes.
    pub fn begin_level(&mut self, jump_counts: impl Iterator<Item = usize>) {
        self.branches.clear();
        self.branches.extend(jump_counts.map(|jumps| jumps as u8));
        let max_jumps = self.branches.iter().copied().max().unwrap_or(0);
        let mut occurs = vec![false; usize::from(max_jumps) + 1];
        for &jumps in &self.branches {
            occurs[usize::from(jumps)] = true;
        }
        let least_common_multiple = (1..=max_jumps)
            .filter(|&jumps| occurs[usize::from(jumps)])
            .fold(BigUint::from(1_u8), |multiple, jumps| {
                multiple.lcm(&BigUint::from(jumps))
            });
        self.factors = (0..=max_jumps)
            .map(|jumps| (&least_common_multiple / BigUint::from(jumps.max(1))).to_u64_digits())
            .collect();
        // Words for sums over all ended classes of the level: fewer than 2^64 of them.
        self.ended =
            [&self.ways[0], &self.chances[0]].map(|column| vec![0; column.row(0).len() + 1]);
        self.max_ways *= max_jumps.max(1);
        self.denominator *= least_common_multiple;
        self.ways[1] = BigUintColumn::new(self.max_ways.bits());
        self.chances[1] = BigUintColumn::new(self.denominator.bits());
    }

    /// Selects a class of the level as the parent of the next calls of [`LevelSums::add_to_child`].
    pub fn select_parent(&mut self, class_index: usize) {
        let rows = [
            self.ways[0].row(class_index),
            self.chances[0].row(class_index),
        ];
        let jumps = self.branches[class_index];
        if jumps == 0 {
            for (sum, row) in self.ended.iter_mut().zip(rows) {
                add_words(sum, row);
            }
        } else {
            let [ways, chance] = &mut self.terms;
            ways.clear();
            ways.extend_from_slice(rows[0]);
            multiply_words(rows[1], &self.factors[usize::from(jumps)], chance);
        }
    }

    /// Adds the parent's terms to a class of the next level, which may be new.
    pub fn add_to_child(&mut self, class_index: usize) {
        for (columns, term) in [&mut self.ways, &mut self.chances]
            .into_iter()
            .zip(&self.terms)
        {
            columns[1].add_to_row(class_index, term);
        }
    }

    /// Ends the level; the next one becomes the current one.
    pub fn end_level(&mut self) {
        let [games, chance] = self.ended.each_ref().map(|words| biguint_from_words(words));
        if games != BigUint::ZERO {
            // The denominator already belongs to the next level; this level's chances were not scaled yet.
            let factor = self
                .factors
                .first()
                .map_or(BigUint::from(1_u8), |words| biguint_from_words(words));
            let probability = Ratio::new(chance * factor, self.denominator.clone());
            self.pegs_left_law.push((self.pegs, probability));
            self.complete_games.push((self.pegs, games));
        }
        self.pegs = self.pegs.saturating_sub(1);
        for columns in [&mut self.ways, &mut self.chances] {
            columns.swap(0, 1);
            columns[1] = BigUintColumn::new(1);
        }
    }
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
            width: bits.div_ceil(64).max(1) as usize,
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
fn multiply_words(row: &[u64], factor: &[u64], out: &mut Vec<u64>) {
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
