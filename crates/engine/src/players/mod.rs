//! Players: strategies that choose a move, given a state and a generator.
//!
//! A player has no generator and no memory between moves, so one player can be used for many games and threads, and a
//! game can be replayed from the generators alone. All players break ties between equally good moves uniformly.
//!
//! # The draws, exactly
//! A choice among n moves is element [`random_below`]`(n)`, from 0, of their list, from whole words of 64 bits; if there is
//! only one move, no word is taken. The list is that of [`legal_moves`](crate::games::Game::legal_moves): at Nim the
//! takes, at Alak the cells, ascending; at solitaire the jumps by the cell that the peg leaves, then by the one where
//! it lands. The random player chooses among all of them, the others among the best, in the same order. Each player has
//! one generator for the whole game, by its purpose.
//!
//! ```
//! use pioche_engine::games::nim::{NimState, TakeSet};
//! use pioche_engine::games::{MemoryLimit, Solvable};
//! use pioche_engine::players::{Perfect, Strategy};
//! use pioche_engine::rng::{Purpose, Seed, stream};
//!
//! let game = NimState::new(TakeSet::default(), 8)?;
//! let player = Perfect(game.solve_within(MemoryLimit::default())?);
//! let mut generator = stream(Seed(1), Purpose::Player1, 0);
//! assert_eq!(player.choose(&game, &mut generator), Some(3)); // leaves 5, a multiple of 5
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::cards::shuffle::random_below;
use crate::games::{BestMoves, Course, Evaluate, Game, MemoryLimit, Outcome, Player, Solvable};
use crate::parse::ParseValueError;
use rand::Rng;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// A strategy: a rule for choosing moves.
pub trait Strategy<G: Game> {
    /// Chooses a legal move; `None` when the game is over.
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move>;
}

/// Chooses every legal move equally often.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<G: Game> Strategy<G> for Random {
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        choose_uniformly(&state.legal_moves(), generator)
    }
}

/// Chooses uniformly among the moves that keep the value, by the solution of the start of the game.
#[derive(Clone, Debug)]
pub struct Perfect<S>(pub S);

impl<G: Game, S: BestMoves<G>> Strategy<G> for Perfect<S> {
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        choose_uniformly(&self.0.best_moves(state), generator)
    }
}

/// Chooses as the computer of the game's handout: [`Evaluate::handout_move`].
#[derive(Clone, Copy, Debug)]
pub struct HandoutPlayer;

impl<G: Evaluate> Strategy<G> for HandoutPlayer {
    fn choose(&self, state: &G, _: &mut dyn Rng) -> Option<G::Move> {
        state.handout_move()
    }
}

/// Chooses the move with the best minimax value at a given depth; with depth 1 it takes the best state after one move.
///
/// Inside the search all values are utilities to player 1, which one player maximises and the other minimises.
#[derive(Clone, Copy, Debug)]
pub struct Minimax {
    depth: NonZeroU32,
}

impl Minimax {
    /// The largest depth. With several moves at each state, a search of this depth is out of reach; without a choice,
    /// it limits the recursion.
    pub const MAX_DEPTH: NonZeroU32 = NonZeroU32::new(100).expect("non-zero");

    /// A player that searches to depth `depth`, at most [`Minimax::MAX_DEPTH`].
    pub fn new(depth: NonZeroU32) -> Self {
        Self {
            depth: depth.min(Self::MAX_DEPTH),
        }
    }

    /// The legal moves with their minimax values to the player to move.
    ///
    /// The values are exact, not bounds, so that ties are known.
    pub fn values_to_mover<G: Evaluate>(&self, state: &G) -> Vec<(G::Move, i64)> {
        let sign = match state.to_play() {
            Player::One => 1,
            Player::Two => -1,
        };
        let value = |mv| {
            let successor = state_after(state, mv)?;
            let utility = search(&successor, self.depth.get() - 1, i64::MIN, i64::MAX);
            Some((mv, sign * utility))
        };
        state.legal_moves().into_iter().filter_map(value).collect()
    }
}

/// The minimax utility of a state to player 1 at depth `depth`: exact between `low` and `high`, otherwise a bound.
fn search<G: Evaluate>(state: &G, depth: u32, mut low: i64, mut high: i64) -> i64 {
    if depth == 0 || state.outcome().is_some() {
        return state.outcome().map_or_else(
            || state.estimate_utility_for_player_one(),
            Outcome::utility_for_player_one,
        );
    }
    let is_maximizing = state.to_play() == Player::One;
    let mut best_value = if is_maximizing { i64::MIN } else { i64::MAX };
    for mv in state.legal_moves() {
        let Some(successor) = state_after(state, mv) else {
            continue;
        };
        let value = search(&successor, depth - 1, low, high);
        if is_maximizing {
            best_value = best_value.max(value);
            low = low.max(best_value);
        } else {
            best_value = best_value.min(value);
            high = high.min(best_value);
        }
        if low >= high {
            break;
        }
    }
    best_value
}

impl<G: Evaluate> Strategy<G> for Minimax {
    #[doc(alias = "min_max")]
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        choose_best(&self.values_to_mover::<G>(state), generator)
    }
}

/// The specification of a player: `random`, `perfect`, `minimax:d`, `handout` or `human`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// A human player, for interactive commands only.
    Human,
    /// Chooses every legal move equally often: [`Random`].
    Random,
    /// Keeps the value of the game: [`Perfect`].
    Perfect,
    /// Searches to this depth: [`Minimax`].
    Minimax(NonZeroU32),
    /// Chooses as the computer of the game's handout: [`HandoutPlayer`].
    Handout,
}

/// A strategy that can be shared by threads.
pub type BoxedStrategy<G> = Box<dyn Strategy<G> + Send + Sync>;

impl PlayerSpec {
    /// The strategy for all games from `start`; a perfect player solves the game within `memory`.
    ///
    /// # Errors
    /// [`PlayerSpecError::HumanNotAllowed`] for a human player, [`PlayerSpecError::NoHandoutPlayer`] for the handout's of a game without it, and
    /// [`PlayerSpecError::Unsolved`] when the game cannot be solved.
    pub fn build_strategy<G: Evaluate + Solvable>(
        self,
        start: &G,
        memory: MemoryLimit,
    ) -> Result<BoxedStrategy<G>, PlayerSpecError<G::SolveError>>
    where
        G::Solution: 'static,
    {
        Ok(match self {
            Self::Human => return Err(PlayerSpecError::HumanNotAllowed),
            Self::Handout if start.has_handout_player() => Box::new(HandoutPlayer),
            Self::Handout => return Err(PlayerSpecError::NoHandoutPlayer),
            Self::Perfect => Box::new(Perfect(
                start
                    .solve_within(memory)
                    .map_err(PlayerSpecError::Unsolved)?,
            )),
            Self::Random => Box::new(Random),
            Self::Minimax(depth) => Box::new(Minimax::new(depth)),
        })
    }

    /// An error if [`PlayerSpec::build_strategy`] will; where possible, without solving the game.
    ///
    /// # Errors
    /// Those of [`PlayerSpec::build_strategy`].
    pub fn check_strategy<G: Evaluate + Solvable>(
        self,
        start: &G,
        memory: MemoryLimit,
    ) -> Result<(), PlayerSpecError<G::SolveError>>
    where
        G::Solution: 'static,
    {
        match self {
            Self::Perfect => start
                .check_solvable(memory)
                .map_err(PlayerSpecError::Unsolved),
            _ => self.build_strategy(start, memory).map(drop),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Random => f.write_str("random"),
            Self::Perfect => f.write_str("perfect"),
            Self::Minimax(depth) => write!(f, "minimax:{depth}"),
            Self::Handout => f.write_str("handout"),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let player_spec = match text.split_once(':') {
            None => [Self::Human, Self::Random, Self::Perfect, Self::Handout]
                .into_iter()
                .find(|player_spec| player_spec.to_string() == text),
            Some(("minimax", depth)) => depth
                .parse()
                .ok()
                .filter(|depth| *depth <= Minimax::MAX_DEPTH)
                .map(Self::Minimax),
            Some(_) => None,
        };
        let expected = "player: random, perfect, minimax:d with d from 1 to 100, handout, human";
        player_spec.ok_or_else(|| ParseValueError::new(text, expected))
    }
}

/// The reason why a specification gives no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerSpecError<E: std::error::Error> {
    /// A human player in a non-interactive command.
    #[error("a human player is not possible here: choose another player")]
    HumanNotAllowed,
    /// The game's handout has no computer player, or its rules are others.
    #[error("the player handout plays only Nim with the takes 2 and 3")]
    NoHandoutPlayer,
    /// The game cannot be solved.
    #[error("no perfect player: {0}")]
    Unsolved(E),
}

/// The state after a move; `None` if the move is refused.
fn state_after<G: Game>(state: &G, mv: G::Move) -> Option<G> {
    let mut successor = state.clone();
    successor.play(mv).is_ok().then_some(successor)
}

fn choose_best<M: Copy>(moves: &[(M, i64)], generator: &mut dyn Rng) -> Option<M> {
    let greatest = moves.iter().map(|&(_, value)| value).max()?;
    let best_moves: Vec<M> = moves
        .iter()
        .filter(|(_, value)| *value == greatest)
        .map(|&(mv, _)| mv)
        .collect();
    choose_uniformly(&best_moves, generator)
}

/// Chooses uniformly among moves; `None` if there is none.
fn choose_uniformly<M: Copy>(moves: &[M], generator: &mut dyn Rng) -> Option<M> {
    (!moves.is_empty()).then(|| moves[random_index(generator, moves.len())])
}

/// Draws an index below `len`, all equally likely; takes no word if there is only one.
pub fn random_index(generator: &mut dyn Rng, len: usize) -> usize {
    if len <= 1 {
        0
    } else {
        random_below(len as u64, generator) as usize
    }
}

/// The course of a game from `start` to its end, or of at most `max_plies` moves.
///
/// Each player draws from its own generator, so that the choices of one do not change those of the other. In a game
/// for one person only the first player and generator are used.
///
/// # Errors
/// The refusal, when a player chooses a move that is not legal.
pub fn play_course<G: Game>(
    start: G,
    players: [&dyn Strategy<G>; 2],
    generators: [&mut dyn Rng; 2],
    max_plies: u64,
) -> Result<Course<G>, G::Refusal> {
    let mut course = Course::new(start);
    for _ in 0..max_plies {
        let side = usize::from(course.last().to_play() == Player::Two);
        let Some(mv) = players[side].choose(course.last(), &mut *generators[side]) else {
            break;
        };
        course.push(mv)?;
    }
    Ok(course)
}

/// Plays `state` to its end, or for at most `max_plies` moves, and calls `on_ply` with each move and the state after it.
///
/// Returns the outcome, or `None` if the game has not ended by then.
///
/// # Errors
/// The refusal, when a player chooses a move that is not legal.
#[inline]
pub fn play_out<G: Game>(
    state: &mut G,
    players: [&dyn Strategy<G>; 2],
    generators: [&mut dyn Rng; 2],
    max_plies: u64,
    mut on_ply: impl FnMut(G::Move, &G),
) -> Result<Option<Outcome>, G::Refusal> {
    for _ in 0..max_plies {
        let side = usize::from(state.to_play() == Player::Two);
        let Some(mv) = players[side].choose(state, &mut *generators[side]) else {
            break;
        };
        state.play(mv)?;
        on_ply(mv, state);
    }
    Ok(state.outcome())
}
