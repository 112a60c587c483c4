//! Tests of the table of published results: every command runs, and every exact number is compared.

use crate::program::{PLAYED, SMALL_STUDY_FILES, folder, json};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const TABLE: &str = include_str!("../../src/study/published.tsv");

/// Returns the cells of each line of the table, by the names of its columns.
fn table_rows() -> Vec<BTreeMap<&'static str, &'static str>> {
    let mut lines = TABLE.lines().map(|line| line.split('\t'));
    let names: Vec<&str> = lines.next().expect("a line of names").collect();
    lines
        .map(|cells| names.iter().copied().zip(cells).collect())
        .collect()
}

/// Returns a command of the table with few games, or on a small board with the same JSON.
fn small_command(command: &str) -> String {
    let words = command
        .strip_prefix("pioche ")
        .expect("a command of the program");
    let words = words.split(" --deals ").next().expect("a command");
    if words.starts_with("simulate ") {
        return format!("{words} --deals 640");
    }
    words
        .replace("--board english --hole 16", "--board triangle:5 --hole 0")
        .replace("--board triangle:6", "--board triangle:5")
}

/// Returns true if the JSON of a small command has the number that a value names.
fn has_number(found: &Value, value: &str, is_small_board: bool) -> bool {
    let (kind, names) = value.split_once(' ').expect("a kind and names");
    match kind {
        // A small board ends in other cells.
        "json" if is_small_board => names
            .split(' ')
            .filter(|pointer| !pointer.starts_with("/by_finish/"))
            .all(|pointer| found.pointer(pointer).is_some_and(Value::is_number)),
        "json" => names
            .split(' ')
            .all(|pointer| found.pointer(pointer).is_some_and(Value::is_number)),
        "mean" => found["runs"][0]["summary"][names]["mean"].is_number(),
        "q50" | "q95" | "q99" => found["runs"][0]["summary"][names][kind]["value"].is_number(),
        _ => {
            let rows = found["rows"].as_array().expect("rows");
            let is_named = |row: &&Value| {
                ["nb_tas_max", "outcome", "statistic"]
                    .iter()
                    .any(|column| row[column].to_string().trim_matches('"') == names)
            };
            rows.iter().filter(is_named).count() == 1
        }
    }
}

#[test]
fn every_command_runs_at_a_small_size() {
    let folder = folder();
    let mut answers: BTreeMap<String, Value> = BTreeMap::new();
    let rows = table_rows();
    assert!(rows.len() >= 30, "{}", rows.len());
    for row in rows {
        if row["command"].is_empty() {
            continue;
        }
        let command = small_command(row["command"]);
        let found = answers
            .entry(command.clone())
            .or_insert_with(|| json(folder.path(), &command));
        let is_small_board = !row["command"].contains(command.as_str());
        assert!(
            has_number(found, row["value"], is_small_board),
            "{command}: {}",
            row["value"]
        );
    }
}

/// Returns the rows of `published.md` of a study, without headings and rules.
fn published_rows(study: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(study.join("published.md")).expect("the table");
    text.lines()
        .filter(|line| {
            line.starts_with("| ") && !line.starts_with("| source") && !line.starts_with("| :")
        })
        .map(|line| {
            let cells = line.trim_matches('|').split(" | ");
            cells.map(|cell| cell.trim().to_owned()).collect()
        })
        .collect()
}

/// Exact numbers agree, unless the table says why they differ; so do estimates, here of few games.
#[test]
fn published_numbers_agree_or_say_why_they_differ() {
    let rows = published_rows(&PLAYED.0);
    let table = table_rows();
    assert_eq!(rows.len(), table.len());
    for (row, published) in rows.iter().zip(&table) {
        let [source, _, _, own, verdict, command] = &row[..] else {
            panic!("{row:?}");
        };
        assert_eq!(source, published["source"]);
        if published["command"].is_empty() {
            assert_eq!(own, "–");
            assert_eq!(command, "–");
            let reason = format!("not comparable: {}", published["note_en"]);
            assert_eq!(*verdict, reason);
            continue;
        }
        assert!(command.starts_with("`pioche "), "{command}");
        let found = if !published["from_scale"].is_empty() {
            assert_eq!(own, "–");
            let scale = published["from_scale"];
            format!("computed with `--scale {scale}` or more")
        } else if published["note_en"].contains("difference") {
            "**differs**".to_owned()
        } else {
            "agrees".to_owned()
        };
        let note = match published["note_en"] {
            "" => String::new(),
            note => format!(": {note}"),
        };
        assert_eq!(*verdict, format!("{found}{note}"), "{row:?}");
    }
    // What cannot be compared counts neither as agreeing nor as differing.
    let count = |start: &str| rows.iter().filter(|row| row[4].starts_with(start)).count();
    let agreeing = count("agrees");
    let totals = format!(
        "{agreeing} of the {} published numbers that were compared agree with ours. {} more cannot be compared",
        agreeing + count("**differs**"),
        count("not comparable"),
    );
    let page = fs::read_to_string(PLAYED.0.join("published.md")).expect("the page");
    assert!(page.contains(&totals), "{totals}\n{page}");
    let small = published_rows(&SMALL_STUDY_FILES.0);
    assert!(small.len() > 30 && small.len() < rows.len());
}
