//! The tests of the study's page. The page states that a number is greater than another if a test of their difference
//! is significant. The level is divided by the number of tests on the page (Bonferroni).

use super::Chapter;
use crate::lang::{Lang, either};
use pioche_engine::sim::Summary;
use pioche_engine::stats::compare::detectable_difference;
use pioche_engine::stats::{Confidence, Estimate};
use std::cell::Cell;

/// The tests of one page.
pub struct TestFamily {
    confidence: Confidence,
    /// The number of tests by which the level is divided.
    family_size: usize,
    test_count: Cell<usize>,
}

impl TestFamily {
    /// Counts the tests of these chapters by writing the page once, with each test at the full level. The divided level
    /// makes fewer differences significant, and no further tests are made.
    pub fn from_chapters(chapters: &[(Chapter, &[Summary])]) -> Self {
        let first = chapters
            .iter()
            .flat_map(|(_, summaries)| summaries.iter())
            .next();
        let confidence = first.map_or_else(Confidence::default, |summary| summary.confidence);
        let trial = Self {
            confidence,
            family_size: 1,
            test_count: Cell::new(0),
        };
        for (chapter, summaries) in chapters {
            (chapter.blocks)(summaries, &trial, Lang::En);
            (chapter.findings)(summaries, &trial, Lang::En);
        }
        Self {
            confidence,
            family_size: trial.test_count.get().max(1),
            test_count: Cell::new(0),
        }
    }

    /// Returns the number of tests by which the level is divided.
    pub fn family_size(&self) -> usize {
        self.family_size
    }

    /// Returns the number of tests that were made.
    #[cfg(test)]
    pub fn test_count(&self) -> usize {
        self.test_count.get()
    }

    /// True if a difference with this p-value is significant.
    pub fn is_significant(&self, p: f64) -> bool {
        self.test_count.set(self.test_count.get() + 1);
        p * self.family_size as f64 <= 1.0 - self.confidence.level()
    }

    /// Returns the power of a test in parentheses: the difference of shares, in percentage points, that it detects with
    /// a probability of 80 %. `standard_error` is the standard error of the estimated difference.
    pub fn power_note_in_points(&self, standard_error: f64, lang: Lang) -> String {
        let least =
            100.0 * detectable_difference(standard_error, self.family_size, self.confidence);
        // French counts in the singular below 2.
        let points = if lang == Lang::Fr && least <= 1.9 {
            "point"
        } else {
            "points"
        };
        power_note(
            least,
            format!("{} {points}", format_rounded_up(least, lang)),
            lang,
        )
    }

    /// Returns the power of a test of two shares of `games` games each.
    pub fn power_note_for_shares(&self, games: u64, lang: Lang) -> String {
        self.power_note_in_points((0.5 / games as f64).sqrt(), lang)
    }

    /// Returns the power of a test of a mean.
    pub fn power_note_for_mean(&self, mean: Estimate, lang: Lang) -> String {
        let least = detectable_difference(
            mean.standard_error(self.confidence),
            self.family_size,
            self.confidence,
        );
        power_note(least, format_rounded_up(least, lang), lang)
    }
}

/// Formats the power of a test in parentheses; a difference that is not finite cannot be detected.
fn power_note(detectable_difference: f64, difference: String, lang: Lang) -> String {
    match detectable_difference.is_finite() {
        true => either!(
            lang,
            "(un écart de {difference} aurait été décelé quatre fois sur cinq)",
            "(80% power to detect a difference of {difference})"
        ),
        false => lang.either(
            "(les données sont trop peu nombreuses pour un test)",
            "(too few data for a test)",
        ),
    }
}

/// Formats a number with two significant digits, rounded up.
pub fn format_rounded_up(number: f64, lang: Lang) -> String {
    let decimals = (1.0 - number.max(1e-9).log10().floor()).max(0.0);
    let scale = 10_f64.powf(decimals);
    lang.decimal((number * scale).ceil() / scale, decimals as usize)
}
