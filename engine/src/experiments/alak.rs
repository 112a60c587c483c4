//! Matches of Alak. (Handout 002.)

use crate::experiments::duel::{Contest, Match, Pairing, optimized_players};
use crate::games::Memory;
use crate::games::alak::graph::Graph;
use crate::games::alak::{AlakRules, AlakState, Edge, random};
use crate::players::PlayerSpec;
use crate::sim::{Field, SettingsText};

/// The experiment.
pub type Alak = Match<AlakState>;

/// Boards up to this many cells have the exact law of random play in the table: a second at the most. Rings have fewer
/// positions, by their symmetries.
const fn exact_cells(edge: Edge) -> u32 {
    match edge {
        Edge::Line => 11,
        Edge::Ring => 12,
    }
}

impl Contest for AlakState {
    const TOPIC: &'static str = "alak";
    const MAX_PLIES: Option<u64> = Some(1000);
    const CHUNK: u64 = 64 * 4;

    fn start(&self) -> Vec<Field> {
        let AlakRules { cells, edge, own_group } = self.rules();
        vec![Field::new("cells", cells.get()), Field::word("edge", edge), Field::word("own_group", own_group)]
    }

    fn in_name(&self, terms: Vec<Field>) -> Vec<Field> {
        [vec![Field::word("variant", self.rules())], terms, self.start()].concat()
    }

    /// By its variant, or by its settings one by one.
    fn from_settings(settings: &SettingsText<'_>) -> Option<Self> {
        if let Some(variant) = settings.get::<String>("variant") {
            return variant.parse().ok().map(Self::new);
        }
        let (cells, edge, own_group) = (settings.get("cells")?, settings.get("edge")?, settings.get("own_group")?);
        Some(Self::new(AlakRules { cells, edge, own_group }))
    }

    fn nanoseconds(&self) -> f64 {
        350.0 * f64::from(self.rules().cells.get())
    }

    /// Of two random players, where the board is small and every game ends.
    fn exact(&self, players: Pairing) -> Option<[f64; 3]> {
        let AlakRules { cells, edge, .. } = self.rules();
        if players != Pairing([PlayerSpec::Random; 2]) || cells.get() > exact_cells(edge) {
            return None;
        }
        let law = random::law(&Graph::new(self, Memory::default()).ok()?);
        (law.endless == 0.0).then_some([law.player1, law.player2, law.draw])
    }

    optimized_players!();
}
