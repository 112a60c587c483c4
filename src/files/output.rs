//! Outputs: checked before the work starts, and written completely or not at all.
//!
//! The content of a file is written to a part file beside it, which is renamed when it is whole. A file that another
//! program puts there meanwhile is not replaced.

use super::{display_name, is_stdio_path, parent_folder};
use crate::console::{Console, Failure, check_stdout};
use crate::signals;
use pioche_report::lang::{Problem, Text};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The file of an output itself, whatever its names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FileIdentity {
    /// A new file, by its path without links; on systems without file numbers, any file.
    Path(PathBuf),
    /// The device and the number of an existing file.
    Numbers(u64, u64),
}

impl FileIdentity {
    #[cfg(unix)]
    fn of_existing(metadata: &fs::Metadata, _: &Path) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self::Numbers(metadata.dev(), metadata.ino())
    }

    #[cfg(not(unix))]
    fn of_existing(_: &fs::Metadata, path: &Path) -> Self {
        Self::Path(path.to_owned())
    }
}

/// Returns the identity of the file at a path without links; `None` if there is none.
fn existing_file(path: &Path) -> io::Result<Option<FileIdentity>> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(FileIdentity::of_existing(&metadata, path))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Resolves the links of an output path, so that saving does not replace them; `None` for a device or a pipe. Fails when
/// the path is a folder or a link to nothing, or its folder does not exist.
fn resolve_output_path(path: &Path) -> Result<Option<PathBuf>, io::Error> {
    let last_byte = path.as_os_str().as_encoded_bytes().last();
    if last_byte.is_some_and(|&last| std::path::is_separator(last.into())) {
        return Err(ErrorKind::IsADirectory.into());
    }
    if cfg!(windows) && path.as_os_str().eq_ignore_ascii_case("nul") {
        return Ok(None);
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(None),
        Ok(_) => Ok(Some(fs::canonicalize(path)?)),
        Err(error) if error.kind() == ErrorKind::NotFound => resolve_new_path(path).map(Some),
        Err(error) => Err(error),
    }
}

/// Resolves the links of the folder of a new file.
fn resolve_new_path(path: &Path) -> Result<PathBuf, io::Error> {
    const LINK_TO_NOTHING: Text = Text("this link leads to no file");
    const NO_FOLDER: Text = Text("its folder does not exist");
    let Some(file) = path.file_name() else {
        return Err(ErrorKind::IsADirectory.into());
    };
    match fs::canonicalize(parent_folder(path)) {
        Ok(_) if path.is_symlink() => Err(LINK_TO_NOTHING.into()),
        Ok(folder) if folder.is_dir() => Ok(folder.join(file)),
        Ok(_) => Err(ErrorKind::NotADirectory.into()),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(NO_FOLDER.into()),
        Err(error) => Err(error),
    }
}

/// An output of a command.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    target: OutputTarget,
}

#[derive(Debug)]
enum OutputTarget {
    File(OutputFile),
    /// A device or a pipe, written directly.
    Device(File),
    Stdout,
}

impl Output {
    /// Finds out what a path is, and that it can be written; `-` is the standard output. Fails when the path is a folder,
    /// its folder does not exist or cannot be written, or the standard output is closed.
    pub fn open(path: &Path) -> Result<Self, Problem> {
        let target = if is_stdio_path(path) {
            check_stdout()?;
            OutputTarget::Stdout
        } else {
            OutputTarget::open(path).map_err(|reason| cannot_write(path, reason))?
        };
        Ok(Self {
            path: path.to_owned(),
            target,
        })
    }

    /// Returns the identity of the file at an output path; `None` for a device, which may be used several times, and for a
    /// path that cannot be an output.
    pub fn identity(path: &Path) -> Option<FileIdentity> {
        let file = resolve_output_path(path).ok().flatten()?;
        let existing = existing_file(&file).ok()?;
        Some(existing.unwrap_or(FileIdentity::Path(file)))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn display_name(&self) -> String {
        display_name(&self.path)
    }

    /// Returns true if there is a file, which the output replaces.
    pub fn replaces_file(&self) -> bool {
        matches!(&self.target, OutputTarget::File(file) if file.current.is_some())
    }

    pub fn is_stdout(&self) -> bool {
        matches!(self.target, OutputTarget::Stdout)
    }

    /// Returns true for a file, false for a device, a pipe or the standard output.
    pub fn is_file(&self) -> bool {
        matches!(self.target, OutputTarget::File(_))
    }

    /// Locks an existing file until the output is closed. Fails when another command holds its lock or has replaced it.
    pub fn lock(&mut self) -> Result<(), Problem> {
        let OutputTarget::File(file) = &mut self.target else {
            return Ok(());
        };
        file.lock().map_err(|error| cannot_write(&self.path, error))
    }

    /// Releases the lock, to have fewer open files.
    pub fn unlock(&mut self) {
        if let OutputTarget::File(file) = &mut self.target {
            file.lock = None;
        }
    }

    /// Saves a file, which stays locked; the next save replaces it. Returns false for any other output, which is written
    /// only once. Fails when the disk is full or another file is there, which is then unchanged.
    pub fn save(&mut self, bytes: &[u8]) -> Result<bool, Problem> {
        let OutputTarget::File(file) = &mut self.target else {
            return Ok(false);
        };
        file.save(bytes)
            .map_err(|error| cannot_write(&self.path, error))?;
        Ok(true)
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
        let failure = |error: io::Error| Failure::from(cannot_write(&self.path, error));
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

fn cannot_write(path: &Path, reason: impl Into<io::Error>) -> Problem {
    Problem::cannot_write(&display_name(path), reason)
}

/// A function that writes the next part of an output.
pub type PartWriter<'a> = dyn FnMut(&[u8]) -> Result<(), Failure> + 'a;

impl OutputTarget {
    fn open(path: &Path) -> Result<Self, io::Error> {
        let Some(resolved) = resolve_output_path(path)? else {
            return Ok(Self::Device(OpenOptions::new().write(true).open(path)?));
        };
        let file = OutputFile {
            current: existing_file(&resolved)?,
            path: resolved,
            lock: None,
        };
        // Tells now what would otherwise be told at the end of the work.
        file.create_part_file()?;
        Ok(Self::File(file))
    }
}

/// A file that is saved once or repeatedly; each save replaces the previous one.
#[derive(Debug)]
struct OutputFile {
    /// The path without links.
    path: PathBuf,
    /// The file that the next save replaces: the one at the start, or that of the last save.
    current: Option<FileIdentity>,
    /// That file, open and locked. Always `None` on Windows, which does not replace open files.
    lock: Option<File>,
}

impl OutputFile {
    fn lock(&mut self) -> io::Result<()> {
        if !cfg!(unix) || self.lock.is_some() || self.current.is_none() {
            return Ok(());
        }
        // Without a lock, for example on a disk that has none, the next save still tells if the file was replaced.
        if let Ok(file) = File::options().read(true).write(true).open(&self.path) {
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Err(ErrorKind::WouldBlock.into());
            }
            self.lock = Some(file);
        }
        if existing_file(&self.path)? != self.current {
            return Err(ErrorKind::AlreadyExists.into());
        }
        Ok(())
    }

    /// Replaces the file. Fails when the disk is full or another file is there; the previous file is then unchanged.
    fn save(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut part_file = self.create_part_file()?;
        part_file.write_all(bytes)?;
        self.replace_with(part_file)
    }

    /// Replaces the file by a complete part file. Fails as [`Self::save`].
    fn replace_with(&mut self, part_file: NamedTempFile) -> io::Result<()> {
        part_file.as_file().sync_all()?;
        if cfg!(unix) {
            // A disk without locks is no failure.
            let _ = part_file.as_file().try_lock();
        }
        let present = existing_file(&self.path)?;
        let saved = if present.is_none() {
            // Fails when a file appears now.
            part_file.persist_noclobber(&self.path)?
        } else if present == self.current {
            part_file.persist(&self.path)?
        } else {
            return Err(ErrorKind::AlreadyExists.into());
        };
        self.current = Some(FileIdentity::of_existing(&saved.metadata()?, &self.path));
        self.lock = Some(saved).filter(|_| cfg!(unix));
        // Syncing the folder makes the new name durable. Not every system supports it.
        #[cfg(unix)]
        let _ = File::open(parent_folder(&self.path)).and_then(|folder| folder.sync_all());
        Ok(())
    }

    /// Creates a part file with the permissions of the file that it will replace. A signal that ends the program removes it.
    fn create_part_file(&self) -> io::Result<NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".pioche-").suffix(".part");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // While the place is locked, no signal comes between the creation and the registration of the file.
        let mut unfinished_file = signals::unfinished_file();
        let part_file = builder.tempfile_in(parent_folder(&self.path))?;
        *unfinished_file = Some(part_file.path().to_owned());
        drop(unfinished_file);
        #[cfg(unix)]
        if let Ok(metadata) = fs::metadata(&self.path) {
            part_file
                .as_file()
                .set_permissions(metadata.permissions())?;
        }
        Ok(part_file)
    }
}
