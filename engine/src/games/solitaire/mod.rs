//! Peg solitaire on the handout's triangle, on other triangles, on the English cross and on the European board.
//!
//! Rules and exact answers only: nothing here prints, reads files, or makes a generator.
//!
//! # The rules, in the handout's order
//!
//! - Every cell of the board holds a peg or nothing. At the start every cell but one holds a peg (12 on the
//!   handout's triangle).
//! - A jump: a peg jumps over a neighbouring peg and lands in the empty cell just behind it, in a straight line. The
//!   peg that was jumped over leaves the board.
//! - Won when a single peg is left; the game is over when no jump is possible.
//!
//! # Points settled
//!
//! - Cells are numbered from 0, row by row from the top. The six columns of the handout's neighbour table are down to
//!   the left, down to the right, right, up to the right, up to the left, left. The boards with four directions,
//!   which are ours, keep the sense of rotation: down, right, up, left.
//! - Two orders of jumps exist. [`State::jumps`] gives the handout's (`recupere_coups`: the cell that jumps, then the
//!   direction), and the first solution depends on it. On the crosses, where the order is ours, it puts the jumps first
//!   that take most weight off the board, a peg weighing the squared distance to the centre and 8 more in a corner of
//!   the board; the handout's order decides between equals. [`Game::legal_moves`](crate::games::Game::legal_moves) lists
//!   by (from, to), since a [`Jump`] does not know its board.
//! - The handout's program takes a board without pegs for a won one, and cell -1 for cell 14; it never tells a blocked
//!   player that the game is over, and asks again without bound. Here a position without pegs is refused, cells are
//!   not negative, [`Game::outcome`](crate::games::Game::outcome) is known as soon as no jump is left, and nobody is
//!   asked anything.
//! - A *solution* is a sequence of jumps that ends with one peg, wherever it stands. A *complete game* is a sequence
//!   of jumps until none is left. A *reachable* position can be met in a game, the first included; a *winning*
//!   position is a reachable one from which a single peg can be reached, the last included.
//! - A *move*, where the fewest are counted, is a run of consecutive jumps by one peg.
//! - A *random player* draws uniformly among the jumps at hand.

mod board;
mod class;
mod count;
mod fewest;
mod first;
mod reach;
mod state;
mod symmetry;
mod tallies;

pub use board::Board;
pub use count::Count;
pub use fewest::Move;
pub use first::first;
pub use reach::{Explored, SolveError};
pub use state::{Jump, Refusal, State, StateError};
