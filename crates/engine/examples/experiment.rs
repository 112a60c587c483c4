//! A custom experiment: how many cards does a shuffle leave where they were? The mean is 1, whatever the pack.
//!
//! The experiment declares its counts and measures once; threads, stop rules, intervals and files follow from them.

use pioche_engine::cards::shuffle::shuffled_deck;
use pioche_engine::sim::measure::{ExactValue, Measure};
use pioche_engine::sim::{
    BatchFn, ChunkSizes, Column, Experiment, ExperimentInfo, Field, HistogramSpec, Purpose,
    RunOptions, Seed, Setting, Summary, TallySchema,
};
use pioche_engine::simd::SimdLevel;
use std::sync::Arc;

/// The number of cards.
const CARDS: Setting = Setting::new::<usize>("cards");

struct Left(usize);

impl Experiment for Left {
    fn info(&self) -> ExperimentInfo {
        let columns = vec![
            Column::Deals,
            Column::Probability,
            Column::Low,
            Column::High,
        ];
        ExperimentInfo {
            topic: "left-in-place",
            unit: "deals",
            columns,
            chunk_sizes: ChunkSizes::constant(4096),
            default_deals: 100_000,
        }
    }

    fn settings(&self) -> Vec<Field> {
        vec![CARDS.with_value(&self.0)]
    }

    fn tally_schema(&self) -> TallySchema {
        TallySchema::new(vec![HistogramSpec::new("in-place", 0..=self.0 as u64)], &[])
    }

    fn measures(&self) -> Vec<Measure> {
        let mean = Measure::mean(0, 0)
            .with_json_name("in_place")
            .with_exact(ExactValue::new(|| Some(1.0)));
        vec![
            Measure::share(0, 0..=0)
                .with_json_name("none")
                .with_stop_criterion(true),
            mean,
        ]
    }

    fn batch_function(&self, _: SimdLevel) -> BatchFn<'_> {
        Box::new(move |streams, deals, tally| {
            let words = streams.for_purpose(Purpose::Custom(0));
            for deal in deals {
                let deck = shuffled_deck(self.0, &mut words.stream(deal));
                let in_place = deck
                    .iter()
                    .zip(0..)
                    .filter(|&(&card, place)| card == place)
                    .count();
                tally.add(deal, 0, in_place);
            }
        })
    }
}

#[cfg_attr(test, test)]
fn main() {
    let left = Left(52);
    let run = left
        .run(left.plan(Seed(1), 20_000), &RunOptions::default())
        .expect("threads start");
    let summary = Summary::new(Arc::new(left), &run, Default::default());
    let none = summary.estimate("none").expect("a share");
    let interval = none.interval.expect("an interval");
    let in_place = summary.estimate("in_place").expect("a mean");
    let moments = in_place.moments.expect("the moments of a mean");
    println!(
        "none of 52 cards: {:.4} to {:.4}",
        interval.low, interval.high
    );
    println!("on the average: {:.3}", moments.mean);
    assert!(interval.low < (-1.0_f64).exp() && (-1.0_f64).exp() < interval.high);
    assert!((moments.mean - 1.0).abs() < 3.0 * moments.standard_error);
}
