//! Tests of `solve` with lists: a row for each start, in the table, CSV, JSON and chart.

use crate::program::{answer, folder, json, pioche, refused, stdout};
use serde_json::Value;
use std::fs;

#[test]
fn each_start_of_a_list_has_the_answer_that_it_has_alone() {
    let folder = folder();
    let here = folder.path();
    let commands: [(&str, &str, &[&str]); 5] = [
        ("solve nim --takes 1,3,4", "matches", &["0", "1", "7", "25"]),
        ("solve nim --misere", "matches", &["0", "1", "2", "30"]),
        ("solve alak --edge ring", "cells", &["1", "3", "6"]),
        ("solve solitaire --count", "hole", &["0", "4", "12"]),
        (
            "solve alliances --seed 3 --deal 5",
            "alliance",
            &["either", "suit", "rank"],
        ),
    ];
    for (command, key, values) in commands {
        let list = values.join(",");
        let together = json(here, &format!("{command} --{key} {list}"));
        let rows = together["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), values.len(), "{command}");
        for (row, value) in rows.iter().zip(values) {
            let alone = json(here, &format!("{command} --{key} {value}"));
            assert_eq!(row["answer"], alone, "{command} --{key} {value}");
            assert_eq!(row[key].to_string().trim_matches('"'), *value);
        }
    }
}

/// The period 5 of the handout's game, and the misère game by hand: with 0 matches the other player took the last one and
/// lost.
#[test]
fn table_of_nim_states_results_for_the_player_to_move() {
    let folder = folder();
    let here = folder.path();
    let results = |command: &str| -> Vec<String> {
        let answer = json(here, command);
        let rows = answer["rows"].as_array().expect("rows").clone();
        let words = rows
            .iter()
            .map(|row| row["value"].as_str().expect("a word").to_owned());
        words.collect()
    };
    let period = ["lose", "draw", "win", "win", "draw"];
    let expected: Vec<&str> = period.iter().cycle().take(31).copied().collect();
    assert_eq!(results("solve nim --matches 0..30"), expected);
    assert_eq!(
        results("solve nim --takes 1,2 --misere --matches 0..4"),
        ["win", "lose", "win", "win", "lose"]
    );
}

#[test]
fn all_holes_of_the_triangle_are_solved_with_their_symmetric_counts() {
    let folder = folder();
    let answer = json(folder.path(), "solve solitaire --hole all --count");
    let rows = answer["rows"].as_array().expect("rows");
    let solutions: Vec<u64> = rows
        .iter()
        .filter_map(|row| row["solutions"].as_u64())
        .collect();
    let [corner, beside, middle, inside] = [29_760, 14_880, 85_258, 1550];
    let expected = [
        corner, beside, beside, middle, inside, middle, beside, inside, inside, beside, corner,
        beside, middle, beside, corner,
    ];
    assert_eq!(solutions, expected);
}

#[test]
fn csv_and_chart_of_a_list_are_written_and_protected() {
    let folder = folder();
    let here = folder.path();
    let command = "solve alak --cells 3..5 --edge line,ring --csv a.csv --chart a.svg";
    answer(here, command);
    let csv = fs::read_to_string(here.join("a.csv")).expect("a table");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "cells,edge,own_group,value,margin,low,high,states,best_moves",
            "3,line,spared,player1,1,1,1,18,2"
        ]
    );
    assert_eq!(lines.len(), 7);
    assert!(
        fs::read_to_string(here.join("a.svg"))
            .expect("a chart")
            .starts_with("<svg")
    );
    refused(here, command, "a.csv");
    answer(here, &format!("{command} --force"));
    let one_start = stdout(&pioche(here, "solve nim --matches 7 --csv -"));
    assert_eq!(
        one_start.lines().nth(1),
        Some(r#"7,"2, 3",no,win,2,0.625,0,0.375"#)
    );
}

#[test]
fn start_of_a_list_that_cannot_be_solved_is_named() {
    let folder = folder();
    let here = folder.path();
    refused(here, "solve alak --cells 4,40", "--cells 40");
    refused(here, "solve solitaire --hole 3..20", "15");
    refused(here, "solve nim --matches 0..20000", "10");
    refused(here, "solve nim --width 90", "--chart");
}

#[test]
fn table_in_french_has_french_words() {
    let folder = folder();
    let table = stdout(&pioche(folder.path(), "solve nim --matches 5..9 --lang fr"));
    for word in ["allumettes", "perd", "gagne", "nulle", "62,500"] {
        assert!(table.contains(word), "{word} in {table}");
    }
    let value: Value = json(folder.path(), "solve nim --matches 5..9 --lang fr");
    assert_eq!(value["rows"][0]["value"], "lose");
}
