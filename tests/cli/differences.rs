//! The differences of settings that are simulated together: their tallies, parts, reports and precision.

use crate::program::{PLAYED, answer, folder, json, refused};
use crate::tables::{cell, csv};
use serde_json::Value;
use std::fs;
use std::path::Path;

const CHANGES: &str = "simulate alliances --improve exchange,swap,move --lang en --quiet";

/// Returns the difference of two runs in a quantity; `pair` are the values of the setting that differs, such as `move - swap`.
fn difference<'a>(report: &'a Value, (key, pair): (&str, &str), quantity: &str) -> &'a Value {
    let differences = report["differences"].as_array().expect("differences");
    let is_wanted =
        |difference: &&Value| difference[key] == pair && difference["quantity"] == quantity;
    differences.iter().find(is_wanted).expect("a difference")
}

fn width(difference: &Value) -> f64 {
    difference["ci_high"].as_f64().unwrap() - difference["ci_low"].as_f64().unwrap()
}

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The folder has the tally of each run, with the bytes of the run alone, and the joint one; a resumed run and merged parts
/// give the same bytes.
#[test]
fn joint_tally_is_saved_resumed_and_merged() {
    let folder = folder();
    let here = folder.path();
    answer(here, &format!("{CHANGES} --deals 600 --out whole"));
    answer(
        here,
        "simulate alliances --improve swap --deals 600 --tally swap.tally --quiet",
    );
    assert_eq!(
        bytes(here, "swap.tally"),
        bytes(here, "whole/alliances-32-swap.tally")
    );
    let joint = bytes(here, "whole/alliances.tally");
    answer(here, &format!("{CHANGES} --deals 200 --out parts"));
    answer(
        here,
        &format!("{CHANGES} --deals 600 --out parts --resume --force"),
    );
    for name in ["alliances.tally", "alliances-32-exchange.tally"] {
        assert_eq!(
            bytes(here, &format!("parts/{name}")),
            bytes(here, &format!("whole/{name}"))
        );
    }
    for part in 1..=2 {
        let options = format!("--deals 600 --shard {part}/2 --tally {part}.tally");
        answer(here, &format!("{CHANGES} {options}"));
    }
    answer(here, "merge 2.tally 1.tally --tally merged.tally --quiet");
    assert_eq!(bytes(here, "merged.tally"), joint);
    // Without the joint tally, the runs continue one by one, and nothing is lost.
    fs::remove_file(here.join("parts/alliances.tally")).unwrap();
    answer(
        here,
        &format!("{CHANGES} --deals 700 --out parts --resume --force"),
    );
    answer(
        here,
        "simulate alliances --improve swap --deals 700 --tally more.tally --quiet",
    );
    assert_eq!(
        bytes(here, "parts/alliances-32-swap.tally"),
        bytes(here, "more.tally")
    );
    assert!(!here.join("parts/alliances.tally").exists());
}

/// A report has the paired differences from the joint tally, alone, with its members or beside them. Without it, the
/// interval allows for any dependence, and runs of other seeds are independent.
#[test]
fn report_finds_joint_tally() {
    let folder = folder();
    let here = folder.path();
    answer(here, &format!("{CHANGES} --deals 600 --out one"));
    answer(here, &format!("{CHANGES} --deals 600 --seed 2 --out two"));
    let pair = ("improve", "move - swap");
    let report = |files: &str| json(here, &format!("report {files}"));
    let from_joint = report("one/alliances.tally");
    let paired = difference(&from_joint, pair, "nb_tas_max=2").clone();
    assert_eq!(paired["interval"], "paired");
    let files = "one/alliances-32-swap.tally one/alliances-32-move.tally";
    for files in [
        files,
        &format!("{files} one/alliances.tally"),
        &format!("one/alliances.tally {files}"),
    ] {
        assert_eq!(
            difference(&report(files), pair, "nb_tas_max=2"),
            &paired,
            "{files}"
        );
    }
    fs::remove_file(here.join("one/alliances.tally")).unwrap();
    let separate = report(files);
    let any_dependence = difference(&separate, pair, "nb_tas_max=2");
    assert_eq!(any_dependence["interval"], "any-dependence");
    let other_seeds = report("one/alliances-32-swap.tally two/alliances-32-move.tally");
    let independent = difference(&other_seeds, pair, "nb_tas_max=2");
    assert_eq!(independent["interval"], "independent");
    assert!(width(&paired) < 0.8 * width(independent));
    assert!(width(independent) < 0.8 * width(any_dependence));
}

/// No player beats perfect play on any deal, so no interval says so: not in the shares and not in the mean.
#[test]
fn no_interval_has_player_better_than_perfect() {
    let folder = folder();
    let command = "simulate alliances --player perfect,leftmost --deals 400";
    let report = json(folder.path(), command);
    let pair = ("player", "leftmost - perfect");
    for piles in 2..32 {
        let difference = difference(&report, pair, &format!("nb_tas_max={piles}"));
        assert!(
            difference["ci_high"].as_f64().unwrap() <= 0.0,
            "{difference}"
        );
    }
    let mean = difference(&report, pair, "piles_left");
    assert!(
        mean["ci_low"].as_f64().is_none_or(|low| low >= 0.0),
        "{mean}"
    );
    let table = answer(folder.path(), &format!("{command} --lang en"));
    assert!(
        table.contains("Differences deal by deal on the same deals"),
        "{table}"
    );
    let french = answer(folder.path(), &format!("{command} --lang fr"));
    assert!(
        french.contains("Écarts donne par donne sur les mêmes donnes"),
        "{french}"
    );
}

/// A precision of the difference ends the run when the difference of the first two settings is known so well.
#[test]
fn precision_applies_to_difference() {
    let folder = folder();
    let here = folder.path();
    let command = "simulate alliances --improve exchange,swap --nb-tas-max 2 --precision 0.012 --deals 20k --of difference";
    let report = json(here, command);
    let difference = difference(&report, ("improve", "swap - exchange"), "nb_tas_max=2");
    assert!(width(difference) <= 0.024, "{difference}");
    let table = answer(here, &format!("{command} --lang en")).replace('\n', " ");
    assert!(table.contains("for the difference reached"), "{table}");
    let deals = report["runs"][0]["deals"].as_u64().unwrap();
    assert!((4096..20_000).contains(&deals), "{deals}");
    assert_eq!(report["runs"][0]["precision"]["reached"], true);
    for (command, reason) in [
        ("simulate alliances --of difference", "--precision"),
        (
            "simulate alliances --precision 0.01 --of difference",
            "--of difference",
        ),
    ] {
        refused(here, command, reason);
    }
}

/// A chart of runs of the same deals has their differences, in the words and numbers of the table; one of runs of other deals
/// has none.
#[test]
fn chart_has_differences_of_table() {
    let folder = folder();
    let here = folder.path();
    let chart = || {
        let svg = fs::read_to_string(here.join("chart.svg")).expect("a chart");
        svg.replace("&apos;", "'")
    };
    let options = "--deals 400 --chart chart.svg --force --width 200";
    // The table ends its lines where the terminal does, and has other spaces in numbers.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for lang in ["en", "fr"] {
        let command =
            format!("simulate alliances --improve none,exchange,move {options} --lang {lang}");
        let table = words(&answer(here, &command));
        let chart = chart();
        let mut names = 0;
        for line in chart.lines() {
            let is_name = line.contains(" − ");
            if is_name || line.contains('[') {
                assert!(table.contains(&words(line)), "{line}: {table}");
            }
            names += usize::from(is_name);
        }
        assert_eq!(names, 3);
    }
    answer(
        here,
        &format!("simulate alliances --cards 32,52 {options} --lang en"),
    );
    assert!(!chart().contains("Differences"));
}

/// A study has the paired differences that one command of the same deals has, and the tally of each run.
#[test]
fn study_compares_runs_deal_by_deal() {
    let (study, _) = &*PLAYED;
    let folder = folder();
    let here = folder.path();
    let text = fs::read_to_string(study.join("bataille-summary.csv")).expect("a table");
    let table = csv(&text);
    let is_wanted = |row: &&Vec<String>| {
        ["values", "order", "shuffle", "quantity"].map(|name| cell(&table, row, name))
            == ["13", "alternating - fixed", "uniform", "outcome=endless"]
    };
    let row = table.1.iter().find(is_wanted).expect("a difference");
    let number = |name: &str| cell(&table, row, name).parse::<f64>().expect("a number");
    let deals = cell(&table, row, "deals");
    let command =
        format!("simulate bataille --order fixed,alternating --shuffle uniform --deals {deals}");
    let report = json(here, &command);
    let pair = ("order", "alternating - fixed");
    let difference = difference(&report, pair, "outcome=endless");
    for name in ["estimate", "ci_low", "ci_high"] {
        assert_eq!(difference[name].as_f64(), Some(number(name)), "{name}");
    }
    let single = "simulate bataille --order alternating --shuffle uniform";
    answer(here, &format!("{single} --deals {deals} --tally t --quiet"));
    let saved = bytes(study, "tallies/bataille-13-alternating-uniform.tally");
    assert_eq!(bytes(here, "t"), saved);
}
