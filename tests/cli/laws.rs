//! Laws between the outputs of several commands, which no single output shows.

use crate::program::{Table, answer, folder, json, pioche, stderr, stdout, text};
use crate::topics::{SMALL_RUNS, topics_of};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

fn csv(folder: &Path, args: &str) -> Table {
    Table::parse(&answer(folder, args))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key]
        .as_array()
        .unwrap_or_else(|| panic!("{key}: {value}"))
}

fn keys(value: &Value) -> impl Iterator<Item = &String> {
    value.as_object().expect("an object").keys()
}

/// Asserts that two numbers are equal but for rounding.
fn assert_near(found: f64, expected: f64, context: &str) {
    assert!(
        (found - expected).abs() < 1e-9,
        "{context}: {found} instead of {expected}"
    );
}

/// The rows and means of JSON count the same deals as the file of `--each`.
#[test]
fn rows_and_means_are_those_of_the_deals() {
    let folder = folder();
    let here = folder.path();
    for (command, column, row_name) in [
        ("alliances", "nb_tas", "nb_tas_max"),
        ("alliances --improve move", "nb_tas_improved", "nb_tas_max"),
        ("alliances --player perfect", "nb_tas_player", "nb_tas_max"),
        ("bataille --values 3", "outcome", "outcome"),
        ("bataille --turns 30", "outcome", "outcome"),
        ("solitaire", "left", "outcome"),
        ("alak --cells 5 --max-plies 7", "outcome", "outcome"),
        ("nim --matches 9", "outcome", "outcome"),
        ("shuffle --riffles 3", "deal", "statistic"),
    ] {
        let command = format!("simulate {command} --deals 1500");
        let deals = csv(here, &format!("{command} --each -"));
        let indices = (0..1500).map(|deal: u32| deal.to_string());
        assert!(indices.eq(deals.column("deal")), "{command}");
        let report = json(here, &command);
        // With an improvement or a player, the rows of the rule come first.
        let mut counts = BTreeMap::new();
        for row in list(&report, "rows") {
            if let Some(count) = row["count"].as_u64() {
                counts.insert(text(&row[row_name]), count);
            }
            let statistic = text(&row["statistic"]);
            let name = statistic
                .trim_end_matches("_mean")
                .trim_end_matches("_rate");
            if deals.has_column(name) {
                let estimate = row["estimate"].as_f64().expect("an estimate");
                assert_near(deals.mean(name), estimate, &statistic);
            }
        }
        for (name, count) in &counts {
            let cells = deals.column(column).into_iter();
            let found = cells.filter(|cell| cell == name).count();
            assert_eq!(found as u64, *count, "{command}: {name}");
        }
        let is_counted = counts.values().sum::<u64>() == 1500 && counts.len() > 2;
        assert!(
            is_counted || row_name == "statistic",
            "{command}: {counts:?}"
        );
        let summary = &report["runs"][0]["summary"];
        for name in keys(summary).filter(|name| deals.has_column(name)) {
            if let Some(mean) = summary[name]["mean"].as_f64() {
                assert_near(deals.mean(name), mean, &format!("{command}: {name}"));
            }
        }
    }
}

/// `show --deal K` shows deal K of the simulation: in its JSON, the value at the pointer is that of the column.
#[test]
fn shown_deals_are_those_of_the_simulation() {
    const RISING: (&str, &str) = ("rising_sequences", "rising_sequences");
    let folder = folder();
    let here = folder.path();
    let commands: [(&str, &[(&str, &str)]); 9] = [
        ("alliances --cards 52", &[("piles", "nb_tas")]),
        (
            "bataille --values 3 --order alternating",
            &[("outcome", "outcome")],
        ),
        (
            "bataille --values 5 --pickup random --face-down 2 --out-of-cards last-card",
            &[("outcome", "outcome"), ("rounds", "rounds")],
        ),
        (
            "solitaire --board triangle:4 --hole 3",
            &[("outcome", "left")],
        ),
        (
            "alak --cells 5 --edge ring --players random,minimax:1 --max-plies 30",
            &[("outcome", "outcome")],
        ),
        (
            "alak --cells 4 --players random,random --max-plies 4",
            &[("outcome", "outcome")],
        ),
        (
            "nim --matches 11 --players random,perfect",
            &[("outcome", "outcome")],
        ),
        (
            "shuffle --cards 70 --riffles 3",
            &[RISING, ("twins/count", "twins"), ("suspect", "suspect")],
        ),
        ("shuffle --cards 12 --riffles 1", &[RISING, ("cut", "cut")]),
    ];
    for (game, values) in commands {
        let deals = csv(
            here,
            &format!("simulate {game} --seed 9 --deals 20 --each -"),
        );
        for (deal, row) in deals.rows.iter().enumerate() {
            let mut shown = json(here, &format!("show {game} --seed 9 --deal {deal}"));
            if let Some(state) = shown["states"].as_array_mut().and_then(Vec::pop) {
                shown = state;
            }
            for (pointer, column) in values {
                let value = shown.pointer(&format!("/{pointer}")).expect("a value");
                let value = match text(value).as_str() {
                    "open" => "unresolved".to_owned(),
                    "true" => "1".to_owned(),
                    "false" => "0".to_owned(),
                    word => word.to_owned(),
                };
                assert_eq!(value, deals.cell(row, column), "{game}, deal {deal}");
            }
        }
    }
}

/// The command of each example shows a deal with its value, and is below the table in both languages.
#[test]
fn example_commands_show_deals_with_listed_values() {
    let folder = folder();
    let here = folder.path();
    for (game, key) in [
        ("alliances --suits 2 --ranks 5", "piles"),
        ("bataille --values 3 --order alternating", "rounds"),
        ("solitaire --board triangle:4 --hole 3", "outcome"),
        ("alak --cells 5 --players random,random", "moves"),
        ("nim --matches 20", "moves"),
    ] {
        let run = format!("simulate {game} --deals 40 --seed 7");
        let report = json(here, &run);
        let examples = list(&report["runs"][0], "examples");
        assert!(!examples.is_empty(), "{game}");
        let tables = ["en", "fr"].map(|lang| answer(here, &format!("{run} --all --lang {lang}")));
        for example in examples {
            let command = text(&example["command"]);
            let lines = format!("\n{command}\n");
            assert!(
                tables.iter().all(|table| table.contains(&lines)),
                "{command}"
            );
            if text(&example["name"]) != "endless" {
                let shown = json(here, command.strip_prefix("pioche ").expect("a command"));
                let value = match &shown[key] {
                    Value::Array(moves) => moves.len().to_string(),
                    value => text(value),
                };
                assert_eq!(value, text(&example["value"]), "{command}");
            }
        }
    }
}

/// A difference is that of the probabilities of a setting and of the usual one, which has none, and each interval contains it.
/// Games that either setting leaves open widen it. Settings of other deals are compared with `--compare`.
#[test]
fn differences_are_those_of_the_rows() {
    let folder = folder();
    let here = folder.path();
    for (command, setting, usual_value, row_name) in [
        (
            "alliances --improve exchange,swap --deals 500",
            "improve",
            "none",
            "nb_tas_max",
        ),
        (
            "alliances --cards 32,52 --deals 2000 --compare",
            "cards",
            "32",
            "nb_tas_max",
        ),
        (
            "bataille --values 13 --shuffle uniform --face-down 1,0 --deals 12",
            "face_down",
            "1",
            "outcome",
        ),
        (
            "nim --matches 9,10 --takes 2,3 --deals 2000 --compare",
            "matches",
            "9",
            "outcome",
        ),
    ] {
        let table = csv(here, &format!("simulate {command} --csv - -q"));
        let is_usual = |row: &[String]| table.cell(row, setting) == usual_value;
        let open_games: f64 = table
            .rows
            .iter()
            .filter(|row| row_name == "outcome" && table.cell(row, "outcome") == "unresolved")
            .filter_map(|row| table.number(row, "count"))
            .sum();
        let mut compared = 0;
        for row in &table.rows {
            let name = table.cell(row, row_name);
            let difference = table.number(row, "difference");
            if is_usual(row) {
                assert_eq!(difference, None, "{command}: {name}");
                continue;
            }
            let mut usual_rows = table.rows.iter().filter(|row| is_usual(row));
            let Some(usual) = usual_rows.find(|row| table.cell(row, row_name) == name) else {
                continue;
            };
            let probability = |row: &[String]| table.number(row, "probability").expect("a share");
            let difference = difference.expect("a difference");
            assert_near(difference, probability(row) - probability(usual), command);
            let ends = ["difference_low", "difference_high"];
            let [low, high] = ends.map(|end| table.number(row, end).expect("an end"));
            assert!(low <= difference && difference <= high, "{command}: {name}");
            if open_games > 0.0 && name != "draw" {
                assert!(high - low > open_games / 12.0, "{command}: {name}");
            }
            compared += 1;
        }
        assert!(compared > 2, "{command}");
        assert_eq!(
            open_games > 0.0,
            command.starts_with("bataille"),
            "{command}"
        );
    }
    let alone = csv(
        here,
        "simulate alliances --cards 32,52 --deals 200 --csv - -q",
    );
    assert!(
        alone
            .column("difference")
            .iter()
            .all(|cell| cell.is_empty())
    );
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

/// Each game has its columns in one order. The command of a row gives the same rows, and JSON has them, too.
#[test]
fn rows_have_one_order_of_columns_and_a_command() {
    let folder = folder();
    let here = folder.path();
    for (game, command) in SMALL_RUNS.iter() {
        let run = format!("simulate {command} --deals 256 --seed 9 --confidence 0.99");
        let output = answer(here, &format!("{run} --csv - -q"));
        let (_, first) = FIRST_COLUMNS
            .iter()
            .find(|(known, _)| known == game)
            .expect("a game");
        let exact = if first.ends_with(",exact") {
            ""
        } else {
            "exact,"
        };
        let last = format!("difference,difference_low,difference_high,p_value,{exact}seed,command");
        assert_eq!(
            output.lines().next(),
            Some(format!("{first},{last}").as_str())
        );
        let table = Table::parse(&output);
        let again = table
            .cell(&table.rows[0], "command")
            .strip_prefix("pioche ");
        let again = again.expect("a command").to_owned();
        assert_eq!(csv(here, &format!("{again} --csv - -q")), table);
        let report = json(here, &run);
        let rows = list(&report, "rows");
        assert_eq!(rows.len(), table.rows.len(), "{command}");
        for (object, row) in rows.iter().zip(&table.rows) {
            assert_eq!(keys(object).count() + 1, row.len());
            for name in keys(object) {
                let cell = table.cell(row, name);
                let is_equal = match &object[name] {
                    Value::Null => cell.is_empty(),
                    Value::String(word) => word == cell,
                    number => cell.parse().ok() == number.as_f64(),
                };
                assert!(is_equal, "{command}: {name}: {cell}");
            }
        }
    }
}

/// Two runs that differ in one setting: the game, the option, its two values, and the words of each in English.
const DIFFERING_SETTINGS: [(&str, &str, [&str; 2], [&str; 2]); 18] = [
    (
        "alliances",
        "--alliance",
        ["suit", "either"],
        ["same suit only", "same suit or rank"],
    ),
    (
        "alliances",
        "--cards",
        ["32", "36"],
        ["32 cards", "36 cards"],
    ),
    (
        "alliances --ranks 4",
        "--suits",
        ["2", "3"],
        ["2 suits", "3 suits"],
    ),
    (
        "alliances",
        "--improve",
        ["exchange", "move"],
        ["adjacent exchange", "move of one card"],
    ),
    (
        "alliances",
        "--player",
        ["leftmost", "perfect"],
        ["rule", "perfect play"],
    ),
    (
        "bataille",
        "--order",
        ["fixed", "alternating"],
        ["fixed order", "alternating order"],
    ),
    (
        "bataille",
        "--face-down",
        ["0", "2"],
        ["0 cards face down", "2 cards face down"],
    ),
    (
        "bataille",
        "--pickup",
        ["laid", "winner-first"],
        ["picked up as laid", "winner's cards first"],
    ),
    (
        "bataille --values 4",
        "--out-of-cards",
        ["count", "last-card"],
        ["", "last card"],
    ),
    (
        "bataille",
        "--values",
        ["12", "13"],
        ["12 values", "13 values"],
    ),
    (
        "bataille",
        "--shuffle",
        ["riffle:1", "uniform"],
        ["1 riffle", "uniform"],
    ),
    ("bataille", "--turns", ["100", "200"], ["100", "200"]),
    ("shuffle", "--riffles", ["1", "7"], ["1", "7 riffles"]),
    (
        "alak",
        "--own-group",
        ["spared", "captured"],
        ["own group spared", "own group captured"],
    ),
    ("alak", "--edge", ["line", "ring"], ["line", "ring"]),
    (
        "nim",
        "--players",
        ["random,random", "perfect,random"],
        ["random against random", "perfect against random"],
    ),
    (
        "nim",
        "--takes",
        ["2,3", "1,2"],
        ["taking 2 or 3", "taking 1 or 2"],
    ),
    (
        "solitaire",
        "--hole",
        ["4", "12"],
        ["cell 4 empty", "cell 12 empty"],
    ),
];

/// Settings in which runs differ are named in the table, the chart, CSV and JSON, and the command of each run repeats it.
#[test]
fn differing_settings_are_named_everywhere() {
    let folder = folder();
    let here = folder.path();
    for (number, (game, option, values, labels)) in DIFFERING_SETTINGS.iter().enumerate() {
        for value in values {
            let options = format!("{option} {value} --deals 40 --tally {number}-{value}");
            answer(here, &format!("simulate {game} {options} -q"));
        }
        let tallies = values.map(|value| format!("{number}-{value}")).join(" ");
        let table = answer(
            here,
            &format!("report {tallies} --lang en --all --out {number}"),
        );
        let topic = game.split(' ').next().expect("a game");
        let files = Path::new(here).join(number.to_string());
        let file = |ending: &str| fs::read_to_string(files.join(format!("{topic}.{ending}")));
        let chart = file("svg")
            .expect("a chart")
            .to_lowercase()
            .replace('\n', " ");
        for label in labels {
            let is_named = |text: &str| text.to_lowercase().replace('\n', " ").contains(label);
            assert!(
                is_named(&table) && is_named(&chart),
                "{topic} {option}: {label}\n{table}"
            );
        }
        let key = option.trim_start_matches("--").replace('-', "_");
        let key = key.replace("turns", "max_rounds");
        let plain = |text: &str| text.replace(", ", ",");
        let rows = Table::parse(&file("csv").expect("rows"));
        let cells: BTreeSet<String> = rows.column(&key).into_iter().map(plain).collect();
        let report: Value = serde_json::from_str(&file("json").expect("JSON")).expect("JSON");
        let in_json = list(&report, "rows")
            .iter()
            .map(|row| plain(&text(&row[&key])));
        assert_eq!(in_json.collect::<BTreeSet<_>>(), cells, "{topic} {option}");
        assert!(
            values.iter().all(|value| cells.contains(*value)),
            "{topic} {option}: {cells:?}"
        );
        for run in list(&report, "runs") {
            let command = text(&run["plan"]["command"]);
            let again = json(here, command.strip_prefix("pioche ").expect("a command"));
            assert_eq!(again["runs"][0]["summary"], run["summary"], "{command}");
            let value = plain(&text(&run["settings"][&key]));
            let is_default = !command.contains(option);
            assert!(is_default || command.contains(&value), "{command}: {value}");
        }
    }
}

/// Every interval of a simulated share at the level 0.99999 contains the exact value in the same row.
#[test]
fn intervals_contain_the_exact_values_beside_them() {
    let folder = folder();
    for command in [
        "solitaire --hole all --deals 3000",
        "alak --cells 3..6 --edge ring --own-group captured --deals 3000",
        "nim --matches 3..12 --takes 1,3,4 --players random,perfect --deals 3000",
        "bataille --values 2..3 --shuffle uniform --order fixed,alternating --deals 3000",
        "shuffle --riffles 1..10 --deals 20000",
    ] {
        let options = "--confidence 0.99999 --csv - -q";
        let table = csv(folder.path(), &format!("simulate {command} {options}"));
        let mut compared = 0;
        for row in &table.rows {
            let number = |name: &str| table.number(row, name);
            if let (Some(exact), Some(low), Some(high)) =
                (number("exact"), number("ci_low"), number("ci_high"))
            {
                assert!(
                    (low - 1e-12..=high + 1e-12).contains(&exact),
                    "{command}: {row:?}"
                );
                compared += 1;
            }
        }
        assert!(compared >= 10, "{command}: {compared}");
    }
}

/// The median and the quartiles of a statistic are those of the values of all deals.
#[test]
fn statistics_are_those_of_the_deals() {
    let folder = folder();
    let command = "simulate solitaire --hole 12 --deals 101 --seed 3";
    let deals = csv(folder.path(), &format!("{command} --each - -q"));
    let mut pegs: Vec<u64> = deals
        .column("left")
        .iter()
        .map(|cell| cell.parse().expect("pegs"))
        .collect();
    pegs.sort_unstable();
    let table = answer(
        folder.path(),
        &format!("{command} --statistic pegs --lang en"),
    );
    let row = table
        .lines()
        .find(|line| line.starts_with(' ') && line.contains('['));
    let row = row.expect("a row");
    let median = format!(" {} ", pegs[50]);
    let quartiles = format!(" {}–{}", pegs[25], pegs[75]);
    assert!(
        row.starts_with(&median) && row.ends_with(&quartiles),
        "{table}"
    );
    assert!(
        row.contains(&format!(" {:.2} [", deals.mean("left"))),
        "{table}"
    );
}

/// Each percentage in a title is also a text at a mark, in a cell or in a row, exactly as in the title.
#[test]
fn titles_have_the_numbers_of_their_marks() {
    let folder = folder();
    let here = folder.path();
    for command in [
        "nim --matches 2..30",
        "alak --cells 3..8 --edge line,ring --own-group spared,captured",
        "alliances --cards 32,36,52",
        "alliances --improve none,exchange,move --cards 32,52",
        "bataille --values 2..8 --order fixed,alternating",
        "solitaire --hole all",
        "bataille --values 5",
    ] {
        for (lang, width) in [("en", 80), ("fr", 160)] {
            let options =
                format!("--deals 300 --chart - --title none --width {width} --lang {lang}");
            let chart = answer(here, &format!("simulate {command} {options} -q"));
            let (_, chart) = chart.split_once("<title>").expect("a title");
            let (title, body) = chart.split_once("</title>").expect("its end");
            let words = title.split([' ', ';', ':', '(', ')']);
            let numbers = words.filter_map(|word| word.strip_suffix('%'));
            let numbers: Vec<&str> = numbers.map(str::trim_end).collect();
            assert!(!numbers.is_empty(), "{title}");
            for number in numbers {
                let is_at_mark = [">", " "].iter().any(|before| {
                    let start = format!("{before}{number}");
                    let mut places = body.match_indices(&start);
                    places.any(|(place, _)| {
                        body[place + start.len()..].starts_with(['%', '<', '\u{202f}'])
                    })
                });
                assert!(is_at_mark, "{command} {lang}: {number} of {title}");
            }
        }
    }
}

/// Removes the values that are sentences. Returns their number.
fn remove_sentences(value: &mut Value) -> usize {
    match value {
        Value::Object(entries) => {
            let before = entries.len();
            entries.retain(|key, _| !["messages", "remarks"].contains(&key.as_str()));
            let removed = before - entries.len();
            removed + entries.values_mut().map(remove_sentences).sum::<usize>()
        }
        Value::Array(values) => values.iter_mut().map(remove_sentences).sum(),
        _ => 0,
    }
}

/// Words and names are English in every JSON, and sentences are in the language of the command.
#[test]
fn json_has_english_words_and_translated_sentences() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("deck"), answer(here, "deal --seed 1")).expect("a file");
    fs::write(here.join("twice"), "7-K 7-K").expect("a file");
    let commands = [
        "solve alliances",
        "solve solitaire --position 0,1,2,3,4 --count",
        "solve alak --cells 5",
        "solve nim --matches 7..9",
        "improve deck",
        "check deck",
        "check twice",
    ];
    let runs = SMALL_RUNS
        .iter()
        .map(|(_, run)| format!("simulate {run} --deals 200"));
    let games = topics_of("show")
        .into_iter()
        .map(|game| format!("show {game} --explain --seed 1"));
    let mut sentences = 0;
    for command in commands
        .map(str::to_owned)
        .into_iter()
        .chain(runs)
        .chain(games)
    {
        let outputs = ["en", "fr"].map(|lang| {
            let output = pioche(here, &format!("{command} --lang {lang} --format json -q"));
            serde_json::from_str::<Value>(&stdout(&output)).expect(&command)
        });
        let mut words = outputs.clone();
        let counts = words.each_mut().map(remove_sentences);
        assert_eq!(words[0], words[1], "{command}");
        assert_eq!(counts[0], counts[1], "{command}");
        assert_eq!(counts[0] > 0, outputs[0] != outputs[1], "{command}");
        sentences += counts[0];
    }
    assert!(sentences >= 2, "{sentences}");
}

/// A file for French spreadsheets has French headings, each once, for rows, deals and exact answers.
#[test]
fn french_files_have_french_headings() {
    let folder = folder();
    let here = folder.path();
    let runs = SMALL_RUNS.iter().map(|(_, run)| run.as_str());
    let more_runs = [
        "alliances --improve swap --player leftmost,perfect",
        "alliances --suits 2 --ranks 4 --alliance suit",
        "bataille --values 3 --turns 9 --pickup random --face-down 2",
        "bataille --values 3 --out-of-cards last-card,count",
        "nim --misere",
    ];
    let mut commands = Vec::new();
    for run in runs.chain(more_runs) {
        for file in ["--csv", "--each"] {
            commands.push(format!("simulate {run} --deals 9 {file} - -q"));
        }
    }
    for game in ["alliances", "solitaire --count", "alak --cells 3", "nim"] {
        commands.push(format!("solve {game} --csv -"));
    }
    for command in commands {
        let headings = |style: &str, separator: char| -> Vec<String> {
            let file = answer(here, &format!("{command} --csv-style {style}"));
            let line = file.trim_start_matches('\u{feff}').lines().next();
            line.expect("headings")
                .split(separator)
                .map(str::to_owned)
                .collect()
        };
        let plain = headings("plain", ',');
        let french = headings("excel-fr", ';');
        assert_eq!(plain.len(), french.len(), "{command}: {french:?}");
        let distinct: BTreeSet<&String> = french.iter().collect();
        assert_eq!(distinct.len(), french.len(), "{command}: {french:?}");
        for (plain, french) in plain.iter().zip(&french) {
            // These words are the same in French.
            let is_same = ["alliance", "exact", "solutions"].contains(&plain.as_str());
            assert_eq!(plain == french, is_same, "{command}: {french}");
        }
    }
}

/// The page of each game, with that of all games, describes every column and every key of JSON, on one screen.
#[test]
fn help_columns_explains_every_column_on_one_screen() {
    let folder = folder();
    let here = folder.path();
    for (game, runs, solve) in [
        (
            "alliances",
            &["--player perfect --improve exchange", "--alliance suit"][..],
            "solve alliances",
        ),
        ("solitaire", &[""], "solve solitaire --count"),
        ("alak", &["--max-plies 9"], "solve alak --cells 3"),
        (
            "bataille",
            &["--values 3 --turns 9", "--values 2 --face-down 2"],
            "",
        ),
        ("shuffle", &["--riffles 2"], ""),
        ("nim", &["--misere"], "solve nim"),
    ] {
        let mut names = BTreeSet::new();
        let mut tables = Vec::new();
        for options in runs {
            let run = format!("simulate {game} {options} --deals 20 -q");
            let report = json(here, &run);
            let summary = &report["runs"][0]["summary"];
            names.extend(
                keys(&report["rows"][0])
                    .chain(keys(&report["runs"][0]))
                    .cloned(),
            );
            names.extend(keys(summary).cloned());
            names.extend(keys(summary).flat_map(|name| keys(&summary[name])).cloned());
            tables.push(format!("{run} --each -"));
        }
        if !solve.is_empty() {
            names.extend(keys(&json(here, solve)).cloned());
            tables.push(format!("{solve} --csv -"));
        }
        for table in tables {
            let table = answer(here, &table);
            let headings = table.lines().next().expect("headings");
            names.extend(headings.split(',').map(str::to_owned));
        }
        for lang in ["en", "fr"] {
            let mut words = BTreeSet::from(["game".to_owned(), "deal".to_owned()]);
            for topic in ["", game] {
                let page = answer(here, &format!("help columns {topic} --lang {lang}"));
                assert!(page.lines().count() <= 24, "{page}");
                assert!(
                    page.lines().all(|line| line.chars().count() <= 80),
                    "{page}"
                );
                let parts = page.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
                words.extend(parts.map(str::to_owned));
            }
            let missing: Vec<&String> = names.difference(&words).collect();
            assert!(missing.is_empty(), "{game} {lang}: {missing:?}");
        }
    }
}

/// Any error about arguments, file names or contents is one line without control characters and invisible ones.
#[test]
fn errors_contain_no_control_characters() {
    const INVISIBLE: [char; 7] = [
        '\u{ad}', '\u{200b}', '\u{200f}', '\u{2028}', '\u{202e}', '\u{feff}', '\u{9b}',
    ];
    let folder = folder();
    let here = folder.path();
    let nasty = format!(
        "a\u{1b}[31m\u{1b}]0;t\u{7}{}\nz",
        String::from_iter(INVISIBLE)
    );
    let long = format!("{nasty}{}", "x".repeat(100_000));
    let tally = format!("pioche tally 2\nexperiment {nasty}\n");
    for (name, contents) in [
        ("deck", format!("7-K {nasty} 8-K")),
        ("moves", nasty.repeat(50)),
        ("tally", tally),
    ] {
        fs::write(here.join(name), contents).expect("a file");
    }
    let no_folder = format!("no/{nasty}/x");
    for args in [
        vec![nasty.as_str()],
        vec![&long],
        vec!["simulate", "nim", "--players", &long],
        vec!["simulate", "nim", "--deals", &long],
        vec!["simulate", "nim", &long],
        vec!["simulate", "nim", "--deals", "64", "--csv", &no_folder],
        vec!["show", "alliances", &nasty],
        vec!["show", "alliances", "deck"],
        vec!["improve", "deck"],
        vec!["show", "nim", "moves"],
        vec!["show", "bataille", "moves"],
        vec!["report", "tally"],
        vec!["report", &nasty],
        vec!["play", "nim", "moves"],
        vec!["check", "deck"],
        vec!["check", "e\u{301}"],
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pioche"));
        let output = command.current_dir(here).env_clear().args(&args).output();
        let output = output.expect("the program runs");
        let message = stdout(&output) + &stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.len() < 1200, "{message}");
        let is_hidden =
            |sign: char| sign != '\n' && (sign.is_control() || INVISIBLE.contains(&sign));
        assert!(!message.contains(is_hidden), "{message:?}");
        assert!(
            args[1..] != ["e\u{301}"] || message.contains("e\u{301}"),
            "{message}"
        );
    }
}
