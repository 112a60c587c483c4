//! What a study writes: tables, pictures, the spreadsheet, and its pages.

use super::folder::Folder;
use crate::cli::console::{Console, Failure, Failures};
use crate::cli::outputs::{drawn, laid, room, undrawn};
use crate::cli::workbook::workbook;
use crate::draw::{Content, Figure, drawing};
use crate::lang::page::THIS_PAGE;
use crate::lang::{Lang, Say, Text};
use crate::report::csv::{CsvStyle, csv};
use crate::report::figures::File;
use crate::report::page::{Chapter, Drawn, Finding, findings, page};
use crate::report::tables::{facts, measures};
use crate::topics::Topic;
use pioche_engine::sim::summary::Table;
use pioche_engine::sim::{Summary, agreement};
use std::collections::BTreeMap;

/// The page for those who browse the files, in the language asked for.
const PAGE: &str = "README.md";

const SHEETS: &str = "study.xlsx";

const LANGS: [Lang; 2] = [Lang::En, Lang::Fr];

/// A topic with its runs.
pub type Found = (&'static Topic, Vec<Summary>);

/// The page of a language: the same name whatever language the study was asked for in, so that links to it hold.
pub const fn html_page(lang: Lang) -> &'static str {
    Text::new("index.fr.html", "index.html").of(lang)
}

/// Writes all files of a study but its tallies; gives what surprises in it. A workbook that cannot be made is noted in
/// `failures`. Fails when a file cannot be written.
pub fn write(
    found: &[Found],
    folder: &mut Folder,
    command: &dyn Fn(Lang) -> String,
    console: &Console,
    failures: &mut Failures,
) -> Result<Vec<Finding>, Failure> {
    let pages = [SHEETS, PAGE, html_page(Lang::En), html_page(Lang::Fr)].map(str::to_owned);
    let files = found.iter().flat_map(|(topic, summaries)| {
        let tables = tables(topic, summaries).into_iter().map(|(name, _)| csv_file(&name));
        let pictures = topic.chapter.pictures(summaries, console.lang).into_iter();
        tables
            .chain(pictures.flat_map(|(name, _)| File::ALL.map(|format| picture_file(name, format))))
            .collect::<Vec<_>>()
    });
    folder.announce(files.chain(pages).collect::<Vec<_>>())?;
    let mut drawings = [BTreeMap::new(), BTreeMap::new()];
    for (topic, summaries) in found {
        for (name, table) in tables(topic, summaries) {
            folder.write(&csv_file(&name), &csv(&table, CsvStyle::Plain), console)?;
        }
        for (drawings, lang) in drawings.iter_mut().zip(LANGS) {
            for (name, figure) in topic.chapter.pictures(summaries, lang) {
                let shaded = figure.panels.iter().any(|panel| !matches!(panel.content, Content::Plot(_)));
                let svg = if lang == console.lang {
                    pictures(name, &figure, folder, console)?
                } else {
                    drawing(&figure).map_err(|error| undrawn(&error))?
                };
                drawings.insert(name.to_owned(), Drawn { svg, shaded });
            }
        }
    }
    let sheets: Vec<(String, &[Summary])> =
        found.iter().map(|(topic, summaries)| (topic.name.to_owned(), summaries.as_slice())).collect();
    match workbook(SHEETS, &sheets, console.lang) {
        Ok(bytes) => folder.write(SHEETS, &bytes, console)?,
        Err(problem) => failures.note(Err(problem)),
    }
    let chapters: Vec<(Chapter, &[Summary])> =
        found.iter().map(|(topic, summaries)| (topic.chapter, summaries.as_slice())).collect();
    let agreement = agreement(chapters.iter().flat_map(|(_, summaries)| summaries.iter()));
    for (drawings, lang) in drawings.into_iter().zip(LANGS) {
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

/// Writes the files of a figure, and gives its drawing.
fn pictures(name: &str, figure: &Figure, folder: &Folder, console: &Console) -> Result<String, Failure> {
    let laid = laid(figure)?;
    for format in File::ALL {
        let file = picture_file(name, format);
        room(&file, format)?;
        folder.write(&file, &drawn(&laid, format)?, console)?;
    }
    Ok(laid.drawing)
}

fn csv_file(name: &str) -> String {
    format!("{name}.csv")
}

fn picture_file(name: &str, format: File) -> String {
    format!("{name}.{}", format.extension())
}

/// The tables of a topic, with the names of their files.
fn tables(topic: &Topic, summaries: &[Summary]) -> Vec<(String, Table)> {
    let measured = Some(measures(summaries)).filter(|measured| !measured.rows.is_empty());
    let own = [(topic.name.to_owned(), facts(summaries))].into_iter();
    let own = own.chain(measured.map(|measured| (format!("{}-summary", topic.name), measured)));
    let besides = topic.chapter.tables.map_or_else(Vec::new, |tables| tables());
    own.chain(besides.into_iter().map(|(name, table)| (name.to_owned(), table))).collect()
}
