//! In a class: digits that are asked for, claims that are held to account, tables of students.

use crate::tests::cli::{answer, folder, pioche, refused, stderr, stdout};
use crate::tests::topics::small_runs;
use std::fs;
use std::path::Path;
use std::process::Output;

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(&stdout(output)).unwrap_or_else(|error| panic!("{error}: {}", stderr(output)))
}

/// The digits of any row, of every topic; what they are is told in the table, in JSON and in the tally.
#[test]
fn digits_of_any_row_end_a_run() {
    let folder = folder();
    let here = folder.path();
    assert!(
        answer(here, "simulate nim --matches 5 --digits 2 --outcome draw --deals 64")
            .contains("outcome=draw: 0.25, exactly")
    );
    let run = pioche(here, "simulate alliances --digits 2 --tally run --format json");
    let told = json(&run);
    assert_eq!((&told["stopped"], &told["digits"]["certain"]), (&"digits".into(), &2.into()));
    assert_eq!((&told["digits"]["value"], &told["digits"]["row"]["nb_tas_max"]), (&0.013.into(), &"2".into()));
    assert!(told["deals"].as_u64() > Some(150_000) && told["precision"].is_null(), "{told}");
    let tally = fs::read_to_string(here.join("run")).unwrap();
    assert!(tally.contains("precision digits=2 0.95 exact nb_tas_max=2\nstopped digits\n"), "{tally}");
    let table = answer(here, "report run --lang fr");
    assert!(table.contains("nb_tas_max=2\u{a0}: 2 chiffres certains après") && table.contains("0,013 ("), "{table}");
    // More digits go on where these were content; another row would not have stopped there.
    assert!(pioche(here, "simulate alliances --digits 2 --tally run --resume").status.success());
    refused(here, "simulate alliances --digits 2 --nb-tas-max 3 --tally run --resume", "nb_tas_max=2");
    for (options, row) in [
        ("alliances --improve exchange --nb-tas-max 4", "nb_tas_max=4"),
        ("bataille --values 3 --issue infinie", "outcome=endless"),
        ("shuffle --riffles 3 --statistic suspects", "statistic=suspect_rate"),
        ("solitaire --outcome 3", "outcome=3"),
        ("alak --cells 5", "outcome=player1"),
        ("nim --matches 10..11 --outcome draw", "outcome=draw"),
    ] {
        let table = answer(here, &format!("simulate {options} --digits 1 --deals 1M"));
        let known = ["certain digit", ", exactly", "lies on the edge"].iter().any(|words| table.contains(words));
        assert!(table.contains(row) && known, "{options}: {table}");
    }
}

/// A number of deals ends a run before; that is told, and no fault.
#[test]
fn digits_that_are_missed_are_told() {
    let folder = folder();
    let run = |args: &str| pioche(folder.path(), &format!("simulate alliances --digits 4 --deals 50k {args}"));
    for (lang, words) in [("en", "NOT REACHED"), ("fr", "NON ATTEINTS")] {
        let told = run(&format!("--lang {lang}"));
        assert!(told.status.success());
        assert!(stdout(&told).contains(words) && stderr(&told).contains(words), "{}", stdout(&told));
    }
    let told = json(&run("--format json"));
    assert_eq!((&told["stopped"], &told["digits"]["reached"]), (&"deals".into(), &false.into()));
    let none = pioche(folder.path(), "simulate bataille --values 4 --digits 1 --outcome draw --deals 5k");
    assert!(stderr(&none).contains("none is certain"), "{}", stderr(&none));
}

#[test]
fn digits_are_refused_where_they_make_no_sense() {
    let folder = folder();
    let here = folder.path();
    for (args, words) in [
        ("alliances --digits 0", "--digits"),
        ("alliances --digits 10", "--digits"),
        ("alliances --digits 2 --precision 0.1", "--precision"),
        ("alliances --nb-tas-max 3", "--digits"),
        ("alliances --digits 2 --nb-tas-max 33", "nb_tas_max=33"),
        ("nim --digits 2 --outcome unresolved", "outcome=player1, outcome=player2, outcome=draw"),
        ("alliances --digits 2 --shard 1/2 --tally x", "--shard"),
    ] {
        refused(here, &format!("simulate {args}"), words);
    }
    assert!(pioche(here, "simulate alliances --digits 1 --tally part").status.success());
    refused(here, "merge part --tally all", "--digits");
    refused(here, "slurm -- simulate alliances --digits 2 --tally x", "--digits");
}

/// What is asserted is answered in a sentence each, in JSON, and by the exit code.
#[test]
fn assertions_are_answered() {
    let folder = folder();
    let here = folder.path();
    let run = |claims: &[&str], more: &str| {
        let mut program = assert_cmd::Command::cargo_bin("pioche").unwrap();
        program.current_dir(here).env_clear().args("simulate alliances --deals 100k".split(' '));
        for claim in claims {
            program.args(["--assert", claim]);
        }
        program.args(more.split_whitespace()).output().unwrap()
    };
    // 100,000 deals: 0.0126 ± 0.0007, and 11.36 ± 0.04 piles.
    for (claim, code, word) in [
        ("p(nb_tas_max=2) in 0.0126 ± 0.005", 0, "yes"),
        ("p(nb_tas_max=2) in 0,0126 +- 0,005", 0, "yes"),
        ("p(nb_tas_max=2) in [1%, 1.5 %]", 0, "yes"),
        ("p(tas permis = 2) dans [0,010 ; 0,015]", 0, "yes"),
        ("P(nb_tas_max=2)=1/79", 0, "not excluded"),
        ("p(cards=32, player=leftmost, nb_tas_max=2) <= 0.015", 0, "yes"),
        ("p(nb_tas_max=2) in 0.0126 ± 0.0001", 1, "CANNOT TELL"),
        ("p(nb_tas_max=2) < 0.0127", 1, "would tell"),
        ("p(nb_tas_max=2) > 2 %", 1, "NO"),
        ("p(nb_tas_max=2) in 0.05 ± 0.03", 1, "NO"),
        ("p(nb_tas_max=2) < 0.01", 1, "NO"),
        ("p(nb_tas_max=2) = 0.02", 1, "NO"),
        ("p(nb_tas_max=32) = 1", 0, "not excluded"),
        ("p(nb_tas_max=32) < 1", 1, "CANNOT TELL"),
        ("mean(nb_tas) in [11.2, 11.5]", 0, "yes"),
        ("moyenne(nb_tas) < 11", 1, "NO"),
        ("p(nb_tas_max=2) in 1.26 ± 0.05", 2, ""),
        ("p(nb_tas_max=2) in 1.26 ± 0.05%", 2, ""),
        ("p(nb_tas_max=2) in [0,012, 0,013]", 2, ""),
        ("p(nb_tas_max=2) in [0.02, 0.01]", 2, ""),
        ("p(nb_tas_max=2)", 2, ""),
        ("p() < 1", 2, ""),
        ("p(nb_tas_max=99) < 1", 2, ""),
        ("p(improve=none) < 1", 2, ""),
        ("mean(rounds) < 1", 2, ""),
        ("x", 2, ""),
    ] {
        let told = run(&[claim], "");
        assert_eq!(told.status.code(), Some(code), "{claim}: {}", stderr(&told));
        assert_eq!(stderr(&told).lines().count(), 1, "{claim}: {}", stderr(&told));
        assert!(stderr(&told).contains(word), "{claim}: {}", stderr(&told));
        // What is not understood is refused before anything is played.
        assert_eq!(stdout(&told).is_empty(), code == 2, "{claim}");
    }
    let told = run(&["p(nb_tas_max=2) < 0.1", "mean(nb_tas) = 3"], "--format json --lang fr");
    assert_eq!((told.status.code(), stderr(&told).lines().count()), (Some(1), 2), "{}", stderr(&told));
    assert!(stderr(&told).contains(": NON, 11,3".replace(": ", " : ").as_str()), "{}", stderr(&told));
    let answers = json(&told)["assertions"].clone();
    assert_eq!((&answers[0]["verdict"], &answers[1]["verdict"]), (&"yes".into(), &"no".into()), "{answers}");
    // A few deals say nothing, and the quiet are told so, too.
    for (deals, claim) in [(3, "p(nb_tas_max=2) > 0.5"), (10, "p(nb_tas_max=2) < 0.1"), (10, "mean(nb_tas) < 11")] {
        let told = pioche(here, &format!("simulate alliances --deals {deals} -q --assert {}", claim.replace(' ', "")));
        assert_eq!(told.status.code(), Some(1), "{claim}");
        assert!(stderr(&told).contains("CANNOT TELL"), "{claim}: {}", stderr(&told));
    }
    assert!(answers[1]["ci_low"].as_f64() > Some(11.0));
}

/// Of a range of runs, the settings tell which one is meant; shares beside the table have names of their own; a report
/// is held to account as well.
#[test]
fn assertions_name_rows_of_any_topic() {
    let folder = folder();
    let here = folder.path();
    for (command, claim, code) in [
        ("bataille --values 3..4", "p(outcome=endless,values=3)<0.9", 0),
        ("bataille --values 3..4", "p(endless,values=4)>0.9", 1),
        ("bataille --values 3..4", "p(endless)<0.9", 2),
        ("bataille --values 3..4", "mean(rounds,values=3)<100", 0),
        ("shuffle --riffles 7", "estimate(statistic=twins_mean)>30", 1),
        ("solitaire", "p(won)<0.5", 0),
        ("solitaire", "p(outcome=1)<0.5", 0),
        ("alak --cells 4", "p(repetition)<=1", 0),
        ("nim --matches 5", "p(takes=2,3,players=random,random,outcome=draw)<0.5", 0),
        ("nim --matches 5", "p(takes=2+3,outcome=nulle)<0.5", 0),
        ("nim --matches 5", "p(outcome=draw)=0.2±0.04", 1),
        ("nim --matches 5", "p(outcome=draw)=0.2±0.06", 0),
        ("nim --matches 5", "mean(plies)=2", 1),
        ("nim --matches 5", "mean(plies)>2", 1),
        ("alliances --improve exchange", "p(nb_tas_max=2)<1", 2),
        ("alliances --improve exchange", "p(improve=exchange,nb_tas_max=2)<1", 0),
        ("alliances --improve exchange", "p(worsened)<1", 0),
    ] {
        let told = pioche(here, &format!("simulate {command} --deals 2000 --assert {claim}"));
        assert_eq!(told.status.code(), Some(code), "{command} {claim}: {}", stderr(&told));
    }
    answer(here, "simulate nim --matches 5 --deals 500 --tally run");
    assert_eq!(pioche(here, "report run --assert p(draw)>0.9").status.code(), Some(1));
    assert_eq!(pioche(here, "report run --assert p(draw)<0.9 --quiet").status.code(), Some(0));
    refused(here, "slurm -- simulate nim --tally x --assert p(draw)<1", "--assert");
}

fn write(here: &Path, file: &str, text: &[u8]) {
    fs::write(here.join(file), text).unwrap();
}

/// The tables that our own program writes agree with it, of every topic, in both styles, whatever the seed.
#[test]
fn our_own_tables_agree() {
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
    let (known, others) = (known.map(|(topic, command)| (topic, command.to_owned())), known.len());
    for (place, (topic, command)) in known.into_iter().chain(small_runs()).enumerate() {
        for style in ["plain", "excel-fr"] {
            let file = format!("{place}-{style}.csv");
            let options = format!("--deals 3000 --seed 7{place} --csv {file} --csv-style {style} --quiet");
            answer(here, &format!("simulate {command} {options}"));
            // Headings alone need not tell one topic from all others.
            let nameless = (place < others).then(|| format!("check-solution {file}"));
            for verb in nameless.into_iter().chain([format!("check-solution {topic} {file}")]) {
                let told = pioche(here, &format!("{verb} --deals 3000 --confidence 0.9999"));
                assert_eq!(told.status.code(), Some(0), "{verb}: {}{}", stdout(&told), stderr(&told));
            }
        }
    }
}

/// What a student hands in: French headings, semicolons, commas, percent signs, another alphabet, digits rounded.
#[test]
fn tables_of_students_are_understood() {
    let folder = folder();
    let here = folder.path();
    write(
        here,
        "fr.csv",
        "\u{feff}cartes;nb tas max;probabilité\r\n32;2;1,26 %\r\n32;3;5,4 %\r\n32;32;100 %\r\n".as_bytes(),
    );
    write(here, "latin.csv", b"nb_tas_max;probabilit\xe9 (%)\n2;1,26\n3;5,4\n");
    write(here, "tabs.tsv", b"nb_tas_max\tp\tn\n2\t0.0131\t10000\n3\t0.0534\t10 000\n");
    write(here, "wrong.csv", b"nb_tas_max,probability\n2,0.0126\n3,0.0536\n4,0.1250\n");
    for file in ["fr.csv", "latin.csv", "tabs.tsv"] {
        let told = pioche(here, &format!("check-solution alliances {file} --cards 32 --deals 200k"));
        assert_eq!(told.status.code(), Some(0), "{file}: {}{}", stdout(&told), stderr(&told));
    }
    let told = pioche(here, "check-solution alliances wrong.csv --deals 200k --format json");
    assert_eq!(told.status.code(), Some(1));
    let told = json(&told);
    let verdicts: Vec<_> = (0..3).map(|row| told["rows"][row]["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["agrees", "agrees", "disagrees"], "{told}");
    // 0.1250 instead of 0.1114, with an error of 0.0007: it says so in standard errors.
    let errors = told["rows"][2]["standard_errors"].as_f64().unwrap();
    assert!((15.0..25.0).contains(&errors), "{errors}");
    let text = answer_of(&pioche(here, "check-solution wrong.csv --deals 200k --lang fr"), 1);
    assert!(text.contains("1 sur 3 diffère plus que par hasard") && text.contains("nb_tas_max=4 (+"), "{text}");
    // The same against a tally, without playing.
    answer(here, "simulate alliances --deals 200k --seed 3 --tally run --quiet");
    assert_eq!(pioche(here, "check-solution alliances wrong.csv --tally run").status.code(), Some(1));
    assert_eq!(pioche(here, "check-solution alliances fr.csv --tally run").status.code(), Some(0));
    refused(here, "check-solution alliances fr.csv --tally run --deals 5", "--tally");
    refused(here, "check-solution alliances fr.csv --tally run --cards 52", "--tally");
    // Their own sampling error counts: what is wrong of an exact number may be chance in a hundred deals.
    write(here, "few.csv", b"outcome,probability,deals\nplayer2,0.70,100\ndraw,0.30,100\n");
    write(here, "exact.csv", b"outcome,probability\nplayer2,0.70\ndraw,0.30\n");
    write(here, "right.csv", "issue;probabilité\njoueur 2;3/4\nnulle;0,25\n".as_bytes());
    for (file, code) in [("few.csv", 0), ("exact.csv", 1), ("right.csv", 0)] {
        let told = pioche(here, &format!("check-solution nim {file} --matches 5"));
        assert_eq!(told.status.code(), Some(code), "{file}: {}", stdout(&told));
        assert!(stdout(&told).contains("0.750000, exact"), "{}", stdout(&told));
    }
    assert!(stdout(&told_of(here, "right.csv")).contains("pioche simulate nim --matches 5 --takes 2,3"));
    // Who does not say how many deals there were is told what that means.
    let without = stdout(&told_of(here, "exact.csv"));
    assert!(without.contains("(column “deals”)") && !stdout(&told_of(here, "few.csv")).contains("column"), "{without}");
}

fn told_of(here: &Path, file: &str) -> Output {
    pioche(here, &format!("check-solution nim {file} --matches 5"))
}

/// Files as other programs write them.
#[test]
fn tables_of_any_program_are_read() {
    let folder = folder();
    let here = folder.path();
    let text = "nb_tas_max;probabilit\u{65}\u{301};donnes\n2.0;0,0126;1,000\n3,0;0,054;1 000\n";
    let wide = |unit: fn(u16) -> [u8; 2], mark: [u8; 2]| {
        mark.into_iter().chain(text.encode_utf16().flat_map(unit)).collect::<Vec<u8>>()
    };
    write(here, "nfd.csv", text.as_bytes());
    write(here, "le.csv", &wide(u16::to_le_bytes, [0xff, 0xfe]));
    write(here, "be.csv", &wide(u16::to_be_bytes, [0xfe, 0xff]));
    write(here, "sep.csv", format!("sep=;\r\n{text}").as_bytes());
    for file in ["nfd.csv", "le.csv", "be.csv", "sep.csv"] {
        let told = pioche(here, &format!("check-solution alliances {file} --deals 20k --format json"));
        assert_eq!(told.status.code(), Some(0), "{file}: {}", stderr(&told));
        let told = json(&told);
        assert_eq!((&told["compared"], &told["rows"][1]["deals"]), (&2.into(), &1000.into()), "{file}: {told}");
        assert_eq!(told["confidence"], 0.95);
    }
}

/// What has nothing to be compared with is named, and a table of nothing else is refused.
#[test]
fn what_is_not_compared_is_said() {
    let folder = folder();
    let here = folder.path();
    write(here, "some.csv", b"statistic,estimate,deals\ntotal_variation,0.3341,1000\ncut_sup_norm,0,1000\n");
    let told = pioche(here, "check-solution shuffle some.csv --riffles 7 --deals 20k");
    assert!(told.status.success() && stdout(&told).contains("Not compared"), "{}", stdout(&told));
    write(here, "none.csv", b"statistic,estimate\ncut_sup_norm,7\n");
    refused(here, "check-solution shuffle none.csv --riffles 7 --deals 20k", "cut_sup_norm");
    // A mean of equal values has no spread.
    write(here, "unknown.csv", b"nb_tas_max,probability\n2,0.0126\n40,0\n");
    refused(here, "check-solution unknown.csv --deals 20k", "nb_tas_max=40");
    // More than a few rows are compared with rows that are looked up once.
    let many: String = (0..4000).map(|row| format!("{},0.5,10\n", 2 + row % 31)).collect();
    write(here, "many.csv", format!("nb_tas_max,probability,deals\n{many}").as_bytes());
    assert_eq!(json(&pioche(here, "check-solution many.csv --deals 5k --format json"))["compared"], 4000);
    // What stands twice is told apart by its line.
    fs::write(here.join("twice.csv"), "nb_tas_max,probability\n2,0.0126\n2,0.0140\n").expect("written");
    let told = answer_of(&pioche(here, "check-solution twice.csv --deals 20M"), 1);
    assert!(told.contains("disagrees") && told.contains(": nb_tas_max=2, line 3 ("), "{told}");
}

/// Right tables of each topic are called wrong in at most 5 of 100 runs. (At a level of 0.1 % for each.)
fn right_tables_called_wrong(commands: &[&str], seeds: u64) {
    use pioche_engine::stats::Proportion;
    use pioche_engine::stats::compare::is_exact;
    for command in commands {
        let folder = folder();
        let here = folder.path();
        let wrong = (0..seeds).filter(|seed| {
            answer(here, &format!("simulate {command} --deals 2000 --seed {} --csv t.csv --force -q", 900 + seed));
            let told = pioche(here, "check-solution t.csv --deals 20k -q");
            assert!(matches!(told.status.code(), Some(0 | 1)), "{command}: {}", stderr(&told));
            told.status.code() == Some(1)
        });
        let wrong = Proportion::of(wrong.count() as u64, seeds);
        println!("{command}: {} of {seeds} right tables are called wrong", wrong.count);
        assert!(wrong.estimate() <= 0.05 || is_exact(wrong, 0.05) > 0.002, "{command}: {wrong:?}");
    }
}

#[test]
fn right_shuffles_are_called_right() {
    right_tables_called_wrong(&["shuffle --riffles 20"], 20);
}

#[test]
#[ignore = "5,400 runs of the program: minutes"]
fn right_tables_of_each_topic_are_called_right() {
    let others = ["alliances --improve exchange", "shuffle --riffles 20", "alak --cells 6", "nim --matches 9"];
    let small: Vec<String> = small_runs().map(|(_, command)| command).collect();
    let commands: Vec<&str> = small.iter().map(String::as_str).chain(others).collect();
    right_tables_called_wrong(&commands, 300);
}

pub fn answer_of(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{}", stderr(output));
    stdout(output)
}

/// Digits that were rounded are allowed for; many rows that are each a little off are not called wrong one by one.
#[test]
fn rounding_and_chance_are_no_faults() {
    let folder = folder();
    let here = folder.path();
    // Two digits of exact numbers, and one unit off in the last.
    write(here, "two.csv", b"outcome,p\n1,0.0071\n2,0.062\n");
    write(here, "off.csv", b"outcome,p\n1,0.0071\n2,0.063\n");
    let exact = |file: &str| json(&pioche(here, &format!("check-solution solitaire {file} --hole 12 --format json")));
    let known = exact("two.csv");
    let rounded: Vec<f64> = (0..2).map(|row| known["rows"][row]["known"].as_f64().unwrap()).collect();
    assert_eq!(known["rows"][0]["exact"], true);
    let text = |shift: f64| format!("outcome,p\n1,{:.4}\n2,{:.3}\n", rounded[0], rounded[1] + shift);
    write(here, "two.csv", text(0.0).as_bytes());
    write(here, "off.csv", text(0.001).as_bytes());
    assert_eq!((exact("two.csv")["disagree"].as_u64(), exact("off.csv")["disagree"].as_u64()), (Some(0), Some(1)));
    // 31 rows of an honest sample: some beyond two standard errors in one of twenty, all together none.
    let mut beyond = 0;
    for seed in 100..108 {
        answer(here, &format!("simulate alliances --deals 2000 --seed {seed} --csv s.csv --force --quiet"));
        let told = json(&pioche(here, "check-solution s.csv --deals 50k --confidence 0.95 --format json"));
        assert_eq!(told["compared"], 31);
        let rows = told["rows"].as_array().unwrap();
        beyond += rows.iter().filter(|row| row["p"].as_f64() < Some(0.05)).count();
        for row in rows {
            assert!(row["p_holm"].as_f64() >= row["p"].as_f64());
        }
    }
    assert!(beyond < 60, "{beyond} of 248");
}

#[test]
fn tables_that_are_none_are_refused_with_their_place() {
    let folder = folder();
    let here = folder.path();
    for (text, words) in [
        ("", "is no table"),
        ("nb_tas_max,probability\n", "is no table"),
        (
            "nb_tas_max,foo\n2,0.1\n",
            "no column “probability”; its first line, where headings are expected, has nb_tas_max, foo",
        ),
        ("x,probability\n2,0.1\n", "no column “nb_tas_max”"),
        ("nb_tas_max,probability,p\n2,0.1,0.1\n", "line 1, column 3: the column “probability” is there twice"),
        ("nb_tas_max,probability\n2,0.01\n3,1.26\n", "line 3, column 2: “1.26” is no probability"),
        ("nb_tas_max,probability\n2,abc\n", "line 2, column 2: “abc” is no number"),
        ("nb_tas_max,probability\n2,0,0126\n", "line 2, column 3: 3 cells under 2 headings"),
        ("nb_tas_max,probability\n77,0.4\n", "line 2, column 1: there is no row “nb_tas_max=77”"),
        ("nb_tas_max,probability,deals\n2,0.4,x\n", "line 2, column 3: “x”"),
        ("nb_tas_max,probability\n,0.4\n", "line 2, column 1: nothing says"),
        ("cards,nb_tas_max,probability\n31,2,0.4\n", "line 2, column 1: “31”"),
        ("\0\u{1}\u{feff}\"\n\"", "t.csv"),
    ] {
        write(here, "t.csv", text.as_bytes());
        let told = pioche(here, "check-solution alliances t.csv");
        assert_eq!((told.status.code(), stdout(&told), stderr(&told).lines().count()), (Some(2), String::new(), 1));
        assert!(stderr(&told).contains(words), "{text:?}: {}", stderr(&told));
        // In French it is another sentence, about the same place.
        let french = stderr(&pioche(here, "check-solution alliances t.csv --lang fr"));
        assert!(french.starts_with("pioche : t.csv") && french != stderr(&told), "{french}");
    }
    write(here, "t.csv", b"issue,p\nnulle,0.3\n");
    refused(here, "check-solution t.csv", "pioche check-solution");
    refused(here, "check-solution nim t.csv --matches 5..6", "matches=5, matches=6");
    refused(here, "check-solution nim gone.csv", "gone.csv");
}
