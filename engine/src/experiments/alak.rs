//! Matches of Alak. (Handout 002.)

use crate::experiments::duel::{Match, Pairing, TwoPlayerGame};
use crate::games::MemoryLimit;
use crate::games::alak::graph::PositionGraph;
use crate::games::alak::{AlakRules, AlakState, Edge, random_play};
use crate::players::{BoxedStrategy, PlayerSpec, PlayerSpecError};
use crate::sim::{Experiment, Field, SettingsText};

/// Alak matches.
pub type Alak = Match<AlakState>;

impl TwoPlayerGame for AlakState {
    const TOPIC: &'static str = "alak";
    const DEFAULT_MAX_PLIES: Option<u64> = Some(1000);
    const MAX_CHUNK_SIZE: u64 = 64 * 4;

    fn start_settings(&self) -> Vec<Field> {
        let AlakRules {
            cells,
            edge,
            own_group,
        } = self.rules();
        vec![
            Field::new("cells", cells.get()),
            Field::with_display("edge", edge),
            Field::with_display("own_group", own_group),
        ]
    }

    fn experiment_name_settings(&self, match_settings: Vec<Field>) -> Vec<Field> {
        [
            vec![Field::with_display("variant", self.rules())],
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
            cells: settings.get("cells")?,
            edge: settings.get("edge")?,
            own_group: settings.get("own_group")?,
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
        let law =
            random_play::random_play_law(&PositionGraph::new(self, MemoryLimit::default()).ok()?);
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
