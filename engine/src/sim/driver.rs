//! The driver of a run: threads take chunks of deal numbers in ascending order, and the counts of the chunks are added.
//!
//! Every chunk that was begun is finished, so an interrupted run holds the first deals of its part without a gap. The
//! chunks that have come back without a gap are such a run at any moment, and can be saved. The driver opens no file, and
//! reads only the clock that it is given, to choose the size of chunks; the size changes no value.

use super::plan::{Plan, Precision};
use super::prefix::Prefix;
use super::ranges::Ranges;
use super::run::Run;
use super::stop::{StopProgress, Stopped, is_look, next_look};
use super::workers::{ChunkSize, Workers};
pub use super::workers::{Clock, NoThreads};
use crate::rng::Streams;
use crate::simd::SimdLevel;
use crate::stats::{Layout, Tally};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The options of a run that change no value.
#[derive(Clone, Copy, Default)]
pub struct RunOptions<'a> {
    /// The number of threads; `None` for one per core. At most [`useful_threads`](super::useful_threads) are started.
    pub threads: Option<usize>,
    /// The largest number of deals in a chunk; `None` for that of the experiment.
    pub chunk: Option<u64>,
    /// A clock by which chunks are kept near 20 ms, so that a run can be interrupted soon.
    pub clock: Option<&'a Clock<'a>>,
    /// The SIMD level of the engines; the widest by default.
    pub processor: SimdLevel,
    /// A flag that ends the run after the chunks that were begun.
    pub interrupt: Option<&'a AtomicBool>,
    /// A function that is called after each chunk, by one thread at a time.
    pub watch: Option<&'a Watch<'a>>,
}

/// A function that watches a run. Its argument returns the run so far, which can be saved and resumed.
pub type Watch<'a> = dyn Fn(&dyn Fn() -> Run) + Sync + 'a;

/// A function that simulates the deals of a range and adds their counts to a tally. The driver sets the tally's `deals`.
pub type BatchFn<'a> = Box<dyn FnMut(&Streams, Range<u64>, &mut Tally) + 'a>;

pub(super) struct DriverInput<'a> {
    pub(super) chunk: u64,
    /// The random streams of the deals.
    pub(super) streams: Streams,
    /// Creates the batch function of one thread.
    pub(super) worker: &'a (dyn Fn(SimdLevel) -> BatchFn<'a> + Sync),
    /// Computes the progress of a run with a stop rule.
    pub(super) progress: &'a (dyn Fn(&Precision, &Tally) -> StopProgress + Sync),
}

pub(super) fn resume(
    input: &DriverInput<'_>,
    begun: Run,
    part: Range<u64>,
    options: &RunOptions<'_>,
) -> Result<Run, NoThreads> {
    let done = begun.done.prefix_of(&part).expect("a run is resumed with the first deals of its part");
    let workers = Workers::start(options.threads, part.end - done)?;
    let plan = begun.plan;
    assert!(plan.precision.is_none() || part == (0..plan.deals), "a run with a stop rule has no parts");
    // Keeps what workers share, such as the solution of a game, from one evaluation of the stop rule to the next.
    let _shared = plan.precision.is_some().then(|| (input.worker)(options.processor));
    let active = ActiveRun {
        input,
        layout: begun.tally.layout.clone(),
        chunk: options.chunk.unwrap_or(input.chunk).max(1),
        plan: &plan,
        part,
        options,
        prefix: Mutex::new(Prefix::new(done, begun.tally)),
    };
    let stopped = loop {
        let done = active.prefix().end;
        if let Some(reached) = active.stop_rule(done) {
            break reached;
        } else if done == active.part.end || active.is_interrupted() {
            break active.state(done);
        }
        active.simulate(&workers, done..next_look(&plan, done).min(active.part.end));
    };
    Ok(Run { stopped, ..active.snapshot(&active.prefix()) })
}

struct ActiveRun<'a, 'w> {
    input: &'a DriverInput<'w>,
    layout: Layout,
    chunk: u64,
    plan: &'a Plan,
    part: Range<u64>,
    options: &'a RunOptions<'a>,
    prefix: Mutex<Prefix>,
}

impl ActiveRun<'_, '_> {
    /// Locks the counts so far. A panic of a thread ends the whole run, so a poisoned lock is never read.
    fn prefix(&self) -> MutexGuard<'_, Prefix> {
        self.prefix.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_interrupted(&self) -> bool {
        self.options.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }

    /// Evaluates the stop rule, if it is due after `done` deals; `None` when the run continues.
    fn stop_rule(&self, done: u64) -> Option<Stopped> {
        let precision = self.plan.precision.as_ref().filter(|_| is_look(self.plan, done))?;
        let progress = (self.input.progress)(precision, &self.prefix().tally);
        progress.is_reached().then_some(Stopped::Precision)
    }

    /// The state of a run that ends after `done` deals without its stop rule.
    fn state(&self, done: u64) -> Stopped {
        if done < self.part.end {
            Stopped::Interrupted
        } else if self.part == (0..self.plan.deals) {
            Stopped::Deals
        } else {
            Stopped::Part
        }
    }

    fn snapshot(&self, prefix: &Prefix) -> Run {
        let (done, stopped) = (Ranges::from(self.part.start..prefix.end), self.state(prefix.end));
        Run { plan: self.plan.clone(), done, tally: prefix.tally.clone(), stopped }
    }

    /// Simulates the deals of `range` on all threads; an interrupt ends it early.
    fn simulate(&self, workers: &Workers, range: Range<u64>) {
        let next = AtomicU64::new(range.start);
        workers.run(|| {
            let mut simulate = (self.input.worker)(self.options.processor);
            let mut size = ChunkSize::new(self.chunk, self.options.clock);
            while let Some(chunk) = self.next_chunk(&next, range.end, &size) {
                let mut tally = Tally::empty(self.layout.clone());
                tally.deals = chunk.end - chunk.start;
                size.time(|| simulate(&self.input.streams, chunk.clone(), &mut tally));
                self.add(chunk, tally);
            }
        });
    }

    /// Takes the next chunk; `None` when no deal is left or the run is interrupted.
    fn next_chunk(&self, next: &AtomicU64, end: u64, size: &ChunkSize<'_>) -> Option<Range<u64>> {
        if self.is_interrupted() {
            return None;
        }
        let step = |start| (start < end).then(|| size.chunk(start, end).end);
        next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step).ok().map(|start| size.chunk(start, end))
    }

    fn add(&self, chunk: Range<u64>, tally: Tally) {
        let mut prefix = self.prefix();
        prefix.add(chunk, tally);
        if let Some(watch) = self.options.watch {
            watch(&|| self.snapshot(&prefix));
        }
    }
}
