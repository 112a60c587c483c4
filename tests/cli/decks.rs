//! Tests of `simulate --decks`: decks that somebody else dealt.

use crate::program::{answer, fed, folder, json, pioche, refused, stderr, stdout};
use std::fs;

/// Decks from a file or a pipe have the results of the same deals by their seed, without seed and command of the deals.
#[test]
fn given_decks_have_the_results_of_own_deals() {
    let folder = folder();
    let here = folder.path();
    let decks = answer(here, "deal --seed 3 --deal 0 --deals 300");
    fs::write(here.join("mine.txt"), &decks).expect("a file");
    for settings in [
        "",
        "--improve exchange",
        "--player perfect",
        "--alliance suit",
    ] {
        let run = format!("simulate alliances {settings}");
        let own = json(
            here,
            &format!("{run} --deals 300 --seed 3 --each own.csv --force"),
        );
        let given = json(
            here,
            &format!("{run} --decks mine.txt --each given.csv --force"),
        );
        let rows = own["rows"].as_array().expect("rows");
        let given_rows = given["rows"].as_array().expect("rows");
        assert!(
            rows.len() > 30 && rows.len() == given_rows.len(),
            "{settings}"
        );
        for (row, given_row) in rows.iter().zip(given_rows) {
            for column in [
                "nb_tas_max",
                "count",
                "wins",
                "probability",
                "ci_low",
                "ci_high",
            ] {
                assert_eq!(row[column], given_row[column], "{settings}: {column}");
            }
        }
        assert_eq!(own["runs"][0]["summary"], given["runs"][0]["summary"]);
        assert!(given["runs"][0]["seed"].is_null());
        let each = |name: &str| fs::read_to_string(here.join(name)).expect("rows");
        assert_eq!(each("own.csv"), each("given.csv"), "{settings}");
        let piped = fed(
            here,
            &format!("{run} --decks - --csv - --threads 2"),
            &decks,
        );
        let csv = answer(here, &format!("{run} --decks mine.txt --csv -"));
        assert_eq!(
            stdout(&piped)
                .replace("'-", "mine.txt")
                .replace("--decks=-", "--decks mine.txt"),
            csv
        );
    }
}

/// A line that is no deck is refused with its place, in each notation, and nothing is written.
#[test]
fn faulty_lines_are_refused_with_their_place() {
    let folder = folder();
    let here = folder.path();
    let deck = answer(here, "deal --seed 1");
    let deck = deck.trim_end();
    let (others, last) = deck.rsplit_once(' ').expect("cards");
    let (first, _) = deck.split_once(' ').expect("cards");
    for (line, place) in [
        (format!("{others} 7-X"), " 3, col"),
        (others.to_owned(), " 3"),
        (format!("{others} {first}"), " 3, col"),
        (format!("{deck} {last}"), " 3, col"),
    ] {
        fs::write(here.join("f"), format!("{deck}\n\n{line}\n")).expect("a file");
        refused(
            here,
            "simulate alliances --decks f --csv out.csv --lang en",
            place,
        );
        assert!(!here.join("out.csv").exists());
    }
    fs::write(here.join("f"), "").expect("a file");
    refused(here, "simulate alliances --decks f", "f ");
    fs::write(
        here.join("f"),
        deck.replace("-C", "♥").replace(' ', ",") + "\n",
    )
    .expect("a file");
    assert!(pioche(here, "simulate alliances --decks f").status.code() == Some(2));
    for option in [
        "--seed 1",
        "--deals 2",
        "--precision 0.1",
        "--tally t",
        "--shard 1/2",
    ] {
        refused(
            here,
            &format!("simulate alliances --decks f {option}"),
            "--decks",
        );
    }
    let message = stderr(&pioche(here, "simulate nim --decks f"));
    assert!(message.contains("--decks"), "{message}");
}
