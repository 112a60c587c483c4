//! The counts of chunks that return in any order. The chunks without a gap from the first deal on are a run, which can
//! be saved and resumed.

use crate::stats::Tally;
use std::collections::BTreeMap;
use std::ops::Range;

/// The counts of the first deals, and those of later chunks that returned early.
pub(super) struct Prefix {
    /// The number of the first missing deal.
    pub(super) end: u64,
    /// The counts of the deals before `end`.
    pub(super) tally: Tally,
    /// The later chunks by their first deal. Adjacent chunks are joined, so there are fewer than threads.
    ahead: BTreeMap<u64, (u64, Tally)>,
}

impl Prefix {
    pub(super) const fn new(end: u64, tally: Tally) -> Self {
        Self { end, tally, ahead: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, chunk: Range<u64>, counted: Tally) {
        let (mut start, mut end, mut counted) = (chunk.start, chunk.end, counted);
        if let Some((after, more)) = self.ahead.remove(&end) {
            end = after;
            join(&mut counted, &more);
        }
        if start == self.end {
            self.end = end;
            return join(&mut self.tally, &counted);
        }
        let neighbour = self.ahead.range(..start).next_back().filter(|(_, (stop, _))| *stop == start);
        let neighbour = neighbour.map(|(&before, _)| before);
        if let Some((before, (_, mut earlier))) = neighbour.and_then(|before| self.ahead.remove_entry(&before)) {
            join(&mut earlier, &counted);
            (start, counted) = (before, earlier);
        }
        self.ahead.insert(start, (end, counted));
    }
}

fn join(tally: &mut Tally, counted: &Tally) {
    tally.merge(counted).expect("a run has fewer than 2^64 deals, each counted once in a histogram");
}
