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

use super::{Edge, OwnGroup, Rules, State};
use crate::games::{Game, Player};
use std::fmt;

/// The largest board whose positions can be numbered: two bits a cell in a key of 64.
pub const MOST_CELLS: u32 = 32;

/// An amount of memory in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Memory(pub u64);

impl Default for Memory {
    /// What a search may take unless told otherwise: 6 GiB.
    fn default() -> Self {
        Self(6 << 30)
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebibytes = self.0.div_ceil(1 << 20);
        if mebibytes < 1 << 10 {
            write!(f, "{mebibytes} MiB")
        } else {
            write!(f, "{:.1} GiB", mebibytes as f64 / 1024.0)
        }
    }
}

/// Why a position's graph was not made. Nothing large was allocated then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// The board is beyond any search.
    #[error("a search takes boards of at most {MOST_CELLS} cells, not {cells}")]
    Cells {
        /// The cells of the board.
        cells: u32,
    },
    /// The estimate is above the bound.
    #[error("{cells} cells need about {needed}, more than the {bound} allowed; {fits} cells would fit")]
    Memory {
        /// The cells of the board.
        cells: u32,
        /// The estimate.
        needed: Memory,
        /// The bound.
        bound: Memory,
        /// The largest board of the same rules that would fit when it starts empty.
        fits: u32,
    },
}

/// Positions that a small search may see before the estimate is believed (some 50 MB).
const SMALL: usize = 1 << 19;

/// An estimate from above of the positions reachable from `start`, symmetric ones counted once, and of the memory
/// that solving it takes.
///
/// It counts every board with every set of forbidden cells that one capture can leave. When own groups are captured
/// no group is without an empty neighbour; such boards, the legal ones of one-dimensional Go, grow by 2.77 a cell and
/// not by 3. Measured on 9 to 16 cells, the estimate is 1.4 to 2 times the truth.
pub fn estimate(start: &State) -> (u64, Memory) {
    let rules = start.rules();
    let patterns = (0..rules.cells.get()).fold(patterns(rules), |patterns, _| match rules.own_group {
        OwnGroup::Spared => patterns,
        OwnGroup::Captured => patterns.div_ceil(13) * 12,
    });
    let nodes = patterns / symmetries(start).len() as u128 + 1;
    let nodes = u64::try_from(nodes).unwrap_or(u64::MAX);
    // Key 8, index at most 11, offsets 8, counters and values 12; then both directions of about n / 3 turns.
    let bytes = 39 + 8 * u64::from(start.rules().cells.get().div_ceil(3));
    (nodes, Memory(nodes.saturating_mul(bytes)))
}

/// Boards as the mover sees them, times the sets of forbidden cells that fit to them.
///
/// Forbidden cells lie in two runs, of `left` and `right` cells, next to the stone that has captured there. Beyond
/// each run stands another stone of its colour, or the edge. The other cells are free: 3 ways each.
fn patterns(rules: Rules) -> u128 {
    let cells = rules.cells.get();
    let boards = |free: u32| 3_u128.saturating_pow(free);
    let mut sum = boards(cells);
    match rules.edge {
        Edge::Line => {
            for at in 0..cells {
                let side = |room: u32| (1..=room).map(|run| boards((room - run).saturating_sub(1))).sum::<u128>();
                let (left, right) = (at, cells - 1 - at);
                sum += side(left) * boards(right) + boards(left) * side(right) + side(left) * side(right);
            }
        }
        Edge::Ring => {
            for (left, right) in (0..cells).flat_map(|left| (0..cells - left).map(move |right| (left, right))) {
                if left + right > 0 {
                    let stones = u32::from(left > 0) + u32::from(right > 0);
                    sum += u128::from(cells) * boards((cells - 1 - left - right).saturating_sub(stones));
                }
            }
        }
    }
    sum
}

/// A way to number the cells afresh that keeps neighbours neighbours.
#[derive(Clone, Copy, Debug)]
struct Renumbering {
    direction: Direction,
    /// Cells by which the numbering is turned after that.
    turn: u32,
}

#[derive(Clone, Copy, Debug)]
enum Direction {
    Forwards,
    Backwards,
}

impl Renumbering {
    /// The set of cells under the new numbering.
    const fn apply(self, set: u64, cells: u32) -> u64 {
        let set = match self.direction {
            Direction::Forwards => set,
            Direction::Backwards => set.reverse_bits() >> (64 - cells),
        };
        if self.turn == 0 { set } else { (set << self.turn | set >> (cells - self.turn)) & (u64::MAX >> (64 - cells)) }
    }
}

/// The renumberings that leave `start` as it is.
fn symmetries(start: &State) -> Vec<Renumbering> {
    let cells = start.rules().cells.get();
    let turns = if start.rules().edge == Edge::Ring { cells } else { 1 };
    let all = [Direction::Forwards, Direction::Backwards]
        .into_iter()
        .flat_map(|direction| (0..turns).map(move |turn| Renumbering { direction, turn }));
    let fixes = |way: &Renumbering| {
        [start.own, start.other, start.forbidden].into_iter().all(|set| way.apply(set, cells) == set)
    };
    all.filter(fixes).collect()
}

/// The positions that can be reached from one, each known by its node number from 0 (the start), in the order in which
/// a breadth-first search finds them.
#[derive(Debug)]
pub struct Graph {
    start: State,
    ways: Vec<Renumbering>,
    index: Index,
    /// For each node the number of turns, then all their targets one after the other.
    pub(super) degrees: Vec<u8>,
    pub(super) targets: Vec<u32>,
    states: u64,
}

impl Graph {
    /// Finds everything that can be reached from `start`.
    ///
    /// # Errors
    /// Before the search when its estimate is above `bound`. A position with stones on the board may lead to few
    /// others whatever the estimate says: it is given a small search first.
    pub fn new(start: &State, bound: Memory) -> Result<Self, TooLarge> {
        let cells = start.rules().cells.get();
        if cells > MOST_CELLS {
            return Err(TooLarge::Cells { cells });
        }
        let (nodes, needed) = estimate(start);
        let most = if needed <= bound && nodes < u64::from(u32::MAX) {
            u32::MAX as usize
        } else if start.own | start.other != 0 {
            SMALL
        } else {
            0
        };
        Self::search(start, most).ok_or_else(|| {
            let fits = |&smaller: &u32| {
                let rules = Rules { cells: super::Cells(smaller as u8), ..start.rules() };
                estimate(&State::new(rules)).1 <= bound
            };
            TooLarge::Memory { cells, needed, bound, fits: (1..=MOST_CELLS).take_while(fits).last().unwrap_or(0) }
        })
    }

    /// The search, given up beyond `most` nodes.
    fn search(start: &State, most: usize) -> Option<Self> {
        let (ways, index) = (symmetries(start), Index::new());
        let mut graph = Self { start: *start, ways, index, degrees: Vec::new(), targets: Vec::new(), states: 0 };
        graph.index.insert(graph.key(start));
        while graph.degrees.len() < graph.index.keys.len() {
            if graph.index.keys.len() > most {
                return None;
            }
            let state = graph.state(graph.degrees.len());
            let mut legal = state.legal();
            graph.degrees.push(legal.count_ones() as u8);
            while legal != 0 {
                let after = state.after(legal & legal.wrapping_neg());
                let target = graph.index.insert(graph.key(&after));
                graph.targets.push(target);
                legal &= legal - 1;
            }
        }
        graph.states = graph.count();
        Some(graph)
    }

    /// Where the search began.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// The number of different positions (board, player to move, forbidden cells) that can be reached, the start
    /// included: each counted for itself, symmetric or not.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The number of nodes: positions that differ by more than names and numbering.
    pub fn nodes(&self) -> usize {
        self.index.keys.len()
    }

    /// The node of a position, if it or its equal was reached.
    pub fn node(&self, state: &State) -> Option<usize> {
        (state.rules == self.start.rules).then(|| self.index.find(self.key(state))).flatten()
    }

    /// The position of a node, with player 1 to move.
    pub(super) fn state(&self, node: usize) -> State {
        let (low, high) = unpack(self.index.keys[node], self.start.rules.cells.get());
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

    /// The same from the last node to the first, with its number.
    pub(super) fn turns_backwards(&self) -> impl Iterator<Item = (usize, &[u32])> {
        let mut to = self.targets.len();
        self.degrees.iter().enumerate().rev().map(move |(node, &degree)| {
            let from = to - usize::from(degree);
            let targets = &self.targets[from..to];
            to = from;
            (node, targets)
        })
    }

    /// Gives up the turns, which only a search over the graph needs, and keeps the positions.
    pub(super) fn forget_turns(&mut self) {
        (self.degrees, self.targets) = (Vec::new(), Vec::new());
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
        for (&key, mover) in self.index.keys.iter().zip(movers) {
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

/// Two sets of cells in one key.
const fn pack(low: u64, high: u64, cells: u32) -> u64 {
    low | high << cells
}

/// The two sets again.
const fn unpack(key: u64, cells: u32) -> (u64, u64) {
    let all = u64::MAX >> (64 - cells);
    (key & all, key >> cells & all)
}

/// Keys numbered in the order of arrival: open addressing over the numbers, 19 bytes a key at the most.
#[derive(Debug)]
struct Index {
    keys: Vec<u64>,
    /// Number of the key + 1, or 0 for a free slot; as many slots as a power of two.
    slots: Vec<u32>,
}

impl Index {
    fn new() -> Self {
        Self { keys: Vec::new(), slots: vec![0; 1 << 10] }
    }

    /// The slot where `key` is, or the free one where it belongs.
    fn slot(&self, key: u64) -> usize {
        let shift = 64 - self.slots.len().trailing_zeros();
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize;
        loop {
            match self.slots[slot] {
                0 => return slot,
                number if self.keys[number as usize - 1] == key => return slot,
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    fn find(&self, key: u64) -> Option<usize> {
        (self.slots[self.slot(key)] as usize).checked_sub(1)
    }

    /// The number of `key`, a new one if it was not there.
    fn insert(&mut self, key: u64) -> u32 {
        let mut slot = self.slot(key);
        if self.slots[slot] == 0 {
            if self.keys.len() >= self.slots.len() / 4 * 3 {
                self.grow();
                slot = self.slot(key);
            }
            self.keys.push(key);
            self.slots[slot] = self.keys.len() as u32;
        }
        self.slots[slot] - 1
    }

    fn grow(&mut self) {
        self.slots = vec![0; 2 * self.slots.len()];
        for number in 0..self.keys.len() {
            let slot = self.slot(self.keys[number]);
            self.slots[slot] = number as u32 + 1;
        }
    }
}
