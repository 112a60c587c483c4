//! Any experiment, for those who do not know which.

use super::aim::Aim;
use super::driver::{self, NoThreads, RunOptions};
use super::experiment::{Experiment, Pace, Setting, Shown, Unit};
use super::measure::{Contradiction, Counts, How, Measure, Of};
use super::plan::{Plan, Precision};
use super::row::Row;
use super::run::{Run, Sample};
use super::stop::Stopped;
use super::summary::{Curve, Summary};
use crate::rng::Seed;
use crate::stats::{Confidence, Estimate, Layout, Method, Proportion, Tally};
use std::ops::Range;

/// Any [`Experiment`], behind a pointer: what it says of itself, and all that follows from that.
pub trait Question: Send + Sync {
    /// [`Experiment::TOPIC`].
    fn topic(&self) -> &'static str;
    /// [`Experiment::UNIT`].
    fn unit(&self) -> Unit;
    /// [`Experiment::COLUMNS`].
    fn columns(&self) -> &'static [&'static str];
    /// [`Experiment::settings`].
    fn settings(&self) -> Vec<Setting>;
    /// [`Experiment::options`].
    fn options(&self) -> Vec<Setting>;
    /// [`Experiment::counts`].
    fn counts(&self) -> Counts;
    /// [`Experiment::measures`].
    fn measures(&self) -> Vec<Measure>;
    /// [`Experiment::pace`].
    fn pace(&self) -> Pace;
    /// [`Experiment::agrees`].
    ///
    /// # Errors
    /// The first histogram that contradicts the others.
    fn agrees(&self, tally: &Tally) -> Result<(), Contradiction>;
    /// [`Experiment::shown`].
    fn shown(&self, tally: &Tally) -> Option<Shown>;
    /// [`Experiment::curves`].
    fn curves(&self, tally: &Tally, summary: &Summary) -> Vec<Curve>;
    /// [`Experiment::best`].
    fn best(&self) -> Option<usize>;
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

    /// Its name, with all that fixes its values: `alliances cards=32 improve=none`.
    fn name(&self) -> String {
        self.settings().iter().fold(self.topic().to_owned(), |name, (key, value)| format!("{name} {key}={value}"))
    }

    /// The plan to play so many deals of it.
    fn plan(&self, seed: Seed, deals: u64) -> Plan {
        Plan { experiment: self.name(), seed, deals, precision: None }
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
        stopping(&self.measures(), tally)
    }

    /// The measures that are rows of its table with an interval.
    fn rows_measured(&self) -> Vec<Measure> {
        self.measures().into_iter().filter(|measure| !measure.row.is_empty() && measure.has_interval()).collect()
    }

    /// The same by all their cells that say what was measured.
    fn rows(&self) -> Vec<Row> {
        let (columns, settings) = (self.columns(), self.settings());
        self.rows_measured().iter().map(|measure| measure.whole_row(columns, &settings)).collect()
    }

    /// The counts behind a row, by its place among them; `None` when it tells no probability.
    fn counted(&self, row: usize, tally: &Tally) -> Option<Proportion> {
        self.rows_measured()[row].proportion(tally)
    }

    /// The estimate in a row.
    fn estimate(&self, row: usize, tally: &Tally, how: How) -> Estimate {
        self.rows_measured()[row].found(tally, how).unwrap_or(Estimate::UNKNOWN)
    }

    /// The quantities whose means it tells, as far as they occur.
    fn means(&self) -> Vec<&'static str> {
        named(&self.measures(), true)
    }

    /// The shares that it tells by name.
    fn shares(&self) -> Vec<&'static str> {
        named(&self.measures(), false)
    }

    /// How near a run with these counts is to what its stop rule asks for.
    fn aim(&self, precision: &Precision, tally: &Tally) -> Aim {
        let row = |row: &Row| row.last_of(&self.rows()).map(|place| self.estimate(place, tally, precision.how()));
        precision.aim(|| self.proportions(tally), row)
    }
}

/// The probabilities that a run with a precision has to know well enough.
pub(super) fn stopping(measures: &[Measure], tally: &Tally) -> Vec<Proportion> {
    measures.iter().filter(|measure| measure.stops).filter_map(|measure| measure.proportion(tally)).collect()
}

/// The names of means, or of shares.
fn named(measures: &[Measure], means: bool) -> Vec<&'static str> {
    let of = |measure: &&Measure| matches!(measure.of, Of::Mean { .. }) == means;
    measures.iter().filter(of).filter_map(|measure| measure.name).collect()
}

impl<E: Experiment> Question for E {
    fn topic(&self) -> &'static str {
        E::TOPIC
    }

    fn unit(&self) -> Unit {
        E::UNIT
    }

    fn columns(&self) -> &'static [&'static str] {
        E::COLUMNS
    }

    fn settings(&self) -> Vec<Setting> {
        Experiment::settings(self)
    }

    fn options(&self) -> Vec<Setting> {
        Experiment::options(self)
    }

    fn counts(&self) -> Counts {
        Experiment::counts(self)
    }

    fn measures(&self) -> Vec<Measure> {
        Experiment::measures(self)
    }

    fn pace(&self) -> Pace {
        Experiment::pace(self)
    }

    fn agrees(&self, tally: &Tally) -> Result<(), Contradiction> {
        Experiment::agrees(self, tally)
    }

    fn shown(&self, tally: &Tally) -> Option<Shown> {
        Experiment::shown(self, tally)
    }

    fn curves(&self, tally: &Tally, summary: &Summary) -> Vec<Curve> {
        Experiment::curves(self, tally, summary)
    }

    fn best(&self) -> Option<usize> {
        Experiment::best(self)
    }

    fn run(&self, plan: Plan, options: &RunOptions<'_>) -> Result<Run, NoThreads> {
        driver::run(self, plan, options)
    }

    fn resume(&self, begun: Run, part: Range<u64>, options: &RunOptions<'_>) -> Result<Run, NoThreads> {
        driver::resume(self, begun, part, options)
    }

    fn summary(&self, run: &Run, confidence: Confidence, method: Method) -> Summary {
        Summary::of(self, run, (method, confidence))
    }
}

/// Settings as the command line takes them, each behind a blank.
pub fn typed(options: &[Setting]) -> String {
    options.iter().map(|(key, value)| format!(" --{} {value}", key.replace('_', "-"))).collect()
}

/// The command that plays a run again.
pub(super) fn command(question: &dyn Question, run: &Run) -> String {
    let (topic, options) = (question.topic(), typed(&question.options()));
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
