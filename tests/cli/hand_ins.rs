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

/// Returns an archive with these parts.
fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, content) in parts {
        archive.start_file(*name, options).expect("a part");
        archive.write_all(content.as_bytes()).expect("bytes");
    }
    archive.finish().expect("an archive").into_inner()
}

/// Returns an OpenDocument workbook with these rows.
fn ods(rows: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"S\">{rows}</table:table>\
         </office:spreadsheet></office:body></office:document-content>"
    );
    archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", &content),
    ])
}

fn ods_cell(attributes: &str, content: &str) -> String {
    format!(
        "<table:table-cell office:value-type=\"string\" {attributes}><text:p>{content}</text:p></table:table-cell>"
    )
}

/// Returns a workbook whose sheets all have these rows, with shared strings.
fn xlsx(rows: &str, strings: &str, sheets: usize) -> Vec<u8> {
    const MAIN: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
    const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
    let names: String = (1..=sheets)
        .map(|number| format!("<sheet name=\"S{number}\" sheetId=\"{number}\" r:id=\"r1\"/>"))
        .collect();
    let relations = |targets: &[(&str, &str)]| {
        let relation = |(number, (kind, target)): (usize, &(&str, &str))| {
            format!(
                "<Relationship Id=\"r{number}\" Type=\"{RELATIONS}/{kind}\" Target=\"{target}\"/>"
            )
        };
        let relations: String = (1..).zip(targets).map(relation).collect();
        format!("<Relationships xmlns=\"{PACKAGE}\">{relations}</Relationships>")
    };
    archive(&[
        (
            "_rels/.rels",
            &relations(&[("officeDocument", "xl/workbook.xml")]),
        ),
        (
            "xl/workbook.xml",
            &format!(
                "<workbook {MAIN} xmlns:r=\"{RELATIONS}\"><sheets>{names}</sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            &relations(&[
                ("worksheet", "worksheets/sheet1.xml"),
                ("sharedStrings", "sharedStrings.xml"),
            ]),
        ),
        (
            "xl/worksheets/sheet1.xml",
            &format!("<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"),
        ),
        (
            "xl/sharedStrings.xml",
            &format!("<sst {MAIN}>{strings}</sst>"),
        ),
    ])
}

fn xlsx_rows(rows: usize, cell: &str) -> String {
    (1..=rows)
        .map(|row| {
            format!(
                "<row r=\"{row}\">{}</row>",
                cell.replace('#', &row.to_string())
            )
        })
        .collect()
}

/// Small files that unfold to much are refused in a sentence, within 200 MB and 2 seconds of a processor, and the next file is
/// checked.
#[test]
fn bombs_are_refused() {
    let folder = folder();
    let here = folder.path();
    let in_row = |cells: &str| format!("<table:table-row>{cells}</table:table-row>");
    let value = ods_cell("", "a");
    let many_columns = ods_cell("table:number-columns-repeated=\"1000000000\"", "a");
    let shared = "<c r=\"A#\" t=\"s\"><v>0</v></c>";
    let string = |length: usize| format!("<si><t>{}</t></si>", "a".repeat(length));
    let number = "<c r=\"A#\"><v>1</v></c>";
    let spans = 1_000_000;
    let bombs: Vec<(&str, Vec<u8>)> = vec![
        (
            "blanks.ods",
            ods(&in_row(&ods_cell("", "x<text:s text:c=\"1000000000\"/>"))),
        ),
        (
            "quotes.ods",
            ods(&in_row(&ods_cell("", "x<text:s text:c = '1000000000'/>"))),
        ),
        (
            "few_blanks.ods",
            ods(&in_row(&ods_cell(
                "",
                &"<text:s text:c=\"90000\"/>".repeat(2000),
            ))),
        ),
        ("columns.ods", ods(&in_row(&many_columns))),
        (
            "rows.ods",
            ods(&format!(
                "<table:table-row table:number-rows-repeated=\"1000000000\">{value}</table:table-row>"
            )),
        ),
        (
            "deep.ods",
            ods(&in_row(&ods_cell(
                "",
                &("<text:span>".repeat(spans) + &"</text:span>".repeat(spans)),
            ))),
        ),
        (
            "text.ods",
            ods(&in_row(&ods_cell("", &"a".repeat(7_000_000)))),
        ),
        (
            "signs.ods",
            archive(&[
                ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
                ("content.xml", &"<".repeat(8_000_000)),
            ]),
        ),
        (
            "attribute.ods",
            ods(&format!(
                "<table:table-row a=\"{}\"/>",
                "x".repeat(7_900_000)
            )),
        ),
        (
            "string.xlsx",
            xlsx(&xlsx_rows(100_000, shared), &string(1_000_000), 1),
        ),
        (
            "shorter.xlsx",
            xlsx(&xlsx_rows(100_000, shared), &string(100_000), 1),
        ),
        (
            "strings.xlsx",
            xlsx(&xlsx_rows(1, shared), &string(1).repeat(400_000), 1),
        ),
        (
            "no_strings.xlsx",
            xlsx(&xlsx_rows(1, shared), &"<si/>".repeat(1_500_000), 1),
        ),
        (
            "deep.xlsx",
            xlsx(&("<a>".repeat(spans) + &"</a>".repeat(spans)), "", 1),
        ),
        ("blanks.xlsx", xlsx(&" ".repeat(100_000_000), "", 1)),
        ("sheets.xlsx", xlsx(&xlsx_rows(20_000, number), "", 500)),
        (
            "cells.xlsx",
            xlsx(&xlsx_rows(5000, &"<c><v>1</v></c>".repeat(100)), "", 1),
        ),
        ("lines.csv", "x: 1\n".repeat(3_000_000).into_bytes()),
        ("brackets.txt", "[".repeat(4_000_000).into_bytes()),
        ("lists.txt", "[[1],".repeat(600_000).into_bytes()),
        (
            "list.txt",
            format!("[{}]", "1,".repeat(300_000)).into_bytes(),
        ),
        (
            "bars.md",
            ("|1".repeat(7000) + "|\n").repeat(250).into_bytes(),
        ),
        ("tags.html", "</td>".repeat(800_000).into_bytes()),
        (
            "words.csv",
            (0..100_000)
                .map(|number| format!("mot numéro {number}\n"))
                .collect::<String>()
                .into_bytes(),
        ),
        ("zeros.csv", vec![0; 4_000_000]),
    ];
    for (name, bytes) in &bombs {
        fs::write(here.join(name), bytes).expect("a file");
        let limits = "ulimit -v 204800; ulimit -t 2";
        let command =
            format!("{limits}; exec $PIOCHE check-solution {name} --games 1000 --threads 1");
        let output = shell(here, &command);
        let reason = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{name}: {reason}");
        assert_eq!(reason.lines().count(), 1, "{name}: {reason}");
        assert!(reason.contains(name), "{reason}");
    }
    fs::write(here.join("z.csv"), "nb_tas_max,p,n\n2,0.0126,10000\n").expect("a file");
    let command =
        "ulimit -v 204800; exec $PIOCHE check-solution alliances . --deals 20k --threads 1";
    let output = shell(here, command);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let lines = stdout(&output);
    assert_eq!(lines.lines().count(), bombs.len() + 1, "{lines}");
    assert!(lines.contains("z.csv: agrees"), "{lines}");
    let count = format!("unreadable files: {}", bombs.len());
    assert!(stderr(&output).contains(&count), "{}", stderr(&output));
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
    let heading = |cell: &str, text: &str| {
        format!("<c r=\"{cell}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
    };
    let rows = format!(
        "<row r=\"1\">{}{}</row><row r=\"2\"><c r=\"A2\"><v>2</v></c><c r=\"B2\"><f>25/2000</f></c></row>",
        heading("A1", "tas"),
        heading("B1", "proba")
    );
    fs::write(here.join("formulas.xlsx"), xlsx(&rows, "", 1)).expect("a file");
    refused(here, "check-solution alliances formulas.xlsx", "formul");
}

/// A column for each outcome beside one of a setting, a list after words, and shares of exactly n.
#[test]
fn tables_are_told_from_names_and_numbers() {
    let folder = folder();
    let here = folder.path();
    for (topic, text, rows) in [
        (
            "bataille",
            "nb valeurs;victoires joueur 1;victoires joueur 2;infinies;nulles\n11;320;290;390;0\n13;280;280;440;0\n",
            8,
        ),
        ("alliances", "Probas : 0.0126, 0.0537, 0.1112, 0.1757", 4),
        (
            "alliances",
            "Sur 1000 parties :\n12 fois 2 tas, 41 fois 3 tas, 58 fois 4 tas\n",
            3,
        ),
        (
            "alliances",
            "Partie 1 : 5 tas\nPartie 2 : 9 tas\nPartie 3 : 12 tas\n",
            11,
        ),
    ] {
        fs::write(here.join("t.csv"), text).expect("a file");
        let answer = report(here, &format!("{topic} t.csv --games 1000 --deals 20k"));
        assert_ne!(answer["verdict"], "disagrees", "{text}: {answer}");
        assert_eq!(
            answer["rows"].as_array().map(Vec::len),
            Some(rows),
            "{text}"
        );
    }
}

/// Decks in the forms of programs and people are checked, and a folder of them with at most five messages a file.
#[test]
fn decks_of_other_forms_are_checked() {
    let folder = folder();
    let here = folder.path();
    let deck = stdout(&pioche(here, "deal --seed 3"));
    let cards: Vec<(&str, &str)> = deck
        .split_whitespace()
        .filter_map(|card| card.split_once('-'))
        .collect();
    let joined = |form: &dyn Fn(&str, &str) -> String, separator: &str| {
        let cards: Vec<String> = cards.iter().map(|(rank, suit)| form(rank, suit)).collect();
        cards.join(separator)
    };
    let suit_word = |suit: &str| match suit {
        "C" => "cœur",
        "K" => "carreau",
        "P" => "pique",
        _ => "trèfle",
    };
    let dictionary =
        |rank: &str, suit: &str| format!("{{'valeur': '{rank}', 'couleur': '{suit}'}}");
    let forms = [
        ("dict.txt", format!("[{}]", joined(&dictionary, ", "))),
        (
            "tuples.py",
            format!(
                "pioche = [{}]",
                joined(&|rank, suit| format!("({rank:?}, {suit:?})"), ", ")
            ),
        ),
        (
            "table.csv",
            format!(
                "valeur;couleur\n{}",
                joined(&|rank, suit| format!("{rank};{suit}"), "\n")
            ),
        ),
        (
            "short.txt",
            joined(&|rank, suit| format!("{rank}{suit}"), " "),
        ),
        (
            "words.txt",
            joined(&|rank, suit| format!("{rank} de {}", suit_word(suit)), "\n"),
        ),
    ];
    for (file, text) in &forms {
        fs::write(here.join(file), text).expect("a file");
        let output = pioche(here, &format!("check {file}"));
        assert_eq!(output.status.code(), Some(0), "{file}: {}", stdout(&output));
    }
    fs::write(here.join("english.txt"), "7h Th 9h").expect("a file");
    let output = pioche(here, "check english.txt");
    assert!(
        stdout(&output).contains("T is trèfle"),
        "{}",
        stdout(&output)
    );
    fs::create_dir(here.join("class")).expect("a folder");
    fs::write(here.join("class/twice.txt"), deck.repeat(16)).expect("a file");
    fs::write(here.join("class/text.txt"), "voici mon devoir ".repeat(150)).expect("a file");
    fs::write(here.join("class/deck.txt"), &deck).expect("a file");
    let output = pioche(here, "check class");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let lines = stdout(&output);
    let of = |file: &str| lines.lines().filter(|line| line.contains(file)).count();
    assert_eq!(
        [of("twice.txt"), of("text.txt"), of("deck.txt")],
        [5, 1, 1],
        "{lines}"
    );
    let output = pioche(here, "check class --format json");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["files"][0]["answer"]["right"], true, "{answer}");
    let output = pioche(here, "check class/deck.txt class/gone.txt");
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("unreadable files: 1 (class/gone.txt)"));
}

/// Hands as Java prints them, and jumps as programs return and print them.
#[test]
fn hands_and_jumps_of_programs_are_shown() {
    let folder = folder();
    let here = folder.path();
    let shown = |command: &str, text: &str| {
        fs::write(here.join("f.txt"), text).expect("a file");
        let output = pioche(here, command);
        assert_eq!(output.status.code(), Some(0), "{text}: {}", stderr(&output));
        stdout(&output)
    };
    let hands = shown("show bataille f.txt", "3 1 2\n2 3 1\n");
    for text in [
        "Player 1 : [3, 1, 2]\nPlayer 2 : [2, 3, 1]\n",
        "[[3, 1, 2], [2, 3, 1]]",
        "Mains :\njoueur1 = [3, 1, 2]\njoueur2 = [2, 3, 1]\n",
    ] {
        assert_eq!(shown("show bataille f.txt", text), hands, "{text}");
    }
    let jumps = shown("show solitaire f.txt", "(3, 12) (0, 3)");
    for text in [
        "[(3, 7, 12), (0, 1, 3)]",
        "suite de coups possible pour terminer :\n(3, 12) (0, 3)\n",
        "départ : 3, arrivée : 12\ndépart : 0, arrivée : 3\n",
        "1. (3, 12)\n2. (0, 3)\n",
    ] {
        assert_eq!(shown("show solitaire f.txt", text), jumps, "{text}");
    }
    fs::write(here.join("f.txt"), "(3, 12) (0, 3, 1, 2)").expect("a file");
    refused(here, "show solitaire f.txt", "0, 3, 1, 2");
}

/// Each statistic has its line, and the settings of the section that it is in.
#[test]
fn statistics_of_sections_have_their_settings() {
    let folder = folder();
    let here = folder.path();
    let text = "Avec 32 cartes :\nMoyenne : 11,4\nAvec 52 cartes :\nMoyenne : 21,2\n";
    fs::write(here.join("s.txt"), text).expect("a file");
    let answer = report(here, "alliances s.txt --games 100 --deals 20k --seed 1");
    assert_eq!(answer["verdict"], "agrees", "{answer}");
    assert_eq!(answer["read_as"], "mean");
    for (index, line, cards) in [(0, 2, "32"), (1, 4, "52")] {
        let row = &answer["rows"][index];
        assert_eq!(row["line"], line, "{row}");
        assert_eq!(row["row"]["cards"], cards, "{row}");
    }
}

/// Right tables that were transformed are named; a mistake without any spread explains nothing.
#[test]
fn transformed_tables_are_named() {
    let folder = folder();
    let here = folder.path();
    for (text, command, mistakes) in [
        (
            "tas max;proba\n2;1,26\n3;5,37\n4;11,2\n",
            "alliances",
            "hundred_times_too_large",
        ),
        (
            "moyenne;donnes\n28;100000\n",
            "alliances --alliance rank",
            "whole_mean",
        ),
        ("moyenne;donnes\n16;10000\n", "alliances --cards 52", ""),
    ] {
        fs::write(here.join("t.csv"), text).expect("a file");
        let answer = report(
            here,
            &format!("{command} t.csv --games 100000 --deals 200k"),
        );
        let names: Vec<&str> = answer["explanations"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|explanation| explanation["mistake"].as_str())
            .collect();
        assert_eq!(answer["verdict"], "disagrees", "{text}");
        assert_eq!(names.join(" "), mistakes, "{text}");
    }
}

/// A hand-in with right numbers, and one of them made wrong.
struct PrintedForm {
    /// The game, and options.
    command: &'static str,
    text: &'static str,
    /// The number of rows that are compared.
    rows: usize,
    /// A part of the text, and what makes it wrong.
    change: (&'static str, &'static str),
}

/// Forms that programs of the handouts print, with numbers of simulations: each right number is read and agrees, and a wrong
/// one is found.
const PRINTED_FORMS: &[PrintedForm] = &[
    PrintedForm {
        command: "alliances",
        text: "La moyenne du nombre de tas sur  2000 simulation est :  11.3265 avec pour minimum:  2 et pour maximum:  29 .\n",
        rows: 3,
        change: ("11.3265", "12.3265"),
    },
    PrintedForm {
        command: "alliances",
        text: "Après  2000  simulations on a :\nLe plus grand nombre de tas obtenu :  29\nLe plus petit nombre de \
               tas obtenu :  2\nLa moyenne des tas obtenu :  11.3265\n",
        rows: 3,
        change: ("11.3265", "12.3265"),
    },
    PrintedForm {
        command: "alliances",
        text: "Simulations: 2,000\nAverage: 11.327\nMin: 2\nMax: 29\n",
        rows: 3,
        change: ("11.327", "12.327"),
    },
    PrintedForm {
        command: "alliances",
        text: "count    2000.000000\nmean       11.326500\nstd         5.612345\nmin         2.000000\n\
               25%         7.000000\n50%        11.000000\n75%        15.000000\nmax        29.000000\ndtype: float64\n",
        rows: 3,
        change: ("11.326500", "12.326500"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "  tas max    proba\n---------  -------\n        2   0.0120\n        3   0.0555\n        4   0.1205\n",
        rows: 3,
        change: ("0.0555", "0.0855"),
    },
    PrintedForm {
        command: "alliances",
        text: "2 tas max : 24/2000\n3 tas max : 111/2000\n4 tas max : 241/2000\n",
        rows: 3,
        change: ("111/", "171/"),
    },
    PrintedForm {
        command: "alliances",
        text: "{\n \"games\": 2000,\n \"results\": [\n  {\"tas_max\": 2, \"proba\": 0.012},\n  \
               {\"tas_max\": 3, \"proba\": 0.0555}\n ]\n}\n",
        rows: 2,
        change: ("0.0555", "0.0855"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "[(2, 0.012); (3, 0.0555); (4, 0.1205)]\n",
        rows: 3,
        change: ("0.0555", "0.0855"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "tas max,proba\n2,0,0120\n3,0,0555\n4,0,1205\n",
        rows: 3,
        change: ("0555", "0855"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "nombre de tas;effectif;effectif cumulé;fréquence;fréquence cumulée\n2;24;24;0,0120;0,0120\n\
               3;87;111;0,0435;0,0555\n4;130;241;0,0650;0,1205\n",
        rows: 3,
        change: ("3;87", "3;147"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "   nb_tas freq\n1       2   24\n2       3   87\n3       4  130\n",
        rows: 3,
        change: ("  87", " 147"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "tas max;32 cartes;52 cartes\n2;0,0120;0,0000\n3;0,0555;0,0030\n4;0,1205;0,0115\n",
        rows: 6,
        change: ("0,0555", "0,2555"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "Résultats pour un jeu de 52 cartes :\n2 tas : 0.00 %\n3 tas : 0.30 %\n40 tas : 99.55 %\n",
        rows: 3,
        change: ("99.55", "95.55"),
    },
    PrintedForm {
        command: "alliances",
        text: "Avec 8 tas maximum, on gagne 727 fois sur 2000.\nAvec 9 tas maximum, on gagne 848 fois sur 2000.\n",
        rows: 2,
        change: ("848", "648"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "24 fois 2 carte a la fin\n87 fois 3 carte a la fin\nLe maximun de tas a la fin est de 29 tas\n\
               Nous avons 1.20% de chance de terminer avec 2 cartes\n",
        rows: 3,
        change: ("87 fois", "147 fois"),
    },
    PrintedForm {
        command: "bataille",
        text: "For 1000 games with 13 values, we have:\n - 0 draws\n - 325 player1 wins\n - 248 player2 wins\n - \
               427 infinite games\n",
        rows: 4,
        change: ("427", "337"),
    },
    PrintedForm {
        command: "bataille",
        text: "325 parties sur 1000 ont été gagnées par le premier joueur.\n427 parties infinies sur 1000\n",
        rows: 2,
        change: ("427", "337"),
    },
    PrintedForm {
        command: "bataille",
        text: "Number of games played: 10,000\nPlayer 1 wins: 3,078\nPlayer 2 wins: 2,788\nNumber of infinite \
               loops: 4,134\n",
        rows: 3,
        change: ("4,134", "3,134"),
    },
    PrintedForm {
        command: "bataille",
        text: "Games: 1000\nPlayer 1 win percentage: 32.50%\nTie percentage: 0.00%\nInfinite percentage: 42.70%\n",
        rows: 3,
        change: ("42.70", "33.70"),
    },
    PrintedForm {
        command: "bataille",
        text: "Sur 1000 parties, taux de parties infinies : 42,7 %\n",
        rows: 1,
        change: ("42,7", "33,7"),
    },
    PrintedForm {
        command: "bataille",
        text: "('Joueur 1 :', 325, 'Joueur 2 :', 248, 'Nulles :', 0, 'Infinies :', 427)\n",
        rows: 4,
        change: ("427", "227"),
    },
    PrintedForm {
        command: "bataille",
        text: "{0=0, 1=325, 2=248, 3=427}\n",
        rows: 4,
        change: ("427", "227"),
    },
    PrintedForm {
        command: "bataille --games 1000",
        text: "nbVals,joueur1,joueur2,nulles,infinies,durée (s)\n11,333,303,0,364,26,12\n13,325,248,0,427,31,07\n",
        rows: 8,
        change: ("427", "337"),
    },
    PrintedForm {
        command: "bataille --games 1000",
        text: "nbVals;taux de parties infinies\n11;0,364\n13;0,427\n",
        rows: 2,
        change: ("0,427", "0,337"),
    },
    PrintedForm {
        command: "bataille",
        text: "nbVals = 11 : J1 333, J2 303, nulles 0, infinies 364\nnbVals = 13 : J1 325, J2 248, nulles 0, \
               infinies 427\n",
        rows: 8,
        change: ("427", "227"),
    },
    PrintedForm {
        command: "bataille",
        text: "valeurs;parties;J1;J2;infinies\n11;1000;333;303;364\n13;10000;3078;2788;4134\n",
        rows: 6,
        change: ("4134", "3134"),
    },
    PrintedForm {
        command: "bataille",
        text: "Sur 1000 parties, nbVals = 11\nJ1 : 333\nJ2 : 303\nSur 10000 parties, nbVals = 13\nJ1 : 3078\nJ2 : 2788\n",
        rows: 4,
        change: ("2788", "1788"),
    },
    PrintedForm {
        command: "nim",
        text: "{\"allumettes\": 25, \"parties\": 1000, \"joueur1\": 225, \"joueur2\": 362, \"egalite\": 413}\n",
        rows: 3,
        change: ("225", "325"),
    },
    PrintedForm {
        command: "nim",
        text: "Sur 1000 parties le joueur 1 gagne 225 fois, le joueur 2 gagne 362 fois et il y a 413 égalités.\n",
        rows: 3,
        change: ("225", "325"),
    },
    PrintedForm {
        command: "alak --games 1000",
        text: "x : 518\no : 441\nnul : 41\n",
        rows: 3,
        change: ("441", "341"),
    },
    PrintedForm {
        command: "alak",
        text: "1000 games: x wins 51.8%, o wins 44.1%, draw 4.1%\n",
        rows: 3,
        change: ("44.1", "34.1"),
    },
];

#[test]
fn printed_forms_are_read() {
    let folder = folder();
    let here = folder.path();
    for form in PRINTED_FORMS {
        let check = |text: &str| {
            fs::write(here.join("t.txt"), text).expect("a file");
            report(
                here,
                &format!("{} t.txt --deals 20k --seed 2", form.command),
            )
        };
        let right = check(form.text);
        assert_eq!(right["verdict"], "agrees", "{}: {right}", form.text);
        let rows = right["rows"].as_array().map(Vec::len);
        assert_eq!(rows, Some(form.rows), "{}", form.text);
        let (number, wrong_number) = form.change;
        let wrong = check(&form.text.replacen(number, wrong_number, 1));
        assert_eq!(wrong["verdict"], "disagrees", "{wrong_number}: {wrong}");
    }
}

/// The order of the results in a tuple is not known, and neither is that of decimals which several columns could have.
#[test]
fn forms_with_two_meanings_are_refused() {
    let folder = folder();
    let here = folder.path();
    for (topic, text, reason) in [
        ("nim", "(225, 362, 413)\n", "t.txt"),
        (
            "bataille --games 1000",
            "values,player1,endless\n13,325,427,50\n11,333,364,40\n",
            " 4 ",
        ),
    ] {
        fs::write(here.join("t.txt"), text).expect("a file");
        refused(here, &format!("check-solution {topic} t.txt"), reason);
    }
}
