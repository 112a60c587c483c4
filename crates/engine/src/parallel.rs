//! Threads for the independent parts of one computation, such as a search of many positions.
//!
//! The parts are fixed by the caller, and their results come in the order of the parts, so that no result depends on the
//! number of threads. Simulations have threads of their own, in [`sim`](crate::sim).

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::cell::OnceCell;

/// Threads, one per core, that are started for the first work that can be divided.
#[derive(Debug, Default)]
pub(crate) struct TaskPool {
    /// `None` if the system starts no threads; the calling thread then does the work.
    pool: OnceCell<Option<ThreadPool>>,
}

impl TaskPool {
    fn pool(&self) -> Option<&ThreadPool> {
        let start = || ThreadPoolBuilder::new().build().ok();
        self.pool.get_or_init(start).as_ref()
    }

    /// Returns the results of a task for consecutive chunks of `items`, in order. The task also gets the number of the
    /// chunk.
    pub(crate) fn map_chunks<T: Sync, R: Send>(
        &self,
        items: &[T],
        chunk_len: usize,
        task: impl Fn(usize, &[T]) -> R + Sync,
    ) -> Vec<R> {
        let chunk_task = |(index, chunk): (usize, &[T])| task(index, chunk);
        if items.len() > chunk_len
            && let Some(pool) = self.pool()
        {
            let chunks = items.par_chunks(chunk_len).enumerate();
            return pool.install(|| chunks.map(chunk_task).collect());
        }
        let chunks = items.chunks(chunk_len).enumerate();
        chunks.map(chunk_task).collect()
    }

    /// Changes each item by a task, which also gets its index.
    pub(crate) fn change_each<T: Send>(
        &self,
        items: &mut [T],
        task: impl Fn(usize, &mut T) + Sync + Send,
    ) {
        let item_task = |(index, item): (usize, &mut T)| task(index, item);
        if items.len() > 1
            && let Some(pool) = self.pool()
        {
            pool.install(|| items.par_iter_mut().enumerate().for_each(item_task));
        } else {
            items.iter_mut().enumerate().for_each(item_task);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TaskPool;

    #[test]
    fn results_come_in_the_order_of_the_parts() {
        let pool = TaskPool::default();
        let items: Vec<u64> = (0..1000).collect();
        let sums = pool.map_chunks(&items, 100, |index, chunk| {
            (index, chunk.iter().sum::<u64>())
        });
        let expected: Vec<(usize, u64)> = (0..10)
            .map(|index| (index, 4950 + 10_000 * index as u64))
            .collect();
        assert_eq!(sums, expected);
        let mut squares = items.clone();
        pool.change_each(&mut squares, |index, item| *item *= index as u64);
        assert!(
            squares
                .iter()
                .zip(&items)
                .all(|(square, item)| *square == item * item)
        );
    }
}
