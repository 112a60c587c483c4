//! Tests of the options that select rows for display and for the precision.

use crate::program::{answer, folder, json, pioche, refused, stderr, stdout};
use serde_json::Value;
use std::fs;

/// Returns the cells of the first columns of a table, below its rule.
fn names(table: &str, columns: usize) -> Vec<String> {
    let rows = table
        .lines()
        .skip_while(|line| !line.starts_with('─'))
        .skip(1);
    let rows = rows.take_while(|line| line.starts_with(' '));
    rows.map(|row| {
        row.split("  ")
            .filter(|cell| !cell.is_empty())
            .take(columns)
            .map(str::trim)
            .collect::<Vec<_>>()
            .join(" ")
    })
    .collect()
}

/// The table shows all selected rows of each run.
#[test]
fn chosen_rows_are_shown() {
    let folder = folder();
    let here = folder.path();
    for (args, columns, rows) in [
        ("alliances --nb-tas-max 4,2 --lang en", 1, &["2", "4"][..]),
        ("solitaire --outcome 1..3,13", 1, &["1", "2", "3", "13"]),
        (
            "bataille --values 2..3 --outcome endless,player1",
            1,
            &["2", "3"],
        ),
        (
            "shuffle --riffles 3 --statistic cut_sup_norm",
            1,
            &["sup-norm of the cut"],
        ),
        ("nim --matches 5 --outcome draw", 1, &["draw"]),
        ("alak --cells 4 --outcome player2", 1, &["player 2"]),
    ] {
        let run = format!("simulate {args} --deals 500");
        assert_eq!(names(&answer(here, &run), columns), rows, "{args}");
    }
    let many = answer(here, "simulate alliances --nb-tas-max 2..32 --deals 500");
    assert_eq!(
        names(&many, 1),
        (2..=32)
            .map(|most: u32| most.to_string())
            .collect::<Vec<_>>()
    );
}

/// Selected rows are the only ones of each output, in their order in the complete output.
#[test]
fn selection_restricts_every_output() {
    let folder = folder();
    let here = folder.path();
    for (game, rows, column, selected) in [
        ("alliances", "--nb-tas-max 2,4", "nb_tas_max", ["2", "4"]),
        (
            "bataille",
            "--outcome endless,player1",
            "outcome",
            ["player1", "endless"],
        ),
        (
            "shuffle",
            "--statistic twins_mean,suspect_rate --riffles 2",
            "statistic",
            ["twins_mean", "suspect_rate"],
        ),
    ] {
        let run = format!("simulate {game} --deals 500");
        let csv = answer(
            here,
            &format!("{run} {rows} --format csv --json {game}.json --out {game}"),
        );
        let headings: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
        let index = headings.iter().position(|name| *name == column);
        let names: Vec<&str> = csv
            .lines()
            .skip(1)
            .map(|line| line.split(',').nth(index.expect("a column")).unwrap())
            .collect();
        assert_eq!(names, selected, "{game}");
        let saved = fs::read_to_string(here.join(format!("{game}/{game}.csv")));
        assert_eq!(saved.unwrap(), csv, "{game}");
        let json: Value =
            serde_json::from_slice(&fs::read(here.join(format!("{game}.json"))).unwrap()).unwrap();
        let rows = json["rows"].as_array().expect("rows").iter();
        let names: Vec<String> = rows
            .map(|row| row[column].to_string().replace('"', ""))
            .collect();
        assert_eq!(names, selected, "{game}");
    }
}

/// A chart has the title of the command, none, or the finding; an SVG file always has a title for readers of screens.
#[test]
fn title_replaces_the_finding() {
    let folder = folder();
    let here = folder.path();
    let svg = |title: &str| {
        let run = format!("simulate nim --deals 100 --chart c.svg --force {title}");
        answer(here, &run);
        fs::read_to_string(here.join("c.svg")).unwrap()
    };
    let finding = "Player 1 wins 22.5% of games; player 2: 37.5%; draw: 40.0%";
    let count = |text: &str, word: &str| text.matches(word).count();
    let plain = svg("--lang en");
    assert_eq!(count(&plain, finding), 2, "{plain}");
    let titled = svg("--lang en --title Nim");
    assert_eq!(
        (count(&titled, finding), count(&titled, ">Nim<")),
        (0, 2),
        "{titled}"
    );
    let bare = svg("--lang en --title none");
    assert_eq!(count(&bare, finding), 1, "{bare}");
    assert!(bare.contains(&format!("<title>{finding}")) && !bare.contains("\">Nim, "));
    answer(
        here,
        "solve nim --matches 0..12 --chart s.svg --title none --lang en",
    );
    let solved = fs::read_to_string(here.join("s.svg")).unwrap();
    assert!(
        solved.contains("<title>The player to move loses: 0, 5, 10 matches</title>"),
        "{solved}"
    );
    refused(here, "simulate nim --deals 10 --title Nim", "--title");
    refused(here, "solve nim --matches 0..3 --title Nim", "--title");
}

/// A single number is no chart: it is refused before a game is played, without a file.
#[test]
fn chart_of_a_single_number_is_refused_before_playing() {
    let folder = folder();
    let here = folder.path();
    let run = "simulate bataille --outcome endless --deals 1e12 --chart c.png";
    refused(here, run, "--chart");
    assert!(!here.join("c.png").exists());
    answer(
        here,
        "simulate shuffle --riffles 7 --deals 100 --tally s.tally",
    );
    let report = pioche(here, "report s.tally --chart c.png");
    assert_eq!(report.status.code(), Some(2));
}

/// `report` selects rows as `simulate` does: table, CSV, JSON and chart have the same bytes.
#[test]
fn report_selects_rows_as_simulate_does() {
    let folder = folder();
    let here = folder.path();
    for (number, (game, rows)) in [
        ("alliances --improve exchange", "--nb-tas-max 4,2"),
        ("solitaire", "--outcome 1..3,13"),
        ("bataille --values 3", "--outcome endless,player1"),
        ("shuffle --riffles 3", "--statistic twins_mean,suspect_rate"),
        ("nim --matches 5", "--outcome draw,player2"),
    ]
    .into_iter()
    .enumerate()
    {
        let run = format!("simulate {game} --deals 500 {rows}");
        let table = answer(
            here,
            &format!("{run} --tally {number}.t --chart {number}.svg --csv {number}.csv --quiet"),
        );
        let report = format!("report {number}.t {rows}");
        let reported = answer(
            here,
            &format!("{report} --chart r{number}.svg --csv r{number}.csv --quiet"),
        );
        assert_eq!(reported, table, "{game}");
        for ending in ["svg", "csv"] {
            let read = |name: String| fs::read(here.join(name)).expect("a file");
            assert_eq!(
                read(format!("r{number}.{ending}")),
                read(format!("{number}.{ending}")),
                "{game}"
            );
        }
        assert_eq!(json(here, &report), json(here, &run), "{game}");
        assert_ne!(answer(here, &format!("report {number}.t --quiet")), table);
    }
    refused(here, "report 0.t --outcome draw", "--nb-tas-max");
    refused(here, "report 0.t --nb-tas-max 99", "--nb-tas-max");
    refused(here, "report 4.t --outcome won", "--outcome");
    refused(here, "report 4.t --outcome endless", "--outcome");
}

/// A list of shuffles has ranges of riffles.
#[test]
fn shuffles_have_ranges_of_riffles() {
    let folder = folder();
    let here = folder.path();
    let shuffles = |list: &str| -> Vec<String> {
        let run = format!("simulate bataille --values 3 --deals 64 --shuffle {list}");
        let told = json(here, &run);
        let runs = told["runs"].as_array().expect("runs");
        let shuffle = |run: &Value| {
            run["settings"]["shuffle"]
                .as_str()
                .expect("a word")
                .to_owned()
        };
        runs.iter().map(shuffle).collect()
    };
    assert_eq!(
        shuffles("uniform,riffle:1..3,riffle:2"),
        shuffles("uniform,riffle:1,riffle:2,riffle:3")
    );
    assert_eq!(shuffles("riffle:1..12").len(), 12);
    for list in [
        "riffle:3..1",
        "riffle:1..",
        "uniform:1..2",
        "riffle:999..1001",
        "1..3",
    ] {
        refused(
            here,
            &format!("simulate bataille --shuffle {list}"),
            "--shuffle",
        );
    }
}

/// The sentence about a precision has the unit of the table, and the miss is reported once.
#[test]
fn precision_has_the_unit_of_the_table() {
    let folder = folder();
    for (args, lang, target, missed) in [
        (
            "alliances --precision 0.0001 --nb-tas-max 2",
            "en",
            "± 0.01 percentage points",
            "NOT REACHED",
        ),
        (
            "alliances --precision 0.0001 --nb-tas-max 2",
            "fr",
            "± 0,01 point de pourcentage",
            "NON ATTEINTE",
        ),
        (
            "shuffle --riffles 3 --statistic twins_mean --precision 0.01",
            "en",
            "± 0.01 NOT REACHED",
            "NOT REACHED",
        ),
    ] {
        for format in ["table", "csv"] {
            let command = format!("simulate {args} --deals 5000 --lang {lang} --format {format}");
            let output = pioche(folder.path(), &format!("{command} --quiet"));
            assert_eq!(output.status.code(), Some(1), "{command}");
            let message = stderr(&output);
            assert_eq!(message.lines().count(), 1, "{message}");
            let text = format!("{}{message}", stdout(&output))
                .replace('\u{a0}', " ")
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            assert!(text.contains(target), "{text}");
            assert_eq!(text.matches(missed).count(), 1, "{text}");
        }
    }
    let reached = answer(
        folder.path(),
        "simulate alliances --precision 0.01 --nb-tas-max 2 --lang en",
    );
    let sentence = "precision of ± 1 percentage point reached";
    assert!(reached.contains(sentence), "{reached}");
}

/// A precision for few rows is reached sooner. The tally stores the rows, so a stopped run, or one with more rows, is
/// resumed with the bytes of an uninterrupted run.
#[test]
fn precision_applies_to_selected_rows() {
    let folder = folder();
    let here = folder.path();
    let run = "simulate alliances --precision 0.002";
    let deals = |args: &str| {
        json(here, &format!("{run} {args}"))["runs"][0]["deals"]
            .as_u64()
            .expect("deals")
    };
    assert!(
        deals("--nb-tas-max 2") < deals("--nb-tas-max 2,4")
            && deals("--nb-tas-max 2,4") < deals("")
    );
    let told = json(
        here,
        &format!("{run} --nb-tas-max 4,2 --threads 1 --tally whole"),
    );
    assert_eq!(
        (
            &told["runs"][0]["precision"]["rows"],
            &told["runs"][0]["stopped"]
        ),
        (&"nb_tas_max=2,4".into(), &"precision".into())
    );
    let whole = fs::read_to_string(here.join("whole")).unwrap();
    assert!(
        whole.contains("\nprecision 0.002 0.95 exact nb_tas_max=2,4\nstopped precision\n"),
        "{whole}"
    );
    for before in [
        "--precision 0.002 --nb-tas-max 2,4 --deals 50k",
        "--precision 0.002 --nb-tas-max 2",
        "--precision 0.01 --nb-tas-max 2,4",
    ] {
        pioche(
            here,
            &format!("simulate alliances {before} --tally part --force -q"),
        );
        answer(
            here,
            &format!("{run} --nb-tas-max 2,4 --tally part --resume -q"),
        );
        assert_eq!(
            fs::read_to_string(here.join("part")).unwrap(),
            whole,
            "{before}"
        );
    }
}

/// A run begun with a number of deals, or with a precision for other rows, goes on with a precision. The tally, JSON and
/// the title say from which deal on it was requested.
#[test]
fn precision_continues_a_run_of_other_plan() {
    let folder = folder();
    let here = folder.path();
    answer(here, "simulate alliances --deals 10k --tally t -q");
    let run = "simulate alliances --tally t --resume";
    let told = json(here, &format!("{run} --precision 0.005"));
    let precision = &told["runs"][0]["precision"];
    assert_eq!(
        (&precision["from"], &precision["reached"]),
        (&10_000.into(), &true.into())
    );
    let deals = told["runs"][0]["deals"].as_u64().expect("deals");
    let text = fs::read_to_string(here.join("t")).unwrap();
    assert!(
        text.contains("\nprecision 0.005 0.95 exact from 10000\nstopped precision\n"),
        "{text}"
    );
    let reported = answer(here, "report t --lang en -q").replace('\n', " ");
    assert!(
        reported.contains("precision of ± 0.5 percentage points reached"),
        "{reported}"
    );
    // A rule for other rows begins where the former one ended.
    let told = json(here, &format!("{run} --precision 0.002 --nb-tas-max 4"));
    let run_value = &told["runs"][0];
    assert_eq!(run_value["precision"]["from"], deals);
    assert!(run_value["deals"].as_u64() > Some(deals), "{run_value}");
    // Without a precision, the deals are those of a plain run.
    answer(here, &format!("{run} --deals 200k"));
    answer(here, "simulate alliances --deals 200k --tally plain");
    assert_eq!(
        fs::read(here.join("t")).unwrap(),
        fs::read(here.join("plain")).unwrap()
    );
}

/// Runs of several changes have the unchanged stock in common: it is listed once, with the most deals, unless the runs
/// have other deals.
#[test]
fn unchanged_stock_is_listed_once_for_the_same_deals() {
    let folder = folder();
    let here = folder.path();
    let both = "simulate alliances --improve none,exchange --nb-tas-max 2 --deals 640";
    let rows = names(&answer(here, both), 1);
    assert_eq!(rows, ["no change *", "adjacent exchange"]);
    for (improve, options) in [
        ("none", "--deals 640 --tally none"),
        ("exchange", "--deals 128 --tally few"),
        ("none", "--deals 640 --shard 1/2 --tally none-1"),
        ("exchange", "--deals 640 --shard 2/2 --tally exchange-2"),
    ] {
        answer(
            here,
            &format!("simulate alliances --improve {improve} {options} --quiet"),
        );
    }
    for tallies in ["none few", "few none"] {
        let report = answer(here, &format!("report {tallies} --all"));
        let mut rows = names(&report, 3);
        rows.retain(|row| row.ends_with(" 5"));
        rows.sort();
        assert_eq!(rows, ["adjacent exchange 128 5", "no change 640 5"]);
    }
    let mut rows = names(&answer(here, "report none-1 exchange-2 --all"), 2);
    rows.retain(|row| row.ends_with(" 5"));
    rows.sort();
    assert_eq!(rows, ["adjacent exchange 5", "no change 5", "no change 5"]);
}

/// Overviews leave out the numbers of piles that no deal met.
#[test]
fn overview_begins_with_the_smallest_number_of_piles() {
    let folder = folder();
    for alliance in ["rank", "suit", "either"] {
        let run = format!("simulate alliances --alliance {alliance} --deals 640");
        let summary = json(folder.path(), &run);
        let smallest = summary["runs"][0]["summary"]["nb_tas"]["min"].to_string();
        let table = answer(folder.path(), &run);
        assert_eq!(names(&table, 1)[0], smallest, "{table}");
        let omitted = table.split("… ").nth(1).unwrap_or("0 more rows");
        let omitted: usize = omitted
            .split(' ')
            .next()
            .and_then(|word| word.parse().ok())
            .expect("a number");
        let all_rows = names(&answer(folder.path(), &format!("{run} --all")), 1).len();
        assert_eq!(names(&table, 1).len() + omitted, all_rows, "{table}");
    }
}

/// Two runs that differ in one setting: the topic, the options of each, and the words of its value in English.
const DIFFERING_SETTINGS: &[(&str, [&str; 2], [&str; 2])] = &[
    (
        "alliances",
        ["--alliance suit", "--alliance either"],
        ["same suit only", "same suit or rank"],
    ),
    (
        "alliances",
        ["--cards 32", "--cards 36"],
        ["32 cards", "36 cards"],
    ),
    (
        "alliances",
        ["--suits 2 --ranks 8", "--suits 4 --ranks 4"],
        ["2 suits", "4 ranks"],
    ),
    (
        "alliances",
        ["--improve exchange", "--improve move"],
        ["adjacent exchange", "move of one card"],
    ),
    (
        "alliances",
        ["--player perfect", "--player perfect --improve exchange"],
        ["perfect play", "adjacent exchange"],
    ),
    (
        "bataille",
        ["--order fixed", "--order alternating"],
        ["fixed order", "alternating order"],
    ),
    (
        "bataille",
        ["--face-down 0", "--face-down 2"],
        ["0 cards face down", "2 cards face down"],
    ),
    (
        "bataille",
        ["--pickup laid", "--pickup winner-first"],
        ["picked up as laid", "winner's cards first"],
    ),
    (
        "bataille",
        ["--values 12", "--values 13"],
        ["12 values", "13 values"],
    ),
    (
        "bataille",
        ["--shuffle riffle:1", "--shuffle uniform"],
        ["1 riffle", "uniform"],
    ),
    ("bataille", ["--turns 100", "--turns 200"], ["100", "200"]),
    (
        "shuffle",
        ["--riffles 1", "--riffles 7"],
        ["1", "7 riffles"],
    ),
    (
        "alak",
        ["--own-group spared", "--own-group captured"],
        ["own group spared", "own group captured"],
    ),
    ("alak", ["--edge line", "--edge ring"], ["line", "ring"]),
    (
        "nim",
        ["--players random,random", "--players perfect,random"],
        ["random against random", "perfect against random"],
    ),
    (
        "nim",
        ["--takes 2,3", "--takes 1,2"],
        ["taking 2 or 3", "taking 1 or 2"],
    ),
    (
        "solitaire",
        ["--hole 4", "--hole 12"],
        ["cell 4 empty", "cell 12 empty"],
    ),
    (
        "solitaire",
        ["--board triangle:4", "--board triangle:5"],
        ["triangle of side 4", "triangle of side 5"],
    ),
];

/// Settings in which runs differ are named in the table, the chart, CSV and JSON.
#[test]
fn differing_settings_are_named_everywhere() {
    let folder = folder();
    let here = folder.path();
    let mut faults = Vec::new();
    for (number, (topic, options, labels)) in DIFFERING_SETTINGS.iter().enumerate() {
        let tallies = [0, 1].map(|side| {
            let tally = format!("{number}-{side}.tally");
            let option = options[side];
            answer(
                here,
                &format!("simulate {topic} {option} --deals 40 --tally {tally}"),
            );
            tally
        });
        let out = format!("out-{number}");
        let table = answer(
            here,
            &format!("report {} --lang en --all --out {out}", tallies.join(" ")),
        );
        let table = table.replace('\n', " ");
        let file = |ending: &str| {
            fs::read_to_string(here.join(&out).join(format!("{topic}.{ending}"))).expect("a file")
        };
        let mut chart = String::new();
        for entry in fs::read_dir(here.join(&out)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ending| ending == "svg") {
                chart += &fs::read_to_string(path)
                    .expect("a picture")
                    .replace('\n', " ");
            }
        }
        let rows: Value = serde_json::from_str(&file("json")).expect("JSON");
        let csv = file("csv");
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let columns = reader.headers().expect("headings").clone();
        let records: Vec<csv::StringRecord> =
            reader.records().map(|row| row.expect("a row")).collect();
        for (option, label) in options.iter().zip(labels) {
            let (flag, value) = option.split_once(' ').expect("a value");
            let value = value.split(' ').next().expect("a value");
            let key = flag
                .trim_start_matches("--")
                .replace('-', "_")
                .replace("turns", "max_rounds");
            for (place, text) in [("table", &table), ("chart", &chart)] {
                if !text.to_lowercase().contains(&label.to_lowercase()) {
                    faults.push(format!(
                        "{topic} {option}: {label} is missing in the {place}"
                    ));
                }
            }
            let column = columns.iter().position(|column| column == key);
            let has_value = |column: usize| {
                records
                    .iter()
                    .any(|record| record[column].replace(", ", ",") == value)
            };
            if !column.is_some_and(has_value) {
                faults.push(format!("{topic} {option}: {key} {value} is missing in CSV"));
            }
            let has_text = |row: &Value| {
                let cell = row[&key].to_string();
                cell.trim_matches('"').replace(", ", ",") == value
            };
            if !rows["rows"].as_array().expect("rows").iter().any(has_text) {
                faults.push(format!(
                    "{topic} {option}: {key} {value} is missing in JSON"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
