//! Files of a command: inputs of limited size, and outputs written completely or not at all.

mod content;
mod folder;
mod lock;
mod output;
mod registry;
mod tally;

pub use content::{OutputContent, has_ending, output_path};
pub use folder::{OutputFolder, TALLY_FOLDER, check_no_link, folder_problem};
pub use lock::{lock_path, remove_stale_files};
pub use output::{Output, PartWriter, PlannedOutput};
pub use registry::FileRegistry;
pub use tally::{
    Checkpoint, RESUME_NEEDS_TALLY, plan_tally, ranges_text, read_nonempty_tally, read_tally,
};

use pioche_report::lang::system_error::{DIRECTORY, FILE_BUSY, NOT_A_DIRECTORY, NOT_FOUND};
use pioche_report::lang::{Problem, Sentence, Text, escape_invisible, fix_spaces};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The largest number of links that are followed to a file that does not exist yet.
const MAX_LINKS: usize = 40;

/// The reason when a file exists and `--force` was not given.
const FILE_EXISTS: Text = Text::new(
    "ce fichier existe déjà (--force le remplace)",
    "the file already exists (--force replaces it)",
);

/// Returns true if a path means the standard input or output.
pub fn is_stdio_path(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads a file, or the standard input for `-`. Fails when it cannot be read or is longer than `max_bytes` bytes.
pub fn read_limited(path: &Path, max_bytes: u64) -> Result<Vec<u8>, Problem> {
    let file = display_name(path);
    let mut bytes = Vec::new();
    let result = if is_stdio_path(path) {
        io::stdin()
            .lock()
            .take(max_bytes + 1)
            .read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|opened| opened.take(max_bytes + 1).read_to_end(&mut bytes))
    };
    match result {
        // For a folder, Windows only reports that access is denied.
        Err(_) if path.is_dir() => Err(Problem::cannot_read(&file, DIRECTORY)),
        Err(error) => Err(Problem::cannot_read(&file, error)),
        Ok(_) if bytes.len() as u64 > max_bytes => Err(Problem::file_too_long(&file, max_bytes)),
        Ok(_) => Ok(bytes),
    }
}

/// Returns a path for a message of the console, which leaves its spaces as they are.
pub fn display_name(path: &Path) -> String {
    fix_spaces(&escape_invisible(&path.to_string_lossy()))
}

/// Returns true for a file itself, false for a link to one.
pub fn is_regular_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}

pub fn parent_folder(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Resolves the links of an output path, so that saving does not replace them; `None` for a device or a pipe. Fails when
/// the path is a folder, or its folder does not exist.
fn resolve_output_path(path: &Path) -> Result<Option<PathBuf>, Sentence> {
    if path
        .as_os_str()
        .as_encoded_bytes()
        .last()
        .is_some_and(|&last| std::path::is_separator(last.into()))
    {
        return Err(DIRECTORY.into());
    }
    if cfg!(windows) && path.as_os_str().eq_ignore_ascii_case("nul") {
        return Ok(None);
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(DIRECTORY.into()),
        Ok(found) if !found.is_file() => Ok(None),
        Ok(_) => Ok(Some(fs::canonicalize(path)?)),
        Err(error) if error.kind() == ErrorKind::NotFound => resolve_new_path(path).map(Some),
        Err(error) => Err(error.into()),
    }
}

/// Follows the links to a file that does not exist yet.
fn resolve_new_path(path: &Path) -> Result<PathBuf, Sentence> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(link) = fs::read_link(&target) else {
            break;
        };
        target = parent_folder(&target).join(link);
    }
    let Some(file) = target.file_name() else {
        return Err(NOT_FOUND.into());
    };
    match fs::canonicalize(parent_folder(&target)) {
        Ok(folder) if folder.is_dir() => Ok(folder.join(file)),
        Ok(_) => Err(NOT_A_DIRECTORY.into()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Text::new("son dossier n'existe pas", "its folder does not exist").into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Creates a folder and its parents if they do not exist.
pub fn create_folder(path: &Path) -> Result<(), Problem> {
    let reason = if is_stdio_path(path) {
        Sentence::from(NOT_A_DIRECTORY)
    } else {
        match fs::create_dir_all(path) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => NOT_A_DIRECTORY.into(),
            Err(error) => error.into(),
        }
    };
    Err(Problem::cannot_write(&display_name(path), reason))
}
