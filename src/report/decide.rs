//! What the study's page concludes. Every conclusion that one number is greater than another is a test of their difference,
//! and each is held to its part of what the whole page may err (Bonferroni), so that none depends on which others there are.

use crate::lang::{Lang, either};
use pioche_engine::stats::Confidence;
use pioche_engine::stats::compare::detectable;

/// No page makes more tests.
pub const FAMILY: usize = 160;

/// Whether a difference is concluded, when chance alone makes so great a one with this probability.
pub fn decided(p: f64, confidence: Confidence) -> bool {
    p * FAMILY as f64 <= 1.0 - confidence.level()
}

/// Which difference between the shares of two samples of so many games would have been seen four times in five.
pub fn would_show(games: u64, confidence: Confidence, lang: Lang) -> String {
    // Rounded up: who reads it relies on it.
    let points = (10_000.0 * detectable(games, FAMILY, confidence)).ceil() / 100.0;
    let points = lang.decimal(points, 2);
    either!(
        lang,
        "un écart de {points} points aurait été vu quatre fois sur cinq",
        "a difference of {points} points would have been seen four times in five"
    )
}
