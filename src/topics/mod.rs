//! What pioche is about: the one list of topics, and for each of them a folder with all its faces.
//!
//! A topic is a value of [`Topic`]: the compiler asks for every face, and one that a topic does not have is said to be
//! missing. Whoever does something for all topics walks [`TOPICS`]; nowhere else is there a match over games.

pub mod alak;
pub mod alliances;
pub mod bataille;
pub mod duel;
pub mod help;
pub mod nim;
pub mod parsed_args;
pub mod replay;
pub mod setting;
pub mod shuffle;
pub mod solitaire;
#[cfg(test)]
pub mod tests;
pub mod topic_glossary;
pub mod verb;

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
    pub study_runs: fn() -> StudyRuns,
    pub glossary: topic_glossary::TopicGlossary,
    pub examples: &'static [CommandExample],
    pub summary_sentence: fn(&Summary, Lang) -> String,
    /// Notes below the table of several runs; `true` asks for all of them.
    pub notes: fn(&[Summary], bool, Lang) -> Vec<String>,
    pub chapter: crate::report::Chapter,
    pub figures: crate::report::FigureCatalog,
    pub simulate: verb::SimulateVerb,
    pub solve: Option<verb::VerbSpec>,
    pub show: Option<verb::VerbSpec>,
    /// Verbs that no other topic has, by their names.
    pub extra_verbs: &'static [(&'static str, verb::VerbSpec)],
    pub play: Option<verb::PlayVerb>,
}

/// Questions of the study, each with its number of deals at scale 1.
pub type StudyRuns = Vec<(Box<dyn Experiment>, u64)>;

pub fn find_topic(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().copied().find(|topic| topic.name == name)
}

pub fn boxed_experiment<E: Experiment + 'static>(experiment: E) -> Box<dyn Experiment> {
    Box::new(experiment)
}

/// The number of deals of the study at a scale: at least one block.
pub fn scaled_deals(deals: u64, scale: f64) -> u64 {
    ((deals as f64 * scale) as u64).max(64)
}
