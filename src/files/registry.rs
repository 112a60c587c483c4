//! The files of a command: each output is a distinct file, no output is also an input, and none replaces a file without
//! `--force`.

use super::output::{FileIdentity, Output};
use super::{create_folder, display_name, is_stdio_path, parent_folder};
use pioche_report::lang::{Problem, Text, problem};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileUse {
    Input,
    Output,
}

/// The inputs and outputs of a command. Every output of every command is opened here.
#[derive(Debug)]
pub struct FileRegistry {
    force: bool,
    uses: HashMap<FileIdentity, FileUse>,
    is_stdout_used: bool,
}

/// The reason when a file exists and `--force` was not given.
const FILE_EXISTS: Text = Text("the file already exists (--force replaces it)");

fn duplicate_stdout_problem() -> Problem {
    problem!("the standard output is given twice: it can carry only one output")
}

/// Returns `-` for another name of the standard output.
fn dash_if_stdout(path: &Path) -> &Path {
    const NAMES: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    if NAMES.iter().any(|name| path == Path::new(name)) {
        Path::new("-")
    } else {
        path
    }
}

impl FileRegistry {
    pub fn new(force: bool) -> Self {
        // If the standard output is redirected to a file, that file is already an output.
        let stdout_file = Output::identity(Path::new("/dev/stdout"));
        Self {
            force,
            uses: stdout_file
                .map(|file| (file, FileUse::Output))
                .into_iter()
                .collect(),
            is_stdout_used: false,
        }
    }

    /// Returns true if outputs may replace files.
    pub fn may_replace(&self) -> bool {
        self.force
    }

    /// Registers an input. Returns true if it was not registered before.
    pub fn add_input(&mut self, path: &Path) -> bool {
        let path = if is_stdio_path(path) {
            Path::new("/dev/stdin")
        } else {
            path
        };
        Output::identity(path)
            .is_none_or(|file| self.uses.insert(file, FileUse::Input) != Some(FileUse::Input))
    }

    pub fn is_input(&self, path: &Path) -> bool {
        Output::identity(path).is_some_and(|file| self.uses.get(&file) == Some(&FileUse::Input))
    }

    /// Opens an output. Fails when it exists and `--force` is not given, when it is already registered under any name, and as
    /// [`Output::open`].
    pub fn open_output(&mut self, path: &Path) -> Result<Output, Problem> {
        let output = self.open_continued_output(path)?;
        if output.replaces_file() && !self.force {
            return Err(Problem::cannot_write(&output.display_name(), FILE_EXISTS));
        }
        Ok(output)
    }

    /// Opens an output that continues the content of its file, which is read too. Fails as [`Self::open_output`], except
    /// when the file exists.
    pub fn open_continued_output(&mut self, path: &Path) -> Result<Output, Problem> {
        let path = dash_if_stdout(path);
        if is_stdio_path(path) {
            if std::mem::replace(&mut self.is_stdout_used, true) {
                return Err(duplicate_stdout_problem());
            }
            return Output::open(path);
        }
        let file = display_name(path);
        match Output::identity(path).and_then(|file| self.uses.insert(file, FileUse::Output)) {
            None => Output::open(path),
            Some(FileUse::Output) => Err(problem!("{file} is given twice as an output", file)),
            Some(FileUse::Input) => Err(problem!(
                "{file} is read by this command and cannot also be an output",
                file
            )),
        }
    }

    /// Returns true if no output file is the standard output, so that the answer is printed there. Fails when
    /// `stdout_format` asks for an answer as well.
    pub fn is_stdout_free<F>(&self, stdout_format: Option<F>) -> Result<bool, Problem> {
        if self.is_stdout_used && stdout_format.is_some() {
            Err(duplicate_stdout_problem())
        } else {
            Ok(!self.is_stdout_used)
        }
    }
}

/// The folder of several tallies in the folder of a command.
pub const TALLY_FOLDER: &str = "tallies";

/// The folder of `--out`, which is new or empty, or has files that `--force` may replace. Nothing in it is ever removed. One
/// that was new and is still empty is removed at the end.
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
        if !may_have_files && let Some(file) = first_visible_file(path) {
            return Err(folder_problem(
                path,
                problem!(
                    "this folder holds “{file}”; choose an empty or a new folder, or --force, \
                     which replaces files of the same names and removes none",
                    file
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
        }
        check_no_link(&path)?;
        Ok(path)
    }

    /// Opens a file of the folder. Fails as [`FileRegistry::open_output`] and [`Self::file_path`].
    pub fn open_output(&self, name: &str, registry: &mut FileRegistry) -> Result<Output, Problem> {
        registry.open_output(&self.file_path(name)?)
    }
}

/// Returns the first file of a folder by its name, without hidden ones.
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
fn check_no_link(path: &Path) -> Result<(), Problem> {
    if !path.is_symlink() {
        return Ok(());
    }
    let file = display_name(path);
    Err(problem!(
        "{file} is a link: nothing is written through a link in this folder; remove it",
        file
    ))
}

/// Adds the option with a folder to a problem.
pub fn folder_problem(folder: &Path, problem: Problem) -> Problem {
    Problem::for_argument(&format!("--out {}", display_name(folder)), problem)
}
