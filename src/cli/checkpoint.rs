//! The tally of a run under way: saved every few seconds and at the end, and locked against a second program.
//!
//! A save is written aside, synced, and renamed over the file before it, so that there is a whole tally at any moment
//! from the start on. The lock is on the file itself, and each new one is locked before it takes its place: no other
//! file is left behind, and a program that is killed leaves no lock.

use super::console::{Console, complain};
use super::files::{name, reason};
use super::report::read_tally;
use crate::lang::{Problem, Reason};
use crate::sim::{Run, tally_file};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// What becomes of a tally that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Former {
    /// It stays, and the run is refused.
    Keep,
    /// The first save replaces it.
    Replace,
    /// The run goes on with it.
    Resume,
}

/// The tally file of one run.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    /// The file in its place, locked; nothing when that is a device or a pipe, written once at the end.
    held: Option<File>,
    /// Nobody but this run has put it there, and it holds no deal yet.
    fresh: bool,
}

impl Checkpoint {
    /// Opens the tally file of a run, `nothing` being the run before its first deal, and gives the run to go on with.
    ///
    /// # Errors
    /// When it cannot be written, another program runs on it, it has to stay, or holds another plan.
    pub fn open(path: &Path, former: Former, nothing: Run, part: &Range<u64>) -> Result<(Self, Run), Problem> {
        // Where a link leads, so that the link stays.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let fail = |reason| Problem::CannotWrite { file: name(&path), reason };
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => Err(fail(Reason::Directory)),
            Ok(found) if !found.is_file() => Ok((Self { path, held: None, fresh: false }, nothing)),
            Ok(_) => Self::take_over(path, former, nothing, part),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let held = Some(put(&path, &nothing, None, Putting::New)?);
                Ok((Self { path, held, fresh: true }, nothing))
            }
            Err(error) => Err(fail(reason(&error))),
        }
    }

    fn take_over(path: PathBuf, former: Former, nothing: Run, part: &Range<u64>) -> Result<(Self, Run), Problem> {
        let file = name(&path);
        if former == Former::Keep {
            return Err(Problem::TallyExists { file });
        }
        let held =
            File::open(&path).map_err(|error| Problem::CannotRead { file: file.clone(), reason: reason(&error) })?;
        lock(&held, &path)?;
        // Between opening and locking, the program that held it may have put another file in its place.
        if !is_at(&held, &path) {
            return Err(Problem::TallyBusy { file });
        }
        let checkpoint = Self { path, held: Some(held), fresh: false };
        if former == Former::Replace {
            return Ok((checkpoint, nothing));
        }
        let (_, run) = read_tally(&checkpoint.path)?;
        let (found, asked) =
            (format!("{} [{}]", run.plan, run.done), format!("{} [{}..{}]", nothing.plan, part.start, part.end));
        match run.under(nothing.plan, part) {
            Some(begun) => Ok((checkpoint, begun)),
            None => Err(Problem::OtherPlan { file, found, asked }),
        }
    }

    /// Saves the run in the place of what was saved before.
    ///
    /// # Errors
    /// When the disk is full, or somebody has put another file there; what was saved before is still there then.
    pub fn save(&mut self, run: &Run, trailer: &[String]) -> Result<(), Problem> {
        let Some(held) = &self.held else { return Ok(()) };
        if self.path.exists() && !is_at(held, &self.path) {
            return Err(Problem::TallyReplaced { file: name(&self.path) });
        }
        self.held = Some(put(&self.path, run, Some(trailer), Putting::Over)?);
        self.fresh = false;
        Ok(())
    }

    /// Saves the run for good.
    ///
    /// # Errors
    /// As [`Self::save`].
    pub fn close(mut self, run: &Run, trailer: &[String]) -> Result<(), Problem> {
        if self.held.is_some() {
            return self.save(run, trailer);
        }
        let text = tally_file::write(run, trailer);
        let written =
            File::options().write(true).open(&self.path).and_then(|mut device| device.write_all(text.as_bytes()));
        written.map_err(|error| Problem::CannotWrite { file: name(&self.path), reason: reason(&error) })
    }
}

/// A file that never held a deal is not left behind.
impl Drop for Checkpoint {
    fn drop(&mut self) {
        if self.fresh && self.held.as_ref().is_some_and(|held| is_at(held, &self.path)) {
            // Whoever removed it first has done the same.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether a file may stand at the path already.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Putting {
    New,
    Over,
}

/// Writes a tally aside, syncs it, locks it, and puts it in its place.
fn put(path: &Path, run: &Run, trailer: Option<&[String]>, putting: Putting) -> Result<File, Problem> {
    let file = name(path);
    let fail = |error: io::Error| Problem::CannotWrite { file: file.clone(), reason: reason(&error) };
    let mut aside = aside(path).map_err(fail)?;
    let text = tally_file::write(run, trailer.unwrap_or_default());
    aside.write_all(text.as_bytes()).and_then(|()| aside.as_file().sync_all()).map_err(fail)?;
    lock(aside.as_file(), path)?;
    let put = match putting {
        Putting::New => aside.persist_noclobber(path),
        Putting::Over => aside.persist(path),
    };
    let put = put.map_err(|failed| match failed.error.kind() {
        io::ErrorKind::AlreadyExists => Problem::TallyBusy { file: file.clone() },
        _ => fail(failed.error),
    })?;
    // The name is safe on the disk too; a folder that cannot be synced has nothing better to offer.
    #[cfg(unix)]
    let _ = File::open(folder(path)).and_then(|folder| folder.sync_all());
    Ok(put)
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file beside the target. Its name is always the same, so that what a killed program left is swept away; whoever
/// writes to it holds the target's lock, or puts a file where there is none.
fn aside(path: &Path) -> io::Result<NamedTempFile> {
    // By the last part of its path: the rest may be typed in many ways.
    let named = tally_file::checksum(path.file_name().unwrap_or_default().as_encoded_bytes());
    let part = format!(".pioche-{named:016x}.part");
    match fs::remove_file(folder(path).join(&part)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(&part).rand_bytes(0);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder(path))
}

fn lock(file: &File, path: &Path) -> Result<(), Problem> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => Problem::TallyBusy { file: name(path) },
        TryLockError::Error(error) => Problem::CannotWrite { file: name(path), reason: reason(&error) },
    })
}

/// Whether an open file is the one at this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |(one, two): (fs::Metadata, fs::Metadata)| (one.dev(), one.ino()) == (two.dev(), two.ino());
    file.metadata().ok().zip(fs::metadata(path).ok()).is_some_and(same)
}

/// Elsewhere an open file keeps its name.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Told how a run stands, again and again.
pub type Tick<'a> = dyn FnMut(&Run) + 'a;

/// Does the work of a run, and saves it meanwhile. A save that fails is told once; the run goes on, and the last save
/// decides.
pub fn saving<T>(
    checkpoint: Option<&mut Checkpoint>,
    every: Duration,
    console: &Console,
    work: impl FnOnce(&mut Tick<'_>) -> T,
) -> T {
    let Some(checkpoint) = checkpoint else { return work(&mut |_| {}) };
    let (mut due, mut told) = (Instant::now() + every, false);
    work(&mut |run| {
        if Instant::now() < due {
            return;
        }
        match checkpoint.save(run, &[]) {
            Err(problem) if !std::mem::replace(&mut told, true) => complain(console.lang, &problem),
            _ => {}
        }
        due = Instant::now() + every;
    })
}
