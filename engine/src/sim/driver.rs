//! Threads take chunks of deal numbers, in order, until none is left; each chunk's counts are added to one tally.
//!
//! Chunks are taken in ascending order and every chunk taken is finished, so an interrupted run has played the first
//! deals of its part, without a gap; and at any moment the chunks that came back without a gap are such a run too, which
//! whoever watches may keep. Nothing of this depends on when it happens: the driver knows no file, and no clock but the
//! one that it is lent to keep chunks short.

pub use super::crew::{Clock, NoThreads};
use super::crew::{Crew, Pace};
use super::plan::{Plan, Precision};
use super::prefix::Prefix;
use super::ranges::Ranges;
use super::run::Run;
use super::stop::{Aim, Stopped, is_look, next_look};
use crate::processor::Processor;
use crate::rng::Streams;
use crate::stats::{Layout, Tally};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How a run uses the machine, and who looks on; it changes no value.
#[derive(Clone, Copy, Default)]
pub struct RunOptions<'a> {
    /// Threads; all cores when `None`.
    pub threads: Option<usize>,
    /// The most deals in a chunk; the experiment's own number when `None`.
    pub chunk: Option<u64>,
    /// Keeps chunks at some hundredths of a second, however long a deal takes, so that a run is soon interrupted.
    pub clock: Option<&'a Clock<'a>>,
    /// The instructions that engines use; the widest by default.
    pub processor: Processor,
    /// Set from outside to stop after the chunks that were begun.
    pub interrupt: Option<&'a AtomicBool>,
    /// Called after each chunk, by one thread at a time.
    pub watch: Option<&'a Watch<'a>>,
}

/// A function that watches a run. Its argument returns the run as it stands, which ends as if it had never been left when
/// it is gone on with.
pub type Watch<'a> = dyn Fn(&dyn Fn() -> Run) + Sync + 'a;

/// Plays the deals of a range and counts them in a tally, whose `deals` the driver keeps.
pub type Hand<'a> = Box<dyn FnMut(&Streams, Range<u64>, &mut Tally) + 'a>;

pub(super) struct Work<'a> {
    /// The most deals in a chunk.
    pub(super) chunk: u64,
    pub(super) streams: Streams,
    pub(super) hand: &'a (dyn Fn(Processor) -> Hand<'a> + Sync),
    /// How near a run is to what its stop rule asks for.
    pub(super) aim: &'a (dyn Fn(&Precision, &Tally) -> Aim + Sync),
}

pub(super) fn resume(
    work: &Work<'_>,
    begun: Run,
    part: Range<u64>,
    options: &RunOptions<'_>,
) -> Result<Run, NoThreads> {
    let done = begun.done.prefix_of(&part).expect("a run goes on with the first deals of its part");
    let crew = Crew::gather(options.threads, part.end - done)?;
    let plan = begun.plan;
    assert!(plan.precision.is_none() || part == (0..plan.deals), "a run with a stop rule has no parts");
    let job = Job {
        work,
        layout: begun.tally.layout.clone(),
        chunk: options.chunk.unwrap_or(work.chunk).max(1),
        plan: &plan,
        part,
        options,
        counted: Mutex::new(Prefix::new(done, begun.tally)),
    };
    let stopped = loop {
        let done = job.counted().end;
        if let Some(reached) = job.reached(done) {
            break reached;
        } else if done == job.part.end || job.interrupted() {
            break job.state(done);
        }
        job.play(&crew, done..next_look(&plan, done).min(job.part.end));
    };
    let run = Run { stopped, ..job.snapshot(&job.counted()) };
    Ok(run)
}

struct Job<'a, 'w> {
    work: &'a Work<'w>,
    layout: Layout,
    chunk: u64,
    plan: &'a Plan,
    part: Range<u64>,
    options: &'a RunOptions<'a>,
    counted: Mutex<Prefix>,
}

impl Job<'_, '_> {
    /// The counts so far. A thread that panicked ends the whole run, so a poisoned lock is never looked at.
    fn counted(&self) -> MutexGuard<'_, Prefix> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn interrupted(&self) -> bool {
        self.options.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }

    /// How the stop rule, which looks after so many deals, ends the run; `None` when it goes on.
    fn reached(&self, done: u64) -> Option<Stopped> {
        let precision = self.plan.precision.as_ref().filter(|_| is_look(self.plan, done))?;
        let aim = (self.work.aim)(precision, &self.counted().tally);
        aim.is_reached().then_some(Stopped::Precision)
    }

    /// How a run stands that has played the deals before `done`.
    fn state(&self, done: u64) -> Stopped {
        if done < self.part.end {
            Stopped::Interrupted
        } else if self.part == (0..self.plan.deals) {
            Stopped::Deals
        } else {
            Stopped::Part
        }
    }

    fn snapshot(&self, counted: &Prefix) -> Run {
        let (done, stopped) = (Ranges::of(self.part.start..counted.end), self.state(counted.end));
        Run { plan: self.plan.clone(), done, tally: counted.tally.clone(), stopped }
    }

    /// Plays the deals of `range` on all threads, unless the user has had enough.
    fn play(&self, crew: &Crew, range: Range<u64>) {
        let next = AtomicU64::new(range.start);
        crew.all(|| {
            let mut hand = (self.work.hand)(self.options.processor);
            let mut pace = Pace::new(self.chunk, self.options.clock);
            while let Some(chunk) = self.take(&next, range.end, &pace) {
                let mut counted = Tally::empty(self.layout.clone());
                counted.deals = chunk.end - chunk.start;
                pace.keep(|| hand(&self.work.streams, chunk.clone(), &mut counted));
                self.add(chunk, counted);
            }
        });
    }

    /// The next chunk, unless the deals have run out or the user has had enough.
    fn take(&self, next: &AtomicU64, end: u64, pace: &Pace<'_>) -> Option<Range<u64>> {
        if self.interrupted() {
            return None;
        }
        let step = |start| (start < end).then(|| pace.chunk(start, end).end);
        next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step).ok().map(|start| pace.chunk(start, end))
    }

    fn add(&self, chunk: Range<u64>, played: Tally) {
        let mut counted = self.counted();
        counted.add(chunk, played);
        if let Some(watch) = self.options.watch {
            watch(&|| self.snapshot(&counted));
        }
    }
}
