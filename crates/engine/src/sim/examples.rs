//! The example deals of a run. A tally does not hold them, so they are found by simulating deals again.
//!
//! The result depends only on the plan and the counts, not on threads.

use super::driver::{RunOptions, ThreadStartError};
use super::experiment::{ExampleReason, Experiment};
use super::run::{Plan, Run};
use super::summary::Example;
use crate::stats::{DealValue, RecordKind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

const MAX_SEARCH_CHUNK_SIZE: u64 = 1024;

/// Finds the example deals of a run: those that its experiment [requests](super::ExampleRequest).
///
/// Only the first deals of the plan are simulated again, at most
/// [`max_replayed_deals`](super::ExampleRequest::max_replayed_deals); examples beyond them are left out, as are those
/// that an interrupted search has not found. A run that does not hold the first deals of its plan has no examples.
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
    let mut candidates: Vec<ExampleCandidate> = request
        .deals
        .iter()
        .filter_map(|&(reason, record)| ExampleCandidate::new(reason, record, run))
        .collect();
    let end = run.done.end().min(request.max_replayed_deals);
    find_first_deals(experiment, run, &mut candidates, end, options)?;
    let mut examples: Vec<Example> = Vec::new();
    for candidate in candidates {
        let Some(deal) = candidate.deal else { continue };
        let value = candidate.example_value();
        let is_named = matches!(candidate.reason, ExampleReason::Named { .. });
        // Ranks with equal values are listed once.
        let is_listed = examples.last().is_some_and(|last| last.value == value);
        if is_named || !is_listed {
            examples.push(Example {
                rank: candidate.reason,
                value,
                deal,
                verb: request.verb,
                settings: request.settings.clone(),
            });
        }
    }
    Ok(examples)
}

struct ExampleCandidate {
    reason: ExampleReason,
    histogram: usize,
    value: u64,
    deal: Option<u64>,
}

impl ExampleCandidate {
    /// Creates a candidate, with its deal if the tally has this record; `None` if no deal has such a value.
    fn new(reason: ExampleReason, record: RecordKind, run: &Run) -> Option<Self> {
        let tally = &run.tally;
        let record_value = tally.record_value(record)?;
        let (histogram, value) = match record {
            RecordKind::Lowest(histogram) | RecordKind::Highest(histogram) => {
                (histogram, record_value)
            }
            RecordKind::FirstWithValue(histogram, value) => (histogram, value as u64),
        };
        let mut records = tally.records.iter();
        let known_record = records.find(|known_record| known_record.kind == record);
        Some(Self {
            reason,
            histogram,
            value,
            deal: known_record
                .and_then(|record| record.value_and_deal)
                .map(|(_, deal)| deal),
        })
    }

    fn example_value(&self) -> u64 {
        match self.reason {
            ExampleReason::Named { value_offset, .. } => self
                .value
                .checked_add_signed(value_offset)
                .unwrap_or(self.value),
            _ => self.value,
        }
    }

    fn is_found_in(&self, deal_value: &DealValue) -> bool {
        deal_value.histogram == self.histogram && deal_value.value as u64 == self.value
    }
}

/// Simulates the deals below `end` until the deals of all candidates are known.
fn find_first_deals(
    experiment: &dyn Experiment,
    run: &Run,
    candidates: &mut [ExampleCandidate],
    end: u64,
    options: &RunOptions<'_>,
) -> Result<(), ThreadStartError> {
    let is_interrupted = || {
        options
            .interrupt_flag
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    };
    let has_ended = |candidates: &[ExampleCandidate]| {
        is_interrupted() || candidates.iter().all(|known| known.deal.is_some())
    };
    if has_ended(candidates) {
        return Ok(());
    }
    let end_flag = AtomicBool::new(false);
    let candidates = Mutex::new(candidates);
    let on_deal_values = |deal_values: &[DealValue]| {
        let mut candidates = candidates.lock().unwrap_or_else(PoisonError::into_inner);
        for candidate in candidates.iter_mut().filter(|known| known.deal.is_none()) {
            let mut deal_values = deal_values.iter();
            let first = deal_values.find(|deal_value| candidate.is_found_in(deal_value));
            candidate.deal = first.map(|deal_value| deal_value.deal);
        }
        end_flag.fetch_or(has_ended(&candidates), Ordering::Relaxed);
    };
    let smallest_chunk = experiment.info().chunk_sizes.least();
    let options = RunOptions {
        chunk_size: Some(smallest_chunk.min(MAX_SEARCH_CHUNK_SIZE)),
        interrupt_flag: Some(&end_flag),
        on_deal_values: Some(&on_deal_values),
        on_progress: None,
        ..*options
    };
    let plan = Plan {
        deals: end,
        stop_rule: None,
        ..run.plan.clone()
    };
    experiment.run(plan, &options)?;
    Ok(())
}
