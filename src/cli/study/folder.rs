//! The folder of a study: its chapters, its settings and the list of its files.
//!
//! The marker `study.json` holds the settings that determine the numbers, and the list of the files with their checksums.
//! It is written before and after them, and locked while a study is written. When another study replaces the former one,
//! the unchanged files of the former one and its tallies are removed first; no other file is.

use crate::cli::console::{Console, Failure};
use crate::cli::files::{
    FILE_BUSY, Output, WrittenFiles, create_folder, display_name, is_own_temp_file,
    is_regular_file, read_limited, read_tally, remove_file, remove_stale_files,
};
use crate::cli::outputs::file_stem;
use crate::lang::{Problem, Text, problem, safe_excerpt};
use crate::report::data_table::pretty_json;
use crate::topics::{TOPICS, Topic};
use pioche_engine::sim::{Seed, VALUE_VERSION};
use pioche_engine::stats::ProportionMethod;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

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

/// The largest size of a marker, in bytes.
const MAX_MARKER_BYTES: u64 = 1 << 20;

/// Returns the settings of a study, as its marker has them.
pub fn study_settings(
    chapters: &ChapterSelection,
    seed: Seed,
    scale: f64,
    level: f64,
    method: ProportionMethod,
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
        json!(method.to_string()),
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

pub fn marker_text(settings: &Map<String, Value>, files: &WrittenFiles) -> String {
    let mut marker = settings.clone();
    marker.insert("files".to_owned(), files.to_json());
    pretty_json(&Value::Object(marker))
}

fn is_same_value(one: &Value, other: &Value) -> bool {
    if one.is_u64() && other.is_u64() {
        return one == other;
    }
    one == other || one.is_number() && one.as_f64() == other.as_f64()
}

#[derive(Debug)]
pub struct StudyFolder {
    path: PathBuf,
    settings: Map<String, Value>,
    /// Open, and thereby locked, while the study is written.
    marker: Output,
    files: WrittenFiles,
    /// The files of a former study that were removed.
    pub removed_files: Vec<String>,
}

impl StudyFolder {
    /// Opens or creates the folder of a study. Fails when it cannot be written, holds other files, or holds another
    /// study and `force` is false; the folder is then unchanged.
    pub fn open(path: &Path, settings: Map<String, Value>, force: bool) -> Result<Self, Problem> {
        let is_new = !path.exists();
        let marker_path = path.join(MARKER_FILE);
        if fs::symlink_metadata(&marker_path).is_ok_and(|found| !found.is_file()) {
            return Err(foreign_marker_problem(path));
        }
        create_folder(path)?;
        let marker = Output::open(&marker_path, true).map_err(|problem| {
            if problem == Problem::cannot_write(&display_name(&marker_path), FILE_BUSY) {
                out_problem(
                    path,
                    problem!(
                        "une autre commande écrit une étude dans ce dossier",
                        "another command is writing a study to this folder"
                    ),
                )
            } else {
                problem
            }
        })?;
        let mut folder = Self {
            path: path.to_owned(),
            settings,
            marker,
            files: WrittenFiles::default(),
            removed_files: Vec::new(),
        };
        if marker_path.exists() {
            folder.reopen(&read_limited(&marker_path, MAX_MARKER_BYTES)?, force)?;
        } else if let Err(problem) = folder.initialize() {
            drop(folder);
            if is_new {
                let _ = fs::remove_dir(path);
            }
            return Err(problem);
        }
        remove_stale_files(path);
        remove_stale_files(&folder.tallies_path());
        create_folder(&folder.tallies_path())?;
        Ok(folder)
    }

    fn initialize(&mut self) -> Result<(), Problem> {
        if let Some(stranger) = unrelated_file(&self.path)? {
            return Err(out_problem(
                &self.path,
                problem!(
                    "ce dossier contient « {stranger} », qui ne fait pas partie d'une étude ; \
                     choisissez un dossier vide ou nouveau",
                    "this folder holds “{stranger}”, which is not part of a study; choose an \
                     empty or a new folder"
                ),
            ));
        }
        self.write_marker()
    }

    fn reopen(&mut self, marker_text: &[u8], force: bool) -> Result<(), Problem> {
        let marker = parse_marker(marker_text).ok_or_else(|| foreign_marker_problem(&self.path))?;
        self.files = files_in_marker(&marker);
        match setting_differences(&marker, &self.settings) {
            None => Ok(()),
            Some((marker_options, options)) if !force => Err(out_problem(
                &self.path,
                problem!(
                    "ce dossier contient une étude avec {marker_options} au lieu de {options} \
                     (--force la remplace)",
                    "this folder holds a study with {marker_options} instead of {options} \
                     (--force replaces it)"
                ),
            )),
            Some(_) => self.remove_old_files(&marker),
        }
    }

    /// Removes the unchanged files of the former study and its tallies, and writes the marker of this one.
    fn remove_old_files(&mut self, marker: &Map<String, Value>) -> Result<(), Problem> {
        self.removed_files = self.files.remove_unchanged(&self.path)?;
        let former_seed = marker.get("seed").and_then(Value::as_u64);
        let seed = self.settings.get("seed").and_then(Value::as_u64);
        // Tallies of the same seed are kept, since their runs may be continued.
        if former_seed != seed {
            self.remove_old_tallies(former_seed)?;
        }
        self.files = WrittenFiles::default();
        self.write_marker()
    }

    /// Removes the tallies of the former study: those with its seed, under the name that a study gives them.
    fn remove_old_tallies(&mut self, former_seed: Option<u64>) -> Result<(), Problem> {
        let folder = self.tallies_path();
        // A link may lead to a folder of other files.
        if !fs::symlink_metadata(&folder).is_ok_and(|metadata| metadata.is_dir()) {
            return Ok(());
        }
        let entries = fs::read_dir(&folder).into_iter().flatten();
        for entry in entries.filter_map(Result::ok) {
            let path = entry.path();
            let is_of_former_study = is_regular_file(&path)
                && read_tally(&path).is_ok_and(|(experiment, run)| {
                    Some(run.plan.seed.0) == former_seed
                        && path == self.tally_path(&file_stem(&experiment.name()))
                });
            if is_of_former_study {
                remove_file(&path)?;
                let name = entry.file_name().to_string_lossy().into_owned();
                self.removed_files.push(format!("tallies/{name}"));
            }
        }
        Ok(())
    }

    /// Writes the settings and the files with their checksums. Fails when the disk is full.
    pub fn write_marker(&mut self) -> Result<(), Problem> {
        let text = marker_text(&self.settings, &self.files);
        match self.marker.save(text.as_bytes()) {
            Ok(true) => Ok(()),
            Ok(false) => Err(foreign_marker_problem(&self.path)),
            Err(error) => Err(self.marker.write_problem(error)),
        }
    }

    /// Adds files to the marker before they are written. Fails when the disk is full.
    pub fn register_files(
        &mut self,
        files: impl IntoIterator<Item = String>,
    ) -> Result<(), Problem> {
        for file in files {
            self.files.register(file);
        }
        self.write_marker()
    }

    /// Writes a registered file. Fails when the disk is full.
    pub fn write(&mut self, file: &str, bytes: &[u8], console: &Console) -> Result<(), Failure> {
        debug_assert!(self.files.contains(file), "{file}");
        Output::open(&self.path.join(file), true)?.write(bytes, console)?;
        self.files.record(file, bytes);
        Ok(())
    }

    fn tallies_path(&self) -> PathBuf {
        self.path.join("tallies")
    }

    pub fn tally_path(&self, name: &str) -> PathBuf {
        self.tallies_path().join(format!("{name}.tally"))
    }
}

fn out_problem(folder: &Path, problem: Problem) -> Problem {
    Problem::for_argument(&format!("--out {}", display_name(folder)), problem)
}

fn foreign_marker_problem(folder: &Path) -> Problem {
    out_problem(
        folder,
        problem!(
            "le fichier study.json de ce dossier n'a pas été écrit par pioche ; choisissez un \
             dossier vide ou nouveau",
            "the file study.json in this folder was not written by pioche; choose an empty or a \
             new folder"
        ),
    )
}

/// Returns a file in a folder without a marker that is not a temporary file of this program.
fn unrelated_file(folder: &Path) -> Result<Option<String>, Problem> {
    let entries = fs::read_dir(folder)
        .map_err(|error| Problem::cannot_write(&display_name(folder), error))?;
    let names = entries
        .filter_map(Result::ok)
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    Ok(names.filter(|name| !is_own_temp_file(name)).min())
}

/// Parses a marker; `None` if it was not written by a study.
pub fn parse_marker(bytes: &[u8]) -> Option<Map<String, Value>> {
    let Ok(Value::Object(marker)) = serde_json::from_slice(bytes) else {
        return None;
    };
    let program = marker
        .get("program")
        .and_then(Value::as_str)?
        .starts_with("pioche ");
    let numbers = [VALUES_KEY, "scale", "seed"]
        .iter()
        .all(|key| marker.get(*key).is_some_and(Value::is_number));
    (program && numbers).then_some(marker)
}

/// Returns the files listed in a marker, without the marker itself.
pub fn files_in_marker(marker: &Map<String, Value>) -> WrittenFiles {
    let mut files = WrittenFiles::from_json(marker.get("files").unwrap_or(&Value::Null));
    files.remove(MARKER_FILE);
    files
}

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
            return Err(Problem::not_a_choice(
                word,
                &ChapterSelection::all().topic_names.join(", "),
            ));
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
