//! Tests of data files: the columns of each game, the command of each row, the shape of JSON, French headings.

use crate::program::{answer, folder, json, pioche, stderr};
use crate::topics::SMALL_RUNS;
use pioche_engine::sim::VALUE_VERSION;
use serde_json::Value;
use std::collections::BTreeSet;

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

/// The first columns of the usual games.
const FIRST_COLUMNS: [(&str, &str); 6] = [
    (
        "alliances",
        "cards,improve,deals,nb_tas_max,count,frequency,wins,probability,ci_low,ci_high",
    ),
    (
        "bataille",
        "values,order,shuffle,deals,outcome,count,probability,ci_low,ci_high",
    ),
    (
        "shuffle",
        "cards,riffles,deals,statistic,estimate,ci_low,ci_high,exact",
    ),
    (
        "solitaire",
        "board,hole,deals,outcome,count,probability,ci_low,ci_high",
    ),
    (
        "alak",
        "cells,edge,own_group,players,deals,outcome,count,probability,ci_low,ci_high",
    ),
    (
        "nim",
        "matches,takes,players,deals,outcome,count,probability,ci_low,ci_high",
    ),
];
const LAST_COLUMNS: &str = "difference,difference_low,difference_high,p_value,exact,seed,command";

/// Each game has its columns in one order. The command of a row gives the same table, also with another level. The JSON has the
/// same rows.
#[test]
fn csv_rows_have_one_order_of_columns_and_a_command() {
    let folder = folder();
    let here = folder.path();
    let options = "--deals 256 --seed 9 --confidence 0.99";
    let lists = [
        ("bataille", "bataille --values 3..4"),
        ("bataille", "bataille --values 3 --order fixed,alternating"),
        ("shuffle", "shuffle --riffles 3"),
    ];
    let lists = lists.map(|(game, command)| (game.to_owned(), command.to_owned()));
    for (game, command) in SMALL_RUNS.iter().cloned().chain(lists) {
        let run = format!("simulate {command} {options}");
        let text = answer(here, &format!("{run} --format csv"));
        let table = csv(&text);
        let (_, first) = FIRST_COLUMNS
            .iter()
            .find(|(known, _)| *known == game)
            .expect("a game");
        let last = if first.ends_with(",exact") {
            LAST_COLUMNS.replace(",exact", "")
        } else {
            LAST_COLUMNS.to_owned()
        };
        assert_eq!(table.0.join(","), format!("{first},{last}"));
        let again = cell(&table, &table.1[0], "command");
        assert!(again.contains("--seed 9 --confidence 0.99"), "{again}");
        let mut rows = table.1.clone();
        rows.retain(|row| cell(&table, row, "command") == again);
        let again = format!("{} --format csv", again.strip_prefix("pioche ").unwrap());
        assert_eq!(csv(&answer(here, &again)).1, rows);
        let rows = json(here, &run)["rows"].as_array().expect("rows").clone();
        assert_eq!(rows.len(), table.1.len(), "{command}");
        for (row, object) in table.1.iter().zip(&rows) {
            assert_eq!(object.as_object().expect("a row").len() + 1, row.len());
            for (name, value) in object.as_object().expect("a row") {
                let text = cell(&table, row, name);
                let is_equal = match value {
                    Value::Null => text.is_empty(),
                    Value::String(word) => word == text,
                    number => text.parse().ok() == number.as_f64(),
                };
                assert!(is_equal, "{command}: {name}: {value}, {text}");
            }
        }
    }
}

/// Each run of the JSON has the same keys, for one run and for several, and nothing of it is in the rows.
#[test]
fn json_has_one_shape() {
    let folder = folder();
    let here = folder.path();
    let keys = |value: &Value| -> Vec<String> {
        value
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect()
    };
    for (_, command) in SMALL_RUNS.iter() {
        let run = &json(here, &format!("simulate {command} --deals 100"))["runs"][0];
        let mut expected = [
            "confidence",
            "deals",
            "examples",
            "game",
            "interval",
            "plan",
            "precision",
            "program",
            "seed",
            "settings",
            "stopped",
            "summary",
            "value_version",
        ];
        let mut found = keys(run);
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{command}");
        assert_eq!(run["value_version"], VALUE_VERSION);
        assert_eq!(
            (&run["deals"], &run["plan"]["deals"]),
            (&100.into(), &100.into())
        );
        for (name, quantity) in run["summary"].as_object().expect("quantities") {
            let is_mean = ["mean", "standard_deviation", "min", "max", "median"]
                .iter()
                .all(|key| quantity[key].is_number());
            assert!(
                is_mean || quantity["probability"].is_number(),
                "{name}: {quantity}"
            );
        }
    }
    let runs = json(here, "simulate bataille --values 3,4 --deals 100")["runs"].clone();
    assert_eq!(runs.as_array().expect("runs").len(), 2);
    assert_eq!(keys(&runs[0]), keys(&runs[1]));
}

/// A file for French spreadsheets has French headings, each once, for rows, deals and exact answers.
#[test]
fn french_files_have_french_headings() {
    let folder = folder();
    let here = folder.path();
    /// Words that are the same in French.
    const SAME_WORDS: [&str; 3] = ["alliance", "exact", "solutions"];
    let runs = SMALL_RUNS
        .iter()
        .map(|(_, command)| format!("simulate {command} --deals 9"));
    let more_runs = [
        "simulate alliances --improve swap --player leftmost,perfect --deals 9",
        "simulate alliances --suits 2 --ranks 4 --alliance suit --deals 9",
        "simulate bataille --values 3 --turns 9 --pickup random --face-down 2 --deals 9",
        "simulate bataille --values 3 --out-of-cards last-card,count --deals 9",
        "simulate nim --misere --deals 9",
    ];
    let mut commands = Vec::new();
    for run in runs.chain(more_runs.map(str::to_owned)) {
        commands.extend([format!("{run} --csv -"), format!("{run} --each -")]);
    }
    for solve in ["alliances", "solitaire --count", "alak --cells 3", "nim"] {
        commands.push(format!("solve {solve} --csv -"));
    }
    for command in commands {
        let plain = answer(here, &command);
        let french = answer(here, &format!("{command} --csv-style excel-fr"));
        let plain: Vec<&str> = plain.lines().next().expect("headings").split(',').collect();
        let french = french
            .trim_start_matches('\u{feff}')
            .lines()
            .next()
            .expect("headings");
        let french: Vec<&str> = french.split(';').collect();
        assert_eq!(plain.len(), french.len(), "{command}: {french:?}");
        let distinct: BTreeSet<&&str> = french.iter().collect();
        assert_eq!(distinct.len(), french.len(), "{command}: {french:?}");
        for (plain, french) in plain.iter().zip(&french) {
            assert!(
                plain != french || SAME_WORDS.contains(plain),
                "{command}: {french}"
            );
        }
    }
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
