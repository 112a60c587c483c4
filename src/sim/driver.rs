//! Threads take chunks of deal numbers, in order, until none is left; each chunk's counts are added to one tally.
//!
//! Chunks are taken in ascending order and every chunk taken is finished, so an interrupted run has played the deals
//! 0, 1, … up to some number, without a gap.

use super::experiment::Experiment;
use super::plan::Plan;
use super::ranges::Ranges;
use super::run::Run;
use super::stop::{Stopped, next_look};
use crate::processor::Processor;
use crate::rng::Streams;
use crate::stats::{Proportion, Tally};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is told to whoever watches a run, after each chunk.
pub struct Progress<'a> {
    /// Deals played so far.
    pub done: u64,
    /// Deals of the plan.
    pub deals: u64,
    /// The proportions known so far, in the experiment's order.
    pub proportions: &'a dyn Fn() -> Vec<Proportion>,
}

/// How a run uses the machine, and who looks on; it changes no value.
#[derive(Clone, Copy, Default)]
pub struct RunOptions<'a> {
    /// Threads; all cores when `None`.
    pub threads: Option<usize>,
    /// Deals in a chunk; the experiment's own number when `None`.
    pub chunk: Option<u64>,
    /// The instructions that engines use; the widest by default.
    pub processor: Processor,
    /// Set from outside to stop after the chunks that were begun.
    pub interrupt: Option<&'a AtomicBool>,
    /// Told after each chunk, by one thread at a time.
    pub watch: Option<&'a Watch<'a>>,
}

/// Somebody who watches a run.
pub type Watch<'a> = dyn Fn(Progress<'_>) + Sync + 'a;

/// The threads could not be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} threads: {source}")]
pub struct NoThreads {
    threads: usize,
    source: rayon::ThreadPoolBuildError,
}

/// Plays the deals of `plan`.
///
/// # Errors
/// When the threads cannot be started.
pub fn run<E: Experiment>(experiment: &E, plan: Plan, options: &RunOptions<'_>) -> Result<Run, NoThreads> {
    let threads = options.threads.unwrap_or(0);
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|source| NoThreads { threads, source })?;
    let job = Job {
        experiment,
        streams: Streams::new(plan.seed),
        chunk: options.chunk.unwrap_or_else(|| experiment.chunk()).max(1),
        deals: plan.deals,
        options,
        tally: Mutex::new(Tally::empty(experiment.layout())),
    };
    let mut done = 0;
    let stopped = loop {
        let look = next_look(&plan, done);
        done = job.play(&pool, done..look);
        let narrow = plan.precision.is_some_and(|precision| precision.reached(&experiment.proportions(&job.tally())));
        if narrow {
            break Stopped::Precision;
        } else if done == plan.deals {
            break Stopped::Deals;
        } else if done < look {
            break Stopped::Interrupted;
        }
    };
    let tally = job.tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Run { plan, done: Ranges::of(0..done), tally, stopped })
}

struct Job<'a, E> {
    experiment: &'a E,
    streams: Streams,
    chunk: u64,
    deals: u64,
    options: &'a RunOptions<'a>,
    tally: Mutex<Tally>,
}

impl<E: Experiment> Job<'_, E> {
    /// The counts so far. A thread that panicked ends the whole run, so a poisoned lock is never looked at.
    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays the deals of `range` on all threads, and returns the first that was not played.
    fn play(&self, pool: &rayon::ThreadPool, range: Range<u64>) -> u64 {
        let next = AtomicU64::new(range.start);
        pool.broadcast(|_| {
            let mut scratch = self.experiment.scratch(self.options.processor);
            while let Some(chunk) = self.take(&next, range.end) {
                let mut counted = Tally::empty(self.experiment.layout());
                counted.deals = chunk.end - chunk.start;
                self.experiment.play(&self.streams, chunk, &mut scratch, &mut counted);
                self.add(&counted);
            }
        });
        next.into_inner().min(range.end)
    }

    /// The next chunk, unless the deals have run out or the user has had enough. Chunks end at multiples of the chunk
    /// size, so that blocks of deals stay whole.
    fn take(&self, next: &AtomicU64, end: u64) -> Option<Range<u64>> {
        if self.options.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            return None;
        }
        let after = |start: u64| (start / self.chunk + 1).saturating_mul(self.chunk).min(end);
        let step = |start| (start < end).then(|| after(start));
        next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step).ok().map(|start| start..after(start))
    }

    fn add(&self, counted: &Tally) {
        let mut tally = self.tally();
        tally.merge(counted).expect("a run has fewer than 2^64 deals, each counted once in a histogram");
        if let Some(watch) = self.options.watch {
            let proportions = || self.experiment.proportions(&tally);
            watch(Progress { done: tally.deals, deals: self.deals, proportions: &proportions });
        }
    }
}
