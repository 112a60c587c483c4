//! What the study's page concludes. Every conclusion that one number is greater than another is a test of their difference,
//! and each is held to its part of what the whole page may err (Bonferroni), so that none depends on which others there are.

use crate::lang::{Lang, either};
use pioche_engine::stats::compare::detectable;
use pioche_engine::stats::{Confidence, Estimate};

/// No page makes more tests. The study's are those of 24 riffled runs by 5 outcomes, of the advantages and the players, of
/// the neighbours of one half, of the rivals of the most endless number of values, and of single findings.
pub const FAMILY: usize = 160;

#[cfg(test)]
thread_local! {
    pub static MADE: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Whether a difference is concluded, when chance alone makes so great a one with this probability.
pub fn decided(p: f64, confidence: Confidence) -> bool {
    #[cfg(test)]
    MADE.set(MADE.get() + 1);
    p * FAMILY as f64 <= 1.0 - confidence.level()
}

/// Which difference would have been seen four times in five, by an estimate of this standard error: of shares, in points.
pub fn would_show(error: f64, confidence: Confidence, lang: Lang) -> String {
    let points = least(100.0 * detectable(error, FAMILY, confidence), lang);
    either!(
        lang,
        "un écart de {points} points aurait été vu quatre fois sur cinq",
        "a difference of {points} points would have been seen four times in five"
    )
}

pub fn shares_would_show(games: u64, confidence: Confidence, lang: Lang) -> String {
    would_show((0.5 / games as f64).sqrt(), confidence, lang)
}

pub fn mean_would_show(mean: Estimate, confidence: Confidence, lang: Lang) -> String {
    let least = least(detectable(mean.error(confidence), FAMILY, confidence), lang);
    either!(
        lang,
        "un écart de {least} aurait été vu quatre fois sur cinq",
        "a difference of {least} would have been seen four times in five"
    )
}

/// A number with two significant digits, rounded up: who reads it relies on it.
fn least(number: f64, lang: Lang) -> String {
    let decimals = (1.0 - number.max(1e-9).log10().floor()).max(0.0);
    let scale = 10_f64.powf(decimals);
    lang.decimal((number * scale).ceil() / scale, decimals as usize)
}
