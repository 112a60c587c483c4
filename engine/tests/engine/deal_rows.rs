//! Tests of the rows of deals against the tally of the same run.

use crate::KINDS;
use pioche_engine::experiments::from_name;
use pioche_engine::sim::{DealRows, Run, RunOptions, Seed};
use std::collections::BTreeSet;
use std::sync::Mutex;

/// Returns a run of 500 deals and the text of its rows.
fn played(name: &str, threads: usize, chunk: u64) -> (Run, String) {
    let experiment = from_name(name).expect("a name");
    let text = Mutex::new(String::new());
    let write = |rows: &str| text.lock().expect("no panic").push_str(rows);
    let schema = experiment.tally_schema();
    let deal_rows = DealRows {
        columns: schema.histograms.iter().map(|spec| spec.column).collect(),
        schema,
        prefix: String::new(),
        separator: ',',
        line_end: "\n",
        write: &write,
    };
    let options = RunOptions {
        threads: Some(threads),
        max_chunk_size: Some(chunk),
        deal_rows: Some(&deal_rows),
        ..RunOptions::default()
    };
    let run = experiment
        .run(experiment.plan(Seed(3), 500), &options)
        .expect("threads start");
    (run, text.into_inner().expect("no panic"))
}

/// Rows have each deal once, in order, and every value that the histograms count, with any threads and chunks.
#[test]
fn rows_of_deals_have_the_counts_of_the_tally() {
    for name in KINDS {
        let experiment = from_name(name).expect("a name");
        let (run, text) = played(name, 1, 500);
        let plan = experiment.plan(Seed(3), 500);
        let plain_run = experiment.run(plan, &RunOptions::default());
        assert_eq!(run, plain_run.expect("threads start"), "{name}");
        for (threads, chunk) in [(1, 1), (2, 7), (3, 64), (4, 130)] {
            assert_eq!(played(name, threads, chunk).1, text, "{name}");
        }
        let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split(',').collect()).collect();
        let deals: Vec<u64> = rows
            .iter()
            .map(|row| row[0].parse().expect("u64"))
            .collect();
        assert_eq!(deals, (0..500).collect::<Vec<u64>>(), "{name}");
        let specs = experiment.tally_schema().histograms;
        let columns: BTreeSet<&str> = specs.iter().map(|spec| spec.column).collect();
        assert_eq!(columns.len(), specs.len(), "{columns:?}");
        for (column, spec) in specs.iter().enumerate() {
            let histogram = &run.tally.histograms[column];
            let cell_count = |text: &str| {
                let equal = rows.iter().filter(|row| row[column + 1] == text);
                equal.count() as u64
            };
            for (value, &count) in histogram.counts().iter().enumerate() {
                let number = (value as i64 + spec.value_offset).to_string();
                let text = spec
                    .words
                    .get(value)
                    .map_or(number, |&word| word.to_owned());
                assert_eq!(cell_count(&text), count, "{name}: {} {text}", spec.column);
            }
            assert_eq!(cell_count(""), 500 - histogram.total(), "{name}");
        }
    }
}
