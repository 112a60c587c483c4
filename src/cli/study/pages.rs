//! What a study writes: tables, pictures, the spreadsheet, and its pages.

use super::folder::Folder;
use crate::cli::console::{Console, Failure};
use crate::cli::outputs::drawn;
use crate::cli::workbook::workbook;
use crate::draw::{Content, Figure, drawing};
use crate::lang::{Lang, Paragraph, Say};
use crate::report::csv::{CsvStyle, csv};
use crate::report::figures::File;
use crate::report::page::{Chapter, Drawn, Finding, Tables, findings, page};
use crate::report::tables::{facts, measures};
use crate::topics::Topic;
use pioche_engine::sim::summary::Table;
use pioche_engine::sim::{Summary, agreement};
use std::collections::BTreeMap;

/// The page for those who browse the files, in the language asked for.
const PAGE: &str = "README.md";

/// The spreadsheet.
const SHEETS: &str = "study.xlsx";

/// A topic with its runs.
pub type Found = (&'static Topic, Vec<Summary>);

/// The page of a language: the same name whatever language the study was asked for in, so that links to it hold.
pub const fn html_page(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "index.html",
        Lang::Fr => "index.fr.html",
    }
}

/// The other language.
const fn other(lang: Lang) -> Lang {
    match lang {
        Lang::En => Lang::Fr,
        Lang::Fr => Lang::En,
    }
}

/// What is written about a topic besides its runs: tables, and pictures with the names of their files.
struct Besides {
    tables: Tables,
    pictures: Vec<(&'static str, Figure)>,
}

/// Writes all files of a study but its tallies; gives what surprises in it. Fails when a file cannot be written.
pub fn write(
    found: &[Found],
    folder: &mut Folder,
    command: &dyn Fn(Lang) -> String,
    console: &Console,
) -> Result<Vec<Finding>, Failure> {
    let besides: Vec<Besides> = found.iter().map(|found| besides(found, console.lang)).collect();
    let pages = [SHEETS, PAGE, html_page(Lang::En), html_page(Lang::Fr)].map(str::to_owned);
    let both = found.iter().zip(&besides);
    let made: Vec<(String, Made<'_>)> =
        both.flat_map(|((topic, summaries), besides)| made(topic, summaries, besides)).collect();
    folder.announce(made.iter().map(|(name, _)| name.clone()).chain(pages))?;
    for (name, made) in &made {
        let bytes = match made {
            Made::Table(table) => csv(table, CsvStyle::Plain),
            Made::Picture(figure, format) => drawn(figure, *format)?,
        };
        folder.write(name, &bytes, console)?;
    }
    let sheets: Vec<(String, &[Summary])> =
        found.iter().map(|(topic, summaries)| (topic.name.to_owned(), summaries.as_slice())).collect();
    folder.write(SHEETS, &workbook(&sheets, console.lang)?, console)?;
    let chapters: Vec<(Chapter, &[Summary])> =
        found.iter().map(|(topic, summaries)| (topic.chapter, summaries.as_slice())).collect();
    let agreement = agreement(chapters.iter().flat_map(|(_, summaries)| summaries.iter()));
    for lang in [Lang::En, Lang::Fr] {
        let drawings = drawings(found, lang)?;
        let link = Some((html_page(other(lang)).to_owned(), Paragraph::ThisPage.say(other(lang))));
        let document = page(&chapters, &command(lang), link, drawings, agreement, lang);
        folder.write(html_page(lang), document.html().as_bytes(), console)?;
        if lang == console.lang {
            folder.write(PAGE, document.markdown().as_bytes(), console)?;
        }
    }
    Ok(findings(&chapters, console.lang))
}

/// The tables and pictures of a topic.
fn besides((topic, summaries): &Found, lang: Lang) -> Besides {
    let tables = topic.chapter.tables.map_or_else(Vec::new, |tables| tables());
    let pictures = topic.chapter.pictures(summaries, lang);
    Besides { tables, pictures }
}

/// The pictures of all topics as drawings of a page in a language.
fn drawings(found: &[Found], lang: Lang) -> Result<BTreeMap<String, Drawn>, Failure> {
    let mut drawings = BTreeMap::new();
    for (topic, summaries) in found {
        for (file, figure) in topic.chapter.pictures(summaries, lang) {
            let shaded = figure.panels.iter().any(|panel| !matches!(panel.content, Content::Plot(_)));
            let svg =
                drawing(&figure).map_err(|error| crate::lang::Problem::ChartFailed { problem: error.to_string() })?;
            drawings.insert(file.to_owned(), Drawn { svg, shaded });
        }
    }
    Ok(drawings)
}

/// What a file of a topic holds.
enum Made<'a> {
    Table(Table),
    Picture(&'a Figure, File),
}

/// The files of a topic, by their names.
fn made<'a>(topic: &Topic, summaries: &[Summary], besides: &'a Besides) -> Vec<(String, Made<'a>)> {
    let measured = Some(measures(summaries)).filter(|measured| !measured.rows.is_empty());
    let own = [(topic.name.to_owned(), facts(summaries))].into_iter();
    let own = own.chain(measured.map(|measured| (format!("{}-summary", topic.name), measured)));
    let tables = own.chain(besides.tables.iter().map(|(name, table)| ((*name).to_owned(), table.clone())));
    let tables = tables.map(|(name, table)| (format!("{name}.csv"), Made::Table(table)));
    let pictures = besides.pictures.iter().flat_map(|(file, figure)| {
        File::ALL.map(|format| (format!("{file}.{}", format.extension()), Made::Picture(figure, format)))
    });
    tables.chain(pictures).collect()
}
