//! Who wins at bataille, how long does it take, and how often does it never end? (Handout 003, 4.2.)

use crate::experiments::decks::{Decks, ShuffleMethod};
use crate::games::bataille::laws::Law;
use crate::games::bataille::{Ending, Lanes, Order, Outcome, Rules, State, Values};
use crate::processor::Processor;
use crate::sim::question::or_none;
use crate::sim::summary::{BestDeal, Curve, Summary};
use crate::sim::{Experiment, Ranking, Row, Run, Setting, Settings, Streams};
use crate::stats::{Audit, Contradiction, Direction, Histogram, Layout, Moments, Proportion, Tally};
use std::ops::Range;

const COLUMNS: &[&str] =
    &["values", "order", "shuffle", "deals", "outcome", "count", "probability", "ci_low", "ci_high", "exact"];

/// The experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bataille {
    /// The number of values, of four cards each.
    pub values: Values,
    /// Who lays first.
    pub order: Order,
    /// How the deck is shuffled.
    pub shuffle: ShuffleMethod,
    /// Games that have neither ended nor repeated after so many rounds are left unresolved.
    pub max_rounds: Option<u64>,
}

/// Packs of up to so many values have their exact law in the table: 34,650 deals of 3 values.
const EXACT_VALUES: u8 = 3;

const UNRESOLVED: usize = Outcome::Unresolved.index();
const ENDLESS: usize = Outcome::Endless { period: 1, pre_period: 0 }.index();

const LAYOUT: Layout = Layout {
    histograms: &["outcomes", "rounds", "period", "pre-period"],
    extremes: &[("longest", Direction::Highest), ("endless", Direction::Lowest)],
};
const ROUNDS: usize = 1;
/// The histogram of the periods of endless games.
pub const PERIOD: usize = 2;
const PRE_PERIOD: usize = 3;

/// The curve of the share of games that end within a bar of rounds around x.
pub const ROUNDS_CURVE: &str = "rounds";

impl Bataille {
    /// The experiment with these settings.
    pub fn named(settings: &Settings<'_>) -> Option<Self> {
        let (order, shuffle) = (settings.get("order")?, settings.get("shuffle")?);
        Some(Self { values: settings.get("values")?, order, shuffle, max_rounds: settings.maybe("turns")? })
    }

    /// The hands of one deal, as the state before the first round.
    pub fn state(&self, streams: &Streams, deal: u64) -> State {
        let mut state = State::new(self.order);
        let mut decks = Decks::new(self.values.cards(), self.shuffle, streams, deal..deal + 1);
        if let Some((_, deck)) = decks.next_deck() {
            state.deal(deck);
        }
        state
    }

    /// The exact probability of each outcome of a uniform deck, where every deal can be played in a moment and ends
    /// before the last round allowed.
    fn exact(&self) -> Option<[f64; Outcome::NAMES.len()]> {
        if self.shuffle != ShuffleMethod::Uniform || self.values.get() > EXACT_VALUES {
            return None;
        }
        let law = Law::by_enumeration(Rules { values: self.values, order: self.order });
        let longest = law.outcomes().iter().map(|(_, count)| count.longest).max();
        let share = |name| law.outcomes().iter().find(|(known, _)| *known == name).map_or(0, |(_, count)| count.deals);
        let all = law.deals() as f64;
        (longest <= Some(self.max_rounds.unwrap_or(u64::MAX)))
            .then(|| Outcome::NAMES.map(|name| share(name) as f64 / all))
    }

    fn count(&self, deal: u64, ending: Ending, tally: &mut Tally) {
        tally.histograms[0].add(ending.outcome.index());
        match ending.outcome {
            Outcome::Endless { period, pre_period } => {
                tally.histograms[PERIOD].add(period as usize);
                tally.histograms[PRE_PERIOD].add(pre_period as usize);
                tally.extremes[1].offer(0, deal);
            }
            Outcome::Unresolved => {}
            _ => {
                tally.histograms[ROUNDS].add(ending.rounds as usize);
                tally.extremes[0].offer(ending.rounds, deal);
            }
        }
    }
}

impl Experiment for Bataille {
    const TOPIC: &'static str = "bataille";
    const UNIT: &'static str = "games";

    type Scratch = (Processor, Lanes);

    fn settings(&self) -> Vec<Setting> {
        vec![
            ("values", self.values.to_string()),
            ("order", self.order.to_string()),
            ("shuffle", self.shuffle.to_string()),
            ("turns", or_none(self.max_rounds)),
        ]
    }

    fn layout(&self) -> Layout {
        LAYOUT
    }

    /// Large enough that the last games of a chunk, beside which nothing is played, do not count for much.
    fn chunk(&self) -> u64 {
        64 * 128
    }

    fn scratch(&self, processor: Processor) -> (Processor, Lanes) {
        let rules = Rules { values: self.values, order: self.order };
        (processor, Lanes::new(rules, self.max_rounds.unwrap_or(u64::MAX)))
    }

    fn play(&self, streams: &Streams, deals: Range<u64>, scratch: &mut Self::Scratch, tally: &mut Tally) {
        let (processor, lanes) = scratch;
        let mut decks = Decks::new(self.values.cards(), self.shuffle, streams, deals).with(*processor);
        let next_deal = |deck: &mut Vec<u8>| {
            let (deal, next) = decks.next_deck()?;
            deck.clear();
            deck.extend_from_slice(next);
            Some(deal)
        };
        lanes.play(*processor, next_deal, |deal, ending| self.count(deal, ending, tally));
    }

    /// Games that have ended have their length, endless ones their period and what goes before it; without a limit of
    /// rounds none is left unresolved.
    fn check(&self, tally: &Tally) -> Result<(), Contradiction> {
        let (audit, most) = (Audit::of(tally), self.max_rounds.unwrap_or(u64::MAX));
        let last = if self.max_rounds.is_some() { UNRESOLVED } else { ENDLESS };
        audit.counts(0, tally.deals, 0..=last as u64)?;
        let outcomes = audit.histogram(0);
        let endless = outcomes.count(ENDLESS);
        audit.counts(ROUNDS, tally.deals - endless - outcomes.count(UNRESOLVED), 1..=most)?;
        audit.counts(PERIOD, endless, 1..=most)?;
        audit.counts(PRE_PERIOD, endless, 0..=most)?;
        audit.record(0, audit.histogram(ROUNDS).highest())?;
        audit.record(1, (endless > 0).then_some(0))
    }

    /// Endless games have no length.
    fn ranking(&self) -> Option<Ranking> {
        // A game that is shown for so many turns goes on behind its end.
        let options = Experiment::options(self).into_iter().filter(|(key, _)| *key != "turns").collect();
        Some(Ranking { histogram: ROUNDS, kept: Direction::Highest, again: 1 << 14, options })
    }

    fn proportions(&self, tally: &Tally) -> Vec<Proportion> {
        Outcome::NAMES.iter().enumerate().map(|(index, _)| share(&tally.histograms[0], index)).collect()
    }

    fn rows(&self) -> Vec<Row> {
        Outcome::NAMES.map(|outcome| self.setting_row().and("outcome", outcome)).to_vec()
    }

    fn counted(&self, row: usize, tally: &Tally) -> Option<Proportion> {
        Some(share(&tally.histograms[0], row))
    }

    fn means(&self) -> Vec<&'static str> {
        vec!["rounds", "period", "pre_period"]
    }

    fn shares(&self) -> Vec<&'static str> {
        Outcome::NAMES.to_vec()
    }

    fn default_deals(&self) -> u64 {
        self.values.affordable(100_000)
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn report(&self, run: &Run, summary: &mut Summary) {
        let histograms = &run.tally.histograms;
        let exact = self.exact();
        for (index, outcome) in Outcome::NAMES.into_iter().enumerate() {
            let share = share(&histograms[0], index);
            summary.add_outcome(outcome, share, exact.map(|exact| exact[index]));
            summary.add_proportion(outcome, share);
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
        let longest = run.tally.extremes[0].get();
        summary.best = longest.map(|(reached, deal)| BestDeal { deal, reached });
    }
}

/// The share of an outcome; unresolved games may have had any other one.
fn share(outcomes: &Histogram, index: usize) -> Proportion {
    let undecided = if index == UNRESOLVED { 0 } else { outcomes.count(UNRESOLVED) };
    Proportion { count: outcomes.count(index), undecided, total: outcomes.total() }
}

/// Rounds that share a bar of the length's picture.
pub const BAR: usize = 50;

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
