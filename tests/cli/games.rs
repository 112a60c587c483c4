//! Tests of simulated games through the program: exact values, limits, settings. `games.en.txt` has answers about single games.

use crate::program::{answer, fed, folder, json, pioche, refused, stderr, stdout};
use pioche_engine::sim::tally_file;
use std::fs;

/// The shares of the handout's `game(turns)`: 13 values, player 1 lays first, 7 riffles, 100 rounds. An independent program
/// counted 46.0% wins of player 1, 45.4% of player 2 and 8.6% draws in 3,000 games. Each share of two samples of this size
/// differs by more than 3.5 standard errors once in 2,000 times.
#[test]
fn simulated_game_with_limit_agrees_with_independent_program() {
    let folder = folder();
    let deals = 3000.0;
    let result = json(
        folder.path(),
        "simulate bataille --values 13 --shuffle riffle:7 --turns 100 --deals 3000 --seed 7",
    );
    let row = |outcome: &str| {
        let mut rows = result["rows"].as_array().unwrap().iter();
        rows.find(|row| row["outcome"] == outcome).unwrap()
    };
    for (outcome, expected) in [("player1", 0.460), ("player2", 0.454), ("draw", 0.086)] {
        let share = row(outcome)["probability"].as_f64().unwrap();
        let standard_error = f64::sqrt(2.0 * expected * (1.0 - expected) / deals);
        assert!(
            (share - expected).abs() < 3.5 * standard_error,
            "{outcome}: {share}"
        );
    }
    for outcome in ["endless", "unresolved"] {
        assert_eq!(row(outcome)["count"], 0);
    }
    let run = &result["runs"][0];
    assert_eq!(run["settings"]["max_rounds"], 100);
    let cut_off = run["summary"]["cut_off"]["count"].as_u64().unwrap();
    let ended = run["summary"]["rounds"]["count"].as_u64().unwrap();
    assert_eq!(cut_off + ended, 3000);
    // The rounds played: those of the games that ended, and the limit for the others.
    let mean = run["summary"]["rounds"]["mean"].as_f64().unwrap();
    let played = run["summary"]["rounds_played"]["mean"].as_f64().unwrap();
    let expected = (mean * ended as f64 + 100.0 * cut_off as f64) / deals;
    assert!((played - expected).abs() < 1e-9);
}

/// A tally of the former `turns`, which left games undecided, is refused with its line; one without a limit is read.
#[test]
fn tally_with_former_limit_is_refused() {
    let folder = folder();
    let here = folder.path();
    let limit = "simulate bataille --values 3 --turns 5 --deals 64 --quiet --tally limit.tally";
    answer(here, limit);
    let none = "simulate bataille --values 3 --deals 64 --quiet --tally none.tally";
    answer(here, none);
    for (name, code) in [("none", 0), ("limit", 2)] {
        let text = fs::read_to_string(here.join(format!("{name}.tally"))).unwrap();
        let (body, _) = text.split_once("checksum ").unwrap();
        let body = body.replace("max_rounds=", "turns=");
        let sum = tally_file::checksum(body.as_bytes());
        fs::write(
            here.join(format!("former-{name}.tally")),
            format!("{body}checksum {sum:016x}\n"),
        )
        .unwrap();
        let report = pioche(here, &format!("report former-{name}.tally --format csv"));
        assert_eq!(report.status.code(), Some(code), "{}", stderr(&report));
        // The experiment is the fourth line of a tally.
        assert_eq!(stderr(&report).contains('4'), code == 2);
    }
}

/// Every interval of a simulated share at the level 0.99999 contains the exact value in the same row.
#[test]
fn simulations_agree_with_the_exact_laws() {
    let folder = folder();
    for args in [
        "solitaire --hole all --deals 3000",
        "alak --cells 2..7 --deals 3000",
        "alak --cells 3..6 --edge ring --own-group captured --deals 3000",
        "nim --matches 2..20 --deals 3000",
        "nim --matches 2..20 --players perfect,random --deals 3000",
        "nim --matches 3..12 --takes 1,3,4 --players random,perfect --deals 3000",
        "shuffle --riffles 1..10 --deals 20000",
    ] {
        let found = json(
            folder.path(),
            &format!("simulate {args} --confidence 0.99999"),
        );
        let mut compared = 0;
        for row in found["rows"].as_array().unwrap() {
            let (Some(exact), Some(low), Some(high)) = (
                row["exact"].as_f64(),
                row["ci_low"].as_f64(),
                row["ci_high"].as_f64(),
            ) else {
                continue;
            };
            let slack = 1e-12;
            assert!(
                low - slack <= exact && exact <= high + slack,
                "{args}: {row}"
            );
            compared += 1;
        }
        assert!(
            compared >= 10,
            "{args}: only {compared} rows have an exact value"
        );
    }
}

/// A drawn board is named by its rows, so that commands, tables and tallies need no file.
#[test]
fn solitaire_is_played_on_a_drawn_board() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("cross.txt"), "  o\n oooo\n xxx\n  o\n").unwrap();
    let rows = "rows:.o/oooo/xxx/.o";
    let by_file = json(here, "solve solitaire --board cross.txt --count");
    assert_eq!(
        by_file,
        json(here, &format!("solve solitaire --board {rows} --count"))
    );
    assert_eq!(by_file["solvable"], true);
    let run = "simulate solitaire --board cross.txt --deals 500 --tally all.tally --out all";
    assert_eq!(json(here, run)["rows"][0]["board"], rows);
    for part in ["1/2", "2/2"] {
        let name = part.replace('/', "-");
        let options = format!("--deals 500 --shard {part} --tally {name}.tally");
        answer(
            here,
            &format!("simulate solitaire --board {rows} {options}"),
        );
    }
    answer(here, "merge 1-2.tally 2-2.tally --tally both.tally");
    assert_eq!(
        fs::read(here.join("both.tally")).unwrap(),
        fs::read(here.join("all.tally")).unwrap()
    );
    answer(
        here,
        "show solitaire --board cross.txt --deal 3 --image end.png",
    );
    let save = format!("play solitaire --board {rows} --save game.txt");
    assert!(fed(here, &save, "0 5\nquit\n").status.success());
    assert!(
        fs::read_to_string(here.join("game.txt"))
            .unwrap()
            .contains(rows)
    );
    let input = fed(here, "solve solitaire --board -", "oox\n");
    assert!(stdout(&input).ends_with("\n(0, 2)\n"));
    for (drawing, place) in [
        ("oo\no#\n", " 2, "),
        (&"o".repeat(65), " 1"),
        ("xx\n", "(o)"),
    ] {
        fs::write(here.join("bad.txt"), drawing).unwrap();
        refused(here, "solve solitaire --board bad.txt", "bad.txt");
        refused(here, "solve solitaire --board bad.txt", place);
    }
    refused(here, "solve solitaire --board missing.txt", "missing.txt");
    refused(here, "show solitaire --board cross.txt --hole 1", "--hole");
}

/// The mean number of moves played counts stopped games with the limit.
#[test]
fn moves_played_count_stopped_games_with_the_limit() {
    let folder = folder();
    let command = "simulate alak --cells 15 --own-group captured --max-plies 90 --deals 2000";
    let result = json(folder.path(), command);
    let means = &result["runs"][0]["summary"];
    let number = |mean: &str, key: &str| means[mean][key].as_f64().unwrap();
    let ended = number("plies", "count");
    let deals = number("plies_played", "count");
    let stopped = deals - ended;
    assert!(stopped > 0.0);
    let expected = (number("plies", "mean") * ended + 90.0 * stopped) / deals;
    assert!((number("plies_played", "mean") - expected).abs() < 1e-9);
    assert!(number("plies_played", "ci_low") > number("plies", "ci_high"));
    assert_eq!(number("plies_played", "max"), 90.0);
}

/// The rules of families are settings with names, columns and commands; files of the handout's rules do not have them.
#[test]
fn family_rules_of_bataille_are_settings() {
    let folder = folder();
    let here = folder.path();
    let runs = "simulate bataille --values 4 --shuffle uniform --deals 640";
    let usual = json(here, runs);
    for key in ["face_down", "out_of_cards"] {
        assert!(usual["rows"][0].get(key).is_none(), "{key}");
        assert!(usual["runs"][0]["settings"].get(key).is_none());
    }
    // One row in several runs: a run with the default has its value in the column.
    let several = stdout(&pioche(
        here,
        &format!("{runs} --face-down 1..2 --format csv -q"),
    ));
    let headings: Vec<&str> = several.lines().next().unwrap().split(',').collect();
    let column = headings
        .iter()
        .position(|name| *name == "face_down")
        .unwrap();
    let cells: Vec<&str> = several
        .lines()
        .skip(1)
        .map(|row| row.split(',').nth(column).unwrap())
        .collect();
    assert_eq!(cells, ["1", "1", "1", "1", "1", "2", "2", "2", "2", "2"]);
}

/// The quantiles of lengths are in JSON, between the smallest and the largest length.
#[test]
fn lengths_of_bataille_have_quantiles() {
    let folder = folder();
    let result = json(
        folder.path(),
        "simulate bataille --pickup random --values 5 --deals 2000",
    );
    let rounds = &result["runs"][0]["summary"]["rounds"];
    assert_eq!(rounds["q50"]["value"], rounds["median"]);
    let mut least = rounds["min"].as_f64().unwrap();
    for quantile in ["q50", "q95", "q99"] {
        let number = |key: &str| rounds[quantile][key].as_f64().unwrap();
        assert!(least < number("value"), "{quantile}");
        assert!(number("ci_low") <= number("value") && number("value") <= number("ci_high"));
        least = number("value");
    }
    assert!(least <= rounds["max"].as_f64().unwrap());
}

/// Each setting is in tables, plans, tallies and commands; commands omit the default.
#[test]
fn settings_are_in_tables_tallies_and_commands() {
    let folder = folder();
    let here = folder.path();
    for (game, key, others) in [
        (
            "alliances --suits 2 --ranks 4",
            "alliance",
            "--alliance suit,--alliance rank",
        ),
        (
            "bataille --values 3",
            "pickup",
            "--pickup winner-first,--pickup random",
        ),
        ("bataille --values 4", "face_down", "--face-down 3"),
        (
            "bataille --values 4",
            "out_of_cards",
            "--out-of-cards last-card",
        ),
        ("nim --matches 6", "misere", "--misere"),
    ] {
        for (number, option) in ["", others].join(",").split(',').enumerate() {
            let run = format!("simulate {game} {option} --deals 640");
            let tally = format!("{key}-{number}.tally");
            let result = json(here, &format!("{run} --tally {tally}"));
            let run_settings = &result["runs"][0]["settings"];
            let value = option.split_once(' ').map_or("yes", |(_, value)| value);
            for cell in [&run_settings[key], &result["rows"][0][key]] {
                let text = cell
                    .as_str()
                    .map_or_else(|| cell.to_string(), str::to_owned);
                assert_eq!(text == value, !option.is_empty(), "{key}: {text}");
            }
            let command = &result["runs"][0]["plan"]["command"];
            let command = command.as_str().unwrap();
            let option_name = format!("--{}", key.replace('_', "-"));
            assert_eq!(
                command.contains(&option_name),
                !option.is_empty(),
                "{command}"
            );
            let report = json(here, &format!("report {tally}"));
            assert_eq!(report["rows"], result["rows"], "{command}");
            let repeated = json(here, command.strip_prefix("pioche ").unwrap());
            assert_eq!(repeated["rows"], result["rows"], "{command}");
        }
    }
}
