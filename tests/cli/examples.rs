//! Tests of the example deals of a run: the first deals with the lowest, median and highest value, each with the
//! command that shows it, and the interruption of the search.

use crate::program::{answer, folder, json};
use serde_json::Value;
use std::path::Path;

/// Returns the value that ranks the game shown by a command.
fn value(folder: &Path, command: &str) -> Option<u64> {
    let shown = json(folder, command);
    match command.split(' ').nth(1).expect("a game") {
        "alliances" => shown["piles"].as_u64(),
        "bataille" => shown["rounds"].as_u64(),
        "solitaire" => shown["outcome"].as_str().and_then(|pegs| pegs.parse().ok()),
        _ => shown["moves"].as_array().map(|moves| moves.len() as u64),
    }
}

/// The command of each example shows a deal with its value, and is below the table in both languages.
#[test]
fn example_commands_show_deal_with_listed_value() {
    let folder = folder();
    let here = folder.path();
    for game in [
        "alliances --cards 32",
        "alliances --suits 2 --ranks 5",
        "bataille --values 3 --order alternating",
        "solitaire --board triangle:4 --hole 3",
        "alak --cells 5 --players random,random",
        "nim --matches 20",
    ] {
        let run = format!("simulate {game} --deals 40 --seed 7");
        let found = json(here, &run);
        let examples = found["runs"][0]["examples"].as_array().expect("examples");
        assert!(examples.len() > 1, "{game}");
        let tables = ["en", "fr"].map(|lang| answer(here, &format!("{run} --all --lang {lang}")));
        for example in examples {
            let command = example["command"].as_str().unwrap();
            if ["lowest", "median", "highest"].contains(&example["rank"].as_str().unwrap()) {
                assert_eq!(
                    value(here, command.strip_prefix("pioche ").unwrap()),
                    example["value"].as_u64(),
                    "{command}"
                );
            }
            assert!(
                tables
                    .iter()
                    .all(|table| table.contains(&format!("\n{command}\n"))),
                "{tables:?}"
            );
        }
    }
}

/// Threads, parts and resuming do not change the examples; a part or several seeds have none.
#[test]
fn threads_and_parts_do_not_change_examples() {
    let folder = folder();
    let here = folder.path();
    let run = "simulate alliances --deals 300k";
    let one = answer(
        here,
        &format!("{run} --threads 1 --tally whole --format json"),
    );
    assert!(
        json(here, "report whole")["runs"][0]["examples"]
            .as_array()
            .unwrap()
            .len()
            == 3
    );
    assert_eq!(
        answer(here, &format!("{run} --threads 3 --format json")),
        one
    );
    assert_eq!(answer(here, "report whole --format json"), one);
    for part in 1..=3 {
        answer(
            here,
            &format!("{run} --shard {part}/3 --tally part-{part} --quiet"),
        );
    }
    assert!(
        json(here, "report part-2")["runs"][0]["examples"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    answer(here, "merge part-1 part-2 part-3 --tally merged");
    assert_eq!(answer(here, "report merged --format json"), one);
}

/// A range lists the extreme examples of all its runs, and JSON those of each.
#[test]
fn range_lists_extreme_examples_of_all_runs() {
    let folder = folder();
    let here = folder.path();
    let runs = json(here, "simulate nim --matches 9..12 --deals 200");
    let of = |run: &Value, rank: &str| {
        run["examples"]
            .as_array()
            .unwrap()
            .iter()
            .find(|example| example["rank"] == rank)
            .map(|example| example["value"].as_u64().unwrap())
    };
    let runs = runs["runs"].as_array().unwrap();
    let longest = runs
        .iter()
        .filter_map(|run| of(run, "highest"))
        .max()
        .unwrap();
    let table = answer(here, "simulate nim --matches 9..12 --deals 200 --all");
    assert!(
        table.contains(&format!(
            "The longest game ({longest} moves):\npioche show nim "
        )),
        "{table}"
    );
    assert_eq!(table.matches("pioche show nim ").count(), 2, "{table}");
}
