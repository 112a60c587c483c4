//! The example deals of a run. A tally does not hold them, so they are found by simulating deals again.
//!
//! The result depends only on the plan and the counts, not on threads or interruptions.

use super::driver::{RunOptions, ThreadStartError};
use super::experiment::{ExampleRequest, Experiment, NamedExample};
use super::field::command_line_text;
use super::plan::Plan;
use super::run::Run;
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
    let search = ExampleSearch {
        experiment,
        run,
        options: &RunOptions {
            on_progress: None,
            ..*options
        },
        end,
    };
    let (verb, topic, settings) = (
        request.command_verb,
        experiment.topic(),
        command_line_text(&request.command_options),
    );
    let show = format!("pioche {verb} {topic}{settings} --seed {}", run.plan.seed.0);
    let mut examples: Vec<Example> = Vec::new();
    for (rank, record, offset) in example_candidates(&request, run) {
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
        let place = records.iter().position(|(_, known)| *known == record);
        let deal = match place.and_then(|place| run.tally.extremes[place].value_and_deal) {
            Some((_, deal)) => Some(deal),
            None => search.first_deal_with(histogram, value as usize)?,
        };
        let value = value.checked_add_signed(offset).unwrap_or(value);
        // Ranks with equal values are listed once.
        let is_ranked = !matches!(rank, ExampleReason::Named { .. });
        let is_listed = is_ranked
            && examples
                .last()
                .is_some_and(|example| example.value == value);
        if let Some(deal) = deal.filter(|_| !is_listed) {
            examples.push(Example {
                rank,
                value,
                deal,
                command: format!("{show} --deal {deal}"),
            });
        }
    }
    Ok(examples)
}

/// The examples to be found: the rank, the record and the number added to the value of each.
fn example_candidates(
    request: &ExampleRequest,
    run: &Run,
) -> Vec<(ExampleReason, RecordKind, i64)> {
    let mut candidates = Vec::new();
    if let Some(ranked) = request.ranking_histogram {
        let histogram = &run.tally.histograms[ranked];
        // The lower of two medians.
        let median = histogram.value_at_rank(histogram.total().saturating_sub(1) / 2);
        candidates.push((ExampleReason::Lowest, RecordKind::Lowest(ranked), 0));
        candidates.extend(median.map(|value| {
            (
                ExampleReason::Median,
                RecordKind::FirstWithValue(ranked, value),
                0,
            )
        }));
        candidates.push((ExampleReason::Highest, RecordKind::Highest(ranked), 0));
    }
    if let Some(NamedExample {
        name,
        value_unit: unit,
        record,
        value_offset: offset,
    }) = request.named_example
    {
        candidates.push((
            ExampleReason::Named {
                name,
                value_unit: unit,
            },
            record,
            offset,
        ));
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
            let part = self.experiment.resume(
                Run::empty(plan, self.experiment.tally_layout()),
                deals,
                self.options,
            );
            part.map(|part| part.tally.histograms[histogram].count(value) > 0)
        };
        let (mut from, mut long) = (0, FIRST_SEARCHED_DEALS);
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
            let middle = if middle - from > 64 {
                middle.next_multiple_of(64).min(to - 1)
            } else {
                middle
            };
            if holds(from..middle)? {
                to = middle
            } else {
                from = middle
            }
        }
        Ok(Some(from).filter(|_| from < to && !self.is_interrupted()))
    }

    fn is_interrupted(&self) -> bool {
        self.options
            .interrupt_flag
            .is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }
}
