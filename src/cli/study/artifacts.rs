//! The files of a study besides its tallies: tables, pictures, the spreadsheet and the pages.

use super::folder::StudyFolder;
use super::published::PublishedComparison;
use crate::cli::console::{Console, Failure, Failures};
use crate::cli::outputs::{drawing_problem, xlsx_workbook};
use crate::cli::signals;
use crate::draw::{Figure, LaidOutFigure};
use crate::lang::{Lang, Problem, Text};
use crate::report::data_table::{CsvStyle, DataTable, csv, largest_run_row_table, measure_table};
use crate::report::figures::FigureFormat;
use crate::report::page::{FigureDrawings, PageOptions, StudyChapter, StudyValues, html_file_name};
use crate::topics::Topic;
use pioche_engine::sim::Summary;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The Markdown page, in the language of the command.
const README_FILE: &str = "README.md";

/// The table of published results, in the language of the command.
pub const PUBLISHED_FILE: &str = "published.md";

const WORKBOOK_FILE: &str = "study.xlsx";

/// The number of pictures drawn at the same time; each takes about 70 MB.
const PARALLEL_PICTURES: usize = 4;

const LANGS: [Lang; 2] = [Lang::En, Lang::Fr];

pub type TopicSummaries = (&'static Topic, Vec<Summary>);

/// Returns the file name of a printed sheet.
pub const fn brief_file_name(lang: Lang) -> &'static str {
    Text::new("brief.fr.html", "brief.html").in_lang(lang)
}

/// A picture of the page in one language.
struct Picture {
    lang: Lang,
    name: &'static str,
    figure: Figure,
}

/// The drawings of the pages by their names, in the order of [`LANGS`].
type StudyDrawings = [BTreeMap<String, FigureDrawings>; 2];

/// Writes all files of a study but its tallies. Returns its findings as plain text, or `None` after a signal. A
/// spreadsheet that cannot be created is recorded in `failures`. Fails when a file cannot be written.
pub fn write_study(
    results: &[TopicSummaries],
    published: Option<&PublishedComparison>,
    folder: &mut StudyFolder,
    options: &PageOptions,
    (console, progress): (&Console, &dyn Fn(f64)),
    failures: &mut Failures,
) -> Result<Option<Vec<String>>, Failure> {
    let chapters: Vec<StudyChapter<'_>> = results
        .iter()
        .map(|(topic, summaries)| StudyChapter {
            document: topic.chapter,
            glossary: &topic.glossary,
            summaries,
        })
        .collect();
    let Some(study) = StudyValues::new(chapters) else {
        return Ok(Some(Vec::new()));
    };
    let tables: Vec<(String, DataTable)> = results
        .iter()
        .flat_map(|(topic, summaries)| topic_tables(topic, summaries))
        .collect();
    let pictures = study_pictures(results);
    folder.register_files(file_names(&tables, &pictures))?;
    if options.has_brief {
        folder.register_files(LANGS.map(|lang| brief_file_name(lang).to_owned()))?;
    }
    if let Some(published) = published {
        folder.register_files([PUBLISHED_FILE.to_owned()])?;
        let markdown = published.render(&options.selected_chapters, console.lang)?;
        folder.write(PUBLISHED_FILE, markdown.as_bytes(), console)?;
    }
    for (name, table) in &tables {
        folder.write(&csv_file_name(name), &csv(table, CsvStyle::Plain), console)?;
    }
    let drawings = write_pictures(&pictures, options.has_brief, folder, (console, progress))?;
    let Some(drawings) = drawings else {
        return Ok(None);
    };
    write_workbook(results, folder, console, failures)?;
    if signals::acknowledge_stop_request() {
        return Ok(None);
    }
    progress(0.95);
    let findings = write_pages(&study, drawings, folder, options, console)?;
    folder.finish()?;
    Ok(Some(findings))
}

fn study_pictures(results: &[TopicSummaries]) -> Vec<Picture> {
    let mut pictures = Vec::new();
    for lang in LANGS {
        for (topic, summaries) in results {
            for (name, figure) in topic.chapter.draw_figures(summaries, lang) {
                pictures.push(Picture { lang, name, figure });
            }
        }
    }
    pictures
}

/// Returns the names of all files of a study but its tallies.
fn file_names(tables: &[(String, DataTable)], pictures: &[Picture]) -> Vec<String> {
    let pages = [
        WORKBOOK_FILE,
        README_FILE,
        html_file_name(Lang::En),
        html_file_name(Lang::Fr),
    ];
    let mut names: Vec<String> = pages.map(str::to_owned).to_vec();
    names.extend(tables.iter().map(|(name, _)| csv_file_name(name)));
    for picture in pictures {
        names.extend(FigureFormat::ALL.map(|format| picture_file_name(picture.name, format)));
    }
    names
}

/// Draws the pictures, and writes those in the language of the command. Returns the drawings of the pages, or `None`
/// after a signal.
fn write_pictures(
    pictures: &[Picture],
    has_brief: bool,
    folder: &mut StudyFolder,
    (console, progress): (&Console, &dyn Fn(f64)),
) -> Result<Option<StudyDrawings>, Failure> {
    let mut drawings = StudyDrawings::default();
    let thread_pool = ThreadPoolBuilder::new().build();
    let draw = |picture: &Picture| {
        // Pictures in the other language are embedded in its page and have no files.
        let formats = if picture.lang == console.lang {
            FigureFormat::ALL.as_slice()
        } else {
            &[]
        };
        (!signals::acknowledge_stop_request()).then(|| render_picture(picture, formats, has_brief))
    };
    // The pictures take about three quarters of the time.
    let share = |count: usize| 0.1 + 0.65 * count as f64 / pictures.len().max(1) as f64;
    for (index, batch) in pictures.chunks(PARALLEL_PICTURES).enumerate() {
        progress(share(index * PARALLEL_PICTURES));
        // Without threads, one picture is drawn after the other.
        let results: Vec<_> = match &thread_pool {
            Ok(pool) => pool.install(|| batch.par_iter().map(draw).collect()),
            Err(_) => batch.iter().map(draw).collect(),
        };
        for (picture, result) in batch.iter().zip(results) {
            let Some(result) = result else {
                return Ok(None);
            };
            let (svg, files) = result?;
            for (file, bytes) in files {
                folder.write(&file, &bytes, console)?;
            }
            let lang_index = usize::from(picture.lang != LANGS[0]);
            drawings[lang_index].insert(picture.name.to_owned(), svg);
        }
    }
    progress(share(pictures.len()));
    Ok(Some(drawings))
}

fn write_workbook(
    results: &[TopicSummaries],
    folder: &mut StudyFolder,
    console: &Console,
    failures: &mut Failures,
) -> Result<(), Failure> {
    let groups: Vec<_> = results
        .iter()
        .map(|(topic, summaries)| (*topic, summaries.as_slice()))
        .collect();
    match xlsx_workbook(WORKBOOK_FILE, &groups, console.lang) {
        Ok(bytes) => folder.write(WORKBOOK_FILE, &bytes, console)?,
        Err(problem) => failures.record(Err(problem)),
    }
    Ok(())
}

/// Writes the page in both languages, with its sheet. Returns the findings in the language of the command.
fn write_pages(
    study: &StudyValues<'_>,
    drawings: StudyDrawings,
    folder: &mut StudyFolder,
    options: &PageOptions,
    console: &Console,
) -> Result<Vec<String>, Failure> {
    let mut findings = Vec::new();
    for (lang_drawings, lang) in drawings.into_iter().zip(LANGS) {
        let page = study.render(lang, lang_drawings, options)?;
        folder.write(html_file_name(lang), page.html.as_bytes(), console)?;
        if let Some(brief) = &page.brief {
            folder.write(brief_file_name(lang), brief.as_bytes(), console)?;
        }
        if lang == console.lang {
            folder.write(README_FILE, page.markdown.as_bytes(), console)?;
            findings = page.findings;
        }
    }
    Ok(findings)
}

type RenderedPicture = (FigureDrawings, Vec<(String, Vec<u8>)>);

fn render_picture(
    picture: &Picture,
    formats: &[FigureFormat],
    has_brief: bool,
) -> Result<RenderedPicture, Problem> {
    let figure = &picture.figure;
    let wide = LaidOutFigure::new(figure).map_err(drawing_problem)?;
    let mut files = Vec::new();
    for &format in formats {
        let bytes = format.encode(&wide).map_err(drawing_problem)?;
        files.push((picture_file_name(picture.name, format), bytes));
    }
    let narrow = LaidOutFigure::new(&figure.narrow()).map_err(drawing_problem)?;
    let mut drawings = FigureDrawings {
        wide: wide.drawing,
        narrow: narrow.drawing,
        brief: None,
    };
    if has_brief {
        let sheet = LaidOutFigure::new(&figure.for_brief()).map_err(drawing_problem)?;
        drawings.brief = Some(sheet.drawing);
    }
    Ok((drawings, files))
}

fn csv_file_name(name: &str) -> String {
    format!("{name}.csv")
}

fn picture_file_name(name: &str, format: FigureFormat) -> String {
    format!("{name}.{}", format.extension())
}

fn topic_tables(topic: &Topic, summaries: &[Summary]) -> Vec<(String, DataTable)> {
    let mut tables = vec![(topic.name.to_owned(), largest_run_row_table(summaries))];
    let measures = measure_table(summaries);
    if !measures.rows.is_empty() {
        tables.push((format!("{}-summary", topic.name), measures));
    }
    for (name, table) in (topic.chapter.extra_tables)() {
        tables.push((name.to_owned(), table));
    }
    tables
}
