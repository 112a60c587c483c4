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

    pub(super) fn add_chunk(&mut self, chunk: Range<u64>, chunk_tally: Tally) {
        let (mut start, mut end, mut chunk_tally) = (chunk.start, chunk.end, chunk_tally);
        if let Some((after, more)) = self.later_chunks.remove(&end) {
            end = after;
            merge_counts(&mut chunk_tally, &more);
        }
        if start == self.end {
            self.end = end;
            return merge_counts(&mut self.tally, &chunk_tally);
        }
        let neighbour = self
            .later_chunks
            .range(..start)
            .next_back()
            .filter(|(_, (stop, _))| *stop == start);
        let neighbour = neighbour.map(|(&before, _)| before);
        if let Some((before, (_, mut earlier))) =
            neighbour.and_then(|before| self.later_chunks.remove_entry(&before))
        {
            merge_counts(&mut earlier, &chunk_tally);
            (start, chunk_tally) = (before, earlier);
        }
        self.later_chunks.insert(start, (end, chunk_tally));
    }
}

fn merge_counts(tally: &mut Tally, counted: &Tally) {
    tally
        .merge(counted)
        .expect("a run has fewer than 2^64 deals, each counted once in a histogram");
}
