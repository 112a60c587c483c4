//! Tests of `check-solution` with hand-ins in the forms that programs of students print, in `tests/data/hand-ins`: each is read
//! rightly, to the last word, or refused.

use crate::program::{folder, pioche, refused, shell, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn hand_in(file: &str) -> String {
    format!("{}/tests/data/hand-ins/{file}", env!("CARGO_MANIFEST_DIR"))
}

/// Returns the verdict of a hand-in, which is “refused” if it is not read.
fn verdict(here: &Path, command: &str) -> String {
    let output = pioche(here, &format!("check-solution {command} --format json"));
    let report: Option<Value> = serde_json::from_slice(&output.stdout).ok();
    let verdict = report.map_or_else(
        || "refused".to_owned(),
        |report| report["verdict"].as_str().expect("a verdict").to_owned(),
    );
    let code = match verdict.as_str() {
        "agrees" => 0,
        "disagrees" => 1,
        _ => 2,
    };
    assert_eq!(
        output.status.code(),
        Some(code),
        "{command}: {}",
        stderr(&output)
    );
    verdict
}

/// Returns the report of a hand-in that is read.
fn report(here: &Path, text: &str, command: &str) -> Value {
    fs::write(here.join("t.txt"), text).expect("a file");
    let output = pioche(
        here,
        &format!("check-solution {command} t.txt --format json"),
    );
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{command}: {error}: {}", stderr(&output)))
}

/// Returns the message about a hand-in that is refused.
fn refusal(here: &Path, text: &str, command: &str) -> String {
    fs::write(here.join("t.txt"), text).expect("a file");
    let output = pioche(here, &format!("check-solution {command} t.txt"));
    let message = stderr(&output);
    assert_eq!(
        output.status.code(),
        Some(2),
        "{text}: {}{message}",
        stdout(&output)
    );
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

const WRONG_HAND_INS: [&str; 5] = [
    "alliances-ambiguous.txt",
    "alliances-onepile.txt",
    "numbers-of-32-for-52-cards.csv",
    "ten-times-too-small.csv",
    "no-lower-bound.csv",
];

/// Right numbers agree, wrong ones disagree; what is in no documented form is refused.
#[test]
fn stored_hand_ins_are_read_rightly_or_refused() {
    let folder = folder();
    let here = folder.path();
    let mut counts = [0; 3];
    for entry in fs::read_dir(hand_in("")).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_str().expect("a name");
        let is_wrong = WRONG_HAND_INS.contains(&name);
        let game = ["bataille", "nim", "solitaire"]
            .into_iter()
            .find(|game| name.starts_with(game))
            .unwrap_or("alliances");
        let games = if game == "alliances" { 2000 } else { 1000 };
        let cards = if name.starts_with("numbers-of-32") {
            "--cards 52"
        } else {
            ""
        };
        let mut best = "refused".to_owned();
        for options in [
            String::new(),
            format!("--games {games}"),
            format!("--games {games} --as probability"),
            format!("--games {games} --as percent"),
            format!("--games {games} --as count"),
            "--as result".to_owned(),
        ] {
            let command = format!("{game} {} {cards} --deals 20k {options}", hand_in(name));
            let verdict = verdict(here, &command);
            let is_right_meaning = !options.contains("--as") || verdict != "disagrees";
            if is_right_meaning {
                assert_ne!(
                    verdict,
                    if is_wrong { "agrees" } else { "disagrees" },
                    "{command}"
                );
            }
            if verdict == "agrees"
                || is_wrong && verdict == "disagrees" && !options.contains("--as")
            {
                best = verdict;
            }
        }
        counts[match best.as_str() {
            "agrees" => 0,
            "disagrees" => 1,
            _ => 2,
        }] += 1;
    }
    println!("agree, disagree, refused: {counts:?}");
    assert!(counts[0] >= 11 && counts[1] == 3, "{counts:?}");
}

#[test]
fn tuple_without_names_is_refused() {
    let folder = folder();
    let here = folder.path();
    for options in [
        "",
        "--as probability",
        "--as percent",
        "--as count",
        "--as result",
    ] {
        refusal(
            here,
            "(11.3165, 2, 30)\n",
            &format!("alliances --games 2000 {options}"),
        );
    }
}

/// A column that is not known is named; a column that is read is compared.
#[test]
fn no_column_is_passed_over() {
    let folder = folder();
    let here = folder.path();
    for (table, word) in [
        (
            "nb_tas_max;effectif;proba_cumulee\n2;20;0,9\n",
            "proba_cumulee",
        ),
        ("values,outcome,win1,win2\n13,player1,1900,50\n", "win1"),
        ("valeurs,probabilité,remarque\n", "remarque"),
        ("nb_tas_max;avant;apr\u{e8}s\n2;0,01;0,15\n", "avant"),
    ] {
        let game = if table.starts_with("nb") {
            "alliances"
        } else {
            "bataille"
        };
        let message = refusal(here, table, game);
        assert!(
            message.contains("line 1, column ") && message.contains(word),
            "{message}"
        );
        assert!(message.contains("probability,deals”"), "{message}");
    }
    let own = "nb_tas_max,deals,count,wins,probability\n2,1000,13,13,0.013\n3,1000,41,54,0.054\n4,1000,58,112,0.112\n";
    let right = report(here, own, "alliances --deals 50k");
    assert_eq!(
        (&right["verdict"], &right["compared"]),
        (&"agrees".into(), &9.into()),
        "{right}"
    );
    for (cell, wrong_cell) in [(",41,", ",91,"), (",112,", ",212,"), ("0.054", "0.154")] {
        let wrong = report(
            here,
            &own.replace(cell, wrong_cell),
            "alliances --deals 50k",
        );
        assert_eq!(wrong["verdict"], "disagrees", "{cell}: {wrong}");
    }
}

const EXACTLY: &str = "2: 0.0125\n3: 0.041\n4: 0.058\n5: 0.064\n6: 0.061\n7: 0.062\n";

/// A probability is of at most n, also in pairs, unless a heading says exactly.
#[test]
fn exactly_instead_of_at_most_is_a_mistake_with_a_name() {
    let folder = folder();
    let here = folder.path();
    let json = EXACTLY.trim().replace('\n', ", ");
    let table = EXACTLY.replace(": ", ";");
    for text in [
        EXACTLY.to_owned(),
        format!("{{{json}}}"),
        format!("nb_tas_max;probabilit\u{e9}\n{table}"),
    ] {
        let wrong = report(here, &text, "alliances --games 10000 --deals 50k");
        assert_eq!(wrong["verdict"], "disagrees", "{wrong}");
        assert_eq!(wrong["explanations"][0]["mistake"], "exactly_n", "{wrong}");
        let text = fs::read_to_string(here.join("t.txt")).expect("a file");
        assert!(!text.is_empty());
    }
    let right = report(
        here,
        &format!("nb_tas_max;exactement\n{table}"),
        "alliances --games 10000 --deals 50k",
    );
    assert_eq!(right["verdict"], "agrees", "{right}");
    let hint = stdout(&pioche(
        here,
        "check-solution alliances t.txt --games 10000 --deals 20k",
    ));
    assert!(
        hint.contains("Number of games: 10,000, as --games says."),
        "{hint}"
    );
}

/// Counts add up to the games, or rise to them; otherwise it asks. The number of games, and its source, are told.
#[test]
fn counts_have_one_meaning_or_are_refused() {
    let folder = folder();
    let here = folder.path();
    let counts = "20 77 117 126 120 112 133 129 129 139 128 108 83 85 101 75 71 51 46 43 37 26 20 10 8 5 1 0 0 0 0";
    let counts: Vec<u64> = counts
        .split(' ')
        .map(|count| count.parse().expect("a count"))
        .collect();
    let sums: Vec<u64> = (1..=counts.len())
        .map(|rows| counts[..rows].iter().sum())
        .collect();
    let pairs = |numbers: &[u64]| -> String {
        let pairs = (2..).zip(numbers);
        pairs
            .map(|(piles, number)| format!("{piles}: {number}\n"))
            .collect()
    };
    let table =
        |numbers: &[u64]| format!("nb_tas_max;effectif\n{}", pairs(numbers).replace(": ", ";"));
    let list = |numbers: &[u64]| format!("{numbers:?}");
    for (text, options, source) in [
        (table(&counts), "", "counts"),
        (table(&sums), "", "counts"),
        (table(&counts), "--games 2000", "option"),
        (table(&sums), "--games 2000", "option"),
        (pairs(&counts), "", "counts"),
        (format!("games: 2000\n{}", pairs(&counts)), "", "stated"),
        (format!("{}parties: 2 000\n", pairs(&sums)), "", "stated"),
        (list(&counts), "--as count", "counts"),
        (list(&sums), "--as count", "counts"),
    ] {
        let right = report(here, &text, &format!("alliances --deals 50k {options}"));
        assert_eq!(right["verdict"], "agrees", "{text}: {right}");
        assert_eq!(right["rows"][0]["deals"], 2000, "{text}");
        assert_eq!(right["games_from"], source, "{text}");
    }
    let percents: Vec<u64> = sums.iter().map(|sum| (sum + 10) / 20).collect();
    let exact_percents: Vec<u64> = counts.iter().map(|count| (count + 10) / 20).collect();
    for (text, options, words) in [
        (table(&counts[..9]), "", "number of games"),
        (table(&sums[..9]), "--games 2000", "wins"),
        (table(&counts[..9]), "--games 2000", "exactly"),
        (pairs(&percents), "", "--as percent"),
        (pairs(&exact_percents), "", "--as percent"),
        (pairs(&percents), "--games 2000", "--as percent"),
        (pairs(&counts[..9]), "--games 2000", "--as count"),
        (
            format!("parties: 1000\n{}", pairs(&counts)),
            "",
            "--as count",
        ),
        (
            format!("parties: 1000\n{}", pairs(&counts)),
            "--games 2000",
            "--games 2000",
        ),
        (list(&counts), "", "--as"),
        (list(&counts[1..]), "--as count", "31 are expected"),
    ] {
        let message = refusal(here, &text, &format!("alliances {options}"));
        assert!(message.contains(words), "{text}: {message}");
    }
    let whole = report(
        here,
        &pairs(&percents),
        "alliances --as percent --games 2000 --deals 50k",
    );
    assert_eq!(whole["verdict"], "agrees", "{whole}");
    let outcomes = "joueur 1: 233\njoueur 2: 370\nnulle: 397\n";
    assert_eq!(report(here, outcomes, "nim")["rows"][0]["deals"], 1000);
    let percent = outcomes
        .replace("233", "23")
        .replace("370", "37")
        .replace("397", "40");
    refusal(here, &percent, "nim");
    refusal(here, &percent, "nim --games 1000");
}

/// Each result of a list counts, and each is one of the game.
#[test]
fn results_of_games_are_counted() {
    let folder = folder();
    let here = folder.path();
    for text in ["[10, 4, 10, 10]\n", "10\n4\n10\n# a comment\n10\n"] {
        let counted = report(here, text, "alliances --as result --deals 5k");
        assert_eq!(counted["rows"][2]["stated"], 0.25, "{counted}");
        assert_eq!(
            (&counted["rows"][0]["deals"], &counted["games_from"]),
            (&4.into(), &"results".into())
        );
    }
    for text in [
        "[5, 1]", "[5, 33]", "5\n4,5\n", "tas\n5\n", "[5 4]", "(5, x)",
    ] {
        refusal(here, text, "alliances --as result");
    }
    refusal(here, "[5, 4]", "alliances --as result --games 3");
    let players = report(here, "nulle\njoueur 1\nplayer1\n", "nim --as result");
    assert_eq!(players["rows"][0]["deals"], 3, "{players}");
    refusal(here, "1\n2\n0\n", "nim --as result");
}

/// Numbers of games have one grammar, and are followed by nothing.
#[test]
fn numbers_of_games_are_read_whole_or_refused() {
    let folder = folder();
    let here = folder.path();
    for (text, games) in [
        ("1 000 000", 1_000_000),
        ("1\u{202f}000\u{202f}000", 1_000_000),
        ("1,000,000", 1_000_000),
        ("1.000.000", 1_000_000),
        ("1'000'000", 1_000_000),
        ("10^6", 1_000_000),
        ("10**6", 1_000_000),
        ("1e6", 1_000_000),
        ("100k", 100_000),
        ("2 millions", 2_000_000),
        ("10M", 10_000_000),
    ] {
        let hand_in = format!("3: 0,4\nparties: {text}\n");
        let read = report(here, &hand_in, "alliances --deals 5k");
        assert_eq!(read["rows"][0]["deals"], games, "{text}");
        assert_eq!(read["verdict"], "disagrees", "{text}");
    }
    for text in [
        "1.000",
        "10 parties",
        "1 in 79",
        "2 mille",
        "10^6 games",
        "environ 1000",
        "0",
        "1 00",
    ] {
        let message = refusal(here, &format!("3: 0,4\nparties: {text}\n"), "alliances");
        assert!(
            message.contains("line 2, column 10") && message.contains(text),
            "{message}"
        );
    }
    for text in [
        "1 in 79",
        "0,5 %.",
        "environ 0,5",
        "0.5 (exact)",
        "1,5",
        "150 %",
        "50",
        "-0,1",
        "1 sur 2",
    ] {
        let message = refusal(here, &format!("3: {text}\n4: 0,1\n"), "alliances");
        assert!(message.contains("line 1, column 4"), "{text}: {message}");
    }
}

/// A refusal names the place and the word, and shows a line as it should be; with two changes by hand, each text is read.
#[test]
fn refused_texts_are_read_after_two_changes() {
    let folder = folder();
    let here = folder.path();
    let list = fs::read_to_string(hand_in("probabilities-list.txt")).expect("a list");
    let read = |file: &str| fs::read_to_string(hand_in(file)).expect("a text");
    let lines = |text: &str, from: &str, to: &str| text.replace(from, to);
    for (text, options, mended_text, mended_options, words) in [
        (
            read("data-frame.txt"),
            "",
            lines(&read("data-frame.txt"), "proba", "probability"),
            "",
            "“proba”",
        ),
        (
            list.clone(),
            "",
            list.clone(),
            "--as probability",
            "--as probability",
        ),
        (
            read("alliances-list.txt"),
            "",
            lines(&read("alliances-list.txt"), "probas = ", ""),
            "--as probability",
            "“probas = [0.011”",
        ),
        (
            read("alliances-lines.txt"),
            "",
            lines(&read("alliances-lines.txt"), " tas :", ":"),
            "",
            "“2 tas”",
        ),
        (
            read("alliances-title.csv"),
            "",
            lines(
                &read("alliances-title.csv"),
                "R\u{e9}ussite",
                "# R\u{e9}ussite",
            ),
            "",
            "a title begins with",
        ),
        (
            read("alliances-arrow.txt"),
            "",
            lines(&read("alliances-arrow.txt"), " ->", ":"),
            "",
            "“2 -> 0.0110”",
        ),
        (
            read("statistics-lines.txt"),
            "",
            lines(&read("statistics-lines.txt"), " du nombre de tas", ""),
            "",
            "“Moyenne du nombre de tas”",
        ),
        (
            read("alliances-zero.csv"),
            "",
            lines(
                &lines(&read("alliances-zero.csv"), "proba", "probabilit\u{e9}"),
                ";n\n",
                ";parties\n",
            ),
            "",
            "“proba”",
        ),
        (
            read("alliances-leq.txt"),
            "",
            lines(
                &lines(&read("alliances-leq.txt"), "P(T <= ", ""),
                ") =",
                ":",
            ),
            "",
            "“P(T <= 2) = 0.0110”",
        ),
        (
            read("alliances-numpy.txt"),
            "--as probability",
            read("alliances-numpy.txt").replace(' ', ", "),
            "--as probability",
            "31 are expected",
        ),
        (
            read("alliances-counter.txt"),
            "",
            lines(
                &lines(&read("alliances-counter.txt"), "Counter(", ""),
                ")",
                "",
            ),
            "",
            "“Counter({6”",
        ),
        (
            read("counts-without-deals.csv"),
            "",
            lines(
                &read("counts-without-deals.csv"),
                "nombre de tas",
                "nb_tas_max",
            ),
            "",
            "“nombre de tas”",
        ),
    ] {
        let games = "--games 2000 --deals 20k";
        let message = refusal(here, &text, &format!("alliances {options} {games}"));
        assert!(message.contains(words), "{text}: {message}");
        println!("{message}");
        let mended = report(
            here,
            &mended_text,
            &format!("alliances {mended_options} {games}"),
        );
        assert_eq!(mended["verdict"], "agrees", "{mended_text}: {mended}");
    }
}

/// Cells are read strictly: a quote, a bar or a bracket that does not close, and a second table, are refused.
#[test]
fn broken_forms_are_refused_at_their_place() {
    let folder = folder();
    let here = folder.path();
    for (text, place) in [
        ("nb_tas_max,probability\n2,\"0.0127\n", "line 2, column 2"),
        (
            "nb_tas_max,probability\n2,\"0.0127\"x\n",
            "line 2, column 2",
        ),
        (
            "nb_tas_max,probability\n2,0,0127\n",
            "line 2, column 3: 3 cells under 2 headings",
        ),
        (
            "| nb_tas_max | probability |\n|--|--|\n| 2 | 0.0127 |\nOn voit que…\n",
            "line 4, column 1",
        ),
        (
            "| nb_tas_max | probability |\n|--|--|\n| **2** | 0.0127 |\n",
            "line 3, column 1",
        ),
        ("{2: 0.0127, 3: 0.0537", "line 1, column"),
        ("{2: 0.0127} {3: 0.0537}", "line 1, column 5"),
        (
            "{2: 0.0127, 2: 0.0537}",
            "line 1, column 13: “2” is given twice",
        ),
        ("{2: [0.0127]}", "line 1, column 5"),
        ("{2 0.0127}", "line 1, column"),
        ("2: 0.0127\nvoici la suite\n", "line 2, column 1"),
        ("2: 0.0127; 3: 0.0537\n", "line 1, column 4"),
        (
            "nb_tas_max,probability\n2,0.0127\n\nnb_tas_max,probability\n",
            "line 4, column 1",
        ),
        (
            "nb_tas_max,probability,probability\n2,0.1,0.1\n",
            "line 1, column 3: the column “probability” appears twice",
        ),
        (
            "nb_tas_max,probability,probability (%)\n2,0.1,10\n",
            "line 1, column 3",
        ),
        (
            ",nb_tas_max,probability\n0,2,0.0127\n2,3,0.0537\n",
            "line 1, column 1",
        ),
        (
            "nb_tas_max,probability\n77,0.4\n",
            "line 2, column 2: there is no row “nb_tas_max=77”",
        ),
        (
            "cards,nb_tas_max,probability\n31,2,0.4\n",
            "line 2, column 1: “31”",
        ),
    ] {
        let message = refusal(here, text, "alliances --games 1000");
        assert!(
            message.starts_with("pioche: t.txt, ") && message.contains(place),
            "{text}: {message}"
        );
        let french = stderr(&pioche(
            here,
            "check-solution alliances t.txt --games 1000 --lang fr",
        ));
        assert!(
            french.starts_with("pioche : t.txt, ligne ") && french != message,
            "{french}"
        );
    }
    // A jump without a lower bound leaves one pile: a number of piles that cannot be left has the probability 0.
    let below = report(
        here,
        "0: 0\n1: 0\n2: 0.0127\n",
        "alliances --games 1000 --deals 20k",
    );
    assert_eq!(
        (&below["verdict"], &below["compared"]),
        (&"agrees".into(), &3.into()),
        "{below}"
    );
}

/// What pandas and spreadsheets write: an index, JSON with escapes, quotes, encodings.
#[test]
fn tables_of_other_programs_are_read() {
    let folder = folder();
    let here = folder.path();
    for text in [
        ",nb_tas_max,probability\n0,2,0.0127\n1,3,0.0537\n",
        "   nb_tas_max  probability\n0           2       0.0127\n1           3       0.0537\n",
        "nb_tas_max  probability\n         2       0.0127\n         3       0.0537\n",
        "|    |   nb_tas_max |   probability |\n|---:|-------------:|--------------:|\n|  0 |            2 |        0.0127 |\n|  1 |            3 |        0.0537 |\n",
        "{\"2\": 0.0127, \"3\": \"5,37 %\"}",
        "{'2': 0.0127,\n '3': 0.0537,}\n",
        "\"nb tas max\";\"Probabilit\u{e9} (%)\"\r\n\"2\";\"1,27\"\r\n\"3\";\"5,37\"\r\n",
        "sep=;\r\nNB_TAS_MAX;probabilite\r\n2;1/79\r\n3;5,37 %\r\n",
        "# mes r\u{e9}sultats\n2 : 1,27 %\n3 : 5,37 %\n",
    ] {
        let read = report(here, text, "alliances --games 1000 --deals 20k");
        assert_eq!(
            (&read["verdict"], &read["compared"]),
            (&"agrees".into(), &2.into()),
            "{text}: {read}"
        );
    }
    let escaped = report(
        here,
        "{\"ind\\u00e9cise\": 0, \"nulle\": 0.04}",
        "alak --games 1000 --deals 20k",
    );
    assert_eq!(escaped["verdict"], "agrees", "{escaped}");
}

#[test]
fn workbooks_are_refused_in_one_sentence() {
    let folder = folder();
    let here = folder.path();
    let mut workbook = rust_xlsxwriter::Workbook::new();
    workbook
        .add_worksheet()
        .write_number(0, 0, 2.0)
        .expect("a cell");
    fs::write(
        here.join("t.xlsx"),
        workbook.save_to_buffer().expect("a workbook"),
    )
    .expect("a file");
    refused(here, "check-solution alliances t.xlsx", "CSV (LibreOffice");
    fs::write(here.join("t.pdf"), b"%PDF-1.7\n\x00\x01").expect("a file");
    refused(here, "check-solution alliances t.pdf", "t.pdf");
}

/// Without the number of games, nothing is named, and what is missing is told with exit code 2.
#[test]
fn cannot_tell_is_no_success() {
    let folder = folder();
    let here = folder.path();
    for text in [
        "2: 0,015\n3: 0,06\n",
        "moyenne: 11,2\n",
        "minimum: 2\n",
        "nb_tas_max;probabilit\u{e9}\n3;0,066\n",
    ] {
        let undecided = report(here, text, "alliances --deals 200k");
        assert_eq!(undecided["verdict"], "cannot tell", "{undecided}");
        assert_eq!(undecided["explanations"], serde_json::json!([]));
        let output = pioche(here, "check-solution alliances t.txt --deals 200k");
        assert_eq!(output.status.code(), Some(2));
        assert!(
            stderr(&output).contains("--games 2000"),
            "{}",
            stderr(&output)
        );
        assert!(
            stdout(&output).contains("Number of games: not given."),
            "{}",
            stdout(&output)
        );
    }
    let wrong = report(here, "2: 0,5\n3: 0,6\n", "alliances --deals 20k");
    assert_eq!(
        (&wrong["verdict"], &wrong["explanations"]),
        (&"disagrees".into(), &serde_json::json!([]))
    );
}

/// Comments are counted, and a list is refused with the order of its rows.
#[test]
fn comments_and_orders_are_named() {
    let folder = folder();
    let here = folder.path();
    let commented = report(
        here,
        "# one\n2: 0.0127\n# two\n",
        "alliances --games 1000 --deals 5k",
    );
    assert_eq!(commented["comments"], 2);
    let text = stdout(&pioche(
        here,
        "check-solution alliances t.txt --games 1000 --deals 5k --lang en",
    ));
    assert!(
        text.contains("Comments (“#”), not compared: 2 lines."),
        "{text}"
    );
    let order = "player 1, player 2, draw, endless";
    for (text, options) in [
        ("[1, 2, 3]", "--as count"),
        ("[0, 1, 1]", "--as result"),
        ("0: 0.1\n", ""),
    ] {
        let message = refusal(here, text, &format!("bataille {options}"));
        assert!(message.contains(order), "{message}");
    }
    let template = stdout(&pioche(
        here,
        "check-solution bataille --template --lang en",
    ));
    assert!(
        template.contains(&format!("({order}, in this order)")),
        "{template}"
    );
    // Without the number of games, no error is detectable.
    fs::write(here.join("t.txt"), "2: 0.0131\n").expect("a file");
    let text = stdout(&pioche(
        here,
        "check-solution alliances t.txt --deals 20k --lang en",
    ));
    assert!(!text.contains(" 0  "), "{text}");
}

/// Programs with a new mistake get its name; a hint tells how many games would tell several apart.
#[test]
fn a_mistake_is_a_hint() {
    let folder = folder();
    let here = folder.path();
    let numbers = "moyenne: 13,684\nminimum: 2\nmaximum: 30\nparties: 10000\n";
    let rightmost = report(here, numbers, "alliances");
    let names: Vec<&str> = rightmost["explanations"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|explanation| explanation["mistake"].as_str())
        .collect();
    assert!(names.contains(&"rightmost_jump"), "{names:?}");
    let text = stdout(&pioche(here, "check-solution alliances t.txt"));
    assert!(
        text.contains(
            "These are also the numbers of a program with this mistake; look there first:"
        ),
        "{text}"
    );
    if names.len() > 1 {
        assert!(text.contains("apart."), "{text}");
    }
}

/// Small files that unfold to much, and long ones, are refused in a sentence, within 200 MB and 2 seconds of a processor.
#[test]
fn large_texts_are_refused() {
    let folder = folder();
    let here = folder.path();
    for (name, bytes) in [
        ("lines.csv", "x: 1\n".repeat(3_000_000).into_bytes()),
        ("brackets.txt", "[".repeat(4_000_000).into_bytes()),
        ("lists.txt", "[[1],".repeat(600_000).into_bytes()),
        (
            "list.txt",
            format!("[{}]", "1,".repeat(1_000_001)).into_bytes(),
        ),
        (
            "bars.md",
            ("|1".repeat(7000) + "|\n").repeat(250).into_bytes(),
        ),
        ("tags.html", "</td>".repeat(800_000).into_bytes()),
        ("commas.csv", ",".repeat(4_000_000).into_bytes()),
        ("zeros.csv", vec![0; 4_000_000]),
    ] {
        fs::write(here.join(name), bytes).expect("a file");
        let limits = "ulimit -v 409600; ulimit -t 5";
        let command = format!(
            "{limits}; exec $PIOCHE check-solution alliances {name} --games 1000 --threads 1"
        );
        let output = shell(here, &command);
        let reason = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{name}: {reason}");
        assert_eq!(reason.lines().count(), 1, "{name}: {reason}");
        assert!(reason.contains(name), "{reason}");
    }
}

/// A class: subfolders, the order of people, other files left out and counted, CSV with counts and refusals, and a text for
/// each student.
#[test]
fn folders_of_a_class_are_checked() {
    let folder = folder();
    let here = folder.path();
    let right = "nb_tas_max,probability,deals\n2,0.0126,10000\n3,0.0536,10000\n";
    for name in ["\u{e9}l\u{e8}ve 10", "\u{e9}l\u{e8}ve 2", "Zo\u{e9}"] {
        let student = here.join("class").join(name);
        fs::create_dir_all(&student).expect("a folder");
        fs::write(student.join("t.csv"), right).expect("a file");
        fs::write(student.join("prog.py"), "print(1)").expect("a file");
    }
    fs::write(here.join("class/a.csv"), right.replace("0.0536", "0.0409")).expect("a file");
    fs::write(here.join("class/b.csv"), "one,two\n1,2\n").expect("a file");
    fs::write(
        here.join("class/c.csv"),
        "nb_tas_max,probability\n2,0.022\n",
    )
    .expect("a file");
    fs::write(here.join("class/curve.PNG"), "x").expect("a file");
    let check = "check-solution alliances class --deals 20k";
    let output = pioche(
        here,
        &format!("{check} --csv v.csv --feedback out --lang fr"),
    );
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let remarks = stderr(&output);
    assert!(remarks.contains(".png 1, .py 3"), "{remarks}");
    assert!(
        remarks.contains("refus\u{e9}s : 1, sans conclusion : 1"),
        "{remarks}"
    );
    let table = fs::read_to_string(here.join("v.csv")).expect("a table");
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 7, "{table}");
    // The columns are the same in both languages.
    assert_eq!(
        rows[0],
        "file,verdict,agree,disagree,cannot_tell,games,wrong_rows,possible_mistake,refusal"
    );
    assert!(
        rows[1].starts_with("class/a.csv,disagrees,1,1,0,10000,"),
        "{table}"
    );
    assert!(
        rows[2].contains("class/b.csv,refused,") && rows[2].contains("\u{ab} one \u{bb}"),
        "{table}"
    );
    assert!(
        rows[4].starts_with("class/\u{e9}l\u{e8}ve 2/")
            && rows[5].starts_with("class/\u{e9}l\u{e8}ve 10/"),
        "{table}"
    );
    let feedback = |name: &str| fs::read_to_string(here.join("out").join(name)).expect("a text");
    let alice = feedback("a.csv.txt");
    assert!(
        alice.contains("en d\u{e9}saccord") && !alice.contains("class/"),
        "{alice}"
    );
    assert!(
        feedback("b.csv.txt").contains("ligne 1, colonne 1"),
        "{}",
        feedback("b.csv.txt")
    );
    // A student gets what a student can use: no command and no option.
    let caroline = feedback("c.csv.txt");
    assert!(caroline.contains("« parties: 2000 »"), "{caroline}");
    for text in [&alice, &caroline] {
        assert!(!text.contains("--") && !text.contains("pioche"), "{text}");
    }
    assert!(feedback("Zo\u{e9}/t.csv.txt").contains("compatible"));
    // Nothing is replaced without --force, and no input is an output.
    for output in [
        "--csv v.csv",
        "--feedback out",
        "--csv class/a.csv",
        "--csv class/a.csv --force",
    ] {
        let refused = pioche(here, &format!("{check} {output}"));
        assert_eq!(refused.status.code(), Some(2), "{output}");
    }
    assert_eq!(
        fs::read_to_string(here.join("class/a.csv")).expect("a file"),
        right.replace("0.0536", "0.0409")
    );
    let replaced = pioche(
        here,
        &format!("{check} --csv v.csv --feedback out --force --quiet"),
    );
    assert_eq!(replaced.status.code(), Some(1), "{}", stderr(&replaced));
    fs::remove_file(here.join("class/a.csv")).expect("a file");
    assert_eq!(pioche(here, check).status.code(), Some(2));
}

/// A hand-in with right numbers, and one of them made wrong.
struct PrintedForm {
    /// The game, and options.
    command: &'static str,
    text: &'static str,
    /// A part of the text, and what makes it wrong.
    change: (&'static str, &'static str),
}

/// Forms that programs of the handouts print, with numbers of simulations: a right number never disagrees, and a wrong one
/// never agrees.
const PRINTED_FORMS: &[PrintedForm] = &[
    PrintedForm {
        command: "alliances",
        text: "La moyenne du nombre de tas sur  2000 simulation est :  11.3265 avec pour minimum:  2 et pour maximum:  29 .\n",
        change: ("11.3265", "12.3265"),
    },
    PrintedForm {
        command: "alliances",
        text: "Après  2000  simulations on a :\nLe plus grand nombre de tas obtenu :  29\nLe plus petit nombre de \
               tas obtenu :  2\nLa moyenne des tas obtenu :  11.3265\n",
        change: ("11.3265", "12.3265"),
    },
    PrintedForm {
        command: "alliances",
        text: "Simulations: 2,000\nAverage: 11.327\nMin: 2\nMax: 29\n",
        change: ("11.327", "12.327"),
    },
    PrintedForm {
        command: "alliances",
        text: "count    2000.000000\nmean       11.326500\nstd         5.612345\nmin         2.000000\n\
               25%         7.000000\n50%        11.000000\n75%        15.000000\nmax        29.000000\ndtype: float64\n",
        change: ("11.326500", "12.326500"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "  tas max    proba\n---------  -------\n        2   0.0120\n        3   0.0555\n        4   0.1205\n",
        change: ("0.0555", "0.0855"),
    },
    PrintedForm {
        command: "alliances",
        text: "2 tas max : 24/2000\n3 tas max : 111/2000\n4 tas max : 241/2000\n",
        change: ("111/", "171/"),
    },
    PrintedForm {
        command: "alliances",
        text: "{\n \"games\": 2000,\n \"results\": [\n  {\"tas_max\": 2, \"proba\": 0.012},\n  \
               {\"tas_max\": 3, \"proba\": 0.0555}\n ]\n}\n",
        change: ("0.0555", "0.0855"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "[(2, 0.012); (3, 0.0555); (4, 0.1205)]\n",
        change: ("0.0555", "0.0855"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "tas max,proba\n2,0,0120\n3,0,0555\n4,0,1205\n",
        change: ("0555", "0855"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "nombre de tas;effectif;effectif cumulé;fréquence;fréquence cumulée\n2;24;24;0,0120;0,0120\n\
               3;87;111;0,0435;0,0555\n4;130;241;0,0650;0,1205\n",
        change: ("3;87", "3;147"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "   nb_tas freq\n1       2   24\n2       3   87\n3       4  130\n",
        change: ("  87", " 147"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "tas max;32 cartes;52 cartes\n2;0,0120;0,0000\n3;0,0555;0,0030\n4;0,1205;0,0115\n",
        change: ("0,0555", "0,2555"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "Résultats pour un jeu de 52 cartes :\n2 tas : 0.00 %\n3 tas : 0.30 %\n40 tas : 99.55 %\n",
        change: ("99.55", "95.55"),
    },
    PrintedForm {
        command: "alliances",
        text: "Avec 8 tas maximum, on gagne 727 fois sur 2000.\nAvec 9 tas maximum, on gagne 848 fois sur 2000.\n",
        change: ("848", "648"),
    },
    PrintedForm {
        command: "alliances --games 2000",
        text: "24 fois 2 carte a la fin\n87 fois 3 carte a la fin\nLe maximun de tas a la fin est de 29 tas\n\
               Nous avons 1.20% de chance de terminer avec 2 cartes\n",
        change: ("87 fois", "147 fois"),
    },
    PrintedForm {
        command: "bataille",
        text: "For 1000 games with 13 values, we have:\n - 0 draws\n - 325 player1 wins\n - 248 player2 wins\n - \
               427 infinite games\n",
        change: ("427", "337"),
    },
    PrintedForm {
        command: "bataille",
        text: "325 parties sur 1000 ont été gagnées par le premier joueur.\n427 parties infinies sur 1000\n",
        change: ("427", "337"),
    },
    PrintedForm {
        command: "bataille",
        text: "Number of games played: 10,000\nPlayer 1 wins: 3,078\nPlayer 2 wins: 2,788\nNumber of infinite \
               loops: 4,134\n",
        change: ("4,134", "3,134"),
    },
    PrintedForm {
        command: "bataille",
        text: "Games: 1000\nPlayer 1 win percentage: 32.50%\nTie percentage: 0.00%\nInfinite percentage: 42.70%\n",
        change: ("42.70", "33.70"),
    },
    PrintedForm {
        command: "bataille",
        text: "Sur 1000 parties, taux de parties infinies : 42,7 %\n",
        change: ("42,7", "33,7"),
    },
    PrintedForm {
        command: "bataille",
        text: "('Joueur 1 :', 325, 'Joueur 2 :', 248, 'Nulles :', 0, 'Infinies :', 427)\n",
        change: ("427", "227"),
    },
    PrintedForm {
        command: "bataille",
        text: "{0=0, 1=325, 2=248, 3=427}\n",
        change: ("427", "227"),
    },
    PrintedForm {
        command: "bataille --games 1000",
        text: "nbVals,joueur1,joueur2,nulles,infinies,durée (s)\n11,333,303,0,364,26,12\n13,325,248,0,427,31,07\n",
        change: ("427", "337"),
    },
    PrintedForm {
        command: "bataille --games 1000",
        text: "nbVals;taux de parties infinies\n11;0,364\n13;0,427\n",
        change: ("0,427", "0,337"),
    },
    PrintedForm {
        command: "bataille",
        text: "nbVals = 11 : J1 333, J2 303, nulles 0, infinies 364\nnbVals = 13 : J1 325, J2 248, nulles 0, \
               infinies 427\n",
        change: ("427", "227"),
    },
    PrintedForm {
        command: "bataille",
        text: "valeurs;parties;J1;J2;infinies\n11;1000;333;303;364\n13;10000;3078;2788;4134\n",
        change: ("4134", "3134"),
    },
    PrintedForm {
        command: "bataille",
        text: "Sur 1000 parties, nbVals = 11\nJ1 : 333\nJ2 : 303\nSur 10000 parties, nbVals = 13\nJ1 : 3078\nJ2 : 2788\n",
        change: ("2788", "1788"),
    },
    PrintedForm {
        command: "nim",
        text: "{\"allumettes\": 25, \"parties\": 1000, \"joueur1\": 225, \"joueur2\": 362, \"egalite\": 413}\n",
        change: ("225", "325"),
    },
    PrintedForm {
        command: "nim",
        text: "Sur 1000 parties le joueur 1 gagne 225 fois, le joueur 2 gagne 362 fois et il y a 413 égalités.\n",
        change: ("225", "325"),
    },
    PrintedForm {
        command: "alak --games 1000",
        text: "x : 518\no : 441\nnul : 41\n",
        change: ("441", "341"),
    },
    PrintedForm {
        command: "alak",
        text: "1000 games: x wins 51.8%, o wins 44.1%, draw 4.1%\n",
        change: ("44.1", "34.1"),
    },
];

/// Printed forms are read rightly or refused, with the right number and with a wrong one.
#[test]
fn printed_forms_are_read_rightly_or_refused() {
    let folder = folder();
    let here = folder.path();
    let mut refused_count = 0;
    for form in PRINTED_FORMS {
        let (number, wrong_number) = form.change;
        let wrong_text = form.text.replacen(number, wrong_number, 1);
        for (text, other_verdict) in [(form.text, "disagrees"), (&wrong_text, "agrees")] {
            fs::write(here.join("t.txt"), text).expect("a file");
            let verdict = verdict(
                here,
                &format!("{} t.txt --deals 20k --seed 2", form.command),
            );
            assert_ne!(verdict, other_verdict, "{text}");
            refused_count += usize::from(verdict == "refused");
        }
    }
    println!("{refused_count} of {} are refused", 2 * PRINTED_FORMS.len());
}

/// Decks in the forms of programs and people are checked, and a folder of them with at most five messages a file.
#[test]
fn decks_of_other_forms_are_checked() {
    let folder = folder();
    let here = folder.path();
    let deck = stdout(&pioche(here, "deal --seed 3"));
    let cards: Vec<(&str, &str)> = deck
        .split_whitespace()
        .filter_map(|card| card.split_once('-'))
        .collect();
    let joined = |form: &dyn Fn(&str, &str) -> String, separator: &str| {
        let cards: Vec<String> = cards.iter().map(|(rank, suit)| form(rank, suit)).collect();
        cards.join(separator)
    };
    let suit_word = |suit: &str| match suit {
        "C" => "cœur",
        "K" => "carreau",
        "P" => "pique",
        _ => "trèfle",
    };
    let dictionary =
        |rank: &str, suit: &str| format!("{{'valeur': '{rank}', 'couleur': '{suit}'}}");
    let forms = [
        ("dict.txt", format!("[{}]", joined(&dictionary, ", "))),
        (
            "tuples.py",
            format!(
                "pioche = [{}]",
                joined(&|rank, suit| format!("({rank:?}, {suit:?})"), ", ")
            ),
        ),
        (
            "table.csv",
            format!(
                "valeur;couleur\n{}",
                joined(&|rank, suit| format!("{rank};{suit}"), "\n")
            ),
        ),
        (
            "short.txt",
            joined(&|rank, suit| format!("{rank}{suit}"), " "),
        ),
        (
            "words.txt",
            joined(&|rank, suit| format!("{rank} de {}", suit_word(suit)), "\n"),
        ),
    ];
    for (file, text) in &forms {
        fs::write(here.join(file), text).expect("a file");
        let output = pioche(here, &format!("check {file}"));
        assert_eq!(output.status.code(), Some(0), "{file}: {}", stdout(&output));
    }
    fs::write(here.join("english.txt"), "7h Th 9h").expect("a file");
    let output = pioche(here, "check english.txt");
    assert!(
        stdout(&output).contains("T is trèfle"),
        "{}",
        stdout(&output)
    );
    fs::create_dir(here.join("class")).expect("a folder");
    fs::write(here.join("class/twice.txt"), deck.repeat(16)).expect("a file");
    fs::write(here.join("class/text.txt"), "voici mon devoir ".repeat(150)).expect("a file");
    fs::write(here.join("class/deck.txt"), &deck).expect("a file");
    let output = pioche(here, "check class");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let lines = stdout(&output);
    let of = |file: &str| lines.lines().filter(|line| line.contains(file)).count();
    assert_eq!(
        [of("twice.txt"), of("text.txt"), of("deck.txt")],
        [5, 1, 1],
        "{lines}"
    );
    let output = pioche(here, "check class --format json");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["files"][0]["answer"]["right"], true, "{answer}");
    let output = pioche(here, "check class/deck.txt class/gone.txt");
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("files refused: 1, undecided: 0 (class/gone.txt)"));
}

/// Hands as Java prints them, and jumps as programs return and print them.
#[test]
fn hands_and_jumps_of_programs_are_shown() {
    let folder = folder();
    let here = folder.path();
    let shown = |command: &str, text: &str| {
        fs::write(here.join("f.txt"), text).expect("a file");
        let output = pioche(here, command);
        assert_eq!(output.status.code(), Some(0), "{text}: {}", stderr(&output));
        stdout(&output)
    };
    let hands = shown("show bataille f.txt", "3 1 2\n2 3 1\n");
    for text in [
        "Player 1 : [3, 1, 2]\nPlayer 2 : [2, 3, 1]\n",
        "[[3, 1, 2], [2, 3, 1]]",
        "Mains :\njoueur1 = [3, 1, 2]\njoueur2 = [2, 3, 1]\n",
    ] {
        assert_eq!(shown("show bataille f.txt", text), hands, "{text}");
    }
    let jumps = shown("show solitaire f.txt", "(3, 12) (0, 3)");
    for text in [
        "[(3, 7, 12), (0, 1, 3)]",
        "suite de coups possible pour terminer :\n(3, 12) (0, 3)\n",
        "départ : 3, arrivée : 12\ndépart : 0, arrivée : 3\n",
        "1. (3, 12)\n2. (0, 3)\n",
    ] {
        assert_eq!(shown("show solitaire f.txt", text), jumps, "{text}");
    }
    fs::write(here.join("f.txt"), "(3, 12) (0, 3, 1, 2)").expect("a file");
    refused(here, "show solitaire f.txt", "0, 3, 1, 2");
}
