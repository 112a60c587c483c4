//! Matches of Alak. (Handout 002.)

use crate::experiments::duel::{Match, Pairing, TwoPlayerGame};
use crate::games::MemoryLimit;
use crate::games::alak::graph::PositionGraph;
use crate::games::alak::random_play::random_play_distribution;
use crate::games::alak::{AlakRules, AlakState, Edge, OwnGroupRule};
use crate::players::PlayerSpec;
use crate::sim::{Experiment, Field, InvalidSetting, Setting, settings};

/// The experiment of games of Alak between two players.
pub type Alak = Match<AlakState>;

settings! {
    impl AlakRules {
        /// The number of cells of the board.
        cells: u32 = CELLS.within(1, AlakRules::MAX_CELLS as u64).with_default("9");
        /// The neighbour of the last cell.
        edge: Edge = EDGE.with_default("line");
        /// The rule for one's own group without an empty neighbour.
        own_group: OwnGroupRule = OWN_GROUP.with_default("spared");
    }
}

impl TwoPlayerGame for AlakState {
    const TOPIC: &'static str = "alak";
    const START_SETTINGS: &'static [&'static Setting] = AlakRules::SETTINGS;
    const DEFAULT_MAX_PLIES: Option<u64> = Some(1000);
    const MAX_CHUNK_SIZE: u64 = 64 * 4;

    fn start_settings(&self) -> Vec<Field> {
        self.rules().fields()
    }

    fn from_settings(settings: &[Field]) -> Result<Self, InvalidSetting> {
        AlakRules::from_settings(settings).map(Self::new)
    }

    /// Known for two random players on small boards. It takes three seconds at the most; rings have fewer positions, by
    /// their symmetries.
    fn exact_outcome_probabilities(&self, players: Pairing, max_plies: u64) -> Option<Vec<f64>> {
        let AlakRules { cells, edge, .. } = self.rules();
        let max_cells = if edge == Edge::Line { 11 } else { 12 };
        if players != Pairing([PlayerSpec::Random; 2]) || cells > max_cells {
            return None;
        }
        let graph = PositionGraph::new(self, MemoryLimit::default()).ok()?;
        let distribution = random_play_distribution(&graph, max_plies);
        let decided = [
            distribution.player1,
            distribution.player2,
            distribution.draw,
        ];
        Some(decided.into_iter().chain(distribution.unresolved).collect())
    }

    fn boxed_experiment(game_match: Match<Self>) -> Box<dyn Experiment> {
        Box::new(game_match)
    }
}
