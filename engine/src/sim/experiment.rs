//! What the driver needs to know of an experiment, and what an experiment has to say of itself: how to play a range of
//! deals, what to count, and what the counts mean.

use super::aim::Aim;
use super::plan::Precision;
use super::row::{Row, in_cell};
use super::run::Run;
use super::summary::Summary;
use crate::processor::Processor;
use crate::rng::Streams;
use crate::stats::{Confidence, Contradiction, Direction, Estimate, Layout, Method, Proportion, Tally};
use std::ops::Range;

/// A setting of an experiment: its name and its value, as text.
pub type Setting = (&'static str, String);

/// How deals are ranked, so that the extreme ones and one in the middle can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The histogram of what ranks them.
    pub histogram: usize,
    /// The end of it whose first deal the tally has kept, as the first of its extremes.
    pub kept: Direction,
    /// So many deals may be played again to find the others: a small part of a run that takes seconds.
    pub again: u64,
    /// The settings with which `show` shows one.
    pub options: Vec<Setting>,
}

/// A question answered by playing many numbered deals.
///
/// Whoever only runs experiments, without knowing which, meets them as [`Question`](super::Question)s.
pub trait Experiment: Send + Sync + 'static {
    /// What it is about: the first word of its name, and of its command.
    const TOPIC: &'static str;

    /// What people call what is played: `deals` where cards are dealt, else `games`.
    const UNIT: &'static str = "deals";

    /// Memory that a thread keeps from chunk to chunk.
    type Scratch;

    /// All that fixes its values, in the order in which its name gives it.
    fn settings(&self) -> Vec<Setting>;

    /// What is counted.
    fn layout(&self) -> Layout;

    /// The most deals in a chunk: some ten milliseconds of work. Values do not depend on it.
    fn chunk(&self) -> u64;

    /// Fresh memory for a thread, whose engines use these instructions.
    fn scratch(&self, processor: Processor) -> Self::Scratch;

    /// Plays the deals of a range and counts them in `tally`, whose `deals` the driver keeps.
    fn play(&self, streams: &Streams, deals: Range<u64>, scratch: &mut Self::Scratch, tally: &mut Tally);

    /// How its deals are ranked, where `show` shows any of them as it was counted.
    fn ranking(&self) -> Option<Ranking> {
        None
    }

    /// Gives up what only playing needs: nothing is played for now.
    fn rest(&self) {}

    /// Whether a tally can be that of any of its runs: the bounds of each histogram, their totals, the counts that have
    /// to agree, the values that the records hold. Asked of every tally that comes from a file.
    ///
    /// # Errors
    /// The first histogram or record that contradicts the rest.
    fn check(&self, tally: &Tally) -> Result<(), Contradiction>;

    /// The probabilities that a run with `--precision` has to know well enough.
    fn proportions(&self, tally: &Tally) -> Vec<Proportion>;

    /// The rows of its table that have an interval, by all their cells that say what was measured.
    fn rows(&self) -> Vec<Row>;

    /// The counts behind a row, by its place among them; `None` when it tells no probability.
    fn counted(&self, row: usize, tally: &Tally) -> Option<Proportion>;

    /// The estimate in a row.
    fn estimate(&self, row: usize, tally: &Tally, how: (Method, Confidence)) -> Estimate {
        self.counted(row, tally).map_or(Estimate::UNKNOWN, |share| share.known(how))
    }

    /// The quantities whose means it tells, as far as they occur.
    fn means(&self) -> Vec<&'static str>;

    /// The shares that it tells besides its table.
    fn shares(&self) -> Vec<&'static str>;

    /// Deals that give a useful answer in a few seconds.
    fn default_deals(&self) -> u64;

    /// The columns of its table.
    fn columns(&self) -> &'static [&'static str];

    /// Fills in what a run found.
    fn report(&self, run: &Run, summary: &mut Summary);

    /// How near a run with these counts is to what its stop rule asks for.
    fn aim(&self, precision: &Precision, tally: &Tally) -> Aim {
        let estimate = |place| self.estimate(place, tally, (precision.method, precision.confidence));
        precision.aim(|| self.proportions(tally), |row| row.last_of(&self.rows()).map(estimate))
    }

    /// The cells that say with which settings it was played, in all rows of its table.
    fn setting_row(&self) -> Row {
        let settings = self.settings();
        let columns = self.columns().iter();
        let shown = columns.map_while(|column| settings.iter().find(|(key, _)| key == column));
        Row::new(shown.map(|(key, value)| (*key, in_cell(value))))
    }

    /// Its settings as the command line takes them; a setting that is `none` is not given.
    fn options(&self) -> Vec<Setting> {
        self.settings().into_iter().filter(|(_, value)| value != "none").collect()
    }
}
