//! The record of the files that a command wrote to a folder. A later command removes those that it does not write again,
//! if they are unchanged.

use super::{display_name, read_limited};
use crate::lang::{Lang, Problem, either};
use pioche_engine::sim::tally_file::checksum;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The largest size of a file that is compared with its checksum, in bytes. A larger file is kept.
const MAX_COMPARED_BYTES: u64 = 1 << 30;

/// The names of written files, each with its checksum, or `None` while the file is not complete.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WrittenFiles(BTreeMap<String, Option<String>>);

impl WrittenFiles {
    /// Reads a record. Names with a path are left out, so that no file elsewhere is removed. A list of names, the form of
    /// earlier versions, has no checksums.
    pub fn from_json(record: &Value) -> Self {
        let mut files = BTreeMap::new();
        if let Value::Array(names) = record {
            for name in names.iter().filter_map(Value::as_str) {
                files.insert(name.to_owned(), None);
            }
        } else if let Value::Object(entries) = record {
            for (name, checksum) in entries {
                files.insert(name.clone(), checksum.as_str().map(str::to_owned));
            }
        }
        files.retain(|name, _| Path::new(name).file_name() == Some(name.as_ref()));
        Self(files)
    }

    pub fn to_json(&self) -> Value {
        let entries = self.0.iter();
        let files: Map<String, Value> = entries
            .map(|(name, checksum)| (name.clone(), json!(checksum)))
            .collect();
        Value::Object(files)
    }

    /// Adds a file that will be written, unless it is in the record.
    pub fn register(&mut self, name: String) {
        self.0.entry(name).or_default();
    }

    /// Records the content of a written file.
    pub fn record(&mut self, name: &str, bytes: &[u8]) {
        self.0.insert(name.to_owned(), Some(checksum_text(bytes)));
    }

    pub fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub fn remove(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Removes the files with these names from the record, and returns them.
    #[must_use]
    pub fn take(&mut self, is_taken: impl Fn(&str) -> bool) -> Self {
        let names = std::mem::take(&mut self.0);
        let (taken, kept) = names.into_iter().partition(|(name, _)| is_taken(name));
        self.0 = kept;
        Self(taken)
    }

    /// Adds the files of another record.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Removes the unchanged files of the record from a folder, and returns their names. A file that was changed, or that
    /// is a link or a folder, is kept.
    pub fn remove_unchanged(&self, folder: &Path) -> Result<Vec<String>, Problem> {
        let mut removed = Vec::new();
        for (name, checksum) in &self.0 {
            let path = folder.join(name);
            let is_unchanged = checksum.is_some()
                && is_regular_file(&path)
                && read_limited(&path, MAX_COMPARED_BYTES)
                    .is_ok_and(|bytes| Some(checksum_text(&bytes)) == *checksum);
            if is_unchanged {
                remove_file(&path)?;
                removed.push(name.clone());
            }
        }
        Ok(removed)
    }
}

/// Returns true for a file itself, false for a link to one.
pub fn is_regular_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}

pub fn remove_file(path: &Path) -> Result<(), Problem> {
    fs::remove_file(path).map_err(|error| Problem::cannot_write(&display_name(path), error))
}

/// Returns the remark about removed files; `None` if there are none.
pub fn removal_remark(folder: &Path, names: &[String], lang: Lang) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let folder = display_name(folder);
    let files = names.join(", ");
    Some(either!(
        lang,
        "Fichiers d'une exécution antérieure, supprimés de {folder} : {files}",
        "Files of an earlier run, removed from {folder}: {files}"
    ))
}

fn checksum_text(bytes: &[u8]) -> String {
    format!("{:016x}", checksum(bytes))
}
