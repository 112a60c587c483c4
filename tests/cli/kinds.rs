//! Tests that numbers which are compared are of one kind: all exact, or all estimated on the same deals.

use crate::program::{answer, folder};
use std::fs;
use std::path::Path;

/// Returns an answer without line breaks.
fn sentences(here: &Path, command: &str) -> String {
    let text = answer(here, &format!("{command} --lang en"));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn exact_numbers_are_not_compared_with_estimates() {
    let folder = folder();
    let here = folder.path();
    // The rule alone has exact values, the perfect player has none.
    let alone = sentences(here, "simulate alliances --suits 4 --ranks 2 --deals 500");
    assert!(
        alone.contains("46.4% of deals end with 2 piles (exact)."),
        "{alone}"
    );
    let both = sentences(
        here,
        "simulate alliances --suits 4 --ranks 2 --player leftmost,perfect --deals 500",
    );
    assert!(!both.contains("46.4"), "{both}");
    assert!(both.contains("2 piles: 40–50% in each case."), "{both}");
    // All values are known: words, table and difference are exact.
    let bataille = sentences(
        here,
        "simulate bataille --values 3 --shuffle uniform --face-down 0,1 --deals 500",
    );
    assert!(
        bataille.contains("44.17 46.24") && bataille.contains("Exact values"),
        "{bataille}"
    );
    let nim = sentences(here, "simulate nim --matches 10,11 --deals 500");
    assert!(nim.contains("10 6.25 56.25 37.50"), "{nim}");
}

/// The number in a title is that of its mark.
#[test]
fn titles_have_the_numbers_of_their_marks() {
    let folder = folder();
    let here = folder.path();
    let svg = |command: &str| {
        answer(
            here,
            &format!("{command} --deals 500 --chart chart.svg --force --lang en"),
        );
        fs::read_to_string(here.join("chart.svg")).expect("a chart")
    };
    let nim = svg("simulate nim --matches 10,11");
    assert!(nim.contains("28.1%") && nim.contains("28.1250%"), "{nim}");
    assert!(
        nim.contains("exact values") && !nim.contains("seed"),
        "{nim}"
    );
    let alliances = svg("simulate alliances --suits 4 --ranks 2 --player leftmost,perfect");
    assert!(!alliances.contains("46.4"), "{alliances}");
    assert!(alliances.contains("seed 1"), "{alliances}");
    let solitaire = svg("simulate solitaire --hole 12");
    assert!(
        solitaire.contains("One game in 141") && solitaire.contains("0.71%"),
        "{solitaire}"
    );
}

/// Only what is proved is exact, and an estimate of 0 has its bound.
#[test]
fn samples_are_not_called_exact() {
    let folder = folder();
    let here = folder.path();
    let one = sentences(here, "simulate alliances --deals 1");
    assert!(
        one.contains("mean 6.00, median 6.") && !one.contains("(exact)"),
        "{one}"
    );
    let rare = sentences(
        here,
        "simulate alak --cells 9,18 --own-group spared,captured --deals 200",
    );
    assert!(rare.contains("≤ 1.8") && !rare.contains(" 0.0 "), "{rare}");
}

/// With other pick-ups the order of won cards varies although player 1 always lays first.
#[test]
fn reason_of_endless_games_stands_only_below_the_pickup_of_the_handout() {
    let folder = folder();
    let here = folder.path();
    let notes = |pickup: &str| {
        sentences(
            here,
            &format!("simulate bataille --values 3 --pickup {pickup} --deals 300 --all"),
        )
    };
    assert!(notes("laid").contains("the order of won cards never varies"));
    assert!(!notes("laid,winner-first").contains("never varies"));
}
