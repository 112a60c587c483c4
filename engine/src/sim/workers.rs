//! The threads of a run, and the size of the chunks that they take.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;

/// The largest number of threads that can be requested.
pub const MAX_THREADS: usize = 1024;

/// The number of threads per core above which more threads do not help.
const THREADS_PER_CORE: usize = 4;

/// Returns the largest number of threads that a run starts on this machine.
pub fn max_useful_threads() -> usize {
    core_count() * THREADS_PER_CORE
}

fn core_count() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A clock: returns microseconds since a fixed moment.
pub type MicrosecondClock<'a> = dyn Fn() -> u64 + Sync + 'a;

/// The error that the requested threads cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot start {threads} threads: {reason}")]
pub struct ThreadStartError {
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
    /// Starts the requested number of threads, or one per core; at most [`max_useful_threads`] and at most `deals`. Without
    /// a request, fewer are started where the system refuses more. `RAYON_NUM_THREADS` is ignored.
    ///
    /// # Errors
    /// When the requested threads cannot be started.
    pub(super) fn start(
        requested_threads: Option<usize>,
        deals: u64,
    ) -> Result<Self, ThreadStartError> {
        let mut threads = requested_threads
            .unwrap_or_else(core_count)
            .min(max_useful_threads())
            .min(usize::try_from(deals).unwrap_or(usize::MAX));
        loop {
            if threads <= 1 {
                return Ok(Self::CurrentThread);
            }
            match ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => return Ok(Self::Pool(pool)),
                Err(source) if requested_threads.is_some() => {
                    return Err(ThreadStartError {
                        threads,
                        reason: source.to_string(),
                    });
                }
                Err(_) => threads /= 2,
            }
        }
    }

    /// Runs `task` on every thread and waits for all of them.
    pub(super) fn broadcast(&self, task: impl Fn() + Sync) {
        match self {
            Self::Pool(pool) => drop(pool.broadcast(|_| task())),
            Self::CurrentThread => task(),
        }
    }
}

/// The number of deals that one thread takes at a time.
pub(super) struct AdaptiveChunkSize<'a> {
    size: u64,
    max_size: u64,
    clock: Option<&'a MicrosecondClock<'a>>,
}

impl<'a> AdaptiveChunkSize<'a> {
    /// The intended time of a chunk, in microseconds.
    const TARGET_MICROSECONDS: u64 = 20_000;

    /// Creates a size of at most `max_size` deals: that size without a clock, else one deal at first.
    pub(super) fn new(max_size: u64, clock: Option<&'a MicrosecondClock<'a>>) -> Self {
        Self {
            size: if clock.is_some() { 1 } else { max_size },
            max_size,
            clock,
        }
    }

    /// Returns the chunk that begins at `start`. It ends at a multiple of the size, so that blocks of deals stay whole.
    pub(super) fn chunk_at(&self, start: u64, end: u64) -> Range<u64> {
        start..(start / self.size + 1).saturating_mul(self.size).min(end)
    }

    /// Runs the work of a chunk, and doubles or halves the size by its duration.
    pub(super) fn run_timed(&mut self, task: impl FnOnce()) {
        let Some(clock) = self.clock else {
            return task();
        };
        let start = clock();
        task();
        let duration = clock().saturating_sub(start);
        if duration <= Self::TARGET_MICROSECONDS / 2 {
            self.size = (2 * self.size).min(self.max_size);
        } else if duration > 2 * Self::TARGET_MICROSECONDS {
            self.size = (self.size / 2).max(1);
        }
    }
}
