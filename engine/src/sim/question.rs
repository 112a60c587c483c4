//! Any experiment, for those who do not know which.

use super::aim::Aim;
use super::driver::{self, NoThreads, RunOptions};
use super::experiment::{Experiment, Ranking, Setting};
use super::plan::{Plan, Precision};
use super::row::Row;
use super::run::{Run, Sample};
use super::stop::Stopped;
use super::summary::Summary;
use crate::rng::Seed;
use crate::stats::{Confidence, Contradiction, Estimate, Layout, Method, Proportion, Tally};
use std::ops::Range;

/// Any [`Experiment`], behind a pointer.
pub trait Question: Send + Sync {
    /// Its name, with all that fixes its values: `alliances cards=32 improve=none`.
    fn name(&self) -> String;
    /// What it is about.
    fn topic(&self) -> &'static str;
    /// What people call what is played: `deals` or `games`.
    fn unit(&self) -> &'static str;
    /// Its settings, by the names that its table has for them.
    fn options(&self) -> Vec<Setting>;
    /// How its deals are ranked, if they are.
    fn ranking(&self) -> Option<Ranking>;
    /// What it counts.
    fn layout(&self) -> Layout;
    /// Whether a tally can be that of any of its runs.
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
    fn estimate(&self, row: usize, tally: &Tally, how: (Method, Confidence)) -> Estimate;
    /// The quantities whose means it tells, as far as they occur.
    fn means(&self) -> Vec<&'static str>;
    /// The shares that it tells besides its table.
    fn shares(&self) -> Vec<&'static str>;
    /// How near a run with these counts is to what its stop rule asks for.
    fn aim(&self, precision: &Precision, tally: &Tally) -> Aim;
    /// Deals that give a useful answer in a few seconds.
    fn default_deals(&self) -> u64;
    /// The plan to play so many deals of it.
    fn plan(&self, seed: Seed, deals: u64) -> Plan;
    /// Plays a plan of it.
    ///
    /// # Errors
    /// When the threads cannot be started.
    fn run(&self, plan: Plan, options: &RunOptions<'_>) -> Result<Run, NoThreads>;
    /// Goes on with a run of it until a part of its plan is played.
    ///
    /// # Errors
    /// When the threads cannot be started.
    fn resume(&self, begun: Run, part: Range<u64>, options: &RunOptions<'_>) -> Result<Run, NoThreads>;
    /// What a run of it says.
    fn summary(&self, run: &Run, confidence: Confidence, method: Method) -> Summary;
}

impl<E: Experiment> Question for E {
    fn name(&self) -> String {
        self.settings().iter().fold(E::TOPIC.to_owned(), |name, (key, value)| format!("{name} {key}={value}"))
    }

    fn topic(&self) -> &'static str {
        E::TOPIC
    }

    fn unit(&self) -> &'static str {
        E::UNIT
    }

    fn options(&self) -> Vec<Setting> {
        Experiment::options(self)
    }

    fn ranking(&self) -> Option<Ranking> {
        Experiment::ranking(self)
    }

    fn layout(&self) -> Layout {
        Experiment::layout(self)
    }

    fn check(&self, tally: &Tally) -> Result<(), Contradiction> {
        Experiment::check(self, tally)
    }

    fn proportions(&self, tally: &Tally) -> Vec<Proportion> {
        Experiment::proportions(self, tally)
    }

    fn rows(&self) -> Vec<Row> {
        Experiment::rows(self)
    }

    fn counted(&self, row: usize, tally: &Tally) -> Option<Proportion> {
        Experiment::counted(self, row, tally)
    }

    fn estimate(&self, row: usize, tally: &Tally, how: (Method, Confidence)) -> Estimate {
        Experiment::estimate(self, row, tally, how)
    }

    fn means(&self) -> Vec<&'static str> {
        Experiment::means(self)
    }

    fn shares(&self) -> Vec<&'static str> {
        Experiment::shares(self)
    }

    fn aim(&self, precision: &Precision, tally: &Tally) -> Aim {
        Experiment::aim(self, precision, tally)
    }

    fn default_deals(&self) -> u64 {
        Experiment::default_deals(self)
    }

    fn plan(&self, seed: Seed, deals: u64) -> Plan {
        Plan { experiment: Question::name(self), seed, deals, precision: None }
    }

    fn run(&self, plan: Plan, options: &RunOptions<'_>) -> Result<Run, NoThreads> {
        driver::run(self, plan, options)
    }

    fn resume(&self, begun: Run, part: Range<u64>, options: &RunOptions<'_>) -> Result<Run, NoThreads> {
        driver::resume(self, begun, part, options)
    }

    fn summary(&self, run: &Run, confidence: Confidence, method: Method) -> Summary {
        let mut summary = Summary::of(run, E::TOPIC, self.columns(), confidence, method);
        summary.aim = run.plan.precision.as_ref().map(|precision| Experiment::aim(self, precision, &run.tally));
        summary.unit = E::UNIT;
        summary.settings = self.settings();
        summary.command = command(E::TOPIC, &self.options(), run);
        self.report(run, &mut summary);
        summary
    }
}

/// Settings as the command line takes them, each behind a blank.
pub fn typed(options: &[Setting]) -> String {
    options.iter().map(|(key, value)| format!(" --{} {value}", key.replace('_', "-"))).collect()
}

/// The command that plays a run again.
fn command(topic: &str, options: &[Setting], run: &Run) -> String {
    let options = typed(options);
    // Of parts, the command that plays the whole.
    let deals = |sample: &Sample| match run.stopped {
        Stopped::Part => sample.deals,
        _ => sample.done.count(),
    };
    let samples = run.samples();
    let one = |sample| format!("pioche simulate {topic}{options} --deals {} --seed {}", deals(sample), sample.seed.0);
    samples.iter().map(one).collect::<Vec<_>>().join("; ")
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
    pub fn get<T: std::str::FromStr>(&self, key: &str) -> Option<T> {
        self.0.split(' ').filter_map(|word| word.split_once('=')).find(|(known, _)| *known == key)?.1.parse().ok()
    }

    /// The value of a setting that may be `none`.
    pub fn maybe<T: std::str::FromStr>(&self, key: &str) -> Option<Option<T>> {
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
