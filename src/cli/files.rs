//! Files: what is read is bounded, what is written is opened before the work starts and appears whole or not at all.

use super::litter::Unfinished;
use crate::lang::{Problem, Reason, plainly};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The words for an input or output error.
pub fn reason(error: &io::Error) -> Reason {
    match error.kind() {
        io::ErrorKind::NotFound => Reason::NotFound,
        io::ErrorKind::PermissionDenied => Reason::Denied,
        io::ErrorKind::IsADirectory => Reason::Directory,
        io::ErrorKind::NotADirectory => Reason::NotADirectory,
        io::ErrorKind::StorageFull => Reason::Full,
        io::ErrorKind::AlreadyExists => Reason::Exists,
        _ => Reason::Other(error.to_string()),
    }
}

/// The bytes of a file, or of the standard input for `-`, when there are at most `most`.
///
/// # Errors
/// When it cannot be read, or is longer.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Problem> {
    let file = name(path);
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|opened| opened.take(most + 1).read_to_end(&mut bytes))
    };
    match read {
        Err(error) => Err(Problem::CannotRead { file, reason: reason(&error) }),
        Ok(_) if bytes.len() as u64 > most => Err(Problem::TooLong { file, most }),
        Ok(_) => Ok(bytes),
    }
}

/// A path as messages show it.
pub fn name(path: &Path) -> String {
    plainly(&path.to_string_lossy())
}

/// Whether a file that is there may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and the output is refused.
    Keep,
    /// It is replaced.
    Replace,
}

/// An output, opened but still invisible.
#[derive(Debug)]
pub struct Pending {
    path: PathBuf,
    existing: Existing,
    target: Target,
    /// Dropped after the file.
    _unfinished: Option<Unfinished>,
}

#[derive(Debug)]
enum Target {
    /// A file beside the target, renamed at the end.
    Beside(NamedTempFile),
    /// A device or a pipe, written as it is.
    Direct(File),
}

impl Pending {
    /// Opens an output.
    ///
    /// # Errors
    /// When it is there already and has to stay, or cannot be written.
    pub fn open(path: &Path, existing: Existing) -> Result<Self, Problem> {
        let fail = |reason| Problem::CannotWrite { file: name(path), reason };
        let target = match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(Reason::Directory),
            Ok(found) if found.is_file() && existing == Existing::Keep => Err(Reason::Exists),
            Ok(found) if !found.is_file() => {
                OpenOptions::new().write(true).open(path).map(Target::Direct).map_err(|error| reason(&error))
            }
            Ok(_) => beside(path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => beside(path),
            Err(error) => Err(reason(&error)),
        };
        let target = target.map_err(fail)?;
        let unfinished = match &target {
            Target::Beside(file) => Some(Unfinished::new(file.path())),
            Target::Direct(_) => None,
        };
        Ok(Self { path: path.to_owned(), existing, target, _unfinished: unfinished })
    }

    /// Writes the whole output and makes it visible.
    ///
    /// # Errors
    /// When the disk is full, or the file appeared in the meantime.
    pub fn write(self, bytes: &[u8]) -> Result<(), Problem> {
        let written = match self.target {
            Target::Direct(mut file) => file.write_all(bytes).and_then(|()| file.flush()),
            Target::Beside(mut file) => file.write_all(bytes).and_then(|()| file.flush()).and_then(|()| {
                let kept = match self.existing {
                    Existing::Keep => file.persist_noclobber(&self.path),
                    Existing::Replace => file.persist(&self.path),
                };
                kept.map(|_| ()).map_err(|failed| failed.error)
            }),
        };
        written.map_err(|error| Problem::CannotWrite { file: name(&self.path), reason: reason(&error) })
    }
}

/// An unnamed neighbour of the target, with the rights that a new file has.
fn beside(path: &Path) -> Result<Target, Reason> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pioche-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder).map(Target::Beside).map_err(|error| reason(&error))
}

/// Opens outputs, none of them twice.
#[derive(Debug)]
pub struct Opener {
    existing: Existing,
    seen: HashSet<PathBuf>,
}

impl Opener {
    /// An opener with `--force` or without.
    pub fn new(force: bool) -> Self {
        let existing = if force { Existing::Replace } else { Existing::Keep };
        Self { existing, seen: HashSet::new() }
    }

    /// Opens an output.
    ///
    /// # Errors
    /// As [`Pending::open`], and when it was asked for before.
    pub fn open(&mut self, path: &Path) -> Result<Pending, Problem> {
        let pending = Pending::open(path, self.existing)?;
        if matches!(pending.target, Target::Beside(_)) {
            self.claim(path)?;
        }
        Ok(pending)
    }

    /// Keeps anybody else from this output.
    ///
    /// # Errors
    /// When it was asked for before.
    pub fn claim(&mut self, path: &Path) -> Result<(), Problem> {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if self.seen.insert(absolute) { Ok(()) } else { Err(Problem::SameFileTwice { file: name(path) }) }
    }

    /// Opens an output that may not have been asked for.
    ///
    /// # Errors
    /// As [`Opener::open`].
    pub fn open_some(&mut self, path: Option<&PathBuf>) -> Result<Option<Pending>, Problem> {
        path.map(|path| self.open(path)).transpose()
    }
}

/// Makes a folder, and those above it, unless it is there.
///
/// # Errors
/// When it cannot be made.
pub fn make_folder(path: &Path) -> Result<(), Problem> {
    fs::create_dir_all(path).map_err(|error| {
        let reason = match error.kind() {
            io::ErrorKind::AlreadyExists => Reason::NotADirectory,
            _ => reason(&error),
        };
        Problem::CannotWrite { file: name(path), reason }
    })
}
