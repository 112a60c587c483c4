//! Tests of `--each`, the file with one row per deal.

use crate::program::{answer, folder, json, names, pioche, refused, stdout};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Returns the columns of a file of `--each`, by name.
fn columns(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headings = reader.headers().expect("headings").clone();
    let records: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let column = |place: usize| records.iter().map(|row| row[place].to_owned()).collect();
    headings
        .iter()
        .enumerate()
        .map(|(place, name)| (name.to_owned(), column(place)))
        .collect()
}

fn each(folder: &Path, command: &str) -> String {
    answer(folder, &format!("simulate {command} --each -"))
}

/// The rows of the JSON count the same deals.
#[test]
fn counts_of_json_rows_are_those_of_the_deals() {
    let folder = folder();
    let here = folder.path();
    for (command, column, row_name) in [
        ("alliances", "nb_tas", "nb_tas_max"),
        ("alliances --cards 52", "nb_tas", "nb_tas_max"),
        ("alliances --improve move", "nb_tas_improved", "nb_tas_max"),
        ("alliances --player perfect", "nb_tas_player", "nb_tas_max"),
        ("bataille --values 3", "outcome", "outcome"),
        ("bataille --turns 30", "outcome", "outcome"),
        ("solitaire", "left", "outcome"),
        ("alak --cells 5 --max-plies 7", "outcome", "outcome"),
        ("nim --matches 9", "outcome", "outcome"),
    ] {
        let command = format!("{command} --deals 1500");
        let columns = columns(&each(here, &command));
        let deals: Vec<String> = (0..1500).map(|deal| deal.to_string()).collect();
        assert_eq!(columns["deal"], deals, "{command}");
        let answer = json(here, &format!("simulate {command}"));
        let rows = answer["rows"].as_array().expect("rows");
        // With an improvement or a player, the rows of the rule come first.
        let mut counts = BTreeMap::new();
        for row in rows {
            let name = match &row[row_name] {
                serde_json::Value::String(word) => word.clone(),
                number => number.to_string(),
            };
            counts.insert(name, row["count"].as_u64().expect("a count"));
        }
        assert!(counts.len() > 2, "{command}: {counts:?}");
        assert_eq!(counts.values().sum::<u64>(), 1500, "{command}");
        for (name, count) in counts {
            let cells = columns[column].iter().filter(|cell| **cell == name);
            assert_eq!(cells.count() as u64, count, "{command}: {name}");
        }
        for (quantity, mean) in answer["runs"][0]["summary"].as_object().expect("means") {
            let Some(cells) = columns.get(quantity) else {
                continue;
            };
            let Some(expected) = mean["mean"].as_f64() else {
                continue;
            };
            let values: Vec<f64> = cells.iter().filter_map(|cell| cell.parse().ok()).collect();
            assert!(!values.is_empty(), "{command}: {quantity}");
            let average = values.iter().sum::<f64>() / values.len().max(1) as f64;
            assert!((average - expected).abs() < 1e-9, "{command}: {quantity}");
        }
    }
}

#[test]
fn estimates_of_shuffles_are_those_of_the_deals() {
    let folder = folder();
    let command = "shuffle --riffles 3 --deals 1500";
    let columns = columns(&each(folder.path(), command));
    let answer = json(folder.path(), &format!("simulate {command}"));
    let mut compared = 0;
    for row in answer["rows"].as_array().expect("rows") {
        let column = match row["statistic"].as_str().expect("a word") {
            "twins_mean" => "twins",
            "suspect_rate" => "suspect",
            "rising_sequences_mean" => "rising_sequences",
            _ => continue,
        };
        let values = columns[column].iter().map(|cell| cell.parse::<f64>());
        let sum: f64 = values.map(|value| value.expect("a number")).sum();
        let estimate = row["estimate"].as_f64().expect("a number");
        assert!((sum / 1500.0 - estimate).abs() < 1e-9, "{column}");
        compared += 1;
    }
    assert_eq!(compared, 3);
}

/// The column `cut` is the size of the first packet of the first riffle, as `help columns` says.
#[test]
fn cut_is_that_of_the_first_riffle() {
    let folder = folder();
    let here = folder.path();
    let cuts = columns(&each(here, "shuffle --riffles 3 --deals 20"))["cut"].clone();
    for (deal, cut) in cuts.iter().enumerate() {
        let shown = json(here, &format!("show shuffle --riffles 3 --deal {deal}"));
        // The first state is the deck before the riffles.
        assert_eq!(shown["states"][1]["cut"].to_string(), *cut, "deal {deal}");
    }
    for (lang, words) in [
        ("en", "cut: size of the first packet of the first cut"),
        ("fr", "du premier tas de la première coupe"),
    ] {
        let page = answer(here, &format!("help columns shuffle --lang {lang}"));
        assert!(page.contains(words), "{page}");
    }
}

/// Row K is of the deal that `show … --deal K` shows.
#[test]
fn row_number_is_the_index_of_the_deal() {
    let folder = folder();
    let here = folder.path();
    let piles = columns(&each(here, "alliances --deals 70"))["nb_tas"][67].clone();
    let shown = json(here, "show alliances --deal 67");
    assert_eq!(shown["piles"].to_string(), piles);
}

/// Any threads, the parts of shards joined, and a resumed run give the same bytes.
#[test]
fn rows_do_not_depend_on_threads_shards_and_resume() {
    let folder = folder();
    let here = folder.path();
    for command in [
        "alliances --deals 20k",
        "bataille --values 3 --deals 5k",
        "nim --deals 5k --csv-style excel-fr",
    ] {
        let whole = each(here, command);
        for threads in [1, 2, 5] {
            assert_eq!(each(here, &format!("{command} --threads {threads}")), whole);
        }
        for parts in [2, 7] {
            let part = |number| each(here, &format!("{command} --shard {number}/{parts}"));
            assert_eq!((1..=parts).map(part).collect::<String>(), whole);
        }
    }
    answer(here, "simulate nim --deals 3k --tally run.tally");
    let resumed = each(here, "nim --deals 5k --tally run.tally --resume");
    assert_eq!(resumed, each(here, "nim --deals 5k"));
    assert_eq!(
        resumed,
        each(here, "nim --deals 5k --tally run.tally --resume")
    );
    let precise = each(here, "nim --precision 0.02 --deals 50k");
    let run = json(here, "simulate nim --precision 0.02 --deals 50k");
    let deals = run["runs"][0]["deals"].as_u64().expect("deals");
    assert!(deals < 50_000, "{deals}");
    assert_eq!(precise.lines().count() as u64, deals + 1);
}

/// The settings of several runs are columns, with the values of the CSV of the runs.
#[test]
fn rows_of_several_runs_have_their_settings() {
    let folder = folder();
    let here = folder.path();
    let text = each(here, "nim --matches 9,10 --deals 64");
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 129);
    assert_eq!(rows[0], "matches,takes,players,deal,outcome,plies");
    let settings = "\"2, 3\",\"random,random\"";
    assert!(rows[1].starts_with(&format!("9,{settings},0,")), "{text}");
    assert!(
        rows[128].starts_with(&format!("10,{settings},63,")),
        "{text}"
    );
    // Columns that one of the runs lacks are empty in its rows.
    let mixed = "alliances --improve exchange --player leftmost,perfect --deals 10";
    let columns = columns(&each(here, mixed));
    assert_eq!(columns["player"][..2], ["leftmost", "perfect"]);
    assert!(columns["first_place"][0].parse::<u64>().is_ok());
    assert_eq!(columns["first_place"][1], "");
    assert!(columns["nb_tas_player"][1].parse::<u64>().is_ok());
    assert_eq!(columns["nb_tas_player"][0], "");
}

#[test]
fn file_is_announced_replaced_by_force_and_limited() {
    let folder = folder();
    let here = folder.path();
    let output = pioche(here, "simulate nim --deals 100 --each games.csv");
    assert!(output.status.success());
    assert!(stdout(&output).contains("player 1"));
    assert_eq!(
        fs::read_to_string(here.join("games.csv"))
            .expect("a file")
            .lines()
            .count(),
        101
    );
    refused(here, "simulate nim --deals 100 --each games.csv", "--force");
    answer(here, "simulate nim --deals 50 --each games.csv --force");
    assert_eq!(
        fs::read_to_string(here.join("games.csv"))
            .expect("a file")
            .lines()
            .count(),
        51
    );
    refused(
        here,
        "simulate nim --deals 100 --each - --format csv --lang en",
        "standard output",
    );
    refused(
        here,
        "simulate nim --deals 100000001 --each a.csv",
        "--each",
    );
    refused(
        here,
        "simulate nim --matches 1..3 --deals 50M --each a.csv",
        "--each",
    );
    refused(
        here,
        "simulate nim --precision 0.01 --each a.csv",
        "--deals",
    );
    assert_eq!(names(here), ["games.csv"]);
}
