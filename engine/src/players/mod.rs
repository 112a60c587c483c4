//! Players: each picks a move from a state and a generator that is lent to it.
//!
//! A player holds no chance of its own and keeps nothing from one move to the next, so that one player can serve many
//! games and threads, and a game can be replayed from the generators alone. Ties between equally good moves are broken
//! uniformly, by every player. No screen, no file, no driver here; nobody is asked anything.
//!
//! # The draws, exactly
//! A choice among n moves takes place [`below`]`(n)` of their list, from 0, from whole words of
//! 64 bits; where there is but one, nothing is drawn. The list is that of
//! [`legal_moves`](crate::games::Game::legal_moves): at Nim the takes, at Alak the cells, ascending; at solitaire the
//! jumps by the cell that the peg leaves, then by the one where it lands. The random player chooses among all of them,
//! the others among the best, in the same order. Each player has one generator for the whole game, by its purpose.

mod duel;
mod mcts;
mod minimax;

pub use duel::{Duel, play_out};
pub use mcts::Mcts;
pub use minimax::Minimax;

use crate::cards::shuffle::below;
use crate::games::{BestMoves, Evaluate, Game, Memory, Outcome, Player, Solvable};
use crate::words::Unknown;
use rand::Rng;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// Somebody who picks moves.
pub trait Strategy<G: Game> {
    /// A legal move, or `None` when the game is over.
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move>;
}

/// Draws every legal move equally often.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<G: Game> Strategy<G> for Random {
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        one_of(&state.legal_moves(), generator)
    }
}

/// Draws among the moves that keep the value of the state, for all games from the start of which this is the solution.
#[derive(Clone, Debug)]
pub struct Perfect<S>(pub S);

impl<G: Game, S: BestMoves<G>> Strategy<G> for Perfect<S> {
    fn choose(&self, state: &G, generator: &mut dyn Rng) -> Option<G::Move> {
        one_of(&self.0.best_moves(state), generator)
    }
}

/// A player by name: `random`, `greedy`, `perfect`, `minimax:d`, `mcts:n` or `human`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A person, who has to be there.
    Human,
    /// Every legal move equally often: [`Random`].
    Random,
    /// The best state after one move, by the game's evaluation: [`Minimax`], one move ahead.
    Greedy,
    /// Never loses value: [`Perfect`].
    Perfect,
    /// Looks so many moves ahead: [`Minimax`].
    Minimax(NonZeroU32),
    /// Plays so many games to the end before each move: [`Mcts`].
    Mcts(NonZeroU32),
}

/// A player that can be shared by threads.
pub type Seat<G> = Box<dyn Strategy<G> + Send + Sync>;

impl Kind {
    /// A player of this kind for all games from `start`, who takes so much memory at most to solve the game.
    ///
    /// # Errors
    /// [`SeatError::NobodyThere`] for a human, [`SeatError::Unsolved`] when the game is too large for a perfect player.
    pub fn seat<G: Evaluate + Solvable>(self, start: &G, memory: Memory) -> Result<Seat<G>, SeatError<G::TooHard>>
    where
        G::Solution: 'static,
    {
        Ok(match self {
            Self::Human => return Err(SeatError::NobodyThere),
            Self::Perfect => Box::new(Perfect(start.solve_within(memory).map_err(SeatError::Unsolved)?)),
            Self::Random => Box::new(Random),
            Self::Greedy => Box::new(Minimax::new(NonZeroU32::MIN)),
            Self::Minimax(depth) => Box::new(Minimax::new(depth)),
            Self::Mcts(playouts) => Box::new(Mcts::new(playouts)),
        })
    }

    /// Whether [`Kind::seat`] will give a player, told without solving the game where that can be.
    pub fn check_seat<G: Solvable>(self, start: &G, memory: Memory) -> Result<(), SeatError<G::TooHard>> {
        match self {
            Self::Human => Err(SeatError::NobodyThere),
            Self::Perfect => start.check_solvable(memory).map_err(SeatError::Unsolved),
            Self::Random | Self::Greedy | Self::Minimax(_) | Self::Mcts(_) => Ok(()),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Perfect => f.write_str("perfect"),
            Self::Minimax(depth) => write!(f, "minimax:{depth}"),
            Self::Mcts(playouts) => write!(f, "mcts:{playouts}"),
        }
    }
}

impl FromStr for Kind {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let number = |digits: &str, most: NonZeroU32| digits.parse().ok().filter(|number| *number <= most);
        let kind = match text.split_once(':') {
            None => [Self::Human, Self::Random, Self::Greedy, Self::Perfect]
                .into_iter()
                .find(|kind| kind.to_string() == text),
            Some(("minimax", depth)) => number(depth, Minimax::MAX_DEPTH).map(Self::Minimax),
            Some(("mcts", playouts)) => number(playouts, Mcts::MAX_PLAYOUTS).map(Self::Mcts),
            Some(_) => None,
        };
        kind.ok_or_else(|| {
            let expected = "player: random, greedy, perfect, minimax:d with d from 1 to 100, mcts:n with n from 1 to 1000000, human";
            Unknown::new(text, expected)
        })
    }
}

/// Why a player cannot take a seat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatError<E: std::error::Error> {
    /// A human player where nobody is asked.
    #[error("a human player needs somebody there to play: choose another one")]
    NobodyThere,
    /// The game is too large to be solved.
    #[error("no perfect player: {0}")]
    Unsolved(E),
}

/// The state after a legal move, or `None` for a move that is refused.
fn after<G: Game>(state: &G, mv: G::Move) -> Option<G> {
    let mut after = state.clone();
    after.play(mv).is_ok().then_some(after)
}

fn for_mover<G: Game>(state: &G, utility: i64) -> i64 {
    if state.to_play() == Player::One { utility } else { -utility }
}

/// The utility of a state to player 1: exact at the end, the game's evaluation before.
fn utility<G: Evaluate>(state: &G) -> i64 {
    state.outcome().map_or_else(|| state.evaluate(), Outcome::utility)
}

/// A uniform choice among the moves of the greatest value.
fn best<M: Copy>(moves: &[(M, i64)], generator: &mut dyn Rng) -> Option<M> {
    let greatest = moves.iter().map(|&(_, value)| value).max()?;
    let best: Vec<M> = moves.iter().filter(|(_, value)| *value == greatest).map(|&(mv, _)| mv).collect();
    one_of(&best, generator)
}

fn one_of<M: Copy>(moves: &[M], generator: &mut dyn Rng) -> Option<M> {
    (!moves.is_empty()).then(|| moves[pick(generator, moves.len())])
}

/// A place among so many, all equally likely; where there is but one, nothing is drawn.
pub fn pick(generator: &mut dyn Rng, places: usize) -> usize {
    if places <= 1 { 0 } else { below(places as u64, generator) as usize }
}
