//! Tests of `check-solution` with tables of students.

use crate::program::{answer, folder, pioche, refused, shell, stderr, stdout};
use crate::topics::SMALL_RUNS;
use std::fs;
use std::path::Path;
use std::process::Output;

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(&stdout(output))
        .unwrap_or_else(|error| panic!("{error}: {}", stderr(output)))
}

/// Returns the standard output of a command that ends with this exit code.
fn answer_of(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{}", stderr(output));
    stdout(output)
}

fn write(here: &Path, file: &str, text: &[u8]) {
    fs::write(here.join(file), text).unwrap();
}

/// The tables of the program agree with it, for every topic, in both styles and for any seed.
#[test]
fn check_solution_accepts_own_tables_of_every_topic() {
    let folder = folder();
    let here = folder.path();
    let known = [
        ("alliances", "alliances --improve exchange"),
        ("reussite", "alliances --player greedy"),
        ("bataille", "bataille --values 3..4"),
        ("shuffle", "shuffle --riffles 2..3"),
        ("solitaire", "solitaire --hole 4"),
        ("alak", "alak --cells 4..5 --edge ring"),
        ("nim", "nim --matches 9..11"),
    ];
    let others = known.len();
    let small = SMALL_RUNS
        .iter()
        .map(|(topic, command)| (topic.as_str(), command.as_str()));
    for (place, (topic, command)) in known.into_iter().chain(small).enumerate() {
        for style in ["plain", "excel-fr"] {
            let file = format!("{place}-{style}.csv");
            let options =
                format!("--deals 3000 --seed 7{place} --csv {file} --csv-style {style} --quiet");
            answer(here, &format!("simulate {command} {options}"));
            // Headings alone do not always distinguish one topic from the others.
            let nameless = (place < others).then(|| format!("check-solution {file}"));
            for verb in nameless
                .into_iter()
                .chain([format!("check-solution {topic} {file}")])
            {
                let told = pioche(here, &format!("{verb} --deals 3000 --confidence 0.9999"));
                assert_eq!(
                    told.status.code(),
                    Some(0),
                    "{verb}: {}{}",
                    stdout(&told),
                    stderr(&told)
                );
            }
        }
    }
}

/// A table of the program alone names the game: each setting is read from its column.
#[test]
fn own_tables_are_checked_with_all_their_settings() {
    const COMMANDS: &[(&str, &[&str])] = &[
        (
            "alliances",
            &[
                "--cards 36",
                "--suits 3 --ranks 5",
                "--improve swap",
                "--player rightmost",
                "--alliance suit,rank",
                "--alliance rank --improve exchange --player late",
            ],
        ),
        (
            "bataille",
            &[
                "--values 4",
                "--values 3 --order alternating",
                "--values 3 --shuffle uniform,riffle:1",
                "--values 3 --turns 8",
                "--values 3 --pickup winner-first,loser-first",
                "--values 3 --face-down 0..3",
                "--values 3 --out-of-cards last-card --pickup random",
            ],
        ),
        ("shuffle", &["--cards 36", "--riffles 2,3"]),
        (
            "solitaire",
            &["--board english", "--hole 4", "--board european --hole 10"],
        ),
        (
            "alak",
            &[
                "--cells 4",
                "--edge ring",
                "--own-group captured",
                "--cells 5 --max-plies 6",
                "--players greedy,random",
            ],
        ),
        (
            "nim",
            &[
                "--matches 9",
                "--takes 1,3",
                "--misere",
                "--misere --players random,perfect",
            ],
        ),
    ];
    let folder = folder();
    let here = folder.path();
    for (topic, settings) in COMMANDS {
        let help = answer(here, &format!("simulate {topic} --help"));
        let options = help
            .lines()
            .skip_while(|line| *line != "Game:")
            .take_while(|line| !line.is_empty())
            .filter_map(|line| line.trim().split(' ').next())
            .filter(|word| word.starts_with("--") && !["--memory", "--seed"].contains(word));
        for option in options {
            let is_tried = settings.iter().any(|setting| setting.contains(option));
            assert!(is_tried, "{topic} {option}");
        }
        for setting in *settings {
            let run = format!("simulate {topic} {setting} --deals 3000");
            answer(here, &format!("{run} --seed 8 --csv t.csv --force --quiet"));
            let check = "check-solution t.csv --deals 20k --confidence 0.9999";
            let told = pioche(here, check);
            let message = format!("{run}: {}{}", stdout(&told), stderr(&told));
            assert_eq!(told.status.code(), Some(0), "{message}");
        }
    }
}

/// A column of a setting without a value, such as misère play, has `yes` or `no`, in either language.
#[test]
fn flag_columns_are_read_in_both_languages() {
    let folder = folder();
    let here = folder.path();
    for [heading, yes, no] in [["misere", "yes", "no"], ["misère", "oui", "non"]] {
        // With three matches, the last one is taken by player 1 if both take one first: in a quarter of the games.
        let table = format!(
            "matches;takes;outcome;{heading};probability\n3;1+2;player1;{yes};0.75\n3;1+2;player1;{no};0.25\n"
        );
        write(here, "t.csv", table.as_bytes());
        answer_of(&pioche(here, "check-solution nim t.csv"), 0);
        let swapped = table.replace("0.75", "0.3").replace("0.25", "0.75");
        write(here, "t.csv", swapped.as_bytes());
        let told = answer_of(&pioche(here, "check-solution nim t.csv"), 1);
        assert!(told.contains("2 of 2 rows"), "{told}");
        let words = "misere=no, which --misere contradicts";
        let refusal = stderr(&pioche(here, "check-solution nim t.csv --misere"));
        assert!(refusal.contains(words), "{refusal}");
        write(here, "t.csv", table.replace(yes, "perhaps").as_bytes());
        refused(here, "check-solution nim t.csv", "perhaps");
    }
}

/// Files are accepted as other programs write them.
#[test]
fn tables_accept_encodings_of_other_programs() {
    let folder = folder();
    let here = folder.path();
    let text = "nb_tas_max;probabilit\u{65}\u{301};donnes\n2.0;0,0126;1,000\n3,0;0,054;1 000\n";
    let wide = |unit: fn(u16) -> [u8; 2], mark: [u8; 2]| {
        mark.into_iter()
            .chain(text.encode_utf16().flat_map(unit))
            .collect::<Vec<u8>>()
    };
    write(here, "nfd.csv", text.as_bytes());
    write(here, "le.csv", &wide(u16::to_le_bytes, [0xff, 0xfe]));
    write(here, "be.csv", &wide(u16::to_be_bytes, [0xfe, 0xff]));
    write(here, "sep.csv", format!("sep=;\r\n{text}").as_bytes());
    for file in ["nfd.csv", "le.csv", "be.csv", "sep.csv"] {
        let told = pioche(
            here,
            &format!("check-solution alliances {file} --deals 20k --format json"),
        );
        assert_eq!(told.status.code(), Some(0), "{file}: {}", stderr(&told));
        let told = json(&told);
        assert_eq!(
            (&told["compared"], &told["rows"][1]["deals"]),
            (&2.into(), &1000.into()),
            "{file}: {told}"
        );
        assert_eq!(told["confidence"], 0.95);
    }
}

/// A line of millions of separators is refused before it is parsed, on the first line as on another.
#[test]
fn table_of_millions_of_columns_is_refused_in_little_memory() {
    let folder = folder();
    let here = folder.path();
    let commas = ",".repeat(5_000_000);
    write(here, "first.csv", commas.as_bytes());
    let table = format!("nb_tas_max,probability\n{commas}\n2,0.5\n");
    write(here, "second.csv", table.as_bytes());
    for file in ["first.csv", "second.csv"] {
        let output = shell(
            here,
            &format!("ulimit -v 120000; exec $PIOCHE check-solution alliances {file}"),
        );
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(file), "{}", stderr(&output));
    }
}

/// A table of one row is printed like any other, without the settings that its command gives.
#[test]
fn one_row_table_is_printed_as_table() {
    let folder = folder();
    let here = folder.path();
    write(
        here,
        "t.csv",
        b"cards,improve,nb_tas_max,probability\n32,none,2,0.0126\n",
    );
    let told = answer_of(
        &pioche(here, "check-solution alliances t.csv --deals 20k"),
        0,
    );
    let row = told.lines().nth(2).expect("a row");
    assert!(
        row.starts_with(" nb_tas_max=2") && row.ends_with("agrees"),
        "{told}"
    );
}

/// The example table of each topic is accepted and agrees, in both languages.
#[test]
fn check_solution_accepts_its_templates() {
    let folder = folder();
    let here = folder.path();
    for topic in [
        "alliances",
        "solitaire",
        "alak",
        "bataille",
        "shuffle",
        "nim",
    ] {
        for lang in ["en", "fr"] {
            let template = answer_of(
                &pioche(
                    here,
                    &format!("check-solution {topic} --template --lang {lang}"),
                ),
                0,
            );
            let deals = if lang == "fr" { ";donnes" } else { ",deals" };
            assert!(
                template
                    .lines()
                    .next()
                    .is_some_and(|line| line.ends_with(deals)),
                "{template}"
            );
            assert!(template.lines().count() >= 4, "{template}");
            write(here, "t.csv", template.as_bytes());
            let told = pioche(
                here,
                &format!("check-solution {topic} t.csv --deals 2k --lang {lang}"),
            );
            assert_eq!(
                told.status.code(),
                Some(0),
                "{template}{}{}",
                stdout(&told),
                stderr(&told)
            );
        }
    }
    refused(here, "check-solution nim --template t.csv", "--template");
    let help = answer_of(&pioche(here, "check-solution nim --help --lang fr"), 0);
    assert!(
        help.contains("--feedback") && help.contains("--as"),
        "{help}"
    );
}

/// The time is proportional to the number of rows, also with one reference for all, and for refused rows.
#[test]
fn long_tables_are_read_in_linear_time() {
    let folder = folder();
    let here = folder.path();
    let rows = 100_000;
    let table: String = (0..rows)
        .map(|row| format!("{},0.5,10\n", 2 + row % 31))
        .collect();
    write(
        here,
        "long.csv",
        format!("nb_tas_max,probability,deals\n{table}").as_bytes(),
    );
    let begun = std::time::Instant::now();
    let told = answer_of(
        &pioche(here, "check-solution alliances long.csv --deals 1k"),
        1,
    );
    assert!(
        told.contains("--format json gives all 100,000 rows"),
        "{told}"
    );
    write(here, "long.csv", table.as_bytes());
    refused(here, "check-solution alliances long.csv", "long.csv");
    // A loop over all pairs of rows takes many minutes.
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

/// Asserts that correct tables are called wrong in at most 5 % of the runs, up to chance.
fn right_tables_called_wrong(commands: &[&str], seeds: u64) {
    use pioche_engine::stats::Proportion;
    use pioche_engine::stats::compare::binomial_p_value;
    for command in commands {
        let folder = folder();
        let here = folder.path();
        let wrong = (0..seeds).filter(|seed| {
            answer(
                here,
                &format!(
                    "simulate {command} --deals 2000 --seed {} --csv t.csv --force -q",
                    900 + seed
                ),
            );
            let told = pioche(here, "check-solution t.csv --deals 20k -q");
            assert!(
                matches!(told.status.code(), Some(0 | 1)),
                "{command}: {}",
                stderr(&told)
            );
            told.status.code() == Some(1)
        });
        let wrong = Proportion::new(wrong.count() as u64, seeds);
        println!(
            "{command}: {} of {seeds} right tables are called wrong",
            wrong.count
        );
        assert!(
            wrong.estimate() <= 0.05 || binomial_p_value(wrong, 0.05) > 0.002,
            "{command}: {wrong:?}"
        );
    }
}

#[test]
fn correct_shuffle_tables_are_accepted() {
    right_tables_called_wrong(&["shuffle --riffles 20"], 20);
}

#[test]
#[ignore = "5,400 runs of the program: minutes"]
fn correct_tables_of_each_topic_are_accepted() {
    let others = [
        "alliances --improve exchange",
        "shuffle --riffles 20",
        "alak --cells 6",
        "nim --matches 9",
    ];
    let commands: Vec<&str> = SMALL_RUNS
        .iter()
        .map(|(_, command)| command.as_str())
        .chain(others)
        .collect();
    right_tables_called_wrong(&commands, 300);
}

/// Rounding is allowed for, and many rows that are each slightly off are not called wrong one by one.
#[test]
fn rounding_and_random_deviations_are_not_errors() {
    let folder = folder();
    let here = folder.path();
    // Two digits of exact numbers, once with the last digit off by one.
    write(here, "two.csv", b"outcome,probability\n1,0.0071\n2,0.062\n");
    write(here, "off.csv", b"outcome,probability\n1,0.0071\n2,0.063\n");
    let exact = |file: &str| {
        json(&pioche(
            here,
            &format!("check-solution solitaire {file} --hole 12 --format json"),
        ))
    };
    let known = exact("two.csv");
    let rounded: Vec<f64> = (0..2)
        .map(|row| known["rows"][row]["known"].as_f64().unwrap())
        .collect();
    assert_eq!(known["rows"][0]["exact"], true);
    let text = |shift: f64| {
        format!(
            "outcome,probability\n1,{:.4}\n2,{:.3}\n",
            rounded[0],
            rounded[1] + shift
        )
    };
    write(here, "two.csv", text(0.0).as_bytes());
    write(here, "off.csv", text(0.001).as_bytes());
    assert_eq!(
        (
            exact("two.csv")["disagree"].as_u64(),
            exact("off.csv")["without_games"].as_u64()
        ),
        (Some(0), Some(1))
    );
    // In correct samples some p-values are below 0.05 by chance; Holm's correction never lowers a p-value.
    let mut beyond = 0;
    for seed in 100..108 {
        answer(
            here,
            &format!("simulate alliances --deals 2000 --seed {seed} --csv s.csv --force --quiet"),
        );
        let told = json(&pioche(
            here,
            "check-solution s.csv --deals 50k --confidence 0.95 --format json",
        ));
        // Four numbers of each of 31 rows, and the exact value of the last.
        assert_eq!(told["compared"], 125);
        let rows = told["rows"].as_array().unwrap();
        beyond += rows
            .iter()
            .filter(|row| row["p"].as_f64() < Some(0.05))
            .count();
        for row in rows {
            assert!(row["p_holm"].as_f64() >= row["p"].as_f64());
        }
    }
    assert!(beyond < 240, "{beyond} of 992");
}

/// Typical tables of students: French headings, semicolons, commas, percent signs, other encodings, rounded digits.
#[test]
fn check_solution_reads_typical_student_tables() {
    let folder = folder();
    let here = folder.path();
    let wide = |unit: fn(u16) -> [u8; 2], mark: [u8; 2]| {
        let text = "nb_tas_max;probabilit\u{65}\u{301};donnes\n2.0;0,0126;1,000\n3,0;0,054;1 000\n";
        let units = text.encode_utf16().flat_map(unit);
        mark.into_iter().chain(units).collect::<Vec<u8>>()
    };
    let tables: [(&str, Vec<u8>); 6] = [
        ("fr.csv", "\u{feff}cartes;nb tas max;probabilité;parties\r\n32;2;1,26 %;10k\r\n32;3;5,4 %;10k\r\n".into()),
        ("latin.csv", b"nb_tas_max;probabilit\xe9 (%);donnes\n2;1,26;10000\n3;5,4;10000\n".into()),
        ("tabs.tsv", b"nb_tas_max\tprobability\tgames\n2\t0.0131\t10000\n3\t0.0534\t10 000\n".into()),
        ("le.csv", wide(u16::to_le_bytes, [0xff, 0xfe])),
        ("be.csv", wide(u16::to_be_bytes, [0xfe, 0xff])),
        ("pairs.txt", "2: 1,26 %\n3: 5,4 %\nparties: 10 000\n".into()),
    ];
    answer(
        here,
        "simulate alliances --deals 200k --seed 3 --tally run --quiet",
    );
    for (file, text) in tables {
        write(here, file, &text);
        let told = pioche(
            here,
            &format!("check-solution alliances {file} --tally run --format json"),
        );
        let report = json(&told);
        assert_eq!(
            (told.status.code(), &report["compared"]),
            (Some(0), &2.into()),
            "{file}: {report}"
        );
    }
    let wrong = b"nb_tas_max,probability\n2,0.0126\n3,0.0536\n4,0.1250\n";
    write(here, "wrong.csv", wrong);
    let told = pioche(
        here,
        "check-solution alliances wrong.csv --tally run --games 10M --format json",
    );
    assert_eq!(told.status.code(), Some(1));
    let told = json(&told);
    let rows = told["rows"].as_array().expect("rows");
    let verdicts: Vec<_> = rows
        .iter()
        .map(|row| row["verdict"].as_str().expect("a verdict"))
        .collect();
    assert_eq!(verdicts, ["agrees", "agrees", "disagrees"], "{told}");
    // 0.1250 instead of 0.1114, with a standard error of 0.0007.
    let errors = rows[2]["standard_errors"].as_f64().expect("a number");
    assert!((15.0..25.0).contains(&errors), "{errors}");
    let text = answer_of(
        &pioche(
            here,
            "check-solution alliances wrong.csv --tally run --games 10M --lang fr",
        ),
        1,
    );
    assert!(
        text.contains("1 ligne sur 3 s'écarte plus que le hasard")
            && text.contains("nb_tas_max=4 (+"),
        "{text}"
    );
    refused(
        here,
        "check-solution alliances fr.csv --tally run --deals 5",
        "--tally",
    );
    refused(
        here,
        "check-solution alliances fr.csv --tally run --cards 52",
        "--tally",
    );
    // The sampling error of the table counts: a wrong exact value may be chance in a hundred games.
    for (table, code) in [
        (
            "outcome,probability,deals\nplayer2,0.70,100\ndraw,0.30,100\n",
            0,
        ),
        ("outcome,probability\nplayer2,0.70\ndraw,0.30\n", 2),
        ("issue;probabilité\njoueur 2;3/4\nnulle;0,25\n", 0),
        ("outcome,probability\nplayer2,0\n", 1),
    ] {
        write(here, "t.csv", table.as_bytes());
        let told = pioche(here, "check-solution nim t.csv --matches 5 --format json");
        assert_eq!(told.status.code(), Some(code), "{table}: {}", stdout(&told));
        let row = &json(&told)["rows"][0];
        assert_eq!(
            (row["known"].as_f64(), &row["exact"]),
            (Some(0.75), &true.into()),
            "{row}"
        );
    }
}

/// Settings and outcomes may be written with the displayed words of either language.
#[test]
fn tables_accept_setting_names_in_both_languages() {
    let folder = folder();
    let here = folder.path();
    for (game, table) in [
        (
            "alliances",
            "cartes;changement;nb_tas_max;probabilité\n32;échange adjacent;32;1\n32;aucun changement;32;1\n",
        ),
        (
            "bataille",
            "valeurs;ordre;mélange;issue;probabilité\n3;Ordre alterné;Uniforme;nulle;0\n",
        ),
        (
            "solitaire",
            "plateau,case vide,outcome,probability\nanglais,16,32,0\n",
        ),
        (
            "alak",
            "cases,bord,son propre groupe,issue,probability\n3,anneau,capturé,joueur 1,1\n",
        ),
        (
            "nim",
            "allumettes;issue;probabilité\n5;joueur 2;0,75\n5;nulle;25 %\n",
        ),
    ] {
        write(here, "t.csv", table.as_bytes());
        let told = pioche(
            here,
            &format!("check-solution {game} t.csv --deals 5k --format json"),
        );
        assert!(told.stdout.starts_with(b"{"), "{game}: {}", stderr(&told));
    }
    write(here, "t.csv", b"issue,probability\nnulle,0.3\n");
    refused(here, "check-solution t.csv", "pioche check-solution");
    refused(
        here,
        "check-solution nim t.csv --matches 5..6",
        "matches=5 outcome=draw, matches=6 outcome=draw",
    );
    refused(here, "check-solution nim gone.csv", "gone.csv");
}

/// Rows without an interval or with too few games are undecided.
#[test]
fn rows_without_enough_data_are_undecided() {
    let folder = folder();
    let here = folder.path();
    for (table, options, expected, code) in [
        (
            "statistic,estimate,deals\ntotal_variation,0.3341,1000\ncut_sup_norm,0,1000\n",
            "shuffle --riffles 7 --deals 20k",
            "agrees cannot tell",
            0,
        ),
        (
            "statistic,estimate\ncut_sup_norm,7\n",
            "shuffle --riffles 7 --deals 20k",
            "cannot tell",
            2,
        ),
        // A mean of equal values has no spread.
        (
            "statistic,estimate,deals\nrising_sequences_mean,2.1,100\n",
            "shuffle --riffles 1 --deals 1k",
            "cannot tell",
            2,
        ),
        // No number of wins in one game is unlikely enough for a disagreement.
        (
            "outcome,probability,deals\nplayer2,0,1\nplayer2,0.75,1000\n",
            "nim --matches 5",
            "cannot tell agrees",
            0,
        ),
    ] {
        write(here, "some.csv", table.as_bytes());
        let told = pioche(
            here,
            &format!("check-solution {options} some.csv --format json"),
        );
        assert_eq!(told.status.code(), Some(code), "{table}: {}", stderr(&told));
        let report = json(&told);
        let rows = report["rows"].as_array().expect("rows");
        let verdicts: Vec<_> = rows
            .iter()
            .map(|row| row["verdict"].as_str().expect("a verdict"))
            .collect();
        assert_eq!(verdicts.join(" "), expected, "{table}");
    }
    write(
        here,
        "t.csv",
        "nb_tas_max;probabilité\n2;\n31;\n32;1,0000000000000002\n32;1,000\n".as_bytes(),
    );
    let told = pioche(here, "check-solution alliances t.csv --deals 1k");
    let text = stdout(&told);
    assert!(
        text.contains("Without a number: 2 rows (in the file: 2, 3)."),
        "{text}{}",
        stderr(&told)
    );
}

/// An option on the command line that a cell of the table contradicts is refused; the same value is not.
#[test]
fn option_that_table_contradicts_is_refused() {
    let folder = folder();
    let here = folder.path();
    fs::write(
        here.join("t.csv"),
        "cards,nb_tas_max,probability,deals\n32,2,0.006,1000\n",
    )
    .expect("a table");
    let check = "check-solution alliances t.csv --deals 1k";
    refused(here, &format!("{check} --cards 52"), "--cards");
    refused(here, &format!("{check} --suits 4 --ranks 13"), "t.csv, li");
    for options in ["", " --cards 32", " --cards 32,52"] {
        answer(here, &format!("{check}{options}"));
    }
    // The option applies to rows in which the cell is empty.
    fs::write(here.join("t.csv"), "cards,nb_tas_max,probability\n,2,0.5\n").expect("a table");
    let checked = pioche(here, &format!("{check} --cards 52"));
    assert_eq!(checked.status.code(), Some(1), "{}", stderr(&checked));
}

/// A table with a known mistake is explained by it, with its numbers; other wrong tables and right ones are not.
#[test]
fn known_mistake_explains_wrong_table() {
    let folder = folder();
    let here = folder.path();
    let check = |table: &str, options: &str, code: i32| {
        write(here, "t.csv", table.as_bytes());
        let verb = format!("check-solution {options} --format json");
        let report: serde_json::Value =
            serde_json::from_str(&answer_of(&pioche(here, &verb), code)).expect("JSON");
        report["explanations"].as_array().expect("a list").clone()
    };
    let alliances = "alliances t.csv --deals 100k";
    let exactly = "nb_tas_max,probability,deals\n2,0.0125,10000\n3,0.0408,10000\n4,0.0576,10000\n";
    let explanations = check(exactly, alliances, 1);
    assert_eq!(explanations.len(), 1, "{explanations:?}");
    assert_eq!(explanations[0]["mistake"], "exactly_n");
    let probabilities = explanations[0]["probabilities"].as_array().expect("a list");
    let expected = [0.0127, 0.0410, 0.0576];
    for (probability, expected) in probabilities.iter().zip(expected) {
        let difference = probability.as_f64().expect("a number") - expected;
        assert!(difference.abs() < 0.003, "{explanations:?}");
    }
    let wrong = "nb_tas_max,probability,deals\n2,0.2,10000\n3,0.3,10000\n4,0.4,10000\n";
    assert_eq!(check(wrong, alliances, 1).len(), 0);
    let right = "nb_tas_max,probability,deals\n2,0.0127,10000\n3,0.0536,10000\n";
    assert_eq!(check(right, alliances, 0).len(), 0);
    // The mistake concerns the rows with a change alone.
    let unchanged =
        "improve,nb_tas_max,probability,deals\nnone,3,0.0536,10000\nexchange,3,0.0536,10000\n";
    let explanations = check(unchanged, "alliances t.csv --deals 20k", 1);
    assert_eq!(explanations[0]["mistake"], "change_not_applied");
    // Exact probabilities: 0.75 of the games are won by player 2, the others drawn.
    let nim = "outcome,probability,deals\nplayer1,0,1000\nplayer2,1,1000\ndraw,0,1000\n";
    let explanations = check(nim, "nim t.csv --matches 5", 1);
    assert_eq!(explanations[0]["mistake"], "draw_won_by_last_mover");
    let shuffle = "statistic,estimate,deals\ntwins_mean,9,1000\n";
    assert_eq!(
        check(shuffle, "shuffle t.csv --riffles 7 --deals 2k", 1).len(),
        0
    );
    for (lang, sentence) in [("fr", "exactement n tas"), ("en", "exactly n piles")] {
        write(here, "t.csv", exactly.as_bytes());
        let verb = format!("check-solution {alliances} --lang {lang}");
        let text = answer_of(&pioche(here, &verb), 1);
        assert!(text.contains(sentence), "{text}");
    }
}
