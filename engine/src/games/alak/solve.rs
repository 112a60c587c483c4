//! The exact value, margin and best moves of every position, for boards with a [`super::graph`] that fits in memory.
//!
//! # Values
//!
//! A game that ends has a margin: the stones of player 1 less those of player 2 on the last board. An endless game has
//! no margin. Two numbers are computed for every position:
//!
//! * `low`, the largest margin m such that player 1 can **make the game end** with margin m or more, whatever player 2
//!   does: endless play counts as the worst for player 1. There is none when player 1 cannot make the game end.
//! * `high`, the smallest margin m such that player 2 can make the game end with margin m or less, whatever player 1
//!   does: endless play counts as the worst for player 2. There is none when player 2 cannot make the game end.
//!
//! `low <= high` where both exist. For each m either player 1 can make the game end with m or more, or player 2 can
//! ensure that the game ends with less than m or never ends. Hence, if each player ranks
//! *a win (the larger the better), a draw, endless play, a loss (the smaller the better)*, the two numbers
//! determine the best that the player can be **sure of**, whatever the other does, the security value:
//!
//! | bounds | value | margin |
//! |---|---|---|
//! | `low > 0` | player 1 wins | `low`: player 2 can prevent more |
//! | `high < 0` | player 2 wins | `high` |
//! | else `low = 0` or `high = 0` | a draw: one can make it, and the other can be sure of no more | 0 |
//! | else | endless: each can be sure of not losing, but only by going on | none |
//!
//! So *draw* means that one player at least can force a finished game without a winner, *endless* that neither can end
//! the game without losing it. Endless play is then no equilibrium: by the ranking above both players would rather
//! draw, which neither can force.
//!
//! # Algorithm
//!
//! Positions return, so plain recursion would not end. Instead (retrograde analysis), for m from the number of cells
//! downwards, the ended positions with margin m are won for the player with the goal of at least m. Then, wave by wave
//! backwards, a position is won if that player is to move and one turn leads to a won position, or if the other player
//! is to move and every turn does. A position that is first won at m has the number m. By exchanging the players, one
//! such run gives both numbers.
//!
//! # Time and memory
//!
//! Measured on one core of a shared machine, from the empty line with own groups spared, the largest of the four
//! variants: 12 cells (1,454,785 positions) 0.1 s and 30 MB, 14 cells 3 s and 0.24 GB, 16 cells (125,199,677 positions)
//! a minute and 2.3 GB. Time and memory grow threefold with each cell. Rings take less by their many symmetries.

use super::graph::PositionGraph;
use super::search_limits::SearchLimitError;
use super::state::cells_in_mask;
use super::{AlakState, Cell};
use crate::games::{BestMoves, Game, MemoryLimit, Player, Solvable};

/// The value of a position: the best that each player can be sure of, see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AlakValue {
    /// Player 1 wins.
    Player1,
    /// Player 2 wins.
    Player2,
    /// The game ends without a winner.
    Draw,
    /// The game goes on for ever.
    Endless,
}

string_enum!(AlakValue, "value", [Player1 "player1", Player2 "player2", Draw "draw", Endless "endless"]);

/// The margins that the players can force: stones of player 1 less stones of player 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MarginBounds {
    /// The largest margin with which player 1 can make the game end; `None` if player 1 cannot.
    pub low: Option<i32>,
    /// The smallest margin with which player 2 can make the game end; `None` if player 2 cannot.
    pub high: Option<i32>,
}

impl MarginBounds {
    /// The value of the position, by the table in the [module](self).
    pub fn value(self) -> AlakValue {
        match self.best_play_margin() {
            Some(1..) => AlakValue::Player1,
            Some(0) => AlakValue::Draw,
            Some(_) => AlakValue::Player2,
            None => AlakValue::Endless,
        }
    }

    /// The margin of the position; `None` when its value is endless.
    pub fn best_play_margin(self) -> Option<i32> {
        self.low
            .filter(|&low| low >= 0)
            .or(self.high.filter(|&high| high <= 0))
    }
}

/// The margin of a player that cannot make the game end.
const CANNOT_FORCE: i8 = i8::MIN;

/// The solution of all positions that can be reached from one.
///
/// ```
/// use pioche_engine::games::MemoryLimit;
/// use pioche_engine::games::alak::AlakState;
/// use pioche_engine::games::alak::solve::{AlakSolution, AlakValue};
///
/// let start = AlakState::new("2:line:spared".parse()?);
/// let solution = AlakSolution::new(&start, MemoryLimit::default())?;
/// assert_eq!(solution.start_bounds().value(), AlakValue::Player2); // x., then player 2 captures: .o
/// assert_eq!(solution.start_bounds().best_play_margin(), Some(-1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AlakSolution {
    /// The positions, without their moves.
    pub graph: PositionGraph,
    forced: ForcedMargins,
}

/// The margins that the player to move (mover) and the other player (waiter) can force at each node, each positive for
/// the player's own advantage.
#[derive(Debug)]
struct ForcedMargins {
    mover: Vec<i8>,
    waiter: Vec<i8>,
    /// The wave in which the waiter's margin was found; it decreases with every forcing move of that player.
    waiter_wave: Vec<u32>,
}

/// The solution of one position: the margins and the moves that keep them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedPosition {
    /// The margins that the players can force.
    pub bounds: MarginBounds,
    /// The moves that keep the value for the player to move, in order; none when the game is over.
    pub best_moves: Vec<Cell>,
    /// The best moves that also lead to the end of the game, if the player to move can force a win or a draw; otherwise
    /// all best moves. A game with other best moves might never end.
    pub finishing_moves: Vec<Cell>,
}

impl AlakSolution {
    /// Solves `start` and all positions that can be reached from it.
    ///
    /// # Errors
    /// Those of [`PositionGraph::new`].
    pub fn new(start: &AlakState, memory_limit: MemoryLimit) -> Result<Self, SearchLimitError> {
        let mut graph = PositionGraph::new(start, memory_limit)?;
        let forced = ForcedMargins::new(&graph);
        // The turns are not needed any more.
        (graph.degrees, graph.targets) = (Vec::new(), Vec::new());
        Ok(Self { graph, forced })
    }

    /// The margins that the players can force from the start.
    pub fn start_bounds(&self) -> MarginBounds {
        self.position_bounds(&self.graph.start, 0)
    }

    /// The solution of a position; `None` when neither the position nor an equivalent one can be reached from the
    /// start.
    pub fn solved_position(&self, state: &AlakState) -> Option<SolvedPosition> {
        let node = self.graph.find_node(state)?;
        let after = |cell: Cell| {
            Some((
                cell,
                self.graph.find_node(&state.after_move(1 << (cell.0 - 1)))?,
            ))
        };
        let mut best = cells_in_mask(state.legal_cells())
            .map(after)
            .collect::<Option<Vec<_>>>()?;
        // After a turn the mover and the waiter are exchanged.
        let now = security_rank(self.forced.mover[node], self.forced.waiter[node]);
        best.retain(|&(_, after)| {
            security_rank(self.forced.waiter[after], self.forced.mover[after]) == now
        });
        let best_moves = best.iter().map(|&(cell, _)| cell).collect();
        let wave = |after: usize| {
            if now >= 0 {
                self.forced.waiter_wave[after]
            } else {
                0
            }
        };
        let soonest = best.iter().map(|&(_, after)| wave(after)).min();
        let forcing_moves = best
            .iter()
            .filter(|&&(_, after)| Some(wave(after)) == soonest)
            .map(|&(cell, _)| cell)
            .collect();
        Some(SolvedPosition {
            bounds: self.position_bounds(state, node),
            best_moves,
            finishing_moves: forcing_moves,
        })
    }

    fn position_bounds(&self, state: &AlakState, node: usize) -> MarginBounds {
        let (mover, waiter) = (
            forced_margin(self.forced.mover[node]),
            forced_margin(self.forced.waiter[node]),
        );
        match state.to_play() {
            Player::One => MarginBounds {
                low: mover,
                high: waiter.map(|margin| -margin),
            },
            Player::Two => MarginBounds {
                low: waiter,
                high: mover.map(|margin| -margin),
            },
        }
    }
}

impl BestMoves<AlakState> for AlakSolution {
    /// Returns the forcing moves: with moves that only keep the value, a won game might never end.
    fn best_moves(&self, state: &AlakState) -> Vec<Cell> {
        self.solved_position(state)
            .map(|solved| solved.finishing_moves)
            .unwrap_or_default()
    }
}

impl Solvable for AlakState {
    type Solution = AlakSolution;
    type SolveError = SearchLimitError;

    fn solve_within(&self, memory: MemoryLimit) -> Result<AlakSolution, SearchLimitError> {
        AlakSolution::new(self, memory)
    }

    fn check_solvable(&self, memory: MemoryLimit) -> Result<(), SearchLimitError> {
        PositionGraph::check_estimate(self, memory).or_else(|_| self.solve_within(memory).map(drop))
    }
}

/// The margin, or `None` for [`CANNOT_FORCE`].
fn forced_margin(margin: i8) -> Option<i32> {
    (margin != CANNOT_FORCE).then_some(i32::from(margin))
}

/// The rank of the best result that a player can be sure of: twice the margin, and -1 for endless play.
///
/// `low` is the margin that the player can force, `high` that of the opponent, each from that player's side.
fn security_rank(low: i8, high: i8) -> i32 {
    let high = forced_margin(high).map(|high| -high);
    let kept = forced_margin(low)
        .filter(|&low| low >= 0)
        .or(high.filter(|&high| high < 0));
    kept.map_or(-1, |margin| 2 * margin)
}

/// The player that can force a margin: the one to move or the other one.
#[derive(Clone, Copy)]
enum PlayerRole {
    Mover,
    Waiter,
}

impl ForcedMargins {
    /// Computes the margins from the largest to the smallest, each backwards wave by wave.
    fn new(graph: &PositionGraph) -> Self {
        let nodes = graph.node_count();
        let sources = Predecessors::new(graph);
        let ends = end_nodes_by_margin(graph);
        let mut turns_left = graph.degrees.clone();
        let mut forced = Self {
            mover: vec![CANNOT_FORCE; nodes],
            waiter: vec![CANNOT_FORCE; nodes],
            waiter_wave: vec![0; nodes],
        };
        let (mut frontier, mut next, mut wave) = (Vec::new(), Vec::new(), 0);
        let most = graph.start.rules().cells.get() as i8;
        for margin in (-most..=most).rev() {
            for &node in &ends[usize::from(margin.abs_diff(-most))] {
                frontier.push((node, PlayerRole::Mover));
                forced.mover[node as usize] = margin;
            }
            for &node in &ends[usize::from((-margin).abs_diff(-most))] {
                frontier.push((node, PlayerRole::Waiter));
                forced.waiter[node as usize] = margin;
                forced.waiter_wave[node as usize] = wave;
            }
            while !frontier.is_empty() {
                wave += 1;
                for (node, side) in frontier.drain(..) {
                    for &source in sources.get(node) {
                        let at = source as usize;
                        match side {
                            // The waiter at the node has just moved there: one such turn is enough.
                            PlayerRole::Waiter if forced.mover[at] == CANNOT_FORCE => {
                                forced.mover[at] = margin;
                                next.push((source, PlayerRole::Mover));
                            }
                            PlayerRole::Waiter => {}
                            // The mover at the node was the waiter before: every turn must lead to such a node.
                            PlayerRole::Mover => {
                                turns_left[at] -= 1;
                                if turns_left[at] == 0 {
                                    forced.waiter[at] = margin;
                                    forced.waiter_wave[at] = wave;
                                    next.push((source, PlayerRole::Waiter));
                                }
                            }
                        }
                    }
                }
                std::mem::swap(&mut frontier, &mut next);
            }
        }
        forced
    }
}

/// The nodes at which the game is over, by the mover's margin plus the number of cells.
fn end_nodes_by_margin(graph: &PositionGraph) -> Vec<Vec<u32>> {
    let cells = graph.start.rules().cells.get() as i32;
    let mut ends = vec![Vec::new(); 2 * cells as usize + 1];
    for (node, _) in graph
        .degrees
        .iter()
        .enumerate()
        .filter(|&(_, &degree)| degree == 0)
    {
        ends[(graph.state(node).margin() + cells) as usize].push(node as u32);
    }
    ends
}

/// The predecessors of each node, each as often as it has turns to the node.
struct Predecessors {
    /// The index of each node's first predecessor, and the end of all.
    begin: Vec<usize>,
    sources: Vec<u32>,
}

impl Predecessors {
    fn new(graph: &PositionGraph) -> Self {
        let mut begin = vec![0_usize; graph.node_count() + 1];
        for &target in &graph.targets {
            begin[target as usize] += 1;
        }
        let mut sum = 0;
        for count in &mut begin {
            sum += *count;
            *count = sum;
        }
        let mut sources = vec![0; graph.targets.len()];
        for (node, targets) in graph.successors_by_node().enumerate() {
            for &target in targets {
                begin[target as usize] -= 1;
                sources[begin[target as usize]] = node as u32;
            }
        }
        Self { begin, sources }
    }

    /// The predecessors of a node.
    fn get(&self, node: u32) -> &[u32] {
        &self.sources[self.begin[node as usize]..self.begin[node as usize + 1]]
    }
}
