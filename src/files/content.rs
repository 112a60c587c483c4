//! The endings of output files: an option refuses the ending of a format that it does not write.

use super::{display_name, is_stdio_path};
use clap::builder::{PathBufValueParser, TypedValueParser};
use pioche_report::lang::{Problem, problem, tr};
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
            Self::SavedGame => &["txt"],
            Self::Folder => &[],
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

/// The endings of formats that at most one option writes.
const FORMAT_ENDINGS: [&str; 22] = [
    "csv", "json", "tally", "png", "svg", "gif", "html", "md", "tsv", "jsonl", "xls", "xlsx",
    "ods", "parquet", "sqlite", "xml", "pdf", "jpg", "jpeg", "mp4", "zip", "gz",
];

/// Returns the parser of the path of an output, which refuses the endings of other formats.
pub fn output_path(content: OutputContent) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| check_ending(content, &path).map(|()| path))
}

/// Fails when a path has the ending of another format, or has not an ending that its format needs.
fn check_ending(content: OutputContent, path: &Path) -> Result<(), Problem> {
    let ending = lower_case_ending(path);
    let endings = content.endings();
    let is_foreign = FORMAT_ENDINGS.contains(&ending.as_str()) || content.needs_ending();
    let is_folder = content == OutputContent::Folder && path.is_dir();
    if endings.contains(&ending.as_str()) || is_stdio_path(path) || is_folder || !is_foreign {
        return Ok(());
    }
    let file = display_name(path);
    if endings.is_empty() {
        return Err(problem!(
            "“{file}” is the name of a file, and this option writes a folder",
            file
        ));
    }
    let endings = endings.join(&format!(" {} .", tr!("or")));
    Err(problem!("“{file}” must end in .{endings}", file, endings))
}

fn lower_case_ending(path: &Path) -> String {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    ending.to_ascii_lowercase()
}

/// Returns true if a path has an ending, in upper or lower case.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    lower_case_ending(path) == ending
}
