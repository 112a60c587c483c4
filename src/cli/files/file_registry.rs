//! The files of one command. Each output is a distinct file, and no output is also an input.

use super::output::Output;
use super::paths::{OutputPath, display_name, is_stdio_path, resolve_output_path};
use crate::lang::{Problem, problem};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileUse {
    Input,
    Output,
}

#[derive(Debug)]
pub struct FileRegistry {
    force: bool,
    /// The files of the command, with links resolved. Devices are left out, since they can be used several times.
    uses: HashMap<PathBuf, FileUse>,
    is_stdout_used: bool,
}

fn duplicate_stdout_problem() -> Problem {
    Problem::message(
        "la sortie standard est donnée deux fois : elle ne peut porter qu'une sortie",
        "the standard output is given twice: it can carry only one output",
    )
}

fn resolved_path(path: &Path) -> Option<PathBuf> {
    match resolve_output_path(path).ok()? {
        OutputPath::Device => None,
        OutputPath::Existing(at) | OutputPath::New(at) => Some(at),
    }
}

impl FileRegistry {
    pub fn new(force: bool) -> Self {
        // If the standard output is redirected to a file, that file is already an output.
        let standard = resolved_path(Path::new("/dev/stdout")).map(|file| (file, FileUse::Output));
        Self {
            force,
            uses: standard.into_iter().collect(),
            is_stdout_used: false,
        }
    }

    /// Registers an input. Returns true if it was not registered before.
    pub fn add_input(&mut self, path: &Path) -> bool {
        let path = if is_stdio_path(path) {
            Path::new("/dev/stdin")
        } else {
            path
        };
        resolved_path(path)
            .is_none_or(|file| self.uses.insert(file, FileUse::Input) != Some(FileUse::Input))
    }

    pub fn is_input(&self, path: &Path) -> bool {
        resolved_path(path).is_some_and(|file| self.uses.get(&file) == Some(&FileUse::Input))
    }

    /// Opens an output. Fails as [`Output::open`] and [`FileRegistry::add_output`].
    pub fn open_output(&mut self, path: &Path) -> Result<Output, Problem> {
        self.add_output(path)?;
        Output::open(path, self.force)
    }

    /// Registers an output. Fails when the file is already registered.
    pub fn add_output(&mut self, path: &Path) -> Result<(), Problem> {
        if is_stdio_path(path) {
            return if std::mem::replace(&mut self.is_stdout_used, true) {
                Err(duplicate_stdout_problem())
            } else {
                Ok(())
            };
        }
        let file = display_name(path);
        match resolved_path(path).and_then(|identity| self.uses.insert(identity, FileUse::Output)) {
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
