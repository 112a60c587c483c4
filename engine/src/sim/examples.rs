//! The deals of a run that are worth seeing: found again by playing, since a tally does not hold them.
//!
//! What is found depends on the plan and the counts alone, whoever ran it, and on how many threads.

use super::about::typed;
use super::counts::Kept;
use super::driver::{NoThreads, RunOptions};
use super::experiment::{Experiment, Other, Shown};
use super::plan::Plan;
use super::run::Run;
use super::summary::Example;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// Deals that are played again at first.
const FEW: u64 = 64;

/// The first deals of the lowest, the median and the highest value of a run, and what else its experiment shows, as far
/// as they are among those that may be played again; none of a run that is not the first deals of its plan.
///
/// # Errors
/// When the threads cannot be started.
pub fn examples(question: &dyn Experiment, run: &Run, options: &RunOptions<'_>) -> Result<Vec<Example>, NoThreads> {
    let whole = run.done.prefix_of(&(0..run.plan.deals)).is_some();
    let Some(Shown { ranked, others, again, verb, options: settings }) = question.shown(&run.tally).filter(|_| whole)
    else {
        return Ok(Vec::new());
    };
    let records = question.counts().records;
    let seek = Seek { question, run, options: &RunOptions { watch: None, ..*options }, end: run.done.end().min(again) };
    let show = format!("pioche {verb} {}{} --seed {}", question.topic(), typed(&settings), run.plan.seed.0);
    let mut examples: Vec<Example> = Vec::new();
    let ranks = ranked.map(|ranked| {
        let histogram = &run.tally.histograms[ranked];
        // The lower one of two.
        let median = histogram.ranked(histogram.total().saturating_sub(1) / 2).map(|value| Kept::First(ranked, value));
        [("lowest", Some(Kept::Lowest(ranked))), ("median", median), ("highest", Some(Kept::Highest(ranked)))]
    });
    let rank = |(name, kept): (_, Option<_>)| Some(Other { name, of: "ranked", kept: kept?, shift: 0 });
    let ranks: Vec<Other> = ranks.into_iter().flatten().filter_map(rank).collect();
    let ranked = ranks.len();
    for (place, Other { name, of, kept, shift }) in ranks.into_iter().chain(others).enumerate() {
        let (histogram, value) = match kept {
            Kept::Lowest(histogram) => (histogram, run.tally.histograms[histogram].lowest()),
            Kept::Highest(histogram) => (histogram, run.tally.histograms[histogram].highest()),
            Kept::First(histogram, value) => (histogram, Some(value as u64)),
        };
        let Some(value) = value else { continue };
        let record = records.iter().position(|(_, known)| *known == kept);
        let deal = match record.and_then(|record| run.tally.extremes[record].held) {
            Some((_, deal)) => Some(deal),
            None => seek.first(histogram, value as usize)?,
        };
        let told = value.checked_add_signed(shift).unwrap_or(value);
        // Of the ranks a value is shown once.
        let shown = |example: &Example| place < ranked && example.value == told;
        if let Some(deal) = deal.filter(|_| !examples.last().is_some_and(shown)) {
            examples.push(Example { rank: name, of, value: told, deal, command: format!("{show} --deal {deal}") });
        }
    }
    Ok(examples)
}

struct Seek<'a> {
    question: &'a dyn Experiment,
    run: &'a Run,
    options: &'a RunOptions<'a>,
    /// Deals from here on are not.
    end: u64,
}

impl Seek<'_> {
    /// The first deal whose histogram holds a value: parts twice as long each are played until one holds it, then its
    /// halves; about as many deals as go before it.
    fn first(&self, histogram: usize, value: usize) -> Result<Option<u64>, NoThreads> {
        let holds = |deals: Range<u64>| {
            let plan = Plan { deals: deals.end, precision: None, ..self.run.plan.clone() };
            let part = self.question.resume(Run::nothing(plan, self.question.layout()), deals, self.options);
            part.map(|part| part.tally.histograms[histogram].count(value) > 0)
        };
        let (mut from, mut long) = (0, FEW);
        while from < self.end && !holds(from..(from + long).min(self.end))? {
            if self.enough() {
                return Ok(None);
            }
            (from, long) = (from + long, long * 2);
        }
        let mut to = (from + long).min(self.end);
        while to.saturating_sub(from) > 1 && !self.enough() {
            let middle = from + (to - from) / 2;
            // Blocks stay whole while there are some.
            let middle = if middle - from > 64 { middle.next_multiple_of(64).min(to - 1) } else { middle };
            if holds(from..middle)? { to = middle } else { from = middle }
        }
        Ok(Some(from).filter(|_| from < to && !self.enough()))
    }

    fn enough(&self) -> bool {
        self.options.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }
}
