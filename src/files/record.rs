//! The record of a folder: the settings of its files, and the names and checksums of what pioche wrote there.

use super::{is_regular_file, read_limited};
use pioche_engine::sim::tally_file::checksum;
use pioche_report::data_table::pretty_json;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::{Component, Path};

/// The largest size of a file that is compared with its checksum, in bytes. A larger file is not of pioche.
const MAX_COMPARED_BYTES: u64 = 1 << 30;

const FILES_KEY: &str = "files";

/// The record of a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct FolderRecord {
    /// The program and the settings of the files.
    pub settings: Map<String, Value>,
    pub files: WrittenFiles,
}

impl FolderRecord {
    /// Parses a record; `None` if pioche did not write it.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let Ok(Value::Object(mut settings)) = serde_json::from_slice(bytes) else {
            return None;
        };
        let program = settings.get("program").and_then(Value::as_str)?;
        if !program.starts_with("pioche ") {
            return None;
        }
        let files = settings.shift_remove(FILES_KEY).unwrap_or_default();
        Some(Self {
            settings,
            files: WrittenFiles::from_json(&files),
        })
    }

    pub fn to_text(&self) -> String {
        let mut record = self.settings.clone();
        record.insert(FILES_KEY.to_owned(), self.files.to_json());
        pretty_json(&Value::Object(record))
    }
}

/// The names of written files, each with the checksums of its contents: that of the file, and those of contents of which
/// it is not known whether they were written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WrittenFiles(BTreeMap<String, Vec<String>>);

impl WrittenFiles {
    /// Reads the names and checksums of a record. Names elsewhere than in the folder and its subfolders are left out. A
    /// list of names, the form of earlier versions, has no checksums.
    fn from_json(files: &Value) -> Self {
        let mut written_files = BTreeMap::new();
        if let Value::Array(names) = files {
            for name in names.iter().filter_map(Value::as_str) {
                written_files.insert(name.to_owned(), Vec::new());
            }
        } else if let Value::Object(entries) = files {
            for (name, value) in entries {
                let checksums = match value {
                    Value::Array(checksums) => checksums.as_slice(),
                    checksum => std::slice::from_ref(checksum),
                };
                let texts = checksums.iter().filter_map(Value::as_str);
                written_files.insert(name.clone(), texts.map(str::to_owned).collect());
            }
        }
        written_files.retain(|name, _| is_below(name));
        Self(written_files)
    }

    fn to_json(&self) -> Value {
        let mut entries = Map::new();
        for (name, checksums) in &self.0 {
            let value = match checksums.as_slice() {
                [] => Value::Null,
                [checksum] => json!(checksum),
                several => json!(several),
            };
            entries.insert(name.clone(), value);
        }
        Value::Object(entries)
    }

    /// Adds a content that will be written to a file, or perhaps was.
    pub fn announce(&mut self, name: &str, bytes: &[u8]) {
        let checksums = self.0.entry(name.to_owned()).or_default();
        let checksum = checksum_text(bytes);
        if !checksums.contains(&checksum) {
            checksums.push(checksum);
        }
    }

    /// Records the content of a written file.
    pub fn record(&mut self, name: &str, bytes: &[u8]) {
        self.0.insert(name.to_owned(), vec![checksum_text(bytes)]);
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub fn remove(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Returns true if a file in the folder has a content that pioche wrote. A file that was changed is the user's, and so
    /// is a link or a folder.
    pub fn is_unchanged(&self, folder: &Path, name: &str) -> bool {
        let path = folder.join(name);
        let Some(checksums) = self.0.get(name) else {
            return false;
        };
        is_regular_file(&path)
            && read_limited(&path, MAX_COMPARED_BYTES)
                .is_ok_and(|bytes| checksums.contains(&checksum_text(&bytes)))
    }
}

/// Returns true for the name of a file in a folder or in its subfolders.
fn is_below(name: &str) -> bool {
    let mut components = Path::new(name).components();
    !name.is_empty() && components.all(|component| matches!(component, Component::Normal(_)))
}

fn checksum_text(bytes: &[u8]) -> String {
    format!("{:016x}", checksum(bytes))
}
