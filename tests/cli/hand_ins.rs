//! Tests of `check-solution` with hand-ins in the forms that programs of students print, in `tests/data/hand-ins`.

use crate::program::{folder, pioche, refused, shell, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;

fn report(here: &Path, command: &str) -> Value {
    let output = pioche(here, &format!("check-solution {command} --format json"));
    serde_json::from_str(&stdout(&output))
        .unwrap_or_else(|error| panic!("{command}: {error}: {}", stderr(&output)))
}

fn hand_in(file: &str) -> String {
    format!("{}/tests/data/hand-ins/{file}", env!("CARGO_MANIFEST_DIR"))
}

/// Numbers of 2,000 games of 32 cards: each form agrees once the number of games is known, and is not called wrong without.
#[test]
fn forms_of_the_patience_agree_with_their_number_of_games() {
    let folder = folder();
    let here = folder.path();
    let mut files: Vec<String> = [
        "probabilities-list.txt",
        "probabilities-dict.txt",
        "pairs.txt",
        "percentages-list.txt",
        "data-frame.txt",
        "table.md",
        "statistics-lines.txt",
    ]
    .map(str::to_owned)
    .into();
    for entry in fs::read_dir(hand_in("")).expect("a folder") {
        let name = entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("a name");
        let is_read = !name.contains("ambiguous") && !name.contains("onepile");
        if name.starts_with("alliances-") && is_read {
            files.push(name);
        }
    }
    assert!(files.len() > 30, "{files:?}");
    for file in files {
        let path = hand_in(&file);
        let known = report(here, &format!("alliances {path} --games 2000 --deals 200k"));
        assert_eq!(known["verdict"], "agrees", "{file}: {known}");
        let unknown = report(here, &format!("alliances {path} --deals 200k"));
        assert_ne!(unknown["verdict"], "disagrees", "{file}: {unknown}");
        assert_eq!(unknown["explanations"], serde_json::json!([]), "{file}");
    }
    for file in ["counts-dict.txt", "counts-without-deals.csv"] {
        let counted = report(here, &format!("alliances {} --deals 200k", hand_in(file)));
        assert_eq!(
            (&counted["verdict"], &counted["rows"][0]["deals"]),
            (&"agrees".into(), &2000.into())
        );
    }
    let read_as = |file: &str| {
        report(here, &format!("alliances {} --deals 2k", hand_in(file)))["read_as"].clone()
    };
    let percent = read_as("percentages-list.txt");
    assert!(
        percent
            .as_str()
            .is_some_and(|text| text.starts_with("probabilities of at most 2 to 32")
                && text.ends_with("in percent")),
        "{percent}"
    );
    refused(
        here,
        &format!(
            "check-solution alliances {}",
            hand_in("alliances-ambiguous.txt")
        ),
        "%",
    );
    refused(
        here,
        &format!(
            "check-solution alliances {}",
            hand_in("alliances-onepile.txt")
        ),
        "onepile",
    );
}

#[test]
fn forms_of_other_games_agree() {
    let folder = folder();
    let here = folder.path();
    for (file, topic) in [
        ("bataille-words.txt", "bataille"),
        ("bataille-four.txt", "bataille"),
        ("bataille-codes.csv", "bataille"),
        ("bataille-wide.csv", "bataille"),
        ("bataille-java.txt", "bataille"),
        ("bataille-dict.txt", "bataille"),
        ("bataille-results.txt", "bataille"),
        ("nim-dict.txt", "nim"),
        ("nim-table.md", "nim"),
        ("solitaire-dict.txt", "solitaire"),
        ("solitaire-times.txt", "solitaire"),
    ] {
        let agreeing = report(here, &format!("{topic} {} --deals 50k", hand_in(file)));
        assert_eq!(agreeing["verdict"], "agrees", "{file}: {agreeing}");
        assert_eq!(agreeing["rows"][0]["deals"], 1000, "{file}");
    }
    // Some counts alone are not taken for all.
    refused(
        here,
        &format!("check-solution bataille {}", hand_in("bataille-two.csv")),
        "--games",
    );
    let given = report(
        here,
        &format!("bataille {} --games 1000", hand_in("bataille-two.csv")),
    );
    assert_eq!(given["verdict"], "agrees", "{given}");
}

#[test]
fn mistakes_in_hand_ins_are_named() {
    let folder = folder();
    let here = folder.path();
    for (file, options, mistake) in [
        (
            "numbers-of-32-for-52-cards.csv",
            "--cards 52",
            "numbers_of_32_cards",
        ),
        ("ten-times-too-small.csv", "", "ten_times_too_small"),
        ("no-lower-bound.csv", "", "no_lower_bound"),
    ] {
        let wrong = report(
            here,
            &format!("alliances {} {options} --deals 200k", hand_in(file)),
        );
        assert_eq!(wrong["verdict"], "disagrees", "{file}");
        assert_eq!(
            wrong["explanations"][0]["mistake"], mistake,
            "{file}: {}",
            wrong["explanations"]
        );
    }
}

/// A small file that unfolds to much is refused within 200 MB, and the next one is checked.
#[test]
fn bombs_are_refused() {
    let folder = folder();
    let here = folder.path();
    let mut archive = zip::ZipWriter::new(fs::File::create(here.join("a.ods")).expect("a file"));
    let options = zip::write::SimpleFileOptions::default();
    archive.start_file("mimetype", options).expect("a part");
    archive
        .write_all(b"application/vnd.oasis.opendocument.spreadsheet")
        .expect("bytes");
    archive.start_file("content.xml", options).expect("a part");
    archive
        .write_all(b"<a><text:p>x<text:s text:c=\"1000000000\"/></text:p></a>")
        .expect("bytes");
    archive.finish().expect("an archive");
    fs::write(here.join("b.csv"), "x: 1\n".repeat(3_000_000)).expect("a file");
    fs::write(here.join("c.txt"), "[".repeat(4_000_000)).expect("a file");
    fs::write(here.join("d.csv"), "nb_tas_max,p,n\n2,0.0126,10000\n").expect("a file");
    let command = "ulimit -v 400000; exec $PIOCHE check-solution alliances . --deals 20k";
    let output = shell(here, command);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let lines = stdout(&output);
    assert_eq!(lines.lines().count(), 4, "{lines}");
    assert!(lines.contains("d.csv: agrees"), "{lines}");
    assert!(
        stderr(&output).contains("unreadable files: 3"),
        "{}",
        stderr(&output)
    );
}

/// Subfolders are read, files are sorted as people do, and the verdicts are written as CSV.
#[test]
fn folders_of_a_class_are_checked() {
    let folder = folder();
    let here = folder.path();
    for name in ["élève 10", "élève 2", "Zoé", "Élise"] {
        let student = here.join("class").join(name);
        fs::create_dir_all(&student).expect("a folder");
        fs::write(student.join("t.csv"), "nb_tas_max,p,n\n2,0.0126,10000\n").expect("a file");
    }
    let output = pioche(
        here,
        "check-solution alliances class --deals 20k --csv verdicts.csv",
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let table = fs::read_to_string(here.join("verdicts.csv")).expect("a table");
    let files: Vec<&str> = table
        .lines()
        .skip(1)
        .filter_map(|line| line.split('/').nth(1))
        .collect();
    assert_eq!(files, ["élève 2", "élève 10", "Élise", "Zoé"], "{table}");
}

/// A table whose cells are dates, or formulas that were never computed, says so.
#[test]
fn cells_without_numbers_say_what_they_are() {
    let folder = folder();
    let here = folder.path();
    let mut workbook = rust_xlsxwriter::Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet
        .write_string(0, 0, "Résultats de la classe")
        .expect("a cell");
    sheet.write_string(1, 0, "tas").expect("a cell");
    sheet.write_string(1, 1, "proba").expect("a cell");
    sheet.write_number(2, 0, 2.0).expect("a cell");
    let format = rust_xlsxwriter::Format::new().set_num_format("yyyy-mm-dd");
    sheet
        .write_number_with_format(2, 1, 46_054.0, &format)
        .expect("a cell");
    fs::write(
        here.join("date.xlsx"),
        workbook.save_to_buffer().expect("a workbook"),
    )
    .expect("a file");
    refused(here, "check-solution alliances date.xlsx", "2026-02-01");
}
