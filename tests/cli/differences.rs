//! The differences of settings to the usual one: in tables, files, charts, and in the tallies of runs on the same deals.

use crate::program::{answer, folder, json, pioche, refused, stderr};
use crate::tables::{cell, csv};
use serde_json::Value;
use std::fs;
use std::path::Path;

const CHANGES: &str = "simulate alliances --improve exchange,swap,move --lang en --quiet";

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the rows of a report with these values.
fn rows<'a>(report: &'a Value, values: &[(&str, &str)]) -> Vec<&'a Value> {
    let rows = report["rows"].as_array().expect("rows").iter();
    let is_wanted = |row: &&Value| {
        let mut values = values.iter();
        values.all(|(key, value)| row[*key].to_string().trim_matches('"') == *value)
    };
    rows.filter(is_wanted).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

/// A command saves one tally for the settings with the same deals; a resumed run and merged parts have the same bytes, and a
/// report of it the rows of the command.
#[test]
fn joint_tally_is_saved_resumed_merged_and_reported() {
    let folder = folder();
    let here = folder.path();
    let table = answer(
        here,
        &format!("{CHANGES} --deals 600 --out whole --format csv"),
    );
    let whole = bytes(here, "whole/alliances.tally");
    answer(here, &format!("{CHANGES} --deals 200 --out parts"));
    answer(
        here,
        &format!("{CHANGES} --deals 600 --out parts --resume --force"),
    );
    assert_eq!(bytes(here, "parts/alliances.tally"), whole);
    for part in 1..=2 {
        let options = format!("--deals 600 --shard {part}/2 --tally {part}.tally");
        answer(here, &format!("{CHANGES} {options}"));
    }
    answer(here, "merge 2.tally 1.tally --tally merged.tally --quiet");
    assert_eq!(bytes(here, "merged.tally"), whole);
    assert_eq!(answer(here, "report merged.tally --format csv"), table);
}

/// Settings of different deals are played alone or in groups; each group has a tally of its own, and the order of the answer is
/// that of the list.
#[test]
fn each_group_of_settings_has_a_tally() {
    let folder = folder();
    let here = folder.path();
    let options = "--deals 300 --quiet --format csv";
    let list =
        "simulate bataille --values 3,4 --shuffle uniform,riffle:3 --order fixed,alternating";
    let table = csv(&answer(here, &format!("{list} {options} --out list")));
    for values in [3, 4] {
        for shuffle in ["uniform", "riffle-3"] {
            bytes(
                here,
                &format!("list/tallies/bataille-{values}-{shuffle}.tally"),
            );
        }
    }
    let alone = "simulate bataille --values 4 --shuffle riffle:3 --order alternating";
    let single_table = csv(&answer(here, &format!("{alone} {options}")));
    let count = |table: &_, row: &Vec<String>| cell(table, row, "count").to_owned();
    let last_rows = &table.1[table.1.len() - single_table.1.len()..];
    for (row, single_row) in last_rows.iter().zip(&single_table.1) {
        assert_eq!(count(&table, row), count(&single_table, single_row));
        assert_eq!(cell(&table, row, "order"), "alternating");
    }
}

/// A difference is in the row of its setting: its probability minus that of the usual setting, which has none. Its command makes
/// the whole list.
#[test]
fn difference_is_in_row_of_its_setting() {
    let folder = folder();
    let here = folder.path();
    let command = "simulate alliances --improve exchange,swap --deals 500 --quiet";
    let table = csv(&answer(here, &format!("{command} --format csv")));
    let mut compared = 0;
    for row in &table.1 {
        let value = |row: &Vec<String>, name| cell(&table, row, name).parse::<f64>();
        let improve = cell(&table, row, "improve");
        if improve == "none" {
            assert_eq!(cell(&table, row, "difference"), "");
            continue;
        }
        let piles = cell(&table, row, "nb_tas_max");
        let usual_row = table.1.iter().find(|usual_row| {
            cell(&table, usual_row, "improve") == "none"
                && cell(&table, usual_row, "nb_tas_max") == piles
        });
        let usual = value(usual_row.expect("the usual row"), "probability").expect("a number");
        let wanted = value(row, "probability").expect("a number") - usual;
        let difference = value(row, "difference").expect("a number");
        assert!((difference - wanted).abs() < 1e-9, "{improve}, {piles}");
        let bounds =
            ["difference_low", "difference_high"].map(|name| value(row, name).expect("a number"));
        assert!(bounds[0] <= difference && difference <= bounds[1]);
        assert!(cell(&table, row, "command").contains("--improve exchange,swap"));
        compared += 1;
    }
    assert_eq!(compared, 62);
    let again = table
        .1
        .last()
        .map(|row| cell(&table, row, "command").to_owned())
        .expect("a row");
    let again = again.strip_prefix("pioche ").expect("a command").to_owned();
    assert_eq!(
        csv(&answer(here, &format!("{again} --quiet --format csv"))),
        table
    );
}

/// Settings of different packs or seeds are compared only with `--compare`.
#[test]
fn independent_settings_are_compared_on_request() {
    let folder = folder();
    let here = folder.path();
    let command = "simulate alliances --cards 32,52 --deals 2000";
    let plain = json(here, command);
    assert!(
        rows(&plain, &[("cards", "52")])
            .iter()
            .all(|row| row["difference"].is_null())
    );
    let compared = json(here, &format!("{command} --compare"));
    assert!(
        rows(&compared, &[("cards", "32")])
            .iter()
            .all(|row| row["difference"].is_null())
    );
    let row = rows(&compared, &[("cards", "52"), ("nb_tas_max", "11")])[0];
    let usual = rows(&compared, &[("cards", "32"), ("nb_tas_max", "11")])[0];
    let wanted = number(&row["probability"]) - number(&usual["probability"]);
    assert!((number(&row["difference"]) - wanted).abs() < 1e-9);
    let text = answer(
        here,
        &format!("{command} --compare --nb-tas-max 11 --lang en"),
    );
    assert!(text.contains("between independent deals"), "{text}");
    for seed in [1, 2] {
        let options = format!("--deals 500 --seed {seed} --tally {seed}.tally --quiet");
        answer(here, &format!("simulate alliances {options}"));
    }
    let report = json(here, "report 1.tally 2.tally --compare");
    assert!(
        report["rows"]
            .as_array()
            .expect("rows")
            .iter()
            .any(|row| row["p_value"].is_number())
    );
}

/// A deal that either setting leaves open is undecided, and the difference is that of the table.
#[test]
fn undecided_games_widen_differences() {
    let folder = folder();
    let command = "simulate bataille --values 13 --shuffle uniform --face-down 0,1 --deals 12";
    let report = json(folder.path(), command);
    let unresolved = rows(&report, &[("face_down", "0"), ("outcome", "unresolved")])[0];
    let open_games = number(&unresolved["count"]);
    assert!(open_games > 0.0);
    for outcome in ["player1", "player2", "endless"] {
        let [row, usual] = ["0", "1"]
            .map(|face_down| rows(&report, &[("face_down", face_down), ("outcome", outcome)])[0]);
        let wanted = number(&row["probability"]) - number(&usual["probability"]);
        assert!(
            (number(&row["difference"]) - wanted).abs() < 1e-9,
            "{outcome}"
        );
        let width = number(&row["difference_high"]) - number(&row["difference_low"]);
        assert!(width > open_games / 12.0, "{outcome}");
    }
}

/// A report writes all tallies of which it is made, and reads no others: not even one in the same folder.
#[test]
fn report_of_several_joint_tallies_writes_all() {
    let folder = folder();
    let here = folder.path();
    for (name, improve) in [("a", "none,exchange"), ("b", "none,swap")] {
        let options = format!("--improve {improve} --deals 300 --tally {name}.tally --quiet");
        answer(here, &format!("simulate alliances {options}"));
    }
    #[cfg(unix)]
    assert!(
        std::process::Command::new("mkfifo")
            .arg(here.join("alliances.tally"))
            .status()
            .expect("mkfifo")
            .success()
    );
    answer(here, "report a.tally b.tally --out out --quiet");
    let tallies: Vec<Vec<u8>> = fs::read_dir(here.join("out/tallies"))
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "tally")
        })
        .map(|path| fs::read(path).expect("a file"))
        .collect();
    assert_eq!(tallies.len(), 2);
    for name in ["a.tally", "b.tally"] {
        assert!(tallies.contains(&bytes(here, name)), "{name}");
    }
    // The run that both comparisons have in common is there once.
    let report = json(here, "report a.tally b.tally");
    assert_eq!(report["runs"].as_array().expect("runs").len(), 3);
    answer(
        here,
        "simulate alliances --deals 200 --tally c.tally --quiet",
    );
    refused(here, "report a.tally c.tally", "c.tally");
}

/// Settings whose joint tally would be too large to be read are played alone, which the answer says; no such tally is written.
#[test]
fn too_large_joint_tally_is_not_written() {
    let folder = folder();
    let here = folder.path();
    let command = "simulate bataille --values 48 --face-down 0..3 --shuffle uniform --deals 20";
    let text = answer(here, &format!("{command} --lang en"));
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("each was simulated alone"), "{text}");
    assert!(!words.contains("deal by deal"), "{text}");
    let output = pioche(here, &format!("{command} --tally t.tally"));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("more values than a tally can hold"));
    assert!(!here.join("t.tally").exists());
    let alone = json(here, &command.replace("0..3", "2"));
    let report = json(here, command);
    assert_eq!(rows(&report, &[("face_down", "2")]).len(), 5);
    for row in rows(&alone, &[]) {
        let name = row["outcome"].as_str().expect("a name");
        let in_list = rows(&report, &[("face_down", "2"), ("outcome", name)])[0];
        assert_eq!(in_list["count"], row["count"], "{name}");
    }
}

/// The rows of `--each` are in the order of the deals, so the parts of a sharded run, put together, are those of the whole.
#[test]
fn rows_of_parts_are_those_of_whole() {
    let folder = folder();
    let here = folder.path();
    let command = "simulate bataille --values 3,4 --order fixed,alternating --deals 300 --quiet";
    answer(here, &format!("{command} --each whole.csv"));
    let mut parts = Vec::new();
    for part in 1..=3 {
        answer(
            here,
            &format!("{command} --shard {part}/3 --each {part}.csv"),
        );
        parts.extend(bytes(here, &format!("{part}.csv")));
    }
    assert_eq!(
        String::from_utf8_lossy(&parts),
        String::from_utf8_lossy(&bytes(here, "whole.csv"))
    );
    refused(
        here,
        "simulate alliances --cards 32 --improve none,swap --precision 0.1 --shard 1/2 --each a.csv",
        "--shard",
    );
    refused(
        here,
        "simulate bataille --values 3,20 --shard 1/2 --each b.csv",
        "--deals",
    );
}
