//! Matches between two players, of any game that can be evaluated and solved: shares of wins, and lengths. Each player
//! has its own random stream. (Handouts 002 and 004.)

use crate::experiments::PLAYERS_KEY;
use crate::games::{Course, Evaluate, MemoryLimit, Outcome, Player as Side, Solvable};
use crate::parse::ParseValueError;
use crate::players::{PlayerSpec, PlayerSpecError, Strategy, play_course, play_out};
use crate::sim::experiment::experiment_name;
use crate::sim::measure::{ExactValue, UndecidedRule};
use crate::sim::{
    BatchFn, ChunkSizes, Column, Experiment, ExperimentInfo, Field, HistogramSpec, InvalidSetting,
    Measure, Purpose, RecordKind, Seed, Setting, Streams, TallySchema,
};
use crate::simd::SimdLevel;
use crate::stats::Tally;
use foldhash::HashSet;
use std::fmt;
use std::hash::Hash;
use std::ops::Range;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A game that a [`Match`] can play.
pub trait TwoPlayerGame:
    Evaluate + Solvable<Solution: 'static, SolveError: Send + Sync> + Hash + Send + Sync + 'static
{
    /// The name of the game in commands, names and files.
    const TOPIC: &'static str;
    /// The settings of a start, in the order of names.
    const START_SETTINGS: &'static [&'static Setting];
    /// The default number of moves after which a game is left unresolved; `None` for a game that always ends, in which
    /// no position comes back.
    const DEFAULT_MAX_PLIES: Option<u64> = None;
    /// The number of games in a chunk, which one thread plays at a time.
    const MAX_CHUNK_SIZE: u64 = 64 * 16;

    /// The settings of the start.
    fn start_settings(&self) -> Vec<Field>;

    /// The most moves of a game.
    fn longest_game_plies(&self) -> u64 {
        u64::MAX
    }

    /// Reads the settings of the start.
    ///
    /// # Errors
    /// The first setting without a value or with one of another type.
    fn from_settings(settings: &[Field]) -> Result<Self, InvalidSetting>;

    /// The exact probabilities that player 1 wins, that player 2 wins, of a draw and, if a game can be left
    /// unresolved after `max_plies` moves, of that; `None` where they are unknown.
    fn exact_outcome_probabilities(&self, players: Pairing, max_plies: u64) -> Option<Vec<f64>>;

    /// The match as an experiment; always `Box::new(game_match)`.
    ///
    /// A default would be compiled in the package of the caller. The program is compiled without optimization, and
    /// simulations would be slow.
    fn boxed_experiment(game_match: Match<Self>) -> Box<dyn Experiment>;
}

/// The two players, player 1 first: `random,perfect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing(pub [PlayerSpec; 2]);

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0[0], self.0[1])
    }
}

impl FromStr for Pairing {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let (one, two) = text
            .split_once(',')
            .ok_or_else(|| ParseValueError::new(text, "pair of players with a comma between"))?;
        Ok(Self([one.trim().parse()?, two.trim().parse()?]))
    }
}

/// The experiment of games between two players from one start.
pub struct Match<G: TwoPlayerGame> {
    initial_state: G,
    players: Pairing,
    max_plies: u64,
    memory: MemoryLimit,
    /// The players, as long as a worker or a game uses them: a perfect player solves the game, which is large.
    cached_players: Mutex<Weak<MatchPlayers<G>>>,
}

/// The strategies of both players. A strategy keeps nothing from move to move, so one serves two players of one kind.
type MatchPlayers<G> = [Arc<dyn Strategy<G> + Send + Sync>; 2];

fn strategies<G: TwoPlayerGame>(players: &MatchPlayers<G>) -> [&dyn Strategy<G>; 2] {
    [&*players[0], &*players[1]]
}

/// The two players of a match.
pub const PLAYERS: Setting = Setting::new::<Pairing>(PLAYERS_KEY).with_default("random,random");
/// The number of moves after which a game is left unresolved.
pub const MAX_PLIES: Setting = Setting::new::<u64>("max_plies")
    .within(1, 1_000_000_000_000_000)
    .with_default("1000")
    .late();

// Where the counts stand in the tally.
const OUTCOME_HISTOGRAM: usize = 0;
const PLIES_HISTOGRAM: usize = 1;
const REPETITION_HISTOGRAM: usize = 2;
static OUTCOME_NAMES: [&str; 4] = ["player1", "player2", "draw", "unresolved"];
const DRAW_INDEX: usize = 2;
const UNRESOLVED_INDEX: usize = 3;

impl<G: TwoPlayerGame> Match<G> {
    /// The settings, in the order of names: those of the start, the players and, where games may go on for ever,
    /// the most moves.
    pub fn declared_settings() -> Vec<&'static Setting> {
        let mut settings = G::START_SETTINGS.to_vec();
        settings.push(&PLAYERS);
        if G::DEFAULT_MAX_PLIES.is_some() {
            settings.push(&MAX_PLIES);
        }
        settings
    }

    /// Games from `initial_state`, each left unresolved after `max_plies` moves; a perfect player takes at most
    /// `memory`.
    ///
    /// # Errors
    /// When a player cannot play.
    pub fn new(
        initial_state: G,
        players: Pairing,
        max_plies: Option<u64>,
        memory: MemoryLimit,
    ) -> Result<Self, PlayerSpecError<G::SolveError>> {
        players
            .0
            .into_iter()
            .try_for_each(|kind| kind.check_strategy(&initial_state, memory))?;
        Ok(Self {
            initial_state,
            players,
            max_plies: max_plies.or(G::DEFAULT_MAX_PLIES).unwrap_or(u64::MAX),
            memory,
            cached_players: Mutex::default(),
        })
    }

    /// Reads the settings.
    ///
    /// # Errors
    /// The first setting without a value or with one of another type, or the players if one of them cannot play.
    pub fn from_settings(settings: &[Field]) -> Result<Self, InvalidSetting> {
        let max_plies = match G::DEFAULT_MAX_PLIES {
            Some(_) => Some(MAX_PLIES.read(settings)?),
            None => None,
        };
        let start = G::from_settings(settings)?;
        let players = PLAYERS.read(settings)?;
        // What was played on a larger machine can be read on any.
        Self::new(start, players, max_plies, MemoryLimit(u64::MAX))
            .map_err(|_| PLAYERS.invalid(settings))
    }

    fn shared_players(&self) -> Arc<MatchPlayers<G>> {
        let mut cached_players = self
            .cached_players
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(players) = cached_players.upgrade() {
            return players;
        }
        let Pairing([first, second]) = self.players;
        let player1 = self.strategy(first);
        let player2 = if second == first {
            Arc::clone(&player1)
        } else {
            self.strategy(second)
        };
        let players = Arc::new([player1, player2]);
        *cached_players = Arc::downgrade(&players);
        players
    }

    fn strategy(&self, player_spec: PlayerSpec) -> Arc<dyn Strategy<G> + Send + Sync> {
        player_spec
            .build_strategy(&self.initial_state, self.memory)
            .expect("the player was checked")
            .into()
    }

    /// The start of every game.
    pub fn initial_state(&self) -> &G {
        &self.initial_state
    }

    /// The players.
    pub fn players(&self) -> Pairing {
        self.players
    }

    /// The course of one game.
    ///
    /// # Panics
    /// When a player makes a move that is not legal.
    pub fn course(&self, seed: Seed, deal: u64) -> Course<G> {
        let streams = self.deal_streams(seed);
        let generator = |purpose| streams.for_purpose(purpose).stream(deal);
        let mut generator1 = generator(Purpose::Player1);
        let mut generator2 = generator(Purpose::Player2);
        let course = play_course(
            self.initial_state.clone(),
            strategies(&self.shared_players()),
            [&mut generator1, &mut generator2],
            self.max_plies,
        );
        course.expect("players make legal moves")
    }

    /// Plays the games of a range and adds their counts to a tally. A repeated position does not end a game, since random
    /// choices can leave the loop; it is counted where a position can come back.
    fn play_games(
        &self,
        players: &MatchPlayers<G>,
        streams: &Streams,
        deals: Range<u64>,
        tally: &mut Tally,
    ) {
        let families =
            [Purpose::Player1, Purpose::Player2].map(|purpose| streams.for_purpose(purpose));
        let strategies = players
            .each_ref()
            .map(|player| player.as_ref() as &dyn Strategy<G>);
        let can_repeat = G::DEFAULT_MAX_PLIES.is_some();
        let mut positions = HashSet::default();
        for deal in deals {
            let [mut generator1, mut generator2] = families.map(|family| family.stream(deal));
            let mut state = self.initial_state.clone();
            let mut plies = 0;
            positions.clear();
            positions.insert(state.clone());
            let mut has_repetition = false;
            let count_move = |_, state: &G| {
                plies += 1;
                if can_repeat && !has_repetition {
                    has_repetition = !positions.insert(state.clone());
                }
            };
            let outcome = play_out(
                &mut state,
                strategies,
                [&mut generator1, &mut generator2],
                self.max_plies,
                count_move,
            )
            .expect("players make legal moves");
            if can_repeat {
                tally.add(deal, REPETITION_HISTOGRAM, has_repetition.into());
            }
            tally.add(deal, OUTCOME_HISTOGRAM, outcome_index(outcome));
            if outcome.is_some() {
                tally.add(deal, PLIES_HISTOGRAM, plies);
                tally.records[0].update(plies as u64, deal);
            }
        }
    }

    fn outcome_names(&self) -> &'static [&'static str] {
        if G::DEFAULT_MAX_PLIES.is_some() {
            &OUTCOME_NAMES
        } else {
            &OUTCOME_NAMES[..UNRESOLVED_INDEX]
        }
    }
}

fn outcome_index(outcome: Option<Outcome>) -> usize {
    match outcome {
        Some(Outcome::Winner(Side::One)) => 0,
        Some(Outcome::Winner(Side::Two)) => 1,
        Some(Outcome::Draw | Outcome::Remaining(_)) => DRAW_INDEX,
        None => UNRESOLVED_INDEX,
    }
}

impl<G: TwoPlayerGame> Experiment for Match<G> {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            topic: G::TOPIC,
            unit: "games",
            columns: Column::OUTCOME_COLUMNS.to_vec(),
            chunk_sizes: ChunkSizes::growing(1, G::MAX_CHUNK_SIZE),
            default_deals: 100_000,
        }
    }

    /// A late setting of the start precedes the players in names, which earlier names fix.
    fn settings(&self) -> Vec<Field> {
        let mut settings = self.initial_state.start_settings();
        settings.push(PLAYERS.with_value(&self.players));
        if G::DEFAULT_MAX_PLIES.is_some() {
            settings.push(MAX_PLIES.with_value(&self.max_plies));
        }
        settings
    }

    fn stream_key(&self) -> String {
        experiment_name(G::TOPIC, &self.initial_state.start_settings())
    }

    /// Games that have ended have their length; where every game ends by itself, none is left unresolved, and no position
    /// can come back.
    fn tally_schema(&self) -> TallySchema {
        let longest = self.max_plies.min(self.initial_state.longest_game_plies());
        let mut histograms = vec![
            HistogramSpec {
                column: "outcome",
                words: self.outcome_names(),
                ..HistogramSpec::new("outcomes", 0..=self.outcome_names().len() as u64 - 1)
            },
            HistogramSpec::partial("plies", 0..=longest),
        ];
        histograms.extend(G::DEFAULT_MAX_PLIES.map(|_| HistogramSpec::new("repetition", 0..=1)));
        TallySchema::new(
            histograms,
            &[("longest", RecordKind::Highest(PLIES_HISTOGRAM))],
        )
    }

    /// Unresolved games may have had any other outcome, but have no length. They count with the largest number of moves in
    /// the mean of the moves that were played.
    fn measures(&self) -> Vec<Measure> {
        let start = self.initial_state.clone();
        let players = self.players;
        let max_plies = self.max_plies;
        let exact = ExactValue::from_distribution(move || {
            start.exact_outcome_probabilities(players, max_plies)
        });
        let unresolved =
            UndecidedRule::Values(OUTCOME_HISTOGRAM, UNRESOLVED_INDEX..=UNRESOLVED_INDEX);
        let mut measures = Vec::new();
        for (index, name) in self.outcome_names().iter().enumerate() {
            let share = Measure::share(OUTCOME_HISTOGRAM, index..=index)
                .with_undecided(unresolved.clone())
                .with_stop_criterion(true)
                .with_row([Column::OUTCOME.field((*name).into())])
                .with_json_name(name)
                .with_exact(exact(index));
            measures.push(share);
        }
        let plies = Measure::mean(PLIES_HISTOGRAM, 0)
            .with_json_name("plies")
            .with_undecided(unresolved.clone());
        if G::DEFAULT_MAX_PLIES.is_some() {
            let repetition = Measure::share(REPETITION_HISTOGRAM, 1..=1);
            let plies_played = Measure::limited_mean(PLIES_HISTOGRAM, unresolved, self.max_plies);
            measures.push(repetition.with_json_name("repetition"));
            measures.push(plies);
            measures.push(plies_played.with_json_name("plies_played"));
        } else {
            measures.push(plies);
        }
        measures
    }

    fn batch_function(&self, _: SimdLevel) -> BatchFn<'_> {
        let players = self.shared_players();
        Box::new(move |streams, deals, tally| {
            self.play_games(&players, streams, deals, tally);
        })
    }

    fn show_settings(&self) -> Option<Vec<Field>> {
        Some(self.settings())
    }
}
