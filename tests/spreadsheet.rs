//! What spreadsheets make of our files: no text is taken for a number or a date, no number loses a digit.

use crate::report::data_table::{DataCell, DataTable};
use crate::report::tables::{measures, rows, runs};
use crate::report::xlsx::number_formats;
use crate::tests::cli::{answer, folder};
use crate::topics::TOPICS;
use pioche_engine::experiments::named;
use pioche_engine::sim::Summary;
use pioche_engine::sim::{RunOptions, Seed};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs of every topic, lists among their settings.
const NAMES: [&str; 11] = [
    "alliances cards=32 improve=exchange",
    "alliances cards=2x6 improve=none",
    "alliances cards=32 improve=none player=greedy",
    "bataille values=3 order=alternating shuffle=riffle:3 turns=7",
    "shuffle cards=52 riffles=5",
    "solitaire board=triangle:5 hole=12",
    "solitaire board=english hole=16",
    "alak variant=5:ring:captured players=random,minimax:2 max-plies=9 cells=5 edge=ring own_group=captured",
    "nim matches=20 takes=2,3 players=random,random",
    "nim matches=20 takes=1,2,3 players=random,perfect",
    "nim matches=7 takes=5 players=mcts:3,random",
];

/// All tables that files hold.
fn tables() -> Vec<(String, DataTable)> {
    let mut tables: Vec<(String, DataTable)> = Vec::new();
    for name in NAMES {
        let question = named(name).unwrap_or_else(|| panic!("{name} is known"));
        let run = question.run(question.plan(Seed(u64::MAX), 128), &RunOptions::default()).unwrap();
        let summaries = [Summary::new(question.into(), &run, Default::default(), Default::default())];
        tables.extend([rows, measures, runs].map(|make| (name.to_owned(), make(&summaries))));
    }
    for topic in TOPICS {
        let more = topic.chapter.tables.map_or_else(Vec::new, |tables| tables());
        tables.extend(more.into_iter().map(|(name, table)| (name.to_owned(), table)));
    }
    tables
}

/// Whether a spreadsheet, in French or in English, takes a text for something else: a number with a comma or a point, a
/// date, a time, a fraction, a formula, a truth value.
fn is_converted(text: &str) -> bool {
    let text = text.trim();
    let numeric = |sign: char| sign.is_ascii_digit() || " ,./:-+%eE\u{a0}\u{202f}".contains(sign);
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let formula = text.starts_with(['=', '+', '-', '@']);
    // 2+3 is no number in any of them, and no formula without its sign.
    let sum = text.split('+').count() > 1 && text.split('+').all(|part| part.chars().all(|c| c.is_ascii_digit()));
    let truth = ["true", "false", "vrai", "faux"].contains(&text.to_lowercase().as_str());
    // Pegs left, and a margin of -1, are numbers, which stay the same ones.
    let whole = text.parse::<i32>().is_ok_and(|number| number.to_string() == text);
    !whole && (formula || truth || digits > 0 && text.chars().all(numeric) && !sum)
}

#[test]
fn no_text_is_taken_for_a_number_or_a_date() {
    for converted in ["2,3", "1.2.3", "2-3", "10/4", "1:30", "+3", "=A1", "012", "1e5", "-", "TRUE", "5 %"] {
        assert!(is_converted(converted), "{converted}");
    }
    let tables = tables();
    assert!(tables.len() > 30 && tables.iter().any(|(_, table)| table.columns.contains(&"margin")));
    for (name, table) in tables {
        for row in &table.rows {
            for (column, cell) in table.columns.iter().zip(row) {
                let DataCell::Text(text) = cell else { continue };
                assert!(!is_converted(text), "{name}, {column}: {text:?}");
            }
        }
    }
}

/// What a file has for a setting is understood where the setting is typed.
#[test]
fn lists_in_files_can_be_typed() {
    let folder = folder();
    let here = folder.path();
    let file =
        |takes: &str| answer(here, &format!("simulate nim --matches 9 --takes {takes} --deals 100 --format csv"));
    assert!(file("2,3").contains("\n9,2+3,"), "{}", file("2,3"));
    assert_eq!(file("2+3"), file("2,3"));
    assert_eq!(answer(here, "solve nim --takes 2+3"), answer(here, "solve nim --takes 2,3"));
    assert!(answer(here, "simulate nim --takes 2+3 --deals 100 --lang fr").contains("prises de 2 ou 3"));
    // A seed that a spreadsheet would round is kept in groups of digits, and understood so.
    let seed = "18446744073709551615";
    let csv = answer(here, &format!("simulate nim --deals 100 --seed {seed} --format csv --csv-style excel-fr"));
    assert!(csv.contains(";18_446_744_073_709_551_615;"), "{csv}");
    let again = answer(here, "simulate nim --deals 100 --seed 18_446_744_073_709_551_615 --format csv");
    assert_eq!(again, answer(here, &format!("simulate nim --deals 100 --seed {seed} --format csv")));
}

/// Shares are percentages, with as many decimals as their intervals bear; what is no share is none.
#[test]
fn numbers_have_the_format_of_what_they_are() {
    for (name, table) in tables() {
        let formats = number_formats(&table);
        let place = |column: &str| table.columns.iter().position(|known| *known == column);
        for (row, formats) in table.rows.iter().zip(&formats) {
            for (column, format) in table.columns.iter().zip(formats) {
                let share = match place("kind").map(|kind| row[kind].clone()) {
                    Some(kind) => kind == DataCell::Text("share".into()),
                    None => place("probability").is_some(),
                };
                match *column {
                    "probability" | "frequency" => assert!(format.ends_with("0%"), "{name} {column}: {format}"),
                    "ci_low" | "ci_high" | "exact" | "estimate" => {
                        assert_eq!(format.ends_with('%'), share, "{name} {column}: {format}");
                    }
                    "deals" | "count" | "wins" => assert_eq!(format, "#,##0", "{name} {column}"),
                    "confidence" => assert_eq!(format, "0.0##%"),
                    "cards" | "nb_tas_max" | "seed" | "outcome" => assert_eq!(format, "General", "{name} {column}"),
                    _ => {}
                }
            }
        }
    }
}

/// Opens a file as French LibreOffice does, and writes what it has understood.
fn reopened(file: &Path, to: &Path, more: &[&str]) -> Option<PathBuf> {
    let profile = format!("-env:UserInstallation=file://{}", to.join("profile").display());
    let mut program = Command::new("soffice");
    program.args([profile.as_str(), "--headless"]).args(more).arg("--outdir").arg(to).arg(file);
    program.output().ok()?;
    Some(to.join(file.file_name()?))
}

/// What LibreOffice reads of a French file is what stands in it, cell by cell.
#[test]
fn libreoffice_reads_what_was_written() {
    let folder = folder();
    let here = folder.path();
    if !Command::new("soffice").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: LibreOffice is not installed");
        return;
    }
    answer(here, "simulate nim --matches 9..10 --seed 18446744073709551615 --deals 100 --out all --csv-style excel-fr");
    let read = "--infilter=Text - txt - csv (StarCalc):59,34,76,1,,1036,false,true";
    let write = "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,false";
    for name in ["nim.csv", "nim-summary.csv"] {
        let file = here.join("all").join(name);
        let Some(found) = reopened(&file, here, &[read, "--convert-to", write]) else { return };
        let table = |text: String, delimiter: u8| -> Vec<Vec<String>> {
            let text = text.trim_start_matches('\u{feff}').to_owned();
            let mut reader = ::csv::ReaderBuilder::new();
            let reader = reader.has_headers(false).flexible(true).delimiter(delimiter);
            let rows = reader.from_reader(text.as_bytes()).into_records();
            rows.map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
        };
        let written = table(fs::read_to_string(&file).unwrap(), b';');
        let found = table(fs::read_to_string(&found).unwrap(), b',');
        assert_eq!(written.len(), found.len(), "{name}");
        for (one, other) in written.iter().flatten().zip(found.iter().flatten()) {
            let number = one.replace(',', ".").parse::<f64>().ok().filter(|_| !one.contains('_'));
            match number {
                None => assert_eq!(one, other, "{name}"),
                Some(number) => {
                    let found: f64 = other.parse().unwrap_or_else(|_| panic!("{name}: {one} has become {other}"));
                    assert!((number - found).abs() <= 1e-14 * number.abs(), "{name}: {one} has become {other}");
                }
            }
        }
    }
}

/// A workbook has a sheet for the runs, one for the rows and one for means and shares; the same command gives the same
/// bytes.
#[test]
fn a_workbook_has_its_sheets() {
    let folder = folder();
    let here = folder.path();
    let unzipped = |file: &str, part: &str| {
        let unpacked = Command::new("unzip").current_dir(here).args(["-p", file, part]).output();
        unpacked.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for folder in ["one", "other"] {
        answer(here, &format!("simulate nim --deals 100 --out {folder}"));
    }
    let bytes = fs::read(here.join("one/nim.xlsx")).unwrap();
    assert!(bytes.starts_with(b"PK") && bytes.len() > 5000);
    assert_eq!(fs::read(here.join("other/nim.xlsx")).unwrap(), bytes);
    // The names of the sheets can be read where a tool unpacks them.
    let text = unzipped("one/nim.xlsx", "xl/workbook.xml");
    let sheets: Vec<&str> = text.split("<sheet name=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(text.is_empty() || sheets == ["runs", "nim", "nim-summary"], "{text}");
    // A list of numbers is text, and so is the number that stands with it in a column.
    let takes = ["2,3", "3"].map(|takes| {
        answer(here, &format!("simulate nim --takes {takes} --deals 100 --tally {takes}.tally"));
        format!("{takes}.tally")
    });
    answer(here, &format!("report {} --out both", takes.join(" ")));
    let text = unzipped("both/nim.xlsx", "xl/sharedStrings.xml");
    assert!(text.is_empty() || text.contains(">2+3<") && text.contains(">3<"), "{text}");
}
