//! Neighbours, groups, captures and symmetries of sets of cells as bits: bit 0 is cell 1.

use super::{AlakRules, Edge, OwnGroupRule};

/// The stones after a move.
pub(super) struct Placement {
    /// The stones of the player that put a stone.
    pub mover_stones: u64,
    /// The stones of the other player.
    pub waiter_stones: u64,
    /// The cells where stones of the other player were captured.
    pub captured: u64,
}

impl AlakRules {
    /// The set of all cells.
    pub(super) const fn all_cells(self) -> u64 {
        u64::MAX >> (64 - self.cells.get())
    }

    /// The cells next to any cell of `set` (cells of `set` among them when they touch each other).
    const fn neighbours(self, set: u64) -> u64 {
        let line_neighbours = (set << 1 | set >> 1) & self.all_cells();
        match self.edge {
            Edge::Line => line_neighbours,
            Edge::Ring => {
                let last = self.cells.get() - 1;
                line_neighbours | (set >> last & 1) | (set & 1) << last
            }
        }
    }

    /// The group of `stones` that holds `cell`, one of them.
    const fn group(self, stones: u64, cell: u64) -> u64 {
        let mut group = contiguous_run(stones, cell);
        if let Edge::Ring = self.edge {
            let first_cell = 1;
            let last_cell = 1 << (self.cells.get() - 1);
            let seam = first_cell | last_cell;
            if group & seam != 0 && stones & seam == seam {
                group |= contiguous_run(stones, first_cell) | contiguous_run(stones, last_cell);
            }
        }
        group
    }

    /// Puts a stone on the empty `cell` and captures groups by the rules.
    pub(super) const fn place_stone(
        self,
        mut mover_stones: u64,
        waiter_stones: u64,
        cell: u64,
    ) -> Placement {
        mover_stones |= cell;
        let empty_cells = self.all_cells() & !(mover_stones | waiter_stones);
        let mut captured = 0;
        let mut neighbours = self.neighbours(cell) & waiter_stones;
        while neighbours != 0 {
            let group = self.group(waiter_stones, neighbours & neighbours.wrapping_neg());
            if self.neighbours(group) & empty_cells == 0 {
                captured |= group;
            }
            neighbours &= neighbours - 1;
        }
        if let OwnGroupRule::Captured = self.own_group {
            let group = self.group(mover_stones, cell);
            if self.neighbours(group) & (empty_cells | captured) == 0 {
                mover_stones &= !group;
            }
        }
        Placement {
            mover_stones,
            waiter_stones: waiter_stones & !captured,
            captured,
        }
    }
}

/// The run of neighbouring bits of `stones` that holds `cell`, one of them; it does not go over the seam of a ring.
const fn contiguous_run(stones: u64, cell: u64) -> u64 {
    let reversed_run = contiguous_run_above(stones.reverse_bits(), cell.reverse_bits());
    contiguous_run_above(stones, cell) | reversed_run.reverse_bits()
}

/// The part of that run from `cell` upwards, where the addition of `cell` carries.
const fn contiguous_run_above(stones: u64, cell: u64) -> u64 {
    (stones ^ stones.wrapping_add(cell)) & stones
}

/// A symmetry of the board: a new numbering of the cells, from either end of a line, or from any cell and in either
/// direction on a ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardSymmetry {
    reflected: bool,
    /// The number of cells of the rotation that follows.
    rotation: u32,
}

impl BoardSymmetry {
    /// The set of cells under the new numbering.
    pub(super) const fn apply(self, mut set: u64, cells: u32) -> u64 {
        if self.reflected {
            set = set.reverse_bits() >> (64 - cells);
        }
        if self.rotation == 0 {
            set
        } else {
            (set << self.rotation | set >> (cells - self.rotation)) & (u64::MAX >> (64 - cells))
        }
    }
}

impl AlakRules {
    /// The symmetries that map each of `sets` to itself.
    pub(super) fn symmetries_preserving(self, sets: &[u64]) -> Vec<BoardSymmetry> {
        let cells = self.cells.get();
        let rotations = if self.edge == Edge::Ring { cells } else { 1 };
        let mut symmetries = Vec::new();
        for reflected in [false, true] {
            for rotation in 0..rotations {
                let symmetry = BoardSymmetry {
                    reflected,
                    rotation,
                };
                if sets.iter().all(|&set| symmetry.apply(set, cells) == set) {
                    symmetries.push(symmetry);
                }
            }
        }
        symmetries
    }
}
