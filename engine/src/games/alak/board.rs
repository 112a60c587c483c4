//! Neighbours, groups, captures and symmetries on sets of cells held as bits: bit 0 is cell 1.
//!
//! It knows no player and no turn: a put has the mover's own stones and the other's.

use super::{Edge, OwnGroup, Rules};

impl Rules {
    pub(super) const fn all(self) -> u64 {
        u64::MAX >> (64 - self.cells.get())
    }

    /// The cells next to any cell of `set` (cells of `set` among them when they touch each other).
    const fn spread(self, set: u64) -> u64 {
        let straight = (set << 1 | set >> 1) & self.all();
        match self.edge {
            Edge::Line => straight,
            Edge::Ring => {
                let last = self.cells.get() - 1;
                straight | (set >> last & 1) | (set & 1) << last
            }
        }
    }

    /// The group of `stones` that holds `cell`, one of them.
    const fn group(self, stones: u64, cell: u64) -> u64 {
        let mut group = run(stones, cell);
        if let Edge::Ring = self.edge {
            let seam = 1 | 1 << (self.cells.get() - 1);
            if group & seam != 0 && stones & seam == seam {
                group |= run(stones, 1) | run(stones, 1 << (self.cells.get() - 1));
            }
        }
        group
    }

    /// Puts a stone on the empty `cell`, with all that follows from it: gives the stones of the player who put, the other's, and
    /// the cells where these were captured.
    pub(super) const fn put(self, own: u64, other: u64, cell: u64) -> [u64; 3] {
        let mut own = own | cell;
        let empty = self.all() & !(own | other);
        let mut captured = 0;
        let mut touching = self.spread(cell) & other;
        while touching != 0 {
            let group = self.group(other, touching & touching.wrapping_neg());
            if self.spread(group) & empty == 0 {
                captured |= group;
            }
            touching &= touching - 1;
        }
        if let OwnGroup::Captured = self.own_group {
            let group = self.group(own, cell);
            if self.spread(group) & (empty | captured) == 0 {
                own &= !group;
            }
        }
        [own, other & !captured, captured]
    }
}

/// The run of neighbouring bits of `stones` that holds `cell`, one of them, without regard to the seam of a ring.
const fn run(stones: u64, cell: u64) -> u64 {
    let backwards = above(stones.reverse_bits(), cell.reverse_bits());
    above(stones, cell) | backwards.reverse_bits()
}

/// The part of that run from `cell` upwards: adding `cell` carries through it and no further.
const fn above(stones: u64, cell: u64) -> u64 {
    (stones ^ stones.wrapping_add(cell)) & stones
}

/// A way to number the cells afresh that keeps neighbours neighbours, and that the rules cannot tell apart: from either
/// end of a line, from anywhere on a ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Renumbering {
    backwards: bool,
    /// Cells by which the numbering is turned after that.
    turn: u32,
}

impl Renumbering {
    /// The set of cells under the new numbering.
    pub(super) const fn apply(self, set: u64, cells: u32) -> u64 {
        let set = if self.backwards { set.reverse_bits() >> (64 - cells) } else { set };
        if self.turn == 0 { set } else { (set << self.turn | set >> (cells - self.turn)) & (u64::MAX >> (64 - cells)) }
    }
}

impl Rules {
    /// The renumberings that leave these sets of cells as they are.
    pub(super) fn symmetries(self, sets: [u64; 3]) -> Vec<Renumbering> {
        let cells = self.cells.get();
        let turns = if self.edge == Edge::Ring { cells } else { 1 };
        let all = [false, true].into_iter();
        let all = all.flat_map(|backwards| (0..turns).map(move |turn| Renumbering { backwards, turn }));
        all.filter(|way| sets.into_iter().all(|set| way.apply(set, cells) == set)).collect()
    }
}
