//! How many pegs does a random player leave at peg solitaire? (Handout 001.)

use crate::games::solitaire::{Board, Explored, Jump, State};
use crate::games::{Game, Memory};
use crate::players::{Player, Random};
use crate::processor::Processor;
use crate::sim::summary::{Curve, Summary};
use crate::sim::{Experiment, Purpose, Ranking, Row, Run, Setting, Settings, Streams};
use crate::stats::fraction::nearest_f64;
use crate::stats::{Audit, Contradiction, Direction, Layout, Moments, Proportion, Tally};
use num_bigint::BigUint;
use num_rational::Ratio;
use std::ops::Range;

const COLUMNS: &[&str] = &["board", "hole", "deals", "outcome", "count", "probability", "ci_low", "ci_high", "exact"];
const LAYOUT: Layout = Layout { histograms: &["left"], extremes: &[("fewest", Direction::Lowest)] };

/// Boards up to this many cells have their exact law in the table: it takes a fraction of a second.
const EXACT_CELLS: usize = 21;

/// The curve of the share of games that leave x pegs.
pub const LEFT_CURVE: &str = "left";

/// The experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solitaire {
    start: State,
    hole: usize,
}

impl Solitaire {
    /// Random play from the board that is full but for one hole; `None` when the hole is off the board.
    pub fn new(board: Board, hole: usize) -> Option<Self> {
        State::new(board, hole).ok().map(|start| Self { start, hole })
    }

    /// The start of its games.
    pub fn start(&self) -> State {
        self.start
    }

    /// The experiment with these settings.
    pub fn named(settings: &Settings<'_>) -> Option<Self> {
        Self::new(settings.get("board")?, settings.get("hole")?)
    }
}

/// The jumps of the random player in the game of this number.
///
/// # Panics
/// When a move of the random player is not legal.
pub fn game(start: State, streams: &Streams, deal: u64) -> Vec<Jump> {
    let (mut state, mut generator, mut jumps) = (start, streams.family(Purpose::Player1).stream(deal), Vec::new());
    while let Some(jump) = Random.choose(&state, &mut generator) {
        state.play(jump).expect("the random player makes legal moves");
        jumps.push(jump);
    }
    jumps
}

impl Experiment for Solitaire {
    const TOPIC: &'static str = "solitaire";
    const UNIT: &'static str = "games";

    type Scratch = ();

    fn settings(&self) -> Vec<Setting> {
        vec![("board", self.start.board().to_string()), ("hole", self.hole.to_string())]
    }

    fn layout(&self) -> Layout {
        LAYOUT
    }

    fn chunk(&self) -> u64 {
        64 * 64
    }

    fn scratch(&self, _: Processor) {}

    fn play(&self, streams: &Streams, deals: Range<u64>, (): &mut (), tally: &mut Tally) {
        let family = streams.family(Purpose::Player1);
        for deal in deals {
            let (mut state, mut generator) = (self.start, family.stream(deal));
            while let Some(jump) = Random.choose(&state, &mut generator) {
                state.play(jump).expect("the random player makes legal moves");
            }
            let left = state.count();
            tally.histograms[0].add(left as usize);
            tally.extremes[0].offer(left.into(), deal);
        }
    }

    /// Every game leaves a peg, and begins with a hole.
    fn check(&self, tally: &Tally) -> Result<(), Contradiction> {
        let audit = Audit::of(tally);
        audit.counts(0, tally.deals, 1..=self.start.count().into())?;
        audit.record(0, audit.histogram(0).lowest())
    }

    fn ranking(&self) -> Option<Ranking> {
        let options = [self.settings(), vec![("players", "random".to_owned())]].concat();
        Some(Ranking { histogram: 0, kept: Direction::Lowest, again: 1 << 14, options })
    }

    fn proportions(&self, tally: &Tally) -> Vec<Proportion> {
        (1..self.start.board().cells())
            .map(|left| Proportion::of(tally.histograms[0].count(left), tally.deals))
            .collect()
    }

    fn rows(&self) -> Vec<Row> {
        (1..self.start.board().cells()).map(|left| self.setting_row().and("outcome", left)).collect()
    }

    fn counted(&self, row: usize, tally: &Tally) -> Option<Proportion> {
        Some(Proportion::of(tally.histograms[0].count(row + 1), tally.deals))
    }

    fn means(&self) -> Vec<&'static str> {
        vec!["left"]
    }

    fn shares(&self) -> Vec<&'static str> {
        vec!["won"]
    }

    fn default_deals(&self) -> u64 {
        100_000
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn report(&self, run: &Run, summary: &mut Summary) {
        let left = &run.tally.histograms[0];
        let board = self.start.board();
        let known =
            (board.cells() <= EXACT_CELLS).then(|| Explored::new(&self.start, Memory::default()).ok()).flatten();
        let law = known.map(|explored| explored.count().left_law);
        let most = left.counts().len().saturating_sub(1);
        let possible = law.iter().flatten().map(|(pegs, _)| *pegs as usize).max().unwrap_or(0);
        for pegs in 1..=most.max(possible) {
            let chance = |law: &Vec<(u32, Ratio<BigUint>)>| {
                law.iter().find(|(left, _)| *left as usize == pegs).map_or(0.0, |(_, chance)| nearest_f64(chance))
            };
            let share = Proportion::of(left.count(pegs), summary.deals);
            summary.add_outcome(&pegs.to_string(), share, law.as_ref().map(chance));
        }
        summary.add_quantity("left", Moments::of(left, 0));
        summary.add_proportion("won", Proportion::of(left.count(1), summary.deals));
        summary.curves.push(Curve {
            kind: LEFT_CURVE,
            subject: board.to_string(),
            variant: self.hole.to_string(),
            points: summary.law(left, 0, summary.deals),
            mean: Moments::of(left, 0).map(|moments| moments.mean),
        });
    }
}
