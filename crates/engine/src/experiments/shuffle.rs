//! How far from uniform is a deck after m riffles? (Handout 003, part 2.)
//!
//! After m riffles, the decks that are more probable than under
//! the uniform distribution are those with at most r* rising sequences; r* follows from the exact distribution. The distance
//! is the probability of this set after m riffles minus its uniform probability.

use crate::cards::riffle::{Riffler, card_value, cut_size, is_suspect, rising_sequences, twins};
use crate::experiments::decks::{self, ShuffleMethod};
use crate::sim::measure::ExactValue;
use crate::sim::table::IntervalMethod;
use crate::sim::{
    BatchFn, ChunkSizes, Column, Experiment, ExperimentInfo, Field, HistogramSpec, Measure,
    Purpose, Row, Seed, Setting, TallySchema, settings,
};
use crate::simd::SimdLevel;
use crate::stats::exact::{RiffleLaw, cut_probabilities, eulerian_numbers, factorial, nearest_f64};
use crate::stats::{Confidence, Estimate, Histogram, Interval, Proportion, Tally};
use num_rational::Ratio;
use std::sync::{Arc, LazyLock};

settings! {
    /// The experiment: riffle shuffles of a sorted deck.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Shuffle {
        /// The number of cards, from 1 to [`Shuffle::MAX_CARDS`].
        pub cards: usize = CARDS.within(1, Shuffle::MAX_CARDS as u64).with_default("52");
        /// The number of riffles.
        pub riffles: u32 = RIFFLES.within(0, ShuffleMethod::MAX_RIFFLES as u64);
    }
}

#[derive(Clone, Copy, Debug)]
struct ExactLaw {
    /// The largest number of rising sequences of decks that are more probable than under the uniform distribution (r*).
    max_likelier_rising_sequences: usize,
    /// The uniform probability of at most `max_likelier_rising_sequences` rising sequences.
    uniform_probability: f64,
    total_variation: f64,
    mean_rising_sequences: f64,
}

/// A deck during a shuffle.
#[derive(Clone, Debug)]
pub struct RiffledDeck {
    /// The cards from the top, numbered from 0 in the order of the sorted deck.
    pub order: Vec<u8>,
    /// The packet that each card comes from in the last riffle, 1 or 2; 1 before the first riffle.
    pub packets: Vec<u8>,
}

// Indices of the histograms of the tally.
const RISING_HISTOGRAM: usize = 0;
const TWINS_HISTOGRAM: usize = 1;
const SUSPECT_HISTOGRAM: usize = 2;
const CUT_HISTOGRAM: usize = 3;

impl Shuffle {
    /// The largest number of cards.
    pub const MAX_CARDS: usize = 256;

    /// The name of a row of the table.
    pub const STATISTIC: Setting = Setting::new::<String>("statistic");

    /// The decks of a deal: the sorted one, then the one after each riffle. The simulation counts the last one.
    pub fn deal_decks(&self, seed: Seed, deal: u64) -> Vec<RiffledDeck> {
        let mut generator = self.deal_streams(seed).stream(Purpose::Riffle, deal);
        let mut deck = RiffledDeck {
            order: (0..=u8::MAX).take(self.cards).collect(),
            packets: vec![1; self.cards],
        };
        let mut decks = vec![deck.clone()];
        for _ in 0..self.riffles {
            let cut = cut_size(self.cards, &mut generator.clone());
            let first_packet = deck.order[..cut].to_vec();
            Riffler::default().shuffle(&mut deck.order, 1, &mut generator);
            let packet = |card| if first_packet.contains(card) { 1 } else { 2 };
            deck.packets = deck.order.iter().map(packet).collect();
            decks.push(deck.clone());
        }
        decks
    }

    fn exact_law(&self) -> ExactLaw {
        let cards = self.cards as u32;
        let law = RiffleLaw::new(cards, self.riffles);
        let max_likelier_rising_sequences = law.max_likelier_rising_sequences();
        let orders = eulerian_numbers(cards)
            .into_iter()
            .take(max_likelier_rising_sequences + 1)
            .sum();
        ExactLaw {
            max_likelier_rising_sequences,
            uniform_probability: nearest_f64(&Ratio::new_raw(orders, factorial(cards))),
            total_variation: nearest_f64(&law.total_variation_distance()),
            mean_rising_sequences: nearest_f64(&law.mean_rising_sequences()),
        }
    }
}

impl ExactLaw {
    fn total_variation_estimate(&self, tally: &Tally, confidence: Confidence) -> Estimate {
        let excess_probability =
            |probability: f64| (probability - self.uniform_probability).max(0.0);
        let count =
            tally.histograms[RISING_HISTOGRAM].count_up_to(self.max_likelier_rising_sequences);
        let share = Proportion::new(count, tally.deals);
        let Interval { low, high } = share.interval(confidence);
        Estimate {
            value: excess_probability(share.estimate()),
            interval: Interval {
                low: excess_probability(low),
                high: excess_probability(high),
            },
        }
    }
}

impl Experiment for Shuffle {
    fn info(&self) -> ExperimentInfo {
        let nanoseconds_per_deal = 80.0 * f64::from(self.riffles);
        ExperimentInfo {
            topic: "shuffle",
            unit: "deals",
            columns: vec![
                Column::Deals,
                Column::RowName(Self::STATISTIC.key),
                Column::Estimate,
                Column::Low,
                Column::High,
                Column::Exact,
            ],
            chunk_sizes: ChunkSizes::of_blocks(nanoseconds_per_deal),
            default_deals: 1_000_000,
        }
    }

    fn settings(&self) -> Vec<Field> {
        self.fields()
    }

    fn stream_key(&self) -> String {
        decks::deck_stream_key(self.cards, ShuffleMethod::Riffle(self.riffles))
    }

    /// m riffles make at most 2^m rising sequences. A deck that is not riffled is not cut.
    fn tally_schema(&self) -> TallySchema {
        let cards = self.cards as u64;
        let max_rising_sequences = 1_u64
            .checked_shl(self.riffles)
            .filter(|&power| power > 0)
            .map_or(cards, |power| power.min(cards));
        let histograms = vec![
            HistogramSpec::new("rising-sequences", 1..=max_rising_sequences),
            HistogramSpec::new("twins", 0..=cards - 1),
            HistogramSpec::new("suspect", 0..=1),
            HistogramSpec::partial("cut", 0..=cards),
        ];
        TallySchema::new(histograms, &[])
    }

    fn measures(&self) -> Vec<Measure> {
        // The measures share the exact law, which is computed when the first of them needs it.
        let experiment = *self;
        let exact_law = Arc::new(LazyLock::new(move || experiment.exact_law()));
        let exact = |value: fn(&ExactLaw) -> f64| {
            let exact_law = Arc::clone(&exact_law);
            ExactValue::new(move || Some(value(&exact_law)))
        };
        let row =
            |measure: Measure, name: &str| measure.with_row([Self::STATISTIC.field(name.into())]);
        let distance_law = Arc::clone(&exact_law);
        let distance = Measure::custom(move |tally, confidence| {
            let estimate = distance_law.total_variation_estimate(tally, confidence);
            Some(Row {
                method: Some(IntervalMethod::Exact),
                ..estimate.into()
            })
        });
        let mut measures = vec![
            row(distance, "total_variation")
                .with_exact(exact(|law| law.total_variation))
                .with_stop_criterion(true),
            row(Measure::mean(TWINS_HISTOGRAM, 0), "twins_mean"),
            row(Measure::share(SUSPECT_HISTOGRAM, 1..=1), "suspect_rate")
                .with_json_name("suspect")
                .with_stop_criterion(true),
            row(Measure::mean(RISING_HISTOGRAM, 0), "rising_sequences_mean")
                .with_exact(exact(|law| law.mean_rising_sequences)),
        ];
        if self.riffles > 0 {
            let cards = self.cards;
            measures.push(row(
                Measure::custom_number(move |tally| {
                    cut_sup_norm(cards, &tally.histograms[CUT_HISTOGRAM])
                }),
                "cut_sup_norm",
            ));
        }
        measures.extend([
            Measure::mean(RISING_HISTOGRAM, 0).with_json_name("rising_sequences"),
            Measure::mean(TWINS_HISTOGRAM, 0).with_json_name("twins"),
        ]);
        measures
    }

    fn batch_function(&self, _: SimdLevel) -> BatchFn<'_> {
        let mut riffler = Riffler::default();
        Box::new(move |streams, deals, tally| {
            let sorted_deck: Vec<u8> = (0..=u8::MAX).take(self.cards).collect();
            let mut deck = sorted_deck.clone();
            let mut values = Vec::new();
            let family = streams.for_purpose(Purpose::Riffle);
            for deal in deals {
                deck.copy_from_slice(&sorted_deck);
                let mut generator = family.stream(deal);
                if self.riffles > 0 {
                    // A copy of the generator gives the flips of the first riffle without using them up.
                    let cut = cut_size(self.cards, &mut generator.clone());
                    tally.add(deal, CUT_HISTOGRAM, cut);
                }
                riffler.shuffle(&mut deck, self.riffles, &mut generator);
                values.clear();
                values.extend(deck.iter().map(|&card| card_value(card)));
                tally.add(deal, RISING_HISTOGRAM, rising_sequences(&deck));
                tally.add(deal, TWINS_HISTOGRAM, twins(&values));
                tally.add(deal, SUSPECT_HISTOGRAM, is_suspect(&values).into());
            }
        })
    }
}

/// The largest difference between the empirical distribution of the cut and the binomial distribution (handout 003,
/// 2.1).
fn cut_sup_norm(cards: usize, cuts: &Histogram) -> f64 {
    let total = cuts.total() as f64;
    let mut distance = 0.0_f64;
    for (count, probability) in cut_probabilities(cards).into_iter().enumerate() {
        distance = distance.max((cuts.count(count) as f64 / total - probability).abs());
    }
    distance
}
