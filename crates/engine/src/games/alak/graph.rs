//! The graph of all positions that can be reached from one. [`super::solve`] and
//! [`super::random_play`] evaluate it.
//!
//! # Nodes
//!
//! The rules are symmetric in the two players and in the numbering of the cells (on a ring, in its start and
//! direction). So positions that differ only by these share one node. The key of a position consists of the stones of
//! the player to move, those of the other player and the forbidden cells, in the numbering with the smallest key. Only
//! the symmetries that leave the starting position as it is are used, so that every position equivalent to a reachable
//! one is reachable. [`PositionGraph::position_count`] counts positions without symmetry.

use super::state::BoardSymmetry;
use super::{AlakRules, AlakState, OwnGroupRule};
use crate::games::{Game, MemoryLimit, Player};

/// The number of nodes of a trial search that ignores the estimate; it takes less than 100 bytes for each.
const TRIAL_NODES: usize = 1 << 19;

/// The positions that can be reached from a start, each known by its node number from 0 (the start), in the order in which
/// a breadth-first search finds them.
#[derive(Debug)]
pub struct PositionGraph {
    /// The starting position.
    pub start: AlakState,
    symmetries: Vec<BoardSymmetry>,
    index: IndexSet,
    pub(super) degrees: Vec<u8>,
    pub(super) targets: Vec<u32>,
    /// The number of different positions (board, player to move, forbidden cells) that can be reached, the start
    /// included, each counted without symmetry.
    pub position_count: u64,
}

impl PositionGraph {
    /// Finds all positions that can be reached from `start`.
    ///
    /// # Errors
    /// When the estimated memory is above `memory_limit`, or the system does not grant it. For a position with stones on the board, which may lead to few
    /// others, only after a small trial search.
    pub fn new(start: &AlakState, memory_limit: MemoryLimit) -> Result<Self, SearchLimitError> {
        let is_empty_board = start.mover_stones | start.waiter_stones == 0;
        let max_nodes = match Self::check_estimate(start, memory_limit) {
            Ok(()) => u32::MAX as usize,
            Err(SearchLimitError::Memory { .. }) if !is_empty_board => {
                TRIAL_NODES.min((memory_limit.0 / 100) as usize)
            }
            Err(error) => return Err(error),
        };
        Self::explore(start, max_nodes).ok_or_else(|| Self::limit_error(start, memory_limit))
    }

    /// An error if the estimated memory of a search from `start` is above `memory_limit`; otherwise [`PositionGraph::new`]
    /// succeeds.
    ///
    /// # Errors
    /// When the estimate is above `memory_limit`; for a position with stones on the board, [`PositionGraph::new`] may still succeed.
    pub fn check_estimate(
        start: &AlakState,
        memory_limit: MemoryLimit,
    ) -> Result<(), SearchLimitError> {
        let cells = start.rules().cells;
        if cells > MAX_CELLS {
            return Err(SearchLimitError::Cells(cells));
        }
        let (nodes, needed) = search_estimate(start);
        if needed > memory_limit || nodes >= u64::from(u32::MAX) {
            Err(Self::limit_error(start, memory_limit))
        } else if !needed.is_available() {
            Err(SearchLimitError::Refused { cells, needed })
        } else {
            Ok(())
        }
    }

    fn limit_error(start: &AlakState, bound: MemoryLimit) -> SearchLimitError {
        let (_, needed) = search_estimate(start);
        SearchLimitError::Memory {
            cells: start.rules().cells,
            needed,
            bound,
            fits: max_solvable_cells(start.rules(), bound),
        }
    }

    /// Searches breadth first; `None` when there are more than `max_nodes` nodes.
    fn explore(start: &AlakState, max_nodes: usize) -> Option<Self> {
        let mut graph = Self {
            start: *start,
            symmetries: start.position_symmetries(),
            index: IndexSet::new(),
            degrees: Vec::new(),
            targets: Vec::new(),
            position_count: 0,
        };
        graph.index.insert(graph.canonical_key(start));
        while graph.degrees.len() < graph.index.len() {
            if graph.index.len() > max_nodes {
                return None;
            }
            let state = graph.state(graph.degrees.len());
            let mut legal_cells = state.legal_cells();
            graph.degrees.push(legal_cells.count_ones() as u8);
            while legal_cells != 0 {
                let successor = state.after_move(legal_cells & legal_cells.wrapping_neg());
                let target = graph.index.insert(graph.canonical_key(&successor)) as u32;
                graph.targets.push(target);
                legal_cells &= legal_cells - 1;
            }
        }
        graph.position_count = graph.count_positions();
        Some(graph)
    }

    /// The number of nodes: positions up to symmetry.
    pub fn node_count(&self) -> usize {
        self.index.len()
    }

    /// The node of a position; `None` if neither the position nor an equivalent one can be reached.
    pub fn find_node(&self, state: &AlakState) -> Option<usize> {
        (state.rules == self.start.rules)
            .then(|| self.index.index_of(self.canonical_key(state)))
            .flatten()
    }

    /// The position of a node, with player 1 to move.
    pub(super) fn state(&self, node: usize) -> AlakState {
        let (low, high) = unpack_key(self.index.keys()[node], self.start.rules.cells);
        let forbidden = low & high;
        AlakState {
            to_play: Player::One,
            mover_stones: low & !forbidden,
            waiter_stones: high & !forbidden,
            forbidden,
            ..self.start
        }
    }

    /// For each node the targets of its moves; symmetric moves are all listed.
    pub(super) fn successors_by_node(&self) -> impl Iterator<Item = &[u32]> {
        let mut targets = &self.targets[..];
        self.degrees.iter().map(move |&degree| {
            targets
                .split_off(..usize::from(degree))
                .expect("each node has as many targets as its degree")
        })
    }

    fn canonical_key(&self, state: &AlakState) -> u64 {
        let cells = self.start.rules.cells;
        let key = pack_key(
            state.mover_stones | state.forbidden,
            state.waiter_stones | state.forbidden,
            cells,
        );
        self.key_images(key).min().unwrap_or_default()
    }

    #[inline]
    fn key_images(&self, key: u64) -> impl Iterator<Item = u64> {
        let cells = self.start.rules.cells;
        let (low, high) = unpack_key(key, cells);
        self.symmetries.iter().map(move |symmetry| {
            let low = symmetry.apply(low, cells);
            let high = symmetry.apply(high, cells);
            pack_key(low, high, cells)
        })
    }

    /// Counts the positions without symmetry: the different images of each node, for each possible player to move.
    fn count_positions(&self) -> u64 {
        let movers = self.movers();
        let mut images = Vec::with_capacity(self.symmetries.len());
        let mut sum = 0;
        for (&key, movers) in self.index.keys().iter().zip(movers) {
            images.clear();
            images.extend(self.key_images(key));
            images.sort_unstable();
            images.dedup();
            sum += images.len() as u64 * u64::from(movers.count_ones());
        }
        sum
    }

    /// The possible players to move at each node: bit 0 for player 1, bit 1 for player 2.
    fn movers(&self) -> Vec<u8> {
        let mut movers = vec![0_u8; self.node_count()];
        movers[0] = 1 << self.start.to_play() as u8;
        loop {
            let mut needs_sweep = false;
            for (node, targets) in self.successors_by_node().enumerate() {
                let opponents = movers[node] >> 1 | (movers[node] & 1) << 1;
                for &target in targets {
                    let target_movers = &mut movers[target as usize];
                    needs_sweep |= opponents & !*target_movers != 0 && target as usize <= node;
                    *target_movers |= opponents;
                }
            }
            if !needs_sweep {
                return movers;
            }
        }
    }
}

fn pack_key(low: u64, high: u64, cells: u32) -> u64 {
    low | high << cells
}

fn unpack_key(key: u64, cells: u32) -> (u64, u64) {
    let mask = u64::MAX >> (64 - cells);
    (key & mask, key >> cells & mask)
}

/// The number of cells of the largest board that can be searched: a key of 64 bits has two bits a cell.
pub const MAX_CELLS: u32 = 32;

/// The reason why a search is refused, before it allocates memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchLimitError {
    /// The board has more than [`MAX_CELLS`] cells.
    #[error("a search takes boards of at most {MAX_CELLS} cells, not {0}")]
    Cells(u32),
    /// The estimated memory is above the bound.
    #[error(
        "{cells} cells need about {needed}, more than the {bound} allowed; {fits} cells would fit"
    )]
    Memory {
        /// The number of cells of the board.
        cells: u32,
        /// The estimated memory.
        needed: MemoryLimit,
        /// The allowed memory.
        bound: MemoryLimit,
        /// The number of cells of the largest empty board of the same rules that would fit.
        fits: u32,
    },
    /// The system does not grant the estimated memory.
    #[error("{cells} cells need about {needed}, which the system does not grant")]
    Refused {
        /// The number of cells of the board.
        cells: u32,
        /// The estimated memory.
        needed: MemoryLimit,
    },
}

/// Upper estimates of the number of nodes of the graph from `start`, and of the memory that solving it takes.
///
/// The estimate counts every board, and an eighth of them again for each cell, for the cells forbidden after a capture.
/// When own groups are captured, every group has an empty neighbour; the number of such boards, the legal ones of
/// one-dimensional Go, grows by a factor of 2.77 a cell instead of 3.
pub fn search_estimate(start: &AlakState) -> (u64, MemoryLimit) {
    let cells = start.rules().cells;
    let mut boards = 3_u128.pow(cells) * u128::from(9 + cells) / 8 + 1;
    if start.rules().own_group == OwnGroupRule::Captured {
        for _ in 0..cells {
            boards = boards.div_ceil(13) * 12;
        }
    }
    let symmetry_count = start.position_symmetries().len() as u128;
    let nodes = u64::try_from(boards / symmetry_count + 1).unwrap_or(u64::MAX);
    // Key 8, index at most 11, offsets 8, counters and values 12; then both directions of about n / 3 turns.
    let bytes_per_node = 39 + 8 * u64::from(cells.div_ceil(3));
    (nodes, MemoryLimit(nodes.saturating_mul(bytes_per_node)))
}

/// The number of cells of the largest empty board of these rules that can be solved within `memory_limit`, or 0.
pub fn max_solvable_cells(rules: AlakRules, memory_limit: MemoryLimit) -> u32 {
    let fits = |&cells: &u32| {
        let (_, memory) = search_estimate(&AlakState::new(AlakRules { cells, ..rules }));
        memory <= memory_limit
    };
    (1..=MAX_CELLS).take_while(fits).last().unwrap_or(0)
}

/// A set of positions with consecutive numbers from 0.
///
/// At most three slots in four are taken, and a position takes at most 11 bytes besides its key.
#[derive(Clone, Debug)]
struct IndexSet {
    keys: Vec<u64>,
    /// Open addressing with linear probing: 0 is free, else the number of a key plus 1.
    slots: Vec<u32>,
    shift: u32,
}

impl IndexSet {
    fn new() -> Self {
        Self {
            keys: Vec::new(),
            slots: vec![0; 16],
            shift: 60,
        }
    }

    fn len(&self) -> usize {
        self.keys.len()
    }

    fn keys(&self) -> &[u64] {
        &self.keys
    }

    #[inline]
    fn find_slot(&self, key: u64) -> usize {
        let slot_mask = self.slots.len() - 1;
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        loop {
            match self.slots[slot] {
                0 => return slot,
                number if self.keys[number as usize - 1] == key => return slot,
                _ => slot = (slot + 1) & slot_mask,
            }
        }
    }

    #[inline]
    fn index_of(&self, key: u64) -> Option<usize> {
        (self.slots[self.find_slot(key)] as usize).checked_sub(1)
    }

    #[inline]
    fn insert(&mut self, key: u64) -> usize {
        let slot = self.find_slot(key);
        match self.slots[slot] {
            0 => {
                self.keys.push(key);
                self.slots[slot] = self.keys.len() as u32;
                if self.keys.len() > self.slots.len() / 4 * 3 {
                    self.grow();
                }
                self.keys.len() - 1
            }
            number => number as usize - 1,
        }
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.shift -= 1;
        self.slots = Vec::new();
        self.slots = vec![0; size];
        for number in 0..self.keys.len() {
            let slot = self.find_slot(self.keys[number]);
            self.slots[slot] = number as u32 + 1;
        }
    }
}
