//! The endings of output files: an option refuses the ending of a format that it does not write.

use super::{display_name, is_stdio_path};
use clap::builder::{PathBufValueParser, TypedValueParser};
use pioche_report::lang::{Problem, Sentence, problem};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The content that an option writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputContent {
    Csv,
    Json,
    Tally,
    SavedGame,
    Chart,
    Picture,
    Film,
    /// A folder, which has no ending of a file.
    Folder,
}

impl OutputContent {
    /// Returns the endings of the files, the usual one first.
    const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Csv => &["csv"],
            Self::Json => &["json"],
            Self::Tally => &["tally"],
            Self::SavedGame | Self::Folder => &[],
            Self::Chart => &["png", "svg"],
            Self::Picture => &["svg", "png"],
            Self::Film => &["gif"],
        }
    }

    /// Returns true if the ending of the file chooses the format, or programs open only files with this ending.
    const fn needs_ending(self) -> bool {
        matches!(self, Self::Chart | Self::Picture | Self::Film)
    }
}

/// The endings of the formats that pioche writes, each with its command.
const WRITTEN_ENDINGS: [(&str, &str); 8] = [
    ("csv", "simulate … --csv"),
    ("json", "simulate … --json"),
    ("tally", "simulate … --tally"),
    ("png", "simulate … --chart"),
    ("svg", "simulate … --chart"),
    ("gif", "show … --animate"),
    ("html", "study"),
    ("md", "study"),
];

/// The endings of other known formats.
const FOREIGN_ENDINGS: [&str; 39] = [
    "tsv", "jsonl", "ndjson", "xls", "xlsx", "xlsm", "xlsb", "ods", "numbers", "parquet",
    "feather", "arrow", "avro", "orc", "npy", "npz", "pkl", "h5", "hdf5", "mat", "rds", "dta",
    "sav", "db", "sqlite", "xml", "pdf", "yaml", "toml", "tex", "jpg", "jpeg", "webp", "mp4",
    "zip", "gz", "bz2", "xz", "zst",
];

/// Returns the parser of the path of an output, which refuses the endings of other formats.
pub fn output_path(content: OutputContent) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| check_ending(content, &path).map(|()| path))
}

/// Fails when a path has the ending of another format, or has not an ending that its format needs.
fn check_ending(content: OutputContent, path: &Path) -> Result<(), Problem> {
    let ending = lower_case_ending(path);
    if content.endings().contains(&ending.as_str()) || is_stdio_path(path) {
        return Ok(());
    }
    let command = if content == OutputContent::Film && ["png", "svg"].contains(&ending.as_str()) {
        Some("show … --image")
    } else {
        WRITTEN_ENDINGS
            .iter()
            .find_map(|(written, command)| (*written == ending).then_some(*command))
    };
    let is_known = command.is_some() || FOREIGN_ENDINGS.contains(&ending.as_str());
    let is_folder = content == OutputContent::Folder && path.is_dir();
    if is_folder || !is_known && !content.needs_ending() {
        return Ok(());
    }
    let Problem(Sentence { fr, en }) = expected_ending_problem(content, path);
    Err(match command {
        Some(command) => problem!(
            "{fr} (.{ending} : pioche {command})",
            "{en} (.{ending}: pioche {command})"
        ),
        None if is_known => problem!(
            "{fr} (pioche n'écrit pas de fichier .{ending})",
            "{en} (pioche writes no .{ending} file)"
        ),
        None => problem!("{fr}", "{en}"),
    })
}

/// Returns the problem of a path without one of the endings of a content.
fn expected_ending_problem(content: OutputContent, path: &Path) -> Problem {
    let file = display_name(path);
    if content == OutputContent::Folder {
        return problem!(
            "« {file} » est le nom d'un fichier, et cette option écrit un dossier",
            "“{file}” is the name of a file, and this option writes a folder"
        );
    }
    let endings = content.endings();
    match endings {
        [] => problem!(
            "« {file} » ne convient pas à une partie enregistrée, qui est un texte ; par exemple \
             game.txt",
            "“{file}” does not suit a saved game, which is a text; for example game.txt"
        ),
        [only] => problem!(
            "« {file} » doit finir par .{only}",
            "“{file}” must end in .{only}"
        ),
        [first @ .., last] => {
            let first_endings = first.join(", .");
            problem!(
                "« {file} » doit finir par .{first_endings} ou .{last}",
                "“{file}” must end in .{first_endings} or .{last}"
            )
        }
    }
}

fn lower_case_ending(path: &Path) -> String {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    ending.to_ascii_lowercase()
}

/// Returns true if a path has an ending, in upper or lower case.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    lower_case_ending(path) == ending
}
