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
    /// Returns the endings of the files, the usual one first, and whether a file needs one of them.
    const fn endings(self) -> (&'static [&'static str], bool) {
        match self {
            Self::Csv => (&["csv"], false),
            Self::Json => (&["json"], false),
            Self::Tally => (&["tally"], false),
            Self::SavedGame => (&["txt"], false),
            Self::Folder => (&[], false),
            Self::Chart => (&["png", "svg"], true),
            Self::Picture => (&["svg", "png"], true),
            Self::Film => (&["gif"], true),
        }
    }
}

/// The endings of formats that at most one option writes, separated by spaces.
const FORMAT_ENDINGS: &str = "csv json tally png svg gif html md tsv jsonl xls xlsx ods parquet \
                              sqlite xml pdf jpg jpeg mp4 zip gz";

/// Returns the parser of the path of an output, which refuses the endings of other formats.
pub fn output_path(content: OutputContent) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| check_ending(content, &path).map(|()| path))
}

/// Fails when a path has the ending of another format, or has not an ending that its format needs.
fn check_ending(content: OutputContent, path: &Path) -> Result<(), Problem> {
    let (endings, is_needed) = content.endings();
    let has_ending_of =
        |mut list: std::slice::Iter<'_, &str>| list.any(|ending| has_ending(path, ending));
    let formats: Vec<&str> = FORMAT_ENDINGS.split(' ').collect();
    let is_foreign = is_needed || has_ending_of(formats.iter());
    let is_folder = content == OutputContent::Folder && path.is_dir();
    if has_ending_of(endings.iter()) || is_stdio_path(path) || is_folder || !is_foreign {
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

/// Returns true if a path has an ending, in upper or lower case.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}
