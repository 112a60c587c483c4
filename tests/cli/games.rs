//! Tests of bataille, shuffles, solitaire, Alak and Nim through the program: answers, exact values, refusals.

use crate::program::{answer, fed, folder, json, pioche, refused, stderr, stdout};
use pioche_engine::experiments::Bataille;
use pioche_engine::games::Player;
use pioche_engine::games::bataille::{BatailleRules, BatailleState, Hands, ValueCount};
use pioche_engine::sim::{Seed, tally_file};
use serde_json::Value;
use std::fs;

#[test]
fn bataille_rounds_and_games_match_hand_computation() {
    let folder = folder();
    let here = folder.path();
    let cases = [
        ("4\n4\n", "fixed", "draw", 1, "[]", "[]"),
        ("7 1\n7 2 3 4\n", "fixed", "player2", 1, "[]", "[3,4]"),
        (
            "7 1 9\n7 2 8\n",
            "fixed",
            "player1",
            1,
            "[7,7,1,2,9,8]",
            "[]",
        ),
        (
            "7 1 9\n7 2 8\n",
            "alternating",
            "player1",
            1,
            "[7,7,2,1,9,8]",
            "[]",
        ),
    ];
    for (hands, order, outcome, rounds, one, two) in cases {
        fs::write(here.join("hands"), hands).unwrap();
        let shown = json(here, &format!("show bataille hands --order {order}"));
        assert_eq!(shown["outcome"], outcome, "{hands:?}");
        assert_eq!(shown["rounds"], rounds, "{hands:?}");
        assert_eq!(
            (shown["player1"].to_string(), shown["player2"].to_string()),
            (one.into(), two.into()),
            "{hands:?}"
        );
    }
}

#[test]
fn show_displays_endless_bataille_games() {
    let folder = folder();
    let here = folder.path();
    let outcome =
        |deal: &u64| json(here, &format!("show bataille --deal {deal}"))["outcome"].clone();
    let deal = (0..300)
        .find(|deal| outcome(deal) == "endless")
        .expect("an endless game");
    let game = Bataille::default();
    fs::write(
        here.join("endless"),
        game.initial_state(Seed(1), deal).hands().to_string(),
    )
    .unwrap();
    let endless = json(here, "show bataille endless");
    assert_eq!(endless, json(here, &format!("show bataille --deal {deal}")));
    let (period, first) = (
        endless["period"].as_u64().unwrap(),
        endless["pre_period"].as_u64().unwrap(),
    );
    assert_eq!(endless["rounds"].as_u64(), Some(first + period));
    assert_eq!(
        json(here, "show bataille --deal 3")["outcome"],
        "endless",
        "as the help says"
    );
    let cycle = &endless["cycle"];
    let cards = cycle["classes"].as_u64().unwrap() * cycle["ratio"][0].as_u64().unwrap();
    assert_eq!(
        (cycle["player1"].as_u64(), &cycle["battles"]),
        (Some(2 * cards), &0.into())
    );
    // With `--turns` the game is cut off, also behind its first repetition, as in the handout's game(turns).
    for turns in [1, first + 1, first + period + 1, first + 3 * period + 7] {
        let shown = json(here, &format!("show bataille endless --turns {turns}"));
        assert_eq!(shown["cycle"] == *cycle, turns > first + period);
        let hands = fs::read_to_string(here.join("endless")).unwrap();
        let mut state = BatailleState::with_hands(
            &Hands::parse(&hands, ValueCount::default()).unwrap(),
            BatailleRules::default(),
        );
        let winner = match state.play_rounds(turns) {
            Some(Player::One) => "player1",
            Some(Player::Two) => "player2",
            None => "draw",
        };
        assert_eq!(shown["outcome"], winner);
        assert_eq!(shown["winner"], winner);
        assert_eq!(shown["rounds"], turns);
        assert_eq!(shown["cut_off"], true);
        assert_eq!(
            shown["player1"]
                .to_string()
                .replace(['[', ']'], "")
                .replace(',', " "),
            state.hands().to_string().lines().next().unwrap()
        );
        let repeated = (turns >= first + period).then_some(period);
        assert_eq!(shown["period"].as_u64(), repeated);
    }
}

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

/// The counts of the triangular solitaire for all four kinds of holes: solutions, games, positions.
#[test]
fn triangle_solve_counts_match_known_values() {
    let folder = folder();
    let (mut solutions, mut games) = (Vec::new(), Vec::new());
    for hole in [0, 1, 3, 4] {
        let found = json(
            folder.path(),
            &format!("solve solitaire --hole {hole} --count"),
        );
        assert_eq!(found["solvable"], true);
        assert_eq!(found["first"].as_array().unwrap().len(), 13);
        solutions.push(found["solutions"].to_string());
        games.push(found["games"].to_string());
        let by_finish = found["by_finish"].as_object().unwrap();
        let sum: u64 = by_finish
            .values()
            .map(|ways| ways.to_string().parse::<u64>().unwrap())
            .sum();
        assert_eq!(sum.to_string(), found["solutions"].to_string());
        assert!(found["random_win"].as_str().unwrap().contains('/'));
    }
    assert_eq!(solutions, ["29760", "14880", "85258", "1550"]);
    assert_eq!(games, ["568630", "294543", "1149568", "137846"]);
}

#[test]
fn alak_and_nim_are_solved_exactly() {
    let folder = folder();
    let five = json(folder.path(), "solve alak --cells 5");
    assert_eq!(
        (
            five["value"].as_str(),
            five["margin"].as_i64(),
            five["states"].as_u64()
        ),
        (Some("player1"), Some(1), Some(281))
    );
    let endless = json(folder.path(), "solve alak --cells 4 --own-group captured");
    assert_eq!(
        (endless["value"].as_str(), &endless["margin"]),
        (Some("endless"), &Value::Null)
    );
    // Neither player can force the draw, but both prefer it: two perfect players reach it in every game.
    let draw = json(folder.path(), "solve alak --cells 8");
    assert_eq!(
        (&draw["value"], &draw["margin"]),
        (&"draw".into(), &0.into())
    );
    let played = json(
        folder.path(),
        "simulate alak --cells 8 --players perfect,perfect --deals 300",
    );
    let draws = played["rows"].as_array().expect("rows").iter();
    let draws: Vec<&Value> = draws.filter(|row| row["outcome"] == "draw").collect();
    assert_eq!(draws[0]["count"], 300);
    for (matches, value) in [
        (25, "lose"),
        (8, "win"),
        (7, "win"),
        (9, "draw"),
        (1, "draw"),
    ] {
        assert_eq!(
            json(folder.path(), &format!("solve nim --matches {matches}"))["value"],
            value
        );
    }
    let nim = json(folder.path(), "solve nim --matches 8");
    assert_eq!(
        (nim["period"].as_u64(), nim["moves"].to_string()),
        (Some(5), "[3]".into())
    );
    assert_eq!(nim["random"]["player1"], "1/2");
}

/// From 7 matches the handout's computer leaves 4, a draw, instead of the lost 5; it plays only the game of its rule.
#[test]
fn handout_computer_of_nim_errs_and_plays_no_other_game() {
    let folder = folder();
    let here = folder.path();
    for (players, outcome) in [("handout,perfect", "draw"), ("perfect,handout", "player1")] {
        let options = format!("nim --matches 7 --players {players}");
        let run = json(here, &format!("simulate {options} --deals 50"));
        let rows = run["rows"].as_array().unwrap();
        let row = rows.iter().find(|row| row["outcome"] == outcome).unwrap();
        assert_eq!(row["count"], 50, "{players}");
        assert_eq!(json(here, &format!("show {options}"))["outcome"], outcome);
    }
    for command in [
        "simulate nim --takes 1,2 --players handout,random",
        "show alak --players random,handout",
        "play alak --players human,handout",
    ] {
        let output = pioche(here, command);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(stderr(&output).contains("handout"), "{command}");
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

#[test]
fn show_replays_recorded_moves() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("nim"), "3 3 2").unwrap();
    assert_eq!(json(here, "show nim nim --matches 8")["outcome"], "player1");
    fs::write(here.join("jumps"), "(3, 12) (0, 3)").unwrap();
    assert_eq!(json(here, "show solitaire jumps")["outcome"], "open");
    let solution = json(here, "solve solitaire");
    assert_eq!(solution["first"][1].to_string(), "[0,3]");
    assert_eq!(solution["triples"][1].to_string(), "[0,1,3]");
    assert_eq!(solution["triples"].as_array().unwrap().len(), 13);
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

/// The order of picking up is in names, tallies, tables and commands; names and commands omit the default.
#[test]
fn pickup_order_of_bataille_is_a_setting() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("hands"), "7 1 9\n7 2 8\n").unwrap();
    for (pickup, hand) in [
        ("laid", "[7,7,1,2,9,8]"),
        ("winner-first", "[7,1,9,7,2,8]"),
        ("loser-first", "[7,2,8,7,1,9]"),
    ] {
        let game = json(here, &format!("show bataille hands --pickup {pickup}"));
        assert_eq!(game["player1"].to_string(), hand, "{pickup}");
        let command = format!(
            "simulate bataille --values 3 --deals 640 --pickup {pickup} --tally {pickup}.tally"
        );
        let result = json(here, &command);
        let is_default = pickup == "laid";
        let run = &result["runs"][0];
        assert_eq!(run["settings"]["pickup"], pickup);
        let row_value = result["rows"][0].get("pickup");
        assert_eq!(row_value.is_none(), is_default, "{row_value:?}");
        let command = run["plan"]["command"].as_str().unwrap();
        assert_eq!(command.contains("--pickup"), !is_default, "{command}");
        let report = json(here, &format!("report {pickup}.tally"));
        assert_eq!(report["rows"], result["rows"], "{pickup}");
        let repeated = json(here, command.strip_prefix("pioche ").unwrap());
        assert_eq!(repeated["rows"], result["rows"], "{pickup}");
    }
    let refused = pioche(here, "simulate bataille --pickup first");
    assert_eq!(refused.status.code(), Some(2));
}

/// Misère play is in names, tallies, tables, commands and saved games, which omit the default.
#[test]
fn misere_nim_is_a_setting() {
    let folder = folder();
    let here = folder.path();
    for (misere, flag) in [("no", ""), ("yes", "--misere")] {
        let command = format!("simulate nim --matches 6 {flag} --deals 640 --tally {misere}.tally");
        let result = json(here, &command);
        let run = &result["runs"][0];
        assert_eq!(run["settings"]["misere"], misere);
        let row_value = result["rows"][0].get("misere");
        assert_eq!(row_value.is_some(), misere == "yes", "{row_value:?}");
        let command = run["plan"]["command"].as_str().unwrap();
        assert_eq!(command.contains("--misere"), misere == "yes", "{command}");
        let repeated = json(here, command.strip_prefix("pioche ").unwrap());
        assert_eq!(repeated["rows"], result["rows"], "{misere}");
        let report = json(here, &format!("report {misere}.tally"));
        assert_eq!(report["rows"], result["rows"], "{misere}");
        let solved = json(here, &format!("solve nim --matches 7 {flag}"));
        assert_eq!(
            solved["value"],
            if misere == "yes" { "lose" } else { "win" }
        );
        assert_eq!(solved["period"], 5);
        let shown = json(
            here,
            &format!("show nim --matches 7 {flag} --players perfect,perfect"),
        );
        assert_eq!(
            shown["outcome"],
            if misere == "yes" {
                "player2"
            } else {
                "player1"
            }
        );
        let game = format!("game-{misere}");
        fed(
            here,
            &format!("play nim --matches 6 {flag} --players human,human --save {game}"),
            "3\n3\n",
        );
        let saved = fs::read_to_string(here.join(&game)).unwrap();
        assert_eq!(saved.contains("misere=yes"), misere == "yes", "{saved}");
        let winner = if misere == "yes" {
            "player1"
        } else {
            "player2"
        };
        assert_eq!(json(here, &format!("show nim {game}"))["outcome"], winner);
    }
    // A start with one match is a draw in both games.
    for flag in ["", "--misere"] {
        let shown = json(here, &format!("show nim --matches 1 {flag}"));
        assert_eq!(shown["outcome"], "draw");
    }
    fs::write(
        here.join("other"),
        "# nim misere=maybe takes=2,3 matches=6 players=human,human\n",
    )
    .unwrap();
    refused(here, "show nim other", "misere");
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
    let rules = "--face-down 3 --pickup random --out-of-cards last-card";
    let result = json(here, &format!("{runs} {rules} --tally family.tally"));
    assert_eq!(result["rows"][0]["face_down"], 3);
    assert_eq!(result["rows"][0]["out_of_cards"], "last-card");
    let command = result["runs"][0]["plan"]["command"].as_str().unwrap();
    for option in [
        "--face-down 3",
        "--pickup random",
        "--out-of-cards last-card",
    ] {
        assert!(command.contains(option), "{command}");
    }
    let report = json(here, "report family.tally");
    assert_eq!(report["rows"], result["rows"]);
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

/// `show` plays the same game as `simulate`, also with random orders, and the games differ by the draws alone.
#[test]
fn random_orders_of_bataille_are_those_of_the_deal() {
    let folder = folder();
    let here = folder.path();
    let rules = "--values 5 --pickup random --face-down 2 --out-of-cards last-card";
    let rows = stdout(&pioche(
        here,
        &format!("simulate bataille {rules} --deals 6 --each - -q"),
    ));
    let mut lengths = Vec::new();
    for row in rows
        .lines()
        .skip_while(|line| !line.starts_with("deal,"))
        .skip(1)
        .take(6)
    {
        let cells: Vec<&str> = row.split(',').collect();
        lengths.push((
            cells[0].to_owned(),
            cells[1].to_owned(),
            cells[2].to_owned(),
        ));
    }
    assert_eq!(lengths.len(), 6, "{rows}");
    for (deal, outcome, rounds) in lengths {
        let game = json(here, &format!("show bataille {rules} --deal {deal}"));
        assert_eq!(game["outcome"].as_str().unwrap(), outcome, "deal {deal}");
        assert_eq!(game["rounds"].to_string(), rounds, "deal {deal}");
    }
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
