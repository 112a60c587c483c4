//! Tests of the values of deals against the tally of the same run.

use crate::KINDS;
use pioche_engine::experiments::from_name;
use pioche_engine::sim::{Run, RunOptions, Seed};
use pioche_engine::stats::DealValue;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// Returns a run of 500 deals and the values of its deals.
fn played(name: &str, threads: usize, chunk: u64) -> (Run, Vec<DealValue>) {
    let experiment = from_name(name).expect("a name");
    let all_values = Mutex::new(Vec::new());
    let collect = |values: &[DealValue]| all_values.lock().expect("no panic").extend(values);
    let options = RunOptions {
        threads: Some(threads),
        chunk_size: Some(chunk),
        on_deal_values: Some(&collect),
        ..RunOptions::default()
    };
    let run = experiment
        .run(experiment.plan(Seed(3), 500), &options)
        .expect("threads start");
    (run, all_values.into_inner().expect("no panic"))
}

/// The values hold each deal, in order, and are those that the histograms count, with any threads and chunks.
#[test]
fn values_of_deals_have_the_counts_of_the_tally() {
    for name in KINDS {
        let experiment = from_name(name).expect("a name");
        let (run, values) = played(name, 1, 500);
        let plan = experiment.plan(Seed(3), 500);
        let plain_run = experiment.run(plan, &RunOptions::default());
        assert_eq!(run, plain_run.expect("threads start"), "{name}");
        for (threads, chunk) in [(1, 1), (2, 7), (3, 64), (4, 130)] {
            assert_eq!(played(name, threads, chunk).1, values, "{name}");
        }
        assert!(values.is_sorted(), "{name}");
        let deals: BTreeSet<u64> = values.iter().map(|value| value.deal).collect();
        assert_eq!(deals, (0..500).collect::<BTreeSet<u64>>(), "{name}");
        let specs = experiment.tally_schema().histograms;
        let columns: BTreeSet<&str> = specs.iter().map(|spec| spec.column).collect();
        assert_eq!(columns.len(), specs.len(), "{columns:?}");
        for (index, histogram) in run.tally.histograms.iter().enumerate() {
            let of_histogram = values.iter().filter(|value| value.histogram == index);
            let mut counts = vec![0_u64; histogram.counts().len()];
            for value in of_histogram {
                counts[value.value] += 1;
            }
            assert_eq!(counts, histogram.counts(), "{name}: {}", specs[index].name);
        }
    }
}
