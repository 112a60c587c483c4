//! How many pegs does a random player leave at peg solitaire? (Handout 001.)

use crate::games::solitaire::{Board, Explored, Jump, State};
use crate::games::{Game, Memory};
use crate::players::{Random, Strategy};
use crate::processor::Processor;
use crate::sim::measure::Exact;
use crate::sim::summary::{Cell, Curve, Summary};
use crate::sim::{About, Counts, Experiment, Hand, Hist, Kept, Measure, Purpose, Seed, Setting, Settings, Shown};
use crate::stats::Tally;
use crate::stats::fraction::nearest_f64;

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

    /// The exact chance of each number of pegs left, from 0, where the board is small enough.
    fn law(&self) -> Option<Vec<f64>> {
        let known = self.start.board().cells() <= EXACT_CELLS;
        let explored = known.then(|| Explored::new(&self.start, Memory::default()).ok()).flatten()?;
        let mut law = vec![0.0; self.start.board().cells()];
        for (left, chance) in explored.count().left_law {
            law[left as usize] = nearest_f64(&chance);
        }
        Some(law)
    }

    /// The jumps of the random player in the game of this number.
    ///
    /// # Panics
    /// When a move of the random player is not legal.
    pub fn game(&self, seed: Seed, deal: u64) -> Vec<Jump> {
        let mut generator = self.streams(seed).stream(Purpose::Player1, deal);
        let (mut state, mut jumps) = (self.start, Vec::new());
        while let Some(jump) = Random.choose(&state, &mut generator) {
            state.play(jump).expect("the random player makes legal moves");
            jumps.push(jump);
        }
        jumps
    }

    /// The experiment with these settings.
    pub fn named(settings: &Settings<'_>) -> Option<Self> {
        Self::new(settings.get("board")?, settings.get("hole")?)
    }
}

impl Experiment for Solitaire {
    fn about(&self) -> About {
        let columns = About::outcome_columns(vec!["board", "hole"]);
        About { topic: "solitaire", unit: "games", columns, chunk: 64 * 64, usual: 100_000 }
    }

    fn settings(&self) -> Vec<Setting> {
        vec![("board", self.start.board().to_string()), ("hole", self.hole.to_string())]
    }

    fn options(&self) -> Option<Vec<Setting>> {
        Some(self.settings())
    }

    /// Every game leaves a peg, and begins with a hole.
    fn counts(&self) -> Counts {
        Counts::new(vec![Hist::new("left", 1..=self.start.count().into())], &[("fewest", Kept::Lowest(0))])
    }

    fn measures(&self) -> Vec<Measure> {
        let this = *self;
        let exact = Exact::law(move || this.law());
        let left = |left: usize| {
            let share = Measure::share(0, left..=left).stopping(true).rare();
            share.row([("outcome", Cell::text(left))]).exactly(exact(left))
        };
        let left = (1..self.start.board().cells()).map(left);
        left.chain([Measure::mean(0, 0).named("left"), Measure::share(0, 1..=1).named("won")]).collect()
    }

    fn hand(&self, _: Processor) -> Hand<'_> {
        Box::new(move |streams, deals, tally| {
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
        })
    }

    fn shown(&self, _: &Tally) -> Option<Shown> {
        let options = [self.settings(), vec![("players", "random".to_owned())]].concat();
        Some(Shown { ranked: Some(0), others: Vec::new(), again: 1 << 14, verb: "show", options })
    }

    fn curves(&self, tally: &Tally, summary: &Summary) -> Vec<Curve> {
        vec![summary.law_curve((LEFT_CURVE, self.start.board(), self.hole), &tally.histograms[0], 0)]
    }
}
