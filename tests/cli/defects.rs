//! Overviews, pages and dialogues that once left out or garbled what was asked for.

use super::cli::{answer, folder};

/// The rows of the table of an overview, those of the first part of a folded one.
fn overview_rows(table: &str) -> Vec<&str> {
    let below = table.lines().skip_while(|line| !line.starts_with('─')).skip(1);
    below.take_while(|line| line.starts_with(' ')).collect()
}

/// Several runs have at least a row each in the overview, in both languages.
#[test]
fn each_run_has_a_row_in_the_overview() {
    let folder = folder();
    for lang in ["en", "fr"] {
        for (args, rows) in [
            ("shuffle --riffles 1..12 --deals 200", 12),
            ("solitaire --hole all --deals 200", 15),
            ("bataille --values 2..13 --deals 100", 12),
            ("alliances --improve exchange,swap,move --deals 200", 4),
        ] {
            let table = answer(folder.path(), &format!("simulate {args} --lang {lang}"));
            assert!(overview_rows(&table).len() >= rows, "{args} {lang}\n{table}");
        }
    }
}

/// The overview tells the mean gain of each change of the stock.
#[test]
fn each_change_has_its_mean_gain_in_the_overview() {
    let folder = folder();
    for (lang, gained) in [("en", "piles gained on average"), ("fr", "tas gagnés en moyenne")] {
        let run = format!("simulate alliances --improve exchange,swap,move --deals 200 --lang {lang}");
        let table = answer(folder.path(), &run).replace('\n', " ");
        assert_eq!(table.matches(gained).count(), 3, "{table}");
    }
}
