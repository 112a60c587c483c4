//! All positions that can be reached from one, each with the positions that a turn leads to.
//!
//! It follows the rules and judges nothing: who wins is told in [`super::solve`], what chance does in
//! [`super::random`].
//!
//! # What a node is
//!
//! The rules do not care who is called player 1, nor from which end (on a ring: from where, and which way round) the
//! cells are numbered. So positions that differ in nothing else share one node: a position is written as the mover's
//! stones, the other's and the forbidden cells, in the numbering that gives the smallest key. Only those renumberings
//! are used that leave the starting position as it is, so that whatever is equal to a reachable position is reachable
//! itself. [`Graph::states`] still counts positions one by one.

use super::State;
use super::board::Renumbering;
use super::memory::{MAX_CELLS, TooLarge, estimate, largest_that_fits};
use crate::games::index::Index;
use crate::games::{Game, Memory, Player};

/// Nodes that a small search may see before the estimate is believed; it takes less than 100 bytes for each.
const SMALL: usize = 1 << 19;

/// The positions that can be reached from one, each known by its node number from 0 (the start), in the order in which
/// a breadth-first search finds them.
#[derive(Debug)]
pub struct Graph {
    /// Where the search began.
    pub start: State,
    ways: Vec<Renumbering>,
    index: Index,
    /// For each node the number of turns, then all their targets one after the other.
    pub(super) degrees: Vec<u8>,
    pub(super) targets: Vec<u32>,
    /// The number of different positions (board, player to move, forbidden cells) that can be reached, the start
    /// included: each counted for itself, symmetric or not.
    pub states: u64,
}

impl Graph {
    /// Finds everything that can be reached from `start`.
    ///
    /// # Errors
    /// Before the search when its estimate is above `bound`. A position with stones on the board may lead to few
    /// others whatever the estimate says: it is given a small search first.
    pub fn new(start: &State, bound: Memory) -> Result<Self, TooLarge> {
        let foreseen = Self::foresee(start, bound);
        let most = match foreseen {
            Ok(()) => u32::MAX as usize,
            Err(TooLarge::Memory { .. }) if start.own | start.other != 0 => SMALL.min((bound.0 / 100) as usize),
            Err(error) => return Err(error),
        };
        Self::search(start, most).ok_or_else(|| Self::too_large(start, bound))
    }

    /// Whether the estimate of a search from `start` is within `bound`: then [`Graph::new`] gives a graph.
    ///
    /// # Errors
    /// When it is not; a position with stones on the board may still have a graph.
    pub fn foresee(start: &State, bound: Memory) -> Result<(), TooLarge> {
        let cells = start.rules().cells.get();
        if cells > MAX_CELLS {
            return Err(TooLarge::Cells(cells));
        }
        let (nodes, needed) = estimate(start);
        let fits = needed <= bound && nodes < u64::from(u32::MAX);
        if fits { Ok(()) } else { Err(Self::too_large(start, bound)) }
    }

    fn too_large(start: &State, bound: Memory) -> TooLarge {
        let (cells, needed) = (start.rules().cells.get(), estimate(start).1);
        TooLarge::Memory { cells, needed, bound, fits: largest_that_fits(start.rules(), bound) }
    }

    /// The search, given up beyond `most` nodes.
    fn search(start: &State, most: usize) -> Option<Self> {
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

    /// The number of nodes: positions that differ by more than names and numbering.
    pub fn nodes(&self) -> usize {
        self.index.len()
    }

    /// The node of a position, if it or its equal was reached.
    pub fn node(&self, state: &State) -> Option<usize> {
        (state.rules == self.start.rules).then(|| self.index.get(self.key(state))).flatten()
    }

    /// The position of a node, with player 1 to move.
    pub(super) fn state(&self, node: usize) -> State {
        let (low, high) = unpack(self.index.keys()[node], self.start.rules.cells.get());
        let forbidden = low & high;
        State { to_play: Player::One, own: low & !forbidden, other: high & !forbidden, forbidden, ..self.start }
    }

    /// The nodes that each node's turns lead to, node by node; symmetric turns are all listed.
    pub(super) fn turns(&self) -> impl Iterator<Item = &[u32]> {
        let mut from = 0;
        self.degrees.iter().map(move |&degree| {
            let to = from + usize::from(degree);
            let targets = &self.targets[from..to];
            from = to;
            targets
        })
    }

    /// The smallest key of a position over all renumberings.
    fn key(&self, state: &State) -> u64 {
        let cells = self.start.rules.cells.get();
        let (low, high) = (state.own | state.forbidden, state.other | state.forbidden);
        let keys = self.ways.iter().map(|way| pack(way.apply(low, cells), way.apply(high, cells), cells));
        keys.min().unwrap_or_default()
    }

    /// Positions one by one: those of a node are its different renumberings, for each player who can be to move there.
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

    /// For each node who can be to move there: bit 0 for player 1, bit 1 for player 2.
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
