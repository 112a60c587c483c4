//! The spreadsheet of some runs.

use crate::lang::{Problem, Sentence};
use crate::report::export_tables;
use crate::report::xlsx::xlsx;
use pioche_engine::sim::Summary;

/// Returns the bytes of a spreadsheet: a sheet of runs, then for each named group one of its rows and one of its means
/// and shares. Fails when a sheet cannot hold them; the problem names the file.
pub fn xlsx_workbook(file_name: &str, groups: &[(String, &[Summary])]) -> Result<Vec<u8>, Problem> {
    let all: Vec<Summary> = groups
        .iter()
        .flat_map(|(_, summaries)| summaries.iter().cloned())
        .collect();
    let mut sheets = vec![("runs".to_owned(), export_tables::run_table(&all))];
    for (name, summaries) in groups {
        sheets.push((
            name.clone(),
            export_tables::largest_run_row_table(summaries),
        ));
        let measures = export_tables::measure_table(summaries);
        if !measures.rows.is_empty() {
            sheets.push((format!("{name}-summary"), measures));
        }
    }
    xlsx(&sheets).map_err(|error| Problem::CannotWrite {
        file: file_name.to_owned(),
        reason: Sentence::untranslated(error.to_string()),
    })
}
