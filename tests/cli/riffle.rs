//! Tests of one deck under the riffle: `show shuffle`, `deal --riffles`, and suspect decks of `check`.

use crate::program::{answer, fed, folder, json, pioche, refused, stderr};
use serde_json::{Value, json};
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

/// A new deck is suspect for all three reasons; without riffles it is the only state.
#[test]
fn new_deck_is_suspect() {
    let folder = folder();
    let shuffle = json(folder.path(), "show shuffle --riffles 0");
    assert_eq!(shuffle["states"].as_array().map(Vec::len), Some(1));
    let state = &shuffle["states"][0];
    assert_eq!(state["suspect"], true);
    assert_eq!(state["rising_sequences"], 1);
    assert_eq!(state["twins"], json!({ "count": 39, "suspect_from": 14 }));
    assert_eq!(
        state["quadruplets"],
        json!({ "count": 13, "suspect_from": 3 })
    );
    assert_eq!(
        state["octuplets"],
        json!({ "count": 12, "suspect_from": 2 })
    );
    let values: Vec<u64> = (0..52).map(|card| 1 + card / 4).collect();
    assert_eq!(numbers(&state["deck"]), values);
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

/// A deck is suspect from a number of patterns on, and the text compares with it as the JSON does.
#[test]
fn verdict_compares_each_pattern_with_its_limit() {
    let folder = folder();
    let mut equal_counts = 0;
    for deal in 0..8 {
        let show = format!("show shuffle --riffles 1 --deal {deal}");
        let text = answer(folder.path(), &format!("{show} --lang en"));
        let state = last_state(folder.path(), &show);
        for (pattern, name) in [
            ("twins", "twin pair"),
            ("quadruplets", "quadruplet"),
            ("octuplets", "octuplet"),
        ] {
            let count = state[pattern]["count"].as_u64().expect("a count");
            let limit = state[pattern]["suspect_from"].as_u64().expect("a number");
            let count_words = format!("{count} {name}");
            let limit_words = format!("from {limit})");
            let text = text.replace('\n', " ");
            assert!(
                text.contains(&count_words) && text.contains(&limit_words),
                "{show}: {count_words} {limit_words} in {text}"
            );
            equal_counts += u32::from(count == limit);
        }
    }
    assert!(equal_counts > 0, "no deck is at a limit");
}

#[test]
fn check_says_whether_a_deck_is_suspect() {
    let folder = folder();
    let check = |deal: &str| {
        fs::write(folder.path().join("deck.txt"), answer(folder.path(), deal)).unwrap();
        json(folder.path(), "check deck.txt")
    };
    let new_deck = check("deal --cards 32 --riffles 0");
    assert_eq!(new_deck["right"], true);
    assert_eq!(new_deck["patterns"]["suspect"], true);
    assert_eq!(new_deck["patterns"]["twins"]["count"], 24);
    let patterns = &check("deal --cards 52 --riffles 7 --seed 1")["patterns"];
    let state = last_state(folder.path(), "show shuffle --riffles 7");
    for key in ["twins", "quadruplets", "octuplets", "suspect"] {
        assert_eq!(patterns[key], state[key], "{key}");
    }
    let incomplete = fed(folder.path(), "check - --format json", "7-K 7-K");
    assert_eq!(incomplete.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&incomplete.stdout).expect("valid JSON");
    assert_eq!(report["right"], false);
    assert_eq!(report["patterns"], Value::Null);
    assert!(
        report["messages"]
            .as_array()
            .is_some_and(|messages| messages.len() > 1)
    );
}

#[test]
fn bad_decks_are_refused() {
    let folder = folder();
    for (text, place) in [
        ("1 2 1 1 1 1", "value 1 appears 5 times"),
        ("1 2\n0 3", "2, column 1"),
        ("1 2 65", "1, column 5"),
        ("1 2 x", "1, column 5"),
        ("7-K 7-K", "1, column 5"),
        ("7-K 8-K", "30 cards"),
        ("", "no cards"),
    ] {
        fs::write(folder.path().join("deck.txt"), text).unwrap();
        let output = pioche(folder.path(), "show shuffle deck.txt --image x.svg");
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(stderr(&output).contains(place), "{}", stderr(&output));
        assert!(!folder.path().join("x.svg").exists(), "{text}");
        refused(folder.path(), "show shuffle deck.txt", "deck.txt");
    }
    refused(folder.path(), "show shuffle deck.txt --cards 5", "--cards");
    refused(folder.path(), "show shuffle --cards 0", "--cards");
    refused(folder.path(), "show shuffle --riffles 1..3", "--riffles");
    refused(
        folder.path(),
        "show shuffle --riffles 2 --image y.svg --step 3",
        "--step",
    );
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
