//! The solutions that pass through winning positions: how many are left after each jump, and where they end.

use super::limbs::{Column, integer};
use super::reach::Explored;
use super::state::Jump;
use crate::games::Game;
use crate::games::index::Index;
use num_bigint::BigUint;

/// No board has as many as 2^8 jumps at hand.
const JUMP_BITS: u64 = 8;

impl Explored {
    /// Every jump at hand from the start, in the order of [`Game::legal_moves`], with the solutions left after it: 0 when it
    /// loses.
    pub fn hints(&self) -> Vec<(Jump, BigUint)> {
        let solutions = self.solutions_below();
        let left = |pegs: u64| {
            let number = self.winning.get(1).and_then(|index| index.get(self.least(pegs)));
            number.map_or(BigUint::ZERO, |number| integer(solutions.row(number)))
        };
        let after = |jump| {
            let mut state = self.start;
            state.play(jump).map_or(BigUint::ZERO, |()| left(state.pegs()))
        };
        self.start.legal_moves().into_iter().map(|jump| (jump, after(jump))).collect()
    }

    /// For each winning class one jump below the start, its number of solutions; summed from the single pegs up.
    fn solutions_below(&self) -> Column {
        let steps = &self.start.board().0.steps;
        let mut below = Column::new(1);
        for (level, pegs) in (1..self.winning.len()).zip((1..self.start.count()).rev()).rev() {
            let mut here = Column::new(below.bits().max(1) + JUMP_BITS);
            for (number, &key) in self.winning[level].keys().iter().enumerate() {
                here.push_zero();
                if pegs == 1 {
                    here.add(number, &[1]);
                    continue;
                }
                for step in steps.iter().filter(|step| step.fits(key)) {
                    if let Some(child) = self.winning[level + 1].get(self.least(key ^ step.all)) {
                        here.add(number, below.row(child));
                    }
                }
            }
            below = here;
        }
        below
    }

    /// The number of solutions by the cell of the last peg: from the start down, winning positions only, each for
    /// itself since symmetric ones end in different cells.
    pub(super) fn by_finish(&self) -> Vec<(usize, BigUint)> {
        if !self.is_solvable() {
            return Vec::new();
        }
        let steps = &self.start.board().0.steps;
        let mut level = Index::new();
        level.insert(self.start.pegs());
        let mut ways = Column::new(1);
        ways.push_zero();
        ways.add(0, &[1]);
        for _ in 1..self.start.count() {
            let mut next = Index::new();
            // A position can be reached by at most 2^8 jumps, each from a different one.
            let mut next_ways = Column::new(ways.bits() + JUMP_BITS);
            for (number, &pegs) in level.keys().iter().enumerate() {
                for child in steps.iter().filter(|step| step.fits(pegs)).map(|step| pegs ^ step.all) {
                    if !self.wins(child) {
                        continue;
                    }
                    let place = next.insert(child);
                    if place == next_ways.len() {
                        next_ways.push_zero();
                    }
                    next_ways.add(place, ways.row(number));
                }
            }
            (level, ways) = (next, next_ways);
        }
        let cell = |pegs: u64| pegs.trailing_zeros() as usize;
        let ends = level.keys().iter().enumerate();
        let mut by_finish: Vec<_> = ends.map(|(number, &pegs)| (cell(pegs), integer(ways.row(number)))).collect();
        by_finish.sort_unstable();
        by_finish
    }
}
