//! The driver of a run: threads take chunks of deal numbers in ascending order, and the counts of the chunks are added.
//!
//! Every chunk that was begun is finished, so an interrupted run holds the first deals of its part without a gap. The
//! chunks that were returned without a gap always form a valid partial run, which can be saved. The driver opens no file, and
//! reads only the clock that it is given, to choose the size of chunks; the size changes no value.

use super::completed_prefix::CompletedPrefix;
use super::plan::{Plan, StopRule};
use super::ranges::RangeSet;
use super::run::Run;
use super::stop::{StopProgress, StopReason, is_stop_check, next_stop_check};
use super::workers::{AdaptiveChunkSize, Workers};
pub use super::workers::{MicrosecondClock, ThreadStartError};
use crate::rng::Streams;
use crate::simd::SimdLevel;
use crate::stats::{Tally, TallyLayout};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The options of a run that change no value.
#[derive(Clone, Copy, Default)]
pub struct RunOptions<'a> {
    /// The number of threads; `None` for one per core. At most [`max_useful_threads`](super::max_useful_threads) are started.
    pub threads: Option<usize>,
    /// The largest number of deals in a chunk; `None` for that of the experiment.
    pub max_chunk_size: Option<u64>,
    /// A clock by which chunks are kept near 20 ms, so that a run can be interrupted soon.
    pub clock: Option<&'a MicrosecondClock<'a>>,
    /// The SIMD level of the engines; the widest by default.
    pub simd_level: SimdLevel,
    /// A flag that ends the run after the chunks that were begun.
    pub interrupt_flag: Option<&'a AtomicBool>,
    /// A function that is called after each chunk, by one thread at a time.
    pub on_progress: Option<&'a ProgressCallback<'a>>,
}

/// A function that watches a run. Its argument returns the run so far, which can be saved and resumed.
pub type ProgressCallback<'a> = dyn Fn(&dyn Fn() -> Run) + Sync + 'a;

/// A function that simulates the deals of a range and adds their counts to a tally. The driver sets the tally's `deals`.
pub type BatchFn<'a> = Box<dyn FnMut(&Streams, Range<u64>, &mut Tally) + 'a>;

pub(super) struct DriverInput<'a> {
    pub(super) max_chunk_size: u64,
    /// The random streams of the deals.
    pub(super) streams: Streams,
    /// Creates the batch function of one thread.
    pub(super) batch_function: &'a (dyn Fn(SimdLevel) -> BatchFn<'a> + Sync),
    /// Computes the progress of a run with a stop rule.
    pub(super) stop_progress: &'a (dyn Fn(&StopRule, &Tally) -> StopProgress + Sync),
}

pub(super) fn resume(
    input: &DriverInput<'_>,
    partial_run: Run,
    part: Range<u64>,
    options: &RunOptions<'_>,
) -> Result<Run, ThreadStartError> {
    let done = partial_run
        .done
        .end_if_prefix_of(&part)
        .expect("a run is resumed with the first deals of its part");
    let workers = Workers::start(options.threads, part.end - done)?;
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
        tally_layout: partial_run.tally.layout.clone(),
        max_chunk_size: options
            .max_chunk_size
            .unwrap_or(input.max_chunk_size)
            .max(1),
        plan: &plan,
        part,
        options,
        prefix: Mutex::new(CompletedPrefix::new(done, partial_run.tally)),
    };
    let stopped = loop {
        let done = active.prefix().end;
        if let Some(reached) = active.precision_stop_reason(done) {
            break reached;
        } else if done == active.part.end || active.is_interrupted() {
            break active.deals_stop_reason(done);
        }
        active.simulate(
            &workers,
            done..next_stop_check(&plan, done).min(active.part.end),
        );
    };
    Ok(Run {
        stop_reason: stopped,
        ..active.snapshot(&active.prefix())
    })
}

struct ActiveRun<'a, 'w> {
    input: &'a DriverInput<'w>,
    tally_layout: TallyLayout,
    max_chunk_size: u64,
    plan: &'a Plan,
    part: Range<u64>,
    options: &'a RunOptions<'a>,
    prefix: Mutex<CompletedPrefix>,
}

impl ActiveRun<'_, '_> {
    /// Locks the counts so far. A panic of a thread ends the whole run, so a poisoned lock is never read.
    fn prefix(&self) -> MutexGuard<'_, CompletedPrefix> {
        self.prefix.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_interrupted(&self) -> bool {
        self.options
            .interrupt_flag
            .is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }

    /// Evaluates the stop rule, if it is due after `done` deals; `None` when the run continues.
    fn precision_stop_reason(&self, done: u64) -> Option<StopReason> {
        let precision = self
            .plan
            .stop_rule
            .as_ref()
            .filter(|_| is_stop_check(self.plan, done))?;
        let progress = (self.input.stop_progress)(precision, &self.prefix().tally);
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
        let (done, stopped) = (
            RangeSet::from(self.part.start..prefix.end),
            self.deals_stop_reason(prefix.end),
        );
        Run {
            plan: self.plan.clone(),
            done,
            tally: prefix.tally.clone(),
            stop_reason: stopped,
        }
    }

    /// Simulates the deals of `range` on all threads; an interrupt ends it early.
    fn simulate(&self, workers: &Workers, range: Range<u64>) {
        let next = AtomicU64::new(range.start);
        workers.broadcast(|| {
            let mut simulate = (self.input.batch_function)(self.options.simd_level);
            let mut size = AdaptiveChunkSize::new(self.max_chunk_size, self.options.clock);
            while let Some(chunk) = self.next_chunk(&next, range.end, &size) {
                let mut tally = Tally::empty(self.tally_layout.clone());
                tally.deals = chunk.end - chunk.start;
                size.run_timed(|| simulate(&self.input.streams, chunk.clone(), &mut tally));
                self.add_chunk(chunk, tally);
            }
        });
    }

    /// Takes the next chunk; `None` when no deal is left or the run is interrupted.
    fn next_chunk(
        &self,
        next: &AtomicU64,
        end: u64,
        size: &AdaptiveChunkSize<'_>,
    ) -> Option<Range<u64>> {
        if self.is_interrupted() {
            return None;
        }
        let step = |start| (start < end).then(|| size.chunk_at(start, end).end);
        next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step)
            .ok()
            .map(|start| size.chunk_at(start, end))
    }

    fn add_chunk(&self, chunk: Range<u64>, tally: Tally) {
        let mut prefix = self.prefix();
        prefix.add_chunk(chunk, tally);
        if let Some(watch) = self.options.on_progress {
            watch(&|| self.snapshot(&prefix));
        }
    }
}
