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

/// Runs `tests/independent/hand_ins.py`, which needs the standard library of Python alone: hand-ins are read in each form.
#[test]
fn hand_ins_of_python_programs_are_read() {
    let Some(output) = python_output("hand_ins.py", &["--wrong"]) else {
        return;
    };
    let table = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{table}{errors}");
}

/// Right games in the layouts of programs of students, and games with single faults.
#[test]
fn printed_games_of_python_programs_are_checked() {
    let Some(output) = python_output("printed_games.py", &["12", "1"]) else {
        return;
    };
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{wrong}");
    let report = String::from_utf8_lossy(&output.stdout);
    for game in [
        "alliances",
        "solitaire",
        "alak",
        "bataille",
        "shuffled bataille",
        "nim",
    ] {
        let accepted = format!("{game}: 12 right games accepted, 0 called wrong");
        assert!(report.contains(&accepted), "{report}");
    }
    assert!(report.matches("1 of 1 found").count() > 85, "{report}");
}
