//! Any game is seen again: of a simulation, kept by `play`, in a file; explained, filmed; in the reader's cards.

use crate::program::{answer, fed, folder, json, pioche, refused, stderr, stdout};
use std::collections::BTreeMap;
use std::fs;

/// The outcomes of the first games of a simulation, shown one by one, are those that it counts.
#[test]
fn the_games_of_a_simulation_are_those_that_are_shown() {
    const GAMES: u64 = 24;
    let folder = folder();
    for game in [
        "nim --matches 11 --players random,perfect",
        "alak --cells 5 --edge ring --players random,greedy --max-plies 30",
        "alak --cells 4 --players random,random --max-plies 4",
        "solitaire --board triangle:4 --hole 3",
    ] {
        let counted = json(folder.path(), &format!("simulate {game} --seed 9 --deals {GAMES}"));
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for row in counted["rows"].as_array().expect("rows").iter().filter(|row| row["count"] != 0) {
            counts.insert(row["outcome"].as_str().expect("an outcome").to_owned(), row["count"].as_u64().unwrap());
        }
        let mut shown: BTreeMap<String, u64> = BTreeMap::new();
        for deal in 0..GAMES {
            let outcome = json(folder.path(), &format!("show {game} --seed 9 --deal {deal}"));
            let outcome = outcome["outcome"].as_str().expect("an outcome").replace("open", "unresolved");
            *shown.entry(outcome).or_default() += 1;
        }
        assert_eq!(shown, counts, "{game}");
    }
}

#[test]
fn games_that_play_kept_are_shown_and_drawn() {
    let folder = folder();
    let here = folder.path();
    for (game, typed) in [
        ("nim --matches 9 --players random,random", ""),
        ("alak --cells 5 --edge ring --players random,random", ""),
        ("solitaire", "3 12\n0 3\nq\n"),
        ("alliances --seed 5 --deal 3", "d\nd\nd\nq\n"),
    ] {
        let name = game.split(' ').next().unwrap();
        assert!(fed(here, &format!("play {game} --save {name}"), typed).status.success(), "{game}");
        let kept = fs::read_to_string(here.join(name)).unwrap();
        let moves = kept.split("\n\n").nth(1).expect("moves").lines().count();
        let shown = answer(here, &format!("show {name} {name} --explain --image {name}.svg"));
        assert!(moves > 1 && shown.matches("\n\n").count() >= moves, "{shown}");
        assert!(fs::read_to_string(here.join(format!("{name}.svg"))).unwrap().contains("<svg"));
        assert_eq!(stdout(&fed(here, &format!("show {name} - --explain"), &kept)), shown, "{name}");
    }
    refused(here, "show nim alak", "alak");
    fs::write(here.join("cut"), "pioche game 1 nim\ntakes 2,3\nmatches 9\n\n3\n2").unwrap();
    refused(here, "show nim cut", "cut");
    fs::write(here.join("bad"), "pioche game 1 nim\ntakes 2,3\nmatches 9\n\n3\nx\n").unwrap();
    refused(here, "show nim bad", "6");
}

#[test]
fn steps_are_explained_in_both_languages_and_colours() {
    let folder = folder();
    for (command, english, french) in [
        ("show alliances --seed 5 --explain", "is drawn from the stock", "On tire "),
        ("show alliances --seed 5 --explain", " are allied: ", " s'allie à "),
        ("show bataille --values 3 --explain", "Player 1 takes ", "Le joueur 1 prend "),
        ("show alak --cells 5 --explain", "Player 1 plays ", "Le joueur 1 joue en "),
        ("show nim --explain", "The end: ", "Fin : "),
        ("show solitaire --explain", "Won: 1 peg", "Gagné : 1 pion"),
        ("show solitaire --deal 3 --explain", "Jump: ", "Saut : "),
    ] {
        let said =
            [format!("{command} --lang en"), format!("{command} --lang fr")].map(|args| answer(folder.path(), &args));
        assert!(said[0].contains(english), "{}", said[0]);
        assert!(said[1].contains(french), "{}", said[1]);
        let plain = answer(folder.path(), &command.replace(" --explain", ""));
        assert!(!plain.contains(english), "{plain}");
    }
    let coloured = answer(folder.path(), "show alliances --explain --color always");
    assert!(coloured.contains("\u{1b}[31m"), "{coloured}");
    assert!(!answer(folder.path(), "show alliances --explain --color never").contains('\u{1b}'));
}

/// A deck in the handout's form, and the same in others.
#[test]
fn decks_go_round_in_any_form() {
    let folder = folder();
    let here = folder.path();
    let deck = answer(here, "deal --cards 52 --seed 3");
    let english = |card: &str| {
        let (rank, suit) = card.split_once('-').unwrap();
        let rank = rank.replace('V', "J").replace('D', "Q").replace('R', "K");
        let suit = suit.replace('C', "H").replace('K', "D").replace('P', "S").replace('T', "C");
        (rank, suit)
    };
    let letters: Vec<String> =
        deck.split_whitespace().map(|card| english(card).0 + &english(card).1.replace("CC", "C")).collect();
    let symbols = answer(here, "show alliances --cards 52 --seed 3").lines().next().unwrap().to_owned();
    let french = answer(here, "show alliances --cards 52 --seed 3 --lang fr").lines().next().unwrap().to_owned();
    assert!(symbols.contains("K♠") && symbols.contains("10♠") && !symbols.contains("R♠"), "{symbols}");
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
        assert_eq!(answer(here, &format!("show alliances {name}")).lines().next(), Some(symbols.as_str()), "{name}");
        assert!(answer(here, &format!("check {name}")).contains("52"));
    }
    let mixed = deck.replacen("A-T", "AC", 1);
    fs::write(here.join("mixed"), &mixed).unwrap();
    let place = mixed.find("AC").unwrap() + 1;
    refused(here, "show alliances mixed", &format!("{place}"));
    let output = pioche(here, "check mixed");
    let first = stdout(&output).lines().next().unwrap().to_owned();
    assert!(first.contains(&format!("column {place}")) && first.contains("column 1)"), "{first}");
    fs::write(here.join("nonsense"), "one two three four five six seven eight").unwrap();
    let said = stdout(&pioche(here, "check nonsense"));
    assert!(said.lines().count() == 1 && said.contains("7-K") && said.contains("7 other words"), "{said}");
}

/// What the rules refuse is told in the words of the table, in the reader's language.
#[test]
fn refusals_are_told_in_the_readers_language() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("nim"), "3 9").unwrap();
    fs::write(here.join("alak"), "4 4").unwrap();
    fs::write(here.join("pegs"), "(3, 12) (3, 12)").unwrap();
    for (command, english, french) in [
        (
            "show nim nim",
            "nim: move 2, “9”, is refused: 9 matches cannot be taken: only 2 or 3",
            "nim : le coup 2, « 9 », est refusé : on ne peut pas retirer 9 allumettes : seulement 2 ou 3",
        ),
        (
            "show alak alak",
            "alak: move 2, “4”, is refused: cell 4 is occupied",
            "alak : le coup 2, « 4 », est refusé : la case 4 est occupée",
        ),
        (
            "show solitaire pegs",
            "move 2, “(3, 12)”, is refused: invalid start cell: there is no peg in 3",
            "le coup 2, « (3, 12) », est refusé : case de départ invalide : il n'y a pas de pion en 3",
        ),
        (
            "solve alak --position x.o --forbidden 1",
            "--forbidden: cell 1 is occupied: only an empty cell can be forbidden",
            "--forbidden : la case 1 est occupée : seule une case vide peut être interdite",
        ),
        ("solve alak --position x.o --forbidden 9", "there is no cell 9", "la case 9 n'existe pas"),
        ("solve alak --position x.o --forbidden z", "“z” is not the number of", "« z » n'est pas le numéro d'une case"),
        ("solve alak --cells 30", " GiB, more than", " Gio, plus que"),
        ("solve solitaire --position 3,3", "cell 3 is there twice", "la case 3 y est deux fois"),
        ("solve solitaire --position=", "at least one peg is needed", "il faut au moins un pion"),
    ] {
        refused(here, &format!("{command} --lang en"), english);
        refused(here, &format!("{command} --lang fr"), french);
    }
}

/// A film of a game that is too long says what it leaves out.
#[test]
fn a_film_says_what_it_leaves_out() {
    let folder = folder();
    for (lang, words) in [("en", "160 of its 1125 states are shown"), ("fr", "160 de ses 1125 états sont montrés")] {
        let shown = pioche(folder.path(), &format!("show bataille --deal 3 --animate {lang}.gif --lang {lang}"));
        assert!(stderr(&shown).contains(words), "{}", stderr(&shown));
    }
}
