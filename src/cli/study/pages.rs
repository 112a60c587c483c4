//! What a study writes: tables, pictures, the spreadsheet, and its pages.

use super::folder::Folder;
use crate::cli::console::{Console, Failure};
use crate::cli::outputs::drawn;
use crate::cli::workbook::workbook;
use crate::draw::{Content, drawing};
use crate::lang::page::THIS_PAGE;
use crate::lang::{Lang, Problem, Say, Text};
use crate::report::csv::{CsvStyle, csv};
use crate::report::figures::File;
use crate::report::page::{Chapter, Drawn, Finding, findings, page};
use crate::report::tables::{facts, measures};
use crate::topics::Topic;
use pioche_engine::sim::{Summary, agreement};
use std::collections::BTreeMap;

/// The page for those who browse the files, in the language asked for.
const PAGE: &str = "README.md";

const SHEETS: &str = "study.xlsx";

/// A topic with its runs.
pub type Found = (&'static Topic, Vec<Summary>);

/// The page of a language: the same name whatever language the study was asked for in, so that links to it hold.
pub const fn html_page(lang: Lang) -> &'static str {
    Text::new("index.fr.html", "index.html").of(lang)
}

/// Writes all files of a study but its tallies; gives what surprises in it. Fails when a file cannot be written.
pub fn write(
    found: &[Found],
    folder: &mut Folder,
    command: &dyn Fn(Lang) -> String,
    console: &Console,
) -> Result<Vec<Finding>, Failure> {
    let mut files = Vec::new();
    for found in found {
        files.extend(made(found, console.lang)?);
    }
    let pages = [SHEETS, PAGE, html_page(Lang::En), html_page(Lang::Fr)].map(str::to_owned);
    folder.announce(files.iter().map(|(name, _)| name.clone()).chain(pages))?;
    for (name, bytes) in &files {
        folder.write(name, bytes, console)?;
    }
    let sheets: Vec<(String, &[Summary])> =
        found.iter().map(|(topic, summaries)| (topic.name.to_owned(), summaries.as_slice())).collect();
    folder.write(SHEETS, &workbook(&sheets, console.lang)?, console)?;
    let chapters: Vec<(Chapter, &[Summary])> =
        found.iter().map(|(topic, summaries)| (topic.chapter, summaries.as_slice())).collect();
    let agreement = agreement(chapters.iter().flat_map(|(_, summaries)| summaries.iter()));
    for lang in [Lang::En, Lang::Fr] {
        let drawings = drawings(found, lang)?;
        let other = lang.other();
        let link = Some((html_page(other).to_owned(), THIS_PAGE.say(other)));
        let document = page(&chapters, &command(lang), link, drawings, agreement, lang);
        folder.write(html_page(lang), document.html().as_bytes(), console)?;
        if lang == console.lang {
            folder.write(PAGE, document.markdown().as_bytes(), console)?;
        }
    }
    Ok(findings(&chapters, console.lang))
}

/// The pictures of all topics as drawings of a page in a language.
fn drawings(found: &[Found], lang: Lang) -> Result<BTreeMap<String, Drawn>, Failure> {
    let mut drawings = BTreeMap::new();
    for (topic, summaries) in found {
        for (file, figure) in topic.chapter.pictures(summaries, lang) {
            let shaded = figure.panels.iter().any(|panel| !matches!(panel.content, Content::Plot(_)));
            let svg = drawing(&figure).map_err(|error| Problem::ChartFailed { problem: error.to_string() })?;
            drawings.insert(file.to_owned(), Drawn { svg, shaded });
        }
    }
    Ok(drawings)
}

/// The files of a topic, with their names.
fn made((topic, summaries): &Found, lang: Lang) -> Result<Vec<(String, Vec<u8>)>, Problem> {
    let measured = Some(measures(summaries)).filter(|measured| !measured.rows.is_empty());
    let own = [(topic.name.to_owned(), facts(summaries))].into_iter();
    let own = own.chain(measured.map(|measured| (format!("{}-summary", topic.name), measured)));
    let besides = topic.chapter.tables.map_or_else(Vec::new, |tables| tables());
    let tables = own.chain(besides.into_iter().map(|(name, table)| (name.to_owned(), table)));
    let mut files: Vec<_> = tables.map(|(name, table)| (format!("{name}.csv"), csv(&table, CsvStyle::Plain))).collect();
    for (file, figure) in topic.chapter.pictures(summaries, lang) {
        for format in File::ALL {
            files.push((format!("{file}.{}", format.extension()), drawn(&figure, format)?));
        }
    }
    Ok(files)
}
