//! Chunks come back in any order. What is counted without a gap from the first deal on is a run in its own right: it can
//! be looked at, kept, and gone on with at any moment, without stopping anybody.

use crate::stats::Tally;
use std::collections::BTreeMap;
use std::ops::Range;

/// The counts of the first deals, and those of chunks that came back before their time.
pub(super) struct Prefix {
    /// The first deal that is missing.
    pub(super) end: u64,
    /// The counts of the deals before it.
    pub(super) tally: Tally,
    /// By their first deal; neighbours are joined, so there are fewer of them than threads.
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
