//! How far from uniform is a deck after m riffles? (Handout 003, part 2.)
//!
//! The total variation distance is estimated without bias: the decks that m riffles make too often are those with at
//! most r* rising sequences, r* being known from the exact law, so the distance is the probability of that set after m
//! riffles minus its probability in a uniform deck.

use crate::cards::riffle::{Riffler, cut, is_suspect, rising_sequences, twins, value};
use crate::experiments::decks::{self, ShuffleMethod};
use crate::sim::curve::{Curve, CurveBuilder, Point};
use crate::sim::measure::ExactValue;
use crate::sim::{
    BatchFn, Column, Experiment, ExperimentInfo, Field, HistogramSpec, IntervalSpec, Measure, Purpose, SettingsText,
    SumConstraint, TallySchema,
};
use crate::simd::SimdLevel;
use crate::stats::fraction::nearest_f64;
use crate::stats::riffle_law::{RiffleLaw, eulerian, factorial};
use crate::stats::{Estimate, Histogram, Interval, Proportion, Tally};
use num_rational::Ratio;
use std::sync::{Arc, OnceLock};

/// The experiment.
#[derive(Clone, Debug)]
pub struct Shuffle {
    cards: usize,
    riffles: u32,
    /// What is exact does not depend on the deals: it is found once, when it is first asked for.
    known: Arc<OnceLock<Known>>,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    /// The most rising sequences of decks that riffles make too often.
    excess: usize,
    /// The share of all orders that have at most so many.
    uniform: f64,
    total_variation: f64,
    separation: f64,
    rising_mean: f64,
}

/// The curve of the estimated total variation distance after x riffles.
pub const DISTANCE_CURVE: &str = "distance";
/// The curve of the exact one.
pub const EXACT_CURVE: &str = "exact distance";
/// The curve of the exact separation distance after x riffles.
pub const SEPARATION_CURVE: &str = "exact separation";

// Where the counts stand in the tally.
const RISING: usize = 0;
const TWINS: usize = 1;
const SUSPECT: usize = 2;
const CUT: usize = 3;

impl Shuffle {
    /// The largest deck.
    pub const MAX_CARDS: usize = 256;

    /// So many riffles of a sorted deck of 1 to [`Shuffle::MAX_CARDS`] cards.
    pub fn new(cards: usize, riffles: u32) -> Self {
        Self { cards, riffles, known: Arc::default() }
    }

    /// The number of cards.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// The number of riffles.
    pub fn riffles(&self) -> u32 {
        self.riffles
    }

    fn known(&self) -> &Known {
        self.known.get_or_init(|| {
            let cards = self.cards as u32;
            let law = RiffleLaw::new(cards, self.riffles);
            let excess = law.excess_up_to();
            let orders = eulerian(cards).into_iter().take(excess + 1).sum();
            Known {
                excess,
                uniform: nearest_f64(&Ratio::new_raw(orders, factorial(cards))),
                total_variation: nearest_f64(&law.total_variation()),
                separation: nearest_f64(&law.separation()),
                rising_mean: nearest_f64(&law.rising_sequences_mean()),
            }
        })
    }

    /// The experiment with these settings.
    pub fn named(settings: &SettingsText<'_>) -> Option<Self> {
        let cards = settings.get("cards").filter(|cards| (1..=Self::MAX_CARDS).contains(cards))?;
        let riffles = settings.get("riffles").filter(|riffles| *riffles <= ShuffleMethod::MAX_RIFFLES)?;
        Some(Self::new(cards, riffles))
    }

    fn distance(&self, tally: &Tally, (method, confidence): IntervalSpec) -> Estimate {
        let Known { excess, uniform, .. } = *self.known();
        let share = Proportion::new(tally.histograms[RISING].count_up_to(excess), tally.deals);
        let Interval { low, high } = share.interval(method, confidence);
        let interval = Interval { low: (low - uniform).max(0.0), high: (high - uniform).max(0.0) };
        Estimate { value: (share.estimate() - uniform).max(0.0), interval }
    }
}

impl Experiment for Shuffle {
    fn info(&self) -> ExperimentInfo {
        let settings = [Column::Setting("cards"), Column::Setting("riffles"), Column::Deals];
        let found = [Column::RowName("statistic"), Column::Estimate, Column::Low, Column::High, Column::Exact];
        ExperimentInfo {
            topic: "shuffle",
            unit: "deals",
            columns: settings.into_iter().chain(found).collect(),
            chunk: 64 * 64,
            default_deals: 1_000_000,
            nanoseconds: 80.0 * f64::from(self.riffles),
        }
    }

    fn settings(&self) -> Vec<Field> {
        vec![Field::new("cards", self.cards), Field::new("riffles", self.riffles)]
    }

    fn options(&self) -> Option<Vec<Field>> {
        Some(self.settings())
    }

    fn stream_key(&self) -> String {
        decks::dealt(self.cards, ShuffleMethod::Riffle(self.riffles))
    }

    /// m riffles make at most 2^m rising sequences; a deck that is not riffled is not cut.
    fn schema(&self) -> TallySchema {
        let cards = self.cards as u64;
        let rising = 1_u64.checked_shl(self.riffles).filter(|&most| most > 0).map_or(cards, |most| most.min(cards));
        let cut = HistogramSpec::new("cut", 0..=cards);
        let histograms = vec![
            HistogramSpec::new("rising-sequences", 1..=rising),
            HistogramSpec::new("twins", 0..=cards - 1),
            HistogramSpec::new("suspect", 0..=1),
            if self.riffles > 0 { cut } else { cut.with_total(SumConstraint::Empty) },
        ];
        TallySchema::new(histograms, &[])
    }

    /// A precision waits for the share of decks that riffles make too often, from which the distance is made.
    fn measures(&self) -> Vec<Measure> {
        let exact = |value: fn(&Known) -> f64| {
            let this = self.clone();
            ExactValue::new(move || Some(value(this.known())))
        };
        let row = |measure: Measure, name: &str| measure.row([Field::word("statistic", name)]);
        let this = self.clone();
        let distance = Measure::estimate(move |tally, how| this.distance(tally, how));
        let mut measures = vec![
            row(distance, "total_variation").with_exact(exact(|known| known.total_variation)),
            row(Measure::mean(TWINS, 0), "twins_mean"),
            row(Measure::share(SUSPECT, 1..=1), "suspect_rate").named("suspect").stopping(true),
            row(Measure::mean(RISING, 0), "rising_sequences_mean").with_exact(exact(|known| known.rising_mean)),
        ];
        if self.riffles > 0 {
            let cards = self.cards;
            measures
                .push(row(Measure::number(move |tally, _| sup_norm(cards, &tally.histograms[CUT])), "cut_sup_norm"));
        }
        measures.extend([
            Measure::mean(RISING, 0).named("rising_sequences"),
            Measure::mean(TWINS, 0).named("twins"),
            Measure::share(RISING, 0..=self.known().excess).stopping(true),
        ]);
        measures
    }

    fn worker(&self, _: SimdLevel) -> BatchFn<'_> {
        let mut riffler = Riffler::default();
        Box::new(move |streams, deals, tally| {
            let sorted: Vec<u8> = (0..=u8::MAX).take(self.cards).collect();
            let (mut deck, mut values) = (sorted.clone(), sorted.clone());
            let family = streams.family(Purpose::Riffle);
            for deal in deals {
                deck.copy_from_slice(&sorted);
                let mut generator = family.stream(deal);
                if self.riffles > 0 {
                    // The first riffle's own flips: reading them again does not use them up.
                    tally.histograms[CUT].add(cut(self.cards, &mut generator.clone()));
                }
                riffler.shuffle(&mut deck, self.riffles, &mut generator);
                for (place, &card) in values.iter_mut().zip(&deck) {
                    *place = value(card);
                }
                tally.histograms[RISING].add(rising_sequences(&deck));
                tally.histograms[TWINS].add(twins(&values));
                tally.histograms[SUSPECT].add(usize::from(is_suspect(&values)));
            }
        })
    }

    fn curves(&self, tally: &Tally, builder: &CurveBuilder) -> Vec<Curve> {
        let found = self.distance(tally, builder.spec);
        let known = self.known();
        let curve = |kind, y, low, high| Curve {
            kind,
            variant: 0,
            points: vec![Point { x: f64::from(self.riffles), y, low, high, count: None }],
            mean: None,
        };
        let exactly = |kind, y| curve(kind, y, y, y);
        vec![
            curve(DISTANCE_CURVE, found.value, found.interval.low, found.interval.high),
            exactly(EXACT_CURVE, known.total_variation),
            exactly(SEPARATION_CURVE, known.separation),
        ]
    }
}

/// The largest difference between the counted law of the cut and the binomial one (handout 003, 2.1).
fn sup_norm(cards: usize, cuts: &Histogram) -> f64 {
    let total = cuts.total() as f64;
    let mut probability = 0.5_f64.powi(cards as i32);
    let mut distance = 0.0_f64;
    for count in 0..=cards {
        distance = distance.max((cuts.count(count) as f64 / total - probability).abs());
        probability *= (cards - count) as f64 / (count + 1) as f64;
    }
    distance
}
