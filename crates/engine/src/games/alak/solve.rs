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
//! ensure that the game ends with less than m or never ends.
//!
//! # Best play
//!
//! Each player prefers *a win (the larger the better), then a draw, then endless play, then a loss (the smaller the
//! better)*. A draw and endless play are not opposed: both players prefer the draw. So **best play** is:
//!
//! 1. A player that can force a win does so, with the largest margin; the other player keeps that margin small.
//! 2. Where neither can force a win, no player makes a move after which the opponent can, and both keep a draw in reach:
//!    a drawn end that is reached through positions at which neither player can force a win. A player that can force a
//!    draw alone does so.
//!
//! The value of a position is the result of best play:
//!
//! | condition | value | margin |
//! |---|---|---|
//! | `low > 0` | player 1 wins | `low`: player 2 can prevent more |
//! | `high < 0` | player 2 wins | `high` |
//! | else a draw is in reach | a draw | 0 |
//! | else | endless: the game ends only if a player lets the other one win | none |
//!
//! A draw that is in reach stays in reach, so players that choose at random among equally good moves reach it with
//! probability 1. With `low = 0` or `high = 0` a player can force the draw alone. A draw can be in reach without that,
//! first from the empty line of 8 cells.
//!
//! # Algorithm
//!
//! Positions return, so plain recursion would not end. Instead (retrograde analysis), for m from the number of cells
//! downwards, the ended positions with margin m are won for the player with the goal of at least m. Then, wave by wave
//! backwards, a position is won if that player is to move and one turn leads to a won position, or if the other player
//! is to move and every turn does. A position that is first won at m has the number m. By exchanging the players, one
//! such run gives both numbers. From the drawn ends, the positions with a draw in reach are then found backwards.
//!
//! # Time and memory
//!
//! Measured on one core of a shared machine, from the empty line with own groups spared, the largest of the four
//! variants: 12 cells (1,454,785 positions) 0.1 s and 30 MB, 14 cells 3 s and 0.24 GB, 16 cells (125,199,677 positions)
//! a minute and 2.3 GB. Time and memory grow threefold with each cell. Rings take less by their many symmetries.

use super::graph::{PositionGraph, SearchLimitError};
use super::state::cells_in_mask;
use super::{AlakState, Cell};
use crate::games::{BestMoves, Game, MemoryLimit, Player, Solvable};

/// The value of a position: the result of best play, see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

string_enum!(
    AlakValue,
    "value",
    [
        Player1 "player1",
        Player2 "player2",
        Draw "draw",
        Endless "endless"
    ]
);

/// The margins that the players can force, stones of player 1 less stones of player 2, and whether a draw is in reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarginBounds {
    /// The largest margin with which player 1 can make the game end; `None` if player 1 cannot.
    pub low: Option<i32>,
    /// The smallest margin with which player 2 can make the game end; `None` if player 2 cannot.
    pub high: Option<i32>,
    /// True if a drawn end can be reached through positions at which neither player can force a win.
    pub can_be_drawn: bool,
}

impl MarginBounds {
    /// The value of the position, by the table in the [module](self).
    pub fn value(self) -> AlakValue {
        if self.low.is_some_and(|low| low > 0) {
            AlakValue::Player1
        } else if self.high.is_some_and(|high| high < 0) {
            AlakValue::Player2
        } else if self.can_be_drawn {
            AlakValue::Draw
        } else {
            AlakValue::Endless
        }
    }

    /// The margin of the position; `None` when its value is endless.
    pub fn best_play_margin(self) -> Option<i32> {
        match self.value() {
            AlakValue::Player1 => self.low,
            AlakValue::Player2 => self.high,
            AlakValue::Draw => Some(0),
            AlakValue::Endless => None,
        }
    }
}

const CANNOT_FORCE: i8 = i8::MIN;

/// The solution of all positions that can be reached from one.
#[derive(Debug)]
pub struct AlakSolution {
    /// The positions, without their moves.
    pub graph: PositionGraph,
    margins: ForcedMargins,
    can_be_drawn: Vec<bool>,
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
        let predecessors = Predecessors::new(&graph);
        let margins = ForcedMargins::new(&graph, &predecessors);
        let can_be_drawn = nodes_with_draw_in_reach(&graph, &predecessors, &margins);
        // The turns are not needed any more.
        graph.degrees = Vec::new();
        graph.targets = Vec::new();
        Ok(Self {
            graph,
            margins,
            can_be_drawn,
        })
    }

    /// The margins that the players can force from the start.
    pub fn start_bounds(&self) -> MarginBounds {
        self.position_bounds(&self.graph.start, 0)
    }

    /// The solution of a position; `None` when neither the position nor an equivalent one can be reached from the
    /// start.
    pub fn solved_position(&self, state: &AlakState) -> Option<SolvedPosition> {
        let node = self.graph.find_node(state)?;
        let rank = security_rank(self.margins.mover[node], self.margins.waiter[node]);
        let keeping_moves = self.keeping_moves(state, rank, self.can_be_drawn[node])?;
        let first_wave = keeping_moves.iter().map(|&(_, wave)| wave).min();
        let mut finishing_moves = Vec::new();
        for &(cell, wave) in &keeping_moves {
            if rank < 0 || Some(wave) == first_wave {
                finishing_moves.push(cell);
            }
        }
        Some(SolvedPosition {
            bounds: self.position_bounds(state, node),
            best_moves: keeping_moves.into_iter().map(|(cell, _)| cell).collect(),
            finishing_moves,
        })
    }

    /// The moves after which the player that moved still has this rank and, if it was, a draw is in reach; each with the
    /// wave of the position after it.
    fn keeping_moves(
        &self,
        state: &AlakState,
        rank: i32,
        can_be_drawn: bool,
    ) -> Option<Vec<(Cell, u32)>> {
        let mut moves = Vec::new();
        for cell in cells_in_mask(state.legal_cells()) {
            let successor = state.after_move(1 << (cell.0 - 1));
            let node = self.graph.find_node(&successor)?;
            // After a turn the mover and the waiter are exchanged.
            let successor_rank = security_rank(self.margins.waiter[node], self.margins.mover[node]);
            if successor_rank == rank && self.can_be_drawn[node] == can_be_drawn {
                moves.push((cell, self.margins.waiter_wave[node]));
            }
        }
        Some(moves)
    }

    fn position_bounds(&self, state: &AlakState, node: usize) -> MarginBounds {
        let mover = forced_margin(self.margins.mover[node]);
        let waiter = forced_margin(self.margins.waiter[node]);
        let can_be_drawn = self.can_be_drawn[node];
        let [low, high] = match state.to_play() {
            Player::One => [mover, waiter],
            Player::Two => [waiter, mover],
        };
        MarginBounds {
            low,
            high: high.map(|margin| -margin),
            can_be_drawn,
        }
    }
}

impl BestMoves<AlakState> for AlakSolution {
    /// The forcing moves: with moves that only keep the value, a won game might never end.
    fn best_moves(&self, state: &AlakState) -> Vec<Cell> {
        self.solved_position(state)
            .map(|solution| solution.finishing_moves)
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
    let player_margin = forced_margin(low).filter(|&margin| margin >= 0);
    let opponent_margin = forced_margin(high).filter(|&margin| margin > 0);
    match (player_margin, opponent_margin) {
        (Some(margin), _) => 2 * margin,
        (None, Some(margin)) => -2 * margin,
        (None, None) => -1,
    }
}

#[derive(Clone, Copy)]
enum PlayerRole {
    Mover,
    Waiter,
}

impl ForcedMargins {
    fn new(graph: &PositionGraph, predecessors: &Predecessors) -> Self {
        let max_margin = graph.start.rules().cells as i8;
        let end_nodes = end_nodes_by_margin(graph);
        let nodes_with_margin =
            |margin: i8| &end_nodes[usize::from(margin.abs_diff(-max_margin))][..];
        let mut analysis = RetrogradeAnalysis::new(graph, predecessors);
        for margin in (-max_margin..=max_margin).rev() {
            analysis.add_end_nodes(
                margin,
                nodes_with_margin(margin),
                nodes_with_margin(-margin),
            );
            while !analysis.frontier.is_empty() {
                analysis.run_wave(margin);
            }
        }
        analysis.margins
    }
}

struct RetrogradeAnalysis<'a> {
    predecessors: &'a Predecessors,
    /// The number of turns at each node that are not known to lead to a margin of the waiter there.
    turns_left: Vec<u8>,
    margins: ForcedMargins,
    wave: u32,
    frontier: Vec<(u32, PlayerRole)>,
    next_frontier: Vec<(u32, PlayerRole)>,
}

impl<'a> RetrogradeAnalysis<'a> {
    fn new(graph: &PositionGraph, predecessors: &'a Predecessors) -> Self {
        Self {
            predecessors,
            turns_left: graph.degrees.clone(),
            margins: ForcedMargins {
                mover: vec![CANNOT_FORCE; graph.node_count()],
                waiter: vec![CANNOT_FORCE; graph.node_count()],
                waiter_wave: vec![0; graph.node_count()],
            },
            wave: 0,
            frontier: Vec::new(),
            next_frontier: Vec::new(),
        }
    }

    fn add_end_nodes(&mut self, margin: i8, mover_nodes: &[u32], waiter_nodes: &[u32]) {
        for &node in mover_nodes {
            self.frontier.push((node, PlayerRole::Mover));
            self.margins.mover[node as usize] = margin;
        }
        for &node in waiter_nodes {
            self.frontier.push((node, PlayerRole::Waiter));
            self.margins.waiter[node as usize] = margin;
            self.margins.waiter_wave[node as usize] = self.wave;
        }
    }

    /// Replaces the frontier by the nodes at which a margin can be forced because of it.
    fn run_wave(&mut self, margin: i8) {
        self.wave += 1;
        let mut frontier = std::mem::take(&mut self.frontier);
        for (node, role) in frontier.drain(..) {
            match role {
                PlayerRole::Waiter => self.add_mover_nodes(node, margin),
                PlayerRole::Mover => self.add_waiter_nodes(node, margin),
            }
        }
        self.frontier = std::mem::replace(&mut self.next_frontier, frontier);
    }

    /// Adds the predecessors of a node at which the waiter can force the margin: that player has just moved there, and one
    /// such turn is enough.
    fn add_mover_nodes(&mut self, node: u32, margin: i8) {
        for &predecessor in self.predecessors.get(node) {
            let mover_margin = &mut self.margins.mover[predecessor as usize];
            if *mover_margin == CANNOT_FORCE {
                *mover_margin = margin;
                self.next_frontier.push((predecessor, PlayerRole::Mover));
            }
        }
    }

    /// Adds the predecessors of a node at which the mover can force the margin: that player was the waiter before, and every
    /// turn must lead to such a node.
    fn add_waiter_nodes(&mut self, node: u32, margin: i8) {
        for &predecessor in self.predecessors.get(node) {
            let index = predecessor as usize;
            self.turns_left[index] -= 1;
            if self.turns_left[index] == 0 {
                self.margins.waiter[index] = margin;
                self.margins.waiter_wave[index] = self.wave;
                self.next_frontier.push((predecessor, PlayerRole::Waiter));
            }
        }
    }
}

/// Finds the nodes from which a drawn end can be reached through nodes at which neither player can force a win.
fn nodes_with_draw_in_reach(
    graph: &PositionGraph,
    predecessors: &Predecessors,
    margins: &ForcedMargins,
) -> Vec<bool> {
    let is_open = |node: usize| margins.mover[node] <= 0 && margins.waiter[node] <= 0;
    let cells = graph.start.rules().cells as usize;
    let mut can_be_drawn = vec![false; graph.node_count()];
    let mut frontier = end_nodes_by_margin(graph).swap_remove(cells);
    for &node in &frontier {
        can_be_drawn[node as usize] = true;
    }
    while let Some(node) = frontier.pop() {
        for &predecessor in predecessors.get(node) {
            let index = predecessor as usize;
            if is_open(index) && !can_be_drawn[index] {
                can_be_drawn[index] = true;
                frontier.push(predecessor);
            }
        }
    }
    can_be_drawn
}

/// The nodes at which the game is over, by the mover's margin plus the number of cells.
fn end_nodes_by_margin(graph: &PositionGraph) -> Vec<Vec<u32>> {
    let cells = graph.start.rules().cells as i32;
    let mut end_nodes = vec![Vec::new(); 2 * cells as usize + 1];
    for (node, &degree) in graph.degrees.iter().enumerate() {
        if degree == 0 {
            let margin = graph.state(node).margin();
            end_nodes[(margin + cells) as usize].push(node as u32);
        }
    }
    end_nodes
}

struct Predecessors {
    /// The index of each node's first predecessor, and the end of all.
    starts: Vec<usize>,
    predecessors: Vec<u32>,
}

impl Predecessors {
    fn new(graph: &PositionGraph) -> Self {
        let mut starts = vec![0_usize; graph.node_count() + 1];
        for &target in &graph.targets {
            starts[target as usize] += 1;
        }
        let mut sum = 0;
        for count in &mut starts {
            sum += *count;
            *count = sum;
        }
        let mut predecessors = vec![0; graph.targets.len()];
        for (node, targets) in graph.successors_by_node().enumerate() {
            for &target in targets {
                let start = &mut starts[target as usize];
                *start -= 1;
                predecessors[*start] = node as u32;
            }
        }
        Self {
            starts,
            predecessors,
        }
    }

    fn get(&self, node: u32) -> &[u32] {
        &self.predecessors[self.starts[node as usize]..self.starts[node as usize + 1]]
    }
}
