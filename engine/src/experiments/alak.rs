//! Matches of Alak. (Handout 002.)

use crate::experiments::duel::{Match, Pairing, TwoPlayerGame};
use crate::games::MemoryLimit;
use crate::games::alak::graph::{PositionGraph, random_play_law};
use crate::games::alak::{AlakRules, AlakState, CellCount, Edge, OwnGroupRule};
use crate::players::{BoxedStrategy, PlayerSpec, PlayerSpecError};
use crate::sim::{Experiment, Field, SettingField, SettingSpec, SettingsText};

/// Alak matches.
pub type Alak = Match<AlakState>;

/// The number of cells of the board.
pub const CELLS: SettingSpec<CellCount> = SettingSpec::new("cells").with_default("9");
/// The neighbour of the last cell.
pub const EDGE: SettingSpec<Edge> = SettingSpec::new("edge").with_default("line");
/// The rule for one's own group without an empty neighbour.
pub const OWN_GROUP: SettingSpec<OwnGroupRule> =
    SettingSpec::new("own_group").with_default("spared");

impl TwoPlayerGame for AlakState {
    const TOPIC: &'static str = "alak";
    const DEFAULT_MAX_PLIES: Option<u64> = Some(1000);
    const MAX_CHUNK_SIZE: u64 = 64 * 4;

    fn start_settings(&self) -> Vec<SettingField> {
        let AlakRules {
            cells,
            edge,
            own_group,
        } = self.rules();
        vec![
            CELLS.with_value(&cells),
            EDGE.with_value(&edge),
            OWN_GROUP.with_value(&own_group),
        ]
    }

    fn experiment_name_settings(&self, match_settings: Vec<SettingField>) -> Vec<SettingField> {
        [
            vec![Field::with_display("variant", self.rules()).into()],
            match_settings,
            self.start_settings(),
        ]
        .concat()
    }

    /// Reads `variant`, or the settings one by one.
    fn from_settings(settings: &SettingsText<'_>) -> Option<Self> {
        if let Some(variant) = settings.get::<String>("variant") {
            return variant.parse().ok().map(Self::new);
        }
        Some(Self::new(AlakRules {
            cells: CELLS.read(settings)?,
            edge: EDGE.read(settings)?,
            own_group: OWN_GROUP.read(settings)?,
        }))
    }

    fn nanoseconds_per_game(&self) -> f64 {
        350.0 * f64::from(self.rules().cells.get())
    }

    /// Known for two random players, on small boards where every game ends. It takes a second at the most; rings have
    /// fewer positions, by their symmetries.
    fn exact_outcome_probabilities(&self, players: Pairing) -> Option<[f64; 3]> {
        let AlakRules { cells, edge, .. } = self.rules();
        let max_cells = if edge == Edge::Line { 11 } else { 12 };
        if players != Pairing([PlayerSpec::Random; 2]) || cells.get() > max_cells {
            return None;
        }
        let law = random_play_law(&PositionGraph::new(self, MemoryLimit::default()).ok()?);
        (law.endless == 0.0).then_some([law.player1, law.player2, law.draw])
    }

    fn new_strategy(
        &self,
        player_spec: PlayerSpec,
        memory: MemoryLimit,
    ) -> Result<BoxedStrategy<Self>, PlayerSpecError<Self::SolveError>> {
        player_spec.build_strategy(self, memory)
    }

    fn boxed_experiment(game_match: Match<Self>) -> Box<dyn Experiment> {
        Box::new(game_match)
    }
}
