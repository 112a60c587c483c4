//! Matches of Nim. (Handout 004.)

use crate::games::nim::{Nim as State, SolutionError, Style, TakeSet, law};
use crate::players::{Kind, SeatError};
use crate::processor::Processor;
use crate::sim::summary::{Cell, Summary};
use crate::sim::{Experiment, Run, Streams};
use crate::stats::fraction::nearest_f64;
use crate::stats::{Layout, Proportion, Tally};
use crate::topics::duel::experiment::{self as duel, Pairing, Seats};
use crate::topics::{Settings, Topic, name_of};
use std::ops::Range;

const COLUMNS: &[&str] =
    &["matches", "takes", "players", "deals", "outcome", "count", "probability", "ci_low", "ci_high", "exact"];

/// Starts up to this many matches have their exact law in the table.
const EXACT_MATCHES: u32 = 2000;

/// The experiment.
pub struct Nim {
    start: State,
    seats: Seats<State>,
}

impl Nim {
    /// Matches between two players.
    ///
    /// # Errors
    /// When one of them cannot take his seat: a human cannot.
    pub fn new(start: State, players: Pairing) -> Result<Self, SeatError<SolutionError>> {
        let seats = Seats::new(players, &start)?;
        Ok(Self { start, seats })
    }

    /// The exact chances, when both players are random or perfect.
    fn exact(&self) -> Option<[f64; 3]> {
        let style = |kind| match kind {
            Kind::Random => Some(Style::Random),
            Kind::Perfect => Some(Style::Perfect),
            _ => None,
        };
        let [one, two] = self.seats.pairing().0.map(style);
        let matches = Some(self.start.matches()).filter(|&matches| matches <= EXACT_MATCHES)?;
        let law = law(self.start.takes(), matches, [one?, two?]).ok()?;
        Some([&law.player1, &law.player2, &law.draw].map(nearest_f64))
    }
}

impl Experiment for Nim {
    type Scratch = ();

    fn name(&self) -> String {
        name_of(self)
    }

    fn layout(&self) -> Layout {
        duel::LAYOUT
    }

    fn chunk(&self) -> u64 {
        64 * 16
    }

    fn scratch(&self, _: Processor) {}

    fn play(&self, streams: &Streams, deals: Range<u64>, (): &mut (), tally: &mut Tally) {
        self.seats.play(&self.start, u64::MAX, streams, deals, tally);
    }

    fn proportions(&self, tally: &Tally) -> Vec<Proportion> {
        duel::proportions(tally)
    }
}

impl Topic for Nim {
    const GAME: &'static str = "nim";

    fn with(settings: &Settings<'_>) -> Option<Self> {
        let takes: TakeSet = settings.get("takes")?;
        let start = State::new(takes, settings.get("matches")?).ok()?;
        Self::new(start, settings.get("players")?).ok()
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("matches", self.start.matches().to_string()),
            ("takes", self.start.takes().to_string()),
            ("players", self.seats.pairing().to_string()),
        ]
    }

    fn options(&self) -> String {
        format!("--matches {} --takes {} --players {}", self.start.matches(), self.start.takes(), self.seats.pairing())
    }

    fn default_deals(&self) -> u64 {
        100_000
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn report(&self, run: &Run, summary: &mut Summary) {
        let text = |key: &str| Cell::Text(summary.setting(key).to_owned());
        let settings = [Cell::Count(self.start.matches().into()), text("takes"), text("players")];
        duel::report(&run.tally, &settings, 3, self.exact(), summary);
    }
}
