//! The fewest moves, when several consecutive jumps by one peg count as one move.
//!
//! For a winning position p let m(p) be the fewest moves that finish it when the next jump begins a move, and f(p, a)
//! when the peg in cell a has just jumped and may go on. A jump from b to c leads to q, and
//!
//! ```text
//! m(p)    = 1 + the least f(q, c) over all jumps
//! f(p, a) = m(p) - 1 if a jump from a attains that least value, else m(p)
//! ```
//!
//! since going on saves one move at most. So m and the set of cells where going on saves a move are all that need be
//! kept for each class of positions.

use super::board::Step;
use super::reach::Explored;

/// A move, consecutive jumps by one peg: the cells that it visits, its first one included, at least two.
pub type Move = Vec<u8>;

#[derive(Default)]
struct Fewest {
    moves: Vec<u8>,
    /// The cells from which going on saves a move.
    savings: Vec<u64>,
}

impl Explored {
    /// A solution in the fewest moves, or `None` when there is no solution; no move when a single peg is there.
    ///
    /// Of all solutions as short, it is the first in the handout's order of jumps, where a peg goes on jumping as long as
    /// that saves a move.
    pub fn shortest(&self) -> Option<Vec<Move>> {
        if !self.is_solvable() {
            return None;
        }
        let levels = self.fewest();
        let steps = &self.start.board().0.steps;
        let mut pegs = self.start.pegs();
        let mut moves: Vec<Move> = Vec::new();
        for level in 1..levels.len() {
            let goal = self.look(&levels[level - 1], level - 1, pegs)?.0 - 1;
            let attains = |step: &&Step| {
                step.fits(pegs) && self.after(&levels[level], level, pegs ^ step.all, step.to) == Some(goal)
            };
            let at = moves.last().and_then(|last| last.last().copied());
            let goes_on = steps.iter().filter(|step| Some(step.from) == at).find(attains);
            let step = goes_on.or_else(|| steps.iter().find(attains))?;
            match moves.last_mut() {
                Some(last) if Some(step.from) == at => last.push(step.to),
                _ => moves.push(vec![step.from, step.to]),
            }
            pegs ^= step.all;
        }
        Some(moves)
    }

    /// The table of each level, the start's first.
    fn fewest(&self) -> Vec<Fewest> {
        let steps = &self.start.board().0.steps;
        let mut levels: Vec<Fewest> = Vec::new();
        for level in (0..self.winning.len()).rev() {
            let mut here = Fewest::default();
            for &key in self.winning[level].keys() {
                let (mut least, mut savings) = (u8::MAX, 0);
                for step in steps.iter().filter(|step| step.fits(key)) {
                    let below = levels.last();
                    let Some(after) = below.and_then(|below| self.after(below, level + 1, key ^ step.all, step.to))
                    else {
                        continue;
                    };
                    if after < least {
                        (least, savings) = (after, 0);
                    }
                    if after == least {
                        savings |= 1 << step.from;
                    }
                }
                // The single pegs, and they alone, have no jump that wins.
                here.moves.push(if key.count_ones() == 1 { 0 } else { least.saturating_add(1) });
                here.savings.push(savings);
            }
            levels.push(here);
        }
        levels.reverse();
        levels
    }

    /// m(p), the class's savings, and the symmetry that leads to the class.
    fn look(&self, table: &Fewest, level: usize, pegs: u64) -> Option<(u8, u64, usize)> {
        let (key, by) = self.start.board().0.symmetries.least_by(pegs);
        let number = self.winning.get(level)?.get(key)?;
        Some((table.moves[number], table.savings[number], by))
    }

    /// f(p, a), or `None` when p does not win.
    fn after(&self, table: &Fewest, level: usize, pegs: u64, at: u8) -> Option<u8> {
        let (moves, savings, by) = self.look(table, level, pegs)?;
        let at = self.start.board().0.symmetries.cell(by, at);
        Some(moves - (savings >> at & 1) as u8)
    }
}
