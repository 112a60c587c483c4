//! Regression tests of overviews, pages and dialogues that omitted or garbled their content.

use crate::program::{STUDY_FILES, answer, fed, folder, json, pioche, refused, stderr, stdout};
use std::collections::BTreeSet;
use std::fs;

/// Returns the number of rows of the table in an overview, which has one or two blocks.
fn overview_row_count(table: &str) -> usize {
    let mut lines = table.lines().skip_while(|line| !line.starts_with('─'));
    let rule = lines.next().expect("a line below the headings");
    let blocks = rule.split_whitespace().count();
    blocks * lines.take_while(|line| line.starts_with(' ')).count()
}

/// Each of several runs has at least one row in the overview, in both languages.
#[test]
fn overview_has_row_for_each_run() {
    let folder = folder();
    for lang in ["en", "fr"] {
        for (args, rows) in [
            ("shuffle --riffles 1..12 --deals 200", 12),
            ("solitaire --hole all --deals 200", 15),
            ("bataille --values 2..13 --deals 100", 12),
            ("alliances --improve exchange,swap,move --deals 200", 4),
        ] {
            let table = answer(folder.path(), &format!("simulate {args} --lang {lang}"));
            assert!(overview_row_count(&table) >= rows, "{args} {lang}\n{table}");
        }
    }
}

/// The sentence about a list names the values in which its settings differ, that of the handout's rule, too.
#[test]
fn sentences_name_each_value_of_a_list() {
    for (list, names) in [
        (
            "bataille --face-down 0,1",
            ["% with 1 card face down; ", "% with 0."],
        ),
        (
            "alliances --alliance either,suit --nb-tas-max 8",
            ["% (same suit or rank); ", "% (same suit only)."],
        ),
    ] {
        let text = answer(folder().path(), &format!("simulate {list} --deals 200"));
        for name in names {
            assert!(text.replace('\n', " ").contains(name), "{text}");
        }
    }
}

/// Letters of charts are at least 11 pixels high on any screen, shades keep their letter colours in dark mode, and
/// tables stay closed on paper.
#[test]
fn study_page_is_readable_narrow_dark_and_printed() {
    let page = fs::read_to_string(STUDY_FILES.join("index.html")).unwrap();
    let number_after = |text: &str, start: &str| -> f64 {
        let rest = text.split(start).nth(1).expect(start);
        let end = rest.find(|sign: char| !sign.is_ascii_digit() && sign != '.');
        rest[..end.unwrap_or(rest.len())].parse().expect("a number")
    };
    // Wide drawings are shown on screens from 640 pixels on, narrow ones on smaller screens; 16 pixels are free at each edge.
    let mut letters = 0;
    for (class, least_width) in [("wide", 640.0 - 32.0), ("narrow", 390.0 - 32.0)] {
        let start = format!("<div class=\"{class}\"><svg");
        for drawing in page.split(start.as_str()).skip(1) {
            let drawing = drawing.split("</svg>").next().unwrap();
            let steps = number_after(drawing, "viewBox=\"0 0 ");
            for text in drawing.split("<text ").skip(1) {
                let pixels = number_after(text, "font-size=\"") * least_width / steps;
                assert!(pixels >= 11.0, "{class}: {pixels} pixels");
                letters += 1;
            }
        }
    }
    assert!(letters > 100, "{letters}");
    assert!(
        !page.contains("class=\"shaded\"") && !page.contains("background: #fff"),
        "no picture stays white"
    );
    assert!(
        page.contains("fill=\"#FEFEFE\"") && page.contains("fill=\"#111111\""),
        "letters on shades"
    );
    let print = page
        .split("@media print")
        .nth(1)
        .unwrap()
        .split("</style>")
        .next()
        .unwrap();
    assert!(!print.contains("details"), "tables stay closed: {print}");
}

/// The default start of each board has a solution; before a start without one, a message says so.
#[test]
fn play_solitaire_begins_with_a_solvable_start() {
    let folder = folder();
    let here = folder.path();
    let none = "This start has no solution.";
    for board in [
        "triangle:4",
        "triangle:5",
        "triangle:6",
        "triangle:7",
        "english",
        "european",
    ] {
        let run = format!("solitaire --board {board}");
        assert_eq!(
            json(here, &format!("solve {run}"))["solvable"],
            true,
            "{board}"
        );
        assert!(
            !stdout(&fed(here, &format!("play {run}"), "q\n")).contains(none),
            "{board}"
        );
    }
    for start in ["--board triangle:3", "--board european --hole 18"] {
        assert!(
            stdout(&fed(here, &format!("play solitaire {start}"), "q\n")).contains(none),
            "{start}"
        );
    }
}

/// A peg is a filled circle and a hole an open one, on boards of all sizes and before a solution.
#[test]
fn all_boards_use_same_peg_and_hole_symbols() {
    let folder = folder();
    for (board, peg, hole) in [
        ("triangle:5 --hole 12", "⓿", "⑫"),
        ("english --hole 16", "● 0", "○16"),
    ] {
        for verb in ["show", "play", "solve"] {
            let said = stdout(&fed(
                folder.path(),
                &format!("{verb} solitaire --board {board}"),
                "q\n",
            ));
            let start = said
                .split("\n\n")
                .find(|part| part.contains(hole))
                .unwrap_or_else(|| panic!("{said}"));
            assert!(start.contains(peg), "{said}");
        }
    }
}

/// `q` stops every game, and a message says whether and where the game is saved. A game that was loaded from a file is
/// saved there again without `--force`.
#[test]
fn quit_prints_where_game_is_saved() {
    let folder = folder();
    let here = folder.path();
    for (game, first) in [
        ("alliances", "d"),
        ("solitaire", "3 12"),
        ("alak --players human,human", "3"),
        ("nim --players human,human", "3"),
    ] {
        let told = fed(here, &format!("play {game}"), &format!("{first}\nq\n"));
        assert!(
            stdout(&told).contains("You stopped"),
            "{game}: {}",
            stdout(&told)
        );
        assert!(
            stderr(&told).contains("Game not saved"),
            "{game}: {}",
            stderr(&told)
        );
        let told = fed(
            here,
            &format!("play {game} --save g --force --lang fr"),
            &format!("{first}\nq\n"),
        );
        assert!(
            stdout(&told).contains("Partie interrompue"),
            "{game}: {}",
            stdout(&told)
        );
        assert!(
            stderr(&told).contains("Partie enregistrée") && stderr(&told).contains(" g"),
            "{}",
            stderr(&told)
        );
        let name = game.split(' ').next().unwrap();
        let again = fed(here, &format!("play {name} g --save ./g"), "undo\nq\n");
        assert_eq!(again.status.code(), Some(0), "{game}: {}", stderr(&again));
        assert_eq!(
            fed(here, &format!("play {name} --save g"), "q\n")
                .status
                .code(),
            Some(2),
            "another game's file stays"
        );
    }
}

/// The page of each game, with that of all games, describes every column and every key of JSON, on one screen.
#[test]
fn help_columns_explains_every_column_on_one_screen() {
    let folder = folder();
    let here = folder.path();
    for (game, runs, solve) in [
        (
            "alliances",
            &["--player perfect --improve exchange", "--alliance suit"][..],
            "solve alliances",
        ),
        ("solitaire", &[""], "solve solitaire --count"),
        ("alak", &["--max-plies 9"], "solve alak --cells 3"),
        ("bataille", &["--values 3 --turns 9", "--face-down 2"], ""),
        ("shuffle", &["--riffles 2"], ""),
        ("nim", &["--misere"], "solve nim"),
    ] {
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut add_keys = |value: &serde_json::Value| {
            names.extend(
                value
                    .as_object()
                    .into_iter()
                    .flat_map(|keys| keys.keys().cloned()),
            );
        };
        for options in runs {
            let run = format!("simulate {game} {options} --deals 20");
            let report = json(here, &run);
            add_keys(&report["rows"][0]);
            add_keys(&report["runs"][0]);
            for (_, mean) in report["runs"][0]["summary"]
                .as_object()
                .expect("quantities")
            {
                add_keys(mean);
            }
            add_keys(&report["runs"][0]["summary"]);
        }
        if !solve.is_empty() {
            add_keys(&json(here, solve));
            let table = answer(here, &format!("{solve} --csv -"));
            names.extend(table.lines().next().unwrap().split(',').map(str::to_owned));
        }
        for options in runs {
            let table = answer(
                here,
                &format!("simulate {game} {options} --deals 20 --each -"),
            );
            names.extend(table.lines().next().unwrap().split(',').map(str::to_owned));
        }
        names.retain(|name| !["game", "deal"].contains(&name.as_str()));
        for lang in ["en", "fr"] {
            let pages =
                ["", game].map(|page| answer(here, &format!("help columns {page} --lang {lang}")));
            for page in &pages {
                assert!(
                    page.lines().count() <= 24,
                    "{}: {page}",
                    page.lines().count()
                );
                assert!(
                    page.lines().all(|line| line.chars().count() <= 80),
                    "{page}"
                );
            }
            let words: BTreeSet<&str> = pages
                .iter()
                .flat_map(|page| page.split(|sign: char| !sign.is_alphanumeric() && sign != '_'))
                .collect();
            for name in &names {
                assert!(words.contains(name.as_str()), "{name} {lang}\n{}", pages[1]);
            }
        }
    }
    refused(here, "help columns nb_tas", "alliances");
}

/// The winner is printed at the end of a game for two.
#[test]
fn show_prints_winner() {
    let folder = folder();
    for (lang, words) in [
        (
            "en",
            ["Player 1 wins the game.", "Player 2 wins the game.", "Draw"],
        ),
        (
            "fr",
            [
                "La partie est remportée par le joueur 1.",
                "La partie est remportée par le joueur 2.",
                "Partie nulle",
            ],
        ),
    ] {
        for deal in 0..8 {
            let run = format!("show nim --players random,random --deal {deal} --lang {lang}");
            let outcome = json(folder.path(), &run)["outcome"].clone();
            let place = ["player1", "player2", "draw"]
                .iter()
                .position(|known| outcome == *known)
                .unwrap();
            assert_eq!(
                answer(folder.path(), &run).lines().last(),
                Some(words[place]),
                "{run}"
            );
        }
    }
    let alak = answer(folder.path(), "show alak --players random,random --lang en");
    assert!(
        alak.lines()
            .rev()
            .take(2)
            .any(|line| line.starts_with("Winner") || line == "Draw"),
        "{alak}"
    );
}

/// Positions in the stock count from 1 in texts and from 0 in JSON.
#[test]
fn improve_counts_positions_from_1() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("deck"), answer(here, "deal --seed 1")).unwrap();
    for change in ["exchange", "swap", "move"] {
        let index = json(here, &format!("improve deck --improve {change}"))["index"].clone();
        let first = index.as_u64().or_else(|| index[0].as_u64()).unwrap() + 1;
        for lang in ["en", "fr"] {
            let told = pioche(
                here,
                &format!("improve deck --improve {change} --lang {lang}"),
            );
            let said = stderr(&told);
            assert!(
                (said.contains("stock") || said.contains("pioche"))
                    && said.contains(&format!(" {first} ")),
                "{said}"
            );
        }
    }
}
