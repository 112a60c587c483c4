//! How often does each player win at bataille, how long does a game take, and how often does it never end? (Handout
//! 003, 4.2.)

use crate::experiments::decks::{self, ShuffleMethod, ShuffledDecks};
use crate::games::bataille::chain::draw_probability;
use crate::games::bataille::ending::count_outcomes_of_all_deals;
use crate::games::bataille::pickup::PickupDraws;
use crate::games::bataille::{
    BatailleEnding, BatailleOutcome, BatailleRules, BatailleState, BatchPlayer, LayingOrder,
    OutOfCards, PickupOrder, ValueCount,
};
use crate::sim::measure::{ExactValue, UndecidedRule};
use crate::sim::{
    Accepted, BatchFn, ChunkSizes, Column, Experiment, ExperimentInfo, Field, HistogramSpec,
    Measure, Purpose, RecordKind, Seed, TallySchema, settings,
};
use crate::simd::SimdLevel;
use crate::stats::Tally;

settings! {
    /// The experiment: games of bataille from shuffled decks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Bataille {
        /// The number of values, of four cards each.
        #[doc(alias = "nbVals")]
        pub values: ValueCount = VALUES.with_default("13");
        /// The order in which the players lay their cards.
        pub order: LayingOrder = ORDER.with_default("fixed");
        /// The shuffle of the deck.
        pub shuffle: ShuffleMethod = SHUFFLE.with_default("riffle:7");
        /// The number of rounds after which a game is cut off; the player with more cards then wins. `None` for no limit. The
        /// option is the parameter `turns` of the handout's `game` (003, 3.3).
        pub max_rounds: Option<u64> = MAX_ROUNDS
            .accepting(Accepted::Optional(&Accepted::Numbers { least: 1, most: 1_000_000_000_000_000 }))
            .with_option_name("turns")
            .with_default("none")
            .late();
        /// The order in which the cards of a trick go under the winner's hand.
        pub pickup: PickupOrder = PICKUP.with_default("laid").late();
        /// The number of cards that each player lays face down in a battle, from 0 to 3.
        pub face_down: u8 = FACE_DOWN.within(0, 3).with_default("1").unlisted();
        /// The rule for a player with too few cards to complete a battle.
        pub out_of_cards: OutOfCards = OUT_OF_CARDS.with_default("count").unlisted();
    }
}

/// The game of the handout: 13 values, a fixed order, 7 riffles, no limit of rounds.
impl Default for Bataille {
    fn default() -> Self {
        Self::from_settings(&[]).expect("every setting has a default")
    }
}

/// Packs of up to this many values have their exact distribution in the table: 3 values have 34,650 deals.
const MAX_EXACT_VALUES: u8 = 3;

const ENDLESS_INDEX: usize = BatailleOutcome::Endless {
    period: 1,
    pre_period: 0,
}
.index();

const UNRESOLVED_INDEX: usize = BatailleOutcome::Unresolved.index();

const LAST_DECIDED_INDEX: usize = BatailleOutcome::Draw.index();

// Indices of the histograms of the tally.
const OUTCOME_HISTOGRAM: usize = 0;
const ROUNDS_HISTOGRAM: usize = 1;
/// The index of the histogram of the periods of endless games, in rounds.
pub const PERIOD_HISTOGRAM: usize = 2;
const PRE_PERIOD_HISTOGRAM: usize = 3;
/// The index of the histogram of the outcomes of games that are cut off. Only runs with a limit of rounds have it.
const CUT_OFF_HISTOGRAM: usize = 4;

impl Bataille {
    /// The rules of the games.
    pub fn rules(&self) -> BatailleRules {
        let Self {
            values,
            order,
            pickup,
            face_down,
            out_of_cards,
            ..
        } = *self;
        BatailleRules {
            values,
            order,
            pickup,
            face_down,
            out_of_cards,
        }
    }

    fn hardly_ever_ends(&self) -> bool {
        self.rules().hardly_ever_ends() && self.max_rounds.is_none()
    }

    /// The numbers of games that one thread takes at a time. They are large where games are played in lanes, which are
    /// partly empty during the last games of a chunk.
    fn chunk_sizes(&self) -> ChunkSizes {
        let most = self.values.games_in_equal_time(64 * 128);
        if self.hardly_ever_ends() {
            ChunkSizes::growing(1, 64)
        } else {
            ChunkSizes::growing(most / 4, most)
        }
    }

    fn may_be_unresolved(&self) -> bool {
        self.max_rounds.is_none() && self.rules().may_be_unresolved()
    }

    /// The draws of a deal with tricks picked up at random.
    pub fn pickup_draws(&self, seed: Seed, deal: u64) -> PickupDraws {
        PickupDraws::new(self.deal_streams(seed).stream(Purpose::Pickup, deal))
    }

    /// The hands of one deal, as the state before the first round.
    pub fn initial_state(&self, seed: Seed, deal: u64) -> BatailleState {
        let mut state = BatailleState::new(self.rules());
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

    /// The exact probability of each outcome with a uniform shuffle; `None` for packs of more than
    /// [`MAX_EXACT_VALUES`] values.
    fn exact_outcome_probabilities(&self) -> Option<[f64; BatailleOutcome::NAMES.len()]> {
        if self.shuffle != ShuffleMethod::Uniform || self.values.get() > MAX_EXACT_VALUES {
            return None;
        }
        if self.pickup == PickupOrder::Random {
            return self.exact_random_probabilities();
        }
        let counts = count_outcomes_of_all_deals(self.rules(), self.max_rounds.unwrap_or(u64::MAX));
        let deals: u64 = counts.iter().sum();
        Some(counts.map(|count| count as f64 / deals as f64))
    }

    /// The exact probabilities with random orders; `None` with a limit of rounds. A game ends with probability 1, and
    /// no player has an advantage.
    fn exact_random_probabilities(&self) -> Option<[f64; BatailleOutcome::NAMES.len()]> {
        if self.max_rounds.is_some() {
            return None;
        }
        let draw = draw_probability(self.rules());
        let win = (1.0 - draw) / 2.0;
        Some([win, win, draw, 0.0, 0.0])
    }

    fn add_game(&self, deal: u64, ending: BatailleEnding, tally: &mut Tally) {
        tally.add(deal, OUTCOME_HISTOGRAM, ending.outcome.index());
        match ending.outcome {
            BatailleOutcome::Endless { period, pre_period } => {
                tally.add(deal, PERIOD_HISTOGRAM, period as usize);
                tally.add(deal, PRE_PERIOD_HISTOGRAM, pre_period as usize);
                tally.records[1].update(0, deal);
            }
            BatailleOutcome::CutOff { .. } => {
                tally.add(deal, CUT_OFF_HISTOGRAM, ending.outcome.index());
            }
            BatailleOutcome::Unresolved => {}
            BatailleOutcome::Player1 | BatailleOutcome::Player2 | BatailleOutcome::Draw => {
                tally.add(deal, ROUNDS_HISTOGRAM, ending.rounds as usize);
                tally.records[0].update(ending.rounds, deal);
            }
        }
    }
}

impl Experiment for Bataille {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            topic: "bataille",
            unit: "games",
            columns: Column::OUTCOME_COLUMNS.to_vec(),
            chunk_sizes: self.chunk_sizes(),
            default_deals: self.values.games_in_equal_time(if self.hardly_ever_ends() {
                1_000
            } else {
                100_000
            }),
        }
    }

    fn settings(&self) -> Vec<Field> {
        self.fields()
    }

    fn stream_key(&self) -> String {
        decks::deck_stream_key(self.values.card_count(), self.shuffle)
    }

    /// Games that ended have a length in rounds, endless ones a period and a pre-period. With a limit of rounds, games are
    /// cut off instead of being endless.
    fn tally_schema(&self) -> TallySchema {
        let max_rounds = self.max_rounds.unwrap_or(u64::MAX);
        let last_outcome = if self.max_rounds.is_some() {
            LAST_DECIDED_INDEX
        } else if self.may_be_unresolved() {
            UNRESOLVED_INDEX
        } else {
            ENDLESS_INDEX
        };
        let mut histograms = vec![
            HistogramSpec {
                column: "outcome",
                words: &BatailleOutcome::NAMES,
                ..HistogramSpec::new("outcomes", 0..=last_outcome as u64)
            },
            HistogramSpec::partial("rounds", 1..=max_rounds),
            HistogramSpec::partial("period", 1..=max_rounds),
            HistogramSpec::partial("pre-period", 0..=max_rounds),
        ];
        if self.max_rounds.is_some() {
            let cut_off = HistogramSpec {
                words: &BatailleOutcome::NAMES,
                ..HistogramSpec::partial("cut-off", 0..=LAST_DECIDED_INDEX as u64)
            };
            histograms.push(cut_off);
        }
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

    /// The shares of the outcomes, then the means of the games that ended; with a limit, also the share of games that are
    /// cut off and the mean of the rounds that were played.
    fn measures(&self) -> Vec<Measure> {
        let experiment = *self;
        let exact = ExactValue::from_distribution(move || {
            experiment.exact_outcome_probabilities().map(Vec::from)
        });
        // With a limit, no game is endless; if won cards are shuffled, a game ends with probability 1.
        let is_impossible = |index| match index {
            ENDLESS_INDEX => self.max_rounds.is_some() || self.pickup == PickupOrder::Random,
            UNRESOLVED_INDEX => !self.may_be_unresolved(),
            _ => false,
        };
        let undecided = if self.may_be_unresolved() {
            UndecidedRule::Values(OUTCOME_HISTOGRAM, UNRESOLVED_INDEX..=UNRESOLVED_INDEX)
        } else {
            UndecidedRule::None
        };
        let outcome = |(index, name): (usize, &'static str)| {
            let exact = if is_impossible(index) {
                ExactValue::new(|| Some(0.0))
            } else {
                exact(index)
            };
            Measure::share(OUTCOME_HISTOGRAM, index..=index)
                .with_undecided(undecided.clone())
                .with_stop_criterion(true)
                .with_row([Column::OUTCOME.field(name.into())])
                .with_json_name(name)
                .with_exact(exact)
        };
        let mut measures: Vec<Measure> = BatailleOutcome::NAMES
            .into_iter()
            .enumerate()
            .map(outcome)
            .collect();
        let mut rounds = Measure::mean(ROUNDS_HISTOGRAM, 0)
            .with_undecided(undecided.clone())
            .with_json_name("rounds");
        rounds.has_quantiles = true;
        if let Some(limit) = self.max_rounds {
            let cut_off = UndecidedRule::whole_histogram(CUT_OFF_HISTOGRAM);
            rounds = rounds.with_undecided(cut_off.clone());
            let share = Measure::share(CUT_OFF_HISTOGRAM, 0..=LAST_DECIDED_INDEX);
            measures.push(share.with_json_name("cut_off"));
            let rounds_played = Measure::limited_mean(ROUNDS_HISTOGRAM, cut_off, limit);
            measures.push(rounds_played.with_json_name("rounds_played"));
        }
        measures.push(rounds);
        for (name, histogram) in [
            ("period", PERIOD_HISTOGRAM),
            ("pre_period", PRE_PERIOD_HISTOGRAM),
        ] {
            let mean = Measure::mean(histogram, 0).with_undecided(undecided.clone());
            measures.push(mean.with_json_name(name));
        }
        measures
    }

    fn batch_function(&self, simd_level: SimdLevel) -> BatchFn<'_> {
        let mut player = BatchPlayer::new(self.rules(), self.max_rounds.unwrap_or(u64::MAX));
        Box::new(move |streams, deals, tally| {
            let mut decks =
                ShuffledDecks::new(self.values.card_count(), self.shuffle, streams, deals)
                    .with_simd_level(simd_level);
            let next_deal = |deck: &mut [u8]| {
                let (deal, next) = decks.next_deck()?;
                deck.copy_from_slice(next);
                Some(deal)
            };
            let pickup_streams = streams.for_purpose(Purpose::Pickup);
            let draws = |deal| PickupDraws::new(pickup_streams.stream(deal));
            let on_ending = |deal, ending| self.add_game(deal, ending, tally);
            player.play(simd_level, next_deal, draws, on_ending);
        })
    }

    fn show_settings(&self) -> Option<Vec<Field>> {
        Some(self.settings())
    }
}
