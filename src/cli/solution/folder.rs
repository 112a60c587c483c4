//! The tables of a class: a line for each file of a folder.

use super::table_file::TableFile;
use super::{TableCheck, outcome_of};
use crate::cli::args::AnswerFormat;
use crate::cli::console::{CommandOutcome, Failure};
use crate::cli::files::{display_name, io_error_reason};
use crate::lang::{Problem, problem};
use crate::report::data_table::pretty_json;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Checks the tables of a folder, by name. A file that cannot be read is a line with the reason. The outcome is negative if
/// a table disagrees; otherwise an error if a file could not be read.
pub fn check_folder(folder: &Path, mut check: TableCheck<'_>) -> Result<CommandOutcome, Failure> {
    let console = check.console;
    let is_json = check.args.single.format == Some(AnswerFormat::Json);
    let mut disagreements = 0;
    let mut unreadable_files = 0;
    let mut reports = Vec::new();
    for file in table_files(folder)? {
        let checked = TableFile::read(&file).and_then(|table| check.check(&table));
        let line = match checked {
            Ok(Some(checked)) => {
                let report = checked.report();
                disagreements += report.disagreement_count();
                reports.push(report.summary_json());
                report.summary_line(console.lang)
            }
            Ok(None) => return Ok(CommandOutcome::Interrupted),
            Err(problem) => {
                unreadable_files += 1;
                let file = display_name(&file);
                reports.push(json!({ "file": file, "error": problem.0.en }));
                problem.0.in_lang(console.lang).to_owned()
            }
        };
        if !is_json {
            console.print(format!("{line}\n").as_bytes())?;
        }
    }
    if is_json {
        console.print(pretty_json(&json!({ "files": reports })).as_bytes())?;
    }
    if disagreements == 0 && unreadable_files > 0 {
        return Err(problem!(
            "fichiers illisibles : {unreadable_files}",
            "unreadable files: {unreadable_files}"
        )
        .into());
    }
    Ok(outcome_of(disagreements))
}

/// Returns the files of a folder, without hidden ones and those that spreadsheets keep while a table is open.
fn table_files(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let unreadable = |error| Problem::cannot_read(&display_name(folder), io_error_reason(&error));
    let mut files = Vec::new();
    for entry in folder.read_dir().map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_file() && !name.starts_with('.') && !name.starts_with("~$") {
            files.push(path);
        }
    }
    if files.is_empty() {
        let folder = display_name(folder);
        return Err(problem!(
            "{folder} ne contient aucun fichier",
            "{folder} contains no file"
        ));
    }
    files.sort();
    Ok(files)
}
