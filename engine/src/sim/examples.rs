//! The example deals of a run. A tally does not hold them, so they are found by simulating deals again.
//!
//! The result depends only on the plan and the counts, not on threads or interruptions.

use super::driver::{NoThreads, RunOptions};
use super::experiment::{ExampleRequest, Experiment};
use super::field::options_text;
use super::plan::Plan;
use super::run::Run;
use super::schema::RecordKind;
use super::summary::{Example, ExampleRank};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// The number of deals of the first part that is searched.
const FIRST_PART: u64 = 64;

/// An example to be found: its rank, the record that defines it, and the number added to its value.
struct Candidate {
    rank: ExampleRank,
    record: RecordKind,
    offset: i64,
}

/// Finds the example deals of a run: the first deals with the lowest, the median and the highest value, and the named
/// examples of its experiment.
///
/// Only the first deals of the plan are simulated again, at most
/// [`max_replayed_deals`](super::ExampleRequest::max_replayed_deals); examples beyond them are left out. A run that
/// does not hold the first deals of its plan has no examples.
///
/// # Errors
/// When the threads cannot be started.
pub fn examples(experiment: &dyn Experiment, run: &Run, options: &RunOptions<'_>) -> Result<Vec<Example>, NoThreads> {
    let is_prefix = run.done.prefix_of(&(0..run.plan.deals)).is_some();
    let Some(request) = experiment.example_request(&run.tally).filter(|_| is_prefix) else { return Ok(Vec::new()) };
    let records = experiment.schema().records;
    let end = run.done.end().min(request.max_replayed_deals);
    let search = ExampleSearch { experiment, run, options: &RunOptions { watch: None, ..*options }, end };
    let (verb, topic, settings) = (request.verb, experiment.topic(), options_text(&request.options));
    let show = format!("pioche {verb} {topic}{settings} --seed {}", run.plan.seed.0);
    let mut examples: Vec<Example> = Vec::new();
    for Candidate { rank, record, offset } in candidates(&request, run) {
        let (histogram, value) = match record {
            RecordKind::Lowest(histogram) => (histogram, run.tally.histograms[histogram].lowest()),
            RecordKind::Highest(histogram) => (histogram, run.tally.histograms[histogram].highest()),
            RecordKind::First(histogram, value) => (histogram, Some(value as u64)),
        };
        let Some(value) = value else { continue };
        let place = records.iter().position(|(_, known)| *known == record);
        let deal = match place.and_then(|place| run.tally.extremes[place].held) {
            Some((_, deal)) => Some(deal),
            None => search.first(histogram, value as usize)?,
        };
        let value = value.checked_add_signed(offset).unwrap_or(value);
        // Ranks with equal values are listed once.
        let is_ranked = !matches!(rank, ExampleRank::Named { .. });
        let is_listed = is_ranked && examples.last().is_some_and(|example| example.value == value);
        if let Some(deal) = deal.filter(|_| !is_listed) {
            examples.push(Example { rank, value, deal, command: format!("{show} --deal {deal}") });
        }
    }
    Ok(examples)
}

fn candidates(request: &ExampleRequest, run: &Run) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    if let Some(ranked) = request.ranked {
        let histogram = &run.tally.histograms[ranked];
        // The lower of two medians.
        let median = histogram.ranked(histogram.total().saturating_sub(1) / 2);
        let median = median.map(|value| (ExampleRank::Median, RecordKind::First(ranked, value)));
        let ends =
            [(ExampleRank::Lowest, RecordKind::Lowest(ranked)), (ExampleRank::Highest, RecordKind::Highest(ranked))];
        let ranks = [Some(ends[0]), median, Some(ends[1])].into_iter().flatten();
        candidates.extend(ranks.map(|(rank, record)| Candidate { rank, record, offset: 0 }));
    }
    candidates.extend(request.named.iter().map(|example| Candidate {
        rank: ExampleRank::Named { name: example.name, unit: example.unit },
        record: example.record,
        offset: example.offset,
    }));
    candidates
}

/// A search for the first deal with a value.
struct ExampleSearch<'a> {
    experiment: &'a dyn Experiment,
    run: &'a Run,
    options: &'a RunOptions<'a>,
    /// The end of the deals that may be simulated again.
    end: u64,
}

impl ExampleSearch<'_> {
    /// Finds the first deal that adds `value` to a histogram.
    ///
    /// Parts of doubling length are simulated until one holds the value, then its halves. The cost is about twice the
    /// number of deals before the result.
    ///
    /// # Errors
    /// When the threads cannot be started.
    fn first(&self, histogram: usize, value: usize) -> Result<Option<u64>, NoThreads> {
        let holds = |deals: Range<u64>| {
            let plan = Plan { deals: deals.end, precision: None, ..self.run.plan.clone() };
            let part = self.experiment.resume(Run::empty(plan, self.experiment.layout()), deals, self.options);
            part.map(|part| part.tally.histograms[histogram].count(value) > 0)
        };
        let (mut from, mut long) = (0, FIRST_PART);
        while from < self.end && !holds(from..(from + long).min(self.end))? {
            if self.is_interrupted() {
                return Ok(None);
            }
            (from, long) = (from + long, long * 2);
        }
        let mut to = (from + long).min(self.end);
        while to.saturating_sub(from) > 1 && !self.is_interrupted() {
            let middle = from + (to - from) / 2;
            // Halves longer than a block end at a block's border, since engines simulate whole blocks.
            let middle = if middle - from > 64 { middle.next_multiple_of(64).min(to - 1) } else { middle };
            if holds(from..middle)? { to = middle } else { from = middle }
        }
        Ok(Some(from).filter(|_| from < to && !self.is_interrupted()))
    }

    fn is_interrupted(&self) -> bool {
        self.options.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }
}
