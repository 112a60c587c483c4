//! Tests of showing games: of a simulation, saved by `play`, or from a file; explained, filmed, with other card names.

use crate::program::{answer, fed, folder, json, pioche, refused, shell, stderr, stdout};
use std::collections::BTreeMap;
use std::fs;

/// The first games of a simulation, shown one by one, have the outcomes that it counts.
#[test]
fn show_reproduces_outcomes_counted_by_simulate() {
    const GAMES: u64 = 24;
    let folder = folder();
    for game in [
        "nim --matches 11 --players random,perfect",
        "alak --cells 5 --edge ring --players random,minimax:1 --max-plies 30",
        "alak --cells 4 --players random,random --max-plies 4",
        "solitaire --board triangle:4 --hole 3",
        "bataille --values 5 --pickup random --face-down 2 --out-of-cards last-card",
    ] {
        let counted = json(
            folder.path(),
            &format!("simulate {game} --seed 9 --deals {GAMES}"),
        );
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for row in counted["rows"]
            .as_array()
            .expect("rows")
            .iter()
            .filter(|row| row["count"] != 0)
        {
            counts.insert(
                row["outcome"].as_str().expect("an outcome").to_owned(),
                row["count"].as_u64().unwrap(),
            );
        }
        let mut shown: BTreeMap<String, u64> = BTreeMap::new();
        for deal in 0..GAMES {
            let outcome = json(
                folder.path(),
                &format!("show {game} --seed 9 --deal {deal}"),
            );
            let outcome = outcome["outcome"]
                .as_str()
                .expect("an outcome")
                .replace("open", "unresolved");
            *shown.entry(outcome).or_default() += 1;
        }
        assert_eq!(shown, counts, "{game}");
    }
}

/// The text of a game grows with its moves, and not with the square of its matches.
#[test]
fn show_of_large_heap_stays_in_memory() {
    let folder = folder();
    let game = "show nim --matches 80000 --takes 1 --animate long.gif";
    let output = shell(
        folder.path(),
        &format!("ulimit -v 1000000; exec $PIOCHE {game}"),
    );
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(folder.path().join("long.gif").is_file());
    let remark = "An animation of 60 s cannot show the whole game: steps 10 to 79,971 left out; --seconds changes \
                  that duration.";
    assert!(stderr(&output).contains(remark), "{}", stderr(&output));
    let text = stdout(&output);
    let (large, small) = text.split_once("|").expect("small heaps are drawn");
    assert_eq!(large.matches("80000").count(), 1);
    assert_eq!(small.matches("\n1\n").count(), 650);
}

#[test]
fn show_prints_and_draws_saved_games() {
    let folder = folder();
    let here = folder.path();
    for (game, typed) in [
        ("nim --matches 9 --players random,random", ""),
        ("alak --cells 5 --edge ring --players random,random", ""),
        ("solitaire", "3 12\n0 3\nq\n"),
        ("alliances --seed 5 --deal 3", "d\nd\nd\nq\n"),
    ] {
        let name = game.split(' ').next().unwrap();
        assert!(
            fed(here, &format!("play {game} --save {name}"), typed)
                .status
                .success(),
            "{game}"
        );
        let kept = fs::read_to_string(here.join(name)).unwrap();
        let moves = kept.lines().count() - 1;
        let shown = answer(
            here,
            &format!("show {name} {name} --explain --image {name}.svg"),
        );
        assert!(
            moves > 1 && shown.matches("\n\n").count() >= moves,
            "{shown}"
        );
        assert!(
            fs::read_to_string(here.join(format!("{name}.svg")))
                .unwrap()
                .contains("<svg")
        );
        assert_eq!(
            stdout(&fed(here, &format!("show {name} - --explain"), &kept)),
            shown,
            "{name}"
        );
    }
    refused(here, "show nim alak", "alak");
    let settings = "# nim takes=2,3 matches=9 players=human,human\n";
    fs::write(here.join("bad"), format!("{settings}3\nx\n")).unwrap();
    refused(here, "show nim bad", " 2");
    fs::write(here.join("illegal"), format!("{settings}3\n4\n")).unwrap();
    refused(here, "show nim illegal", " 4 ");
}

/// Decks are accepted in the handout's form and in other forms.
#[test]
fn decks_are_accepted_in_all_notations() {
    let folder = folder();
    let here = folder.path();
    let deck = answer(here, "deal --cards 52 --seed 3");
    let english = |card: &str| {
        let (rank, suit) = card.split_once('-').unwrap();
        let rank = rank.replace('V', "J").replace('D', "Q").replace('R', "K");
        let suit = suit
            .replace('C', "H")
            .replace('K', "D")
            .replace('P', "S")
            .replace('T', "C");
        (rank, suit)
    };
    let letters: Vec<String> = deck
        .split_whitespace()
        .map(|card| english(card).0 + &english(card).1.replace("CC", "C"))
        .collect();
    let symbols = answer(here, "show alliances --cards 52 --seed 3")
        .lines()
        .next()
        .unwrap()
        .to_owned();
    let french = answer(here, "show alliances --cards 52 --seed 3 --lang fr")
        .lines()
        .next()
        .unwrap()
        .to_owned();
    assert!(
        symbols.contains("K♠") && symbols.contains("10♠") && !symbols.contains("R♠"),
        "{symbols}"
    );
    assert!(french.contains("R♠") && !french.contains("K♠"), "{french}");
    for (name, text) in [
        ("handout", deck.clone()),
        ("letters", letters.join(" ")),
        ("symbols", symbols.clone()),
        ("french", french),
        ("lower", deck.to_lowercase()),
        ("commas", deck.trim().replace(' ', ", ")),
        ("semicolons", letters.join(";\n")),
    ] {
        fs::write(here.join(name), text).unwrap();
        assert_eq!(
            answer(here, &format!("show alliances {name}"))
                .lines()
                .next(),
            Some(symbols.as_str()),
            "{name}"
        );
        assert!(answer(here, &format!("check {name}")).contains("52"));
    }
    let mixed = deck.replacen("A-T", "AC", 1);
    fs::write(here.join("mixed"), &mixed).unwrap();
    let place = mixed.find("AC").unwrap() + 1;
    refused(here, "show alliances mixed", &format!("{place}"));
    let output = pioche(here, "check mixed");
    let first = stdout(&output).lines().next().unwrap().to_owned();
    assert!(
        first.contains(&format!("column {place}")) && first.contains("column 1)"),
        "{first}"
    );
    fs::write(
        here.join("nonsense"),
        "one two three four five six seven eight",
    )
    .unwrap();
    refused(here, "check nonsense", "7-K");
    fs::write(here.join("nearly"), "7-K D-P one 8-K two").unwrap();
    let said = stdout(&pioche(here, "check nearly"));
    assert!(said.contains("“one” is not a card"), "{said}");
}

#[test]
fn color_option_colours_explanations() {
    let folder = folder();
    let coloured = |when: &str| {
        answer(
            folder.path(),
            &format!("show alliances --explain --color {when}"),
        )
        .contains("\u{1b}[31m")
    };
    assert_eq!(["always", "never"].map(coloured), [true, false]);
}

#[test]
fn films_last_as_long_as_requested() {
    let folder = folder();
    let here = folder.path();
    let film = |seconds: &str| {
        let show = "show bataille --values 5 --deal 4 --lang en --force --animate film.gif";
        stderr(&pioche(here, &format!("{show} {seconds}")))
    };
    let usual = film("");
    assert!(
        usual.contains("An animation of 60 s cannot show the whole game: rounds "),
        "{usual}"
    );
    let short = film("--seconds 12");
    assert!(short.contains("An animation of 12 s"), "{short}");
    let size = |remark: &str| {
        let seconds = remark
            .split(" s, ")
            .next()
            .unwrap()
            .rsplit(' ')
            .next()
            .unwrap();
        seconds.parse::<f64>().unwrap()
    };
    assert!(size(&short) <= 12.0, "{short}");
    assert!(!film("--seconds 3000").contains("left out"));
    refused(here, "show nim --seconds 20", "--animate");
}
