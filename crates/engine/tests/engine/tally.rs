//! Tests that a tally file is refused unless its checksum and its counts are valid.

use crate::KINDS;
use pioche_engine::experiments::from_name;
use pioche_engine::sim::experiment::experiment_name;
use pioche_engine::sim::tally_file::{self, TallyFileErrorKind, checksum};
use pioche_engine::sim::{FieldValue, Plan, RunOptions, Seed, Setting, StopRule};
use pioche_engine::stats::Confidence;
use proptest::prelude::*;
use std::sync::LazyLock;

/// Returns the tally of a run.
fn played(name: &str, deals: u64, precision: Option<StopRule>) -> String {
    let question = from_name(name).expect("the experiment is known");
    let plan = Plan {
        stop_rule: precision,
        ..question.plan(Seed(42), deals)
    };
    tally_file::to_text(
        &question
            .run(plan, &RunOptions::default())
            .expect("threads start"),
    )
}

/// Replaces the checksum of a changed tally by the right one.
pub fn forged(text: &str) -> String {
    let guarded = &text[..text.find("\nend\n").expect("the end is there") + "\nend\n".len()];
    format!("{guarded}checksum {:016x}\n", checksum(guarded.as_bytes()))
}

fn refused(text: &str) -> Result<(), (usize, TallyFileErrorKind)> {
    tally_file::parse(text, from_name)
        .map(|_| ())
        .map_err(|error| (error.line, error.what))
}

/// Replaces the line that begins with `key`, and corrects the checksum.
fn with_line(good: &str, key: &str, line: &str) -> String {
    let old = good
        .lines()
        .find(|line| line.starts_with(key))
        .expect("the line is there");
    forged(&good.replace(old, line))
}

fn contradicts(text: &str, key: &str) {
    let found = refused(text);
    assert!(
        matches!(&found, Err((_, TallyFileErrorKind::Contradiction(named))) if named == key),
        "{key}: {found:?} of\n{text:.400}"
    );
    // The reported line is the changed one.
    let line = found.unwrap_err().0;
    assert!(
        text.lines()
            .nth(line - 1)
            .is_some_and(|line| line.starts_with(key)),
        "{key}: line {line}"
    );
}

const PLAIN: &str = "alliances cards=32 improve=none";

#[test]
fn modified_or_truncated_tally_is_refused() {
    let good = played(PLAIN, 500, None);
    assert_eq!(refused(&good), Ok(()));
    assert_eq!(refused(""), Err((1, TallyFileErrorKind::UnknownFormat)));
    assert_eq!(
        refused(&good.replace("tally 2", "tally 3")),
        Err((1, TallyFileErrorKind::UnknownFormat))
    );
    assert_eq!(
        refused(&good.replace("tally 2", "tally 1")),
        Err((1, TallyFileErrorKind::MissingChecksum))
    );
    for (from, to) in [
        ("seed 42", "seed 43"),
        ("program ", "program x"),
        ("ranges 0", "ranges 1"),
    ] {
        assert!(refused(&good.replace(from, to)).is_err(), "{from:?} {to:?}");
    }
    assert_eq!(
        refused(&good.replace("seed 42", "seed 43")),
        Err((13, TallyFileErrorKind::ChecksumMismatch))
    );
    assert_eq!(
        refused(&good.replace('\n', "\r\n")),
        Err((1, TallyFileErrorKind::ChecksumMismatch))
    );
    // A truncated file is refused at every length.
    for end in 0..good.len() {
        assert!(refused(&good[..end]).is_err(), "cut at {end}");
    }
    for (more, what) in [
        ("elapsed-ms 412\n", TallyFileErrorKind::TrailingText),
        ("\n", TallyFileErrorKind::TrailingText),
        ("x", TallyFileErrorKind::TrailingText),
        (&good, TallyFileErrorKind::SeveralTallies),
    ] {
        assert_eq!(
            refused(&format!("{good}{more}")),
            Err((14, what)),
            "nothing follows the end: {more:?}"
        );
    }
    let long = format!("{good}{}", " ".repeat(tally_file::MAX_BYTES as usize));
    assert_eq!(refused(&long), Err((1, TallyFileErrorKind::TooLong)));
}

/// A valid checksum does not make a tally valid.
#[test]
fn malformed_tally_is_refused_with_line_number() {
    let good = played(PLAIN, 500, None);
    let expected = |key: &str| TallyFileErrorKind::ExpectedKeyword(key.to_owned());
    let line = |key: &str, line: &str| refused(&with_line(&good, key, line));
    assert_eq!(
        line("values", "values 99"),
        Err((3, TallyFileErrorKind::ValueVersion(99)))
    );
    assert_eq!(
        line("experiment", "experiment alliances cards=33"),
        Err((4, TallyFileErrorKind::UnknownExperiment))
    );
    assert_eq!(line("seed", "seed x"), Err((5, expected("seed"))));
    assert_eq!(
        line("precision", "precision nan 0.95 exact"),
        Err((7, expected("precision")))
    );
    for bad in [
        "",
        "5..5",
        "0..5 5..9",
        "0..5 3..9",
        "9..10 0..5",
        "0..-1",
        "0...5",
        "0..500 ",
    ] {
        assert_eq!(
            line("ranges", &format!("ranges {bad}")),
            Err((9, expected("ranges"))),
            "{bad}"
        );
    }
    assert_eq!(
        line("histogram", "histogram piles 0 -1"),
        Err((10, expected("histogram piles")))
    );
    assert_eq!(
        line("histogram", "histogram stacks 1"),
        Err((10, expected("histogram piles")))
    );
    assert_eq!(
        line("record", "record fewest 2"),
        Err((11, expected("record fewest")))
    );
    contradicts(&with_line(&good, "ranges", "ranges 0..501"), "ranges");
    contradicts(&with_line(&good, "ranges", "ranges 0..1"), "record fewest");
    contradicts(
        &with_line(&good, "ranges", "ranges 0..499"),
        "histogram piles",
    );
    contradicts(
        &with_line(&good, "record", "record fewest 2 500"),
        "record fewest",
    );
    contradicts(
        &with_line(&good, "record", "record fewest 1 3"),
        "record fewest",
    );
    contradicts(
        &with_line(&good, "record", "record fewest none"),
        "record fewest",
    );
}

/// The end of a run must agree with the number of deals played.
#[test]
fn tally_with_inconsistent_stop_reason_is_refused() {
    let good = played(PLAIN, 500, None);
    for stopped in ["interrupted", "precision", "part"] {
        contradicts(
            &with_line(&good, "stopped", &format!("stopped {stopped}")),
            "stopped",
        );
    }
    let longer = with_line(&good, "deals", "deals 600");
    contradicts(&longer, "stopped");
    for stopped in ["interrupted", "part"] {
        assert_eq!(
            refused(&with_line(
                &longer,
                "stopped",
                &format!("stopped {stopped}")
            )),
            Ok(()),
            "{stopped}"
        );
    }
    let precision = StopRule {
        precision: 0.01,
        rows: None,
        first_check: 0,
        confidence: Confidence::default(),
    };
    let precise = played(PLAIN, 1_000_000, Some(precision));
    assert!(precise.contains("stopped precision\n"));
    assert_eq!(refused(&precise), Ok(()));
    contradicts(
        &with_line(&precise, "precision", "precision 0.001 0.95 exact"),
        "stopped",
    );
    contradicts(
        &with_line(&precise, "precision", "precision none"),
        "stopped",
    );
    contradicts(&with_line(&precise, "stopped", "stopped part"), "stopped");
}

/// Files with counts that contradict their experiment, some of which once caused a panic.
#[test]
fn tally_with_impossible_counts_is_refused() {
    let histogram = |name: &str, deals, key: &str, counts: &str| {
        let good = played(name, deals, None);
        assert_eq!(refused(&good), Ok(()), "{name}");
        contradicts(&with_line(&good, key, &format!("{key}{counts}")), key);
    };
    // One card and a mean of 11 piles; 1000 piles of 32 cards; no pile at all.
    histogram(
        "alliances cards=1x1 improve=none",
        64,
        "histogram piles",
        " 0 0 0 0 0 0 0 0 0 0 0 64",
    );
    histogram(
        PLAIN,
        1,
        "histogram piles",
        &format!("{} 1", " 0".repeat(1000)),
    );
    histogram(PLAIN, 1, "histogram piles", " 1");
    histogram(PLAIN, 500, "histogram piles", "");
    // No improved piles, and a place beyond the cards.
    let swap = "alliances cards=32 improve=swap";
    histogram(swap, 1, "histogram improved", "");
    histogram(
        swap,
        1,
        "histogram first-place",
        &format!("{} 1", " 0".repeat(32)),
    );
    // Shares without a denominator, and one peg too many.
    histogram("solitaire board=english hole=16", 10, "histogram left", "");
    histogram(
        "solitaire board=english hole=16",
        10,
        "histogram left",
        &format!("{} 10", " 0".repeat(33)),
    );
    histogram(
        "bataille values=5 order=fixed shuffle=uniform",
        64,
        "histogram outcomes",
        "",
    );
    histogram(
        "bataille values=5 order=fixed shuffle=uniform",
        64,
        "histogram outcomes",
        " 0 0 0 0 64",
    );
    histogram(
        "bataille values=5 order=fixed shuffle=uniform",
        64,
        "histogram rounds",
        " 0 65",
    );
    histogram(
        "shuffle cards=52 riffles=2",
        9,
        "histogram rising-sequences",
        " 0 0 0 0 0 9",
    );
    histogram("shuffle cards=52 riffles=2", 9, "histogram cut", " 10");
    let nim = "nim matches=10 takes=2,3 players=random,random";
    histogram(nim, 8, "histogram outcomes", " 1 1 1 5");
    histogram(nim, 8, "histogram plies", " 0 0 0 0 0 0 0 0 0 0 0 8");
    let counts = |bins: usize| {
        played(nim, 8, None).replace(
            "histogram plies",
            &format!("histogram plies{}", " 0".repeat(bins)),
        )
    };
    assert_eq!(
        refused(&forged(&counts(3_000_000))),
        Err((11, TallyFileErrorKind::TooManyBins))
    );
}

/// The tallies of the committed study are complete.
#[test]
fn committed_tallies_load_completely() {
    let folder = std::fs::read_dir(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../results/tallies"
    ))
    .expect("results are there");
    for file in folder.map(|entry| entry.expect("an entry").path()) {
        let text = std::fs::read_to_string(&file).expect("a tally is text");
        assert_eq!(refused(&text), Ok(()), "{}", file.display());
    }
}

/// A tally of each kind of experiment in the study.
static TALLIES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut kinds = std::collections::BTreeSet::new();
    let questions = KINDS.iter().filter_map(|name| from_name(name));
    let all = questions.filter(|question| {
        kinds.insert((
            question.topic(),
            question
                .tally_schema()
                .histograms
                .iter()
                .map(|histogram| histogram.name)
                .collect::<Vec<_>>(),
        ))
    });
    // Packs without feasible exact values: reading a tally must not start long computations.
    let names: Vec<String> = all.map(|question| question.name()).collect();
    let large = [
        ("cards=3x4", "cards=4x4"),
        ("triangle:5", "triangle:7"),
        ("cards=52", "cards=9"),
        ("5:ring", "13:ring"),
        ("cells=5", "cells=13"),
    ];
    let large = |name: &String| {
        large.iter().fold(name.clone(), |name, (small, large)| {
            name.replace(small, large)
        })
    };
    names
        .iter()
        .map(|name| played(&large(name), 70, None))
        .collect()
});

/// Parses a text and summarises it if it is accepted; neither may panic.
fn tried(text: &str) -> bool {
    match tally_file::parse(text, from_name) {
        Err(_) => false,
        Ok((question, run)) => {
            crate::summary(question.as_ref(), &run);
            true
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    /// A tally with a changed, inserted or removed byte is refused.
    #[test]
    fn tally_with_one_byte_changed_is_refused(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(),
                                    byte in any::<u8>(), how in 0..3_u8) {
        let good = which.get(&TALLIES);
        let mut bytes = good.clone().into_bytes();
        let at = at.index(bytes.len());
        match how {
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            _ => { bytes.remove(at); }
        }
        if bytes != good.as_bytes() {
            prop_assert!(!tried(&String::from_utf8_lossy(&bytes)));
        }
    }

    /// A changed number with a valid checksum is accepted or refused, without a panic.
    #[test]
    fn tally_with_forged_number_causes_no_panic(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(),
                                      number in prop_oneof![Just(0), Just(1), Just(u64::MAX), 0..100_u64, any::<u64>()],
                                      how in 0..4_u8) {
        let good = which.get(&TALLIES);
        let starts: Vec<usize> = good.char_indices().filter(|(at, _)| {
            let before = good[..*at].chars().next_back();
            good[*at..].starts_with(|c: char| c.is_ascii_digit()) && !before.is_some_and(|c| c.is_ascii_digit())
        }).map(|(at, _)| at).collect();
        let start = *at.get(&starts);
        let end = start + good[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        let new = match how {
            0 | 1 => number.to_string(),
            2 => String::new(),
            _ => format!("{number} {}", &good[start..end]),
        };
        tried(&forged(&format!("{}{new}{}", &good[..start], &good[end..])));
    }
}

/// The name of an experiment stays one line with any setting.
#[test]
fn experiment_name_replaces_line_breaks_in_settings() {
    const TEXT: Setting = Setting::new::<String>("text");
    let text = FieldValue::from_display("a\nseed 9\u{2028}b c");
    let name = experiment_name("own", &[TEXT.field(text)]);
    assert_eq!(name, "own text=a_seed_9_b_c");
}

/// A tally with the former key of the number of moves is read as a tally of the same run.
#[test]
fn former_key_of_max_plies_is_read() {
    let name = "alak cells=4 edge=line own_group=spared players=random,random max_plies=9";
    let former_name = "alak variant=4:line:spared players=random,random max-plies=9 cells=4 edge=line own_group=spared";
    let text = played(name, 100, None);
    let former = forged(&text.replace(name, former_name));
    let (experiment, run) = tally_file::parse(&former, from_name).expect("a tally");
    assert_eq!(experiment.name(), name);
    assert_eq!(tally_file::to_text(&run), text);
}
