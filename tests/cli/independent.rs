//! Recomputes deals and games with an independent Python program, written from the documentation alone.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

/// Returns the path of a Python with NumPy: `PIOCHE_PYTHON`, or `python3`.
fn python() -> Result<String, String> {
    let python = std::env::var("PIOCHE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    match Command::new(&python)
        .args(["-c", "from numpy.random import PCG64DXSM"])
        .output()
    {
        Err(error) => Err(format!("{python}: {error}")),
        Ok(Output { status, .. }) if status.success() => Ok(python),
        Ok(Output { stderr, .. }) => {
            let told = String::from_utf8_lossy(&stderr);
            Err(format!(
                "{python}: {}",
                told.lines().last().unwrap_or("it fails without a word")
            ))
        }
    }
}

/// Run with `PIOCHE_PYTHON=venv/bin/python cargo test python_reproduces`.
#[test]
fn python_reproduces_deals_and_games() {
    let python = match python() {
        Ok(python) => python,
        Err(reason) => {
            // The test harness captures `eprintln!` in a passing test, but not direct writes.
            writeln!(
                std::io::stderr(),
                "skipped: deals are not remade in Python: {reason}"
            )
            .expect("standard error");
            return;
        }
    };
    let check = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/independent/check.py");
    let output = Command::new(python)
        .arg("-B")
        .arg(check)
        .arg(env!("CARGO_BIN_EXE_pioche"))
        .output();
    let output = output.expect("Python runs");
    let (told, wrong) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{wrong}");
    let compared = told
        .strip_prefix("the same: ")
        .expect("it says what was compared");
    for kind in ["decks", "decks made anew", "patiences", "batailles", "runs"] {
        let number = compared
            .trim_end()
            .split(", ")
            .find_map(|part| part.strip_suffix(kind)?.trim().parse::<u32>().ok());
        assert!(number.is_some_and(|number| number > 0), "{kind}: {told}");
    }
}

/// Copies `tests/independent/deck.py` alone into a folder, as a reader pastes it, and compares its decks with those of `deal`.
#[test]
fn deck_script_prints_decks_of_the_program() {
    let Ok(python) = python() else {
        writeln!(std::io::stderr(), "skipped: no Python with NumPy").expect("standard error");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/independent/deck.py");
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("deck.py");
    std::fs::copy(script, &copy).expect("a copy");
    // Deal 16,589 of seed 1 has a rejected word.
    for (cards, seed, deal) in [
        (32, "1", "0"),
        (32, "1", "16589"),
        (36, "7", "1000000"),
        (52, "18446744073709551615", "63"),
    ] {
        let script_output = Command::new(&python)
            .arg(&copy)
            .args([&cards.to_string(), seed, deal])
            .output();
        let script_output = script_output.expect("Python runs");
        let printed = String::from_utf8_lossy(&script_output.stdout);
        let lines: Vec<&str> = printed.lines().collect();
        let deal_output = Command::new(env!("CARGO_BIN_EXE_pioche"))
            .args([
                "deal",
                "--cards",
                &cards.to_string(),
                "--seed",
                seed,
                "--deal",
                deal,
            ])
            .output();
        let deck = String::from_utf8(deal_output.expect("a deck").stdout).expect("UTF-8");
        assert_eq!(
            lines.len(),
            2,
            "{printed}{}",
            String::from_utf8_lossy(&script_output.stderr)
        );
        assert_eq!(lines[1], deck.trim_end());
        let mut numbers: Vec<u32> = lines[0]
            .split(' ')
            .map(|number| number.parse().expect("a number"))
            .collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..cards).collect::<Vec<u32>>());
    }
}
