//! Tests that spreadsheets convert no text to a number or a date, and that no number loses a digit.

use crate::CHAPTERS;
use pioche_engine::experiments::from_name;
use pioche_engine::sim::{RunOptions, Seed, Summary};
use pioche_report::data_table::{DataCell, DataTable, measure_table, row_table, run_table};

/// Runs of every topic, with lists among their settings.
const NAMES: [&str; 11] = [
    "alliances cards=32 improve=exchange",
    "alliances cards=2x6 improve=none",
    "alliances cards=32 improve=none player=perfect",
    "bataille values=3 order=alternating shuffle=riffle:3 max_rounds=7",
    "shuffle cards=52 riffles=5",
    "solitaire board=triangle:5 hole=12",
    "solitaire board=english hole=16",
    "alak cells=5 edge=ring own_group=captured players=random,minimax:2 max_plies=9",
    "nim matches=20 takes=2,3 players=random,random",
    "nim matches=20 takes=1,2,3 players=random,perfect",
    "nim matches=7 takes=5 players=minimax:3,random",
];

/// Returns all tables that files contain.
fn tables() -> Vec<(String, DataTable)> {
    let mut tables: Vec<(String, DataTable)> = Vec::new();
    for name in NAMES {
        let question = from_name(name).unwrap_or_else(|| panic!("{name} is known"));
        let run = question
            .run(question.plan(Seed(u64::MAX), 128), &RunOptions::default())
            .expect("128 deals can be counted");
        let summaries = [Summary::new(question.into(), &run, Default::default())];
        tables.extend(
            [row_table, measure_table, run_table].map(|make| (name.to_owned(), make(&summaries))),
        );
    }
    for chapter in CHAPTERS {
        let more = (chapter.extra_tables)();
        tables.extend(
            more.into_iter()
                .map(|(name, table)| (name.to_owned(), table)),
        );
    }
    tables
}

/// Returns true if a French or English spreadsheet converts a text to a number, a date, a time, a fraction, a formula
/// or a truth value.
fn is_converted(text: &str) -> bool {
    let text = text.trim();
    let numeric = |sign: char| sign.is_ascii_digit() || " ,./:-+%eE\u{a0}\u{202f}".contains(sign);
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let formula = text.starts_with(['=', '+', '-', '@']);
    // A list such as 2, 3 is a text: no number has a space after its comma.
    let list = text.split(", ").count() > 1
        && text
            .split(", ")
            .all(|part| part.chars().all(|c| c.is_ascii_digit()));
    let truth = ["true", "false", "vrai", "faux"].contains(&text.to_lowercase().as_str());
    // Numbers of pegs left and a margin of -1 are numbers, which the conversion preserves.
    let whole = text
        .parse::<i32>()
        .is_ok_and(|number| number.to_string() == text);
    !whole && (formula || truth || digits > 0 && text.chars().all(numeric) && !list)
}

#[test]
fn spreadsheet_converts_no_text_to_number_or_date() {
    for converted in [
        "2,3", "1.2.3", "2-3", "10/4", "1:30", "+3", "=A1", "012", "1e5", "-", "TRUE", "5 %",
    ] {
        assert!(is_converted(converted), "{converted}");
    }
    let tables = tables();
    assert!(
        tables.len() > 30
            && tables
                .iter()
                .any(|(_, table)| table.columns.iter().any(|name| name == "margin"))
    );
    for (name, table) in tables {
        for row in &table.rows {
            for (column, cell) in table.columns.iter().zip(row) {
                let DataCell::Text(text) = cell else { continue };
                assert!(!is_converted(text), "{name}, {column}: {text:?}");
            }
        }
    }
}
