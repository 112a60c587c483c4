//! The chapters of a study: those of all topics, or of the topics that `--chapter` names.

use crate::lang::{Problem, Text};
use crate::topics::{TOPICS, Topic};

/// A choice of chapters, in the order of the list of topics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChapterSelection {
    topic_names: Vec<&'static str>,
}

impl ChapterSelection {
    pub fn all() -> Self {
        Self {
            topic_names: TOPICS.iter().map(|topic| topic.name).collect(),
        }
    }

    pub fn is_complete(&self) -> bool {
        self.topic_names.len() == TOPICS.len()
    }

    pub fn topics(&self) -> impl Iterator<Item = &'static Topic> {
        TOPICS
            .iter()
            .copied()
            .filter(|topic| self.topic_names.contains(&topic.name))
    }

    /// Returns the value of `--chapter`.
    pub fn option_value(&self) -> String {
        self.topic_names.join(",")
    }

    /// Returns the titles of the chapters; empty if there are all.
    pub fn selected_titles(&self) -> Vec<Text> {
        if self.is_complete() {
            return Vec::new();
        }
        self.topics().map(|topic| topic.glossary.title).collect()
    }
}

/// Parses names of topics, or their aliases, separated by commas.
pub fn parse_chapters(text: &str) -> Result<ChapterSelection, Problem> {
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    for word in &words {
        if !TOPICS.iter().any(|topic| is_named(topic, word)) {
            return Err(Problem::NotAChoice {
                text: (*word).to_owned(),
                choices: ChapterSelection::all().topic_names.join(", "),
            });
        }
    }
    let topics = TOPICS
        .iter()
        .filter(|topic| words.iter().any(|word| is_named(topic, word)));
    Ok(ChapterSelection {
        topic_names: topics.map(|topic| topic.name).collect(),
    })
}

fn is_named(topic: &Topic, word: &str) -> bool {
    topic.name == word || topic.alias == Some(word)
}
