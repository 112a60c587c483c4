//! Tests that spreadsheets convert no text to a number or a date, and that no number loses a digit.

use crate::program::{answer, folder};
use std::fs;
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
    assert!(file("2,3").contains("\n9,\"2, 3\","), "{}", file("2,3"));
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
    let file = here.join("all/nim.csv");
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
    assert_eq!(written.len(), found.len());
    for (one, other) in written.iter().flatten().zip(found.iter().flatten()) {
        let number = one
            .replace(',', ".")
            .parse::<f64>()
            .ok()
            .filter(|_| !one.contains('_'));
        match number {
            None => assert_eq!(one, other),
            Some(number) => {
                let found: f64 = other
                    .parse()
                    .unwrap_or_else(|_| panic!("{one} has become {other}"));
                assert!(
                    (number - found).abs() <= 1e-14 * number.abs(),
                    "{one} has become {other}"
                );
            }
        }
    }
}
