//! What an experiment says of itself: how it is called, what it counts and measures, and how a range of deals is played.

use super::measure::{Contradiction, Counts, Measure};
use super::summary::{Curve, Summary};
use crate::processor::Processor;
use crate::rng::Streams;
use crate::stats::Tally;
use std::ops::Range;

/// A setting of an experiment: its name and its value, as text.
pub type Setting = (&'static str, String);

/// What people call what is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Cards are dealt.
    Deals,
    /// Games are played.
    Games,
}

impl Unit {
    /// `deals` or `games`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Deals => "deals",
            Self::Games => "games",
        }
    }
}

/// How much is played at a time, and in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The most deals in a chunk: some ten milliseconds of work. Values do not depend on it.
    pub chunk: u64,
    /// Deals that give a useful answer in a few seconds.
    pub usual: u64,
}

/// Deals to be seen, which are found again by playing, and how `show` is asked for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The histogram of what ranks them, if it does: the first deal of its lowest, its median and its highest value.
    pub ranked: Option<usize>,
    /// Further ones.
    pub others: Vec<Other>,
    /// So many deals may be played again to find one: a small part of a run that takes seconds.
    pub again: u64,
    /// The verb that shows one.
    pub verb: &'static str,
    /// Its settings.
    pub options: Vec<Setting>,
}

/// A further deal to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Other {
    /// What it is.
    pub name: &'static str,
    /// What its value counts.
    pub of: &'static str,
    /// Which deal it is.
    pub kept: super::measure::Kept,
    /// What is added to the histogram's value, where one is told.
    pub shift: i64,
}

/// A question answered by playing many numbered deals.
///
/// Whoever only runs experiments, without knowing which, meets them as [`Question`](super::Question)s.
pub trait Experiment: Send + Sync + 'static {
    /// What it is about: the first word of its name, and of its command.
    const TOPIC: &'static str;
    /// What people call what is played.
    const UNIT: Unit = Unit::Deals;
    /// The columns of its table, in order: settings and the cells of rows by their names, and of what was measured
    /// `deals`, `count` (deals with just the last value), `frequency` (their share), `wins` (deals with any of the
    /// values), `probability`, `estimate` or `difference`, `ci_low`, `ci_high`, `exact`.
    const COLUMNS: &'static [&'static str];
    /// Memory that a thread keeps from chunk to chunk.
    type Scratch;

    /// All that fixes its values, in the order in which its name gives it.
    fn settings(&self) -> Vec<Setting>;

    /// What is counted.
    fn counts(&self) -> Counts;

    /// What is measured: the rows of its table in their order, and what is told besides.
    fn measures(&self) -> Vec<Measure>;

    /// How much is played at a time, and in all.
    fn pace(&self) -> Pace;

    /// Fresh memory for a thread, whose engines use these instructions.
    fn scratch(&self, processor: Processor) -> Self::Scratch;

    /// Plays the deals of a range and counts them in `tally`, whose `deals` the driver keeps.
    fn play(&self, streams: &Streams, deals: Range<u64>, scratch: &mut Self::Scratch, tally: &mut Tally);

    /// Its settings as the command line takes them; a setting that is `none` is not given.
    fn options(&self) -> Vec<Setting> {
        self.settings().into_iter().filter(|(_, value)| value != "none").collect()
    }

    /// Whether counts agree with each other, beyond their bounds and totals: asked of every tally that comes from a file.
    ///
    /// # Errors
    /// The first histogram that contradicts the others.
    fn agrees(&self, _: &Tally) -> Result<(), Contradiction> {
        Ok(())
    }

    /// The deals of a run with these counts to be seen, where any deal can be shown as it was counted.
    fn shown(&self, _: &Tally) -> Option<Shown> {
        None
    }

    /// What charts draw of a run.
    fn curves(&self, _: &Tally, _: &Summary) -> Vec<Curve> {
        Vec::new()
    }

    /// The record that a run is known by, by its place.
    fn best(&self) -> Option<usize> {
        None
    }

    /// Gives up what only playing needs: nothing is played for now.
    fn rest(&self) {}
}
