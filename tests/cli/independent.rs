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

/// Runs a small part of `tests/independent/mistakes.py`, which needs the standard library of Python alone: mistakes are named
/// in tables of other programs.
#[test]
fn mistakes_of_python_programs_are_named() {
    let cache = tempfile::tempdir().expect("a folder");
    let cache = cache.path().to_str().expect("a path in UTF-8");
    let options = "--tables 1 --pool 3000 --deals 1000 --only nim";
    let mut args = vec!["--cache", cache];
    args.extend(options.split(' '));
    let Some(output) = python_output("mistakes.py", &args) else {
        return;
    };
    let table = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{table}{errors}");
    // The other mistake does not change any number.
    assert_eq!(
        table.matches("| 100 % | 100 % | 100 % |").count(),
        8,
        "{table}"
    );
}

/// Runs a script of `tests/independent` with this program; `None` without Python, which is said.
fn python_output(script: &str, args: &[&str]) -> Option<Output> {
    let python = std::env::var("PIOCHE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/independent");
    let output = Command::new(python)
        .arg("-B")
        .arg(folder.join(script))
        .arg(env!("CARGO_BIN_EXE_pioche"))
        .args(args)
        .output();
    match output {
        Ok(output) => Some(output),
        Err(error) => {
            writeln!(std::io::stderr(), "skipped: no Python: {error}").expect("standard error");
            None
        }
    }
}

/// Runs `tests/independent/hand_ins.py`, which needs the standard library of Python alone: hand-ins in each form are read rightly or
/// refused.
#[test]
fn hand_ins_of_python_programs_are_read_rightly_or_refused() {
    let Some(output) = python_output("hand_ins.py", &["--wrong"]) else {
        return;
    };
    let table = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{table}{errors}");
    let counts = table.lines().last().unwrap_or_default();
    assert!(counts.starts_with("agrees: "), "{table}");
}

/// Right games in the layouts of programs of students, and games with single faults: none is called right that is wrong, none
/// wrong that is right.
#[test]
fn printed_games_of_python_programs_are_checked() {
    let Some(output) = python_output("printed_games.py", &["6", "1"]) else {
        return;
    };
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{wrong}");
    let report = String::from_utf8_lossy(&output.stdout);
    for game in ["alliances", "solitaire", "alak", "bataille", "nim"] {
        assert!(report.contains(&format!("{game}: ")), "{report}");
    }
    assert!(report.matches(" refused; ").count() > 50, "{report}");
}
