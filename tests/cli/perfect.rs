//! Tests of perfect play through the program: solving, showing, filming, hints.

use crate::program::{answer, folder, json};
use pioche_engine::games::alliances::PileRow;
use serde_json::Value;

fn numbers(value: &Value) -> Vec<usize> {
    let list = value.as_array().expect("a list");
    list.iter()
        .map(|number| number.as_u64().expect("a number") as usize)
        .collect()
}

/// Replays the solution by the rules, after drawing all cards.
fn replayed(answer: &Value) -> PileRow {
    let row: Vec<&str> = answer["row"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| card.as_str().unwrap())
        .collect();
    let mut row = PileRow::new(cards(&row.join(" ")));
    numbers(&answer["line"])
        .into_iter()
        .for_each(|pile| row.jump(pile).expect("a jump of the line"));
    row
}

fn cards(text: &str) -> Vec<pioche_engine::cards::Card> {
    text.split_whitespace()
        .map(|card| card.parse().unwrap())
        .collect()
}

#[test]
fn solution_of_deck_replays_to_best_result() {
    let folder = folder();
    let here = folder.path();
    for (deal, size) in [(0, 32), (6, 32), (2, 52)] {
        let of = format!("--cards {size} --seed 1 --deal {deal}");
        let solved = json(here, &format!("solve alliances {of}"));
        let row = replayed(&solved);
        assert_eq!(solved["best"], row.pile_count(), "{solved}");
        let tops: Vec<String> = row.top_cards().iter().map(ToString::to_string).collect();
        assert_eq!(solved["tops"], Value::from(tops));
        let [automatic, perfect] =
            ["", "--player perfect"].map(|flag| json(here, &format!("show alliances {of} {flag}")));
        assert_eq!(solved["automatic"], automatic["piles"]);
        assert_eq!(solved["best"], perfect["piles"]);
        assert_eq!(
            [&solved["line"], &solved["tops"]],
            [&perfect["jumps"], &perfect["tops"]],
            "a draw moves no pile"
        );
    }
}

/// A deal of 64 cards with a large search is solved.
#[test]
fn memory_intensive_deal_is_solved() {
    let folder = folder();
    let here = folder.path();
    let deal = "--suits 4 --ranks 16 --seed 1 --deal 2905";
    assert_eq!(json(here, &format!("solve alliances {deal}"))["best"], 6);
}

/// The perfect game is shown like the automatic one: the stock, then the row after each draw and each jump.
#[test]
fn show_prints_every_state_of_perfect_game() {
    let folder = folder();
    let here = folder.path();
    let shown = answer(here, "show alliances --deal 6 --player perfect");
    let states: Vec<&str> = shown
        .split("\n\n")
        .filter(|state| !state.is_empty() && *state != "4 piles\n")
        .collect();
    assert_eq!(states.len(), 1 + 32 + 28);
    assert_eq!(
        states[0],
        answer(here, "show alliances --deal 6")
            .split("\n\n")
            .next()
            .unwrap()
    );
    for pair in states[1..].windows(2) {
        let [before, after] = [pair[0], pair[1]].map(|row| row.split_whitespace().count());
        assert!(after == before + 1 || after + 1 == before, "{pair:?}");
    }
    assert!(
        answer(here, "show reussite --deal 6 --player perfect --lang fr").ends_with("\n4 tas\n")
    );
}
