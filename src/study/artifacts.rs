//! The files of a study besides its tallies: tables, pictures and the pages.

use super::published::{PublishedResult, render_published};
use super::{CHAPTER_WRITING_SECONDS, Chapter, Study, StudyArgs, brief_file_name};
use crate::console::Failure;
use crate::outputs::drawing_problem;
use crate::signals;
use pioche_report::data_table::{CsvStyle, DataTable, csv, largest_run_row_table, measure_table};
use pioche_report::draw::{Figure, LaidOutFigure};
use pioche_report::figures::FigureFormat;
use pioche_report::lang::{Lang, Problem};
use pioche_study::page::{
    PageFigure, PageOptions, SheetDrawings, StudyChapter, StudyValues, html_file_name, picture_stem,
};
use pioche_topics::TOPICS;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The Markdown page, in the language of the command.
const README_FILE: &str = "README.md";

/// The table of published results, in the language of the command.
const PUBLISHED_FILE: &str = "published.md";

/// The number of pictures drawn at the same time; each takes about 70 MB.
const PARALLEL_PICTURES: usize = 4;

const LANGS: [Lang; 2] = [Lang::En, Lang::Fr];

/// A picture of the page in one language.
struct Picture {
    lang: Lang,
    name: &'static str,
    figure: Figure,
}

/// The figures of the pages by their names, in the order of [`LANGS`].
type StudyFigures = [BTreeMap<String, PageFigure>; 2];

impl Picture {
    fn file_name(&self, format: FigureFormat) -> String {
        format!(
            "{}.{}",
            picture_stem(self.name, self.lang),
            format.extension()
        )
    }
}

impl StudyArgs {
    /// Returns the names of files that a study has, whatever it finds.
    pub(super) fn names_of_every_study(&self) -> Vec<String> {
        let mut names = vec![README_FILE.to_owned()];
        for lang in LANGS {
            names.push(html_file_name(lang).to_owned());
            if self.brief {
                names.push(brief_file_name(lang).to_owned());
            }
        }
        for chapter in self.chapters().chapters() {
            names.push(csv_file_name(chapter.topic.name));
        }
        names
    }
}

impl Study<'_> {
    /// Writes all files of a study but its tallies. Returns its findings as plain text, or `None` after a signal.
    /// Fails when a file cannot be written.
    pub fn write_files(
        &mut self,
        chapters: &[Chapter],
        published: &[PublishedResult],
    ) -> Result<Option<Vec<String>>, Failure> {
        let page_chapters: Vec<StudyChapter<'_>> = chapters
            .iter()
            .map(|chapter| StudyChapter {
                document: *chapter.document,
                summaries: &chapter.summaries,
            })
            .collect();
        let pictures = study_pictures(&page_chapters);
        let Some(study) = StudyValues::new(page_chapters) else {
            return Ok(Some(Vec::new()));
        };
        let tables: Vec<(String, DataTable)> = chapters.iter().flat_map(chapter_tables).collect();
        let mut names = self.args.names_of_every_study();
        names.extend(tables.iter().map(|(name, _)| csv_file_name(name)));
        for picture in &pictures {
            names.extend(FigureFormat::ALL.map(|format| picture.file_name(format)));
        }
        if !published.is_empty() {
            names.push(PUBLISHED_FILE.to_owned());
        }
        for name in &names {
            self.folder.check_replaceable(name)?;
        }
        let options = self.page_options(!published.is_empty());
        if !published.is_empty() {
            let markdown =
                render_published(published, &options.selected_chapters, self.console.lang)?;
            self.write(vec![(PUBLISHED_FILE.to_owned(), markdown.into_bytes())])?;
        }
        let table_files = tables.iter().map(|(name, table)| {
            let bytes = csv(table, CsvStyle::Plain);
            (csv_file_name(name), bytes)
        });
        self.write(table_files.collect())?;
        let Some(drawings) = self.write_pictures(&pictures, chapters.len())? else {
            return Ok(None);
        };
        if signals::acknowledge_stop_request() {
            return Ok(None);
        }
        self.write_pages(&study, drawings, &options).map(Some)
    }

    fn write(&mut self, files: Vec<(String, Vec<u8>)>) -> Result<(), Failure> {
        self.folder.write(&files, self.console)
    }

    /// Draws and writes the pictures. Returns the figures of the pages, or `None` after a signal.
    fn write_pictures(
        &mut self,
        pictures: &[Picture],
        chapter_count: usize,
    ) -> Result<Option<StudyFigures>, Failure> {
        // The pictures take about three quarters of the time.
        let duration_seconds = 0.75 * CHAPTER_WRITING_SECONDS * chapter_count as f64;
        let seconds = self.done_seconds..self.done_seconds + duration_seconds;
        self.line.start_step(seconds, pictures.len() as u64);
        let mut drawings = StudyFigures::default();
        let thread_pool = ThreadPoolBuilder::new().build();
        let has_brief = self.args.brief;
        let draw = |picture: &Picture| {
            (!signals::acknowledge_stop_request()).then(|| render_picture(picture, has_brief))
        };
        for (index, batch) in pictures.chunks(PARALLEL_PICTURES).enumerate() {
            self.line.set_done((index * PARALLEL_PICTURES) as u64);
            // Without threads, one picture is drawn after the other.
            let results: Vec<_> = match &thread_pool {
                Ok(pool) => pool.install(|| batch.par_iter().map(draw).collect()),
                Err(_) => batch.iter().map(draw).collect(),
            };
            let mut batch_files = Vec::new();
            for (picture, result) in batch.iter().zip(results) {
                let Some(result) = result else {
                    return Ok(None);
                };
                let (svg, files) = result?;
                batch_files.extend(files);
                let lang_index = usize::from(picture.lang != LANGS[0]);
                drawings[lang_index].insert(picture.name.to_owned(), svg);
            }
            self.write(batch_files)?;
        }
        Ok(Some(drawings))
    }

    /// Returns what the pages state about the study.
    fn page_options(&self, has_published: bool) -> PageOptions {
        PageOptions {
            command: self.reproduce_command.to_string(),
            selected_chapters: self.args.chapters().selected_titles(),
            chapter_count: TOPICS.len(),
            published_file: has_published.then_some(PUBLISHED_FILE),
            has_brief: self.args.brief,
        }
    }

    /// Writes the page in both languages, with its sheet. Returns the findings in the language of the command.
    fn write_pages(
        &mut self,
        study: &StudyValues<'_>,
        drawings: StudyFigures,
        options: &PageOptions,
    ) -> Result<Vec<String>, Failure> {
        let mut findings = Vec::new();
        let mut files = Vec::new();
        for (lang_drawings, lang) in drawings.into_iter().zip(LANGS) {
            let page = study.render(lang, lang_drawings, options)?;
            files.push((html_file_name(lang).to_owned(), page.html.into_bytes()));
            if let Some(brief) = page.brief {
                files.push((brief_file_name(lang).to_owned(), brief.into_bytes()));
            }
            if lang == self.console.lang {
                files.push((README_FILE.to_owned(), page.markdown.into_bytes()));
                findings = page.findings;
            }
        }
        self.write(files)?;
        Ok(findings)
    }
}

fn study_pictures(chapters: &[StudyChapter<'_>]) -> Vec<Picture> {
    let mut pictures = Vec::new();
    for lang in LANGS {
        for chapter in chapters {
            for (name, figure) in chapter.document.draw_figures(chapter.summaries, lang) {
                pictures.push(Picture { lang, name, figure });
            }
        }
    }
    pictures
}

type RenderedPicture = (PageFigure, Vec<(String, Vec<u8>)>);

fn render_picture(picture: &Picture, has_brief: bool) -> Result<RenderedPicture, Problem> {
    let figure = &picture.figure;
    let page = LaidOutFigure::new(figure).map_err(drawing_problem)?;
    let mut files = Vec::new();
    for format in FigureFormat::ALL {
        let bytes = format.encode(&page).map_err(drawing_problem)?;
        files.push((picture.file_name(format), bytes));
    }
    let drawing = |figure: &Figure| {
        let layout = LaidOutFigure::new(figure).map_err(drawing_problem)?;
        Ok::<_, Problem>(layout.drawing)
    };
    let mut sheet = None;
    if has_brief {
        let answer = figure.for_sheet();
        sheet = Some(SheetDrawings {
            question: drawing(&answer.without_data())?,
            answer: drawing(&answer)?,
        });
    }
    let page_figure = PageFigure {
        title: figure.title.clone(),
        svg: page.svg(),
        stem: picture_stem(picture.name, picture.lang),
        sheet,
    };
    Ok((page_figure, files))
}

fn csv_file_name(name: &str) -> String {
    format!("{name}.csv")
}

/// Returns the tables of a chapter with the names of their files.
fn chapter_tables(chapter: &Chapter) -> Vec<(String, DataTable)> {
    let topic = chapter.document.topic;
    let mut tables = vec![(
        topic.name.to_owned(),
        largest_run_row_table(&chapter.summaries),
    )];
    let measures = measure_table(&chapter.summaries);
    if !measures.rows.is_empty() {
        tables.push((format!("{}-summary", topic.name), measures));
    }
    for (name, table) in (chapter.document.extra_tables)() {
        tables.push((name.to_owned(), table));
    }
    tables
}
