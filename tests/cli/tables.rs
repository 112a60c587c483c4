//! Tests of data files: the origin of each row, means and shares with errors, and no duplicate rows.

use crate::program::{answer, folder, pioche, stderr};
use crate::topics::SMALL_RUNS;
use pioche_engine::sim::VALUE_VERSION;
use std::fs;

/// Parses a CSV file into its columns and rows.
pub fn csv(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = ::csv::Reader::from_reader(text.as_bytes());
    let columns = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    let rows = reader
        .records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect();
    (columns, rows)
}

/// Returns the cell of a row in the named column.
pub fn cell<'a>(
    (columns, _): &(Vec<String>, Vec<Vec<String>>),
    row: &'a [String],
    name: &str,
) -> &'a str {
    &row[columns
        .iter()
        .position(|column| column == name)
        .unwrap_or_else(|| panic!("no column {name}"))]
}

/// Every row has its seed, level, method, program and command, and the command reproduces the row.
#[test]
fn csv_rows_contain_seed_method_and_command() {
    let folder = folder();
    let options = "--deals 256 --seed 9 --confidence 0.99 --format csv";
    let ranges = [
        "bataille --values 3..4",
        "nim --matches 5..6",
        "shuffle --riffles 3",
    ]
    .map(str::to_owned);
    for command in SMALL_RUNS
        .iter()
        .map(|(_, command)| command.clone())
        .chain(ranges)
    {
        let table = csv(&answer(
            folder.path(),
            &format!("simulate {command} {options}"),
        ));
        assert!(!table.1.is_empty());
        for row in &table.1 {
            let method = match table.0.iter().position(|name| name == "statistic") {
                Some(place) if row[place].contains("mean") => "student",
                Some(place) if row[place].contains("norm") => "",
                _ => "exact",
            };
            assert_eq!(
                [
                    cell(&table, row, "seed"),
                    cell(&table, row, "confidence"),
                    cell(&table, row, "interval")
                ],
                ["9", "0.99", method]
            );
            assert!(
                cell(&table, row, "program").starts_with("pioche ")
                    && cell(&table, row, "value_version") == VALUE_VERSION.to_string()
            );
        }
        let row = &table.1[0];
        let again = format!(
            "{} --confidence 0.99 --format csv",
            cell(&table, row, "command")
        );
        let again = csv(&answer(
            folder.path(),
            again.strip_prefix("pioche ").unwrap(),
        ));
        assert!(again.1.contains(row), "{command}: {row:?}");
    }
}

/// The summary file contains the means and shares of the JSON, with errors and intervals.
#[test]
fn summary_file_contains_means_and_shares() {
    let folder = folder();
    let here = folder.path();
    answer(
        here,
        "simulate alliances --improve exchange --deals 500 --out all",
    );
    let table = csv(&fs::read_to_string(here.join("all/alliances-summary.csv")).unwrap());
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(here.join("all/alliances.json")).unwrap())
            .unwrap();
    let find = |name: &str| {
        table
            .1
            .iter()
            .find(|row| cell(&table, row, "quantity") == name)
            .unwrap()
    };
    for (name, quantity) in json["runs"][0]["summary"].as_object().unwrap() {
        let row = find(name);
        for (column, key) in [
            ("estimate", "mean"),
            ("standard_error", "standard_error"),
            ("ci_low", "ci_low"),
            ("ci_high", "ci_high"),
            ("standard_deviation", "standard_deviation"),
            ("min", "min"),
            ("median", "median"),
            ("mode", "mode"),
            ("max", "max"),
            ("count", "count"),
            ("undecided", "undecided"),
        ] {
            assert_eq!(
                cell(&table, row, column).parse::<f64>().unwrap(),
                quantity[key].as_f64().unwrap(),
                "{name} {key}"
            );
        }
    }
    for (name, share) in json["runs"][0]["shares"].as_object().unwrap() {
        assert_eq!(
            cell(&table, find(name), "count"),
            share["count"].to_string()
        );
        for (column, key) in [
            ("estimate", "probability"),
            ("ci_low", "ci_low"),
            ("ci_high", "ci_high"),
        ] {
            assert_eq!(
                cell(&table, find(name), column).parse::<f64>().ok(),
                share[key].as_f64(),
                "{name} {key}"
            );
        }
    }
    assert_eq!(
        table.1.len(),
        json["runs"][0]["summary"].as_object().unwrap().len()
            + json["runs"][0]["shares"].as_object().unwrap().len()
    );
    // One game, or equal games, have a count and no interval of width 0.
    answer(here, "simulate bataille --values 1 --deals 7 --out same");
    let table = csv(&fs::read_to_string(here.join("same/bataille-summary.csv")).unwrap());
    let row = table
        .1
        .iter()
        .find(|row| cell(&table, row, "quantity") == "rounds")
        .unwrap();
    assert_eq!(
        ["estimate", "ci_low", "ci_high", "standard_error", "count"]
            .map(|name| cell(&table, row, name)),
        ["1", "", "", "", "7"]
    );
}

/// Small packs have exact values beside the estimates; large ones have only that of the impossible outcome.
#[test]
fn small_packs_have_exact_column_values() {
    let folder = folder();
    let here = folder.path();
    let table = csv(&answer(
        here,
        "simulate bataille --values 2..4 --shuffle uniform --deals 64 --format csv",
    ));
    for row in &table.1 {
        assert_eq!(
            cell(&table, row, "exact").is_empty(),
            cell(&table, row, "values") == "4" && cell(&table, row, "outcome") != "unresolved",
            "{row:?}"
        );
    }
    let riffled = csv(&answer(
        here,
        "simulate bataille --values 2 --deals 64 --format csv",
    ));
    for row in &riffled.1 {
        let exact = match cell(&riffled, row, "outcome") {
            "unresolved" => "0",
            _ => "",
        };
        assert_eq!(cell(&riffled, row, "exact"), exact, "{row:?}");
    }
    // With a limit of rounds the exact law is that of the games that are cut off there.
    let cut = csv(&answer(
        here,
        "simulate bataille --values 3 --shuffle uniform --turns 2 --deals 64 --format csv",
    ));
    let exact: Vec<f64> = cut
        .1
        .iter()
        .map(|row| cell(&cut, row, "exact").parse().unwrap())
        .collect();
    assert_eq!(exact[3..], [0.0, 0.0], "no game is endless");
    assert!((exact.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let run = pioche(here, "simulate alak --cells 11 --deals 64 --quiet");
    assert!(run.status.success(), "{}", stderr(&run));
}

/// A probability far below what a decimal can show is written with an exponent.
#[test]
fn tiny_exact_value_has_an_exponent() {
    let text = answer(
        folder().path(),
        "simulate alak --deals 64 --quiet --format csv",
    );
    let unresolved = text.lines().last().expect("a row");
    assert!(unresolved.contains(",unresolved,"), "{unresolved}");
    let tiny = unresolved
        .split(',')
        .find(|cell| cell.contains("e-"))
        .expect("a number with an exponent");
    assert!(
        tiny.parse::<f64>()
            .is_ok_and(|number| number > 0.0 && number < 1e-15)
    );
    assert!(tiny.len() < 25, "{tiny}");
}

/// The file of counts holds the rounds of each game that ended, as `--each` does.
#[test]
fn counts_of_results_are_those_of_the_deals() {
    let folder = folder();
    let here = folder.path();
    answer(
        here,
        "simulate bataille --values 4 --deals 300 --out out --each each.csv",
    );
    let counts = csv(&fs::read_to_string(here.join("out/bataille-counts.csv")).unwrap());
    let deals = csv(&fs::read_to_string(here.join("each.csv")).unwrap());
    let mut rows = 0;
    for row in &counts.1 {
        let [quantity, result, count] =
            ["quantity", "result", "count"].map(|name| cell(&counts, row, name));
        let is_result = |deal: &&Vec<String>| cell(&deals, deal, quantity) == result;
        let found = deals.1.iter().filter(is_result).count();
        assert_eq!(count, found.to_string(), "{quantity} {result}");
        rows += usize::from(quantity == "rounds");
    }
    assert!(rows > 20, "{rows}");
}
