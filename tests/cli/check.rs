//! Tests of `check` on printed games: each game that `show` and `play` print is right, and a changed line is found.

use crate::program::{answer, fed, folder, json, pioche, refused, stderr, stdout};
use pioche_engine::cards::Card;
use pioche_engine::cards::card::parse_card;
use pioche_engine::games::alliances::PileRow;
use serde_json::Value;
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

/// Asserts that `check` refuses a text with exit code 1, and returns the JSON of its verdict.
fn wrong(folder: &Path, text: &str, options: &str) -> Value {
    fs::write(folder.join("game"), text).unwrap();
    let output = pioche(folder, &format!("check game {options} --format json"));
    assert_eq!(output.status.code(), Some(1), "{}\n{text}", stderr(&output));
    let verdict: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(verdict["right"], false, "{verdict}");
    assert!(!verdict["reason"].as_str().unwrap().is_empty(), "{verdict}");
    verdict
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
    right(here, "7♥\n\n7♥\n", "");
    let steps = right(here, "8♥ 7♦ R♥\n8♥\n8♥ 7♦\n8♥ 7♦ R♥\n7♦ R♥\n", "");
    assert_eq!(steps["steps"], 4);
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
        ("missed", "was missed"),
        ("not leftmost", "jumps first"),
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

#[test]
fn unfinished_and_unreadable_patience_games_are_named_by_line() {
    let folder = folder();
    let here = folder.path();
    let game = "8♥ 7♦ R♥\n8♥\n8♥ 7♦\n8♥ 7♦ R♥\n";
    assert_eq!(wrong(here, game, "")["line"], 5);
    let longer = format!("{game}7♦ R♥\nR♥\n");
    assert_eq!(wrong(here, &longer, "")["line"], 6);
    let forbidden = wrong(here, "8♥ 7♦ R♣\n8♥\n8♥ 7♦\n8♥ 7♦ R♣\n7♦ R♣\n", "");
    assert_eq!(forbidden["line"], 5);
    // Without the rule of ranks, the king does not make the seven jump.
    let ranks = "8♥ 7♦ 8♣\n8♥\n8♥ 7♦\n8♥ 7♦ 8♣\n7♦ 8♣\n";
    right(here, ranks, "--alliance rank");
    assert_eq!(wrong(here, ranks, "--alliance suit")["line"], 5);
    let missed = wrong(here, "7♠ 8♣ 7♦ A♣\n7♠\n7♠ 8♣\n7♠ 8♣ 7♦\n7♠ 8♣ 7♦ A♣\n", "");
    let reason = missed["reason"].as_str().unwrap();
    assert_eq!(
        reason,
        "the jump of pile 2 was missed: its neighbours 7♠ and 7♦ are allied"
    );
    fs::write(here.join("odd"), "8♥ 7♦ R♥\n8♥\n8♥ Z♦\n").unwrap();
    refused(here, "check odd", " 3");
}

/// Messages name cards as the file does, in either language.
#[test]
fn messages_keep_the_form_of_cards_in_the_file() {
    let folder = folder();
    let here = folder.path();
    let missed = "7♠ V♦ 7♦ A♣\n7♠\n7♠ V♦\n7♠ V♦ 7♦\n7♠ V♦ 7♦ A♣\n";
    let refused_jump = "V♦ 7♠ R♣ 8♣\nV♦\nV♦ 7♠\nV♦ 7♠ R♣\n7♠ R♣\n";
    let wrong_card = "V♦ 7♠ R♣\nV♦\nV♦ R♣\n";
    for (game, cards) in [
        (missed, ["V♦", "7♦"]),
        (refused_jump, ["V♦", "R♣"]),
        (wrong_card, ["V♦", "7♠"]),
    ] {
        for [jack, king, suits] in [["V", "R", "♦♠♣"], ["J", "K", "♦♠♣"], ["V", "R", "KPT"]]
        {
            let in_form = |text: &str| {
                let mut text = text.replace('V', jack).replace('R', king);
                for (symbol, letter) in "♦♠♣".chars().zip(suits.chars()) {
                    if letter.is_ascii() {
                        text = text.replace(symbol, &format!("-{letter}"));
                    }
                }
                text
            };
            for lang in ["en", "fr"] {
                let verdict = wrong(here, &in_form(game), &format!("--lang {lang}"));
                let shown = verdict.to_string();
                for card in cards {
                    assert!(shown.contains(&in_form(card)), "{card}: {shown}");
                }
                let other_jack = if jack == "V" { "J" } else { "V" };
                assert!(!shown.contains(other_jack), "{shown}");
                assert_eq!(shown.contains('♦'), suits.contains('♦'), "{shown}");
            }
        }
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
    assert_eq!(pioche(here, "check long").status.code(), Some(1));
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
        let line = rounds[numbers.below(rounds.len())];
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
        let verdict = wrong(here, &changed(winner), "");
        assert_eq!(verdict["line"], line + 1, "{verdict}");
        let reason = verdict["reason"].as_str().unwrap();
        assert!(reason.contains(" goes to player "), "{verdict}");
        let verdict = wrong(here, &changed(round.replacen("1:", "1:1", 1)), "");
        assert_eq!(verdict["line"], line + 1, "{verdict}");
        let reason = verdict["reason"].as_str().unwrap();
        assert!(
            reason.contains("the top card of player 1 is ")
                && reason.contains("hands before this round: Player 1: "),
            "{verdict}"
        );
        let verdict = wrong(here, &changed(round.replace(" – ", " – 1")), "");
        assert_eq!(verdict["line"], line + 1, "{verdict}");
        // The next line is about another round.
        let verdict = wrong(here, &changed("? ? ?".to_owned()), "");
        assert_eq!(verdict["line"], line + 2, "{verdict}");
        // Another order under the hand shows when the cards come to the top.
        let other = answer(
            here,
            &format!("show bataille --values 5 --deal {deal} --pickup loser-first"),
        );
        let first = lines
            .iter()
            .zip(other.lines())
            .position(|(one, two)| one != two);
        let verdict = wrong(here, &other, "");
        assert_eq!(
            verdict["line"].as_u64().map(|line| line as usize - 1),
            first
        );
    }
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
    for deal in 0..8 {
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
    assert!(found.iter().all(|count| *count > 5), "{found:?}");
    let begun = wrong(here, "x o .\n1 2 3\n", "");
    assert_eq!(begun["reason"], "the game begins with an empty board");
}

#[test]
fn dialogues_with_refused_entries_are_right() {
    let folder = folder();
    let here = folder.path();
    for lang in ["en", "fr"] {
        for (play, input, game, steps) in [
            (
                "nim --matches 9 --players human,human",
                "2\n4\n3\nannuler\n3\n2\n2\n",
                "Nim",
                4,
            ),
            (
                "solitaire",
                "3 12\n0\n14\n0\n3\nundo\n0 3\nsolve\nq\n",
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
    }
}

#[test]
fn solitaire_and_nim_are_checked() {
    let folder = folder();
    let here = folder.path();
    let solution = answer(here, "solve solitaire");
    right(here, &solution, "");
    let jumps = solution.lines().last().expect("the jumps");
    assert_eq!(right(here, jumps, "")["steps"], 13);
    for style in ["wood", "handout"] {
        let game = answer(here, &format!("show solitaire --style {style}"));
        assert_eq!(right(here, &game, "")["steps"], 13, "{game}");
        let hole = if style == "wood" { "①" } else { "➊" };
        let wrong = wrong(
            here,
            &game.replacen(hole, if style == "wood" { "➊" } else { "①" }, 1),
            "",
        );
        assert!(
            wrong["expected"]
                .as_str()
                .is_some_and(|row| row.contains(hole)),
            "{wrong}"
        );
    }
    let unfinished = wrong(here, "(3, 12) (0, 3)", "");
    assert!(
        unfinished["reason"].as_str().unwrap().contains("not over"),
        "{unfinished}"
    );
    let impossible = wrong(here, "(3, 12) (4, 11)", "");
    assert_eq!(impossible["line"], 1);
    let nim = "Il y a 7 allumettes sur la table.\n\
               Joueur 1 : 3\n||||\nJoueur 2 : 3\n|\nEgalité\n";
    right(here, nim, "");
    let winner = wrong(here, &nim.replace("Egalité", "Gagnant : 2"), "");
    assert_eq!(winner["line"], 6);
    let take = wrong(here, &nim.replace("||||\n", "|||\n"), "");
    assert_eq!(take["line"], 3);
    assert_eq!(
        take["reason"],
        "player 1 takes 3 of 7 matches, which leaves 4"
    );
    right(here, "|||||\n|||\n\nGagnant : 2\n", "");
    assert_eq!(wrong(here, "|||||\n|||\n", "")["line"], 3);
}

/// A game that cannot be read names its own form, and no cards in a game without cards.
#[test]
fn unreadable_games_are_answered_in_one_sentence() {
    let folder = folder();
    let here = folder.path();
    for (text, expected) in [
        ("Jeu de Nim\nIl y a des allumettes\n", "||||| |||"),
        ("Solitaire\nooo\noxo\n", "(3, 12) (0, 3)"),
        ("Bienvenue dans le jeu d'Alak\n1 2\n", ". x o . ."),
        ("La bataille : 7 contre 9\n", "Player 1: 3 1 2"),
        ("La réussite des alliances\nrien\n", "8♥ 7♦ K♣"),
    ] {
        fs::write(here.join("odd"), text).unwrap();
        let message = stderr(&pioche(here, "check odd"));
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.contains(expected), "{message}");
        let is_card_game = text.contains("bataille") || text.contains("réussite");
        assert_eq!(
            message.contains("card"),
            is_card_game && text.contains("bataille"),
            "{message}"
        );
    }
}

#[test]
fn impossible_stocks_are_differences() {
    let folder = folder();
    let here = folder.path();
    let game = answer(here, "show alliances --deal 2 --lang en");
    right(here, &game, "--cards 32");
    let stock = game.lines().next().unwrap();
    let without_last = &stock[..stock.trim_end().rfind(' ').unwrap()];
    let short = wrong(here, &game.replacen(stock, without_last, 1), "");
    assert_eq!(short["line"], 1);
    assert!(
        short["reason"]
            .as_str()
            .unwrap()
            .starts_with("the stock has 31 cards instead of 32"),
        "{short}"
    );
    let full = answer(here, "show alliances --deal 2 --cards 52");
    assert_eq!(wrong(here, &full, "--cards 32")["line"], 1);
    // Without the stock, the cards drawn are taken to be the stock.
    let rows: Vec<&str> = game.lines().skip(2).collect();
    let verdict = right(here, &rows.join("\n"), "");
    assert_eq!(verdict["remarks"].as_array().map(Vec::len), Some(1));
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

/// Won cards may come under a hand in any order, by all rules of battles.
#[test]
fn games_with_shuffled_tricks_are_right() {
    let folder = folder();
    let here = folder.path();
    for face_down in 0..=3 {
        for out_of_cards in ["count", "last-card"] {
            for order in ["fixed", "alternating"] {
                let rules = format!(
                    "--pickup random --face-down {face_down} --out-of-cards {out_of_cards} --order {order}"
                );
                for form in ["", "--lang fr", "--explain --turns 9"] {
                    let show =
                        format!("show bataille --values 5 --deal {face_down} {rules} {form}");
                    let turns = if form.contains("--turns") {
                        "--turns 9"
                    } else {
                        ""
                    };
                    let verdict = right(here, &answer(here, &show), &format!("{rules} {turns}"));
                    assert_eq!(verdict["remarks"].as_array().map(Vec::len), Some(0));
                }
            }
        }
    }
}

#[test]
fn open_orders_are_settled_by_the_cards_that_follow() {
    let folder = folder();
    let here = folder.path();
    let random = "--pickup random";
    let start = "Player 1: 5 1\nPlayer 2: 2 3\n";
    // Player 1 has 1 on the top, then 2 and 5 in either order.
    for rest in [
        "1:5 2:2 → player 1\n1:1 2:3 → player 2\n1:5 2:3 → player 1\n1:2 2:1 → player 1\n",
        "1:5 2:2 → player 1\n1:1 2:3 → player 2\n1:2 2:1 → player 1\n1:5 2:3 → player 1\n",
        "1:5 2:2 → player 1\n1:1 2:3 → player 2\nPlayer 1: 2 5\nPlayer 2: 1 3\n1:2 2:1 → player 1\n1:5 2:3 → player 1\n",
    ] {
        right(here, &format!("{start}{rest}Player 1 wins\n"), random);
    }
    // A hand that is printed settles the order.
    let settled = "1:5 2:2 → player 1\n1:1 2:3 → player 2\nPlayer 1: 2 5\n1:5 2:3 → player 1\n";
    let verdict = wrong(here, &format!("{start}{settled}"), random);
    assert_eq!(verdict["line"], 6);
    assert_eq!(verdict["reason"], "the top card of player 1 is 2");
    let other = format!("{start}1:5 2:2 → player 1\n1:5 2:3 → player 1\n");
    let verdict = wrong(here, &other, random);
    assert_eq!(verdict["line"], 4);
    assert_eq!(verdict["reason"], "the top card of player 1 is 1");
    let other = format!("{start}1:5 2:2 → player 1\n1:1 2:3 → player 2\n1:3 2:1 → player 1\n");
    let verdict = wrong(here, &other, random);
    assert_eq!(verdict["line"], 5);
    assert_eq!(verdict["reason"], "the top card of player 1 is 2 or 5");
    let hands = format!("{start}Player 1: 2 5 1\nPlayer 2: 3\n");
    let verdict = wrong(here, &hands, random);
    assert_eq!(verdict["line"], 3);
    assert_eq!(verdict["expected"], "1 {2 5}");
    let endless = format!("{start}1:5 2:2 → player 1\nThe game is endless\n");
    assert_eq!(wrong(here, &endless, random)["line"], 4);
}

/// A text that shows only who takes the tricks leaves too many orders open after a while.
#[test]
fn texts_that_show_too_little_are_not_called_wrong() {
    let folder = folder();
    let here = folder.path();
    let rules = "--values 8 --pickup random --face-down 3";
    let text = answer(here, &format!("show bataille --deal 3 {rules}"));
    let taken: Vec<String> = text
        .lines()
        .filter_map(|line| match line.split_once('→') {
            Some((_, taken)) => {
                let player = taken.split_whitespace().nth(1)?;
                Some(format!("Player {player} takes the trick"))
            }
            None => Some(line.to_owned()),
        })
        .collect();
    let verdict = right(here, &taken.join("\n"), "--pickup random --face-down 3");
    let remarks = verdict["remarks"].to_string();
    assert!(remarks.contains("does not show enough"), "{remarks}");
}

/// `show` writes 1000 rounds of a game that is unresolved after a million.
#[test]
fn unresolved_games_are_right() {
    let folder = folder();
    let here = folder.path();
    for lang in ["en", "fr"] {
        let text = answer(here, &format!("show bataille --face-down 0 --lang {lang}"));
        assert!(text.contains("1000"), "{text}");
        let verdict = right(here, &text, "--face-down 0");
        assert_eq!(verdict["steps"], 1_000_000);
        let show = format!("show bataille --face-down 0 --turns 20000 --lang {lang}");
        right(here, &answer(here, &show), "--face-down 0 --turns 20000");
    }
    let finite = answer(here, "show bataille --values 3 --deal 1");
    let last = finite.trim_end().rfind("\n\n").unwrap();
    let unresolved = format!(
        "{}\n\nNeither an end nor a repetition in 1,000,000 rounds: unresolved.\n",
        &finite[..last]
    );
    let reason = wrong(here, &unresolved, "")["reason"].to_string();
    assert!(reason.contains("the game ends after"), "{reason}");
}

#[test]
fn battles_are_explained_by_their_rule() {
    let folder = folder();
    let here = folder.path();
    let game = "Player 1: 3 1 1 1 2\nPlayer 2: 3 2 2 2 1\n1:3 2:3 → player 1\n";
    for (face_down, expected) in [
        (0, "another card face up"),
        (1, "a card face down, then one"),
        (3, "3 cards face down, then one"),
    ] {
        let verdict = wrong(here, game, &format!("--face-down {face_down}"));
        let reason = verdict["reason"].as_str().unwrap();
        assert!(reason.contains(expected), "{reason}");
    }
}

/// “Draw” after a stopped round is the result, and not the tie that stopped it.
#[test]
fn a_draw_after_a_stopped_round_is_a_result() {
    let folder = folder();
    let here = folder.path();
    let game = "Player 1: 3 2\nPlayer 2: 3 2 1\n1:3 2:3 1:(2) 2:(2) → no winner\n";
    right(here, &format!("{game}Player 2 wins\n"), "");
    let verdict = wrong(here, &format!("{game}Draw\n"), "");
    assert_eq!(verdict["line"], 4);
    let reason = verdict["reason"].as_str().unwrap();
    assert!(reason.contains("player 2 wins"), "{reason}");
}

/// The help of a dialogue announces no move and takes none back.
#[test]
fn help_in_a_dialogue_changes_nothing() {
    let folder = folder();
    let here = folder.path();
    for (lang, help, quit) in [("en", "help", "quit"), ("fr", "aide", "quitter")] {
        for (play, moves, steps) in [
            ("alak --cells 7 --players human,human", "4\n", 1),
            ("nim --matches 9 --players human,human", "2\n", 1),
            ("solitaire", "3 12\n", 1),
        ] {
            let input = format!("{help}\n{moves}{help}\n{quit}\n");
            let text = stdout(&fed(here, &format!("--lang {lang} play {play}"), &input));
            let verdict = right(here, &text, "");
            assert_eq!(verdict["steps"], steps, "{verdict}\n{text}");
        }
    }
}
