//! How many pegs does a random player leave at peg solitaire? (Handout 001.)

use crate::experiments::PLAYERS_KEY;
use crate::games::solitaire::{Board, GameCounts, SolitaireState};
use crate::games::{Course, Game};
use crate::players::{PlayerSpec, Random, Strategy, play_course};
use crate::sim::measure::ExactValue;
use crate::sim::{
    BatchFn, ChunkSizes, Column, Experiment, ExperimentInfo, Field, FieldValue, HistogramSpec,
    InvalidSetting, Measure, Purpose, RecordKind, Seed, Setting, TallySchema,
};
use crate::simd::SimdLevel;
use crate::stats::exact::nearest_probability;

const NANOSECONDS_PER_GAME: f64 = 800.0;

/// The experiment: a random player on a board that is full but for one hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solitaire {
    start: SolitaireState,
    hole: usize,
}

impl Solitaire {
    /// The board.
    pub const BOARD: Setting = Setting::new::<Board>("board").with_default("triangle:5");
    /// The number of the hole that is empty at the start.
    pub const HOLE: Setting = Setting::new::<usize>("hole");
    /// The player, in commands that show a game.
    pub const PLAYERS: Setting = Setting::new::<PlayerSpec>(PLAYERS_KEY);

    /// The settings, in the order of names.
    pub const SETTINGS: &[&'static Setting] = &[&Self::BOARD, &Self::HOLE];

    /// Creates the experiment; `None` when `hole` is not on the board.
    pub fn new(board: Board, hole: usize) -> Option<Self> {
        SolitaireState::new(board, hole)
            .ok()
            .map(|start| Self { start, hole })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.start.board()
    }

    /// The number of the hole that is empty at the start.
    pub fn hole(&self) -> usize {
        self.hole
    }

    /// The exact probability of each number of pegs left, from 0 on; `None` for boards of more than
    /// [`MAX_COUNTED_CELLS`](crate::games::solitaire::MAX_COUNTED_CELLS) cells.
    fn exact_pegs_left_probabilities(&self) -> Option<Vec<f64>> {
        let counts = GameCounts::new(&self.start)?;
        let mut probabilities = vec![0.0; self.start.board().cell_count()];
        for (pegs, probability) in counts.pegs_left_distribution {
            probabilities[pegs as usize] = nearest_probability(&probability);
        }
        Some(probabilities)
    }

    /// The course of one game of the random player.
    pub fn course(&self, seed: Seed, deal: u64) -> Course<SolitaireState> {
        let mut generator = self.deal_streams(seed).stream(Purpose::Player1, deal);
        let unused = &mut generator.clone();
        let course = play_course(self.start, [&Random; 2], [&mut generator, unused], u64::MAX);
        course.expect("the random player makes legal moves")
    }

    /// Reads the settings.
    ///
    /// # Errors
    /// The first setting without a value or with one of another type, or the hole if it is not on the board.
    pub fn from_settings(settings: &[Field]) -> Result<Self, InvalidSetting> {
        let board = Self::BOARD.read(settings)?;
        Self::new(board, Self::HOLE.read(settings)?).ok_or_else(|| Self::HOLE.invalid(settings))
    }
}

impl Experiment for Solitaire {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            topic: "solitaire",
            unit: "games",
            columns: Column::OUTCOME_COLUMNS.to_vec(),
            chunk_sizes: ChunkSizes::of_blocks(NANOSECONDS_PER_GAME),
            default_deals: 100_000,
        }
    }

    fn settings(&self) -> Vec<Field> {
        vec![
            Self::BOARD.with_value(&self.start.board()),
            Self::HOLE.with_value(&self.hole),
        ]
    }

    /// A game leaves at least one peg, and at most as many as it begins with.
    fn tally_schema(&self) -> TallySchema {
        TallySchema::new(
            vec![HistogramSpec::new(
                "left",
                1..=self.start.peg_count().into(),
            )],
            &[("fewest", RecordKind::Lowest(0))],
        )
    }

    fn measures(&self) -> Vec<Measure> {
        let experiment = *self;
        let exact =
            ExactValue::from_distribution(move || experiment.exact_pegs_left_probabilities());
        let mut measures = Vec::new();
        for pegs in 1..self.start.board().cell_count() {
            let mut share = Measure::share(0, pegs..=pegs)
                .with_stop_criterion(true)
                .with_row([Column::OUTCOME.field(FieldValue::from_display(pegs))])
                .with_exact(exact(pegs));
            share.hides_if_trailing_zero = true;
            measures.push(share);
        }
        measures.push(Measure::mean(0, 0).with_json_name("left"));
        measures.push(
            Measure::share(0, 1..=1)
                .with_json_name("won")
                .with_exact(exact(1)),
        );
        measures
    }

    fn batch_function(&self, _: SimdLevel) -> BatchFn<'_> {
        Box::new(move |streams, deals, tally| {
            let family = streams.for_purpose(Purpose::Player1);
            for deal in deals {
                let mut state = self.start;
                let mut generator = family.stream(deal);
                while let Some(jump) = Random.choose(&state, &mut generator) {
                    state
                        .play(jump)
                        .expect("the random player makes legal moves");
                }
                let pegs = state.peg_count();
                tally.add(deal, 0, pegs as usize);
                tally.records[0].update(pegs.into(), deal);
            }
        })
    }

    fn show_settings(&self) -> Option<Vec<Field>> {
        let mut settings = self.settings();
        settings.push(Self::PLAYERS.with_value(&PlayerSpec::Random));
        Some(settings)
    }
}
