//! Commands for several files: those of folders, as people sort them, and the outcome of all.

use super::console::{CommandOutcome, Console, Failure, print_problem};
use super::files::display_name;
use crate::lang::{Problem, fold_case_and_accents, problem};
use std::io;
use std::path::{Path, PathBuf};

/// Returns whether paths name more than one file.
pub fn are_several(paths: &[PathBuf]) -> bool {
    paths.len() > 1 || paths.iter().any(|path| path.is_dir())
}

/// Returns the files of paths; folders give theirs and those of their subfolders, without hidden ones and those that
/// spreadsheets keep while a table is open.
pub fn files_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Problem> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        add_folder(path, &mut files)?;
        if files.len() == before {
            let folder = display_name(path);
            return Err(problem!(
                "{folder} ne contient aucun fichier",
                "{folder} contains no file"
            ));
        }
        files[before..].sort_by_cached_key(|file| natural_key(&file.to_string_lossy()));
    }
    Ok(files)
}

fn add_folder(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Problem> {
    let unreadable = |error: io::Error| Problem::cannot_read(&display_name(folder), error);
    for entry in folder.read_dir().map_err(unreadable)? {
        let file = entry.map_err(unreadable)?;
        let path = file.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || name.starts_with("~$") || name == "__MACOSX" {
            continue;
        }
        // A link to a folder could lead back to this one.
        if file.file_type().is_ok_and(|kind| kind.is_dir()) {
            add_folder(&path, files)?;
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns a key that sorts texts as people do: without case and accents, and numbers by their value.
fn natural_key(text: &str) -> Vec<(u64, String)> {
    let folded = fold_case_and_accents(text);
    let mut parts: Vec<(u64, String)> = Vec::new();
    let mut text = folded.as_str();
    while !text.is_empty() {
        let word_end = text
            .find(|sign: char| sign.is_ascii_digit())
            .unwrap_or(text.len());
        let (word, numbered) = text.split_at(word_end);
        let number_end = numbered
            .find(|sign: char| !sign.is_ascii_digit())
            .unwrap_or(numbered.len());
        let (number, after) = numbered.split_at(number_end);
        parts.push((0, word.to_owned()));
        parts.push((number.parse().unwrap_or(u64::MAX), String::new()));
        text = after;
    }
    parts
}

/// Returns the outcome of several files: negative if the answer for one of them is, otherwise an error if one could not be read.
/// Names the files that could not be read.
pub fn outcome_of_files(
    console: &Console,
    is_negative: bool,
    unreadable: &[String],
) -> Result<CommandOutcome, Failure> {
    let count = unreadable.len();
    let names = unreadable.join(", ");
    let problem = problem!(
        "fichiers illisibles : {count} ({names})",
        "unreadable files: {count} ({names})"
    );
    if !is_negative && count > 0 {
        return Err(problem.into());
    }
    if count > 0 {
        print_problem(console.lang, &problem);
    }
    Ok(if is_negative {
        CommandOutcome::NegativeAnswer
    } else {
        CommandOutcome::Success
    })
}
