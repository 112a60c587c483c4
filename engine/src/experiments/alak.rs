//! Matches of Alak. (Handout 002.)

use crate::experiments::duel::{Contest, Match, Pairing};
use crate::games::Memory;
use crate::games::alak::graph::Graph;
use crate::games::alak::{Edge, Rules, State, random};
use crate::players::{Kind, Seat, SeatError};
use crate::sim::{Experiment, Field, SettingsText};

/// The experiment.
pub type Alak = Match<State>;

/// Boards up to this many cells have the exact law of random play in the table: a second at the most. Rings have fewer
/// positions, by their symmetries.
const fn exact_cells(edge: Edge) -> u32 {
    match edge {
        Edge::Line => 11,
        Edge::Ring => 12,
    }
}

impl Contest for State {
    const TOPIC: &'static str = "alak";
    const MAX_PLIES: Option<u64> = Some(1000);
    const CHUNK: u64 = 64 * 4;

    fn start(&self) -> Vec<Field> {
        let Rules { cells, edge, own_group } = self.rules();
        vec![Field::new("cells", cells.get()), Field::word("edge", edge), Field::word("own_group", own_group)]
    }

    fn in_name(&self, terms: Vec<Field>) -> Vec<Field> {
        [vec![Field::word("variant", self.rules())], terms, self.start()].concat()
    }

    /// By its variant, or by its settings one by one.
    fn named(settings: &SettingsText<'_>) -> Option<Self> {
        if let Some(variant) = settings.get::<String>("variant") {
            return variant.parse().ok().map(Self::new);
        }
        let (cells, edge, own_group) = (settings.get("cells")?, settings.get("edge")?, settings.get("own_group")?);
        Some(Self::new(Rules { cells, edge, own_group }))
    }

    fn nanoseconds(&self) -> f64 {
        350.0 * f64::from(self.rules().cells.get())
    }

    /// Of two random players, where the board is small and every game ends.
    fn exact(&self, players: Pairing) -> Option<[f64; 3]> {
        let Rules { cells, edge, .. } = self.rules();
        if players != Pairing([Kind::Random; 2]) || cells.get() > exact_cells(edge) {
            return None;
        }
        let law = random::law(&Graph::new(self, Memory::default()).ok()?);
        (law.endless == 0.0).then_some([law.player1, law.player2, law.draw])
    }

    fn seat(&self, kind: Kind, memory: Memory) -> Result<Seat<Self>, SeatError<Self::TooHard>> {
        kind.seat(self, memory)
    }

    fn boxed(game: Match<Self>) -> Box<dyn Experiment> {
        Box::new(game)
    }
}
