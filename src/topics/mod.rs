//! What pioche is about: the one list of topics, and for each of them a folder with all its faces.
//!
//! A topic is a value of [`Topic`]: the compiler asks for every face, and one that a topic does not have is said to be
//! missing. Whoever does something for all topics walks [`TOPICS`]; nowhere else is there a match over games.

pub mod alak;
pub mod alliances;
pub mod bataille;
pub mod duel;
pub mod given;
pub mod help;
pub mod nim;
pub mod replay;
pub mod setting;
pub mod shuffle;
pub mod solitaire;
#[cfg(test)]
pub mod tests;
pub mod verb;
pub mod words;

use crate::lang::Lang;
use crate::lang::help::CommandExample;
use pioche_engine::experiments::Experiment;
use pioche_engine::sim::Summary;

/// All topics, in the order of the help.
pub static TOPICS: &[&Topic] = &[
    // One topic a line.
    &alliances::TOPIC,
    &solitaire::TOPIC,
    &alak::TOPIC,
    &bataille::TOPIC,
    &shuffle::TOPIC,
    &nim::TOPIC,
];

pub struct Topic {
    /// Its name in commands, in the names of experiments, and in those of files.
    pub name: &'static str,
    pub alias: Option<&'static str>,
    pub study: fn() -> StudyRuns,
    pub words: words::Words,
    pub examples: &'static [CommandExample],
    pub says: fn(&Summary, Lang) -> String,
    /// Notes below the table of several runs; `true` asks for all of them.
    pub notes: fn(&[Summary], bool, Lang) -> Vec<String>,
    pub chapter: crate::report::Chapter,
    pub figures: crate::report::FigureCatalog,
    pub simulate: verb::Simulate,
    pub solve: Option<verb::Verb>,
    pub show: Option<verb::Verb>,
    /// Verbs that no other topic has, by their names.
    pub own: &'static [(&'static str, verb::Verb)],
    pub play: Option<verb::Play>,
}

/// Questions of the study, each with its number of deals at scale 1.
pub type StudyRuns = Vec<(Box<dyn Experiment>, u64)>;

pub fn topic(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().copied().find(|topic| topic.name == name)
}

pub fn boxed<E: Experiment + 'static>(experiment: E) -> Box<dyn Experiment> {
    Box::new(experiment)
}

/// The number of deals of the study at a scale: at least one block.
pub fn scaled(deals: u64, scale: f64) -> u64 {
    ((deals as f64 * scale) as u64).max(64)
}
