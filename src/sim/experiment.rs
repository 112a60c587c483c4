//! What the driver needs to know of an experiment: how to play a range of deals, and what to count.

use crate::processor::Processor;
use crate::rng::Streams;
use crate::stats::{Layout, Proportion, Tally};
use std::ops::Range;

/// A question answered by playing many numbered deals.
pub trait Experiment: Sync {
    /// Memory that a thread keeps from chunk to chunk.
    type Scratch;

    /// The experiment with all that fixes its values, as it stands in a tally file.
    fn name(&self) -> String;

    /// What is counted.
    fn layout(&self) -> Layout;

    /// Deals in a chunk: some ten milliseconds of work. Values do not depend on it.
    fn chunk(&self) -> u64;

    /// Fresh memory for a thread, whose engines use these instructions.
    fn scratch(&self, processor: Processor) -> Self::Scratch;

    /// Plays the deals of a range and counts them in `tally`, whose `deals` the driver keeps.
    fn play(&self, streams: &Streams, deals: Range<u64>, scratch: &mut Self::Scratch, tally: &mut Tally);

    /// The probabilities that a run with `--precision` has to know well enough.
    fn proportions(&self, tally: &Tally) -> Vec<Proportion>;
}
