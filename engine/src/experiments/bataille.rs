//! Who wins at bataille, how long does it take, and how often does it never end? (Handout 003, 4.2.)

use crate::experiments::decks::{self, Decks, ShuffleMethod};
use crate::games::bataille::laws::law;
use crate::games::bataille::{BatailleOutcome, BatailleRules, BatailleState, BatchPlayer, Ending, Order, Values};
use crate::sim::measure::{ExactValue, UndecidedRule};
use crate::sim::{
    BatchFn, Column, ExampleRequest, Experiment, ExperimentInfo, Field, FieldValue, HistogramSpec, Measure,
    NamedExample, RecordKind, Seed, SettingsText, SumConstraint, TallySchema,
};
use crate::sim::{Curve, CurveBuilder};
use crate::simd::SimdLevel;
use crate::stats::{Histogram, Moments, Tally};

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

const UNRESOLVED: usize = BatailleOutcome::Unresolved.index();
const ENDLESS: usize = BatailleOutcome::Endless { period: 1, pre_period: 0 }.index();

// Where the counts stand in the tally.
const OUTCOME: usize = 0;
const ROUNDS: usize = 1;
/// The histogram of the periods of endless games.
pub const PERIOD: usize = 2;
const PRE_PERIOD: usize = 3;

/// The curve of the share of games that end within a bar of rounds around x.
pub const ROUNDS_CURVE: &str = "rounds";

impl Bataille {
    /// The experiment with these settings.
    pub fn named(settings: &SettingsText<'_>) -> Option<Self> {
        let (order, shuffle) = (settings.get("order")?, settings.get("shuffle")?);
        Some(Self { values: settings.get("values")?, order, shuffle, max_rounds: settings.get_optional("turns")? })
    }

    /// The hands of one deal, as the state before the first round.
    pub fn state(&self, seed: Seed, deal: u64) -> BatailleState {
        let mut state = BatailleState::new(self.order);
        let mut decks = Decks::new(self.values.cards(), self.shuffle, &self.streams(seed), deal..deal + 1);
        if let Some((_, deck)) = decks.next_deck() {
            state.deal(deck);
        }
        state
    }

    /// The exact probability of each outcome of a uniform deck, where every deal can be played in a moment and ends
    /// before the last round allowed.
    fn exact(&self) -> Option<[f64; BatailleOutcome::NAMES.len()]> {
        if self.shuffle != ShuffleMethod::Uniform || self.values.get() > EXACT_VALUES {
            return None;
        }
        let law = law(BatailleRules { values: self.values, order: self.order });
        let all = law.iter().map(|count| count.deals).sum::<u64>() as f64;
        let short = law.iter().all(|count| count.longest <= self.max_rounds.unwrap_or(u64::MAX));
        short.then(|| law.map(|count| count.deals as f64 / all))
    }

    fn count(&self, deal: u64, ending: Ending, tally: &mut Tally) {
        tally.histograms[OUTCOME].add(ending.outcome.index());
        match ending.outcome {
            BatailleOutcome::Endless { period, pre_period } => {
                tally.histograms[PERIOD].add(period as usize);
                tally.histograms[PRE_PERIOD].add(pre_period as usize);
                tally.extremes[1].offer(0, deal);
            }
            BatailleOutcome::Unresolved => {}
            _ => {
                tally.histograms[ROUNDS].add(ending.rounds as usize);
                tally.extremes[0].offer(ending.rounds, deal);
            }
        }
    }
}

impl Experiment for Bataille {
    /// Chunks are large enough that their last games, beside which nothing is played, do not count for much.
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            topic: "bataille",
            unit: "games",
            columns: Column::of_outcomes(["values", "order", "shuffle"]),
            chunk: 64 * 128,
            default_deals: self.values.affordable(100_000),
            nanoseconds: if self.order == Order::Alternating { 500.0 } else { 1800.0 },
        }
    }

    fn settings(&self) -> Vec<Field> {
        vec![
            Field::new("values", u64::from(self.values.get())),
            Field::word("order", self.order),
            Field::word("shuffle", self.shuffle),
            Field::new("turns", FieldValue::or_none(self.max_rounds)),
        ]
    }

    fn options(&self) -> Option<Vec<Field>> {
        Some(self.settings().into_iter().filter(|field| !field.value.is_none()).collect())
    }

    fn stream_key(&self) -> String {
        decks::dealt(self.values.cards(), self.shuffle)
    }

    /// Games that have ended have their length, endless ones their period and what goes before it; without a limit of
    /// rounds none is left unresolved.
    fn schema(&self) -> TallySchema {
        let most = self.max_rounds.unwrap_or(u64::MAX);
        let last = if self.max_rounds.is_some() { UNRESOLVED } else { ENDLESS };
        let endless = || SumConstraint::DealsWith(OUTCOME, ENDLESS..=ENDLESS);
        let histograms = vec![
            HistogramSpec::new("outcomes", 0..=last as u64),
            HistogramSpec::new("rounds", 1..=most).with_total(SumConstraint::DealsWith(OUTCOME, 0..=ENDLESS - 1)),
            HistogramSpec::new("period", 1..=most).with_total(endless()),
            HistogramSpec::new("pre-period", 0..=most).with_total(endless()),
        ];
        TallySchema::new(
            histograms,
            &[("longest", RecordKind::Highest(ROUNDS)), ("endless", RecordKind::First(OUTCOME, ENDLESS))],
        )
    }

    /// Unresolved games may have had any other outcome; endless games have no length.
    fn measures(&self) -> Vec<Measure> {
        let this = *self;
        let exact = ExactValue::law(move || this.exact().map(Vec::from));
        let outcome = |(index, name): (usize, &'static str)| {
            let share =
                Measure::share(OUTCOME, index..=index).undecided(UndecidedRule::Value(UNRESOLVED)).stopping(true);
            share.row([Field::word("outcome", name)]).named(name).with_exact(exact(index))
        };
        let means = [("rounds", ROUNDS), ("period", PERIOD), ("pre_period", PRE_PERIOD)];
        let unresolved = UndecidedRule::ValueOf(OUTCOME, UNRESOLVED);
        let means = means.map(|(name, histogram)| Measure::mean(histogram, 0).named(name).undecided(unresolved));
        BatailleOutcome::NAMES.into_iter().enumerate().map(outcome).chain(means).collect()
    }

    fn worker(&self, processor: SimdLevel) -> BatchFn<'_> {
        let rules = BatailleRules { values: self.values, order: self.order };
        let mut lanes = BatchPlayer::new(rules, self.max_rounds.unwrap_or(u64::MAX));
        Box::new(move |streams, deals, tally| {
            let mut decks = Decks::new(self.values.cards(), self.shuffle, streams, deals).with(processor);
            let next_deal = |deck: &mut Vec<u8>| {
                let (deal, next) = decks.next_deck()?;
                deck.clear();
                deck.extend_from_slice(next);
                Some(deal)
            };
            lanes.play(processor, next_deal, |deal, ending| self.count(deal, ending, tally));
        })
    }

    /// The longest game, and an endless one with the most frequent period. A game that is shown for so many turns goes on behind
    /// its end.
    fn example_request(&self, tally: &Tally) -> Option<ExampleRequest> {
        let options = self.options()?.into_iter().filter(|field| field.key != "turns").collect();
        let period =
            Moments::new(&tally.histograms[PERIOD], 0).map(|period| RecordKind::First(PERIOD, period.mode as usize));
        let endless = period.map(|record| NamedExample { name: "endless_game", unit: "cycle", record, offset: 0 });
        Some(ExampleRequest {
            ranked: Some(ROUNDS),
            named: endless,
            max_replayed_deals: 1 << 14,
            verb: "show",
            options,
        })
    }

    fn best_record_index(&self) -> Option<usize> {
        Some(0)
    }

    fn curves(&self, tally: &Tally, builder: &CurveBuilder) -> Vec<Curve> {
        let (rounds, mut bars) = (&tally.histograms[ROUNDS], Histogram::default());
        for (round, &count) in rounds.counts().iter().enumerate() {
            bars.add_many(round / BAR, count);
        }
        let mut curve = builder.law(ROUNDS_CURVE, 0, &bars, 0);
        curve.mean = Moments::new(rounds, 0).map(|moments| moments.mean);
        for point in &mut curve.points {
            // The middle of the rounds that share a bar.
            point.x = (point.x + 0.5) * BAR as f64;
        }
        vec![curve]
    }
}

/// Rounds that share a bar of the length's picture.
pub const BAR: usize = 50;
