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

/// Each percentage in a title is also a text at a mark, in a cell or in a row, exactly as it stands in the title.
#[test]
fn titles_have_the_numbers_of_their_marks() {
    const COMMANDS: [&str; 10] = [
        "nim --matches 10,11",
        "nim --matches 2..30",
        "alak --cells 2..9",
        "alak --cells 3..8 --edge line,ring --own-group spared,captured",
        "alliances --cards 32,36,52",
        "alliances --improve none,exchange,move --cards 32,52",
        "bataille --values 2..8 --order fixed,alternating",
        "bataille --values 3,5,8 --face-down 0,1",
        "solitaire --hole all",
        "bataille --values 5",
    ];
    let folder = folder();
    let here = folder.path();
    for lang in ["en", "fr"] {
        for width in [80, 160] {
            for command in COMMANDS {
                let run = format!("simulate {command} --deals 300 --chart c.svg --title none");
                answer(
                    here,
                    &format!("{run} --width {width} --force --lang {lang}"),
                );
                let svg = fs::read_to_string(here.join("c.svg")).expect("a chart");
                let (_, rest) = svg.split_once("<title>").expect("a title");
                let (title, body) = rest.split_once("</title>").expect("its end");
                let words = title.split([' ', ';', ':', '(', ')']);
                let numbers: Vec<&str> = words
                    .filter(|word| word.ends_with('%'))
                    .map(|word| word.trim_end_matches('%').trim_end())
                    .collect();
                assert!(!numbers.is_empty(), "{title}");
                for number in numbers {
                    let is_at_mark = [">", " "].iter().any(|before| {
                        let beginning = format!("{before}{number}");
                        let mut texts = body.match_indices(&beginning);
                        texts.any(|(place, _)| {
                            let after = &body[place + before.len() + number.len()..];
                            after.starts_with(['%', '<', '\u{202f}'])
                        })
                    });
                    assert!(is_at_mark, "{command} {lang} {width}: {number} of {title}");
                }
            }
        }
    }
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
