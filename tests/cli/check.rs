//! Tests of `check` on printed games: each game that `show` and `play` print is right, and a changed line is found.

use crate::program::{answer, fed, folder, json, pioche, refused, stderr, stdout};
use pioche_engine::cards::Card;
use pioche_engine::cards::card::parse_card;
use pioche_engine::games::alliances::PileRow;
use serde_json::{Value, json as json_value};
use std::fs;
use std::path::Path;

/// Pseudo-random numbers, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Asserts that `check` accepts a text, and returns the JSON of its verdict.
fn right(folder: &Path, text: &str, options: &str) -> Value {
    fs::write(folder.join("game"), text).unwrap();
    let verdict = json(folder, &format!("check game {options}"));
    assert_eq!(verdict["right"], true, "{verdict}\n{text}");
    verdict
}

/// Asserts that `check` finds a text wrong, and returns the JSON of its verdict.
fn wrong(folder: &Path, text: &str, options: &str) -> Value {
    fs::write(folder.join("game"), text).unwrap();
    let output = pioche(folder, &format!("check game {options} --format json"));
    assert_eq!(output.status.code(), Some(1), "{}\n{text}", stderr(&output));
    let verdict: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(verdict["right"], false, "{verdict}");
    assert!(!verdict["reason"].as_str().unwrap().is_empty(), "{verdict}");
    verdict
}

/// Asserts that `check` refuses to read a text, and returns its message.
fn unread(folder: &Path, text: &str, options: &str) -> String {
    fs::write(folder.join("game"), text).unwrap();
    let output = pioche(folder, &format!("check game {options} --lang en"));
    assert_eq!(output.status.code(), Some(2), "{}\n{text}", stdout(&output));
    stderr(&output)
}

fn cards(line: &str) -> Vec<Card> {
    line.split_whitespace()
        .map(|word| parse_card(word).unwrap().0)
        .collect()
}

/// Returns the words of a text with one blank between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn printed_patience_games_are_right() {
    let folder = folder();
    let here = folder.path();
    for deal in 0..6 {
        for options in [
            "",
            "--lang fr",
            "--explain",
            "--cards 52",
            "--alliance suit",
        ] {
            let text = answer(here, &format!("show alliances {options} --deal {deal}"));
            let alliance = if options.contains("suit") {
                options
            } else {
                ""
            };
            right(here, &text, alliance);
        }
    }
    // The output of a Python program: white hearts and diamonds, and no empty last line.
    let text = answer(here, "--lang fr show alliances --deal 3");
    let white = text.replace('♥', "♡").replace('♦', "♢");
    right(here, white.trim_end(), "");
    // Cards in the letters of the handout and of English, and a state that is shown twice.
    let handout: String = text
        .replace('♥', "-C")
        .replace('♦', "-K")
        .replace('♠', "-P")
        .replace('♣', "-T");
    right(here, &handout, "");
    let english = answer(here, "--lang en show alliances --deal 3");
    let letters: String = english
        .replace('♥', "H")
        .replace('♦', "D")
        .replace('♠', "S")
        .replace('♣', "C");
    right(here, &letters, "");
    let doubled: String = text
        .lines()
        .skip(2)
        .filter(|line| !line.contains("tas"))
        .map(|line| format!("{line}\n{line}\n"))
        .collect();
    let stock = text.lines().next().unwrap();
    right(here, &format!("{stock}\n{doubled}"), "");
}

/// A row after one changed step of the patience; `None` if the step cannot be changed in this way.
fn changed_row(
    kind: &str,
    stock: &[Card],
    before: &[Card],
    after: &[Card],
    numbers: &mut Numbers,
) -> Option<Vec<Card>> {
    let is_draw = after.len() > before.len();
    let drawn = stock.iter().rfind(|card| before.contains(card));
    let next = stock.iter().position(|card| Some(card) == drawn)? + 1;
    match kind {
        "missed" if !is_draw && next < stock.len() => Some([before, &stock[next..=next]].concat()),
        "not leftmost" if !is_draw => {
            let row = PileRow::new(before.to_vec());
            let pile = row.possible_jumps().nth(1)?;
            let mut row = row.clone();
            row.jump(pile).unwrap();
            Some(row.top_cards().to_vec())
        }
        "wrong card" if is_draw && after.len() > 1 => {
            let mut row = after.to_vec();
            let later = stock.iter().position(|card| Some(card) == after.last())? + 1;
            *row.last_mut()? = *stock.get(later)?;
            Some(row)
        }
        "lost" if after.len() > 2 => {
            let mut row = after.to_vec();
            // Without its last card, the row after a draw is that before it.
            row.remove(numbers.below(row.len() - 1));
            Some(row)
        }
        _ => None,
    }
}

#[test]
fn changed_patience_rows_are_found_at_their_line() {
    let folder = folder();
    let here = folder.path();
    let mut numbers = Numbers(1);
    for (kind, reason) in [
        ("missed", " are allied: "),
        ("not leftmost", " are allied: "),
        ("wrong card", " is drawn from the stock"),
        ("lost", ""),
    ] {
        for deal in 0..8 {
            let text = answer(here, &format!("show alliances --deal {deal}"));
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let stock = cards(&lines[0]);
            // Rows are the lines 2, 4, 6, …, counted from 0.
            let rows = (lines.len() - 2) / 2;
            let start = numbers.below(rows);
            let change = (0..rows).find_map(|shift| {
                let line = 4 + 2 * ((start + shift) % (rows - 1));
                let before = cards(lines.get(line - 2)?);
                let after = cards(lines.get(line)?);
                let row = changed_row(kind, &stock, &before, &after, &mut numbers)?;
                Some((line, row))
            });
            let Some((line, row)) = change else {
                assert_eq!(kind, "not leftmost", "deal {deal}");
                continue;
            };
            let expected = std::mem::replace(
                &mut lines[line],
                row.iter().map(|card| format!(" {card}")).collect(),
            );
            let verdict = wrong(here, &lines.join("\n"), "");
            assert_eq!(verdict["line"], line + 1, "{kind}, deal {deal}: {verdict}");
            let found_rule = verdict["expected"].as_str().unwrap();
            assert_eq!(words(found_rule), words(&expected), "{kind}");
            assert_eq!(cards(verdict["found"].as_str().unwrap()), row, "{kind}");
            let text = verdict["reason"].as_str().unwrap();
            assert!(text.contains(reason), "{kind}: {text}");
        }
    }
}

/// A text may begin and end anywhere; what is missing at the end is said.
#[test]
fn parts_of_games_are_right() {
    let folder = folder();
    let here = folder.path();
    let game = answer(here, "show alliances --deal 2 --lang en");
    let lines: Vec<&str> = game
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let verdict = right(here, &lines[..20].join("\n"), "");
    let remark = verdict["remarks"][0].as_str().unwrap();
    assert!(remark.contains(lines[20].trim()), "{remark}");
    // Every third row.
    let some_rows: Vec<&str> = lines.iter().copied().step_by(3).collect();
    right(here, &some_rows.join("\n"), "");
    // Without the stock, the drawn cards are those at the ends of the rows.
    right(here, &lines[1..].join("\n"), "");
    let rows = lines[1..].join("\n");
    unread(here, &rows.replacen(lines[9], lines[7], 1), "");
    for show in [
        "bataille --values 3",
        "solitaire",
        "alak --cells 7",
        "nim --matches 15",
    ] {
        let game = answer(here, &format!("show {show} --lang en"));
        let lines: Vec<&str> = game.lines().collect();
        let verdict = right(here, &lines[..lines.len() / 2].join("\n"), "");
        assert_eq!(
            verdict["remarks"].as_array().map(Vec::len),
            Some(1),
            "{verdict}"
        );
    }
}

#[test]
fn decks_are_still_checked() {
    let folder = folder();
    let here = folder.path();
    let deck = answer(here, "deal");
    assert_eq!(right(here, &deck, "")["steps"], Value::Null);
    // One card a line, and the last card on a line of its own.
    right(here, &deck.replace(' ', "\n"), "");
    let last = deck.trim_end().rfind(' ').unwrap();
    right(here, &format!("{}\n{}", &deck[..last], &deck[last..]), "");
    // A stock cannot have more cards than the largest pack.
    let long = format!("{}\n7♥\n7♥ 8♥\n", "7♥ 8♥ ".repeat(40));
    fs::write(here.join("long"), long).unwrap();
    assert_eq!(pioche(here, "check long").status.code(), Some(2));
    // Rows in words are no deck either.
    let rows = "7 de carreau\n7 de carreau, 8 de pique\n7 de carreau, 8 de pique, 9 de coeur\n";
    unread(here, rows, "");
    fs::write(here.join("short"), "7-K 8-K\n").unwrap();
    let output = pioche(here, "check short --format json");
    assert_eq!(output.status.code(), Some(1));
    let verdict: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(verdict["right"], false);
}

#[test]
fn printed_bataille_games_are_right() {
    let folder = folder();
    let here = folder.path();
    for deal in 0..6 {
        for options in [
            "",
            "--order alternating",
            "--pickup loser-first",
            "--turns 5",
        ] {
            for form in ["", "--lang fr", "--explain"] {
                let show = format!("show bataille --values 4 --deal {deal} {options} {form}");
                right(here, &answer(here, &show), options);
            }
        }
    }
}

#[test]
fn changed_bataille_rounds_are_found_at_their_line() {
    let folder = folder();
    let here = folder.path();
    let mut numbers = Numbers(2);
    for deal in 0..6 {
        let text = answer(here, &format!("show bataille --values 5 --deal {deal}"));
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let rounds: Vec<usize> = (0..lines.len())
            .filter(|&line| lines[line].contains("→ player"))
            .collect();
        let line = rounds[numbers.below(rounds.len() - 1) + 1];
        let changed = |round: String| {
            let mut lines = lines.clone();
            lines[line] = round;
            lines.join("\n")
        };
        let round = &lines[line];
        let winner = if round.contains("→ player 1") {
            round.replace("→ player 1", "→ player 2")
        } else {
            round.replace("→ player 2", "→ player 1")
        };
        for other in [
            winner,
            round.replacen("1:", "1:1", 1),
            round.replace(" – ", " – 1"),
        ] {
            let verdict = wrong(here, &changed(other), "");
            assert_eq!(verdict["line"], line + 1, "{verdict}");
            assert_eq!(
                verdict["expected"].as_str(),
                Some(round.trim()),
                "{verdict}"
            );
        }
        let message = unread(here, &changed("? ? ?".to_owned()), "");
        assert!(
            message.contains(&format!("line {}, column 1: “?”", line + 1)),
            "{message}"
        );
        // Another order under the hand shows when the cards come to the top.
        let other = answer(
            here,
            &format!("show bataille --values 5 --deal {deal} --pickup loser-first"),
        );
        let mut pairs = lines.iter().zip(other.lines());
        let first = pairs.position(|(one, two)| one != two).unwrap();
        assert_eq!(wrong(here, &other, "")["line"], first + 1);
    }
    refused(here, "check game --pickup random", "--pickup random");
}

#[test]
fn printed_alak_games_are_right() {
    let folder = folder();
    let here = folder.path();
    for deal in 0..6 {
        for options in ["", "--edge ring", "--own-group captured"] {
            let show = format!("show alak --cells 9 {options} --deal {deal}");
            right(here, &answer(here, &show), options);
            right(here, &answer(here, &format!("{show} --explain")), options);
        }
    }
    // The game of the handout, with its refused moves, as the dialogue prints it.
    let moves = "2 3 2 10 7 5 9 6 4 3 5 6 8 9 5 2 3 1 6 5 9 5 4 7 3";
    let input = moves.replace(' ', "\n") + "\n";
    for lang in ["en", "fr"] {
        let play = format!("--lang {lang} play alak --cells 9 --players human,human");
        let text = stdout(&fed(here, &play, &input));
        assert_eq!(right(here, &text, "")["steps"], 17, "{text}");
    }
}

#[test]
fn changed_alak_boards_are_found_at_their_line() {
    let folder = folder();
    let here = folder.path();
    let mut found = [0; 3];
    for deal in 0..4 {
        let text = answer(here, &format!("show alak --cells 9 --deal {deal}"));
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let boards: Vec<usize> = (0..lines.len())
            .filter(|&line| {
                lines
                    .get(line + 1)
                    .is_some_and(|below| below.starts_with("1 2 3"))
            })
            .collect();
        let check = |line: usize, board: Vec<char>, kind: &str| {
            let mut lines = lines.clone();
            lines[line] = board.into_iter().map(|cell| format!("{cell} ")).collect();
            let verdict = wrong(here, &lines.join("\n"), "");
            assert_eq!(verdict["line"], line + 1, "{kind}, deal {deal}: {verdict}");
        };
        let board = |line: usize| -> Vec<char> {
            lines[line]
                .chars()
                .filter(|sign| !sign.is_whitespace())
                .collect()
        };
        for step in 1..boards.len() {
            let [mover, other] = if step % 2 == 1 {
                ['x', 'o']
            } else {
                ['o', 'x']
            };
            let before = board(boards[step - 1]);
            let after = board(boards[step]);
            let captured = (0..9).find(|&cell| before[cell] == other && after[cell] == '.');
            if let Some(cell) = captured {
                let mut left = after.clone();
                left[cell] = other;
                check(boards[step], left, "captured stones left");
                found[0] += 1;
                if let Some(&line) = boards.get(step + 1) {
                    let mut forbidden = after.clone();
                    forbidden[cell] = other;
                    check(line, forbidden, "a stone on a forbidden cell");
                    found[1] += 1;
                }
            }
            let own = (0..9).find(|&cell| before[cell] == mover && after[cell] == mover);
            if let Some(cell) = own.filter(|_| step % 3 == 0) {
                let mut taken = after.clone();
                taken[cell] = '.';
                check(boards[step], taken, "own stones taken");
                found[2] += 1;
            }
        }
    }
    assert!(found.iter().all(|count| *count > 3), "{found:?}");
    unread(here, "x o .\n1 2 3\n", "");
}

#[test]
fn dialogues_with_refused_entries_are_right() {
    let folder = folder();
    let here = folder.path();
    for lang in ["en", "fr"] {
        let text = stdout(&fed(
            here,
            &format!("--lang {lang} play solitaire"),
            "3 12\nq\n",
        ));
        for remark in [
            "Game saved: here.txt",
            "Partie non enregistrée (pour la prochaine : --save FILE).",
        ] {
            assert_eq!(right(here, &format!("{text}\n{remark}\n"), "")["steps"], 1);
        }
        for (play, input, game, steps) in [
            (
                "nim --matches 9 --players human,human",
                "2\n4\n3\nannuler\n3\n2\n2\n",
                "Nim",
                4,
            ),
            (
                "solitaire",
                "3 12\n0\n14\n0\n3\nundo\n0 3\nhelp\nq\n",
                "peg solitaire",
                2,
            ),
            (
                "alliances --seed 1",
                "p\np\ns\n2\np\nq\n",
                "the patience",
                3,
            ),
        ] {
            let text = stdout(&fed(here, &format!("--lang {lang} play {play}"), input));
            let verdict = right(here, &text, "");
            assert_eq!(verdict["game"], game, "{text}");
            assert_eq!(verdict["steps"], steps, "{verdict}\n{text}");
        }
        let input = "2\n3\n2\n2\n";
        let text = stdout(&fed(
            here,
            &format!("--lang {lang} play nim --matches 9"),
            input,
        ));
        let changed = text.replacen("\n||||\n", "\n|||\n", 1);
        let line = 1
            + (0..)
                .zip(text.lines())
                .zip(changed.lines())
                .find(|((_, one), two)| one != two)
                .map_or(0, |((line, _), _)| line);
        assert_eq!(wrong(here, &changed, "")["line"], line, "{changed}");
    }
}

/// A text may show the states alone, or boards without the numbers of their cells.
#[test]
fn states_without_moves_are_right() {
    let folder = folder();
    let here = folder.path();
    for show in ["alak --cells 9 --deal 3", "nim --matches 14", "solitaire"] {
        let text = answer(here, &format!("show {show} --lang en"));
        let is_move = |line: &str| line.starts_with('(') || line.trim().parse::<u32>().is_ok();
        let is_result = |line: &str| line.starts_with("(");
        let states: Vec<&str> = text
            .lines()
            .filter(|line| !is_move(line) || is_result(line) && line.contains("stones"))
            .collect();
        if show.starts_with("nim") {
            // The last state has no match, and no line.
            right(here, &states[..states.len() - 2].join("\n"), "");
        } else {
            right(here, &states.join("\n"), "");
        }
        let boards: Vec<&str> = states
            .iter()
            .copied()
            .filter(|line| !line.starts_with("1 2"))
            .collect();
        if show.starts_with("alak") {
            right(here, &boards.join("\n"), "");
        }
    }
    // A move that the rest of the game contradicts is itself the mistake.
    let game = answer(here, "show solitaire --deal 1");
    let jumps: Vec<&str> = game.lines().filter(|line| line.starts_with('(')).collect();
    let place = game.lines().position(|line| line == jumps[0]).unwrap();
    for other in ["(3, 12)", "(5, 12)", "(10, 12)", "(14, 12)"] {
        if other != jumps[0] {
            let verdict = wrong(here, &game.replacen(jumps[0], other, 1), "");
            assert_eq!(
                (&verdict["line"], &verdict["expected"]),
                (&json_value!(place + 1), &json_value!(jumps[0])),
                "{other}"
            );
        }
    }
    let text = answer(here, "show nim --matches 20 --takes 1..3 --lang en");
    let lines: Vec<&str> = text.lines().collect();
    let place = (4..lines.len()).find(|&line| lines[line] == "2").unwrap();
    let mut changed = lines.clone();
    changed[place] = "1";
    let verdict = wrong(here, &changed.join("\n"), "--takes 1..3");
    assert_eq!(
        (&verdict["line"], &verdict["expected"]),
        (&json_value!(place + 1), &json_value!("2"))
    );
}

/// Moves alone, saved games and JSON.
#[test]
fn recorded_games_are_played_again() {
    let folder = folder();
    let here = folder.path();
    assert_eq!(
        right(here, &answer(here, "solve solitaire"), "")["steps"],
        13
    );
    let remarks = &right(here, "(3, 12) (0, 3)", "")["remarks"];
    assert_eq!(remarks.as_array().map(Vec::len), Some(1));
    fs::write(here.join("moves"), "2 3 2 3 3\n").unwrap();
    refused(here, "check moves", "nim");
    // Numbers alone are of no game by themselves, whether they are legal in one or in none.
    for moves in ["4 4 5\n", "1\n2\n"] {
        fs::write(here.join("numbers"), moves).unwrap();
        refused(here, "check numbers", "(alak, nim)");
    }
    assert_eq!(pioche(here, "check alak numbers").status.code(), Some(0));
    let verdict = json(here, "check nim moves --matches 13");
    assert_eq!(verdict["right"], true);
    fed(here, "play nim --matches 9 --save saved", "2\n3\nq\n");
    let saved = fs::read_to_string(here.join("saved")).unwrap();
    assert_eq!(right(here, &saved, "")["steps"], 2);
    assert_eq!(
        wrong(here, &saved.replace("\n3\n", "\n4\n"), "")["line"],
        saved.lines().count()
    );
    for show in [
        "alliances --deal 4",
        "bataille --values 4",
        "solitaire",
        "alak",
        "nim",
    ] {
        let text = stdout(&pioche(here, &format!("show {show} --format json")));
        right(here, &text, "");
    }
    let text = stdout(&pioche(here, "show alliances --deal 4 --format json"));
    let piles = serde_json::from_str::<Value>(&text).unwrap()["piles"]
        .as_u64()
        .unwrap();
    let changed = text.replace(&format!("\"piles\": {piles}"), "\"piles\": 1");
    assert!(wrong(here, &changed, "")["line"].as_u64() > Some(30));
}

/// Texts of other forms are refused, or judged as the table says; none is judged otherwise.
#[test]
fn texts_of_other_programs_are_refused() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/printed");
    for (file, options) in [
        ("stock-before-row.txt", "--suits 2 --ranks 2"),
        ("bataille-contre.txt", ""),
        ("bataille-wrong-cards.txt", ""),
        ("nim-wrong-take.txt", ""),
        ("solitaire-arrows.txt", ""),
    ] {
        let output = pioche(&data, &format!("check {file} {options} --lang en"));
        assert_eq!(output.status.code(), Some(2), "{file}: {}", stdout(&output));
        let message = stderr(&output);
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(
            message.contains(", line ") && message.contains("such as “"),
            "{message}"
        );
    }
}

/// Filled discs are holes in the handout's program, and the other way round in others.
#[test]
fn both_kinds_of_discs_are_read() {
    let folder = folder();
    let here = folder.path();
    for show in [
        "solitaire",
        "solitaire --board english",
        "solitaire --deal 3",
    ] {
        let text = answer(here, &format!("show {show}"));
        let other = |sign: char| {
            let code = u32::from(sign);
            let other_code = match code {
                0x24ea => 0x24ff,
                0x24ff => 0x24ea,
                0x2460..=0x2469 => code - 0x2460 + 0x278a,
                0x278a..=0x2793 => code - 0x278a + 0x2460,
                0x246a..=0x2473 => code - 0x246a + 0x24eb,
                0x24eb..=0x24f4 => code - 0x24eb + 0x246a,
                0x25cb => 0x25cf,
                0x25cf => 0x25cb,
                _ => code,
            };
            char::from_u32(other_code).unwrap()
        };
        right(here, &text, "");
        right(here, &text.chars().map(other).collect::<String>(), "");
    }
}

#[test]
fn templates_are_read() {
    let folder = folder();
    let here = folder.path();
    for game in ["alliances", "solitaire", "alak", "bataille", "nim"] {
        let template = answer(here, &format!("check {game} --template"));
        let samples: Vec<&str> = template.split("# pioche ").skip(1).collect();
        assert!(samples.len() > 1, "{template}");
        for sample in samples {
            let (_, text) = sample.split_once('\n').unwrap();
            right(here, text, "");
        }
    }
    assert!(
        answer(here, "check --template")
            .matches("# pioche show")
            .count()
            > 15
    );
}

#[test]
fn games_are_named_before_files() {
    let folder = folder();
    let here = folder.path();
    let game = answer(here, "show nim");
    fs::write(here.join("nim"), &game).unwrap();
    for command in ["check nim", "check nim nim", "check ./nim"] {
        assert_eq!(json(here, command)["right"], true, "{command}");
    }
    refused(here, "check alak nim", "nim");
}

#[test]
fn folders_give_a_table() {
    let folder = folder();
    let here = folder.path();
    fs::create_dir(here.join("class")).unwrap();
    let game = answer(here, "show alliances --deal 5 --lang en");
    let mut lines: Vec<&str> = game.lines().collect();
    lines[12] = lines[8];
    let wrong_game = lines.join("\n");
    fs::write(here.join("class/right.txt"), &game).unwrap();
    fs::write(here.join("class/wrong.txt"), wrong_game).unwrap();
    fs::write(here.join("class/other.txt"), "Bonjour\n").unwrap();
    fs::write(here.join("class/game.py"), "print(1)\n").unwrap();
    let output = pioche(here, "check class --csv marks.csv --lang en");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains(".py 1"), "{}", stderr(&output));
    let table = fs::read_to_string(here.join("marks.csv")).unwrap();
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.splitn(5, ',').collect())
        .collect();
    assert_eq!(rows[0], ["file", "game", "verdict", "line", "reason"]);
    let verdicts: Vec<&str> = rows[1..].iter().map(|row| row[2]).collect();
    assert_eq!(verdicts, ["refused", "right", "wrong"], "{table}");
    assert_eq!(rows[3][3], "13", "{table}");
    refused(here, "check class --csv marks.csv", "marks.csv");
    pioche(here, "check class --feedback texts --lang en");
    let text = fs::read_to_string(here.join("texts/wrong.txt.txt")).unwrap();
    assert!(text.starts_with("wrong.txt, line 13"), "{text}");
}

/// A refusal shows the line, the word, and a line as it should be.
#[test]
fn refusals_show_a_line_as_it_should_be() {
    let folder = folder();
    let here = folder.path();
    let game = answer(here, "show alliances --deal 2 --explain --lang en");
    let lines: Vec<&str> = game.lines().collect();
    let line = lines
        .iter()
        .position(|line| line.contains("allied"))
        .unwrap();
    let message = unread(here, &game.replacen("allied", "friends", 1), "");
    let place = format!("line {}, column ", line + 1);
    assert!(message.contains(&place), "{message}");
    assert!(
        message.contains("“friends”") && message.contains(lines[line]),
        "{message}"
    );
    for (text, expected) in [
        ("Jeu de Nim\nIl reste des allumettes\n", "reste"),
        ("Solitaire\nSaut\nooo\noxo\n", "Saut"),
        ("Le joueur 1 joue en 2\n1 2\n", "joue en"),
    ] {
        let message = unread(here, text, "");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.contains(expected), "{message}");
    }
}

/// Numbers beyond any game, in each place of a printed game, are answered like others.
#[test]
fn numbers_beyond_any_game_are_answered() {
    let folder = folder();
    let here = folder.path();
    let mut numbers = Numbers(3);
    for show in [
        "alliances --suits 2 --ranks 3",
        "bataille --values 3",
        "alak --cells 5",
        "nim --matches 9",
        "solitaire",
    ] {
        let text = answer(here, &format!("show {show} --lang en"));
        for number in ["18446744073709551615", "99999999999999999999", "4294967296"] {
            for line in [
                number.to_owned(),
                format!("{number} {number}"),
                format!("Round {number}"),
                format!("Player 1: {number}"),
                format!("Player 1 wins ({number} rounds)"),
                format!("Cut off after {number} rounds: player 1 wins"),
                format!("{number} piles left, {number} matches left, {number} pegs left"),
            ] {
                let mut lines: Vec<&str> = text.lines().collect();
                lines.insert(numbers.below(lines.len()), &line);
                fs::write(here.join("game"), lines.join("\n")).unwrap();
                let output = pioche(here, "check game");
                let code = output.status.code();
                assert!(
                    code.is_some_and(|code| code <= 2),
                    "{line}: {}",
                    stderr(&output)
                );
            }
        }
    }
}

/// `show` writes 1000 rounds of a game that is unresolved after a million, and all of a long one.
#[test]
fn long_games_are_right() {
    let folder = folder();
    let here = folder.path();
    for lang in ["en", "fr"] {
        let text = answer(here, &format!("show bataille --face-down 0 --lang {lang}"));
        assert!(text.contains("1000"), "{text}");
        assert_eq!(right(here, &text, "--face-down 0")["steps"], 1000);
    }
    let rules = "--face-down 0 --turns 100000";
    let text = answer(here, &format!("show bataille {rules}"));
    assert_eq!(right(here, &text, rules)["steps"], 100_000);
}

/// From the middle of a game of Nim on, the heap does not tell the player to move; JSON is read only with the settings of its
/// game; and what is cut off is no deck.
#[test]
fn texts_whose_start_is_not_known_are_never_wrong() {
    let folder = folder();
    let here = folder.path();
    let game = answer(here, "show nim --deal 2");
    for first in [3, 9, 15] {
        let lines: Vec<&str> = game.lines().skip(first).collect();
        fs::write(here.join("tail.txt"), lines.join("\n")).unwrap();
        answer(here, "check tail.txt");
    }
    for options in ["alak --cells 12", "solitaire --hole 0", "nim --matches 30"] {
        let json = answer(here, &format!("show {options} --deal 2 --format json"));
        fs::write(here.join("game.json"), &json).unwrap();
        refused(here, "check game.json", "--cells");
        let (_, settings) = options.split_once(' ').expect("a setting");
        answer(here, &format!("check game.json {settings}"));
        fs::write(
            here.join("word.json"),
            json.replacen("\"player", "\"winner", 1),
        )
        .unwrap();
        let changed = pioche(here, &format!("check word.json {settings}"));
        assert_ne!(changed.status.code(), Some(1), "{options}");
    }
    let stock = answer(here, "show alliances --deal 1 --format json");
    let cut_lines: Vec<&str> = stock.lines().take(25).collect();
    fs::write(here.join("cut.json"), cut_lines.join("\n")).unwrap();
    refused(here, "check cut.json", "JSON");
}

/// A game that is right by another rule is wrong by the given one, and the answer names that rule.
#[test]
fn other_rule_of_a_right_game_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for (show, rule, option) in [
        (
            "alliances --alliance suit",
            "same suit only",
            "--alliance suit",
        ),
        ("alak --cells 9 --edge ring", "ring", "--edge ring"),
        (
            "bataille --order alternating",
            "the players take turns to lay first",
            "--order alternating",
        ),
    ] {
        let game = answer(here, &format!("show {show} --lang en"));
        let verdict = wrong(here, &game, "--lang en");
        assert_eq!(verdict["right_by_rule"], rule, "{verdict}");
        right(here, &game, option);
    }
    // The other settings are those of the command.
    let rules = "--face-down 2 --turns 40";
    let show = format!("show bataille --values 5 {rules} --order alternating --lang en");
    let verdict = wrong(here, &answer(here, &show), &format!("{rules} --lang en"));
    assert_eq!(
        verdict["right_by_rule"],
        "the players take turns to lay first"
    );
    let game = answer(here, "show nim --lang en");
    let verdict = wrong(here, &game.replacen('3', "2", 1), "--lang en");
    assert_eq!(verdict["right_by_rule"], Value::Null, "{verdict}");
}
