//! Columns of large integers of one width, packed: millions of exact counts without an allocation each.

use num_bigint::BigUint;

/// Non-negative integers of `width` words of 64 bits, lowest first.
#[derive(Clone, Debug)]
pub(super) struct Column {
    width: usize,
    words: Vec<u64>,
}

impl Column {
    /// Integers of at most `bits` bits.
    pub fn new(bits: u64) -> Self {
        Self { width: bits.div_ceil(64).max(1) as usize, words: Vec::new() }
    }

    /// Adds a zero at the end.
    pub fn push_zero(&mut self) {
        self.words.resize(self.words.len() + self.width, 0);
    }

    pub fn len(&self) -> usize {
        self.words.len() / self.width
    }

    /// The memory that it holds.
    pub fn bytes(&self) -> u64 {
        8 * self.words.capacity() as u64
    }

    pub fn row(&self, number: usize) -> &[u64] {
        &self.words[number * self.width..][..self.width]
    }

    /// Adds to an integer; the caller's choice of width rules an overflow out.
    #[inline]
    pub fn add(&mut self, number: usize, term: &[u64]) {
        let carry = add(&mut self.words[number * self.width..][..self.width], term);
        debug_assert!(!carry, "the width of a column was chosen too small");
    }

    /// The bits of the largest integer.
    pub fn bits(&self) -> u64 {
        self.words.chunks_exact(self.width).map(bits).max().unwrap_or(0)
    }
}

/// `sum += term`; true when a carry is lost. `term` may be longer than `sum` if its upper words are zero.
pub(super) fn add(sum: &mut [u64], term: &[u64]) -> bool {
    let mut carry = false;
    let reach = term.len().min(sum.len());
    for (place, word) in sum.iter_mut().enumerate() {
        if place >= reach && !carry {
            return false;
        }
        let (with_term, first) = word.overflowing_add(if place < reach { term[place] } else { 0 });
        let (with_carry, second) = with_term.overflowing_add(u64::from(carry));
        *word = with_carry;
        carry = first | second;
    }
    carry
}

/// `out = row * factor`, with as many words as both together.
pub(super) fn multiply(row: &[u64], factor: &[u64], out: &mut Vec<u64>) {
    out.clear();
    out.resize(row.len() + factor.len(), 0);
    for (shift, &word) in factor.iter().enumerate() {
        let mut carry = 0;
        for (place, &digit) in row.iter().enumerate() {
            let wide = u128::from(digit) * u128::from(word) + u128::from(out[place + shift]) + carry;
            out[place + shift] = wide as u64;
            carry = wide >> 64;
        }
        out[row.len() + shift] = carry as u64;
    }
}

fn bits(row: &[u64]) -> u64 {
    let top = row.iter().rposition(|&word| word != 0);
    top.map_or(0, |top| 64 * top as u64 + u64::from(64 - row[top].leading_zeros()))
}

/// An integer out of its words.
pub(super) fn integer(row: &[u64]) -> BigUint {
    BigUint::new(row.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect())
}
