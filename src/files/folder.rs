//! A folder for the files of a command, with the record of what pioche wrote there.
//!
//! The record is open, and thereby locked, while the command runs. A file is of pioche if the record has its name and its
//! checksum; any other file is the user's. No file is written through a link. Files of earlier commands are removed only
//! when all files of this one are written.

use super::lock::remove_stale_files;
use super::record::FolderRecord;
use super::{
    FILE_BUSY, FileRegistry, Output, PlannedOutput, create_folder, display_name, read_limited,
};
use crate::console::Console;
use pioche_report::lang::{Lang, Problem, either, problem};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The largest size of a record, in bytes.
const MAX_RECORD_BYTES: u64 = 1 << 24;

#[derive(Debug)]
pub struct OutputFolder {
    path: PathBuf,
    record_output: Output,
    pub record: FolderRecord,
    /// The names of the files that this command has written.
    written: BTreeSet<String>,
    /// The folder if it is new; dropped after the record is closed.
    _new_folder: Option<NewFolder>,
}

/// A folder that is removed at the end if it is empty.
#[derive(Debug)]
struct NewFolder(PathBuf);

impl Drop for NewFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

impl OutputFolder {
    /// Creates the folder, opens its record and reads it; `new_record` is that of a folder without one. Fails when the
    /// folder cannot be written, another command writes it, or pioche did not write its record.
    pub fn open(path: &Path, record_name: &str, new_record: FolderRecord) -> Result<Self, Problem> {
        let is_new = !path.exists();
        create_folder(path)?;
        let new_folder = is_new.then(|| NewFolder(path.to_owned()));
        let record_path = path.join(record_name);
        let is_foreign = fs::symlink_metadata(&record_path).is_ok_and(|found| !found.is_file());
        if is_foreign {
            return Err(foreign_record_problem(path, record_name));
        }
        remove_stale_files(path);
        let record_output = PlannedOutput::new(&record_path)?
            .open()
            .map_err(|problem| {
                if problem == Problem::cannot_write(&display_name(&record_path), FILE_BUSY) {
                    busy_problem(path)
                } else {
                    problem
                }
            })?;
        let record = if record_path.exists() {
            let bytes = read_limited(&record_path, MAX_RECORD_BYTES)?;
            let mut record = FolderRecord::parse(&bytes)
                .ok_or_else(|| foreign_record_problem(path, record_name))?;
            record.files.remove(record_name);
            record
        } else {
            new_record
        };
        Ok(Self {
            path: path.to_owned(),
            record_output,
            record,
            written: BTreeSet::new(),
            _new_folder: new_folder,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Registers a file of the folder as an output of the command. Fails as [`FileRegistry::plan_output`], and for a link.
    pub fn plan_output(
        &self,
        name: &str,
        registry: &mut FileRegistry,
    ) -> Result<PlannedOutput, Problem> {
        self.check_no_link(name)?;
        registry.plan_output(&self.path.join(name))
    }

    /// Fails when a link has the name of a file, since it may lead elsewhere.
    pub fn check_no_link(&self, name: &str) -> Result<(), Problem> {
        let path = self.path.join(name);
        if !path.is_symlink() {
            return Ok(());
        }
        let file = display_name(&path);
        Err(problem!(
            "{file} est un lien : rien n'est écrit à travers un lien de ce dossier ; supprimez-le",
            "{file} is a link: nothing is written through a link in this folder; remove it"
        ))
    }

    /// Records a file that this command has written.
    pub fn record_written(&mut self, name: &str, bytes: &[u8]) {
        self.record.files.record(name, bytes);
        self.written.insert(name.to_owned());
    }

    /// Writes the record. Fails when the disk is full.
    pub fn save_record(&mut self) -> Result<(), Problem> {
        self.record_output
            .save(self.record.to_text().as_bytes())
            .map(|_| ())
    }

    /// Writes the record and removes the unchanged files of earlier commands that this one has not written and `is_stale`
    /// accepts. Names them. Must be called only when all files are written.
    pub fn finish(
        mut self,
        is_stale: impl Fn(&str) -> bool,
        console: &Console,
    ) -> Result<(), Problem> {
        self.save_record()?;
        let mut removed = Vec::new();
        for name in self.record.files.names() {
            let is_removed = !self.written.contains(name)
                && is_stale(name)
                && self.record.files.is_unchanged(&self.path, name);
            if is_removed {
                let path = self.path.join(name);
                fs::remove_file(&path)
                    .map_err(|error| Problem::cannot_write(&display_name(&path), error))?;
                removed.push(name.to_owned());
            }
        }
        for name in &removed {
            self.record.files.remove(name);
        }
        if removed.is_empty() {
            return Ok(());
        }
        console.remark(&self.removal_remark(&removed, console.lang));
        self.save_record()
    }

    /// Returns the remark on removed files.
    fn removal_remark(&self, removed: &[String], lang: Lang) -> String {
        let folder = display_name(&self.path);
        let files = removed.join(", ");
        either!(
            lang,
            "Fichiers d'une exécution antérieure, supprimés de {folder} : {files}",
            "Files of an earlier run, removed from {folder}: {files}"
        )
    }
}

/// Adds the option with a folder to a problem.
pub fn folder_problem(folder: &Path, problem: Problem) -> Problem {
    Problem::for_argument(&format!("--out {}", display_name(folder)), problem)
}

fn busy_problem(folder: &Path) -> Problem {
    folder_problem(
        folder,
        problem!(
            "une autre commande écrit dans ce dossier",
            "another command is writing to this folder"
        ),
    )
}

pub fn foreign_record_problem(folder: &Path, record_name: &str) -> Problem {
    folder_problem(
        folder,
        problem!(
            "le fichier {record_name} de ce dossier n'a pas été écrit par pioche ; choisissez un \
             dossier vide ou nouveau",
            "the file {record_name} in this folder was not written by pioche; choose an empty or a \
             new folder"
        ),
    )
}
