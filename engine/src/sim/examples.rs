//! The example deals of a run. A tally does not hold them, so they are found by simulating deals again.
//!
//! The result depends only on the plan and the counts, not on threads or interruptions.

use super::driver::{RunOptions, ThreadStartError, Workers};
use super::experiment::{ExampleRequest, Experiment, NamedExample};
use super::run::{Plan, Run};
use super::schema::RecordKind;
use super::summary::{Example, ExampleReason};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// The number of deals of the first part that is searched.
const FIRST_SEARCHED_DEALS: u64 = 64;

/// Finds the example deals of a run: the first deals with the lowest, the median and the highest value, and the named
/// examples of its experiment.
///
/// Only the first deals of the plan are simulated again, at most
/// [`max_replayed_deals`](super::ExampleRequest::max_replayed_deals); examples beyond them are left out. A run that
/// does not hold the first deals of its plan has no examples.
///
/// # Errors
/// When the threads cannot be started.
pub fn find_examples(
    experiment: &dyn Experiment,
    run: &Run,
    options: &RunOptions<'_>,
) -> Result<Vec<Example>, ThreadStartError> {
    let is_prefix = run.done.end_if_prefix_of(&(0..run.plan.deals)).is_some();
    let Some(request) = experiment.example_request(&run.tally).filter(|_| is_prefix) else {
        return Ok(Vec::new());
    };
    let records = experiment.tally_schema().records;
    let end = run.done.end().min(request.max_replayed_deals);
    let workers = Workers::start(options.threads, end)?;
    let search = ExampleSearch {
        experiment,
        run,
        options: &RunOptions {
            workers: Some(&workers),
            on_deal_values: None,
            on_progress: None,
            ..*options
        },
        end,
    };
    let mut examples: Vec<Example> = Vec::new();
    for ExampleCandidate {
        reason,
        record,
        value_offset,
    } in example_candidates(&request, run)
    {
        let (histogram, value) = match record {
            RecordKind::Lowest(histogram) => {
                (histogram, run.tally.histograms[histogram].lowest_value())
            }
            RecordKind::Highest(histogram) => {
                (histogram, run.tally.histograms[histogram].highest_value())
            }
            RecordKind::FirstWithValue(histogram, value) => (histogram, Some(value as u64)),
        };
        let Some(value) = value else { continue };
        let index = records.iter().position(|(_, kind)| *kind == record);
        let deal = match index.and_then(|index| run.tally.extremes[index].value_and_deal) {
            Some((_, deal)) => Some(deal),
            None => search.first_deal_with(histogram, value as usize)?,
        };
        let example_value = value.checked_add_signed(value_offset).unwrap_or(value);
        // Ranks with equal values are listed once.
        let is_ranked = !matches!(reason, ExampleReason::Named { .. });
        let is_listed = is_ranked
            && examples
                .last()
                .is_some_and(|example| example.value == example_value);
        if let Some(deal) = deal.filter(|_| !is_listed) {
            examples.push(Example {
                rank: reason,
                value: example_value,
                deal,
                verb: request.verb,
                settings: request.settings.clone(),
            });
        }
    }
    Ok(examples)
}

/// An example to be searched.
struct ExampleCandidate {
    reason: ExampleReason,
    record: RecordKind,
    /// The number added to the value of the record.
    value_offset: i64,
}

impl ExampleCandidate {
    fn new(reason: ExampleReason, record: RecordKind) -> Self {
        Self {
            reason,
            record,
            value_offset: 0,
        }
    }
}

fn example_candidates(request: &ExampleRequest, run: &Run) -> Vec<ExampleCandidate> {
    let mut candidates = Vec::new();
    if let Some(index) = request.ranking_histogram {
        let histogram = &run.tally.histograms[index];
        candidates.push(ExampleCandidate::new(
            ExampleReason::Lowest,
            RecordKind::Lowest(index),
        ));
        // The lower of two medians.
        let median_rank = histogram.total().saturating_sub(1) / 2;
        if let Some(median) = histogram.value_at_rank(median_rank) {
            let record = RecordKind::FirstWithValue(index, median);
            candidates.push(ExampleCandidate::new(ExampleReason::Median, record));
        }
        candidates.push(ExampleCandidate::new(
            ExampleReason::Highest,
            RecordKind::Highest(index),
        ));
    }
    if let Some(NamedExample {
        name,
        value_unit,
        record,
        value_offset,
    }) = request.named_example
    {
        candidates.push(ExampleCandidate {
            reason: ExampleReason::Named { name, value_unit },
            record,
            value_offset,
        });
    }
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
    fn first_deal_with(
        &self,
        histogram: usize,
        value: usize,
    ) -> Result<Option<u64>, ThreadStartError> {
        let holds = |deals: Range<u64>| {
            let plan = Plan {
                deals: deals.end,
                stop_rule: None,
                ..self.run.plan.clone()
            };
            let empty_run = Run::empty(plan, self.experiment.tally_layout());
            let run = self.experiment.resume(empty_run, deals, self.options)?;
            Ok(run.tally.histograms[histogram].count(value) > 0)
        };
        let mut start = 0;
        let mut length = FIRST_SEARCHED_DEALS;
        while start < self.end && !holds(start..(start + length).min(self.end))? {
            if self.is_interrupted() {
                return Ok(None);
            }
            start += length;
            length *= 2;
        }
        let mut end = (start + length).min(self.end);
        while end.saturating_sub(start) > 1 && !self.is_interrupted() {
            let mut middle = start + (end - start) / 2;
            // Halves longer than a block end at a block's border, since engines simulate whole blocks.
            if middle - start > 64 {
                middle = middle.next_multiple_of(64).min(end - 1);
            }
            if holds(start..middle)? {
                end = middle;
            } else {
                start = middle;
            }
        }
        Ok(Some(start).filter(|_| start < end && !self.is_interrupted()))
    }

    fn is_interrupted(&self) -> bool {
        self.options
            .interrupt_flag
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}
