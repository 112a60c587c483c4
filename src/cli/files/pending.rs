//! Outputs: opened before the work starts, and whole or not there at all when it is done. None of a command is another
//! one, or an input, under whatever name.
//!
//! A file that is replaced keeps its mode, its owner and, where links lead to it, its place. One that has several names
//! (hard links) is overwritten, since a new file would take one name only: the new content is saved beside it first, and
//! what it grows by is written before anything of the old is, so that a full disk leaves it as it was.

use super::aside::{Existing, Unfinished, aside, put, same_owner};
use super::place::{Place, exclusive, folder, has_other_names, is_standard, lock, name, place, reason};
use crate::cli::console::{Console, Failure};
use crate::lang::{Problem, Reason};
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// An output, opened but still invisible.
#[derive(Debug)]
pub struct Pending {
    path: PathBuf,
    target: Target,
    /// Dropped after the file.
    _unfinished: Option<Unfinished>,
}

#[derive(Debug)]
enum Target {
    /// A file that grows beside its place, and takes it at the end.
    Beside(NamedTempFile, PathBuf, Existing),
    /// A file that is overwritten, after its new content is safe beside it.
    Over(NamedTempFile, File),
    /// A device or a pipe, written as it is.
    Direct(File),
    Standard,
}

impl Pending {
    /// Its name, if it is a file.
    pub fn file(&self) -> Option<String> {
        (!matches!(self.target, Target::Standard)).then(|| name(&self.path))
    }

    /// Opens an output; `-` is the standard output. Fails when it is there already and has to stay, or cannot be
    /// written.
    pub fn open(path: &Path, existing: Existing) -> Result<Self, Problem> {
        let target = if is_standard(path) { Ok(Target::Standard) } else { target(path, existing) };
        let fail = |reason| Problem::CannotWrite { file: name(path), reason };
        let target = target.map_err(fail)?;
        let unfinished = match &target {
            Target::Beside(aside, ..) | Target::Over(aside, _) => Some(Unfinished::new(aside.path())),
            Target::Direct(_) | Target::Standard => None,
        };
        Ok(Self { path: path.to_owned(), target, _unfinished: unfinished })
    }

    /// As messages show it.
    pub fn name(&self) -> String {
        name(&self.path)
    }

    /// Writes the whole output and makes it visible. Fails when the disk is full, the file appeared in the meantime, or
    /// nobody reads the standard output.
    pub fn write(self, bytes: &[u8], console: &Console) -> Result<(), Failure> {
        let written = match self.target {
            Target::Standard => return console.print(bytes),
            Target::Direct(mut file) => file.write_all(bytes).and_then(|()| file.flush()),
            Target::Over(copy, file) => overwrite(copy, file, bytes),
            Target::Beside(_, at, Existing::Replace) if is_busy(&at) => Err(io::ErrorKind::WouldBlock.into()),
            Target::Beside(aside, at, existing) => take_place(aside, bytes, &at, existing),
        };
        written.map_err(|error| Problem::CannotWrite { file: name(&self.path), reason: reason(&error) }.into())
    }
}

fn target(path: &Path, existing: Existing) -> Result<Target, Reason> {
    let said = |error: io::Error| reason(&error);
    match place(path)? {
        Place::Device => OpenOptions::new().write(true).open(path).map(Target::Direct).map_err(said),
        Place::File(..) if existing == Existing::Keep => Err(Reason::Exists),
        Place::File(at, _) if is_busy(&at) => Err(Reason::BUSY),
        Place::File(at, former) => {
            let aside = aside(&at, Some(&former)).map_err(said)?;
            let other = || OpenOptions::new().write(true).open(&at);
            if has_other_names(&former) {
                other().map(|file| Target::Over(aside, file)).map_err(said)
            } else if same_owner(aside.as_file(), &former) {
                Ok(Target::Beside(aside, at, Existing::Replace))
            } else {
                // What cannot be given to its owner is written where it stands, if it may be.
                match other() {
                    Ok(file) => Ok(Target::Over(aside, file)),
                    Err(_) => Ok(Target::Beside(aside, at, Existing::Replace)),
                }
            }
        }
        Place::Free(at) => aside(&at, None).map(|aside| Target::Beside(aside, at, existing)).map_err(said),
    }
}

/// Whether another program holds this file: a simulation under way its tally.
fn is_busy(path: &Path) -> bool {
    let regular = fs::metadata(path).is_ok_and(|found| found.is_file());
    regular
        && match exclusive(path) {
            Ok(file) => matches!(lock(&file), Err(TryLockError::WouldBlock)),
            Err(error) => error.kind() == io::ErrorKind::WouldBlock,
        }
}

fn take_place(file: NamedTempFile, bytes: &[u8], at: &Path, existing: Existing) -> io::Result<()> {
    match put(file, bytes, at, existing).map(drop) {
        // Somebody has removed what grew: there is still all that it takes.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            put(aside(at, fs::metadata(at).ok().as_ref())?, bytes, at, existing).map(drop)
        }
        written => written,
    }
}

fn overwrite(mut copy: NamedTempFile, mut file: File, bytes: &[u8]) -> io::Result<()> {
    copy.write_all(bytes)?;
    copy.as_file().sync_all()?;
    let former = file.metadata()?.len();
    let (head, tail) = bytes.split_at(bytes.len().min(usize::try_from(former).unwrap_or(usize::MAX)));
    let grown = file.seek(SeekFrom::Start(former.min(bytes.len() as u64)));
    let grown = grown.and_then(|_| file.write_all(tail)).and_then(|()| file.sync_all());
    if let Err(error) = grown {
        file.set_len(former)?;
        return Err(error);
    }
    file.seek(SeekFrom::Start(0))?;
    file.write_all(head)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_all()
}

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

    pub fn is_read(&self, path: &Path) -> bool {
        Identity::of(path).is_some_and(|file| self.seen.get(&file) == Some(&Use::Input))
    }

    /// Opens an output. Fails as [`Pending::open`] and [`Opener::claim`].
    pub fn open(&mut self, path: &Path) -> Result<Pending, Problem> {
        self.claim(path)?;
        Pending::open(path, self.existing)
    }

    /// Keeps anybody else from this output. Fails when it was asked for before, or is an input.
    pub fn claim(&mut self, path: &Path) -> Result<(), Problem> {
        if is_standard(path) {
            return if std::mem::replace(&mut self.standard, true) { Err(Problem::StdoutTwice) } else { Ok(()) };
        }
        let file = name(path);
        match Identity::of(path).and_then(|identity| self.seen.insert(identity, Use::Output)) {
            None => Ok(()),
            Some(Use::Output) => Err(Problem::said(
                format!("{file} est demandé deux fois comme sortie"),
                format!("{file} is asked for twice as an output"),
            )),
            Some(Use::Input) => Err(Problem::said(
                format!("{file} est lu par cette commande, et ne peut être une de ses sorties"),
                format!("{file} is read by this command, and cannot be one of its outputs"),
            )),
        }
    }

    /// Whether the standard output carries the answer: no output was asked for there. `format` is that of the answer,
    /// where one was asked for. Fails when both were asked for.
    pub fn answers<F>(&self, format: Option<F>) -> Result<bool, Problem> {
        if self.standard && format.is_some() { Err(Problem::StdoutTwice) } else { Ok(!self.standard) }
    }
}
