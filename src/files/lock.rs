//! Lock files and part files of outputs, and what tells a file from another one.
//!
//! A lock file is named after its output and states the part file of its holder, which has a random name. A part file is
//! removed only if the lock file of a killed program states it; a file with other contents is no lock file.

use super::{FILE_BUSY, is_regular_file, parent_folder};
use crate::signals;
use pioche_engine::sim::tally_file::checksum;
use pioche_report::lang::{Sentence, sentence};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

const PREFIX: &str = ".pioche-";
const LOCK_EXTENSION: &str = ".lock";
const PART_EXTENSION: &str = ".part";
/// The first line of a lock file; the second one is the name of the part file.
const LOCK_HEADING: &str = "pioche lock";
/// The number of hexadecimal digits in the names of lock files and part files.
const NAME_DIGITS: usize = 16;
/// The largest size of a lock file, in bytes.
const MAX_LOCK_BYTES: u64 = 100;
/// The largest number of attempts to lock a file that other programs create and remove.
const MAX_ATTEMPTS: usize = 100;

/// A file itself, whatever its names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileIdentity {
    #[cfg(unix)]
    device: u64,
    #[cfg(unix)]
    inode: u64,
    /// The path without links, on systems that give no other identity.
    #[cfg(not(unix))]
    path: PathBuf,
}

impl FileIdentity {
    /// Returns the identity of the file at a path; `None` if there is none.
    pub fn at(path: &Path) -> io::Result<Option<Self>> {
        let metadata = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            metadata => metadata?,
        };
        Self::from_metadata(&metadata, path).map(Some)
    }

    /// Returns the identity of an open file that was at a path.
    pub fn of_open(file: &File, path: &Path) -> io::Result<Self> {
        Self::from_metadata(&file.metadata()?, path)
    }

    #[cfg(unix)]
    fn from_metadata(metadata: &fs::Metadata, _: &Path) -> io::Result<Self> {
        use std::os::unix::fs::MetadataExt;
        Ok(Self {
            device: metadata.dev(),
            inode: metadata.ino(),
        })
    }

    #[cfg(not(unix))]
    fn from_metadata(_: &fs::Metadata, path: &Path) -> io::Result<Self> {
        Ok(Self {
            path: fs::canonicalize(path)?,
        })
    }
}

/// Returns true if an open file is the file at a path. On systems without file identities, only checks that the path
/// exists.
fn is_same_file(file: &File, path: &Path) -> io::Result<bool> {
    match FileIdentity::at(path)? {
        None => Ok(false),
        Some(identity) => Ok(identity == FileIdentity::of_open(file, path)?),
    }
}

/// The lock file of an output, removed when the output is closed. Only its holder creates and removes the part file.
#[derive(Debug)]
pub struct LockFile {
    path: PathBuf,
    file: File,
    pub part_path: PathBuf,
}

impl LockFile {
    /// Locks the lock file of an output and removes the part file of a killed program. Fails when another program holds
    /// it, or a file of other contents has its name.
    pub fn acquire(output: &Path) -> Result<Self, Sentence> {
        Self::acquire_at(&lock_path(output))
    }

    fn acquire_at(path: &Path) -> Result<Self, Sentence> {
        for _ in 0..MAX_ATTEMPTS {
            if let Some(lock) = Self::try_acquire(path)? {
                return Ok(lock);
            }
        }
        Err(FILE_BUSY.into())
    }

    /// Returns `None` if the holder of the file removed it in the meantime. Fails as [`Self::acquire`].
    fn try_acquire(path: &Path) -> Result<Option<Self>, Sentence> {
        // The set is locked, so a signal cannot come between the creation and the registration of the file.
        let mut unfinished = signals::unfinished_files();
        let (file, is_new) = match File::create_new(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => match open_existing(path)? {
                None => return Ok(None),
                Some(file) => (file, false),
            },
            created => (created?, true),
        };
        match file.try_lock() {
            // On a system without file locks, the existence of the file serves as the lock.
            Ok(()) | Err(TryLockError::Error(_)) if is_new => {}
            locked => locked.map_err(io::Error::from)?,
        }
        if !is_same_file(&file, path)? {
            return Ok(None);
        }
        // A program that was killed at once leaves an empty file.
        if !is_new && file.metadata()?.len() > 0 {
            let former_name = stated_part(&file).ok_or_else(|| foreign_lock_reason(path))?;
            let former_part = parent_folder(path).join(former_name);
            if is_regular_file(&former_part) {
                fs::remove_file(former_part)?;
            }
        }
        let part_name = format!(
            "{PREFIX}{:016x}{PART_EXTENSION}",
            RandomState::new().hash_one(path)
        );
        let lock = Self {
            path: path.to_owned(),
            file,
            part_path: parent_folder(path).join(&part_name),
        };
        unfinished.extend([lock.part_path.clone(), lock.path.clone()]);
        drop(unfinished);
        lock.state_part(&part_name)?;
        Ok(Some(lock))
    }

    /// Writes the name of the part file to the lock file, at once, so that a killed program leaves it whole or empty. Fails when
    /// the disk is full.
    fn state_part(&self, part_name: &str) -> io::Result<()> {
        let mut file = &self.file;
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(format!("{LOCK_HEADING}\n{part_name}\n").as_bytes())
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
        unfinished.remove(&self.part_path);
    }
}

/// Opens an existing lock file; `None` if there is none any more. Fails when it is a link or a folder.
fn open_existing(path: &Path) -> Result<Option<File>, Sentence> {
    let opened = fs::symlink_metadata(path).and_then(|found| {
        let opened = found
            .is_file()
            .then(|| OpenOptions::new().read(true).write(true).open(path));
        opened.transpose()
    });
    match opened {
        Ok(None) => Err(foreign_lock_reason(path)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        opened => Ok(opened?),
    }
}

fn foreign_lock_reason(path: &Path) -> Sentence {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    sentence!(
        "« {file} », à côté, n'est pas de pioche et occupe le nom de son verrou ; déplacez ce \
         fichier",
        "“{file}” beside it is not of pioche and has the name of its lock file; move that file"
    )
}

/// Returns the name of the part file that a lock file states; `None` if the file is not a lock file.
fn stated_part(lock: &File) -> Option<String> {
    let mut text = String::new();
    lock.take(MAX_LOCK_BYTES).read_to_string(&mut text).ok()?;
    let (heading, part_name) = text.strip_suffix('\n')?.split_once('\n')?;
    let is_lock = heading == LOCK_HEADING && has_form(part_name, PART_EXTENSION);
    is_lock.then(|| part_name.to_owned())
}

/// Returns true for a name of this program: a prefix, hexadecimal digits and an extension.
fn has_form(name: &str, extension: &str) -> bool {
    let digits = name
        .strip_prefix(PREFIX)
        .and_then(|rest| rest.strip_suffix(extension));
    digits.is_some_and(|digits| {
        digits.len() == NAME_DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    })
}

/// Returns the lock file of an output.
pub fn lock_path(output: &Path) -> PathBuf {
    // The name is a hash, since a name longer than that of the output may exceed the limit.
    let hash = checksum(output.file_name().unwrap_or_default().as_encoded_bytes());
    parent_folder(output).join(format!("{PREFIX}{hash:016x}{LOCK_EXTENSION}"))
}

/// Removes the lock files in a folder that no running program holds, and the part files that they state.
pub fn remove_stale_files(folder: &Path) {
    let entries = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok);
    for entry in entries {
        let path = entry.path();
        let has_lock_name = has_form(&entry.file_name().to_string_lossy(), LOCK_EXTENSION);
        let is_lock = || File::open(&path).is_ok_and(|file| stated_part(&file).is_some());
        if has_lock_name && is_regular_file(&path) && is_lock() {
            // A file that cannot be removed blocks one output at most, which then reports it.
            let _ = LockFile::acquire_at(&path);
        }
    }
}
