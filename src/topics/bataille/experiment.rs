//! Who wins at bataille, how long does it take, and how often does it never end? (Handout 003, 4.2.)

use crate::cards::processor::Processor;
use crate::games::bataille::{Ending, Lanes, Order, Outcome, Rules, State, Values};
use crate::sim::question::or_none;
use crate::sim::summary::{BestDeal, Curve, Summary};
use crate::sim::{Experiment, Run, Setting, Settings, Streams};
use crate::stats::{Histogram, Layout, Moments, Share, Tally};
use crate::topics::decks::{Mixing, each_mixed};
use std::ops::Range;

const COLUMNS: &[&str] =
    &["values", "order", "shuffle", "deals", "outcome", "count", "probability", "ci_low", "ci_high"];

/// The experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bataille {
    /// The number of values, of four cards each.
    pub values: Values,
    /// Who lays first.
    pub order: Order,
    /// How the deck is shuffled.
    pub shuffle: Mixing,
    /// Games that have neither ended nor repeated after so many rounds are left unresolved.
    pub ceiling: Option<u64>,
}

const UNRESOLVED: usize = Outcome::Unresolved.index();

const LAYOUT: Layout =
    Layout { histograms: &["outcomes", "rounds", "period", "pre-period"], records: &["longest", "endless"] };
const ROUNDS: usize = 1;
const PERIOD: usize = 2;
const PRE_PERIOD: usize = 3;

/// The curve of the share of games that end within a bar of rounds around x.
pub const ROUNDS_CURVE: &str = "rounds";

impl Bataille {
    /// The experiment with these settings.
    pub fn named(settings: &Settings<'_>) -> Option<Self> {
        let (order, shuffle) = (settings.get("order")?, settings.get("shuffle")?);
        Some(Self { values: settings.get("values")?, order, shuffle, ceiling: settings.maybe("turns")? })
    }

    /// The hands of one deal, as the state before the first round.
    pub fn state(&self, streams: &Streams, deal: u64) -> State {
        let mut state = State::new(self.order);
        each_mixed(self.values.cards(), self.shuffle, streams, deal..deal + 1, |_, deck| state.deal(deck));
        state
    }

    fn count(&self, deal: u64, ending: Ending, tally: &mut Tally) {
        tally.histograms[0].add(ending.outcome.index());
        match ending.outcome {
            Outcome::Endless { period, pre_period } => {
                tally.histograms[PERIOD].add(period as usize);
                tally.histograms[PRE_PERIOD].add(pre_period as usize);
                tally.records[1].offer(0, deal);
            }
            Outcome::Unresolved => {}
            _ => {
                tally.histograms[ROUNDS].add(ending.rounds as usize);
                tally.records[0].offer(u64::MAX - ending.rounds, deal);
            }
        }
    }
}

/// Decks shuffled in advance.
const AHEAD: u64 = 512;

/// The decks of a range of deals, one after the other.
struct Decks<'a> {
    experiment: &'a Bataille,
    streams: &'a Streams,
    /// The deals that are left.
    deals: Range<u64>,
    /// The decks up to the next multiple of [`AHEAD`], and how many of their cards were taken.
    ahead: Vec<u8>,
    taken: usize,
}

impl Decks<'_> {
    /// Fills `deck` with the next one and returns its number, unless there is no more.
    fn next(&mut self, deck: &mut Vec<u8>) -> Option<u64> {
        let cards = self.experiment.values.cards();
        let deal = self.deals.next()?;
        if self.taken == self.ahead.len() {
            let until = (deal / AHEAD + 1).saturating_mul(AHEAD).min(self.deals.end);
            self.ahead.clear();
            let ahead = &mut self.ahead;
            each_mixed(cards, self.experiment.shuffle, self.streams, deal..until, |_, deck| {
                ahead.extend_from_slice(deck)
            });
            self.taken = 0;
        }
        deck.clear();
        deck.extend_from_slice(&self.ahead[self.taken..][..cards]);
        self.taken += cards;
        Some(deal)
    }
}

impl Experiment for Bataille {
    const TOPIC: &'static str = "bataille";

    type Scratch = Lanes;

    fn settings(&self) -> Vec<Setting> {
        vec![
            ("values", self.values.to_string()),
            ("order", self.order.to_string()),
            ("shuffle", self.shuffle.to_string()),
            ("turns", or_none(self.ceiling)),
        ]
    }

    fn layout(&self) -> Layout {
        LAYOUT
    }

    /// Large enough that the last games of a chunk, beside which nothing is played, do not count for much.
    fn chunk(&self) -> u64 {
        64 * 128
    }

    fn scratch(&self) -> Lanes {
        Lanes::new(Rules { values: self.values, order: self.order }, self.ceiling.unwrap_or(u64::MAX))
    }

    fn play(&self, streams: &Streams, deals: Range<u64>, lanes: &mut Lanes, tally: &mut Tally) {
        let mut decks = Decks { experiment: self, streams, deals, ahead: Vec::new(), taken: 0 };
        lanes.play(Processor::best(), |deck| decks.next(deck), |deal, ending| self.count(deal, ending, tally));
    }

    fn shares(&self, tally: &Tally) -> Vec<Share> {
        Outcome::NAMES.iter().enumerate().map(|(index, _)| share(&tally.histograms[0], index)).collect()
    }

    fn default_deals(&self) -> u64 {
        100_000
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn report(&self, run: &Run, summary: &mut Summary) {
        let histograms = &run.tally.histograms;
        for (index, outcome) in Outcome::NAMES.into_iter().enumerate() {
            let share = share(&histograms[0], index);
            summary.add_outcome(outcome, share, None);
            summary.add_share(outcome, share);
        }
        for (name, histogram) in [("rounds", ROUNDS), ("period", PERIOD), ("pre_period", PRE_PERIOD)] {
            summary.add_quantity(name, Moments::of(&histograms[histogram], 0));
        }
        let curve = Curve {
            kind: ROUNDS_CURVE,
            subject: self.values.get().to_string(),
            variant: self.order.to_string(),
            points: summary.law(&grouped(&histograms[ROUNDS]), 0, summary.deals),
            mean: Moments::of(&histograms[ROUNDS], 0).map(|moments| moments.mean),
        };
        summary.curves.push(Curve { points: widened(curve.points), ..curve });
        let longest = run.tally.records[0].get();
        summary.best = longest.map(|(key, deal)| BestDeal { deal, reached: u64::MAX - key });
    }
}

/// The share of an outcome; unresolved games may have had any other one.
fn share(outcomes: &Histogram, index: usize) -> Share {
    let undecided = if index == UNRESOLVED { 0 } else { outcomes.count(UNRESOLVED) };
    Share { count: outcomes.count(index), undecided, total: outcomes.total() }
}

/// Rounds that share a bar of the length's picture.
const BAR: usize = 50;

fn grouped(rounds: &Histogram) -> Histogram {
    let mut bars = Histogram::default();
    for (round, &count) in rounds.counts().iter().enumerate() {
        bars.add_many(round / BAR, count);
    }
    bars
}

/// The abscissas of bars: the middle of the rounds that share each.
fn widened(mut points: Vec<crate::sim::summary::Point>) -> Vec<crate::sim::summary::Point> {
    for point in &mut points {
        point.x = (point.x + 0.5) * BAR as f64;
    }
    points
}
