//! The threads of a run, and the size of the chunks that they take.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;

/// The largest number of threads that can be requested.
pub const MOST_THREADS: usize = 1024;

/// The number of threads per core above which more threads do not help.
const THREADS_PER_CORE: usize = 4;

/// Returns the largest number of threads that a run starts on this machine.
pub fn useful_threads() -> usize {
    cores() * THREADS_PER_CORE
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A clock: returns microseconds since a fixed moment.
pub type Clock<'a> = dyn Fn() -> u64 + Sync + 'a;

/// The error that the requested threads cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot start {threads} threads: {reason}")]
pub struct NoThreads {
    /// The requested number of threads.
    pub threads: usize,
    /// The message of the operating system.
    pub reason: String,
}

/// The place where chunks are simulated: a pool of threads, or the calling thread.
pub(super) enum Workers {
    Pool(ThreadPool),
    CurrentThread,
}

impl Workers {
    /// Starts the requested number of threads, or one per core; at most [`useful_threads`] and at most `deals`. Without
    /// a request, fewer are started where the system refuses more. `RAYON_NUM_THREADS` is ignored.
    ///
    /// # Errors
    /// When the requested threads cannot be started.
    pub(super) fn start(requested: Option<usize>, deals: u64) -> Result<Self, NoThreads> {
        let deals = usize::try_from(deals).unwrap_or(usize::MAX);
        let mut threads = requested.unwrap_or_else(cores).min(useful_threads()).min(deals);
        loop {
            if threads <= 1 {
                return Ok(Self::CurrentThread);
            }
            match ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => return Ok(Self::Pool(pool)),
                Err(source) if requested.is_some() => return Err(NoThreads { threads, reason: source.to_string() }),
                Err(_) => threads /= 2,
            }
        }
    }

    /// Runs `work` on every thread and waits for all of them.
    pub(super) fn run(&self, work: impl Fn() + Sync) {
        match self {
            Self::Pool(pool) => drop(pool.broadcast(|_| work())),
            Self::CurrentThread => work(),
        }
    }
}

/// The number of deals that one thread takes at a time.
pub(super) struct ChunkSize<'a> {
    size: u64,
    most: u64,
    clock: Option<&'a Clock<'a>>,
}

impl<'a> ChunkSize<'a> {
    /// The intended time of a chunk, in microseconds.
    const TARGET: u64 = 20_000;

    /// Creates chunks of at most `most` deals: of that size without a clock, else of one deal at first.
    pub(super) fn new(most: u64, clock: Option<&'a Clock<'a>>) -> Self {
        let most = most.max(1);
        Self { size: if clock.is_some() { 1 } else { most }, most, clock }
    }

    /// Returns the chunk that begins at `start`. It ends at a multiple of the size, so that blocks of deals stay whole.
    pub(super) fn chunk(&self, start: u64, end: u64) -> Range<u64> {
        start..(start / self.size + 1).saturating_mul(self.size).min(end)
    }

    /// Runs the work of a chunk, and doubles or halves the size by its duration.
    pub(super) fn time(&mut self, work: impl FnOnce()) {
        let Some(clock) = self.clock else { return work() };
        let begun = clock();
        work();
        let taken = clock().saturating_sub(begun);
        if taken <= Self::TARGET / 2 {
            self.size = (2 * self.size).min(self.most);
        } else if taken > 2 * Self::TARGET {
            self.size = (self.size / 2).max(1);
        }
    }
}
