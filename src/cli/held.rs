//! A file that a program has to itself while it runs.
//!
//! The lock is on the file itself, and each new one is locked before it takes its place: no other file is left behind,
//! and a program that is killed leaves no lock. Each is written aside, synced, and renamed over the one before it, so
//! that there is a whole one at any moment from the start on.

use super::aside::{Putting, aside, put};
use super::files::is_at;
use std::fs::{self, File, Metadata, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The file, locked.
#[derive(Debug)]
pub struct Held {
    path: PathBuf,
    file: File,
}

impl Held {
    /// Makes the file.
    ///
    /// # Errors
    /// When it cannot be made; [`io::ErrorKind::WouldBlock`] when another program does so at this moment.
    pub fn create(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        let file = put(aside(path, None)?, bytes, path, Putting::New).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => io::ErrorKind::WouldBlock.into(),
            _ => error,
        })?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Takes a file that is there.
    ///
    /// # Errors
    /// When it cannot be read; [`io::ErrorKind::WouldBlock`] when another program has it.
    pub fn take(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        match file.try_lock() {
            // Where there are no locks, one sees at least when another has taken its place.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            locked => locked?,
        }
        // Between opening and locking, the program that held it may have put another file in its place.
        let held = Self { path: path.to_owned(), file };
        if held.is_there() { Ok(held) } else { Err(io::ErrorKind::WouldBlock.into()) }
    }

    /// Puts other content in its place, or makes it again if somebody has removed it.
    ///
    /// # Errors
    /// When the disk is full; what was there before still is then.
    pub fn replace(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file = put(aside(&self.path, self.file.metadata().ok().as_ref())?, bytes, &self.path, Putting::Over)?;
        Ok(())
    }

    /// What the system knows of it.
    ///
    /// # Errors
    /// When it knows nothing.
    pub fn metadata(&self) -> io::Result<Metadata> {
        self.file.metadata()
    }

    /// Whether it is still the file at its path.
    pub fn is_there(&self) -> bool {
        is_at(&self.file, &self.path)
    }

    /// Whether another file has taken its place.
    pub fn was_replaced(&self) -> bool {
        self.path.exists() && !self.is_there()
    }

    /// Removes it, unless another has taken its place.
    pub fn remove(&self) {
        if self.is_there() {
            // Whoever removed it first has done the same.
            let _ = fs::remove_file(&self.path);
        }
    }
}
