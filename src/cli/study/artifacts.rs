//! The files of a study besides its tallies: tables, pictures, the spreadsheet and the pages.

use super::folder::StudyFolder;
use crate::cli::console::{Console, Failure, Failures};
use crate::cli::outputs::drawing_problem;
use crate::cli::signals;
use crate::cli::workbook::xlsx_workbook;
use crate::draw::{Figure, LaidOutFigure};
use crate::lang::{Lang, Problem, Text};
use crate::report::data_table::DataTable;
use crate::report::data_table::{CsvStyle, csv};
use crate::report::export_tables::{largest_run_row_table, measure_table};
use crate::report::figures::FigureFormat;
use crate::report::page::{FigureDrawings, PageHeader, StudyChapter, StudyValues};
use crate::topics::{TOPICS, Topic};
use pioche_engine::sim::Summary;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The Markdown page, in the language of the command.
const README_FILE: &str = "README.md";

const WORKBOOK_FILE: &str = "study.xlsx";

/// The number of pictures drawn at the same time; each takes about 70 MB.
const PARALLEL_PICTURES: usize = 4;

const LANGS: [Lang; 2] = [Lang::En, Lang::Fr];

pub type TopicSummaries = (&'static Topic, Vec<Summary>);

/// What a page says about itself.
pub struct PageNotes {
    /// The command that reproduces the study, without its language.
    pub reproduce_command: String,
    /// The titles of the chapters; empty if there are all.
    pub selected_chapters: Vec<Text>,
}

/// Returns the file name of a page. It does not depend on the language of the command, so links to it stay valid.
pub const fn html_file_name(lang: Lang) -> &'static str {
    Text::new("index.fr.html", "index.html").in_lang(lang)
}

/// Writes all files of a study but its tallies. Returns its findings as plain text, or `None` after a signal. A
/// spreadsheet that cannot be created is recorded in `failures`. Fails when a file cannot be written.
pub fn write_study(
    results: &[TopicSummaries],
    folder: &mut StudyFolder,
    notes: &PageNotes,
    (console, progress): (&Console, &dyn Fn(f64)),
    failures: &mut Failures,
) -> Result<Option<Vec<String>>, Failure> {
    let tables: Vec<(String, DataTable)> = results
        .iter()
        .flat_map(|(topic, summaries)| topic_tables(topic, summaries))
        .collect();
    let chapters: Vec<StudyChapter<'_>> = results
        .iter()
        .map(|(topic, summaries)| StudyChapter {
            document: topic.chapter,
            glossary: &topic.glossary,
            summaries,
        })
        .collect();
    let Some(study) = StudyValues::new(&chapters) else {
        return Ok(Some(Vec::new()));
    };
    let mut pictures = Vec::new();
    for lang in LANGS {
        for (topic, summaries) in results {
            for (name, figure) in topic.chapter.draw_figures(summaries, lang) {
                pictures.push((lang, name, figure));
            }
        }
    }
    let pages = [
        WORKBOOK_FILE,
        README_FILE,
        html_file_name(Lang::En),
        html_file_name(Lang::Fr),
    ]
    .map(str::to_owned);
    let files = tables.iter().map(|(name, _)| csv_file_name(name));
    let files =
        files.chain(pictures.iter().flat_map(|(_, name, _)| {
            FigureFormat::ALL.map(|format| picture_file_name(name, format))
        }));
    folder.register_files(files.chain(pages).collect::<Vec<_>>())?;
    for (name, table) in &tables {
        folder.write(&csv_file_name(name), &csv(table, CsvStyle::Plain), console)?;
    }
    // Pictures in the other language are embedded in its page and have no files.
    let formats = |lang| {
        if lang == console.lang {
            FigureFormat::ALL.as_slice()
        } else {
            &[]
        }
    };
    let mut drawings = [BTreeMap::new(), BTreeMap::new()];
    let thread_pool = ThreadPoolBuilder::new().build();
    // The pictures take about three quarters of the time.
    let share =
        |pictures_done: usize| 0.1 + 0.65 * pictures_done as f64 / pictures.len().max(1) as f64;
    for (begun, some) in pictures.chunks(PARALLEL_PICTURES).enumerate() {
        progress(share(begun * PARALLEL_PICTURES));
        let draw = |(lang, name, figure): &(Lang, &str, Figure)| {
            (!signals::acknowledge_stop_request())
                .then(|| render_picture(name, figure, formats(*lang)))
        };
        // Without threads, one picture is drawn after the other.
        let made: Vec<_> = match &thread_pool {
            Ok(pool) => pool.install(|| some.par_iter().map(draw).collect()),
            Err(_) => some.iter().map(draw).collect(),
        };
        for ((lang, name, _), made) in some.iter().zip(made) {
            let Some(made) = made else { return Ok(None) };
            let (svg, files) = made?;
            for (file, bytes) in files {
                folder.write(&file, &bytes, console)?;
            }
            drawings[usize::from(*lang != LANGS[0])].insert((*name).to_owned(), svg);
        }
    }
    progress(share(pictures.len()));
    let sheets: Vec<(String, &[Summary])> = results
        .iter()
        .map(|(topic, summaries)| (topic.name.to_owned(), summaries.as_slice()))
        .collect();
    match xlsx_workbook(WORKBOOK_FILE, &sheets) {
        Ok(bytes) => folder.write(WORKBOOK_FILE, &bytes, console)?,
        Err(problem) => failures.record(Err(problem)),
    }
    if signals::acknowledge_stop_request() {
        return Ok(None);
    }
    progress(0.95);
    let mut findings = Vec::new();
    for (drawings, lang) in drawings.into_iter().zip(LANGS) {
        let header = PageHeader {
            command: format!("{} --lang {lang}", notes.reproduce_command),
            translation_file: html_file_name(lang.other_language()),
            selected_chapters: &notes.selected_chapters,
            chapter_count: TOPICS.len(),
        };
        let page = study.render(lang, &Arc::new(drawings), &header)?;
        folder.write(html_file_name(lang), page.html.as_bytes(), console)?;
        if lang == console.lang {
            folder.write(README_FILE, page.markdown.as_bytes(), console)?;
            findings = page.findings;
        }
    }
    Ok(Some(findings))
}

type RenderedPicture = (FigureDrawings, Vec<(String, Vec<u8>)>);

fn render_picture(
    name: &str,
    figure: &Figure,
    formats: &[FigureFormat],
) -> Result<RenderedPicture, Problem> {
    let laid = LaidOutFigure::new(figure).map_err(drawing_problem)?;
    let made = formats.iter().map(|&format| {
        let file = picture_file_name(name, format);
        let bytes = format.encode(&laid).map_err(drawing_problem)?;
        Ok((file, bytes))
    });
    let files = made.collect::<Result<_, Problem>>()?;
    let narrow = LaidOutFigure::new(&figure.narrow()).map_err(drawing_problem)?;
    let drawings = FigureDrawings {
        wide: laid.source_svg,
        narrow: narrow.source_svg,
    };
    Ok((drawings, files))
}

fn csv_file_name(name: &str) -> String {
    format!("{name}.csv")
}

fn picture_file_name(name: &str, format: FigureFormat) -> String {
    format!("{name}.{}", format.extension())
}

fn topic_tables(topic: &Topic, summaries: &[Summary]) -> Vec<(String, DataTable)> {
    let measured = Some(measure_table(summaries)).filter(|measured| !measured.rows.is_empty());
    let own = [(topic.name.to_owned(), largest_run_row_table(summaries))].into_iter();
    let own = own.chain(measured.map(|measured| (format!("{}-summary", topic.name), measured)));
    let mut tables: Vec<(String, DataTable)> = own.collect();
    for (name, table) in (topic.chapter.extra_tables)() {
        tables.push((name.to_owned(), table));
    }
    tables
}
