//! The file beside an output, in which it grows until it is whole, and the one that a program has to itself.
//!
//! Its name comes from the output's, and whoever writes to it has it locked: what a killed program left is swept away by
//! the next one that writes the same output, and what a living one writes is not touched. Each removes itself when it is
//! given up; when the program ends in the midst of its work, whoever ends it removes them all.

use super::place::{exclusive, folder, is_at, lock};
use pioche_engine::sim::tally_file::checksum;
use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tempfile::NamedTempFile;

const PREFIX: &str = ".pioche-";
const SUFFIX: &str = ".part";

/// Others may sweep at the same moment; so often in a row they do not.
const TRIES: usize = 100;

/// Whether a file of this name is one that grows, or what was left of one.
pub fn is_aside(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// A new file beside an output, locked, with the rights of the file that it is to replace, if there is one. Fails when
/// it cannot be made; [`io::ErrorKind::WouldBlock`] when another program is writing this output.
pub fn aside(path: &Path, former: Option<&Metadata>) -> io::Result<NamedTempFile> {
    // By the last part of its path: the rest may be typed in many ways.
    let named = checksum(path.file_name().unwrap_or_default().as_encoded_bytes());
    let part = format!("{PREFIX}{named:016x}");
    for _ in 0..TRIES {
        match create(path, &part, 0, former) {
            Ok(file) => match lock(file.as_file()) {
                Ok(()) if is_at(file.as_file(), file.path()) => return Ok(like(file, former)),
                // Swept away between its making and its lock: what stands there now is another's, and stays.
                Ok(()) | Err(TryLockError::WouldBlock) => {
                    drop(Unfinished(file.path().to_owned()));
                    drop(file.keep());
                }
                // Where there are no locks it is ours by its making.
                Err(TryLockError::Error(_)) => return Ok(like(file, former)),
            },
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                match sweep(&folder(path).join(part.clone() + SUFFIX)) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Err(error),
                    // Another user's, or no locks to tell by: it stays, and the name gets a tail that nobody has.
                    Err(_) => return create(path, &(part + "-"), 6, former).map(|file| like(file, former)),
                    Ok(()) => {}
                }
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::WouldBlock.into())
}

fn create(path: &Path, part: &str, random: usize, former: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(part).suffix(SUFFIX).rand_bytes(random);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Nobody reads in it what he may not read in the end.
        let mode = former.map_or(0o666, |former| former.permissions().mode() & 0o600);
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    // It is made and noted at once: whoever ends the program removes it, or it is never made.
    let mut unfinished = unfinished();
    #[cfg(not(windows))]
    let file = builder.tempfile_in(folder(path))?;
    #[cfg(windows)]
    let (file, _) = (builder.make_in(folder(path), super::place::made)?, former);
    unfinished.insert(file.path().to_owned());
    Ok(file)
}

/// Removes what a killed program left.
fn sweep(part: &Path) -> io::Result<()> {
    match fs::symlink_metadata(part) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(found) if !found.is_file() => fs::remove_file(part),
        Ok(_) => {
            let left = exclusive(part)?;
            lock(&left)?;
            if is_at(&left, part) { fs::remove_file(part) } else { Ok(()) }
        }
    }
}

/// With the owner, the group and the rights of the former file, as far as the system grants them.
#[cfg(unix)]
fn like(file: NamedTempFile, former: Option<&Metadata>) -> NamedTempFile {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    if let Some(former) = former {
        if !same_owner(file.as_file(), former) {
            // Whoever may not give it away keeps it; `same_owner` tells.
            let _ = fchown(file.as_file(), None, Some(former.gid()));
            let _ = fchown(file.as_file(), Some(former.uid()), None);
        }
        let _ = file.as_file().set_permissions(fs::Permissions::from_mode(former.permissions().mode() & 0o777));
    }
    file
}

#[cfg(not(unix))]
fn like(file: NamedTempFile, _: Option<&Metadata>) -> NamedTempFile {
    file
}

/// Whether a file belongs to whom the former one belongs.
#[cfg(unix)]
pub fn same_owner(file: &File, former: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.metadata().is_ok_and(|made| (made.uid(), made.gid()) == (former.uid(), former.gid()))
}

#[cfg(not(unix))]
pub fn same_owner(_: &File, _: &Metadata) -> bool {
    true
}

/// Whether a file that is there may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and the output is refused.
    Keep,
    /// It is replaced.
    Replace,
}

impl Existing {
    /// What `--force` says.
    pub fn forced(force: bool) -> Self {
        if force { Self::Replace } else { Self::Keep }
    }
}

/// Fills a file aside, makes sure that the disk has it, and puts it in its place; the lock on it is kept until it is
/// dropped. Fails when the disk is full, or a file stands where none may; what stood there before still does then.
pub fn put(mut aside: NamedTempFile, bytes: &[u8], path: &Path, existing: Existing) -> io::Result<File> {
    let _unfinished = Unfinished::new(aside.path());
    fill(&mut aside, bytes)?;
    settle(aside, path, existing)
}

fn fill(aside: &mut NamedTempFile, bytes: &[u8]) -> io::Result<()> {
    aside.write_all(bytes)?;
    aside.as_file().sync_all()
}

/// Where a file that somebody has open cannot be replaced, it is tried again for about a second.
const SETTLES: u64 = if cfg!(windows) { 15 } else { 1 };

fn settle(mut aside: NamedTempFile, path: &Path, existing: Existing) -> io::Result<File> {
    for tried in 1.. {
        let put = match existing {
            Existing::Keep => aside.persist_noclobber(path),
            Existing::Replace => aside.persist(path),
        };
        match put {
            Ok(put) => {
                // The name is safe on the disk too; a folder that cannot be synced has nothing better to offer.
                #[cfg(unix)]
                let _ = File::open(folder(path)).and_then(|folder| folder.sync_all());
                return Ok(put);
            }
            Err(failed) if tried < SETTLES && failed.error.kind() != io::ErrorKind::AlreadyExists => {
                aside = failed.file;
                thread::sleep(Duration::from_millis(10 * tried));
            }
            Err(failed) => {
                abandon(&failed.file);
                return Err(failed.error);
            }
        }
    }
    unreachable!("it is put, or given up")
}

/// Removes a file whose folder has another name by now.
fn abandon(file: &NamedTempFile) {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        let now = fs::read_link(format!("/proc/self/fd/{}", file.as_file().as_raw_fd()));
        if let Some(now) = now.ok().filter(|now| is_at(file.as_file(), now)) {
            let _ = fs::remove_file(now);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = file;
}

static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An unfinished file, as long as this lives.
#[derive(Debug)]
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// The file at this path is not finished.
    pub fn new(path: &Path) -> Self {
        unfinished().insert(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().remove(&self.0);
    }
}

/// Removes them all; none is made any more, for the program ends.
pub fn remove_unfinished() {
    let unfinished = unfinished();
    for path in unfinished.iter() {
        // It may just have been finished.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(unfinished);
}

/// The file, locked.
#[derive(Debug)]
pub struct Held {
    path: PathBuf,
    file: File,
}

impl Held {
    /// Makes the file. Fails when it cannot be made; [`io::ErrorKind::WouldBlock`] when another program does so at this
    /// moment.
    pub fn create(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        let file = put(aside(path, None)?, bytes, path, Existing::Keep).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => io::ErrorKind::WouldBlock.into(),
            _ => error,
        })?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Takes a file that is there. Fails when it cannot be read; [`io::ErrorKind::WouldBlock`] when another program has
    /// it.
    pub fn take(path: &Path) -> io::Result<Self> {
        let file = exclusive(path)?;
        match lock(&file) {
            // Where there are no locks, one sees at least when another has taken its place.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            locked => locked?,
        }
        // Between opening and locking, the program that held it may have put another file in its place.
        let held = Self { path: path.to_owned(), file };
        if held.is_there() { Ok(held) } else { Err(io::ErrorKind::WouldBlock.into()) }
    }

    /// Puts other content in its place, or makes it again if somebody has removed it. Fails when the disk is full, or
    /// another file [has taken its place](Self::was_replaced); what was there before still is then.
    pub fn replace(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut aside = aside(&self.path, self.file.metadata().ok().as_ref())?;
        let _unfinished = Unfinished::new(aside.path());
        fill(&mut aside, bytes)?;
        // Looked at last, when nothing is left to do but to put it there.
        if self.was_replaced() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        #[cfg(windows)]
        {
            // What is open is not replaced there: the former file is let go.
            self.file = aside.as_file().try_clone()?;
        }
        self.file = settle(aside, &self.path, Existing::Replace)?;
        Ok(())
    }

    /// What the system knows of it. Fails when it knows nothing.
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
