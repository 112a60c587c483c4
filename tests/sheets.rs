//! What a spreadsheet sees: shares as percentages, counts in groups, headings that stay, a sheet that explains; and no
//! text of a CSV file that one of them takes for a number or a date.

use pioche::report::csv::{CsvStyle, csv};
use pioche::report::tables;
use pioche::report::xlsx::{Guide, xlsx};
use pioche::sim::summary::{Cell, Summary, Table};
use pioche::sim::{RunOptions, Seed};
use pioche::topics::TOPICS;
use std::collections::BTreeMap;
use std::io::Read;

/// A few deals of some questions of each topic.
fn summaries() -> Vec<(String, Vec<Summary>)> {
    let topics = TOPICS.iter().map(|topic| {
        let questions = (topic.study)().into_iter().map(|(question, _)| question).take(6);
        let played = questions.map(|question| {
            let run =
                question.run(question.plan(Seed(1), 192), &RunOptions::default()).expect("threads can be started");
            question.summary(&run, Default::default(), Default::default())
        });
        (topic.name.to_owned(), played.collect())
    });
    topics.collect()
}

/// A guide that says nothing.
fn guide() -> Guide {
    let none = String::new;
    Guide { name: "guide".into(), title: none(), lines: vec![], headings: [none(), none(), none()], columns: vec![] }
}

/// The sheets of a study.
fn sheets(found: &[(String, Vec<Summary>)]) -> Vec<(String, Table)> {
    let all: Vec<Summary> = found.iter().flat_map(|(_, summaries)| summaries.clone()).collect();
    let mut sheets = vec![("runs".to_owned(), tables::runs(&all))];
    for (name, summaries) in found {
        sheets.push((name.clone(), tables::facts(summaries)));
        sheets.push((format!("{name}-summary"), tables::measures(summaries)));
    }
    sheets
}

/// A file in a workbook.
fn inside(book: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(book)).expect("a workbook is an archive");
    let mut text = String::new();
    archive.by_name(name).expect("it is there").read_to_string(&mut text).expect("it is text");
    text
}

#[test]
fn numbers_are_shown_as_what_they_are() {
    let table = Table {
        columns: vec!["cards", "deals", "probability", "ci_low", "confidence", "ci_high"],
        rows: vec![vec![
            Cell::Count(32),
            Cell::Count(1_000_000),
            Cell::Real(0.0125),
            Cell::Real(0.0124),
            Cell::Real(0.95),
            Cell::Real(0.0126),
        ]],
    };
    let sheets = [("one".to_owned(), table)];
    let book = xlsx(&guide(), &sheets).unwrap();
    assert_eq!(book, xlsx(&guide(), &sheets).unwrap(), "the same bytes again");
    let styles = inside(&book, "xl/styles.xml");
    let between = |text: &str, open: &str| Some(text.split(open).nth(1)?.split('"').next()?.to_owned());
    let codes = styles.split("<numFmt ").skip(1);
    let codes = codes.map(|one| (between(one, "numFmtId=\"").unwrap(), between(one, "formatCode=\"").unwrap()));
    let codes: BTreeMap<String, String> = codes.collect();
    let cells = styles.split("<cellXfs").nth(1).unwrap();
    let formats: Vec<String> = cells.split("<xf ").skip(1).map(|xf| between(xf, "numFmtId=\"").unwrap()).collect();
    let sheet = inside(&book, "xl/worksheets/sheet2.xml");
    let shown = |cell: &str| -> String {
        let tag = sheet.split(&format!("<c r=\"{cell}\"")).nth(1).unwrap().split('>').next().unwrap();
        let format = &formats[between(tag, "s=\"").map_or(0, |place| place.parse().unwrap())];
        codes.get(format).cloned().unwrap_or_else(|| format.clone())
    };
    let all = ["A2", "B2", "C2", "D2", "E2"].map(shown);
    // The interval bears a hundredth of a percent; 0 is the usual format.
    let shown_as = [all[0].as_str(), all[1].as_str(), all[4].as_str()];
    assert!(["0", "General"].contains(&shown_as[0]) && shown_as[1..] == ["#,##0", "0.0##%"], "{all:?}");
    assert!(all[2] == all[3] && ["0.00%", "0.000%"].contains(&all[2].as_str()), "{all:?}");
    assert!(sheet.contains("state=\"frozen\"") && sheet.contains("<autoFilter ref=\"A1:F2\"/>"), "{sheet}");
}

#[cfg(feature = "cli")]
#[test]
fn the_first_sheet_explains_every_sheet_and_column() {
    let folder = crate::cli::folder();
    let here = folder.path();
    for (lang, name) in [("fr", "lisez-moi"), ("en", "read me")] {
        crate::cli::answer(here, &format!("simulate nim --matches 2..4 --deals 100 --out {lang} --lang {lang}"));
        let book = std::fs::read(here.join(lang).join("nim.xlsx")).expect("a spreadsheet");
        let names = inside(&book, "xl/workbook.xml").to_lowercase();
        assert!(names.find(name).unwrap() < names.find("runs").unwrap(), "{names}");
        let texts = inside(&book, "xl/sharedStrings.xml");
        let guide = inside(&book, "xl/worksheets/sheet1.xml");
        let written = |word: &str| {
            let place = texts.split("<si>").skip(1).position(|one| one.contains(&format!(">{word}<"))).expect(word);
            guide.contains(&format!("<v>{place}</v>"))
        };
        for word in
            ["nim", "runs", "nim-summary", "matches", "takes", "probability", "ci_low", "exact", "command", "kind"]
        {
            assert!(written(word), "{lang}: {word} is not explained");
        }
    }
}

/// Whether a spreadsheet makes something else of a text: a number, a date, a time, a formula.
fn is_mistaken(text: &str) -> bool {
    let number = text.chars().any(|sign| sign.is_ascii_digit())
        && text.chars().all(|sign| sign.is_ascii_digit() || ",.:/-% \u{a0}".contains(sign));
    // A plain whole number is one.
    let whole = !text.is_empty() && text.chars().all(|sign| sign.is_ascii_digit());
    (number && !whole) || text.starts_with(['=', '+', '-', '@'])
}

#[test]
fn no_text_is_taken_for_a_number_or_a_date() {
    for (text, mistaken) in [("2,3", true), ("2+3", false), ("1-2", true), ("10/4", true), ("7-K", false), ("-1", true)]
    {
        assert_eq!(is_mistaken(text), mistaken, "{text}");
    }
    for (name, table) in sheets(&summaries()) {
        for style in [CsvStyle::Plain, CsvStyle::ExcelFr] {
            let delimiter = if style == CsvStyle::Plain { b',' } else { b';' };
            let bytes = csv(&table, style);
            let mut reader = ::csv::ReaderBuilder::new().delimiter(delimiter).from_reader(&bytes[..]);
            for (record, row) in reader.records().zip(&table.rows) {
                for (text, cell) in record.unwrap().iter().zip(row) {
                    let is_text = matches!(cell, Cell::Text(_));
                    assert!(!is_text || !is_mistaken(text), "{name}: {text}");
                }
            }
        }
    }
}
