//! Commands for several files: those of folders, as people sort them, and the outcome of all.

use super::console::{CommandOutcome, Console, Failure, print_problem};
use super::files::display_name;
use pioche_report::lang::{Lang, Problem, either, fold_case_and_accents, problem};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Returns whether paths name more than one file.
pub fn are_several(paths: &[PathBuf]) -> bool {
    paths.len() > 1 || paths.iter().any(|path| path.is_dir())
}

/// The endings of programs, pictures, films, sounds and archives, which are no hand-ins.
const OTHER_ENDINGS: &str = "py pyc ipynb java class jar c h cpp hpp o js ts html css r m jl rs go php rb sh bat exe dll png jpg jpeg \
     gif svg webp bmp ico mp4 mov avi webm mp3 wav zip tar gz 7z rar tally";

/// The hand-ins that paths name.
pub struct HandIns {
    pub paths: Vec<PathBuf>,
    /// The files in folders that are left out, by their endings.
    left_out: BTreeMap<String, usize>,
}

impl HandIns {
    /// Returns the files of paths; folders give theirs and those of their subfolders, without hidden ones, those that
    /// spreadsheets keep while a table is open, and those that are no hand-ins by their ending.
    pub fn find(paths: &[PathBuf]) -> Result<Self, Problem> {
        let mut hand_ins = Self {
            paths: Vec::new(),
            left_out: BTreeMap::new(),
        };
        for path in paths {
            if !path.is_dir() {
                hand_ins.paths.push(path.clone());
                continue;
            }
            let first = hand_ins.paths.len();
            hand_ins.add_folder(path)?;
            if hand_ins.paths.len() == first {
                let folder = display_name(path);
                let count = hand_ins.left_out_count();
                return Err(problem!(
                    "{folder} ne contient rien à lire (fichiers écartés par leur extension : {count})",
                    "{folder} contains nothing to read (files left out by their endings: {count})"
                ));
            }
            hand_ins.paths[first..].sort_by_cached_key(|file| natural_key(&file.to_string_lossy()));
        }
        Ok(hand_ins)
    }

    fn add_folder(&mut self, folder: &Path) -> Result<(), Problem> {
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
                self.add_folder(&path)?;
            } else if path.is_file() {
                let ending = path.extension().unwrap_or_default().to_string_lossy();
                let ending = ending.to_lowercase();
                if OTHER_ENDINGS
                    .split_whitespace()
                    .any(|other| other == ending)
                {
                    *self.left_out.entry(ending).or_default() += 1;
                } else {
                    self.paths.push(path);
                }
            }
        }
        Ok(())
    }

    pub fn left_out_count(&self) -> usize {
        self.left_out.values().sum()
    }

    /// Tells how many files were left out, by their endings; `None` if none was.
    pub fn left_out_text(&self, lang: Lang) -> Option<String> {
        if self.left_out.is_empty() {
            return None;
        }
        let endings = self.left_out.iter();
        let endings: Vec<String> = endings
            .map(|(ending, count)| format!(".{ending} {count}"))
            .collect();
        let endings = endings.join(", ");
        Some(either!(
            lang,
            "Fichiers écartés par leur extension : {endings}",
            "Files left out by their endings: {endings}"
        ))
    }
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
