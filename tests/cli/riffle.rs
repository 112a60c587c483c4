//! Tests of one deck under the riffle: `show shuffle` and `deal --riffles`.

use crate::program::{answer, fed, folder, json, stderr};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn numbers(list: &Value) -> Vec<u64> {
    let items = list.as_array().expect("a list");
    items
        .iter()
        .map(|item| item.as_u64().expect("a number"))
        .collect()
}

/// Returns the last state of a shuffle.
fn last_state(folder: &Path, args: &str) -> Value {
    let mut shuffle = json(folder, args);
    let states = shuffle["states"].as_array_mut().expect("states");
    states.pop().expect("a state")
}

/// The decks of `show` have together the rising sequences, twins and suspects that `simulate` counts.
#[test]
fn show_shuffle_has_the_decks_of_simulate() {
    const DEALS: u64 = 20;
    let folder = folder();
    for settings in [
        "--cards 52 --riffles 2",
        "--cards 52 --riffles 7",
        "--cards 70 --riffles 3",
        "--cards 2 --riffles 1",
        "--cards 12 --riffles 0",
    ] {
        let simulation = format!("simulate shuffle {settings} --seed 5 --deals {DEALS}");
        let report = json(folder.path(), &simulation);
        let run = &report["runs"][0];
        let mut sums = [0, 0, 0];
        for deal in 0..DEALS {
            let show = format!("show shuffle {settings} --seed 5 --deal {deal}");
            let state = last_state(folder.path(), &show);
            sums[0] += state["rising_sequences"].as_u64().expect("a count");
            sums[1] += state["twins"]["count"].as_u64().expect("a count");
            sums[2] += u64::from(state["suspect"] == true);
        }
        let mean = |name: &str| run["summary"][name]["mean"].as_f64().expect("a mean");
        let total = |mean: f64| (mean * DEALS as f64).round() as u64;
        assert_eq!(total(mean("rising_sequences")), sums[0], "{settings}");
        assert_eq!(total(mean("twins")), sums[1], "{settings}");
        let rows = report["rows"].as_array().expect("rows");
        let suspect = rows.iter().find(|row| row["statistic"] == "suspect_rate");
        let rate = suspect.and_then(|row| row["estimate"].as_f64());
        assert_eq!(total(rate.expect("a share")), sums[2], "{settings}");
    }
}

/// Each state follows from the one before it: the deck from the cut and the interleaving, the twins from the deck.
#[test]
fn states_of_a_shuffle_follow_from_each_other() {
    let folder = folder();
    fs::write(folder.path().join("deck.txt"), "3 3 1 2 3 1 1\n").unwrap();
    for deal in 0..10 {
        let show = format!("show shuffle deck.txt --riffles 4 --deal {deal}");
        let shuffle = json(folder.path(), &show);
        let states = shuffle["states"].as_array().expect("states");
        assert_eq!(states.len(), 5);
        let mut deck = numbers(&states[0]["deck"]);
        assert_eq!(deck, [3, 3, 1, 2, 3, 1, 1]);
        for state in &states[1..] {
            let cut = state["cut"].as_u64().expect("a cut") as usize;
            let mut packets = [deck[..cut].to_vec(), deck[cut..].to_vec()];
            deck = numbers(&state["interleaving"])
                .iter()
                .map(|packet| packets[*packet as usize - 1].remove(0))
                .collect();
            assert_eq!(numbers(&state["deck"]), deck);
            let twins = deck.windows(2).filter(|pair| pair[0] == pair[1]).count();
            assert_eq!(state["twins"]["count"], twins);
            assert_eq!(state["suspect"], false);
        }
    }
}

/// `deal --riffles` deals the deck of `show shuffle`, value by value, and that of bataille.
#[test]
fn dealt_deck_is_that_of_show_and_of_bataille() {
    const RANKS: [&str; 13] = [
        "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "A",
    ];
    let folder = folder();
    for (cards, riffles, deal) in [(52, 0, 0), (52, 7, 3), (32, 2, 1)] {
        let options = format!("--cards {cards} --riffles {riffles} --deal {deal}");
        let text = answer(folder.path(), &format!("deal {options}"));
        let ranks: Vec<&str> = text
            .split_whitespace()
            .map(|card| card.split('-').next().expect("a rank"))
            .collect();
        let values =
            numbers(&last_state(folder.path(), &format!("show shuffle {options}"))["deck"]);
        let lowest_rank = 13 - cards / 4;
        let rank = |value: &u64| RANKS[lowest_rank + *value as usize - 1];
        assert_eq!(
            ranks,
            values.iter().map(rank).collect::<Vec<_>>(),
            "{options}"
        );
        // The same deck from a file has the ranks as values.
        let new_deck = answer(folder.path(), &format!("deal --cards {cards} --riffles 0"));
        fs::write(folder.path().join("new.txt"), new_deck).unwrap();
        let show = format!("show shuffle new.txt --riffles {riffles} --deal {deal}");
        let file_values = numbers(&last_state(folder.path(), &show)["deck"]);
        let shifted_values = values.iter().map(|value| value + 1 + lowest_rank as u64);
        assert!(file_values.into_iter().eq(shifted_values), "{options}");
    }
    let new_deck = answer(folder.path(), "deal --cards 52 --riffles 0");
    assert!(new_deck.starts_with("2-C 2-K 2-P 2-T 3-C "), "{new_deck}");
    assert!(new_deck.ends_with(" R-T A-C A-K A-P A-T\n"), "{new_deck}");
    assert_eq!(
        answer(folder.path(), "deal --suits 2 --ranks 3 --riffles 0"),
        "D-C D-K R-C R-K A-C A-K\n"
    );
    let bataille = answer(folder.path(), "show bataille --deal 4 --turns 1");
    let deck = numbers(&last_state(folder.path(), "show shuffle --deal 4")["deck"]);
    for (first, line) in bataille.lines().take(2).enumerate() {
        let hand: Vec<u64> = line
            .split(' ')
            .skip(2)
            .map(|word| word.parse().expect("a value"))
            .collect();
        let dealt_values: Vec<u64> = deck.iter().skip(first).step_by(2).copied().collect();
        assert_eq!(hand, dealt_values, "{line}");
    }
}

/// Answers fit 80 columns in both languages, for values, cards and large decks.
#[test]
fn shuffle_fits_80_columns() {
    let folder = folder();
    let deck = answer(folder.path(), "deal --cards 52 --seed 1");
    for lang in ["en", "fr"] {
        for (options, input) in [
            ("--riffles 3 --explain", ""),
            ("- --riffles 2 --explain", deck.as_str()),
            ("--cards 256 --riffles 2 --explain", ""),
            ("--cards 1", ""),
        ] {
            let args = format!("show shuffle {options} --lang {lang}");
            let output = fed(folder.path(), &args, input);
            assert!(output.status.success(), "{args}: {}", stderr(&output));
            let text = String::from_utf8(output.stdout).expect("the answer is UTF-8");
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{args}: {line}");
            }
        }
    }
}
