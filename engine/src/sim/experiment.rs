//! What an experiment says of itself: how it is called, what it counts and measures, and how a range of deals is played.

use super::aim::Aim;
use super::driver::{self, NoThreads, RunOptions};
use super::measure::{Contradiction, Counts, Kept, Measure, Of};
use super::plan::{Plan, Precision};
use super::row::Row;
use super::run::Run;
use super::summary::{Curve, Summary};
use crate::processor::Processor;
use crate::rng::{Seed, Streams};
use crate::stats::{Confidence, Layout, Method, Proportion, Tally};
use std::ops::Range;
use std::str::FromStr;

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

/// What an experiment is called, what its table looks like, and how much of it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// What it is about: the first word of its name, and of its command.
    pub topic: &'static str,
    /// What people call what is played.
    pub unit: Unit,
    /// The columns of its table, in order: settings and the cells of rows by their names, and of what was measured
    /// `deals`, `count` (deals with just the last value), `frequency` (their share), `wins` (deals with any of the
    /// values), `probability`, `estimate` or `difference`, `ci_low`, `ci_high`, `exact`.
    pub columns: &'static [&'static str],
    /// The most deals in a chunk: some ten milliseconds of work. Values do not depend on it.
    pub chunk: u64,
    /// Deals that give a useful answer in a few seconds.
    pub usual: u64,
}

/// Plays the deals of a range and counts them in a tally, whose `deals` the driver keeps.
pub type Hand<'a> = Box<dyn FnMut(&Streams, Range<u64>, &mut Tally) + 'a>;

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
    pub kept: Kept,
    /// What is added to the histogram's value, where one is told.
    pub shift: i64,
}

/// A question answered by playing many numbered deals: what it says of itself, and all that follows from that.
pub trait Experiment: Send + Sync {
    /// What it is called, and how much of it is played.
    fn about(&self) -> About;

    /// All that fixes its values, in the order in which its name gives it.
    fn settings(&self) -> Vec<Setting>;

    /// What is counted.
    fn counts(&self) -> Counts;

    /// What is measured: the rows of its table in their order, and what is told besides.
    fn measures(&self) -> Vec<Measure>;

    /// Somebody who plays, in a thread, with engines that use these instructions.
    fn hand(&self, processor: Processor) -> Hand<'_>;

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

    /// What it is about.
    fn topic(&self) -> &'static str {
        self.about().topic
    }

    /// Its name, with all that fixes its values: `alliances cards=32 improve=none`.
    fn name(&self) -> String {
        self.settings().iter().fold(self.topic().to_owned(), |name, (key, value)| format!("{name} {key}={value}"))
    }

    /// The plan to play so many deals of it.
    fn plan(&self, seed: Seed, deals: u64) -> Plan {
        Plan { experiment: self.name(), seed, deals, precision: None }
    }

    /// Plays a plan of it.
    ///
    /// # Errors
    /// When the threads cannot be started.
    fn run(&self, plan: Plan, options: &RunOptions<'_>) -> Result<Run, NoThreads> {
        let part = 0..plan.deals;
        driver::resume(self, Run::nothing(plan, self.layout()), part, options)
    }

    /// Goes on with a run of it until it has played a part of its plan, and looks at the stop rule where the undisturbed
    /// run does.
    ///
    /// # Errors
    /// When the threads cannot be started.
    ///
    /// # Panics
    /// When what is done are not the first deals of the part: see [`Run::under`].
    fn resume(&self, begun: Run, part: Range<u64>, options: &RunOptions<'_>) -> Result<Run, NoThreads> {
        driver::resume(self, begun, part, options)
    }

    /// What a run of it says.
    fn summary(&self, run: &Run, confidence: Confidence, method: Method) -> Summary {
        Summary::of(self, run, (method, confidence))
    }

    /// The names of what it counts.
    fn layout(&self) -> Layout {
        self.counts().layout()
    }

    /// Whether a tally can be that of any of its runs.
    ///
    /// # Errors
    /// The first histogram or record that contradicts the rest; records come last.
    fn check(&self, tally: &Tally) -> Result<(), Contradiction> {
        let counts = self.counts();
        counts.check(tally)?;
        self.agrees(tally)?;
        counts.check_records(tally)
    }

    /// The probabilities that a run with a precision has to know well enough.
    fn proportions(&self, tally: &Tally) -> Vec<Proportion> {
        let measures = self.measures().into_iter().filter(|measure| measure.stops);
        measures.filter_map(|measure| measure.proportion(tally)).collect()
    }

    /// The measures that are rows of its table with an interval.
    fn measured(&self) -> Vec<Measure> {
        self.measures().into_iter().filter(|measure| !measure.row.is_empty() && measure.has_interval()).collect()
    }

    /// The same by all their cells that say what was measured.
    fn rows(&self) -> Vec<Row> {
        let (columns, settings) = (self.about().columns, self.settings());
        self.measured().iter().map(|measure| measure.whole_row(columns, &settings)).collect()
    }

    /// The names of the means that it tells, as far as they occur, or of the shares.
    fn named(&self, means: bool) -> Vec<&'static str> {
        let of = |measure: &Measure| matches!(measure.of, Of::Mean { .. }) == means;
        self.measures().into_iter().filter(of).filter_map(|measure| measure.name).collect()
    }

    /// How near a run with these counts is to what its stop rule asks for.
    fn aim(&self, precision: &Precision, tally: &Tally) -> Aim {
        let found = |row: &Row| {
            let place = row.last_of(&self.rows())?;
            self.measured()[place].found(tally, precision.how())
        };
        precision.aim(|| self.proportions(tally), found)
    }
}

/// Settings as the command line takes them, each behind a blank.
pub fn typed(options: &[Setting]) -> String {
    options.iter().map(|(key, value)| format!(" --{} {value}", key.replace('_', "-"))).collect()
}

/// The settings in the name of an experiment, `cards=32 improve=none`.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a>(&'a str);

impl<'a> Settings<'a> {
    /// The topic of a name, and its settings.
    pub fn of(name: &'a str) -> Option<(&'a str, Self)> {
        name.split_once(' ').map(|(topic, settings)| (topic, Self(settings)))
    }

    /// The value of a setting.
    pub fn get<T: FromStr>(&self, key: &str) -> Option<T> {
        self.0.split(' ').filter_map(|word| word.split_once('=')).find(|(known, _)| *known == key)?.1.parse().ok()
    }

    /// The value of a setting that may be `none`.
    pub fn maybe<T: FromStr>(&self, key: &str) -> Option<Option<T>> {
        match self.get::<String>(key)?.as_str() {
            "none" => Some(None),
            _ => self.get(key).map(Some),
        }
    }
}

/// The text of a setting that may be `none`.
pub fn or_none<T: std::fmt::Display>(value: Option<T>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}
