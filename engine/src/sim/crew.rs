//! The threads of a run, as many as the system gives, and how large their chunks are.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;

/// Nobody asks for more threads.
pub const MOST_THREADS: usize = 1024;

/// Threads that may share a processor.
const A_CORE: usize = 4;

/// No run has more threads on this machine: beyond, they only wait for each other.
pub fn useful_threads() -> usize {
    processors() * A_CORE
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A clock, in microseconds since any moment.
pub type Clock<'a> = dyn Fn() -> u64 + Sync + 'a;

/// The threads that were asked for could not be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot start {threads} threads: {reason}")]
pub struct NoThreads {
    /// How many.
    pub threads: usize,
    /// Why, in the system's words.
    pub reason: String,
}

pub(super) enum Crew {
    Pool(ThreadPool),
    /// Whoever asked: one is enough, or the system starts no thread.
    Alone,
}

impl Crew {
    /// So many threads, or as many as there are processors, as far as that is [useful](useful_threads) and there are
    /// `deals` for them; of those that nobody asked for, as many as the system starts.
    ///
    /// The environment has no say in it: whoever wants another number asks for it.
    pub(super) fn gather(asked: Option<usize>, deals: u64) -> Result<Self, NoThreads> {
        let work = usize::try_from(deals).unwrap_or(usize::MAX);
        let mut threads = asked.unwrap_or_else(processors).min(useful_threads()).min(work);
        loop {
            if threads <= 1 {
                return Ok(Self::Alone);
            }
            match ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => return Ok(Self::Pool(pool)),
                Err(source) if asked.is_some() => return Err(NoThreads { threads, reason: source.to_string() }),
                Err(_) => threads /= 2,
            }
        }
    }

    /// Everybody does it, and is waited for.
    pub(super) fn all(&self, work: impl Fn() + Sync) {
        match self {
            Self::Pool(pool) => drop(pool.broadcast(|_| work())),
            Self::Alone => work(),
        }
    }
}

/// How many deals one thread takes at a time.
pub(super) struct Pace<'a> {
    size: u64,
    most: u64,
    clock: Option<&'a Clock<'a>>,
}

impl<'a> Pace<'a> {
    const AIM: u64 = 20_000;

    /// At most so many deals; all of them at once where no clock is lent, else at first a single one.
    pub(super) fn new(most: u64, clock: Option<&'a Clock<'a>>) -> Self {
        let most = most.max(1);
        Self { size: if clock.is_some() { 1 } else { most }, most, clock }
    }

    /// The deals from `start` on that are taken at once: up to a multiple of their number, so that blocks of deals stay
    /// whole.
    pub(super) fn chunk(&self, start: u64, end: u64) -> Range<u64> {
        start..(start / self.size + 1).saturating_mul(self.size).min(end)
    }

    /// Does the work of a chunk, and learns from it.
    pub(super) fn keep(&mut self, work: impl FnOnce()) {
        let Some(clock) = self.clock else { return work() };
        let begun = clock();
        work();
        let taken = clock().saturating_sub(begun);
        if taken <= Self::AIM / 2 {
            self.size = (2 * self.size).min(self.most);
        } else if taken > 2 * Self::AIM {
            self.size = (self.size / 2).max(1);
        }
    }
}
