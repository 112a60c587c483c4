//! The folder of a study: its chapters, its settings and its tallies.
//!
//! The marker `study.json` holds the settings that determine the numbers. It is written before the other files, and locked
//! while a study writes.

use crate::files::{Output, OutputFolder, TALLY_FOLDER, folder_problem, read_limited};
use pioche_engine::sim::{Seed, VALUE_VERSION};
use pioche_report::command::file_stem;
use pioche_report::lang::{Problem, problem, safe_excerpt};
use pioche_study::{CHAPTERS, Chapter};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::Path;

const MARKER_FILE: &str = "study.json";
const MAX_MARKER_BYTES: u64 = 1 << 24;

/// Returns the settings that determine the numbers and the chapters of a study, as its marker has them.
pub fn study_settings(chapters: &[&str], seed: Seed, scale: f64, level: f64) -> Map<String, Value> {
    let settings = [
        ("program", json!(env!("CARGO_PKG_VERSION"))),
        ("values", json!(VALUE_VERSION)),
        ("scale", json!(scale)),
        ("seed", json!(seed.0)),
        ("confidence", json!(level)),
        ("chapter", json!(chapters.join(","))),
    ];
    settings
        .map(|(key, value)| (key.to_owned(), value))
        .into_iter()
        .collect()
}

/// Returns in words those settings that differ from other ones.
fn differing_settings(settings: &Map<String, Value>, others: &Map<String, Value>) -> String {
    let mut phrases = Vec::new();
    for (key, value) in settings {
        if others.get(key) != Some(value) {
            phrases.push(safe_excerpt(&format!("{key} {value}").replace('"', "")));
        }
    }
    phrases.join(", ")
}

/// The folder of a study, into which no other command writes meanwhile.
pub struct StudyFolder {
    folder: OutputFolder,
    /// The open marker, whose lock is held.
    _marker: Output,
}

impl StudyFolder {
    /// Opens or creates the folder of a study, and writes its settings. Fails when it cannot be written, and if `force` is
    /// false when it holds other files or another study; the folder is then unchanged.
    pub fn open(path: &Path, settings: &Map<String, Value>, force: bool) -> Result<Self, Problem> {
        let bytes = read_limited(&path.join(MARKER_FILE), MAX_MARKER_BYTES).unwrap_or_default();
        let marker: Map<String, Value> = serde_json::from_slice(&bytes).unwrap_or_default();
        let old = differing_settings(&marker, settings);
        let new = differing_settings(settings, &marker);
        let is_other = !new.is_empty();
        if is_other && !marker.is_empty() && !force {
            let problem = problem!(
                "this folder holds a study with {old} instead of {new} (--force replaces it)",
                old,
                new
            );
            return Err(folder_problem(path, problem));
        }
        let folder = OutputFolder::open(path, force || !is_other)?;
        let mut marker = Output::open(&folder.file_path(MARKER_FILE)?)?;
        marker.lock()?;
        let text = serde_json::to_string_pretty(settings).unwrap_or_default();
        marker.save((text + "\n").as_bytes())?;
        Ok(Self {
            folder,
            _marker: marker,
        })
    }

    /// Opens a file of the study, which replaces an earlier one. Fails for a link.
    pub fn output(&self, name: &str) -> Result<Output, Problem> {
        Output::open(&self.folder.file_path(name)?)
    }
}

/// Returns the name in the folder of the tally of an experiment.
pub fn tally_name(experiment: &str) -> String {
    format!("{TALLY_FOLDER}/{}.tally", file_stem(experiment))
}

/// Names of chapters, in the order of the page. Without this name, clap takes the type for that of several arguments.
pub type ChapterNames = Vec<&'static str>;

pub fn all_chapters() -> ChapterNames {
    CHAPTERS.iter().map(|chapter| chapter.topic.name).collect()
}

/// Parses names of topics, or their aliases, separated by commas.
pub fn parse_chapters(text: &str) -> Result<ChapterNames, Problem> {
    let mut places = BTreeSet::new();
    for word in text.split(',').map(str::trim) {
        let is_named =
            |chapter: &Chapter| chapter.topic.name == word || chapter.topic.alias == Some(word);
        let Some(place) = CHAPTERS.iter().position(is_named) else {
            return Err(Problem::not_a_choice(word, &all_chapters().join(", ")));
        };
        places.insert(place);
    }
    let names = places.into_iter().map(|place| CHAPTERS[place].topic.name);
    Ok(names.collect())
}
