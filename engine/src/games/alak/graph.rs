//! The graph of all positions that can be reached from one. [`super::solve`] and [`super::random`] evaluate it.
//!
//! # Nodes
//!
//! The rules are symmetric in the two players and in the numbering of the cells (on a ring, in its start and
//! direction). So positions that differ only by these share one node. The key of a position consists of the stones of
//! the player to move, those of the other player and the forbidden cells, in the numbering with the smallest key. Only
//! the symmetries that leave the starting position as it is are used, so that every position equivalent to a reachable
//! one is reachable. [`Graph::states`] counts positions without symmetry.

use super::AlakState;
use super::board::Renumbering;
use super::memory::{MAX_CELLS, TooLarge, estimate, largest_that_fits};
use crate::games::index::Index;
use crate::games::{Game, Memory, Player};

/// The number of nodes of a trial search that ignores the estimate; it takes less than 100 bytes for each.
const SMALL: usize = 1 << 19;

/// The positions that can be reached from one, each known by its node number from 0 (the start), in the order in which
/// a breadth-first search finds them.
#[derive(Debug)]
pub struct Graph {
    /// The starting position.
    pub start: AlakState,
    ways: Vec<Renumbering>,
    index: Index,
    /// The number of turns of each node.
    pub(super) degrees: Vec<u8>,
    /// The targets of the turns of all nodes, one after the other.
    pub(super) targets: Vec<u32>,
    /// The number of different positions (board, player to move, forbidden cells) that can be reached, the start
    /// included, each counted without symmetry.
    pub states: u64,
}

impl Graph {
    /// Finds all positions that can be reached from `start`.
    ///
    /// # Errors
    /// When the estimated memory is above `bound`. For a position with stones on the board, which may lead to few
    /// others, only after a small trial search.
    pub fn new(start: &AlakState, bound: Memory) -> Result<Self, TooLarge> {
        let estimated = Self::check_estimate(start, bound);
        let most = match estimated {
            Ok(()) => u32::MAX as usize,
            Err(TooLarge::Memory { .. }) if start.own | start.other != 0 => SMALL.min((bound.0 / 100) as usize),
            Err(error) => return Err(error),
        };
        Self::search(start, most).ok_or_else(|| Self::too_large(start, bound))
    }

    /// Returns an error if the estimated memory of a search from `start` is above `bound`; otherwise [`Graph::new`]
    /// succeeds.
    ///
    /// # Errors
    /// When the estimate is above `bound`; for a position with stones on the board, [`Graph::new`] may still succeed.
    pub fn check_estimate(start: &AlakState, bound: Memory) -> Result<(), TooLarge> {
        let cells = start.rules().cells.get();
        if cells > MAX_CELLS {
            return Err(TooLarge::Cells(cells));
        }
        let (nodes, needed) = estimate(start);
        let fits = needed <= bound && nodes < u64::from(u32::MAX);
        if fits { Ok(()) } else { Err(Self::too_large(start, bound)) }
    }

    fn too_large(start: &AlakState, bound: Memory) -> TooLarge {
        let (cells, needed) = (start.rules().cells.get(), estimate(start).1);
        TooLarge::Memory { cells, needed, bound, fits: largest_that_fits(start.rules(), bound) }
    }

    /// Searches breadth first; `None` when there are more than `most` nodes.
    fn search(start: &AlakState, most: usize) -> Option<Self> {
        let (ways, index) = (start.symmetries(), Index::new());
        let mut graph = Self { start: *start, ways, index, degrees: Vec::new(), targets: Vec::new(), states: 0 };
        graph.index.insert(graph.key(start));
        while graph.degrees.len() < graph.index.len() {
            if graph.index.len() > most {
                return None;
            }
            let state = graph.state(graph.degrees.len());
            let mut legal = state.legal();
            graph.degrees.push(legal.count_ones() as u8);
            while legal != 0 {
                let after = state.after(legal & legal.wrapping_neg());
                let target = graph.index.insert(graph.key(&after)) as u32;
                graph.targets.push(target);
                legal &= legal - 1;
            }
        }
        graph.states = graph.count();
        Some(graph)
    }

    /// The number of nodes: positions up to symmetry.
    pub fn nodes(&self) -> usize {
        self.index.len()
    }

    /// The node of a position; `None` if neither the position nor an equivalent one can be reached.
    pub fn node(&self, state: &AlakState) -> Option<usize> {
        (state.rules == self.start.rules).then(|| self.index.get(self.key(state))).flatten()
    }

    /// The position of a node, with player 1 to move.
    pub(super) fn state(&self, node: usize) -> AlakState {
        let (low, high) = unpack(self.index.keys()[node], self.start.rules.cells.get());
        let forbidden = low & high;
        AlakState { to_play: Player::One, own: low & !forbidden, other: high & !forbidden, forbidden, ..self.start }
    }

    /// For each node the targets of its turns; symmetric turns are all listed.
    pub(super) fn turns(&self) -> impl Iterator<Item = &[u32]> {
        let mut from = 0;
        self.degrees.iter().map(move |&degree| {
            let to = from + usize::from(degree);
            let targets = &self.targets[from..to];
            from = to;
            targets
        })
    }

    /// The smallest key of a position over all symmetries.
    fn key(&self, state: &AlakState) -> u64 {
        let cells = self.start.rules.cells.get();
        let (low, high) = (state.own | state.forbidden, state.other | state.forbidden);
        let keys = self.ways.iter().map(|way| pack(way.apply(low, cells), way.apply(high, cells), cells));
        keys.min().unwrap_or_default()
    }

    /// Counts the positions without symmetry: the different images of each node, for each possible player to move.
    fn count(&self) -> u64 {
        let cells = self.start.rules.cells.get();
        let movers = self.movers();
        let mut images = Vec::with_capacity(self.ways.len());
        let mut sum = 0;
        for (&key, mover) in self.index.keys().iter().zip(movers) {
            let (low, high) = unpack(key, cells);
            images.clear();
            images.extend(self.ways.iter().map(|way| pack(way.apply(low, cells), way.apply(high, cells), cells)));
            images.sort_unstable();
            images.dedup();
            sum += images.len() as u64 * u64::from(mover.count_ones());
        }
        sum
    }

    /// The possible players to move at each node: bit 0 for player 1, bit 1 for player 2.
    fn movers(&self) -> Vec<u8> {
        let mut movers = vec![0_u8; self.nodes()];
        movers[0] = 1 << self.start.to_play() as u8;
        loop {
            let mut grown = false;
            for (node, targets) in self.turns().enumerate() {
                let exchanged = movers[node] >> 1 | (movers[node] & 1) << 1;
                for &target in targets {
                    let mover = &mut movers[target as usize];
                    grown |= exchanged & !*mover != 0 && target as usize <= node;
                    *mover |= exchanged;
                }
            }
            if !grown {
                return movers;
            }
        }
    }
}

const fn pack(low: u64, high: u64, cells: u32) -> u64 {
    low | high << cells
}

const fn unpack(key: u64, cells: u32) -> (u64, u64) {
    let all = u64::MAX >> (64 - cells);
    (key & all, key >> cells & all)
}
