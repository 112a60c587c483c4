//! Files of a command: inputs of limited size, and outputs written completely or not at all.

mod output;
mod registry;
mod tally;

pub use output::{Output, PartWriter};
pub use registry::{FileRegistry, OutputFolder, TALLY_FOLDER, folder_problem};
pub use tally::{Checkpoint, ranges_text, read_nonempty_tally, read_tally, resumed_run};

use clap::builder::{PathBufValueParser, TypedValueParser};
use pioche_report::lang::{Problem, escape_invisible, fix_spaces, problem, tr};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

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
        Err(_) if path.is_dir() => Err(Problem::cannot_read(&file, ErrorKind::IsADirectory)),
        Err(error) => Err(Problem::cannot_read(&file, error)),
        Ok(_) if bytes.len() as u64 > max_bytes => Err(Problem::file_too_long(&file, max_bytes)),
        Ok(_) => Ok(bytes),
    }
}

/// Returns a path for a message of the console, which leaves its spaces as they are.
pub fn display_name(path: &Path) -> String {
    fix_spaces(&escape_invisible(&path.to_string_lossy()))
}

/// Returns the parser of the path of an output whose ending chooses its format.
pub fn path_with_ending(
    endings: &'static [&'static str],
) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| {
        let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
        if is_stdio_path(&path) || endings.iter().any(|known| ending == *known) {
            return Ok(path);
        }
        let file = display_name(&path);
        let endings = endings.join(&format!(" {} .", tr!("or")));
        Err(problem!("“{file}” must end in .{endings}", file, endings))
    })
}

pub fn parent_folder(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Creates a folder and its parents if they do not exist.
pub fn create_folder(path: &Path) -> Result<(), Problem> {
    let error: io::Error = if is_stdio_path(path) {
        ErrorKind::NotADirectory.into()
    } else {
        match fs::create_dir_all(path) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                ErrorKind::NotADirectory.into()
            }
            Err(error) => error,
        }
    };
    Err(Problem::cannot_write(&display_name(path), error))
}
