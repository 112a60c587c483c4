//! An experiment of one's own: how many cards does a shuffle leave where they were? The mean is 1, whatever the pack.
//!
//! What is counted and measured is said once; threads, stop rules, intervals and files follow from it.

use pioche_engine::cards::shuffle::Uniform;
use pioche_engine::processor::Processor;
use pioche_engine::sim::counts::{Counts, Hist};
use pioche_engine::sim::measure::{Exact, Measure};
use pioche_engine::sim::{About, Experiment, Hand, Purpose, RunOptions, Seed, Setting};

struct Left(usize);

impl Experiment for Left {
    fn about(&self) -> About {
        let columns = vec!["cards", "deals", "probability", "ci_low", "ci_high"];
        About { topic: "left-in-place", unit: "deals", columns, chunk: 4096, usual: 100_000 }
    }

    fn settings(&self) -> Vec<Setting> {
        vec![("cards", self.0.to_string())]
    }

    fn counts(&self) -> Counts {
        Counts::new(vec![Hist::new("in-place", 0..=self.0 as u64)], &[])
    }

    fn measures(&self) -> Vec<Measure> {
        let mean = Measure::mean(0, 0).named("in_place").exactly(Exact::new(|| Some(1.0)));
        vec![Measure::share(0, 0..=0).named("none").stopping(true), mean]
    }

    fn hand(&self, _: Processor) -> Hand<'_> {
        let (shuffle, mut deck) = (Uniform::new(self.0), Vec::new());
        Box::new(move |streams, deals, tally| {
            let words = streams.family(Purpose::Own(0));
            for deal in deals {
                shuffle.deal(&mut words.stream(deal), &mut deck);
                let in_place = deck.iter().zip(0..).filter(|&(&card, place)| card == place).count();
                tally.histograms[0].add(in_place);
            }
        })
    }
}

#[cfg_attr(test, test)]
fn main() {
    let left = Left(52);
    let run = left.run(left.plan(Seed(1), 20_000), &RunOptions::default()).expect("threads start");
    let summary = left.summary(&run, Default::default(), Default::default());
    assert_eq!(summary.command, None, "no command of the program makes it");
    let (none, mean) = (&summary.proportions[0], &summary.quantities[0]);
    println!("none of 52 cards: {:.4} to {:.4}", none.interval.low, none.interval.high);
    println!("on the average: {:.3}", mean.moments.mean);
    assert!(none.interval.low < (-1.0_f64).exp() && (-1.0_f64).exp() < none.interval.high);
    assert!((mean.moments.mean - 1.0).abs() < 3.0 * mean.moments.standard_error);
}
