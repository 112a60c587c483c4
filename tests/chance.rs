//! What tests of chance share: the chi-square test, and a generator whose words are chosen.

use rand::TryRng;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::convert::Infallible;

/// The level of every chi-square test: a right program fails it once in a thousand seeds, and seeds are fixed.
pub const LEVEL: f64 = 0.001;

/// The chance of counts that lie at least as far from the expected ones. Cells that expect fewer than 5 are put
/// together, in order, until they expect 5; the last ones join the cell before.
pub fn chi_square(counts: &[u64], expected: &[f64]) -> f64 {
    assert_eq!(counts.len(), expected.len());
    let mut cells: Vec<(f64, f64)> = vec![(0.0, 0.0)];
    for (&count, &mean) in counts.iter().zip(expected) {
        if cells.last().is_some_and(|cell| cell.1 >= 5.0) {
            cells.push((0.0, 0.0));
        }
        let cell = cells.last_mut().expect("there is a first cell");
        *cell = (cell.0 + count as f64, cell.1 + mean);
    }
    if let Some(rest) = cells.pop_if(|cell| cell.1 < 5.0) {
        let cell = cells.last_mut().expect("enough is expected for one cell");
        *cell = (cell.0 + rest.0, cell.1 + rest.1);
    }
    let statistic: f64 = cells.iter().map(|(count, mean)| (count - mean).powi(2) / mean).sum();
    let freedom = ChiSquared::new((cells.len() - 1) as f64).expect("at least two cells");
    1.0 - freedom.cdf(statistic)
}

/// A generator that gives the words of a list, and then zeros.
pub struct Words<'a>(pub &'a [u64]);

impl TryRng for Words<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| word as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        Ok(*first)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill_with(|| self.try_next_u64().map_or(0, |word| word as u8));
        Ok(())
    }
}

#[test]
fn chi_square_tells_a_fair_die_from_a_loaded_one() {
    let fair = [100.0; 6];
    assert!(chi_square(&[95, 108, 101, 92, 104, 100], &fair) > 0.5);
    assert!(chi_square(&[95, 108, 101, 92, 104, 160], &fair) < LEVEL);
}

#[test]
fn rare_cells_are_put_together() {
    // 10 against 10 with one degree of freedom; the cells of 1 and 4 make one of 5, and the last joins it.
    let together = chi_square(&[12, 1, 4, 3], &[10.0, 1.0, 4.0, 5.0]);
    let by_hand = chi_square(&[12, 5, 3], &[10.0, 5.0, 5.0]);
    assert_eq!(together, by_hand);
}
