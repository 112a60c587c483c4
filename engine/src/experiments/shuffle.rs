//! How far from uniform is a deck after m riffles? (Handout 003, part 2.)
//!
//! The total variation distance is estimated without bias: the decks that m riffles make too often are those with at
//! most r* rising sequences, r* being known from the exact law, so the distance is the probability of that set after m
//! riffles minus its probability in a uniform deck.

use crate::cards::riffle::{Riffler, cut, rising_sequences, suspect, twins, value};
use crate::experiments::decks::ShuffleMethod;
use crate::processor::Processor;
use crate::sim::summary::{Cell, Curve, Point, Summary};
use crate::sim::{Experiment, Purpose, Row, Run, Setting, Settings, Streams};
use crate::stats::fraction::nearest_f64;
use crate::stats::riffle_law::{RiffleLaw, eulerian, factorial};
use crate::stats::{
    Audit, Confidence, Contradiction, Estimate, Histogram, Interval, Layout, Method, Moments, Proportion, Tally,
};
use num_rational::Ratio;
use std::ops::Range;
use std::sync::OnceLock;

const COLUMNS: &[&str] = &["cards", "riffles", "deals", "statistic", "estimate", "ci_low", "ci_high", "exact"];

/// The experiment.
#[derive(Clone, Debug)]
pub struct Shuffle {
    cards: usize,
    riffles: u32,
    /// What is exact does not depend on the deals: it is found once, when it is first asked for.
    exact: OnceLock<Exact>,
}

/// What is told of the exact law.
#[derive(Clone, Copy, Debug)]
struct Exact {
    /// The most rising sequences of decks that riffles make too often.
    excess: usize,
    /// The share of all orders that have at most so many.
    uniform: f64,
    total_variation: f64,
    separation: f64,
    rising_mean: f64,
}

const LAYOUT: Layout = Layout { histograms: &["rising-sequences", "twins", "suspect", "cut"], extremes: &[] };
/// The curve of the estimated total variation distance after x riffles.
pub const DISTANCE_CURVE: &str = "distance";
/// The curve of the exact one.
pub const EXACT_CURVE: &str = "exact distance";
/// The curve of the exact separation distance after x riffles.
pub const SEPARATION_CURVE: &str = "exact separation";

/// What its table tells with an interval.
const STATISTICS: [&str; 4] = ["total_variation", "twins_mean", "suspect_rate", "rising_sequences_mean"];

const RISING: usize = 0;
const TWINS: usize = 1;
const SUSPECT: usize = 2;
const CUT: usize = 3;

impl Shuffle {
    /// The largest deck.
    pub const MAX_CARDS: usize = 256;

    /// So many riffles of a sorted deck of 1 to [`Shuffle::MAX_CARDS`] cards.
    pub fn new(cards: usize, riffles: u32) -> Self {
        Self { cards, riffles, exact: OnceLock::new() }
    }

    fn exact(&self) -> &Exact {
        self.exact.get_or_init(|| {
            let law = RiffleLaw::new(self.cards as u32, self.riffles);
            let excess = law.excess_up_to();
            Exact {
                excess,
                uniform: uniform_up_to(law.cards(), excess),
                total_variation: nearest_f64(&law.total_variation()),
                separation: nearest_f64(&law.separation()),
                rising_mean: nearest_f64(&law.rising_sequences_mean()),
            }
        })
    }

    /// The experiment with these settings.
    pub fn named(settings: &Settings<'_>) -> Option<Self> {
        let cards = settings.get("cards").filter(|cards| (1..=Self::MAX_CARDS).contains(cards))?;
        let riffles = settings.get("riffles").filter(|riffles| *riffles <= ShuffleMethod::MAX_RIFFLES)?;
        Some(Self::new(cards, riffles))
    }
}

impl Experiment for Shuffle {
    const TOPIC: &'static str = "shuffle";

    type Scratch = Riffler<u8>;

    fn settings(&self) -> Vec<Setting> {
        vec![("cards", self.cards.to_string()), ("riffles", self.riffles.to_string())]
    }

    fn layout(&self) -> Layout {
        LAYOUT
    }

    fn chunk(&self) -> u64 {
        64 * 64
    }

    fn scratch(&self, _: Processor) -> Riffler<u8> {
        Riffler::new()
    }

    fn play(&self, streams: &Streams, deals: Range<u64>, riffler: &mut Riffler<u8>, tally: &mut Tally) {
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
            tally.histograms[SUSPECT].add(usize::from(suspect(&values)));
        }
    }

    /// m riffles make at most 2^m rising sequences; a deck that is not riffled is not cut.
    fn check(&self, tally: &Tally) -> Result<(), Contradiction> {
        let (audit, cards) = (Audit::of(tally), self.cards as u64);
        let rising = 1_u64.checked_shl(self.riffles).filter(|&most| most > 0).map_or(cards, |most| most.min(cards));
        audit.counts(RISING, tally.deals, 1..=rising)?;
        audit.counts(TWINS, tally.deals, 0..=cards - 1)?;
        audit.counts(SUSPECT, tally.deals, 0..=1)?;
        audit.counts(CUT, if self.riffles > 0 { tally.deals } else { 0 }, 0..=cards)
    }

    fn proportions(&self, tally: &Tally) -> Vec<Proportion> {
        let counted = tally.histograms[RISING].count_up_to(self.exact().excess);
        vec![Proportion::of(counted, tally.deals), Proportion::of(tally.histograms[SUSPECT].count(1), tally.deals)]
    }

    fn rows(&self) -> Vec<Row> {
        STATISTICS.map(|statistic| self.setting_row().and("statistic", statistic)).to_vec()
    }

    fn counted(&self, row: usize, tally: &Tally) -> Option<Proportion> {
        (STATISTICS[row] == "suspect_rate").then(|| Proportion::of(tally.histograms[SUSPECT].count(1), tally.deals))
    }

    fn estimate(&self, row: usize, tally: &Tally, how: (Method, Confidence)) -> Estimate {
        let mean = |place| Moments::of(&tally.histograms[place], 0).map_or(Estimate::UNKNOWN, |m| m.known(how.1));
        match STATISTICS[row] {
            "total_variation" => self.distance(&tally.histograms[RISING], tally.deals, how),
            "twins_mean" => mean(TWINS),
            "rising_sequences_mean" => mean(RISING),
            _ => Experiment::counted(self, row, tally).map_or(Estimate::UNKNOWN, |share| share.known(how)),
        }
    }

    fn means(&self) -> Vec<&'static str> {
        vec!["rising_sequences", "twins"]
    }

    fn shares(&self) -> Vec<&'static str> {
        vec!["suspect"]
    }

    fn default_deals(&self) -> u64 {
        1_000_000
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn report(&self, run: &Run, summary: &mut Summary) {
        let histograms = &run.tally.histograms;
        let exact = self.exact();
        self.total_variation(exact, &histograms[RISING], summary);
        let rising = Moments::of(&histograms[RISING], 0);
        self.mean("twins_mean", Moments::of(&histograms[TWINS], 0), None, summary);
        let share = Proportion::of(histograms[SUSPECT].count(1), summary.deals);
        let interval = share.interval(summary.method, summary.confidence);
        self.row("suspect_rate", share.estimate(), Some(interval), None, summary);
        self.mean("rising_sequences_mean", rising, Some(exact.rising_mean), summary);
        if self.riffles > 0 {
            let distance = sup_norm(self.cards, &histograms[CUT]);
            self.row("cut_sup_norm", distance, None, None, summary);
        }
        summary.add_quantity("rising_sequences", rising);
        summary.add_quantity("twins", Moments::of(&histograms[TWINS], 0));
        summary.add_proportion("suspect", share);
    }
}

/// The share of all orders that have at most so many rising sequences.
fn uniform_up_to(cards: u32, most: usize) -> f64 {
    let orders = eulerian(cards).into_iter().take(most + 1).sum();
    nearest_f64(&Ratio::new_raw(orders, factorial(cards)))
}

impl Shuffle {
    /// The distance from uniform that so many decks show.
    fn distance(&self, rising: &Histogram, deals: u64, (method, confidence): (Method, Confidence)) -> Estimate {
        let Exact { excess, uniform, .. } = *self.exact();
        let share = Proportion::of(rising.count_up_to(excess), deals);
        let Interval { low, high } = share.interval(method, confidence);
        let interval = Interval { low: (low - uniform).max(0.0), high: (high - uniform).max(0.0) };
        Estimate { value: share.estimate() - uniform, interval }
    }

    fn total_variation(&self, exact: &Exact, rising: &Histogram, summary: &mut Summary) {
        let Exact { total_variation: exact, separation, .. } = *exact;
        let found = self.distance(rising, summary.deals, (summary.method, summary.confidence));
        let Estimate { value: estimate, interval } = found;
        self.row("total_variation", estimate, Some(interval), Some(exact), summary);
        let x = f64::from(self.riffles);
        let curve = |kind, points| Curve {
            kind,
            subject: self.cards.to_string(),
            variant: self.riffles.to_string(),
            points,
            mean: None,
        };
        let measured = Point { x, y: estimate, low: interval.low, high: interval.high };
        summary.curves.push(curve(DISTANCE_CURVE, vec![measured]));
        summary.curves.push(curve(EXACT_CURVE, vec![Point { x, y: exact, low: exact, high: exact }]));
        let point = Point { x, y: separation, low: separation, high: separation };
        summary.curves.push(curve(SEPARATION_CURVE, vec![point]));
    }

    fn mean(&self, name: &str, moments: Option<Moments>, exact: Option<f64>, summary: &mut Summary) {
        let Some(moments) = moments else { return };
        self.row(name, moments.mean, moments.mean_interval(summary.confidence), exact, summary);
    }

    fn row(&self, name: &str, estimate: f64, interval: Option<Interval>, exact: Option<f64>, summary: &mut Summary) {
        let real = |number: Option<f64>| number.map_or(Cell::Empty, Cell::Real);
        summary.table.rows.push(vec![
            Cell::Count(self.cards as u64),
            Cell::Count(self.riffles.into()),
            Cell::Count(summary.deals),
            Cell::Text(name.to_owned()),
            Cell::Real(estimate),
            real(interval.map(|interval| interval.low)),
            real(interval.map(|interval| interval.high)),
            real(exact),
        ]);
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
