//! From how many riffles on a game of bataille can no longer be told from one of a uniform deck: every difference of
//! every outcome is tested, and corrected for how many there are.

use pioche_engine::games::bataille::Outcome;
use pioche_engine::sim::Summary;
use pioche_engine::stats::compare::{detectable, holm, same};

/// What some games say about one order of laying.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The numbers of riffles, ascending, each with whether an outcome is more or less frequent than with uniform decks.
    pub apart: Vec<(u64, bool)>,
    /// Games for each number of riffles.
    pub games: u64,
    /// Differences that were tested, in all orders.
    pub tests: usize,
    /// The difference of a share that would have been seen four times in five.
    pub detectable: f64,
}

impl Told {
    /// The largest number of riffles after which an outcome differs.
    pub fn last_apart(&self) -> Option<u64> {
        self.apart.iter().filter(|(_, apart)| *apart).map(|(riffles, _)| *riffles).max()
    }
}

/// What the runs with 13 values say about an order; `None` where there is nothing to compare. The two decks of a deal
/// number are made of different words, so that their games count as independent.
pub fn told(summaries: &[Summary], order: &str) -> Option<Told> {
    let tested: Vec<(&Summary, f64)> =
        summaries.iter().filter_map(|summary| Some((summary, apart(summary, summaries)?))).collect();
    // Each run has as many tests as there are outcomes: its smallest stands for them.
    let tests = tested.len() * Outcome::NAMES.len();
    let least: Vec<f64> = tested.iter().map(|(_, p)| (p * Outcome::NAMES.len() as f64).min(1.0)).collect();
    let corrected = holm(&least);
    let own = tested.iter().zip(corrected).filter(|((summary, _), _)| summary.setting("order") == order);
    let first = tested.iter().map(|(summary, _)| summary).find(|summary| summary.setting("order") == order)?;
    let confidence = first.confidence;
    let mut apart: Vec<(u64, bool)> =
        own.filter_map(|((summary, _), p)| Some((riffles(summary)?, p < 1.0 - confidence.level()))).collect();
    apart.sort_unstable();
    Some(Told { apart, games: first.deals, tests, detectable: detectable(first.deals, tests, confidence) })
}

/// How many riffles a run made; `None` of a uniform shuffle.
pub fn riffles(summary: &Summary) -> Option<u64> {
    summary.setting("shuffle").strip_prefix("riffle:")?.parse().ok()
}

/// The smallest probability, of all outcomes, that a riffled run differs so much from the uniform one by chance.
fn apart(summary: &Summary, summaries: &[Summary]) -> Option<f64> {
    riffles(summary)?;
    let alike = |other: &&Summary| ["values", "order"].iter().all(|key| other.setting(key) == summary.setting(key));
    let uniform = summaries.iter().filter(alike).find(|other| other.setting("shuffle") == "uniform")?;
    let tests = Outcome::NAMES.iter().filter_map(|outcome| {
        Some(same(summary.proportion(outcome)?.proportion, uniform.proportion(outcome)?.proportion))
    });
    tests.reduce(f64::min)
}
