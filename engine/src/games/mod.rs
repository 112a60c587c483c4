//! The games. A game knows its rules and nothing of simulation, files or screens; it draws no chance of its own.

pub mod alak;
pub mod alliances;
pub mod bataille;
pub mod exhaustive;
mod index;
pub mod nim;
pub mod solitaire;

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

/// One of two players; a game for one person is played by [`Player::One`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player who begins.
    One,
    /// The other one.
    Two,
}

impl Player {
    /// The player who moves next.
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// 1 or 2, as players are called.
    pub const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// A duel with a winner.
    Winner(Player),
    /// A duel without one.
    Draw,
    /// A game for one person: what is left on the table (piles, pegs); fewer is better.
    Left(u32),
}

impl Outcome {
    /// What an outcome is worth to [`Player::One`]: a million for a win, 0 for a draw, a million less for a loss;
    /// a thousand less for each thing left in a game for one.
    pub const fn utility(self) -> i64 {
        match self {
            Self::Winner(Player::One) => 1_000_000,
            Self::Winner(Player::Two) => -1_000_000,
            Self::Draw => 0,
            Self::Left(left) => -1000 * left as i64,
        }
    }
}

/// A game played move by move.
///
/// Everything that varies between the games of a session (the deal, the board) is inside the state from the start.
pub trait Game: Clone + Eq + Debug + Display {
    /// A move. `Display` and `FromStr` are inverse, and `Ord` is the order in which moves are listed.
    type Move: Copy + Eq + Ord + Debug + Display + FromStr;
    /// Why a move was refused.
    type Refusal: std::error::Error + PartialEq;

    /// Who moves next; [`Player::One`] in a game for one.
    fn to_play(&self) -> Player {
        Player::One
    }

    /// The moves that [`Game::play`] accepts, sorted, without doubles; empty exactly when the game is over.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// Makes a move.
    ///
    /// # Errors
    /// The reason, when the rules refuse the move; the state is then as it was.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::Refusal>;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
}

/// A game that tells players who look a few moves ahead how promising a state is.
pub trait Evaluate: Game {
    /// An estimate of what a state that goes on is worth to [`Player::One`], in the unit of [`Outcome::utility`] and
    /// strictly between its extremes; 0 by default.
    fn evaluate(&self) -> i64 {
        0
    }
}

/// A game that can be solved, if it is small enough.
pub trait Solvable: Game {
    /// What solving gives; it can be shared by all the games from the same start.
    type Solution: BestMoves<Self> + Send + Sync;
    /// Why it was not solved.
    type TooHard: std::error::Error;

    /// Solves everything that can be met from this state, in so much memory at most.
    ///
    /// # Errors
    /// When it would take more time or memory; nothing was begun then.
    fn solve_within(&self, memory: Memory) -> Result<Self::Solution, Self::TooHard>;

    /// Whether [`Solvable::solve_within`] will succeed, told without solving where that can be.
    fn check_solvable(&self, memory: Memory) -> Result<(), Self::TooHard> {
        self.solve_within(memory).map(drop)
    }
}

/// What is known of a solved game.
pub trait BestMoves<G: Game> {
    /// The moves that keep the value of a state, sorted, for a state that can be met from the one solved: all moves
    /// when none is better, no move when the game is over.
    fn best_moves(&self, state: &G) -> Vec<G::Move>;
}

/// How much memory a search may take, or is expected to take, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Memory(pub u64);

/// 6 GiB: what a search may take where nobody knows the machine.
impl Default for Memory {
    fn default() -> Self {
        Self(6 << 30)
    }
}

/// In GiB, MiB or KiB, with one decimal.
impl Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = ["GiB", "MiB", "KiB"];
        let unit = (0..2).find(|&unit| self.0 >= 1 << (30 - 10 * unit)).unwrap_or(2);
        let tenths = (u128::from(self.0) * 10) >> (30 - 10 * unit);
        write!(f, "{}.{} {}", tenths / 10, tenths % 10, units[unit])
    }
}
