//! The folder of `--out`, which is new or empty, or has files that `--force` may replace. Nothing in it is ever removed.

use super::lock::remove_stale_files;
use super::{FileRegistry, PlannedOutput, create_folder, display_name, parent_folder};
use pioche_report::lang::{Problem, problem};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of several tallies in the folder of a command.
pub const TALLY_FOLDER: &str = "tallies";

/// A folder for the files of a command. One that was new and is still empty is removed at the end.
#[derive(Debug)]
pub struct OutputFolder {
    path: PathBuf,
    is_new: bool,
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        if self.is_new {
            // A folder with files stays.
            let _ = fs::remove_dir(self.path.join(TALLY_FOLDER));
            let _ = fs::remove_dir(&self.path);
        }
    }
}

impl OutputFolder {
    /// Opens a folder, and creates it if it does not exist. Fails when it cannot be created, and when it has files, unless
    /// `may_have_files` is true.
    pub fn open(path: &Path, may_have_files: bool) -> Result<Self, Problem> {
        let is_new = !path.exists();
        create_folder(path)?;
        remove_stale_files(path);
        if !may_have_files && let Some(file) = first_visible_file(path) {
            return Err(folder_problem(
                path,
                problem!(
                    "ce dossier contient « {file} » ; choisissez un dossier vide ou nouveau, ou \
                     --force, qui remplace les fichiers du même nom et n'en supprime aucun",
                    "this folder holds “{file}”; choose an empty or a new folder, or --force, which \
                     replaces files of the same names and removes none"
                ),
            ));
        }
        Ok(Self {
            path: path.to_owned(),
            is_new,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a file of the folder, and creates the folder of a name such as `tallies/a.tally`. Fails when it
    /// cannot be created, and for a link.
    pub fn file_path(&self, name: &str) -> Result<PathBuf, Problem> {
        let path = self.path.join(name);
        let parent = parent_folder(&path);
        if parent != self.path {
            check_no_link(parent)?;
            create_folder(parent)?;
            remove_stale_files(parent);
        }
        check_no_link(&path)?;
        Ok(path)
    }

    /// Registers a file of the folder as an output of the command. Fails as [`FileRegistry::plan_output`], and for a link.
    pub fn plan_output(
        &self,
        name: &str,
        registry: &mut FileRegistry,
    ) -> Result<PlannedOutput, Problem> {
        registry.plan_output(&self.file_path(name)?)
    }
}

/// Returns the first file of a folder by its name, without hidden ones such as lock files.
fn first_visible_file(folder: &Path) -> Option<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let names = entries
        .filter_map(Result::ok)
        .map(|entry| entry.file_name());
    names
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.'))
        .min()
}

/// Fails for a link: nothing is written through one, since it may lead out of the folder.
pub fn check_no_link(path: &Path) -> Result<(), Problem> {
    if !path.is_symlink() {
        return Ok(());
    }
    let file = display_name(path);
    Err(problem!(
        "{file} est un lien : rien n'est écrit à travers un lien de ce dossier ; supprimez-le",
        "{file} is a link: nothing is written through a link in this folder; remove it"
    ))
}

/// Adds the option with a folder to a problem.
pub fn folder_problem(folder: &Path, problem: Problem) -> Problem {
    Problem::for_argument(&format!("--out {}", display_name(folder)), problem)
}
