//! The driver of a run: threads take chunks of deal numbers in ascending order, and the counts of the chunks are added.
//!
//! Every chunk that was begun is finished, so an interrupted run holds the first deals of its part without a gap. The
//! chunks that were returned without a gap always form a valid partial run, which can be saved. The driver opens no file and
//! reads no clock: the size of a chunk depends on the number of deals played before it, not on the load of the machine.
//!
//! # The stop rule
//! The stop rule of a run is a pure function of the tally, evaluated on a schedule counted in deals. A run that goes on with
//! a rule that could have ended it earlier keeps its deals: the rule is evaluated first after them, then on the schedule.
//! The plan holds this number of deals ([`StopRule::first_check`]), so it still determines every byte.
//!
//! The intervals assume a sample of fixed size, which a run with a stop rule is not. The effect was measured (`cargo
//! test coverage_of_stopped -- --ignored`): 20,000 runs that stop at a width, for each of six probabilities from 1 in
//! 20,000 to 1/2. The 95 % intervals (Clopper-Pearson) of stopped runs contained the probability in 94.5 % to 99.5 % of
//! the runs; with the same number of deals fixed in advance, in 95.2 % to 99.5 %. None of the six coverages is below 94
//! %, by a test at the 1 % level for all six together. Intervals of rare outcomes contain the probability most often.

use super::measure::{Measure, last_shown_row};
use super::run::{FIRST_STOP_CHECK, Plan, RangeSet, Run, StopReason, StopRule};
use super::table::ChunkSizes;
use crate::rng::Streams;
use crate::simd::SimdLevel;
use crate::stats::{DealValue, DealValues, Tally, TallySchema};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::error::Error;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The options of a run that change no value.
#[derive(Clone, Copy, Default)]
pub struct RunOptions<'a> {
    /// The number of threads; `None` for one per core. At most [`max_useful_threads`] are started.
    pub threads: Option<usize>,
    /// The number of deals in each chunk; `None` for chunks that grow within the [`ChunkSizes`] of the experiment.
    pub chunk_size: Option<u64>,
    /// The SIMD level of the engines; the widest by default.
    pub simd_level: SimdLevel,
    /// A flag that ends the run after the chunks that were begun.
    pub interrupt_flag: Option<&'a AtomicBool>,
    /// A function that gets the values of the next deals, in ascending order of deals and histograms, by one thread at a
    /// time. A thread that is ahead waits, so that few values are in memory.
    pub on_deal_values: Option<&'a DealValuesCallback<'a>>,
    /// A function that is called after each chunk, by one thread at a time. Its argument returns the run so far, which can
    /// be saved and resumed.
    pub on_progress: Option<&'a ProgressCallback<'a>>,
}

type DealValuesCallback<'a> = dyn Fn(&[DealValue]) + Sync + 'a;
type ProgressCallback<'a> = dyn Fn(&dyn Fn() -> Run) + Sync + 'a;

/// A function that simulates the deals of a range and adds their counts to a tally, with [`Tally::add`] if values of deals
/// may be requested. The driver sets the tally's `deals`.
pub type BatchFn<'a> = Box<dyn FnMut(&Streams, Range<u64>, &mut Tally) + 'a>;

pub(super) struct DriverInput<'a> {
    pub(super) chunk_sizes: ChunkSizes,
    pub(super) streams: Streams,
    pub(super) batch_function: &'a (dyn Fn(SimdLevel) -> BatchFn<'a> + Sync),
    /// The measures to which a stop rule may apply; none are needed without one.
    pub(super) measures: Vec<Measure>,
}

pub(super) fn resume(
    input: &DriverInput<'_>,
    partial_run: Run,
    part: Range<u64>,
    options: &RunOptions<'_>,
) -> Result<Run, ThreadStartError> {
    let done_end = partial_run
        .done
        .end_if_prefix_of(&part)
        .expect("a run is resumed with the first deals of its part");
    let pool = start_threads(options.threads, part.end - done_end)?;
    let plan = partial_run.plan;
    assert!(
        plan.stop_rule.is_none() || part == (0..plan.deals),
        "a run with a stop rule has no parts"
    );
    // Keeps the solved game and other shared data alive between evaluations of the stop rule.
    let _shared = plan
        .stop_rule
        .is_some()
        .then(|| (input.batch_function)(options.simd_level));
    let active = ActiveRun {
        input,
        tally_schema: partial_run.tally.schema.clone(),
        chunk_sizes: options
            .chunk_size
            .map_or(input.chunk_sizes, ChunkSizes::constant),
        first_deal: done_end,
        plan: &plan,
        part,
        options,
        prefix: Mutex::new(CompletedPrefix::new(done_end, partial_run.tally)),
        prefix_growth: Condvar::new(),
    };
    let stop_reason = loop {
        let start = active.prefix().end;
        if let Some(stop_reason) = active.precision_stop_reason(start) {
            break stop_reason;
        } else if start == active.part.end || active.is_interrupted() {
            break active.deals_stop_reason(start);
        }
        let end = next_stop_check(&plan, start).min(active.part.end);
        active.simulate(pool.as_ref(), start..end);
    };
    Ok(Run {
        stop_reason,
        ..active.snapshot(&active.prefix())
    })
}

struct ActiveRun<'a, 'w> {
    input: &'a DriverInput<'w>,
    tally_schema: TallySchema,
    chunk_sizes: ChunkSizes,
    /// The first deal that is simulated now: of a resumed run, that after the deals of the earlier one.
    first_deal: u64,
    plan: &'a Plan,
    part: Range<u64>,
    options: &'a RunOptions<'a>,
    prefix: Mutex<CompletedPrefix>,
    prefix_growth: Condvar,
}

impl ActiveRun<'_, '_> {
    /// Locks the counts so far. A panic of a thread ends the whole run, so a poisoned lock is never read.
    fn prefix(&self) -> MutexGuard<'_, CompletedPrefix> {
        self.prefix.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_interrupted(&self) -> bool {
        self.options
            .interrupt_flag
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Evaluates the stop rule, if it is due after `done` deals; `None` when the run continues.
    fn precision_stop_reason(&self, done: u64) -> Option<StopReason> {
        let stop_rule = self
            .plan
            .stop_rule
            .as_ref()
            .filter(|_| is_stop_check(self.plan, done))?;
        let progress = StopProgress::new(&self.input.measures, stop_rule, &self.prefix().tally);
        progress.is_reached().then_some(StopReason::Precision)
    }

    /// The state of a run that ends after `done` deals without its stop rule.
    fn deals_stop_reason(&self, done: u64) -> StopReason {
        if done < self.part.end {
            StopReason::Interrupted
        } else if self.part == (0..self.plan.deals) {
            StopReason::Deals
        } else {
            StopReason::Part
        }
    }

    fn snapshot(&self, prefix: &CompletedPrefix) -> Run {
        Run {
            plan: self.plan.clone(),
            done: RangeSet::from(self.part.start..prefix.end),
            tally: prefix.tally.clone(),
            stop_reason: self.deals_stop_reason(prefix.end),
        }
    }

    /// Simulates the deals of `range` on all threads; an interrupt ends it early.
    fn simulate(&self, pool: Option<&ThreadPool>, range: Range<u64>) {
        let next = AtomicU64::new(range.start);
        let simulate_chunks = || {
            let mut simulate = (self.input.batch_function)(self.options.simd_level);
            while let Some(chunk) = self.next_chunk(&next, range.end) {
                let mut tally = Tally::empty(self.tally_schema.clone());
                tally.deals = chunk.end - chunk.start;
                let histograms = tally.histograms.len();
                let deal_values = self.options.on_deal_values;
                tally.deal_values =
                    deal_values.map(|_| DealValues::new(&chunk, histograms, |_| true));
                simulate(&self.input.streams, chunk.clone(), &mut tally);
                self.add_chunk(chunk, tally);
            }
        };
        match pool {
            Some(pool) => drop(pool.broadcast(|_| simulate_chunks())),
            None => simulate_chunks(),
        }
    }

    /// Takes the next chunk; `None` when no deal is left or the run is interrupted.
    fn next_chunk(&self, next: &AtomicU64, end: u64) -> Option<Range<u64>> {
        if self.is_interrupted() {
            return None;
        }
        let chunk_end = |start| self.chunk_sizes.chunk_end(self.first_deal, start).min(end);
        let step = |start| (start < end).then(|| chunk_end(start));
        next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step)
            .ok()
            .map(|start| start..chunk_end(start))
    }

    fn add_chunk(&self, chunk: Range<u64>, mut tally: Tally) {
        let mut prefix = self.prefix();
        if let Some(on_deal_values) = self.options.on_deal_values {
            // Earlier chunks were begun before this one, and every chunk that was begun is finished.
            prefix = self
                .prefix_growth
                .wait_while(prefix, |prefix| prefix.end < chunk.start)
                .unwrap_or_else(PoisonError::into_inner);
            let deal_values = tally.deal_values.take();
            on_deal_values(&deal_values.map_or_else(Vec::new, |values| values.to_vec()));
        }
        prefix.add_chunk(chunk, tally);
        if let Some(watch) = self.options.on_progress {
            watch(&|| self.snapshot(&prefix));
        }
        self.prefix_growth.notify_all();
    }
}

/// The counts of the chunks that returned, in any order. The chunks without a gap from the first deal on are a run,
/// which can be saved and resumed.
struct CompletedPrefix {
    end: u64,
    /// The counts of the deals before `end`.
    tally: Tally,
    /// The later chunks by their first deal. Adjacent chunks are joined, so there are fewer than threads.
    later_chunks: BTreeMap<u64, (u64, Tally)>,
}

impl CompletedPrefix {
    fn new(end: u64, tally: Tally) -> Self {
        Self {
            end,
            tally,
            later_chunks: BTreeMap::new(),
        }
    }

    fn add_chunk(&mut self, mut chunk: Range<u64>, mut chunk_tally: Tally) {
        if let Some((end, next_tally)) = self.later_chunks.remove(&chunk.end) {
            chunk.end = end;
            merge_counts(&mut chunk_tally, &next_tally);
        }
        if chunk.start == self.end {
            self.end = chunk.end;
            merge_counts(&mut self.tally, &chunk_tally);
            return;
        }
        if let Some((_, (end, previous_tally))) =
            self.later_chunks.range_mut(..chunk.start).next_back()
            && *end == chunk.start
        {
            *end = chunk.end;
            merge_counts(previous_tally, &chunk_tally);
            return;
        }
        self.later_chunks
            .insert(chunk.start, (chunk.end, chunk_tally));
    }
}

fn merge_counts(tally: &mut Tally, chunk_tally: &Tally) {
    tally
        .merge(chunk_tally)
        .expect("a run has fewer than 2^64 deals, each counted once in a histogram");
}

/// The largest number of threads that can be requested.
pub const MAX_THREADS: usize = 1024;

const THREADS_PER_CORE: usize = 4;

/// The largest number of threads that a run starts on this machine.
pub fn max_useful_threads() -> usize {
    core_count() * THREADS_PER_CORE
}

fn core_count() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The error that the requested threads cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} threads")]
pub struct ThreadStartError {
    /// The requested number of threads.
    pub threads: usize,
    /// The error of the operating system.
    pub source: Box<dyn Error + Send + Sync>,
}

/// Starts the requested number of threads, or one per core; at most [`max_useful_threads`] and at most `deals`. `None` stands
/// for the calling thread alone. Without a request, fewer are started where the system refuses more. `RAYON_NUM_THREADS` is
/// ignored.
///
/// # Errors
/// When the requested threads cannot be started.
fn start_threads(
    requested_threads: Option<usize>,
    deals: u64,
) -> Result<Option<ThreadPool>, ThreadStartError> {
    let mut threads = requested_threads
        .unwrap_or_else(core_count)
        .min(max_useful_threads())
        .min(usize::try_from(deals).unwrap_or(usize::MAX));
    while threads > 1 {
        match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => return Ok(Some(pool)),
            Err(source) if requested_threads.is_some() => {
                return Err(ThreadStartError {
                    threads,
                    source: source.into(),
                });
            }
            Err(_) => threads /= 2,
        }
    }
    Ok(None)
}

/// The stop rule of a run, and the precision that it has reached.
#[derive(Clone, Debug, PartialEq)]
pub struct StopProgress {
    /// The stop rule.
    pub stop_rule: StopRule,
    /// The half-width of the widest interval of its rows; infinite where one of them has no interval yet.
    pub widest: f64,
}

impl StopProgress {
    /// Computes the progress of a run with these measures and counts.
    pub fn new(measures: &[Measure], stop_rule: &StopRule, tally: &Tally) -> Self {
        let last_row = last_shown_row(measures, tally);
        let mut progress = Self {
            stop_rule: stop_rule.clone(),
            widest: 0.0,
        };
        for (index, measure) in measures.iter().enumerate() {
            let applies = match &stop_rule.rows {
                Some(rows) => measure.is_selected(rows),
                None if measure.row_fields.is_empty() => measure.is_stop_criterion,
                None => measure.is_stop_criterion && Some(index) <= last_row,
            };
            if !applies {
                continue;
            }
            let Some(estimate) = measure.estimate(tally, stop_rule.confidence) else {
                progress.widest = f64::INFINITY;
                break;
            };
            // An impossible event needs no deals.
            let is_impossible = estimate.value == 0.0 && measure.exact_value() == Some(0.0);
            if !is_impossible {
                progress.widest = progress.widest.max(estimate.half_width(tally.deals));
            }
        }
        progress
    }

    /// True if the run has reached the requested precision.
    pub fn is_reached(&self) -> bool {
        self.widest <= self.stop_rule.precision
    }
}

/// The first number of deals above `done` after which the stop rule is evaluated, at most that of the plan.
pub fn next_stop_check(plan: &Plan, done: u64) -> u64 {
    let first_check = plan
        .stop_rule
        .as_ref()
        .map_or(0, |stop_rule| stop_rule.first_check);
    if done < first_check {
        return first_check.min(plan.deals);
    }
    // Each number is an eighth larger than the one before, so that a run overshoots by little and is seldom interrupted.
    let mut stop_checks = std::iter::successors(Some(FIRST_STOP_CHECK), |check| {
        check.checked_add((check / 8).max(FIRST_STOP_CHECK))
    });
    let next_check = if plan.stop_rule.is_some() {
        stop_checks.find(|&check| check > done)
    } else {
        None
    };
    next_check.map_or(plan.deals, |check| check.min(plan.deals))
}

/// True if the stop rule is evaluated after `done` deals.
fn is_stop_check(plan: &Plan, done: u64) -> bool {
    done > 0 && next_stop_check(plan, done - 1) == done
}
