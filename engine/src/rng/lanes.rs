//! Several generators stepped together: the same words as from each alone, computed in loops that the compiler turns
//! into vector instructions. A state of 128 bits is held as two halves.

use super::{PurposeStreams, splitmix64_nth};

const MULTIPLIER: u64 = 0xda94_2042_e4dd_58b5;

/// `N` generators side by side.
#[derive(Clone, Debug)]
pub struct GeneratorLanes<const N: usize> {
    low: [u64; N],
    high: [u64; N],
    increment_low: [u64; N],
    increment_high: [u64; N],
}

impl PurposeStreams {
    /// The `N` generators with the numbers from `first` on.
    pub fn generator_lanes<const N: usize>(&self, first: u64) -> GeneratorLanes<N> {
        let mut lanes = GeneratorLanes {
            low: [0; N],
            high: [0; N],
            increment_low: [0; N],
            increment_high: [0; N],
        };
        for (place, number) in (first..first + N as u64).enumerate() {
            let word = self
                .seeds
                .map(|seed| u128::from(splitmix64_nth(seed, number)));
            let increment = word[2] | word[3] << 64 | 1;
            let state = (word[0] | word[1] << 64)
                .wrapping_add(increment)
                .wrapping_mul(MULTIPLIER.into())
                .wrapping_add(increment);
            lanes.low[place] = state as u64;
            lanes.high[place] = (state >> 64) as u64;
            lanes.increment_low[place] = increment as u64;
            lanes.increment_high[place] = (increment >> 64) as u64;
        }
        lanes
    }
}

impl<const N: usize> GeneratorLanes<N> {
    /// The next output of each generator.
    #[inline(always)]
    pub fn next_u64s(&mut self) -> [u64; N] {
        let mut outputs = [0; N];
        for (place, output) in outputs.iter_mut().enumerate() {
            let low = self.low[place];
            let high = self.high[place];
            // The permutation DXSM of the state.
            let mixed = (high ^ high >> 32).wrapping_mul(MULTIPLIER);
            *output = (mixed ^ mixed >> 48).wrapping_mul(low | 1);
            // The step: the state times the multiplier, plus the increment, modulo 2^128.
            let (product, product_above) = mul_multiplier_wide(low);
            let sum = product.wrapping_add(self.increment_low[place]);
            let carry = u64::from(sum < product);
            let above = high.wrapping_mul(MULTIPLIER).wrapping_add(product_above);
            self.high[place] = above
                .wrapping_add(self.increment_high[place])
                .wrapping_add(carry);
            self.low[place] = sum;
        }
        outputs
    }
}

/// The lower and the upper half of `factor` times the multiplier, from products of 32 bits, the only ones of vectors.
#[inline(always)]
fn mul_multiplier_wide(factor: u64) -> (u64, u64) {
    const HALF: u64 = u32::MAX as u64;
    let low = factor & HALF;
    let high = factor >> 32;
    let multiplier_low = MULTIPLIER & HALF;
    let multiplier_high = MULTIPLIER >> 32;
    let lowest = low * multiplier_low;
    let middle = high * multiplier_low + (lowest >> 32);
    let carried = (middle & HALF) + low * multiplier_high;
    (
        carried << 32 | lowest & HALF,
        high * multiplier_high + (middle >> 32) + (carried >> 32),
    )
}
