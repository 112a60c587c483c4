//! The tests of a page. The page states that a number is greater than another if a test of their difference is
//! significant; the level is divided by the number of tests on the page (Bonferroni).

use pioche_engine::sim::Summary;
use pioche_engine::stats::Confidence;
use pioche_engine::stats::compare::detectable_difference;

/// The tests of one page. All p-values are added before the first verdict.
#[derive(Clone, Debug)]
pub struct TestFamily {
    confidence: Confidence,
    test_count: usize,
}

impl TestFamily {
    /// Creates a family without tests, at the level of the runs.
    pub fn new(confidence: Confidence) -> Self {
        Self {
            confidence,
            test_count: 0,
        }
    }

    /// Adds a test by its p-value, and returns the p-value.
    pub fn add(&mut self, p_value: f64) -> f64 {
        self.test_count += 1;
        p_value
    }

    /// Returns the number of tests by which the level is divided.
    pub fn len(&self) -> usize {
        self.test_count.max(1)
    }

    /// True if a difference with this p-value is significant.
    pub fn is_significant(&self, p_value: f64) -> bool {
        p_value * self.len() as f64 <= 1.0 - self.confidence.level()
    }

    /// Returns the smallest difference that a test of the family detects with a probability of 80 %.
    pub fn detectable_difference(&self, standard_error: f64) -> f64 {
        detectable_difference(standard_error, self.len(), self.confidence)
    }
}

/// Returns the standard error of the difference of two proportions of the deals of a run each, at most.
pub fn share_difference_error(summary: &Summary) -> f64 {
    (0.5 / summary.deals as f64).sqrt()
}
