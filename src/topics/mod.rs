//! What pioche is about: the one list of topics, and for each of them a folder with all its faces.
//!
//! A topic is a value of [`Topic`]: the compiler asks for every face, and one that a topic does not have is said to be
//! missing. Whoever does something for all topics walks [`TOPICS`]; nowhere else is there a match over games.
//!
//! Without features a topic is its experiment and its part of the study's plan; nothing of it is said in any language.

#[doc(hidden)]
pub mod alak;
#[doc(hidden)]
pub mod alliances;
#[doc(hidden)]
pub mod bataille;
#[cfg(feature = "report")]
#[doc(hidden)]
pub mod count;
pub mod decks;
#[doc(hidden)]
pub mod duel;
#[cfg(feature = "report")]
#[doc(hidden)]
pub mod found;
#[cfg(feature = "report")]
#[doc(hidden)]
pub mod given;
#[doc(hidden)]
pub mod nim;
#[cfg(feature = "report")]
#[doc(hidden)]
pub mod recorded;
#[cfg(feature = "report")]
#[doc(hidden)]
pub mod rows;
#[cfg(feature = "report")]
#[doc(hidden)]
pub mod setting;
#[doc(hidden)]
pub mod shuffle;
#[doc(hidden)]
pub mod solitaire;
#[cfg(feature = "report")]
#[doc(hidden)]
pub mod verb;
#[cfg(feature = "report")]
#[doc(hidden)]
pub mod words;

pub use alak::experiment::Alak;
pub use alliances::experiment::Alliances;
pub use alliances::players::{Played, Player};
pub use bataille::experiment::Bataille;
pub use bataille::pairs::experiment::Pairs;
pub use duel::experiment::{Contest, Match, Pairing, UnknownPairing};
pub use nim::experiment::Nim;
pub use shuffle::experiment::Shuffle;
pub use solitaire::experiment::Solitaire;

pub use crate::sim::Question;
use crate::sim::Settings;

/// The topics, in the order of the handouts.
pub static TOPICS: &[&Topic] = &[
    &alliances::TOPIC,
    &solitaire::TOPIC,
    &alak::TOPIC,
    &bataille::TOPIC,
    &bataille::pairs::TOPIC,
    &shuffle::TOPIC,
    &nim::TOPIC,
];

/// All faces of one topic.
pub struct Topic {
    /// Its name in commands, in the names of experiments, and in those of files.
    pub name: &'static str,
    /// The experiment with these settings.
    pub named: fn(&Settings<'_>) -> Option<Box<dyn Question>>,
    /// What the study plays, with the number of deals at scale 1.
    pub study: fn() -> StudyRuns,
    /// About how long a deal takes with these settings, in nanoseconds of a core: what the time left of a study is
    /// reckoned from. No result hangs on it.
    pub nanoseconds: fn(&Settings<'_>) -> f64,
    /// What people meet of it.
    #[cfg(feature = "report")]
    #[doc(hidden)]
    pub faces: Faces,
}

/// Questions of the study, each with its number of deals at scale 1.
pub type StudyRuns = Vec<(Box<dyn Question>, u64)>;

/// What people meet of a topic: `None` says that it does not have a face.
#[cfg(feature = "report")]
#[doc(hidden)]
pub struct Faces {
    /// What it is called, and what its tables say.
    pub words: words::Words,
    /// Its table for people, where the rows alone do not do.
    pub table: Option<fn(&[crate::sim::Summary], &crate::report::View<'_>) -> String>,
    /// Its chapter of the study.
    pub chapter: crate::report::Chapter,
    /// Its pictures.
    #[cfg(feature = "charts")]
    pub figures: crate::report::Figures,
    /// Many deals of it.
    pub simulate: verb::Simulate,
    /// Its exact answers.
    pub solve: Option<verb::Verb>,
    /// One game of it.
    pub show: Option<verb::Verb>,
    /// Verbs that no other topic has, by their names in English and in French.
    pub own: &'static [(&'static str, &'static str, verb::Verb)],
    /// How it is played at the table.
    #[cfg(feature = "play")]
    pub play: Option<verb::Play>,
}

#[cfg(feature = "charts")]
#[doc(hidden)]
impl Topic {
    /// The pictures of its chapter in the study, with the names of their files.
    pub fn pictures(
        &self,
        summaries: &[crate::sim::Summary],
        tables: &[(&'static str, crate::sim::summary::Table)],
        lang: crate::lang::Lang,
    ) -> Vec<(String, crate::draw::Figure)> {
        let Faces { chapter, figures, .. } = &self.faces;
        match chapter.pictures {
            Some(pictures) => pictures(summaries, tables, lang),
            None => figures.all(self.name, summaries, lang),
        }
    }
}

/// The topic with this name.
pub fn topic(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().copied().find(|topic| topic.name == name)
}

/// The experiment with this name, such as `alliances cards=32 improve=none`.
pub fn named(name: &str) -> Option<Box<dyn Question>> {
    let (topic, settings) = Settings::of(name)?;
    let question = self::topic(topic).and_then(|topic| (topic.named)(&settings));
    question.filter(|question| question.name() == name)
}

/// About how long so many deals of a question take, in nanoseconds of a core.
pub fn work(question: &dyn Question, deals: u64) -> f64 {
    let name = question.name();
    let each = Settings::of(&name).and_then(|(topic, settings)| Some((self::topic(topic)?.nanoseconds)(&settings)));
    each.unwrap_or(1000.0) * deals as f64
}

/// An experiment behind a pointer.
pub(crate) fn boxed<E: crate::sim::Experiment>(experiment: E) -> Box<dyn Question> {
    Box::new(experiment)
}

/// The number of deals of the study at a scale: at least one block.
pub fn scaled(deals: u64, scale: f64) -> u64 {
    ((deals as f64 * scale) as u64).max(64)
}
