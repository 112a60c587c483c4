//! The folder of a study: its chapters, its settings and its tallies.
//!
//! The marker `study.json` holds the settings that determine the numbers. It is written before the other files, and locked
//! while a study writes.

use crate::files::{Output, check_no_link, create_folder, folder_problem, read_limited};
use pioche_engine::sim::{Seed, VALUE_VERSION};
use pioche_report::command::file_stem;
use pioche_report::lang::{Problem, problem, safe_excerpt};
use pioche_study::{CHAPTERS, Chapter};
use pioche_topics::Topic;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

const MARKER_FILE: &str = "study.json";
const MAX_MARKER_BYTES: u64 = 1 << 24;

/// The folder of the tallies, in that of the study.
const TALLIES_FOLDER: &str = "tallies";

/// The keys of the settings that determine the numbers and the chapters of a study; the language is not one.
const SETTING_KEYS: [&str; 6] = [
    "program",
    "values",
    "scale",
    "seed",
    "confidence",
    "chapter",
];

/// Returns the settings of a study, as its marker has them.
pub fn study_settings(
    chapters: &ChapterSelection,
    seed: Seed,
    scale: f64,
    level: f64,
) -> Map<String, Value> {
    let values = [
        json!(concat!("pioche ", env!("CARGO_PKG_VERSION"))),
        json!(VALUE_VERSION),
        json!(scale),
        json!(seed.0),
        json!(level),
        json!(chapters.option_value()),
    ];
    let keys = SETTING_KEYS.map(str::to_owned);
    keys.into_iter().zip(values).collect()
}

/// Returns the values of a marker and those of settings that differ from them; `None` if they agree.
pub fn setting_differences(
    marker: &Map<String, Value>,
    settings: &Map<String, Value>,
) -> Option<(String, String)> {
    let phrase = |key: &str, settings: &Map<String, Value>| {
        let value = match settings.get(key) {
            None => "?".to_owned(),
            Some(Value::String(text)) => safe_excerpt(text),
            Some(value) => safe_excerpt(&value.to_string()),
        };
        match key {
            "program" => value,
            "values" => format!("{key} {value}"),
            option => format!("--{option} {value}"),
        }
    };
    let differs = |key: &&str| match (marker.get(*key), settings.get(*key)) {
        (Some(one), Some(other)) if one.is_f64() || other.is_f64() => {
            one.as_f64() != other.as_f64()
        }
        (one, other) => one != other,
    };
    let keys: Vec<&str> = SETTING_KEYS.into_iter().filter(differs).collect();
    let phrases = |settings| {
        let phrases: Vec<String> = keys.iter().map(|key| phrase(key, settings)).collect();
        phrases.join(" ")
    };
    (!keys.is_empty()).then(|| (phrases(marker), phrases(settings)))
}

/// Returns true for the settings of a study.
pub fn is_study(settings: &Map<String, Value>) -> bool {
    ["values", "scale", "seed"]
        .iter()
        .all(|key| settings.get(*key).is_some_and(Value::is_number))
}

/// The folder of a study, into which no other command writes meanwhile.
pub struct StudyFolder {
    path: PathBuf,
    /// The open marker, whose lock is held.
    _marker: Output,
}

impl StudyFolder {
    /// Opens or creates the folder of a study, and writes its settings. Fails when it cannot be written, holds other files,
    /// or holds another study and `force` is false; the folder is then unchanged.
    pub fn open(path: &Path, settings: Map<String, Value>, force: bool) -> Result<Self, Problem> {
        let is_new = !path.exists();
        create_folder(path)?;
        let folder = Self::open_existing(path, settings, force);
        if is_new && folder.is_err() {
            // A folder that is not empty stays.
            let _ = fs::remove_dir(path);
        }
        folder.map_err(|problem| folder_problem(path, problem))
    }

    fn open_existing(
        path: &Path,
        settings: Map<String, Value>,
        force: bool,
    ) -> Result<Self, Problem> {
        let marker_path = path.join(MARKER_FILE);
        check_no_link(&marker_path)?;
        let mut marker = Output::open(&marker_path)?;
        marker.lock()?;
        if marker_path.exists() {
            check_settings(&marker_path, &settings, force)?;
        } else if let Some(stranger) = stranger(path) {
            return Err(problem!(
                "ce dossier contient « {stranger} », qui ne fait pas partie d'une étude ; \
                 choisissez un dossier vide ou nouveau",
                "this folder holds “{stranger}”, which is not part of a study; choose an empty or a \
                 new folder"
            ));
        }
        let tallies = path.join(TALLIES_FOLDER);
        check_no_link(&tallies)?;
        let text = serde_json::to_string_pretty(&settings).unwrap_or_default();
        marker.save((text + "\n").as_bytes())?;
        create_folder(&tallies)?;
        Ok(Self {
            path: path.to_owned(),
            _marker: marker,
        })
    }

    /// Opens a file of the study, which replaces an earlier one. Fails for a link.
    pub fn output(&self, name: &str) -> Result<Output, Problem> {
        let path = self.path.join(name);
        check_no_link(&path)?;
        Output::open(&path)
    }
}

/// Fails when a marker is not of pioche, or of another study and `force` is false.
fn check_settings(
    marker_path: &Path,
    settings: &Map<String, Value>,
    force: bool,
) -> Result<(), Problem> {
    let bytes = read_limited(marker_path, MAX_MARKER_BYTES)?;
    let marker: Map<String, Value> = serde_json::from_slice(&bytes).unwrap_or_default();
    if !is_study(&marker) {
        return Err(problem!(
            "le fichier {MARKER_FILE} de ce dossier n'est pas celui d'une étude ; choisissez un \
             dossier vide ou nouveau",
            "the file {MARKER_FILE} in this folder is not that of a study; choose an empty or a new \
             folder"
        ));
    }
    match setting_differences(&marker, settings) {
        Some((marker_options, options)) if !force => Err(problem!(
            "ce dossier contient une étude avec {marker_options} au lieu de {options} (--force la \
             remplace)",
            "this folder holds a study with {marker_options} instead of {options} (--force replaces \
             it)"
        )),
        _ => Ok(()),
    }
}

/// Returns the first file of a folder without a marker.
fn stranger(path: &Path) -> Option<String> {
    let entries = fs::read_dir(path).ok()?.filter_map(Result::ok);
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.min()
}

/// Returns the name in the folder of the tally of an experiment.
pub fn tally_name(experiment: &str) -> String {
    format!("{TALLIES_FOLDER}/{}.tally", file_stem(experiment))
}

/// A choice of chapters, in the order of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChapterSelection {
    topic_names: Vec<&'static str>,
}

impl ChapterSelection {
    pub fn all() -> Self {
        Self {
            topic_names: CHAPTERS.iter().map(|chapter| chapter.topic.name).collect(),
        }
    }

    pub fn chapters(&self) -> impl Iterator<Item = &'static Chapter> {
        CHAPTERS
            .iter()
            .filter(|chapter| self.topic_names.contains(&chapter.topic.name))
    }

    /// Returns the value of `--chapter`.
    pub fn option_value(&self) -> String {
        self.topic_names.join(",")
    }
}

/// Parses names of topics, or their aliases, separated by commas.
pub fn parse_chapters(text: &str) -> Result<ChapterSelection, Problem> {
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    let is_named = |topic: &Topic, word: &str| topic.name == word || topic.alias == Some(word);
    for word in &words {
        if !CHAPTERS.iter().any(|chapter| is_named(chapter.topic, word)) {
            return Err(Problem::not_a_choice(
                word,
                &ChapterSelection::all().topic_names.join(", "),
            ));
        }
    }
    let topics = CHAPTERS
        .iter()
        .map(|chapter| chapter.topic)
        .filter(|topic| words.iter().any(|word| is_named(topic, word)));
    Ok(ChapterSelection {
        topic_names: topics.map(|topic| topic.name).collect(),
    })
}
