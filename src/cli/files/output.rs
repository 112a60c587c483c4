//! Output files, opened before the work starts and written completely or not at all.
//!
//! The content is written to a part file in the same folder, which is then renamed to the output. While the output is
//! open, a lock file in that folder is held, so a second program cannot open the same output. The names of both files
//! are derived from the name of the output: the next program that opens it removes the files of a killed program.

use super::paths::{
    FILE_EXISTS, OutputPath, display_name, io_error_reason, is_stdio_path, parent_folder,
    resolve_output_path,
};
use crate::cli::console::{Console, Failure};
use crate::cli::signals;
use crate::lang::{Problem, Sentence};
use pioche_engine::sim::tally_file::checksum;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

const PREFIX: &str = ".pioche-";
const LOCK_EXTENSION: &str = "lock";
const PART_EXTENSION: &str = "part";

/// An open output. The file does not appear until it is written.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    target: OutputTarget,
}

#[derive(Debug)]
enum OutputTarget {
    File(AtomicFile),
    /// A device or a pipe, written directly.
    Device(File),
    Stdout,
}

impl Output {
    /// Opens an output; `-` is the standard output. Fails when the file exists and `force` is false, when another
    /// program writes it, or when it cannot be written.
    pub fn open(path: &Path, force: bool) -> Result<Self, Problem> {
        let target = if is_stdio_path(path) {
            Ok(OutputTarget::Stdout)
        } else {
            open_target(path, force)
        };
        let target = target.map_err(|reason| Problem::CannotWrite {
            file: display_name(path),
            reason,
        })?;
        Ok(Self {
            path: path.to_owned(),
            target,
        })
    }

    pub fn display_name(&self) -> String {
        display_name(&self.path)
    }

    pub fn is_stdout(&self) -> bool {
        matches!(self.target, OutputTarget::Stdout)
    }

    pub fn as_file_mut(&mut self) -> Option<&mut AtomicFile> {
        if let OutputTarget::File(file) = &mut self.target {
            Some(file)
        } else {
            None
        }
    }

    /// Writes the whole output. Fails when the disk is full, the file appeared in the meantime, or the standard output
    /// is closed.
    pub fn write(self, bytes: &[u8], console: &Console) -> Result<(), Failure> {
        let written = match self.target {
            OutputTarget::Stdout => return console.print(bytes),
            OutputTarget::Device(mut file) => file.write_all(bytes).and_then(|()| file.flush()),
            OutputTarget::File(mut file) => file.save(bytes),
        };
        written.map_err(|error| {
            Problem::CannotWrite {
                file: display_name(&self.path),
                reason: io_error_reason(&error),
            }
            .into()
        })
    }
}

fn open_target(path: &Path, force: bool) -> Result<OutputTarget, Sentence> {
    let file = match resolve_output_path(path)? {
        OutputPath::Device => OpenOptions::new()
            .write(true)
            .open(path)
            .map(OutputTarget::Device),
        OutputPath::Existing(_) if !force => return Err(FILE_EXISTS.into()),
        OutputPath::Existing(at) | OutputPath::New(at) => {
            AtomicFile::open(at, force).map(OutputTarget::File)
        }
    };
    file.map_err(|error| io_error_reason(&error))
}

/// A file that is saved once or repeatedly; each save replaces the previous one.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    /// True if a save may replace an existing file.
    may_replace: bool,
    /// The file of the last save, to detect its replacement by another file. Always `None` on Windows, which does not
    /// replace open files.
    last_saved: Option<File>,
    lock: LockFile,
}

impl AtomicFile {
    fn open(path: PathBuf, may_replace: bool) -> io::Result<Self> {
        let lock = LockFile::acquire(&path)?;
        Ok(Self {
            path,
            may_replace,
            last_saved: None,
            lock,
        })
    }

    /// Replaces the file. Fails when the disk is full or [another file has replaced it](Self::was_replaced); the
    /// previous file is then unchanged.
    pub fn save(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut part = self.create_part_file()?;
        part.write_all(bytes)?;
        part.as_file().sync_all()?;
        if self.has_foreign_replacement() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let put = if self.may_replace {
            part.persist(&self.path)
        } else {
            part.persist_noclobber(&self.path)
        };
        self.last_saved = Some(put?).filter(|_| cfg!(unix));
        self.may_replace = true;
        // Syncing the folder makes the new name durable. Not every system supports it.
        #[cfg(unix)]
        let _ = File::open(parent_folder(&self.path)).and_then(|folder| folder.sync_all());
        Ok(())
    }

    /// Creates a part file with the permissions of the file that it will replace.
    fn create_part_file(&self) -> io::Result<NamedTempFile> {
        let path = part_path(&self.lock.path);
        let mut builder = tempfile::Builder::new();
        builder
            .prefix(path.file_name().unwrap_or_default())
            .rand_bytes(0);
        #[cfg(unix)]
        let former = fs::metadata(&self.path)
            .ok()
            .map(|former| former.permissions());
        #[cfg(unix)]
        builder.permissions(
            former
                .clone()
                .unwrap_or_else(|| std::os::unix::fs::PermissionsExt::from_mode(0o666)),
        );
        let part = builder.tempfile_in(parent_folder(&self.path))?;
        // The umask may have removed permission bits.
        #[cfg(unix)]
        former.map_or(Ok(()), |former| part.as_file().set_permissions(former))?;
        Ok(part)
    }

    /// Returns true if another file has replaced the last save.
    pub fn has_foreign_replacement(&self) -> bool {
        self.path.exists()
            && self
                .last_saved
                .as_ref()
                .is_some_and(|saved| !is_same_file(saved, &self.path))
    }
}

/// Returns true if an open file is the file at a path. Always true on systems without file identities.
fn is_same_file(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let same = |(one, two): (fs::Metadata, fs::Metadata)| {
            (one.dev(), one.ino()) == (two.dev(), two.ino())
        };
        file.metadata()
            .ok()
            .zip(fs::metadata(path).ok())
            .is_some_and(same)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// The lock file of an output, removed when the output is closed.
#[derive(Debug)]
struct LockFile {
    path: PathBuf,
    file: File,
}

impl LockFile {
    /// Creates the lock file of an output. Fails with [`ErrorKind::WouldBlock`] when another program holds it.
    fn acquire(output: &Path) -> io::Result<Self> {
        // The name is a hash, since a name longer than that of the output may exceed the limit.
        let hash = checksum(output.file_name().unwrap_or_default().as_encoded_bytes());
        let path = parent_folder(output).join(format!("{PREFIX}{hash:016x}.{LOCK_EXTENSION}"));
        remove_stale_lock(&path)?;
        let lock = {
            // The set is locked, so a signal cannot come between the creation and the registration of the file.
            let mut unfinished = signals::unfinished_files();
            let file = File::create_new(&path).map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => ErrorKind::WouldBlock.into(),
                _ => error,
            })?;
            let lock = Self { path, file };
            unfinished.extend([part_path(&lock.path), lock.path.clone()]);
            lock
        };
        match lock.file.try_lock() {
            // On a system without file locks, the existence of the file serves as the lock.
            Ok(()) | Err(TryLockError::Error(_)) if is_same_file(&lock.file, &lock.path) => {
                Ok(lock)
            }
            _ => Err(ErrorKind::WouldBlock.into()),
        }
    }
}

impl Drop for LockFile {
    fn drop(&mut self) {
        let mut unfinished = signals::unfinished_files();
        if is_same_file(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
        unfinished.remove(&self.path);
        unfinished.remove(&part_path(&self.path));
    }
}

fn part_path(lock: &Path) -> PathBuf {
    lock.with_extension(PART_EXTENSION)
}

/// Removes the lock file and the part file of a killed program. Fails with [`ErrorKind::WouldBlock`] when a running
/// program holds the lock.
fn remove_stale_lock(lock: &Path) -> io::Result<()> {
    let remove_part = || drop(fs::remove_file(part_path(lock)));
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
    if !is_same_file(&file, lock) {
        return Err(ErrorKind::WouldBlock.into());
    }
    remove_part();
    fs::remove_file(lock)
}

/// Returns true if a name is that of a lock file or a part file.
pub fn is_own_temp_file(name: &str) -> bool {
    name.starts_with(PREFIX)
        && [LOCK_EXTENSION, PART_EXTENSION]
            .iter()
            .any(|end| name.ends_with(end))
}

/// Removes all lock and part files in a folder that no running program holds.
pub fn remove_stale_files(folder: &Path) {
    let entries = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok);
    for entry in entries.filter(|entry| is_own_temp_file(&entry.file_name().to_string_lossy())) {
        // A file that cannot be removed blocks one output at most, which then reports it.
        let _ = remove_stale_lock(&entry.path().with_extension(LOCK_EXTENSION));
    }
}
