//! The files of one command: no output is another one, or an input, under whatever name.

use super::files::{Place, folder, is_standard, name, place};
use super::pending::{Existing, Pending};
use crate::lang::Problem;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What tells a file from all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Identity {
    /// A file that is there, by its place on the disk: it has as many names as it likes.
    #[cfg(unix)]
    Node(u64, u64),
    /// A file that is not there yet, or any where that is all there is to know.
    Path(PathBuf),
}

impl Identity {
    /// Of what a path leads to; nothing of a device, which bears more than one.
    fn of(path: &Path) -> Option<Self> {
        match place(path).ok()? {
            Place::Device => None,
            #[cfg(unix)]
            Place::File(_, found) => {
                use std::os::unix::fs::MetadataExt;
                Some(Self::Node(found.dev(), found.ino()))
            }
            #[cfg(not(unix))]
            Place::File(at, _) => Some(Self::Path(fs::canonicalize(&at).unwrap_or(at))),
            Place::Free(at) => {
                let folder = fs::canonicalize(folder(&at)).ok()?;
                Some(Self::Path(folder.join(at.file_name()?)))
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Input,
    Output,
}

/// Opens the outputs of one command.
#[derive(Debug)]
pub struct Opener {
    existing: Existing,
    seen: HashMap<Identity, Use>,
    standard: bool,
}

impl Opener {
    /// An opener with `--force` or without.
    pub fn new(force: bool) -> Self {
        // What the standard output leads to, where that is a file, is an output from the start.
        let standard = Identity::of(Path::new("/dev/stdout")).map(|file| (file, Use::Output));
        Self { existing: Existing::forced(force), seen: standard.into_iter().collect(), standard: false }
    }

    /// Notes an input, and tells whether it is a new one.
    pub fn reads(&mut self, path: &Path) -> bool {
        let path = if is_standard(path) { Path::new("/dev/stdin") } else { path };
        Identity::of(path).is_none_or(|file| self.seen.insert(file, Use::Input) != Some(Use::Input))
    }

    /// Whether this is an input.
    pub fn is_read(&self, path: &Path) -> bool {
        Identity::of(path).is_some_and(|file| self.seen.get(&file) == Some(&Use::Input))
    }

    /// Opens an output.
    ///
    /// # Errors
    /// As [`Pending::open`] and [`Opener::claim`].
    pub fn open(&mut self, path: &Path) -> Result<Pending, Problem> {
        self.claim(path)?;
        Pending::open(path, self.existing)
    }

    /// Keeps anybody else from this output.
    ///
    /// # Errors
    /// When it was asked for before, or is an input.
    pub fn claim(&mut self, path: &Path) -> Result<(), Problem> {
        let file = name(path);
        if is_standard(path) {
            return if std::mem::replace(&mut self.standard, true) { Err(Problem::StdoutTwice) } else { Ok(()) };
        }
        let former = Identity::of(path).and_then(|identity| self.seen.insert(identity, Use::Output));
        match former {
            None => Ok(()),
            Some(Use::Output) => Err(Problem::SameFileTwice { file }),
            Some(Use::Input) => Err(Problem::OutputIsInput { file }),
        }
    }

    /// Opens an output that may not have been asked for.
    ///
    /// # Errors
    /// As [`Opener::open`].
    pub fn open_some(&mut self, path: Option<&PathBuf>) -> Result<Option<Pending>, Problem> {
        path.map(|path| self.open(path)).transpose()
    }

    /// Whether the standard output carries the answer: no output was asked for there. `format` is that of the answer,
    /// where one was asked for.
    ///
    /// # Errors
    /// When both were asked for.
    pub fn answers<F>(&self, format: Option<F>) -> Result<bool, Problem> {
        if self.standard && format.is_some() { Err(Problem::StdoutTwice) } else { Ok(!self.standard) }
    }
}
