//! The list of topics, and a module for each of them.
//!
//! A topic is a value of [`Topic`]; optional parts are `None`. Code for all topics iterates over [`TOPICS`] and never
//! matches on games.

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
    // This comment makes rustfmt keep one topic per line.
    &alliances::TOPIC,
    &solitaire::TOPIC,
    &alak::TOPIC,
    &bataille::TOPIC,
    &shuffle::TOPIC,
    &nim::TOPIC,
];

pub struct Topic {
    /// The name in commands, names of experiments and file names.
    pub name: &'static str,
    pub alias: Option<&'static str>,
    pub study_runs: fn() -> StudyRuns,
    pub glossary: topic_glossary::TopicGlossary,
    pub examples: &'static [CommandExample],
    pub summary_sentence: fn(&Summary, Lang) -> String,
    /// Returns the notes below the table of several runs; `true` includes those of the complete table.
    pub notes: fn(&[Summary], bool, Lang) -> Vec<String>,
    pub chapter: crate::report::page::ChapterDocument,
    pub figures: crate::report::FigureCatalog,
    pub simulate: verb::SimulateVerb,
    pub solve: Option<verb::VerbSpec>,
    pub show: Option<verb::VerbSpec>,
    /// Commands of this topic alone, by name.
    pub extra_verbs: &'static [(&'static str, verb::VerbSpec)],
    pub play: Option<verb::PlayVerb>,
}

/// Experiments of the study, each with its number of deals at scale 1.
pub type StudyRuns = Vec<(Box<dyn Experiment>, u64)>;

pub fn find_topic(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().copied().find(|topic| topic.name == name)
}

pub fn boxed_experiment<E: Experiment + 'static>(experiment: E) -> Box<dyn Experiment> {
    Box::new(experiment)
}

/// Scales a number of deals of the study; at least 64, one block.
pub fn scaled_deals(deals: u64, scale: f64) -> u64 {
    ((deals as f64 * scale) as u64).max(64)
}
