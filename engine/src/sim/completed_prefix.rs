//! The counts of chunks that return in any order. The chunks without a gap from the first deal on are a run, which can
//! be saved and resumed.

use crate::stats::Tally;
use std::collections::BTreeMap;
use std::ops::Range;

/// The counts of the first deals, and those of later chunks that returned early.
pub(super) struct CompletedPrefix {
    /// The number of the first missing deal.
    pub(super) end: u64,
    /// The counts of the deals before `end`.
    pub(super) tally: Tally,
    /// The later chunks by their first deal. Adjacent chunks are joined, so there are fewer than threads.
    later_chunks: BTreeMap<u64, (u64, Tally)>,
}

impl CompletedPrefix {
    pub(super) const fn new(end: u64, tally: Tally) -> Self {
        Self {
            end,
            tally,
            later_chunks: BTreeMap::new(),
        }
    }

    pub(super) fn add_chunk(&mut self, mut chunk: Range<u64>, mut chunk_tally: Tally) {
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
