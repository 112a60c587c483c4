//! The outputs of one command: each is a file of its own, and none is an input.

use super::output::Output;
use super::place::{Place, is_standard, name, place};
use crate::lang::{Problem, problem};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Input,
    Output,
}

#[derive(Debug)]
pub struct Opener {
    force: bool,
    /// The files of the command, links followed. Devices are not among them: one may be used several times.
    seen: HashMap<PathBuf, Use>,
    standard: bool,
}

fn stdout_twice() -> Problem {
    Problem::message(
        "la sortie standard est donnée deux fois : elle ne peut porter qu'une sortie",
        "the standard output is given twice: it can carry only one output",
    )
}

fn identity(path: &Path) -> Option<PathBuf> {
    match place(path).ok()? {
        Place::Device => None,
        Place::File(at) | Place::Free(at) => Some(at),
    }
}

impl Opener {
    pub fn new(force: bool) -> Self {
        // A file that the standard output leads to is an output from the start.
        let standard = identity(Path::new("/dev/stdout")).map(|file| (file, Use::Output));
        Self { force, seen: standard.into_iter().collect(), standard: false }
    }

    /// Notes an input. Returns whether it is a new one.
    pub fn reads(&mut self, path: &Path) -> bool {
        let path = if is_standard(path) { Path::new("/dev/stdin") } else { path };
        identity(path).is_none_or(|file| self.seen.insert(file, Use::Input) != Some(Use::Input))
    }

    pub fn is_read(&self, path: &Path) -> bool {
        identity(path).is_some_and(|file| self.seen.get(&file) == Some(&Use::Input))
    }

    /// Opens an output. Fails as [`Output::open`] and [`Opener::claim`].
    pub fn open(&mut self, path: &Path) -> Result<Output, Problem> {
        self.claim(path)?;
        Output::open(path, self.force)
    }

    /// Notes an output. Fails when it was asked for before, or is an input.
    pub fn claim(&mut self, path: &Path) -> Result<(), Problem> {
        if is_standard(path) {
            return if std::mem::replace(&mut self.standard, true) { Err(stdout_twice()) } else { Ok(()) };
        }
        let file = name(path);
        match identity(path).and_then(|identity| self.seen.insert(identity, Use::Output)) {
            None => Ok(()),
            Some(Use::Output) => {
                Err(problem!("{file} est donné deux fois comme sortie", "{file} is given twice as an output"))
            }
            Some(Use::Input) => Err(problem!(
                "{file} est lu par cette commande et ne peut pas être aussi une sortie",
                "{file} is read by this command and cannot also be an output"
            )),
        }
    }

    /// Returns whether the standard output carries the answer: no output was asked for there. `format` is that of the
    /// answer, where one was asked for. Fails when both were asked for.
    pub fn answers<F>(&self, format: Option<F>) -> Result<bool, Problem> {
        if self.standard && format.is_some() { Err(stdout_twice()) } else { Ok(!self.standard) }
    }
}
