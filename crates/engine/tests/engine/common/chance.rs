//! Helpers of statistical tests: a common level, the chi-square test, and a generator with given words.

use rand::TryRng;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::convert::Infallible;

/// The level of every statistical test. Seeds are fixed, so a test always passes or always fails; with a correct
/// distribution, one new test in ten thousand fails.
pub const LEVEL: f64 = 1e-4;

/// Asserts that counts follow expected counts, at [`LEVEL`]. Outcomes with expectation 0 must not occur.
pub fn assert_law(what: &str, observed: &[u64], expected: &[f64]) {
    assert_eq!(observed.len(), expected.len(), "{what}");
    let mut statistic = 0.0;
    let mut cells = 0;
    for (&seen, &mean) in observed.iter().zip(expected) {
        if mean == 0.0 {
            assert_eq!(seen, 0, "{what}: impossible outcomes were seen");
            continue;
        }
        statistic += (seen as f64 - mean).powi(2) / mean;
        cells += 1;
    }
    let freedom = f64::from(cells - 1);
    let law = ChiSquared::new(freedom).expect("a positive number of degrees of freedom");
    let above = law.sf(statistic);
    assert!(
        above > LEVEL / 2.0 && above < 1.0 - LEVEL / 2.0,
        "{what}: chi-square {statistic:.1} with {freedom} degrees of freedom, p = {above:.2e}"
    );
}

/// Asserts as [`assert_law`], with neighbouring outcomes combined if fewer than 5 are expected.
pub fn assert_law_with_tails(what: &str, observed: &[u64], expected: &[f64]) {
    assert_eq!(observed.len(), expected.len(), "{what}");
    let cells = put_together(observed, expected);
    let (observed, expected): (Vec<u64>, Vec<f64>) = cells.into_iter().unzip();
    assert_law(what, &observed, &expected);
}

/// Combines neighbouring cells until each expects 5 or more; the rest joins the last, impossible ones stay separate.
fn put_together(observed: &[u64], expected: &[f64]) -> Vec<(u64, f64)> {
    let (mut cells, mut rest): (Vec<(u64, f64)>, _) = (Vec::new(), (0, 0.0));
    for (&seen, &mean) in observed.iter().zip(expected) {
        if mean == 0.0 {
            cells.push((seen, mean));
            continue;
        }
        rest = (rest.0 + seen, rest.1 + mean);
        if rest.1 >= 5.0 {
            cells.push(std::mem::take(&mut rest));
        }
    }
    let last = cells
        .iter_mut()
        .rfind(|cell| cell.1 > 0.0)
        .expect("enough is expected for one cell");
    *last = (last.0 + rest.0, last.1 + rest.1);
    cells
}

/// Asserts that counts are uniform, at [`LEVEL`].
pub fn assert_uniform(what: &str, observed: &[u64]) {
    let mean = observed.iter().sum::<u64>() as f64 / observed.len() as f64;
    assert_law(what, observed, &vec![mean; observed.len()]);
}

/// A generator that returns the words of a list, then zeros.
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
#[should_panic(expected = "a loaded die")]
fn chi_square_test_detects_loaded_die() {
    assert_law_with_tails("a loaded die", &[95, 108, 101, 92, 104, 160], &[100.0; 6]);
}
