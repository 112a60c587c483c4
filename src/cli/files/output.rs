//! An output: opened before the work starts, and whole or not there when the work is done.
//!
//! A file is written to a part file beside its place, which then takes that place. As long as the output is open, a lock
//! file beside it is held: a second program that opens the same output is refused. The names of both come from the name
//! of the output, so that the next program which opens it removes what a killed program left.

use super::place::{EXISTS, Place, folder, is_standard, name, place, reason};
use crate::cli::console::{Console, Failure};
use crate::cli::signals;
use crate::lang::{Problem, Sentence};
use pioche_engine::sim::tally_file::checksum;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

const PREFIX: &str = ".pioche-";
const LOCK: &str = "lock";
const PART: &str = "part";

/// An output, opened but still invisible.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    File(OutputFile),
    /// A device or a pipe, written as it is.
    Direct(File),
    Standard,
}

impl Output {
    /// Opens an output; `-` is the standard output. Fails when the file is there and `force` is not given, when another program
    /// writes it, or when it cannot be written.
    pub fn open(path: &Path, force: bool) -> Result<Self, Problem> {
        let target = if is_standard(path) { Ok(Target::Standard) } else { target(path, force) };
        let target = target.map_err(|reason| Problem::CannotWrite { file: name(path), reason })?;
        Ok(Self { path: path.to_owned(), target })
    }

    pub fn name(&self) -> String {
        name(&self.path)
    }

    pub fn is_standard(&self) -> bool {
        matches!(self.target, Target::Standard)
    }

    pub fn as_file(&mut self) -> Option<&mut OutputFile> {
        if let Target::File(file) = &mut self.target { Some(file) } else { None }
    }

    /// Writes the whole output and makes it visible. Fails when the disk is full, the file appeared in the meantime, or
    /// the standard output is closed.
    pub fn write(self, bytes: &[u8], console: &Console) -> Result<(), Failure> {
        let written = match self.target {
            Target::Standard => return console.print(bytes),
            Target::Direct(mut file) => file.write_all(bytes).and_then(|()| file.flush()),
            Target::File(mut file) => file.save(bytes),
        };
        written.map_err(|error| Problem::CannotWrite { file: name(&self.path), reason: reason(&error) }.into())
    }
}

fn target(path: &Path, force: bool) -> Result<Target, Sentence> {
    let file = match place(path)? {
        Place::Device => OpenOptions::new().write(true).open(path).map(Target::Direct),
        Place::File(_) if !force => return Err(EXISTS.into()),
        Place::File(at) | Place::Free(at) => OutputFile::open(at, force).map(Target::File),
    };
    file.map_err(|error| reason(&error))
}

/// A file that is saved once or again and again; each save replaces the one before it.
#[derive(Debug)]
pub struct OutputFile {
    at: PathBuf,
    /// True if a save may replace the file that is there.
    force: bool,
    /// The file as the last save left it, by which one that took its place is told from it. Windows replaces no open
    /// file: there it is not kept.
    saved: Option<File>,
    lock: Lock,
}

impl OutputFile {
    fn open(at: PathBuf, force: bool) -> io::Result<Self> {
        let lock = Lock::take(&at)?;
        Ok(Self { at, force, saved: None, lock })
    }

    /// Replaces the file. Fails when the disk is full, or [another file has taken its place](Self::was_replaced); the
    /// former file is then unchanged.
    pub fn save(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut part = self.part()?;
        part.write_all(bytes)?;
        part.as_file().sync_all()?;
        if self.was_replaced() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let put = if self.force { part.persist(&self.at) } else { part.persist_noclobber(&self.at) };
        self.saved = Some(put?).filter(|_| cfg!(unix));
        self.force = true;
        // The name is made durable too; not every system can do it.
        #[cfg(unix)]
        let _ = File::open(folder(&self.at)).and_then(|folder| folder.sync_all());
        Ok(())
    }

    /// A new part file, with the mode of the file that it will replace.
    fn part(&self) -> io::Result<NamedTempFile> {
        let path = part_of(&self.lock.path);
        let mut builder = tempfile::Builder::new();
        builder.prefix(path.file_name().unwrap_or_default()).rand_bytes(0);
        #[cfg(unix)]
        let former = fs::metadata(&self.at).ok().map(|former| former.permissions());
        #[cfg(unix)]
        builder.permissions(former.clone().unwrap_or_else(|| std::os::unix::fs::PermissionsExt::from_mode(0o666)));
        let part = builder.tempfile_in(folder(&self.at))?;
        // The umask has left out bits of the mode.
        #[cfg(unix)]
        former.map_or(Ok(()), |former| part.as_file().set_permissions(former))?;
        Ok(part)
    }

    /// Returns whether another file has taken the place of the last save.
    pub fn was_replaced(&self) -> bool {
        self.at.exists() && self.saved.as_ref().is_some_and(|saved| !is_at(saved, &self.at))
    }
}

/// Returns whether an open file is the one at this path. Always true where the system does not tell.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let same = |(one, two): (fs::Metadata, fs::Metadata)| (one.dev(), one.ino()) == (two.dev(), two.ino());
        file.metadata().ok().zip(fs::metadata(path).ok()).is_some_and(same)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// The lock file of an output, which is removed when the output is closed.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Makes the lock file of an output. Fails with [`ErrorKind::WouldBlock`] when another program holds it.
    fn take(output: &Path) -> io::Result<Self> {
        // A hash, because a name that is longer than that of the output may be too long.
        let hash = checksum(output.file_name().unwrap_or_default().as_encoded_bytes());
        let path = folder(output).join(format!("{PREFIX}{hash:016x}.{LOCK}"));
        clear(&path)?;
        let lock = {
            // A signal finds the file in the set, or not made.
            let mut unfinished = signals::unfinished();
            let file = File::create_new(&path).map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => ErrorKind::WouldBlock.into(),
                _ => error,
            })?;
            let lock = Self { path, file };
            unfinished.extend([part_of(&lock.path), lock.path.clone()]);
            lock
        };
        match lock.file.try_lock() {
            // Where the system has no locks, the existence of the file is one.
            Ok(()) | Err(TryLockError::Error(_)) if is_at(&lock.file, &lock.path) => Ok(lock),
            _ => Err(ErrorKind::WouldBlock.into()),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let mut unfinished = signals::unfinished();
        if is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
        unfinished.remove(&self.path);
        unfinished.remove(&part_of(&self.path));
    }
}

fn part_of(lock: &Path) -> PathBuf {
    lock.with_extension(PART)
}

/// Removes a lock file that a killed program left, and its part file. Fails with [`ErrorKind::WouldBlock`] when a living
/// program holds it.
fn clear(lock: &Path) -> io::Result<()> {
    let remove_part = || drop(fs::remove_file(part_of(lock)));
    match fs::symlink_metadata(lock) {
        Err(_) => {
            remove_part();
            return Ok(());
        }
        Ok(found) if !found.is_file() => fs::remove_file(lock)?,
        Ok(_) => {}
    }
    let file = match OpenOptions::new().read(true).write(true).open(lock) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        opened => opened?,
    };
    file.try_lock()?;
    if !is_at(&file, lock) {
        return Err(ErrorKind::WouldBlock.into());
    }
    remove_part();
    fs::remove_file(lock)
}

/// Returns whether a name is that of a lock file or of a part file.
pub fn is_own(name: &str) -> bool {
    name.starts_with(PREFIX) && [LOCK, PART].iter().any(|end| name.ends_with(end))
}

/// Removes all lock and part files in a folder that no living program holds.
pub fn clear_folder(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    for entry in entries.filter(|entry| is_own(&entry.file_name().to_string_lossy())) {
        // A file that cannot be removed is in the way of one output at most, which then says so.
        let _ = clear(&entry.path().with_extension(LOCK));
    }
}
