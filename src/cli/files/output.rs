//! Output files, opened before the work starts and written completely or not at all, and the registry of the files of a
//! command: each output is a distinct file, and no output is also an input.
//!
//! The content is written to a part file in the same folder, which is then renamed to the output. While the output is
//! open, a lock file in that folder is held, so a second program cannot open the same output. The names of both files
//! are derived from the name of the output: the next program that opens it removes the files of a killed program.

use super::{FILE_EXISTS, display_name, is_stdio_path, parent_folder, resolve_output_path};
use crate::cli::console::{Console, Failure};
use crate::cli::signals;
use crate::lang::{Problem, Sentence, problem};
use pioche_engine::sim::tally_file::checksum;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

const PREFIX: &str = ".pioche-";
const LOCK_EXTENSION: &str = "lock";
const PART_EXTENSION: &str = "part";
/// The largest number of attempts to lock a file that other programs create and remove.
const MAX_ATTEMPTS: usize = 100;

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
            OutputTarget::Stdout
        } else {
            open_target(path, force)
                .map_err(|reason| Problem::cannot_write(&display_name(path), reason))?
        };
        Ok(Self {
            path: path.to_owned(),
            target,
        })
    }

    pub fn display_name(&self) -> String {
        display_name(&self.path)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn is_stdout(&self) -> bool {
        matches!(self.target, OutputTarget::Stdout)
    }

    /// Returns true for a file, false for a device, a pipe or the standard output.
    pub fn is_file(&self) -> bool {
        matches!(self.target, OutputTarget::File(_))
    }

    /// Saves a file, which stays open; the next save replaces it. Returns false for any other output, which is written
    /// only once. Fails when the disk is full or another file has replaced the last save, which is then unchanged.
    pub fn save(&mut self, bytes: &[u8]) -> io::Result<bool> {
        let OutputTarget::File(file) = &mut self.target else {
            return Ok(false);
        };
        file.save(bytes)?;
        Ok(true)
    }

    /// Returns true if another file has replaced the last save.
    pub fn has_foreign_replacement(&self) -> bool {
        matches!(&self.target, OutputTarget::File(file) if file.has_foreign_replacement())
    }

    pub fn write_problem(&self, error: io::Error) -> Problem {
        Problem::cannot_write(&self.display_name(), error)
    }

    /// Writes the whole output. Fails when the disk is full, the file appeared in the meantime, or the standard output
    /// is closed.
    pub fn write(self, bytes: &[u8], console: &Console) -> Result<(), Failure> {
        self.write_parts(console, |write| write(bytes))
    }

    /// Writes the output part by part: `produce` passes each part to its argument. A file appears after the last part.
    /// Fails as [`Self::write`], and when `produce` fails.
    pub fn write_parts(
        self,
        console: &Console,
        produce: impl FnOnce(&mut PartWriter<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let failure = |error: io::Error| {
            Failure::from(Problem::cannot_write(&display_name(&self.path), error))
        };
        match self.target {
            OutputTarget::Stdout => produce(&mut |bytes| console.print(bytes)),
            OutputTarget::Device(mut file) => {
                produce(&mut |bytes| signals::write_to_reader(&mut file, bytes).map_err(failure))
            }
            OutputTarget::File(mut file) => {
                let mut part_file = file.create_part_file().map_err(failure)?;
                produce(&mut |bytes| part_file.write_all(bytes).map_err(failure))?;
                file.replace_with(part_file).map_err(failure)
            }
        }
    }
}

/// A function that writes the next part of an output.
pub type PartWriter<'a> = dyn FnMut(&[u8]) -> Result<(), Failure> + Send + 'a;

fn open_target(path: &Path, force: bool) -> Result<OutputTarget, Sentence> {
    Ok(match resolve_output_path(path)? {
        None => OutputTarget::Device(OpenOptions::new().write(true).open(path)?),
        Some(file) if file.exists() && !force => return Err(FILE_EXISTS.into()),
        Some(file) => OutputTarget::File(AtomicFile::open(file, force)?),
    })
}

/// A file that is saved once or repeatedly; each save replaces the previous one.
#[derive(Debug)]
struct AtomicFile {
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
        let lock = LockFile::acquire(&lock_path(&path))?;
        Ok(Self {
            path,
            may_replace,
            last_saved: None,
            lock,
        })
    }

    /// Replaces the file. Fails when the disk is full or another file has replaced it; the
    /// previous file is then unchanged.
    fn save(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut part_file = self.create_part_file()?;
        part_file.write_all(bytes)?;
        self.replace_with(part_file)
    }

    /// Replaces the file by a complete part file. Fails as [`Self::save`].
    fn replace_with(&mut self, part_file: NamedTempFile) -> io::Result<()> {
        part_file.as_file().sync_all()?;
        if self.has_foreign_replacement() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let put = if self.may_replace {
            part_file.persist(&self.path)
        } else {
            part_file.persist_noclobber(&self.path)
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
        let permissions = fs::metadata(&self.path)
            .ok()
            .map(|metadata| metadata.permissions());
        #[cfg(unix)]
        builder.permissions(
            permissions
                .clone()
                .unwrap_or_else(|| std::os::unix::fs::PermissionsExt::from_mode(0o666)),
        );
        let part_file = builder.tempfile_in(parent_folder(&self.path))?;
        // The umask may have removed permission bits.
        #[cfg(unix)]
        permissions.map_or(Ok(()), |permissions| {
            part_file.as_file().set_permissions(permissions)
        })?;
        Ok(part_file)
    }

    /// Returns true if another file has replaced the last save.
    fn has_foreign_replacement(&self) -> bool {
        self.path.exists()
            && self.last_saved.as_ref().is_some_and(|saved| {
                // A file that cannot be identified may be another one.
                !is_same_file(saved, &self.path).unwrap_or(false)
            })
    }
}

/// Returns true if an open file is the file at a path. On systems without file identities, only checks that the path
/// exists.
fn is_same_file(file: &File, path: &Path) -> io::Result<bool> {
    let metadata = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        result => result?,
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let open = file.metadata()?;
        Ok((open.dev(), open.ino()) == (metadata.dev(), metadata.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = (file, metadata);
        Ok(true)
    }
}

/// The lock file of an output, removed when the output is closed. Only its holder creates and removes the part file.
#[derive(Debug)]
struct LockFile {
    path: PathBuf,
    file: File,
}

impl LockFile {
    /// Locks the lock file at a path and removes the part file of a killed program. Fails with
    /// [`ErrorKind::WouldBlock`] when another program holds it.
    fn acquire(path: &Path) -> io::Result<Self> {
        for _ in 0..MAX_ATTEMPTS {
            if let Some(lock) = Self::try_acquire(path)? {
                remove_if_exists(&part_path(path))?;
                return Ok(lock);
            }
        }
        Err(ErrorKind::WouldBlock.into())
    }

    /// Returns `None` if the holder of the file removed it in the meantime. Fails as [`Self::acquire`].
    fn try_acquire(path: &Path) -> io::Result<Option<Self>> {
        // The set is locked, so a signal cannot come between the creation and the registration of the file.
        let mut unfinished = signals::unfinished_files();
        let (file, is_new) = match File::create_new(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => match open_existing(path) {
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
                opened => (opened?, false),
            },
            created => (created?, true),
        };
        match file.try_lock() {
            // On a system without file locks, the existence of the file serves as the lock.
            Ok(()) | Err(TryLockError::Error(_)) if is_new => {}
            locked => locked?,
        }
        let is_current = is_same_file(&file, path);
        if matches!(is_current, Ok(false)) {
            return Ok(None);
        }
        unfinished.extend([part_path(path), path.to_owned()]);
        drop(unfinished);
        let lock = Self {
            path: path.to_owned(),
            file,
        };
        is_current.map(|_| Some(lock))
    }
}

impl Drop for LockFile {
    fn drop(&mut self) {
        let mut unfinished = signals::unfinished_files();
        // The user may have removed it, and another program created its own.
        if is_same_file(&self.file, &self.path).unwrap_or(true) {
            let _ = fs::remove_file(&self.path);
        }
        unfinished.remove(&self.path);
        unfinished.remove(&part_path(&self.path));
    }
}

/// Opens an existing lock file. Anything else with its name is removed.
fn open_existing(path: &Path) -> io::Result<File> {
    if !fs::symlink_metadata(path)?.is_file() {
        fs::remove_file(path)?;
    }
    OpenOptions::new().read(true).write(true).open(path)
}

/// Returns the lock file of an output.
fn lock_path(output: &Path) -> PathBuf {
    // The name is a hash, since a name longer than that of the output may exceed the limit.
    let hash = checksum(output.file_name().unwrap_or_default().as_encoded_bytes());
    parent_folder(output).join(format!("{PREFIX}{hash:016x}.{LOCK_EXTENSION}"))
}

fn part_path(lock: &Path) -> PathBuf {
    lock.with_extension(PART_EXTENSION)
}

fn remove_if_exists(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
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
        let _ = LockFile::acquire(&entry.path().with_extension(LOCK_EXTENSION));
    }
}

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
    problem!(
        "la sortie standard est donnée deux fois : elle ne peut porter qu'une sortie",
        "the standard output is given twice: it can carry only one output"
    )
}

/// Returns a path without links; `None` for a device, and for a path that cannot be an output.
fn resolved_path(path: &Path) -> Option<PathBuf> {
    resolve_output_path(path).ok().flatten()
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// Of several programs that start at once, each writes the whole file or is told that another one writes it.
    #[test]
    fn file_opened_at_once_is_written_by_one_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("output");
        let write_repeatedly = || {
            for _ in 0..100 {
                match AtomicFile::open(path.clone(), true) {
                    Ok(mut file) => file.save(b"whole").expect("the lock is held"),
                    Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock),
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(write_repeatedly);
            }
        });
        assert_eq!(fs::read(&path).expect("it was written"), b"whole");
        let files = fs::read_dir(folder.path()).expect("a folder");
        assert_eq!(files.count(), 1);
    }
}
