//! The ways to number the cells that the rules cannot tell apart: from either end of a line, from anywhere on a ring.

use super::{Edge, State};

/// A way to number the cells afresh that keeps neighbours neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Renumbering {
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
    pub(super) const fn apply(self, set: u64, cells: u32) -> u64 {
        let set = match self.direction {
            Direction::Forwards => set,
            Direction::Backwards => set.reverse_bits() >> (64 - cells),
        };
        if self.turn == 0 { set } else { (set << self.turn | set >> (cells - self.turn)) & (u64::MAX >> (64 - cells)) }
    }
}

/// The renumberings that leave `start` as it is.
pub(super) fn symmetries(start: &State) -> Vec<Renumbering> {
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
