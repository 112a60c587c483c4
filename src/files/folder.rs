//! A folder for the files of a command, with the record of what pioche wrote there.
//!
//! The record is open, and thereby locked, while the command runs. A file is of pioche if the record has its name and its
//! checksum; any other file is the user's. No file is written through a link. Files of earlier commands are removed only
//! when all files of this one are written.

use super::lock::{lock_path, remove_stale_files};
use super::record::FolderRecord;
use super::{
    FILE_BUSY, FileRegistry, Output, PlannedOutput, create_folder, display_name, is_regular_file,
    read_limited,
};
use crate::console::{Console, Failure};
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
    force: bool,
    /// The names of the files that this command has written.
    written: BTreeSet<String>,
    /// The replaced files that pioche had not written.
    replaced_foreign: BTreeSet<String>,
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
    pub fn open(
        path: &Path,
        record_name: &str,
        new_record: FolderRecord,
        force: bool,
    ) -> Result<Self, Problem> {
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
            force,
            written: BTreeSet::new(),
            replaced_foreign: BTreeSet::new(),
            _new_folder: new_folder,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if the folder had a record.
    pub fn has_record(&self) -> bool {
        self.record_output.path().exists()
    }

    /// Returns a file in a folder without a record.
    pub fn unrelated_file(&self) -> Result<Option<String>, Problem> {
        let entries = fs::read_dir(&self.path)
            .map_err(|error| Problem::cannot_write(&display_name(&self.path), error))?;
        let own_lock = lock_path(self.record_output.path());
        let names = entries
            .filter_map(Result::ok)
            .map(|entry| entry.file_name())
            .filter(|name| Some(name.as_os_str()) != own_lock.file_name());
        Ok(names.map(|name| name.to_string_lossy().into_owned()).min())
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

    /// Fails when a file that will be written is a link, or the user's and `--force` is not given.
    pub fn check_replaceable(&mut self, name: &str) -> Result<(), Problem> {
        self.check_no_link(name)?;
        let path = self.path.join(name);
        let is_own =
            self.written.contains(name) || self.record.files.is_unchanged(&self.path, name);
        if !path.exists() || is_own {
            return Ok(());
        }
        let file = display_name(&path);
        if !self.force {
            return Err(problem!(
                "{file} n'est pas tel que pioche l'a écrit, ou n'est pas de pioche (--force le \
                 remplace)",
                "{file} is not as pioche wrote it, or not of pioche (--force replaces it)"
            ));
        }
        if !is_regular_file(&path) {
            return Err(problem!(
                "{file} est un dossier ; supprimez-le",
                "{file} is a folder; remove it"
            ));
        }
        self.replaced_foreign.insert(name.to_owned());
        Ok(())
    }

    /// Opens a file that is saved repeatedly. Fails as [`Self::check_replaceable`], and when it cannot be written.
    pub fn plan_replacing(&mut self, name: &str) -> Result<PlannedOutput, Problem> {
        self.check_replaceable(name)?;
        PlannedOutput::new(&self.path.join(name))
    }

    /// Opens a file of which the content is continued. Fails for a link.
    pub fn plan_continued(&self, name: &str) -> Result<PlannedOutput, Problem> {
        self.check_no_link(name)?;
        PlannedOutput::new(&self.path.join(name))
    }

    /// Writes files, each with its content. They are recorded before, so that they are known as pioche's if the program is
    /// killed. Fails as [`Self::check_replaceable`], and when the disk is full.
    pub fn write(&mut self, files: &[(String, Vec<u8>)], console: &Console) -> Result<(), Failure> {
        for (name, _) in files {
            self.check_replaceable(name)?;
        }
        for (name, bytes) in files {
            self.record.files.announce(name, bytes);
        }
        self.save_record()?;
        for (name, bytes) in files {
            let output = PlannedOutput::new(&self.path.join(name))?.open()?;
            output.write(bytes, console)?;
            self.record_written(name, bytes);
        }
        Ok(())
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
    /// accepts. Names them, and the replaced files that were not of pioche. Must be called only when all files are written.
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
        for remark in self.remarks(&removed, console.lang) {
            console.remark(&remark);
        }
        if removed.is_empty() {
            Ok(())
        } else {
            self.save_record()
        }
    }

    /// Returns the remarks on removed files and on replaced files that were not of pioche.
    fn remarks(&self, removed: &[String], lang: Lang) -> Vec<String> {
        let folder = display_name(&self.path);
        let mut remarks = Vec::new();
        if !self.replaced_foreign.is_empty() {
            let files = Vec::from_iter(self.replaced_foreign.iter().map(String::as_str)).join(", ");
            remarks.push(either!(
                lang,
                "Fichiers remplacés dans {folder}, que pioche n'avait pas écrits ainsi : {files}",
                "Replaced in {folder}, though pioche had not written them so: {files}"
            ));
        }
        if !removed.is_empty() {
            let files = removed.join(", ");
            remarks.push(either!(
                lang,
                "Fichiers d'une exécution antérieure, supprimés de {folder} : {files}",
                "Files of an earlier run, removed from {folder}: {files}"
            ));
        }
        remarks
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
