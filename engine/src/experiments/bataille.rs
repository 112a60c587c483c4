//! How often does each player win at bataille, how long does a game take, and how often does it never end? (Handout
//! 003, 4.2.)

use crate::experiments::decks::{self, ShuffleMethod, ShuffledDecks};
use crate::games::bataille::outcome_counts::count_outcomes_of_all_deals;
use crate::games::bataille::{
    BatailleEnding, BatailleOutcome, BatailleRules, BatailleState, BatchPlayer, LayingOrder,
    ValueCount,
};
use crate::sim::measure::{ExactValue, UndecidedRule};
use crate::sim::{
    BatchFn, Column, ExampleRequest, Experiment, ExperimentInfo, Field, FieldValue, HistogramSpec,
    Measure, NamedExample, RecordKind, Seed, SettingsText, TallySchema, TotalConstraint,
};
use crate::sim::{Curve, CurveBuilder};
use crate::simd::SimdLevel;
use crate::stats::{Histogram, Moments, Tally};

/// The experiment: games of bataille from shuffled decks.
///
/// Each game has one outcome:
///
/// ```
/// use pioche_engine::experiments::{Experiment, from_name};
/// use pioche_engine::sim::{RunOptions, Seed};
///
/// let experiment = from_name("bataille values=13 order=alternating shuffle=uniform turns=none").expect("a valid name");
/// let run = experiment.run(experiment.plan(Seed(1), 500), &RunOptions::default())?;
/// assert_eq!(run.tally.histograms[0].total(), 500);
/// # Ok::<(), pioche_engine::sim::driver::ThreadStartError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bataille {
    /// The number of values, of four cards each.
    pub values: ValueCount,
    /// The order in which the players lay their cards.
    pub order: LayingOrder,
    /// The shuffle of the deck.
    pub shuffle: ShuffleMethod,
    /// The number of rounds after which a game that has neither ended nor repeated is left unresolved; `None` for no
    /// limit.
    pub max_rounds: Option<u64>,
}

/// Packs of up to this many values have their exact law in the table: 3 values have 34,650 deals.
const MAX_EXACT_VALUES: u8 = 3;

const UNRESOLVED_INDEX: usize = BatailleOutcome::Unresolved.index();
const ENDLESS_INDEX: usize = BatailleOutcome::Endless {
    period: 1,
    pre_period: 0,
}
.index();

// Indices of the histograms of the tally.
const OUTCOME_HISTOGRAM: usize = 0;
const ROUNDS_HISTOGRAM: usize = 1;
/// The index of the histogram of the periods of endless games, in rounds.
pub const PERIOD_HISTOGRAM: usize = 2;
const PRE_PERIOD_HISTOGRAM: usize = 3;

/// The curve of the share of games that end in the class of [`ROUNDS_BIN_WIDTH`] rounds around x.
pub const ROUNDS_CURVE: &str = "rounds";

impl Bataille {
    /// Parses the settings of a name; `None` when one is missing or malformed.
    pub fn from_settings(settings: &SettingsText<'_>) -> Option<Self> {
        let (order, shuffle) = (settings.get("order")?, settings.get("shuffle")?);
        Some(Self {
            values: settings.get("values")?,
            order,
            shuffle,
            max_rounds: settings.get_optional("turns")?,
        })
    }

    /// Returns the hands of one deal, as the state before the first round.
    ///
    /// The players hold the whole pack:
    ///
    /// ```
    /// use pioche_engine::experiments::Bataille;
    /// use pioche_engine::experiments::decks::ShuffleMethod;
    /// use pioche_engine::games::Player;
    /// use pioche_engine::games::bataille::{LayingOrder, ValueCount};
    /// use pioche_engine::sim::Seed;
    ///
    /// let values = ValueCount::new(13).expect("13 values");
    /// let game = Bataille { values, order: LayingOrder::Alternating, shuffle: ShuffleMethod::Uniform, max_rounds: None };
    /// let state = game.initial_state(Seed(1), 0);
    /// assert_eq!([Player::One, Player::Two].map(|player| state.hand(player).count()), [26, 26]);
    /// ```
    pub fn initial_state(&self, seed: Seed, deal: u64) -> BatailleState {
        let mut state = BatailleState::new(self.order);
        let mut decks = ShuffledDecks::new(
            self.values.card_count(),
            self.shuffle,
            &self.deal_streams(seed),
            deal..deal + 1,
        );
        if let Some((_, deck)) = decks.next_deck() {
            state.deal(deck);
        }
        state
    }

    /// Returns the exact probability of each outcome with a uniform shuffle; `None` for packs of more than
    /// [`MAX_EXACT_VALUES`] values, and where the longest game exceeds the limit of rounds.
    fn exact_outcome_probabilities(&self) -> Option<[f64; BatailleOutcome::NAMES.len()]> {
        if self.shuffle != ShuffleMethod::Uniform || self.values.get() > MAX_EXACT_VALUES {
            return None;
        }
        let law = count_outcomes_of_all_deals(BatailleRules {
            values: self.values,
            order: self.order,
        });
        let all = law.iter().map(|count| count.deals).sum::<u64>() as f64;
        let short = law
            .iter()
            .all(|count| count.max_rounds <= self.max_rounds.unwrap_or(u64::MAX));
        short.then(|| law.map(|count| count.deals as f64 / all))
    }

    fn add_game(&self, deal: u64, ending: BatailleEnding, tally: &mut Tally) {
        tally.histograms[OUTCOME_HISTOGRAM].add(ending.outcome.index());
        match ending.outcome {
            BatailleOutcome::Endless { period, pre_period } => {
                tally.histograms[PERIOD_HISTOGRAM].add(period as usize);
                tally.histograms[PRE_PERIOD_HISTOGRAM].add(pre_period as usize);
                tally.extremes[1].update(0, deal);
            }
            BatailleOutcome::Unresolved => {}
            _ => {
                tally.histograms[ROUNDS_HISTOGRAM].add(ending.rounds as usize);
                tally.extremes[0].update(ending.rounds, deal);
            }
        }
    }
}

impl Experiment for Bataille {
    /// Chunks are large, since lanes are partly empty during the last games of a chunk.
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            topic: "bataille",
            unit: "games",
            columns: Column::outcome_columns(["values", "order", "shuffle"]),
            max_chunk_size: 64 * 128,
            default_deals: self.values.games_in_equal_time(100_000),
            nanoseconds_per_deal: if self.order == LayingOrder::Alternating {
                500.0
            } else {
                1800.0
            },
        }
    }

    fn settings(&self) -> Vec<Field> {
        vec![
            Field::new("values", u64::from(self.values.get())),
            Field::with_display("order", self.order),
            Field::with_display("shuffle", self.shuffle),
            Field::new("turns", FieldValue::from_option(self.max_rounds)),
        ]
    }

    fn command_line_options(&self) -> Option<Vec<Field>> {
        Some(
            self.settings()
                .into_iter()
                .filter(|field| !field.value.is_none())
                .collect(),
        )
    }

    fn stream_key(&self) -> String {
        decks::deck_stream_key(self.values.card_count(), self.shuffle)
    }

    /// Won and drawn games have a length in rounds, endless ones a period and a pre-period. Without a limit of rounds
    /// no game is unresolved.
    fn tally_schema(&self) -> TallySchema {
        let most = self.max_rounds.unwrap_or(u64::MAX);
        let last = if self.max_rounds.is_some() {
            UNRESOLVED_INDEX
        } else {
            ENDLESS_INDEX
        };
        let endless =
            || TotalConstraint::DealsWith(OUTCOME_HISTOGRAM, ENDLESS_INDEX..=ENDLESS_INDEX);
        let histograms = vec![
            HistogramSpec::new("outcomes", 0..=last as u64),
            HistogramSpec::new("rounds", 1..=most).with_total(TotalConstraint::DealsWith(
                OUTCOME_HISTOGRAM,
                0..=ENDLESS_INDEX - 1,
            )),
            HistogramSpec::new("period", 1..=most).with_total(endless()),
            HistogramSpec::new("pre-period", 0..=most).with_total(endless()),
        ];
        TallySchema::new(
            histograms,
            &[
                ("longest", RecordKind::Highest(ROUNDS_HISTOGRAM)),
                (
                    "endless",
                    RecordKind::FirstWithValue(OUTCOME_HISTOGRAM, ENDLESS_INDEX),
                ),
            ],
        )
    }

    /// Unresolved games could have any other outcome; endless games have no length.
    fn measures(&self) -> Vec<Measure> {
        let this = *self;
        let exact = ExactValue::from_distribution(move || {
            this.exact_outcome_probabilities().map(Vec::from)
        });
        let outcome = |(index, name): (usize, &'static str)| {
            let share = Measure::share(OUTCOME_HISTOGRAM, index..=index)
                .with_undecided(UndecidedRule::SameHistogramValue(UNRESOLVED_INDEX))
                .with_stop_criterion(true);
            share
                .with_row([Field::with_display("outcome", name)])
                .with_json_name(name)
                .with_exact(exact(index))
        };
        let means = [
            ("rounds", ROUNDS_HISTOGRAM),
            ("period", PERIOD_HISTOGRAM),
            ("pre_period", PRE_PERIOD_HISTOGRAM),
        ];
        let unresolved = UndecidedRule::OtherHistogramValue(OUTCOME_HISTOGRAM, UNRESOLVED_INDEX);
        let means = means.map(|(name, histogram)| {
            Measure::mean(histogram, 0)
                .with_json_name(name)
                .with_undecided(unresolved)
        });
        BatailleOutcome::NAMES
            .into_iter()
            .enumerate()
            .map(outcome)
            .chain(means)
            .collect()
    }

    fn batch_function(&self, simd_level: SimdLevel) -> BatchFn<'_> {
        let rules = BatailleRules {
            values: self.values,
            order: self.order,
        };
        let mut lanes = BatchPlayer::new(rules, self.max_rounds.unwrap_or(u64::MAX));
        Box::new(move |streams, deals, tally| {
            let mut decks =
                ShuffledDecks::new(self.values.card_count(), self.shuffle, streams, deals)
                    .with_simd_level(simd_level);
            let next_deal = |deck: &mut Vec<u8>| {
                let (deal, next) = decks.next_deck()?;
                deck.clear();
                deck.extend_from_slice(next);
                Some(deal)
            };
            lanes.play(simd_level, next_deal, |deal, ending| {
                self.add_game(deal, ending, tally)
            });
        })
    }

    /// Lists the longest game, and an endless one with the most frequent period. `turns` is left out, since `show
    /// --turns` does not stop at the end of a game.
    fn example_request(&self, tally: &Tally) -> Option<ExampleRequest> {
        let options = self
            .command_line_options()?
            .into_iter()
            .filter(|field| field.key != "turns")
            .collect();
        let period = Moments::new(&tally.histograms[PERIOD_HISTOGRAM], 0)
            .map(|period| RecordKind::FirstWithValue(PERIOD_HISTOGRAM, period.mode as usize));
        let endless = period.map(|record| NamedExample {
            name: "endless_game",
            value_unit: "cycle",
            record,
            value_offset: 0,
        });
        Some(ExampleRequest {
            ranking_histogram: Some(ROUNDS_HISTOGRAM),
            named_example: endless,
            max_replayed_deals: 1 << 14,
            command_verb: "show",
            command_options: options,
        })
    }

    fn best_record_index(&self) -> Option<usize> {
        Some(0)
    }

    fn curves(&self, tally: &Tally, builder: &CurveBuilder) -> Vec<Curve> {
        let (rounds, mut bars) = (&tally.histograms[ROUNDS_HISTOGRAM], Histogram::default());
        for (round, &count) in rounds.counts().iter().enumerate() {
            bars.add_many(round / ROUNDS_BIN_WIDTH, count);
        }
        let mut curve = builder.distribution_curve(ROUNDS_CURVE, 0, &bars, 0);
        curve.mean = Moments::new(rounds, 0).map(|moments| moments.mean);
        for point in &mut curve.points {
            // The middle of the class.
            point.x = (point.x + 0.5) * ROUNDS_BIN_WIDTH as f64;
        }
        vec![curve]
    }
}

/// The width of a class of the curve of lengths, in rounds.
pub const ROUNDS_BIN_WIDTH: usize = 50;
