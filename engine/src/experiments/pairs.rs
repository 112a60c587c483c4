//! Bataille on paired deals: each deck is played in both orders of laying, as dealt and with the hands exchanged.
//!
//! Luck of the cards cancels in the pairs, so a difference has an interval of its own, narrower than that of two
//! separate runs: the score interval ([`score`]), which keeps its width where no pair differed. With the hands exchanged, what is left to player 1 is the advantage of being player 1.

use crate::experiments::decks::{Decks, ShuffleMethod};
use crate::games::bataille::{Order, Outcome, State, Values};
use crate::processor::Processor;
use crate::sim::summary::{Cell, Summary};
use crate::sim::{Experiment, Row, Run, Setting, Settings, Streams};
use crate::stats::audit::agree;
use crate::stats::{Audit, Confidence, Contradiction, Estimate, Histogram, Layout, Method, Proportion, Tally, score};
use std::ops::Range;

const COLUMNS: &[&str] = &["values", "shuffle", "deals", "comparison", "outcome", "difference", "ci_low", "ci_high"];

/// The experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The number of values, of four cards each.
    pub values: Values,
    /// How the deck is shuffled.
    pub shuffle: ShuffleMethod,
}

/// Joint counts: the first game's outcome times the number of outcomes, plus the second game's.
const LAYOUT: Layout = Layout { histograms: &["fixed-swapped", "alternating-swapped", "orders"], extremes: &[] };
const ORDERS: usize = 2;
const KINDS: usize = Outcome::NAMES.len();

/// What an outcome is worth to player 1.
const SCORES: [i64; KINDS] = [1, -1, 0, 0, 0];

impl Experiment for Pairs {
    const TOPIC: &'static str = "bataille-pairs";

    type Scratch = Processor;

    fn settings(&self) -> Vec<Setting> {
        vec![("values", self.values.to_string()), ("shuffle", self.shuffle.to_string())]
    }

    fn layout(&self) -> Layout {
        LAYOUT
    }

    fn chunk(&self) -> u64 {
        64 * 4
    }

    fn scratch(&self, processor: Processor) -> Processor {
        processor
    }

    fn play(&self, streams: &Streams, deals: Range<u64>, processor: &mut Processor, tally: &mut Tally) {
        let mut states = Order::ALL.map(State::new);
        let mut decks = Decks::new(self.values.cards(), self.shuffle, streams, deals).with(*processor);
        while let Some((_, deck)) = decks.next_deck() {
            let mut outcomes = [0; 2];
            for (place, state) in states.iter_mut().enumerate() {
                state.deal(deck);
                let mut swapped = state.clone();
                swapped.swap_hands();
                let (dealt, swapped) = (state.game(u64::MAX).outcome, swapped.game(u64::MAX).outcome);
                tally.histograms[place].add(dealt.index() * KINDS + swapped.index());
                outcomes[place] = dealt.index();
            }
            tally.histograms[ORDERS].add(outcomes[0] * KINDS + outcomes[1]);
        }
    }

    /// All games are played to their end; the game as dealt is the same one in two of the three joint laws.
    fn check(&self, tally: &Tally) -> Result<(), Contradiction> {
        let audit = Audit::of(tally);
        for place in 0..LAYOUT.histograms.len() {
            audit.counts(place, tally.deals, 0..=(KINDS * KINDS - 1) as u64)?;
            let unresolved = (0..KINDS).map(|kind| (kind, KINDS - 1)).chain((0..KINDS).map(|kind| (KINDS - 1, kind)));
            let counted = unresolved.map(|(one, two)| audit.histogram(place).count(one * KINDS + two));
            agree(counted.sum::<u64>() == 0, Contradiction::Histogram(place))?;
        }
        let count = |place: usize, one: usize, two: usize| audit.histogram(place).count(one * KINDS + two);
        let all = |count: &dyn Fn(usize) -> u64| (0..KINDS).map(count).sum::<u64>();
        let agreed = (0..KINDS).all(|kind| {
            let fixed = all(&|other| count(0, kind, other)) == all(&|other| count(ORDERS, kind, other));
            fixed && all(&|other| count(1, kind, other)) == all(&|other| count(ORDERS, other, kind))
        });
        agree(agreed, Contradiction::Histogram(ORDERS))
    }

    fn proportions(&self, tally: &Tally) -> Vec<Proportion> {
        let orders = &tally.histograms[ORDERS];
        (0..KINDS * KINDS).map(|joint| Proportion::of(orders.count(joint), tally.deals)).collect()
    }

    fn rows(&self) -> Vec<Row> {
        let named = |(comparison, outcome): &(&str, &str)| {
            self.setting_row().and("comparison", comparison).and("outcome", outcome)
        };
        compared().iter().map(named).collect()
    }

    fn counted(&self, _: usize, _: &Tally) -> Option<Proportion> {
        None
    }

    fn estimate(&self, row: usize, tally: &Tally, (_, confidence): (Method, Confidence)) -> Estimate {
        let seen = differences(&tally.histograms).swap_remove(row);
        let sum: f64 = seen.iter().map(|&(value, count)| value * count as f64).sum();
        Estimate { value: sum / tally.deals as f64, interval: score::mean_interval(&seen, confidence) }
    }

    fn means(&self) -> Vec<&'static str> {
        vec![]
    }

    fn shares(&self) -> Vec<&'static str> {
        vec![]
    }

    fn default_deals(&self) -> u64 {
        self.values.affordable(50_000)
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn report(&self, run: &Run, summary: &mut Summary) {
        for (place, (comparison, outcome)) in compared().into_iter().enumerate() {
            let found = self.estimate(place, &run.tally, (summary.method, summary.confidence));
            summary.table.rows.push(vec![
                Cell::Count(self.values.get().into()),
                Cell::Text(self.shuffle.to_string()),
                Cell::Count(summary.deals),
                Cell::Text(comparison.to_owned()),
                Cell::Text(outcome.to_owned()),
                Cell::Real(found.value),
                Cell::Real(found.interval.low),
                Cell::Real(found.interval.high),
            ]);
        }
    }
}

/// What is compared: the advantage of player 1 in each order, then each outcome between the orders.
fn compared() -> Vec<(&'static str, &'static str)> {
    let advantages = Order::ALL.map(|order| match order {
        Order::Fixed => ("advantage_fixed", "player1-player2"),
        Order::Alternating => ("advantage_alternating", "player1-player2"),
    });
    advantages.into_iter().chain(Outcome::NAMES.map(|outcome| ("alternating-fixed", outcome))).collect()
}

/// How often each difference was seen, of each comparison.
fn differences(histograms: &[Histogram]) -> Vec<Vec<(f64, u64)>> {
    // Half of the sum of both scores, so that two games count as one.
    let advantage =
        |joint| seen(joint, [-1.0, -0.5, 0.0, 0.5, 1.0], |dealt, swapped| SCORES[dealt] + SCORES[swapped] + 2).to_vec();
    let orders = &histograms[ORDERS];
    let outcome = |kind| {
        let hit = |found: usize| i64::from(found == kind);
        seen(orders, [-1.0, 0.0, 1.0], |fixed, alternating| hit(alternating) - hit(fixed) + 1).to_vec()
    };
    histograms[..ORDERS].iter().map(advantage).chain((0..KINDS).map(outcome)).collect()
}

/// How often each of some values was seen; a function of both outcomes tells the place of a pair's value.
fn seen<const N: usize>(joint: &Histogram, values: [f64; N], place: impl Fn(usize, usize) -> i64) -> [(f64, u64); N] {
    let mut seen = values.map(|value| (value, 0));
    for (pair, &count) in joint.counts().iter().enumerate() {
        seen[place(pair / KINDS, pair % KINDS) as usize].1 += count;
    }
    seen
}

impl Pairs {
    /// The experiment with these settings.
    pub fn named(settings: &Settings<'_>) -> Option<Self> {
        Some(Self { values: settings.get("values")?, shuffle: settings.get("shuffle")? })
    }
}
