//! Tests that spreadsheets convert no text to a number or a date, and that no number loses a digit.

use crate::program::{PLAYED, answer, folder};
use flate2::read::DeflateDecoder;
use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The settings in files are accepted as options.
#[test]
fn csv_settings_are_accepted_as_options() {
    let folder = folder();
    let here = folder.path();
    let file = |takes: &str| {
        answer(
            here,
            &format!("simulate nim --matches 9 --takes {takes} --deals 100 --format csv"),
        )
    };
    assert!(file("2,3").contains("\n9,2+3,"), "{}", file("2,3"));
    assert_eq!(file("2+3"), file("2,3"));
    assert_eq!(
        answer(here, "solve nim --takes 2+3"),
        answer(here, "solve nim --takes 2,3")
    );
    // A seed that a spreadsheet would round has grouped digits, which `--seed` accepts.
    let seed = "18446744073709551615";
    let csv = answer(
        here,
        &format!("simulate nim --deals 100 --seed {seed} --format csv --csv-style excel-fr"),
    );
    assert!(csv.contains(";18_446_744_073_709_551_615;"), "{csv}");
    let again = answer(
        here,
        "simulate nim --deals 100 --seed 18_446_744_073_709_551_615 --format csv",
    );
    assert_eq!(
        again,
        answer(
            here,
            &format!("simulate nim --deals 100 --seed {seed} --format csv")
        )
    );
}

/// Opens a file as French LibreOffice does, and exports the cells.
fn reopened(file: &Path, to: &Path, more: &[&str]) -> Option<PathBuf> {
    let profile = format!(
        "-env:UserInstallation=file://{}",
        to.join("profile").display()
    );
    let mut program = Command::new("soffice");
    program
        .args([profile.as_str(), "--headless"])
        .args(more)
        .arg("--outdir")
        .arg(to)
        .arg(file);
    program.output().ok()?;
    Some(to.join(file.file_name()?))
}

/// LibreOffice reads every cell of a French file as it was written.
#[test]
fn libreoffice_reads_csv_cells_unchanged() {
    let folder = folder();
    let here = folder.path();
    if !Command::new("soffice")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        eprintln!("skipped: LibreOffice is not installed");
        return;
    }
    answer(
        here,
        "simulate nim --matches 9..10 --seed 18446744073709551615 --deals 100 --out all --csv-style excel-fr",
    );
    let read = "--infilter=Text - txt - csv (StarCalc):59,34,76,1,,1036,false,true";
    let write = "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,false";
    for name in ["nim.csv", "nim-summary.csv"] {
        let file = here.join("all").join(name);
        let Some(found) = reopened(&file, here, &[read, "--convert-to", write]) else {
            return;
        };
        let table = |text: String, delimiter: u8| -> Vec<Vec<String>> {
            let text = text.trim_start_matches('\u{feff}').to_owned();
            let mut reader = ::csv::ReaderBuilder::new();
            let reader = reader
                .has_headers(false)
                .flexible(true)
                .delimiter(delimiter);
            let rows = reader.from_reader(text.as_bytes()).into_records();
            rows.map(|row| row.unwrap().iter().map(str::to_owned).collect())
                .collect()
        };
        let written = table(fs::read_to_string(&file).unwrap(), b';');
        let found = table(fs::read_to_string(&found).unwrap(), b',');
        assert_eq!(written.len(), found.len(), "{name}");
        for (one, other) in written.iter().flatten().zip(found.iter().flatten()) {
            let number = one
                .replace(',', ".")
                .parse::<f64>()
                .ok()
                .filter(|_| !one.contains('_'));
            match number {
                None => assert_eq!(one, other, "{name}"),
                Some(number) => {
                    let found: f64 = other
                        .parse()
                        .unwrap_or_else(|_| panic!("{name}: {one} has become {other}"));
                    assert!(
                        (number - found).abs() <= 1e-14 * number.abs(),
                        "{name}: {one} has become {other}"
                    );
                }
            }
        }
    }
}

/// A workbook has a sheet for the runs, one for the rows, one with a chart of its cells, one for means and shares and one
/// that explains the columns; the same command gives the same bytes.
#[test]
fn workbook_has_sheets_for_runs_rows_and_summaries() {
    let folder = folder();
    let here = folder.path();
    let unzipped = |file: &str, part: &str| {
        let unpacked = Command::new("unzip")
            .current_dir(here)
            .args(["-p", file, part])
            .output();
        unpacked.map_or_else(
            |_| String::new(),
            |output| String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    for folder in ["one", "other"] {
        answer(here, &format!("simulate nim --deals 100 --out {folder}"));
    }
    let bytes = fs::read(here.join("one/nim.xlsx")).unwrap();
    assert!(bytes.starts_with(b"PK") && bytes.len() > 5000);
    assert_eq!(fs::read(here.join("other/nim.xlsx")).unwrap(), bytes);
    // The names of the sheets are checked if `unzip` is installed.
    let text = unzipped("one/nim.xlsx", "xl/workbook.xml");
    let sheets: Vec<&str> = text
        .split("<sheet name=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(
        text.is_empty() || sheets == ["nim-chart", "nim", "nim-summary", "runs", "columns"],
        "{text}"
    );
    let chart = unzipped("one/nim.xlsx", "xl/charts/chart1.xml");
    let cells = ["$A$2:$A$4", "$B$2:$B$4", "$O$2:$O$4", "$P$2:$P$4"];
    for cells in cells {
        let reference = format!("<c:f>'nim-chart'!{cells}</c:f>");
        assert!(chart.is_empty() || chart.contains(&reference), "{chart}");
    }
    let text = unzipped("one/nim.xlsx", "xl/sharedStrings.xml");
    assert!(
        text.is_empty() || text.contains(">lower end of the confidence interval"),
        "{text}"
    );
    // A list of numbers is text, and so are the numbers in the same column.
    let takes = ["2,3", "3"].map(|takes| {
        answer(
            here,
            &format!("simulate nim --takes {takes} --deals 100 --tally {takes}.tally"),
        );
        format!("{takes}.tally")
    });
    answer(here, &format!("report {} --out both", takes.join(" ")));
    let text = unzipped("both/nim.xlsx", "xl/sharedStrings.xml");
    assert!(
        text.is_empty() || text.contains(">2+3<") && text.contains(">3<"),
        "{text}"
    );
}

/// Returns the files of an archive by their names.
fn unpacked(archive: &[u8]) -> HashMap<String, String> {
    let number = |place: usize, bytes: usize| -> usize {
        let digits = archive[place..place + bytes].iter().rev();
        digits.fold(0, |number, &digit| number << 8 | usize::from(digit))
    };
    let end = archive
        .windows(4)
        .rposition(|mark| mark == b"PK\x05\x06")
        .expect("an archive");
    let mut entry = number(end + 16, 4);
    let mut files = HashMap::new();
    for _ in 0..number(end + 10, 2) {
        let name_length = number(entry + 28, 2);
        let name = &archive[entry + 46..][..name_length];
        let header = number(entry + 42, 4);
        let start = header + 30 + number(header + 26, 2) + number(header + 28, 2);
        let packed = &archive[start..][..number(entry + 20, 4)];
        let mut text = String::new();
        DeflateDecoder::new(packed)
            .read_to_string(&mut text)
            .expect("compressed text");
        files.insert(String::from_utf8_lossy(name).into_owned(), text);
        entry += 46 + name_length + number(entry + 30, 2) + number(entry + 32, 2);
    }
    files
}

/// Returns the texts between two marks.
fn texts_between<'a>(text: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    let parts = text.split(start).skip(1);
    parts
        .map(|part| part.split_once(end).map_or(part, |(inner, _)| inner))
        .collect()
}

/// Returns the cells of each sheet of a workbook that are not empty, row by row, by the names of the sheets.
pub fn sheets(workbook: &[u8]) -> HashMap<String, Vec<Vec<String>>> {
    let files = unpacked(workbook);
    let shared: Vec<String> = texts_between(&files["xl/sharedStrings.xml"], "<si>", "</si>")
        .into_iter()
        .map(|item| {
            texts_between(&item.replace(" xml:space=\"preserve\"", ""), "<t>", "</t>").concat()
        })
        .collect();
    let mut sheets = HashMap::new();
    let names = texts_between(&files["xl/workbook.xml"], "<sheet name=\"", "\"");
    for (number, name) in (1..).zip(names) {
        let text = &files[&format!("xl/worksheets/sheet{number}.xml")];
        let mut rows = Vec::new();
        for row in texts_between(text, "<row ", "</row>") {
            let mut cells = Vec::new();
            for cell in texts_between(row, "<c ", "</c>") {
                let Some(value) = texts_between(cell, "<v>", "</v>").first().copied() else {
                    continue;
                };
                if cell.contains("t=\"s\"") {
                    let place: usize = value.parse().expect("the number of a text");
                    cells.push(shared[place].replace("&amp;", "&").replace("&gt;", ">"));
                } else {
                    cells.push(value.to_owned());
                }
            }
            rows.push(cells);
        }
        sheets.insert(name.to_owned(), rows);
    }
    sheets
}

/// Compares a CSV file with the sheet of a workbook, cell by cell, and returns the number of rows.
pub fn compare_with_sheet(csv: &Path, rows: &[Vec<String>]) -> usize {
    let mut reader = ::csv::ReaderBuilder::new();
    let records = reader.has_headers(false).from_path(csv).expect("a file");
    let mut count = 0;
    for (record, row) in records.into_records().zip(rows) {
        let record = record.expect("a row");
        let cells: Vec<&str> = record.iter().filter(|cell| !cell.is_empty()).collect();
        assert_eq!(
            cells.len(),
            row.len(),
            "{}: {cells:?} {row:?}",
            csv.display()
        );
        for (cell, value) in cells.into_iter().zip(row) {
            let is_same_number = cell
                .parse::<f64>()
                .is_ok_and(|number| value.parse() == Ok(number));
            assert!(
                cell == value || is_same_number,
                "{}: {cell} {value}",
                csv.display()
            );
        }
        count += 1;
    }
    assert_eq!(count, rows.len(), "{}", csv.display());
    count
}

/// Each CSV file of a study and of a simulation with several changes is also a sheet of the workbook, with the same rows and
/// numbers.
#[test]
fn workbook_has_the_rows_of_csv_files() {
    let folder = folder();
    let here = folder.path();
    answer(
        here,
        "simulate alliances --improve exchange,swap --deals 200 --out changes",
    );
    let changes = sheets(&fs::read(here.join("changes/alliances.xlsx")).unwrap());
    let csv = here.join("changes/alliances.csv");
    assert_eq!(compare_with_sheet(&csv, &changes["alliances"]), 1 + 4 * 31);
    let study = &PLAYED.0;
    let study_sheets = sheets(&fs::read(study.join("study.xlsx")).unwrap());
    let mut files = 0;
    for entry in fs::read_dir(study).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "csv") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(compare_with_sheet(&path, &study_sheets[name]) > 1);
            files += 1;
        }
    }
    assert_eq!(files, 13);
}

/// A workbook for French spreadsheets has French headings, and prints the columns before the program.
#[test]
fn workbook_has_french_headings_where_the_csv_style_says_so() {
    let folder = folder();
    let here = folder.path();
    let headings = |style: &str, lang: &str| {
        let out = format!("{style}-{lang}");
        answer(
            here,
            &format!("simulate nim --deals 100 --csv-style {style} --lang {lang} --out {out}"),
        );
        let workbook = fs::read(here.join(out).join("nim.xlsx")).unwrap();
        let printed = unpacked(&workbook)["xl/workbook.xml"].contains("Print_Area");
        assert!(printed);
        let sheets = sheets(&workbook);
        [&sheets["nim"][0], &sheets["runs"][0]].map(|row| row[..3].to_vec())
    };
    let keys = headings("plain", "fr");
    assert_eq!(keys, headings("plain", "en"));
    assert_eq!(keys[0], ["matches", "takes", "players"]);
    for lang in ["fr", "en"] {
        let french = headings("excel-fr", lang);
        assert_eq!(french[0][0], "allumettes");
        assert_eq!(french[1], ["simulation", "parties", "arrêt"]);
    }
}
