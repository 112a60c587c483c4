//! What an answer shows at a glance: the sentence first, no more than a small terminal holds, no row without its name.

use crate::program::{answer_of, folder, pioche};
use std::fmt::Write;
use std::path::Path;

/// The lines that a text takes on a terminal of so many columns.
fn height(text: &str, columns: usize) -> usize {
    text.lines().map(|line| line.chars().count().saturating_sub(1) / columns + 1).sum()
}

/// One question of each topic and verb, and whether the answer is yes.
const QUESTIONS: &[(&str, i32)] = &[
    ("simulate alliances --deals 20k", 0),
    ("simulate alliances --improve exchange --deals 2k", 0),
    ("simulate alliances --player perfect --deals 500", 0),
    ("simulate solitaire --deals 20k", 0),
    ("simulate alak --deals 20k", 0),
    ("simulate bataille --deals 2k", 0),
    ("simulate shuffle --riffles 7 --deals 2k", 0),
    ("simulate nim --deals 20k", 0),
    ("check-solution alliances table.csv --deals 20k", 1),
    ("deal", 0),
    ("check deck", 0),
    ("improve deck", 0),
    ("solve solitaire --count", 0),
    ("solve alak --cells 5", 0),
    ("solve alak --cells 4 --own-group captured", 0),
    ("solve nim", 0),
    ("solve nim --matches 24 --takes 1,3,4", 0),
    ("solve nim --matches 26", 0),
    ("solve nim --matches 1", 0),
    ("show bataille --values 3", 0),
];

/// Each answer is that of the file, in both languages, and fits 80 columns and 22 lines. With PIOCHE_GOLDEN=write the
/// file is written.
#[test]
fn answers_fit_a_small_terminal() {
    let folder = folder();
    let here = folder.path();
    std::fs::write(here.join("table.csv"), "nb_tas_max,probability\n2,0.0126\n3,0.0536\n4,0.15\n").expect("written");
    std::fs::write(here.join("deck"), answer_of(&pioche(here, "deal"), 0)).expect("written");
    for lang in ["en", "fr"] {
        let mut all = String::new();
        for (question, code) in QUESTIONS {
            let told = answer_of(&pioche(here, &format!("{question} --lang {lang}")), *code);
            assert!(height(&told, 80) <= 22, "{question}: {} lines\n{told}", height(&told, 80));
            let whole = |line: &str| line.chars().count() <= 80;
            let solved = question.starts_with("solve alak") || question.starts_with("solve nim");
            assert!(!solved || told.lines().all(whole), "{told}");
            let _ = writeln!(all, "$ pioche {question}\n{told}");
        }
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/glance.{lang}.txt"));
        if std::env::var_os("PIOCHE_GOLDEN").is_some_and(|wish| wish == "write") {
            std::fs::write(&file, &all).expect("the file is written");
        }
        assert_eq!(all, std::fs::read_to_string(&file).expect("the file is there"));
    }
}
