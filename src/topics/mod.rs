//! Where games meet the driver: a file a question, each producing one [`Summary`].
//!
//! An experiment gives a game its deals, counts what happens, and turns the counts into estimates with intervals.
//! It prints nothing and opens no file.

pub mod alak;
pub mod alliances;
pub mod bataille;
pub mod decks;
pub mod duel;
pub mod nim;
pub mod outcomes;
pub mod pairs;
pub mod shuffle;
pub mod solitaire;
pub mod study;

pub use crate::sim::Summary;
pub use alak::experiment::Alak;
pub use alliances::experiment::Alliances;
pub use bataille::experiment::Bataille;
pub use nim::experiment::Nim;
pub use pairs::experiment::Pairs;
pub use shuffle::experiment::Shuffle;
pub use solitaire::experiment::Solitaire;

use crate::sim::driver::NoThreads;
use crate::sim::{self, Experiment, Plan, Run, RunOptions, Seed};
use crate::stats::{Confidence, Layout, Method};

/// What a question has to say of itself besides how it is played.
pub trait Topic: Experiment + Sized + Send + 'static {
    /// The game that it is about: the first word of its name, and of its command.
    const GAME: &'static str;

    /// The experiment with these settings, as its name writes them after the game.
    fn with(settings: &Settings<'_>) -> Option<Self>;

    /// Its settings, as the name, the tables and the pictures give them.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// Its settings as options of the command line.
    fn options(&self) -> String;

    /// Deals that give a useful answer in a few seconds.
    fn default_deals(&self) -> u64;

    /// Fills in what a run found.
    fn report(&self, run: &Run, summary: &mut Summary);

    /// The columns of its table.
    fn columns(&self) -> &'static [&'static str];
}

/// The settings in a name, `cards=32 improve=none`.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a>(&'a str);

impl Settings<'_> {
    /// The value of a setting.
    pub fn get<T: std::str::FromStr>(&self, key: &str) -> Option<T> {
        self.0.split(' ').filter_map(|word| word.split_once('=')).find(|(known, _)| *known == key)?.1.parse().ok()
    }
}

/// The name of an experiment: its game and its settings.
pub(crate) fn name_of<T: Topic>(topic: &T) -> String {
    topic.settings().iter().fold(T::GAME.to_owned(), |name, (key, value)| format!("{name} {key}={value}"))
}

/// Any experiment.
pub trait Question: Send + Sync {
    /// Its name, with all that fixes its values.
    fn name(&self) -> String;
    /// The game that it is about.
    fn game(&self) -> &'static str;
    /// What it counts.
    fn layout(&self) -> Layout;
    /// Deals that give a useful answer in a few seconds.
    fn default_deals(&self) -> u64;
    /// The plan of so many deals of it.
    fn plan(&self, seed: Seed, deals: u64) -> Plan {
        Plan { experiment: self.name(), seed, deals, precision: None }
    }
    /// Plays a plan of it.
    ///
    /// # Errors
    /// When the threads cannot be started.
    fn run(&self, plan: Plan, options: &RunOptions<'_>) -> Result<Run, NoThreads>;
    /// What a run of it says.
    fn summary(&self, run: &Run, confidence: Confidence, method: Method) -> Summary;
}

impl<T: Topic> Question for T {
    fn name(&self) -> String {
        Experiment::name(self)
    }

    fn game(&self) -> &'static str {
        T::GAME
    }

    fn layout(&self) -> Layout {
        Experiment::layout(self)
    }

    fn default_deals(&self) -> u64 {
        Topic::default_deals(self)
    }

    fn run(&self, plan: Plan, options: &RunOptions<'_>) -> Result<Run, NoThreads> {
        sim::run(self, plan, options)
    }

    fn summary(&self, run: &Run, confidence: Confidence, method: Method) -> Summary {
        let mut summary = Summary::of(run, T::GAME, self.columns(), confidence, method);
        summary.settings = self.settings();
        let (deals, seed) = (run.tally.deals, run.plan.seed.0);
        summary.command = format!("pioche simulate {} {} --deals {deals} --seed {seed}", T::GAME, self.options());
        self.report(run, &mut summary);
        summary
    }
}

/// The experiment with this name.
pub fn named(name: &str) -> Option<Box<dyn Question>> {
    fn boxed<T: Topic>(settings: &Settings<'_>) -> Option<Box<dyn Question>> {
        T::with(settings).map(|topic| Box::new(topic) as Box<dyn Question>)
    }
    let (game, settings) = name.split_once(' ')?;
    let settings = Settings(settings);
    let question = match game {
        Alliances::GAME => boxed::<Alliances>(&settings),
        Bataille::GAME => boxed::<Bataille>(&settings),
        Pairs::GAME => boxed::<Pairs>(&settings),
        Shuffle::GAME => boxed::<Shuffle>(&settings),
        Solitaire::GAME => boxed::<Solitaire>(&settings),
        Alak::GAME => boxed::<Alak>(&settings),
        Nim::GAME => boxed::<Nim>(&settings),
        _ => None,
    };
    question.filter(|question| question.name() == name)
}
