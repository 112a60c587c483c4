//! Bataille on paired deals: each deck is played in both orders of laying, as dealt and with the hands exchanged.
//!
//! Luck of the cards cancels in the pairs, so a difference has an interval of its own, narrower than that of two
//! separate runs: the score interval ([`score`]), which keeps its width where no pair differed. With the hands exchanged, what is left to player 1 is the advantage of being player 1.

use crate::experiments::decks::{self, Decks, ShuffleMethod};
use crate::games::bataille::{Order, Outcome, State, Values};
use crate::processor::Processor;
use crate::sim::counts::agree;
use crate::sim::summary::Cell;
use crate::sim::{About, Contradiction, Counts, Experiment, Hand, Hist, How, Measure, Setting, Settings, Unit};
use crate::stats::{Estimate, Histogram, Tally, score};

/// The experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The number of values, of four cards each.
    pub values: Values,
    /// How the deck is shuffled.
    pub shuffle: ShuffleMethod,
}

impl Pairs {
    /// The experiment with these settings.
    pub fn named(settings: &Settings<'_>) -> Option<Self> {
        Some(Self { values: settings.get("values")?, shuffle: settings.get("shuffle")? })
    }
}

/// Joint counts: the first game's outcome times the number of outcomes, plus the second game's.
const NAMES: [&str; 3] = ["fixed-swapped", "alternating-swapped", "orders"];
const ORDERS: usize = 2;
const KINDS: usize = Outcome::NAMES.len();

/// What an outcome is worth to player 1.
const SCORES: [i64; KINDS] = [1, -1, 0, 0, 0];

impl Experiment for Pairs {
    fn about(&self) -> About {
        let columns = vec!["values", "shuffle", "deals", "comparison", "outcome", "difference", "ci_low", "ci_high"];
        let usual = self.values.affordable(50_000);
        About { topic: "bataille-pairs", unit: Unit::Deals, columns, chunk: 64 * 4, usual }
    }

    fn settings(&self) -> Vec<Setting> {
        vec![("values", self.values.to_string()), ("shuffle", self.shuffle.to_string())]
    }

    fn options(&self) -> Option<Vec<Setting>> {
        Some(self.settings())
    }

    fn dealt(&self) -> String {
        decks::dealt(self.values.cards(), self.shuffle)
    }

    fn counts(&self) -> Counts {
        Counts::new(NAMES.map(|name| Hist::new(name, 0..=(KINDS * KINDS - 1) as u64)).to_vec(), &[])
    }

    /// A precision waits for the joint law of both orders.
    fn measures(&self) -> Vec<Measure> {
        let compared = compared().into_iter().enumerate().map(|(place, (comparison, outcome))| {
            let difference = move |tally: &Tally, (_, confidence): How| {
                let seen = differences(&tally.histograms).swap_remove(place);
                let sum: f64 = seen.iter().map(|&(value, count)| value * count as f64).sum();
                Estimate { value: sum / tally.deals as f64, interval: score::mean_interval(&seen, confidence) }
            };
            let cells = [("comparison", Cell::text(comparison)), ("outcome", Cell::text(outcome))];
            Measure::estimate(Some("score"), difference).row(cells)
        });
        let joint = (0..KINDS * KINDS).map(|joint| Measure::share(ORDERS, joint..=joint).stopping(true));
        compared.chain(joint).collect()
    }

    fn hand(&self, processor: Processor) -> Hand<'_> {
        Box::new(move |streams, deals, tally| {
            let mut states = Order::ALL.map(State::new);
            let mut decks = Decks::new(self.values.cards(), self.shuffle, streams, deals).with(processor);
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
        })
    }

    /// All games are played to their end; the game as dealt is the same one in two of the three joint laws.
    fn agrees(&self, tally: &Tally) -> Result<(), Contradiction> {
        let count = |place: usize, one: usize, two: usize| tally.histograms[place].count(one * KINDS + two);
        for place in 0..NAMES.len() {
            let unresolved = (0..KINDS).map(|kind| count(place, kind, KINDS - 1) + count(place, KINDS - 1, kind));
            agree(unresolved.sum::<u64>() == 0, Contradiction::Histogram(place))?;
        }
        let all = |count: &dyn Fn(usize) -> u64| (0..KINDS).map(count).sum::<u64>();
        let agreed = (0..KINDS).all(|kind| {
            let fixed = all(&|other| count(0, kind, other)) == all(&|other| count(ORDERS, kind, other));
            fixed && all(&|other| count(1, kind, other)) == all(&|other| count(ORDERS, other, kind))
        });
        agree(agreed, Contradiction::Histogram(ORDERS))
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
