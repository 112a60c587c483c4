//! The spreadsheet of some runs.

use crate::lang::{Problem, Sentence};
use crate::report::export_tables;
use crate::report::xlsx::xlsx;
use pioche_engine::sim::Summary;
use std::io;
use std::sync::Mutex;
use std::thread::{self, Builder};

/// Returns the bytes of a spreadsheet: a sheet of runs, then for each named group one of its rows and one of its means
/// and shares. Fails when a sheet cannot hold them; the problem names the file.
pub fn xlsx_workbook(file_name: &str, groups: &[(String, &[Summary])]) -> Result<Vec<u8>, Problem> {
    let all_summaries: Vec<Summary> = groups
        .iter()
        .flat_map(|(_, summaries)| summaries.iter().cloned())
        .collect();
    let mut sheets = vec![("runs".to_owned(), export_tables::run_table(&all_summaries))];
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
    let problem = |reason: Sentence| Problem::CannotWrite {
        file: file_name.to_owned(),
        reason,
    };
    // The library starts a thread for each sheet, and panics if the system refuses one.
    if check_thread_starts(sheets.len()).is_err() {
        return Err(problem(Sentence::new(
            "le système ne peut pas démarrer assez de fils d'exécution",
            "the system cannot start enough threads",
        )));
    }
    xlsx(&sheets).map_err(|error| problem(Sentence::untranslated(error.to_string())))
}

/// Starts threads that live at the same time. Fails when the system refuses one of them.
fn check_thread_starts(thread_count: usize) -> io::Result<()> {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        // All threads wait at the gate until the last one was started.
        let closed_gate = gate.lock();
        let mut result = Ok(());
        for _ in 0..thread_count {
            let thread = Builder::new().spawn_scoped(scope, || drop(gate.lock()));
            if let Err(error) = thread {
                result = Err(error);
                break;
            }
        }
        drop(closed_gate);
        result
    })
}
