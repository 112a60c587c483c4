//! Tests of the settings of la réussite des alliances through the program.

use crate::program::{answer, fed, folder, json, pioche, refused};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The rule of alliance is in names, tallies, tables and commands; names and commands omit the default.
#[test]
fn alliance_rule_is_a_setting() {
    let folder = folder();
    let here = folder.path();
    for alliance in ["either", "suit", "rank"] {
        let command = format!(
            "simulate alliances --suits 2 --ranks 4 --deals 640 --alliance {alliance} --tally {alliance}.tally"
        );
        let result = json(here, &command);
        let is_default = alliance == "either";
        let run = &result["runs"][0];
        assert_eq!(run["settings"]["alliance"], alliance);
        let row_value = result["rows"][0].get("alliance");
        assert_eq!(row_value.is_none(), is_default, "{row_value:?}");
        let command = run["plan"]["command"].as_str().unwrap();
        assert_eq!(command.contains("--alliance"), !is_default, "{command}");
        let report = json(here, &format!("report {alliance}.tally"));
        assert_eq!(report["rows"], result["rows"], "{alliance}");
        let repeated = json(here, command.strip_prefix("pioche ").unwrap());
        assert_eq!(repeated["rows"], result["rows"], "{alliance}");
    }
    let refused = pioche(here, "simulate alliances --alliance colour");
    assert_eq!(refused.status.code(), Some(2));
}

/// Cards of the same suit and cards of the same rank: each command plays by the rule that it is given.
#[test]
fn every_command_plays_by_the_alliance_rule() {
    let folder = folder();
    let here = folder.path();
    let deck = "R-C A-K R-K R-P A-C A-P";
    fs::write(here.join("deck"), format!("{deck}\n")).unwrap();
    let options = "--suits 3 --ranks 2 --alliance";
    for (alliance, show, best, improved) in [
        ("either", vec![1, 3, 1], 3, 2),
        ("suit", vec![4], 5, 3),
        ("rank", vec![1], 5, 2),
    ] {
        let shown = json(here, &format!("show alliances deck {options} {alliance}"));
        let solved = json(here, &format!("solve alliances deck {options} {alliance}"));
        let row = deck.replace(' ', ",");
        let row = json(
            here,
            &format!("solve alliances --row {row} --alliance {alliance}"),
        );
        let changed = json(here, &format!("improve deck {options} {alliance}"));
        assert_eq!(shown["jumps"], Value::from(show), "{alliance}");
        assert_eq!(solved["automatic"], shown["piles"], "{alliance}");
        assert_eq!(solved["best"], best, "{alliance}");
        assert_eq!(row["best"], best, "{alliance}");
        assert_eq!(changed["after"], improved, "{alliance}");
        let game = format!("game-{alliance}");
        let play = format!("play alliances deck {options} {alliance} --save {game}");
        let input = "d\nd\nd\n2\nq\n";
        fed(here, &play, input);
        let saved = fs::read_to_string(here.join(&game)).unwrap();
        assert_eq!(
            saved.contains(" alliance="),
            alliance != "either",
            "{saved}"
        );
        assert_eq!(saved.contains("jump 2"), alliance != "suit", "{saved}");
        let shown_again = pioche(here, &format!("show alliances {game}"));
        assert!(shown_again.status.success(), "{alliance}");
    }
}

/// Returns the states that `show` prints without explanations, as lists of cards.
fn states(folder: &Path, options: &str) -> Vec<String> {
    let text = answer(folder, &format!("--lang fr show alliances {options}"));
    let lines = text.lines().filter(|line| !line.is_empty());
    lines
        .filter(|line| !line.ends_with(" tas"))
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

/// Part 2 of the handout: its examples are rows of three to seven cards.
#[test]
fn rows_of_the_handout_are_played_as_it_says() {
    let folder = folder();
    let here = folder.path();
    let last = |row: &str| states(here, &format!("--row {row}")).pop().unwrap();
    assert_eq!(last("8♥,7♦,R♣"), "8♥ 7♦ R♣");
    assert_eq!(
        states(here, "--row 8♥,7♦,R♥"),
        ["8♥ 7♦ R♥", "8♥", "8♥ 7♦", "8♥ 7♦ R♥", "7♦ R♥"]
    );
    assert_eq!(last("8♥,7♦,R♥,A♥,10♦,9♠"), "7♦ R♥ A♥ 10♦ 9♠");
    assert_eq!(last("8♥,7♦,R♥,A♥,10♦,9♠,9♦"), "7♦ R♥ A♥ 9♠ 9♦");
    // Another notation, one card, and a row in a file.
    assert_eq!(last("8-C,7-K,R-C"), "7♦ R♥");
    assert_eq!(last("8H,7D,KH"), "7♦ R♥");
    assert_eq!(states(here, "--row 7-K"), ["7♦", "7♦"]);
    fs::write(here.join("row"), "8-C 7-K\nR-C\n").unwrap();
    assert_eq!(states(here, "row"), states(here, "--row 8-C,7-K,R-C"));
    assert_eq!(json(here, "solve alliances row")["best"], 2);
    let game = json(here, "show alliances --row 8♥,7♦,R♥");
    assert_eq!(game["jumps"].to_string(), "[1]");
    assert_eq!(game["tops"].to_string(), r#"["7-K","R-C"]"#);
    let last_row = answer(here, "show alliances --row 8♥,7♦,R♥ --final");
    assert_eq!(last_row.lines().count(), 2);
    answer(
        here,
        "show alliances --row 8♥,7♦,R♥ --animate row.gif --quiet",
    );
    answer(
        here,
        "show alliances --row 8♥,7♦,R♥ --image row.svg --step 4 --quiet",
    );
}

/// Part 2: the 7♣ is drawn beside seven piles that are already laid, and starts a cascade (`une_etape_reussite`).
#[test]
fn card_drawn_beside_laid_piles_makes_its_jumps() {
    let folder = folder();
    let here = folder.path();
    let piles = "--row 9♣,V♦,10♥,A♠,V♣,D♣,D♠ --stock 7♣";
    assert_eq!(
        states(here, piles),
        [
            "7♣",
            "9♣ V♦ 10♥ A♠ V♣ D♣ D♠",
            "9♣ V♦ 10♥ A♠ V♣ D♣ D♠ 7♣",
            "9♣ V♦ 10♥ A♠ V♣ D♠ 7♣",
            "9♣ V♦ 10♥ V♣ D♠ 7♣",
            "9♣ 10♥ V♣ D♠ 7♣",
            "10♥ V♣ D♠ 7♣",
            "10♥ D♠ 7♣",
        ]
    );
    let game = json(here, &format!("show alliances {piles}"));
    assert_eq!(game["jumps"].to_string(), "[6,4,2,1,2]");
    assert_eq!(game["piles"], 3);
    // Each jump is explained (`saut_si_possible`).
    let text = answer(here, &format!("show alliances {piles} --explain"));
    assert_eq!(text.matches(" are allied: ").count(), 5, "{text}");
    let picture = format!("show alliances {piles} --image piles.svg --step 0 --quiet");
    answer(here, &picture);
    let perfect = json(here, &format!("show alliances {piles} --perfect"));
    let solved = json(here, "solve alliances --row 9♣,V♦,10♥,A♠,V♣,D♣,D♠,7♣");
    assert_eq!(perfect["piles"], solved["best"]);
}

/// Repeated and unknown cards are refused with their places.
#[test]
fn rows_that_are_not_cards_are_refused() {
    let folder = folder();
    let here = folder.path();
    refused(here, "show alliances --row 8♥,7♦,8♥", "1 ");
    refused(here, "show alliances --row 8♥,7♦,8♥", " 3)");
    refused(here, "show alliances --row 8♥,7♦ --stock R♥,7♦", "--stock");
    refused(here, "show alliances --row 8♥,Z♦", "Z♦");
    refused(here, "show alliances --row ,", "--row");
    refused(here, "show alliances --stock 8♥", "--row");
    refused(here, "show alliances --row 8♥ --seed 2", "--row");
    fs::write(here.join("twice"), "8-C 7-K\n8-C\n").unwrap();
    refused(here, "show alliances twice", "twice");
    refused(here, "show alliances twice", " 2, ");
}
