//! The workbook of some topics: a sheet of runs; for each topic its rows, a chart and other tables; and the columns explained.

use pioche_engine::sim::Summary;
use pioche_report::Glossary;
use pioche_report::data_table::DataTable;
use pioche_report::figures::distinct;
use pioche_report::lang::glossary::french_heading;
use pioche_report::lang::{Lang, Problem, Sentence, Text, sentence};
use pioche_report::row_charts::chart_sheet;
use pioche_report::{data_table, xlsx};
use pioche_topics::{Topic, column_descriptions};
use rust_xlsxwriter::{Workbook, XlsxError};
use std::panic::{self, AssertUnwindSafe};

/// The sheets of a topic in a spreadsheet.
pub struct TopicSheets<'a> {
    topic: &'static Topic,
    summaries: &'a [Summary],
    /// The tables with the names of their sheets, which are those of the CSV files with the same tables; the rows are first.
    pub tables: Vec<(String, DataTable)>,
}

impl<'a> TopicSheets<'a> {
    /// The sheets of a table of rows, and of the means and shares if there are any.
    pub fn new(topic: &'static Topic, summaries: &'a [Summary], rows: DataTable) -> Self {
        let mut tables = vec![(topic.name.to_owned(), rows)];
        let measures = data_table::measure_table(summaries);
        if !measures.rows.is_empty() {
            tables.push((format!("{}-summary", topic.name), measures));
        }
        Self {
            topic,
            summaries,
            tables,
        }
    }
}

/// Returns the bytes of a spreadsheet: a sheet of runs; for each topic one of its rows, one with a chart and those of its other
/// tables; and one that explains the columns. The headings of tables are the names of their columns, as in CSV files, or French
/// words. Fails when a sheet cannot hold them; the problem names the file.
pub fn xlsx_workbook(
    file_name: &str,
    topics: &[TopicSheets<'_>],
    (lang, has_french_headings): (Lang, bool),
) -> Result<Vec<u8>, Problem> {
    let problem = |reason: Sentence| Problem::cannot_write(file_name, reason);
    let sheet_problem = |error: XlsxError| problem(Sentence::untranslated(error.to_string()));
    let mut workbook =
        workbook_with_sheets(topics, lang, has_french_headings).map_err(sheet_problem)?;
    match catch_panic(|| workbook.save_to_buffer()) {
        Ok(bytes) => bytes.map_err(sheet_problem),
        // The library starts a thread for each sheet, and panics if the system refuses one.
        Err(message) if message.starts_with("failed to spawn thread") => Err(problem(sentence!(
            "le système ne peut pas démarrer assez de fils d'exécution",
            "the system cannot start enough threads"
        ))),
        Err(message) => Err(problem(Sentence::untranslated(message))),
    }
}

/// Runs a function of a library, and takes its panics as errors. Returns the message of a panic, which is not printed.
fn catch_panic<T>(function: impl FnOnce() -> T) -> Result<T, String> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let result = panic::catch_unwind(AssertUnwindSafe(function));
    panic::set_hook(hook);
    result.map_err(|payload| match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(_) => "panic".into(),
    })
}

fn workbook_with_sheets(
    topics: &[TopicSheets<'_>],
    lang: Lang,
    has_french_headings: bool,
) -> Result<Workbook, XlsxError> {
    let mut workbook = xlsx::new_workbook()?;
    let mut all_summaries = Vec::new();
    let mut columns = Vec::new();
    let heading = |column: &str, glossary: &dyn Glossary| {
        if has_french_headings {
            french_heading(glossary, column)
        } else {
            column.to_owned()
        }
    };
    for sheets in topics {
        let topic = sheets.topic;
        // The first sheet, on which the workbook opens, has the results with their chart.
        if let Some(chart) = chart_sheet(sheets.summaries, &topic.glossary, lang) {
            xlsx::add_chart(&mut workbook, &format!("{}-chart", topic.name), &chart)?;
        }
        for (name, table) in &sheets.tables {
            xlsx::add_table(&mut workbook, name, table, |column| {
                heading(column, &topic.glossary)
            })?;
            columns.extend_from_slice(&table.columns);
        }
        all_summaries.extend_from_slice(sheets.summaries);
    }
    let runs = data_table::run_table(&all_summaries);
    xlsx::add_table(&mut workbook, "runs", &runs, |column| {
        heading(column, &topics[0].topic.glossary)
    })?;
    columns.extend_from_slice(&runs.columns);
    let headings = [
        Text::new("colonne", "column").in_lang(lang),
        Text::new("description", "description").in_lang(lang),
    ];
    let mut descriptions = Vec::new();
    for (name, description) in described_columns(columns, lang) {
        descriptions.push((heading(name, &topics[0].topic.glossary), description));
    }
    xlsx::add_descriptions(&mut workbook, "columns", headings, &descriptions)?;
    Ok(workbook)
}

/// Returns the columns that have a description, each with it, in the order in which they occur.
fn described_columns(columns: Vec<String>, lang: Lang) -> Vec<(&'static str, &'static str)> {
    let mut described = Vec::new();
    let groups = column_descriptions();
    for name in distinct(columns) {
        let mut descriptions = groups.iter().flat_map(|(_, columns)| columns);
        if let Some((name, fr, en)) = descriptions.find(|(known, ..)| *known == name) {
            described.push((*name, Text::new(fr, en).in_lang(lang)));
        }
    }
    described
}
