//! Tests of bataille, shuffles, solitaire, Alak and Nim through the program: answers, exact values, refusals.

use crate::program::{answer, folder, json};
use pioche_engine::experiments::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::Player;
use pioche_engine::games::bataille::{BatailleState, Hands, LayingOrder, ValueCount};
use pioche_engine::sim::Seed;
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
    let game = Bataille {
        values: ValueCount::default(),
        order: LayingOrder::Fixed,
        shuffle: ShuffleMethod::Riffle(7),
        max_rounds: None,
    };
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
    // The hands after the repetition are those after the pre-period.
    if first > 0 {
        let before = json(here, &format!("show bataille endless --turns {first}"));
        assert_eq!(
            (&before["player1"], &before["player2"]),
            (&endless["player1"], &endless["player2"])
        );
        assert_eq!(before["outcome"], "unresolved");
    }
    // With `--turns` an endless game is continued, as in the handout's game(turns).
    for turns in [first + period + 1, first + 3 * period + 7] {
        let shown = json(here, &format!("show bataille endless --turns {turns}"));
        let hands = fs::read_to_string(here.join("endless")).unwrap();
        let mut state = BatailleState::with_hands(
            &Hands::parse(&hands, ValueCount::default()).unwrap(),
            LayingOrder::Fixed,
        );
        let leader = match state.play_rounds(turns) {
            Some(Player::One) => "player1",
            Some(Player::Two) => "player2",
            None => "draw",
        };
        assert_eq!(
            (shown["leader"].as_str(), shown["rounds"].as_u64()),
            (Some(leader), Some(turns))
        );
        assert!(shown["winner"].is_null(), "an endless game is not won");
        assert_eq!(
            shown["player1"]
                .to_string()
                .replace(['[', ']'], "")
                .replace(',', " "),
            state.hands().to_string().lines().next().unwrap()
        );
        assert_eq!(
            (shown["outcome"].as_str(), shown["period"].as_u64()),
            (Some("endless"), Some(period))
        );
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

#[test]
fn required_columns_come_first() {
    let folder = folder();
    for (args, columns) in [
        (
            "bataille",
            "values,order,shuffle,deals,outcome,count,probability,ci_low,ci_high",
        ),
        (
            "shuffle --riffles 3",
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
    ] {
        let csv = answer(
            folder.path(),
            &format!("simulate {args} --deals 64 --format csv"),
        );
        assert!(
            csv.starts_with(columns),
            "{args}: {}",
            csv.lines().next().unwrap_or_default()
        );
        for line in csv.lines() {
            let quoted = line.matches('"').count();
            assert!(quoted % 2 == 0, "{line}");
        }
        let threads = |n: u32| {
            answer(
                folder.path(),
                &format!("simulate {args} --deals 999 --threads {n} --format csv"),
            )
        };
        assert_eq!(threads(1), threads(3), "{args}");
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

#[test]
fn show_replays_recorded_moves() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("nim"), "3 3 2").unwrap();
    assert_eq!(json(here, "show nim nim --matches 8")["outcome"], "player1");
    fs::write(here.join("jumps"), "(3, 12) (0, 3)").unwrap();
    assert_eq!(json(here, "show solitaire jumps")["outcome"], "open");
}
