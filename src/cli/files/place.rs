//! Where files stand: what is read is bounded, and where a file to write really is.

use crate::lang::{Problem, Reason, Sentence, plainly};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// No chain of links is longer on any system.
const MOST_LINKS: usize = 40;

/// The words for an input or output error.
pub fn reason(error: &io::Error) -> Reason {
    match error.kind() {
        #[cfg(windows)]
        _ if error.raw_os_error() == Some(SHARING_VIOLATION) => Reason::BUSY,
        ErrorKind::NotFound => Reason::NOT_FOUND,
        ErrorKind::PermissionDenied => Reason::known("accès refusé", "permission denied"),
        ErrorKind::ReadOnlyFilesystem => Reason::known("ce disque est en lecture seule", "this disk is read-only"),
        ErrorKind::IsADirectory => Reason::DIRECTORY,
        ErrorKind::NotADirectory => Reason::NOT_A_DIRECTORY,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Reason::known("le disque est plein", "the disk is full"),
        ErrorKind::FileTooLarge => {
            Reason::known("le système n'admet pas de fichier si long", "the system allows no file of this length")
        }
        ErrorKind::AlreadyExists => Reason::Exists,
        ErrorKind::WouldBlock => Reason::BUSY,
        _ => Reason::Said(Sentence::same(error.to_string())),
    }
}

/// Whether a name stands for the standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// The bytes of a file, or of the standard input for `-`, when there are at most `most`. Fails when it cannot be read,
/// or is longer.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Problem> {
    let file = name(path);
    let mut bytes = Vec::new();
    let read = if is_standard(path) {
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|opened| opened.take(most + 1).read_to_end(&mut bytes))
    };
    match read {
        // Windows says of a folder only that access is denied.
        Err(_) if path.is_dir() => Err(Problem::CannotRead { file, reason: Reason::DIRECTORY }),
        Err(error) => Err(Problem::CannotRead { file, reason: reason(&error) }),
        Ok(_) if bytes.len() as u64 > most => Err(Problem::TooLong { file, most }),
        Ok(_) => Ok(bytes),
    }
}

/// A path as messages show it.
pub fn name(path: &Path) -> String {
    plainly(&path.to_string_lossy())
}

/// The folder that a file stands in.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What stands where a file is to be written.
#[derive(Debug)]
pub enum Place {
    /// Nothing, and it can be made here: where a link leads that leads to nothing.
    Free(PathBuf),
    /// A file, here: where a link leads.
    File(PathBuf, fs::Metadata),
    /// A device or a pipe.
    Device,
}

/// Looks where a file is to be written, links followed: whoever has linked it wants the link to stay. Fails when no
/// file can be there: it is a folder, or its folder is missing.
pub fn place(path: &Path) -> Result<Place, Reason> {
    if path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| std::path::is_separator(last.into())) {
        return Err(Reason::DIRECTORY);
    }
    #[cfg(windows)]
    match device(path) {
        None => {}
        Some("nul") => return Ok(Place::Device),
        Some(_) => {
            let (fr, en) = ("Windows réserve ce nom à un appareil", "Windows keeps this name for a device");
            return Err(Reason::known(fr, en));
        }
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(Reason::DIRECTORY),
        Ok(found) if !found.is_file() => Ok(Place::Device),
        Ok(found) if path.is_symlink() => {
            fs::canonicalize(path).map(|path| Place::File(path, found)).map_err(|error| reason(&error))
        }
        Ok(found) => Ok(Place::File(path.to_owned(), found)),
        Err(error) if error.kind() == ErrorKind::NotFound => free(path),
        Err(error) => Err(reason(&error)),
    }
}

/// The device that Windows takes this name for, whatever its folder and its ending.
#[cfg(windows)]
fn device(path: &Path) -> Option<&'static str> {
    const DEVICES: [&str; 22] = [
        "nul", "con", "prn", "aux", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1",
        "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
    ];
    let name = path.file_name()?.to_str()?.to_lowercase();
    let stem = name.split('.').next()?.trim_end();
    DEVICES.into_iter().find(|device| *device == stem)
}

/// Where links lead that lead to nothing.
fn free(path: &Path) -> Result<Place, Reason> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = folder(&path).join(target);
    }
    let nameless = path.file_name().is_none();
    match fs::metadata(folder(&path)) {
        _ if nameless => Err(Reason::NOT_FOUND),
        Ok(found) if found.is_dir() => Ok(Place::Free(path)),
        Ok(_) => Err(Reason::NOT_A_DIRECTORY),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Reason::known("son dossier n'existe pas", "its folder does not exist"))
        }
        Err(error) => Err(reason(&error)),
    }
}

/// Whether an open file is the one at this path.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |(one, two): (fs::Metadata, fs::Metadata)| (one.dev(), one.ino()) == (two.dev(), two.ino());
    file.metadata().ok().zip(fs::metadata(path).ok()).is_some_and(same)
}

/// Elsewhere an open file keeps its name.
#[cfg(not(unix))]
pub fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Opens a file that is there, to [lock] it.
#[cfg(not(windows))]
pub fn exclusive(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Keeps others from writing to a file, as far as they ask.
#[cfg(not(windows))]
pub fn lock(file: &File) -> Result<(), TryLockError> {
    file.try_lock()
}

/// What others may do with a file while it is open here: read it, and give it another name. A lock would keep them from
/// reading it.
#[cfg(windows)]
fn alone() -> fs::OpenOptions {
    use std::os::windows::fs::OpenOptionsExt;
    const READ: u32 = 1;
    const DELETE: u32 = 4;
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).share_mode(READ | DELETE);
    options
}

/// Opens a file that is there; nobody else writes to it meanwhile. Who looks into it for a moment, as guards against
/// viruses do, is waited for.
#[cfg(windows)]
pub fn exclusive(path: &Path) -> io::Result<File> {
    for tried in 1..=10 {
        match alone().open(path) {
            Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => {
                std::thread::sleep(std::time::Duration::from_millis(10 * tried));
            }
            opened => return opened,
        }
    }
    Err(ErrorKind::WouldBlock.into())
}

/// Somebody else has it open.
#[cfg(windows)]
const SHARING_VIOLATION: i32 = 32;

/// Makes a file that nobody else writes to.
#[cfg(windows)]
pub fn made(path: &Path) -> io::Result<File> {
    alone().create_new(true).open(path)
}

/// It is open, and thereby locked.
#[cfg(windows)]
pub fn lock(_: &File) -> Result<(), TryLockError> {
    Ok(())
}

/// Whether a file has other names besides: hard links.
#[cfg(unix)]
pub fn has_other_names(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    found.nlink() > 1
}

/// Elsewhere nobody can tell.
#[cfg(not(unix))]
pub fn has_other_names(_: &fs::Metadata) -> bool {
    false
}

/// Makes a folder, and those above it, unless it is there. Fails when it cannot be made.
pub fn make_folder(path: &Path) -> Result<(), Problem> {
    let fail = |reason| Problem::CannotWrite { file: name(path), reason };
    if is_standard(path) {
        return Err(fail(Reason::NOT_A_DIRECTORY));
    }
    fs::create_dir_all(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => fail(Reason::NOT_A_DIRECTORY),
        _ => fail(reason(&error)),
    })
}
