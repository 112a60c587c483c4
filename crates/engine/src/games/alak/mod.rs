//! Alak, Go on one line (Alan Baljeu, 2001): the rules, the exact solver and the exact distribution of random games.
//!
//! ```
//! use pioche_engine::games::Game;
//! use pioche_engine::games::alak::{AlakRefusal, AlakRules, AlakState, Cell, Edge, OwnGroupRule};
//!
//! let mut game = AlakState::new(AlakRules {
//!     cells: 3,
//!     edge: Edge::Line,
//!     own_group: OwnGroupRule::Spared,
//! });
//! game.play(Cell(2))?;
//! assert_eq!(game.play(Cell(2)), Err(AlakRefusal::Occupied(Cell(2))));
//! game.play(Cell(1))?;
//! game.play(Cell(3))?; // the stone on cell 1 has no empty neighbour, but does not touch this one
//! assert_eq!((game.board_text().as_str(), game.margin()), ("oxx", 1));
//! # Ok::<(), AlakRefusal>(())
//! ```
//!
//! # The rules
//!
//! Two players face a row of n cells, all empty at first. Player 1 has the stones `x`, player 2 the stones `o`.
//! Player 1 begins, and they put one stone each in turn; passing is not allowed.
//!
//! 1. A stone is put on an empty cell that is not *forbidden* to the player. If the player to move has no such cell,
//!    the game is over.
//! 2. A *group* is a run of neighbouring stones of one colour, one stone at least. When a stone is put, every group of
//!    the opponent that **touches this stone** and has no empty neighbouring cell is captured: taken off the board.
//!    The cells so emptied are forbidden to the opponent at his next turn.
//! 3. The group of the stone just put may be left without an empty neighbour; it is not captured
//!    ([`OwnGroupRule::Spared`]).
//!
//! When the game is over, the player with more stones on the board wins; equal numbers are a draw. The **margin** is
//! the stones of player 1 less those of player 2.
//!
//! # Variants
//!
//! * [`Edge::Ring`], the handout's toric board: the first cell and the last one are neighbours.
//! * [`OwnGroupRule::Captured`], the handout's other rule of capture: rule 3 is dropped, so a stone put into a group without
//!   an empty neighbour is lost with its group.
//!
//! # Points that the handout leaves open
//!
//! * Only groups that touch the stone just put are examined. A group left without an empty neighbour by rule 3 stays on
//!   the board while stones are put elsewhere; it can fall later, once it has gained an empty neighbour and lost it
//!   again. The handout's sample game cannot be replayed otherwise.
//! * Two groups can fall at once, one on each side of the stone.
//! * Off the end of a line there is no cell, hence no empty neighbour.
//! * Forbidden cells count as empty when a group looks for an empty neighbour. They last one turn: the forbidden cells
//!   are always those where the last stone put has captured, and none when it has captured nothing.
//! * The game is over when the player *to move* has no cell, even if there are empty cells that are forbidden, and even if
//!   the opponent could still put a stone. Captured stones do not count in the result.
//! * On a ring a group may run over the seam; it is one group and is captured once. Rings of one or two cells are
//!   played as lines: a cell is no neighbour of itself, and a neighbour on both sides counts once.
//! * Under [`OwnGroupRule::Captured`] the opponent's groups are captured first, then the own group is looked at; so a stone
//!   that captures always stands. Only stones taken by the *opponent* forbid cells: losing one's own group forbids
//!   no cell.
//! * A position is the board, the player to move and the forbidden cells. Positions can return, so a game can be endless.
//!   Between people and for perfect play, a position that occurs a second time makes the game **endless**; this is an
//!   outcome of its own, not a draw. A random player can leave the loop: simulated matches and the exact distribution of
//!   random play go on, and the matches count the games in which a position occurred twice.
//!
//! # Modules
//!
//! | content | module |
//! |---|---|
//! | one position and one turn | [`state`] |
//! | text form of positions | [`state`] |
//! | all positions that can be reached | [`graph`] |
//! | memory that a search needs | [`graph::search_estimate`] |
//! | winner, margin and best moves | [`solve`] |
//! | exact distribution of games between random players | [`random_play`] |

pub mod graph;
pub mod random_play;
pub mod solve;
pub mod state;

pub use state::{AlakRefusal, AlakState, Cell};

/// The neighbour of the last cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edge {
    /// The last cell has one neighbour: the handout's board.
    #[default]
    Line,
    /// The last cell and the first one are neighbours: the handout's toric board.
    Ring,
}

/// The rule for a group of the player to move that its own stone leaves without an empty neighbour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OwnGroupRule {
    /// The group stays: the handout's rule 3.
    #[default]
    Spared,
    /// The group is captured: rule 3 dropped.
    Captured,
}

/// The rules of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlakRules {
    /// The number of cells of the board, from 1 to [`AlakRules::MAX_CELLS`].
    pub cells: u32,
    /// The neighbour of the last cell.
    pub edge: Edge,
    /// The rule for one's own group without an empty neighbour.
    pub own_group: OwnGroupRule,
}

impl AlakRules {
    /// The number of cells of the largest board.
    pub const MAX_CELLS: u32 = 64;
}

string_enum!(Edge, "edge", [Line "line", Ring "ring"]);
string_enum!(OwnGroupRule, "rule for own groups", [Spared "spared", Captured "captured"]);
