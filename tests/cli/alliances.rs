//! Tests of the settings of la réussite des alliances through the program.

use crate::program::{fed, folder, json, pioche};
use serde_json::Value;
use std::fs;

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
        let plan = &result["runs"][0]["plan"];
        let setting = plan["settings"]["alliance"].as_str();
        assert_eq!(setting, (!is_default).then_some(alliance));
        assert_eq!(result["rows"][0]["alliance"], alliance);
        let command = plan["command"].as_str().unwrap();
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
            saved.contains("\nalliance "),
            alliance != "either",
            "{saved}"
        );
        assert_eq!(saved.contains("jump 2"), alliance != "suit", "{saved}");
        let shown_again = pioche(here, &format!("show alliances {game}"));
        assert!(shown_again.status.success(), "{alliance}");
    }
}
