//! The files of a command: each output is a distinct file, and no output is also an input.

use super::lock::FileIdentity;
use super::output::{Output, PlannedOutput};
use super::{FILE_EXISTS, display_name, is_stdio_path, resolve_output_path};
use pioche_report::lang::{Problem, problem};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileUse {
    Input,
    Output,
}

/// A file, by its identity if it exists, otherwise by its path without links.
#[derive(Debug, PartialEq, Eq, Hash)]
enum FileKey {
    Existing(FileIdentity),
    New(PathBuf),
}

impl FileKey {
    /// Returns the key of a path; `None` for a device, which may be used several times, and for a path that cannot be an
    /// output.
    fn at(path: &Path) -> Option<Self> {
        let file = resolve_output_path(path).ok().flatten()?;
        match FileIdentity::at(&file).ok()? {
            Some(identity) => Some(Self::Existing(identity)),
            None => Some(Self::New(file)),
        }
    }
}

/// The inputs and outputs of a command. Every output of every command is opened here.
#[derive(Debug)]
pub struct FileRegistry {
    force: bool,
    uses: HashMap<FileKey, FileUse>,
    is_stdout_used: bool,
}

fn duplicate_stdout_problem() -> Problem {
    problem!(
        "la sortie standard est donnée deux fois : elle ne peut porter qu'une sortie",
        "the standard output is given twice: it can carry only one output"
    )
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
        let stdout_key = FileKey::at(Path::new("/dev/stdout")).map(|key| (key, FileUse::Output));
        Self {
            force,
            uses: stdout_key.into_iter().collect(),
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
        FileKey::at(path)
            .is_none_or(|key| self.uses.insert(key, FileUse::Input) != Some(FileUse::Input))
    }

    pub fn is_input(&self, path: &Path) -> bool {
        FileKey::at(path).is_some_and(|key| self.uses.get(&key) == Some(&FileUse::Input))
    }

    /// Opens an output. Fails as [`FileRegistry::plan_output`], and when another program writes it.
    pub fn open_output(&mut self, path: &Path) -> Result<Output, Problem> {
        self.plan_output(path)?.open()
    }

    /// Registers an output. Fails when it exists and `--force` is not given, when it is a folder or its folder does not
    /// exist, and when the file is already registered under any name.
    pub fn plan_output(&mut self, path: &Path) -> Result<PlannedOutput, Problem> {
        let path = dash_if_stdout(path);
        self.add_output(path)?;
        let output = PlannedOutput::new(path)?;
        if output.replaces_file() && !self.force {
            return Err(Problem::cannot_write(&display_name(path), FILE_EXISTS));
        }
        Ok(output)
    }

    /// Registers an output that continues the content of its file, which is read too. Fails as
    /// [`FileRegistry::plan_output`], except when the file exists.
    pub fn plan_continued_output(&mut self, path: &Path) -> Result<PlannedOutput, Problem> {
        let path = dash_if_stdout(path);
        self.add_output(path)?;
        PlannedOutput::new(path)
    }

    fn add_output(&mut self, path: &Path) -> Result<(), Problem> {
        if is_stdio_path(path) {
            return if std::mem::replace(&mut self.is_stdout_used, true) {
                Err(duplicate_stdout_problem())
            } else {
                Ok(())
            };
        }
        let file = display_name(path);
        match FileKey::at(path).and_then(|key| self.uses.insert(key, FileUse::Output)) {
            None => Ok(()),
            Some(FileUse::Output) => Err(problem!(
                "{file} est donné deux fois comme sortie",
                "{file} is given twice as an output"
            )),
            Some(FileUse::Input) => Err(problem!(
                "{file} est lu par cette commande et ne peut pas être aussi une sortie",
                "{file} is read by this command and cannot also be an output"
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
