//! Who wins at bataille, how long does it take, and how often does it never end? (Handout 003, 4.2.)

use crate::cards::processor::Processor;
use crate::cards::riffle::Riffler;
use crate::cards::riffle_lanes::{self, Riffles};
use crate::games::bataille::{Ending, Lanes, Order, Outcome, Rules, State, Values};
use crate::sim::summary::{BestDeal, Cell, Curve, CurveKind, Summary};
use crate::sim::{Experiment, Purpose, Run, Streams};
use crate::stats::{Direction, Histogram, Layout, Moments, Proportion, Tally};
use crate::topics::{Settings, Topic, each_shuffled, name_of};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

const COLUMNS: &[&str] =
    &["values", "order", "shuffle", "deals", "outcome", "count", "probability", "ci_low", "ci_high"];

/// How a deck is shuffled before it is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mixing {
    /// So many riffles of the sorted deck.
    Riffle(u32),
    /// All orders equally likely.
    Uniform,
}

impl Mixing {
    /// More riffles change nothing that could be seen.
    pub const MAX_RIFFLES: u32 = 1000;
}

/// The handout's seven riffles.
impl Default for Mixing {
    fn default() -> Self {
        Self::Riffle(7)
    }
}

/// `riffle:7` or `uniform`.
impl fmt::Display for Mixing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Riffle(riffles) => write!(f, "riffle:{riffles}"),
            Self::Uniform => f.write_str("uniform"),
        }
    }
}

/// Not `uniform`, nor `riffle:` with a number from 0 to [`Mixing::MAX_RIFFLES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a shuffle is uniform, or riffle:m with m from 0 to {}", Mixing::MAX_RIFFLES)]
pub struct UnknownMixing;

impl FromStr for Mixing {
    type Err = UnknownMixing;

    fn from_str(text: &str) -> Result<Self, UnknownMixing> {
        match text.split_once(':') {
            None if text == "uniform" => Ok(Self::Uniform),
            Some(("riffle", riffles)) => {
                let riffles = riffles.parse().ok().filter(|riffles| *riffles <= Self::MAX_RIFFLES);
                riffles.map(Self::Riffle).ok_or(UnknownMixing)
            }
            _ => Err(UnknownMixing),
        }
    }
}

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
    pub max_rounds: Option<u64>,
}

/// The outcomes, in the order of the tally and of the rows.
pub const OUTCOMES: [&str; 5] = ["player1", "player2", "draw", "endless", "unresolved"];
const ENDLESS: usize = 3;
const UNRESOLVED: usize = 4;

const LAYOUT: Layout = Layout {
    histograms: &["outcomes", "rounds", "period", "pre-period"],
    extremes: &[("longest", Direction::Highest), ("endless", Direction::Lowest)],
};
const ROUNDS: usize = 1;
const PERIOD: usize = 2;
const PRE_PERIOD: usize = 3;

/// Where an outcome is counted.
pub(crate) const fn index(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Player1 => 0,
        Outcome::Player2 => 1,
        Outcome::Draw => 2,
        Outcome::Endless { .. } => ENDLESS,
        Outcome::Unresolved => UNRESOLVED,
    }
}

/// Deals the decks of a range of numbers, as numbers of cards.
pub(crate) fn each_mixed(
    cards: usize,
    shuffle: Mixing,
    streams: &Streams,
    deals: Range<u64>,
    mut each: impl FnMut(u64, &[u8]),
) {
    match shuffle {
        Mixing::Uniform => each_shuffled(cards, streams, deals, each),
        Mixing::Riffle(riffles) => {
            let family = streams.family(Purpose::Riffle);
            if let Some(many) = Riffles::new(cards, riffles) {
                for start in deals.clone().step_by(riffle_lanes::BLOCK) {
                    let lanes = 0..deals.end.saturating_sub(start).min(riffle_lanes::BLOCK as u64) as usize;
                    let deal = |lane: usize| start + lane as u64;
                    let generator = |lane| family.stream(deal(lane));
                    many.deal_block(Processor::best(), lanes, generator, |lane, deck| each(deal(lane), deck));
                }
                return;
            }
            let sorted: Vec<u8> = (0..=u8::MAX).take(cards).collect();
            let (mut deck, mut riffler) = (sorted.clone(), Riffler::new());
            for deal in deals {
                deck.copy_from_slice(&sorted);
                riffler.shuffle(&mut deck, riffles, &mut family.stream(deal));
                each(deal, &deck);
            }
        }
    }
}

impl Bataille {
    /// The hands of one deal, as the state before the first round.
    pub fn state(&self, streams: &Streams, deal: u64) -> State {
        let mut state = State::new(self.order);
        each_mixed(self.values.cards(), self.shuffle, streams, deal..deal + 1, |_, deck| state.deal(deck));
        state
    }

    fn count(&self, deal: u64, ending: Ending, tally: &mut Tally) {
        tally.histograms[0].add(index(ending.outcome));
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
    type Scratch = Lanes;

    fn name(&self) -> String {
        name_of(self)
    }

    fn layout(&self) -> Layout {
        LAYOUT
    }

    /// Large enough that the last games of a chunk, beside which nothing is played, do not count for much.
    fn chunk(&self) -> u64 {
        64 * 128
    }

    fn scratch(&self) -> Lanes {
        Lanes::new(Rules { values: self.values, order: self.order }, self.max_rounds.unwrap_or(u64::MAX))
    }

    fn play(&self, streams: &Streams, deals: Range<u64>, lanes: &mut Lanes, tally: &mut Tally) {
        let mut decks = Decks { experiment: self, streams, deals, ahead: Vec::new(), taken: 0 };
        lanes.play(Processor::best(), |deck| decks.next(deck), |deal, ending| self.count(deal, ending, tally));
    }

    fn proportions(&self, tally: &Tally) -> Vec<Proportion> {
        OUTCOMES.iter().enumerate().map(|(index, _)| proportion(&tally.histograms[0], index)).collect()
    }
}

/// The share of an outcome; unresolved games may have had any other one.
fn proportion(outcomes: &Histogram, index: usize) -> Proportion {
    let undecided = if index == UNRESOLVED { 0 } else { outcomes.count(UNRESOLVED) };
    Proportion { count: outcomes.count(index), undecided, total: outcomes.total() }
}

impl Topic for Bataille {
    const GAME: &'static str = "bataille";

    fn with(settings: &Settings<'_>) -> Option<Self> {
        let turns: String = settings.get("turns")?;
        let max_rounds = if turns == "none" { None } else { Some(turns.parse().ok()?) };
        let values = Values::new(settings.get("values")?).ok()?;
        Some(Self { values, order: settings.get("order")?, shuffle: settings.get("shuffle")?, max_rounds })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        let turns = self.max_rounds.map_or_else(|| "none".to_owned(), |turns| turns.to_string());
        vec![
            ("values", self.values.get().to_string()),
            ("order", self.order.to_string()),
            ("shuffle", self.shuffle.to_string()),
            ("turns", turns),
        ]
    }

    fn options(&self) -> String {
        let turns = self.max_rounds.map_or_else(String::new, |turns| format!(" --turns {turns}"));
        format!("--values {} --order {} --shuffle {}{turns}", self.values.get(), self.order, self.shuffle)
    }

    fn default_deals(&self) -> u64 {
        100_000
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn report(&self, run: &Run, summary: &mut Summary) {
        let histograms = &run.tally.histograms;
        for (index, outcome) in OUTCOMES.into_iter().enumerate() {
            let proportion = proportion(&histograms[0], index);
            let mut row: Vec<Cell> =
                ["values", "order", "shuffle"].map(|key| Cell::Text(summary.setting(key).to_owned())).to_vec();
            row[0] = Cell::Count(self.values.get().into());
            row.extend([Cell::Count(summary.deals), Cell::Text(outcome.to_owned()), Cell::Count(proportion.count)]);
            row.extend(summary.cells(proportion));
            summary.table.rows.push(row);
            summary.add_proportion(outcome, proportion);
        }
        for (name, histogram) in [("rounds", ROUNDS), ("period", PERIOD), ("pre_period", PRE_PERIOD)] {
            summary.add_quantity(name, Moments::of(&histograms[histogram], 0));
        }
        let curve = Curve {
            kind: CurveKind::RoundsLaw,
            subject: self.values.get().to_string(),
            variant: self.order.to_string(),
            points: summary.law(&grouped(&histograms[ROUNDS]), 0, summary.deals),
            mean: Moments::of(&histograms[ROUNDS], 0).map(|moments| moments.mean),
        };
        summary.curves.push(Curve { points: widened(curve.points), ..curve });
        let longest = run.tally.extremes[0].get();
        summary.best = longest.map(|(reached, deal)| BestDeal { deal, reached });
        summary.endless = run.tally.extremes[1].get().map(|(_, deal)| deal);
    }
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
