//! A uniform draw below a bound, without bias: behind the falls of a riffle and the choices of every player.

use rand::Rng;

/// An integer from 0 to `bound - 1`, exactly uniform for ideal words; 0 when `bound` is 0.
///
/// A word w of 64 bits gives w * bound / 2^64, rounded down, unless (w * bound mod 2^64) is below (2^64 mod bound):
/// it is then rejected, and the next word is tried (Lemire 2019).
pub fn below(bound: u64, generator: &mut (impl Rng + ?Sized)) -> u64 {
    loop {
        let wide = u128::from(generator.next_u64()) * u128::from(bound);
        let leftover = wide as u64;
        // The remainder is below the bound: most words need no division.
        if leftover >= bound || leftover >= bound.wrapping_neg() % bound {
            return (wide >> 64) as u64;
        }
    }
}
