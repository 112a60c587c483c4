//! Matches of Alak. (Handout 002.)

use crate::experiments::MistakenProgram;
use crate::experiments::duel::{Games, Match, Pairing, TwoPlayerGame, outcome_index};
use crate::games::MemoryLimit;
use crate::games::alak::graph::PositionGraph;
use crate::games::alak::random_play::{exact_random_play_distribution, random_play_distribution};
use crate::games::alak::{
    AlakRules, AlakState, CellCount, Edge, OwnGroupRule, WithoutForbiddenCells,
};
use crate::players::{BoxedStrategy, Minimax, PlayerSpec, PlayerSpecError, Random};
use crate::sim::{Experiment, Field, InvalidSetting, Setting, settings};
use crate::stats::exact::nearest_probability;
use std::num::NonZeroU32;

/// The experiment of games of Alak between two players.
pub type Alak = Match<AlakState>;

settings! {
    impl AlakRules {
        /// The number of cells of the board.
        cells: CellCount = CELLS.with_default("9");
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

    /// Returns the other rule for one's own group, and no forbidden cells.
    fn rule_mistakes(game_match: &Match<Self>) -> Vec<MistakenProgram> {
        let rules = game_match.initial_state().rules();
        let (key, own_group) = match rules.own_group {
            OwnGroupRule::Spared => ("own_group_captured", OwnGroupRule::Captured),
            OwnGroupRule::Captured => ("own_group_spared", OwnGroupRule::Spared),
        };
        let other_rule = Self::new(AlakRules { own_group, ..rules });
        let own_group_match = game_match.with_start(other_rule, game_match.players());
        let own_group_mistake =
            own_group_match.map(|other_match| (key, Self::boxed_experiment(other_match)));
        own_group_mistake
            .into_iter()
            .chain(no_forbidden_cells(game_match))
            .collect()
    }

    fn nanoseconds_per_game(&self) -> f64 {
        350.0 * f64::from(self.rules().cells.get())
    }

    /// Known for two random players on small boards. It takes three seconds at the most; rings have fewer positions, by
    /// their symmetries.
    fn exact_outcome_probabilities(&self, players: Pairing, max_plies: u64) -> Option<Vec<f64>> {
        let AlakRules { cells, edge, .. } = self.rules();
        let max_cells = if edge == Edge::Line { 11 } else { 12 };
        if players != Pairing([PlayerSpec::Random; 2]) || cells.get() > max_cells {
            return None;
        }
        let graph = PositionGraph::new(self, MemoryLimit::default()).ok()?;
        if let Some(distribution) = exact_random_play_distribution(&graph, max_plies) {
            return Some(distribution.iter().map(nearest_probability).collect());
        }
        let distribution = random_play_distribution(&graph, max_plies);
        let decided = [
            distribution.player1,
            distribution.player2,
            distribution.draw,
        ];
        Some(decided.into_iter().chain(distribution.unresolved).collect())
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

/// Returns the mistake of forgetting the forbidden cells; `None` for players other than random ones and searching ones.
fn no_forbidden_cells(game_match: &Match<AlakState>) -> Option<MistakenProgram> {
    let Pairing([player1, player2]) = game_match.players();
    let strategies = [searching_strategy(player1)?, searching_strategy(player2)?];
    let initial_state = WithoutForbiddenCells::new(*game_match.initial_state());
    game_match.with_other_games("no_forbidden_cells", move |games, streams, deals, tally| {
        Games {
            initial_state: &initial_state,
            strategies: [strategies[0].as_ref(), strategies[1].as_ref()],
            max_plies: games.max_plies,
            can_repeat: games.can_repeat,
            outcome_index,
        }
        .play(streams, deals, tally);
    })
}

fn searching_strategy(player: PlayerSpec) -> Option<BoxedStrategy<WithoutForbiddenCells>> {
    match player {
        PlayerSpec::Random => Some(Box::new(Random)),
        PlayerSpec::Greedy => Some(Box::new(Minimax::new(NonZeroU32::MIN))),
        PlayerSpec::Minimax(depth) => Some(Box::new(Minimax::new(depth))),
        PlayerSpec::Human | PlayerSpec::Handout | PlayerSpec::Perfect | PlayerSpec::Mcts(_) => None,
    }
}
