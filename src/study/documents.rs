//! The files of a study besides its tallies: tables, pictures and pages.

use super::folder::StudyFolder;
use crate::console::{Console, Failure};
use crate::outputs::drawing_problem;
use crate::progress::ProgressLine;
use crate::signals;
use pioche_report::lang::{Lang, Problem, Text};
use pioche_report::picture::{Picture, PictureFormat};
use pioche_report::table::CsvStyle;
use pioche_study::page::{
    PageFigure, PageFigures, StudyChapter, page_file_names, picture_file_name, render,
};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// The number of pictures drawn at the same time; each takes about 70 MB.
const PARALLEL_PICTURES: usize = 4;

impl StudyFolder {
    /// Writes all files of a study but its tallies; `command` makes the study again. Returns false after a signal.
    pub fn write_documents(
        &self,
        chapters: &[StudyChapter],
        command: &str,
        console: &Console,
    ) -> Result<bool, Failure> {
        for StudyChapter { chapter, summaries } in chapters {
            for question in chapter.questions {
                let table = (question.table)(&chapter.runs_of(question, summaries));
                let name = format!("{}.csv", question.name);
                self.write(&name, &table.csv(CsvStyle::Plain), console)?;
            }
        }
        for lang in [Lang::En, Lang::Fr] {
            let Some(figures) = self.write_pictures(chapters, lang, console)? else {
                return Ok(false);
            };
            let page = render(chapters, figures, command, lang)?;
            let [markdown, html] = page_file_names(lang);
            self.write(markdown, page.markdown.as_bytes(), console)?;
            self.write(html, page.html.as_bytes(), console)?;
        }
        Ok(true)
    }

    /// Draws and writes the pictures of a page; `None` after a signal.
    fn write_pictures(
        &self,
        chapters: &[StudyChapter],
        lang: Lang,
        console: &Console,
    ) -> Result<Option<PageFigures>, Failure> {
        let mut drawings = Vec::new();
        for StudyChapter { chapter, summaries } in chapters {
            for question in chapter.questions {
                let runs = chapter.runs_of(question, summaries);
                let picture = (question.picture)(&runs, lang);
                drawings.extend(picture.map(|picture| (question.name, picture)));
            }
        }
        let title = Text::new("images et page", "pictures and page").in_lang(console.lang);
        let line = ProgressLine::new(console, title, Some(drawings.len() as u64));
        let thread_pool = ThreadPoolBuilder::new().build();
        let mut figures = PageFigures::new();
        for batch in drawings.chunks(PARALLEL_PICTURES) {
            if signals::acknowledge_stop_request() {
                return Ok(None);
            }
            line.set_done(figures.len() as u64);
            // Without threads, one picture is drawn after the other.
            let draw = |(name, picture): &(&'static str, Picture)| picture_files(name, picture);
            let pictures: Result<Vec<PictureFiles>, Problem> = match &thread_pool {
                Ok(pool) => pool.install(|| batch.par_iter().map(draw).collect()),
                Err(_) => batch.iter().map(draw).collect(),
            };
            for ((name, _), picture) in batch.iter().zip(pictures?) {
                for (file, bytes) in picture.files {
                    self.write(&file, &bytes, console)?;
                }
                figures.insert(name, picture.page_figure);
            }
        }
        Ok(Some(figures))
    }

    fn write(&self, name: &str, bytes: &[u8], console: &Console) -> Result<(), Failure> {
        self.output(name)?.write(bytes, console)
    }
}

/// A picture with the contents of its files.
struct PictureFiles {
    page_figure: PageFigure,
    files: Vec<(String, Vec<u8>)>,
}

fn picture_files(name: &str, picture: &Picture) -> Result<PictureFiles, Problem> {
    let drawn = picture.draw().map_err(drawing_problem)?;
    let mut files = Vec::new();
    for format in PictureFormat::ALL {
        let bytes = drawn.encode(format).map_err(drawing_problem)?;
        files.push((picture_file_name(name, picture.lang, format), bytes));
    }
    Ok(PictureFiles {
        page_figure: PageFigure {
            title: picture.title.clone(),
            svg: drawn.svg,
        },
        files,
    })
}
