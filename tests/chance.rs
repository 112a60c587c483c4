//! What tests of chance share: one level for all, and the chi-square test.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The level of every test of chance: at fixed seeds each passes or fails for ever, and a right law fails one in
/// ten thousand of them when it is written.
pub const LEVEL: f64 = 1e-4;

/// Asserts that counts follow a law given by expected counts, at [`LEVEL`]; expectations of 0 must not be seen.
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
    assert_statistic(what, statistic, f64::from(cells - 1));
}

/// Asserts that counts are uniform, at [`LEVEL`].
pub fn assert_uniform(what: &str, observed: &[u64]) {
    let mean = observed.iter().sum::<u64>() as f64 / observed.len() as f64;
    assert_law(what, observed, &vec![mean; observed.len()]);
}

/// Asserts that a chi-square statistic is neither too large nor too small, at [`LEVEL`].
pub fn assert_statistic(what: &str, statistic: f64, freedom: f64) {
    let law = ChiSquared::new(freedom).expect("a positive number of degrees of freedom");
    let above = law.sf(statistic);
    assert!(
        above > LEVEL / 2.0 && above < 1.0 - LEVEL / 2.0,
        "{what}: chi-square {statistic:.1} with {freedom} degrees of freedom, p = {above:.2e}"
    );
}
