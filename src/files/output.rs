//! Outputs: checked before the work starts, and written completely or not at all.
//!
//! The content of a file is written to a part file beside it, which is renamed when it is whole. A file that another
//! program puts there meanwhile is not replaced.

use super::{display_name, is_stdio_path, parent_folder};
use crate::console::{Console, Failure};
use crate::signals;
use pioche_report::lang::Problem;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The device and the number of a file, whatever its names; systems without them do not tell if a file was replaced.
type FileNumbers = [u64; 2];

#[cfg(unix)]
fn file_numbers(metadata: &fs::Metadata) -> FileNumbers {
    use std::os::unix::fs::MetadataExt;
    [metadata.dev(), metadata.ino()]
}

#[cfg(not(unix))]
fn file_numbers(_: &fs::Metadata) -> FileNumbers {
    [0; 2]
}

/// Returns the file numbers of the file at a path; `None` if there is none.
fn existing_file(path: &Path) -> io::Result<Option<FileNumbers>> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(file_numbers(&metadata))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Resolves the links of an output path, so that saving does not replace them; `None` for a device or a pipe. Fails when
/// the path is a folder or a link to nothing, or its folder does not exist.
fn resolve_output_path(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(None),
        Ok(_) => fs::canonicalize(path).map(Some),
        Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => {
            let folder = fs::canonicalize(parent_folder(path))?;
            Ok(Some(folder.join(path.file_name().unwrap_or_default())))
        }
        Err(error) => Err(error),
    }
}

/// An output of a command.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    /// The path of a file without links; `None` for the standard output and for a device.
    file: Option<PathBuf>,
    /// A device or a pipe, written directly.
    device: Option<File>,
    /// The numbers of the file that the next save replaces: the one at the start, or that of the last save.
    current: Option<FileNumbers>,
    /// That file, open and locked. Always `None` on Windows, which does not replace open files.
    lock: Option<File>,
}

/// A function that writes the next part of an output.
pub type PartWriter<'a> = dyn FnMut(&[u8]) -> Result<(), Failure> + 'a;

impl Output {
    /// Finds out what a path is, and that it can be written; `-` is the standard output. Fails when the path is a folder, or
    /// its folder does not exist or cannot be written.
    pub fn open(path: &Path) -> Result<Self, Problem> {
        let mut output = Self {
            path: path.to_owned(),
            file: None,
            device: None,
            current: None,
            lock: None,
        };
        if !is_stdio_path(path) {
            let result = output.open_target();
            result.map_err(|error| output.cannot_write(error))?;
        }
        Ok(output)
    }

    fn open_target(&mut self) -> io::Result<()> {
        if let Some(file) = resolve_output_path(&self.path)? {
            self.current = existing_file(&file)?;
            // Tells now what would otherwise be told at the end of the work.
            create_part_file(&file)?;
            self.file = Some(file);
        } else {
            self.device = Some(File::options().write(true).open(&self.path)?);
        }
        Ok(())
    }

    fn cannot_write(&self, reason: io::Error) -> Problem {
        Problem::cannot_write(&self.display_name(), reason)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a file without links; `None` for the standard output and for a device.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    pub fn display_name(&self) -> String {
        display_name(&self.path)
    }

    /// Returns true if there is a file, which the output replaces.
    pub fn replaces_file(&self) -> bool {
        self.current.is_some()
    }

    pub fn is_stdout(&self) -> bool {
        is_stdio_path(&self.path)
    }

    /// Locks an existing file until the output is closed. Fails when another command holds its lock or has replaced it.
    pub fn lock(&mut self) -> Result<(), Problem> {
        let Some(path) = &self.file else {
            return Ok(());
        };
        // Without a lock, for example on a disk that has none, the next save still tells if the file was replaced.
        if cfg!(unix)
            && let Ok(file) = File::options().read(true).write(true).open(path)
        {
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Err(self.cannot_write(ErrorKind::WouldBlock.into()));
            }
            self.lock = Some(file);
        }
        match existing_file(path) {
            Ok(present) if present == self.current => Ok(()),
            Ok(_) => Err(self.cannot_write(ErrorKind::AlreadyExists.into())),
            Err(error) => Err(self.cannot_write(error)),
        }
    }

    /// Saves a file, which stays locked; the next save replaces it. Returns false for any other output, which is written
    /// only once. Fails when the disk is full or another file is there, which is then unchanged.
    pub fn save(&mut self, bytes: &[u8]) -> Result<bool, Problem> {
        let Some(path) = self.file.clone() else {
            return Ok(false);
        };
        let result = create_part_file(&path).and_then(|mut part_file| {
            part_file.write_all(bytes)?;
            self.replace_file(&path, part_file)
        });
        result.map_err(|error| self.cannot_write(error))?;
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
        mut self,
        console: &Console,
        produce: impl FnOnce(&mut PartWriter<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let name = self.display_name();
        let failure = |error: io::Error| Failure::from(Problem::cannot_write(&name, error));
        if let Some(path) = self.file.clone() {
            let mut part_file = create_part_file(&path).map_err(failure)?;
            produce(&mut |bytes| part_file.write_all(bytes).map_err(failure))?;
            self.replace_file(&path, part_file).map_err(failure)
        } else if let Some(device) = &mut self.device {
            produce(&mut |bytes| signals::write_to_reader(device, bytes).map_err(failure))
        } else {
            produce(&mut |bytes| console.print(bytes))
        }
    }

    /// Replaces the file by a complete part file. Fails when another file is there, which is then unchanged.
    fn replace_file(&mut self, path: &Path, part_file: NamedTempFile) -> io::Result<()> {
        part_file.as_file().sync_all()?;
        if cfg!(unix) {
            // A disk without locks is no failure.
            let _ = part_file.as_file().try_lock();
        }
        let present = existing_file(path)?;
        let saved = if present.is_none() {
            // Fails when a file appears now.
            part_file.persist_noclobber(path)?
        } else if present == self.current {
            part_file.persist(path)?
        } else {
            return Err(ErrorKind::AlreadyExists.into());
        };
        self.current = Some(file_numbers(&saved.metadata()?));
        self.lock = Some(saved).filter(|_| cfg!(unix));
        // Syncing the folder makes the new name durable. Not every system supports it.
        #[cfg(unix)]
        let _ = File::open(parent_folder(path)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Creates a part file with the permissions of the file that it will replace. A signal that ends the program removes it.
fn create_part_file(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pioche-").suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // While the place is locked, no signal comes between the creation and the registration of the file.
    let mut unfinished_file = signals::unfinished_file();
    let part_file = builder.tempfile_in(parent_folder(path))?;
    *unfinished_file = Some(part_file.path().to_owned());
    drop(unfinished_file);
    #[cfg(unix)]
    if let Ok(metadata) = fs::metadata(path) {
        let permissions = metadata.permissions();
        part_file.as_file().set_permissions(permissions)?;
    }
    Ok(part_file)
}
