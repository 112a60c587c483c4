//! Matches of Alak. (Handout 002.)

use crate::games::Memory;
use crate::games::alak::graph::Graph;
use crate::games::alak::memory::TooLarge;
use crate::games::alak::{Rules, State, random};
use crate::players::{Kind, SeatError};
use crate::processor::Processor;
use crate::sim::summary::{Cell, Summary};
use crate::sim::{Experiment, Run, Streams};
use crate::stats::{Layout, Proportion, Tally};
use crate::topics::duel::experiment::{self as duel, Pairing, Seats};
use crate::topics::{Settings, Topic, name_of};
use std::ops::Range;

const COLUMNS: &[&str] = &[
    "cells",
    "edge",
    "own_group",
    "players",
    "deals",
    "outcome",
    "count",
    "probability",
    "ci_low",
    "ci_high",
    "exact",
];

/// Boards up to this many cells have the exact law of random play in the table: some milliseconds.
const EXACT_CELLS: u32 = 10;

/// The experiment.
pub struct Alak {
    rules: Rules,
    max_plies: u64,
    seats: Seats<State>,
}

impl Alak {
    /// Matches between two players, each game stopped after `max_plies` moves.
    ///
    /// # Errors
    /// When one of them cannot take his seat: a human, or a perfect player of a board that is too large.
    pub fn new(rules: Rules, players: Pairing, max_plies: u64) -> Result<Self, SeatError<TooLarge>> {
        Ok(Self { rules, max_plies, seats: Seats::new(players, &State::new(rules))? })
    }

    /// The exact chances of two random players, where the board is small and every game ends.
    fn exact(&self) -> Option<[f64; 3]> {
        if self.seats.pairing() != Pairing([Kind::Random; 2]) || self.rules.cells.get() > EXACT_CELLS {
            return None;
        }
        let graph = Graph::new(&State::new(self.rules), Memory::default()).ok()?;
        let law = random::law(&graph);
        (law.endless == 0.0).then_some([law.player1, law.player2, law.draw])
    }
}

impl Experiment for Alak {
    type Scratch = ();

    fn name(&self) -> String {
        name_of(self)
    }

    fn layout(&self) -> Layout {
        duel::LAYOUT
    }

    fn chunk(&self) -> u64 {
        64 * 4
    }

    fn scratch(&self, _: Processor) {}

    fn play(&self, streams: &Streams, deals: Range<u64>, (): &mut (), tally: &mut Tally) {
        self.seats.play(&State::new(self.rules), self.max_plies, streams, deals, tally);
    }

    fn proportions(&self, tally: &Tally) -> Vec<Proportion> {
        duel::proportions(tally)
    }
}

impl Topic for Alak {
    const GAME: &'static str = "alak";

    fn with(settings: &Settings<'_>) -> Option<Self> {
        let rules: Rules = settings.get("variant")?;
        Self::new(rules, settings.get("players")?, settings.get("max-plies")?).ok()
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("variant", self.rules.to_string()),
            ("players", self.seats.pairing().to_string()),
            ("max-plies", self.max_plies.to_string()),
            ("cells", self.rules.cells.to_string()),
            ("edge", self.rules.edge.to_string()),
            ("own_group", self.rules.own_group.to_string()),
        ]
    }

    fn options(&self) -> String {
        let Rules { cells, edge, own_group } = self.rules;
        let (players, plies) = (self.seats.pairing(), self.max_plies);
        format!("--cells {cells} --edge {edge} --own-group {own_group} --players {players} --max-plies {plies}")
    }

    fn default_deals(&self) -> u64 {
        100_000
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn report(&self, run: &Run, summary: &mut Summary) {
        let text = |key: &str| Cell::Text(summary.setting(key).to_owned());
        let settings = [Cell::Count(self.rules.cells.get().into()), text("edge"), text("own_group"), text("players")];
        duel::report(&run.tally, &settings, 4, self.exact(), summary);
    }
}
