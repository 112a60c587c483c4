//! Where games meet the driver: a file a question, each producing one [`Summary`].
//!
//! An experiment gives a game its deals, counts what happens, and turns the counts into estimates with intervals.
//! It prints nothing and opens no file.

pub mod alliances;
pub mod film;
pub mod study;
pub mod summary;

pub use alliances::Alliances;
pub use summary::Summary;

use crate::sim::driver::NoThreads;
use crate::sim::{self, Experiment, Machine, Plan, Run};
use crate::stats::{Confidence, Layout, Method};

/// Any of the experiments, as a tally file names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The patience.
    Alliances(Alliances),
}

impl Question {
    /// The experiment with this name.
    pub fn named(name: &str) -> Option<Self> {
        let (game, settings) = name.split_once(' ')?;
        match game {
            "alliances" => Alliances::named(settings).map(Self::Alliances),
            _ => None,
        }
    }

    /// Its name, with all that fixes its values.
    pub fn name(&self) -> String {
        match self {
            Self::Alliances(experiment) => experiment.name(),
        }
    }

    /// The game that it is about.
    pub fn game(&self) -> &'static str {
        match self {
            Self::Alliances(_) => "alliances",
        }
    }

    /// What it counts.
    pub fn layout(&self) -> Layout {
        match self {
            Self::Alliances(experiment) => experiment.layout(),
        }
    }

    /// Deals that give a useful answer in a few seconds.
    pub fn default_deals(&self) -> u64 {
        match self {
            Self::Alliances(experiment) => experiment.default_deals(),
        }
    }

    /// The command that makes a run of it again.
    fn command(&self, run: &Run) -> String {
        let options = match self {
            Self::Alliances(experiment) => experiment.options(),
        };
        let (game, deals, seed) = (self.game(), run.tally.deals, run.plan.seed.0);
        format!("pioche simulate {game} {options} --deals {deals} --seed {seed}")
    }

    /// Plays a plan of it.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn run(&self, plan: Plan, machine: &Machine<'_>) -> Result<Run, NoThreads> {
        match self {
            Self::Alliances(experiment) => sim::run(experiment, plan, machine),
        }
    }

    /// What a run of it says.
    pub fn summary(&self, run: &Run, confidence: Confidence, method: Method) -> Summary {
        let summary = match self {
            Self::Alliances(experiment) => experiment.summary(run, confidence, method),
        };
        Summary { command: self.command(run), ..summary }
    }
}
