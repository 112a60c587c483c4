//! The folder of a study: its chapters, its settings and its tallies.
//!
//! The record `study.json` holds the settings that determine the numbers. It is written before and after the files. When
//! another study replaces the former one, files that the new one does not have are removed at its end.

use crate::files::{
    FolderRecord, OutputFolder, WrittenFiles, create_folder, folder_problem,
    foreign_record_problem, read_tally, remove_stale_files,
};
use pioche_engine::sim::{Joint, Seed, VALUE_VERSION, tally_file};
use pioche_report::command::file_stem;
use pioche_report::lang::{Problem, Text, problem, safe_excerpt};
use pioche_study::CHAPTERS;
use pioche_study::page::ChapterDocument;
use pioche_topics::Topic;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;

/// The marker file, which identifies the folder of a study.
const MARKER_FILE: &str = "study.json";

/// The key of the value version.
const VALUES_KEY: &str = "values";

/// The key of the chapters, which is missing in the marker of a study that has them all.
const CHAPTER_KEY: &str = "chapter";

/// The settings that the numbers and the chapters of a study depend on; the language is not one.
const SETTING_KEYS: [&str; 7] = [
    "program",
    VALUES_KEY,
    "scale",
    "seed",
    "confidence",
    "interval",
    CHAPTER_KEY,
];

/// The folder of the tallies, in that of the study.
const TALLIES_FOLDER: &str = "tallies";

/// Returns the settings of a study, as its marker has them.
pub fn study_settings(
    chapters: &ChapterSelection,
    seed: Seed,
    scale: f64,
    level: f64,
) -> Map<String, Value> {
    // A study of all topics stays complete when a topic is added.
    let chapter = if chapters.is_complete() {
        Value::Null
    } else {
        json!(chapters.option_value())
    };
    let values = [
        json!(concat!("pioche ", env!("CARGO_PKG_VERSION"))),
        json!(VALUE_VERSION),
        json!(scale),
        json!(seed.0),
        json!(level),
        json!("exact"),
        chapter,
    ];
    SETTING_KEYS
        .into_iter()
        .zip(values)
        .filter(|(_, value)| !value.is_null())
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// Returns the values of a marker and those of settings that differ from them; `None` if they agree.
pub fn setting_differences(
    marker: &Map<String, Value>,
    settings: &Map<String, Value>,
) -> Option<(String, String)> {
    let phrase = |key: &str, value: Option<&Value>| {
        let value = match value {
            None | Some(Value::Null) if key == CHAPTER_KEY => {
                ChapterSelection::all().option_value()
            }
            None => "?".to_owned(),
            Some(Value::String(text)) => safe_excerpt(text),
            Some(value) => safe_excerpt(&value.to_string()),
        };
        match key {
            "program" => value,
            VALUES_KEY => format!("{VALUES_KEY} {value}"),
            option => format!("--{option} {value}"),
        }
    };
    let mut marker_phrases = Vec::new();
    let mut setting_phrases = Vec::new();
    for key in SETTING_KEYS {
        let marker_value = marker.get(key);
        let value = settings.get(key);
        if !is_same_value(
            marker_value.unwrap_or(&Value::Null),
            value.unwrap_or(&Value::Null),
        ) {
            marker_phrases.push(phrase(key, marker_value));
            setting_phrases.push(phrase(key, value));
        }
    }
    (!marker_phrases.is_empty()).then(|| (marker_phrases.join(" "), setting_phrases.join(" ")))
}

fn is_same_value(one: &Value, other: &Value) -> bool {
    if one.is_u64() && other.is_u64() {
        return one == other;
    }
    one == other || one.is_number() && one.as_f64() == other.as_f64()
}

/// Opens or creates the folder of a study, and writes its settings. Fails when it cannot be written, holds other files, or
/// holds another study and `force` is false; the folder is then unchanged.
pub fn open_study_folder(
    path: &Path,
    settings: Map<String, Value>,
    force: bool,
) -> Result<OutputFolder, Problem> {
    let new_record = FolderRecord {
        settings: settings.clone(),
        files: WrittenFiles::default(),
    };
    let mut folder = OutputFolder::open(path, MARKER_FILE, new_record, force)?;
    if !folder.has_record() {
        check_empty(&folder)?;
    } else if !is_study(&folder.record.settings) {
        return Err(foreign_record_problem(path, MARKER_FILE));
    } else if let Some((marker_options, options)) =
        setting_differences(&folder.record.settings, &settings)
        && !force
    {
        return Err(folder_problem(
            path,
            problem!(
                "ce dossier contient une étude avec {marker_options} au lieu de {options} (--force \
                 la remplace)",
                "this folder holds a study with {marker_options} instead of {options} (--force \
                 replaces it)"
            ),
        ));
    }
    folder.check_no_link(TALLIES_FOLDER)?;
    record_tallies(&mut folder);
    folder.record.settings = settings;
    folder.save_record()?;
    create_folder(&path.join(TALLIES_FOLDER))?;
    remove_stale_files(&path.join(TALLIES_FOLDER));
    Ok(folder)
}

/// Fails when a folder without a marker holds a file.
fn check_empty(folder: &OutputFolder) -> Result<(), Problem> {
    let Some(stranger) = folder.unrelated_file()? else {
        return Ok(());
    };
    Err(folder_problem(
        folder.path(),
        problem!(
            "ce dossier contient « {stranger} », qui ne fait pas partie d'une étude ; choisissez un \
             dossier vide ou nouveau",
            "this folder holds “{stranger}”, which is not part of a study; choose an empty or a new \
             folder"
        ),
    ))
}

/// Adds the tallies of a study to its record, which lacks those of earlier versions and of a program that was killed: they
/// have its seed and the name that a study gives them.
fn record_tallies(folder: &mut OutputFolder) {
    let seed = folder.record.settings.get("seed").and_then(Value::as_u64);
    let entries = fs::read_dir(folder.path().join(TALLIES_FOLDER));
    for entry in entries.into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        let Ok((experiment, run)) = read_tally(&path) else {
            continue;
        };
        let name = tally_name(&experiment.name());
        let is_of_study = Some(run.plan.seed.0) == seed
            && path == folder.path().join(&name)
            && !path.is_symlink();
        if is_of_study {
            let text = tally_file::to_text(&run);
            folder.record.files.announce(&name, text.as_bytes());
        }
    }
}

/// Returns true for a file of an earlier study that this one does not have. The tallies of its seed are kept, since their
/// runs may be continued.
pub fn is_stale(folder: &Path, name: &str, seed: Seed) -> bool {
    !name.starts_with(TALLIES_FOLDER)
        || !read_tally(&folder.join(name)).is_ok_and(|(_, run)| run.plan.seed == seed)
}

/// Returns the name in the folder of the tally of an experiment. A joint experiment is named by its first member.
pub fn tally_name(experiment: &str) -> String {
    let first_member = experiment.split(Joint::MEMBER_SEPARATOR).next();
    let stem = file_stem(first_member.unwrap_or(experiment));
    format!("{TALLIES_FOLDER}/{stem}.tally")
}

/// Returns true for the settings of a study.
pub fn is_study(settings: &Map<String, Value>) -> bool {
    [VALUES_KEY, "scale", "seed"]
        .iter()
        .all(|key| settings.get(*key).is_some_and(Value::is_number))
}

/// A choice of chapters, in the order of the list of topics.
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

    pub fn is_complete(&self) -> bool {
        self.topic_names.len() == CHAPTERS.len()
    }

    pub fn chapters(&self) -> impl Iterator<Item = &'static ChapterDocument> {
        CHAPTERS
            .iter()
            .filter(|chapter| self.topic_names.contains(&chapter.topic.name))
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
        self.chapters()
            .map(|chapter| chapter.topic.glossary.title)
            .collect()
    }
}

/// Parses names of topics, or their aliases, separated by commas.
pub fn parse_chapters(text: &str) -> Result<ChapterSelection, Problem> {
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
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

fn is_named(topic: &Topic, word: &str) -> bool {
    topic.name == word || topic.alias == Some(word)
}
