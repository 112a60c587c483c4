//! Output files, opened before the work starts and written completely or not at all.
//!
//! The content is written to a part file in the same folder, which is then renamed to the output. While the output is
//! open, a lock file in that folder is held, so a second program cannot open the same output. A file that another
//! program puts there meanwhile is not replaced.

use super::lock::{FileIdentity, LockFile};
use super::{display_name, is_stdio_path, parent_folder, resolve_output_path};
use crate::console::{Console, Failure, check_stdout};
use crate::signals;
use pioche_report::lang::{Problem, Sentence};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// An output that is not open yet.
#[derive(Clone, Debug)]
pub struct PlannedOutput {
    path: PathBuf,
    target: PlannedTarget,
}

#[derive(Clone, Debug)]
enum PlannedTarget {
    Stdout,
    Device,
    File {
        /// The path without links.
        path: PathBuf,
        /// The file that is there, which may be replaced.
        current: Option<FileIdentity>,
    },
}

impl PlannedOutput {
    /// Finds what a path is; `-` is the standard output. Fails when the path is a folder, its folder does not exist, or
    /// the standard output is closed.
    pub fn new(path: &Path) -> Result<Self, Problem> {
        let write_problem = |reason| Problem::cannot_write(&display_name(path), reason);
        let target = if is_stdio_path(path) {
            check_stdout()?;
            PlannedTarget::Stdout
        } else {
            match resolve_output_path(path).map_err(write_problem)? {
                None => PlannedTarget::Device,
                Some(file) => {
                    let identity = FileIdentity::at(&file).map_err(Sentence::from);
                    PlannedTarget::File {
                        current: identity.map_err(write_problem)?,
                        path: file,
                    }
                }
            }
        };
        Ok(Self {
            path: path.to_owned(),
            target,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if there is a file, which the output replaces.
    pub fn replaces_file(&self) -> bool {
        matches!(
            &self.target,
            PlannedTarget::File {
                current: Some(_),
                ..
            }
        )
    }

    pub fn is_stdout(&self) -> bool {
        matches!(self.target, PlannedTarget::Stdout)
    }

    /// Opens the output. Fails when another program writes it or has replaced its file, and when it cannot be written.
    pub fn open(&self) -> Result<Output, Problem> {
        let target = match &self.target {
            PlannedTarget::Stdout => Ok(OutputTarget::Stdout),
            PlannedTarget::Device => open_device(&self.path).map(OutputTarget::Device),
            PlannedTarget::File { path, current } => {
                AtomicFile::open(path.clone(), current.clone()).map(OutputTarget::File)
            }
        };
        Ok(Output {
            target: target
                .map_err(|reason| Problem::cannot_write(&display_name(&self.path), reason))?,
            path: self.path.clone(),
        })
    }
}

fn open_device(path: &Path) -> Result<File, Sentence> {
    Ok(OpenOptions::new().write(true).open(path)?)
}

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
    /// only once. Fails when the disk is full or another file is there, which is then unchanged.
    pub fn save(&mut self, bytes: &[u8]) -> Result<bool, Problem> {
        let OutputTarget::File(file) = &mut self.target else {
            return Ok(false);
        };
        file.save(bytes)
            .map_err(|error| Problem::cannot_write(&display_name(&self.path), error))?;
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
pub type PartWriter<'a> = dyn FnMut(&[u8]) -> Result<(), Failure> + 'a;

/// A file that is saved once or repeatedly; each save replaces the previous one.
#[derive(Debug)]
struct AtomicFile {
    path: PathBuf,
    /// The file that the next save replaces: the one at the start, or that of the last save.
    current: Option<FileIdentity>,
    /// The file of the last save, open so that no other file gets its identity. Always `None` on Windows, which does not
    /// replace open files.
    last_saved: Option<File>,
    lock: LockFile,
}

impl AtomicFile {
    /// Opens a file. Fails when another program writes it, or another file than `current` is there.
    fn open(path: PathBuf, current: Option<FileIdentity>) -> Result<Self, Sentence> {
        let lock = LockFile::acquire(&path)?;
        if FileIdentity::at(&path)? != current {
            return Err(io::Error::from(ErrorKind::AlreadyExists).into());
        }
        Ok(Self {
            path,
            current,
            last_saved: None,
            lock,
        })
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
        let present = FileIdentity::at(&self.path)?;
        let saved = match present {
            // Fails when a file appears now.
            None => part_file.persist_noclobber(&self.path)?,
            Some(_) if present == self.current => part_file.persist(&self.path)?,
            Some(_) => return Err(ErrorKind::AlreadyExists.into()),
        };
        self.current = Some(FileIdentity::of_open(&saved, &self.path)?);
        self.last_saved = Some(saved).filter(|_| cfg!(unix));
        // Syncing the folder makes the new name durable. Not every system supports it.
        #[cfg(unix)]
        let _ = File::open(parent_folder(&self.path)).and_then(|folder| folder.sync_all());
        Ok(())
    }

    /// Creates a part file with the permissions of the file that it will replace.
    fn create_part_file(&self) -> io::Result<NamedTempFile> {
        let part_path = &self.lock.part_path;
        let mut builder = tempfile::Builder::new();
        builder
            .prefix(part_path.file_name().unwrap_or_default())
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::FILE_BUSY;
    use std::thread;

    /// Of several programs that start at once, each writes the whole file or is told that another one writes it.
    #[test]
    fn file_opened_at_once_is_written_by_one_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("output");
        let write_repeatedly = || {
            for _ in 0..100 {
                let current = FileIdentity::at(&path).expect("a readable folder");
                match AtomicFile::open(path.clone(), current) {
                    Ok(mut file) => file.save(b"whole").expect("the lock is held"),
                    Err(reason) => {
                        let replaced = Sentence::from(io::Error::from(ErrorKind::AlreadyExists));
                        assert!(
                            reason == FILE_BUSY.into() || reason == replaced,
                            "{reason:?}"
                        );
                    }
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
