//! Tests of damaged and merged tallies, of other players, and of very large counts.

use crate::program::{answer, folder, pioche, refused, stderr, stdout};
use pioche_engine::experiments::from_name;
use pioche_engine::sim::tally_file::{self, checksum};
use pioche_engine::sim::{RunOptions, Seed};

/// Returns the tally of a run.
fn played(name: &str, deals: u64) -> String {
    let question = from_name(name).expect("the experiment is known");
    tally_file::to_text(
        &question
            .run(question.plan(Seed(42), deals), &RunOptions::default())
            .expect("threads start"),
    )
}

/// Replaces the checksum of a changed tally by the right one.
fn forged(text: &str) -> String {
    let guarded = &text[..text.find("\nend\n").expect("the end is there") + "\nend\n".len()];
    format!("{guarded}checksum {:016x}\n", checksum(guarded.as_bytes()))
}

#[test]
fn report_refuses_damaged_or_old_tally_in_one_sentence() {
    let folder = folder();
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    let left = played("solitaire board=english hole=16", 10);
    write("good.tally", &left);
    answer(folder.path(), "report good.tally");
    let pegs = left
        .lines()
        .find(|line| line.starts_with("histogram left"))
        .expect("a histogram");
    write("left.tally", &forged(&left.replace(pegs, "histogram left")));
    refused(folder.path(), "report left.tally", "histogram left");
    write("edited.tally", &left.replace("seed 42", "seed 43"));
    refused(
        folder.path(),
        "report edited.tally",
        "left.tally".trim_start_matches("left"),
    );
    write("old.tally", &left.replace("tally 2", "tally 1"));
    refused(folder.path(), "report old.tally", "pioche tally 1");
    write("cut.tally", &left[..left.len() / 2]);
    refused(folder.path(), "report cut.tally", "cut.tally");
    write(
        "foreign.tally",
        &forged(&left.replace("solitaire board=english hole=16", "left-in-place cards=52")),
    );
    refused(folder.path(), "report foreign.tally", "foreign.tally, li");
    let bins = left.replace(
        "histogram left",
        &format!("histogram left{}", " 0".repeat(3_000_000)),
    );
    write("wide.tally", &forged(&bins));
    refused(folder.path(), "report wide.tally", "10");
}

#[test]
fn merged_shards_equal_single_run() {
    let folder = folder();
    let here = folder.path();
    let simulate = "simulate alliances --deals 10k --format csv";
    let single = answer(here, &format!("{simulate} --tally single.tally"));
    for number in 1..=4 {
        answer(
            here,
            &format!("{simulate} --shard {number}/4 --tally part-{number}.tally --resume"),
        );
    }
    answer(
        here,
        "merge part-3.tally part-1.tally part-4.tally part-2.tally --tally all.tally",
    );
    let bytes = |file: &str| std::fs::read(here.join(file)).expect("a tally");
    assert!(
        bytes("all.tally") == bytes("single.tally"),
        "the bytes of the single run"
    );
    assert_eq!(answer(here, "report all.tally --format csv"), single);
    refused(
        here,
        "merge part-1.tally part-2.tally part-4.tally --tally some.tally",
        "4992–7487",
    );
    answer(
        here,
        "merge part-1.tally part-2.tally part-4.tally --tally some.tally --partial",
    );
    refused(
        here,
        "merge part-1.tally part-1.tally --tally x.tally",
        "part-1.tally",
    );
    // Resuming a tally with holes lists them briefly; two tallies in one file are refused.
    answer(
        here,
        "merge part-2.tally part-4.tally --tally holes.tally --partial",
    );
    refused(
        here,
        &format!("{simulate} --tally holes.tally --resume"),
        "[2496–4991 7488–9999]",
    );
    let (one, two) = (bytes("part-1.tally"), bytes("part-2.tally"));
    std::fs::write(here.join("both.tally"), [one.clone(), two].concat()).expect("a file");
    for verb in [
        "report both.tally",
        "merge both.tally --tally x.tally --partial",
    ] {
        refused(here, verb, "both.tally");
    }
    // The same deals with other counts.
    let text = String::from_utf8(one.clone()).expect("text");
    let counts = text
        .lines()
        .find(|line| line.starts_with("histogram"))
        .expect("counts");
    let last: Vec<&str> = counts.rsplitn(4, ' ').collect();
    let [d, c, b] = [0, 1, 2].map(|at| last[at].parse::<u64>().expect("a count"));
    let false_counts = format!("{} {} {} {}", last[3], b + 1, c - 1, d);
    std::fs::write(
        here.join("false.tally"),
        forged(&text.replace(counts, &false_counts)),
    )
    .expect("a file");
    refused(
        here,
        "merge part-1.tally false.tally --tally x.tally --partial",
        "part-1.tally",
    );
    std::fs::copy(here.join("part-1.tally"), here.join("copy.tally")).expect("a copy");
    refused(
        here,
        "merge part-1.tally copy.tally --tally x.tally",
        "copy.tally",
    );
    refused(here, "report part-1.tally copy.tally", "copy.tally");
    refused(
        here,
        "merge part-1.tally part-2.tally --tally part-1.tally --force --partial",
        "part-1.tally",
    );
    refused(
        here,
        "merge part-1.tally --tally all.tally --partial",
        "all.tally",
    );
    answer(
        here,
        "simulate alliances --deals 5k --seed 2 --tally two.tally",
    );
    refused(
        here,
        "merge single.tally two.tally --tally x.tally",
        "two.tally",
    );
}

#[test]
fn certain_outcomes_have_probability_0_or_1_in_csv() {
    let folder = folder();
    let here = folder.path();
    for deals in ["1", "1000"] {
        let table = answer(
            here,
            &format!("simulate nim --matches 2 --deals {deals} --format csv"),
        );
        let row = table
            .lines()
            .find(|line| line.contains(",player1,"))
            .expect("a row");
        assert!(
            row.contains(&format!(",{deals},1,")) && row.contains(",1,1,,,,,1,1,"),
            "{row}"
        );
        let row = table
            .lines()
            .find(|line| line.contains(",player2,"))
            .expect("a row");
        assert!(row.contains(",player2,0,0,0,0,,,,,0,1,"), "{row}");
    }
    let never = pioche(
        here,
        "simulate nim --matches 5 --precision 1e-12 --deals 5k --format csv",
    );
    assert_eq!(
        stdout(&never),
        answer(here, "simulate nim --matches 5 --deals 5k --format csv")
    );
    let last = answer(here, "deal --seed 18446744073709551615 --deal 1e15");
    assert_eq!(last.split(' ').count(), 32);
}

/// The rows of the automatic rule come first; they are those of a plain run.
#[test]
fn automatic_rule_rows_come_before_player_rows() {
    let folder = folder();
    let here = folder.path();
    let run = "simulate alliances --format csv --deals 300 --improve exchange";
    let (plain, perfect) = (
        answer(here, run),
        answer(here, &format!("{run} --player perfect")),
    );
    let (plain, perfect): (Vec<&str>, Vec<&str>) =
        (plain.lines().collect(), perfect.lines().collect());
    assert_eq!(perfect.len() - 1, 2 * (plain.len() - 1));
    assert_eq!(perfect[0].replace(",player,", ","), plain[0]);
    for (plain, perfect) in plain[1..].iter().zip(&perfect[1..]) {
        // Only the commands at the end of the rows differ.
        let perfect = perfect.replace(",leftmost,", ",");
        let [plain, perfect] = [plain, &*perfect].map(|row| row.split(",pioche simulate").next());
        assert_eq!(plain, perfect);
    }
    assert!(
        perfect[plain.len()..]
            .iter()
            .all(|row| row.contains(",perfect,"))
    );
    // Naming the automatic rule gives the plain run.
    assert_eq!(
        answer(here, &format!("{run} --player leftmost")),
        answer(here, run)
    );
}

#[test]
fn player_tallies_are_reported_alone_and_with_plain_ones() {
    let folder = folder();
    let here = folder.path();
    let run = "simulate alliances --deals 200 --player perfect --format csv --tally perfect.tally";
    let said = answer(here, run);
    assert_eq!(answer(here, "report perfect.tally --format csv"), said);
    answer(here, "simulate alliances --deals 100 --tally plain.tally");
    for order in ["plain.tally perfect.tally", "perfect.tally plain.tally"] {
        let both = answer(here, &format!("report {order} --format csv"));
        assert_eq!(both.lines().count(), 1 + 31 + 62);
        assert!(
            both.lines().all(|line| line.matches(',').count() == 17),
            "{both}"
        );
        answer(here, &format!("report {order}"));
    }
    answer(here, "report plain.tally perfect.tally --out both");
    answer(here, "report perfect.tally --chart perfect.svg");
}

#[test]
fn report_of_parts_names_the_merge() {
    let folder = folder();
    let here = folder.path();
    for part in [1, 2] {
        let options = format!("--deals 1000 --shard {part}/2 --tally p{part} --quiet");
        answer(here, &format!("simulate nim {options}"));
    }
    let message = stderr(&pioche(here, "report p1 p2"));
    assert!(
        message.contains("pioche merge p1 p2 --tally all.tally"),
        "{message}"
    );
    answer(here, "merge p1 p2 --tally all.tally");
    let message = stderr(&pioche(here, "report all.tally"));
    assert!(!message.contains("merge"), "{message}");
}
