//! Tests of answers, files and refusals with exit code 2, in both languages.

use crate::program::{
    answer, fed, folder, json, names, pioche, refused, shell, signal, started, stderr, stdout,
};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

#[test]
fn dealt_deck_file_works_in_show_and_improve() {
    let folder = folder();
    let here = folder.path();
    let deck = answer(here, "deal --cards 32 --seed 5 --deal 3");
    assert_eq!(deck.lines().count(), 1);
    fs::write(here.join("deck"), &deck).unwrap();
    assert_eq!(
        answer(here, "show alliances deck"),
        answer(here, "show alliances --seed 5 --deal 3")
    );
    let improved = pioche(here, "improve deck");
    fs::write(here.join("improved"), &improved.stdout).unwrap();
    let change = json(here, "improve deck");
    assert_eq!(change["before"], json(here, "show alliances deck")["piles"]);
    assert_eq!(
        change["after"],
        json(here, "show alliances improved")["piles"]
    );
    assert_eq!(
        change["gain"].as_i64(),
        Some(change["before"].as_i64().unwrap() - change["after"].as_i64().unwrap())
    );
    assert_eq!(change["deck"].as_array().unwrap().len(), 32);
}

/// The handout's function makes one exchange even if none helps; the remark says that none does.
#[test]
fn improve_says_that_no_change_helps() {
    let folder = folder();
    let here = folder.path();
    let remarks = |deck: &str, options: &str| {
        fs::write(here.join("deck"), deck).unwrap();
        stderr(&pioche(here, &format!("improve deck --suits 2 {options}")))
    };
    let rank = "--ranks 4 --alliance rank --lang en";
    let text = remarks("R-K A-C V-K A-K D-C R-C D-K V-C", rank);
    let sentence = "No exchange helps: the best one leaves 7 piles, the deck as it is 6.";
    assert!(
        text.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .contains(sentence),
        "{text}"
    );
    assert!(!text.contains("gain"), "{text}");
    let options = format!("improve deck --suits 2 {rank}");
    assert_eq!(json(here, &options)["gain"], -1);
    let text = remarks("R-K A-C R-C A-K", "--ranks 2 --improve move --lang fr");
    assert!(
        text.contains("Aucun déplacement n'aide : le meilleur laisse 2 tas, comme la pioche"),
        "{text}"
    );
}

/// The display is that of the handout: the stock, then the row after each draw and jump, with blank lines.
#[test]
fn show_prints_game_in_handout_format() {
    let folder = folder();
    fs::write(folder.path().join("deck"), "8-C 7-K 8-K 7-C\r\n").unwrap();
    refused(
        folder.path(),
        "show alliances deck --suits 2 --ranks 8",
        "deck",
    );
    fs::write(folder.path().join("deck"), "A-C R-K A-K R-C").unwrap();
    let deck = "deck --suits 2 --ranks 2";
    let states = [
        " A♥  R♦  A♦  R♥",
        " A♥",
        " A♥  R♦",
        " A♥  R♦  A♦",
        " R♦  A♦",
        " R♦  A♦  R♥",
        " A♦  R♥",
    ];
    let expected: String = states.iter().map(|state| format!("{state}\n\n")).collect();
    assert_eq!(
        answer(folder.path(), &format!("show alliances {deck} --lang fr")),
        format!("{expected}2 tas\n")
    );
    assert_eq!(
        answer(folder.path(), &format!("show alliances {deck}")),
        format!("{}2 piles\n", expected.replace('R', "K"))
    );
}

#[test]
fn simulate_writes_three_formats_with_required_columns() {
    let folder = folder();
    let here = folder.path();
    let csv = answer(here, "simulate alliances --deals 2k --format csv");
    let head = "cards,improve,deals,nb_tas_max,count,frequency,wins,probability,ci_low,ci_high";
    assert!(csv.lines().next().unwrap().starts_with(head));
    assert_eq!(csv.lines().count(), 1 + 31);
    assert!(csv.lines().last().unwrap().starts_with("32,none,2000,32,"));
    let both = answer(
        here,
        "simulate alliances --deals 200 --improve exchange --format csv",
    );
    let rows: Vec<&str> = both.lines().skip(1).collect();
    assert_eq!(rows.len(), 62);
    assert!(rows[..31].iter().all(|row| row.starts_with("32,none,200,")));
    assert!(
        rows[31..]
            .iter()
            .all(|row| row.starts_with("32,exchange,200,"))
    );
    let json = json(here, "simulate alliances --deals 200 --improve swap");
    assert_eq!(json["rows"].as_array().unwrap().len(), 62);
    assert_eq!(
        (
            json["runs"][0]["stopped"].as_str(),
            json["runs"][0]["seed"].as_u64()
        ),
        (Some("deals"), Some(1))
    );
    for quantity in ["nb_tas", "nb_tas_improved", "gain"] {
        for key in [
            "mean",
            "ci_low",
            "ci_high",
            "standard_deviation",
            "min",
            "max",
            "median",
        ] {
            assert!(
                json["runs"][0]["summary"][quantity][key].is_number(),
                "{quantity} {key}"
            );
        }
    }
    assert!(
        answer(
            here,
            "simulate alliances --suits 1 --ranks 1 --deals 64 --format csv"
        )
        .contains("\n1,none,1,1,64,1,64,1,")
    );
}

#[test]
fn excel_fr_csv_has_bom_semicolons_and_crlf() {
    let folder = folder();
    let csv = answer(
        folder.path(),
        "simulate alliances --deals 64 --format csv --csv-style excel-fr",
    );
    assert!(csv.starts_with("\u{feff}cartes;"));
    assert_eq!(csv.matches("\r\n").count(), 32);
    let row = csv.lines().nth(10).unwrap();
    let numbers: Vec<&str> = row.split(';').take(10).collect();
    assert!(
        row.contains("0,") && !numbers.concat().contains('.'),
        "{row}"
    );
}

#[test]
fn output_files_are_complete_and_never_overwritten() {
    let folder = folder();
    let here = folder.path();
    let run = "simulate alliances --deals 500 --csv a.csv --json a.json --tally a.tally";
    let printed = pioche(here, run);
    assert!(printed.status.success());
    assert_eq!(stderr(&printed), "Written: a.csv, a.json\n");
    assert_eq!(names(here), ["a.csv", "a.json", "a.tally"]);
    let before = fs::read(here.join("a.csv")).unwrap();
    refused(here, run, "--force");
    refused(
        here,
        "simulate alliances --deals 500 --csv new.csv --json a.json",
        "a.json",
    );
    assert_eq!(
        names(here),
        ["a.csv", "a.json", "a.tally"],
        "a refused command leaves nothing"
    );
    assert_eq!(fs::read(here.join("a.csv")).unwrap(), before);
    answer(here, &format!("{run} --force --seed 2"));
    assert_ne!(fs::read(here.join("a.csv")).unwrap(), before);
    refused(
        here,
        "simulate alliances --deals 500 --csv b.csv --json ./b.csv",
        "b.csv",
    );
}

#[test]
fn report_repeats_output_of_simulate() {
    let folder = folder();
    let here = folder.path();
    for improve in ["none", "exchange"] {
        let tally = format!("{improve}.tally");
        let run = answer(
            here,
            &format!(
                "simulate alliances --deals 1000 --improve {improve} --tally {tally} --format json"
            ),
        );
        assert_eq!(answer(here, &format!("report {tally} --format json")), run);
    }
    let wide = answer(here, "report none.tally --format csv --confidence 0.999");
    assert_ne!(wide, answer(here, "report none.tally --format csv"));
    fs::write(
        here.join("cut.tally"),
        "pioche tally 2\nprogram 0\nvalues 1\nexperiment alliances cards=32 improve=none\n",
    )
    .unwrap();
    refused(here, "report cut.tally", "4");
    fs::write(here.join("other.tally"), [0xff, 0x00, 0x07]).unwrap();
    refused(here, "report other.tally", "other.tally");
}

#[test]
fn invalid_deck_files_are_refused() {
    let folder = folder();
    let here = folder.path();
    let deck = answer(here, "deal --seed 1");
    let write = |name: &str, bytes: &[u8]| fs::write(here.join(name), bytes).unwrap();
    write("unknown", deck.replace("A-T", "X-T").as_bytes());
    write("doubled", deck.replace("A-T", "7-K").as_bytes());
    write("short", deck.replace(" A-T", "").as_bytes());
    write("empty", b"");
    write("blank", b" \r\n\t\n");
    write("latin", &[b"7-C 8-C\n", &[0xe9][..]].concat());
    write(
        "rubbish",
        &[0x7f, 0x45, 0x4c, 0x46, 0, 0xff, 0xfe].repeat(1000),
    );
    write("huge", &vec![b'7'; 10 << 20]);
    let line_and_column = |file: &str| if file == "latin" { "2" } else { "1" };
    for file in ["unknown", "doubled", "latin", "rubbish"] {
        refused(here, &format!("improve {file}"), line_and_column(file));
        refused(here, &format!("show alliances {file}"), file);
    }
    for (file, words) in [
        ("short", "A-T"),
        ("empty", "empty"),
        ("blank", "blank"),
        ("huge", "65"),
        (".", "."),
        ("none", "none"),
    ] {
        refused(here, &format!("improve {file}"), words);
    }
    for (file, words) in [("unknown", "X-T"), ("doubled", "7-K"), ("short", "31")] {
        let output = pioche(here, &format!("check {file}"));
        assert_eq!(output.status.code(), Some(1), "{file}");
        assert!(stdout(&output).contains(words), "{}", stdout(&output));
    }
    refused(here, "check empty", "empty");
    refused(here, "improve deck-of-52 --cards 52", "deck-of-52");
}

#[test]
#[cfg(unix)]
fn files_without_permission_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let closed = folder.path().join("closed");
    fs::write(&closed, "7-C").unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser can read every file.
    if fs::read(&closed).is_err() {
        refused(folder.path(), "check closed", "closed");
    }
}

#[test]
fn deals_option_accepts_equivalent_number_notations() {
    let folder = folder();
    let run = |deals: &str| {
        answer(
            folder.path(),
            &format!("simulate alliances --format csv --deals {deals}"),
        )
    };
    for same in ["1k", "1e3", "1_000", "0.001M", "1000", "1.0k"] {
        assert_eq!(run(same), run("1000"), "{same}");
    }
}

/// Only the precision ends a run without `--deals`. Otherwise a missed precision is reported in JSON, on the standard
/// error and by the exit code.
#[test]
fn precision_runs_unbounded_and_reports_missed_precision() {
    let folder = folder();
    let run = |args: &str| pioche(folder.path(), &format!("simulate nim {args}"));
    let json = |args: &str| -> Value {
        serde_json::from_str(&stdout(&run(&format!("{args} --format json")))).unwrap()
    };
    let reached = json("--precision 0.002");
    assert_eq!(
        (
            &reached["runs"][0]["stopped"],
            &reached["runs"][0]["precision"]["reached"]
        ),
        (&"precision".into(), &true.into())
    );
    assert!(
        reached["runs"][0]["deals"].as_u64() > Some(200_000),
        "more than the usual 100,000: {reached}"
    );
    assert!(
        reached["runs"][0]["precision"]["widest"].as_f64() <= Some(0.002),
        "{reached}"
    );
    let missed = json("--precision 0.002 --deals 20k");
    assert_eq!(
        (
            &missed["runs"][0]["stopped"],
            &missed["runs"][0]["precision"]["reached"]
        ),
        (&"deals".into(), &false.into())
    );
    assert!(
        missed["runs"][0]["precision"]["widest"].as_f64() > Some(0.002),
        "{missed}"
    );
    let told = run("--precision 0.002 --deals 20k");
    assert_eq!(
        (told.status.code(), stderr(&told).lines().count()),
        (Some(1), 1),
        "{}",
        stderr(&told)
    );
    let quiet = run("--precision 0.002");
    assert_eq!(
        (quiet.status.code(), stderr(&quiet)),
        (Some(0), String::new())
    );
}

#[test]
fn random_seed_is_printed_and_reproduces_deck() {
    let folder = folder();
    let drawn = pioche(folder.path(), "deal --seed random --quiet");
    let remark = stderr(&drawn);
    let options = remark
        .trim()
        .trim_start_matches("For the same deal again: ");
    assert_eq!(
        answer(folder.path(), &format!("deal {options}")),
        stdout(&drawn)
    );
    // Without a seed each deal and each game is another one.
    let decks = [0, 1].map(|_| stdout(&pioche(folder.path(), "deal --cards 52")));
    assert_ne!(decks[0], decks[1]);
    let games = [0, 1].map(|_| fed(folder.path(), "play alliances --lang en", "q\n"));
    assert_ne!(stdout(&games[0]), stdout(&games[1]));
    let remark = stderr(&games[0]);
    assert!(
        remark.contains("For the same deal again: --seed "),
        "{remark}"
    );
    let two_people = fed(folder.path(), "play nim --matches 5 --lang en", "q\n");
    assert!(!stderr(&two_people).contains("seed"));
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_an_error_and_closed_pipe_is_not() {
    let folder = folder();
    let shell = |line: &str| shell(folder.path(), line);
    let full = shell("$PIOCHE simulate alliances --deals 100 --lang en > /dev/full");
    assert_eq!(full.status.code(), Some(2));
    for words in ["--help", "--version", "help simulate", "man"] {
        let full = shell(&format!("$PIOCHE {words} > /dev/full"));
        assert_eq!(
            (full.status.code(), stderr(&full).lines().count()),
            (Some(2), 1),
            "{words}: {}",
            stderr(&full)
        );
    }
    let closed = shell("{ $PIOCHE show alliances --cards 52; echo \"code $?\" >&2; } | head -1");
    assert_eq!(stdout(&closed).lines().count(), 1);
    assert!(stderr(&closed).contains("code 0"), "{}", stderr(&closed));
}

/// More threads than work, or than four per core, would only wait; a remark says so.
#[test]
fn excessive_thread_count_prints_remark() {
    let folder = folder();
    let command = "simulate nim --deals 2k --format csv";
    let many = pioche(folder.path(), &format!("{command} --threads 1000"));
    assert_eq!(stderr(&many).lines().count(), 1, "{}", stderr(&many));
    assert_eq!(
        stdout(&many),
        answer(folder.path(), &format!("{command} --threads 1"))
    );
    assert_eq!(
        stderr(&pioche(folder.path(), &format!("{command} --threads 4"))),
        ""
    );
}

#[test]
fn simulate_writes_chart_and_output_folder() {
    let folder = folder();
    let here = folder.path();
    answer(
        here,
        "simulate alliances --deals 300 --improve exchange --chart one.png --out all --lang fr",
    );
    assert_eq!(&fs::read(here.join("one.png")).unwrap()[..4], b"\x89PNG");
    let expected = ["csv", "json", "svg", "tally"].map(|ending| format!("alliances.{ending}"));
    assert_eq!(names(&here.join("all")), expected);
    answer(
        here,
        "report all/alliances.tally --chart column.svg --width 120",
    );
    let column = fs::read_to_string(here.join("column.svg")).unwrap();
    assert!(column.contains("width=\"120.000mm\""), "{}", &column[..80]);
    let narrow = "report all/alliances.tally --chart wide.svg --width 59";
    refused(here, narrow, "--width");
    refused(here, "report all/alliances.tally --width 120", "--width");
    answer(here, "report all/alliances.tally --chart two.svg");
    assert!(
        fs::read_to_string(here.join("two.svg"))
            .unwrap()
            .starts_with("<svg")
    );
    refused(
        here,
        "simulate alliances --deals 10 --chart three.jpg",
        "--chart",
    );
    refused(here, "simulate alliances --deals 10 --out all", "--out all");
}

#[cfg(unix)]
#[test]
fn sigint_writes_results_of_played_deals() {
    let folder = folder();
    let child = started(
        folder.path(),
        "simulate alliances --deals 1e12 --json a.json",
    );
    std::thread::sleep(std::time::Duration::from_millis(400));
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let json: Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("a.json")).unwrap()).unwrap();
    assert_eq!(json["runs"][0]["stopped"], "interrupted");
    let deals = json["runs"][0]["deals"].as_u64().unwrap();
    assert!(deals > 0 && json["rows"][30]["wins"].as_u64() == Some(deals));
}

#[test]
fn help_and_version_succeed_on_standard_output() {
    let folder = folder();
    assert!(answer(folder.path(), "--version").starts_with("pioche "));
    assert!(answer(folder.path(), "--help").contains("simulate"));
    for verb in [
        "deal",
        "check",
        "show alliances",
        "improve",
        "simulate alliances",
        "report",
        "study",
    ] {
        assert!(
            answer(folder.path(), &format!("{verb} --help")).contains("--lang"),
            "{verb}"
        );
    }
    // The help goes to the standard error if a command is missing.
    let bare = pioche(folder.path(), "");
    assert!(
        bare.status.code() == Some(2)
            && stderr(&bare).contains("simulate")
            && stdout(&bare).is_empty()
    );
    let coloured = |args: &str| answer(folder.path(), args).contains('\u{1b}');
    assert!(coloured("--help --color always") && coloured("help show --color=always"));
    assert!(!coloured("--help --color never") && !coloured("--help"));
}

#[test]
fn repeated_take_is_refused() {
    let folder = folder();
    let here = folder.path();
    for command in [
        "solve nim --takes 2,2",
        "simulate nim --takes 3,2,3 --deals 64",
        "play nim --takes 2+2",
    ] {
        refused(here, command, "--takes");
    }
    let answers = ["2,3", "3,2"].map(|takes| json(here, &format!("solve nim --takes {takes}")));
    assert_eq!(answers[0], answers[1]);
}

/// An amount of memory is repeated in the units in which it was given.
#[test]
fn memory_limit_is_named_as_given() {
    let folder = folder();
    let solve = "solve solitaire --board triangle:9 --hole 2 --memory 1M";
    let message = stderr(&pioche(folder.path(), &format!("{solve} --lang en")));
    assert!(message.contains("1 MB"), "{message}");
    let message = stderr(&pioche(folder.path(), &format!("{solve} --lang fr")));
    assert!(
        message.replace('\u{202f}', " ").contains("1 Mo"),
        "{message}"
    );
}

/// The keys of JSON whose values are sentences.
const SENTENCE_KEYS: [&str; 2] = ["messages", "remarks"];

/// Adds the keys below which two JSON values differ. Both have the same keys and lengths.
fn add_differing_keys(key: &str, first: &Value, second: &Value, keys: &mut BTreeSet<String>) {
    match (first, second) {
        (Value::Object(first), Value::Object(second)) => {
            assert!(first.keys().eq(second.keys()), "{first:?} {second:?}");
            for (key, value) in first {
                add_differing_keys(key, value, &second[key], keys);
            }
        }
        (Value::Array(first), Value::Array(second)) => {
            assert_eq!(first.len(), second.len(), "{key}");
            for (first, second) in first.iter().zip(second) {
                add_differing_keys(key, first, second, keys);
            }
        }
        _ if first == second => {}
        _ => {
            keys.insert(key.to_owned());
        }
    }
}

/// Words and names are English in every JSON, and sentences are in the language of the command.
#[test]
fn json_has_english_words_and_translated_sentences() {
    let folder = folder();
    let here = folder.path();
    let write = |name: &str, text: &str| fs::write(here.join(name), text).expect("a file");
    write("deck.txt", &answer(here, "deal --seed 1"));
    write(
        "double.txt",
        &answer(here, "deal --seed 1").replacen("10-K", "V-K", 1),
    );
    answer(here, "simulate nim --deals 100 --tally nim.tally --quiet");
    let mut keys = BTreeSet::new();
    for command in [
        "simulate alliances --improve exchange --deals 200",
        "simulate bataille --deals 200",
        "simulate shuffle --deals 200",
        "simulate solitaire --deals 200",
        "simulate alak --deals 200 --players minimax:2,random",
        "simulate nim --deals 200 --players handout,perfect",
        "report nim.tally",
        "solve alliances",
        "solve solitaire --position 0,1,2,3,4 --count",
        "solve solitaire --position 0,14",
        "solve alak --cells 5",
        "solve nim --matches 7",
        "show alliances --explain",
        "show bataille --explain",
        "show shuffle --riffles 2 --explain",
        "show solitaire --explain",
        "show alak --explain",
        "show nim --explain",
        "improve deck.txt",
        "check deck.txt",
        "check double.txt",
    ] {
        let [english, french] = ["en", "fr"].map(|lang| {
            let output = pioche(
                here,
                &format!("{command} --lang {lang} --format json --quiet"),
            );
            serde_json::from_slice::<Value>(&output.stdout).unwrap_or_else(|error| {
                panic!("{command}: {error}: {}", stderr(&output));
            })
        });
        let mut differing = BTreeSet::new();
        add_differing_keys("", &english, &french, &mut differing);
        for key in &differing {
            assert!(SENTENCE_KEYS.contains(&key.as_str()), "{command}: {key}");
        }
        keys.extend(differing);
    }
    assert!(keys.contains("messages"), "{keys:?}");
}
