//! The games: rules, reference implementations, fast engines and solvers, one module per game.
//!
//! No game makes a generator, reads a file or prints.

pub mod alak;
pub mod alliances;
pub mod bataille;
pub mod course;
pub mod nim;
pub mod solitaire;

pub use course::{Course, ForcedRefusal, Step};

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

/// A player: the first or the second; a game for one person is played by [`Player::One`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player with the first move.
    One,
    /// The player with the second move.
    Two,
}

impl Player {
    /// The opponent.
    pub const fn opponent(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// The number of the player, 1 or 2.
    pub const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The winner of a game of two players.
    Winner(Player),
    /// A game of two players without a winner.
    Draw,
    /// The number of piles or pegs left in a game for one person; fewer is better.
    Remaining(u32),
}

impl Outcome {
    /// The utility to [`Player::One`]: 1,000,000 for a win, 0 for a draw, -1,000,000 for a loss; -1000 for each pile or
    /// peg left in a game for one person.
    pub const fn utility_for_player_one(self) -> i64 {
        match self {
            Self::Winner(Player::One) => 1_000_000,
            Self::Winner(Player::Two) => -1_000_000,
            Self::Draw => 0,
            Self::Remaining(count) => -1000 * count as i64,
        }
    }
}

/// The state of a game that is played move by move.
///
/// The state holds everything that varies between games: the deal, the board, the rules chosen.
pub trait Game: Clone + Eq + Debug + Display {
    /// A move. `Display` and `FromStr` are inverse, and `Ord` is the order in which moves are listed.
    type Move: Copy + Eq + Ord + Debug + Display + FromStr;
    /// The reason why a move is refused.
    type Refusal: std::error::Error + PartialEq;

    /// The player to move; [`Player::One`] in a game for one person.
    fn to_play(&self) -> Player {
        Player::One
    }

    /// The moves that [`Game::play`] accepts, sorted, each once; empty exactly when the game is over.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// Makes a move.
    ///
    /// # Errors
    /// The reason why the rules refuse the move; the state is then unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::Refusal>;

    /// The result, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;
}

/// A game with an evaluation of unfinished states, for players that search to a limited depth.
pub trait Evaluate: Game {
    /// An estimate of what a state that goes on is worth to [`Player::One`], in the unit of [`Outcome::utility_for_player_one`] and
    /// strictly between its extremes; 0 by default.
    fn estimate_utility_for_player_one(&self) -> i64 {
        0
    }

    /// True if the computer of the game's handout plays games from this state.
    fn has_handout_player(&self) -> bool {
        false
    }

    /// The move of the computer of the game's handout; `None` when the game is over, or without such a computer.
    fn handout_move(&self) -> Option<Self::Move> {
        None
    }
}

/// A game that can be solved, if it is small enough.
pub trait Solvable: Game {
    /// The solution, which can be shared by all games from the same start.
    type Solution: BestMoves<Self> + Send + Sync;
    /// The reason why a game is not solved.
    type SolveError: std::error::Error;

    /// Solves all states that can be reached from this one, within `memory`.
    ///
    /// # Errors
    /// When more time or memory would be needed.
    fn solve_within(&self, memory: MemoryLimit) -> Result<Self::Solution, Self::SolveError>;

    /// An error if [`Solvable::solve_within`] will; where possible, without solving.
    ///
    /// # Errors
    /// Those of [`Solvable::solve_within`].
    fn check_solvable(&self, memory: MemoryLimit) -> Result<(), Self::SolveError> {
        self.solve_within(memory).map(drop)
    }
}

/// A solved game, which knows the best moves.
pub trait BestMoves<G: Game> {
    /// The moves that keep the value of a state, sorted; none when the game is over.
    ///
    /// The state can be reached from the one that was solved.
    fn best_moves(&self, state: &G) -> Vec<G::Move>;
}

/// An amount of memory in bytes: the limit of a search, or its estimated use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub struct MemoryLimit(pub u64);

impl MemoryLimit {
    /// True if the system grants this amount in one piece. It is freed at once, so that a search can be refused in time
    /// instead of ending with an abort.
    pub fn is_available(self) -> bool {
        usize::try_from(self.0).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
    }
}

/// Returns 6 GiB, the default limit of a search.
impl Default for MemoryLimit {
    fn default() -> Self {
        Self(6 << 30)
    }
}

/// Writes the amount in GiB, MiB or KiB, with one decimal, rounded down. A whole number of MB or GB, as people give it, is
/// written in these units.
impl Display for MemoryLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (bytes, unit) in [(1_000_000_000, "GB"), (1_000_000, "MB")] {
            if self.0 >= bytes && self.0.is_multiple_of(bytes) {
                return write!(f, "{} {unit}", self.0 / bytes);
            }
        }
        let units = ["GiB", "MiB", "KiB"];
        let unit = (0..2)
            .find(|&unit| self.0 >= 1 << (30 - 10 * unit))
            .unwrap_or(2);
        let tenths = (u128::from(self.0) * 10) >> (30 - 10 * unit);
        write!(f, "{}.{} {}", tenths / 10, tenths % 10, units[unit])
    }
}
