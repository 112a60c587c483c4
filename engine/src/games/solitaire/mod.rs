//! Peg solitaire on the handout's triangle, on other triangles, on the English cross and on the European board: the
//! rules, solutions and exact counts.
//!
//! ```
//! use pioche_engine::games::solitaire::{Board, Jump, SolitaireRefusal, SolitaireState, first_solution};
//! use pioche_engine::games::{Game, MemoryLimit};
//!
//! let board = Board::triangle(5)?;
//! let mut game = SolitaireState::new(board, board.default_hole())?;
//! assert_eq!(game.play(Jump { from: 0, to: 3 }), Err(SolitaireRefusal::Occupied(3)));
//! let solution = first_solution(&game, MemoryLimit::default())?.unwrap();
//! assert_eq!(solution.len(), 13); // 14 pegs, and a jump removes one
//! for jump in solution {
//!     game.play(jump)?;
//! }
//! assert!(game.is_won());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rules, in the handout's order
//!
//! - Every cell of the board holds a peg or nothing. At the start every cell but one holds a peg (12 on the
//!   handout's triangle).
//! - A jump: a peg jumps over a neighbouring peg and lands in the empty cell just behind it, in a straight line. The
//!   peg that was jumped over is removed.
//! - The game is over when no jump is possible; it is won when a single peg is left.
//!
//! # Points settled
//!
//! - Cells are numbered from 0, row by row from the top. The six columns of the handout's neighbour table are down to
//!   the left, down to the right, right, up to the right, up to the left, left. The boards with four directions,
//!   which are not in the handout, use the same sense of rotation: down, right, up, left.
//! - Two orders of jumps exist. [`SolitaireState::possible_jumps`] gives the handout's (`recupere_coups`: the cell that jumps, then the
//!   direction), and the first solution depends on it. On the crosses, which are not in the handout, the first jumps
//!   are those that remove most weight: a peg weighs the squared distance to the centre, and 8 more in a corner of the
//!   board; jumps with equal weights are in the handout's order. [`Game::legal_moves`](crate::games::Game::legal_moves)
//!   lists by (from, to), since a [`Jump`] does not know its board.
//! - The handout's program treats a board without pegs as won, and cell -1 as cell 14; it does not end a game without
//!   possible jumps. Here a position without pegs is refused, cells are not negative, and the game is over
//!   ([`Game::outcome`](crate::games::Game::outcome)) as soon as no jump is possible.
//! - A *solution* is a sequence of jumps that ends with one peg, wherever it stands. A *complete game* is a sequence
//!   of jumps until none is left. A *reachable* position can occur in a game, the first included; a *winning*
//!   position is a reachable one from which a single peg can be reached, the last included.
//! - A *move*, where the fewest are counted, is a run of consecutive jumps by one peg.
//! - A *random player* draws uniformly among the possible jumps.

mod board;
mod drawing;
mod level_sums;
mod reachable_positions;
mod solutions;
mod state;
mod symmetry;

pub use board::Board;
pub use drawing::DrawingError;
pub use reachable_positions::{GameCounts, ReachablePositions, SolitaireSolveError};
pub use solutions::{VisitedCells, first_solution};
pub use state::{Jump, SolitaireRefusal, SolitaireState, SolitaireStateError};
