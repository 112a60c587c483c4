//! Recomputes deals and games with an independent Python program, written from the documentation alone.

use crate::program::{answer, folder, stderr, stdout};
use std::io::Write;
use std::process::{Command, Output};

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/independent");

/// Runs Python with NumPy: `PIOCHE_PYTHON`, or `python3`. Returns `None`, with a message, where there is none.
fn python(args: &[&str]) -> Option<Output> {
    let python = std::env::var("PIOCHE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let run = |args: &[&str]| Command::new(&python).arg("-B").args(args).output();
    let has_numpy = run(&["-c", "from numpy.random import PCG64DXSM"]);
    if !has_numpy.is_ok_and(|output| output.status.success()) {
        // The test harness captures `eprintln!` in a passing test, but not direct writes.
        let _ = writeln!(std::io::stderr(), "skipped: {python} has no NumPy");
        return None;
    }
    let output = run(args).expect("Python runs");
    assert!(output.status.success(), "{}", stderr(&output));
    Some(output)
}

/// Run with `PIOCHE_PYTHON=venv/bin/python cargo test python_reproduces`.
#[test]
fn python_reproduces_deals_and_games() {
    let check = format!("{SCRIPTS}/check.py");
    let Some(output) = python(&[&check, env!("CARGO_BIN_EXE_pioche")]) else {
        return;
    };
    let text = stdout(&output);
    let counts = text
        .trim_end()
        .strip_prefix("the same: ")
        .expect("what was compared");
    for kind in ["decks", "decks made anew", "patiences", "batailles", "runs"] {
        let mut counts = counts
            .split(", ")
            .filter_map(|part| part.strip_suffix(kind));
        let count = counts.find_map(|part| part.trim().parse::<u32>().ok());
        assert!(count > Some(0), "{kind}: {text}");
    }
}

/// Copies `deck.py` alone into a folder, as a reader pastes it, and compares its decks with those of `deal`.
#[test]
fn deck_script_prints_decks_of_the_program() {
    let folder = folder();
    let copy = folder.path().join("deck.py");
    std::fs::copy(format!("{SCRIPTS}/deck.py"), &copy).expect("a copy");
    // Deal 16,589 of seed 1 has a rejected word.
    for (cards, seed, deal) in [
        ("32", "1", "0"),
        ("32", "1", "16589"),
        ("36", "7", "1000000"),
        ("52", "18446744073709551615", "63"),
    ] {
        let Some(output) = python(&[&copy.to_string_lossy(), cards, seed, deal]) else {
            return;
        };
        let text = stdout(&output);
        let (numbers, deck) = text.split_once('\n').expect("two lines");
        let dealt = format!("deal --cards {cards} --seed {seed} --deal {deal}");
        assert_eq!(deck, answer(folder.path(), &dealt));
        let mut numbers: Vec<u32> = numbers
            .split(' ')
            .map(|number| number.parse().expect("a number"))
            .collect();
        numbers.sort_unstable();
        let places = 0..cards.parse().expect("a number");
        assert_eq!(numbers, places.collect::<Vec<u32>>());
    }
}
